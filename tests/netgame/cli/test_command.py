"""The commands of `python -m netgame`, run in this process: output and errors."""

import io
import re
import shlex
import sys
from typing import Any

import pytest

from devtools.harness.games.match_helpers import kinds
from devtools.harness.games.random_matches import RandomTable, lively, random_log
from netgame.cli.main import main
from netgame.formats.registry import FORMATS
from netgame.games import GAMES
from netgame.records.lines import MAX_RECORD
from netgame.records.writer import write_record
from tests.netgame.cli.conftest import Terminal, example
from tests.project.sources import ROOT

CLOD = "B 42 ....../....../....../....../....../......"


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Set the standard input of the next command."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def examples() -> list[str]:
    """Return the commands in the documentation with their output."""
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    return re.findall(r"```\n(\$ .*?)```", page, re.DOTALL)


@pytest.mark.parametrize("shown", examples(), ids=lambda shown: shown.split("\n")[0][20:60])
def test_the_documentation_shows_real_output(documented: Terminal, shown: str) -> None:
    command, expected = shown.split("\n", 1)
    said = documented(*shlex.split(command)[4:])
    assert said.out + said.err == expected


@pytest.mark.parametrize(
    "words",
    [
        "replay friday.txt",
        "replay rematch.txt",
        "verify friday.txt changed.txt",
        "verify signed.txt signed.txt",
        "convert friday.txt --to record -o new.txt",
        "perft clod 1",
        "moves clod",
        "moves clod --count",
        "moves nothing",
        "duel clod random random --games 1",
    ],
)
def test_the_documentation_names_every_field_for_scripts(documented: Terminal, words: str) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", page[page.index("## For scripts") :]))

    assert fields(documented(*words.split(), "--json").value) <= named


def fields(value: Any) -> set[str]:
    """Return the names in an object and in the objects of its lists."""
    if isinstance(value, list):
        return set().union(*map(fields, value))
    if not isinstance(value, dict):
        return set()
    inner = ("moves", "legs", "happenings", "files", "error", "result", "pairs", "proof", "players", "server")
    return set(value).union(*(fields(value[name]) for name in inner if name in value))


@pytest.mark.parametrize("key", GAMES)
def test_replay_shows_a_match_of_every_game_move_by_move(terminal: Terminal, key: str) -> None:
    table = lively(key, "byoyomi 30+3x20", seed=3, steps=60)
    terminal.file("match.txt", write_record(table.log))
    said = terminal("replay", "match.txt", "--positions")
    value = terminal("replay", "match.txt", "--json").value

    turns = [event.number for event in table.log if type(event).__name__ in ("Moved", "Rolled", "Forfeited")]
    standing = {step.event.number for step in table.match.history}
    assert (said.code, said.err) == (0, "")
    assert (value["game"], value["players"]) == (key, ["Ann", "Jürgen\u202e"])
    assert [move["number"] for move in value["moves"]] == turns
    for move in value["moves"]:
        words = rf"{move['side']} +{re.escape(move['notation'])} +{re.escape(move['text'])}\n"
        assert re.search(f"{move['number']:5} .* {words}", said.out)
        assert move["position"] in said.out
        assert (move["taken_back"] is None) == (move["number"] in standing)
    assert said.out.count(" takes back ") == kinds(tuple(table.log)).count("TakenBack")


def test_verify_tells_valid_from_invalid_files(terminal: Terminal) -> None:
    text = write_record(random_log("clod", {}, seed=1, plies=3))
    terminal.file("right.txt", text)
    terminal.file("wrong.txt", text.replace("seated 1", "seated 0", 1))
    (terminal.folder / "folder").mkdir()
    names = ("right.txt", "wrong.txt", "nowhere.txt", "folder")
    said, value = terminal("verify", *names), terminal("verify", *names, "--json").value

    assert (said.code, said.err, value["ok"]) == (1, "", False)
    for line, beginning in zip(said.out.splitlines(), (
        "right.txt: ok: ", "  nothing here is signed", "wrong.txt: line 13: Ann has taken that seat",
        "nowhere.txt: there is no such file", "folder: cannot read it",
    ), strict=True):  # fmt: skip
        assert line.startswith(beginning)
    assert [(file["file"], file["ok"]) for file in value["files"]] == [(name, name == "right.txt") for name in names]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00" * 1000,
        b"\xff\xfe",
        b"netgame record 1\n" * 1000,
        b"{" * 100_000,
        b"x" * (MAX_RECORD + 1),
        b"9" * 5000,
    ],
    ids=range(7),
)
@pytest.mark.parametrize("name", ["match.txt", *(f"match.{form.suffix}" for form in FORMATS.values())])
def test_an_invalid_file_is_refused_on_one_line(terminal: Terminal, name: str, content: bytes) -> None:
    terminal.file(name, content)

    for command in ("replay", "moves"):
        said = terminal(command, name)
        assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
        assert said.err.startswith(f"netgame: {name}: ")
        error = terminal(command, name, "--json").value["error"]
        assert error["file"] == name
        assert error["message"] in said.err


def test_a_file_or_a_position_can_come_over_the_standard_input(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, example().encode())
    assert terminal("verify", "-").out.startswith("-: ok: Thud")
    give(monkeypatch, f"{CLOD}\n".encode())
    assert terminal("moves", "-", "--game", "clod").out.splitlines()[1] == CLOD


def test_options_are_written_as_words_and_a_roll_that_is_due_has_no_moves(terminal: Terminal) -> None:
    words = ("--option", "no_capture_limit=none", "--option", "battles=1", "--option", "step_captures=any")
    options = terminal("moves", "thud", *words, "--json").value["options"]
    value = terminal("moves", "clod", "--json").value
    assert options == {"step_captures": "any", "shove_captures": "any", "no_capture_limit": None, "battles": 1}
    assert value["turn"] == {"kind": "roll", "seat": 0, "side": "Black", "count": 2, "sides": 6}
    assert (value["moves"], value["more"]) == ([], False)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_counted_and_its_moves_listed(terminal: Terminal, key: str) -> None:
    game = GAMES[key]()
    table = RandomTable(game, seed=1)
    text = game.write_position(table.match.state)
    said = terminal("moves", text, "--game", key, "--limit", 5)
    value = terminal("moves", text, "--game", key, "--limit", 5, "--json").value

    assert said.code == 0
    assert value["turn"] == {"kind": "move", "seat": 0, "side": game.seats[0]}
    assert said.out.splitlines()[3:8] == value["moves"][:5]
    assert value["more"] == ("and more" in said.out)
    for notation in value["moves"]:
        game.check(table.match.state, game.parse(table.match.state, notation))


def test_millions_of_moves_are_not_listed(terminal: Terminal) -> None:
    said = terminal("moves", "thud")
    assert len(said.out.splitlines()) == 3 + 200 + 1
    assert said.out.endswith("and more: these are the first 200; --limit lists others\n")
    assert terminal("moves", "thud", "--count", "--json").value["count"] == 656


def test_a_file_gives_the_board_after_any_event(terminal: Terminal) -> None:
    terminal.file("friday.txt", example())
    replayed = terminal("replay", "friday.txt", "--json").value

    for move in replayed["moves"]:
        assert terminal("moves", "friday.txt", "--at", move["number"], "--json").value["position"] == move["position"]
    assert terminal("moves", "friday.txt", "--json").value["position"] == replayed["moves"][-1]["position"]
    said = terminal("moves", "friday.txt", "--at", 13)
    assert (said.code, said.err) == (2, "netgame: the match has no event 13, only 1 to 12\n")


def test_perft_counts_by_depth(terminal: Terminal) -> None:
    assert terminal("perft", "clod", 2, "--json").value["counts"] == [36, 1470]
    # the roll 4-2 has the eight cells round its taken spot besides the other one; all other rolls have their own spots
    assert terminal("perft", CLOD, 2, "--game", "clod", "--json").value["counts"] == [2, 2 * (36 - 2 + 8 + 1)]


@pytest.mark.slow
def test_dice_that_forfeit_a_turn_are_one(terminal: Terminal) -> None:
    """Only f6 is free: of 21 rolls it is open to 6-6 and to rolls whose spots are next to it."""
    rows = "BWBWBW/WBWBWB/BWBWBW/WBWBWB/BWBWBW/WBWBW."
    first, second = terminal("perft", f"B - {rows}", 2, "--game", "clod", "--json").value["counts"]
    assert first == 3 + 18 * (3 + 18), "three rolls allow f6; after each other one 3 of the second roll do, 18 forfeit"
    assert second == 18 * 18 * first, "only a forfeited turn is followed by another one"


@pytest.mark.parametrize("text", ["", "x", "\x00", "\u0663", "9" * 100_000, "-1", "\udcff"])
def test_an_invalid_position_is_refused_on_one_line(terminal: Terminal, text: str) -> None:
    said = terminal("moves", "--game", "clod", "--", text)
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "the following arguments are required: COMMAND"),
        ("play", "invalid choice: 'play'"),
        ("replay", "required: FILE"),
        ("perft clod", "required: DEPTH"),
        ("perft clod 0", "must be a whole number from 1 to 60"),
        ("moves clod --limit 0", "must be a whole number from 1 to 100000"),
        ("moves x --game go", "there is no game go; there are clod"),
        ("moves clod --option ties", "ties must be one of draw, white"),
        ("moves clod --option ties=draw --option ties=draw", "the option ties appears twice"),
        ("moves clod --option speed=1", "Clod has no option speed; it has ties"),
        ("moves thud --option no_capture_limit=0", "no_capture_limit must be a whole number from 1 to 10000"),
        ("moves friday.txt --option ties=draw", "a file already has its options"),
        ("moves clod --at 3", "--at needs a FILE"),
        ("convert friday.txt", "required: --to"),
        ("convert friday.txt --to pdf", "invalid choice: 'pdf'"),
    ],
)
def test_an_invalid_command_is_refused_with_a_sentence(terminal: Terminal, words: str, sentence: str) -> None:
    terminal.file("friday.txt", example())
    said = terminal(*words.split())
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    if words:
        assert sentence in terminal(*words.split(), "--json").value["error"]["message"]


@pytest.mark.parametrize("command", ["", "replay", "verify", "convert", "perft", "moves"])
@pytest.mark.parametrize(("program", "named"), [("__main__.py", "python -m netgame"), ("netgame-cli", "netgame-cli")])
def test_there_is_help_that_names_the_command(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, command: str, program: str, named: str
) -> None:
    monkeypatch.setattr(sys, "argv", [program])
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--help"])
    assert caught.value.code == 0
    assert f"usage: {named}" in terminal.capsys.readouterr().out
