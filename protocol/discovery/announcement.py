"""The announcement of a server on the LAN, as UDP datagrams and as the properties of a DNS-SD service. No sockets.

Input from the network is checked against named limits; the readers return None for anything invalid.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar

import msgpack
import msgspec
from msgspec import Meta, Struct

from protocol.texts import cleaned

SERVICE = "_netgame._tcp.local."  # DNS-SD service type
UDP_PORT = 7763  # the one port of queries; the TCP port is in the offer
GROUP = "239.255.77.63"  # queries go to this multicast group as well: administratively scoped, never routed outside
GROUP_IPV6 = "ff12::4d3f"  # a transient group of one link
MAGIC = b"NGD\x01"  # the last byte is the version of these formats

MAX_DATAGRAM = 1200  # fits every link without fragments; a query has exactly this size, so an offer is never larger
MAX_PROPERTIES = 900  # a service with its names and addresses still fits one mDNS packet of 1460 bytes
MAX_PROPERTY = 255  # DNS: one length byte
MAX_TABLE_BYTES = MAX_PROPERTY - len("t15=")  # of a table in a property, after its key
NONCE_BYTES = 8
FINGERPRINT_BYTES = 32
INSTANCE_BYTES = 8
MAX_SERVER_NAME = 40
MAX_TITLE = 60
MAX_NAME = 20
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
MAX_SHORT = 40
MAX_TABLES = 16  # more than the size limit lets through in practice
MAX_OPTIONS = 6

OptionValue = str | int | bool | None


@dataclass(frozen=True)
class TableBrief:
    """A table in an announcement; `options` are those that differ from the game's defaults."""

    table: str
    title: str
    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    players: int = 0  # seats taken, 0 to 2
    names: tuple[str, ...] = ()
    set_up: bool = False  # the match starts from a position that a player set up
    access: str = "open"  # to its seats: "open", "code" or "invited"
    clock: str = "none"  # in the notation of `netgame.match.time_control`
    rated: bool = False
    free: int = 1  # if one seat is taken: the player, 0 or 1, of the free seat
    absence: str = ""  # in the notation of `netgame.match.absence`; empty if unknown
    made: int = 0  # Unix time in s by the clock of the server; 0 if unknown
    hints: bool = True


@dataclass(frozen=True)
class Announcement:
    """A server: its identity, name, port, versions, and its tables as far as they fit."""

    fingerprint: str
    name: str
    port: int
    protocols: tuple[int, int]
    program: str
    tables: tuple[TableBrief, ...] = ()
    more: int = 0  # tables that did not fit
    instance: bytes = b""  # of the server, as in its greeting; two with one fingerprint are copies of one data folder
    tournaments: int = 0  # that are not over, without those by invitation


@dataclass(frozen=True)
class Query:
    """A question to all servers of the LAN."""

    nonce: bytes


@dataclass(frozen=True)
class Offer:
    """The answer to a query, with its nonce."""

    nonce: bytes
    announcement: Announcement


@dataclass(frozen=True)
class Goodbye:
    """A server stops. It repeats the nonce of the last query, so no other computer can forge it."""

    nonce: bytes
    fingerprint: str
    instance: bytes = b""


Datagram = Query | Offer | Goodbye


def new_nonce() -> bytes:
    """Return random bytes for one query."""
    return os.urandom(NONCE_BYTES)


# ---- datagrams: MAGIC, then the msgpack array [kind, nonce, body]


def write_query(nonce: bytes) -> bytes:
    """Encode a query of exactly `MAX_DATAGRAM` bytes."""
    overhead = len(_datagram("query", nonce, {"pad": bytes(MAX_DATAGRAM // 2)})) - MAX_DATAGRAM // 2
    return _datagram("query", nonce, {"pad": bytes(MAX_DATAGRAM - overhead)})


def write_offer(nonce: bytes, announcement: Announcement) -> bytes:
    """Encode an offer of at most `MAX_DATAGRAM` bytes; tables that do not fit are left out and counted."""
    return _fit(_body(announcement), lambda body: _datagram("offer", nonce, body), MAX_DATAGRAM, len)


def write_goodbye(nonce: bytes, fingerprint: str, instance: bytes = b"") -> bytes:
    return _datagram("goodbye", nonce, {"id": bytes.fromhex(fingerprint), "instance": instance})


def read_datagram(data: bytes) -> Datagram | None:
    """Decode a datagram; None if it is not one of this protocol."""
    if len(data) > MAX_DATAGRAM or not data.startswith(MAGIC):
        return None
    match _unpack(data[len(MAGIC) :]):
        case ["query", bytes(nonce), dict()] if len(nonce) == NONCE_BYTES and len(data) == MAX_DATAGRAM:
            return Query(nonce)
        case ["offer", bytes(nonce), dict(body)] if len(nonce) == NONCE_BYTES:
            announcement = _announcement(body)
            return None if announcement is None else Offer(nonce, announcement)
        case ["goodbye", bytes(nonce), {"id": bytes(key), **more}] if len(nonce) == NONCE_BYTES:
            match more.get("instance", b""):
                case bytes(instance) if len(key) == FINGERPRINT_BYTES:
                    return Goodbye(nonce, key.hex(), instance)
            return None
        case _:
            return None


def _datagram(kind: str, nonce: bytes, body: Mapping[str, Any]) -> bytes:
    packed: bytes = msgpack.packb([kind, nonce, body])
    return MAGIC + packed


# ---- DNS-SD properties: one for each fact, and one for each table, "t0", "t1", ...


def write_properties(announcement: Announcement) -> dict[str, bytes]:
    """Encode the properties of the service; tables that do not fit are left out and counted."""
    body = _body(announcement)
    rows = body["tables"]
    body["tables"] = [packed for row in rows if (packed := _pack_property(row)) is not None]
    body["more"] += len(rows) - len(body["tables"])
    return _fit(body, _properties, MAX_PROPERTIES, _text_size)


def read_properties(properties: Mapping[Any, Any], port: int) -> Announcement | None:
    """Decode the announcement of a service at that TCP port; None if it is not a netgame server."""
    found = {key: value for key, value in properties.items() if isinstance(key, bytes) and isinstance(value, bytes)}
    if found.get(b"v") != b"1" or sum(map(len, found.values())) > 2 * MAX_PROPERTIES:
        return None
    try:
        key, low, high, more = found[b"id"], found[b"low"], found[b"high"], found.get(b"more", b"0")
        tournaments = found.get(b"tournaments", b"0")
        body = {
            "id": bytes.fromhex(key.decode("ascii")),
            "name": found[b"name"].decode(),
            "port": port,
            "protocols": [_parse_small(low), _parse_small(high)],
            "program": found[b"program"].decode(),
            "tables": [_unpack(found[b"t%d" % at]) for at in range(MAX_TABLES) if b"t%d" % at in found],
            "more": _parse_small(more),
            "instance": bytes.fromhex(found.get(b"instance", b"").decode("ascii")),
            "tournaments": _parse_small(tournaments),
        }
    except (KeyError, ValueError):
        return None
    return _announcement(body)


def _properties(body: Mapping[str, Any]) -> dict[str, bytes]:
    facts = {
        "v": b"1",
        "id": body["id"].hex().encode(),
        "name": body["name"].encode(),
        "low": b"%d" % body["protocols"][0],
        "high": b"%d" % body["protocols"][1],
        "program": body["program"].encode(),
        "more": b"%d" % body["more"],
        "instance": body["instance"].hex().encode(),
    }
    if "tournaments" in body:
        facts["tournaments"] = b"%d" % body["tournaments"]
    return facts | {f"t{at}": packed for at, packed in enumerate(body["tables"])}


def _pack_property(row: list[Any]) -> bytes | None:
    """Encode a table as one property. If it is too long, drop its options, then cut its title, then its names. None if
    that is not enough."""
    packed: bytes = msgpack.packb(row)
    if len(packed) <= MAX_TABLE_BYTES:
        return packed
    table, title, game, _, players, names, *rest = row
    over = len(msgpack.packb([table, title, game, {}, players, names, *rest])) - MAX_TABLE_BYTES
    texts = []
    for text in (title, *names):
        data = text.encode()
        texts.append(text if over <= 0 else data[: max(0, len(data) - over)].decode(errors="ignore"))
        over -= len(data) - len(texts[-1].encode())
    packed = msgpack.packb([table, texts[0], game, {}, players, texts[1:], *rest])
    return packed if len(packed) <= MAX_TABLE_BYTES else None


def _text_size(properties: Mapping[str, bytes]) -> int:
    """Return the size in a TXT record: for each property a length byte, the key, "=", and the value."""
    return sum(len(key) + len(value) + 2 for key, value in properties.items())


def _parse_small(digits: bytes) -> int:
    if not (digits.isdigit() and len(digits) <= 9):
        raise ValueError("not a small number")
    return int(digits)


# ---- the announcement as plain values


class _Table(Struct, array_like=True):
    table: Annotated[str, Meta(min_length=1, max_length=32)]
    title: Annotated[str, Meta(max_length=MAX_TITLE)]
    game: Annotated[str, Meta(min_length=1, max_length=MAX_SHORT)]
    options: Annotated[
        dict[
            Annotated[str, Meta(max_length=MAX_SHORT)], Annotated[str, Meta(max_length=MAX_SHORT)] | int | bool | None
        ],
        Meta(max_length=MAX_OPTIONS),
    ]
    players: Annotated[int, Meta(ge=0, le=2)]
    names: Annotated[list[Annotated[str, Meta(max_length=MAX_NAME)]], Meta(max_length=2)]
    set_up: bool = False
    access: Annotated[str, Meta(max_length=MAX_SHORT)] = "open"
    clock: Annotated[str, Meta(max_length=MAX_SHORT)] = "none"
    rated: bool = False
    free: Annotated[int, Meta(ge=0, le=1)] = 1
    absence: Annotated[str, Meta(max_length=MAX_SHORT)] = ""
    made: Annotated[int, Meta(ge=0, le=10**12)] = 0
    hints: bool = True


class _Server(Struct):
    id: Annotated[bytes, Meta(min_length=FINGERPRINT_BYTES, max_length=FINGERPRINT_BYTES)]
    name: Annotated[str, Meta(max_length=MAX_SERVER_NAME)]
    port: Annotated[int, Meta(ge=1, le=65535)]
    protocols: tuple[Annotated[int, Meta(ge=0, le=10**9)], Annotated[int, Meta(ge=0, le=10**9)]]
    program: Annotated[str, Meta(max_length=MAX_SHORT)]
    tables: Annotated[list[_Table], Meta(max_length=MAX_TABLES)] = []
    more: Annotated[int, Meta(ge=0, le=10**9)] = 0
    instance: Annotated[bytes, Meta(max_length=INSTANCE_BYTES)] = b""
    tournaments: Annotated[int, Meta(ge=0, le=10**9)] = 0


_DEFAULTS = (False, "open", "none", False, 1, "", 0, True)  # of the last fields of a table


def _body(announcement: Announcement) -> dict[str, Any]:
    """Convert to plain values, with at most `MAX_TABLES` tables; the others are counted."""
    rows = []
    for table in announcement.tables[:MAX_TABLES]:
        options = {_clean(name, MAX_SHORT): _value(table.options[name]) for name in list(table.options)[:MAX_OPTIONS]}
        names = [_clean(name, MAX_NAME) for name in table.names[:2]]
        row = [table.table, _clean(table.title, MAX_TITLE), table.game, options, table.players, names]
        more = [
            table.set_up, _clean(table.access, MAX_SHORT), _clean(table.clock, MAX_SHORT), table.rated, table.free,
            _clean(table.absence, MAX_SHORT), table.made, table.hints,
        ]  # fmt: skip
        while more and more[-1] == _DEFAULTS[len(more) - 1]:  # saves bytes, and most tables have the defaults
            more.pop()
        rows.append([*row, *more])
    return {
        "id": bytes.fromhex(announcement.fingerprint),
        "name": _clean(announcement.name, MAX_SERVER_NAME),
        "port": announcement.port,
        "protocols": list(announcement.protocols),
        "program": _clean(announcement.program, MAX_SHORT),
        "tables": rows,
        "more": announcement.more + len(announcement.tables) - len(rows),
        "instance": announcement.instance,
        **({"tournaments": announcement.tournaments} if announcement.tournaments else {}),
    }


def _value(value: OptionValue) -> OptionValue:
    return _clean(value, MAX_SHORT) if isinstance(value, str) else value


def _announcement(body: Mapping[Any, Any]) -> Announcement | None:
    try:
        server = msgspec.convert(body, _Server)
    except msgspec.ValidationError:
        return None
    low, high = server.protocols
    if low > high:
        return None
    tables = []
    for row in server.tables:
        options = {_clean(name, MAX_SHORT): _value(value) for name, value in row.options.items()}
        names = tuple(_clean(name, MAX_NAME) for name in row.names)
        more = (
            row.set_up, _clean(row.access, MAX_SHORT), _clean(row.clock, MAX_SHORT), row.rated, row.free,
            _clean(row.absence, MAX_SHORT), row.made, row.hints,
        )  # fmt: skip
        title = _clean(row.title, MAX_TITLE)
        tables.append(TableBrief(row.table, title, row.game, options, row.players, names, *more))
    return Announcement(
        fingerprint=server.id.hex(),
        name=_clean(server.name, MAX_SERVER_NAME),
        port=server.port,
        protocols=(low, high),
        program=_clean(server.program, MAX_SHORT),
        tables=tuple(tables),
        more=server.more,
        instance=server.instance,
        tournaments=server.tournaments,
    )


def _clean(text: str, limit: int) -> str:
    """Drop control characters and marks that change the direction of text, because people see these names."""
    return cleaned(_CONTROLS.sub("", text))[:limit]


def _unpack(data: bytes) -> Any:
    """Decode one msgpack value within the limits of a datagram; None if it is none."""
    try:
        return msgpack.unpackb(
            data, max_str_len=MAX_DATAGRAM, max_bin_len=MAX_DATAGRAM, max_array_len=64, max_map_len=64, max_ext_len=0
        )
    except (ValueError, msgpack.UnpackException):
        return None


WrittenT = TypeVar("WrittenT")


def _fit(
    body: Mapping[str, Any], write: Callable[[Mapping[str, Any]], WrittenT], limit: int, size: Callable[[WrittenT], int]
) -> WrittenT:
    """Write the body with as many tables as fit into the limit, from the first on."""
    rows = body["tables"]
    for count in range(len(rows), -1, -1):
        written = write({**body, "tables": rows[:count], "more": body["more"] + len(rows) - count})
        if size(written) <= limit:
            return written
    raise ValueError("the announcement is too long even without tables")
