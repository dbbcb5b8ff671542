"""Golden playthroughs: a whole game as readable text, with the position after every event.

Run as a module to write them anew after a rule has changed on purpose: `python -m tests.netgame.playthrough`.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from netgame.game import Over, Roll, apply
from netgame.games import GAMES
from netgame.options import option_values
from tests.netgame import conformance

FOLDER = Path(__file__).parent.parent / "playthroughs"
# Short enough to be read: a battle that captures when it can and is counted after 12 quiet moves.
OPTIONS: dict[str, dict[str, Any]] = {"thud": {"no_capture_limit": 12}}


def path(key: str) -> Path:
    """Where the playthrough of a game lies."""
    return FOLDER / f"{key}.txt"


def make(key: str) -> Iterator[str]:
    """A game by a fixed player, who captures if he can."""
    game = GAMES[key](**OPTIONS.get(key, {}))
    yield f"{game.title} {' '.join(f'{name}={value}' for name, value in option_values(game).items())}"
    state, rng = game.start(), Random(2)
    yield game.write_position(state)
    while not isinstance(turn := game.turn(state), Over):
        if list(game.moves(state)):
            moves = {game.format(state, move): move for move in game.moves(state)}
            text = rng.choice([text for text in moves if "x" in text] or list(moves))
            event, told = moves[text], f"{text}: {game.describe(state, moves[text])}"
        else:
            event = conformance.dice(turn, rng)  # type: ignore[arg-type]
            told = "-".join(str(die) for die in sorted(event.dice, reverse=True))
        yield f"{game.seats[turn.seat]} {told}"
        state = apply(game, state, event)
        yield game.write_position(state)
    yield f"{turn.reason}; winner {turn.winner}, scores {turn.scores[0]} to {turn.scores[1]}"


def replay(key: str, lines: list[str]) -> Iterator[str]:
    """The same lines, from the events that they hold alone."""
    game = GAMES[key](**OPTIONS.get(key, {}))
    state = game.start()
    yield from (lines[0], game.write_position(state))
    for line in lines[2:-1:2]:
        word = line.split(" ")[1]
        if word.endswith(":"):
            move = game.parse(state, word[:-1])
            yield f"{line.split(' ')[0]} {game.format(state, move)}: {game.describe(state, move)}"
            state = apply(game, state, move)
        else:
            yield line
            state = apply(game, state, Roll(tuple(int(die) for die in word.split("-"))))
        yield game.write_position(state)
    over = game.turn(state)
    assert isinstance(over, Over)
    yield f"{over.reason}; winner {over.winner}, scores {over.scores[0]} to {over.scores[1]}"


if __name__ == "__main__":
    for name in GAMES:
        path(name).write_text("\n".join(make(name)) + "\n", encoding="utf-8")
