"""Two that write the same settings: an older and a newer program, one window beside another. Nobody's part is lost."""

from collections.abc import Mapping
from typing import Any

from client_qt.settings.codec import VERSION, Plain

NAMED_BY: Mapping[str, tuple[str, ...]] = {
    "servers": ("fingerprint",), "tables": ("server", "table"), "records": ("path",),
}  # fmt: skip
BY_FIELD = ("preferences", "muted")  # each of their fields is something by itself
KNOWS_MORE = ("preferences", "window")  # where a newer program may have more fields
MOVED = ("ui", "threats", "sound")  # of version 1, now among the preferences


def version_of(raw: Mapping[str, Any]) -> int:
    """Of a file; one without is of the first."""
    version = raw.get("version", 1)
    return version if isinstance(version, int) and not isinstance(version, bool) else 1


def onto(raw: Mapping[str, Any], plain: Plain) -> Plain:
    """`plain` as it replaces `raw` in the file: what only `raw` knows is kept, in the whole and in its parts."""
    whole = {**raw, **plain, "version": max(version_of(raw), VERSION)}
    for name in KNOWS_MORE:
        known = raw.get(name)
        whole[name] = {**(known if isinstance(known, dict) else {}), **plain[name]}
    for name, keys in NAMED_BY.items():
        items = _by_name(raw.get(name), keys)
        whole[name] = [{**items.get(_name(item, keys), {}), **item} for item in plain[name]]
    if version_of(raw) < VERSION:
        for name in MOVED:
            whole.pop(name, None)
    return whole


def merged(before: Plain, mine: Plain, theirs: Plain) -> Plain:
    """What this window read, what it makes of it, what another one wrote meanwhile, as one: each change is kept, and
    where both changed the same thing it is as this window has it."""
    whole = dict(mine)
    for name in mine:
        if name in NAMED_BY:
            whole[name] = _merged_lists(NAMED_BY[name], before[name], mine[name], theirs[name])
        elif name in BY_FIELD:
            whole[name] = _merged_maps(before[name], mine[name], theirs[name])
        elif mine[name] == before[name]:
            whole[name] = theirs[name]
    return whole


def _merged_lists(keys: tuple[str, ...], before: list[Plain], mine: list[Plain], theirs: list[Plain]) -> list[Plain]:
    """What was last leads such a list: here, if it was changed here."""
    new, other = _by_name(mine, keys), _by_name(theirs, keys)
    parts = _merged_maps(_by_name(before, keys), new, other)
    first, second = (new, other) if mine != before else (other, new)
    return [parts[name] for name in dict.fromkeys([*first, *second]) if name in parts]


def _merged_maps(before: Mapping[Any, Any], mine: Mapping[Any, Any], theirs: Mapping[Any, Any]) -> dict[Any, Any]:
    whole = {key: value for key, value in theirs.items() if key in mine or key not in before}
    for key, value in mine.items():
        if key in before and before[key] == value:
            continue
        both = isinstance(value, dict) and isinstance(whole.get(key), dict)
        whole[key] = _merged_maps(before.get(key, {}), value, whole[key]) if both else value
    return whole


def _by_name(items: Any, keys: tuple[str, ...]) -> dict[tuple[str, ...], Plain]:
    listed = items if isinstance(items, list) else []
    return {_name(item, keys): item for item in listed if isinstance(item, dict)}


def _name(item: Mapping[str, Any], keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(item.get(key)) for key in keys)
