"""Players that use the real program on a real X server, with the mouse alone or with the keyboard alone."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from netgame.games import GAMES
from tests.end_to_end.test_two_computers import Client, as_process
from tests.window.screen import Screen

MAX_TABS = 120  # on one page


@asynccontextmanager
async def window(desk: Screen, folder: Path) -> AsyncIterator[Client]:
    """Run the client on that screen, with its window in front; it is killed if it still runs at the end."""
    folder.mkdir(exist_ok=True)
    names = {"QT_QPA_PLATFORM": "xcb", "NETGAME_LAN": "lo", "LOGNAME": "ann", "USER": "ann"}
    command = [sys.executable, "-m", "tests.window.screen_robot", "--home", str(folder)]
    async with as_process(command, desk.environment | names, folder / "log.txt") as made:
        await made.do("looks", window="main")
        yield made


async def click(ann: Client, desk: Screen, name: str) -> None:
    desk.click(*(await ann.do("place", name=name))["at"])


async def tab_to(ann: Client, desk: Screen, name: str) -> None:
    """Press Tab until that widget has the focus."""
    now, seen = await ann.do("look"), []
    for _ in range(MAX_TABS):
        if now["focus"] == name:
            return
        seen.append(now["focus"])
        desk.press("Tab")
        now = await ann.do("moved_on", was=now["at"])
    raise AssertionError(f"Tab does not come to {name}, only to {seen}")


class ScreenMousePlayer:
    """Plays in one window by the mouse."""

    by_keys = False

    def __init__(self, ann: Client, desk: Screen) -> None:
        self.ann, self.desk = ann, desk

    async def use(self, name: str) -> None:
        """Press a button or tick a box."""
        await click(self.ann, self.desk, name)

    async def take(self, step: dict[str, Any]) -> None:
        """Carry out the next step that the robot named."""
        self.desk.click(*step["at"])

    async def host(self, game: str) -> None:
        """Open a table for that game with its default options."""
        await self.use("tile_host")
        await self.ann.do("looks", page="host")
        await self.choose_game(game)
        await self.use("go")

    async def choose_game(self, game: str) -> None:
        """Choose a game in a form that was not used yet."""
        await self.use(f"game_{game}")

    async def play(self, number: int | None = None) -> None:
        """Play up to the event with that number, or to the end of the match."""
        step: dict[str, Any] = {}
        while "over" not in (step := await self._next(step, number)):
            await self.take(step)

    async def _next(self, last: dict[str, Any], number: int | None) -> dict[str, Any]:
        try:
            return await self.ann.do("next", keys=self.by_keys, number=number)
        except AssertionError as error:
            raise AssertionError(f"nothing followed {last}") from error


class ScreenKeyPlayer(ScreenMousePlayer):
    by_keys = True

    async def use(self, name: str) -> None:
        await self.ann.do("place", name=name)
        await tab_to(self.ann, self.desk, name)
        self.desk.press("space")

    async def choose_game(self, game: str) -> None:
        keys = list(GAMES)
        await tab_to(self.ann, self.desk, f"game_{keys[0]}")
        for _ in range(keys.index(game)):
            self.desk.press("Right")

    async def take(self, step: dict[str, Any]) -> None:
        if (await self.ann.do("look"))["focus"] != step["on"]:
            await tab_to(self.ann, self.desk, step["on"])
        if step["keys"]:
            self.desk.press(*step["keys"])
        if "write" in step:
            self.desk.write(step["write"])
            self.desk.press("Return")
