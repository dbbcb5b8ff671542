"""Frames made from the message classes: each struct of `ToServer` with values that are valid, at the limits, beyond
them, of the wrong type, with missing fields and with unknown fields. A new message is attacked without a change
here."""

from collections.abc import Callable, Iterator
from random import Random
from types import UnionType
from typing import Any, get_args

import msgpack
from msgspec import inspect

from devtools.fuzz.words import TEXTS, World
from protocol import messages as m

MAX_ID = 2**32 - 1
WRONG: tuple[Callable[[Random], Any], ...] = (
    lambda rng: None,
    lambda rng: True,
    lambda rng: -1,
    lambda rng: 2**64 - 1,
    lambda rng: rng.choice(TEXTS),
    lambda rng: rng.randbytes(rng.choice((0, 1, 16, 32, 300))),
    lambda rng: [],
    lambda rng: [rng.randrange(9) for _ in range(rng.choice((1, 2, 200)))],
    lambda rng: {},
    lambda rng: {str(number): number for number in range(rng.choice((1, 5, 60)))},
    lambda rng: {"type": "move", "table": [{"a": None}]},
)
FLOATS = (0.5, 1.0, -0.0, 1e308, float("inf"), float("nan"))
UNKNOWN = ("colour", "", "table ", "TABLE", "__class__", "\x00", "type", "x" * 100)


class Grammar:
    """Makes message bodies. A share of `valid_share` is valid."""

    def __init__(self, world: World, union: UnionType = m.ToServer) -> None:
        self._world = world
        infos: list[Any] = [inspect.type_info(kind) for kind in get_args(union)]
        self.fields: dict[str, tuple[Any, ...]] = {str(info.tag): info.fields for info in infos}
        self.tags = tuple(self.fields)

    def valid(self, tag: str, rng: Random) -> dict[str, Any]:
        """Make a valid body. Optional fields are sometimes left out, the key never."""
        if tag == "make_table" and rng.random() < 0.7:
            return self._world.good_table(rng)
        return {
            each.encode_name: self._value(each.encode_name, each.type, rng)
            for each in self.fields[tag]
            if each.required or each.encode_name == "key" or rng.random() < 0.5
        }

    def body(self, tag: str, rng: Random) -> Any:
        """Make a body with at most one mistake."""
        body = self.valid(tag, rng)
        chance = rng.random()
        if chance < 0.5:
            return body
        if chance < 0.55:
            return rng.choice(WRONG)(rng)
        if chance < 0.63:
            return {**body, rng.choice(UNKNOWN): rng.choice(WRONG)(rng)}
        if not self.fields[tag]:
            return body
        each = rng.choice(self.fields[tag])
        if chance < 0.7:
            body.pop(each.encode_name, None)
        elif chance < 0.85:
            body[each.encode_name] = rng.choice(list(_edges(each.type)) or [None])
        else:
            body[each.encode_name] = rng.choice(WRONG)(rng)
        return body

    # ---- values

    def _value(self, name: str, kind: Any, rng: Random) -> Any:
        word = self._world.word(name, rng)
        if word is not None and _takes(kind, word):
            return word
        match kind:
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.IntType():
                low, high = _bounds(kind)
                return rng.choice((low, min(high, low + 1), min(high, low + 10), rng.randint(low, high)))
            case inspect.StrType():
                return _fitting(rng.choice(TEXTS), kind)
            case inspect.BytesType():
                return rng.randbytes(rng.randint(kind.min_length or 0, kind.max_length or 64))
            case inspect.LiteralType():
                return rng.choice(kind.values)
            case inspect.UnionType():
                return self._value(name, rng.choice(kind.types), rng)
            case inspect.StructType():
                return {each.encode_name: self._value(each.encode_name, each.type, rng) for each in kind.fields}
            case inspect.TupleType():
                return [self._value(name, each, rng) for each in kind.item_types]
            case inspect.DictType():
                return {}
            case inspect.ListType():
                count = max(rng.randrange(3), kind.min_length or 0)
                return [self._value(name, kind.item_type, rng) for _ in range(count)]
        return None


def _takes(kind: Any, word: Any) -> bool:
    """Say whether a value has that type and is within its limits."""
    match kind:
        case inspect.UnionType():
            return any(_takes(each, word) for each in kind.types)
        case inspect.StrType() | inspect.BytesType():
            right = isinstance(word, str if isinstance(kind, inspect.StrType) else bytes)
            return right and (kind.min_length or 0) <= len(word) <= (kind.max_length or 10**9)
        case inspect.IntType():
            low, high = _bounds(kind)
            return type(word) is int and low <= word <= high
        case inspect.DictType():
            return isinstance(word, dict)
    return False


def _bounds(kind: inspect.IntType) -> tuple[int, int]:
    low = kind.ge if kind.ge is not None else (kind.gt + 1 if kind.gt is not None else -(2**31))
    high = kind.le if kind.le is not None else (kind.lt - 1 if kind.lt is not None else 2**31)
    return int(low), int(high)


def _fitting(text: str, kind: inspect.StrType) -> str:
    return text[: kind.max_length].ljust(kind.min_length or 0, "x")


def _edges(kind: Any) -> Iterator[Any]:
    """Values at the limits of a type and just beyond them."""
    match kind:
        case inspect.IntType():
            low, high = _bounds(kind)
            yield from (low, low - 1, high, min(high + 1, 2**64 - 1))
        case inspect.StrType() | inspect.BytesType():
            one: Any = "\u1e9e" if isinstance(kind, inspect.StrType) else b"\xff"
            for length in (kind.min_length or 0, kind.max_length or 3000):
                yield from (one * max(length - 1, 0), one * length, one * (length + 1))
        case inspect.LiteralType():
            yield from (*kind.values, str(kind.values[0]).upper())
        case inspect.UnionType():
            for each in kind.types:
                yield from _edges(each)
        case inspect.StructType():
            yield from ({}, {each.encode_name: edge for each in kind.fields for edge in list(_edges(each.type))[:1]})
        case inspect.TupleType():
            yield from ([], [0], [0, 0, 0], [2**53, 2**53])
        case inspect.DictType():
            yield from ({str(number): 0 for number in range(count)} for count in (32, 33, 64, 65))
            yield {"x" * 201: "y" * 4000}


def framed(tag: Any, id: Any, body: Any) -> bytes:
    """Return the frame of a message, valid or not."""
    packed: bytes = msgpack.packb([tag, id, body])
    return len(packed).to_bytes(4, "big") + packed
