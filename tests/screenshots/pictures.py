"""Pictures of the windows with every game, to be looked at after a change: `./run pictures FOLDER`.

The real windows, fed by real games that the program plays; nothing is shown on a screen and nothing touches a network.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from client_qt.system_libraries import problem
from tests.screenshots.painting import LOOKS, Shot, paint

if TYPE_CHECKING:
    from client_qt.app.main_window import MainWindow
    from client_qt.table.remote import RemoteTable
    from tests.screenshots.staged import Story

SEED = 4
OWN: Literal[1] = 1  # the player whose window it is


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pictures; the exit code."""
    parser = argparse.ArgumentParser(prog="pictures", description="A PNG of each window with each game.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="only pictures whose names have this in them")
    parser.add_argument("--look", choices=[look.name for look in LOOKS], help="only these: dark, in German, ...")
    args = parser.parse_args(argv)
    folder: Path = args.folder
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    trouble = problem()
    if trouble:
        sys.stderr.write(trouble)
        return 3
    folder.mkdir(parents=True, exist_ok=True)
    for file in paint(folder, args.only, [look for look in LOOKS if args.look in (None, look.name)]):
        sys.stdout.write(f"{file}\n")
        sys.stdout.flush()
    return 0


class Scenario:
    """What is to be seen in each picture."""

    def __init__(self, window: "MainWindow") -> None:
        self._window = window
        self._tables: list[RemoteTable] = []  # a page does not keep its model alive

    def shots(self) -> Iterator[Shot]:
        """First the pages that are the same for every game, or need only one; then the boards of each game."""
        from netgame.games import GAMES
        from netgame.options import variants
        from tests.screenshots import staged_drawn
        from tests.screenshots.staged_views import shots as view_shots

        first = next(iter(GAMES))
        yield "home", self._home
        yield "home_first", self._home_first
        yield from staged_drawn.shots(self._window, self._tables).items()
        yield "join_many", self._join
        yield "join_nobody", self._join_nobody
        for key, kind in GAMES.items():
            yield f"host_{key}", partial(self._host, key)
            for variant, options in variants(kind).items():
                words = "" if variant == "usual" else "_" + variant.replace(" ", "-")
                story = partial(_story, key, tuple(options.items()))
                yield f"table_{key}{words}_start", partial(self._moment, story, 0.0)
                yield f"table_{key}{words}_middle", partial(self._moment, story, 0.5)
                yield f"table_{key}{words}_end", partial(self._moment, story, 1.0)
            usual = partial(_story, key, tuple(next(iter(variants(kind).values())).items()))
            yield f"table_{key}_turn", partial(self._turn, usual)
            if kind().legs > 1:
                yield f"table_{key}_offer", partial(self._offer, usual)
                yield f"table_{key}_between", partial(self._between, usual)
        yield from view_shots(self._window, self._show)
        yield "table_waiting", partial(self._waiting, first)
        yield "table_lost", partial(self._lost, partial(_story, first, ()))
        yield from self._people()
        yield from self._dialogs(partial(_story, list(GAMES)[-1], ()))

    def _people(self) -> Iterator[Shot]:
        from tests.screenshots.staged_help import shots as help_shots
        from tests.screenshots.staged_people import shots
        from tests.screenshots.staged_records import shots as record_shots
        from tests.screenshots.staged_rules import shots as rules_shots
        from tests.screenshots.staged_setup import shots as setup_shots
        from tests.screenshots.staged_tables import TABLES

        yield from shots(self._window)
        yield from rules_shots(self._window)
        yield from record_shots(self._window)
        yield from setup_shots(self._window)
        yield from help_shots(self._window)
        yield "host_usual", self._host_usual
        for name, table in TABLES.items():
            yield f"session_{name.replace('_', '-')}", partial(self._session, table)

    def _session(self, staged: Callable[[], "RemoteTable"]) -> None:
        table = staged()
        self._tables.append(table)
        self._window.table.set_model(table)
        self._window.show_page("table")

    def _dialogs(self, story: Callable[[], "Story"]) -> Iterator[Shot]:
        yield "here_position", partial(self._position, story, "")
        yield "here_position_wrong", partial(self._position, story, "?")
        yield "host_refused", self._refused
        yield "dialog_resign", partial(self._ask, story, "resign")
        yield "dialog_stop", partial(self._ask, story, "stop")
        yield "dialog_record", self._broken_record
        yield "record", partial(self._record, story)

    # ---- pages

    def _home(self) -> None:
        from client_qt.pages.home.page import UnfinishedGame
        from client_qt.settings.file import LastRecord
        from netgame.games import GAMES
        from tests.screenshots.staged_words import DOT, against, on_day, played, results, turn_of

        self._home_first()
        games = list(GAMES.items())
        under_way = ((games[4], "Ann", "ann-laptop.local"), (games[3], "Priya", turn_of("Priya")))
        rows = [
            UnfinishedGame(key, key, against(game.title, name), note, my_turn=number == 0)
            for number, ((key, game), name, note) in enumerate(under_way)
        ]
        self._window.home.show_resume(rows)
        won, _, drawn, *_ = results(("Mareike",) * 6)
        lately = ((games[2], "Mika", f"{won}{DOT}{on_day(20)}"), (games[0], "Bruno", f"{drawn}{DOT}{on_day(17)}"))
        records = [
            LastRecord(key, key, played(game.title, name, "Mareike"), note) for (key, game), name, note in lately
        ]
        self._window.home.show_records(records)

    def _home_first(self) -> None:
        home = self._window.home
        home.show_name("Mareike")
        home.show_network("mareike-pc.local", 2)
        home.show_resume(())
        home.show_records(())
        self._window.show_page("home")

    def _join(self) -> None:
        from client_qt.net.table_list import Place, TableEntry
        from netgame.games import GAMES
        from tests.screenshots.staged_words import table_of, too_old

        near = Place("network", "a", "ann-laptop", (), 3.0, "0.1.0")
        words = too_old("bruno", "0.0.2")
        people = ("Ann", "Mika", "Cleo", "Jürgen", "Priya", "Zoe")
        old = Place("recent", "b", "bruno", (), None, "0.0.2", words)
        rows = [
            TableEntry(near, key, table_of(name), key, {}, (name,), free=1)
            for key, name in zip(GAMES, cycle(people), strict=False)
        ]
        first = next(iter(GAMES))
        rows.append(TableEntry(near, "full", table_of("Lea"), first, {}, ("Lea", "Jo"), set_up=True))
        rows.append(TableEntry(old, "old", table_of("Bruno"), first, {}, ("Bruno",), problem=words))
        self._window.join.show_tables(rows)
        self._window.join.choose(rows[0].key)
        self._window.show_page("join")

    def _join_nobody(self) -> None:
        from client_qt.net.table_list import Place
        from client_qt.pages.join.page import ServerEntry

        self._window.join.show_tables([])
        club = Place("network", "c", "The club", (), 3.0, "0.1.0")
        silent = Place("recent", "d", "ann-laptop", (), None, "0.1.0")
        self._window.join.show_servers((ServerEntry(club, 0, known=True), ServerEntry(silent, known=True)))
        self._window.show_page("join")
        self._window.join.give_up_waiting()

    def _host(self, key: str) -> None:
        from netgame.games import GAMES
        from netgame.options import option_values

        self._window.host.set_owner("Mareike")
        self._window.host.choose(key)
        self._window.host.set_up(key, option_values(GAMES[key]()), None)  # the picture before may have left others
        self._window.show_page("host")

    def _host_usual(self) -> None:
        """With the terms as they are when nobody has changed them."""
        from client_qt.table.terms import Terms
        from netgame.games import GAMES

        self._host(next(iter(GAMES)))
        self._window.host.set_terms(Terms(), may_rate=False)

    def _position(self, story: Callable[[], "Story"], behind: str) -> None:
        match = _at(story(), 0.5).match
        here = self._window.here
        here.set_up(match.game.key, match.created.options, match.game.write_position(match.state) + behind)
        self._window.show_page("here")

    def _refused(self) -> None:
        """Options that do not go together, of the first game that has some."""
        from netgame.errors import OptionError
        from netgame.games import GAMES
        from netgame.options import option_values, options_of

        for key, kind in GAMES.items():
            usual = option_values(kind())
            for info in options_of(kind):
                for value in (info.low, info.high) if info.kind == "int" else ():
                    try:
                        kind(**{**usual, info.name: value})
                    except OptionError:
                        self._host(key)
                        self._window.host.set_up(key, {**usual, info.name: value}, None)
                        if not self._window.host.button.isEnabled():  # and not of an option that is not shown
                            return

    # ---- tables

    def _show(self, story: "Story") -> "RemoteTable":
        table = story.seen_by(OWN)
        self._tables.append(table)
        self._window.table.set_model(table)
        self._window.table.set_addresses((), "")
        self._window.table.turn_to(0)  # the picture before may have turned it, or shown the cursor of the keyboard
        self._window.table.board.hide_cursor()
        self._window.show_page("table")
        self._window.show_table_place("ann-laptop", True, False)
        return table

    def _moment(self, story: Callable[[], "Story"], share: float) -> None:
        self._show(_at(story(), share))

    def _turn(self, story: Callable[[], "Story"]) -> None:
        from tests.screenshots.staged import before_a_capture

        then, picks = before_a_capture(story(), OWN)
        self._show(then)
        page = self._window.table
        for pick in picks.picked if picks.next else picks.picked[:-1]:  # the last one would send it
            shown = page.builder.picks
            if shown is not None and pick not in shown.picked:
                page.builder.pick(pick)

    def _offer(self, story: Callable[[], "Story"]) -> None:
        from netgame.match.commands import MakeOffer

        then = _at(story(), 0.5)
        then.do(MakeOffer("count"), 0)
        self._show(then)

    def _between(self, story: Callable[[], "Story"]) -> None:
        played = story()
        if played.match.legs_ended:
            self._show(played.up_to(played.match.legs_ended[0].number))

    def _waiting(self, key: str) -> None:
        from tests.screenshots.staged import Story

        story = Story(key, {}, SEED)
        story.sit(OWN)
        self._show(story)
        self._window.table.set_addresses(
            ("192.168.1.20", "mareike-pc.local"), "netgame://192.168.1.20/t", "", "pond hawk lemon waltz (473 302)"
        )
        card = self._window.table.place.waiting
        card.show_reached(False)
        card.show_firewall(("sudo ufw allow 7763/tcp", "sudo ufw allow 7763/udp"))

    def _lost(self, story: Callable[[], "Story"]) -> None:
        self._show(_at(story(), 0.5)).online("waiting", "")

    def _ask(self, story: Callable[[], "Story"], what: str) -> None:
        self._close_dialogs()
        self._show(_at(story(), 0.5))
        actions = self._window.table.table_actions
        actions.ask_resign() if what == "resign" else actions.ask_stop()

    def _broken_record(self) -> None:
        from client_qt.text.rules_text import tr
        from tests.screenshots.staged_words import broken

        self._close_dialogs()
        words = ["/home/mareike/Ann - Mareike.netgame", broken()]
        self._home()
        self._window.ask(tr("The file cannot be opened"), words, [], tr("Close"))

    def _record(self, story: Callable[[], "Story"]) -> None:
        from client_qt.table.model import ReviewTable

        self._close_dialogs()
        played = story()
        table = ReviewTable(played.events, played.match, "Ann - Mareike.netgame", self._window)
        self._window.table.set_model(table)
        self._window.show_page("table")
        self._window.show_table_place(table.source, False, True)
        self._window.table.walk_to(len(played.match.history) // 2)

    def _close_dialogs(self) -> None:
        from PySide6.QtWidgets import QDialog

        for dialog in self._window.findChildren(QDialog):
            dialog.close()


def _story(key: str, options: tuple[tuple[str, str | int | bool | None], ...]) -> "Story":
    from tests.screenshots.staged import whole

    return whole(key, options, SEED)


def _at(story: "Story", share: float) -> "Story":
    """The match after that share of its first leg; all of it at the end."""
    if share == 1.0:
        return story
    turns = story.turns()
    return story.up_to(turns[int(share * len(turns))])


if __name__ == "__main__":
    sys.exit(main())
