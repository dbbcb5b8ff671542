"""How each format pairs players, and what games and rounds are worth; `./run bench pairings` plays 10,000."""

import subprocess
import sys
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from devtools.harness.games.random_tournaments import play as play_random
from netgame.tournaments import bracket, pair, pair_arena, rounds_of, settled, standings
from netgame.tournaments.sheet import Line, Sheet
from netgame.tournaments.sides import ILLEGAL, strain, with_sides
from netgame.tournaments.tie_breaks import ORDER, TIE_BREAKS
from netgame.tournaments.values import FORMATS, Entrant, Format, Game, NoPairing, Pairing, Standing
from tests.netgame.tournaments.fields import after, field, games, names, play
from tests.netgame.tournaments.scripted import Scripted
from tests.project.sources import ROOT

# arenas: those who wait are paired at once with players near them in the table


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


# knock-outs: the loser is out, and the best seeds meet last


def test_the_best_meet_the_worst_sides_take_turns_and_a_stage_waits_for_all_games_before_it() -> None:
    assert after("knockout", field(8), []) == {"p1 p8", "p5 p4", "p7 p2", "p3 p6"}
    assert len(after("knockout", [*names("ann bob"), Entrant("cid", 3, last_round=0)], [])) == 1, "cid left before it"
    with pytest.raises(ValueError, match="over"):
        pair("knockout", names("ann bob cid dot"), [games("ann 1-0 dot, bob - cid")], 2)


@pytest.mark.parametrize("count", [2, 3, 4, 7, 8, 9, 33])
def test_if_the_better_seed_always_wins_seed_1_and_2_meet_in_the_last_round(count: int) -> None:
    entrants, rounds = field(count), list[list[Game]]()
    for _ in range(rounds_of("knockout", count)):
        rounds.append(play("knockout", entrants, rounds))
    assert {frozenset(each.pairing.accounts) for each in rounds[-1]} == {frozenset(("p1", "p2"))}
    assert after("knockout", entrants, rounds) == set()


def test_places_are_shared_by_those_who_left_in_the_same_stage() -> None:
    entrants, rounds = field(8), list[list[Game]]()
    for _ in range(3):
        rounds.append(play("knockout", entrants, rounds))
    table = standings("knockout", entrants, rounds)

    assert [(place.account, place.rank, place.points) for place in table] == [
        ("p1", 1, 6), ("p2", 2, 4), ("p3", 3, 2), ("p4", 3, 2), ("p5", 5, 0), ("p6", 5, 0), ("p7", 5, 0), ("p8", 5, 0),
    ]  # fmt: skip
    begun = standings("knockout", names("ann bob cid dot"), [games("ann - dot, bob 1-0 cid")])
    assert [(place.account, place.points) for place in begun][:2] == [("bob", 2), ("ann", 0)]


@pytest.mark.parametrize(("again", "winner"), [("dot ½-½ ann", "ann"), ("dot 1-0 ann", "dot")])
def test_the_game_that_is_played_again_decides_and_after_two_draws_the_better_seed_goes_on(
    again: str, winner: str
) -> None:
    rounds = [games("ann ½-½ dot, bob 1-0 cid"), games(again)]
    (final,) = after("knockout", names("ann bob cid dot"), rounds)
    assert {*final.split()} == {winner, "bob"}


def test_if_both_do_not_appear_the_next_opponent_has_a_bye_and_after_the_final_it_is_over() -> None:
    entrants = names("ann bob cid dot eve fay gus hal")
    first = games("ann 1-0 hal, dot -:- eve, bob 1-0 gus, cid 1-0 fay")

    assert "ann" in after("knockout", entrants, [first])
    assert len(after("knockout", entrants, [first])) == 2
    assert after("knockout", names("ann bob"), [games("ann -:- bob")]) == set()
    assert bracket(names("ann"), []) == ()
    assert after("knockout", names("ann"), []) == set(), "one player has won at once"


def test_who_withdrew_loses_the_next_meeting() -> None:
    entrants = [*names("ann bob cid"), Entrant("dot", 4, last_round=1)]
    rounds = [games("ann 0-1 dot, bob 1-0 cid")]
    (final,) = pair("knockout", entrants, rounds, 2)
    result = settled("knockout", entrants, final, 2)
    assert result.points == ((2, 0) if final.first == "bob" else (0, 2))


def test_the_bracket_shows_all_stages_whose_players_are_known() -> None:
    entrants = names("ann bob cid dot")
    rounds = [games("ann 1-0 dot, bob 0-1 cid")]
    first, final = bracket(entrants, rounds)
    assert [(str(each.winner and each.winner.account)) for each in first] == ["ann", "cid"]
    assert [(final[0].better, final[0].worse, final[0].is_over)] == [(entrants[0], entrants[2], False)]


# round robins: everybody meets everybody, with balanced sides


def schedule(format: Format, entrants: list[Entrant]) -> list[tuple[Pairing, ...]]:
    count = rounds_of(format, len(entrants))
    assert pair(format, entrants, (), count + 1) == ()
    return [pair(format, entrants, (), number) for number in range(1, count + 1)]


@pytest.mark.parametrize("count", [2, 3, 4, 9, 10])
def test_a_second_cycle_of_a_round_robin_swaps_the_sides(count: int) -> None:
    rounds = schedule("double_round_robin", field(count))
    half = len(rounds) // 2
    for once, again in zip(rounds[:half], rounds[half:], strict=True):
        assert {(game.first, game.second) for game in once if game.second} == {
            (game.second, game.first) for game in again if game.second
        }


def test_one_player_meets_nobody_a_rest_is_worth_nothing_and_an_opponent_who_withdrew_a_win() -> None:
    assert pair("round_robin", field(1), (), 1) == pair("round_robin", [], (), 1) == ()
    entrants = [Entrant("ann", 1), Entrant("bob", 2, last_round=1), Entrant("cid", 3)]
    assert settled("round_robin", entrants, Pairing("ann", None), 2) == Game(Pairing("ann", None), (0, 0), played=False)
    for pairing, points in ((Pairing("bob", "ann"), (0, 2)), (Pairing("ann", "bob"), (2, 0))):
        assert settled("round_robin", entrants, pairing, 2) == Game(pairing, points, played=False)
    assert settled("round_robin", entrants, Pairing("bob", "ann"), 1) is None


# Swiss: equal points meet, no two players meet twice, sides and byes are fair


def test_the_first_swiss_round_pairs_the_upper_half_with_the_lower_half_and_an_odd_last_player_has_a_bye() -> None:
    assert after("swiss", field(8), []) == {"p1 p5", "p6 p2", "p3 p7", "p8 p4"}
    assert after("swiss", field(5), []) == {"p1 p3", "p4 p2", "p5"}


def test_winners_meet_winners_by_the_fold_and_sides_alternate() -> None:
    rounds = [play("swiss", field(8), [])]
    # of the winners p1 and p3 were first, so they do not meet, and the halves p1 p2 and p3 p4 are kept
    assert after("swiss", field(8), rounds) == {"p4 p1", "p2 p3", "p5 p8", "p7 p6"}


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        ("p1 +:- p4, p2 +:- p5, p3 +:- p6", "p1 p2, p3 p4, p5 p6"),
        ("p1 +:- p5, p2 +:- p6, p3 +:- p7, p4 +:- p8", "p1 p3, p2 p4, p5 p7, p6 p8"),
        ("p1 +:- p6, p2 +:- p7, p3 +:- p8, p4 +:- p9, p5 +:- p10", "p1 p3, p2 p4, p5 p6, p7 p9, p8 p10"),
    ],
)
def test_equal_points_are_folded_and_one_who_is_left_meets_the_nearest_of_the_next(won: str, expected: str) -> None:
    round_1 = games(won)  # all opponents are new
    found = after("swiss", field(2 * len(round_1)), [round_1])

    assert {frozenset(text.split()) for text in found} == {frozenset(text.split()) for text in expected.split(", ")}


def test_of_two_with_equal_sides_the_better_one_changes_sides() -> None:
    assert after("swiss", names("ann bob cid dot"), [games("cid 0-1 ann, dot 0-1 bob")]) == {"ann bob", "dot cid"}


def test_else_the_last_round_in_which_their_sides_differed_decides() -> None:
    def sheet(sides: str) -> Sheet:
        return Sheet(tuple(Line(n, "eve", int(side), played=True) for n, side in enumerate(sides, start=1)))

    ann, bob = names("ann bob")
    for mine, theirs, first in (("0110", "1010", "ann"), ("1001", "0101", "bob")):
        assert with_sides(ann, bob, {"ann": sheet(mine), "bob": sheet(theirs)}).first == first


@pytest.mark.parametrize(("won", "bye"), [("dot 1-0 eve", "dot"), ("dot +:- eve", "bob")])
def test_a_bye_goes_to_the_last_who_had_none_and_late_to_a_winner_by_forfeit(won: str, bye: str) -> None:
    rounds = [games("ann 1-0 dot, bob 1-0 cid, eve bye"), games(f"{won}, ann ½-½ bob, cid bye")]

    assert bye in after("swiss", names("ann bob cid dot eve"), rounds)


@pytest.mark.parametrize(
    ("sides", "first", "second"),
    [
        ("", 0, 0), ("0", 5, 0), ("1", 0, 5), ("01", 0, 1), ("10", 1, 0), ("00", ILLEGAL, 0), ("001", 4, 1),
        ("0010", ILLEGAL, 0), ("1101", 0, ILLEGAL),
    ],
)  # fmt: skip
def test_the_strain_of_a_side_grows_with_repetition_imbalance_and_rules(sides: str, first: int, second: int) -> None:
    so_far = [int(side) for side in sides]

    assert (strain(so_far, []), strain([], so_far)) == (first, second)


def test_opponents_of_a_forfeit_may_meet_again_and_others_and_one_who_is_left_have_nobody() -> None:
    entrants = names("ann bob")
    assert after("swiss", entrants, [games("ann +:- bob")]) == {"ann bob"}
    with pytest.raises(NoPairing):
        after("swiss", entrants, [games("ann 1-0 bob")])
    with pytest.raises(NoPairing):
        after("swiss", names("ann"), [])


def test_a_late_entrant_is_paired_from_their_round_on_with_half_a_point() -> None:
    entrants = [*names("ann bob cid dot"), Entrant("eve", 5, first_round=2), Entrant("fay", 6, first_round=2)]
    rounds = [games("ann 1-0 cid, bob ½-½ dot")]
    assert not any("eve" in text for text in after("swiss", entrants, []))
    assert {"eve", "fay"} <= {name for text in after("swiss", entrants, rounds) for name in text.split()}
    table = {place.account: place.points for place in standings("swiss", entrants, rounds)}
    assert table == {"ann": 2, "bob": 1, "dot": 1, "eve": 1, "fay": 1, "cid": 0}


# ---- all formats


@given(st.sampled_from(FORMATS), st.integers(2, 20), st.integers(0, 2**32))
@example("swiss", 2, 0)
@example("knockout", 2, 0)
@settings(max_examples=60)
def test_a_random_tournament_keeps_all_rules(format: Format, count: int, seed: int) -> None:
    play_random(format, count, seed)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("format", FORMATS)
def test_large_tournaments_keep_all_rules(format: Format, seed: int) -> None:
    play_random(format, 20 + 2 * seed, seed)


def test_the_number_of_rounds_grows_with_the_players() -> None:
    assert get_args(Format) == FORMATS
    assert [rounds_of("round_robin", count) for count in (0, 1, 2, 3, 4, 9)] == [0, 0, 1, 3, 3, 9]
    assert [rounds_of("double_round_robin", count) for count in (2, 3, 4)] == [2, 6, 6]
    assert [rounds_of("swiss", count) for count in (0, 1, 2, 3, 8, 9, 200)] == [0, 0, 1, 2, 3, 4, 8]
    assert [rounds_of("knockout", count) for count in (0, 1, 2, 3, 8, 9)] == [0, 0, 1, 2, 3, 4]
    assert rounds_of("arena", 50) == 1


@pytest.mark.slow
def test_only_a_program_that_pairs_loads_networkx() -> None:
    code = "import sys, netgame.tournaments.due, netgame.tournaments.export; print('networkx' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "False"


# ---- standings, by examples worked out by hand


def table(format: Format, entrants: list[Entrant], *rounds: str) -> list[Standing]:
    return list(standings(format, entrants, [games(text) for text in rounds]))


def lines(places: list[Standing]) -> list[str]:
    return [f"{place.rank} {place.account} {place.points}" for place in places]


def shown(place: Standing) -> dict[str, float]:
    """The tie-breaks as people read them."""
    return {name: value / TIE_BREAKS[name].units for name, value in place.tie_breaks.items()}


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
    assert shown(places[0]) == {"direct": 1, "sonneborn_berger": 3, "wins": 1}


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


@pytest.mark.parametrize(
    ("format", "others", "won", "last_round", "counts"),
    [
        ("round_robin", "ann bob cid", 1, 1, False), ("round_robin", "ann bob cid", 2, 2, True),
        ("round_robin", "ann bob cid eve", 2, 2, True), ("round_robin", "ann bob cid", 1, 3, True),
        ("double_round_robin", "ann bob", 1, 1, False), ("double_round_robin", "ann bob", 2, 2, True),
    ],
)  # fmt: skip
def test_who_leaves_after_half_of_the_games_or_in_the_last_round_keeps_them(
    format: Format, others: str, won: int, last_round: int, counts: bool
) -> None:
    entrants = [*names(others), Entrant("dan", 9, last_round=last_round)]
    places = table(format, entrants, *(f"dan 1-0 {name}" for name in others.split()[:won]))
    assert {place.points for place in places if place.account == "dan"} == {2 * won if counts else 0}


def test_a_forfeit_is_no_game_in_a_swiss_and_players_who_did_not_meet_have_no_direct_encounter() -> None:
    places = table("swiss", names("ann bob"), "ann +:- bob", "bob 1-0 ann")
    strangers = table("swiss", names("ann bob cid dot"), "ann 1-0 dot, bob 1-0 cid")

    assert (values(places, "wins"), values(places, "direct")) == ({"ann": 0, "bob": 1}, {"ann": 0, "bob": 2})
    assert set(values(strangers, "direct").values()) == {0}


def test_buchholz_is_the_sum_of_the_opponents_points() -> None:
    rounds = ("ann 1-0 cid, bob 1-0 dot", "bob ½-½ ann, dot 1-0 cid")

    # ann 1½, bob 1½, cid 0, dot 1
    buchholz = values(table("swiss", names("ann bob cid dot"), *rounds), "buchholz")
    assert buchholz == {"ann": 3, "bob": 5, "cid": 5, "dot": 3}
    assert shown(table("swiss", names("ann bob"), "ann ½-½ bob")[0])["buchholz"] == 0.5


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
    soon = [*names("ann bob dot"), Entrant("cid", 4, first_round=2)]
    assert "1 cid 1" in lines(table("swiss", soon, "ann - bob", "cid - ann")), "also while they play"
    assert "3 dot 0" in lines(table("swiss", soon, "ann 1-0 bob")), "who was there from the start and rested has none"


def test_players_who_never_came_are_below_those_who_played() -> None:
    assert lines(table("swiss", names("ann bob cid dan"), "ann -:+ bob, cid 1-0 dan"))[-2:] == ["3 dan 0", "4 ann 0"]
    assert lines(table("arena", names("ann bob cid"), "bob 1-0 cid"))[-2:] == ["2 cid 0", "3 ann 0"]


def test_a_game_that_is_being_played_counts_for_no_forfeit_in_the_tie_breaks() -> None:
    cup = Scripted.started("ann", "bob", rounds=2)
    [[game]] = cup.t.games

    assert game.played


def test_every_tie_break_of_a_format_has_a_name_and_an_explanation() -> None:
    assert {name for order in ORDER.values() for name in order} == set(TIE_BREAKS)
    assert all(tie_break.name and tie_break.explanation for tie_break in TIE_BREAKS.values())
