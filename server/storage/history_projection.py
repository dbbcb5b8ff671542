"""The match history as a projection of the logs: it follows them with a cursor of its own."""

import logging
from collections.abc import Sequence
from functools import partial

import trio

from netgame.match.events import Created, Ended, Event, Rehosted, Seated, Started, Unseated
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes
from server.ops.supervision import Item, Supervision, Wakeup, keep_trying
from server.storage.event_store import EventStore, Row
from server.storage.social import FinishedMatch, Outcome, SocialStore

log = logging.getLogger(__name__)

BATCH = 100  # matches


class HistoryProjection:
    """Adds finished matches to the history in the order of their ends.

    `is_shared`: matches end at other servers as well. A match whose outcome cannot be computed is set aside.
    """

    def __init__(
        self, store: EventStore, social: SocialStore, *, is_shared: bool = False, supervision: Supervision | None = None
    ) -> None:
        self._store, self._social, self._is_shared = store, social, is_shared
        self._supervision = supervision or Supervision()
        self._wake = Wakeup()
        self._ended = 0  # matches since the start of the server
        self._tried = 0  # how many of them are in the history, or could not be written
        self._waiting = trio.lowlevel.ParkingLot()

    def match_ended(self) -> None:
        """Add the match that has just ended soon."""
        self._ended += 1
        self._wake.set()

    async def up_to_now(self) -> None:
        """Wait until the matches that ended before this call are in the history, or could not be written."""
        if self._is_shared:
            self.match_ended()  # one may have
        ended = self._ended
        while self._tried < ended:
            await self._waiting.park()

    async def run(self) -> None:
        """Follow the logs until cancelled."""
        while True:
            await keep_trying("the match history", self._try)
            await self._wake.wait()

    async def _try(self) -> None:
        ended = self._ended
        try:
            await self.catch_up()
        finally:
            self._tried = ended
            self._waiting.unpark_all()

    async def catch_up(self) -> None:
        """Add all matches that have ended so far."""
        cursor = await self._social.in_thread(self._social.cursor)
        while found := await self._store.finished(cursor, BATCH):
            outcomes = [(ending, await self._outcome(ending, table)) for ending, table in found]
            if await self._social.in_thread(self._social.add_matches, cursor, outcomes):
                cursor = found[-1][0]
            else:
                cursor = await self._social.in_thread(self._social.cursor)

    async def _outcome(self, ending: int, table: str) -> Outcome | None:
        """Return the outcome of a match. A long log takes 0.1 s, so a thread decodes it."""
        fold = partial(outcome_of, ending, table, await self._store.read(table))
        outcome: Outcome | None = await self._supervision.try_item(
            "match", f"{ending}:{table}", partial(trio.to_thread.run_sync, fold)
        )
        return outcome

    async def retry(self, item: Item) -> None:
        """Add a match that was set aside. `StoreProblem`."""
        ending, _colon, table = item.id.partition(":")
        if (outcome := await self._outcome(int(ending), table)) is not None:
            await self._social.in_thread(self._social.add_late_match, int(ending), outcome)


def outcome_of(ending: int, table: str, rows: list[Row]) -> Outcome | None:
    """Return the outcome of a match from its log; None if it did not start, or cannot be read."""
    try:
        log_of_table = [event_from_bytes(row.body) for row in rows]
    except ProtocolError as error:
        log.error("table %s is missing in the match history: %s", table, error)
        return None
    if not log_of_table:
        log.error("table %s is missing in the match history: its log is empty", table)
        return None
    created, ended, seats = log_of_table[0], log_of_table[-1], _seats(log_of_table)
    is_rated = isinstance(created, Created) and created.rated and not any(isinstance(e, Rehosted) for e in log_of_table)
    if not isinstance(created, Created) or not isinstance(ended, Ended) or seats is None:
        return None
    ratings = ended.ratings
    after = (ratings[0].after, ratings[1].after) if ratings is not None else None
    match = FinishedMatch(
        place=ending, table=table, title=created.title, game=created.game, rules=created.rules,
        names=(seats[0].name, seats[1].name), accounts=(seats[0].account, seats[1].account), winner=ended.winner,
        reason=ended.reason, totals=ended.totals, ended=ended.at, clock=created.clock, rated=is_rated,
        ratings=(after[0][0], after[1][0]) if after is not None else None,
        computers=(seats[0].computer, seats[1].computer),
        aborted_by=ended.player if ended.reason == "aborted" else None,
    )  # fmt: skip
    return Outcome(match, created.access == "open", after, ended.at + created.delay * 1000)


def _seats(log: Sequence[Event]) -> tuple[Seated, Seated] | None:
    """Return the seats at the start, or as taken again at another host; None if the match did not start."""
    seats: list[Seated | None] = [None, None]
    for event in log:
        match event:
            case Seated(player=player):
                seats[player] = event
            case Unseated(player=player):
                seats[player] = None
    first, second = seats
    has_started = any(isinstance(event, Started) for event in log)
    return (first, second) if has_started and first is not None and second is not None else None
