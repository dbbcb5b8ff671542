"""PROTOCOL.md leaves nothing out."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from protocol import framing
from protocol import messages as m
from protocol.events import KINDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "PROTOCOL.md").read_text("utf-8")
CODE = re.compile(r'(?:Misfit\(|refused\(|_refusal\(|_refuse\(\w+(?:\.\w+)?,|_fail\(|code=|ProtocolError\()\s*"(\w+)"')
# by the fold of a log that no server writes, and by what only reads logs
NEVER_SENT = {
    "number", "time", "due", "leg", "roll_index", "no_roll", "no_forfeit", "outcome", "count", "not_over",
    "rules_version", "finished_position", "host_only", "unknown_event", "bad_event",
}  # fmt: skip


def section(title: str) -> str:
    return TEXT.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def row(section: str, name: str) -> str:
    [line] = [line for line in section.splitlines() if line.startswith(f"| `{name}` |")]
    return line


@pytest.mark.parametrize(
    ("kind", "title"),
    [(kind, "Messages to the server") for kind in get_args(m.ToServer)]
    + [(kind, "Messages to the client") for kind in get_args(m.ToClient)],
)
def test_every_message_stands_there_with_every_field(kind: type[m.Message], title: str) -> None:
    described = row(section(title), str(kind.__struct_config__.tag))

    assert not [field for field in kind.__struct_fields__ if f"`{field}`" not in described]


@pytest.mark.parametrize("name", KINDS)
def test_every_event_stands_there_with_every_field(name: str) -> None:
    described = row(section("Events"), name)

    own = {field.name for field in fields(KINDS[name])} - {"number", "at"}
    assert not [field for field in own if f"`{field}`" not in described]


def test_the_entries_of_the_list_stand_there_with_every_field() -> None:
    described = section("Messages to the client")

    for kind in (m.TableInfo, m.SeatInfo):
        assert not [field.name for field in msgspec.structs.fields(kind) if f"`{field.name}`" not in described]


def test_every_code_stands_there() -> None:
    sources = [*(ROOT / "netgame").glob("*.py"), *(ROOT / "server").glob("*.py"), *(ROOT / "protocol").glob("*.py")]
    codes = {code for source in sources for code in CODE.findall(source.read_text("utf-8"))}

    assert len(codes) > 40
    assert not {code for code in codes - NEVER_SENT if f"`{code}`" not in section("Codes")}


def test_the_limits_are_those_of_the_program() -> None:
    limits = section("Frames")

    assert (framing.UNSIGNED, framing.TO_SERVER, framing.TO_CLIENT) == (4 * 1024, 16 * 1024, 1024 * 1024)
    for words in ("4 KiB", "16 KiB", "1 MiB", "64 KiB"):
        assert words in limits
    for number in (framing.MAX_ARRAY, framing.MAX_MAP, framing.MAX_DEPTH, framing.MAX_ID):
        assert str(number) in limits
    assert framing.encode(m.Ping(), 7).hex(" ") in limits
