"""Convert settings to plain data and back, repair invalid parts, and merge the changes of several programs.

Plain data is the content of the file. For merging, each list of items becomes a map by the identity of the items.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from client_qt.settings.schema import KEEP_RECORDS, KEEP_TABLES, Settings

VERSION = 2  # version 1 had some preferences outside of `preferences`
IDENTITY: Mapping[str, tuple[str, ...]] = {
    "servers": ("fingerprint",), "tables": ("server", "table"), "records": ("path",),
}  # fmt: skip
REPLACED_WHOLE = ("terms",)  # its parts depend on each other
Plain = dict[str, Any]


class _Invalid(Exception):
    """Plain data that cannot be repaired."""


def encode(value: Settings) -> Plain:
    """Return the settings as plain data."""
    return {"version": VERSION, **msgspec.to_builtins(value), "servers": msgspec.to_builtins([*value.servers.values()])}


def decode(plain: Mapping[str, Any], default_name: str) -> tuple[Settings, tuple[str, ...]]:
    """Return the settings, and the names of the parts that were invalid and got their defaults."""
    faults: list[str] = []
    maps = _as_maps(plain, faults)
    tables, records = list(maps["tables"].values())[:KEEP_TABLES], list(maps["records"].values())[:KEEP_RECORDS]
    servers = {server["fingerprint"]: server for server in maps["servers"].values()}
    value = _read(Settings, {**maps, "servers": servers, "tables": tables, "records": records}, "", faults)
    return replace(value, name=value.name or default_name), tuple(dict.fromkeys(faults))


def version_of(plain: Mapping[str, Any]) -> int:
    """Return the version of the program that wrote the plain data."""
    version = plain.get("version")
    return version if type(version) is int else 1


def merge(base: Plain, mine: Plain, theirs: Mapping[str, Any]) -> Plain:
    """Return `theirs` with what changed from `base` to `mine`. Unknown fields of a newer program remain."""
    maps = _merge_maps(*(_as_maps(plain, []) for plain in (base, mine, theirs)))
    lists = {name: list(maps[name].values()) for name in IDENTITY}
    return {**maps, **lists, "version": max(version_of(theirs), VERSION)}


def _merge_maps(base: Plain, mine: Plain, theirs: Plain) -> Plain:
    merged = {}
    for key in [*mine, *theirs] if _differ(mine, base) else [*theirs, *mine]:
        if key in mine and (key not in base or _differ(mine[key], base[key])):
            both_maps = isinstance(mine[key], dict) and isinstance(theirs.get(key), dict)
            if both_maps and key not in REPLACED_WHOLE:
                merged[key] = _merge_maps(base.get(key, {}), mine[key], theirs[key])
            else:
                merged[key] = mine[key]
        elif key in theirs and (key in mine or key not in base):
            merged[key] = theirs[key]
    return merged


def _differ(one: Any, other: Any) -> bool:
    """Return whether two values differ; the order of a map counts."""
    return bool(one != other) or (isinstance(one, dict) and list(one) != list(other))


def _as_maps(plain: Mapping[str, Any], faults: list[str]) -> Plain:
    """Return plain data of the current version with each list of items as a map."""
    maps = dict(plain)
    if version_of(plain) < VERSION:
        moved = {name: maps.pop(name) for name in ("ui", "threats", "sound") if name in maps}
        now = maps.get("preferences", {})
        if isinstance(now, dict):
            maps["preferences"] = {**{name: value for name, value in moved.items() if value != ""}, **now}
    for name, keys in IDENTITY.items():
        items = maps.get(name, [])
        maps[name] = {}
        for item in items if isinstance(items, list | tuple) else [None]:
            identity = tuple(item.get(key) for key in keys) if isinstance(item, dict) else ()
            if identity and all(isinstance(part, str) and part for part in identity):
                maps[name][identity] = item
            else:
                faults.append(name)
    return maps


def _read(kind: Any, plain: Any, path: str, faults: list[str]) -> Any:
    """Convert plain data. Omit an invalid part and add its path to `faults`. Raise `_Invalid` if nothing is left."""
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError:
        pass
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(plain, dict):
        hints, values = get_type_hints(kind, include_extras=True), {}
        for field in fields(kind):
            if field.name in plain:
                with suppress(_Invalid):
                    values[field.name] = _read(hints[field.name], plain[field.name], f"{path}.{field.name}", faults)
        return kind(**values)
    if get_origin(kind) is tuple and isinstance(plain, list | tuple):
        return tuple(_read_items(get_args(kind)[0], enumerate(plain), path, faults).values())
    if get_origin(kind) is Mapping and isinstance(plain, dict):
        return _read_items(get_args(kind)[1], plain.items(), path, faults)
    faults.append(path.strip("."))
    raise _Invalid


def _read_items(kind: Any, items: Iterable[tuple[Any, Any]], path: str, faults: list[str]) -> dict[Any, Any]:
    found = {}
    for key, item in items:
        with suppress(_Invalid):
            found[key] = _read(kind, item, path, faults)
    return found
