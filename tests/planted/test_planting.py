"""The tool itself: every fault has its place, and is a program still: what doesn't load fails no test and is noticed by none."""

from tests.planted.fault import FAULTS, ROOT, NoSuchPlace, read_sources


def test_every_fault_can_be_planted() -> None:
    sources, gone = read_sources(ROOT), []
    for fault in FAULTS:
        try:
            path, _, text = fault.place(sources)
            if path.endswith(".py"):
                compile(text, path, "exec")
        except (NoSuchPlace, SyntaxError) as error:
            gone.append(f"{fault.name}: {error}")
    assert gone == []
