"""What a server keeps beside the logs: chat, who may enter which table, and what became of finished matches.

A database of its own. All of it but chat and doors can be made anew from the logs. Sync; one call at a time.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from netgame.events import Player, Rating
from protocol import messages as m
from server.database import IN_MEMORY, connect, open_database, usable

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

MIGRATIONS = (_SCHEMA,)

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


class Annals:
    """The database in that file; `StoreError` if it cannot be used. Every call touches the disk."""

    def __init__(self, path: Path | str) -> None:
        self._lock, self._reading = threading.Lock(), threading.Lock()
        self._db, self._index = open_database(path, MIGRATIONS)
        # questions do not wait for a commit to reach the disk
        in_memory = path == IN_MEMORY
        with usable(path):
            self._reader = self._db if in_memory else connect(path)
        self._reading = self._lock if in_memory else self._reading

    def close(self) -> None:
        """Let go of the file."""
        self._reader.close()
        self._db.close()
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
        rows = self._ask("SELECT number, at, account, name, text FROM chat WHERE account = ? AND key = ?", account, key)
        return _line(rows[0]) if rows else None

    def lines(self, room: str, place: str, most: int) -> list[m.ChatLine]:
        """The last lines of a room, in order."""
        rows = self._ask(
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

    def doors(self) -> dict[str, tuple[str, set[str]]]:
        """The code (empty: none) and the guests of every table that has them."""
        doors: dict[str, tuple[str, set[str]]] = {
            place: (code, set()) for place, code in self._ask("SELECT place, code FROM doors")
        }
        for place, account in self._ask("SELECT place, account FROM guests"):
            doors.setdefault(place, ("", set()))[1].add(account)
        return doors

    # ---- finished matches

    def cursor(self) -> int:
        """Up to which ending the logs have been read."""
        return int(self._ask("SELECT ending FROM cursor")[0][0])

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
        rows = self._ask(
            "SELECT match FROM finished WHERE (?1 IS NULL OR first = ?1 OR second = ?1) AND (?2 IS NULL OR game = ?2)"
            " AND (?3 IS NULL OR ending < ?3) AND (open OR first = ?5 OR second = ?5) ORDER BY ending DESC LIMIT ?4",
            account, game, before, most, viewer,
        )  # fmt: skip
        return [_match_of(row[0]) for row in rows]

    def tallies(self, account: str) -> list[Tally]:
        """What an account has won, lost and drawn, by game."""
        rows = self._ask(
            "SELECT game, sum(winner IS NOT NULL AND (winner = 0) = (first = ?1)),"
            " sum(winner IS NOT NULL AND (winner = 0) != (first = ?1)), sum(winner IS NULL)"
            " FROM finished WHERE (first = ?1 OR second = ?1) AND counts GROUP BY game ORDER BY game",
            account,
        )
        return [Tally(*row) for row in rows]

    def last_player(self, account: str, game: str) -> Player | None:
        """Which player the account was in its last match of the game."""
        rows = self._ask(
            "SELECT first = ?1 FROM finished WHERE (first = ?1 OR second = ?1) AND game = ?2"
            " ORDER BY ending DESC LIMIT 1",
            account, game,
        )  # fmt: skip
        return None if not rows else (0 if rows[0][0] else 1)

    # ---- ratings

    def rating(self, account: str, game: str) -> tuple[Rating, int] | None:
        """The rating of an account in a game, and when it came to be; None if it never played rated."""
        rows = self._ask(
            "SELECT rating, deviation, volatility, at FROM ratings WHERE account = ? AND game = ?"
            " ORDER BY ending DESC LIMIT 1",
            account, game,
        )  # fmt: skip
        return (rows[0][:3], rows[0][3]) if rows else None

    def curve(self, account: str, game: str) -> list[tuple[int, int]]:
        """When the rating became what, the last points in order."""
        rows = self._ask(
            "SELECT at, rating FROM ratings WHERE account = ? AND game = ? ORDER BY ending DESC LIMIT ?",
            account, game, CURVE,
        )  # fmt: skip
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

    def _ask(self, question: str, *values: Any) -> Sequence[Any]:
        with self._reading:
            return self._reader.execute(question, values).fetchall()

    def _do(self, order: str, *values: Any) -> None:
        with self._lock:
            self._db.execute(order, values)


def _line(row: tuple[int, int, str, str, str]) -> m.ChatLine:
    number, at, account, name, text = row
    return m.ChatLine(number=number, at=at, account=account, name=name, text=text)
