"""The file format of a backup: a zip with the databases, the identity and the port, and a list of them."""

import hashlib
import os
import shutil
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import MsgspecError

from protocol.platform import open_new, sync
from server.admin.databases import DATABASES, SMALL_FILES, AdminError, check_version, reason_and_remedy
from server.errors import reason_of
from server.storage.copies import fsync
from server.storage.database import is_full

FORMAT = 1
LIST_NAME = "backup.json"
MAX_LIST = 64 * 1024
MAX_SMALL_FILE = 1 << 20
LARGE = 1 << 30  # bytes; the fields of a zip have room for four times as much
CHUNK = 1 << 20
_DAMAGED = (  # what zipfile and msgspec raise for bytes that are none of a backup
    zipfile.BadZipFile, zlib.error, struct.error, MsgspecError, OSError, EOFError, ValueError, LookupError,
    OverflowError, RuntimeError, MemoryError,
)  # fmt: skip
_ENCRYPTED = 1  # a flag of a file in a zip


@dataclass(frozen=True)
class Entry:
    """One file of a backup. `version` is that of a database, 0 for other files."""

    name: str
    size: int
    sha256: str
    version: int


@dataclass(frozen=True)
class Contents:
    """The files of a backup, and when it was made in ms since 1970."""

    made: int
    entries: tuple[Entry, ...]

    @property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(entry.size for entry in self.entries)


class _List(msgspec.Struct):
    """The list in an archive."""

    form: int
    made: int
    files: tuple[Entry, ...]


def entry_of(path: Path, version: int = 0) -> Entry:
    """Return the entry of a file in the list."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Entry(path.name, path.stat().st_size, digest, version)


def pack(contents: Contents, folder: Path, target: Path) -> None:
    """Write the files of a folder into a new archive that only its owner may read, and sync it to disk."""
    listed = msgspec.json.encode(_List(FORMAT, contents.made, contents.entries))
    with os.fdopen(open_new(target, private=True), "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
            # opened by name: then no date is stored, and a zip cannot store one before 1980 or after 2107
            with archive.open(LIST_NAME, "w") as packed:
                packed.write(listed)
            for entry in contents.entries:
                with (
                    (folder / entry.name).open("rb") as source,
                    archive.open(entry.name, "w", force_zip64=entry.size >= LARGE) as packed,
                ):
                    shutil.copyfileobj(source, packed, CHUNK)
        file.flush()
        sync(file.fileno())


def unpack(source: Path, folder: Path) -> Contents:
    """Extract an archive and compare its files with the list; `AdminError` if it is not a valid backup."""
    try:
        with zipfile.ZipFile(source) as archive:
            contents = _read_list(archive)
            for entry in contents.entries:
                _extract(archive, entry, folder / entry.name)
    except PermissionError as error:
        raise AdminError(f"{source} cannot be read ({reason_and_remedy(error)})") from error
    except _DAMAGED as error:
        if isinstance(error, OSError) and is_full(error):
            raise
        raise AdminError(
            f"{source} is not a backup of a server, or it is damaged or encrypted ({reason_of(error)})"
        ) from error
    return contents


def _read_list(archive: zipfile.ZipFile) -> Contents:
    """Read the list and check that the archive has exactly the listed files; `ValueError` otherwise."""
    if any(info.flag_bits & _ENCRYPTED for info in archive.infolist()):
        raise AdminError("This backup is encrypted. Decrypt it first, with the program that encrypted it")
    if any(info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for info in archive.infolist()):
        raise ValueError("it is compressed in another way")
    with archive.open(LIST_NAME) as file:
        text = file.read(MAX_LIST + 1)
    if len(text) > MAX_LIST:
        raise ValueError("its list is too long")
    listed = msgspec.json.decode(text, type=_List)
    if listed.form > FORMAT:
        raise AdminError("This backup was made by a newer version of this program. Update it")
    entries = listed.files
    names = sorted(info.filename for info in archive.infolist())
    if names != sorted([LIST_NAME, *(entry.name for entry in entries)]):
        raise ValueError("its files are not those of its list")
    for entry in entries:
        if entry.name in DATABASES:
            check_version(entry.name, entry.version)
        elif entry.name not in SMALL_FILES or entry.size > MAX_SMALL_FILE:
            raise ValueError(f"it has an unexpected file {entry.name!r}")
        if archive.getinfo(entry.name).file_size != entry.size:
            raise ValueError(f"{entry.name} has another size")
    return Contents(listed.made, entries)


def _extract(archive: zipfile.ZipFile, entry: Entry, target: Path) -> None:
    digest, left = hashlib.sha256(), entry.size
    with os.fdopen(open_new(target, private=True), "wb") as file, archive.open(entry.name) as packed:
        while data := packed.read(CHUNK):
            left -= len(data)
            if left < 0:
                raise ValueError(f"{entry.name} has another size")
            digest.update(data)
            file.write(data)
    if left or digest.hexdigest() != entry.sha256:
        raise ValueError(f"{entry.name} was changed")
    fsync(target)
