"""Arrays as parameters of statements, in PostgreSQL's binary form and without psycopg's look at each item."""

import struct
from collections.abc import Sequence

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

_ONE_DIMENSION, _FROM_1 = 1, 1
_NULL = struct.pack("!i", -1)
_PACK_BIGINT = struct.Struct("!iq").pack  # its length and itself
_BIGINT, _BYTEA, _BIGINTS, _BYTEAS = 20, 17, 1016, 1001  # the numbers of these types in every database


class BigInts(list[int | None]):
    """A parameter of type bigint[]."""


class Byteas(list[bytes | None]):
    """A parameter of type bytea[]."""


class _BigIntsDumper(Dumper):
    format, oid = Format.BINARY, _BIGINTS

    def dump(self, obj: Sequence[int | None]) -> bytes:
        parts = [struct.pack("!5i", _ONE_DIMENSION, 1, _BIGINT, len(obj), _FROM_1)]
        parts += [_NULL if item is None else _PACK_BIGINT(8, item) for item in obj]
        return b"".join(parts)


class _ByteasDumper(Dumper):
    format, oid = Format.BINARY, _BYTEAS

    def dump(self, obj: Sequence[bytes | None]) -> bytes:
        parts = [struct.pack("!5i", _ONE_DIMENSION, 1, _BYTEA, len(obj), _FROM_1)]
        for item in obj:
            if item is None:
                parts.append(_NULL)
            else:
                parts += (len(item).to_bytes(4, "big"), item)
        return b"".join(parts)


def register(db: psycopg.Connection) -> None:
    """Let a connection take these arrays as parameters."""
    db.adapters.register_dumper(BigInts, _BigIntsDumper)
    db.adapters.register_dumper(Byteas, _ByteasDumper)
