"""A match that this program cannot follow by its rules: its log as lines of text, without a board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from client_qt.text.clock_words import seconds_words
from client_qt.text.rules_text import battle_heading, game_against, game_title
from client_qt.text.translation import tr
from netgame.match import events
from netgame.match.events import Event, Player, Seated
from netgame.match.state import write_dice
from netgame.text import Text, fill

PLAYERS: tuple[Player, Player] = (0, 1)
NUMBERED_FROM = 1


@dataclass(frozen=True)
class TextMatch:
    """The log of a match, and `why` this program cannot follow it.

    Nothing here is computed by rules: each line is made of one event.
    """

    log: tuple[Event, ...]
    why: Text

    def with_events(self, new: Sequence[Event]) -> "TextMatch":
        """Return this match with events that follow; those that are known may come again."""
        known = self.log[-1].number if self.log else 0
        return TextMatch((*self.log, *(event for event in new if event.number > known)), self.why)

    @cached_property
    def seats(self) -> tuple[Seated | None, Seated | None]:
        """The players on their seats."""
        seats: list[Seated | None] = [None, None]
        for event in self.log:
            match event:
                case Seated(player=player):
                    seats[player] = event
                case events.Unseated(player=player):
                    seats[player] = None
        return seats[0], seats[1]

    @property
    def created(self) -> events.Created | None:
        first = self.log[0] if self.log else None
        return first if isinstance(first, events.Created) else None

    @property
    def is_started(self) -> bool:
        return any(isinstance(event, events.Started) for event in self.log)

    @property
    def is_over(self) -> bool:
        return any(isinstance(event, events.Ended) for event in self.log)

    @property
    def title(self) -> str:
        """The game and its players."""
        game = game_title(self.created.game) if self.created is not None else tr("A table")
        names = [seat.name for seat in self.seats if seat is not None]
        if len(names) < len(PLAYERS):
            return game_against(game, names[0] if names else "")
        return fill(tr("{game}: {first} and {second}"), {"game": game, "first": names[0], "second": names[1]})

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """A line for each event that people want to know, in order."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[str]:
        names, moves = ["", ""], 0
        for event in self.log:
            if isinstance(event, Seated):
                names[event.player] = event.name
            moves += isinstance(event, events.Moved)
            line = _line(event, names, moves)
            if line:
                yield line


def _line(event: Event, names: Sequence[str], moves: int) -> str:
    """Return what an event says to people; empty for events that only programs need."""
    player = getattr(event, "player", None)
    words: dict[str, str | int] = {"name": names[player] if player is not None else "", "number": moves}
    match event:
        case Seated():
            return fill(tr("{name} sits down."), words)
        case events.Unseated():
            return fill(tr("{name} leaves the seat."), words)
        case events.Started(leg=leg):
            return fill(battle_heading(), {"leg": leg + NUMBERED_FROM})
        case events.Rolled(dice=dice):
            return fill(tr("{name} rolls {dice}."), {**words, "dice": write_dice(dice)})
        case events.Moved(move=move):
            return fill("{number}. {name}: {move}", {**words, "move": move})
        case events.Forfeited():
            return fill(tr("{name} has no move and loses the turn."), words)
        case events.TakenBack():
            return fill(tr("{name} took a move back."), words)
        case events.TimeAdded(ms=ms):
            return fill(tr("{name} has {time} more."), {**words, "time": seconds_words(ms)})
        case events.Paused():
            return tr("The game is paused.")
        case events.Resumed():
            return tr("The game goes on.")
        case events.Absent():
            return fill(tr("{name} is away."), words)
        case events.Returned():
            return fill(tr("{name} is back."), words)
        case events.LegEnded(leg=leg, scores=(first, second)):
            scores = {"leg": leg + NUMBERED_FROM, "first": first, "second": second}
            return fill(tr("Battle {leg} is over, {first} to {second}."), scores)
        case events.Ended():
            return _result(event, names)
    return ""


def _result(ended: events.Ended, names: Sequence[str]) -> str:
    """Return the reason and the result of a match."""
    reasons = {
        "resigned": tr("{name} resigned."), "flag": tr("{name} has run out of time."),
        "absent": tr("{name} was away for too long."), "left": tr("{name} left the match."),
    }  # fmt: skip
    why = ""
    if ended.player is not None and ended.reason in reasons:
        why = fill(reasons[ended.reason], {"name": names[ended.player]}) + " "
    if ended.winner is None:
        return why + (tr("Nobody wins.") if ended.reason == "aborted" else tr("It is a draw."))
    return why + fill(tr("{name} wins."), {"name": names[ended.winner]})
