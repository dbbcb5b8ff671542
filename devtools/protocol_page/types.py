"""The types of messages and events in the notation of PROTOCOL.md, "Types"."""

import json
import textwrap
from typing import Any, get_args

import msgspec
from msgspec import inspect

from devtools.protocol_page.notation import notation
from netgame.match.events import Proof
from protocol import messages as m
from protocol.event_codec import KINDS, TOURNAMENT_KINDS

WIDTH = 128
INDENT = 15
NO_BREAK = "\N{NO-BREAK SPACE}"
OF_EVERY_EVENT = ("number", "at", "clocks", "proof")
# names of ranges that the page explains
RANGES: dict[tuple[int | None, int | None], str] = {(0, 2**53 - 1): "int", (1 - 2**53, 2**53 - 1): "number"}


def types_text() -> str:
    """Return the types of all messages, of the maps in them, and of all events."""
    maps: dict[str, type] = {}
    to_server, to_client = _messages(m.ToServer, maps), _messages(m.ToClient, maps)
    events = {name: _fields(event, maps, leave_out=OF_EVERY_EVENT) for name, event in KINDS.items()}
    of_tournaments = {
        name: _fields(event, maps, leave_out=("number", "at", "by")) for name, event in TOURNAMENT_KINDS.items()
    }
    maps["Proof"] = Proof
    inner: dict[str, list[str]] = {}
    while missing := [name for name in maps if name not in inner]:
        inner |= {name: _fields(maps[name], maps) for name in missing}
    parts = {
        "messages to the server": to_server,
        "messages to the client": to_client,
        "events; each also has type: str; number: int; at: int; clocks: [int, int] | nil = nil; "
        "proof: Proof | nil = nil": events,
        'events of tournaments; each also has type: str; number: int; at: int; by: str = ""': of_tournaments,
        "maps in messages and events": inner,
    }
    blocks = (
        [f"# {title}", *(line for name, fields in kinds.items() for line in _lines(name, fields))]
        for title, kinds in parts.items()
    )
    return "\n\n".join("\n".join(block) for block in blocks)


def _messages(union: Any, maps: dict[str, type]) -> dict[str, list[str]]:
    return {str(kind.__struct_config__.tag): _fields(kind, maps) for kind in get_args(union)}


def _fields(kind: type, maps: dict[str, type], leave_out: tuple[str, ...] = ()) -> list[str]:
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType | inspect.DataclassType)
    needs_key = issubclass(kind, m.Message)  # a command without its key is refused
    fields = [field for field in described.fields if field.encode_name not in leave_out]
    return [_field(field, maps, is_required=needs_key and field.encode_name == "key") for field in fields]


def _field(field: inspect.Field, maps: dict[str, type], *, is_required: bool) -> str:
    written = f"{field.encode_name}: {_type(field.type, maps)}"
    if field.required or is_required:
        return written
    default = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    return f"{written} = {notation(list(default) if isinstance(default, tuple) else default)}"


def _type(kind: inspect.Type, maps: dict[str, type]) -> str:
    match kind:
        case inspect.UnionType():
            return " | ".join(_type(each, maps) for each in kind.types)
        case inspect.LiteralType():
            return " | ".join(json.dumps(value) for value in kind.values)
        case inspect.TupleType():
            return f"[{', '.join(_type(item, maps) for item in kind.item_types)}]"
        case inspect.ListType() | inspect.VarTupleType():
            count = _range(kind.min_length, kind.max_length).strip("()")
            return f"[{_type(kind.item_type, maps)}, ...{f' {count}' if count else ''}]"
        case inspect.DictType():
            return f"{{{_type(kind.key_type, maps)}: {_type(kind.value_type, maps)}}}"
        case inspect.StructType() | inspect.DataclassType():
            maps[kind.cls.__name__] = kind.cls
            return kind.cls.__name__
        case inspect.StrType():
            return f"str{_range(kind.min_length, kind.max_length)}"
        case inspect.BytesType():
            return f"bin{_range(kind.min_length, kind.max_length)}"
        case inspect.IntType():
            highest = kind.le if kind.lt is None else kind.lt - 1
            lowest = kind.ge if kind.gt is None else kind.gt + 1
            return RANGES.get((lowest, highest)) or f"int{_range(lowest, highest)}"
        case inspect.BoolType():
            return "bool"
        case inspect.NoneType():
            return "nil"
        case inspect.AnyType():
            return "any"
    raise AssertionError(f"no notation for {kind}")


def _range(low: int | None, high: int | None) -> str:
    if high is None:
        return ""
    return f"({high})" if low == high else f"({low or 0}..{high})"


def _lines(name: str, fields: list[str]) -> list[str]:
    whole = (field.replace(" ", NO_BREAK) for field in fields)
    text = f"{f'{name} ':{INDENT}}{'; '.join(whole)}".rstrip()
    lines = textwrap.wrap(text, WIDTH, subsequent_indent=" " * INDENT, break_long_words=False)
    return [line.replace(NO_BREAK, " ") for line in lines]
