"""The logs of the tables: what is stored, the jobs of a log, and the store that does them in lanes."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import methodcaller
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import msgspec
import outcome
import trio

from server.errors import StoreBroken as StoreBroken
from server.errors import StoreProblem as StoreProblem
from server.storage.lane import Lane, Result

log = logging.getLogger(__name__)


class Conflict(StoreProblem):
    """The log does not have the expected length, so the caller's view of the table is old."""


class DiskFull(StoreBroken):
    """The same, because the disk is full."""


class Unstorable(StoreProblem):
    """The store cannot take these events, because of a fault of this program. It takes others."""


class Held(StoreProblem):
    """A server of the service has set the table aside, so the store takes no events of it."""


Problems = list[StoreProblem | None]  # by append: None if it is durable, or why it is not
Appended = Result[Problems]
OnCommit = Callable[[float, int, int], None]  # called after each commit with its ms, its events and the failed appends
PATIENCE_S = 5.0  # how long an action waits for a database that restarts
ListEntry = tuple[str, bytes, int]  # a table, its entry (empty if it is over), the number of the event that changed it


@dataclass(frozen=True, slots=True)
class Row:
    """One event in the store. The first event of a command has the key and the digest of the command."""

    number: int
    body: bytes
    key: bytes | None = None
    digest: bytes | None = None


class Append(msgspec.Struct, frozen=True, gc=False):
    """All events of one command, to be stored together or not at all.

    `expected` is the number of the last event before them. `closes` means that they end the match. `due` is when the
    table next needs attention, in ms since 1970; 0: never. `entry` is the table as lists show it; empty if it is the
    same as before. `rated` are the ratings that the end of a rated match was computed from: account, game and version.
    If one has changed meanwhile, the append is refused with `Conflict`. Only stores that several servers share keep
    `due`, `entry` and versions.
    """

    table: str
    expected: int
    bodies: Sequence[bytes]
    key: bytes | None = None
    digest: bytes | None = None
    closes: bool = False
    due: int = 0
    entry: bytes = b""
    rated: Sequence[tuple[str, str, int]] = ()


class Replacement(msgspec.Struct, frozen=True, gc=False):
    """Another body for an event, after the name of a player has changed."""

    table: str
    number: int
    body: bytes


def host_time() -> int:
    """Return the time of this computer in ms since 1970."""
    return time.time_ns() // 1_000_000


def new_rows(append: Append) -> list[Row]:
    """The rows of an append. The first one carries the key."""
    first, *more = append.bodies
    number = append.expected + 1
    return [Row(number, first, append.key, append.digest), *(Row(n, body) for n, body in enumerate(more, number + 1))]


class Reader(Protocol):
    """The logs of all tables over a connection that reads. It belongs to one thread at a time.

    Each method is a job of a lane. The bodies here are those of a log that one server has for itself: it has all
    tables in memory, with their times and what lists show of them, and knows all ends of matches.

    Raises:
        StoreBroken: the disk or the database fails.
    """

    def close(self) -> None:
        """Close the connection."""

    def read(self, table: str, after: int) -> list[Row]:
        """Return the events of a table after that number; none if there is no such table."""

    def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        """Return all events of each of these tables."""
        return [self.read(table, 0) for table in tables]

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the numbers of the last events of these tables, without tables that have none."""

    def unfinished(self) -> list[str]:
        """Return the unfinished tables, the oldest first."""

    def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        """Return the finished tables, in the order of the ends of their matches. The ends are numbered from 1.

        At most `limit` of them, with numbers above `after`.
        """

    def containing(self, text: str) -> list[tuple[str, Row]]:
        """Return the events that contain a text, with their tables. Any thread may call this."""

    def left(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the times of `note_left` for those of these tables that are unfinished, without those that are 0."""

    def claim_due(self, now: int, until: int, most: int) -> list[str]:
        """Return tables that need attention at `now`, at most so many, the longest due first.

        No other server gets them before `until`, unless an append sets another time.
        """
        return []

    def listed(self, cursor: int) -> tuple[list[ListEntry], int]:
        """Return the entries that changed since a cursor, and the next cursor. From 0: those of unfinished tables.

        An entry may come twice, and never fails to come.
        """
        return [], cursor

    def rating_versions(self, accounts: Sequence[str], game: str) -> dict[str, int]:
        """Return how often the ratings of these accounts have changed. Ratings that are read later are as new."""
        return {}

    def now(self) -> int:
        """Return the time of the host of the store, in ms since 1970, which all servers share."""
        return host_time()

    def last_alive(self) -> int:
        """Return the time of the last `alive`; 0 if there was none."""


class Log(Reader, Protocol):
    """The same over a connection that writes as well."""

    def append(self, appends: Sequence[Append]) -> Problems:
        """Commit all of them together, each stored as a whole or not at all."""

    def replace(self, events: Sequence[Replacement]) -> None:
        """Replace the bodies of events, all or none."""

    def relist(self, entries: Sequence[ListEntry]) -> None:
        """Replace entries after the name of a player has changed, unless a later event has changed them."""

    def hold(self, table: str, is_held: bool) -> None:
        """Take no events of an unfinished table, or take them again. Only stores that several servers share do this."""

    def note_left(self, left: Mapping[str, int]) -> None:
        """Store when the last player left these tables; 0 if a player is present."""

    def alive(self, at: int) -> None:
        """Store that the server runs at that time."""

    def recover(self, at: int) -> None:
        """Store that the server ran at that time, if appends can succeed again; `StoreBroken` if they cannot."""
        self.alive(at)

    def check_writing(self) -> None:
        """Write to the store, but change nothing; `StoreBroken` if appends cannot succeed."""
        self.recover(self.last_alive())


@dataclass(frozen=True)
class Lanes:
    """The lanes of a store. A lane does not wait for another one. It sees all that was published: it has committed."""

    commits: Lane[Log]  # of appends
    time: Lane[Log]  # and heartbeats
    changes: Lane[Log]  # other ones
    play: Lane[Reader]  # of the tables in memory and those that are due
    reads: Lane[Reader]  # for users; one of them may ask for very much at once


L = TypeVar("L", bound=Reader)
P = ParamSpec("P")
T = TypeVar("T")


def _job(
    job: Callable[Concatenate[L, P], T], lane: Callable[[Lanes], Lane[L]]
) -> Callable[Concatenate["EventStore", P], Awaitable[T]]:
    """Return the method of a store that lets one of its lanes do that job of a log."""

    async def ask(store: "EventStore", /, *args: P.args, **kwargs: P.kwargs) -> T:
        done: T = await lane(store.lanes).ask(methodcaller(job.__name__, *args, **kwargs))
        return done

    return ask


def _append(events: Log, appends: Sequence[Append], *, is_alone: bool = False) -> Problems:
    """Store appends, each alone if a fault of ours in one of them would keep the others from the disk."""
    try:
        return events.append(appends)
    except StoreProblem as problem:
        if is_alone:
            return [problem]
        raise
    except Exception as fault:
        if is_alone:
            log.exception("events of table %s cannot be stored", appends[0].table)
            return [Unstorable(type(fault).__name__)]
    return [_append(events, [append], is_alone=True)[0] for append in appends]


class EventStore:
    """A log for each table. Events are only added; only names of players change. The caller keeps keys unique.

    Its methods are the jobs of `Log`, and cannot be cancelled. It belongs to the trio run that opened its lanes.
    """

    def __init__(self, lanes: Lanes, on_commit: OnCommit | None = None) -> None:
        self.lanes, self._on_commit = lanes, on_commit

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        """Store each append as a whole or not at all, all in one commit; then call `done` in trio's thread.

        `done` is never called before this returns, and must not raise.
        """

        def write(log: Log) -> Problems:
            begun = time.perf_counter()
            problems = _append(log, appends)
            if self._on_commit is not None:
                stored = [append for append, problem in zip(appends, problems, strict=True) if problem is None]
                events = sum(len(append.bodies) for append in stored)
                self._on_commit((time.perf_counter() - begun) * 1000, events, len(appends) - len(stored))
            return problems

        def written(result: Appended) -> None:
            done(result.value if isinstance(result, outcome.Value) else [StoreBroken("stopped") for _ in appends])

        self.lanes.commits.soon(write, written)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """Return the events of a table after that number; none if there is no such table."""
        lane = self.lanes.play if after else self.lanes.reads  # the events of a whole table, or those that are new
        return await lane.ask(lambda log: log.read(table, after))

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        """Return the events that contain a text, with their tables. No lane waits for this."""
        return await trio.to_thread.run_sync(self.lanes.reads.log.containing, text)

    logs = _job(Reader.logs, lambda lanes: lanes.reads)
    lengths = _job(Reader.lengths, lambda lanes: lanes.play)
    unfinished = _job(Reader.unfinished, lambda lanes: lanes.reads)
    finished = _job(Reader.finished, lambda lanes: lanes.reads)
    left = _job(Reader.left, lambda lanes: lanes.reads)
    claim_due = _job(Reader.claim_due, lambda lanes: lanes.play)
    listed = _job(Reader.listed, lambda lanes: lanes.play)
    rating_versions = _job(Reader.rating_versions, lambda lanes: lanes.play)
    now = _job(Log.now, lambda lanes: lanes.time)
    last_alive = _job(Log.last_alive, lambda lanes: lanes.time)
    alive = _job(Log.alive, lambda lanes: lanes.time)
    recover = _job(Log.recover, lambda lanes: lanes.commits)
    check_writing = _job(Log.check_writing, lambda lanes: lanes.time)  # which writes that time: no race
    replace = _job(Log.replace, lambda lanes: lanes.changes)
    relist = _job(Log.relist, lambda lanes: lanes.changes)
    hold = _job(Log.hold, lambda lanes: lanes.changes)
    note_left = _job(Log.note_left, lambda lanes: lanes.changes)
