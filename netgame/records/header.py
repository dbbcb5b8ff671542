"""The head of a record: game, versions, options, agreements, title, position and players."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any

from netgame.errors import NotationError, OptionError, RulesError
from netgame.match.absence import AbsenceError
from netgame.match.create import new_match
from netgame.match.events import Created, Event, OptionValue, Seated, Unseated
from netgame.match.state import Games, InvalidEvent, Match, MatchError
from netgame.match.time_control import ControlError
from netgame.records.lines import Lines, RecordError, quote, unquote

MAGIC = "netgame record 1"
NOBODY = "nobody"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z")
_OPTION = re.compile(r"option ([a-z_0-9]{1,40}): (.+)")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_WORDS: dict[str, OptionValue] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class _Line:
    """A field of `Created` besides game, options and clock, as a line that is left out for the default value."""

    pattern: str
    example: str
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


_FLAG = _Line("true|false", "true", json.dumps, json.loads)
_OPTIONAL = {  # in the order of the lines
    "match_rules": _Line("[0-9]{1,9}", "2", str, int),
    "absence": _Line("[a-z]{1,20}(?: [0-9]{1,9})?", "forfeit 60"),
    "rated": _FLAG,
    "rated_computers": _FLAG,
    "hints": _FLAG,
    "access": _Line("code|invited", "code"),
    "spectators": _FLAG,
    "spectator_chat": _FLAG,
    "dice": _Line("players", "players"),
    "delay": _Line("[0-9]{1,9}", "30", str, int),
    "previous": _Line('".*', '"t5k9"', quote, unquote),
    "score": _Line(
        "[0-9]{1,9} [0-9]{1,9} [0-9]{1,9}",
        "1 0 2",
        lambda score: " ".join(map(str, score)),
        lambda text: tuple(map(int, text.split())),
    ),
    "tournament": _Line("[!-~]{1,40}", "q3zk5a"),
    "vacations": _FLAG,
    "pauses": _FLAG,
    "origin": _Line("[!-~]{1,100}", "FHhUwvi5H_dRE0qEkbyCwt1blu1tmfsbMAd-7Tq0mkI/t5k9"),
}
_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(Created) if field.name in _OPTIONAL}


def write_head(log: Sequence[Event]) -> Iterator[str]:
    """Yield the lines of the head. Raise `ValueError` for a log that does not begin with `Created`."""
    created = log[0] if log else None
    if not isinstance(created, Created):
        raise ValueError("a log begins with the event Created")
    yield from write_created(created)
    names = [NOBODY, NOBODY]
    for event in log:
        if isinstance(event, Seated):
            names[event.player] = quote(event.name)
        elif isinstance(event, Unseated):
            names[event.player] = NOBODY
    for player, name in enumerate(names):
        yield f"player {player}: {name}"


def write_created(created: Created) -> Iterator[str]:
    """Yield the lines of the table itself."""
    yield MAGIC
    yield f"game: {created.game}"
    yield f"rules: {created.rules}"
    for name in sorted(created.options):
        value = created.options[name]
        yield f"option {name}: {quote(value) if isinstance(value, str) else json.dumps(value)}"
    yield f"clock: {created.clock}"
    for name, line in _OPTIONAL.items():
        if (value := getattr(created, name)) != _DEFAULTS[name]:
            yield f"{name}: {line.write(value)}"
    yield f"title: {quote(created.title)}"
    if created.position is not None:
        yield f"position: {created.position}"
    yield f"created: {write_time(created.at)}"


def write_time(at: int) -> str:
    """Return a time in ms as in a record: 2026-05-01T18:00:00.000Z."""
    return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_head(lines: Lines, games: Games) -> tuple[Created, Match]:
    """Return the event `created` of a head, and the match that it begins."""
    if lines.next() != MAGIC:
        raise lines.record_error('the first line of a record is "{magic}"', magic=MAGIC)
    game = lines.value("game")
    rules = lines.value("rules")
    if not re.fullmatch("[0-9]{1,9}", rules):
        raise lines.record_error("the version of the rules must be a number")
    options = _read_options(lines)
    clock = lines.value("clock")
    optional: dict[str, Any] = {}
    for name, line in _OPTIONAL.items():
        if lines.next_is(f"{name}: "):
            text = lines.value(name)
            if not re.fullmatch(line.pattern, text):
                raise lines.record_error("write this line like: {line}", line=f"{name}: {line.example}")
            optional[name] = _checked(lines, line.read, text)
    title = _checked(lines, unquote, lines.value("title"))
    position = lines.value("position") if lines.next_is("position: ") else None
    at = _read_time(lines)
    created = Created(
        number=1,
        at=at,
        title=title,
        game=game,
        rules=int(rules),
        options=options,
        position=position,
        clock=clock,
        **optional,
    )
    try:
        match = new_match(created, games)
    except MatchError as exc:
        raise RecordError(_blamed(lines.all[: lines.number], exc.__cause__), exc.reason) from exc
    for number, written in enumerate(write_created(created), 1):
        lines.expect(number, written)
    # the names are checked when the seats are known
    lines.value("player 0")
    lines.value("player 1")
    return created, match


def check_players(lines: Lines, match: Match) -> None:
    """Check the players in the head, once the match has started and they cannot change."""
    first = lines.all.index("") - 1  # the head ends with its two players
    for player, seated in enumerate(match.seats):
        lines.expect(first + player, f"player {player}: {quote(seated.name) if seated else NOBODY}")


def _read_options(lines: Lines) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    while lines.next_is("option "):
        found = _OPTION.fullmatch(lines.next())
        if found is None:
            raise lines.record_error("write an option like this: option <name>: <value>")
        name, text = found.groups()
        if name in options:
            raise lines.record_error("the option {option} appears twice", option=name)
        if text in _WORDS:
            options[name] = _WORDS[text]
        else:
            options[name] = int(text) if _NUMBER.fullmatch(text) else _checked(lines, unquote, text)
    return options


def _checked(lines: Lines, read: Callable[[str], Any], text: str) -> Any:
    """Return the value of a text in the last line read. Raise `RecordError` if the text is wrong."""
    try:
        return read(text)
    except RulesError as exc:
        raise RecordError(lines.number, exc.text) from exc


def _read_time(lines: Lines) -> int:
    found = _TIME.fullmatch(lines.value("created"))
    if found is None:
        raise lines.record_error("write a time like 2026-05-01T18:00:00.000Z")
    year, month, day, hour, minute, second, ms = map(int, found.groups())
    try:
        moment = datetime(year, month, day, hour, minute, second, ms * 1000, tzinfo=UTC)
    except ValueError as exc:
        raise lines.record_error("this time does not exist") from exc
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _blamed(head: list[str], cause: BaseException | None) -> int:
    """Return the line of the head that caused an error of `new_match`."""
    match cause:
        case InvalidEvent(code="unknown_game"):
            label = "game: "
        case InvalidEvent(code="rules_version"):
            label = "rules: "
        case OptionError() | InvalidEvent(code="unknown_option"):
            return _blamed_option(head, cause)
        case ControlError():
            label = "clock: "
        case AbsenceError():
            label = "absence: "
        case InvalidEvent(code="match_rules" | "delay" | "score" | "origin" as code):
            label = f"{code}: "
        case NotationError() | InvalidEvent(code="finished_position" | "rated_position"):
            label = "position: "
        case _:
            label = "created: "
    return _line_of(head, label)


def _blamed_option(head: list[str], error: RulesError) -> int:
    name = error.text.args.get("option")
    if name is None:  # options that do not fit together: take the first one in the sentence
        words = re.findall(r"\w+", str(error.text))
        for number, line in enumerate(head, 1):
            if (found := _OPTION.fullmatch(line)) and found[1] in words:
                return number
        return _line_of(head, "option ")
    label = f"option {name}: "
    # a missing option has no line; take the line after the options
    return _line_of(head, label if any(line.startswith(label) for line in head) else "clock: ")


def _line_of(head: list[str], label: str) -> int:
    return next((number for number, line in enumerate(head, 1) if line.startswith(label)), len(head))
