"""Commands to a tournament: rights and refusals."""

from typing import Any

import pytest

from netgame.tournaments import commands as c
from netgame.tournaments.decide import CORRECTABLE_MS, MAX_AHEAD_MS, MAX_ENTRIES, doubts_of_pairing
from netgame.tournaments.due import next_round_at
from netgame.tournaments.standings import standings
from tests.netgame.tournaments.scripted import START_MS, Scripted


def started(*players: str, **terms: Any) -> Scripted:
    return Scripted.started(*(players or ("ann", "bob", "cy", "di")), **terms)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"format": "cup"}, "bad_format"),
        ({"game": "chess"}, "unknown_game"),
        ({"options": {"colour": "red"}}, "bad_tournament"),
        ({"clock": "soon"}, "bad_tournament"),
        ({"absence": "never"}, "bad_tournament"),
        ({"absence": "forfeit 60", "clock": "days 2"}, "bad_tournament"),
        ({"title": "  "}, "bad_title"),
        ({"entry": "paid"}, "bad_entry"),
        ({"places": 1}, "bad_number"),
        ({"places": 10_000}, "bad_number"),
        ({"rounds": 10_000}, "bad_number"),
        ({"format": "knockout", "rounds": 3}, "bad_rounds"),
        ({"pause_s": 10**9}, "bad_number"),
        ({"appear_s": 10**9}, "bad_number"),
        ({"no_show": "shoot"}, "bad_no_show"),
        ({"starts_at": START_MS - 1}, "bad_date"),
        ({"starts_at": START_MS + MAX_AHEAD_MS + 1}, "bad_date"),
        ({"format": "arena", "clock": "sudden 60"}, "bad_number"),
        ({"format": "arena", "arena_minutes": 30}, "bad_clock"),
        ({"format": "arena", "arena_minutes": 30, "clock": "days 1"}, "bad_clock"),
    ],
)
def test_bad_terms_are_refused_and_others_resolved(terms: dict[str, Any], code: str) -> None:
    assert Scripted(**terms).made == code
    t = Scripted(clock="fischer 300+5", arena_minutes=9).t
    assert t.created.options
    assert (t.created.arena_minutes, t.director) == (0, "dora")


def test_entries_are_limited_for_one_player_and_by_the_places() -> None:
    cup = Scripted()
    for _ in range(MAX_ENTRIES):
        cup.enter("ann")
        assert cup.order(c.Enter(), "ann") == "entered"
        assert cup.order(c.Withdraw(), "ann") == ""
    assert cup.order(c.Enter(), "ann") == "too_often"

    cup = Scripted(places=2)
    cup.enter("ann", "bob")
    refusals = {cup.order(c.Enter(), f"guest{number}") for number in range(10_000)}
    assert refusals == {"full"}
    assert len(cup.t.players) == 2


def test_who_entered_and_left_is_invited_again_until_the_start() -> None:
    cup = Scripted(format="knockout")
    cup.enter("ann", "bob", "cy")
    assert cup.order(c.Invite("ann")) == "entered"
    cup.order(c.Withdraw(), "ann")
    assert [cup.order(c.Invite("ann")) for _ in range(2)] == ["", "no_change"]
    assert cup.t.unanswered == {"ann"}
    cup.enter("ann")
    assert cup.t.unanswered == set()
    cup.order(c.Start())

    assert cup.order(c.Invite("eve")) == "started"


def test_removed_players_and_those_of_a_tournament_by_invitation_enter_when_they_are_invited() -> None:
    invited, cup = Scripted(entry="invited"), Scripted()
    cup.enter("ann")
    assert cup.order(c.Remove("ann")) == ""

    for each, code in ((invited, "not_invited"), (cup, "removed")):
        assert each.order(c.Enter(), "ann") == code
        assert each.order(c.Invite("ann")) == ""
        assert each.order(c.Invite("ann")) == "no_change"
        assert each.order(c.Enter(), "ann") == ""


@pytest.mark.parametrize(
    "command",
    [
        c.Invite("eve"), c.Remove("ann"), c.Start(), c.Pause(), c.Resume(), c.Cancel(), c.Finish(), c.Confirm(),
        c.Direct("eve"),
        c.Correct(1, 0, (2, 0)), c.Replay(1, 0), c.PairByHand(1, (("ann", "bob"),)),
    ],
)  # fmt: skip
def test_only_the_director_directs(command: Any) -> None:
    cup = started()
    number = cup.t.number
    assert cup.order(command, "ann") == "not_director"
    assert cup.t.number == number


def test_a_former_director_directs_no_more_a_moderator_always_may_and_nobody_after_the_end() -> None:
    cup = started()
    assert cup.order(c.Direct("eve")) == ""
    assert cup.order(c.Pause()) == "not_director"
    assert cup.order(c.Pause(), "eve") == ""
    assert cup.order(c.Resume(), "mo", is_moderator=True) == ""
    assert [event.by for event in cup.log[-3:]] == ["dora", "eve", "mo"]

    cup = started()
    assert cup.order(c.Cancel()) == ""
    assert cup.order(c.Enter(), "eve") == "over"
    assert cup.order(c.Start()) == "over"
    assert cup.tick() is None


def test_late_entries_are_for_swiss_and_arena_and_a_knock_out_keeps_results_of_earlier_rounds() -> None:
    cup, knockout = started(rounds=2), started(format="knockout")
    assert cup.order(c.Enter(), "eve") == ""
    assert knockout.order(c.Enter(), "eve") == "started"
    cup.play()
    assert len(cup.t.rounds) == 2
    assert cup.order(c.Enter(), "fay") == "started"

    cup = started(format="knockout")
    cup.play()
    assert len(cup.t.rounds) == 2
    assert cup.order(c.Correct(1, 0, (0, 2))) == "too_late"


def test_a_player_who_leaves_loses_the_game() -> None:
    cup = started("ann", "bob")

    assert cup.order(c.Withdraw(), "bob") == ""
    [board] = cup.t.rounds[0]
    assert board.points == ((2, 0) if board.paired.first == "ann" else (0, 2))
    assert (board.played, board.cause) == (False, "withdrew")
    assert cup.order(c.Withdraw(), "bob") == "not_entered"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Correct(0, 0, (2, 0)), "no_game"),
        (c.Correct(2, 0, (2, 0)), "no_game"),
        (c.Correct(1, 7, (2, 0)), "no_game"),
        (c.Correct(1, 0, (2, 2)), "bad_result"),
        (c.Replay(1, -1), "no_game"),
        (c.PairByHand(2, (("ann", "bob"),)), "bad_pairing"),
        (c.PairByHand(1, ()), "bad_pairing"),
        (c.PairByHand(1, (("ann", "ann"),)), "bad_pairing"),
        (c.PairByHand(1, (("ann", "zoe"),)), "bad_pairing"),
        (c.PairByHand(1, (("ann", "bob"), ("bob", "cy"))), "bad_pairing"),
        (c.Direct("dora"), "no_change"),
        (c.Resume(), "no_change"),
        (c.Start(), "started"),
        (c.Finish(), "games_open"),
        (c.Confirm(), "not_over"),
        (c.Correct(1, 0, (1, 1), played=False), "bad_result"),
    ],
)
def test_orders_that_fit_nothing_are_refused(command: Any, code: str) -> None:
    assert started().order(command) == code


def test_the_director_corrects_a_result_or_has_it_replayed_at_another_table() -> None:
    cup = started("ann", "bob", rounds=2)
    table = cup.t.rounds[0][0].paired.table

    assert cup.order(c.Correct(1, 0, (1, 1))) == ""
    assert cup.t.rounds[0][0].points == (1, 1)
    assert (cup.kinds[-1], cup.log[-1].by) == ("Corrected", "dora")
    assert cup.order(c.Replay(1, 0)) == ""
    board = cup.t.rounds[0][0]
    assert board.is_open
    assert board.paired.table not in ("", table)


def test_pairing_by_hand_dissolves_the_boards_of_the_players() -> None:
    cup = started()
    before = [board.paired for board in cup.t.rounds[0]]
    first, second = before

    assert cup.order(c.PairByHand(1, ((first.first, second.first), (first.second or "", second.second)))) == ""
    after = [board.paired for board in cup.t.rounds[0]]
    assert [{pair.first, pair.second} for pair in after] == [{first.first, second.first}, {first.second, second.second}]
    assert len({pair.table for pair in before + after}) == 4


def test_a_pairing_by_hand_that_is_there_already_keeps_its_game() -> None:
    cup = started()
    one, other = (board.paired for board in cup.t.rounds[0])
    swapped = (str(other.second), other.first)

    assert cup.order(c.PairByHand(1, ((one.first, one.second),))) == "no_change"
    assert cup.order(c.PairByHand(1, ((one.first, one.second), swapped))) == ""
    assert cup.order(c.PairByHand(1, ((one.first, one.second), swapped))) == "no_change"
    assert cup.t.rounds[0][0].paired == one
    assert cup.t.stopped == (other.table,)


def test_a_player_who_replays_an_earlier_game_is_not_paired_by_hand() -> None:
    cup = started("ann", "bob", "cy", rounds=3)
    cup.play()
    rests = cup.t.rounds[1][1].paired.first
    [index] = [index for index, board in enumerate(cup.t.rounds[0]) if rests in board.accounts]
    for place in list(cup.t.open_boards):
        cup.order(c.Correct(place.round, place.index, (2, 0)))
    cup.enter("di")
    cup.order(c.Replay(1, index))

    assert cup.order(c.PairByHand(2, ((rests, "di"),))) == "plays"


@pytest.mark.parametrize("format", ["round_robin", "double_round_robin", "knockout"])
def test_only_a_swiss_is_paired_by_hand(format: str) -> None:
    cup = started(format=format)
    one, other = (board.paired for board in cup.t.rounds[0])

    assert cup.order(c.PairByHand(1, ((one.first, other.first), (str(one.second), other.second)))) == "bad_pairing"


def test_pairings_by_hand_with_a_second_bye_or_a_player_left_over_are_accepted_when_confirmed() -> None:
    cup = started("ann", "bob", "cy", rounds=2)
    [rested] = [board.paired.first for board in cup.t.rounds[0] if board.paired.second is None]
    cup.play()
    one, other = {"ann", "bob", "cy"} - {rested}
    second_bye, left_over = ((one, other), (rested, None)), ((one, other),)

    for pairings, code in ((second_bye, "second_bye"), (left_over, "left_over")):
        doubts = doubts_of_pairing(cup.t, pairings)
        assert (doubts.second_byes or doubts.left_over) == (rested,)
        assert cup.order(c.PairByHand(2, pairings)) == code
    assert cup.order(c.PairByHand(2, second_bye, anyway=True)) == ""


def test_a_win_by_forfeit_that_the_director_sets_is_no_played_game() -> None:
    cup = started("ann", "bob", rounds=2)
    assert cup.order(c.Correct(1, 0, (2, 0), played=False)) == ""
    assert not cup.t.rounds[0][0].played
    assert cup.order(c.Correct(1, 0, (2, 0), played=False)) == "no_change"
    cup.tick()

    assert len(cup.t.rounds) == 2  # the two have not met yet


@pytest.mark.parametrize("format", ["swiss", "round_robin", "knockout"])
def test_results_are_corrected_after_the_end_until_a_day_later_or_the_confirmation(format: str) -> None:
    cups = [started("ann", "bob", format=format) for _ in range(2)]
    for cup in cups:
        cup.play()
        board = cup.t.rounds[0][0]
        assert cup.order(c.Correct(1, 0, (0, 2))) == ""
        assert standings(cup.t.created.format, cup.t.entrants, cup.t.games)[0].account == board.paired.second
        assert cup.t.phase == "over"
        assert cup.order(c.Confirm(), "ann") == "not_director"

    assert cups[0].order(c.Confirm()) == ""
    assert cups[0].order(c.Correct(1, 0, (2, 0))) == "over"
    cups[1].now += CORRECTABLE_MS
    assert cups[1].order(c.Correct(1, 0, (2, 0))) == "over"
    assert cups[1].order(c.Confirm()) == "over"


def test_a_knock_out_that_is_over_keeps_a_winner_and_a_cancelled_tournament_takes_no_corrections() -> None:
    cup, cancelled = started("ann", "bob", format="knockout"), started()
    cup.play()
    assert cup.order(c.Correct(1, 0, (1, 1))) == "bad_result"
    assert cup.t.rounds[0][0].points == (2, 0)

    cancelled.order(c.Cancel())
    assert cancelled.order(c.Correct(1, 0, (0, 2))) == "over"


def test_results_of_a_knock_out_that_the_director_ended_early_are_corrected() -> None:
    cup = started(format="knockout", pause_s=60)
    cup.play()
    cup.order(c.Finish())

    assert cup.order(c.Correct(1, 0, (0, 2))) == ""
    assert cup.order(c.Correct(1, 1, (1, 1))) == "bad_result"


def test_a_place_of_a_player_who_left_is_free_and_a_removal_after_leaving_changes_no_round() -> None:
    cup = started("ann", "bob", "cy", "di", places=4, rounds=3)
    assert cup.order(c.Invite("eve")) == ""
    assert cup.order(c.Enter(), "eve") == "full"
    assert cup.order(c.Withdraw(), "di") == ""
    assert cup.order(c.Enter(), "eve") == ""
    assert cup.order(c.Enter(), "di") == "full"
    assert cup.order(c.Withdraw(), "eve") == ""
    left = cup.t.players["eve"].last_round
    cup.play()

    assert cup.order(c.Remove("eve")) == ""
    assert cup.t.players["eve"].last_round == left


def test_a_result_set_after_a_game_delays_no_round() -> None:
    cup = started("ann", "bob", "cy", "di", rounds=2, pause_s=60)
    cup.play()
    assert next_round_at(cup.t) == cup.now + 60_000
