"""Computer players that this window seats at tables of servers: a process for each, with a folder for its key."""

import json
import logging
import secrets
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.hosting.server_process import server_command, server_environment
from client_qt.text.disk_words import disk_words
from client_qt.trio_guest import Starts
from netgame.text import Text
from protocol.client import Server
from protocol.engine import join_command
from protocol.files import write_whole
from protocol.platform import make_private_folder

log = logging.getLogger(__name__)

FACTS_FILE, LOG_FILE = "player.json", "computer.log"
STOP_S = 5.0  # until a program that does not end is killed
TRIES = 3  # of a program that ends unexpectedly
MAX_LINE = 10_000  # bytes that a program may print on a line
NAME = "Computer"  # at the server, which numbers equal names
ENDED = Text("The computer player has ended unexpectedly. Its log is {file}")


@dataclass(frozen=True)
class ComputerSeat:
    """A computer player of this window. The server knows it by the key in its folder."""

    folder: Path
    server: str  # fingerprint
    table: str  # where it took its first seat
    level: int | None
    engine: tuple[str, ...] = ()  # the words of its command; empty for the built-in one


class ComputerPlayers(QObject):
    """The programs of all computer players of this window. They end with it, and go on with their games afterwards."""

    changed = Signal()  # `is_coming`
    failed = Signal(str, str, object)  # fingerprint, table, Text

    def __init__(
        self,
        folder: Path,
        nursery: Starts,
        parent: QObject,
        command: Callable[[Sequence[str]], list[str]] = server_command,
    ) -> None:
        super().__init__(parent)
        self._folder, self._nursery, self._command = folder, nursery, command
        self._known = {player.folder: player for player in _saved(folder)}
        self._started: set[Path] = set()
        self._coming: set[tuple[str, str]] = set()

    def is_coming(self, server: str, table: str) -> bool:
        """Whether a computer player was started for a table and has no seat yet."""
        return (server, table) in self._coming

    def seat(self, server: Server, table: str, level: int | None, code: str = "", engine: Sequence[str] = ()) -> None:
        """Let a computer player take the free seat of a table: the built-in one, or an engine of the user."""
        folder = self._folder / secrets.token_hex(8)
        player = ComputerSeat(folder, server.fingerprint or "", table, level, tuple(engine))
        self._coming.add((player.server, table))
        self._start(player, server, ["--table", table, *(["--code", code] if code else [])])
        self.changed.emit()

    def go_on(self, server: Server) -> None:
        """Go on with the unfinished games of computer players at a server, once."""
        for player in list(self._known.values()):
            if player.server == server.fingerprint and player.folder not in self._started:
                self._start(player, server, ["--finish"])

    def _start(self, player: ComputerSeat, server: Server, words: Sequence[str]) -> None:
        self._known[player.folder] = player
        self._started.add(player.folder)
        self._nursery.start_soon(self._play, player, server, words)

    async def _play(self, player: ComputerSeat, server: Server, words: Sequence[str]) -> None:
        """Run the program of a player until its games are over."""
        was_seated = "--finish" in words
        problem: Text | None = None

        def read(line: dict[str, Any]) -> None:
            nonlocal was_seated, problem
            if "error" in line:
                problem = Text(line["error"], line["args"])
            else:
                was_seated = True
                self._arrived(player)

        for _ in range(TRIES):
            try:
                _save(player)
                async with _running(self._command(_arguments(player, server, words)), player.folder) as process:
                    await _read_lines(process, read)
                    exit_code = await process.wait()
            except OSError as error:
                problem = Text("The computer player does not start ({reason})", {"reason": disk_words(error)})
            if problem is not None:
                self._fail(player, problem, was_seated)
                return
            if exit_code == 0:
                self._forget(player)
                return
            log.warning("the program of a computer player has ended with code %d", exit_code)
            words = ["--finish"] if was_seated else words
        self._fail(player, Text(ENDED.template, {"file": str(player.folder / LOG_FILE)}), was_seated=True)

    def _arrived(self, player: ComputerSeat) -> None:
        self._coming.discard((player.server, player.table))
        self.changed.emit()

    def _fail(self, player: ComputerSeat, why: Text, was_seated: bool) -> None:
        self._arrived(player)
        if not was_seated:
            self._forget(player)
        self.failed.emit(player.server, player.table, why)

    def _forget(self, player: ComputerSeat) -> None:
        del self._known[player.folder]
        shutil.rmtree(player.folder, ignore_errors=True)


def _arguments(player: ComputerSeat, server: Server, words: Sequence[str]) -> list[str]:
    return [
        "computer", *map(str, server.addresses),
        *(["--public-name", server.public_name] if server.public_name else ["--fingerprint", player.server]),
        *(["--level", str(player.level)] if player.level is not None else []),
        *(["--engine", join_command(player.engine)] if player.engine else []),
        "--name", NAME, "--folder", str(player.folder.absolute()),
        "--until-input-ends", "--json", *words,
    ]  # fmt: skip


@asynccontextmanager
async def _running(command: Sequence[str], folder: Path) -> AsyncIterator[trio.Process]:
    """Run a program; at the end of the block it ends by itself, or is killed."""
    settings: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        settings = {"creationflags": subprocess.CREATE_NO_WINDOW}
    with open(folder / LOG_FILE, "wb") as messages, trio.CancelScope(shield=True):
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages, cwd=folder,
            env=server_environment(), **settings,
        )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process
    finally:
        with trio.CancelScope(shield=True):
            await process.stdin.aclose()
            with trio.move_on_after(STOP_S):
                await process.wait()
            if process.returncode is None:
                process.kill()
            await process.wait()
            await process.stdout.aclose()


async def _read_lines(process: trio.Process, read: Callable[[dict[str, Any]], object]) -> None:
    """Read the lines of JSON that a program prints, until it prints no more."""
    assert process.stdout is not None
    rest = b""
    async for data in process.stdout:
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            with suppress(ValueError):
                read(json.loads(line))
        rest = rest[:MAX_LINE]


def _save(player: ComputerSeat) -> None:
    facts = {"server": player.server, "table": player.table, "level": player.level, "engine": player.engine}
    make_private_folder(player.folder)
    write_whole(player.folder / FACTS_FILE, json.dumps(facts).encode(), private=True)


def _saved(folder: Path) -> Iterator[ComputerSeat]:
    """Yield the computer players whose games were not over when the window closed."""
    for file in sorted(folder.glob(f"*/{FACTS_FILE}")):
        try:
            facts = json.loads(file.read_bytes())
            level, engine = facts["level"], tuple(map(str, facts.get("engine", ())))
            known_level = None if engine and level is None else int(level)
            yield ComputerSeat(file.parent, str(facts["server"]), str(facts["table"]), known_level, engine)
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            log.warning("%s cannot be read: %r", file, error)
