"""Offers: when one can be made and accepted, when it is muted, and what follows from one that is accepted."""

from netgame.match.events import OfferClosed, Offered, OfferKind, Player
from netgame.match.state import InvalidEvent, Match, Refusals, check_begun, check_going, check_playing, standing_move
from netgame.match.time_control import DAY_MS

REFUSALS = 3  # of one kind by the other one mute it
MUTED_MOVES = 10  # of either side, for which it is muted
MORE_TIME_MS = 60_000
# who wants to stop may say so once between two own moves; of the rest so many, for each is an entry of the log
MOST_ASKED = 5
CROSSING: frozenset[OfferKind] = frozenset({"count", "pause", "abort", "adjourn"})  # both want the same


def muted_for(match: Match, player: Player, kind: OfferKind) -> int:
    """For how many more moves an offer of that kind by that player is muted."""
    refusals = match.refusals.get((player, kind))
    return max(0, refusals.until - sum(match.moved)) if refusals else 0


def crossing(match: Match, player: Player, kind: OfferKind) -> int | None:
    """The open offer of the other one that wants just that; who offers it too has accepted it."""
    if kind not in CROSSING:
        return None
    return next((o.number for o in match.offers.values() if o.kind == kind and o.player != player), None)


def may_abort_alone(match: Match) -> bool:
    """Whether either can end the match without a result: not both have moved yet."""
    return match.phase in ("playing", "between") and 0 in match.moved


def check_offer(match: Match, player: Player, kind: OfferKind, to: int | None, mutes: bool = True) -> None:
    """Raise `InvalidEvent` unless the player may make this offer now. `to` is that of `events.Offered`. Without
    `mutes` a muted offer passes."""
    check_wanted(match, player, kind, to)
    if kind == "abort" and may_abort_alone(match):
        raise InvalidEvent("no_consent", "until each side has moved either can end the match, and nobody has to agree")
    if any(offer.player == player and offer.kind == kind for offer in match.offers.values()):
        raise InvalidEvent("already_offered", "that is offered already")
    if crossing(match, player, kind) is not None:
        raise InvalidEvent("crossing", "the other side offers just that, and waits for an answer")
    if mutes and (moves := muted_for(match, player, kind)):
        raise InvalidEvent("muted", "that was declined {n} times; wait for {moves} more moves", n=REFUSALS, moves=moves)
    if match.asked.get((player, kind), 0) >= (1 if kind == "count" else MOST_ASKED):
        raise InvalidEvent("too_often", _TOO_OFTEN["count" if kind == "count" else "rest"], most=MOST_ASKED)


_TOO_OFTEN = {
    "count": "that can be offered once between two own moves",
    "rest": "that can be offered {most} times between two own moves",
}


def check_wanted(match: Match, player: Player, kind: OfferKind, to: int | None) -> None:
    """Raise `InvalidEvent` unless the offer can take effect now. Checked when it is made and when it is accepted."""
    check_begun(match)
    match kind:
        case "count":
            check_playing(match)
            if match.game.agreed(match.state) is None:
                raise InvalidEvent("not_offered", "{game} cannot be stopped by agreement here", game=match.game.title)
        case "take_back":
            check_playing(match)
            check_going(match)
            if to is None:
                raise InvalidEvent("no_move", "an offer to take a move back names the move")
            standing_move(match, player, to)
        case "pause":
            check_going(match)
        case "more_time":
            check_playing(match)
            if match.clocks is None:
                raise InvalidEvent("no_clock", "there is no clock at this table")
        case "adjourn":
            if match.paused and match.paused.cause == "adjourned":
                raise InvalidEvent("paused", "the match is adjourned")
        case "abort":
            pass
        case _:
            raise InvalidEvent("unknown_offer", "there is no offer of that kind")


def more_time(match: Match, player: Player, at: int) -> int:
    """How much a player gets who is given more time, in ms."""
    clocks = match.clocks
    assert clocks is not None, "checked when it was offered"
    control = clocks.control
    match control.kind:
        case "days":
            return DAY_MS
        case "move":
            return control.step
        case "byoyomi" if clocks.read(at)[player] <= control.periods * control.step:
            return control.step
    return MORE_TIME_MS


# ---- the fold


def offered(match: Match, event: Offered) -> Match:
    """The match with an offer more."""
    if event.to is not None and event.kind != "take_back":
        raise InvalidEvent("no_move", "only a take-back names a move")
    # in logs from before there were clocks nothing was muted; that offer is the only one they know
    check_offer(match, event.player, event.kind, event.to, mutes=event.kind != "count")
    asked = (event.player, event.kind)
    return match.after(
        event,
        offers={**match.offers, event.number: event},
        asked={**match.asked, asked: match.asked.get(asked, 0) + 1},
    )


def offer_closed(match: Match, event: OfferClosed) -> Match:
    """The match with an offer less. If it was accepted, what follows is due now."""
    offer = match.offers.get(event.offer)
    if offer is None:
        raise InvalidEvent("no_offer", "that offer is not open any more")
    offers = {number: open_ for number, open_ in match.offers.items() if number != event.offer}
    match event.outcome:
        case "accepted":
            check_wanted(match, offer.player, offer.kind, offer.to)
            return match.after(event, offers=offers, accepted=offer, refusals=_counted(match, offer, Refusals()))
        case "declined":
            return match.after(event, offers=offers, refusals=_declined(match, offer))
        case "withdrawn":
            return match.after(event, offers=offers)
        case "lapsed" if event.offer in match.lapsing:
            return match.after(event, offers=offers, lapsing=match.lapsing[1:])
    raise InvalidEvent("outcome", "an offer lapses only with a move or with the leg")


def _declined(match: Match, offer: Offered) -> dict[tuple[Player, OfferKind], Refusals]:
    before = match.refusals.get((offer.player, offer.kind), Refusals())
    if before.count + 1 < REFUSALS:
        return _counted(match, offer, Refusals(before.count + 1, before.until))
    return _counted(match, offer, Refusals(0, sum(match.moved) + MUTED_MOVES))


def _counted(match: Match, offer: Offered, refusals: Refusals) -> dict[tuple[Player, OfferKind], Refusals]:
    return {**match.refusals, (offer.player, offer.kind): refusals}
