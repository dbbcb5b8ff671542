"""The database of chat, access to tables, match history and ratings.

Match history and ratings can be rebuilt from the logs of the tables.
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
from server.storage.database import IN_MEMORY, connect, empty_wal, open_database, usable

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MAX_LINES = 1000  # kept of a room
MAX_CURVE = 500  # points of a rating curve
# The selection of matches of an account uses columns of these indexes only, so the rows of other matches are not read.
# Public matches have indexes of their own: a list of all would read the private ones as well.
_SCHEMA = """
CREATE TABLE chat (
    room TEXT NOT NULL, table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
    account TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, key BLOB NOT NULL,
    PRIMARY KEY (room, table_id, number)
);
CREATE UNIQUE INDEX chat_keys ON chat (account, key);
CREATE TABLE codes (table_id TEXT PRIMARY KEY, code TEXT NOT NULL DEFAULT '');
CREATE TABLE guests (table_id TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (table_id, account));
CREATE TABLE finished (
    ending INTEGER PRIMARY KEY, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, open INTEGER NOT NULL,
    winner INTEGER, counts INTEGER NOT NULL, ended INTEGER NOT NULL, match BLOB NOT NULL
);
CREATE INDEX of_first ON finished (first, ending, game, open, second, counts, winner);
CREATE INDEX of_second ON finished (second, ending, game, open, first, counts, winner);
CREATE INDEX in_public ON finished (ending) WHERE open;
CREATE INDEX of_game_in_public ON finished (game, ending) WHERE open;
CREATE TABLE ratings (
    account TEXT NOT NULL, game TEXT NOT NULL, ending INTEGER NOT NULL, at INTEGER NOT NULL,
    rating INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL,
    PRIMARY KEY (account, game, ending)
);
CREATE TABLE cursor (ending INTEGER NOT NULL);
INSERT INTO cursor VALUES (0);
"""
_DIRECT = """
CREATE TABLE direct (account TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (account, other)) WITHOUT ROWID;
"""
MIGRATIONS = (_SCHEMA, _DIRECT)

_PLAYERS = ("first", "second")  # columns of `finished` with the players' accounts
_LAST = 2**63 - 1  # later than the end of any match
_finished_from = msgspec.msgpack.Decoder(m.Finished).decode


@dataclass(frozen=True)
class Outcome:
    """A finished match for the history. `ratings` are those after it, by player."""

    match: m.Finished
    is_open: bool  # everybody may see it
    ratings: tuple[Rating, Rating] | None = None


@dataclass(frozen=True)
class Tally:
    """How often an account won, lost and drew a game."""

    game: str
    won: int
    lost: int
    drawn: int


class SocialStore:
    """The database in a file; `StoreError` if it cannot be used.

    Methods read or write the disk: the event loop calls them with `in_thread`. Matches are ordered by `ending`: it
    counts the finished matches.
    """

    def __init__(self, path: Path | str) -> None:
        self._limiter = trio.CapacityLimiter(1)
        self._lock, self._reader_lock, self._history_lock = threading.Lock(), threading.Lock(), threading.Lock()
        self._db, self._index = open_database(path, MIGRATIONS)
        if path == IN_MEMORY:
            self._reader = self._history_reader = self._db
            self._reader_lock = self._history_lock = self._lock
        else:
            # reading does not wait for a commit, and chat does not wait for questions about history
            with usable(path):
                self._reader, self._history_reader = connect(path), connect(path)

    async def in_thread(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """Make a call that waits for the disk in a worker thread. The calls run one after another."""
        return await trio.to_thread.run_sync(call, *args, limiter=self._limiter)

    def close(self) -> None:
        """Close the database."""
        for db in (self._history_reader, self._reader, self._db):
            db.close()
        self._index.close()

    # ---- chat

    def add_line(
        self, room: str, table: str, author: tuple[str, str], text: str, at: int, key: bytes
    ) -> tuple[m.ChatLine, bool]:
        """Store a line and return it with True; if there is one with that key, return that with False.

        `author` is account and name.
        """
        known = self.find_line(author[0], key)
        if known is not None:
            return known, False
        with self._lock, self._transaction():
            (last,) = self._db.execute(
                "SELECT coalesce(max(number), 0) FROM chat WHERE room = ? AND table_id = ?", (room, table)
            ).fetchone()
            row = (last + 1, at, *author, text)
            self._db.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (room, table, *row, key))
            self._db.execute(
                "DELETE FROM chat WHERE room = ? AND table_id = ? AND number <= ?", (room, table, last + 1 - MAX_LINES)
            )
        return _line(row), True

    def note_direct(self, account: str, other: str) -> None:
        """Note that two accounts talk to each other."""
        with self._lock, self._transaction():
            pairs = ((account, other), (other, account))
            self._db.executemany("INSERT OR IGNORE INTO direct VALUES (?, ?)", pairs)

    def talks_of(self, account: str, most: int) -> list[str]:
        """Return accounts that have talked to an account directly, the latest talk first. See `place_of_talk`."""
        rows = self._select(
            "SELECT other, (SELECT max(rowid) FROM chat WHERE room = 'direct' AND table_id = talk) AS last FROM"
            " (SELECT other, min(account, other) || ' ' || max(account, other) AS talk FROM direct WHERE account = ?)"
            " ORDER BY last DESC LIMIT ?",
            account, most,
        )  # fmt: skip
        return [other for other, _last in rows]

    def find_line(self, account: str, key: bytes) -> m.ChatLine | None:
        """Return the line that an account has sent with a key."""
        rows = self._select(
            "SELECT number, at, account, name, text FROM chat WHERE account = ? AND key = ?", account, key
        )
        return _line(rows[0]) if rows else None

    def lines(self, room: str, table: str, most: int) -> list[m.ChatLine]:
        """Return the last lines of a room, the oldest first."""
        rows = self._select(
            "SELECT number, at, account, name, text FROM chat WHERE room = ? AND table_id = ?"
            " ORDER BY number DESC LIMIT ?",
            room, table, most,
        )  # fmt: skip
        return [_line(row) for row in reversed(rows)]

    # ---- access to tables

    def set_code(self, table: str, code: str) -> None:
        """Set the code with which users enter a table."""
        self._execute(
            "INSERT INTO codes VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET code = excluded.code", table, code
        )

    def invite(self, table: str, account: str) -> None:
        """Let an account enter a table."""
        self._execute("INSERT OR IGNORE INTO guests VALUES (?, ?)", table, account)

    def access(self, table: str) -> tuple[str, set[str]]:
        """Return the code of a table, empty if it has none, and the accounts invited to it."""
        codes = self._select("SELECT code FROM codes WHERE table_id = ?", table)
        guests = self._select("SELECT account FROM guests WHERE table_id = ?", table)
        return (codes[0][0] if codes else "", {account for (account,) in guests})

    # ---- finished matches

    def cursor(self) -> int:
        """Return the ending up to which the logs have been read."""
        return int(self._select("SELECT ending FROM cursor")[0][0])

    def add_matches(self, outcomes: Sequence[tuple[int, Outcome | None]]) -> None:
        """Add finished matches in the order of their endings, all or none; None for those that are left out."""
        with self._lock, self._transaction():
            for ending, outcome in outcomes:
                self._db.execute("UPDATE cursor SET ending = ?", (ending,))
                if outcome is None:
                    continue
                match, counts = outcome.match, outcome.match.reason != "aborted"  # as won, lost or drawn
                row = (ending, match.game, *match.accounts, outcome.is_open, match.winner, counts, match.ended)
                self._db.execute(
                    "INSERT OR REPLACE INTO finished VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (*row, msgspec.msgpack.encode(match)),
                )
                if outcome.ratings is not None:
                    rows = [(match.accounts[p], match.game, ending, match.ended, *outcome.ratings[p]) for p in (0, 1)]
                    self._db.executemany("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def history(
        self, account: str | None, game: str | None, before: int | None, most: int, viewer: str
    ) -> list[m.Finished]:
        """Return the matches of an account or a game that the viewer may see, the last to end first."""
        question = history_question(account, game, viewer)
        values = {"account": account, "game": game, "viewer": viewer, "most": most}
        values["before"] = before if before is not None else _LAST
        return [_finished_from(body) for _ending, body in self._select_history(question, values)]

    def tallies(self, account: str) -> list[Tally]:
        """Count what an account has won, lost and drawn, by game."""
        halves = " UNION ALL ".join(
            f"SELECT game, winner = {player} AS won, winner = {1 - player} AS lost, winner IS NULL AS drawn"
            f" FROM finished WHERE {column} = :account AND counts"
            for player, column in enumerate(_PLAYERS)
        )
        question = (
            "SELECT game, coalesce(sum(won), 0), coalesce(sum(lost), 0), sum(drawn)"
            f" FROM ({halves}) GROUP BY game ORDER BY game"
        )
        return [Tally(*row) for row in self._select_history(question, {"account": account})]

    def last_player(self, account: str, game: str) -> Player | None:
        """Return which player an account was in its last match of a game."""
        halves = " UNION ALL ".join(
            f"SELECT {player}, ending FROM finished WHERE {column} = ?1 AND game = ?2"
            for player, column in enumerate(_PLAYERS)
        )
        rows = self._select(f"{halves} ORDER BY ending DESC LIMIT 1", account, game)
        return None if not rows else (1 if rows[0][0] else 0)

    # ---- ratings

    def rating(self, account: str, game: str) -> tuple[Rating, int] | None:
        """Return the rating of an account in a game and its time; None if it has never played rated."""
        rows = self._select(
            "SELECT rating, deviation, volatility, at FROM ratings WHERE account = ? AND game = ?"
            " ORDER BY ending DESC LIMIT 1",
            account, game,
        )  # fmt: skip
        return (rows[0][:3], rows[0][3]) if rows else None

    def rating_curve(self, account: str, game: str) -> list[tuple[int, int]]:
        """Return times and ratings of an account, the oldest first."""
        rows = self._select_history(
            "SELECT at, rating FROM ratings WHERE account = :account AND game = :game ORDER BY ending DESC LIMIT :most",
            {"account": account, "game": game, "most": MAX_CURVE},
        )
        return [(at, rating) for at, rating in reversed(rows)]

    # ---- renaming and deleting accounts

    def rename(self, account: str, name: str) -> None:
        """Change the name of an account in chat and finished matches."""
        with self._lock:
            with self._transaction():
                self._rename(account, name)
            empty_wal(self._db)

    def erase(self, account: str, name: str) -> None:
        """Delete what is stored of an account; its lines of chat lose their text, and its matches get that name."""
        with self._lock:
            with self._transaction():
                self._rename(account, name)
                self._db.execute("UPDATE chat SET text = '' WHERE account = ?", (account,))
                self._db.execute("DELETE FROM direct WHERE ?1 IN (account, other)", (account,))
                for table in ("guests", "ratings"):
                    self._db.execute(f"DELETE FROM {table} WHERE account = ?", (account,))
            empty_wal(self._db)

    def _rename(self, account: str, name: str) -> None:
        self._db.execute("UPDATE chat SET name = ? WHERE account = ?", (name, account))
        found = self._db.execute("SELECT ending, match FROM finished WHERE ?1 IN (first, second)", (account,))
        for ending, body in found.fetchall():
            match = _finished_from(body)
            first, second = (
                name if each == account else known for each, known in zip(match.accounts, match.names, strict=True)
            )
            renamed = msgspec.msgpack.encode(msgspec.structs.replace(match, names=(first, second)))
            self._db.execute("UPDATE finished SET match = ? WHERE ending = ?", (renamed, ending))

    # ---- the database

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit the block, or roll it back if it raises."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:  # an open transaction would lock the database for the next one
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _select(self, question: str, *values: Any) -> Sequence[Any]:
        with self._reader_lock:
            return self._reader.execute(question, values).fetchall()

    def _select_history(self, question: str, values: dict[str, Any]) -> Sequence[Any]:
        """Read for a question about history, which may take long."""
        with self._history_lock:
            return self._history_reader.execute(question, values).fetchall()

    def _execute(self, statement: str, *values: Any) -> None:
        with self._lock:
            self._db.execute(statement, values)


def history_question(account: str | None, game: str | None, viewer: str) -> str:
    """Return the SQL of `SocialStore.history`: a union of disjoint parts, each of them a range of one index."""
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


def place_of_talk(account: str, other: str) -> str:
    """Return the `table` of the direct messages of two accounts."""
    return " ".join(sorted((account, other)))
