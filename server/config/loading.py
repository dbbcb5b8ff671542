"""Where the settings of a server come from, each source before the next: defaults, a TOML file, the environment, the
command line."""

import difflib
import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from server.config.file import FileError, SettingsFile, place, read_file
from server.config.kinds import shown
from server.config.settings import PREFIX, Config, Setting, settings
from server.errors import ConfigError
from server.ops.limits import Limits

FILE_VARIABLE = PREFIX + "CONFIG"
# those of the window, of ./run and of tests, which may be set in the same shell
OTHERS = (FILE_VARIABLE, PREFIX + "HOME", PREFIX + "VENV", PREFIX + "TEST_SCREEN", PREFIX + "TEST_IMAGE")
NEAR = 0.75


@dataclass(frozen=True)
class Sources:
    """Where each setting comes from, for people."""

    file: Path | None = None  # that was read
    where: Mapping[str, str] = field(default_factory=dict)  # file:line, variable or option of what is not a default

    def of(self, name: str) -> str:
        """The source of that setting; those of limits begin with `limits.`."""
        return self.where.get(name, "default")


@dataclass(frozen=True)
class _Found:
    setting: Setting
    value: object  # None: the default
    where: str


_Part = _Found | str  # or what is wrong


def default_file() -> Path:
    """The settings file that is read if it is there and no other is named."""
    return platformdirs.user_config_path("netgame", appauthor=False) / "server.toml"


def read_config(args: Namespace, environ: Mapping[str, str] = os.environ) -> tuple[Config, Sources]:
    """The settings, and where they come from; `ConfigError` names everything that is wrong."""
    problems: list[str] = []
    file = _file(args, environ, problems)
    found: dict[str, _Found] = {}
    for source in (_in_file(file), _in_environment(environ), _in_options(args)):
        for part in source:
            if isinstance(part, str):
                problems.append(part)
            else:
                found[part.setting.name] = part
    key, cert = found.get("key"), found.get("cert")
    if key is not None and key.value is not None and (cert is None or cert.value is None):
        problems.append(f"{key.where}: key belongs to a certificate; set cert as well")
    if problems:
        raise ConfigError(problems)
    sources = Sources(file.path if file else None, {each.setting.name: each.where for each in found.values()})
    return _config(found.values()), sources


def _config(found: Iterable[_Found]) -> Config:
    own = {each.setting.name: each.value for each in found if each.value is not None}
    limits = {name.partition(".")[2]: own.pop(name) for name in list(own) if settings()[name].is_limit}
    return Config(limits=Limits(**limits), **own)  # type: ignore[arg-type]  # the kinds have seen to that


# ---- the file


def _file(args: Namespace, environ: Mapping[str, str], problems: list[str]) -> SettingsFile | None:
    """The one that is named, or the usual one if it is there."""
    named = getattr(args, "set_config", None)
    if named is None:
        named = environ.get(FILE_VARIABLE) or None
    path = default_file() if named is None else Path(os.path.expanduser(named))
    try:
        if named is None and not path.exists():
            return None
        return read_file(path)
    except FileError as error:
        problems.append(str(error))
    except OSError as error:  # the folder may not be looked into
        problems.append(f"{place(path, 0)}: the settings cannot be read ({error.strerror})")
    return None


def _in_file(file: SettingsFile | None) -> Iterator[_Part]:
    if file is None:
        return
    for name, value in file.tables.items():
        if name != "limits":
            yield _from_file(file, (name,), value)
        elif isinstance(value, dict):
            yield from (_from_file(file, (name, limit), below) for limit, below in value.items())
        else:
            yield f"{file.at(name)}: limits is a table: its keys stand below a line [limits]"


def _from_file(file: SettingsFile, key: tuple[str, ...], value: object) -> _Part:
    where, setting = file.at(*key), settings().get(".".join(key))
    if setting is None or setting.is_limit != (len(key) == 2):
        return _unknown_in_file(where, key, value)
    try:
        return _Found(setting, setting.kind.take(value, file.path.parent), where)
    except ValueError:
        return _wrong(setting, value, where)


def _unknown_in_file(where: str, key: tuple[str, ...], value: object) -> str:
    name = key[-1]
    if isinstance(value, dict) and len(key) == 1:
        near = " Is it [limits]?" if nearest(name, ["limits", "limit"]) else " The only one is [limits]."
        return f"{where}: there is no table {shown(name)}.{near}"
    near, among = nearest(".".join(key), settings()), " among the limits" if len(key) == 2 else ""
    above = ", above the line [limits]" if among and near and not settings()[near].is_limit else ""
    return f"{where}: there is no setting {shown(name)}{among}.{_question(near, above)}"


# ---- the environment


def _in_environment(environ: Mapping[str, str]) -> Iterator[_Part]:
    """A name of ours that is not quite right is refused; others may be somebody else's. Empty is as if not set."""
    ours = {setting.variable: setting for setting in settings().values()}
    for name, text in sorted(environ.items()):
        if not name.startswith(PREFIX) or not text or name in OTHERS:
            continue
        if name in ours:
            yield _read(ours[name], text, name)
        elif near := _near_variable(name):
            yield f"{shown(name)[1:-1]}: there is no such setting.{_question(near)}"


def _near_variable(name: str) -> str:
    """The variable that is meant; empty if it is none of ours."""
    meant = name.removeprefix(PREFIX).lower().replace("limits_", "limits.").replace("limit_", "limits.")
    near = nearest(meant, settings())
    return settings()[near].variable if near else ""


# ---- the command line


def _in_options(args: Namespace) -> Iterator[_Part]:
    for setting in settings().values():
        given = None if setting.is_limit else getattr(args, "set_" + setting.name, None)
        if given is not None:
            text = ",".join(given) if isinstance(given, list) else str(given)
            yield _read(setting, text, setting.option)
    for given in getattr(args, "set_limit", None) or ():
        yield _limit(given)


def _limit(given: str) -> _Part:
    name, _, text = given.partition("=")
    setting = settings().get(f"limits.{name.strip()}")
    if setting is None:
        near = nearest(f"limits.{name}", [known for known in settings() if known.startswith("limits.")])
        return f"--limit: there is no limit {shown(name)}.{_question(near.removeprefix('limits.'))}"
    return _read(setting, text, f"--limit {name.strip()}")


# ---- for all of them


def _read(setting: Setting, text: str, where: str) -> _Part:
    try:
        return _Found(setting, setting.kind.read(text), where)
    except ValueError:
        return _wrong(setting, text, where)


def _wrong(setting: Setting, value: object, where: str) -> str:
    return f"{where}: {setting.name} is {setting.kind.words}, not {shown(value)}"


def nearest(name: str, names: Iterable[str]) -> str:
    """The name that is meant, also where only its last part is right or nearly so; empty if none is near."""
    known, last = list(names), name.lower().rpartition(".")[2]
    parts = {each.rpartition(".")[2]: each for each in reversed(known)}
    if last in parts:
        return parts[last]
    mixed = [each for each in parts if sorted(each) == sorted(last)]  # letters changed places
    part = mixed or difflib.get_close_matches(last, parts, 1, NEAR)
    whole = difflib.get_close_matches(name.lower(), known, 1, NEAR)
    return parts[part[0]] if part else whole[0] if whole else ""


def _question(near: str, where: str = "") -> str:
    return f" Is it {near}{where}?" if near else ""
