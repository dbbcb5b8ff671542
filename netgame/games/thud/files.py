"""`.thud` files: a round of Thud as its set-up list and one ply a line; two rounds are separated by an empty line.

The form leaves some things open. They are read like this:

- One round is a match of one battle, two are a match of two. Both rounds have the same set-up.
- The side of the first ply moves first; without a ply it is the dwarfs.
- Captures follow the default rules. If a ply is illegal by them, but legal if a step may take any dwarfs, the rest of
  the file follows that rule. It allows every capture that any reading allows.
- The file does not say how an unfinished round ended: the first of two rounds is read as ended by agreement, the last
  one as unfinished. So a resigned battle keeps only its moves.
"""

import re
from dataclasses import replace
from typing import ClassVar

from netgame.errors import IllegalMove, NotationError, RulesError
from netgame.formats.base import MAX_TEXT, Format, FormatError, Transcript, to_transcript
from netgame.game import Over
from netgame.games.koom.game import Koom
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.state import State
from netgame.match.state import Match
from netgame.text import Text

MAX_PLIES = 10_000  # in a file; ten times the longest known match, and the limit of our own records
_SETUP = re.compile(r"\s*[dtTR][A-P]\d{1,2},[dtTR]")
_SIDES = {"d": "d", "t": "T", "T": "T"}
_KOOM = Koom().start()

Line = tuple[int, str]  # its number, from 1, and its text
Round = tuple[Line, list[Line]]  # the set-up and the plies


class ThudFile(Format):
    """The files of other Thud programs."""

    key: ClassVar[str] = "thud"
    title: ClassVar[str] = "Thud, one ply a line"
    suffix: ClassVar[str] = "thud"

    def recognises(self, text: str) -> bool:
        return bool(_SETUP.match(text))

    def read(self, text: str) -> Transcript:
        rounds = _rounds(text)
        plies = [ply for _, lines in rounds for _, ply in lines]
        # a malformed first ply is refused later
        reading = _Reading(len(rounds), _SIDES.get(plies[0][:1], "d") if plies else "d")
        legs = tuple([reading.round(*one) for one in rounds])
        return Transcript(reading.game, reading.position, legs)

    def write(self, match: Match) -> str:
        game = match.game
        if not isinstance(game, Thud):
            raise FormatError(Text("a .thud file holds Thud and not {game}", {"game": game.title}))
        transcript = to_transcript(match)
        start = game.start() if transcript.position is None else game.read_position(transcript.position)
        legs = [*transcript.legs, ()] if match.phase == "between" else transcript.legs
        if start.seat and not any(legs):
            raise FormatError("a .thud file without a ply cannot say that the trolls move first")
        setup = game.write_position(start)[2:]
        return "\n".join("".join(f"{line}\n" for line in (setup, *leg)) for leg in legs)


def _rounds(text: str) -> list[Round]:
    """Return the lines of each round. Any number of empty lines may be between rounds or at either end."""
    if len(text) > MAX_TEXT:
        raise FormatError(Text("a file has at most {limit} characters", {"limit": MAX_TEXT}))
    rounds: list[Round] = []
    apart, plies = True, 0
    for number, full in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = full.strip(" \t\r")
        if line and apart:
            rounds.append(((number, line), []))
        elif line:
            rounds[-1][1].append((number, line))
            plies += 1
        apart = not line
        if len(rounds) > 2:
            raise FormatError("a match has two rounds at most", line=number)
        if plies > MAX_PLIES:
            raise FormatError(Text("a file has at most {limit} plies", {"limit": MAX_PLIES}), line=number)
    if not rounds:
        raise FormatError("the file is empty")
    return rounds


class _Reading:
    """A file while its rounds are replayed: the rules that it needs, and the start of its rounds."""

    def __init__(self, battles: int, side: str) -> None:
        self.game = Thud(battles=battles)
        self._side = side
        self._start: State | None = None

    @property
    def position(self) -> str | None:
        """The position that both rounds start from if it is not the start of the game."""
        start = self._start
        return None if start is None or start == self.game.start() else self.game.write_position(start)

    def round(self, setup: Line, plies: list[Line]) -> tuple[str, ...]:
        """Return the moves of a round in our notation."""
        number, text = setup
        if "-" in text:
            raise FormatError("a round begins with its set-up list, like dF1,dG1,TG7,RH8", line=number)
        try:
            state = self.game.read_position(f"{self._side} {text}")
        except NotationError as exc:
            raise FormatError(exc.text, line=number) from exc
        if (state.dwarfs, state.trolls) == (_KOOM.dwarfs, _KOOM.trolls):
            raise FormatError("this is Koom Valley Thud, and a .thud file holds Thud", line=number)
        if self._start not in (None, state):
            raise FormatError("the second round starts from another set-up than the first", line=number)
        self._start = state
        moves = []
        for number, text in plies:
            try:
                move = self.game.parse(state, text)
                if isinstance(self.game.turn(state), Over):
                    raise IllegalMove("the battle is over")
                self._check(state, move)
            except RulesError as exc:
                raise FormatError(exc.text, line=number) from exc
            moves.append(self.game.format(state, move))
            state = self.game.play(state, move)
        return tuple(moves)

    def _check(self, state: State, move: Move) -> None:
        """Check a move by the rules of the file so far, or by the wider rules, which then hold for the rest."""
        try:
            self.game.check(state, move)
        except IllegalMove:
            if self.game.step_captures == "any":
                raise
            more = replace(self.game, step_captures="any")
            more.check(state, move)
            self.game = more


FORMATS: tuple[Format, ...] = (ThudFile(),)
