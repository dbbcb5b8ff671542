"""The programs of computer players, played by small scripts: their folders, failures and return."""

import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
from PySide6.QtCore import QObject

from client_qt.hosting.computer_players import FACTS_FILE, TRIES, ComputerPlayers
from devtools.harness.window.program import until
from netgame.text import Text
from protocol.address import Address
from protocol.client import Server
from protocol.engine import join_command

FINGERPRINT, TABLE = "ab" * 32, "t1"
SERVER = Server(FINGERPRINT, (Address("127.0.0.1", 7000),))
SEATED = f'print(\'{{"table": "{TABLE}"}}\', flush=True)'
WAITS = "sys.stdin.read()"
pytestmark = pytest.mark.qt_trio


@dataclass
class Programs:
    """The computer players of a window, whose program is a script. `starts` are the arguments of each start."""

    folder: Path
    script: str
    starts: list[list[str]] = field(default_factory=list)
    failures: list[tuple[str, str, Text]] = field(default_factory=list)

    def command(self, arguments: Sequence[str]) -> list[str]:
        self.starts.append(list(arguments))
        return [sys.executable, "-c", f"import sys\n{self.script}"]

    @asynccontextmanager
    async def window(self) -> AsyncIterator[ComputerPlayers]:
        parent = QObject()
        async with trio.open_nursery() as nursery:
            players = ComputerPlayers(self.folder, nursery, parent, self.command)
            players.failed.connect(lambda *failure: self.failures.append(failure))
            yield players
            nursery.cancel_scope.cancel()

    def folders(self) -> list[Path]:
        return sorted(self.folder.glob("*"))


async def test_a_program_gets_its_words_and_goes_on_with_the_next_window(tmp_path: Path) -> None:
    made = Programs(tmp_path, f"{SEATED}\n{WAITS}")
    async with made.window() as players:
        players.seat(SERVER, TABLE, 4, "sesame")
        assert players.is_coming(FINGERPRINT, TABLE)
        await until(lambda: not players.is_coming(FINGERPRINT, TABLE))
    [words] = made.starts
    assert words[:4] == ["computer", "127.0.0.1:7000", "--fingerprint", FINGERPRINT]
    for pair in (["--table", TABLE], ["--level", "4"], ["--code", "sesame"]):
        assert words[words.index(pair[0]) :][:2] == pair
    [folder] = made.folders()

    async with made.window() as players:
        players.go_on(Server("cd" * 32, SERVER.addresses))
        players.go_on(SERVER)
        players.go_on(SERVER)
        await until(lambda: len(made.starts) == 2)
    words = made.starts[1]
    assert "--finish" in words
    assert words[words.index("--folder") + 1] == str(folder)
    assert words[words.index("--level") + 1] == "4"
    assert len(made.starts) == 2
    assert not made.failures

    command = ("my robot", "--fast")
    async with made.window() as players:
        players.seat(SERVER, "another", None, engine=command)
        await until(lambda: not players.is_coming(FINGERPRINT, "another"))
    async with made.window() as players:
        players.go_on(SERVER)
        await until(lambda: len(made.starts) == 5)
    of_engine = [words for words in made.starts if "--engine" in words]
    assert ["--finish" in words for words in of_engine] == [False, True]
    for words in of_engine:
        assert words[words.index("--engine") + 1] == join_command(command)
        assert "--level" not in words


async def test_the_folder_of_a_player_whose_games_are_over_is_removed(tmp_path: Path) -> None:
    made = Programs(tmp_path, SEATED)
    async with made.window() as players:
        players.seat(SERVER, TABLE, 1)
        await until(lambda: made.starts and not made.folders())
    assert not made.failures


async def test_a_program_that_is_not_there_is_reported(tmp_path: Path) -> None:
    made = Programs(tmp_path, "")
    made.command = lambda arguments: [str(tmp_path / "nothing")]  # type: ignore[method-assign]
    async with made.window() as players:
        players.seat(SERVER, TABLE, 1)
        await until(lambda: made.failures)
    assert not made.folders()


async def test_a_refused_player_is_reported_with_its_reason_and_forgotten(tmp_path: Path) -> None:
    made = Programs(
        tmp_path / "computers", """print('{"error": "Only for {who}", "args": {"who": "people"}}'); sys.exit(1)"""
    )
    async with made.window() as players:
        players.seat(SERVER, TABLE, 1)
        await until(lambda: made.failures)
        assert not players.is_coming(FINGERPRINT, TABLE)

    [(server, table, why)] = made.failures
    assert (server, table, str(why)) == (FINGERPRINT, TABLE, "Only for people")
    assert len(made.starts) == 1
    assert not made.folders()


async def test_a_player_that_dies_comes_back_a_few_times(tmp_path: Path) -> None:
    made = Programs(tmp_path, f"{SEATED}\nimport os; os.abort()")
    async with made.window() as players:
        players.seat(SERVER, TABLE, 1)
        await until(lambda: made.failures)

    assert ["--finish" in words for words in made.starts] == [False, *[True] * (TRIES - 1)]
    assert len(made.folders()) == 1, "the next window tries again"


@pytest.mark.parametrize("facts", ["", "[]", "{}", json.dumps({"server": FINGERPRINT, "table": TABLE, "level": "x"}),
                                   json.dumps({"server": FINGERPRINT, "table": TABLE, "level": None})])  # fmt: skip
async def test_a_damaged_file_is_no_player(tmp_path: Path, facts: str) -> None:
    made = Programs(tmp_path, WAITS)
    (made.folder / "old").mkdir(parents=True)
    (made.folder / "old" / FACTS_FILE).write_text(facts)
    async with made.window() as players:
        players.go_on(SERVER)
    assert not made.starts
