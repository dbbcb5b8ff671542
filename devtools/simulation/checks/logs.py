"""Checks of logs that do not use the code of the rules."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from netgame.match.events import (
    Created,
    Ended,
    Event,
    Moved,
    OfferClosed,
    Offered,
    Paused,
    Rehosted,
    Resumed,
    Seated,
    Started,
    TakenBack,
    Unseated,
)
from netgame.records.proof import ProofError, prove
from protocol.identity.device_key import verify

FULL_AFTER_MOVE = ("move", "days", "byoyomi")  # clocks of which a move takes away what was added before
ABOUT_THE_BOARD = ("count", "take_back")


def broken_rules(table: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each event of a table that may not be there."""
    seats: dict[int, str] = {}
    offers: dict[int, Offered] = {}  # the open ones
    stale: set[int] = set()  # those that have to end with the last move
    accepted: Offered | None = None
    for event in events:
        if not isinstance(event, OfferClosed):
            yield from (f"offer {number} of table {table} survives a move" for number in stale & offers.keys())
            stale = set()
        if event.clocks is not None and min(event.clocks) < 0:
            yield f"a clock of table {table} is negative after event {event.number}"
        match event:
            case Seated(player=player, account=account):
                if account in seats.values():
                    yield f"{account} has two seats of table {table}"
                seats[player] = account
            case Unseated(player=player):
                if seats.pop(player, None) is None:
                    yield f"event {event.number} of table {table} leaves a free seat"
            case Rehosted():  # the accounts before were those of another server
                seats.clear()
            case Offered():
                if any((each.player, each.kind) == (event.player, event.kind) for each in offers.values()):
                    yield f"event {event.number} of table {table} makes an offer again that is open"
                offers[event.number] = event
            case OfferClosed():
                accepted = offers.pop(event.offer, None) if event.outcome == "accepted" else accepted
                offers.pop(event.offer, None)
            case Moved():
                stale = {number for number, offer in offers.items() if offer.kind in ABOUT_THE_BOARD}
                accepted = None
            case TakenBack() if accepted is None or (accepted.player, accepted.to) != (event.player, event.to):
                yield f"event {event.number} of table {table} takes back what nobody agreed to"


def wrong_clocks(table: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each time that was charged to a player and did not pass, or passed for the other one."""
    is_paused, control = False, next((e.clock.partition(" ")[0] for e in events if isinstance(e, Created)), "")
    for before, event in pairwise(events):
        is_paused = isinstance(before, Paused | Rehosted) or (is_paused and not isinstance(before, Resumed))
        # a take-back gives a clock the time that it had, a new leg begins with full clocks
        if before.clocks is None or event.clocks is None or isinstance(event, TakenBack | Started):
            continue
        charged = [old - new for old, new in zip(before.clocks, event.clocks, strict=True)]
        if isinstance(event, Moved) and control in FULL_AFTER_MOVE:
            charged[event.player] = 0
        passed = 0 if is_paused else max(0, event.at - before.at)  # another server may have another clock
        if max(charged) > passed:
            yield f"event {event.number} of table {table} charges {max(charged)} ms, and {passed} ms have passed"
        elif min(charged) > 0:
            yield f"event {event.number} of table {table} charges both players: {charged}"


def wrong_signatures(table: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for a signature of a player or the server that does not hold, or an end without one."""
    try:
        sealed = prove(events, verify).sealed
    except ProofError as error:
        yield f"table {table}: {error}"
        return
    if isinstance(events[-1], Ended) and sealed != events[-1].number:
        yield f"the end of table {table} is not signed by the server"


def wrong_handover(table: str, brought: Sequence[Event], old: Sequence[Event], new: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for what is wrong at a table that continues the match of another server.

    `brought` are the events as a player had them, `old` those of the other server, `new` those of the table.
    """
    place = next((place for place, event in enumerate(new) if isinstance(event, Rehosted)), 0)
    if not place:
        yield f"table {table} continues a match, and its log does not say so"
    elif list(new[:place]) != list(brought[:place]) or list(brought) != list(old[: len(brought)]):
        yield f"table {table} continues a match with other events than it had at its first server"
    for log in (old, new):
        yield from wrong_signatures(table, log)
