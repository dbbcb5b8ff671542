"""What goes over the control socket: one JSON object a line.

A request is `{"do": "tables", ...}`. The answer is any number of `{"row": {...}}`, and then either `{"ok": {...}}` or
`{"error": "a sentence"}`. Then the next request may follow.
"""

import json
from typing import Any

from server.admin.control.errors import ControlError

MAX_LINE = 64 * 1024  # of a request

Fields = dict[str, Any]


def line_of(message: Fields) -> bytes:
    """A message as it is sent."""
    return json.dumps(message, ensure_ascii=False).encode(errors="replace") + b"\n"


def message_of(line: bytes) -> Fields:
    """A line as a message; `ControlError` if it is none."""
    try:
        message = json.loads(line)
        json.dumps(message, ensure_ascii=False).encode()  # JSON can hold texts that no database takes
    except (ValueError, RecursionError) as error:
        raise ControlError("That was no request") from error
    if not isinstance(message, dict):
        raise ControlError("That was no request")
    return message


def text_in(request: Fields, name: str, default: str | None = None) -> str:
    """A text that a request carries; `ControlError` if it is missing."""
    value = request.get(name, default)
    if not isinstance(value, str):
        raise ControlError("The request needs {name}", name=name)
    return value


def number_in(request: Fields, name: str, default: int) -> int:
    """A number that a request carries, not below zero."""
    value = request.get(name, default)
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise ControlError("In this request {name} is a number", name=name)
    return value
