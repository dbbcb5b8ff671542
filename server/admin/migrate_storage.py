"""Moving everything that a service stores between a data folder and a PostgreSQL database, and comparing both."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from netgame.games import GAMES
from netgame.match import MatchError, evolve, new_match
from netgame.match.events import Created
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes
from protocol.framing import encode_part
from server.admin.databases import AdminError, Progress, exists, hold_stopped, no_progress
from server.admin.logs import Logs, TableLog, Where, open_logs, shown
from server.errors import reason_of
from server.ops.database_address import check_address
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.storage.event_store import StoreBroken
from server.storage.social import SocialStore
from server.storage.sql import SqlStore
from server.storage.sqlite_log import SqliteLog
from server.storage.stores import prepare_logs, require_psycopg
from server.tables.table import due_at, table_info

FOLDER = "sqlite:"  # begins the name of a data folder


@dataclass(frozen=True)
class Migrated:
    """The counts of what was copied, and found equal."""

    tables: int
    events: int
    rows: int  # of accounts, chat and history


def where_from(text: str) -> Where:
    """Return the data folder or database that a word of the command line names; `AdminError` if it names none."""
    if text.startswith(FOLDER) and text != FOLDER:
        return Path(text.removeprefix(FOLDER)).expanduser()
    try:
        check_address(text)
    except ValueError:
        raise AdminError("Name a data folder as sqlite:FOLDER, or a database as postgresql://USER@HOST/NAME") from None
    return text


def migrate_storage(source: Where, target: Where, progress: Progress = no_progress) -> Migrated:
    """Copy games, accounts and social data into an empty target, then compare. No server may use either.

    `AdminError` or `StoreError` says why it failed; then the target is to be emptied or replaced before the next
    attempt. The source keeps its data.
    """
    if isinstance(source, Path) and not exists(source / GAMES_FILE):
        raise AdminError(f"There are no games in {source}")
    with ExitStack() as stack:
        for where in (source, target):
            _take(stack, where)
        accounts, new_accounts = (
            stack.enter_context(closing(AccountStore(_part(where, ACCOUNTS_FILE)))) for where in (source, target)
        )
        social, new_social = (
            stack.enter_context(closing(SocialStore(_part(where, SOCIAL_FILE)))) for where in (source, target)
        )
        for where in (source, target):
            _prepare(where)
        with open_logs(target) as logs:
            if logs.count() or not new_accounts.is_empty() or not new_social.is_empty():
                raise AdminError(f"{shown(target)} is not empty. Choose another target, or empty it")
        # accounts are in both; games come last, because servers start from them
        new_accounts.copy_from(accounts)
        new_social.copy_from(social)
        with open_logs(source) as logs:
            _copy_logs(logs, target, progress)
        return _compared(source, target, (accounts, new_accounts), (social, new_social))


def _take(stack: ExitStack, where: Where) -> None:
    """Make sure that no server uses it. A data folder stays locked, a database cannot be."""
    if isinstance(where, Path):
        stack.enter_context(hold_stopped(where))
        return
    require_psycopg()
    from server.admin.postgres_logs import other_servers

    if count := other_servers(where):
        raise AdminError(f"{count} connections of servers use {shown(where)}. Stop the servers first, with drain")


def _part(where: Where, file: str) -> Where:
    return where / file if isinstance(where, Path) else where


def _prepare(where: Where) -> None:
    """Create or migrate the logs, and number all ends."""
    if isinstance(where, Path):
        SqliteLog(where / GAMES_FILE).close()
        return
    from server.storage.postgres.log import PostgresLog

    prepare_logs(where)
    with closing(PostgresLog(where)) as log:
        try:
            log.finished(0, 1)
        except StoreBroken as broken:
            raise AdminError(f"The database {shown(where)} cannot be read ({broken})") from broken


def _copy_logs(logs: Logs, target: Where, progress: Progress) -> None:
    total = logs.count()

    def counted() -> Iterator[TableLog]:
        for number, log in enumerate(logs.tables(), 1):
            yield log
            progress(number, total)

    if isinstance(target, Path):
        _write_folder(target, counted())
    else:
        from server.admin.postgres_logs import write_logs

        write_logs(target, ((log, *_due_and_entry(log)) for log in counted()))


def _due_and_entry(log: TableLog) -> tuple[int, bytes]:
    """Replay an unfinished table for what an `Append` says of it; `AdminError` if it does not follow the rules."""
    if log.ended:
        return 0, b""
    try:
        first, *more = (event_from_bytes(row.body) for row in log.rows)
        assert isinstance(first, Created), "the first event of every table"
        match = new_match(first, GAMES)
        for event in more:
            match = evolve(match, event)
    except (MatchError, ProtocolError, ValueError, AssertionError) as error:
        raise AdminError(f"Table {log.table} cannot be replayed. See verify") from error
    return due_at(match), encode_part(table_info(log.table, match))


def _write_folder(folder: Path, logs: Iterator[TableLog]) -> None:
    path = folder / GAMES_FILE
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            for log in logs:
                db.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", (log.place, log.table, log.ended, log.left_at))
                rows = [(log.place, row.number, row.body, row.key, row.digest) for row in log.rows]
                db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
            db.execute("COMMIT")
    except sqlite3.Error as error:
        raise AdminError(f"{path} cannot be written ({reason_of(error)})") from error


def _compared(source: Where, target: Where, *stores: tuple[SqlStore, SqlStore]) -> Migrated:
    """Read both again; `AdminError` if they differ."""
    tables = events = rows = 0
    with open_logs(source) as old, open_logs(target) as new:
        for one, other in zip_longest(old.tables(), new.tables()):
            if one is None or one != other:
                table = one.table if one is not None else "?"
                raise AdminError(f"Table {table} differs in {shown(target)}. Nothing may use it")
            tables, events = tables + 1, events + len(one.rows)
    for first, second in stores:
        digests = first.digests()
        if digests != second.digests():
            raise AdminError(f"Accounts or chat differ in {shown(target)}. Nothing may use it")
        rows += sum(count for count, _digest in digests.values())
    return Migrated(tables, events, rows)
