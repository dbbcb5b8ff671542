"""The lines of a record: limits, errors, a cursor over lines, and quoted texts."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode

from netgame.errors import RulesError
from netgame.text import Arg, Text

MAX_RECORD = 8 << 20  # bytes; a match of as many events that both sides and the server sign takes half of it
MAX_EVENTS = 20_000  # bounds the time to replay a match; real ones have less than a tenth
COMMENT_LABEL = "comment "

# characters that an editor or a terminal does not show: control, invisible and direction-changing ones
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]")
_CONTROL = re.compile(f"[\x00-\x1f]|{_UNSAFE.pattern}")


class LineError(RulesError):
    """A line of a record is wrong."""


class RecordError(RulesError):
    """The text is not a record of a match. `line` counts from 1; `reason` says what is wrong with it."""

    def __init__(self, line: int, reason: Text) -> None:
        super().__init__("line {line}: {reason}", line=line, reason=str(reason))
        self.line = line
        self.reason = reason


class Lines:
    """A cursor over the lines of a text; `number` is that of the last line read."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
        self.number = 0

    def next(self) -> str:
        """Return the next line, or an empty one after the end."""
        self.number += 1
        return self.all[self.number - 1] if self.number <= len(self.all) else ""

    def next_is(self, label: str) -> bool:
        """Return whether the next line begins with that label."""
        return self.number < len(self.all) and self.all[self.number].startswith(label)

    def value(self, label: str) -> str:
        """Return the text after the label on the next line. Raise `RecordError` for another label."""
        line = self.next()
        if not line.startswith(f"{label}: "):
            raise self.record_error('this line should begin with "{label}: "', label=label)
        return line[len(label) + 2 :]

    def expect(self, number: int, line: str) -> None:
        """Raise `RecordError` unless the line with that number reads so."""
        if self.all[number - 1] != line:
            raise RecordError(number, Text("this line should read: {line}", {"line": line[:200]}))

    def record_error(self, template: str, /, **args: Arg) -> RecordError:
        """Return an error about the last line read."""
        return RecordError(self.number, Text(template, args))


def write_bytes(data: bytes) -> str:
    """Return bytes in base64url (RFC 4648) without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=") if data else ""


def read_bytes(text: str) -> bytes:
    """Return the bytes of a text that `write_bytes` gives. Raise `LineError` for other text."""
    try:
        data = urlsafe_b64decode(text + "==")
    except ValueError as exc:
        raise LineError("{text} is not base64url", text=text[:40]) from exc
    if write_bytes(data) != text:  # the last character has unused bits
        raise LineError("{text} is not base64url", text=text[:40])
    return data


def quote(text: str) -> str:
    """Return a text as a JSON string without hidden characters."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def shown(text: str) -> str:
    """Return a text on one line, with control and hidden characters escaped for terminals."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def unquote(text: str) -> str:
    """Return the text of a JSON string. Raise `LineError` for other text."""
    try:
        if text.startswith('"'):  # other JSON could be nested too deeply for the parser
            return str(json.loads(text))
    except ValueError as exc:
        raise LineError("{text} is not a text in quotes", text=text[:40]) from exc
    raise LineError("{text} is not a text in quotes", text=text[:40])
