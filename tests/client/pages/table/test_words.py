"""What the table page says of a match."""

from typing import Any

import pytest

from client_qt.pages.table.state import hint_words, table_state
from client_qt.table.clocks import seconds_words
from client_qt.table.local import LocalTable
from client_qt.table.offers import ended_words, rating_words
from client_qt.table.status import view
from client_qt.text.rules_text import resign_words
from netgame.games import GAMES
from netgame.match.events import Ended, RatingChange
from netgame.text import Text
from tests.client.play import play_on, seeded_table


def test_a_turn_lost_to_the_dice_is_told_until_the_next_move() -> None:
    rolls = iter([(1, 1), (1, 1), (6, 6), (5, 5)])
    rows = ["BWBWBW", "WBWBWB", "BWBWBW", "WBWBWB", "BWBW..", "WBWB.."]
    table = LocalTable(
        GAMES["clod"], {}, ("Ann", "Bob"), roll=lambda count, sides: next(rolls), position="B - " + "/".join(rows)
    )
    hint = Text("Choose a cell.")

    def words() -> str:
        state = table_state(table, None, len(table.steps()) - 1)
        assert state is not None
        return hint_words(state, hint, composing=True, sent=False)

    assert words() == "Two rolls allowed Black nothing. White: Choose a cell."
    play_on(table, 1)
    assert words() == "Black: Choose a cell."


def over(**fields: Any) -> Ended:
    return Ended(number=9, at=0, **{"reason": "legs", "winner": 0, "totals": (1, -1), **fields})


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (over(reason="flag", player=1), "Bob ran out of time."),
        (over(reason="left", player=1), "Bob left the match."),
        (over(reason="absent", player=1), "Bob was away for too long."),
        (over(reason="absent", winner=None, player=1), "Bob was away for too long, and a draw was claimed."),
        (over(reason="aborted", winner=None, player=0), "Ann aborted it before both had moved. It does not count."),
        (over(reason="aborted", winner=None), "It was aborted and does not count."),
        (over(reason="resigned", player=1), "Bob resigned."),
        (over(), ""),
    ],
)
def test_every_end_that_the_board_does_not_show_has_its_words(ended: Ended, words: str) -> None:
    match = seeded_table("clod").match

    assert match is not None
    assert ended_words(match, ended, ("Ann", "Bob")) == words


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("flag", "You ran out of time."), ("left", "You left the match."), ("resigned", "You resigned."),
        ("absent", "You were away for too long."), ("legs", ""),
    ],
)  # fmt: skip
def test_an_end_of_ones_own_is_told_as_such(reason: Any, words: str) -> None:
    match = seeded_table("clod").match

    assert match is not None
    ended = over(reason=reason, player=1 if words else None)
    assert ended_words(match, ended, ("Ann", "Bob"), frozenset({1})) == words
    assert ended_words(match, ended, ("Ann", "Bob"), frozenset({0, 1})).startswith("Bob" if words else "")


def test_what_a_rated_match_did_to_both_is_told() -> None:
    up = RatingChange(before=(150_000, 35_000, 60_000), after=(166_231, 29_000, 60_000))
    down = RatingChange(before=(150_000, 35_000, 60_000), after=(133_769, 29_000, 60_000))

    assert rating_words(over(ratings=(up, down)), ("Ann", "Bob")) == "Rating: Ann 1662 (+162), Bob 1338 (-162)"
    assert rating_words(over(), ("Ann", "Bob")) == ""


@pytest.mark.parametrize(
    ("ms", "words"), [(0, "0 s"), (51_001, "52 s"), (250_000, "4 min 10 s"), (7_500_000, "2 h 05 min")]
)
def test_times_in_sentences_are_short(ms: int, words: str) -> None:
    assert seconds_words(ms) == words


def test_nobody_is_told_a_score_that_does_not_count() -> None:
    match = seeded_table("clod").match

    assert match is not None
    assert resign_words(match, 0, whole=True) == "The other side wins."


def test_spots_of_the_dice_are_gone_with_the_game() -> None:
    table = seeded_table("clod")
    assert table.match is not None
    assert any(mark.kind == "spot" for mark in view(table.match, -1, live=True).marks)

    table.resign(match=True)

    assert not any(mark.kind == "spot" for mark in view(table.match, -1, live=True).marks)
