"""Events as lines of a record, and back: `17 +62.310 298.000/300.000 moved 0 dA6-B6`."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from netgame.match import events
from netgame.match.events import KINDS, Event, OfferKind, Proof, Rating, RatingChange
from netgame.records.lines import LineError, quote, read_bytes, unquote, write_bytes

SIGNED_LABEL, SEALED_LABEL = "signed ", "sealed "
MOST_DICE = 16  # in a roll; no game needs a quarter of them


_START = re.compile(
    r"([0-9]{1,9}) \+([0-9]{1,12}\.[0-9]{3})(?: ([0-9]{1,12}\.[0-9]{3})/([0-9]{1,12}\.[0-9]{3}))? ([a-z_]{1,20})"
)


@dataclass(frozen=True)
class _Part:
    """A field of an event as text, with the space before it. An optional field is left out with its default value."""

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]
    optional: bool = False


def _last(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a reader of the last word."""
    return lambda text: read(text.rsplit(" ", 1)[-1])


def _one_of(words: Any) -> _Part:
    """Return the part for a word of a `Literal`."""
    return _Part(f" (?:{'|'.join(get_args(words))})", lambda word: f" {word}", str.strip)


def _named(label: str, pattern: str, default: int | None) -> _Part:
    """Return the part for a whole number after its label, left out if it is the default."""
    return _Part(
        f"(?: {label} {pattern})?",
        lambda number: "" if number == default else f" {label} {number}",
        lambda text: int(text.rsplit(" ", 1)[1]) if text else default,
        optional=True,
    )


def _two(text: str) -> tuple[int, int]:
    first, second = text.split()[-2:]
    return int(first), int(second)


def _decimal(number: int, places: int) -> str:
    """Return a whole number with decimal places: `-1.05` for -105 with two places."""
    whole, rest = divmod(abs(number), 10**places)
    return f"{'-' if number < 0 else ''}{whole}.{rest:0{places}}"


def _digits(text: str) -> int:
    return int(text.replace(".", ""))


def _write_rating(rating: Rating) -> str:
    value, deviation, volatility = rating
    return f"{_decimal(value, 2)} {_decimal(deviation, 2)} {_decimal(volatility, 6)}"


def _write_ratings(ratings: tuple[RatingChange, RatingChange] | None) -> str:
    return "".join(
        f" rating {player} {_write_rating(change.before)} to {_write_rating(change.after)}"
        for player, change in enumerate(ratings or ())
    )


def _read_ratings(text: str) -> tuple[RatingChange, ...] | None:
    numbers = [_digits(word) for word in text.split() if "." in word]
    found = [(numbers[i], numbers[i + 1], numbers[i + 2]) for i in range(0, len(numbers), 3)]
    changes = zip(found[::2], found[1::2], strict=True)
    return tuple(RatingChange(before=before, after=after) for before, after in changes) or None


_BYTES = "[A-Za-z0-9_-]{43}"
_NUMBER = r"[0-9]{1,9}"
_SIGNED_LINE = re.compile(rf"{SIGNED_LABEL}({_NUMBER}) ([A-Za-z0-9_-]{{86}})")
_SEALED_LINE = re.compile(rf"{SEALED_LABEL}([A-Za-z0-9_-]{{86}})")
_MS = r"[0-9]{1,15}"
_SIGNED = r"-?[0-9]{1,9}"
_RATING = rf" -?{_NUMBER}\.[0-9]{{2}} {_NUMBER}\.[0-9]{{2}} {_NUMBER}\.[0-9]{{6}}"
_PLAYER = _Part(" [01]", lambda player: f" {player}", int)
_COUNT = _Part(f" {_NUMBER}", lambda number: f" {number}", int)
_QUOTED = _Part(r' "(?:[^"\\]++|\\.)*+"', lambda text: f" {quote(text)}", lambda text: unquote(text[1:]))
_ACCOUNT = _Part(
    rf" account{_QUOTED.pattern}",
    lambda text: f" account {quote(text)}",
    lambda text: unquote(text[len(" account ") :]),
)
_READY = _Part("(?: not ready)?", lambda ready: "" if ready else " not ready", lambda text: not text, optional=True)
_COMPUTER = _Part(
    rf"(?: computer{_QUOTED.pattern})?",
    lambda text: text and f" computer {quote(text)}",
    lambda text: unquote(text[len(" computer ") :]) if text else "",
    optional=True,
)
_KEY = _Part(
    f"(?: key {_BYTES})?",
    lambda key: f" key {write_bytes(key)}" if key else "",
    lambda text: read_bytes(text.rsplit(" ", 1)[1]) if text else b"",
    optional=True,
)
_LEG = _Part(f" leg {_NUMBER}", lambda leg: f" leg {leg}", _last(int))
_INDEX = _Part(f" roll {_NUMBER}", lambda index: f" roll {index}", _last(int))
_DICE = _Part(
    f" dice {_NUMBER}(?:-{_NUMBER}){{0,{MOST_DICE - 1}}}",
    lambda dice: " dice " + "-".join(map(str, dice)),
    _last(lambda dice: tuple(map(int, dice.split("-")))),
)
_LINK = _Part(f" {_BYTES}", lambda link: f" {write_bytes(link)}", _last(read_bytes))
_MOVE_LINK = _Part(
    f"(?: link {_BYTES})?",
    lambda link: f" link {write_bytes(link)}" if link else "",
    lambda text: read_bytes(text.rsplit(" ", 1)[1]) if text else b"",
    optional=True,
)
_CONDITIONAL = _Part(
    "(?: conditional)?", lambda is_it: " conditional" if is_it else "", lambda text: bool(text), optional=True
)
_ORIGIN = _Part(f" {_BYTES}/[!-.0-~]{{1,40}}", lambda origin: f" {origin}", lambda text: text[1:])
_DIGEST = _Part(
    "(?: digest [A-Za-z0-9_-]{8})?",
    lambda digest: f" digest {write_bytes(digest)}" if digest else "",
    lambda text: read_bytes(text.rsplit(" ", 1)[1]) if text else b"",
    optional=True,
)
_REST = _Part(" .+", lambda text: f" {text}", lambda text: text[1:])
_TO = _Part(f" to {_NUMBER}", lambda number: f" to {number}", _last(int))
_SECONDS = _Part(r" [0-9]{1,12}\.[0-9]{3}", lambda ms: f" {_decimal(ms, 3)}", _last(_digits))
_WINNER = _Part(
    "(?: winner [01]| draw)",
    lambda player: " draw" if player is None else f" winner {player}",
    lambda text: None if text == " draw" else int(text[-1]),
)
_WHO = _named("by", "[01]", None)
_SCORES = _Part(f" scores {_SIGNED} {_SIGNED}", lambda pair: f" scores {pair[0]} {pair[1]}", _two)
_TOTALS = _Part(f" totals {_SIGNED} {_SIGNED}", lambda pair: f" totals {pair[0]} {pair[1]}", _two)
_RATINGS = _Part(
    f"(?: rating 0{_RATING} to{_RATING} rating 1{_RATING} to{_RATING})?", _write_ratings, _read_ratings, optional=True
)

_FORMS: Mapping[type[Event], Mapping[str, _Part]] = {
    events.Seated: {
        "player": _PLAYER,
        "name": _QUOTED,
        "account": _ACCOUNT,
        "ready": _READY,
        "computer": _COMPUTER,
        "key": _KEY,
    },
    events.Unseated: {"player": _PLAYER},
    events.Committed: {"player": _PLAYER, "tip": _LINK},
    events.Ready: {"player": _PLAYER},
    events.Started: {"leg": _LEG, "digest": _DIGEST},
    events.Revealed: {"player": _PLAYER, "link": _LINK},
    events.Rolled: {"player": _PLAYER, "index": _INDEX, "dice": _DICE, "digest": _DIGEST},
    # no notation of a game begins with these labels
    events.Moved: {
        "player": _PLAYER,
        "queued": _named("queued", _MS, 0),
        "lag": _named("lag", _MS, 0),
        "link": _MOVE_LINK,
        "conditional": _CONDITIONAL,
        "seen": _named("seen", _NUMBER, 0),
        "digest": _DIGEST,
        "move": _REST,
    },
    events.Forfeited: {"player": _PLAYER},
    events.Offered: {"player": _PLAYER, "kind": _one_of(OfferKind), "to": _named("to", _NUMBER, None)},
    events.OfferClosed: {"offer": _COUNT, "outcome": _one_of(events.OfferOutcome)},
    events.TakenBack: {"player": _PLAYER, "to": _TO, "digest": _DIGEST},
    events.TimeAdded: {"player": _PLAYER, "ms": _SECONDS},
    events.DiceHandedOver: {},
    events.Paused: {"cause": _one_of(events.PauseCause)},
    events.Resumed: {},
    events.Rehosted: {"origin": _ORIGIN},
    events.Absent: {"player": _PLAYER, "cause": _one_of(events.AbsenceCause)},
    events.Returned: {"player": _PLAYER},
    events.LegEnded: {
        "leg": _LEG,
        "reason": _one_of(events.LegEnd),
        "player": _WHO,
        "winner": _WINNER,
        "scores": _SCORES,
    },
    events.Ended: {
        "reason": _one_of(events.MatchEnd),
        "player": _WHO,
        "winner": _WINNER,
        "totals": _TOTALS,
        "ratings": _RATINGS,
    },
}
_NAMES = {kind: name for name, kind in KINDS.items()}
_PATTERNS = {
    kind: re.compile("".join(f"(?P<{name}>{part.pattern})" for name, part in form.items()))
    for kind, form in _FORMS.items()
}


def write_proof(proof: Proof | None) -> Iterator[str]:
    """Yield the lines of the signatures under an event, which follow its own line."""
    if proof is not None and proof.signature:
        yield f"{SIGNED_LABEL}{proof.seen} {write_bytes(proof.signature)}"
    if proof is not None and proof.seal:
        yield f"{SEALED_LABEL}{write_bytes(proof.seal)}"


def read_proof(signed: str, sealed: str) -> Proof | None:
    """Return what these lines hold; an empty text is no line. Raise `LineError` for other texts."""
    seen, signature, seal = 0, b"", b""
    if signed:
        if (found := _SIGNED_LINE.fullmatch(signed)) is None:
            raise LineError("write the signature of a player like this: signed <number> <86 characters of base64url>")
        seen, signature = int(found[1]), read_bytes(found[2])
    if sealed:
        if (found := _SEALED_LINE.fullmatch(sealed)) is None:
            raise LineError("write the signature of the host like this: sealed <86 characters of base64url>")
        seal = read_bytes(found[1])
    return Proof(seen=seen, signature=signature, seal=seal) if signed or sealed else None


def write_event(event: Event, started_at: int) -> str:
    """Return the line of an event; times are seconds since `started_at`."""
    clocks = "" if event.clocks is None else f" {'/'.join(_decimal(ms, 3) for ms in event.clocks)}"
    line = f"{event.number} +{_decimal(event.at - started_at, 3)}{clocks} {_NAMES[type(event)]}"
    for name, part in _FORMS[type(event)].items():  # a server does this with each move
        line += part.write(getattr(event, name))
    return line


def read_event(line: str, started_at: int) -> Event:
    """Return the event of a line. Raise `LineError` for other text. The event may not fit the match."""
    start = _START.match(line)
    if start is None:
        raise LineError("an event begins with its number, its time as +seconds.milliseconds, and its kind")
    number, time, first, second, word = start.groups()
    kind = KINDS.get(word)
    if kind is None or kind not in _FORMS:
        raise LineError("this version of records has no event called {kind}", kind=word)
    found = _PATTERNS[kind].fullmatch(line, start.end())
    if found is None:
        parts = [f"[{name}]" if part.optional else f"<{name}>" for name, part in _FORMS[kind].items()]
        raise LineError("write an event {kind} like this: {form}", kind=word, form=" ".join((word, *parts)))
    clocks = None if first is None else (_digits(first), _digits(second))
    values = {name: part.read(found[name]) for name, part in _FORMS[kind].items()}
    return kind(number=int(number), at=started_at + _digits(time), clocks=clocks, **values)
