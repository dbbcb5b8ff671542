"""Speed of the window: start, painting, the way from a received message to pixels, and the longest turn of its loop.

`./run bench client [--json]`. Figures are printed and compared, not asserted.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain

from devtools.bench.figure import Figure
from devtools.bench.starts import memory, starts

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NETGAME_LAN"] = "none"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench client")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--only", choices=tuple(PARTS), help="one part of it")
    parser.add_argument("--board", metavar="WORD", default="", help="frames of boards with that word in their names")
    args = parser.parse_args(argv)
    as_json = args.json
    PARTS["frames"] = partial(frames, args.board)
    for figure in chain.from_iterable(part() for name, part in PARTS.items() if args.only in (None, name)):
        line = f"{figure.name:<68} {figure.value:>9.2f} {figure.unit}  (median of {figure.runs})"
        sys.stdout.write((json.dumps(asdict(figure)) if as_json else line) + "\n")
        sys.stdout.flush()
    return 0


# ---- painting


def frames(word: str = "") -> Iterator[Figure]:
    """Paint the whole board, one cell, and the frames of what happens to a board in a game."""
    from devtools.bench.frames import frames as painted

    yield from painted(word)


# ---- from the socket to pixels


def trips() -> Iterator[Figure]:
    """Send a move from the opponent's program through the server until our program shows it."""
    from devtools.bench.trips import trips as made

    yield from made()


# ---- from one turn of the loop to the next


def loop_held() -> Iterator[Figure]:
    """Measure the longest turn of the loop in each part of an evening."""
    from devtools.bench.held import loop_held as measured

    yield from measured()


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "start": starts, "memory": memory, "frames": frames, "trips": trips, "held": loop_held
}  # fmt: skip

if __name__ == "__main__":
    sys.exit(main())
