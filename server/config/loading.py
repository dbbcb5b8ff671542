"""Read the settings from their sources. Each source overrides the one before: defaults, TOML file, environment, command
line."""

import difflib
import os
import re
import tomllib
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs

from protocol.address import DEFAULT_PORT
from server.config.settings import PREFIX, Config, Setting, settings
from server.errors import ConfigError
from server.ops.limits import Limits

FILE_VARIABLE = PREFIX + "CONFIG"
# variables of the client, of ./run and of tests, which may be set in the same shell
OTHERS = (FILE_VARIABLE, PREFIX + "HOME", PREFIX + "VENV", PREFIX + "TEST_SCREEN", PREFIX + "TEST_IMAGE")
MAX_FILE = 256 * 1024  # a settings file is shorter, and some files never end
MAX_SHOWN = 60  # characters of a wrong value in an error message
MIN_SIMILARITY = 0.75  # of a name that is suggested instead of an unknown one
_BOOLS = {"yes": "true", "on": "true", "no": "false", "off": "false"}  # more words for them, in text
_SINGLE_QUOTES = "; write a path with \\ in single quotes"
_TOML_HINTS = {
    "Invalid value": "; text needs quotes",
    "Invalid hex value": _SINGLE_QUOTES,
    r"Unescaped '\' in a string": _SINGLE_QUOTES,
}
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True)
class Sources:
    """The origin of each setting, for people."""

    file: Path | None = None  # the settings file that was read
    where: Mapping[str, str] = field(default_factory=dict)  # file:line, variable or option of each setting that was set

    def of(self, name: str) -> str:
        """Return the source of a setting; the names of limits begin with `limits.`."""
        return self.where.get(name, "default")


@dataclass(frozen=True)
class _Given:
    """A value for a setting, not yet converted."""

    setting: Setting
    value: object
    where: str
    folder: Path | None = None  # of the settings file; None: the value is text of the environment or command line


_Part = _Given | str  # or an error message


def default_file() -> Path:
    """Return the settings file that is read if it exists and no other is named."""
    return platformdirs.user_config_path("netgame", appauthor=False) / "server.toml"


def read_config(args: Namespace, environ: Mapping[str, str] = os.environ) -> tuple[Config, Sources]:
    """Return the settings and their sources. Raise `ConfigError` with all mistakes."""
    values: dict[str, Any] = {}  # None: the default
    where: dict[str, str] = {}
    problems: list[str] = []
    path = _file_to_read(args, environ)
    for given in chain(_in_file(path), _in_environment(environ), _in_options(args)):
        if isinstance(given, str):
            problems.append(given)
            continue
        name = given.setting.name
        try:
            values[name] = _converted(given)
        except (ValueError, msgspec.ValidationError):
            wrong = "" if given.setting.hide else f", not {_wrong_part(given)}"
            problems.append(f"{given.where}: {name} must be {given.setting.expected}{wrong}")
        else:
            where[name] = given.where
    if values.get("key") and not values.get("cert"):
        problems.append(f"{where['key']}: key belongs to a certificate; set cert as well")
    if values.get("mail_server") and not values.get("mail_sender"):
        problems.append(f"{where['mail_server']}: mail_server needs a sender; set mail_sender as well")
    port, metrics_port = values.get("port") or DEFAULT_PORT, values.get("metrics_port")
    if metrics_port == port and values.get("port") != 0:
        problems.append(f"{where['metrics_port']}: metrics_port must be another one than port, which is {port}")
    if problems:
        raise ConfigError(problems)
    own = {name: value for name, value in values.items() if value is not None}
    limits = {name.removeprefix("limits."): own.pop(name) for name in list(own) if settings()[name].is_limit}
    return Config(limits=Limits(**limits), **own), Sources(path, where)


def _converted(given: _Given) -> Any:
    """Return the value of a setting with its type; None for the default. Raise `ValueError` or `ValidationError`."""
    setting, value = given.setting, given.value
    if isinstance(value, str):
        word = value.strip().lower()
        if (setting.none and word == setting.none) or (value == "" and setting.kind in (str, Path)):
            return None
        if setting.kind is tuple:
            value = [each.strip() for each in value.split(",")]
        elif setting.kind is Literal:
            value = word
        elif given.folder is None and setting.kind in (int, bool):
            value = _BOOLS.get(word, word)
    converted = msgspec.convert(value, setting.type, strict=given.folder is not None, dec_hook=_path)
    setting.check(converted)
    if isinstance(converted, Path) and given.folder is not None:
        return given.folder / converted
    return tuple(dict.fromkeys(converted)) if isinstance(converted, tuple) else converted


def _wrong_part(given: _Given) -> str:
    """Return what is wrong about a value: of a list its first wrong entry, if one is wrong by itself."""
    value = given.value
    if given.setting.kind is tuple:
        entries = [each.strip() for each in value.split(",")] if isinstance(value, str) else value
        for entry in entries if isinstance(entries, list) else ():
            try:
                _converted(replace(given, value=[entry], folder=given.folder or Path()))
            except (ValueError, msgspec.ValidationError):
                return _shown(entry)
    return _shown(value)


def _path(kind: type, value: object) -> Path:
    if kind is not Path or not isinstance(value, str) or min(value, default=" ") < " ":
        raise ValueError("not a path")
    try:
        return Path(value).expanduser()
    except RuntimeError as error:  # ~name of an unknown user
        raise ValueError("no home folder") from error


# ---- the file


def _file_to_read(args: Namespace, environ: Mapping[str, str]) -> Path | None:
    """Return the file that is named, or the default one if it exists."""
    named = getattr(args, "set_config", None)
    if named is None:
        named = environ.get(FILE_VARIABLE) or None
    if named is not None:
        return Path(os.path.expanduser(named))
    path = default_file()
    try:
        return path if path.exists() else None
    except OSError:  # the folder is not readable; reading the file gives the reason
        return path


def _in_file(path: Path | None) -> Iterator[_Part]:
    if path is None:
        return
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:
        yield f"{place(path)}: cannot read the settings ({getattr(error, 'strerror', None) or error})"
        return
    if len(data) > MAX_FILE:
        yield f"{place(path)}: this is no settings file: it is longer than {MAX_FILE // 1024} KiB"
        return
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        yield f"{place(path, line)}: this line is not UTF-8 text; save the file as UTF-8"
    except tomllib.TOMLDecodeError as error:
        problem = str(error)
        found = _TOML_PLACE.search(problem)
        line = int(found[1]) if found and found[1] else text.rstrip("\n").count("\n") + 1
        column = f" at column {found[2]}" if found and found[2] else ""
        reason = problem[: found.start()] if found else problem
        hint = _TOML_HINTS.get(reason, "")
        yield f"{place(path, line)}: this is not TOML ({quoted(reason)[1:-1]}{column}{hint})"
    except (ValueError, RecursionError):  # endless numbers, deeply nested lists
        yield f"{place(path)}: the file contains a value that no setting accepts"
    else:
        for name, value in tables.items():
            if name != "limits":
                yield _from_file(path, text, (name,), value)
            elif isinstance(value, dict):
                yield from (_from_file(path, text, (name, limit), below) for limit, below in value.items())
            else:
                yield f"{place(path, _line(text, name))}: limits is a table; write its keys below a line [limits]"


def _from_file(path: Path, text: str, key: tuple[str, ...], value: object) -> _Part:
    where, name = place(path, _line(text, *key)), key[-1]
    setting = settings().get(".".join(key))
    if setting is not None and setting.is_limit == (len(key) == 2):
        return _Given(setting, value, where, path.parent)
    if isinstance(value, dict) and len(key) == 1:
        near = "Did you mean [limits]?" if nearest(name, ["limits", "limit"]) else "The only one is [limits]."
        return f"{where}: unknown table {_shown(name)}. {near}"
    near, among = nearest(".".join(key), settings()), " in [limits]" if len(key) == 2 else ""
    above = ", above the line [limits]" if among and near and not settings()[near].is_limit else ""
    return f"{where}: unknown setting {_shown(name)}{among}.{_suggestion(near, above)}"


def _line(text: str, *key: str) -> int:
    """Return the line on which a key begins; 0 if several lines look like it, since `tomllib` gives no lines."""
    begin = re.compile(rf"""\s*(\[+\s*|limits\s*\.\s*)?["']?{re.escape(key[-1])}["']?\s*[=\].]""")
    found = [number for number, line in enumerate(text.split("\n"), 1) if begin.match(line)]
    if not found and len(key) > 1:
        return _line(text, *key[:-1])  # an inline table
    return found[0] if len(found) == 1 else 0


# ---- the environment


def _in_environment(environ: Mapping[str, str]) -> Iterator[_Part]:
    """Yield the variables of settings, and a message for each misspelled one. An empty variable counts as not set."""
    known = {setting.variable: setting for setting in settings().values()}
    for name, text in sorted(environ.items()):
        if not name.startswith(PREFIX) or not text or name in OTHERS:
            continue
        meant = name.removeprefix(PREFIX).lower().replace("limits_", "limits.").replace("limit_", "limits.")
        if name in known:
            yield _Given(known[name], text, name)
        elif near := nearest(meant, settings()):  # other names may belong to other programs
            yield f"{quoted(name)[1:-1]}: unknown setting.{_suggestion(settings()[near].variable)}"


# ---- the command line


def _in_options(args: Namespace) -> Iterator[_Part]:
    for setting in settings().values():
        given = None if setting.is_limit else getattr(args, "set_" + setting.name, None)
        if given is not None:
            yield _Given(setting, ",".join(given) if isinstance(given, list) else str(given), setting.option)
    for given in getattr(args, "set_limit", None) or ():
        name, _, text = given.partition("=")
        if limit := settings().get(f"limits.{name.strip()}"):
            yield _Given(limit, text, f"--limit {name.strip()}")
        else:
            near = nearest(f"limits.{name}", [known for known in settings() if known.startswith("limits.")])
            yield f"--limit: unknown limit {_shown(name)}.{_suggestion(near.removeprefix('limits.'))}"


# ---- for all of them


def nearest(name: str, names: Iterable[str]) -> str:
    """Return the known name most similar to a misspelled one, also if only its last part is similar; "" if none is."""
    known, last = list(names), name.lower().rpartition(".")[2]
    parts = {each.rpartition(".")[2]: each for each in reversed(known)}
    if last in parts:
        return parts[last]
    swapped = [each for each in parts if sorted(each) == sorted(last)]  # letters changed places
    part = swapped or difflib.get_close_matches(last, parts, 1, MIN_SIMILARITY)
    whole = difflib.get_close_matches(name.lower(), known, 1, MIN_SIMILARITY)
    return parts[part[0]] if part else whole[0] if whole else ""


def _suggestion(near: str, more: str = "") -> str:
    return f" Did you mean {near}{more}?" if near else ""


def place(path: Path, line: int = 0) -> str:
    """Return file and line as compilers write them, so that editors find the place."""
    name = "".join(map(_visible, str(path)))
    return f"{name}:{line}" if line else name


def quoted(text: str) -> str:
    """Return a TOML string on one line, with everything escaped that a terminal might interpret."""
    return '"' + "".join("\\" + char if char in '"\\' else _visible(char) for char in text) + '"'


def _visible(char: str) -> str:
    """Return a character, or its escape in TOML if a terminal might interpret it."""
    if char.isprintable():
        return char
    if char in "\n\t":
        return "\\n" if char == "\n" else "\\t"
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def _shown(value: object) -> str:
    """Return a wrong value for an error message: short, and on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value if len(value) <= MAX_SHOWN else value[:MAX_SHOWN] + "...")
        case int():
            return str(value) if abs(value) < 10**30 else "such a large number"
        case float():
            return str(value)
        case dict():
            return "a table"
        case list():
            return "a list"
    return "a date or time"
