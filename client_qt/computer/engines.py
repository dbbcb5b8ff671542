"""The engines of the window: how they are started, and which one plays for a seat."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from client_qt.text.translation import tr
from client_qt.trio_guest import leaves
from netgame.text import N_, Text, fill
from protocol.engine import Engine, EngineError, Limit, engine_command, open_engine

LEVELS = (1, 2, 3, 4, 5)
USUAL_LEVEL = 2  # at the first game against the computer
HINT_MS = 1000


class OpenEngine(Protocol):
    """Starts an engine; it ends with the context."""

    def __call__(self, command: Sequence[str], /) -> AbstractAsyncContextManager[Engine]: ...


@dataclass(frozen=True)
class Engines:
    """How engines are started, and the least time of their moves, so that people can follow."""

    open: OpenEngine = open_engine
    reply_s: float = 0.5  # against a person
    watched_s: float = 1.0  # between two computer players
    between_s: float = 4.0  # between two battles of computer players


def level_text(level: int) -> str:
    """Return the text in the record of a computer player of that level."""
    return f"level {level}"


def level_of(computer: str) -> int | None:
    """Return the level that a text of a record means; None for another computer player."""
    word, _, number = computer.partition(" ")
    return int(number) if word == "level" and number in map(str, LEVELS) else None


def computer_name(computer: str) -> str:
    """Return the name of the seat of a computer player: "Computer, level 3"."""
    level = level_of(computer)
    if level is not None:
        return fill(tr("Computer, level {level}"), {"level": level})
    return fill(tr("Computer, {name}"), {"name": computer})


def level_words(level: int) -> str:
    """Return a level with its strength in words."""
    strength = (
        tr("a child beats it"), tr("for beginners"), tr("for players who know the game"), tr("strong"),
        tr("the strongest"),
    )[level - 1]  # fmt: skip
    return fill(tr("Computer, level {level}: {strength}"), {"level": level, "strength": strength})


def reason_of(group: BaseExceptionGroup[EngineError]) -> Text:
    """Return why an engine failed."""
    return next(error.text for error in leaves(group) if isinstance(error, EngineError))


def engine_of(computer: str) -> tuple[Sequence[str], Limit]:
    """Return the command and the limit of the engine for a seat. `EngineError` if this program does not have it."""
    level = level_of(computer)
    if level is None:
        raise EngineError(N_("this program has no computer player called {name}"), name=computer)
    return engine_command(), Limit(level=level)
