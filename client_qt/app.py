"""The client: one window, the servers it is linked to, the network it listens to, the table it hosts."""

import logging
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import trio
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from client_qt.finder import Finder, Visit
from client_qt.hosting import FolderBusy, Hosting, Serve, Served, Unfinished
from client_qt.link import Link
from client_qt.look import Theme
from client_qt.models.local import LocalTable
from client_qt.models.openings import Opening
from client_qt.models.remote import RemoteTable
from client_qt.models.standing import headline, opponent, subject
from client_qt.models.table import TableModel
from client_qt.models.wording import say, tr
from client_qt.resume import Resuming, known_places
from client_qt.settings import Folders, KnownServer, LastTable, SettingsFile
from client_qt.strangers import stranger_question
from client_qt.windows.ask import Answer
from client_qt.windows.home import ResumeRow
from client_qt.windows.main import MainWindow
from client_qt.windows.setup import Wanted
from netgame.games import GAMES
from netgame.text import Text, fill
from protocol.address import Address
from protocol.client import Server
from protocol.errors import AddressError
from protocol.lan import Interfaces

log = logging.getLogger(__name__)
HERE = "127.0.0.1"
KEEP_ADDRESSES = 6  # of a server: those that were good last stand in front


@dataclass(frozen=True)
class Around:
    """What the composition root knows and the client does not."""

    folders: Folders
    serve: Serve
    unfinished: Unfinished
    interfaces: Interfaces
    host_name: str
    invitation: str = ""  # a link that the program was started with


class Application(QObject):
    """Carries what the pages ask for. Its tasks live in three nurseries, so that they can end one after the other."""

    def __init__(
        self, theme: Theme, settings: SettingsFile, around: Around, sessions: trio.Nursery, servers: trio.Nursery,
        discovery: trio.Nursery, leave: Callable[[], None],
    ) -> None:  # fmt: skip
        super().__init__()
        self._settings, self._around, self._sessions, self._leave = settings, around, sessions, leave
        self.window = MainWindow(theme)
        self.finder = Finder(around.interfaces, discovery, self)
        self.hosting = Hosting(around.serve, around.unfinished, around.folders.data, servers, self)
        self.links: dict[str, Link] = {}
        self.tables: list[LocalTable] = []
        self._model: TableModel | None = None
        self._my_turn = False
        self._visit: Visit | None = None
        self._resuming = Resuming(settings, self.links, self.tables)
        self._connect()

    def start(self) -> None:
        """Show the window, look round, and go on with what was hosted before."""
        settings = self._settings
        self.window.home.show_name(settings.value.name)
        self.window.show_ui(settings.value.ui)
        self._show_home()
        self.window.show()
        self.finder.know(known_places(settings.value))
        self.finder.start()
        if settings.backup is not None:
            words = tr("The settings could not be read, so you start with fresh ones. The old file is kept as {file}.")
            self.window.banner.show_text(fill(words, {"file": settings.backup.name}))
        self.hosting.resume(self._server_name(), self._host_again, self._not_hosted_again)
        if self._around.invitation:
            self.window.show_page("join")
            self.window.join.address.setText(self._around.invitation)
            self._dial(self._around.invitation)

    def leave(self) -> None:
        """Close the window and end, without asking."""
        self._quit()

    # ---- wiring

    def _connect(self) -> None:
        window = self.window
        home, join, table = window.home, window.join, window.table
        home.host.connect(self._to_host)
        home.join.connect(self._to_join)
        home.here.connect(self._to_here)
        home.resume.connect(self._resume)
        home.renamed.connect(self._renamed)
        window.host.back.connect(self._to_home)
        window.host.go.connect(self._host)
        window.here.back.connect(self._to_home)
        window.here.go.connect(self._play_here)
        join.back.connect(self._to_home)
        join.take.connect(self._take)
        join.dial.connect(self._dial)
        join.accepted.connect(self._accept_visit)
        join.watched.connect(self.finder.attend)
        table.home.connect(self._to_home)
        table.again.connect(self._again)
        table.close_table.connect(self._close_table)
        window.leaving.connect(self._leaving)
        window.ui_chosen.connect(self._ui_chosen)
        self.finder.changed.connect(self._show_openings)
        self.finder.visited.connect(self._visited)
        self.finder.failed.connect(self._dial_failed)
        self.hosting.changed.connect(self._hosting_changed)
        for name, slot in (
            ("home", self._to_home), ("host", self._to_host_any), ("join", self._to_join), ("here", self._to_here),
            ("quit", window.close), ("invitation", self._copy_invitation), ("stop_hosting", self._ask_stop_hosting),
            ("about", self._about),
        ):  # fmt: skip
            window.on(name, slot)

    # ---- pages

    def _to_home(self) -> None:
        self._show_home()
        self.window.show_page("home")
        self.window.show_subject("")

    def _to_host_any(self) -> None:
        self._to_host("")

    def _to_host(self, key: str) -> None:
        if not self._has_name():
            return
        host = self.window.host
        host.call_table(self._name())
        if key in GAMES:
            host.choose(key)
        host.begin()
        self.window.show_page("host")

    def _to_here(self) -> None:
        self.window.here.begin()
        self.window.show_page("here")

    def _to_join(self) -> None:
        if self._has_name():
            self._show_openings()
            self.window.show_page("join")

    def _show_home(self) -> None:
        self.window.home.show_resume(self._resuming.rows())
        own = self.hosting.served.fingerprint if self.hosting.served is not None else ""
        count = sum(o.is_free and o.place.fingerprint != own for o in self.finder.openings)
        self.window.home.show_network(self._around.host_name, count)

    def _name(self) -> str:
        return self.window.home.name

    def _has_name(self) -> bool:
        if not self._name():
            self.window.show_page("home")
            self.window.home.ask_name()
            return False
        self._renamed(self._name())
        return True

    def _renamed(self, name: str) -> None:
        self._settings.change(replace(self._settings.value, name=name))

    def _ui_chosen(self, choice: str) -> None:
        self._settings.change(replace(self._settings.value, ui="" if choice == "system" else choice))

    # ---- this screen

    def _play_here(self, wanted: Wanted) -> None:
        names = (tr("Player 1"), tr("Player 2"))
        model = LocalTable(GAMES[wanted.game], wanted.options, names, self)
        self.tables.append(model)
        self._show_table(model)

    def _again(self) -> None:
        match = self._model.match if self._model is not None else None
        if match is not None:
            self._play_here(Wanted(match.game.key, dict(match.created.options)))

    # ---- hosting

    def _server_name(self) -> str:
        return self._around.host_name or self._name()

    def _host(self, wanted: Wanted) -> None:
        def ready(served: Served) -> None:
            self._open_table(self._own_link(served), wanted)

        def failed(problem: Text | FolderBusy) -> None:
            if isinstance(problem, FolderBusy):
                self._open_table(self._link_to(problem.fingerprint, (Address(HERE, problem.port),)), wanted)
            else:
                self.window.host.say(say(problem))

        self.hosting.start(self._server_name(), ready, failed)

    def _open_table(self, link: Link, wanted: Wanted) -> None:
        def opened(model: RemoteTable) -> None:
            self.window.host.say("")
            self._remember(link, model.table, wanted.game)
            self._show_table(model)

        def failed(text: Text) -> None:
            self.window.host.say(say(text))

        link.make_table(wanted.game, dict(wanted.options), wanted.title, wanted.player, opened, failed)

    def _own_link(self, served: Served) -> Link:
        link = self._link_to(served.fingerprint, (Address(HERE, served.port),))
        self._know(link, served.name)
        return link

    def _host_again(self, served: Served) -> None:
        self._own_link(served)

    def _not_hosted_again(self, problem: Text | FolderBusy) -> None:
        """Another window may be hosting the same tables: go there rather than fail."""
        if isinstance(problem, FolderBusy):
            self._link_to(problem.fingerprint, (Address(HERE, problem.port),))
            words = tr("Another window of this program hosts your tables. This one joins it there.")
            self.window.banner.show_text(words, "turn", ((tr("Close"), self.window.banner.hide_text),))
        else:
            self.window.banner.show_text(say(problem), "danger", ((tr("Close"), self.window.banner.hide_text),))

    def _hosting_changed(self) -> None:
        self.window.show_hosting(self.hosting.state == "on")
        self._show_addresses()

    def _show_addresses(self) -> None:
        addresses, invitation = self._invitation()
        self.window.table.set_addresses(addresses, invitation)

    def _invitation(self) -> tuple[tuple[str, ...], str]:
        """How a friend reaches the table in front, where it is hosted here."""
        served, model = self.hosting.served, self._model
        link = self._link_of(model)
        if served is None or not isinstance(model, RemoteTable) or link is None:
            return (), ""
        if link.server.fingerprint != served.fingerprint or not served.addresses:
            return (), ""
        return served.addresses, Address.parse(served.addresses[0])[0].link(model.table)

    def _copy_invitation(self) -> None:
        _addresses, invitation = self._invitation()
        if invitation:
            QGuiApplication.clipboard().setText(invitation)

    # ---- servers

    def _link_to(self, fingerprint: str, addresses: Iterable[Address]) -> Link:
        """The session at that server; a new one where there is none that could come back."""
        link = self.links.get(fingerprint)
        if link is not None and link.status != "failed":
            link.hurry()
            return link
        known = self._settings.value.servers.get(fingerprint, KnownServer(fingerprint))
        token = bytes.fromhex(known.token) if known.token else None
        old = tuple(Address.parse(text)[0] for text in known.addresses)
        server = Server(fingerprint, tuple(dict.fromkeys([*addresses, *old])))

        def locate() -> tuple[Address, ...]:
            return self.finder.addresses(fingerprint)

        link = Link(server, self._name() or tr("Player"), token, self._sessions, locate, self)
        self.links[fingerprint] = link
        link.changed.connect(self._links_changed)
        self._know(link, known.name)
        self._sessions.start_soon(link.run)
        return link

    def _know(self, link: Link, name: str) -> None:
        """Keep the token from the first moment: a server met twice must meet the same player."""
        addresses = tuple(str(address) for address in link.server.addresses[:KEEP_ADDRESSES])
        server = KnownServer(link.fingerprint, name, addresses, link.token.hex(), int(time.time()))
        self._settings.change(self._settings.value.with_server(server))
        self.finder.know(known_places(self._settings.value))

    def _links_changed(self) -> None:
        self._resuming.tidy()
        if self.window.page == "home":
            self._show_home()

    def _link_of(self, model: TableModel | None) -> Link | None:
        return next((link for link in self.links.values() if model is not None and model.parent() is link), None)

    # ---- joining

    def _show_openings(self) -> None:
        mine = {(link.server.fingerprint, info.table) for link in self.links.values() for info in link.own_tables()}
        openings = [replace(o, mine=o.key in mine) for o in self.finder.openings]
        trouble = self.finder.trouble
        self.window.join.show_openings(openings, say(trouble) if trouble is not None else "")
        if self.window.page == "home":
            self._show_home()

    def _take(self, opening: Opening) -> None:
        place = opening.place
        link = self._link_to(place.fingerprint, place.addresses)
        self._know(link, place.name)

        def opened(model: RemoteTable) -> None:
            self.window.join.say("")
            self._remember(link, opening.table, opening.game, " ".join(opening.names))
            self._show_table(model)

        def failed(text: Text) -> None:
            self.window.join.say(say(text))

        if opening.mine:
            opened(link.model(opening.table))
        else:
            link.take_seat(opening.table, opened, failed)

    def _dial(self, text: str) -> None:
        try:
            address, table = Address.parse(text)
        except AddressError as error:
            self.window.join.say_address(say(error.text))
            return
        self.finder.visit(address, table)

    def _dial_failed(self, text: Text) -> None:
        self.window.join.say_address(say(text))

    def _visited(self, visit: Visit) -> None:
        self._visit = visit
        place = visit.place
        own = self.hosting.served is not None and self.hosting.served.fingerprint == place.fingerprint
        if own or place.fingerprint in self._settings.value.servers or self.finder.addresses(place.fingerprint):
            self._accept_visit()
            return
        question = stranger_question(place, self._settings.value.servers.values())
        if question.may_join:
            self.window.join.ask(question.words)
        else:
            self.window.join.say_address(question.words)

    def _accept_visit(self) -> None:
        visit = self._visit
        if visit is None:
            return
        self.window.join.say_address("")
        self.finder.show(visit)
        rows = [o for o in self.finder.openings if o.place.fingerprint == visit.place.fingerprint]
        chosen = [o for o in rows if o.table == visit.wanted] or [o for o in rows if o.is_free]
        if chosen:
            self.window.join.choose(chosen[0].key)
        else:
            words = tr("{server} answers, but no table is open there.")
            self.window.join.say_address(fill(words, {"server": visit.place.name}))

    # ---- the table in front

    def _show_table(self, model: TableModel) -> None:
        if self._model is not None:
            self._model.changed.disconnect(self._table_changed)
            self._model.gone.disconnect(self._table_gone)
        self._model, self._my_turn = model, False
        model.changed.connect(self._table_changed)
        model.gone.connect(self._table_gone)
        self.window.table.set_model(model)
        self._show_addresses()
        self.window.show_page("table")
        self._table_changed()

    def _table_changed(self) -> None:
        model = self._model
        if model is None:
            return
        link = self._link_of(model)
        self.window.show_server(self._resuming.server_name(link.fingerprint) if link is not None else "")
        if self.window.page == "table":
            self.window.show_subject(" - ".join(words for words in (headline(model), subject(model)) if words))
        my_turn = model.may_move and not model.is_local
        if my_turn and not self._my_turn:
            self.window.call()
        self._my_turn = my_turn
        if isinstance(model, RemoteTable) and link is not None and model.match is not None and model.mine:
            self._keep_up(link, model)

    def _keep_up(self, link: Link, model: RemoteTable) -> None:
        assert model.match is not None
        if model.match.phase == "over":
            self._settings.change(self._settings.value.without_table(link.fingerprint, model.table))
        else:
            self._remember(link, model.table, model.match.game.key, opponent(model))

    def _remember(self, link: Link, table: str, game: str, other: str = "") -> None:
        last = LastTable(link.fingerprint, table, game, other)
        if last not in self._settings.value.tables[:1]:
            self._settings.change(self._settings.value.with_table(last))

    def _table_gone(self, text: Text) -> None:
        self.window.banner.show_text(say(text), "danger", ((tr("Close"), self.window.banner.hide_text),))
        self._to_home()

    def _close_table(self) -> None:
        model, link = self._model, self._link_of(self._model)
        if isinstance(model, RemoteTable) and link is not None:
            link.leave_seat(model.table)
            self._settings.change(self._settings.value.without_table(link.fingerprint, model.table))
        self._to_home()

    def _resume(self, row: ResumeRow) -> None:
        if not row.server:
            model = next((table for table in self.tables if str(id(table)) == row.table), None)
            if model is not None:
                self._show_table(model)
            return
        if not self._has_name():
            return
        link = self._link_to(row.server, ())
        self._show_table(link.model(row.table))

    # ---- leaving

    def _leaving(self) -> None:
        if self.hosting.state != "on" or not self._busy_here():
            self._quit()
            return
        words = [
            tr("You host a game that is not over. Stopping tells the other player; the game is kept."),
            tr("Start this program again to go on: the table opens by itself."),
        ]
        self.window.ask(
            tr("Stop hosting?"),
            words,
            [
                Answer(tr("Keep hosting in the background"), "plain", self.window.showMinimized, "keep_hosting"),
                Answer(tr("Stop and quit"), "primary", self._quit, "stop_and_quit"),
            ],
        )

    def _busy_here(self) -> bool:
        """Is somebody else at a table that is hosted here?"""
        served = self.hosting.served
        link = self.links.get(served.fingerprint) if served is not None else None
        return link is not None and any(info.state in ("playing", "between") for info in link.tables)

    def _ask_stop_hosting(self) -> None:
        words = [tr("Tables hosted here close for everybody. Games that are not over are kept and open the next time.")]
        answers = [Answer(tr("Stop hosting"), "danger", self.hosting.stop, "stop_hosting")]
        self.window.ask(tr("Stop hosting?"), words, answers)

    def _quit(self) -> None:
        self.window.may_close = True
        self.window.close()
        self._leave()

    def _about(self) -> None:
        words = [tr("Board games for two, across the room or across the table."), tr("Free software, MIT licence.")]
        self.window.ask("netgame", words, [])


def host_name() -> str:
    """How this computer is called on the network."""
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    name = name.split(".")[0]
    return f"{name}.local" if name and name != "localhost" else ""


async def run(theme: Theme, settings: SettingsFile, around: Around, ready: Callable[[Application], None]) -> None:
    """The client from its first window to its last task. Ends in order: links, the hosted server, discovery."""
    leave = trio.Event()
    async with trio.open_nursery() as discovery:
        async with trio.open_nursery() as servers:
            async with trio.open_nursery() as sessions:
                app = Application(theme, settings, around, sessions, servers, discovery, leave.set)
                app.start()
                ready(app)
                await leave.wait()
                app.window.hide()
                sessions.cancel_scope.cancel()
            servers.cancel_scope.cancel()
        discovery.cancel_scope.cancel()
