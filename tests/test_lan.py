"""Addresses and codes for the phones in the room."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qrcode.main import QRCode

from companion.lan import (
    LOCALHOST,
    QUIET_ZONE,
    is_this_device,
    qr_svg,
    ranked,
    terminal_qr,
    wifi_payload,
)

URL = "http://192.168.178.23:8000/t/KQ7M"


def modules_of(text: str) -> list[list[bool]]:
    """The modules (dark is true) that the QR library itself draws for `text`, with their quiet zone."""
    code = QRCode(error_correction=0, border=QUIET_ZONE)
    code.add_data(text)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def test_a_home_network_comes_before_a_large_one_and_that_before_the_rest() -> None:
    found = [("a", "203.0.113.9"), ("b", "172.20.10.2"), ("c", "10.1.2.3"), ("d", "192.168.1.7")]
    assert ranked(found) == ("192.168.1.7", "10.1.2.3", "172.20.10.2", "203.0.113.9")


@pytest.mark.parametrize("network", ["docker0", "br-1f0a9c27be44", "veth3a51", "virbr0", "podman1"])
def test_where_only_containers_talk_no_phone_is_offered_an_address(network: str) -> None:
    assert ranked([("lo", "127.0.0.1"), (network, "172.17.0.1")]) == (LOCALHOST,)
    assert ranked([(network, "172.17.0.1"), ("wg0", "10.8.0.2")]) == ("10.8.0.2",)


def test_loopback_and_self_assigned_addresses_are_left_out() -> None:
    assert ranked([("lo", "127.0.0.1"), ("eth0", "169.254.7.7"), ("wlan0", "10.0.0.5")]) == ("10.0.0.5",)


def test_the_label_of_the_svg_is_escaped() -> None:
    drawn = qr_svg(URL, '"><script>&')
    assert ElementTree.fromstring(drawn).attrib["aria-label"] == '"><script>&'
    assert "<script" not in drawn


def test_the_terminal_shows_light_modules_as_blocks_within_a_quiet_zone() -> None:
    lines = terminal_qr(URL).splitlines()
    shown = [[glyph in halves for glyph in line] for line in lines for halves in ("█▀", "█▄")]
    expected = [[not module for module in row] for row in modules_of(URL)]
    assert shown[: len(expected)] == expected
    assert set("".join(lines)) <= set("█▀▄\N{NO-BREAK SPACE}")


@given(ssid=st.text(min_size=1, max_size=32), password=st.text(min_size=1, max_size=63))
def test_whatever_the_names_a_wifi_code_reads_back_as_written(ssid: str, password: str) -> None:
    fields = re.fullmatch(
        r"WIFI:T:WPA;S:((?:\\.|[^\\;])*);P:((?:\\.|[^\\;])*);;", wifi_payload(ssid, password), re.DOTALL
    )
    assert fields is not None
    assert [re.sub(r"\\(.)", r"\1", field) for field in fields.groups()] == [ssid, password]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]"])
def test_what_every_device_calls_itself_leads_nobody_else_here(host: str) -> None:
    assert is_this_device(host)
