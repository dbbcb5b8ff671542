"""Texts of the table page about a match."""

from typing import Any

import pytest

from client_qt.table.status import view
from client_qt.text.offer_words import ended_words, rating_words
from netgame.match.events import Ended, RatingChange
from tests.client.play import seeded_table


def over(**fields: Any) -> Ended:
    return Ended(number=9, at=0, **{"reason": "legs", "winner": 0, "totals": (1, -1), **fields})


@pytest.mark.parametrize("reason", ["flag", "left", "resigned", "absent", "legs"])
def test_every_early_end_has_a_text_and_another_for_the_own_end(reason: Any) -> None:
    match = seeded_table("clod").match
    ended = over(reason=reason, player=None if reason == "legs" else 1)

    words = ended_words(match, ended, ("Ann", "Bob"))
    own = ended_words(match, ended, ("Ann", "Bob"), frozenset({1}))

    assert bool(words) == bool(own) == (reason != "legs")
    assert ("Bob" in words, "Bob" in own) == (reason != "legs", False)


def test_a_rated_match_names_both_new_ratings() -> None:
    up = RatingChange(before=(150_000, 35_000, 60_000), after=(166_231, 29_000, 60_000))
    down = RatingChange(before=(150_000, 35_000, 60_000), after=(133_769, 29_000, 60_000))

    words = rating_words(over(ratings=(up, down)), ("Ann", "Bob"))

    assert all(part in words for part in ("Ann", "1662", "+162", "Bob", "1338", "-162"))
    assert rating_words(over(), ("Ann", "Bob")) == ""


def test_spots_of_the_dice_are_gone_with_the_game() -> None:
    table = seeded_table("clod")
    assert any(mark.kind == "spot" for mark in view(table.match, -1, live=True).marks)

    table.resign(match=True)

    assert not any(mark.kind == "spot" for mark in view(table.match, -1, live=True).marks)
