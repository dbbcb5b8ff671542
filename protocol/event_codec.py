"""Events of matches and of tournaments as maps for the wire and as bytes for the store.

Nothing in an event is ever ignored.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar

import msgpack
import msgspec

from netgame.match.events import KINDS, Event
from netgame.text import N_
from netgame.tournaments.events import KINDS as TOURNAMENT_KINDS
from netgame.tournaments.events import Event as TournamentEvent
from protocol.errors import ProtocolError

MAX_NUMBER = 2**53 - 1  # every language can represent these exactly
MAX_TEXT = 8192  # characters; a position is the longest text

_encoder = msgspec.msgpack.Encoder()


class _Event(Protocol):
    """An event of any log."""

    @property
    def number(self) -> int: ...
    @property
    def at(self) -> int: ...


E = TypeVar("E", bound=_Event)


class EventCodec(Generic[E]):
    """Converts the events of one kind of log. `kinds` are its events by their names on the wire."""

    def __init__(self, kinds: Mapping[str, type[E]], unknown: str) -> None:
        self._kinds, self._unknown = kinds, unknown
        self._names: dict[type, str] = {kind: name for name, kind in kinds.items()}
        self._required: dict[type, tuple[str, ...]] = {}
        self._required_values: dict[type, Callable[[Any], tuple[Any, ...]]] = {}
        self._defaults: dict[type, tuple[tuple[str, Any], ...]] = {}
        self._fields: dict[type, frozenset[str]] = {}
        for kind in self._names:
            known = fields(kind)
            self._required[kind] = tuple(item.name for item in known if item.default is MISSING)
            self._required_values[kind] = attrgetter(*self._required[kind])
            self._defaults[kind] = tuple((item.name, item.default) for item in known if item.default is not MISSING)
            self._fields[kind] = frozenset(item.name for item in known)

    def to_plain(self, event: E) -> dict[str, Any]:
        """Convert an event to a map with its `type`, without fields that have their default."""
        plain: dict[str, Any] = msgspec.to_builtins(self._without_defaults(event))
        return plain

    def from_plain(self, plain: Mapping[str, Any]) -> E:
        """Convert a map to an event. Raise `ProtocolError` for an unknown type, an unknown field or a wrong value."""
        name = plain.get("type")
        kind = self._kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise ProtocolError("unknown_event", self._unknown)
        values = {field: value for field, value in plain.items() if field != "type"}
        if not values.keys() <= self._fields[kind]:
            raise ProtocolError("unknown_event", self._unknown)
        try:
            event = msgspec.convert(values, kind)
        except msgspec.ValidationError as error:
            raise _bad(str(error)) from error
        if not (1 <= event.number <= MAX_NUMBER and 0 <= event.at <= MAX_NUMBER):
            raise _bad("number or time")
        if not _is_bounded(list(values.values())):
            raise _bad("a number or a text is too long")
        return event

    def to_bytes(self, event: E) -> bytes:
        """Encode an event for the store: its map as msgpack."""
        return _encoder.encode(self._without_defaults(event))

    def from_bytes(self, data: bytes) -> E:
        """Decode an event. Raise `ProtocolError` if the bytes are damaged."""
        try:
            plain = msgpack.unpackb(data, raw=False, strict_map_key=True, max_ext_len=0)
        except (ValueError, TypeError) as error:
            raise _bad("damaged") from error
        if type(plain) is not dict or not all(type(key) is str for key in plain):
            raise _bad("damaged")
        return self.from_plain(plain)

    def _without_defaults(self, event: E) -> dict[str, Any]:
        kind = type(event)
        values: dict[str, Any] = {"type": self._names[kind]}
        values.update(zip(self._required[kind], self._required_values[kind](event), strict=True))
        for name, default in self._defaults[kind]:
            value = getattr(event, name)
            if value is not default and value != default:
                values[name] = value
        return values


def _is_bounded(value: object) -> bool:
    """Whether all numbers and texts in a value have the bounds of the protocol."""
    match value:
        case int():
            return -MAX_NUMBER <= value <= MAX_NUMBER
        case str():
            return len(value) <= MAX_TEXT
        case dict():
            return all(map(_is_bounded, (*value, *value.values())))
        case list() | tuple():
            return all(map(_is_bounded, value))
    return True


def _bad(reason: str) -> ProtocolError:
    return ProtocolError("bad_event", N_("An event of this table cannot be read: {reason}"), reason=reason)


_match_codec = EventCodec[Event](KINDS, N_("This table uses events that this program does not know; update it"))
event_to_plain, event_from_plain = _match_codec.to_plain, _match_codec.from_plain
event_to_bytes, event_from_bytes = _match_codec.to_bytes, _match_codec.from_bytes
tournament_codec = EventCodec[TournamentEvent](
    TOURNAMENT_KINDS, N_("This tournament uses events that this program does not know; update it")
)
