"""The interface of a store for the logs of the tables, and a store in memory."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from server.errors import StoreProblem as StoreProblem


class Conflict(StoreProblem):
    """The log does not have the expected length, so the caller's view of the table is old."""


class StoreBroken(StoreProblem):
    """Writing failed twice, and it is unknown whether the events are on disk. The table has to stop."""


class DiskFull(StoreBroken):
    """The same, because the disk is full."""


Problems = list[StoreProblem | None]  # by append: None if it is durable, or why it is not
PATIENCE_S = 5.0  # how long an action waits for a database that restarts
Listed = tuple[str, bytes, int]  # a table, its entry (empty if it is over), and the number of the event that changed it


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


class EventStore(Protocol):
    """A log for each table. Events are only added; only names of players change. The caller keeps keys unique."""

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        """Store each append as a whole or not at all, all in one commit; then call `done` in trio's thread.

        Cannot be cancelled. `done` is never called before this returns, and must not raise.
        """

    async def read(self, table: str, after: int = 0) -> list[Row]:
        """The events of a table after that number; none if there is no such table. `StoreBroken` if the disk fails."""

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        """All events of each of these tables."""

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """The numbers of the last events of these tables, without tables that have none."""

    async def unfinished(self) -> list[str]:
        """The unfinished tables, the oldest first."""

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        """The finished tables, in the order of the ends of their matches. The ends are numbered from 1.

        At most `limit` of them, with numbers above `after`.
        """

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        """The events that contain a text, with their tables. Appends do not wait for this."""

    async def replace(self, events: Sequence[Replacement]) -> None:
        """Replace the bodies of events, all or none. `StoreBroken` if the disk fails."""

    async def relist(self, entries: Sequence[Listed]) -> None:
        """Replace entries after the name of a player has changed, unless a later event has changed them."""

    async def note_left(self, left: Mapping[str, int]) -> None:
        """Store when the last player left these tables; 0 if a player is present. `StoreBroken` if the disk fails."""

    async def left(self, tables: Sequence[str]) -> dict[str, int]:
        """The times of `note_left` for those of these tables that are unfinished, without those that are 0."""

    async def claim_due(self, now: int, until: int, most: int) -> list[str]:
        """Tables that need attention at `now`, at most so many, the longest due first.

        No other server gets them before `until`, unless an append sets another time.
        """

    async def listed(self, cursor: int) -> tuple[list[Listed], int]:
        """The entries that changed since a cursor, and the next cursor. From 0: those of all unfinished tables.

        An entry may come twice, and never fails to come.
        """

    async def rating_versions(self, accounts: Sequence[str], game: str) -> dict[str, int]:
        """How often the ratings of these accounts have changed. Read it before the ratings, which are then as new."""

    async def now(self) -> int:
        """The time of the host of the store, in ms since 1970, which all servers share."""

    async def alive(self, now: int) -> None:
        """Store that the server runs at that time. `StoreBroken` if the disk fails."""

    async def recover(self, at: int) -> None:
        """Store that the server ran at that time, if appends can succeed again; `StoreBroken` if they cannot."""

    async def last_alive(self) -> int:
        """The time of the last `alive`; 0 if there was none."""


def host_time() -> int:
    """Return the time of this computer in ms since 1970."""
    return time.time_ns() // 1_000_000


def new_rows(append: Append) -> list[Row]:
    """The rows of an append. The first one carries the key."""
    first, *more = append.bodies
    number = append.expected + 1
    return [Row(number, first, append.key, append.digest), *(Row(n, body) for n, body in enumerate(more, number + 1))]
