"""Transcripts: replaying a match without names, times and dice checks it and gives its log."""

import json
from typing import Any

import pytest

from devtools.harness.games.match_helpers import TALLY, Tally, seated
from devtools.harness.games.random_matches import RandomTable, every_variant
from netgame.formats.base import (
    MAX_TEXT,
    FormatError,
    LegStop,
    Transcript,
    decoded,
    from_transcript,
    read_json,
    replayed,
    to_transcript,
)
from netgame.formats.registry import FORMATS
from netgame.games import GAMES
from netgame.match import replay
from netgame.match.commands import MakeOffer, Resign
from netgame.records.reader import read_record
from netgame.records.writer import write_record

FULL = (("+1", "+2"), ("+3", "+4"))


def transcript(*legs: tuple[str, ...], position: str | None = None, **options: Any) -> Transcript:
    return Transcript(Tally(**{"dice": False, "length": 2, **options}), position, legs)


def refusal(given: Transcript) -> FormatError:
    with pytest.raises(FormatError) as caught:
        from_transcript(given)
    return caught.value


def test_a_transcript_becomes_a_log_and_a_record() -> None:
    log = from_transcript(transcript(*FULL), at=5000, names=("Ann", ""), title="old")
    match = replay(log, TALLY)

    assert (match.phase, [step.notation for step in match.history if step.move]) == ("over", ["+1", "+2", "+3", "+4"])
    assert {event.at for event in log} == {5000}
    assert [seat and seat.name for seat in match.seats] == ["Ann", "player 2"]
    assert match.created.title == "old"
    assert read_record(write_record(log), TALLY) == log


def test_sides_are_swapped_in_the_second_leg_and_each_starts_from_the_position() -> None:
    match, placed = replayed(transcript(*FULL)), replayed(transcript(("+1",), ("+2",), position="1 move 6 5 5 1"))
    assert [step.event.player for step in match.history if step.move] == [0, 1, 1, 0]  # type: ignore[union-attr]
    assert [leg.scores for leg in match.legs_ended] == [(1, 2), (4, 3)]
    assert [leg.scores for leg in placed.legs_ended] == [(5, 6), (7, 5)]


def test_a_leg_before_its_end_was_stopped_by_agreement_if_the_game_has_that_or_resigned() -> None:
    agreed = replayed(transcript(("+1",), ("+3", "+4"))).legs_ended
    given = Transcript(Tally(dice=False, length=2), None, (("+1",), ("+2",)), (LegStop(0), LegStop(0)))
    assert [leg.reason for leg in agreed] == ["agreed", "board"]
    assert [(leg.reason, leg.player) for leg in replayed(given).legs_ended] == [("resigned", 0), ("resigned", 1)]
    assert str(refusal(transcript(("+1",), ("+2",), count=False))) == "leg 1 stops before its end"


def test_a_match_that_is_not_finished_just_ends() -> None:
    for legs in ((), ((),), (("+1",),), (*FULL[:1], ()), (*FULL[:1], ("+3",))):
        match = replayed(transcript(*legs))
        assert not match.ended
        assert match.phase == "playing"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (transcript(("+1", "+9")), "move 2: the die allows at most 6 points"),
        (transcript(("+1", "x")), "move 2: x is no number of points"),
        (transcript(("+1", "\x00")), "move 2: a move is one short line of plain characters"),
        (transcript(("+1" * 9999,)), "move 1: a move is one short line of plain characters"),
        (transcript(("+1", "+2", "+3")), "move 3: the game is over before this move"),
        (transcript(FULL[0], ("+3", "+7")), "move 2 of leg 2: the die allows at most 6 points"),
        (transcript(*FULL, ()), "the match is over after 2 legs"),
        (transcript(position="nonsense"), "nonsense is no position"),
        (transcript(position="1 move 6 5 5 2"), "the game is already over in this position"),
        (transcript((), dice=True), "Tally is played with dice, which such a file cannot hold"),
    ],
)
def test_an_invalid_transcript_is_refused_with_its_move(given: Transcript, sentence: str) -> None:
    assert str(refusal(given)) == sentence


def test_a_transcript_has_no_dice_and_plain_values_are_read_and_bytes_that_are_no_text_refused() -> None:
    for value in (None, True, 3, -4, "ü", [], {}, {"a": [1, {"b": [None]}]}):
        assert read_json(json.dumps(value)) == value
    with pytest.raises(FormatError) as caught:
        decoded(b"a\nb\xff")
    assert caught.value.line == 2
    with pytest.raises(FormatError, match="at most"):
        decoded(b"x" * (MAX_TEXT + 1))

    with pytest.raises(FormatError, match="played with dice"):
        to_transcript(seated(3).match)


def test_a_transcript_of_a_match_gives_the_same_match() -> None:
    table = seated(dice=False, length=3)
    table.play("+1", "+2")
    table.do(MakeOffer("count"), 0)
    table.do(MakeOffer("count"), 1)
    table.make_ready()
    table.play("+3")
    table.do(Resign(), 0)

    told = to_transcript(table.match)
    again = replayed(told)

    assert told.legs == (("+1", "+2"), ("+3",))
    assert told.ends == (LegStop(), LegStop(1))
    assert [(leg.scores, leg.winner) for leg in again.legs_ended] == [
        (leg.scores, leg.winner) for leg in table.match.legs_ended
    ]
    assert again.ended
    assert table.match.ended
    assert again.ended.totals == table.match.ended.totals

    table = seated(dice=False, length=2)
    table.play("+1", "+2")
    table.make_ready()
    table.do(Resign(match=True), 0)
    ended = replayed(to_transcript(table.match)).ended
    assert (ended.player, table.log[-1].player) == (None, 0), "it keeps only that the leg was resigned"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "options"), [pytest.param(key, options, id=f"{key}-{name}") for key, name, options in every_variant()]
)
def test_the_moves_of_every_game_without_dice_lead_to_the_same_board(key: str, options: dict[str, Any]) -> None:
    table = RandomTable(GAMES[key](**options), seed=9)
    if table.match.rolls:
        pytest.skip("played with dice")
    table.play(25)
    again = replayed(to_transcript(table.match))

    assert again.state == table.match.state
    assert [step.state for step in again.history if step.move] == [
        step.state for step in table.match.history if step.move
    ]


BAD = ["", "\n", "{", "[" * 100_000, "{}", "null", "9" * 5000, "\x00", "\ud800", "x\n" * 10_000, '"', "[1e9]", "\u0663"]


@pytest.mark.slow
@pytest.mark.parametrize("key", FORMATS)
def test_an_invalid_file_of_a_format_is_refused_with_a_sentence(key: str) -> None:
    for text in (*BAD, "x" * (MAX_TEXT + 1)):
        assert FORMATS[key].recognises(text) in (True, False)
        with pytest.raises(FormatError) as caught:
            FORMATS[key].read(text)
        assert 0 < len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[1,\n 2,\n x]", "line 3: this is not JSON"),
        ("", "line 1: this is not JSON"),
        ("[" * 500_000, "nested too deeply"),
        ('{"a":' * 200_000, "nested too deeply"),
        (f'["{"]" * 100_000}", {"[" * 100_000}', "nested too deeply"),  # brackets in a text hide no others
        (f'["\\\\", "\\"{"}" * 50_000}", {"[" * 50_000}', "nested too deeply"),
        ("9" * 1_000_000, "too large"),
        ("[1.5]", "1.5 is not a whole number"),
        ("[NaN]", "NaN is not a whole number"),
        ("[1e999]", "1e999 is not a whole number"),
        ('{"a": 1, "a": 2}', "duplicate name"),
        (" " * (MAX_TEXT + 1), "at most"),
    ],
)
def test_other_texts_are_refused(text: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_json(text)
