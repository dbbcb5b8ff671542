"""How fast the window is: starting, painting boards, from a sent message to pixels. `./run bench client [--json]`."""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import chain

from tests.bench.figure import Figure
from tests.bench.starts import memory, starts

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["NETGAME_LAN"] = "none"

SIZES = ((1280, 800), (3840, 2160))
FRAMES = 40
TRIPS = 200


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./run bench client")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--only", choices=tuple(PARTS), help="one part of it")
    args = parser.parse_args(argv)
    as_json = args.json
    for figure in chain.from_iterable(part() for name, part in PARTS.items() if args.only in (None, name)):
        line = f"{figure.name:<68} {figure.value:>9.2f} {figure.unit}  (median of {figure.runs})"
        sys.stdout.write((json.dumps(asdict(figure)) if as_json else line) + "\n")
        sys.stdout.flush()
    return 0


# ---- painting


def frames() -> Iterator[Figure]:
    """The whole board painted anew, and a frame in which one cell changed, as the screen gets them."""
    from PySide6.QtWidgets import QApplication

    from client_qt.look import Theme
    from netgame.games import GAMES
    from netgame.options import variants

    app = QApplication.instance() or QApplication(["bench"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    theme.choose(ui="light", reduced_motion=True)
    for key, kind in GAMES.items():
        for name, options in variants(kind).items():
            for width, height in SIZES:
                yield from _board_frames(app, theme, kind(**options), f"{key} {name} {width}x{height}", width, height)


def _board_frames(app: object, theme: object, game: object, label: str, width: int, height: int) -> Iterator[Figure]:
    from PySide6.QtGui import QImage, QRegion

    from client_qt.views.board import BoardView
    from client_qt.views.compose import Composer

    positions = _positions(game)
    board = BoardView(theme)  # type: ignore[arg-type]
    board.resize(width, height)
    board.set_position(game.board, game.pieces(positions[0]), game.marks(positions[0]))
    board.show()
    app.processEvents()  # type: ignore[attr-defined]
    image = QImage(board.size(), QImage.Format.Format_ARGB32_Premultiplied)

    def paint(region: QRegion | None) -> None:
        part = region or QRegion(board.rect())
        board.render(image, part.boundingRect().topLeft(), part)

    def whole(number: int) -> None:
        state = positions[number % len(positions)]
        board.set_position(game.board, game.pieces(state), game.marks(state))
        paint(None)

    def one(number: int) -> None:
        cell = number % len(game.board.cells)
        board.set_cursor(cell)
        paint(QRegion(board.cell_rect(cell).toAlignedRect()))

    def pointing(number: int) -> None:
        board.point_at(number * 7 % len(game.board.cells))

    yield Figure(f"{label}: new position, whole board painted", _median_ms(whole), "ms", FRAMES)
    common = Counter(piece for state in positions for piece in game.pieces(state).values()).most_common(2)
    chance, cells = random.Random(1), range(len(game.board.cells))
    full = [{cell: chance.choice(common)[0] for cell in cells} for _ in range(2)]

    def crowded(number: int) -> None:
        board.set_position(game.board, full[number % 2], ())
        paint(None)

    yield Figure(f"{label}: every cell taken anew", _median_ms(crowded), "ms", FRAMES)
    whole(0)
    yield Figure(f"{label}: one cell painted", _median_ms(one), "ms", FRAMES)
    composer = Composer(board)
    composer.begin(game, positions[-1])
    board.set_picks(composer.picks, composer.seat, composer.preview)
    yield Figure(f"{label}: the mouse comes to another cell", _median_ms(pointing), "ms", FRAMES)
    board.close()


def _positions(game: object) -> list[object]:
    from client_qt.models.samples import random_move
    from netgame.game import Over, Roll, ToRoll, apply

    chance = random.Random(3)
    state, found = game.start(), []
    for _ in range(24):
        while isinstance(turn := game.turn(state), ToRoll):
            state = apply(game, state, Roll(tuple(chance.randint(1, turn.sides) for _ in range(turn.count))))
        if isinstance(turn, Over):
            break
        state = apply(game, state, random_move(game, state, chance))
        found.append(state)
    return found[-8:]


def _median_ms(work: Callable[[int], None]) -> float:
    taken = []
    for number in range(FRAMES + 3):
        before = time.thread_time()  # painting is work of this thread alone; others may have the processor meanwhile
        work(number)
        taken.append((time.thread_time() - before) * 1000)
    return statistics.median(taken[3:])  # the first ones fill the stores of drawings


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

    app = QApplication.instance() or QApplication(["bench"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    theme.choose(ui="light", reduced_motion=True)
    game = next(iter(GAMES.values()))()
    positions = _positions(game)

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
