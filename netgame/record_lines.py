"""The lines of a record: a reader that knows where it is, and events as text: `17 +62.310 moved 0 dA6-B6`."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from netgame.errors import RulesError
from netgame.events import (
    KINDS,
    Ended,
    Event,
    Forfeited,
    LegEnded,
    Moved,
    OfferClosed,
    Offered,
    Ready,
    Rolled,
    Seated,
    Started,
    Unseated,
    kind_of,
)
from netgame.text import Arg, Text

MOST_DICE = 16  # in a roll; no game throws a quarter of them

# what an editor or a terminal would not show as itself: control, invisible and direction-changing characters
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]")
_CONTROL = re.compile(f"[\x00-\x1f]|{_UNSAFE.pattern}")
_START = re.compile(r"([0-9]{1,9}) \+([0-9]{1,12})\.([0-9]{3}) ([a-z_]{1,20})")


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


@dataclass(frozen=True)
class _Part:
    """A field of an event as text, with the blank in front of it."""

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


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


def _two(text: str) -> tuple[int, int]:
    first, second = text.split()[-2:]
    return int(first), int(second)


_NUMBER = r"[0-9]{1,9}"
_SIGNED = r"-?[0-9]{1,9}"
_PLAYER = _Part(" [01]", lambda player: f" {player}", int)
_COUNT = _Part(f" {_NUMBER}", lambda number: f" {number}", int)
_WORD = _Part(" [a-z]{1,20}", lambda word: f" {word}", str.strip)
_QUOTED = _Part(r' "(?:[^"\\]++|\\.)*+"', lambda text: f" {quote(text)}", lambda text: unquote(text[1:]))
_ACCOUNT = _Part(
    rf" account{_QUOTED.pattern}",
    lambda text: f" account {quote(text)}",
    lambda text: unquote(text[len(" account ") :]),
)
_LEG = _Part(f" leg {_NUMBER}", lambda leg: f" leg {leg}", lambda text: int(text.split()[1]))
_INDEX = _Part(f" roll {_NUMBER}", lambda index: f" roll {index}", lambda text: int(text.split()[1]))
_DICE = _Part(
    f" dice {_NUMBER}(?:-{_NUMBER}){{0,{MOST_DICE - 1}}}",
    lambda dice: " dice " + "-".join(map(str, dice)),
    lambda text: tuple(map(int, text.split()[1].split("-"))),
)
_REST = _Part(" .+", lambda text: f" {text}", lambda text: text[1:])
_WHO = _Part(
    "(?: by [01])?",
    lambda player: "" if player is None else f" by {player}",
    lambda text: int(text[-1]) if text else None,
)
_WINNER = _Part(
    "(?: winner [01]| draw)",
    lambda player: " draw" if player is None else f" winner {player}",
    lambda text: None if text == " draw" else int(text[-1]),
)
_SCORES = _Part(f" scores {_SIGNED} {_SIGNED}", lambda pair: f" scores {pair[0]} {pair[1]}", _two)
_TOTALS = _Part(f" totals {_SIGNED} {_SIGNED}", lambda pair: f" totals {pair[0]} {pair[1]}", _two)

_FORMS: Mapping[type[Event], Mapping[str, _Part]] = {
    Seated: {"player": _PLAYER, "name": _QUOTED, "account": _ACCOUNT},
    Unseated: {"player": _PLAYER},
    Ready: {"player": _PLAYER},
    Started: {"leg": _LEG},
    Rolled: {"player": _PLAYER, "index": _INDEX, "dice": _DICE},
    Moved: {"player": _PLAYER, "move": _REST},
    Forfeited: {"player": _PLAYER},
    Offered: {"player": _PLAYER, "kind": _WORD},
    OfferClosed: {"offer": _COUNT, "outcome": _WORD},
    LegEnded: {"leg": _LEG, "reason": _WORD, "player": _WHO, "winner": _WINNER, "scores": _SCORES},
    Ended: {"reason": _WORD, "player": _WHO, "winner": _WINNER, "totals": _TOTALS},
}
_COMMON = {item.name for item in fields(Event)}
_PATTERNS = {
    kind: re.compile("".join(f"(?P<{name}>{part.pattern})" for name, part in form.items()))
    for kind, form in _FORMS.items()
}


def write_event(event: Event, started_at: int) -> str:
    """The line of an event; times are seconds since `started_at`."""
    seconds, ms = divmod(event.at - started_at, 1000)
    form = _FORMS[type(event)]
    rest = "".join(part.write(getattr(event, name)) for name, part in form.items())
    return f"{event.number} +{seconds}.{ms:03} {kind_of(type(event))}{rest}"


def read_event(line: str, started_at: int) -> Event:
    """The event of a line. `LineError` says what it is instead; whether it fits the match is not looked at."""
    start = _START.match(line)
    if start is None:
        raise LineError("a line of an event begins with its number, its time as +seconds.milliseconds, and its kind")
    number, seconds, ms, word = start.groups()
    kind = KINDS.get(word)
    if kind is None or kind not in _FORMS:
        raise LineError("there is no event called {kind} in a record of this version", kind=word)
    found = _PATTERNS[kind].fullmatch(line, start.end())
    if found is None:
        raise LineError("an event {kind} is written: {form}", kind=word, form=_shown(kind))
    values = {name: part.read(found[name]) for name, part in _FORMS[kind].items()}
    return kind(number=int(number), at=started_at + int(seconds) * 1000 + int(ms), **values)


def _shown(kind: type[Event]) -> str:
    return " ".join((kind_of(kind), *(f"<{name}>" for name in _FORMS[kind])))
