"""The file that a backup is: a zip with the databases, the identity, and a list of what it holds."""

import hashlib
import io
import json
import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from server.admin.errors import UpkeepError, sentence_of
from server.admin.files import DATABASES, SMALL, to_disk

FORM = 1  # of the archive
LIST = "backup.json"
MAX_LIST = 64 * 1024
MAX_SMALL = 1 << 20
CHUNK = 1 << 20


@dataclass(frozen=True)
class Entry:
    """One file of a backup. `version` is that of a database, 0 of anything else."""

    name: str
    size: int
    sha256: str
    version: int


@dataclass(frozen=True)
class Contents:
    """What a backup holds, and when it was made in ms since 1970."""

    made: int
    entries: tuple[Entry, ...]

    @property
    def size(self) -> int:
        """Of all files, in bytes."""
        return sum(entry.size for entry in self.entries)


def entry_of(path: Path, version: int = 0) -> Entry:
    """A file as it is listed."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while data := file.read(CHUNK):
            digest.update(data)
    return Entry(path.name, path.stat().st_size, digest.hexdigest(), version)


def pack(contents: Contents, folder: Path, target: Path) -> None:
    """Write a new archive that only its owner may read, with the files of that folder; it is on disk afterwards."""
    listed = json.dumps({"form": FORM, "made": contents.made, "files": [asdict(entry) for entry in contents.entries]})
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
            archive.writestr(LIST, listed)
            for entry in contents.entries:
                archive.write(folder / entry.name, entry.name)
        file.flush()
        os.fsync(file.fileno())


def unpack(source: Path, folder: Path) -> Contents:
    """Put the files of an archive into a folder, all compared with the list; `UpkeepError` if it is no backup."""
    try:
        with zipfile.ZipFile(source) as archive:
            contents = _checked(archive)
            for entry in contents.entries:
                _unpack(archive, entry, folder / entry.name)
    except (OSError, zipfile.BadZipFile, ValueError, KeyError, TypeError, EOFError, NotImplementedError) as error:
        raise UpkeepError(
            "{file} is no backup of a server, or it is damaged ({reason})", file=str(source), reason=sentence_of(error)
        ) from error
    return contents


def _checked(archive: zipfile.ZipFile) -> Contents:
    """The list of an archive that holds what is listed and nothing else; `ValueError` says what is wrong."""
    contents = _listed(archive)
    infos = archive.infolist()
    names = sorted(info.filename for info in infos)
    if names != sorted([LIST, *(entry.name for entry in contents.entries)]):
        raise ValueError("it does not hold what it lists")
    for entry in contents.entries:
        if entry.name not in DATABASES and (entry.name not in SMALL or entry.size > MAX_SMALL):
            raise ValueError(f"it holds a file {entry.name!r}")
        if archive.getinfo(entry.name).file_size != entry.size:
            raise ValueError(f"{entry.name} has another size")
    return contents


def _listed(archive: zipfile.ZipFile) -> Contents:
    with archive.open(LIST) as file:
        text = file.read(MAX_LIST + 1)
    if len(text) > MAX_LIST:
        raise ValueError("its list is too long")
    listed: dict[str, Any] = json.load(io.BytesIO(text))
    if int(listed["form"]) > FORM:
        raise UpkeepError("This backup was made by a newer version of this program. Update it")
    entries = tuple(
        Entry(str(each["name"]), int(each["size"]), str(each["sha256"]), int(each["version"]))
        for each in listed["files"]
    )
    for entry in entries:
        if entry.version > DATABASES.get(entry.name, 0):
            raise UpkeepError(
                "{name} in this backup was written by a newer version of this program. Update it", name=entry.name
            )
    return Contents(int(listed["made"]), entries)


def _unpack(archive: zipfile.ZipFile, entry: Entry, target: Path) -> None:
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    digest, left = hashlib.sha256(), entry.size
    with os.fdopen(handle, "wb") as file, archive.open(entry.name) as packed:
        while data := packed.read(CHUNK):
            left -= len(data)
            if left < 0:
                raise ValueError(f"{entry.name} has another size")
            digest.update(data)
            file.write(data)
    if left or digest.hexdigest() != entry.sha256:
        raise ValueError(f"{entry.name} was changed")
    to_disk(target)
