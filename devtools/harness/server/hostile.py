"""Frames of a hostile server: each message to a client with one value just beyond its bounds."""

from collections.abc import Iterator
from typing import Any, get_args

import msgpack
from msgspec import inspect

from protocol import messages as m
from protocol.framing import HEADER


def hostile_bodies() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the tag, the field and the body of each message with one value beyond its bounds."""
    for kind in get_args(m.ToClient):
        info: Any = inspect.type_info(kind)
        for field in info.fields:
            for wrong in _beyond(field.type):
                yield str(info.tag), field.encode_name, {**_least(info), field.encode_name: wrong}


def frame(tag: str, body: dict[str, Any], id: int = 0) -> bytes:
    """Encode any message as a frame."""
    packed: bytes = msgpack.packb([tag, id, body])
    return len(packed).to_bytes(HEADER, "big") + packed


def unbounded_fields() -> Iterator[str]:
    """Yield the fields of messages to clients that have numbers, texts or lists without a bound."""
    for kind in get_args(m.ToClient):
        info: Any = inspect.type_info(kind)
        for field in info.fields:
            if _is_unbounded(field.type):
                yield f"{info.tag}.{field.encode_name}"


def _least(kind: Any) -> Any:
    """Return the smallest value of a type."""
    match kind:
        case inspect.StructType():
            return {each.encode_name: _least(each.type) for each in kind.fields if each.required}
        case inspect.UnionType():
            return _least(kind.types[0])
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.TupleType():
            return [_least(each) for each in kind.item_types]
        case inspect.ListType() | inspect.VarTupleType():
            return [_least(kind.item_type)] * (kind.min_length or 0)
        case inspect.DictType():
            return {}
        case inspect.StrType():
            return "x" * (kind.min_length or 0)
        case inspect.BytesType():
            return b"x" * (kind.min_length or 0)
        case inspect.IntType():
            return max(_bounds(kind)[0] or 0, 0)
        case inspect.BoolType():
            return False
        case inspect.NoneType():
            return None
    raise AssertionError(f"no value of {kind}")


def _beyond(kind: Any) -> Iterator[Any]:
    """Yield values of a type, each with one value inside that is beyond its bounds."""
    match kind:
        case inspect.StructType():
            for field in kind.fields:
                for wrong in _beyond(field.type):
                    yield {**_least(kind), field.encode_name: wrong}
        case inspect.UnionType():
            for each in kind.types:
                yield from _beyond(each)
        case inspect.TupleType():
            for place, each in enumerate(kind.item_types):
                for wrong in _beyond(each):
                    yield [*map(_least, kind.item_types[:place]), wrong, *map(_least, kind.item_types[place + 1 :])]
        case inspect.ListType() | inspect.VarTupleType():
            yield from ([wrong] for wrong in _beyond(kind.item_type))
            if kind.max_length is not None:
                yield [_least(kind.item_type)] * (kind.max_length + 1)
        case inspect.DictType() if not isinstance(kind.value_type, inspect.AnyType):
            yield from ({wrong: _least(kind.value_type)} for wrong in _beyond(kind.key_type))
            yield from ({"x": wrong} for wrong in _beyond(kind.value_type))
        case inspect.StrType(max_length=int(most)):
            yield "x" * (most + 1)
        case inspect.BytesType(max_length=int(most)):
            yield b"x" * (most + 1)
        case inspect.IntType():
            low, high = _bounds(kind)
            yield from (low - 1, high + 1)


def _bounds(kind: inspect.IntType) -> tuple[Any, Any]:
    low: Any = kind.ge if kind.gt is None else kind.gt + 1
    high: Any = kind.le if kind.lt is None else kind.lt - 1
    return low, high


def _is_unbounded(kind: Any) -> bool:
    match kind:
        case inspect.StructType():
            return any(_is_unbounded(each.type) for each in kind.fields)
        case inspect.UnionType():
            return any(map(_is_unbounded, kind.types))
        case inspect.TupleType():
            return any(map(_is_unbounded, kind.item_types))
        case inspect.ListType() | inspect.VarTupleType():  # a frame limits the length of a list of events
            is_of_events = isinstance(kind.item_type, inspect.DictType)
            return (kind.max_length is None and not is_of_events) or _is_unbounded(kind.item_type)
        case inspect.DictType():  # a frame limits the number of its keys
            return not isinstance(kind.value_type, inspect.AnyType) and any(
                map(_is_unbounded, (kind.key_type, kind.value_type))
            )
        case inspect.StrType() | inspect.BytesType():
            return kind.max_length is None
        case inspect.IntType():
            return None in _bounds(kind)
    return False
