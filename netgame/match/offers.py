"""Offers: when a player can make one, when it is muted, and what closes it."""

from netgame.match.events import OfferClosed, Offered, OfferKind, Player, Rolled
from netgame.match.state import (
    InvalidEvent,
    Match,
    OfferKey,
    Refusals,
    check_begun,
    check_not_paused,
    check_playing,
    find_move,
)
from netgame.match.time_control import DAY_MS
from netgame.text import N_

MUTUAL: frozenset[OfferKind] = frozenset({"count", "pause", "abort", "adjourn"})  # both players want the same


def muted_for(match: Match, player: Player, kind: OfferKind) -> int:
    """Return for how many more moves an offer of that kind by that player is muted."""
    refusals = match.refusals.get((player, kind))
    return max(0, refusals.until - sum(match.moved)) if refusals else 0


def mutual_offer(match: Match, player: Player, kind: OfferKind) -> int | None:
    """Return the opponent's open offer of the same kind, which this player accepts by offering it too."""
    if kind not in MUTUAL:
        return None
    return next((o.number for o in match.offers.values() if o.kind == kind and o.player != player), None)


def may_abort_alone(match: Match) -> bool:
    """Return whether either player can abort the match alone.

    Not both have moved yet, or not both have taken their seats again at another host: nothing was played there. A game
    of a tournament is aborted only by agreement, or by the host.
    """
    if match.created.tournament:
        return False
    return match.phase in ("playing", "between") and (0 in match.moved or bool(match.vacant))


def check_offer(match: Match, player: Player, kind: OfferKind, to: int | None) -> None:
    """Raise `InvalidEvent` unless the player may make this offer now. `to` is that of `events.Offered`."""
    check_effect(match, player, kind, to)
    if kind == "abort" and may_abort_alone(match):
        raise InvalidEvent("no_consent", N_("until each side has moved, either player can abort the match alone"))
    if any(offer.player == player and offer.kind == kind for offer in match.offers.values()):
        raise InvalidEvent("already_offered", N_("you have already offered that"))
    if mutual_offer(match, player, kind) is not None:
        raise InvalidEvent("crossing", N_("the other side has already offered that"))
    rules, asked = match.rules, match.asked.get((player, kind), 0)
    if moves := muted_for(match, player, kind):
        times = rules.mute_after
        raise InvalidEvent(
            "muted", N_("that was declined {n} times; wait for {moves} more moves"), n=times, moves=moves
        )
    if kind == "count" and asked >= rules.max_count_offers:
        raise InvalidEvent("too_often", N_("you can offer that once between two of your moves"))
    if asked >= rules.max_other_offers:
        most = rules.max_other_offers
        raise InvalidEvent("too_often", N_("you can offer that {most} times between two of your moves"), most=most)


def check_effect(match: Match, player: Player, kind: OfferKind, to: int | None) -> None:
    """Raise `InvalidEvent` unless the offer can take effect now. Checked when it is made and when it is accepted."""
    check_begun(match)
    if kind in ("pause", "adjourn") and not match.created.pauses:
        raise InvalidEvent("no_pauses", N_("the director of the tournament does not allow pauses"))
    match kind:
        case "count":
            check_playing(match)
            if match.game.agreed(match.state) is None:
                raise InvalidEvent("not_offered", N_("{game} cannot end by agreement here"), game=match.game.title)
        case "take_back":
            check_playing(match)
            check_not_paused(match)
            if to is None:
                raise InvalidEvent("no_move", N_("the offer must name the move to take back"))
            find_move(match, player, to)
        case "pause":
            check_not_paused(match)
        case "more_time":
            check_playing(match)
            if match.clocks is None:
                raise InvalidEvent("no_clock", N_("this table has no clock"))
        case "adjourn":
            if match.paused and match.paused.cause == "adjourned":
                raise InvalidEvent("paused", N_("the match is adjourned"))
        case "host_dice":
            if match.drawing is None:
                raise InvalidEvent("host_rolls", N_("the host rolls the dice of this table already"))
        case "abort":
            pass
        case _:
            raise InvalidEvent("unknown_offer", N_("there is no offer of that kind"))


def foretells_roll(match: Match, offer: Offered) -> bool:
    """Return whether a player can know the next roll in advance after that take-back.

    The roll was drawn before, or a link for it was revealed. Then the roll after it may follow from the same links.
    """
    drawing, to = match.drawing, offer.to or 0
    rolls = sum(
        isinstance(ply.event, Rolled) and ply.leg == match.leg for ply in match.history if ply.event.number < to
    )
    return rolls < len(match.dice) or (drawing is not None and max(drawing.revealed) > drawing.drawn)


def more_time(match: Match, player: Player, at: int) -> int:
    """Return how much time a player gets by an accepted offer of more time, in ms."""
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
    return match.rules.more_time_ms


# ---- events


def apply_offered(match: Match, event: Offered) -> Match:
    """Return the match with one more open offer."""
    if event.to is not None and event.kind != "take_back":
        raise InvalidEvent("no_move", N_("only a take-back names a move"))
    check_offer(match, event.player, event.kind, event.to)
    key = (event.player, event.kind)
    return match.after(
        event,
        offers={**match.offers, event.number: event},
        asked={**match.asked, key: match.asked.get(key, 0) + 1},
    )


def apply_offer_closed(match: Match, event: OfferClosed) -> Match:
    """Return the match without that offer. If it was accepted, its consequence must come next."""
    offer = match.offers.get(event.offer)
    if offer is None:
        raise InvalidEvent("no_offer", N_("that offer is no longer open"))
    offers = {number: open_ for number, open_ in match.offers.items() if number != event.offer}
    match event.outcome:
        case "accepted":
            check_effect(match, offer.player, offer.kind, offer.to)
            return match.after(event, offers=offers, accepted=offer, refusals=_with_refusals(match, offer, Refusals()))
        case "declined":
            before = match.refusals.get((offer.player, offer.kind), Refusals())
            refusals = Refusals(before.count + 1, before.until)
            if refusals.count == match.rules.mute_after:
                refusals = Refusals(0, sum(match.moved) + match.rules.muted_moves)
            return match.after(event, offers=offers, refusals=_with_refusals(match, offer, refusals))
        case "withdrawn":
            return match.after(event, offers=offers)
        case "lapsed" if event.offer in match.lapsing:
            return match.after(event, offers=offers, lapsing=match.lapsing[1:])
    raise InvalidEvent("outcome", N_("an offer expires only with a move or at the end of a leg"))


def _with_refusals(match: Match, offer: Offered, refusals: Refusals) -> dict[OfferKey, Refusals]:
    return {**match.refusals, (offer.player, offer.kind): refusals}
