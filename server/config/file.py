"""A settings file: what stands in it, and in which line."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.config.kinds import quoted

MAX_FILE = 256 * 1024  # no settings are longer, and some files have no end
Key = tuple[str, ...]
_TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*|[\[{]|[\]}]|\n|[^"'\#\[\]{}\n]+|.''',
    re.DOTALL,
)
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class FileError(Exception):
    """What is wrong with the whole file, with its name and line."""


@dataclass(frozen=True)
class SettingsFile:
    """`tables` is what `tomllib` makes of it."""

    path: Path
    tables: dict[str, Any]
    lines: dict[Key, int]  # where a key, or a table, stands first

    def at(self, *key: str) -> str:
        """File and line of a key."""
        return place(self.path, self.lines.get(key, 0))


def place(path: Path, line: int) -> str:
    """As compilers write it, so that editors find it."""
    name = quoted(str(path))[1:-1]
    return f"{name}:{line}" if line else name


def read_file(path: Path) -> SettingsFile:
    """The file; `FileError` with a sentence if it cannot be read or is no TOML."""
    text = _text(path)
    try:
        tables = tomllib.loads(text)
        return SettingsFile(path, tables, _lines(text))
    except tomllib.TOMLDecodeError as error:
        raise FileError(_syntax(path, text, str(error))) from error
    except (ValueError, RecursionError) as error:  # numbers without end, lists in lists in lists
        raise FileError(f"{place(path, 0)}: there is a value in it that no setting has") from error


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(f"{place(path, 0)}: the settings cannot be read ({reason})") from error
    if len(data) > MAX_FILE:
        raise FileError(f"{place(path, 0)}: this is no settings file, it is longer than {MAX_FILE // 1024} KiB")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(f"{place(path, line)}: this line is not UTF-8 text; save the file as UTF-8") from error


def _syntax(path: Path, text: str, problem: str) -> str:
    found = _AT.search(problem)
    line = int(found[1]) if found and found[1] else text.rstrip("\n").count("\n") + 1
    column = f" at column {found[2]}" if found and found[2] else ""
    what = problem[: found.start()] if found else problem
    hint = "; text stands in quotes" if what == "Invalid value" else ""
    return f"{place(path, line)}: this is not TOML ({quoted(what)[1:-1]}{column}{hint})"


def _lines(text: str) -> dict[Key, int]:
    """Where each key stands first: `tomllib` does not say. The text is known to be right."""
    found: dict[Key, int] = {}
    table: Key = ()
    for line, statement in _statements(text):
        inner = tomllib.loads(statement)
        is_header = statement.startswith("[")
        for key in _keys(inner):
            found.setdefault(key if is_header else (table + key)[:2], line)
        if is_header:
            table = max(_keys(inner), key=len)
    return found


def _keys(tables: dict[str, Any]) -> Iterator[Key]:
    """The keys, two tables deep; deeper there are no settings."""
    for name, inner in tables.items():
        yield (name,)
        if isinstance(inner, dict):
            yield from ((name, below) for below in inner)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each header and each key with its value, and the line in which it begins."""
    parts: list[str] = []
    line, start, depth = 1, 1, 0
    for token in _TOKEN.findall(text + "\n"):
        if not parts and token.isspace() and token != "\n":
            continue
        if token == "\n" and depth == 0:
            if parts:
                yield start, "".join(parts).strip()
            parts = []
        elif token[0] != "#":
            if not parts:
                start = line
            parts.append(token)
            depth += (token in ("[", "{")) - (token in ("]", "}"))
        line += token.count("\n")
