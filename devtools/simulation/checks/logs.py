"""Checks of logs that do not use the code of the rules."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from netgame.match.events import (
    Absent,
    Created,
    DiceHandedOver,
    Ended,
    Event,
    LegEnded,
    Moved,
    OfferClosed,
    Offered,
    Paused,
    Rehosted,
    Resumed,
    Returned,
    Rolled,
    Seated,
    Started,
    TakenBack,
    TimeAdded,
    Unseated,
)
from netgame.records.proof import ProofError, prove
from protocol.identity.device_key import verify

FULL_AFTER_MOVE = ("move", "days", "byoyomi")  # clocks of which a move takes away what was added before
ABOUT_THE_BOARD = ("count", "take_back")
AWAITING = 3  # the version of the match rules since which offers wait, agreed time is kept, and links are checked
UNITS_MS = {"days": 86_400_000, "move": 1000}  # of clocks with a time for each move


def broken_rules(table: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each event of a table that may not be there."""
    seats: dict[int, str] = {}
    offers: dict[int, Offered] = {}  # the open ones
    stale: set[int] = set()  # those that have to end after the last change of the board, and may end by themselves
    accepted: Offered | None = None
    rules = next((event.match_rules for event in events if isinstance(event, Created)), 1)
    for event in events:
        if not isinstance(event, OfferClosed):
            yield from (f"offer {number} of table {table} survives a move" for number in sorted(stale & offers.keys()))
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
                if event.outcome == "lapsed" and event.offer not in stale:
                    yield f"offer {event.offer} of table {table} ends before the other player has answered"
                accepted = offers.pop(event.offer, None) if event.outcome == "accepted" else accepted
                offers.pop(event.offer, None)
            case Moved():
                stale = {number for number, offer in offers.items() if _is_answered(offer, event, rules)}
                accepted = None
            case LegEnded():
                stale = set(offers)
            case TakenBack() if accepted is None or (accepted.player, accepted.to) != (event.player, event.to):
                yield f"event {event.number} of table {table} takes back what nobody agreed to"
            case TakenBack():
                stale = {number for number, offer in offers.items() if offer.kind in ABOUT_THE_BOARD}


def _is_answered(offer: Offered, move: Moved, rules: int) -> bool:
    """Tell whether an offer ends with a move: since version 3 of the match rules, one of a player who has seen it."""
    has_seen = move.player != offer.player and not move.conditional and not 0 < move.seen < offer.number
    return offer.kind in ABOUT_THE_BOARD and (rules < AWAITING or has_seen)


def wrong_absences(table: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence if ratings change because a player lost who was never there."""
    created, end = events[0], events[-1]
    if isinstance(created, Created) and created.match_rules >= AWAITING and isinstance(end, Ended) and end.ratings:
        moved = {event.player for event in events if isinstance(event, Moved)}
        last = {event.player: event for event in events if isinstance(event, Absent | Returned)}
        is_away = end.player is not None and isinstance(last.get(end.player), Absent)
        is_absent = end.reason == "absent" or (end.reason == "flag" and (is_away or created.absence == "wait"))
        if is_absent and end.player not in moved:
            yield f"table {table} changes ratings, and a player was never there"


def wrong_promised_time(table: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for agreed time that a take-back takes, and for a turn after which a clock by moves is not full.

    Older versions of the match rules do both.
    """
    created = events[0]
    if not isinstance(created, Created) or created.match_rules < AWAITING:
        return
    words = created.clock.split()
    full_ms = int(words[1]) * UNITS_MS[words[0]] if words[0] in UNITS_MS else 0
    known: set[int] = set()  # players who have made a move since their last take-back, which sets their clock back
    for event in events:
        if isinstance(event, Moved):
            known.add(event.player)
        elif isinstance(event, TakenBack):
            known.discard(event.player)
        if event.clocks is None:
            continue
        if isinstance(event, Moved | Rolled) and event.player in known and event.clocks[event.player] < full_ms:
            yield f"the clock of a player of table {table} is not full after event {event.number}"
        if isinstance(event, TakenBack):
            since = [each for each in events[event.to : event.number] if isinstance(each, TimeAdded)]
            agreed_ms = sum(each.ms for each in since if each.player == event.player)
            before = events[event.to - 2].clocks or (0, 0)  # in the turn of that move
            if event.clocks[event.player] < before[event.player] + agreed_ms:
                yield f"event {event.number} of table {table} takes back time that was agreed"


def wrong_links(table: str, events: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each link for the dice that came with a move, and that the next roll did not need."""
    created = events[0]
    if not isinstance(created, Created) or created.match_rules < AWAITING:
        return
    linked: Moved | None = None
    for event in events:
        if isinstance(event, Moved) and linked is not None:
            yield f"event {linked.number} of table {table} has a link that is not due"
        if isinstance(event, Moved | Rolled | TakenBack | DiceHandedOver | LegEnded):
            linked = event if isinstance(event, Moved) and event.link else None


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


CHECKS = (  # of each log
    broken_rules, wrong_absences, wrong_promised_time, wrong_links, wrong_clocks, wrong_signatures,
)  # fmt: skip
