"""What a server keeps beside the logs: chat, who may enter which table, and what became of finished matches.

A database of its own. All of it but chat and doors can be made anew from the logs. Sync; one call at a time.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

import msgspec
import trio

from netgame.match.events import Player, Rating
from protocol import messages as m
from server.storage.database import IN_MEMORY, connect, open_database, usable

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
KEEP_LINES = 1000  # of a room
CURVE = 500  # points of a curve of ratings
_SCHEMA = """
CREATE TABLE chat (
    room TEXT NOT NULL, place TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
    account TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, key BLOB NOT NULL,
    PRIMARY KEY (room, place, number)
);
CREATE UNIQUE INDEX said ON chat (account, key);
CREATE TABLE doors (place TEXT PRIMARY KEY, code TEXT NOT NULL DEFAULT '');
CREATE TABLE guests (place TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (place, account));
CREATE TABLE finished (
    ending INTEGER PRIMARY KEY, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, open INTEGER NOT NULL,
    winner INTEGER, counts INTEGER NOT NULL, ended INTEGER NOT NULL, match BLOB NOT NULL
);
CREATE INDEX of_first ON finished (first, game, ending);
CREATE INDEX of_second ON finished (second, game, ending);
CREATE TABLE ratings (
    account TEXT NOT NULL, game TEXT NOT NULL, ending INTEGER NOT NULL, at INTEGER NOT NULL,
    rating INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL,
    PRIMARY KEY (account, game, ending)
);
CREATE TABLE cursor (ending INTEGER NOT NULL);
INSERT INTO cursor VALUES (0);
"""

# Everything that selects matches of an account is in its indexes, so that the rows of other matches are never read.
# Matches that everybody may see have indexes of their own: a list of all would read those it leaves out.
_V2 = """
DROP INDEX of_first;
DROP INDEX of_second;
CREATE INDEX of_first ON finished (first, ending, game, open, second, counts, winner);
CREATE INDEX of_second ON finished (second, ending, game, open, first, counts, winner);
CREATE INDEX in_public ON finished (ending) WHERE open;
CREATE INDEX of_game_in_public ON finished (game, ending) WHERE open;
"""

MIGRATIONS = (_SCHEMA, _V2)

_PLAYERS = ("first", "second")  # the columns that name them
_NEVER = 2**63 - 1  # no match has a later place
_match_of = msgspec.msgpack.Decoder(m.Finished).decode


@dataclass(frozen=True)
class Outcome:
    """A finished match as the annals take it. `ratings` are those afterwards, by player."""

    match: m.Finished
    is_open: bool  # everybody may see it
    ratings: tuple[Rating, Rating] | None = None

    @property
    def counts(self) -> bool:
        """It was played, and not broken off without a result."""
        return self.match.reason != "aborted"


@dataclass(frozen=True)
class Tally:
    """How often somebody won, lost and drew a game."""

    game: str
    won: int
    lost: int
    drawn: int


class SocialStore:
    """The database in that file; `StoreError` if it cannot be used. Every call touches the disk."""

    def __init__(self, path: Path | str) -> None:
        self._limiter = trio.CapacityLimiter(1)
        self._lock, self._reading, self._asking = threading.Lock(), threading.Lock(), threading.Lock()
        self._db, self._index = open_database(path, MIGRATIONS)
        if path == IN_MEMORY:
            self._reader = self._asker = self._db
            self._reading = self._asking = self._lock
        else:
            # reading does not wait for a commit to reach the disk, nor chat and doors for questions about history
            with usable(path):
                self._reader, self._asker = connect(path), connect(path)

    async def in_thread(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """Make a call that waits for the disk in a worker thread. The calls run one after another."""
        return await trio.to_thread.run_sync(call, *args, limiter=self._limiter)

    def close(self) -> None:
        """Let go of the file."""
        for db in (self._asker, self._reader, self._db):
            db.close()
        self._index.close()

    # ---- chat

    def say(
        self, room: str, place: str, who: tuple[str, str], text: str, at: int, key: bytes
    ) -> tuple[m.ChatLine, bool]:
        """Keep a line; the same key again gives the line of before, and False. `who` is account and name."""
        known = self.said(who[0], key)
        if known is not None:
            return known, False
        with self._lock, self._together():
            (last,) = self._db.execute(
                "SELECT coalesce(max(number), 0) FROM chat WHERE room = ? AND place = ?", (room, place)
            ).fetchone()
            row = (last + 1, at, *who, text)
            self._db.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (room, place, *row, key))
            self._db.execute(
                "DELETE FROM chat WHERE room = ? AND place = ? AND number <= ?", (room, place, last + 1 - KEEP_LINES)
            )
        return _line(row), True

    def said(self, account: str, key: bytes) -> m.ChatLine | None:
        """The line that was kept for that key of an account."""
        rows = self._fetched(
            "SELECT number, at, account, name, text FROM chat WHERE account = ? AND key = ?", account, key
        )
        return _line(rows[0]) if rows else None

    def lines(self, room: str, place: str, most: int) -> list[m.ChatLine]:
        """The last lines of a room, in order."""
        rows = self._fetched(
            "SELECT number, at, account, name, text FROM chat WHERE room = ? AND place = ?"
            " ORDER BY number DESC LIMIT ?",
            room, place, most,
        )  # fmt: skip
        return [_line(row) for row in reversed(rows)]

    # ---- doors

    def lock(self, place: str, code: str) -> None:
        """Who enters that table needs the code from now on."""
        self._do("INSERT INTO doors VALUES (?, ?) ON CONFLICT (place) DO UPDATE SET code = excluded.code", place, code)

    def invite(self, place: str, account: str) -> None:
        """That account may enter the table."""
        self._do("INSERT OR IGNORE INTO guests VALUES (?, ?)", place, account)

    def door(self, place: str) -> tuple[str, set[str]]:
        """The code of that table (empty: none) and the accounts invited to it."""
        codes = self._fetched("SELECT code FROM doors WHERE place = ?", place)
        guests = self._fetched("SELECT account FROM guests WHERE place = ?", place)
        return (codes[0][0] if codes else "", {account for (account,) in guests})

    # ---- finished matches

    def cursor(self) -> int:
        """Up to which ending the logs have been read."""
        return int(self._fetched("SELECT ending FROM cursor")[0][0])

    def note(self, outcomes: Sequence[tuple[int, Outcome | None]]) -> None:
        """Take in matches with their places in the order of the ends, all or none; None for one that says nothing."""
        with self._lock, self._together():
            for ending, outcome in outcomes:
                if outcome is not None:
                    self._note(ending, outcome)
                self._db.execute("UPDATE cursor SET ending = ?", (ending,))

    def _note(self, ending: int, outcome: Outcome) -> None:
        match = outcome.match
        row = (ending, match.game, *match.accounts, outcome.is_open, match.winner, outcome.counts, match.ended)
        self._db.execute(
            "INSERT OR REPLACE INTO finished VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, msgspec.msgpack.encode(match))
        )
        if outcome.ratings is not None:
            rows = [(match.accounts[p], match.game, ending, match.ended, *outcome.ratings[p]) for p in (0, 1)]
            self._db.executemany("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def history(
        self, account: str | None, game: str | None, before: int | None, most: int, viewer: str
    ) -> list[m.Finished]:
        """The last to end first: matches of an account, of a game, that the viewer may see."""
        question = history_question(account, game, viewer)
        values = {"account": account, "game": game, "viewer": viewer, "most": most}
        values["before"] = before if before is not None else _NEVER
        return [_match_of(body) for _ending, body in self._ask(question, values)]

    def tallies(self, account: str) -> list[Tally]:
        """What an account has won, lost and drawn, by game."""
        halves = " UNION ALL ".join(
            f"SELECT game, winner = {player} AS won, winner = {1 - player} AS lost, winner IS NULL AS drawn"
            f" FROM finished WHERE {column} = :account AND counts"
            for player, column in enumerate(_PLAYERS)
        )
        question = (
            "SELECT game, coalesce(sum(won), 0), coalesce(sum(lost), 0), sum(drawn)"
            f" FROM ({halves}) GROUP BY game ORDER BY game"
        )
        return [Tally(*row) for row in self._ask(question, {"account": account})]

    def last_player(self, account: str, game: str) -> Player | None:
        """Which player the account was in its last match of the game."""
        halves = " UNION ALL ".join(
            f"SELECT {player}, ending FROM finished WHERE {column} = ?1 AND game = ?2"
            for player, column in enumerate(_PLAYERS)
        )
        rows = self._fetched(f"{halves} ORDER BY ending DESC LIMIT 1", account, game)
        return None if not rows else (1 if rows[0][0] else 0)

    # ---- ratings

    def rating(self, account: str, game: str) -> tuple[Rating, int] | None:
        """The rating of an account in a game, and when it came to be; None if it never played rated."""
        rows = self._fetched(
            "SELECT rating, deviation, volatility, at FROM ratings WHERE account = ? AND game = ?"
            " ORDER BY ending DESC LIMIT 1",
            account, game,
        )  # fmt: skip
        return (rows[0][:3], rows[0][3]) if rows else None

    def curve(self, account: str, game: str) -> list[tuple[int, int]]:
        """When the rating became what, the last points in order."""
        rows = self._ask(
            "SELECT at, rating FROM ratings WHERE account = :account AND game = :game ORDER BY ending DESC LIMIT :most",
            {"account": account, "game": game, "most": CURVE},
        )
        return [(at, rating) for at, rating in reversed(rows)]

    # ---- the database

    @contextmanager
    def _together(self) -> Iterator[None]:
        """All of the block or nothing of it."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _fetched(self, question: str, *values: Any) -> Sequence[Any]:
        with self._reading:
            return self._reader.execute(question, values).fetchall()

    def _ask(self, question: str, values: dict[str, Any]) -> Sequence[Any]:
        """Answer a question about history, which may take longer than what `_fetched` takes."""
        with self._asking:
            return self._asker.execute(question, values).fetchall()

    def _do(self, order: str, *values: Any) -> None:
        with self._lock:
            self._db.execute(order, values)


def history_question(account: str | None, game: str | None, viewer: str) -> str:
    """The SQL of `SocialStore.history`: disjoint parts, each of them a range of one index in its order."""
    first, second = ("finished INDEXED BY of_first WHERE first = ", "finished INDEXED BY of_second WHERE second = ")
    if account is None:
        parts = ["finished WHERE open", f"{first}:viewer AND NOT open", f"{second}:viewer AND NOT open"]
    elif account == viewer:
        parts = [f"{first}:account", f"{second}:account"]
    else:
        parts = [f"{first}:account AND open", f"{second}:account AND open"]
        parts += [
            f"{first}:account AND second = :viewer AND NOT open",
            f"{second}:account AND first = :viewer AND NOT open",
        ]
    more = " AND game = :game" if game is not None else ""
    selects = (f"SELECT ending, match FROM {part}{more} AND ending < :before" for part in parts)
    return " UNION ALL ".join(selects) + " ORDER BY ending DESC LIMIT :most"


def _line(row: tuple[int, int, str, str, str]) -> m.ChatLine:
    number, at, account, name, text = row
    return m.ChatLine(number=number, at=at, account=account, name=name, text=text)
