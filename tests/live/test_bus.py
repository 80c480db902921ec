"""What every bus has: levels for topics that have no version of their own."""

from datetime import UTC, datetime, timedelta

from companion.live.bus import next_level


def test_levels_rise_though_the_clock_is_set_back() -> None:
    """As on a Raspberry Pi, which has no clock of its own: news must not look old, or nobody hears them."""
    now = datetime.now(UTC)
    before = next_level(now)
    after = next_level(now - timedelta(days=365))
    again = next_level(now - timedelta(days=365))
    assert before < after < again
