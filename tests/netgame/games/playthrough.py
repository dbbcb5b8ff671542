"""Golden playthroughs: a whole game of each variant as readable text, a line a turn and the position after it.

After an intended change of a rule, `python -m tests.netgame.games.playthrough` writes them again; give names, like
`thud/playthroughs/usual`, to write only some.
"""

import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from devtools.harness.games.random_moves import dice
from netgame.game import Over, Roll, ToMove, ToRoll, apply
from netgame.games import GAMES
from netgame.options import option_values, variants
from netgame.players import choose_greedily, choose_randomly
from tests.netgame.games import conformance
from tests.netgame.games.cases import AnyGame, cases_of

FOLDER = Path(__file__).parent


def _chosen(game: AnyGame, state: Any, rng: Random, number: int) -> Any:
    """Win if possible, capture, or build beside pieces, as a greedy player does; sometimes choose at random."""
    if number >= LONG and "pass" in game.picks(state, ()).next:
        return game.picks(state, ("pass",)).moves[0]
    choose = choose_randomly if rng.random() < 0.15 else choose_greedily
    return choose(game, state, rng.getrandbits(30))


LONG = 60  # turns after which the player passes if possible
_TURN = re.compile(r" *\d+ [^:]+: (?P<rolls>(?:\d-\d )*)(?P<move>.+?)(?: of \d+\+?: .*)?")


def games() -> dict[str, AnyGame]:
    """Return each variant by the name of its file, with limits that keep the game short enough to read."""
    found = {}
    for key, kind in GAMES.items():
        for variant, values in variants(kind).items():
            name = f"{key}/playthroughs/{variant.replace(' ', '-')}"
            found[name] = conformance.short(kind(**values), 12 if "no_capture_limit" in values else 30)
    return found


def path(name: str) -> Path:
    """Return the file of that playthrough."""
    return FOLDER / f"{name}.txt"


def made(name: str) -> Iterator[str]:
    """Yield the game of that name: by its script, else of a fixed player against itself."""
    game, rng, moved = games()[name], Random(2), count()
    text = cases_of(game.key).scripts.get(Path(name).name)
    script = iter(text.split(", ")) if text else None

    def player(state: Any) -> Any:
        turn = game.turn(state)
        if isinstance(turn, ToRoll):
            return dice(turn, rng)
        if script is not None:
            return game.parse(state, next(script))
        return _chosen(game, state, rng, next(moved))

    return told(game, player)


def replayed(game: AnyGame, lines: list[str]) -> Iterator[str]:
    """Yield the same lines, made again from the events in them."""
    turns = [found for line in lines[2:-1:2] if (found := _TURN.fullmatch(line))]
    assert len(turns) == len(lines[2:-1:2]), "every other line is a turn"
    words = [word for turn in turns for word in (*turn["rolls"].split(), turn["move"]) if word != "--"]
    script = iter(words)

    def player(state: Any) -> Any:
        word = next(script)
        if isinstance(game.turn(state), ToRoll):
            return Roll(tuple(int(die) for die in word.split("-")))
        return game.parse(state, word)

    return told(game, player)


def told(game: AnyGame, player: Callable[[Any], Any]) -> Iterator[str]:
    """Yield the lines of a game with the moves and rolls of this player."""
    yield f"{game.title} {' '.join(f'{name}={value}' for name, value in option_values(game).items())}"
    state = game.start()
    yield game.write_position(state)
    for number in count(1):
        if isinstance(turn := game.turn(state), Over):
            yield f"{turn.reason}; winner {turn.winner}, scores {turn.scores[0]} to {turn.scores[1]}"
            return
        words, seat = [f"{number:>3} {game.seats[turn.seat]}:"], turn.seat
        while isinstance(turn := game.turn(state), ToRoll) and turn.seat == seat:
            roll = player(state)
            words.append("-".join(str(die) for die in sorted(roll.dice, reverse=True)))
            state = apply(game, state, roll)
        if turn == ToMove(seat):
            move = player(state)
            words.append(f"{game.format(state, move)} of {_count(game, state)}: {game.describe(state, move)}")
            state = apply(game, state, move)
        else:
            words.append("--")
        yield " ".join(words)
        yield game.write_position(state)


def _count(game: AnyGame, state: Any) -> str:
    few = conformance.few_moves(game, state)
    return f"{conformance.FEW}+" if few is None else str(len(few))


if __name__ == "__main__":
    for name in games():
        if not sys.argv[1:] or name in sys.argv[1:]:
            path(name).parent.mkdir(exist_ok=True)
            path(name).write_text("\n".join(made(name)) + "\n", encoding="utf-8")
