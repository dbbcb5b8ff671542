"""How fast the window is: starting, painting boards, from a sent message to pixels. `./run bench client [--json]`."""

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain

from tests.bench.figure import Figure
from tests.bench.starts import memory, starts

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NETGAME_LAN"] = "none"

TRIPS = 200


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
    """The whole board painted anew, one cell, and the frames of what happens to a board in a game."""
    from tests.bench.frames import frames as painted

    yield from painted(word)


# ---- from the socket to pixels


def trips() -> Iterator[Figure]:
    """A message leaves a socket on this computer, trio takes it inside Qt's loop, the board is painted."""
    taken: list[float] = []
    _trips_in_qt(taken)
    taken.sort()
    yield Figure("message sent to board painted, loopback, p50", statistics.median(taken), "ms", len(taken))
    yield Figure("message sent to board painted, loopback, p99", taken[int(len(taken) * 0.99) - 1], "ms", len(taken))


def _trips_in_qt(taken: list[float]) -> None:
    import trio
    from PySide6.QtWidgets import QApplication

    from client_qt.guest import run
    from client_qt.look import Theme
    from client_qt.views.board import BoardView
    from netgame.games import GAMES
    from tests.bench.frames import positions as some_positions

    app = QApplication.instance() or QApplication(["bench"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    theme.choose(ui="light", reduced_motion=True)
    game = next(iter(GAMES.values()))()
    positions = some_positions(game)

    class Timed(BoardView):
        painted = trio.Event()

        def paintEvent(self, event):  # type: ignore[no-untyped-def]
            super().paintEvent(event)
            self.painted.set()

    async def work(_quit: object) -> None:
        board = Timed(theme)
        board.resize(1280, 800)
        board.show()
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listeners[0].socket.getsockname()[1]
        async with listeners[0], await trio.open_tcp_stream("127.0.0.1", port) as sender:
            receiver = await listeners[0].accept()
            async with receiver:
                for number in range(TRIPS + 5):
                    state = positions[number % len(positions)]
                    board.painted = trio.Event()
                    before = time.perf_counter()
                    await sender.send_all(b"x" * 120)
                    await receiver.receive_some(4096)
                    board.set_position(game.board, game.pieces(state), game.marks(state))  # type: ignore[attr-defined]
                    await board.painted.wait()
                    if number >= 5:
                        taken.append((time.perf_counter() - before) * 1000)
        board.close()

    run(app, work)


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {"start": starts, "memory": memory, "frames": frames, "trips": trips}

if __name__ == "__main__":
    sys.exit(main())
