"""The screen of a player. With NETGAME_PICTURES, a folder, each has an X server, and tests keep pictures there."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.window import screen as screens
from tests.window.screen import Screen, screen

PICTURES = os.environ.get("NETGAME_PICTURES")


@dataclass(frozen=True)
class Desk:
    """Where a window is shown."""

    screen: Screen | None = None

    @property
    def environ(self) -> Mapping[str, str]:
        if self.screen is None:
            return {"QT_QPA_PLATFORM": "offscreen"}
        return {"QT_QPA_PLATFORM": "xcb", "DISPLAY": self.screen.environment["DISPLAY"]}

    def keep(self, name: str) -> None:
        """Keep a picture of the screen."""
        if PICTURES and self.screen is not None:
            self.screen.keep_picture(Path(PICTURES) / f"{name}.png")


OFFSCREEN = Desk()


@contextmanager
def desk(folder: Path) -> Iterator[Desk]:
    """Provide a desk, with a screen if there are to be pictures."""
    if not PICTURES:
        yield OFFSCREEN
        return
    if problem := screens.why_not():
        pytest.skip(problem)
    folder.mkdir(parents=True)
    with screen(folder) as made:
        yield Desk(made)
