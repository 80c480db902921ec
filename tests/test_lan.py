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
    is_lan_address,
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


@pytest.mark.parametrize("bridge", ["br-lan", "VirtualBox Host-Only", "tailscale0", "wg0"])
def test_bridges_and_tunnels_come_after_every_real_address(bridge: str) -> None:
    found = [(bridge, "192.168.56.1"), ("wlan0", "172.16.4.4"), ("eth1", "203.0.113.9")]
    assert ranked(found)[-1] == "192.168.56.1"


@pytest.mark.parametrize("network", ["docker0", "br-1f0a9c27be44", "veth3a51", "virbr0", "podman1"])
def test_where_only_containers_talk_no_phone_is_offered_an_address(network: str) -> None:
    assert ranked([("lo", "127.0.0.1"), (network, "172.17.0.1")]) == (LOCALHOST,)
    assert ranked([(network, "172.17.0.1"), ("wg0", "10.8.0.2")]) == ("10.8.0.2",)


def test_loopback_and_self_assigned_addresses_are_left_out() -> None:
    assert ranked([("lo", "127.0.0.1"), ("eth0", "169.254.7.7"), ("wlan0", "10.0.0.5")]) == ("10.0.0.5",)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "172.32.0.1", "8.8.8.8", "localhost", "table.test", "", "::1", "10.0.0.1:80", "010.0.0.1"],
)
def test_anything_else_is_not(host: str) -> None:
    assert not is_lan_address(host)


def test_the_svg_draws_exactly_the_modules_of_the_code() -> None:
    drawn = ElementTree.fromstring(qr_svg(URL, "Join"))
    size = len(modules_of(URL))
    path = drawn.findall("path")[0].attrib["d"]
    dark = {
        (int(x) + step, int(y))
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)
        for step in range(int(length))
    }
    expected = {(x, y) for y, row in enumerate(modules_of(URL)) for x, module in enumerate(row) if module}
    assert drawn.attrib["viewBox"] == f"0 0 {size} {size}"
    assert dark == expected
    assert len(drawn.findall("path")) == 1


def test_the_svg_carries_its_own_colours_and_no_style() -> None:
    drawn = qr_svg(URL, "Join")
    assert 'fill="#fff"' in drawn
    assert 'fill="#1a120a"' in drawn
    assert "style" not in drawn
    assert "currentColor" not in drawn


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


def test_a_wifi_code_names_network_and_password() -> None:
    assert wifi_payload("Home", "secret12") == "WIFI:T:WPA;S:Home;P:secret12;;"
    assert wifi_payload("Home", "secret12", hidden=True) == "WIFI:T:WPA;S:Home;P:secret12;H:true;;"


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
