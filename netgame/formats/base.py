"""File formats of other programs: the interface, the moves of a match as a value, and the log made of them.

A `Format` is a file in the folder of its game and an entry of `netgame.formats.registry`.
"""

import json
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, ClassVar, NoReturn

from netgame.errors import RulesError
from netgame.game import Game, Seat
from netgame.match import HOST, Refused, act, new_match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play, Resign, Sit
from netgame.match.create import created_event
from netgame.match.events import Event, Rolled
from netgame.match.state import Match, MatchError, player_of, seat_of, to_act
from netgame.text import N_, Text

MAX_TEXT = 1 << 20  # bytes or characters of a file; the longest known matches take a tenth of it
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
MAX_DEPTH = 32  # of nested lists and objects in a file; no format needs a quarter of it
_DICE = N_("{game} is played with dice, which such a file cannot hold")


class FormatError(RulesError):
    """The file is not a match in its format. `reason` says why; `move` or `line`, from 1, says where, if known.

    Moves are counted in each leg, and `leg` counts from 0.
    """

    def __init__(
        self, reason: Text | str, /, *, move: int | None = None, leg: int = 0, line: int | None = None
    ) -> None:
        self.reason = reason if isinstance(reason, Text) else Text(reason)
        self.move, self.leg, self.line = move, leg, line
        text, why = self.reason, str(self.reason)
        if line is not None:
            text = Text("line {line}: {reason}", {"line": line, "reason": why})
        elif move is not None and leg:
            text = Text("move {move} of leg {leg}: {reason}", {"move": move, "leg": leg + 1, "reason": why})
        elif move is not None:
            text = Text("move {move}: {reason}", {"move": move, "reason": why})
        super().__init__(text)


@dataclass(frozen=True)
class LegStop:
    """The end of a leg that the board did not end: the side that resigned, or None for an agreement."""

    resigned: Seat | None = None


@dataclass(frozen=True)
class Transcript:
    """The moves of a match in our notation, leg by leg; without names, times and dice.

    Every leg starts from `position`, or from the start of the game. `ends` holds, by leg, an end that is not on the
    board. Without one, a leg followed by another ended by agreement, and the last leg is unfinished.
    """

    game: Game[Any, Any]
    position: str | None
    legs: tuple[tuple[str, ...], ...]
    ends: tuple[LegStop | None, ...] = ()


class Format(ABC):
    """The file format of another program."""

    key: ClassVar[str]  # a short word for command lines
    title: ClassVar[str]  # for dialogs
    suffix: ClassVar[str]  # of its files, without the dot

    def recognises(self, text: str) -> bool:
        """Return whether a text looks like a file of this format. This is fast and never raises."""
        return text.lstrip()[:1] in ("{", "[") if self.suffix == "json" else False

    @abstractmethod
    def read(self, text: str) -> Transcript:
        """Return the match of a file after checking every move with `replayed`. Raise `FormatError` for a wrong one."""

    @abstractmethod
    def write(self, match: Match) -> str:
        """Return the file of a match. Raise `FormatError` if the format cannot hold it, or for another game."""


def from_transcript(
    transcript: Transcript, at: int = 0, names: tuple[str, str] = ("", ""), title: str = ""
) -> tuple[Event, ...]:
    """Return a log of the match, with every event at that time. A player without a name is called "player 1" or 2.

    Raise `FormatError` for the first illegal move. The log of an unfinished match has no end.
    """
    return tuple(TranscriptReplay(transcript, at, names, title).log)


def replayed(transcript: Transcript) -> Match:
    """Return the match of a transcript. Raise `FormatError` for the first illegal move."""
    return TranscriptReplay(transcript).match


class TranscriptReplay:
    """A transcript that was played with the same commands as at a table: the match and its log."""

    def __init__(self, transcript: Transcript, at: int = 0, names: tuple[str, str] = ("", ""), title: str = "") -> None:
        game = transcript.game
        created = created_event(game, at=at, title=title, position=transcript.position)
        try:
            self.match = new_match(created, {game.key: type(game)})
        except MatchError as exc:
            raise FormatError(exc.reason) from exc
        self.log: list[Event] = [created]
        self._leg = 0
        self._move: int | None = None
        for player, name in enumerate(names):
            self._do(Sit(player_of(player, 0), "", name or f"player {player + 1}"), HOST)
        self._play(transcript)

    def _do(self, command: Command, by: Any) -> None:
        done = act(self.match, command, by, self.match.at, self._no_dice)
        if isinstance(done, Refused):
            self._fail(done.text)
        events, self.match = done
        self.log += events

    def _play(self, transcript: Transcript) -> None:
        last = len(transcript.legs) - 1
        for leg, moves in enumerate(transcript.legs):
            self._leg, self._move = leg, None
            if leg and self.match.ended:
                self._fail(Text("the match is over after {count} legs", {"count": leg}))
            if leg:
                self._do(MakeReady(), 0)
                self._do(MakeReady(), 1)
            for number, move in enumerate(moves, 1):
                self._move = number
                if self.match.phase != "playing":
                    self._fail(Text("the game is over before this move"))
                self._do(Play(self.match.position, move), to_act(self.match))
            self._move = None
            given = transcript.ends[leg] if leg < len(transcript.ends) else None
            stop = given or (LegStop() if leg < last else None)
            if stop and self.match.phase == "playing":
                self._stop(stop)

    def _stop(self, how: LegStop) -> None:
        if how.resigned is not None:
            self._do(Resign(), player_of(how.resigned, self._leg))
        elif self.match.game.agreed(self.match.state) is None:
            self._fail(Text("leg {leg} stops before its end", {"leg": self._leg + 1}))
        else:
            self._do(MakeOffer("count"), 0)
            self._do(AnswerOffer(self.match.number, accept=True), 1)

    def _no_dice(self, count: int, sides: int) -> NoReturn:
        self._fail(Text(_DICE, {"game": self.match.game.title}))

    def _fail(self, reason: Text) -> NoReturn:
        raise FormatError(reason, move=self._move, leg=self._leg)


def to_transcript(match: Match) -> Transcript:
    """Return the moves of a match. Raise `FormatError` for a match with dice."""
    if any(isinstance(ply.event, Rolled) for ply in match.history):
        raise FormatError(Text(_DICE, {"game": match.game.title}))
    legs: list[list[str]] = [[]]
    for ply in match.history:
        if ply.leg == len(legs):
            legs.append([])
        if ply.move is not None:
            legs[ply.leg].append(ply.notation)
    ends: list[LegStop | None] = []
    for ended in match.legs_ended:
        resigned = ended.player if ended.reason == "resigned" else None
        stop = LegStop(None if resigned is None else seat_of(resigned, ended.leg))
        ends.append(None if ended.reason == "board" else stop)
    return Transcript(match.game, match.created.position, tuple(map(tuple, legs)), tuple(ends))


# ---- for formats


def decoded(data: bytes) -> str:
    """Return the text of a file without a byte order mark. Raise `FormatError` if it is too long or not text."""
    if len(data) > MAX_TEXT:
        raise FormatError(Text("a file has at most {limit} bytes", {"limit": MAX_TEXT}))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise FormatError("this is not UTF-8 text", line=data.count(b"\n", 0, exc.start) + 1) from exc


def read_json(text: str) -> Any:
    """Return the value of a JSON text: objects, lists, texts, whole numbers, true, false, null.

    Raise `FormatError` for other text, a duplicate name in an object, a fraction, and values nested too deeply.
    """
    if len(text) > MAX_TEXT:
        raise FormatError(Text("a file has at most {limit} characters", {"limit": MAX_TEXT}))
    bare = _STRING.sub("", text)  # brackets in texts would hide others
    if max(accumulate((char in "[{") - (char in "]}") for char in bare), default=0) > MAX_DEPTH:
        raise FormatError("values are nested too deeply")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)
    except json.JSONDecodeError as exc:
        raise FormatError(Text("this is not JSON: {problem}", {"problem": exc.msg}), line=exc.lineno) from exc
    except ValueError as exc:  # a number of thousands of digits
        raise FormatError("a number is too large") from exc


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise FormatError("an object has a duplicate name")
    return found


def _no_number(text: str) -> NoReturn:
    raise FormatError(Text("{number} is not a whole number", {"number": text[:20]}))
