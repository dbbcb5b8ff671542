"""The messages on the control socket: one JSON object a line.

A request is `{"do": "tables", ...}`. The answer is any number of `{"row": {...}}` and then either `{"ok": {...}}` or
`{"error": "a sentence"}`. The next request may follow.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from server.errors import ServerError

MAX_LINE = 64 * 1024  # of a request

Fields = dict[str, Any]


class ControlError(ServerError):
    """A command was not carried out."""


class NoServer(ControlError):
    """No server listens on the control socket."""


@dataclass
class Answer:
    """The answer to a request."""

    ok: Fields = field(default_factory=dict)
    rows: list[Fields] = field(default_factory=list)


def encode_line(message: Fields) -> bytes:
    """Encode a message."""
    return json.dumps(message, ensure_ascii=False).encode(errors="replace") + b"\n"


def decode_line(line: bytes) -> Fields:
    """Decode a message; `ControlError` if it is not valid."""
    try:
        message = json.loads(line)
        json.dumps(message, ensure_ascii=False).encode()  # JSON can hold texts that no database takes
    except (ValueError, RecursionError) as error:
        raise ControlError("That was not a valid request") from error
    if not isinstance(message, dict):
        raise ControlError("That was not a valid request")
    return message


def text_field(request: Fields, name: str, default: str | None = None) -> str:
    """Return a text of a request; `ControlError` if it is missing."""
    value = request.get(name, default)
    if not isinstance(value, str):
        raise ControlError("The request needs {name}", name=name)
    return value


def number_field(request: Fields, name: str, default: int) -> int:
    """Return a number of a request that is not negative; `ControlError` if it is something else."""
    value = request.get(name, default)
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise ControlError("In this request {name} must be a number", name=name)
    return value
