"""`python -m netgame engine`: the line protocol, as docs/developing/write-a-player.md describes it."""

import gc
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.harness import PATIENCE_S
from netgame.cli.compiling import Compiler
from netgame.cli.engine import EnginePlayer, run
from netgame.cli.engine import player as engine_player
from netgame.cli.main import main
from netgame.players import Choice, Limits, OnChoice
from tests.project.sources import ROOT

PAGE = (ROOT / "docs" / "developing" / "write-a-player.md").read_text("utf-8")
COMMAND = [sys.executable, "-P", "-m", "netgame", "engine"]
SESSION = re.findall(r"^([<>]) (.*)$", PAGE, re.MULTILINE)


class Talk:
    """A running engine, and what it says."""

    def __init__(self, *command: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            command or COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            encoding="utf-8", env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, bufsize=1,
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.sent, self.heard = self.process.stdin, self.process.stdout
        self.infos: list[str] = []  # before the last answer

    def say(self, line: str) -> None:
        self.sent.write(f"{line}\n")

    def hear(self) -> str:
        self.infos = []
        while (line := self.heard.readline()).startswith("info "):
            self.infos.append(line.rstrip("\n"))
        return line.rstrip("\n")

    def ask(self, line: str) -> str:
        self.say(line)
        return self.hear()

    def set_up(self, key: str, *lines: str) -> None:
        assert {self.ask(line) for line in (f"game {key}", "start", *lines)} == {"ok"}

    def end(self) -> tuple[int, str]:
        """End the input. Return the exit code, and the messages."""
        _, messages = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, messages


@pytest.fixture(scope="module")
def engine() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    assert talk.end() == (0, "")


def test_the_session_of_the_page_is_what_the_engine_says(engine: Talk) -> None:
    assert {mark for mark, _ in SESSION} == {"<", ">"}
    said: list[tuple[str, str]] = []
    for command in [line for mark, line in SESSION if mark == ">" and line != "quit"]:
        answer = engine.ask(command)
        said += [(">", command), *(("<", line) for line in [*engine.infos[-1:], answer])]
    assert [anything(*line) for line in [*said, (">", "quit")]] == [anything(*line) for line in SESSION]


def anything(mark: str, line: str) -> tuple[str, str]:
    """Return a line without the version of the program, the value of a position and the moves that a search likes."""
    return mark, re.sub(r"(^name \w+|value|line|^move b4|^move d2)( .*?(?= line|$))?", r"\1", line).replace("d2", "b4")


@pytest.mark.parametrize(
    "line",
    [
        "hello", "version 2", "game chess", "option size 3", "option ties maybe", "play c4", "play", "play \u00e9",
        "roll 1", "roll 1 7", "roll x y", "back 0", "back 4", "back", "choose level 9", "choose level", "choose time 3",
        "choose ms -1", "start B", "start X 11 x", "roll 1 99999999999999999999", "choose level 1 level 2",
    ],
)  # fmt: skip
def test_a_wrong_line_gets_an_error_and_changes_nothing(engine: Talk, line: str) -> None:
    engine.set_up("clod", "roll 3 3")
    assert engine.ask(line).startswith("error ")
    # after the roll there is one cell
    assert engine.ask("choose nodes 10") == "move c3"


COMMANDS = ("version", "game", "option", "start", "play", "roll", "back", "choose nodes 1", "analyse nodes 1", "x")
SETTINGS = ("game clod", "game thud", "start", "roll 1 2", "play b1", "option ties white", "back 1")


@given(
    st.lists(
        st.sampled_from(SETTINGS)
        | st.builds("{} {}".format, st.sampled_from(COMMANDS), st.text(st.characters(exclude_categories=["C"]))),
        max_size=8,
    )
)
def test_no_line_ends_the_engine(engine: Talk, lines: list[str]) -> None:
    answers = [engine.ask(line).split()[0] for line in lines]
    assert set(answers) <= {"ok", "error", "name", "move", "roll"}


def answers(player: EnginePlayer, *lines: str) -> list[str]:
    """Return what an engine in this process answers."""
    sink = StringIO()
    run(player, lines, sink)
    return [line for line in sink.getvalue().splitlines() if not line.startswith("info ")]


def test_commands_in_the_wrong_order_are_errors() -> None:
    said = answers(
        engine_player(None, Compiler()), "play a1", "start", "choose", "option ties draw", "game clod", "choose"
    )
    assert [line.split()[0] for line in said] == ["error"] * 4 + ["ok", "error"]


def test_going_back_leads_to_the_position_before_and_an_option_takes_effect_at_the_next_start(engine: Talk) -> None:
    engine.set_up("clod", "roll 3 3", "play c3", "roll 3 3")
    assert engine.ask("play c3").startswith("error ")
    assert engine.ask("back 2") == "ok"
    assert engine.ask("play c3") == "ok"
    # a rule of Blooms: the target is for the race only, whichever option comes first
    assert {engine.ask(line) for line in ("game blooms", "option target 1", "option variant race", "start")} == {"ok"}


def test_an_analysis_without_limits_ends_when_it_is_stopped(engine: Talk) -> None:
    engine.set_up("conquid")
    engine.say("analyse")
    assert engine.heard.readline().startswith("info ")
    assert engine.ask("stop").startswith("move ")
    engine.set_up("clod", "roll 1 2")
    for line in ("analyse", "analyse", "stop"):  # two searches are stopped before they begin
        engine.say(line)
    assert engine.hear().startswith("move ")
    assert engine.hear().startswith("move ")
    engine.say("stop")  # without a search it means nothing for the next one
    engine.ask("choose nodes 64")
    assert "nodes 64" in engine.infos[-1]
    assert engine.ask("choose level 1 seed 5") == engine.ask("choose level 1 seed 5")


def test_a_move_is_written_before_the_search_is_freed_and_garbage_is_collected() -> None:
    sink = StringIO()
    said: list[str] = []
    collecting: list[bool] = []

    class Tree:
        def __del__(self) -> None:
            said.append(sink.getvalue())
            collecting.append(gc.isenabled())

    built_in = engine_player(None, Compiler())

    def searched(game: Any, state: Any, level: int | None, limits: Limits, report: OnChoice) -> Choice:
        return replace(built_in.search(game, state, level, limits, report), kept=Tree())

    run(EnginePlayer("one with a tree", searched), ["game clod", "start", "roll 3 3", "choose nodes 10"], sink)

    assert [answers.splitlines()[-1] for answers in said] == ["move c3"]
    assert collecting == [False]
    assert gc.isenabled()


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_the_end_of_the_input_ends_a_search_and_the_process(last: str) -> None:
    talk = Talk()
    talk.set_up("thud")
    talk.say("analyse")
    talk.sent.write(last)
    assert talk.end()[0] == 0


# ---- players of other people


@pytest.fixture
def player(tmp_path: Path) -> Path:
    return tmp_path / "player.py"


PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("set_up", [("game clod", "start", "roll 2 3"), ("game thud", "start")])
def test_the_python_file_of_the_page_plays(player: Path, set_up: tuple[str, ...]) -> None:
    player.write_text(PROGRAMS[0], "utf-8")
    snapper = engine_player(str(player), Compiler())
    name, *_, first, again = answers(snapper, "version 1", *set_up, "choose seed 1", "choose seed 1")
    assert (name, first) == ("name Snapper", again)
    assert answers(snapper, *set_up, first.replace("move", "play"))[-1] == "ok"


def test_the_complete_player_of_the_page_plays_a_whole_game(player: Path, engine: Talk) -> None:
    assert len(PROGRAMS[1].splitlines()) < 40
    player.write_text(PROGRAMS[1], "utf-8")
    talk = Talk(sys.executable, "-I", str(player))
    assert talk.ask("version 1").startswith("name ")
    assert talk.ask("game thud").startswith("error ")
    talk.set_up("clod")
    engine.set_up("clod")

    rolls = [f"roll {die} {(die * number) % 6 + 1}" for number in range(10) for die in range(1, 7)]
    moves = 0
    for line in rolls:
        if engine.ask(line) != "ok":
            break
        assert talk.ask(line) == "ok"
        if not engine.ask("choose nodes 1").startswith("move "):
            continue  # no cell to go to: the other side rolls, or this one rolls again
        chosen = talk.ask("choose").replace("move", "play")
        assert engine.ask(chosen) == "ok"
        assert talk.ask(chosen) == "ok"
        moves += 1

    assert moves > 20
    assert talk.end() == (0, "")


def test_what_a_player_prints_is_no_answer(player: Path) -> None:
    player.write_text("def choose(game, state, limits):\n    print('thinking')\n    return 'c3'\n", "utf-8")
    talk = Talk(*COMMAND, "--file", str(player))
    assert talk.ask("version 1") == "name player"
    talk.set_up("clod", "roll 3 3")
    assert talk.ask("choose") == "move c3"
    assert talk.end() == (0, "thinking\n")


def test_a_wrong_move_of_a_player_is_an_error(player: Path) -> None:
    wrong = ["None", "'c4'", "'no cell'", "[]", "object()"]
    choose = "def choose(game, state, limits):\n    return next(answers)\n"
    player.write_text(f"answers = iter([{', '.join(wrong)}])\n{choose}", "utf-8")
    said = answers(engine_player(str(player), Compiler()), "game clod", "start", "roll 3 3", *["choose"] * len(wrong))
    assert [line.split()[0] for line in said[3:]] == ["error"] * len(wrong)


@pytest.mark.parametrize(
    ("name", "problem"),
    [("player.py", "it has no function choose"), ("none.py", "cannot read it"), ("none.txt", "ends in .py")],
)
def test_a_file_without_a_player_is_an_error_on_one_line(
    player: Path, capsys: pytest.CaptureFixture[str], name: str, problem: str
) -> None:
    player.write_text("choose = 3", "utf-8")
    assert main(["engine", "--file", str(player.with_name(name))]) != 0
    messages = capsys.readouterr().err
    assert problem in messages
    assert messages.count("\n") == 1


def test_a_player_that_never_stops_ends_with_its_input(player: Path) -> None:
    player.write_text(
        "import time\ndef choose(game, state, limits):\n    while True:\n        time.sleep(1)\n", "utf-8"
    )
    talk = Talk(*COMMAND, "--file", str(player))
    talk.set_up("clod", "roll 3 3")
    talk.say("choose")

    assert talk.end()[0] == 0
