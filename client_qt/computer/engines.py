"""The engines of the window: how they are started, and which one plays for a seat."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from client_qt.settings.preferences import OwnEngine, Preferences
from client_qt.text.computer_names import level_of
from client_qt.trio_guest import leaves
from netgame.text import Text
from protocol.engine import Engine, EngineError, Limit, command_of, engine_command, open_engine

HINT_MS = 1000


OpenEngine = Callable[[Sequence[str]], AbstractAsyncContextManager[Engine]]  # starts one, which ends with the context


@dataclass(frozen=True)
class Engines:
    """How engines are started, and the least time of their moves, so that people can follow."""

    open: OpenEngine = open_engine
    preferences: Callable[[], Preferences] = Preferences  # of the user
    reply_s: float = 0.8  # against a person
    watched_s: float = 1.0  # between two computer players
    between_s: float = 4.0  # between two battles of computer players

    def advice_command(self) -> Sequence[str]:
        """Return the command of the engine for hints and analyses."""
        preferences = self.preferences()
        return command_of(own_command(preferences.adviser, preferences.engines)) or engine_command()

    def open_adviser(self) -> AbstractAsyncContextManager[Engine]:
        """Start the engine for hints and analyses."""
        return self.open(self.advice_command())


def reason_of(group: BaseExceptionGroup[EngineError]) -> Text:
    """Return why an engine failed."""
    return next(error.text for error in leaves(group) if isinstance(error, EngineError))


def engine_of(computer: str, own: Sequence[OwnEngine] = ()) -> tuple[Sequence[str], Limit]:
    """Return the command and the limit of the engine for a seat. `LookupError` if this program does not have it."""
    level = level_of(computer)
    if level is not None:
        return engine_command(), Limit(level=level)
    command = own_command(computer, own)
    if not command:
        raise LookupError(computer)
    return command_of(command), Limit()


def own_command(name: str, own: Sequence[OwnEngine]) -> Sequence[str]:
    """Return the command, as the user gave it, of their engine with that name; empty if there is none."""
    return next((engine.command for engine in own if engine.name == name), ())
