"""The lines of a record: a reader that knows where it is, and texts in quotes."""

import json
import re

from netgame.errors import RulesError
from netgame.text import Arg, Text

MAX_RECORD = 1 << 20  # bytes, as for an upload; the longest match of the rules pages takes a fiftieth of it
MAX_EVENTS = 20_000  # bounds the time to fold one; nobody has played a tenth of it
COMMENT_LABEL = "comment "

# what an editor or a terminal would not show as itself: control, invisible and direction-changing characters
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]")
_CONTROL = re.compile(f"[\x00-\x1f]|{_UNSAFE.pattern}")


class LineError(RulesError):
    """A line of a record that is not what it should be."""


class RecordError(RulesError):
    """A text that is no record of a match. `line` counts from 1, `reason` says what is wrong with that line."""

    def __init__(self, line: int, reason: Text) -> None:
        super().__init__("line {line}: {reason}", line=line, reason=str(reason))
        self.line = line
        self.reason = reason


class Lines:
    """The lines of a text one after the other; `number` is that of the line read last."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
        self.number = 0

    def next(self) -> str:
        """The next line; an empty one after the end."""
        self.number += 1
        return self.all[self.number - 1] if self.number <= len(self.all) else ""

    def next_is(self, label: str) -> bool:
        """Whether the next line begins with that label."""
        return self.number < len(self.all) and self.all[self.number].startswith(label)

    def value(self, label: str) -> str:
        """What follows the label on the next line, which must have it."""
        line = self.next()
        if not line.startswith(f"{label}: "):
            raise self.error('this line should begin with "{label}: "', label=label)
        return line[len(label) + 2 :]

    def expect(self, number: int, line: str) -> None:
        """Refuse a line that is not the only right one."""
        if self.all[number - 1] != line:
            raise RecordError(number, Text("this line should read: {line}", {"line": line[:200]}))

    def error(self, template: str, /, **args: Arg) -> RecordError:
        """What is wrong with the line read last."""
        return RecordError(self.number, Text(template, args))


def quote(text: str) -> str:
    """Any text as a JSON string that looks like what it says."""
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def shown(text: str) -> str:
    """Any text on one line and harmless to a terminal, whatever control characters somebody wrote into it."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def unquote(text: str) -> str:
    """The text of a JSON string. `LineError` if it is none."""
    try:
        if text.startswith('"'):  # anything else could be nested deeper than can be read
            return str(json.loads(text))
    except ValueError as exc:
        raise LineError("{text} is no text in quotes", text=text[:40]) from exc
    raise LineError("{text} is no text in quotes", text=text[:40])
