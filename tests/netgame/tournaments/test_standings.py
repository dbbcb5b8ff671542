"""Standings: points, tie-breaks and shared ranks, by examples worked out by hand."""

import pytest

from netgame.tournaments import TIE_BREAKS, Entrant, Format, Standing, standings
from netgame.tournaments.tie_breaks import ORDER
from tests.netgame.tournaments.fields import field, games, names


def table(format: Format, entrants: list[Entrant], *rounds: str) -> list[Standing]:
    return list(standings(format, entrants, [games(text) for text in rounds]))


def lines(places: list[Standing]) -> list[str]:
    return [f"{place.rank} {place.account} {place.points}" for place in places]


def values(places: list[Standing], name: str) -> dict[str, int]:
    return {place.account: place.tie_breaks[name] for place in places}


FOUR = ("ann 1-0 dot, bob ½-½ cid", "dot 0-1 bob, cid 1-0 ann", "ann 1-0 bob, cid ½-½ dot")


def test_points_then_the_games_between_the_tied_then_sonneborn_berger_in_quarter_points_decide() -> None:
    places = table("round_robin", names("ann bob cid dot"), *FOUR)
    # ann 2, bob 1½, cid 2, dot ½; cid beat ann
    assert lines(places) == ["1 cid 4", "2 ann 4", "3 bob 3", "4 dot 1"]
    assert values(places, "direct") == {"ann": 0, "bob": 0, "cid": 2, "dot": 0}
    # ann beat dot and bob: ½ + 1½; bob beat dot, drew with cid: ½ + 1; cid beat ann, drew with bob and dot: 2 + ¾ + ¼
    assert values(places, "sonneborn_berger") == {"ann": 8, "bob": 6, "cid": 12, "dot": 4}


def test_players_whom_nothing_separates_share_a_rank_so_all_are_first_at_the_beginning() -> None:
    rounds = ("ann 1-0 bob", "bob 1-0 cid", "cid 1-0 ann")
    assert lines(table("round_robin", names("ann bob cid"), *rounds)) == ["1 ann 2", "1 bob 2", "1 cid 2"]
    for format in ORDER:
        assert {place.rank for place in standings(format, field(9), [])} == {1}
    assert standings("swiss", [], []) == ()


def test_a_forfeit_counts_in_a_round_robin_and_games_of_a_player_who_left_after_half_of_them() -> None:
    places = table("round_robin", names("ann bob cid"), "ann +:- bob", "bob 1-0 cid", "cid 1-0 ann")
    assert values(places, "wins") == {"ann": 1, "bob": 1, "cid": 1}
    assert values(places, "direct") == {"ann": 2, "bob": 2, "cid": 2}

    five = [*names("ann bob cid dot"), Entrant("eve", 5, last_round=1)]
    before = table("round_robin", five, "ann 0-1 eve, bob 1-0 cid", "eve -:+ bob, ann 1-0 dot")
    three = [*names("ann bob"), Entrant("cid", 3, last_round=2)]
    after = table("round_robin", three, "bob 1-0 cid", "cid 1-0 ann", "ann 1-0 bob")
    assert lines(before) == ["1 ann 2", "1 bob 2", "3 cid 0", "3 dot 0", "5 eve 0"]
    assert lines(after) == ["1 ann 2", "1 bob 2", "1 cid 2"]


def test_buchholz_is_the_sum_of_the_opponents_points() -> None:
    rounds = ("ann 1-0 cid, bob 1-0 dot", "bob ½-½ ann, dot 1-0 cid")

    # ann 1½, bob 1½, cid 0, dot 1
    buchholz = values(table("swiss", names("ann bob cid dot"), *rounds), "buchholz")
    assert buchholz == {"ann": 3, "bob": 5, "cid": 5, "dot": 3}


NINE = 9


@pytest.mark.parametrize(
    ("results", "beaten", "own", "first"),
    [
        # A has 2 points after round 2, wins round 3 by forfeit and has 6 in the end; the opponents that played: three
        # with 1 point and five with none; for o1, who lost to A, A counts 5½
        ("1-0 1-0 +:- 1-0 1-0 1-0 0-1 0-1 0-1", 3, 5, 11),
        # B has 4 points after round 6, was absent in round 7 and has 6 in the end
        ("1-0 1-0 1-0 1-0 0-1 0-1 -:+ 1-0 1-0", 2, 6, 13),
    ],
)
def test_the_examples_of_unplayed_games_have_their_buchholz(results: str, beaten: int, own: int, first: int) -> None:
    """FIDE, minutes of the Swiss Pairings Programs Committee in Kallithea 2009, examples 1 and 2."""
    rounds = [f"ann {result} o{number}" for number, result in enumerate(results.split(), start=1)]
    places = table("swiss", names("ann " + " ".join(f"o{number}" for number in range(1, 10))), *rounds)

    # 8 rounds of each opponent count as draws, and each later round as one with a virtual opponent
    virtual = sum(0 + 2 + (NINE - number) for number in range(2, NINE + 1))
    assert values(places, "buchholz")["ann"] == beaten * 2 + 8 * 8 + 2 * own
    assert values(places, "buchholz")["o1"] == first + virtual


def test_a_bye_is_no_win_a_late_entrant_has_half_a_point_once_and_an_open_game_gives_none() -> None:
    places = table("swiss", names("ann bob cid"), "ann 1-0 bob, cid bye")
    late = [*names("ann bob"), Entrant("cid", 3, first_round=4)]
    rounds = ("ann 1-0 bob", "ann +:- bob", "ann +:- bob")

    assert values(places, "wins") == {"ann": 1, "bob": 0, "cid": 0}
    assert {place.account: place.points for place in places} == {"ann": 2, "bob": 0, "cid": 2}
    assert "2 cid 1" in lines(table("swiss", late, *rounds))
    assert "2 cid 0" in lines(table("swiss", late, *rounds[:2]))
    assert lines(table("swiss", names("ann bob"), "ann - bob")) == ["1 ann 0", "1 bob 0"]


def test_every_tie_break_of_a_format_has_a_name_and_an_explanation() -> None:
    assert {name for order in ORDER.values() for name in order} == set(TIE_BREAKS)
    assert all(tie_break.name and tie_break.explanation for tie_break in TIE_BREAKS.values())
