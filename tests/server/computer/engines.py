"""Engines for tests, in this process or quicker to start than the built-in one: they play the first legal move, or
fail."""

import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import netgame
from netgame.game import Roll, apply
from netgame.games import GAMES
from protocol.engine import Choice, Limit

ROOT = Path(netgame.__file__).parents[1]

_FIRST_MOVE = """
import sys
sys.path.insert(0, {root!r})
from netgame.game import Roll, apply
from netgame.games import GAMES
print("name First", flush=True)
input()
key, options, state = "", {{}}, None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "game":
        key, options = rest, {{}}
        state = None
    elif word == "option":
        name, _, value = rest.partition(" ")
        words = {{"yes": True, "no": False, "none": None}}
        options[name] = words[value] if value in words else int(value) if value.lstrip("-").isdigit() else value
    elif word == "start":
        game = GAMES[key](**options)
        state = game.read_position(rest) if rest else game.start()
    elif word == "play":
        state = apply(game, state, game.parse(state, rest))
    elif word == "roll":
        state = apply(game, state, Roll(tuple(map(int, rest.split()))))
    elif word == "choose":
        move = game.format(state, next(iter(game.moves(state))))
        {choose}
        print("move", move, flush=True)
        continue
    elif word == "quit":
        break
    elif word == "stop":
        continue
    print("ok", flush=True)
"""


def engine(choose: str = "pass") -> Sequence[str]:
    """Return the command of an engine. `choose` is a statement that may change `move`, or end it."""
    return [sys.executable, "-c", _FIRST_MOVE.format(root=str(ROOT), choose=choose)]


class FirstMove:
    """An engine in this process, as `protocol.engine.Engine`."""

    name = note = ""
    game: Any
    state: Any

    async def set_game(self, key: str, options: Mapping[str, Any]) -> None:
        self.game = GAMES[key](**options)

    async def set_position(self, position: str | None, lines: Sequence[str]) -> None:
        self.state = self.game.read_position(position) if position else self.game.start()
        for word, _, rest in (line.partition(" ") for line in lines):
            event = Roll(tuple(map(int, rest.split()))) if word == "roll" else self.game.parse(self.state, rest)
            self.state = apply(self.game, self.state, event)

    async def choose(self, _limit: Limit) -> Choice:
        return Choice(self.game.format(self.state, next(iter(self.game.moves(self.state)))))


@asynccontextmanager
async def open_first_move(_command: Sequence[str]) -> AsyncIterator[Any]:
    yield FirstMove()
