"""The settings file, and the folders of the program."""

import contextlib
import getpass
import json
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from client_qt.settings.codec import VERSION, Plain, decode, encode, merge, version_of
from client_qt.settings.file_lock import alone
from client_qt.settings.schema import Settings
from protocol.files import write_whole
from protocol.limits import MAX_NAME
from protocol.texts import InvalidName, checked_name

log = logging.getLogger(__name__)
CLOSE_S = 2.0  # another window writes for some milliseconds, unless it is suspended
KEEP_BACKUPS = 5  # of one kind; the next replaces the last of them


@dataclass(frozen=True)
class Folders:
    """The folders of settings, hosted tables and logs. A server without a window uses the same data folder; only one
    of them can serve from it at a time."""

    config: Path
    data: Path
    log: Path

    @classmethod
    def find(cls, home: str | None = None) -> "Folders":
        """Return the folders of this user, or folders below `home` or NETGAME_HOME."""
        home = home or os.environ.get("NETGAME_HOME")
        if home:
            return cls(Path(home) / "config", Path(home) / "data" / "server", Path(home) / "log")
        import platformdirs  # not needed with a home

        dirs = platformdirs.PlatformDirs("netgame", appauthor=False)
        return cls(Path(dirs.user_config_dir), Path(dirs.user_data_dir) / "server", Path(dirs.user_log_dir))


@dataclass(frozen=True)
class Repair:
    """The repair of the file at the start: all of it or some parts were invalid, or a newer program wrote it."""

    kind: Literal["fresh", "parts", "newer"]
    backup: Path  # the old content
    names: tuple[str, ...] = ()  # of the parts that have their defaults again


class SettingsFile:
    """Reads and writes the settings as one file. Other windows and newer programs may write the same file.

    A broken file is repaired part by part; the old file is kept as a backup. A file that cannot be read stays as it is:
    changes are in memory only until it can be read again.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self._lock = self.path.with_suffix(".lock")
        self.repair: Repair | None = None
        self.unreadable: OSError | None = None  # why the file could not be read the last time
        self.unwritten: OSError | None = None  # why the last change is in memory only
        self._followers: list[Callable[[], None]] = []
        self.value = self._read()
        self._stored = self.value  # without the changes that could not be written yet

    def follow(self, call: Callable[[], None]) -> None:
        """Call this after each change."""
        self._followers.append(call)

    def change(self, value: Settings) -> None:
        """Store the settings, merged with changes of other windows. An error of the disk is in `unreadable` or
        `unwritten`, and the next change or `close` tries it again.

        While another window writes, the change is in memory only, and the next one or `close` stores both.
        """
        if value == self.value:
            return
        self.value = value
        with alone(self._lock) as is_alone:
            if is_alone:
                self._save()
        for call in self._followers:
            call()

    def close(self, wait_s: float = CLOSE_S) -> None:
        """Store what is in memory only. Waits for another window, but not for ever, as it may be suspended."""
        if self._stored != self.value:
            with alone(self._lock, wait_s):
                self._save()

    def _save(self) -> None:
        base = encode(self._stored)
        stored = self._load()
        if self.unreadable is not None:
            return  # another content may be there
        if not stored or decode(stored, "")[1]:  # nothing of a file that broke in the meantime
            stored = {**stored, **base}
        plain = merge(base, encode(self.value), stored)
        self.value = decode(plain, self.value.name)[0]
        self._write(plain)
        if self.unwritten is None:
            self._stored = self.value

    def _read(self) -> Settings:
        default = Settings(name=system_name())
        try:
            content = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return default
        except OSError as error:
            log.warning("settings in %s cannot be read (%s); they stay as they are", self.path, error)
            self.unreadable = error
            return default
        plain = _parse(content)
        if plain is None:
            return self._set_aside(default, "not JSON")
        value, faults = decode(plain, default.name)
        if faults:
            log.warning("settings in %s: defaults restored for %s", self.path, ", ".join(faults))
            if self._back_up(Repair("parts", self._free_path(), faults), content):
                self._write(merge({}, encode(value), plain))
        elif version_of(plain) > VERSION:
            backup = self.path.with_suffix(f".version{version_of(plain)}.json")
            if not backup.exists():
                self._back_up(Repair("newer", backup), content)
        return value

    def _set_aside(self, default: Settings, reason: str) -> Settings:
        backup = self._free_path()
        log.warning("settings in %s cannot be read (%s); starting with defaults", self.path, reason)
        with contextlib.suppress(OSError):
            os.replace(self.path, backup)
            self.repair = Repair("fresh", backup)
        return default

    def _back_up(self, repair: Repair, content: bytes) -> bool:
        try:
            write_whole(repair.backup, content, private=True, sync=False)
        except OSError as error:
            log.warning("cannot write %s: %s", repair.backup, error)
            return False
        self.repair = repair
        return True

    def _free_path(self) -> Path:
        paths = [self.path.with_suffix(f".broken{n}.json") for n in ("", *range(2, KEEP_BACKUPS + 1))]
        return next((path for path in paths if not path.exists()), paths[-1])

    def _load(self) -> Plain:
        self.unreadable = None
        try:
            return _parse(self.path.read_bytes()) or {}
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            log.warning("settings in %s cannot be read, so nothing is saved: %s", self.path, error)
            self.unreadable = error
        return {}

    def _write(self, plain: Plain) -> None:
        self.unwritten = None
        try:
            text = json.dumps(plain, indent=1, ensure_ascii=False)
            write_whole(self.path, text.encode(errors="surrogatepass"), private=True, sync=False)  # it has tokens
        except OSError as error:
            log.warning("settings not saved in %s: %s", self.path, error)
            self.unwritten = error


def _parse(content: bytes) -> Plain | None:
    try:
        plain = json.loads(content, parse_constant=lambda _: None)  # NaN and Infinity are not valid JSON
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def system_name() -> str:
    """Return the name of the system user, which is the first name of the player."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    words = "".join(c if c.isalnum() or c in " -_." else " " for c in name).split()
    try:
        return checked_name(" ".join(words)[:MAX_NAME])
    except InvalidName:
        return ""
