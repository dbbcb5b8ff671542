"""The scenes of the screenshots: what each picture shows, by the name of its file."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from typing import Literal

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import sample
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pages.home.page import KnownLobby, NearOpponent, UnfinishedGame
from client_qt.pages.join.page import ServerEntry
from client_qt.pages.table.strips.waiting_card import ComputerOffer
from client_qt.settings.schema import LastOpponent, LastRecord, LocalSeats
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from client_qt.table.terms import Terms
from client_qt.text.computer_names import USUAL_LEVEL, level_text
from client_qt.text.translation import tr
from devtools.screenshots import computer_views, help_pages, server_pages, staged_analysis, staged_records, table_views
from devtools.screenshots.staged import NAMES, SEED, Story, before_a_capture, whole
from devtools.screenshots.staged_tables import TABLES, Staged
from devtools.screenshots.staged_words import (
    DOT,
    against,
    broken,
    on_day,
    played,
    results,
    table_of,
    too_old,
    turn_of,
)
from netgame.errors import OptionError
from netgame.games import GAMES
from netgame.match.commands import MakeOffer, Play
from netgame.options import option_values, options_of, variants
from netgame.text import fill
from protocol.messages import ChatLine, GameTerms

Shot = tuple[str, Callable[[], object]]  # a callable that it returns is called again for each window size
OWN: Literal[1] = 1  # the player of the window
KEYS = tuple(GAMES)
BATTLE = (
    "d dF1,dG1,dJ1,dK1,dE2,dL2,dM3,dN4,dO5,dA6,dP6,dA7,dP7,dE8,dA9,dE9,dP9,dA10,dF10,dB11,dO11,dC12,dN12,dD13,dM13,"
    "dE14,dJ15,TK6,TG7,TH7,TJ7,TG8,TH9,TJ9,RH8"
)
LAST = "dM13-M10"
PICKED = ("G8", "F9", "E8")  # a shove, and two dwarfs that it spares


class Scenario:
    """Prepares the window for each screenshot."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._tables: list[RemoteTable] = []  # keeps the models alive

    def shots(self) -> Iterator[Shot]:
        """Yield the name of each screenshot with the function that prepares it."""
        first = next(iter(GAMES))
        yield "home", self._home
        yield "home_first", self._home_first
        yield "table_drawn", self._drawn_table
        yield "join", self._join_drawn
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
        yield from table_views.shots(self._window, self._show)
        yield from computer_views.shots(self._window)
        yield "table_waiting", partial(self._waiting, first)
        yield "table_lost", partial(self._lost, partial(_story, first, ()))
        yield from self._other_pages()
        yield from self._dialogs(partial(_story, list(GAMES)[-1], ()))

    def _other_pages(self) -> Iterator[Shot]:
        yield from server_pages.shots(self._window)
        yield from staged_records.shots(self._window)
        yield from staged_analysis.shots(self._window)
        yield from help_pages.shots(self._window)
        yield "host_usual", self._host_usual
        for name, table in TABLES.items():
            yield f"session_{name.replace('_', '-')}", partial(self._session, table)

    def _session(self, staged: Callable[[], RemoteTable]) -> None:
        table = staged()
        self._tables.append(table)
        self._window.table.set_model(table)
        self._window.show_page("table")

    def _dialogs(self, story: Callable[[], Story]) -> Iterator[Shot]:
        yield "here_computer", self._against_computer
        yield "here_position", partial(self._position, story, "")
        yield "here_position_wrong", partial(self._position, story, "?")
        yield "host_refused", self._refused
        yield "dialog_resign", partial(self._ask, story, "resign")
        yield "dialog_stop", partial(self._ask, story, "stop")
        yield "dialog_record", self._broken_record
        yield "record", partial(self._record, story)

    # ---- pages

    def _home(self) -> None:
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
        shown = {record.path: sample(record.path) for record in records}
        self._window.home.show_records(records, {path: (each.game, each.state) for path, each in shown.items()})
        self._window.home.show_newcomer(False)
        terms = GameTerms(game=games[3][0], clock="fischer 300+5")
        self._window.home.show_opponents([NearOpponent(LastOpponent("club", "priya"), terms, "Priya", "Club")])
        self._window.home.show_lobbies([KnownLobby("club", "Club", tr("%n player(s) here", 4))])
        news = fill(tr("Your turn in {game}"), {"game": against(games[4][1].title, "Ann")})
        self._window.show_news(news, 1)

    def _home_first(self) -> None:
        home = self._window.home
        home.show_name("Mareike")
        home.show_network("mareike-pc.local", 2)
        home.show_resume(())
        home.show_records(())
        home.show_lobbies(())
        home.show_opponents(())
        home.show_newcomer(True)
        self._window.show_news("")
        self._window.show_page("home")

    def _join(self) -> None:
        near = ListedServer("network", "a", "ann-laptop", (), 3.0, "1.0.0")
        words = too_old("bruno", "0.0.2")
        people = ("Ann", "Mika", "Cleo", "Jürgen", "Priya", "Zoe")
        old = ListedServer("recent", "b", "bruno", (), None, "0.0.2", words)
        rows = [
            ListedTable(near, key, table_of(name), key, {}, (name,), free=1)
            for key, name in zip(GAMES, cycle(people), strict=False)
        ]
        first = next(iter(GAMES))
        rows.append(ListedTable(near, "full", table_of("Lea"), first, {}, ("Lea", "Jo"), set_up=True))
        rows.append(ListedTable(old, "old", table_of("Bruno"), first, {}, ("Bruno",), problem=words))
        self._window.join.show_tables(rows)
        self._window.join.choose(rows[0].key)
        self._window.show_page("join")

    def _join_drawn(self) -> None:
        rows = openings()
        self._window.join.show_tables(rows)
        self._window.join.choose(rows[0].key)
        self._window.show_page("join")

    def _join_nobody(self) -> None:
        self._window.join.show_tables([])
        club = ListedServer("network", "c", "The club", (), 3.0, "1.0.0")
        silent = ListedServer("recent", "d", "ann-laptop", (), None, "1.0.0")
        self._window.join.show_servers((ServerEntry(club, 0, known=True), ServerEntry(silent, known=True)))
        self._window.show_page("join")
        self._window.join.findChild(QTimer, "patience").start(0)

    def _host(self, key: str) -> None:
        self._window.host.set_owner("Mareike")
        self._window.host.choose(key)
        self._window.host.form.set_values(option_values(GAMES[key]()))  # the scene before may have left others
        self._window.show_page("host")

    def _host_usual(self) -> None:
        """Show the usual terms."""
        self._host(next(iter(GAMES)))
        self._window.host.set_terms(Terms(), may_rate=False)

    def _against_computer(self) -> None:
        """Show the form of a game against the computer."""
        here, games = self._window.here, list(GAMES)
        here.set_local(LocalSeats(games[4], ("", "level 2")), "Mareike", clock="byoyomi 300+3x20")
        here.position.set_text(None)
        self._window.show_page("here")

    def _position(self, story: Callable[[], Story], behind: str) -> None:
        match = _at(story(), 0.5).match
        here = self._window.here
        here.set_local(None, "")
        here.choose(match.game.key)
        here.form.set_values(match.created.options)
        here.position.set_text(match.game.write_position(match.state) + behind)
        self._window.show_page("here")

    def _refused(self) -> None:
        """Show options that do not go together, of the first game that has such options."""
        for key, kind in GAMES.items():
            usual = option_values(kind())
            for info in options_of(kind):
                for value in (info.low, info.high) if info.kind == "int" else ():
                    try:
                        kind(**{**usual, info.name: value})
                    except OptionError:
                        self._host(key)
                        self._window.host.form.set_values({info.name: value})
                        if not self._window.host.button.isEnabled():  # otherwise the option is hidden
                            return

    # ---- tables

    def _show(self, story: Story) -> RemoteTable:
        table = story.seen_by(OWN)
        self._show_table(table, "ann-laptop")
        return table

    def _show_table(self, table: RemoteTable, server: str) -> None:
        self._tables.append(table)
        page = self._window.table
        page.set_model(table)
        page.place.waiting.show_addresses((), "")
        if page.board.turned:  # the scene before may have turned the board, or shown the cursor
            page.flip()
        page.board.hide_cursor()
        self._window.show_page("table")
        self._window.show_table_place(server, True, False)

    def _drawn_table(self) -> None:
        table = _battle()
        self._show_table(table, "ann-laptop.local")
        assert table.match is not None
        for name in PICKED:
            self._window.table.builder.pick(table.match.game.board.cell(name))

    def _moment(self, story: Callable[[], Story], share: float) -> None:
        self._show(_at(story(), share))

    def _turn(self, story: Callable[[], Story]) -> None:
        then, picks = before_a_capture(story(), OWN)
        self._show(then)
        page = self._window.table
        for pick in picks.picked if picks.next else picks.picked[:-1]:  # the last pick would send the move
            shown = page.builder.picks
            if shown is not None and pick not in shown.picked:
                page.builder.pick(pick)

    def _offer(self, story: Callable[[], Story]) -> None:
        then = _at(story(), 0.5)
        then.do(MakeOffer("count"), 0)
        self._show(then)

    def _between(self, story: Callable[[], Story]) -> None:
        played = story()
        if played.match.legs_ended:
            self._show(played.up_to(played.match.legs_ended[0].number))

    def _waiting(self, key: str) -> None:
        story = Story(key, {}, SEED)
        story.sit(OWN)
        self._show(story)
        self._window.table.place.waiting.show_addresses(
            ("192.168.1.20", "mareike-pc.local"), "netgame://192.168.1.20/t", "", "pond hawk lemon waltz (473 302)"
        )
        card = self._window.table.place.waiting
        card.show_reached(False)
        card.show_firewall(("sudo ufw allow 7763/tcp", "sudo ufw allow 7763/udp"))
        card.show_computer(ComputerOffer(level_text(USUAL_LEVEL), shown=True))

    def _lost(self, story: Callable[[], Story]) -> None:
        self._show(_at(story(), 0.5)).set_status("waiting", "")

    def _ask(self, story: Callable[[], Story], what: str) -> None:
        self._close_dialogs()
        self._show(_at(story(), 0.5))
        self._window.table.table_actions.do(what)

    def _broken_record(self) -> None:
        self._close_dialogs()
        words = ["/home/mareike/Ann - Mareike.netgame", broken()]
        self._home()
        self._window.ask(tr("The file cannot be opened"), words, [], tr("Close"))

    def _record(self, story: Callable[[], Story]) -> None:
        self._close_dialogs()
        played = story()
        table = ReviewTable(played.events, played.match, "Ann - Mareike.netgame")
        self._window.table.set_model(table)
        self._window.show_page("table")
        self._window.show_table_place(table.source, False, True)
        self._window.table.history.go(len(played.match.history) // 2)

    def _close_dialogs(self) -> None:
        for dialog in self._window.findChildren(QDialog):
            dialog.close()


def _story(key: str, options: tuple[tuple[str, str | int | bool | None], ...]) -> Story:
    return whole(key, options, SEED)


def _at(story: Story, share: float) -> Story:
    """Return the match after that share of its first leg; the whole match for 1."""
    if share == 1.0:
        return story
    turns = story.turns()
    return story.up_to(turns[int(share * len(turns))])


def _battle() -> RemoteTable:
    """Return a battle with running clocks and the trolls to move."""
    staged = Staged(KEYS[4], clock="sudden 440", more={"position": BATTLE}).start()
    staged.wait(8_000).do(Play(staged.story.match.position, LAST), staged.mover())
    table = staged.wait(175_000).seen_by(NAMES[OWN])
    table.set_presence((True, True), ("", ""), ("Bob",), 1)
    said = (("Ann", "You let that line grow again."), (NAMES[OWN], "It was bait. Mostly."))
    table.add_messages(
        "table", [ChatLine(number=i, at=0, account=n, name=n, text=t) for i, (n, t) in enumerate(said, 1)]
    )
    return table


def openings() -> list[ListedTable]:
    """Return tables of every kind: open, with a code, full, at a known server, at one that is too old."""
    words = too_old("Bruno", "0.2")
    old = ListedServer("recent", "d", "bruno", (), None, "0.2", words)
    large = {"rows": 21, "columns": 42, "base": 3}
    return [
        ListedTable(_near("a", 3.0), "1", "Ann's table", KEYS[4], {}, ("Ann",), clock="fischer 1200+10", free=0),
        ListedTable(_near("b", 5.0), "2", "Tea break", KEYS[2], {}, ("Jo",), access="code"),
        ListedTable(_near("c", 4.0), "3", "The long war", KEYS[3], large, ("Mika", "Priya")),
        ListedTable(ListedServer("recent", "e", "club", (), 21.0, "0.4"), "4", "Club server", KEYS[1], {}, ("Kim",),
                clock="sudden 900"),
        ListedTable(old, "5", "Bruno's cellar", KEYS[5], {}, ("Bruno",), problem=words),
    ]  # fmt: skip


def _near(fingerprint: str, ping_ms: float) -> ListedServer:
    return ListedServer("network", fingerprint, "ann-laptop.local", (), ping_ms, "0.4")
