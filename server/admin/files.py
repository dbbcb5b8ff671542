"""The files of a data folder, and how they are read while a server may be writing them."""

import os
import sqlite3
import sys
from pathlib import Path
from urllib.parse import quote

from protocol.identity.server_certificate import FILE as IDENTITY
from server.admin.errors import UpkeepError, sentence_of
from server.net.listener import FILE as PORT
from server.storage import accounts_schema, sqlite_schema
from server.storage import social as annals
from server.storage.wal import keep_lost

ANNALS, GAMES, ACCOUNTS = "annals.sqlite3", "games.sqlite3", "accounts.sqlite3"
# Each with the newest version known here, in the order in which they are copied. The annals say how far they have
# followed the games, so they may be behind the games and never ahead; the games and the annals name accounts, which are
# never deleted, so accounts are copied when everything that names them is.
DATABASES = {
    ANNALS: len(annals.MIGRATIONS),
    GAMES: sqlite_schema.VERSION,
    ACCOUNTS: accounts_schema.VERSION,
}
SMALL = (IDENTITY, PORT)
BUSY_MS = 10_000


def reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, also to a database that a server has open; `UpkeepError` if there is none."""
    try:
        keep_lost(path)  # the last connection that is closed deletes the log
        # not mode=ro: after an orderly stop there is no log beside the database, which readers need as well
        db = sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=rw", uri=True, isolation_level=None)
        db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        db.execute("PRAGMA query_only = ON")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except (sqlite3.Error, OSError) as error:
        raise UpkeepError(
            "The database {path} cannot be read ({reason})", path=str(path), reason=sentence_of(error)
        ) from error
    return db


def damage(path: Path) -> str:
    """What SQLite finds wrong with a database; empty if nothing."""
    try:
        db = reading(path)
    except UpkeepError as error:
        return str(error)
    try:
        found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)")]
    except sqlite3.Error as error:
        found = [str(error)]
    finally:
        db.close()
    return "" if found == ["ok"] else "; ".join(found)


def check_owner(folder: Path) -> None:
    """`UpkeepError` where root would leave files behind that the server's own user cannot use."""
    if sys.platform != "win32" and os.geteuid() == 0 and folder.exists() and (owner := folder.stat().st_uid) != 0:
        raise UpkeepError(
            "{folder} belongs to another user, who could not use what root writes there. "
            "Give the command as that user: sudo -u '#{owner}' netgame-server ...",
            folder=str(folder), owner=owner,
        )  # fmt: skip


def to_disk(path: Path) -> None:
    """What was written to that file or renamed in that folder outlasts a power cut."""
    if sys.platform == "win32" and path.is_dir():
        return  # Windows has no such call for folders
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
