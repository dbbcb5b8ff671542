"""`netgame-server computer` as a process: it comes back to its seat, ends in order, and reports errors."""

import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.process import ROOT
from devtools.harness.server.serving import running_on_loopback, until
from devtools.harness.systems import WINDOWS
from netgame.match.events import Moved
from protocol import messages as m
from protocol.address import Address
from protocol.client import NewEvents, Server
from protocol.engine import join_command
from protocol.files import try_lock
from server.app import Serving
from server.cli.main import main
from server.computer.program import LOCK_FILE
from server.demo.player import DemoPlayer
from tests.server.computer.engines import engine
from tests.server.computer.test_player import quick

GAME, LONG_GAME = "clod", "thud"
pytestmark = pytest.mark.slow


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(tmp_path / "data", plain=False, computers="local") as started:
            yield started


class Program:
    """A computer player as a process, and the lines of JSON that it prints."""

    def __init__(self, process: trio.Process) -> None:
        self.process = process
        self._read = b""

    async def line(self) -> dict[str, Any]:
        """Return its next line."""
        assert self.process.stdout is not None
        while b"\n" not in self._read:
            data = await self.process.stdout.receive_some()
            assert data, "it has ended"
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found


@asynccontextmanager
async def program(port: int, folder: Path, *words: str, first_move: bool = True) -> AsyncIterator[Program]:
    command = engine()
    quick_engine = ["--engine", f"{command[0]} {folder.parent / 'engine.py'}"] if first_move else []
    folder.parent.mkdir(parents=True, exist_ok=True)
    (folder.parent / "engine.py").write_text(command[2])
    process = await trio.lowlevel.open_process(
        [
            sys.executable, "-m", "server", "computer", f"127.0.0.1:{port}", "--folder", str(folder), "--json",
            "--pace", "0", *quick_engine, *words,
        ],
        cwd=ROOT, stdin=-1, stdout=-1,
    )  # fmt: skip
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def person(port: int) -> AsyncIterator[DemoPlayer]:
    async with trio.open_nursery() as nursery:
        ann = DemoPlayer("Ann", 1)
        await ann.connect(Server(None, (Address("127.0.0.1", port),)), nursery)
        yield ann
        nursery.cancel_scope.cancel()


async def test_a_python_file_plays_a_match_under_its_own_name(serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "my player.py"
    file.write_text("NAME = 'Snapper'\n\ndef choose(game, state, limits):\n    return next(game.moves(state))\n")
    async with person(serving.port) as ann:
        table = await ann.session.make_table(GAME, quick(GAME), player=0)
        words = ["--table", table, "--engine", join_command([str(file)]), "--until-input-ends"]
        async with program(serving.port, tmp_path / "robbie", *words, first_move=False) as robbie:
            played = await ann.play(table)
            said = await robbie.line()
            assert robbie.process.stdin is not None
            await robbie.process.stdin.aclose()
            code = await robbie.process.wait()

    assert said == {"table": table}
    assert code == 0
    assert [seat.computer for seat in played.match.seats if seat] == ["", "Snapper"]
    assert played.match.ended is not None
    assert played.match.ended.reason != "resigned"


async def test_a_killed_program_comes_back_to_its_seat_with_its_folder_and_keeps_it_when_it_ends_at_a_signal(
    serving: Serving, tmp_path: Path
) -> None:
    async with person(serving.port) as ann:
        table = await ann.session.make_table(LONG_GAME, {}, player=1)
        await ann.session.watch(table)
        async with program(serving.port, tmp_path / "robbie", "--table", table) as robbie:
            await until(ann.session, has_moved)
            robbie.process.kill()
            await robbie.process.wait()
        await until(ann.session, lambda update: isinstance(update, m.Presence) and not update.present[0])

        async with program(serving.port, tmp_path / "robbie", "--finish") as robbie:
            assert await robbie.line() == {"table": table}
            await until(ann.session, lambda update: isinstance(update, m.Presence) and update.present[0])
            if not WINDOWS:
                robbie.process.send_signal(signal.SIGTERM)
                code = await robbie.process.wait()
                gone = await until(ann.session, lambda update: isinstance(update, m.Presence) and not update.present[0])
                assert (code, gone.causes[0]) == (0, "left")


def has_moved(update: object) -> bool:
    return isinstance(update, NewEvents) and any(isinstance(event, Moved) for event in update.events)


def test_one_folder_is_for_one_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "robbie").mkdir()
    with open(tmp_path / "robbie" / LOCK_FILE, "w") as other:
        assert try_lock(other.fileno())
        assert main(["computer", "127.0.0.1:1", "--folder", str(tmp_path / "robbie"), "--json"]) == 1

    assert json.loads(capsys.readouterr().out)["args"] == {"folder": str(tmp_path / "robbie")}


@pytest.mark.parametrize(
    "words",
    [["127.0.0.1:1"], ["not an address"], ["127.0.0.1:1", "--engine", "/nowhere/engine"],
     ["127.0.0.1:1", "--password-file", "/nowhere/password"]],
    ids=["no server", "no address", "no engine", "no password"],
)  # fmt: skip
def test_an_error_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["computer", *words, "--folder", str(tmp_path / "robbie")]) == 1

    assert capsys.readouterr().err.splitlines()[-1].startswith("netgame-server computer: ")
