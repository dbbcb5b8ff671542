"""The key of this computer, by which servers identify the player: a file in the settings folder."""

import itertools
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.text.disk_words import disk_words
from netgame.text import N_, Text
from protocol.errors import KeyFileError
from protocol.files import write_whole
from protocol.identity.device_key import DeviceKey, import_key, load_or_make, save
from protocol.messages import INSTANCE_BYTES

log = logging.getLogger(__name__)
FILE = "player.key"
MAX_FILE = 10_000  # bytes; a key has some hundred


class PlayerKey(QObject):
    """Reads the key in a thread when it is first needed: the library and the disk are slow.

    `unusable`: the file is not usable, and tokens identify this player. `changed`: the key was read or replaced.
    """

    unusable = Signal(object)  # Text
    changed = Signal()

    def __init__(self, folder: Path, label: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = folder / FILE
        self.label = label  # the name of this computer in lists of devices
        self.key: DeviceKey | None = None  # until it is read, and if it is not usable
        self.trouble: Text | None = None  # why it is not usable
        self._is_read = False
        self._reading = trio.Lock()

    async def ready(self) -> DeviceKey | None:
        """Wait until the key is read; None if it is not usable."""
        async with self._reading:
            if not self._is_read:
                try:
                    self.key = await trio.to_thread.run_sync(load_or_make, self.path, abandon_on_cancel=True)
                except KeyFileError as error:
                    self.trouble = error.text
                self._is_read = True
        return self.key

    @property
    def installation(self) -> bytes:
        """Bytes that a copy of the folder has not, at another place; b"" without a key. They do not tell the place."""
        place = os.fsencode(os.path.realpath(self.path))
        return self.key.derive(b"installation\n" + place)[:INSTANCE_BYTES] if self.key is not None else b""

    async def tell(self) -> None:
        """Read the key and report its problem, if any."""
        await self.ready()
        self.changed.emit()
        if self.trouble is not None:
            log.warning("%s", self.trouble)
            self.unusable.emit(self.trouble)

    async def export(self, path: Path, passphrase: str) -> None:
        """Write a copy that is encrypted with the passphrase; may raise `KeyFileError`."""
        key = await self.ready()
        assert key is not None, "only a key that can be read is offered"
        await trio.to_thread.run_sync(_export, key, path, passphrase)

    async def read(self, path: Path, passphrase: str) -> DeviceKey:
        """Read a copy; may raise `KeyFileError`."""
        return await trio.to_thread.run_sync(_read, path, passphrase)

    async def take(self, key: DeviceKey) -> Path | None:
        """Replace the key; return the backup of the old one. May raise `KeyFileError`."""
        await self.ready()  # what is read later would come instead of the new key
        async with self._reading:
            kept = await trio.to_thread.run_sync(self._replace, key)
            self.key, self.trouble = key, None
        self.changed.emit()
        return kept

    def _replace(self, key: DeviceKey) -> Path | None:
        kept = None
        with _key_errors(N_("The key cannot be kept: {reason}")):
            if self.path.exists():
                kept = _free(self.path)
                write_whole(kept, self.path.read_bytes(), private=True, sync=False)
            save(key, self.path)
        return kept


def key_id(key: DeviceKey) -> str:
    """A short identifier of the public key."""
    return key.public.hex()[:16]


def _export(key: DeviceKey, path: Path, passphrase: str) -> None:
    with _key_errors(N_("The file cannot be written: {reason}")):
        write_whole(path, key.export(passphrase), private=True, sync=False)


def _read(path: Path, passphrase: str) -> DeviceKey:
    with _key_errors(N_("The file cannot be read: {reason}")), path.open("rb") as file:
        data = file.read(MAX_FILE)
    return import_key(data, passphrase or None)


@contextmanager
def _key_errors(sentence: str) -> Iterator[None]:
    """Report errors of the file system as a `KeyFileError` with that sentence."""
    try:
        yield
    except OSError as error:
        raise KeyFileError("key_file", sentence, reason=disk_words(error)) from error


def _free(path: Path) -> Path:
    """An unused name beside it: player-1.key."""
    numbers = itertools.count(1)
    return next(free for n in numbers if not (free := path.with_stem(f"{path.stem}-{n}")).exists())
