"""The addresses and the name of this machine in its own network, and what the codes that phones scan say."""

import queue
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qrcode.main import QRCode
from zeroconf import IPVersion, Zeroconf

from companion.lan import (
    LOCALHOST,
    QUIET_ZONE,
    NamedHost,
    Nearby,
    NoSuchName,
    checked_name,
    holders,
    is_this_device,
    qr_svg,
    ranked,
    terminal_qr,
    wifi_payload,
)
from tests.there import there

CONTAINERS = ("docker0", "br-1f0a9c27be44", "veth3a51", "virbr0", "podman1")
URL = "http://192.168.178.23:8000/t/KQ7M"


@pytest.mark.parametrize(
    ("found", "offered"),
    [
        ([("a", "203.0.113.9"), ("b", "172.20.10.2"), ("c", "10.1.2.3"), ("d", "192.168.1.7")],
            ("192.168.1.7", "10.1.2.3", "172.20.10.2", "203.0.113.9")),
        ([("lo", "127.0.0.1"), ("eth0", "169.254.7.7"), ("wlan0", "10.0.0.5")], ("10.0.0.5",)),
        *(([("lo", "127.0.0.1"), (one, "172.17.0.1")], (LOCALHOST,)) for one in CONTAINERS),
        *(([(one, "172.17.0.1"), ("wg0", "10.8.0.2")], ("10.8.0.2",)) for one in CONTAINERS),
    ],
)  # fmt: skip
def test_phones_are_offered_home_networks_before_others_and_none_where_only_containers_or_this_device_talk(
    found: list[tuple[str, str]], offered: tuple[str, ...]
) -> None:
    assert ranked(found) == offered


def test_the_label_of_the_svg_is_escaped() -> None:
    drawn = qr_svg(URL, '"><script>&')
    assert ElementTree.fromstring(drawn).attrib["aria-label"] == '"><script>&'
    assert "<script" not in drawn


def test_the_terminal_shows_light_modules_as_blocks_within_a_quiet_zone() -> None:
    lines = terminal_qr(URL).splitlines()
    shown = [[glyph in halves for glyph in line] for line in lines for halves in ("█▀", "█▄")]
    code = QRCode(error_correction=0, border=QUIET_ZONE)
    code.add_data(URL)
    expected = [[not module for module in row] for row in code.get_matrix()]
    assert shown[: len(expected)] == expected
    assert set("".join(lines)) <= set("█▀▄\N{NO-BREAK SPACE}")


@given(ssid=st.text(min_size=1, max_size=32), password=st.text(min_size=1, max_size=63))
def test_whatever_the_names_a_wifi_code_reads_back_as_written(ssid: str, password: str) -> None:
    fields = there(
        re.fullmatch(r"WIFI:T:WPA;S:((?:\\.|[^\\;])*);P:((?:\\.|[^\\;])*);;", wifi_payload(ssid, password), re.DOTALL)
    )
    assert [re.sub(r"\\(.)", r"\1", field) for field in fields.groups()] == [ssid, password]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]"])
def test_what_every_device_calls_itself_leads_nobody_else_here(host: str) -> None:
    assert is_this_device(host)


LOOPBACK = ("127.0.0.1",)
Told = queue.Queue[NamedHost]


@contextmanager
def nearby(name: str, address: str) -> Iterator[str]:
    """A machine that makes its name known; yields the host name it came to."""
    told: Told = queue.Queue()
    machine = Nearby(name, (address,), told.put, LOOPBACK)
    machine.start(8000)
    try:
        named = told.get(timeout=20)
        assert named.host is not None, named.reason
        assert named.port == 8000
        yield named.host
    finally:
        machine.stop()


def phone() -> closing[Zeroconf]:
    return closing(Zeroconf(interfaces=list(LOOPBACK), ip_version=IPVersion.V4Only))


@pytest.mark.ring("test")
def test_a_phone_finds_the_machine_by_its_name_until_it_stops() -> None:
    with phone() as asking, nearby("tableside-test", "192.168.7.5") as host:
        assert host == "tableside-test.local"
        assert holders(asking, host) == {"192.168.7.5"}
    with phone() as later:
        assert holders(later, host) == set()


@pytest.mark.parametrize("error", [OSError(19, "No such device"), RuntimeError("No interfaces to listen on")])
def test_where_there_is_no_network_the_reason_is_told(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr("zeroconf.Zeroconf", refuse)
    told: Told = queue.Queue()
    machine = Nearby("tableside-nowhere", ("192.168.7.5",), told.put, LOOPBACK)
    machine.start(8000)
    assert told.get(timeout=20) == NamedHost(None, 8000, str(error))
    machine.stop()


@pytest.mark.parametrize("given", ["two words", "-pi", "pi-", "spiel.abend", "ä", "a" * 61])
def test_a_name_that_no_machine_can_have_is_refused(given: str) -> None:
    with pytest.raises(NoSuchName):
        checked_name(given)


def test_a_machine_that_stops_at_once_does_not_wait_for_its_name() -> None:
    told: Told = queue.Queue()
    machine = Nearby("tableside-brief", ("192.168.7.5",), told.put, LOOPBACK)
    machine.start(8000)
    machine.stop()
    assert told.qsize() <= 1
