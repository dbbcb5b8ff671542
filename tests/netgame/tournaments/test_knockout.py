"""Knock-outs: who loses is out, and the best seeds meet last."""

import pytest

from netgame.tournaments import Entrant, Game, bracket, pair, rounds_of, settled, standings
from tests.netgame.tournaments.fields import after, field, games, names, play


def test_the_best_meet_the_worst_sides_take_turns_and_a_stage_waits_for_all_games_before_it() -> None:
    assert after("knockout", field(8), []) == {"p1 p8", "p5 p4", "p7 p2", "p3 p6"}
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
