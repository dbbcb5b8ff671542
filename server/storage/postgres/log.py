"""The logs of all tables in PostgreSQL, which several servers write. Sync; one thread at a time."""

import logging
import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

import psycopg
from psycopg.abc import Params

from server.ops.faults import Faults, no_faults
from server.storage.event_store import (
    PATIENCE_S,
    Append,
    Conflict,
    Held,
    ListEntry,
    Log,
    Problems,
    Replacement,
    Row,
    StoreBroken,
    StoreProblem,
)
from server.storage.postgres.arrays import BigInts, Byteas, register
from server.storage.postgres.connection import (
    commit_durably,
    connect,
    one,
    open_connection,
    reason_of,
    setting,
    unusable,
)

log = logging.getLogger(__name__)

T = TypeVar("T")
_Event = tuple[int, bytes, bytes | None, bytes | None]  # number, body, key, digest
_Backend = tuple[int, datetime]  # its process and when that started

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.5  # between attempts to connect
MAX_KNOWN = 100_000  # tables whose places are kept in memory
MAX_APPENDS = 1000  # of one statement
MARK_BYTES = 16
SEARCHED_AT_ONCE = 1000  # tables
NUMBERING_LOCK = 0x656E6473  # for `pg_advisory_xact_lock`
_SESSION = (
    "SET plan_cache_mode = force_generic_plan", "SET jit = off",
    # the tables of a batch are found by their indexes, also while the statistics are those of a small database
    "SET enable_seqscan = off", "SET enable_mergejoin = off",
)  # fmt: skip

# At most one append for each table. An append is stored if its first event, the one with a key, is the next one of its
# table. The order keeps two writers from waiting for each other. All rows of an append have its due time: another
# condition than the place would make the planner, who expects few rows, compare all rows with each other.
_APPEND = """
WITH a AS (
    SELECT * FROM unnest(%b::bigint[], %b::bigint[], %b::bytea[], %b::bytea[], %b::bytea[], %b::bigint[])
        AS a (place, number, body, key, digest, due)
)"""
# for the batches in which rated matches end: an end that was computed from an old rating is refused. The lock lets the
# ends of one player take turns, and shows the versions of the one before.
_LOCKED = """,
r AS (
    SELECT * FROM unnest(%b::bigint[], %s::text[], %s::text[], %b::bigint[]) AS r (place, account, game, version)
),
locked AS (
    SELECT place, known.version <> r.version AS is_old FROM rating_versions known JOIN r USING (account, game)
    ORDER BY account, game FOR UPDATE OF known
)"""
_IS_NEW = " AND place NOT IN (SELECT place FROM locked WHERE is_old)"
_BUMPED = """,
bumped AS (
    UPDATE rating_versions known SET version = known.version + 1 FROM r JOIN won USING (place)
    WHERE (known.account, known.game) = (r.account, r.game)
)"""
_WIN = """,
won AS (
    INSERT INTO events (place, number, body, key, digest)
    SELECT place, number, body, key, digest FROM a
    WHERE key IS NOT NULL AND number - 1 = coalesce((SELECT max(number) FROM events e WHERE e.place = a.place), 0)
        AND coalesce((SELECT n.number FROM entries n WHERE n.place = a.place), 0) >= 0
    """
_REST = """
    ORDER BY place ON CONFLICT DO NOTHING RETURNING place, number
),
rest AS (
    INSERT INTO events (place, number, body, key, digest)
    SELECT place, a.number, body, key, digest FROM a JOIN won USING (place) WHERE a.number > won.number
),
due AS (
    UPDATE unfinished SET due = a.due FROM a JOIN won USING (place)
    WHERE unfinished.place = a.place AND unfinished.due <> a.due
)"""
_WON = " SELECT place FROM won"
# for the batches in which a table begins, ends, or changes its entry
_LISTED = """,
b AS (
    SELECT won.place, won.number, b.due, b.last, b.entry, b.closes FROM won JOIN (
        SELECT * FROM unnest(%b::bigint[], %b::bigint[], %b::bigint[], %b::bytea[], %b::bigint[])
            WITH ORDINALITY AS b (place, due, last, entry, closes, nth)
    ) b USING (place) ORDER BY nth
),
begun AS (INSERT INTO unfinished (place, due) SELECT place, due FROM b WHERE number = 1 AND closes = 0),
entered AS (
    INSERT INTO entries (place, entry, number, changed)
    SELECT place, entry, last, pg_current_xact_id() FROM b WHERE length(entry) > 0 AND closes = 0
    ON CONFLICT (place) DO UPDATE
    SET entry = excluded.entry, number = sign(entries.number) * excluded.number, changed = excluded.changed
),
closed AS (DELETE FROM unfinished USING b WHERE unfinished.place = b.place AND closes = 1),
gone AS (DELETE FROM entries USING b WHERE entries.place = b.place AND closes = 1),
ended AS (
    INSERT INTO ends (place, last, changed) SELECT place, last, pg_current_xact_id() FROM b WHERE closes = 1
    ON CONFLICT DO NOTHING
)"""
FIELDS = "number, body, CASE WHEN digest IS NULL THEN NULL ELSE key END, digest"  # without marks
_LENGTHS = """
SELECT p.place, (SELECT max(number) FROM events e WHERE e.place = p.place) FROM unnest(%b::bigint[]) p (place)
"""
_NUMBER_ENDS = """
WITH last AS (SELECT coalesce(max(number), 0) AS number FROM ends),
fresh AS (SELECT place, row_number() OVER (ORDER BY closed) AS nth FROM ends WHERE number IS NULL)
UPDATE ends SET number = last.number + nth FROM last, fresh WHERE ends.place = fresh.place
"""
_CLAIM = """
WITH found AS MATERIALIZED (
    SELECT place, due FROM unfinished WHERE due <> 0 AND due <= %s ORDER BY due LIMIT %s FOR UPDATE SKIP LOCKED
),
claimed AS (
    UPDATE unfinished SET due = %s FROM found WHERE unfinished.place = found.place RETURNING found.place, found.due
)
SELECT name FROM claimed JOIN tables USING (place) ORDER BY due
"""
# All transactions below the next cursor have committed or failed, so a later reading from it misses none.
_LISTED_FROM = """
SELECT next::text::bigint, name, entry, number
FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS next) s LEFT JOIN (
    SELECT name, entry, abs(number) AS number FROM entries JOIN tables USING (place)
    WHERE changed >= %(cursor)s::text::xid8
    UNION ALL
    SELECT name, ''::bytea, last FROM ends JOIN tables USING (place)
    WHERE changed >= %(cursor)s::text::xid8 AND %(cursor)s::text <> '0'
) AS found ON true
"""


class PostgresLog(Log):
    """A connection to a database that `prepare_logs` has prepared; `StoreError` if it cannot be used.

    An action waits some seconds for a database that restarts, and then raises `StoreBroken`. After that, actions do not
    wait until one has succeeded.
    """

    def __init__(self, address: str, faults: Faults = no_faults, patience_s: float = PATIENCE_S) -> None:
        self._address, self._faults, self._patience_s = address, faults, patience_s
        self._places: dict[str, int] = {}
        self._is_down = False
        try:
            self._db, self._backend = _session(open_connection(address))
        except psycopg.Error as error:
            raise unusable(address, reason_of(error, address)) from None  # its text and frames may hold the password

    def warn_if_not_durable(self) -> None:
        """Log if commits may be lost in a crash of the computer of the database."""
        if self._do(lambda: setting(self._db, "fsync")) == "off":
            log.warning("fsync of the database is off: a crash of its computer loses accepted moves")

    def warn_if_too_few_connections(self, more: int) -> None:
        """Log if the database may have no room for so many more connections."""
        reserved, most, used = self._do(
            lambda: (
                int(setting(self._db, "superuser_reserved_connections")), int(setting(self._db, "max_connections")),
                int(str(one(self._db, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"))),
            )
        )  # fmt: skip
        if (wanted := used + more + reserved) > most:
            log.warning(
                "the database takes %d connections and has %d; with this server they may be %d. Raise max_connections",
                most, used, wanted,
            )  # fmt: skip

    @property
    def backend(self) -> int:
        """The process of the database that works for this connection."""
        return self._backend[0]

    def close(self) -> None:
        self._db.close()

    # ---- reading

    def read(self, table: str, after: int) -> list[Row]:
        return self._do(lambda: self._read(table, after))

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return self._do(lambda: self._lengths(tables))

    def unfinished(self) -> list[str]:
        question = "SELECT name FROM unfinished JOIN tables USING (place) ORDER BY place"
        return [name for (name,) in self._ask(question)]

    def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        question = "SELECT number, name FROM ends JOIN tables USING (place) WHERE number > %s ORDER BY number LIMIT %s"

        def find() -> list[tuple[int, str]]:
            self._number_ends()
            return self._all(question, (after, limit))

        return self._do(find)

    def last_alive(self) -> int:
        rows = self._ask("SELECT at FROM alive")
        return int(rows[0][0]) if rows else 0

    def left(self, tables: Sequence[str]) -> dict[str, int]:
        question = (
            "SELECT name, left_at FROM tables JOIN unfinished USING (place)"
            " WHERE name = ANY(%s::text[]) AND left_at <> 0"
        )
        return dict(self._ask(question, (list(tables),)))

    def listed(self, cursor: int) -> tuple[list[ListEntry], int]:
        rows = self._ask(_LISTED_FROM, {"cursor": str(cursor)})
        return [(name, entry, number) for _next, name, entry, number in rows if name is not None], rows[0][0]

    def rating_versions(self, accounts: Sequence[str], game: str) -> dict[str, int]:
        make = "INSERT INTO rating_versions SELECT unnest(%s::text[]), %s, 0 ON CONFLICT DO NOTHING"
        question = "SELECT account, version FROM rating_versions WHERE account = ANY(%s::text[]) AND game = %s"

        def read() -> dict[str, int]:
            self._execute(make, (sorted(accounts), game))
            return dict(self._all(question, (list(accounts), game)))

        return self._do(read)

    def now(self) -> int:
        question = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        return int(self._ask(question)[0][0])

    def _read(self, table: str, after: int) -> list[Row]:
        place = self._places_of([table]).get(table)
        if place is None:
            return []
        question = f"SELECT {FIELDS} FROM events WHERE place = %s AND number > %s ORDER BY number"
        return [Row(*row) for row in self._all(question, (place, after))]

    def _lengths(self, tables: Sequence[str]) -> dict[str, int]:
        places = self._places_of(tables)
        found = dict(self._all(_LENGTHS, (BigInts(places.values()),)))
        return {table: found[place] for table, place in places.items() if found[place]}

    def _number_ends(self) -> None:
        """Number the ends that have committed, one server at a time: so every number is above all that were read."""
        if not one(self._db, "SELECT EXISTS (SELECT FROM ends WHERE number IS NULL)"):
            return
        with self._db.transaction():
            self._db.execute("SELECT pg_advisory_xact_lock(%s)", (NUMBERING_LOCK,))
            self._db.execute(_NUMBER_ENDS)

    def containing(self, text: str) -> list[tuple[str, Row]]:
        return containing(self._address, text)

    # ---- writing

    def alive(self, at: int) -> None:
        command = "INSERT INTO alive VALUES (0, %s) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
        self._do(lambda: self._execute(command, (at,)))

    def check_writing(self) -> None:
        # in one statement: another server may store its end in between
        command = "INSERT INTO alive VALUES (0, 0) ON CONFLICT (id) DO UPDATE SET at = alive.at"
        self._do(lambda: self._execute(command, ()))

    def note_left(self, left: Mapping[str, int]) -> None:
        rows = [(at, table) for table, at in sorted(left.items())]
        self._write_all("UPDATE tables SET left_at = %s WHERE name = %s", rows)

    def replace(self, events: Sequence[Replacement]) -> None:
        rows = sorted((each.table, each.number, each.body) for each in events)
        command = "UPDATE events SET body = %b WHERE place = (SELECT place FROM tables WHERE name = %s) AND number = %s"
        self._write_all(command, [(body, table, number) for table, number, body in rows])

    def _write_all(self, command: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Carry out a command with each of these rows, all or none. Servers that do it at once need the same order."""

        def write() -> None:
            with self._db.transaction():
                self._db.cursor().executemany(command.encode(), rows)

        self._do(write)

    def relist(self, entries: Sequence[ListEntry]) -> None:
        """Replace entries that no later event has changed, each by itself: so appends do not wait for several."""
        command = (
            "UPDATE entries SET entry = %b, changed = pg_current_xact_id()"
            " WHERE place = (SELECT place FROM tables WHERE name = %s) AND abs(number) <= %s"
        )
        for table, entry, number in entries:
            self._do(partial(self._execute, command, (entry, table, number)))

    def hold(self, table: str, is_held: bool) -> None:
        command = (
            "UPDATE entries SET number = -number"
            " WHERE place = (SELECT place FROM tables WHERE name = %s) AND (number < 0) <> %s"
        )
        self._do(lambda: self._execute(command, (table, is_held)))

    def claim_due(self, now: int, until: int, most: int) -> list[str]:
        return [name for (name,) in self._ask(_CLAIM, (now, most, until))]

    def append(self, appends: Sequence[Append]) -> Problems:
        problems: Problems = [None] * len(appends)
        batches = _batches(appends)
        for number, batch in enumerate(batches):
            try:
                found = self._append([appends[nth] for nth in batch])
            except StoreBroken as broken:
                for nth in (nth for rest in batches[number:] for nth in rest):
                    problems[nth] = broken
                break
            for nth, problem in zip(batch, found, strict=True):
                problems[nth] = problem
        return problems

    def _append(self, appends: Sequence[Append]) -> Problems:
        """Store appends of different tables with one statement.

        If the connection is lost, it is unknown what was stored: the old backend may commit it later. Only another
        attempt settles that. It waits for the old backend, and where it is refused, the events that are there tell
        whether they are its own.
        """
        places = self._do(lambda: self._made_places_of(appends))
        own = {
            place: _rows(append) for append in appends if (place := places.get(append.table)) is not None
        }  # the marks in them are the same at each attempt
        if not own:
            return [Conflict() for _ in appends]
        command, values = _statement([(places[a.table], a) for a in appends if a.table in places], own)
        attempts = 0

        def write() -> set[int]:
            nonlocal attempts
            attempts += 1
            self._faults("in_commit")
            return {place for (place,) in self._all(command, values)}

        stored = self._do(write)
        if attempts > 1:
            refused = own.keys() - stored
            stored |= self._do(lambda: {place for place in refused if self._holds(place, own[place])})
        held = self._held(own.keys() - stored)

        def problem_of(place: int | None) -> StoreProblem | None:
            return None if place in stored else Held() if place in held else Conflict()

        return [problem_of(places.get(append.table)) for append in appends]

    def _held(self, places: Collection[int]) -> set[int]:
        """Return those of some places whose tables take no events."""
        question = "SELECT place FROM entries WHERE place = ANY(%b::bigint[]) AND number < 0"
        return {place for (place,) in self._ask(question, (BigInts(places),))} if places else set()

    def _holds(self, place: int, rows: Sequence[_Event]) -> bool:
        question = (
            "SELECT number, body, key, digest FROM events WHERE place = %s AND number BETWEEN %s AND %s ORDER BY 1"
        )
        return self._all(question, (place, rows[0][0], rows[-1][0])) == list(rows)

    def _made_places_of(self, appends: Sequence[Append]) -> dict[str, int]:
        """The places of the tables that have one. Those that begin get one."""
        if new := sorted({a.table for a in appends if not a.expected} - self._places.keys()):
            command = "INSERT INTO tables (name) SELECT unnest(%s::text[]) ON CONFLICT DO NOTHING"
            self._db.execute(command, (new,))
        return self._places_of([append.table for append in appends])

    # ---- the connection

    def _places_of(self, tables: Sequence[str]) -> dict[str, int]:
        """The places of the tables that have one. Places never change, so they are kept in memory."""
        if len(self._places) > MAX_KNOWN:
            self._places.clear()
        if unknown := [table for table in tables if table not in self._places]:
            self._places.update(self._all("SELECT name, place FROM tables WHERE name = ANY(%s::text[])", (unknown,)))
        return {table: place for table in tables if (place := self._places.get(table)) is not None}

    def _execute(self, command: str, values: Params) -> None:
        self._db.execute(command.encode(), values)

    def _ask(self, question: str, values: Params | None = None) -> list[tuple[Any, ...]]:
        return self._do(lambda: self._all(question, values))

    def _all(self, question: str, values: Params | None = None) -> list[tuple[Any, ...]]:
        return self._db.execute(question.encode(), values, prepare=True, binary=True).fetchall()

    def _do(self, action: Callable[[], T]) -> T:
        """Do it, again and again while the database is away, at most for some seconds."""
        pause, deadline = FIRST_PAUSE_S, 0.0
        while True:
            try:
                if self._db.closed:
                    self._reconnect()
                result = action()
            except psycopg.Error as error:
                reason = reason_of(error, self._address)
                deadline = deadline or time.monotonic() + (0 if self._is_down else self._patience_s)
                if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
                    self._db.close()  # another host is the primary one now
                elif not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
                    deadline = time.monotonic()  # it would fail again
                if time.monotonic() >= deadline:
                    log.error("the database failed: %s", StoreBroken(reason))
                    self._is_down = True
                    raise StoreBroken(reason) from None  # its text and frames may hold the password
                log.warning("the database does not answer: %s; trying again", StoreBroken(reason))
                time.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
            else:
                self._is_down = False
                return result

    def _reconnect(self) -> None:
        db, backend = _session(connect(self._address))
        try:
            # the old backend may still be writing, and its locks would delay the next attempt
            question = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE (pid, backend_start) = (%s, %s)"
            db.execute(question, self._backend)
        except psycopg.Error:
            db.close()
            raise
        self._db, self._backend = db, backend
        log.info("connected to the database again")


def _session(db: psycopg.Connection) -> tuple[psycopg.Connection, _Backend]:
    """Prepare a new connection, and say which process of the server works for it."""
    try:
        for command in _SESSION:
            db.execute(command.encode())
        commit_durably(db)
        register(db)
        row = db.execute("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()").fetchone()
    except psycopg.Error:
        db.close()
        raise
    assert row is not None, "every process is listed"
    return db, row


def containing(address: str, text: str) -> list[tuple[str, Row]]:
    """The events that contain a text, with their tables, on a connection of its own. `StoreBroken` if that fails."""
    found: list[tuple[str, Row]] = []
    question = (
        f"SELECT name, {FIELDS} FROM events JOIN tables USING (place) WHERE place >= %s AND place < %s"
        " AND position(%b::bytea IN body) > 0 ORDER BY place, number"
    )
    try:
        with closing(connect(address)) as db:
            last = int(str(one(db, "SELECT coalesce(max(place), 0) FROM tables")))
            for start in range(0, last + 1, SEARCHED_AT_ONCE):
                values = (start, start + SEARCHED_AT_ONCE, text.encode())
                found += [(name, Row(*row)) for name, *row in db.execute(question.encode(), values, binary=True)]
    except psycopg.Error as error:
        raise StoreBroken(reason_of(error, address)) from None
    return found


def _batches(appends: Sequence[Append]) -> list[list[int]]:
    """Split appends, each given by its index, so that a batch has at most one of each table and all stay in order."""
    batches: list[list[int]] = []
    rounds: dict[str, int] = {}
    for nth, append in enumerate(appends):
        number = rounds.get(append.table, 0)
        while number < len(batches) and len(batches[number]) >= MAX_APPENDS:
            number += 1
        if number == len(batches):
            batches.append([])
        batches[number].append(nth)
        rounds[append.table] = number + 1
    return batches


def _rows(append: Append) -> list[_Event]:
    """The rows of an append. The first one has the key of the command, or a mark that no other append has."""
    first, *more = append.bodies
    key = append.key if append.digest is not None else os.urandom(MARK_BYTES)
    number = append.expected + 1
    return [(number, first, key, append.digest), *((n, body, None, None) for n, body in enumerate(more, number + 1))]


def _statement(appends: Sequence[tuple[int, Append]], own: Mapping[int, Sequence[_Event]]) -> tuple[str, list[Any]]:
    """The statement that stores these appends, by place, and its parameters."""
    places, numbers, due = BigInts(), BigInts(), BigInts()
    bodies, keys, digests = Byteas(), Byteas(), Byteas()
    for place, append in appends:
        for number, body, key, digest in own[place]:
            places.append(place)
            numbers.append(number)
            bodies.append(body)
            keys.append(key)
            digests.append(digest)
            due.append(None if append.closes else append.due)  # its row is deleted by the same statement
    values: list[Any] = [places, numbers, bodies, keys, digests, due]
    rated = [(place, *basis) for place, append in appends for basis in append.rated]
    listed = [(place, a) for place, a in appends if a.closes or a.entry or not a.expected]
    if not listed:
        return _APPEND + _WIN + _REST + _WON, values
    if rated:
        based, accounts, games, versions = zip(*rated, strict=True)
        values += [BigInts(based), list(accounts), list(games), BigInts(versions)]
    values += [
        BigInts(place for place, _ in listed),
        BigInts(a.due for _, a in listed),
        BigInts(a.expected + len(a.bodies) for _, a in listed),
        Byteas(a.entry for _, a in listed),
        BigInts(int(a.closes) for _, a in listed),
    ]
    if rated:
        return _APPEND + _LOCKED + _WIN + _IS_NEW + _REST + _BUMPED + _LISTED + _WON, values
    return _APPEND + _WIN + _REST + _LISTED + _WON, values
