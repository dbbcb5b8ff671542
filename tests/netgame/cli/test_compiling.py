"""The engine compiles the search of a game while it plays, and plays on if that fails."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from netgame.cli import compiling
from netgame.games.thud.game import Thud
from netgame.players.kernels import GETTING_FASTER
from tests.project.sources import ROOT

pytestmark = pytest.mark.slow
needs_numba = pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it")


@contextmanager
def engine(**environment: str) -> Iterator["Talk"]:
    """Start the engine of this project, and end it."""
    command = [sys.executable, "-m", "netgame", "engine"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, text=True, **pipes) as process:  # type: ignore[call-overload]
        talk = Talk(process)
        for line in ("version 1", "game thud", "start"):
            talk.ask(line)
        yield talk
        talk.end()


class Talk:
    """Commands to an engine, and its answers."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.notes: list[str] = []

    def ask(self, line: str, until: int | None = None) -> str:
        """Send a command and return its answer. Keep the notes that come before it, and stop after so many of them."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        while True:
            word, _, rest = self._process.stdout.readline().strip().partition(" ")
            if word == "note":
                self.notes.append(rest)
                if len(self.notes) == until:
                    self._process.stdin.write("stop\n")
                    self._process.stdin.flush()
            elif word != "info":
                return f"{word} {rest}"

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait() == 0


@pytest.mark.parametrize(
    "modules",
    [
        "netgame.cli.main, protocol.engine, server.app",
        pytest.param("client_qt.app.application", marks=pytest.mark.needs_qt),
    ],
)
def test_no_program_imports_the_compiler_before_it_is_needed(modules: str) -> None:
    program = f"import sys, {modules}, netgame.players; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert not {"numba", "numpy", "llvmlite"} & set(done.stdout.split())


def is_legal(answer: str) -> bool:
    game = Thud()
    move = game.parse(game.start(), answer.removeprefix("move "))
    game.check(game.start(), move)
    return True


@needs_numba
def test_the_engine_says_that_it_gets_faster_until_it_is() -> None:
    with engine() as talk:
        while len(talk.notes) < 2:
            assert is_legal(talk.ask("choose ms 50"))
        assert is_legal(talk.ask("choose ms 50"))
        assert is_legal(talk.ask("choose level 5 ms 50"))

        assert bool(talk.notes[0])
        assert talk.notes[1:] == [""]


@needs_numba
def test_an_engine_that_is_compiling_ends_at_once() -> None:
    with engine(NUMBA_CACHE_DIR="") as talk:
        assert is_legal(talk.ask("choose level 5 ms 1"))
        assert is_legal(talk.ask("choose level 5 ms 1"))
        assert len(talk.notes) == 1


@needs_numba
def test_the_first_answer_does_not_wait_for_the_compiler() -> None:
    with engine() as talk:
        assert is_legal(talk.ask("choose level 5 ms 100"))

        assert talk.notes == []


@needs_numba
def test_the_first_analysis_of_a_process_gets_faster_when_it_takes_long() -> None:
    with engine() as talk:
        for line in ("game royalclod", "start", "roll 3 5"):
            talk.ask(line)
        talk.ask("analyse", until=2)

        assert talk.notes == [GETTING_FASTER, ""]


def test_an_engine_that_chooses_once_compiles_nothing() -> None:
    with engine() as talk:
        assert is_legal(talk.ask("choose ms 20"))

        assert talk.notes == []


def test_lower_levels_and_numbers_of_nodes_compile_nothing() -> None:
    with engine() as talk:
        for limit in ("level 1", "level 4 ms 20", "nodes 50", "level 5 nodes 50"):
            assert is_legal(talk.ask(f"choose {limit}"))

        assert talk.notes == []


def test_a_compiler_that_fails_leaves_the_pure_search(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('no LLVM here')")

    with engine(PYTHONPATH=str(tmp_path)) as talk:
        assert is_legal(talk.ask("choose level 5 ms 20"))
        while len(talk.notes) % 2:
            assert is_legal(talk.ask("choose ms 20"))
        assert is_legal(talk.ask("choose level 5 ms 20"))


def test_without_a_compiler_there_is_no_note(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['numba'] = None")

    with engine(PYTHONPATH=str(tmp_path)) as talk:
        for _ in range(3):
            assert is_legal(talk.ask("choose ms 20"))
        assert talk.notes == []


def test_the_cache_is_in_the_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(compiling.FOLDER)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_words, **_more: tmp_path)

    compiling.remember()

    folder = Path(os.environ[compiling.FOLDER])
    assert folder.is_dir()
    assert folder.is_relative_to(tmp_path)


def test_a_folder_that_cannot_be_made_means_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(compiling.FOLDER)
    (tmp_path / "file").touch()
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_words, **_more: tmp_path / "file")

    compiling.remember()

    assert compiling.FOLDER not in os.environ
