"""All stores of a server: in its data folder, or in a PostgreSQL database that several servers share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from server.ops.faults import Faults, no_faults
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.storage.event_store import EventStore, OnCommit
from server.storage.log_store import open_postgres, open_store
from server.storage.social import SocialStore


@asynccontextmanager
async def open_stores(
    folder: Path, database: str = "", faults: Faults = no_faults, on_commit: OnCommit | None = None
) -> AsyncIterator[tuple[EventStore, AccountStore, SocialStore]]:
    """Open the stores at that address of a database; without one, those of the data folder."""
    opened = (
        open_postgres(database, faults, on_commit) if database else open_store(folder / GAMES_FILE, faults, on_commit)
    )
    async with opened as store:  # first, because its errors say most
        with (
            closing(AccountStore(database or folder / ACCOUNTS_FILE)) as accounts,
            closing(SocialStore(database or folder / SOCIAL_FILE)) as social,
        ):
            yield store, accounts, social
