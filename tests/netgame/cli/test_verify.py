"""`python -m netgame verify` over records with signatures: what it says, and what makes it fail."""

import json
import sys
from dataclasses import replace
from random import Random

import pytest

from devtools.harness.games.random_matches import random_log
from devtools.harness.games.signed_matches import HOST_KEY, KEYS, SignedTable, signed_table
from netgame.games import GAMES
from netgame.match.commands import AnswerOffer, MakeOffer
from netgame.records.lines import MAX_RECORD
from netgame.records.writer import write_record
from tests.netgame.cli.conftest import Terminal
from tests.netgame.records.test_proof import move, played, quiet, with_proof, with_seats


def lines_with(text: str, word: str) -> list[str]:
    return [line for line in text.splitlines() if word in line]


def test_what_is_signed_is_said_for_the_server_and_each_player(terminal: Terminal) -> None:
    table = played(1, 2, 3)
    terminal.file("match.txt", write_record(table.log))

    said = terminal("verify", "match.txt")
    proof = terminal("verify", "match.txt", "--json").value["files"][0]["proof"]

    assert said.code == 0
    assert "up to event 7, the last one" in lines_with(said.out, "server, key ")[0]
    assert "signed all 2 commands, and the log up to event 6" in lines_with(said.out, "player 0, key ")[0]
    assert "signed the 1 command, and the log up to event 5" in lines_with(said.out, "player 1, key ")[0]
    assert lines_with(said.out, "not proven: that this is all")
    assert proof["server"]["signed_to"] == 7
    assert [(player["signed_to"], player["signed"], player["unsigned"]) for player in proof["players"]] == [
        (6, [5, 7], []),
        (5, [6], []),
    ]


def test_commands_without_a_signature_are_listed(terminal: Terminal) -> None:
    table = SignedTable(GAMES["thud"](), 1, signing=(0,))
    for _ in range(30):
        move(table)
    no_key = with_seats(table.log, 1, key=b"")
    terminal.file("match.txt", write_record(table.log))
    terminal.file("guest.txt", write_record([replace(event, proof=None) for event in no_key]))
    said = terminal("verify", "match.txt")

    assert said.code == 0
    assert "signed none of 15 commands" in lines_with(said.out, "player 1, key ")[0]
    assert "nothing here is signed" in terminal("verify", "guest.txt").out


def test_dice_of_both_players_are_named(terminal: Terminal) -> None:
    table = quiet("clod")
    while table.match.rolls < 2:
        table.live(1)
    number = table.match.number
    terminal.file("both.txt", write_record(table.log))
    table.do(MakeOffer("host_dice"), 0)
    table.do(AnswerOffer(table.match.number, accept=True), 1)
    terminal.file("handed.txt", write_record(table.log))
    unsigned = SignedTable(GAMES["clod"](), 1, signing=(0,))
    unsigned.live(8)
    terminal.file("unsigned.txt", write_record(unsigned.log))

    assert lines_with(terminal("verify", "both.txt").out, "dice: ") == ["  dice: drawn by the programs of both players"]
    handed = terminal("verify", "handed.txt", "--json").value["files"][0]["proof"]
    assert (handed["dice"], handed["handed_over"]) == ("players", number + 3)
    assert "player 1 did not sign" in lines_with(terminal("verify", "unsigned.txt").out, "dice: ")[0]


def test_the_first_event_with_a_wrong_signature_is_named(terminal: Terminal) -> None:
    table = played(1, 2, 3)
    wrong = with_proof(with_proof(table.log, 6, signature=b"x" * 64), 7, signature=b"y" * 64)
    terminal.file("wrong.txt", write_record(wrong))
    terminal.file("seal.txt", write_record(with_proof(table.log, 7, seal=b"x" * 64)))
    said = terminal("verify", "wrong.txt")

    assert (said.code, said.out) == (1, "wrong.txt: event 6: the signature of player 1 does not hold\n")
    assert terminal("verify", "seal.txt").out == "seal.txt: event 7: the signature of the server does not hold\n"
    assert terminal("verify", "wrong.txt", "--json").value["ok"] is False


def test_two_records_of_one_table_are_compared(terminal: Terminal) -> None:
    terminal.file("long.txt", write_record(played(1, 2, 3, 4).log))
    terminal.file("short.txt", write_record(played(1, 2).log))
    terminal.file("other.txt", write_record(played(1, 2, 3, table=quiet("thud", table="t2")).log))
    said = terminal("verify", "short.txt", "long.txt", "other.txt")
    value = terminal("verify", "short.txt", "long.txt", "other.txt", "--json").value

    assert said.code == 0
    assert said.out.splitlines()[-1] == "long.txt: continues short.txt from event 7"
    assert terminal("verify", "long.txt", "long.txt").out.splitlines()[-1] == "long.txt and long.txt: the same events"
    assert value["pairs"] == [
        {"files": ["short.txt", "long.txt"], "events": [6, 8], "parts_at": None, "signed_both": []}
    ]


@pytest.mark.parametrize(
    ("moves", "seal", "convicted"), [((1, 2, 4, 7), True, ["the server", "player 1"]), ((1, 2, 4), False, [])]
)
def test_two_signatures_convict_who_gave_them_and_logs_that_only_part_convict_nobody(
    terminal: Terminal, moves: tuple[int, ...], seal: bool, convicted: list[str]
) -> None:
    terminal.file("one.txt", write_record(played(1, 2, 3, *moves[3:]).log))
    terminal.file("two.txt", write_record(played(*moves, seal=seal).log))
    said = terminal("verify", "one.txt", "two.txt")
    value = terminal("verify", "one.txt", "two.txt", "--json").value

    assert (said.code, value["ok"]) == (int(bool(convicted)), not convicted)
    assert lines_with(said.out, "other events from number 7 on")
    assert [line for line in lines_with(said.out, "proof against") if not any(who in line for who in convicted)] == []
    assert len(lines_with(said.out, "proof against")) == len(value["pairs"][0]["signed_both"]) == len(convicted)
    assert bool(lines_with(said.out, "two.txt: event 7 is signed by nobody")) == (not convicted)
    assert len(lines_with(said.out, ", key ")) >= 6
    for key in (HOST_KEY, *KEYS):
        assert json.dumps(key.public.hex()) not in said.out


def test_without_the_package_for_signatures_a_sentence_says_so(
    documented: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    said = documented("verify", "signed.txt", "friday.txt")

    assert said.code == 1
    assert "signed.txt: its signatures can only be checked with the Python package cryptography" in said.out
    assert "friday.txt: ok: " in said.out


def test_what_people_wrote_does_not_reach_the_terminal_as_control_characters(terminal: Terminal) -> None:
    table = quiet("thud")
    move(table)
    other = quiet("thud", table="t1")
    move(other)
    log = [replace(event, proof=None) for event in with_seats(other.log, 0, 1, account="\x1b[2J")]
    log[3] = table.log[3]
    terminal.file("one\x1b.txt", write_record(table.log))
    terminal.file("two.txt", write_record(log))
    text = write_record(random_log("clod", {}, seed=1, plies=1))
    terminal.file("names.txt", text.replace("Ann", "A\x1b[2J", 1))
    said = terminal("verify", "one\x1b.txt", "two.txt", "names.txt")
    terminal.file("names.txt", text)

    assert (said.code, "\x1b" in said.out + said.err) == (1, False)
    assert "Jürgen\\u202e" in terminal("replay", "names.txt").out


@pytest.mark.slow
def test_a_long_hostile_file_is_refused_or_checked_without_a_traceback(terminal: Terminal) -> None:
    rng = Random(1)
    data = write_record(signed_table("clod", 3, 30).log).encode()
    for _ in range(60):
        place = rng.randrange(len(data))
        junk = bytes([rng.randrange(256)]) * rng.choice((1, 3, MAX_RECORD))
        terminal.file("match.txt", data[:place] + junk + data[place:])
        said = terminal("verify", "match.txt")

        assert said.code == 1
        assert said.out.count("\n") == 1
