"""Pictures of the windows with every game, to be looked at after a change: `./run pictures FOLDER`.

The real windows, fed by real games played at random; nothing is shown on a screen and nothing touches a network.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from client_qt.libraries import problem

if TYPE_CHECKING:
    from client_qt.models.remote import RemoteTable
    from client_qt.staged import Story
    from client_qt.windows.main import MainWindow

SIZES = ((1280, 800), (800, 560))
UIS = ("light", "dark")
SEED = 4
OWN: Literal[1] = 1  # the player whose window it is
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
        self._tables: list[RemoteTable] = []  # a page does not keep its model alive

    def shots(self) -> Iterator[Shot]:
        from netgame.games import GAMES

        yield "home", self._home
        yield "join", self._join
        yield "join_nobody", self._join_nobody
        for key in GAMES:
            whole = _story(key).play()
            yield f"host_{key}", partial(self._host, key)
            yield f"table_{key}_waiting", partial(self._waiting, key)
            yield f"table_{key}_start", partial(self._table, key, 0)
            yield f"table_{key}_middle", partial(self._table, key, whole // 2)
            yield f"table_{key}_turn", partial(self._turn, key, whole // 3)
            yield f"table_{key}_lost", partial(self._lost, key, whole // 2)
            if _story(key).match.game.legs > 1:
                yield f"table_{key}_offer", partial(self._offer, key, whole // 2)
                yield f"table_{key}_between", partial(self._table, key, whole)
            yield f"table_{key}_end", partial(self._end, key)

    def _home(self) -> None:
        from client_qt.windows.homelists import ResumeRow
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

    def _show(self, story: "Story") -> "RemoteTable":
        table = story.seen_by(OWN)
        self._tables.append(table)
        self._window.table.set_model(table)
        self._window.table.set_addresses((), "")
        self._window.show_page("table")
        self._window.show_server("ann-laptop")
        return table

    def _waiting(self, key: str) -> None:
        story = _story(key, full=False)
        story.sit(OWN)
        self._show(story)
        self._window.table.set_addresses(("192.168.1.20", "mareike-pc.local"), "netgame://192.168.1.20/t")

    def _table(self, key: str, turns: int) -> None:
        story = _story(key)
        story.play(turns)
        self._show(story)

    def _turn(self, key: str, turns: int) -> None:
        story = _story(key)
        story.play(turns)
        picks = story.play_until_a_capture(OWN)
        self._show(story)
        page = self._window.table
        for pick in picks.picked if picks.next else picks.picked[:-1]:
            shown = page.composer.picks
            if shown is not None and pick not in shown.picked:
                page.board.picked.emit(pick)

    def _offer(self, key: str, turns: int) -> None:
        from netgame.events import MakeOffer

        story = _story(key)
        story.play(turns)
        story.do(MakeOffer("count"), 0)
        self._show(story)

    def _lost(self, key: str, turns: int) -> None:
        story = _story(key)
        story.play(turns)
        self._show(story).online("waiting", "")

    def _end(self, key: str) -> None:
        story = _story(key)
        story.play_all()
        self._show(story)


def _story(key: str, full: bool = True) -> "Story":
    """A game at its start; one that might never end is given a limit."""
    from client_qt.staged import Story
    from netgame.games import GAMES
    from netgame.options import options_of

    limited = {"no_capture_limit": 40} if any(o.name == "no_capture_limit" for o in options_of(GAMES[key])) else {}
    story = Story(key, limited, SEED)
    if full:
        story.sit(0, OWN)
    return story


if __name__ == "__main__":
    sys.exit(main())
