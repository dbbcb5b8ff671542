"""Records: their text, reading them back, and the refusal of any wrong line."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from devtools.harness.games.match_helpers import TALLY, TableByScript, created, seated
from devtools.harness.games.random_matches import RandomTable, random_log
from netgame.games import GAMES
from netgame.match import HOST
from netgame.match.commands import MakeOffer, MakeReady, Play, Resign, Sit, Stand
from netgame.match.events import Created, Ended, Seated
from netgame.records.comments import MAX_COMMENT
from netgame.records.lines import MAX_EVENTS, RecordError
from netgame.records.reader import read_record
from netgame.records.writer import result_line, write_record

WRITTEN = """\
netgame record 1
game: tally
rules: 3
option battles: 2
option count: true
option dice: true
option length: 2
option ties: "draw"
clock: none
title: "A table"
created: 1970-01-01T00:00:01.000Z
player 0: "Ann"
player 1: "Bob"

2 +0.000 seated 0 "Ann" account "ann"
3 +0.000 seated 1 "Bob" account "bob"
4 +0.000 started leg 0
5 +0.000 rolled 0 roll 0 dice 3
6 +62.007 moved 0 +2
7 +62.007 rolled 1 roll 1 dice 1
8 +62.007 rolled 1 roll 2 dice 1
9 +62.007 forfeited 1
10 +62.007 rolled 0 roll 3 dice 4
11 +62.007 offered 1 count
12 +62.007 offer_closed 11 accepted
13 +62.007 leg_ended leg 0 agreed winner 0 scores 2 0
14 +62.007 ready 1
15 +62.007 ended resigned by 1 winner 0 totals 2 -2

result: player 0 won, player 1 resigned, totals 2 -2
sha256: """

OLD = created(match_rules=1)


def story() -> TableByScript:
    table = seated(3, 1, 1, 4, length=2, match_rules=1)
    table.now += 62_007
    table.do(Play(table.match.position, "+2"), 0)
    table.do(MakeOffer("count"), 1)
    table.do(MakeOffer("count"), 0)
    table.do(MakeReady(), 1)
    table.do(Resign(match=True), 1)
    return table


RECORD, MOVED = write_record(story().log), "6 +62.007 moved 0 +2\n"


def refusal(text: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(text, TALLY)
    return caught.value


def signed(text: str) -> str:
    """Return the text with a new checksum."""
    body = text[: text.rindex("sha256: ")]
    return f"{body}sha256: {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_a_match_is_written_as_people_read_it_and_of_two_wrong_lines_the_first_is_named() -> None:
    assert signed(WRITTEN) == RECORD
    text = RECORD.replace("6 +62.007 moved", "06 +62.007 moved", 1).replace("dice 4", "dice 9", 1)
    assert str(refusal(text)) == "line 19: this line should read: 6 +62.007 moved 0 +2"


@pytest.mark.parametrize(
    ("reason", "winner", "player", "words"),
    [
        ("flag", 0, 1, "player 0 won, player 1 ran out of time"),
        ("absent", None, 1, "draw, player 1 was away for too long"),
        ("aborted", None, None, "aborted"),
    ],
)
def test_the_result_says_how_a_match_ended(reason: Any, winner: Any, player: Any, words: str) -> None:
    ended = Ended(number=9, at=0, reason=reason, winner=winner, totals=(0, 0), player=player)
    assert result_line(ended) == f"result: {words}, totals 0 0"


def test_a_wrong_checksum_what_follows_it_and_other_bytes_are_refused() -> None:
    wrong = "line 31: the checksum does not match the lines above: the record was changed"
    assert str(refusal(RECORD[:-2] + "x\n")) == wrong
    for tail in ("\n", " ", "x", "\nx", RECORD):
        assert str(refusal(RECORD + tail)) == "line 32: nothing may follow the checksum"
    assert refusal(RECORD.replace("\n", "\r")).line == 1
    assert refusal(RECORD.encode().replace(b"Ann", b"A\xffn", 1)).line == 12


def test_an_unfinished_match_has_a_record_too_without_players_who_left_their_seats() -> None:
    table = TableByScript(OLD)
    table.do(Sit(0, "ann", "Ann"), HOST)
    table.do(Stand(), 0)

    for length in range(1, len(story().log)):
        log = story().log[:length]
        text = write_record(log)
        assert "result: unfinished\n" in text
        assert read_record(text, TALLY) == tuple(log)
    left = write_record(table.log)
    assert "player 0: nobody\nplayer 1: nobody\n" in left
    assert read_record(left, TALLY) == tuple(table.log)


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_any_name_and_title_is_written_on_its_line_and_read_again(name: str, account: str, title: str) -> None:
    log = [
        replace(OLD, title=title),
        Seated(number=2, at=1000, player=1, account=account, name=name),
    ]
    text = write_record(log)
    assert len(text.split("\n")) == len(write_record([OLD, log[1]]).split("\n"))
    assert read_record(text, TALLY) == tuple(log)


def test_hidden_characters_are_escaped() -> None:
    log = [replace(OLD, title="a\u202eb\x1b\x85\ud800\nÄ"), *story().log[1:]]
    text = write_record(log)
    assert 'title: "a\\u202eb\\u001b\\u0085\\ud800\\nÄ"\n' in text
    assert read_record(text, TALLY) == tuple(log)


# ---- what is no record


def test_any_missing_or_doubled_line_is_refused_even_with_a_new_checksum() -> None:
    lines = RECORD.splitlines(keepends=True)
    for index in range(len(lines) - 1):
        for count in (0, 2):
            refusal(signed("".join([*lines[:index], *[lines[index]] * count, *lines[index + 1 :]])))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("netgame record 1", "netgame record 2", 1, 'the first line of a record is "netgame record 1"'),
        ("game: tally", "game: chess", 2, "this program knows no game called chess"),
        ("rules: 3", "rules: 03", 3, "should read: rules: 3"),
        ("option battles: 2", "option battles: 9", 4, "from 1 to 3"),
        ("option count: true", "option battles: 2", 5, "appears twice"),
        ("option count: true\n", "", 8, "option count is missing"),
        ("option count: true", "option count: maybe", 5, "not a text in quotes"),
        ("clock: none\n", "", 9, 'should begin with "clock: "'),
        ('title: "A table"', "title: A table", 10, "not a text in quotes"),
        ("created: 1970-01-01T", "created: 1970-02-30T", 11, "this time does not exist"),
        ("created: 1970", "position: 7 move\ncreated: 1970", 11, "is no position"),
        ('player 1: "Bob"', 'player 1: "Eve"', 13, 'should read: player 1: "Bob"'),
        ("2 +0.000 seated", "3 +0.000 seated", 15, "the next event must have the number 2"),
        ('account "ann"', 'account "ann" computer ""', 15, "this line should read"),
        ("4 +0.000 started leg 0", "4 +0.000 started leg 1", 17, "by the rules the next event is started"),
        ("dice 3", "dice 9", 18, "a roll is one die"),
        ("6 +62.007 moved 0 +2", "6 +62.007 moved 0 +4", 19, "the die allows at most 3 points"),
        ("6 +62.007 moved 0 +2", "6 +62.007 moved 1 +2", 19, "it is the turn of Ann"),
        ("6 +62.007 moved 0 +2", "6 +62.007 conjured 0", 19, "no event called conjured"),
        *((MOVED, f"{MOVED}{comment}\n", 20, reason) for comment, reason in (
            ("comment", "an event begins with"),
            ("comment bare words", "not a text in quotes"),
            ('comment "open', "not a text in quotes"),
            ('comment  "two blanks"', "not a text in quotes"),
            *((f'comment "{text}"', "a comment is one line of at most")
              for text in ("", " blank in front", "two\\nlines", "x" * (MAX_COMMENT + 1))),
            ('comment "\\u0041"', "this line should read"),
            ('remark "what is that"', "an event begins with"),
        )),
        ("10 +62.007 rolled", "10 +62.006 rolled", 23, "its time is before"),
        ("scores 2 0", "scores 3 0", 26, "the next event is leg_ended"),
        ("totals 2 -2\n\n", "totals 2 -3\n\n", 28, "by the rules this match has another result"),
        ("result: player 0 won", "result: player 1 won", 30, "should read: result: player 0 won"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_the_first_wrong_line_is_named_with_the_reason(old: str, new: str, line: int, reason: str) -> None:
    assert old in RECORD
    for text in (RECORD.replace(old, new, 1), signed(RECORD.replace(old, new, 1))):
        error = refusal(text)
        assert (error.line, reason in str(error.reason)) == (line, True), str(error)


@pytest.mark.parametrize("changed", [RECORD.replace("\n", "\r\n"), "\ufeff" + RECORD])
def test_what_programs_of_windows_add_is_read(changed: str) -> None:
    assert read_record(changed, TALLY) == read_record(RECORD, TALLY)
    assert read_record(changed.encode(), TALLY) == read_record(RECORD, TALLY)


@given(st.text() | st.binary())
def test_any_text_at_all_is_refused_with_a_sentence(text: str | bytes) -> None:
    assert str(refusal(text))


LINES = RECORD.split("\n")
PIECES = st.sampled_from([*LINES, *'0123456789 +-.:"\\\n', "-" * 50, "9" * 5000, "\ud800", "\u0663", "null", "\x00"])


@pytest.mark.slow
@given(st.data())
def test_a_record_with_lines_exchanged_is_refused(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        cut = data.draw(st.integers(0, len(lines[index])))
        lines[index] = lines[index][:cut] + data.draw(PIECES) + lines[index][cut:]
    text = "\n".join(lines)
    assume(text != RECORD)

    assert 1 <= refusal(text).line <= len(lines)


def test_a_match_too_long_for_a_record_is_not_written() -> None:
    first = OLD
    assert isinstance(first, Created)
    log = [first, *(Seated(number=n, at=1000, player=0, account="", name="x") for n in range(2, MAX_EVENTS + 2))]
    with pytest.raises(RecordError, match="too long"):
        write_record(log)


# ---- every game

SUBSTITUTES = (0x01, 0x20, 0x80)


def refuses(data: bytes) -> bool:
    try:
        read_record(data, GAMES)
    except RecordError as error:
        return 1 <= error.line <= data.count(b"\n") + 1 and bool(str(error.reason))
    return False


@pytest.mark.parametrize("key", GAMES)
def test_a_match_from_a_position_reads_back_with_it(key: str) -> None:
    game = GAMES[key]()
    table = RandomTable(game, seed=3)
    table.play(4)
    position = game.write_position(table.match.state)
    played = RandomTable(game, seed=4, position=position)
    played.play(4)
    played.stop()
    read = read_record(write_record(played.log), GAMES)

    assert read == tuple(played.log)
    assert f"\nposition: {position}\n" in write_record(read)


@pytest.mark.slow
def test_no_byte_of_a_short_record_can_be_changed_left_out_or_put_in() -> None:
    data = write_record(random_log("clod", {}, seed=5, plies=2)).encode()

    for index, byte in enumerate(data):
        before, after = data[:index], data[index + 1 :]
        changed = [before + bytes([byte ^ bits]) + after for bits in SUBSTITUTES]
        put_in = [before + bytes([new, byte]) + after for new in b"0 \n"]
        assert all(map(refuses, [*changed, *put_in, before + after])), (index, bytes([byte]))
    assert all(refuses(data + bytes([new])) for new in range(256))
