"""What the value of a setting may be: how it is read from a text or from TOML, and how that is said in a sentence."""

import ipaddress
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_HOST = re.compile(r"[A-Za-z0-9.:%_-]{1,253}")
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
MAX_SHOWN = 60


class Kind(Protocol):
    """One kind of values. None is the default; `ValueError` where a value is none of them."""

    @property
    def words(self) -> str:
        """What a value is: "a number from 0 to 65535"."""

    def read(self, text: str) -> object:
        """The value that a text on the command line or in the environment means."""

    def take(self, value: object, folder: Path) -> object:
        """The value that a value of a TOML file in that folder means."""

    def show(self, value: object) -> str:
        """The value as TOML."""


@dataclass(frozen=True)
class NumberKind:
    """A whole number; None is written as that word, if there is one."""

    low: int
    high: int
    nothing: str = ""

    @property
    def words(self) -> str:
        return f"a number from {self.low} to {self.high}" + (f' or "{self.nothing}"' if self.nothing else "")

    def read(self, text: str) -> int | None:
        if self.nothing and text.strip().lower() == self.nothing:
            return None
        if not _NUMBER.fullmatch(text.strip()):
            raise ValueError
        return self._within(int(text))

    def take(self, value: object, folder: Path) -> int | None:
        if self.nothing and value == self.nothing:
            return None
        if type(value) is not int:  # True is an int for Python, and for nobody else
            raise ValueError
        return self._within(value)

    def show(self, value: object) -> str:
        return quoted(self.nothing) if value is None else str(value)

    def _within(self, value: int) -> int:
        if not self.low <= value <= self.high:
            raise ValueError
        return value


@dataclass(frozen=True)
class BoolKind:
    """Yes or no."""

    @property
    def words(self) -> str:
        return "true or false"

    def read(self, text: str) -> bool:
        word = text.strip().lower()
        if word not in _YES + _NO:
            raise ValueError
        return word in _YES

    def take(self, value: object, folder: Path) -> bool:
        if not isinstance(value, bool):
            raise ValueError
        return value

    def show(self, value: object) -> str:
        return "true" if value else "false"


@dataclass(frozen=True)
class ChoiceKind:
    """One of a few words."""

    values: tuple[str, ...]

    @property
    def words(self) -> str:
        named = [quoted(value) for value in self.values]
        return ", ".join(named[:-1]) + " or " + named[-1]

    def read(self, text: str) -> str:
        word = text.strip().lower()
        if word not in self.values:
            raise ValueError
        return word

    def take(self, value: object, folder: Path) -> str:
        return self.read(_text(value))

    def show(self, value: object) -> str:
        return quoted(str(value))


@dataclass(frozen=True)
class TextKind:
    """Text for people."""

    most: int

    @property
    def words(self) -> str:
        return f"text of at most {self.most} characters, all of which can be shown"

    def read(self, text: str) -> str | None:
        if len(text) > self.most or not all(line.isprintable() for line in text.split("\n")):
            raise ValueError
        return text or None

    def take(self, value: object, folder: Path) -> str | None:
        return self.read(_text(value))

    def show(self, value: object) -> str:
        return quoted(str(value))


@dataclass(frozen=True)
class PathKind:
    """A file or folder. In a settings file it is seen from the folder of that file."""

    @property
    def words(self) -> str:
        return "the path of a file or folder"

    def read(self, text: str) -> Path | None:
        if not text:
            return None
        if "\0" in text:
            raise ValueError
        try:
            return Path(text).expanduser()
        except RuntimeError as error:  # ~somebody whom this computer does not know
            raise ValueError from error

    def take(self, value: object, folder: Path) -> Path | None:
        path = self.read(_text(value))
        return None if path is None else folder / path

    def show(self, value: object) -> str:
        return quoted("" if value is None else str(value))


@dataclass(frozen=True)
class HostsKind:
    """Addresses of this computer; as a text with commas between them."""

    @property
    def words(self) -> str:
        return 'one or more addresses of this computer, such as "0.0.0.0" or "::"'

    def read(self, text: str) -> tuple[str, ...]:
        return self._each([host.strip() for host in text.split(",")])

    def take(self, value: object, folder: Path) -> tuple[str, ...]:
        if isinstance(value, list):
            return self._each([_text(host) for host in value])
        return self.read(_text(value))

    def show(self, value: object) -> str:
        assert isinstance(value, tuple)
        return "[" + ", ".join(quoted(host) for host in value) + "]"

    def _each(self, hosts: list[str]) -> tuple[str, ...]:
        if not hosts or not all(_HOST.fullmatch(host) for host in hosts):
            raise ValueError
        return tuple(dict.fromkeys(hosts))


@dataclass(frozen=True)
class NetworksKind(HostsKind):
    """Addresses and networks of other computers; there may be none."""

    @property
    def words(self) -> str:
        return 'addresses or networks, such as "127.0.0.1" or "10.0.0.0/8"'

    def _each(self, hosts: list[str]) -> tuple[str, ...]:
        for host in hosts:
            ipaddress.ip_network(host)  # raises ValueError
        return tuple(dict.fromkeys(hosts))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def quoted(text: str) -> str:
    """As a text of TOML: in one line, and nothing in it that a terminal would obey."""
    return '"' + "".join(map(_character, text)) + '"'


def _character(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    if char in "\n\t":
        return "\\n" if char == "\n" else "\\t"
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def shown(value: object) -> str:
    """What somebody wrote, for an answer to it: short, and in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value if len(value) <= MAX_SHOWN else value[:MAX_SHOWN] + "...")
    if isinstance(value, int | float):
        return str(value) if isinstance(value, float) or abs(value) < 10**30 else "so large a number"
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a date or time"
