"""Offers to count a leg: making, answering and closing them."""

from devtools.harness.games.match_helpers import TableByScript, kinds, seated
from netgame.match.commands import AnswerOffer, MakeOffer, Play, Resign, Tick, WithdrawOffer
from netgame.match.events import LegEnded, OfferClosed, Offered

STOP = MakeOffer("count")


def playing(**options: object) -> TableByScript:
    return seated(dice=False, length=10, **options)


def play(table: TableByScript, player: int, move: str = "+1") -> None:
    table.do(Play(table.match.position, move), player)  # type: ignore[arg-type]


def test_an_offer_is_open_until_the_opponent_answers_it() -> None:
    table = playing()
    (offer,) = table.do(STOP, 0)
    board = table.match.state
    assert isinstance(offer, Offered)
    assert dict(table.match.offers) == {offer.number: offer}
    assert table.refused(STOP, 0).code == "already_offered"
    assert table.refused(AnswerOffer(offer.number, True), 0).code == "own_offer"
    assert table.refused(WithdrawOffer(offer.number), 1).code == "not_your_offer"

    (closed,) = table.do(AnswerOffer(offer.number, False), 1)

    assert isinstance(closed, OfferClosed)
    assert (closed.outcome, table.match.offers, table.match.state) == ("declined", {}, board)


def test_a_withdrawn_offer_is_not_open_any_more() -> None:
    table = playing()
    (offer,) = table.do(STOP, 0)
    (closed,) = table.do(WithdrawOffer(offer.number), 0)

    assert isinstance(closed, OfferClosed)
    assert closed.outcome == "withdrawn"
    assert table.refused(AnswerOffer(offer.number, True), 1).code == "no_offer"
    assert table.refused(STOP, 0).code == "too_often"


def test_an_accepted_count_offer_ends_the_leg() -> None:
    table = playing()
    play(table, 0, "+5")
    (offer,) = table.do(STOP, 0)
    events = table.do(AnswerOffer(offer.number, True), 1)

    assert kinds(events) == ["OfferClosed", "LegEnded"]
    assert events[1] == LegEnded(number=offer.number + 2, at=table.now, leg=0, reason="agreed", winner=0, scores=(5, 0))


def test_an_offer_lapses_when_either_side_moves() -> None:
    for mover in (0, 1):
        table = playing()
        if mover:
            play(table, 0)
        (offer,) = table.do(STOP, 0)
        play(table, mover)

        assert table.match.offers == {}
        assert table.refused(AnswerOffer(offer.number, True), 1).code == "no_offer"


def test_an_offer_does_not_make_a_move_stale() -> None:
    table = playing()
    seen = table.match.position
    table.do(STOP, 1)
    table.do(Play(seen, "+1"), 0)


def test_offers_that_fit_nothing_are_refused() -> None:
    refused = playing(count=False).refused(STOP, 0)
    assert (refused.code, str(refused.text)) == ("not_offered", "Tally cannot end by agreement here")
    assert playing().refused(MakeOffer("queen"), 0).code == "unknown_offer"  # type: ignore[arg-type]
    for number in (0, 4, -1, 10**30):
        assert playing().refused(AnswerOffer(number, True), 1).code == "no_offer"


def test_each_side_has_one_offer_between_two_own_moves_and_in_a_new_leg() -> None:
    table = playing()
    (offer,) = table.do(STOP, 1)
    table.do(AnswerOffer(offer.number, False), 0)
    assert table.refused(STOP, 1).code == "too_often"
    play(table, 0)
    assert table.refused(STOP, 1).code == "too_often"
    play(table, 1)
    table.do(STOP, 1)
    table.do(Resign(), 1)
    table.now += 60_000
    table.do(Tick(), None)

    table.do(STOP, 1)
