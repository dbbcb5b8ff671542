"""The messages on the control socket: one JSON object a line.

A request is `{"do": "tables", ...}`. The answer is any number of `{"row": {...}}` and then either `{"ok": {...}}` or
`{"error": "a sentence"}`. The next request may follow.
"""

import json
from typing import Any

from netgame.text import Arg, Text
from protocol.errors import WireError

CONTROL_FILE = "control.sock"  # in the data folder of a server
MAX_LINE = 64 * 1024  # of a request
AMBIGUOUS = "ambiguous"  # the code beside an error that the client raises as `Ambiguous`

Fields = dict[str, Any]


class CommandError(WireError):
    """A command was not carried out."""

    def __init__(self, text: Text | str, /, **args: Arg) -> None:
        super().__init__("control", text, **args)


class Ambiguous(CommandError):
    """The name in a command could mean several users, so nothing was done."""


class NoServer(CommandError):
    """No server listens on the control socket."""


def encode_line(message: Fields) -> bytes:
    """Encode a message."""
    return json.dumps(message, ensure_ascii=False).encode(errors="replace") + b"\n"


def decode_line(line: bytes) -> Fields:
    """Decode a message; `CommandError` if it is not valid."""
    try:
        message = json.loads(line)
        json.dumps(message, ensure_ascii=False).encode()  # JSON can hold texts that no database takes
    except (ValueError, RecursionError) as error:
        raise CommandError("That was not a valid request") from error
    if not isinstance(message, dict):
        raise CommandError("That was not a valid request")
    return message
