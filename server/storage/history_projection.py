"""What becomes of finished matches: the annals follow the logs with a cursor of their own."""

import logging
import sqlite3
from collections.abc import Callable
from functools import partial

import trio

from netgame.match.events import Created, Ended, Event, Seated, Started, Unseated
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes
from server.storage.event_store import EventStore, Row, StoreProblem
from server.storage.social import Outcome, SocialStore

log = logging.getLogger(__name__)

AT_ONCE = 100
AGAIN_S = 5.0  # after the disk failed


class HistoryProjection:
    """Reads the logs of matches that have ended, in that order; `run` belongs to the server's nursery.

    `caught_up` is called when the annals have every match that has ended.
    """

    def __init__(self, store: EventStore, annals: SocialStore, caught_up: Callable[[], None]) -> None:
        self._store, self._annals, self._caught_up = store, annals, caught_up
        self._news = trio.Event()
        self._news.set()  # there may be some from before
        self._ended = 0  # matches since the start of the server
        self._tried = 0  # so many of them are in the annals, or the disk did not take them
        self._trying = trio.lowlevel.ParkingLot()

    def wake(self) -> None:
        """A match has ended."""
        self._ended += 1
        self._news.set()

    async def up_to_now(self) -> None:
        """Wait until the annals have the matches that ended before this call, or the disk has refused them."""
        ended = self._ended
        while self._tried < ended:
            await self._trying.park()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self._news.wait()
            self._news = trio.Event()
            ended = self._ended
            try:
                await self.catch_up()
            except (StoreProblem, sqlite3.Error, OSError) as error:
                log.error("the match history update failed: %s; retrying", error)
                self._tell_tried(ended)
                with trio.move_on_after(AGAIN_S):
                    await self._news.wait()
                self._news.set()
            else:
                if ended == self._ended:
                    self._caught_up()
                self._tell_tried(ended)

    def _tell_tried(self, ended: int) -> None:
        self._tried = ended
        self._trying.unpark_all()

    async def catch_up(self) -> None:
        """Take in everything that has ended so far."""
        cursor = await self._annals.in_thread(self._annals.cursor)
        while found := await self._store.finished(cursor, AT_ONCE):
            outcomes = [(ending, outcome_of(ending, table, await self._store.read(table))) for ending, table in found]
            await self._annals.in_thread(partial(self._annals.note, outcomes))
            cursor = found[-1][0]


def outcome_of(ending: int, table: str, rows: list[Row]) -> Outcome | None:
    """What a log says about its match; None if it was never played, or cannot be read."""
    try:
        return _outcome(ending, table, rows)
    except ProtocolError as error:
        log.error("table %s is left out of the annals: %s", table, error)
        return None


def _outcome(ending: int, table: str, rows: list[Row]) -> Outcome | None:
    created, ended = event_from_bytes(rows[0].body), event_from_bytes(rows[-1].body)
    seats = _seats(rows)
    if not isinstance(created, Created) or not isinstance(ended, Ended) or seats is None:
        return None
    ratings = ended.ratings
    after = (ratings[0].after, ratings[1].after) if ratings is not None else None
    match = m.Finished(
        place=ending,
        table=table,
        title=created.title,
        game=created.game,
        rules=created.rules,
        names=(seats[0].name, seats[1].name),
        accounts=(seats[0].account, seats[1].account),
        winner=ended.winner,
        reason=ended.reason,
        totals=ended.totals,
        ended=ended.at,
        clock=created.clock,
        rated=created.rated,
        ratings=(after[0][0], after[1][0]) if after is not None else None,
    )
    return Outcome(match, created.access == "open", after)


def _seats(rows: list[Row]) -> tuple[Seated, Seated] | None:
    """Who played, by player; None if the match did not start."""
    seats: list[Seated | None] = [None, None]
    for row in rows:
        event: Event = event_from_bytes(row.body)
        match event:
            case Seated(player=player):
                seats[player] = event
            case Unseated(player=player):
                seats[player] = None
            case Started():
                first, second = seats
                return None if first is None or second is None else (first, second)
    return None
