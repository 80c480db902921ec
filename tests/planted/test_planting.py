"""The tool itself: every fault has its place."""

from tests.planted.fault import FAULTS, ROOT, NoSuchPlace, read_sources


def test_every_fault_can_be_planted() -> None:
    sources, gone = read_sources(ROOT), []
    for fault in FAULTS:
        try:
            fault.place(sources)
        except NoSuchPlace as error:
            gone.append(f"{fault.name}: {error}")

    assert gone == []
