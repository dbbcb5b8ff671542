"""The compiled searches beside the rules: moves, values and positions of 100,000 positions of random games.

`./run bench kernels [--json] [POSITIONS]`. It fails at the first position that does not agree, and names it.
"""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec

from devtools.bench.figure import Figure
from netgame.games import GAMES
from netgame.players.kernels import has_kernel

POSITIONS = 100_000


def main(words: Sequence[str]) -> None:
    """Write one line for each game that has a kernel."""
    numbers = [int(word) for word in words if word.isdecimal()]
    count = numbers[0] if numbers else POSITIONS
    if find_spec("numba") is None:
        sys.exit("numba is not installed; ./run fast installs it")
    for key, kind in GAMES.items():
        if has_kernel(kind):
            figure = compared(key, count)
            line = f"{figure.name:<28}{figure.value:>12,.1f} {figure.unit}"
            sys.stdout.write(f"{json.dumps(asdict(figure)) if '--json' in words else line}\n")
            sys.stdout.flush()


def compared(key: str, count: int) -> Figure:
    """Compare so many positions. Return how many were compared a second."""
    agreement = import_module(f"devtools.harness.kernels.{key}")
    before = time.process_time()
    for number, state in enumerate(agreement.random_positions(count, seed=count)):
        what = agreement.disagreement(state, number)
        if what:
            sys.exit(f"{key}: {what} disagree in position {number}: {GAMES[key]().write_position(state)}")
    return Figure(f"{key}_agreeing", count / (time.process_time() - before), "positions a second", count)


if __name__ == "__main__":
    main(sys.argv[1:])
