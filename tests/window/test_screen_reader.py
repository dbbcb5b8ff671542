"""A real screen reader: a game is joined, played, walked through and watched by AT-SPI alone."""

import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import known, running_on_loopback
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.players import KINDS
from server.app import Serving
from tests.window.screen import Screen

pytestmark = pytest.mark.slow
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PYTHON, PROGRAM = "/usr/bin/python3", Path(__file__).with_name("screen_reader.py")


class Reader:
    """A screen reader and its log. `said` are its announcements as one text."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self.log: list[str] = []
        self.said = ""
        self._heard = 0  # characters of `said`
        self._came = trio.Event()

    async def read(self) -> None:
        assert self.process.stdout is not None
        rest = b""
        async for data in self.process.stdout:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self.log.append(line.decode())
                kind, _, words = self.log[-1].partition("|")
                self.said += f"{words} " if kind == "say" else ""
            came, self._came = self._came, trio.Event()
            came.set()

    async def do(self, *steps: str) -> None:
        """Carry out steps, "role|part of the name|action", each when its part allows it."""
        assert self.process.stdin is not None
        for step in steps:
            known = len(self.log)
            await self.process.stdin.send_all(f"{step}\n".encode())
            while f"done|{step}" not in self.log[known:]:
                await self._more(step)

    async def hears(self, pattern: str) -> re.Match[str]:
        """Wait for a sentence after those that were heard before."""
        while (found := re.compile(pattern).search(self.said, self._heard)) is None:
            await self._more(pattern)
        self._heard = found.end()
        return found

    def focused(self, role: str) -> list[str]:
        """Return name and description of the parts with that role that got the focus."""
        start = f"focus|{role}|"
        return [line.removeprefix(start) for line in self.log if line.startswith(start)]

    async def _more(self, wanted: str) -> None:
        """Wait for the next line of the log. A long game on a busy machine has time as long as lines come."""
        with trio.move_on_after(PATIENCE_S) as scope:
            await self._came.wait()
        assert not scope.cancelled_caught, f"not {wanted}; the log ends with {self.log[-20:]}"


@asynccontextmanager
async def reading(environment: Mapping[str, str]) -> AsyncIterator[Reader]:
    """Run a screen reader on that screen. At the end it has done all steps, and has got the events before them."""
    process = await trio.lowlevel.open_process(
        [PYTHON, str(PROGRAM)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    reader = Reader(process)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(reader.read)
            yield reader
            assert process.stdin is not None
            await process.stdin.aclose()
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


@pytest.fixture
def accessible_desk(desk: Screen, tmp_path: Path) -> Iterator[Screen]:
    """A screen with a session bus and a bus for screen readers. The test is skipped where these are missing."""
    has_reader = Path(LAUNCHER).exists() and shutil.which("dbus-daemon") is not None
    if not has_reader or subprocess.run([PYTHON, "-c", "import pyatspi"], capture_output=True).returncode != 0:
        pytest.skip("no screen reader for tests: apt install at-spi2-core dbus python3-pyatspi")
    desk.environment |= {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb", "HOME": str(tmp_path)}
    bus = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with (tmp_path / "bus.log").open("wb") as log, subprocess.Popen(
        bus, env=desk.environment, stdout=subprocess.PIPE, stderr=log
    ) as daemon:  # fmt: skip
        assert daemon.stdout is not None
        desk.environment["DBUS_SESSION_BUS_ADDRESS"] = daemon.stdout.readline().decode().strip()
        launch = [LAUNCHER, "--launch-immediately"]
        with subprocess.Popen(launch, env=desk.environment, stdout=log, stderr=log) as launcher:
            yield desk
            launcher.terminate()  # with its own bus
        daemon.terminate()


@asynccontextmanager
async def ann_reads(desk: Screen, folder: Path, serving: Serving) -> AsyncIterator[Reader]:
    """Ann's window and her screen reader, in the lobby of a server that she did not know before."""
    names = {"NETGAME_LAN": "lo", "LOGNAME": "ann", "USER": "ann"}
    command = [sys.executable, "-m", "client_qt", "--home", str(folder)]
    with subprocess.Popen(command, env=desk.environment | names, stdout=subprocess.DEVNULL) as process:
        try:
            async with reading(desk.environment) as ann:
                await ann.do(
                    "push button|Join a game|Press",
                    f"text|Other address|write 127.0.0.1:{serving.port}",
                    "push button|Connect|Press",
                    "push button|Yes, show its tables|focused",
                    "push button|Yes, show its tables|Press",
                )
                await ann.hears(r"Connecting to 127\.0\.0\.1:\d+ \.\.\.")
                await ann.hears("Test answers. A table there is selected in the list.")
                assert "This is Test at 127.0.0.1:" in ann.focused("push button")[-1]
                await ann.do("push button|Lobby|Press")
                yield ann
        finally:
            process.kill()


async def watch_a_game(ann: Reader, dan: Opponent, table: str, nursery: trio.Nursery) -> None:
    """Watch the game of Cleo and Dan, and go back to the lobby."""
    await ann.do("push button|Watch|Press")
    await ann.hears("The game starts when both seats are taken.")
    await dan.sit_down(table)
    nursery.start_soon(dan.play, table)
    await ann.hears("Dan sits down.")
    await ann.hears("The game begins. Cleo rolled")
    for colour, name in (("Black", "Dan"), ("White", "Cleo")):
        await ann.hears(rf"{colour} places a stone on \w\d\. {name} rolled \d \d\.")
    await ann.hears(r"(Cleo|Dan) wins|draw")
    await ann.do("push button|First move|Press")
    await ann.hears(r"Move 0 of \d+\. The game begins\.")
    await ann.do("push button|Home|Press", "push button|Open the lobby|Press")


async def test_a_game_is_watched_and_another_one_joined_and_played(accessible_desk: Screen, tmp_path: Path) -> None:
    async with (
        running_on_loopback(tmp_path / "server", plain=False) as serving,
        opponent(known(serving)) as bob,
        opponent(known(serving), "Cleo", 1) as cleo,
        opponent(known(serving), "Dan", 2) as dan,
    ):
        table = await cleo.session.make_table("clod", {}, player=0, position=KINDS["clod"].position)
        async with trio.open_nursery() as nursery, ann_reads(accessible_desk, tmp_path / "ann", serving) as ann:
            nursery.start_soon(cleo.play, table)
            await watch_a_game(ann, dan, table, nursery)
            nursery.start_soon(bob.play, await bob.session.make_table("clod", {}, player=1))
            row = "list item|Bob  ·  waiting"
            await ann.do(f"{row}|SetFocus", f"{row}|focused", f"{row}|Press")
            await ann.hears(r"You rolled \d-\d\. It is your turn\. Choose one of the marked cells for your stone\.")
            await ann.do("table cell|e1|SetFocus", "table cell|e1|focused")
            accessible_desk.press("Right")
            await ann.do("table cell|f1|focused")
            accessible_desk.press("Down")
            await ann.do("table cell|f2|focused")
            await ann.do("table cell|allowed|Press")
            mine = (await ann.hears(r"Black places a stone on (\w\d)\. Bob rolled \d \d\."))[1]
            his = (await ann.hears(r"White places a stone on (\w\d)\. You rolled \d \d\."))[1]
            await ann.hears("It is your turn.")
            await ann.do("table cell|allowed|Press")
            await ann.hears(r"Black places a stone on \w\d\. Bob rolled")
            await ann.hears("It is your turn.")

            await ann.do("push button|Move back|Press")
            count = (await ann.hears(r"Move \d of (\d)\."))[1]
            await ann.do(f"table cell|{mine}, took|SetFocus", f"table cell|{mine}, took|focused")
            await ann.do(f"table cell|{mine}, took|Press", f"table cell|{mine}, black stone|SetFocus")
            await ann.hears(f"Move 1 of {count}. Black places a stone on {mine}.")
            await ann.do(f"table cell|{his}, empty|SetFocus")
            await ann.do("push button|Move forward|Press", f"table cell|{his}, white stone|SetFocus")
            await ann.hears(f"Move 2 of {count}. White places a stone on {his}.")
            await ann.do("push button|Live|Press")
            await ann.hears(f"Move {count} of {count}..* Choose one of the marked cells for your stone.")

            await ann.do("push button|Resign|Press", "push button|Cancel|focused", "push button|Resign|Press")
            await ann.hears("Bob wins")
            await ann.do("push button|Home|Press", "list item|Clod|SetFocus")
            nursery.cancel_scope.cancel()

    assert any(f"{mine}, took" in words and words.endswith("|Black: you") for words in ann.focused("table cell"))
