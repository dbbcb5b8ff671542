"""Encode messages as frames and decode frames, without I/O.

A frame is a 4-byte big-endian length and that many bytes of msgpack: the array `[type, id, body]`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from types import UnionType
from typing import Annotated, Any, NoReturn, TypeVar, get_args

import msgpack
import msgspec

from netgame.text import N_
from protocol.errors import ProtocolError
from protocol.messages import MAX_ENTRIES, Message, SendMove, TableEvents, Tables, TournamentEvents

__all__ = [
    "TO_CLIENT",
    "TO_SERVER",
    "UNSIGNED",
    "Decoder",
    "Frame",
    "Malformed",
    "ProtocolError",
    "Unknown",
    "as_version_1",
    "encode",
    "encode_events",
    "encode_part",
    "encode_tables",
    "encode_tournament_events",
    "first_page",
    "pages",
]  # fmt: skip

PartT = TypeVar("PartT", bound=msgspec.Struct)

HEADER = 4
UNSIGNED = 4 * 1024  # to the server before signing in: strangers get little memory
TO_SERVER = 16 * 1024  # the longest move is 4 KiB
TO_CLIENT = 1024 * 1024  # so that the events of a long match need few frames
PAGE_BYTES, PAGE_ENTRIES = TO_CLIENT // 2, MAX_ENTRIES  # of a list in one frame; the rest is for the other fields
MAX_STR = 64 * 1024
MAX_BIN = 64 * 1024
# An array may have one entry for each 256 bytes of the largest frame: 4096 events for a client. msgpack allocates the
# entries when an array begins, on each of up to 1024 levels: with 16384 entries, 3 bytes would cost 128 KiB of memory.
ENTRY_BYTES = 256
MAX_MAP = 64  # fields of a message, options of a game
MAX_DEPTH = 8  # the deepest message, a list of tables with options, has 5
MAX_ID = 2**32 - 1

_FLAT = frozenset((str, int, bool, bytes, type(None)))
_EVENTS, _TABLES = TableEvents.__struct_config__.tag, Tables.__struct_config__.tag
_TOURNAMENT_EVENTS = TournamentEvents.__struct_config__.tag
_EVENTS_PREFIX = b"\x93\xa6events"  # an array of three, and the tag of `TableEvents`
# fields of events
NOT_IN_VERSION_1 = frozenset(
    ("proof", "origin", "key", "digest", "conditional", "seen", "tournament", "vacations", "pauses")
)
_encoder = msgspec.msgpack.Encoder()
_head_decoder = msgspec.msgpack.Decoder(tuple[str, Annotated[int, msgspec.Meta(ge=0, le=MAX_ID)], msgspec.Raw])
_move_decoder = msgspec.msgpack.Decoder(SendMove)
_MOVE_PREFIX = b"\x93\xa4move"  # an array of three, and the tag of `SendMove`
_MOVE_FIELDS = 0x80 + len(SendMove.__struct_fields__)  # begins a map with that many fields


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A decoded frame: a message of the expected union, or `Unknown` or `Malformed`."""

    id: int
    message: Any


class Unknown(msgspec.Struct, frozen=True):
    """A frame of an unknown type. The server answers it; the connection stays open."""

    tag: str


class Malformed(msgspec.Struct, frozen=True):
    """A frame with a missing or wrong field. The server answers it, and its connection stays open; a client leaves."""

    tag: str
    reason: str


@cache
def _kinds(union: UnionType) -> dict[str, type[Message]]:
    """Return the messages of a union by tag. Cached, because a server has thousands of decoders."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}


def encode(message: Message, id: int = 0) -> bytes:
    """Encode a message as a frame."""
    body = _encoder.encode((type(message).__struct_config__.tag, id, msgspec.structs.asdict(message)))
    return len(body).to_bytes(HEADER, "big") + body


def encode_part(part: msgspec.Struct) -> bytes:
    """Encode a part of messages, such as an entry of `Tables`, once for many frames."""
    return _encoder.encode(part)


def pages(entries: Iterable[PartT]) -> list[list[PartT]]:
    """Split the entries of a list so that each part fits into a frame to a client, whatever texts they have."""
    found, room = list[list[PartT]](), 0
    for entry in entries:
        size = len(encode_part(entry))
        if room < size or len(found[-1]) == PAGE_ENTRIES:
            found.append([])
            room = PAGE_BYTES
        found[-1].append(entry)
        room -= size
    return found


def first_page(entries: Iterable[PartT]) -> list[PartT]:
    """Return the first entries of a list, as many as fit into a frame to a client."""
    return next(iter(pages(entries)), [])


def encode_tables(entries: Sequence[bytes], id: int = 0) -> bytes:
    """Encode a `Tables` from entries that `encode_part` made."""
    body = _encoder.encode((_TABLES, id, {"tables": [msgspec.Raw(entry) for entry in entries]}))
    return len(body).to_bytes(HEADER, "big") + body


def encode_events(table: str, bodies: Sequence[bytes]) -> bytes:
    """Encode a `TableEvents` from events that `event_to_bytes` made."""
    count = len(bodies)
    array = bytes((0x90 + count,)) if count < 16 else b"\xdc" + count.to_bytes(2, "big")
    body = b"".join((_events_head(table), array, *bodies))
    return len(body).to_bytes(HEADER, "big") + body


def encode_tournament_events(tournament: str, bodies: Sequence[bytes], people: Sequence[msgspec.Struct]) -> bytes:
    """Encode a `TournamentEvents` from events that the codec of tournaments made."""
    fields = {"tournament": tournament, "events": list(map(msgspec.Raw, bodies)), "people": people}
    body = _encoder.encode((_TOURNAMENT_EVENTS, 0, fields))
    return len(body).to_bytes(HEADER, "big") + body


def as_version_1(frames: bytes) -> bytes:
    """Return frames to a client without the signatures, digests and marks in events, and without pauses for a vacation.

    Programs of protocol version 1 do not know them.
    """
    found, start = list[bytes](), 0
    while start < len(frames):
        end = start + HEADER + int.from_bytes(frames[start : start + HEADER], "big")
        body, start = frames[start + HEADER : end], end
        if body.startswith(_EVENTS_PREFIX):
            body = _events_in_version_1(body)
        found.append(len(body).to_bytes(HEADER, "big") + body)
    return b"".join(found)


@lru_cache(maxsize=64)  # the same events go to many clients; a few MiB at most
def _events_in_version_1(body: bytes) -> bytes:
    tag, id, fields = msgpack.unpackb(body)
    for event in fields["events"]:
        for name in NOT_IN_VERSION_1 & event.keys():
            del event[name]
        if event.get("cause") == "vacation":
            event["cause"] = "restart"  # this too the server alone ends
    return _encoder.encode((tag, id, fields))


@lru_cache(maxsize=4096)
def _events_head(table: str) -> bytes:
    """Encode a `TableEvents` up to its array of events."""
    return _encoder.encode((_EVENTS, 0, {"table": table, "events": ()}))[:-1]


class Decoder:
    """Decodes frames from a stream of bytes that may be cut anywhere.

    `limit` is the largest body accepted and may be changed between frames. After a `ProtocolError` the
    stream cannot be decoded any further: every later call raises it again.
    """

    __slots__ = ("__weakref__", "_buffer", "_error", "_kinds", "limit")

    def __init__(self, union: UnionType, limit: int) -> None:
        self.limit = limit
        self._kinds = _kinds(union)
        self._buffer = bytearray()
        self._error: ProtocolError | None = None

    def feed(self, data: bytes | bytearray | memoryview) -> Iterator[Frame]:
        """Store the bytes, and yield the complete frames one by one."""
        length = len(data) - HEADER
        is_one_frame = length <= self.limit and int.from_bytes(data[:HEADER], "big") == length  # the usual case
        if is_one_frame and not self._buffer and self._error is None:
            return iter((self._frame(bytes(data[HEADER:])),))
        self._buffer += data
        return self._frames()

    def end(self) -> None:
        """Note the end of the stream. Raise `ProtocolError` if it is inside a frame."""
        if self._error is None and self._buffer:
            self._fail("truncated", N_("The connection ended inside a message"))

    def _frames(self) -> Iterator[Frame]:
        if self._error is not None:
            raise ProtocolError(self._error.code, self._error.text)
        buffer = self._buffer
        while len(buffer) >= HEADER:
            length = int.from_bytes(buffer[:HEADER], "big")
            if length > self.limit:
                self._fail("too_large", N_("A message of {size} bytes is larger than the {limit} allowed"), length)
            end = HEADER + length
            if len(buffer) < end:
                return
            body = bytes(buffer[HEADER:end])
            del buffer[:end]
            yield self._frame(body)

    def _frame(self, body: bytes) -> Frame:
        if body.startswith(_MOVE_PREFIX) and "move" in self._kinds and (move := _read_move(body)) is not None:
            return move
        try:
            plain = msgpack.unpackb(
                body, raw=False, strict_map_key=True, ext_hook=_no_extension, max_str_len=MAX_STR, max_bin_len=MAX_BIN,
                max_array_len=self.limit // ENTRY_BYTES, max_map_len=MAX_MAP, max_ext_len=0,
            )  # fmt: skip
            if type(plain) is not list:
                raise TypeError("not an array")
            tag, id, fields = plain
            if not (type(fields) is dict and _FLAT.issuperset(map(type, fields.values()))):
                _check_plain(fields, 1)
        except (ValueError, TypeError, RecursionError) as error:
            self._fail("not_msgpack", N_("That was not a message of this protocol"), cause=error)
        if type(tag) is not str or type(id) is not int or not 0 <= id <= MAX_ID:
            self._fail("not_a_frame", N_("That was not a message of this protocol"))
        kind = self._kinds.get(tag)
        if kind is None:
            return Frame(id, Unknown(tag[:64]))
        try:
            return Frame(id, msgspec.convert(fields, kind, builtin_types=(bytes,)))
        except msgspec.ValidationError as error:
            return Frame(id, Malformed(tag, str(error)[:200]))

    def _fail(self, code: str, template: str, size: int = 0, cause: Exception | None = None) -> NoReturn:
        args = {"size": size, "limit": self.limit} if size else {}
        self._buffer.clear()
        self._error = ProtocolError(code, template, **args)
        # raise a copy: with its traceback, the stored error would keep the whole connection in memory
        raise ProtocolError(code, self._error.text) from cause


def _read_move(body: bytes) -> Frame | None:
    """Decode a move, the most frequent message, in one step. Return None if it needs the full check.

    It does if a field is missing or wrong, or if there are unknown fields, which may contain a float.
    """
    try:
        _, id, fields = _head_decoder.decode(body)
        move = _move_decoder.decode(fields)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return Frame(id, move) if memoryview(fields)[0] == _MOVE_FIELDS and move.key else None


def _no_extension(code: int, data: bytes) -> NoReturn:
    raise ValueError("extension types are not part of the protocol")


def _check_plain(value: object, depth: int) -> None:
    """Raise `ValueError` for a float or a value nested too deeply, in known and in ignored fields."""
    if type(value) is dict:
        inner: Any = value.values()
    elif type(value) is list:
        inner = value
    elif type(value) in _FLAT:
        return
    else:
        raise ValueError("floats are not part of the protocol")
    if depth >= MAX_DEPTH:
        raise ValueError("nested too deeply")
    for item in inner:
        if type(item) not in _FLAT:
            _check_plain(item, depth + 1)
