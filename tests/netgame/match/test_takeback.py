"""Take-backs: the board, the clocks and the dice after one."""

from dataclasses import replace

import pytest

from devtools.harness.games.match_helpers import TableByScript, kinds, playing, seated
from netgame.match import MatchError, evolve, to_act, wakes_at
from netgame.match.commands import AnswerOffer, MakeOffer, Play, Resign, WithdrawOffer
from netgame.match.events import Moved, Offered, Rolled
from netgame.match.match_rules import MATCH_RULES

BACK = MakeOffer("take_back")
FREE = 30_000


def numbers(table: TableByScript) -> list[int]:
    """Return the numbers of the moves in the history."""
    return [step.event.number for step in table.match.history if isinstance(step.event, Moved)]


def test_the_board_is_as_it_was_before_the_move_which_stays_in_the_log() -> None:
    table = playing("+1")
    before = table.match
    table.play("+2", "+3")
    made, seen = numbers(table), table.match.position

    events = table.agree("take_back", 1)

    assert kinds(events) == ["OfferClosed", "TakenBack"]
    assert (table.match.state, table.match.turn, table.match.history) == (before.state, before.turn, before.history)
    assert to_act(table.match) == 1
    assert (numbers(table), made) == (made[:1], [event.number for event in table.log if isinstance(event, Moved)])
    refused = table.refused(Play(seen, "+2"), 1)  # it was on its way
    assert (refused.code, refused.position) == ("stale", table.match.number)
    table.play("+5")
    assert [step.notation for step in table.match.history] == ["", "+1", "+5"]


def test_any_own_move_in_the_history_can_be_named_and_the_last_one_is_the_default() -> None:
    table = playing("+1", "+2", "+3", "+4")
    ann, bob, *_ = numbers(table)
    (offer,) = table.do(BACK, 1)
    assert offer.to == numbers(table)[3]
    for kind, number in (("take_back", bob), ("take_back", 99), ("pause", ann)):
        assert table.refused(MakeOffer(kind, number), 0).code == "no_move"  # type: ignore[arg-type]
    events = table.agree("take_back", 0, to=ann)

    assert (events[1].player, events[1].to) == (0, ann)
    assert table.match.state == table.match.game.start()
    assert table.refused(MakeOffer("take_back", ann), 0).code == "no_move"
    assert table.refused(BACK, 1).code == "no_move"


def test_a_take_back_closes_the_other_offers_about_the_board_and_the_leg_closes_it() -> None:
    table = playing("+1", "+2")
    ann, bob = table.offer("take_back", 0), table.offer("take_back", 1)
    table.offer("count", 1)
    events = table.do(AnswerOffer(ann, accept=True), 1)

    assert kinds(events) == ["OfferClosed", "TakenBack", "OfferClosed", "OfferClosed"]
    assert table.refused(AnswerOffer(bob, accept=True), 0).code == "no_offer"
    assert table.refused(WithdrawOffer(ann), 0).code == "no_offer"

    table = playing("+1", "+2")
    offer = table.offer("take_back", 0)
    assert kinds(table.do(Resign(), 1)) == ["LegEnded", "OfferClosed"]

    assert table.refused(AnswerOffer(offer, accept=True), 1).code == "no_offer"
    assert table.refused(BACK, 0).code == "between_legs"
    table.make_ready()
    assert table.refused(BACK, 0).code == "no_move"
    assert table.refused(MakeOffer("take_back", 5), 0).code == "no_move"


def test_known_dice_come_again_in_the_same_leg_whatever_the_host_throws() -> None:
    table = seated(3, 5, 2, length=20)
    table.play("+1", "+5")
    table.dice = [6, 6, 6, 6]
    table.agree("take_back", 0)
    assert (table.match.last_roll, table.match.rolls) == ((3,), 1)

    for move, roll in (("+2", 5), ("+4", 2), ("+1", 6)):  # the last one is new
        table.play(move)
        assert table.match.last_roll == (roll,)
    rolls = [event for event in table.log if isinstance(event, Rolled)]
    assert [(roll.index, roll.dice[0]) for roll in rolls] == [(0, 3), (1, 5), (2, 2), (1, 5), (2, 2), (3, 6)]

    table = seated(3, 5, 2, length=20)
    table.play("+1")
    assert kinds(table.agree("take_back", 0)) == ["OfferClosed", "TakenBack"]
    assert table.refused(Play(table.match.position, "+4"), 0).code == "illegal", "the own roll is kept"
    table.do(Resign(), 0)
    table.make_ready()
    assert table.match.dice == ((2,),), "the rolls of another leg are others"


def test_a_forfeited_turn_is_forfeited_again_and_the_host_cannot_write_down_other_dice() -> None:
    table = seated(3, 1, 1, 4, length=20)
    table.play("+1")
    table.agree("take_back", 0, to=numbers(table)[0])
    match = evolve(table.match, table.next_event(Moved, player=0, move="+1"))
    with pytest.raises(MatchError, match="roll was 1 before"):
        evolve(match, Rolled(number=match.number + 1, at=table.now, player=1, index=1, dice=(4,)))
    events = table.do(Play(table.match.position, "+2"), 0)

    assert kinds(events) == ["Moved", "Rolled", "Rolled", "Forfeited", "Rolled"]
    assert table.match.last_roll == (4,)


def test_a_take_back_restores_only_the_clock_of_its_player_which_runs_then() -> None:
    table = playing("+1", "+1", clock="sudden 60")
    table.after(10_000).play("+2")
    assert table.log[-1].clocks == (50_000, 60_000)
    table.after(7_000)
    _, taken = table.agree("take_back", 0)

    assert taken.clocks == (60_000, 53_000)
    assert wakes_at(table.match) == table.now + 60_001
    table.after(4_000).play("+3")
    assert table.log[-1].clocks == (56_000, 53_000)


def test_a_take_back_on_the_own_turn_restores_the_time_of_both_turns_and_that_of_a_first_move_its_freedom() -> None:
    table, first = playing("+1", "+1", clock="sudden 60"), seated(dice=False, length=20, clock="sudden 60")
    table.after(10_000).play("+2")
    table.after(5_000).play("+2")
    table.after(3_000)
    first.after(FREE + 5_000).play("+1")
    first.agree("take_back", 0)
    first.after(FREE).play("+2")
    _, taken = table.agree("take_back", 0)

    assert taken.clocks == (60_000, 55_000)
    assert table.match.clocks.running == 0
    assert first.log[-1].clocks == (60_000, 60_000)


def test_a_take_back_keeps_the_time_that_was_taken_in_the_turn_before_a_pause() -> None:
    table = playing("+1", "+1", clock="bronstein 60+30")
    table.after(20_000).agree("pause", 1)
    table.make_ready()
    table.after(5_000).play("+2")
    table.agree("take_back", 0)
    table.after(5_000).play("+3")
    assert table.log[-1].clocks == (60_000, 60_000)  # of the 25 seconds all come back


@pytest.mark.parametrize(("clock", "full"), [("days 3", 259_200_000), ("move 60", 60_000)])
@pytest.mark.parametrize("rules", MATCH_RULES)
def test_after_a_take_back_the_next_turn_of_the_other_player_has_its_full_time(
    clock: str, full: int, rules: int
) -> None:
    table = playing("+1", "+1", "+2", clock=clock, match_rules=rules)
    table.after(50_000)
    _, taken = table.agree("take_back", 0)

    left = full if MATCH_RULES[rules].renews_every_turn else full - 50_000
    assert taken.clocks == (full, left)


def test_an_offer_in_a_log_names_its_move() -> None:
    table = playing("+1", "+2")
    offer = table.next_event(Offered, player=0, kind="take_back")
    assert "must name the move" in table.misfit(offer)
    assert "no such move" in table.misfit(replace(offer, to=numbers(table)[1]))
    assert "only a take-back" in table.misfit(replace(offer, kind="count", to=numbers(table)[0]))
