"""Reading the databases of a data folder, also while a server writes them; and what the commands that do it share."""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from protocol.identity.server_certificate import FILE as IDENTITY_FILE
from server.errors import DataFolderBusy, ServerError, reason_of
from server.net.listener import FILE as PORT_FILE
from server.storage import accounts_schema, games_schema, social_schema
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE, hold
from server.storage.wal import keep_lost

# The newest known version of each, in the order in which they are copied. The social database says how far it has
# followed the games, so it may be behind the games but never ahead. Games and social database name accounts, which are
# never deleted, so accounts are copied after everything that names them.
DATABASES = {
    SOCIAL_FILE: social_schema.SCHEMA.version,
    GAMES_FILE: games_schema.GAMES.version,
    ACCOUNTS_FILE: accounts_schema.SCHEMA.version,
}
SMALL_FILES = (IDENTITY_FILE, PORT_FILE)
BUSY_MS = 10_000

Progress = Callable[[int, int], None]  # is called with what is done, and of how many


class AdminError(ServerError):
    """A backup, restore, verification or export failed. It has changed nothing unless the text says so."""


@dataclass(frozen=True)
class Finding:
    """A problem in a data folder. `table` is empty if it is about a whole database, `number` 0 if about no event."""

    table: str
    number: int
    reason: str

    def __str__(self) -> str:
        where = f"table {self.table}: " if self.table else ""
        return f"{where}{f'event {self.number}: ' if self.number else ''}{self.reason}"


def no_progress(_done: int, _all: int) -> None:
    """Ignore progress."""


def open_readonly(path: Path) -> sqlite3.Connection:
    """Open a database that a server may have open, without changing it; `AdminError` if that fails."""
    try:
        keep_lost(path)  # closing the last connection deletes the write-ahead log
        # not mode=ro: after an orderly stop there is no log beside the database, and readers need one
        db = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=rw", uri=True, isolation_level=None)
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.execute("PRAGMA query_only = ON")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise AdminError(f"The database {path} cannot be read ({reason_of(error)})") from error
    return db


def damage(path: Path) -> str:
    """Return what SQLite finds wrong with a database; empty if nothing."""
    try:
        with closing(open_readonly(path)) as db:
            found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)")]
    except (AdminError, sqlite3.Error) as error:
        return str(error)
    return "" if found == ["ok"] else "; ".join(found)


def check_version(name: str, version: int) -> None:
    """Raise `AdminError` if a newer program wrote the database of that file name."""
    if version > DATABASES[name]:
        raise AdminError(f"{name} was written by a newer version of this program. Update it")


def check_owner(folder: Path) -> None:
    """Raise `AdminError` if root would leave files behind that the server's own user cannot use."""
    if sys.platform != "win32" and os.geteuid() == 0 and folder.exists() and (owner := folder.stat().st_uid) != 0:
        raise AdminError(
            f"{folder} belongs to another user, who could not use what root writes there. "
            f"Run the command as that user: sudo -u '#{owner}' netgame-server ..."
        )


@contextmanager
def hold_stopped(folder: Path, *, restoring: bool = False) -> Iterator[None]:
    """Lock a data folder, see `hold`; `AdminError` if a server uses it, or its user could not use it afterwards."""
    check_owner(folder)
    try:
        with hold(folder, restoring=restoring):
            yield
    except DataFolderBusy as busy:
        raise AdminError(f"A server runs in {folder} (port {busy.port}). Stop it first, with drain") from busy
