"""Windows and Linux: two computers, two screens, one game played by the mouse. `.ci/windows windows mixed` runs this.

Windows' Python runs under Wine in the folder that NETGAME_WINE names. The pictures of both screens are kept there.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
import trio

from deploy.windows.wine import Wine
from tests import netns
from tests.end_to_end.test_two_computers import agree, as_process
from tests.netns import Computer
from tests.window.screen import SIZE, Screen, screen
from tests.window.screen_players import ScreenMousePlayer

FOLDER = os.environ.get("NETGAME_WINE", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs_qt,
    pytest.mark.skipif(not FOLDER, reason="Windows' Python is only there for .ci/windows"),
    pytest.mark.timeout(1800),
]
ROBOT = ("-m", "tests.window.screen_robot", "--home")
CHECKOUT = "netgame"  # on drive C
START_S = 400.0  # a guard against hanging: on a busy machine Wine starts in a minute or two
# Programs do not wait long for Wine's desktop; without it the screen has another size. This prints a line when it is
# there, and keeps it.
SWITCH_ON = f"""
import subprocess, sys
ask = "import ctypes, sys; sys.exit(ctypes.windll.user32.GetSystemMetrics(0) != {SIZE[0]})"
while subprocess.call([sys.executable, "-c", ask]):
    pass
print(flush=True)
sys.stdin.read()
"""


@dataclass(frozen=True)
class Desk:
    """A computer with a screen, and Wine if its system is Windows."""

    name: str  # of the player
    computer: Computer
    screen: Screen
    folder: Path
    wine: Wine | None

    @asynccontextmanager
    async def window(self) -> AsyncIterator[ScreenMousePlayer]:
        """Open the window of the player, with what earlier windows of that player have kept."""
        environ = {"DISPLAY": self.screen.environment["DISPLAY"], "NETGAME_LAN": "all", "LOGNAME": self.name}
        if self.wine is not None:
            command = self.wine.python(*ROBOT, rf"C:\homes\{self.name}", environ=environ, folder=CHECKOUT)
        else:
            command = [sys.executable, *ROBOT, str(self.folder / "home")]
            environ = {**os.environ, **environ, "QT_QPA_PLATFORM": "xcb"}
        async with (
            self._switched_on(environ),
            as_process(self.computer.command(*command), environ, self.folder / "log.txt", START_S) as made,
        ):
            await made.do("looks", window="main")
            yield ScreenMousePlayer(made, self.screen)

    @asynccontextmanager
    async def _switched_on(self, environ: Mapping[str, str]) -> AsyncIterator[None]:
        async with trio.open_nursery() as nursery:
            if self.wine is not None:
                command = self.computer.command(*self.wine.python("-c", SWITCH_ON, environ=environ))
                pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
                process = await nursery.start(partial(trio.run_process, command, check=False, **pipes))
                await process.stdout.receive_some()
            yield
            nursery.cancel_scope.cancel()


@contextmanager
def desk(name: str, computer: Computer, folder: Path, wine: Wine | None) -> Iterator[Desk]:
    """Provide a new player's computer. All that runs on it ends with the block."""
    folder.mkdir()
    if wine is not None:
        shutil.rmtree(wine.drive / "homes", ignore_errors=True)
    with screen(folder) as made:
        try:
            yield Desk(name, computer, made, folder, wine)
        finally:
            computer.pull_plug()


@pytest.fixture
def desks(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Desk]]:
    """The computers of Ann and Bob, with the systems that the parameter names."""
    first = Wine(Path(FOLDER))
    windows = iter((first, first.copy("second") if request.param == "windows windows" else first))
    ann, bob = (next(windows) if system == "windows" else None for system in request.param.split())
    with (
        netns.lan(2) as computers,
        desk("ann", computers[0], tmp_path / "ann", ann) as at_ann,
        desk("bob", computers[1], tmp_path / "bob", bob) as at_bob,
    ):
        yield [at_ann, at_bob]


@pytest.mark.parametrize(
    "desks",
    ["windows windows", "windows linux", "linux windows"],
    indirect=True,
    ids=lambda words: words.replace(" ", "-"),
)
async def test_a_game_goes_on_after_its_host_lost_its_power(desks: list[Desk], request: pytest.FixtureRequest) -> None:
    at_ann, at_bob = desks
    async with at_bob.window() as bob:
        async with at_ann.window() as ann:
            await ann.host("clod")
            table = (await ann.ann.do("served"))["table"]
            await bob.use("tile_join")
            await bob.use(table)
            await bob.use("take_seat")
            await play(ann, bob, number=24)
            before = await bob.ann.do("state")
            at_ann.computer.pull_plug()
            await ann.ann.process.wait()

        async with at_ann.window() as ann:
            await ann.use(f"continue_{table}")
            await ann.ann.do("online")
            await bob.ann.do("online")
            again = await ann.ann.do("state")
            await play(ann, bob)
            one, other = await ann.ann.do("state"), await bob.ann.do("state")
            for number, shown in enumerate(desks, 1):
                file = f"{request.node.callspec.id}-{number}-{shown.name}.png"
                shown.screen.keep_picture(Path(FOLDER) / "pictures" / file)

    assert again["moves"][: len(before["moves"])] == before["moves"]
    agree(one, other)
    assert one["phase"] == "over"
    assert one["ended"][0] == "legs"


async def play(*players: ScreenMousePlayer, number: int | None = None) -> None:
    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(player.play, number)
