"""Drive an engine: a computer player in a process of its own, by lines of text. This package knows no game.

async with open_engine(engine_command()) as engine:
    await engine.set_game("thud", {})
    await engine.set_position(None, ["play dJ1-N5"])
    choice = await engine.choose(Limit(level=3, ms=1000))
"""

from protocol.engine.command import command_of, engine_command, join_command, split_command
from protocol.engine.engine import GRACE_S, MEMORY_MIB, Choice, Engine, EngineError, EngineRefused, Limit, open_engine

__all__ = [
    "GRACE_S", "MEMORY_MIB", "Choice", "Engine", "EngineError", "EngineRefused", "Limit", "command_of",
    "engine_command", "join_command", "open_engine", "split_command",
]  # fmt: skip
