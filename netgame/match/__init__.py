"""A match as a value: `decide` says what a command makes happen, `evolve` folds what happened, `act` does both.

A player is 0 or 1 for the whole match, a seat is the side in one leg; `seat_of` and `player_of` alone convert them.
The host decides and evolves, everybody else only evolves.
"""

from collections.abc import Callable
from dataclasses import dataclass

from netgame.errors import IllegalMove, NotationError
from netgame.match.commands import Command, Throw
from netgame.match.decide import HOST, EventBatch, Rate, waiting_for_roll
from netgame.match.events import Event, Player
from netgame.match.evolve import READY_WAIT_MS, evolve, new_match, replay
from netgame.match.state import (
    Games,
    InvalidEvent,
    Match,
    MatchError,
    Phase,
    Ply,
    name_of,
    player_of,
    seat_of,
    to_act,
    write_dice,
)
from netgame.text import Text

__all__ = [
    "HOST",
    "READY_WAIT_MS",
    "Games",
    "Match",
    "MatchError",
    "Phase",
    "Ply",
    "Rate",
    "Refused",
    "act",
    "decide",
    "evolve",
    "name_of",
    "new_match",
    "player_of",
    "replay",
    "seat_of",
    "to_act",
    "waiting_for_roll",
    "wakes_at",
    "write_dice",
]

Dice = Callable[[int, int], tuple[int, ...]]  # (count, sides) -> as they fell


@dataclass(frozen=True)
class Refused:
    """A command that was not taken; nothing changed. `position` is the current one where the command was stale."""

    code: str
    text: Text
    position: int | None = None


def decide(
    match: Match, command: Command, by: Player | None, now: int, rate: Rate | None = None
) -> tuple[Event, ...] | Refused:
    """The events that a command makes happen, in order, as one append: none, some, or why it is refused.

    `now` is when the command had arrived, in ms. An event is never before the one in front of it, so a move that lay in
    a queue says how long it did. `rate` gives the ratings that go into the end of a rated match.
    """
    decided = _decided(match, command, by, now, rate)
    return decided if isinstance(decided, Refused) else tuple(decided.events)


def act(
    match: Match, command: Command, by: Player | None, now: int, roll: Dice, rate: Rate | None = None, done: int = 0
) -> tuple[tuple[Event, ...], Match] | Refused:
    """Decide and fold, and throw the host's dice for as long as a roll is due: one append, and the match after it.

    `done` is when the command is carried out, where that may be later than its arrival.
    """
    decided = _decided(match, command, by, now, rate, done)
    if isinstance(decided, Refused):
        return decided
    while wanted := waiting_for_roll(decided.match):
        decided.do(Throw(roll(wanted.count, wanted.sides)), HOST)
    return tuple(decided.events), decided.match


def wakes_at(match: Match) -> int | None:
    """When the host has to give the next `Tick`, since something happens then by itself: the next leg, or a flag."""
    if match.phase == "between":
        return match.starts_at
    falls_at = match.clocks.falls_at if match.clocks else None
    return None if falls_at is None else falls_at + 1


def _decided(
    match: Match, command: Command, by: Player | None, now: int, rate: Rate | None, done: int = 0
) -> "EventBatch | Refused":
    append = EventBatch(match, now, rate, done)
    try:
        append.check_authority(command, by)
        append.settle()
        append.do(command, by)
    except InvalidEvent as exc:
        return Refused(exc.code, exc.text, match.position if exc.code == "stale" else None)
    except NotationError as exc:
        return Refused("notation", exc.text)
    except IllegalMove as exc:
        return Refused("illegal", exc.text)
    return append
