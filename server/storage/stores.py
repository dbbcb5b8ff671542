"""Opening the stores of a server: in its data folder, or in a PostgreSQL database that several servers share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import trio

from server.errors import StoreError
from server.ops.faults import Faults, no_faults
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.storage.database import failing
from server.storage.event_store import PATIENCE_S, EventStore, Lanes, OnCommit
from server.storage.games_schema import LOGS
from server.storage.lane import open_lane
from server.storage.social import SocialStore
from server.storage.sql import SHARED_CONNECTIONS, SharedDatabase
from server.storage.sqlite_log import SqliteLog, SqliteReader

# of a server with PostgreSQL, beside those of its logs: of accounts and social data, and six to tell the others
MORE_CONNECTIONS = 2 * SHARED_CONNECTIONS + 6


@asynccontextmanager
async def open_stores(
    folder: Path, database: str = "", faults: Faults = no_faults, on_commit: OnCommit | None = None
) -> AsyncIterator[tuple[EventStore, AccountStore, SocialStore]]:
    """Open the stores at that address of a database; without one, those of the data folder."""
    opened = (
        open_postgres(database, faults, on_commit) if database else open_store(folder / GAMES_FILE, faults, on_commit)
    )
    async with opened as store:  # first, because its errors say most
        in_thread = trio.to_thread.run_sync  # a migration may take long
        with (
            closing(await in_thread(AccountStore, database or folder / ACCOUNTS_FILE)) as accounts,
            closing(await in_thread(SocialStore, database or folder / SOCIAL_FILE)) as social,
        ):
            yield store, accounts, social


@asynccontextmanager
async def open_store(
    path: Path, faults: Faults = no_faults, on_commit: OnCommit | None = None
) -> AsyncIterator[EventStore]:
    """Open the store in that file, or create it; `StoreError` if the file is none. At the end all jobs are done.

    `on_commit` is called in the thread that writes. SQLite lets one connection write at a time, so there is one.
    """
    async with open_lane(lambda: SqliteLog(path, faults)) as writer, open_lane(lambda: SqliteReader(path)) as reader:
        yield EventStore(Lanes(writer, writer, writer, reader, reader), on_commit)


@asynccontextmanager
async def open_postgres(
    address: str, faults: Faults = no_faults, on_commit: OnCommit | None = None, patience_s: float = PATIENCE_S
) -> AsyncIterator[EventStore]:
    """The same for a database, which may be empty, and several servers may share."""
    require_psycopg()
    from server.storage.postgres.log import PostgresLog

    await trio.to_thread.run_sync(prepare_logs, address)

    def connected() -> PostgresLog:
        return PostgresLog(address, faults, patience_s)

    async with (
        open_lane(connected) as reads,
        open_lane(connected) as play,
        open_lane(connected) as time,
        open_lane(connected) as commits,
    ):
        await time.ask(lambda log: log.warn_if_not_durable())
        await time.ask(lambda log: log.warn_if_too_few_connections(MORE_CONNECTIONS))
        yield EventStore(Lanes(commits, time, reads, play, reads), on_commit)


def prepare_logs(address: str) -> None:
    """Make or migrate the tables of the logs; `StoreError` if the database cannot be used."""
    with (
        closing(SharedDatabase(address, LOGS)) as database,
        database.usable(),
        failing(),
        database.engine.begin() as db,
    ):
        # After a restore into another PostgreSQL, whose transactions have smaller numbers, its rows seem to be of the
        # future, and readers would get them again and again.
        for table in ("entries", "ends"):
            current = "pg_current_xact_id()"
            db.exec_driver_sql(f"UPDATE {table} SET changed = {current} WHERE changed > {current}")


async def wait_for_database(address: str) -> None:
    """Wait for a database that is just starting; see `wait_until_up`."""
    require_psycopg()
    from server.storage.postgres.connection import wait_until_up

    await wait_until_up(address)


def require_psycopg() -> None:
    """Raise `StoreError` if this program was installed without the extra for PostgreSQL."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise StoreError(
            "PostgreSQL needs the extra postgres of this program, which is psycopg. Install psycopg[binary] with pip"
        ) from error
