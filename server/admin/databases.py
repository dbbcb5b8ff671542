"""Reading the databases of a data folder, also while a server writes them; and what the commands that do it share."""

import getpass
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
from server.storage.database import SQLITE_ERRORS
from server.storage.schema_check import difference, wrong_value
from server.storage.wal import keep_lost

# The tables of each, in the order in which they are copied. The social database says how far it has
# followed the games, so it may be behind the games but never ahead. Games and social database name accounts, which are
# never deleted, so accounts are copied after everything that names them.
SCHEMAS = {SOCIAL_FILE: social_schema.SCHEMA, GAMES_FILE: games_schema.GAMES, ACCOUNTS_FILE: accounts_schema.SCHEMA}
DATABASES = {name: schema.version for name, schema in SCHEMAS.items()}
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


def exists(file: Path) -> bool:
    """Tell whether there is a file; `AdminError` if this user may not look."""
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise AdminError(f"{file} cannot be used ({reason_and_remedy(error)})") from error
    return True


def check_file(file: Path) -> None:
    """Raise `AdminError` if there is no such file, or if it is one that may never end: a pipe or a device."""
    if not exists(file):
        raise AdminError(f"There is no file {file}")
    if not file.is_file():
        raise AdminError(f"{file} is a folder, a pipe or a device. Name a file")


def reason_and_remedy(error: Exception) -> str:
    """Return why a file cannot be used, and which one can if the user of this program may not."""
    if not isinstance(error, PermissionError):
        return reason_of(error)
    user = _own_name()
    return (
        f"{reason_of(error)}: this command runs as the user {user}. Use a folder of that user, "
        f"such as one made by: sudo install -d -m 700 -o {user} /var/backups/{user}"
    )


def _own_name() -> str:
    """Return the name of the user of this process, whatever the environment says."""
    if sys.platform == "win32":
        return getpass.getuser()
    import pwd  # Windows has none

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # in a container
        return str(os.geteuid())


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
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (*SQLITE_ERRORS, OSError) as error:
        raise AdminError(f"The database {path} cannot be read ({reason_of(error)})") from error
    return db


def damage(path: Path) -> str:
    """Return what SQLite finds wrong with a database; empty if nothing."""
    try:
        with closing(open_readonly(path)) as db:
            found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)")]
    except (AdminError, *SQLITE_ERRORS) as error:
        return str(error)
    return "" if found == ["ok"] else "; ".join(found)


def foreign(path: Path) -> str:
    """Return what is wrong with the tables of a database; empty if a server would open them.

    To be called first: whatever else reads a database evaluates what its tables contain.
    """
    try:
        with closing(open_readonly(path)) as db:
            return difference(db, SCHEMAS[path.name], path.name)
    except (AdminError, *SQLITE_ERRORS) as error:
        return str(error)


def wrong_type(path: Path) -> str:
    """Return which table holds a value of a type that no server stores there; empty if none does."""
    try:
        with closing(open_readonly(path)) as db:
            return wrong_value(db)
    except (AdminError, *SQLITE_ERRORS) as error:
        return str(error)


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
