"""Matches as other programs keep them: what their files have in common, as a value, and the log that can be made of it.

A file format of another program is a `Format`; it stands beside its game, in `netgame.formats.registry`.
"""

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from netgame.errors import RulesError
from netgame.game import Game, Seat
from netgame.match import HOST, Refused, act, new_match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play, Resign, Sit
from netgame.match.create import created_event
from netgame.match.events import Created, Event, LegEnded, Rolled
from netgame.match.state import Match, MatchError, player_of, seat_of, to_act
from netgame.text import Text

MAX_TEXT = 1 << 20  # bytes or characters of a file; the longest matches known take a tenth of it
_NESTED = 32  # how deep lists and objects of a file may lie in each other; no format needs a quarter of it
_DICE = "{game} is played with dice, which such a file does not hold"


class FormatError(RulesError):
    """A file that is no match of its format. `reason` says why; `move` or `line`, from 1, says where, if it is known.

    Moves are counted in each leg, and `leg` counts from 0.
    """

    def __init__(
        self, reason: Text | str, /, *, move: int | None = None, leg: int = 0, line: int | None = None
    ) -> None:
        self.reason = reason if isinstance(reason, Text) else Text(reason)
        self.move, self.leg, self.line = move, leg, line
        super().__init__(self._sentence())

    def _sentence(self) -> Text:
        reason = str(self.reason)
        if self.line is not None:
            return Text("line {line}: {reason}", {"line": self.line, "reason": reason})
        if self.move is None:
            return self.reason
        if self.leg:
            return Text(
                "move {move} of leg {leg}: {reason}", {"move": self.move, "leg": self.leg + 1, "reason": reason}
            )
        return Text("move {move}: {reason}", {"move": self.move, "reason": reason})


@dataclass(frozen=True)
class Stopped:
    """How a leg ended that the board did not end: that side resigned, or None: both agreed to stop."""

    resigned: Seat | None = None


@dataclass(frozen=True)
class Transcript:
    """The moves of a match in our notation, leg by leg; without names, times and dice.

    Every leg starts from `position`, or from the start of the game. `ends` says by leg how it ended where the board did
    not end it; where it says nothing, a leg with another one after it was stopped by agreement, and the last one is
    unfinished.
    """

    game: Game[Any, Any]
    position: str | None
    legs: tuple[tuple[str, ...], ...]
    ends: tuple[Stopped | None, ...] = ()


class Format(ABC):
    """How another program keeps a match in a file."""

    key: ClassVar[str]  # for command lines: a short word
    title: ClassVar[str]  # what people call it
    suffix: ClassVar[str]  # of its files, without the dot

    def recognises(self, text: str) -> bool:
        """Whether a text looks like a file of this format rather than of another one; cheap, and never an error."""
        return text.lstrip()[:1] in ("{", "[") if self.suffix == "json" else False

    @abstractmethod
    def read(self, text: str) -> Transcript:
        """The match of a file, every move checked by playing it again (`replayed`). `FormatError` names a wrong one."""

    @abstractmethod
    def write(self, match: Match) -> str:
        """The file of a match. `FormatError` for one that the format cannot hold, another game's among them."""


def from_transcript(
    transcript: Transcript, at: int = 0, names: tuple[str, str] = ("", ""), title: str = ""
) -> tuple[Event, ...]:
    """A log of the match, with every event at that time; whoever has no name is called by his number.

    The game checks every move: `FormatError` names the first that is not legal. An unfinished match has a log that
    just ends.
    """
    return _retold(transcript, at, names, title).log


def replayed(transcript: Transcript) -> Match:
    """The match that a transcript adds up to. `FormatError` names the first move that is not legal."""
    return _retold(transcript, 0, ("", ""), "").match


def _retold(transcript: Transcript, at: int, names: tuple[str, str], title: str) -> "_Retelling":
    game = transcript.game
    created = created_event(game, at=at, title=title, position=transcript.position)
    retelling = _Retelling(created, game)
    for player, name in enumerate(names):
        retelling.do(Sit(player_of(player, 0), "", name or f"player {player + 1}"), HOST)
    retelling.play(transcript)
    return retelling


class _Retelling:
    """A log while a transcript is played again, through the same commands as at a table."""

    def __init__(self, created: Created, game: Game[Any, Any]) -> None:
        try:
            self.match = new_match(created, {game.key: type(game)})
        except MatchError as exc:
            raise FormatError(exc.reason) from exc
        self._log: list[Event] = [created]
        self._leg = 0
        self._move: int | None = None

    @property
    def log(self) -> tuple[Event, ...]:
        return tuple(self._log)

    def do(self, command: Command, by: Any) -> None:
        done = act(self.match, command, by, self.match.at, self._no_dice)
        if isinstance(done, Refused):
            self._fail(done.text)
        events, self.match = done
        self._log += events

    def play(self, transcript: Transcript) -> None:
        last = len(transcript.legs) - 1
        for leg, moves in enumerate(transcript.legs):
            self._leg, self._move = leg, None
            if leg:
                self._start_leg()
            for number, move in enumerate(moves, 1):
                self._move = number
                self._play(move)
            self._move = None
            given = transcript.ends[leg] if leg < len(transcript.ends) else None
            self._stop(given or (Stopped() if leg < last else None))

    def _start_leg(self) -> None:
        if self.match.ended:
            self._fail(Text("the match is over after {count} legs", {"count": self._leg}))
        for player in (0, 1):
            self.do(MakeReady(), player)

    def _play(self, move: str) -> None:
        if self.match.phase != "playing":
            self._fail(Text("the game is over before this move"))
        self.do(Play(self.match.position, move), to_act(self.match))

    def _stop(self, how: Stopped | None) -> None:
        if how is None or self.match.phase != "playing":
            return
        if how.resigned is not None:
            self.do(Resign(), player_of(how.resigned, self._leg))
        elif self.match.game.agreed(self.match.state) is None:
            self._fail(Text("leg {leg} stops before its end", {"leg": self._leg + 1}))
        else:
            self.do(MakeOffer("count"), 0)
            self.do(AnswerOffer(self.match.number, accept=True), 1)

    def _no_dice(self, count: int, sides: int) -> NoReturn:
        self._fail(Text(_DICE, {"game": self.match.game.title}))

    def _fail(self, reason: Text) -> NoReturn:
        raise FormatError(reason, move=self._move, leg=self._leg)


def to_transcript(match: Match) -> Transcript:
    """What a transcript keeps of a match. `FormatError` for a match with dice."""
    if any(isinstance(step.event, Rolled) for step in match.history):
        raise FormatError(Text(_DICE, {"game": match.game.title}))
    legs: list[list[str]] = [[]]
    for step in match.history:
        if step.leg == len(legs):
            legs.append([])
        if step.move is not None:
            legs[step.leg].append(step.notation)
    ends = tuple(_stopped(ended) for ended in match.legs_ended)
    return Transcript(match.game, match.created.position, tuple(map(tuple, legs)), ends)


def _stopped(ended: LegEnded) -> Stopped | None:
    match ended.reason:
        case "board":
            return None
        case "agreed":
            return Stopped()
    assert ended.player is not None, "somebody resigned"
    return Stopped(seat_of(ended.player, ended.leg))


# ---- for formats


def decoded(data: bytes) -> str:
    """The text of a file. `FormatError` for one that is too long or no text."""
    if len(data) > MAX_TEXT:
        raise FormatError(Text("a file has at most {limit} bytes", {"limit": MAX_TEXT}))
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        raise FormatError("this is no UTF-8 text", line=data.count(b"\n", 0, exc.start) + 1) from exc


def read_json(text: str) -> Any:
    """The plain value of a JSON text: objects, lists, texts, whole numbers, true, false, null. `FormatError` otherwise.

    A name given twice in one object, a fraction, and values nested too deep are refused.
    """
    if len(text) > MAX_TEXT:
        raise FormatError(Text("a file has at most {limit} characters", {"limit": MAX_TEXT}))
    if _depth(text) > _NESTED:
        raise FormatError("values are nested too deep")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)
    except json.JSONDecodeError as exc:
        raise FormatError(Text("this is no JSON: {problem}", {"problem": exc.msg}), line=exc.lineno) from exc
    except ValueError as exc:  # a number of thousands of digits
        raise FormatError("a number is too large") from exc


def _depth(text: str) -> int:
    """The deepest nesting there can be; brackets inside texts count as well, which no format has."""
    depth = deepest = 0
    for char in text:
        if char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise FormatError("a name is given twice in one object")
    return found


def _no_number(text: str) -> NoReturn:
    raise FormatError(Text("{number} is no whole number", {"number": text[:20]}))
