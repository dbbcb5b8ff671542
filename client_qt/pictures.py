"""Pictures of the windows with every game, to be looked at after a change: `./run pictures FOLDER`.

The real windows, fed by real games played at random; nothing is shown on a screen and nothing touches a network.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from client_qt.libraries import problem

if TYPE_CHECKING:
    from client_qt.models.local import LocalTable
    from client_qt.windows.main import MainWindow

SIZES = ((1280, 800), (800, 560))
UIS = ("light", "dark")
SEED = 4
LONGEST = 400  # turns
Shot = tuple[str, Callable[[], None]]


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pictures; the exit code."""
    parser = argparse.ArgumentParser(prog="pictures", description="A PNG of each window with each game.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args(argv).folder
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    trouble = problem()
    if trouble:
        sys.stderr.write(trouble)
        return 3
    folder.mkdir(parents=True, exist_ok=True)
    for file in paint(folder):
        sys.stdout.write(f"{file}\n")
    return 0


def paint(folder: Path) -> Iterator[Path]:
    """Write each picture and name it."""
    from PySide6.QtWidgets import QApplication

    from client_qt.look import Theme
    from client_qt.windows.main import MainWindow

    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    theme.choose(reduced_motion=True)
    window = MainWindow(theme)
    window.show()
    for shot, prepare in Scenario(window).shots():
        prepare()
        for ui in UIS:
            theme.choose(ui="dark" if ui == "dark" else "light")
            for width, height in SIZES:
                window.resize(width, height)
                for _ in range(4):  # a layout may ask for another one
                    app.processEvents()
                file = folder / f"{shot}_{ui}_{width}x{height}.png"
                window.grab().save(str(file))
                yield file
    window.may_close = True
    window.close()


class Scenario:
    """What is to be seen in each picture."""

    def __init__(self, window: "MainWindow") -> None:
        self._window = window
        self._tables: list[LocalTable] = []  # a page does not keep its model alive

    def shots(self) -> Iterator[Shot]:
        from netgame.games import GAMES

        yield "home", self._home
        yield "join", self._join
        yield "join_nobody", self._join_nobody
        for key in GAMES:
            yield f"host_{key}", partial(self._host, key)
            for moment, share in (("start", 0.0), ("middle", 0.45), ("turn", 0.45), ("end", 1.0)):
                yield f"table_{key}_{moment}", partial(self._table, key, share, staged=moment == "turn")

    def _home(self) -> None:
        from client_qt.windows.home import ResumeRow
        from netgame.games import GAMES

        home = self._window.home
        home.show_name("Mareike")
        home.show_network("mareike-pc.local", 2)
        rows = [
            ResumeRow("key", key, key, f"{game.title} against Ann", "being played  ·  ann-laptop", my_turn=number == 0)
            for number, (key, game) in enumerate(GAMES.items())
        ]
        home.show_resume(rows[:2])
        self._window.show_page("home")

    def _join(self) -> None:
        from client_qt.models.openings import Opening, Place
        from netgame.games import GAMES

        near = Place("network", "a", "ann-laptop", (), 3.0, "0.1.0")
        words = "bruno has the older version 0.0.2. It must be updated to play with this one."
        old = Place("recent", "b", "bruno", (), None, "0.0.2", words)
        rows = [Opening(near, key, f"Table of {game.title}", key, {}, ("Ann",)) for key, game in GAMES.items()]
        first = next(iter(GAMES))
        rows.append(Opening(near, "full", "The long war", first, {}, ("Mika", "Jo")))
        rows.append(Opening(old, "old", "Bruno's cellar", first, {}, ("Bruno",), problem=words))
        self._window.join.show_openings(rows)
        self._window.join.choose(rows[0].key)
        self._window.show_page("join")

    def _join_nobody(self) -> None:
        self._window.join.show_openings([])
        self._window.join.give_up_waiting()

    def _host(self, key: str) -> None:
        self._window.host.call_table("Mareike")
        self._window.host.choose(key)
        self._window.show_page("host")

    def _table(self, key: str, share: float, staged: bool) -> None:
        whole = _length(key)
        table = _played(key, round(whole * share))
        self._tables.append(table)
        self._window.table.set_model(table)
        self._window.show_page("table")
        self._window.show_server("ann-laptop")
        if staged:
            _stage(self._window, table)


def _length(key: str) -> int:
    """How many turns a random game takes."""
    table = _played(key, LONGEST)
    return sum(step.notation not in ("", "--") and step.move is not None for step in table.steps())


def _played(key: str, turns: int) -> "LocalTable":
    from client_qt.models.local import LocalTable
    from client_qt.models.samples import random_move
    from netgame.game import ToMove
    from netgame.games import GAMES

    chance = random.Random(SEED)
    clock = iter(range(0, 10**9, 1000))
    table = LocalTable(
        GAMES[key],
        {},
        ("Ann", "Mareike"),
        roll=lambda count, sides: tuple(chance.randint(1, sides) for _ in range(count)),
        now=lambda: next(clock),
    )
    for _ in range(turns):
        match = table.match
        if match is None or match.phase != "playing" or not isinstance(match.turn, ToMove):
            break
        table.play(random_move(match.game, match.state, chance))
    return table


def _stage(window: "MainWindow", table: "LocalTable") -> None:
    """Pick all but the last step of a turn, one that takes something if there is one."""
    match, chance = table.match, random.Random(SEED)
    assert match is not None
    for _ in range(300):
        picks = match.game.picks(match.state, ())
        while not picks.moves and picks.next:
            picks = match.game.picks(match.state, (*picks.picked, chance.choice(sorted(picks.next, key=str))))
        if len(picks.picked) > 1 and any(mark.kind == "capture" for mark in picks.marks) and picks.next:
            break
    for pick in picks.picked if picks.next else picks.picked[:-1]:
        window.table.board.picked.emit(pick)


if __name__ == "__main__":
    sys.exit(main())
