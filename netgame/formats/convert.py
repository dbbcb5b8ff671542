"""Read and write the file of a match in any format: a record, or the format of another program."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import zip_longest

from netgame.formats.base import Format, FormatError, decoded, from_transcript, replayed, to_transcript
from netgame.formats.registry import FORMATS
from netgame.games import GAMES
from netgame.match.create import created_event, new_match
from netgame.match.events import Ended, Event, LegEnded, TakenBack
from netgame.match.evolve import replay
from netgame.match.state import Match
from netgame.options import option_values
from netgame.records.comments import Comments
from netgame.records.reader import load_record
from netgame.records.writer import write_record
from netgame.text import Arg, Text

RECORD = "record"
FORMS = (RECORD, *FORMATS)


@dataclass(frozen=True)
class LoadedMatch:
    """The match of a file. `form` is `record`, or the key of another program's format."""

    form: str
    log: tuple[Event, ...]
    match: Match
    comments: Comments = field(default_factory=dict)


def read_file(
    data: bytes,
    suffix: str = "",
    form: str | None = None,
    names: tuple[str, str] = ("", ""),
    title: str = "",
    at: int = 0,
) -> LoadedMatch:
    """Return the match of a file after checking all of it. Raise `RecordError` or `FormatError` with the wrong place.

    Without `form` the content tells the format, or else the suffix of the file's name. `names`, `title` and the time
    `at` are for formats without them.
    """
    form = form or form_of(data, suffix) or RECORD  # whose error says how a record begins
    if form == RECORD:
        record = load_record(data, GAMES)
        return LoadedMatch(form, record.log, record.match, record.comments)
    log = from_transcript(FORMATS[form].read(decoded(data)), at, names, title)
    return LoadedMatch(form, log, replay(log, GAMES))


def form_of(data: bytes, suffix: str = "") -> str | None:
    """Return the format that a file seems to have by its content and the suffix of its name, or None."""
    text = data.decode("utf-8-sig", errors="replace")
    if text.startswith("netgame "):
        return RECORD
    seeming = [form for form in FORMATS.values() if form.recognises(text)]
    named = [form for form in FORMATS.values() if form.suffix == suffix.lstrip(".").lower()]
    both = [form for form in named if form in seeming]
    return next((form.key for form in (*both, *named, *seeming)), None)


@cache
def forms_for(game: str) -> tuple[Format, ...]:
    """Return the formats of other programs that know a game. Only writing shows whether one can hold a match."""
    match = new_match(created_event(GAMES[game](), at=0), GAMES)
    found = []
    for form in FORMATS.values():
        with suppress(FormatError):
            form.write(match)
            found.append(form)
    return tuple(found)


def write_file(loaded: LoadedMatch, form: str) -> tuple[str, tuple[Text, ...]]:
    """Return the match in that format, and what the file leaves out. Raise `FormatError` if the format cannot hold it.

    The text is read again: it must give the same moves, and the same result of every leg that ends in both.
    """
    if form == RECORD:
        return write_record(loaded.log, loaded.comments), ()
    target = FORMATS[form]
    text = target.write(loaded.match)
    try:
        again = replayed(target.read(text))
    except FormatError as exc:
        raise FormatError(
            Text("the format {form} cannot hold this match: {reason}", {"form": form, "reason": str(exc)})
        ) from exc
    match = loaded.match
    if match.game.key != again.game.key or _first_board(match) != _first_board(again) or _moves(match) != _moves(again):
        raise FormatError(
            Text("the format {form} cannot hold this match: it would be read as another match", {"form": form})
        )
    for one, other in zip(match.legs_ended, again.legs_ended, strict=False):
        if (one.winner, one.scores) != (other.winner, other.scores):
            args: dict[str, Arg] = {"form": form, "leg": one.leg + 1, "reason": _how(one)}
            raise FormatError(Text("the format {form} cannot hold how leg {leg} ended: {reason}", args))
    return text, tuple(_left_out(form, loaded, again))


def _first_board(match: Match) -> str:
    return match.game.write_position(match.history[0].state if match.history else match.state)


def _moves(match: Match) -> list[tuple[str, ...]]:
    legs = list(to_transcript(match).legs)
    while legs and not legs[-1]:
        legs.pop()
    return legs


def _how(ended: LegEnded | Ended) -> str:
    return ended.reason if ended.player is None else f"{ended.reason} by player {ended.player}"


def _left_out(form: str, loaded: LoadedMatch, again: Match) -> Iterator[Text]:
    """Yield what the file leaves out besides names, times, offers, pauses and absence; `again` is its match."""
    match = loaded.match
    if match.created.clock != "none":
        yield Text("the format {form} leaves out the clock {clock}", {"form": form, "clock": match.created.clock})
    if any(isinstance(event, TakenBack) for event in loaded.log):
        yield Text("the format {form} leaves out moves that were taken back", {"form": form})
    if loaded.comments:
        yield Text("the format {form} leaves out comments", {"form": form})
    for name, value in option_values(match.game).items():
        if option_values(again.game)[name] != value:
            args: dict[str, Arg] = {"form": form, "option": name, "value": str(value)}
            yield Text("the format {form} leaves out that the option {option} is {value}", args)
    for one, other in zip_longest(match.legs_ended, again.legs_ended):
        if one and not other:
            args = {"form": form, "leg": one.leg + 1, "reason": _how(one)}
            yield Text("the format {form} leaves out how leg {leg} ended: {reason}", args)
    if match.ended and match.ended.reason != "legs":
        args = {"form": form, "reason": _how(match.ended)}
        yield Text("the format {form} leaves out how the match ended: {reason}", args)
    elif match.ended and again.ended and match.ended.winner != again.ended.winner:
        yield Text("the format {form} leaves out the winner of the match", {"form": form})
