"""The engine compiles the search of a game while it plays, and plays on if that fails."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from netgame.cli import compiling, engine
from netgame.game import Game
from netgame.games.royalclod.game import RoyalClod
from netgame.players.kernels import GETTING_FASTER
from tests.netgame.cli.test_engine import Talk
from tests.project.sources import ROOT

needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it")
ROLLED = ("game royalclod", "start", "roll 3 5")


class Notes(Talk):
    """An engine that keeps its notes, in a game of which a roll has fallen."""

    def __init__(self, **environment: str) -> None:
        super().__init__(**environment)
        self.notes: list[str] = []
        for line in ROLLED:
            self.ask(line)

    def hear(self, until: int = 0) -> str:
        """Return the next answer. Keep the notes that come before it, and stop after so many of them."""
        while (line := super().hear()).startswith("note"):
            self.notes.append(line.removeprefix("note").strip())
            if len(self.notes) == until:
                self.say("stop")
        return line

    def choose(self, limits: str) -> None:
        """Let the engine choose a move, which is legal."""
        game = RoyalClod()
        state = game.rolled(game.start(), (3, 5))
        game.check(state, game.parse(state, self.ask(f"choose {limits}").removeprefix("move ")))

    def analyse(self, until: int) -> None:
        self.say("analyse")
        self.hear(until)


@contextmanager
def started(**environment: str) -> Iterator[Notes]:
    talk = Notes(**environment)
    yield talk
    assert talk.end()[0] == 0


@pytest.mark.slow
@pytest.mark.needs_qt
def test_no_program_imports_the_compiler_before_it_is_needed() -> None:
    modules = "netgame.cli.main, protocol.engine, server.app, client_qt.app.application, netgame.players"
    command = [sys.executable, "-c", f"import sys, {modules}; print(*sys.modules)"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"numba", "numpy", "llvmlite"} & set(done.stdout.split())


def compiled(cache: Path) -> dict[Path, int]:
    """Return when each file of a cache was written."""
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}


@pytest.mark.slow
@pytest.mark.sweep
@needs_numba
def test_an_engine_gets_faster_while_it_plays_and_the_next_one_uses_what_it_compiled(tmp_path: Path) -> None:
    with started(NUMBA_CACHE_DIR=str(tmp_path)) as first:
        first.choose("level 5 ms 100")
        assert first.notes == []
        while len(first.notes) < 2:
            first.choose("ms 50")
        first.choose("ms 50")
        first.choose("level 5 ms 50")
        assert first.notes == [GETTING_FASTER, ""]

    kept = compiled(tmp_path)
    with started(NUMBA_CACHE_DIR=str(tmp_path)) as second:
        second.analyse(until=2)  # a search that takes long
        assert second.notes == [GETTING_FASTER, ""]

    assert kept == compiled(tmp_path) != {}


@pytest.mark.slow
@pytest.mark.sweep
@needs_numba
def test_without_a_folder_for_its_results_it_compiles_and_leaves_nothing_beside_the_sources() -> None:
    with started(NUMBA_CACHE_DIR="") as talk:
        talk.analyse(until=2)
    assert talk.notes == [GETTING_FASTER, ""]
    assert not compiled(ROOT / "netgame")


@pytest.mark.slow
@needs_numba
def test_an_engine_that_is_compiling_ends_at_once() -> None:
    with started(NUMBA_CACHE_DIR="") as talk:
        talk.choose("level 5 ms 1")
        talk.choose("level 5 ms 1")
        assert len(talk.notes) == 1


class NoCompiler(compiling.Compiler):
    """It notes what it should compile."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Game[Any, Any]] = []

    def begin(self, game: Game[Any, Any]) -> None:
        self.asked.append(game)


def answers(compiler: compiling.Compiler, *limits: str) -> list[str]:
    """Return what an engine answers when it has to choose."""
    sink = StringIO()
    engine.run(engine.player(None, compiler), [*ROLLED, *(f"choose {limit}" for limit in limits)], sink)
    return [line for line in sink.getvalue().splitlines()[len(ROLLED) :] if not line.startswith("info ")]


@pytest.mark.parametrize(
    ("limits", "compiles"),
    [
        (["ms 20"], False),  # for a hint
        (["ms 20", "ms 20"], True),
        (["level 5 ms 20"], True),
        (["level 1", "level 4 ms 20", "nodes 50", "level 5 nodes 50"], False),
    ],
)
def test_only_the_strongest_of_several_choices_compile(limits: list[str], compiles: bool) -> None:
    compiler = NoCompiler()
    assert len(answers(compiler, *limits)) == len(limits)
    assert compiler.asked == [RoyalClod()] * compiles


@pytest.mark.slow
def test_a_compiler_that_fails_leaves_the_pure_search(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('no LLVM here')")
    with started(PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)])) as talk:
        talk.choose("level 5 ms 20")
        while len(talk.notes) % 2:
            talk.choose("ms 20")
        talk.choose("level 5 ms 20")


def test_without_a_compiler_there_is_no_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert [line.split()[0] for line in answers(compiling.Compiler(), *["ms 20"] * 3)] == ["move"] * 3


def test_the_cache_is_in_the_folder_of_the_user_if_that_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(compiling.FOLDER)
    (tmp_path / "file").touch()
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_words, **_more: tmp_path / "file")
    compiling.remember()
    assert compiling.FOLDER not in os.environ
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_words, **_more: tmp_path)
    compiling.remember()

    folder = Path(os.environ[compiling.FOLDER])
    assert folder.is_dir()
    assert folder.is_relative_to(tmp_path)
