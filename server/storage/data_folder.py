"""A data folder: the names of its files, the lock of the server that uses it, and the removal of incomplete files."""

import json
import logging
import os
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from protocol.files import try_lock, write_whole
from protocol.identity.server_certificate import FILE as IDENTITY_FILE
from protocol.platform import make_private_folder
from server.errors import DataFolderBusy, DataFolderUnusable, ServerError
from server.storage.database import is_full

log = logging.getLogger(__name__)

GAMES_FILE = "games.sqlite3"
ACCOUNTS_FILE = "accounts.sqlite3"
SOCIAL_FILE = "social.sqlite3"
DATABASE_FILE = "database.txt"  # names the database that has games and accounts instead of the files of the folder
LOCK_FILE = "lock"
RESTORING_FILE = "restoring"  # while a backup is restored
RESTORE_FOLDER = "restore.part"  # in which a backup is unpacked
PART = ".part"  # the end of the names of incomplete files and folders
REPLACED = "replaced-"  # begins the name of a file that another one replaced
BACKUP_PREFIX = ".netgame-backup-"  # of the folder in which a backup is made


def publish_address(lock: int, port: int, fingerprint: str) -> None:
    """Write the address for `health` and for a second server into the lock file; `OSError` if the disk is full."""
    text = json.dumps({"pid": os.getpid(), "port": port, "fingerprint": fingerprint}).encode()
    os.lseek(lock, 0, os.SEEK_SET)
    os.write(lock, text)  # over the old text, which needs no new space on the disk
    os.ftruncate(lock, len(text))


def published_fingerprint(folder: Path) -> str:
    """Return the fingerprint that the server of this folder showed when it ran last; empty if that is unknown."""
    path = folder / LOCK_FILE
    if not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            return str(json.loads(file.read(4096))["fingerprint"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""


def note_database(folder: Path, address: str) -> None:
    """Note that games and accounts are in a database. Its address is written without the password."""
    path = folder / DATABASE_FILE
    try:
        if not path.exists() or path.read_text("utf-8", "replace") != address:
            write_whole(path, address.encode(), private=True)
    except OSError as error:
        raise unusable(folder, error) from error


def check_database(folder: Path) -> None:
    """Raise `DataFolderUnusable` if the games and accounts of a folder are in a database: its files are old."""
    path = folder / DATABASE_FILE
    try:
        address = path.read_text("utf-8", "replace")
    except FileNotFoundError:
        return
    except OSError as error:
        raise unusable(folder, error) from error
    raise DataFolderUnusable(
        "The games and accounts of {folder} are in the database {address}, but the setting database is empty. Set it "
        "again. To leave that database for the older SQLite files of the folder, delete {file}",
        folder=folder, address=address, file=path,
    )  # fmt: skip


def put_aside(path: Path) -> Path:
    """Copy a file that will be replaced beside it, private to its owner, and return the copy. `OSError` if it fails."""
    aside = path.with_name(f"{REPLACED}{time.strftime('%Y%m%d-%H%M%S')}-{path.name}")
    write_whole(aside, path.read_bytes(), private=True)
    return aside


@contextmanager
def hold(folder: Path, *, restoring: bool = False) -> Iterator[int]:
    """Lock a data folder, which is made if it is missing, and yield the handle of the lock file.

    `DataFolderBusy` or `DataFolderUnusable` say why not.

    The system releases the lock when the program ends for any reason. Only another restore may take a folder in which
    a restore was interrupted.
    """
    try:
        make_private_folder(folder)
        _check_files(folder)
        handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise unusable(folder, error) from error
    try:
        if not try_lock(handle):
            os.lseek(handle, 0, os.SEEK_SET)
            port, fingerprint = 0, ""
            with suppress(ValueError, KeyError, TypeError, RecursionError):  # the other server is still starting
                content = json.loads(os.read(handle, 4096))
                port, fingerprint = int(content["port"]), str(content["fingerprint"])
            raise DataFolderBusy(port, fingerprint)
        if not restoring and (folder / RESTORING_FILE).exists():
            raise DataFolderUnusable(
                "A restore into {folder} was interrupted. Start it again, with --force", folder=folder
            )
        os.ftruncate(handle, 0)
        yield handle
    finally:
        os.close(handle)


def _check_files(folder: Path) -> None:
    """Raise `DataFolderUnusable` if there is a pipe or a device in a folder, because reading it may never end."""
    for path in folder.iterdir():
        with suppress(OSError):  # a link to nothing or to itself, or another program has removed it
            mode = path.stat().st_mode
            if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
                raise DataFolderUnusable(
                    "{file} is a pipe or a device, so the data folder cannot be used. Move it away", file=path
                )


def unusable(folder: Path, error: OSError) -> DataFolderUnusable:
    """Return the error that says why a folder cannot be used."""
    if is_full(error):
        return DataFolderUnusable(
            "The disk of the data folder {folder} is full ({reason}). Make room there, or choose another folder",
            folder=folder, reason=error,
        )  # fmt: skip
    return DataFolderUnusable(
        "The data folder {folder} cannot be used ({reason}). Choose another one, or make it writable",
        folder=folder, reason=error,
    )  # fmt: skip


def remove_unfinished(data: Path) -> None:
    """Remove what killed programs left behind in a locked data folder: incomplete backups, restores and copies."""
    remove_unfinished_backups(data)
    shutil.rmtree(data / RESTORE_FOLDER, ignore_errors=True)
    for part in (*data.glob(f"{IDENTITY_FILE}.*{PART}"), *data.glob(f"*.bak{PART}")):
        try:
            part.unlink()
        except OSError as error:  # a folder has that name, or the disk refuses
            log.warning("did not remove %s: %s", part, error)
        else:
            log.warning("removed the incomplete file %s", part)


def remove_unfinished_backups(folder: Path) -> None:
    """Remove the folders of backups that no program is making now."""
    for work in folder.glob(f"{BACKUP_PREFIX}*{PART}"):
        try:
            with hold(work):
                pass
        except ServerError as error:  # another program is making it, or it belongs to another user
            log.info("did not remove %s: %s", work, error)
            continue
        shutil.rmtree(work, ignore_errors=True)
        log.warning("removed the incomplete backup %s", work)
