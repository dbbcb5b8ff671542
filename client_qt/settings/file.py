"""What the client keeps between two starts: the player's name, tokens of servers, tables to pick up again."""

import contextlib
import getpass
import json
import logging
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from client_qt.settings.codec import VERSION, from_plain, to_plain
from client_qt.settings.file_lock import alone
from client_qt.settings.merge import merged, onto, version_of
from client_qt.settings.schema import (
    KEEP_RECORDS,
    KEEP_TABLES,
    KnownServer,
    LastRecord,
    LastTable,
    Settings,
    WindowState,
)
from protocol.files import write_whole
from protocol.limits import MAX_NAME

__all__ = [
    "KEEP_RECORDS", "KEEP_TABLES", "Folders", "KnownServer", "LastRecord", "LastTable", "Repair", "Settings",
    "SettingsFile", "WindowState", "system_name",
]  # fmt: skip

log = logging.getLogger(__name__)
KEEP_BACKUPS = 5  # of one kind; one more replaces the last of them


@dataclass(frozen=True)
class Folders:
    """Where settings, hosted tables and the log are. `data` is where a server without a window looks as well: both
    cannot serve from it at once, and whichever comes second is told of the first."""

    config: Path
    data: Path
    log: Path

    @classmethod
    def find(cls, home: str | None = None) -> "Folders":
        """The folders of this user; `home`, or NETGAME_HOME, puts both under one folder instead."""
        home = home or os.environ.get("NETGAME_HOME")
        if home:
            return cls(Path(home) / "config", Path(home) / "data" / "server", Path(home) / "log")
        import platformdirs  # a home that was named needs none

        dirs = platformdirs.PlatformDirs("netgame", appauthor=False)
        return cls(Path(dirs.user_config_dir), Path(dirs.user_data_dir) / "server", Path(dirs.user_log_dir))


@dataclass(frozen=True)
class Repair:
    """What became of a file that was not as it should be: nothing of it could be read, or some, or a newer program
    wrote it. `backup` is the file as it was."""

    kind: Literal["fresh", "parts", "newer"]
    backup: Path
    names: tuple[str, ...] = ()  # of what is as usual again


class SettingsFile:
    """Reads and writes the settings, whole. A broken file is repaired part by part and kept beside it as it was. Other
    windows, and newer programs, may write the same file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.json"
        self.repair: Repair | None = None  # to be told once
        self._followers: list[Callable[[], None]] = []
        self.value = self._read()

    def follow(self, call: Callable[[], None]) -> None:
        """Call this after each change, as long as there is the file."""
        self._followers.append(call)

    def change(self, value: Settings) -> None:
        """Make this the settings, here and on disk, with what another window wrote there meanwhile. A disk that refuses
        is logged, not fatal."""
        if value == self.value:
            return
        with alone(self.path.with_suffix(".lock")):
            raw = self._now_there()
            there, faults = from_plain(raw, self.value.name)
            before = to_plain(self.value)
            whole = merged(before, to_plain(value), before if faults or not raw else to_plain(there))
            self.value = from_plain(whole, value.name)[0]
            self._write(raw)
        for call in self._followers:
            call()

    # ---- reading

    def _read(self) -> Settings:
        usual = Settings(name=system_name())
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return usual
        except OSError as error:
            self._put_aside(str(error))
            return usual
        raw = _json(content)
        if raw is None:
            self._put_aside("it is no JSON")
            return usual
        return self._repaired(raw, content, usual.name)

    def _put_aside(self, why: str) -> None:
        backup = self._free_place("broken")
        log.warning("the settings in %s cannot be read, %s; starting with fresh ones", self.path, why)
        with contextlib.suppress(OSError):
            os.replace(self.path, backup)
            self.repair = Repair("fresh", backup)

    def _repaired(self, raw: Mapping[str, Any], content: bytes, usual_name: str) -> Settings:
        value, faults = from_plain(raw, usual_name)
        if faults:
            log.warning("settings in %s: as usual again are %s", self.path, ", ".join(faults))
            self._keep(Repair("parts", self._free_place("broken"), faults), content)
            self.value = value
            self._write(raw)
        elif version_of(raw) > VERSION:
            backup = self.path.with_suffix(f".version{version_of(raw)}.json")
            if not backup.exists():
                self._keep(Repair("newer", backup), content)
        return value

    def _keep(self, repair: Repair, content: bytes) -> None:
        try:
            write_whole(repair.backup, content, private=True, sync=False)
        except OSError as error:
            log.warning("%s cannot be written: %s", repair.backup, error)
        else:
            self.repair = repair

    def _free_place(self, name: str) -> Path:
        places = [self.path.with_suffix(f".{name}{n}.json") for n in ("", *range(2, KEEP_BACKUPS + 1))]
        return next((place for place in places if not place.exists()), places[-1])

    # ---- writing

    def _now_there(self) -> Mapping[str, Any]:
        try:
            return _json(self.path.read_bytes()) or {}
        except OSError:
            return {}

    def _write(self, raw: Mapping[str, Any]) -> None:
        try:
            text = json.dumps(onto(raw, to_plain(self.value)), indent=1, ensure_ascii=False)
            write_whole(self.path, text.encode(errors="surrogatepass"), private=True, sync=False)  # tokens are in it
        except OSError as error:
            log.warning("settings not saved in %s: %s", self.path, error)


def _json(content: bytes) -> dict[str, Any] | None:
    try:
        raw = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None


def system_name() -> str:
    """The name a player starts with: the one of the system user."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
    words = "".join(c if c.isalnum() or c in " -_." else " " for c in name).split()
    return " ".join(words)[:MAX_NAME]
