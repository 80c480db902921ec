"""What has to be there for a test to go on."""

from typing import TypeVar

T = TypeVar("T")


def there(one: T | None) -> T:
    """What was looked for; fails where it is not there."""
    assert one is not None
    return one
