"""Events as maps for the wire and as bytes for the store. Nothing in an event is ever ignored."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from operator import attrgetter
from typing import Any

import msgpack
import msgspec

from netgame.match.events import EVENTS, KINDS, Event
from netgame.text import N_
from protocol.errors import ProtocolError

MAX_NUMBER = 2**53 - 1  # every language can represent these exactly

_encoder = msgspec.msgpack.Encoder()
_NAMES = {kind: name for name, kind in KINDS.items()}
_REQUIRED = {kind: tuple(item.name for item in fields(kind) if item.default is MISSING) for kind in EVENTS}
_DEFAULTS = {
    kind: tuple((item.name, item.default) for item in fields(kind) if item.default is not MISSING) for kind in EVENTS
}
_required_values = {kind: attrgetter(*names) for kind, names in _REQUIRED.items()}
_FIELDS = {kind: frozenset(item.name for item in fields(kind)) for kind in EVENTS}


def event_to_plain(event: Event) -> dict[str, Any]:
    """Convert an event to a map with its `type`, without fields that have their default."""
    plain: dict[str, Any] = msgspec.to_builtins(_without_defaults(event))
    return plain


def event_from_plain(plain: Mapping[str, Any]) -> Event:
    """Convert a map to an event. Raise `ProtocolError` for an unknown type, an unknown field or a wrong value."""
    name = plain.get("type")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise _unknown()
    values = {field: value for field, value in plain.items() if field != "type"}
    if not values.keys() <= _FIELDS[kind]:
        raise _unknown()
    try:
        event = msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise _bad(str(error)) from error
    if not (1 <= event.number <= MAX_NUMBER and 0 <= event.at <= MAX_NUMBER):
        raise _bad("number or time")
    return event


def event_to_bytes(event: Event) -> bytes:
    """Encode an event for the store: its map as msgpack."""
    return _encoder.encode(_without_defaults(event))


def _without_defaults(event: Event) -> dict[str, Any]:
    kind = type(event)
    values: dict[str, Any] = {"type": _NAMES[kind]}
    values.update(zip(_REQUIRED[kind], _required_values[kind](event), strict=True))
    for name, default in _DEFAULTS[kind]:
        value = getattr(event, name)
        if value is not default and value != default:
            values[name] = value
    return values


def event_from_bytes(data: bytes) -> Event:
    """Decode an event. Raise `ProtocolError` if the bytes are damaged."""
    try:
        plain = msgpack.unpackb(data, raw=False, strict_map_key=True, max_ext_len=0)
    except (ValueError, TypeError) as error:
        raise _bad("damaged") from error
    if type(plain) is not dict or not all(type(key) is str for key in plain):
        raise _bad("damaged")
    return event_from_plain(plain)


def _unknown() -> ProtocolError:
    return ProtocolError("unknown_event", N_("This table uses events that this program does not know; update it"))


def _bad(reason: str) -> ProtocolError:
    return ProtocolError("bad_event", N_("An event of this table cannot be read: {reason}"), reason=reason)
