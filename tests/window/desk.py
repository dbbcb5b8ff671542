"""Somebody at a screen, with the real program before him: by the mouse alone, or by the keys alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.end_to_end.test_two_computers import Client
from tests.window.program import program
from tests.window.screen import Screen

MOST_STOPS = 120  # of the Tab key on one page


@asynccontextmanager
async def window(desk: Screen, folder: Path) -> AsyncIterator[Client]:
    """The client on that screen, its window in front."""
    environment = desk.environment | {"QT_QPA_PLATFORM": "xcb"}
    async with program("tests.window.onscreen", folder, environment=environment) as made:
        await made.do("looks", window="main")
        yield made


async def click(ann: Client, desk: Screen, name: str) -> None:
    desk.click(*(await ann.do("place", name=name))["at"])


async def tab_to(ann: Client, desk: Screen, name: str) -> None:
    """Go on with Tab until that part has the keyboard."""
    now, seen = await ann.do("look"), []
    for _ in range(MOST_STOPS):
        if now["focus"] == name:
            return
        seen.append(now["focus"])
        desk.press("Tab")
        now = await ann.do("moved_on", was=now["at"])
    raise AssertionError(f"Tab does not come to {name}, only to {seen}")


class Hands:
    """Plays in one window; each way of doing it is one of the two below."""

    by_keys = False

    def __init__(self, ann: Client, desk: Screen) -> None:
        self.ann, self.desk = ann, desk

    async def use(self, name: str) -> None:
        """A button or a tick."""
        raise NotImplementedError

    async def take(self, step: dict[str, Any]) -> None:
        """Do what the eyes said is next."""
        raise NotImplementedError

    async def host(self, game: str) -> None:
        """Open a table for that game, with the usual options."""
        await self.use("door_host")
        await self.ann.do("looks", page="host")
        await self.use(f"game_{game}")
        await self.use("go")

    async def play(self) -> None:
        """To the end of the match."""
        step: dict[str, Any] = {}
        while "over" not in (step := await self._next(step)):
            await self.take(step)

    async def _next(self, last: dict[str, Any]) -> dict[str, Any]:
        try:
            return await self.ann.do("next", keys=self.by_keys)
        except AssertionError as error:
            raise AssertionError(f"nothing followed {last}") from error


class MouseHands(Hands):
    async def use(self, name: str) -> None:
        await click(self.ann, self.desk, name)

    async def take(self, step: dict[str, Any]) -> None:
        self.desk.click(*step["at"])


class KeyHands(Hands):
    by_keys = True

    async def use(self, name: str) -> None:
        await self.ann.do("place", name=name)
        await tab_to(self.ann, self.desk, name)
        self.desk.press("space")

    async def take(self, step: dict[str, Any]) -> None:
        if (await self.ann.do("look"))["focus"] != step["on"]:
            await tab_to(self.ann, self.desk, step["on"])
        if step["keys"]:
            self.desk.press(*step["keys"])
        if "write" in step:
            self.desk.write(step["write"])
            self.desk.press("Return")
