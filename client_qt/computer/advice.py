"""One suggested move, from an engine that lives as long as it looks for it."""

from typing import Any

from client_qt.computer.engines import HINT_MS, Engines
from netgame.errors import RulesError
from netgame.match.state import Match
from netgame.players.manners import transcript
from protocol.engine import EngineError, Limit, engine_command


async def suggested_move(match: Match, engines: Engines) -> Any:
    """Return a move for the side to move. `EngineError` if there is none that the rules allow."""
    async with engines.open(engine_command()) as engine:
        await engine.set_game(match.game.key, match.created.options)
        await engine.set_position(*transcript(match))
        choice = await engine.choose(Limit(ms=HINT_MS))
    try:
        move = match.game.parse(match.state, choice.move)
        match.game.check(match.state, move)
    except RulesError as error:
        raise EngineError(error.text) from error
    return move
