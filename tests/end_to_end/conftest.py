"""Two computers on one network, and their screens."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import netns
from tests.end_to_end.desk import Desk, desk
from tests.netns import Computer


@pytest.fixture
def computers() -> Iterator[list[Computer]]:
    with netns.lan(2) as made:
        yield made


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[list[Desk]]:
    """Return a desk for each computer."""
    with desk(tmp_path / "screen0") as first, desk(tmp_path / "screen1") as second:
        yield [first, second]
