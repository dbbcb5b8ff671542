"""Offers: making, answering and closing them, and what is agreed by them."""

import pytest

from devtools.harness.games.match_helpers import TableByScript, kinds, playing, seated
from netgame.match import replay
from netgame.match.commands import AnswerOffer, MakeOffer, Play, Resign, Tick, WithdrawOffer
from netgame.match.events import Ended, LegEnded, Moved, OfferClosed, Offered, OfferKind, Player
from netgame.match.offers import may_abort_alone, muted_for


def refuse(table: TableByScript, kind: OfferKind, times: int, by: Player = 0) -> None:
    for _ in range(times):
        table.do(AnswerOffer(table.offer(kind, by), accept=False), 1 - by)  # type: ignore[arg-type]


STOP = MakeOffer("count")


def at_start(**options: object) -> TableByScript:
    return seated(dice=False, length=10, **options)


def test_an_offer_is_open_until_the_opponent_answers_it() -> None:
    table = at_start()
    (offer,) = table.do(STOP, 0)
    board = table.match.state
    assert isinstance(offer, Offered)
    assert dict(table.match.offers) == {offer.number: offer}
    assert table.refused(STOP, 0).code == "already_offered"
    assert table.refused(AnswerOffer(offer.number, True), 0).code == "own_offer"
    assert table.refused(WithdrawOffer(offer.number), 1).code == "not_your_offer"
    (closed,) = table.do(AnswerOffer(offer.number, False), 1)

    assert (closed.outcome, table.match.offers, table.match.state) == ("declined", {}, board)


def test_a_withdrawn_offer_is_not_open_any_more_and_counts_towards_the_limit() -> None:
    table = at_start()
    (offer,) = table.do(STOP, 0)
    (closed,) = table.do(WithdrawOffer(offer.number), 0)
    assert closed.outcome == "withdrawn"
    assert table.refused(AnswerOffer(offer.number, True), 1).code == "no_offer"
    assert table.refused(STOP, 0).code == "too_often"
    for _ in range(5):
        table.do(WithdrawOffer(table.offer("pause", 0)), 0)
    assert table.refused(MakeOffer("pause"), 0).code == "too_often"
    table.play("+1")
    table.offer("pause", 0)


def test_an_accepted_count_offer_ends_the_leg() -> None:
    table = at_start()
    table.play("+5")
    (offer,) = table.do(STOP, 0)
    events = table.do(AnswerOffer(offer.number, True), 1)
    assert kinds(events) == ["OfferClosed", "LegEnded"]
    assert events[1] == LegEnded(number=offer.number + 2, at=table.now, leg=0, reason="agreed", winner=0, scores=(5, 0))


@pytest.mark.parametrize("rules", [1, 2])
def test_an_offer_lapses_when_either_side_moves_by_the_older_match_rules(rules: int) -> None:
    for mover in (0, 1):
        table = at_start(match_rules=rules)
        if mover:
            table.play("+1")
        (offer,) = table.do(STOP, 0)
        table.play("+1")

        assert table.match.offers == {}
        assert table.refused(AnswerOffer(offer.number, True), 1).code == "no_offer"


@pytest.mark.parametrize("kind", ["count", "take_back"])
def test_an_offer_stands_until_the_other_player_moves_after_seeing_it(kind: OfferKind) -> None:
    table = at_start()
    table.play("+1")
    table.play("+1")
    (offer,) = table.do(MakeOffer(kind), 0)
    table.play("+1")
    assert list(table.match.offers) == [offer.number]

    table.do(Play(table.match.position, "+1", seen=offer.number - 1), 1)
    assert list(table.match.offers) == [offer.number]
    assert table.log[-1].seen == offer.number - 1
    table.play("+1")
    moved, _closed = table.do(Play(table.match.position, "+1", seen=table.match.number), 1)
    assert (table.match.offers, moved.seen) == ({}, 0)


def test_a_move_answers_the_offers_that_its_player_had_seen_and_no_newer_one() -> None:
    table = at_start()
    table.play("+1", "+1")
    seen, newer = table.offer("take_back", 0), table.offer("count", 0)
    table.play("+1")
    table.do(Play(table.match.position, "+1", seen=seen), 1)
    assert list(table.match.offers) == [newer]


def test_nobody_aborts_a_game_of_a_tournament_alone() -> None:
    table = at_start(tournament="q3zk5a")
    (asked,) = table.do(MakeOffer("abort"), 0)
    assert isinstance(asked, Offered)

    (_closed, end) = table.do(AnswerOffer(asked.number, True), 1)
    assert isinstance(end, Ended)
    assert end.reason == "aborted"


def test_an_offer_outlasts_a_conditional_move_and_is_accepted_then() -> None:
    table = at_start(clock="days 2")
    table.play("+1")
    (offer,) = table.do(MakeOffer("take_back"), 0)
    table.do(Play(table.match.position, "+1", conditional=True), 1)

    table.do(AnswerOffer(offer.number, True), 1)
    assert table.match.moved == (1, 1)
    assert len([ply for ply in table.match.history if isinstance(ply.event, Moved)]) == 0


def test_offers_that_fit_nothing_are_refused() -> None:
    refused = at_start(count=False).refused(STOP, 0)
    assert (refused.code, str(refused.text)) == ("not_offered", "Tally cannot end by agreement here")
    assert at_start().refused(MakeOffer("queen"), 0).code == "unknown_offer"  # type: ignore[arg-type]
    for number in (0, 4, -1, 10**30):
        assert at_start().refused(AnswerOffer(number, True), 1).code == "no_offer"


def test_each_side_has_one_offer_between_two_own_moves_and_in_a_new_leg() -> None:
    table = at_start()
    (offer,) = table.do(STOP, 1)
    table.do(AnswerOffer(offer.number, False), 0)
    assert table.refused(STOP, 1).code == "too_often"
    table.play("+1")
    assert table.refused(STOP, 1).code == "too_often"
    table.play("+1")
    table.do(STOP, 1)
    table.do(Resign(), 1)
    table.now += 60_000
    table.do(Tick(), None)

    table.do(STOP, 1)


def test_offers_that_are_not_about_the_board_outlast_a_move_and_none_makes_a_move_stale() -> None:
    table = playing(clock="sudden 60")
    kept = {table.offer(kind, 1) for kind in ("pause", "more_time", "abort", "adjourn")}
    table.offer("take_back", 1)
    table.play("+1")
    assert set(table.match.offers) == kept
    assert replay(table.log, table.games).offers == table.match.offers

    table = at_start()
    seen = table.match.position
    table.do(STOP, 1)
    table.do(Play(seen, "+1"), 0)


@pytest.mark.parametrize("command", [Resign(), Resign(match=True)])
def test_the_end_of_a_leg_closes_every_offer_before_the_match_ends(command: Resign) -> None:
    table = playing(battles=1)
    table.offer("adjourn", 0)
    table.offer("pause", 1)
    events = table.do(command, 0)
    assert kinds(events) == ["LegEnded", "OfferClosed", "OfferClosed", "Ended"]
    assert {event.outcome for event in events if isinstance(event, OfferClosed)} == {"lapsed"}


def test_offers_in_a_log_that_nobody_could_make_are_refused() -> None:
    table, start = playing(), seated(dice=False)
    table.offer("pause", 0)
    again = table.next_event(Offered, player=1, kind="pause")
    alone = start.next_event(Offered, player=0, kind="abort")
    assert "has already offered that" in table.misfit(again)
    assert "abort the match alone" in start.misfit(alone)


@pytest.mark.parametrize("kind", ["count", "pause", "abort", "adjourn"])
def test_two_who_offer_the_same_have_agreed_but_want_more_time_for_themselves(kind: OfferKind) -> None:
    table = playing(clock="sudden 60")
    table.offer("more_time", 0)
    table.offer("more_time", 1)
    assert len(table.match.offers) == 2
    table.offer(kind, 0)
    events = table.do(MakeOffer(kind), 1)
    assert events[0].outcome == "accepted"


@pytest.mark.parametrize("kind", ["pause", "adjourn", "abort", "take_back"])
def test_three_refusals_mute_a_kind_for_one_player_for_ten_moves(kind: OfferKind) -> None:
    table = playing()
    refuse(table, kind, 3)

    assert table.refused(MakeOffer(kind), 0).code == "muted"
    assert (muted_for(table.match, 0, kind), muted_for(table.match, 1, kind)) == (10, 0)
    table.offer("count", 0)
    table.play(*["+1"] * 9)
    refused = table.refused(MakeOffer(kind), 0)
    assert str(refused.text) == "that was declined 3 times; wait for 1 more moves"
    table.play("+1")
    refuse(table, kind, 2)
    assert muted_for(table.match, 0, kind) == 0, "it takes three refusals again"


def test_three_refused_counts_mute_the_next_one_but_not_the_consent_to_the_same_offer() -> None:
    table = playing()
    for _ in range(3):
        refuse(table, "count", 1)
        table.play("+1", "+1")

    assert table.refused(MakeOffer("count"), 0).code == "muted"
    table.play(*["+1"] * 8)
    table.offer("count", 0)
    table = playing()
    refuse(table, "pause", 3)
    table.offer("pause", 1)
    assert kinds(table.do(MakeOffer("pause"), 0)) == ["OfferClosed", "Paused"]


def test_an_accepted_offer_resets_the_refusals_and_moves_that_were_taken_back_count_as_moves() -> None:
    accepted, table = playing(clock="sudden 600"), playing()
    refuse(accepted, "more_time", 2)
    accepted.agree("more_time", 0)
    refuse(accepted, "more_time", 2)
    refuse(table, "pause", 3)
    for _ in range(5):
        table.play("+1", "+1")
        table.agree("take_back", 0)

    assert muted_for(accepted.match, 0, "more_time") == muted_for(table.match, 0, "pause") == 0


def test_until_each_side_has_moved_either_aborts_alone_and_then_both_also_when_moves_were_taken_back() -> None:
    for moves, by in ((0, 0), (0, 1), (1, 0), (1, 1)):
        table = seated(dice=False)
        table.play(*["+1"] * moves)
        (event,) = table.do(MakeOffer("abort"), by)  # type: ignore[arg-type]
        number = table.match.number
        assert event == Ended(number=number, at=table.now, reason="aborted", winner=None, totals=(0, 0), player=by)
    table = playing()
    table.agree("take_back", 0)
    assert not may_abort_alone(table.match)
    assert kinds(table.agree("abort", 0)) == ["OfferClosed", "Ended"]
    assert (table.match.ended.reason, table.match.ended.winner, table.match.ended.player) == ("aborted", None, None)
