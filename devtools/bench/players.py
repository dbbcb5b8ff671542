"""Speed of the computer players: nodes a second, and the longest time in which a search does not ask whether to stop.

Times are those of the processor for this process, so other load on the computer hardly matters. As in the engine there
is no garbage collection in a search.
"""

import gc
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from random import Random
from typing import Any

from devtools.bench.figure import Figure
from netgame.game import Game, Over, ToRoll
from netgame.games import GAMES
from netgame.players import Limits, choose, choose_greedily, heuristics_of
from netgame.players.kernels import Kernel, has_kernel, load_kernel

PLIES = (0, 5, 10)  # of the games between greedy players from which the positions are
NODES_SHARE = 0.1  # of the nodes of the strongest level


def main(words: Sequence[str]) -> None:
    """Write one line for each figure; with --json an object each."""
    for key in GAMES:
        for figure in figures(key):
            line = f"{figure.name:<28}{figure.value:>12,.1f} {figure.unit}"
            sys.stdout.write(f"{json.dumps(asdict(figure)) if '--json' in words else line}\n")
            sys.stdout.flush()


def figures(key: str) -> Iterator[Figure]:
    """Yield the figures of a game with its defaults: of the pure search, then of a compiled one if there is one."""
    game = GAMES[key]()
    pure = max(10, int(heuristics_of(game).levels[-1].nodes * NODES_SHARE))
    speed, longest = measured(game, pure, None)
    yield Figure(f"{key}_nodes", speed, "per second", len(PLIES))
    yield Figure(f"{key}_stop", longest, "ms", len(PLIES))
    if has_kernel(type(game)):
        kernel = load_kernel(type(game))(game)
        fast, longest = measured(game, max(10, int(kernel.level_nodes * NODES_SHARE)), kernel)
        yield Figure(f"{key}_compiled_nodes", fast, "per second", len(PLIES))
        yield Figure(f"{key}_compiled_stop", longest, "ms", len(PLIES))
        yield Figure(f"{key}_compiled_ratio", fast / speed, "times", len(PLIES))


def measured(game: Game[Any, Any], limit: int, kernel: Kernel | None) -> tuple[float, float]:
    """Return the nodes a second, and the longest time between two looks at `stop` in milliseconds."""
    spent = longest = 0.0
    for plies in PLIES:
        state = position_after(game, plies)
        before = last = time.process_time()

        def asked() -> bool:
            nonlocal last, longest
            now = time.process_time()
            longest, last = max(longest, now - last), now
            return False

        gc.disable()
        choose(game, state, Limits(limit, 1, asked), kernel)
        gc.enable()
        spent += time.process_time() - before
    return len(PLIES) * limit / max(spent, 1e-6), 1000 * longest


def position_after(game: Game[Any, Any], plies: int) -> Any:
    """Return a position of a game between greedy players in which a move is due."""
    chance, state = Random(1), game.start()
    while True:
        turn = game.turn(state)
        assert not isinstance(turn, Over)
        if isinstance(turn, ToRoll):
            state = game.rolled(state, tuple(chance.randint(1, turn.sides) for _ in range(turn.count)))
        elif plies == 0:
            return state
        else:
            state, plies = game.play(state, choose_greedily(game, state, plies)), plies - 1


if __name__ == "__main__":
    main(sys.argv[1:])
