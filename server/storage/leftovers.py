"""Removes what a program that was killed left behind half written: copies of databases and of the identity."""

import logging
import shutil
from pathlib import Path

from protocol.identity.server_certificate import FILE as IDENTITY
from server.errors import ServerError
from server.storage.files import BACKUP, RESTORE, UNFINISHED
from server.storage.lock import hold

log = logging.getLogger(__name__)


def remove_unfinished(folder: Path) -> None:
    """Remove the folders of backups in that folder that no program works on."""
    for work in folder.glob(f"{BACKUP}*{UNFINISHED}"):
        try:
            with hold(work):
                pass
        except ServerError as error:  # another program makes it at this moment, or it belongs to another user
            log.info("%s stays: %s", work, error)
            continue
        shutil.rmtree(work, ignore_errors=True)
        log.warning("removed %s, a backup that was never finished", work)


def tidy(data: Path) -> None:
    """Remove everything half written from a data folder that this program holds and that is complete."""
    remove_unfinished(data)
    shutil.rmtree(data / RESTORE, ignore_errors=True)
    for part in (*data.glob(f"{IDENTITY}.*{UNFINISHED}"), *data.glob(f"*.bak{UNFINISHED}")):
        part.unlink(missing_ok=True)
        log.warning("removed %s, which was never finished", part)
