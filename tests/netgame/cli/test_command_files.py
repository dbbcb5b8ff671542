"""`python -m netgame convert`, and the program as a process: files, pipes and signals."""

import errno
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from devtools.harness import PATIENCE_S, heed_signals, raising
from devtools.harness.games.random_matches import RandomTable, random_log
from netgame.cli.json_report import match_value
from netgame.formats.base import FormatError
from netgame.formats.convert import read_file
from netgame.formats.registry import FORMATS
from netgame.games import GAMES
from netgame.match import HOST, Refused, act, to_act
from netgame.match.commands import AnswerOffer, MakeOffer, Resign, Tick
from netgame.options import options_of
from netgame.records.writer import write_record
from tests.netgame.cli.conftest import Terminal, example
from tests.project.sources import ROOT

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")


def held_by(key: str, battles: int = 1) -> RandomTable:
    """Return a match of that many battles, in progress, that a format can hold."""
    for kind in GAMES.values():
        options = {"battles": battles} if "battles" in {info.name for info in options_of(kind)} else {}
        table = RandomTable(kind(**options), seed=4)
        table.play(9)
        with suppress(FormatError):
            FORMATS[key].write(table.match)
            if table.game.legs == battles:
                return table
    raise AssertionError(f"{key} holds no match of {battles} battles")


@pytest.mark.parametrize("form", ["record", *FORMATS])
def test_a_byte_order_mark_does_not_hide_the_format(terminal: Terminal, form: str) -> None:
    key = "thud" if form == "record" else form
    terminal.file("match.netgame", write_record(held_by(key).log))
    terminal("convert", "match.netgame", "--to", form, "-o", "plain")
    (terminal.folder / "marked.txt").write_bytes(b"\xef\xbb\xbf" + (terminal.folder / "plain").read_bytes())
    said = terminal("verify", "marked.txt")
    assert (said.code, said.err) == (0, "")


@pytest.mark.parametrize("error", [PermissionError(errno.EPERM, "no links"), OSError(errno.ENOTSUP, "no links")])
def test_a_file_is_converted_where_there_are_no_hard_links_and_replaces_none(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, error: OSError
) -> None:
    monkeypatch.setattr(os, "link", raising(error))
    terminal.file("match.txt", write_record(held_by("thud").log))
    there, again = (terminal("convert", "match.txt", "--to", "thud", "-o", "made.thud") for _ in range(2))
    assert (there.code, (terminal.folder / "made.thud").read_text("utf-8")[:1] in "dtTR") == (0, True)
    assert "the file exists" in again.err
    assert [file.name for file in terminal.folder.iterdir() if file.name.startswith(".")] == []


@pytest.mark.parametrize("key", FORMATS)
def test_a_match_converts_to_another_format_and_back(terminal: Terminal, key: str) -> None:
    terminal.file("match.txt", write_record(held_by(key).log))
    other = f"match.{FORMATS[key].suffix}"
    there = terminal("convert", "match.txt", "--to", key, "-o", other)
    back = terminal("convert", other, "--to", "record", "-o", "back.txt", "--players", "Ann", "Bob", "--title", "again")

    assert (there.code, back.code) == (0, 0), there.err + back.err
    one = match_value(read_file((terminal.folder / "match.txt").read_bytes()))
    two = match_value(read_file((terminal.folder / "back.txt").read_bytes()))
    assert [move["position"] for move in one["moves"]] == [move["position"] for move in two["moves"]]
    assert (two["players"], two["title"]) == (["Ann", "Bob"], "again")
    assert terminal("verify", other).out.startswith(f"{other}: ok: {key}, ")
    assert terminal("convert", other, "--to", key).out == (terminal.folder / other).read_text(encoding="utf-8")


@pytest.mark.parametrize("key", FORMATS)
def test_convert_notes_how_a_leg_ended_and_refuses_a_match_that_would_be_read_as_another_one(
    terminal: Terminal, key: str
) -> None:
    """A match with dice, and one of which the first of two legs was resigned, cannot be held."""
    table = held_by(key)
    table.do(Resign(), 1)
    terminal.file("resigned.txt", write_record(table.log))
    terminal.file("dice.txt", write_record(random_log("clod", {}, seed=1, plies=4)))
    said = terminal("convert", "resigned.txt", "--to", key, "-o", "other")
    refused = terminal("convert", "dice.txt", "--to", key, "-o", "none")

    assert (said.code, said.err) == (0, f"note: the format {key} leaves out how leg 1 ended: resigned by player 1\n")
    assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
    if GAMES[table.game.key]().legs > 1:
        table = held_by(key, battles=2)
        table.do(Resign(), 1)
        terminal.file("two.txt", write_record(table.log))
        refused = terminal("convert", "two.txt", "--to", key, "-o", "none")
        assert (refused.code, refused.out) == (1, "")
        assert "cannot hold how leg 1 ended: resigned by player 1" in refused.err
    assert not (terminal.folder / "none").exists()


@pytest.mark.parametrize("key", FORMATS)
def test_convert_notes_missing_clocks_take_backs_and_flags(terminal: Terminal, key: str) -> None:
    """The moves of the history are converted. The format cannot hold take-backs and the flag."""
    table = held_by(key)
    timed = RandomTable(table.game, seed=4, clock="sudden 600")
    timed.play(9)
    asker = 1 - (to_act(timed.match) or 0)
    timed.do(MakeOffer("take_back"), asker)  # type: ignore[arg-type]
    timed.do(AnswerOffer(timed.match.number, accept=True), 1 - asker)  # type: ignore[arg-type]
    loser = to_act(timed.match)
    events = act(timed.match, Tick(), HOST, timed.match.at + 700_000, timed.roll)
    assert not isinstance(events, Refused)
    terminal.file("match.txt", write_record([*timed.log, *events[0]]))

    said = terminal("convert", "match.txt", "--to", key, "-o", "other")

    assert said.code == 0
    assert said.err.splitlines() == [
        f"note: the format {key} leaves out the clock sudden 600",
        f"note: the format {key} leaves out moves that were taken back",
        f"note: the format {key} leaves out how the match ended: flag by player {loser}",
    ]
    assert len(read_file((terminal.folder / "other").read_bytes(), form=key).match.history) == 1 + 8


def test_only_regular_files_are_replaced_and_no_wrong_file_is_converted(terminal: Terminal) -> None:
    terminal.file("friday.txt", example())
    terminal.file("wrong.txt", example().replace("Ann", "Eve"))
    (terminal.folder / "folder").mkdir()

    for out in ("folder", "folder/none/match.txt", "x" * 300, "a\0b"):
        said = terminal("convert", "friday.txt", "--to", "record", "-o", out, "--force")
        assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    assert terminal("convert", "friday.txt", "--to", "record").out == example()
    assert terminal("convert", "wrong.txt", "--to", "record", "-o", "new.txt").code == 1
    assert not (terminal.folder / "new.txt").exists()


def test_an_existing_file_is_not_replaced(terminal: Terminal) -> None:
    terminal.file("friday.txt", example())
    old = terminal.file("old.txt", "mine")
    said = terminal("convert", "friday.txt", "--to", "record", "-o", "old.txt")

    assert (said.code, said.err) == (1, "netgame: old.txt: the file exists; use --force to replace it\n")
    assert old.read_text() == "mine"
    assert terminal("convert", "friday.txt", "--to", "record", "-o", "old.txt", "--force").code == 0
    assert old.read_text(encoding="utf-8") == example()
    assert sorted(path.name for path in terminal.folder.iterdir()) == ["friday.txt", "old.txt"]


def call(*words: str, text: str = "", environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    command, variables = [sys.executable, "-m", "netgame", *words], {**os.environ, **(environment or {})}
    return subprocess.run(
        command, cwd=ROOT, input=text.encode(), capture_output=True, env=variables, check=False, timeout=PATIENCE_S
    )


def program(*words: str, **more: Any) -> subprocess.Popen[bytes]:
    command = [sys.executable, *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


@pytest.mark.slow
def test_the_output_is_the_same_whatever_the_language_of_the_computer() -> None:
    plain = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    assert call("convert", "-", "--to", "record", text=example(), environment=plain).stdout == example().encode()
    said = call("verify", "-", text=example().replace("Ann", "Eve"), environment=plain)
    assert (said.returncode, said.stderr) == (1, b"")
    assert said.stdout.startswith(b"-: line ")


@POSIX
@pytest.mark.slow
def test_a_closed_pipe_prints_no_error(tmp_path: Path) -> None:
    with program("-m", "netgame", "perft", "clod", "3") as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()

        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE_S) == 141


# the program with more frequent reports
HASTY = "import sys; from netgame.cli import main; main.PROGRESS_S = 0.1; sys.exit(main.main(sys.argv[1:]))"


# the program with more frequent reports
HASTY = "import sys; from netgame.cli import main; main.PROGRESS_S = 0.1; sys.exit(main.main(sys.argv[1:]))"


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "report"), [("perft royalclod 6", b"depth 3"), ("duel clod greedy random --games 100000 --jobs 2", b"")]
)
def test_ctrl_c_prints_the_results_so_far(words: str, report: bytes) -> None:
    with program("-c", HASTY, *words.split(), "--json", preexec_fn=heed_signals) as process:
        assert process.stderr
        while report not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE_S)

    value = json.loads(out)
    assert process.returncode == 130
    if report:
        assert value["counts"][:2] == [216, 47918]
        assert value["stopped_at"] > 0
    else:
        assert value["complete"] is False
        assert value["wins"] + value["draws"] + value["losses"] == value["games"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.slow
def test_a_full_disk_is_reported() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "netgame", "moves", "thud"]
        said = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)

    assert (said.returncode, said.stderr) == (1, b"netgame: cannot write the output: No space left on device\n")
