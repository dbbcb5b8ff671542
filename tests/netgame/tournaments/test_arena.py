"""Arenas: those who wait are paired at once with players near them in the table."""

from netgame.tournaments import Pairing, pair_arena, standings
from tests.netgame.tournaments.fields import games, names


def meetings(pairings: tuple[Pairing, ...]) -> set[str]:
    return {" ".join(sorted(each.accounts)) for each in pairings}


def test_neighbours_by_points_and_then_by_seed_meet() -> None:
    waited_s = dict.fromkeys(("ann", "bob", "eve", "fay"), 1.0)
    played = games("fay 1-0 ann, cid 0-1 eve, dot 1-0 bob")
    assert meetings(pair_arena(names("ann bob cid dot eve fay"), (), waited_s)) == {"ann bob", "eve fay"}
    assert meetings(pair_arena(names("bob fay cid dot ann eve"), played, waited_s)) == {"eve fay", "ann bob"}


def test_sides_alternate_and_of_an_odd_number_the_one_who_has_waited_least_waits_on() -> None:
    assert pair_arena(names("ann bob"), games("ann 1-0 bob"), {"ann": 0.0, "bob": 0.0}) == (Pairing("bob", "ann"),)
    assert meetings(pair_arena(names("ann bob cid"), (), {"ann": 2.0, "bob": 1.0, "cid": 3.0})) == {"ann cid"}


def test_points_are_those_of_other_formats_and_more_wins_break_a_tie() -> None:
    entrants = names("ann bob cid")
    played = games("ann ½-½ bob, bob ½-½ ann, cid 1-0 ann, cid 0-1 bob, ann - bob")
    table = standings("arena", entrants, [played])

    assert [(place.account, place.rank, place.points, dict(place.tie_breaks)) for place in table] == [
        ("bob", 1, 4, {"wins": 1}),
        ("cid", 2, 2, {"wins": 1}),
        ("ann", 3, 2, {"wins": 0}),
    ]
