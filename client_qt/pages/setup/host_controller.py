"""Hosts tables on this computer or at another server, and goes on with tables that were hosted before."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from client_qt.dialogs.question import Answer
from client_qt.hosting.own_server import Network, since_text
from client_qt.hosting.server_process import HostedElsewhere, ServerStatus
from client_qt.net.server_trust import to_compare
from client_qt.net.session import ServerSession
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.page import SetupChoice, SetupPage
from client_qt.settings.file import SettingsFile
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.table.terms import Terms, new_code
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.text import Text, fill
from protocol.address import Address
from protocol.messages import SetCode


class HostController(QObject):
    """Opens tables from the form of the page."""

    opened = Signal(object)  # RemoteTable
    entered = Signal(object)  # ServerSession, whose lobby is to be shown

    def __init__(self, window: Navigation, page: SetupPage, network: Network, settings: SettingsFile) -> None:
        super().__init__(page)
        self._window, self._page, self._settings = window, page, settings
        self._hosting, self._servers, self._host_name = network.hosting, network.servers, network.host_name
        hosting = self._hosting
        self._told_twins: tuple[str, ...] = ()
        self._codes: dict[str, str] = {}  # of private tables that were made here, by table
        self._fingerprint = ""  # of the server for the next table; empty for this computer
        page.go.connect(self._go)
        hosting.stopped.connect(self._note_stop)
        hosting.lost.connect(self._lost)
        hosting.changed.connect(self._tell_twins)
        hosting.cannot_stop.connect(lambda problem: window.show_message(translate(problem), "danger"))

    def open(self, game: str = "", session: ServerSession | None = None) -> None:
        """Open the form of a new table, hosted on this computer or at the server of a session."""
        if not self._window.has_name():
            return
        page = self._page
        self._fingerprint = session.fingerprint if session is not None else ""
        page.set_server(self._servers.name_of(self._fingerprint) if self._fingerprint else "")
        page.set_owner(self._settings.value.name)
        if game in GAMES:
            page.choose(game)
        at_server = self._servers.sessions.get(self._fingerprint or self._hosting.fingerprint)
        may_rate = at_server is not None and at_server.user.registered
        page.set_terms(Terms.read(self._settings.value.terms), may_rate)
        page.begin()
        self._window.show_page("host", tr("Host a game"))

    def resume(self) -> None:
        """Host the unfinished matches, if there are any, or join the server that already runs in the background."""

        def ready(status: ServerStatus) -> None:
            self.own_session(status)
            if self._hosting.was_running:
                self.show_status()

        self._hosting.start(self.server_name(), ready, self._cannot_host, if_unfinished=True)

    def serve(self, then: Callable[[ServerSession], object]) -> None:
        """Start the server of this computer without a table."""
        if self._window.has_name():
            self._hosting.start(self.server_name(), lambda status: then(self.own_session(status)), self._cannot_host)

    def host_again(self, fingerprint: str) -> None:
        """Host the tables of that server again if this window has stopped it."""
        if self._hosting.has_stopped(fingerprint):
            self._hosting.start(self.server_name(), self.own_session, self._cannot_host)

    def server_name(self) -> str:
        """The name of a server on this computer."""
        return self._host_name or self._settings.value.name

    def _tell_twins(self) -> None:
        """Say once that another server has the identity of the one here, and offer a new one."""
        server = self._hosting.server
        twins = server.twins if server is not None else ()
        if twins and twins != self._told_twins:
            words = tr(
                "The server at {address} has the identity of this one: the data folder of one is a copy. Make a new "
                "identity on the computer that shall not keep it. Its unfinished games then are at a new server."
            )
            action = tr("Make a new identity"), self._hosting.renew
            self._window.show_message(fill(words, {"address": twins[0]}), "danger", action=action)
        self._told_twins = twins

    def _note_stop(self) -> None:
        if self._hosting.renewed:
            self._hosting.start(self.server_name(), self.own_session, self._cannot_host)
            return
        self._window.note(tr("Hosting has stopped. Unfinished games are saved."))
        session = self._servers.sessions.get(self._hosting.last)
        if session is not None:
            session.note_stopped_here()

    def _cannot_host(self, problem: Text | HostedElsewhere) -> None:
        if not isinstance(problem, HostedElsewhere):
            self._window.show_message(translate(problem), "danger")
            return
        words = tr("Another window of this program hosts games on this computer.")
        self._window.show_message(words, action=(tr("Show its games"), partial(self._enter, problem)))

    def show_status(self) -> None:
        """Show that this computer hosts, and since when."""
        if self._hosting.server is not None:
            stop = tr("Stop"), self._hosting.stop
            self._window.show_message(since_text(self._hosting.server), action=stop)

    def invitation(self, model: TableModel | None) -> tuple[tuple[str, ...], str]:
        """The addresses of a table that is hosted here, and a link to a table anywhere."""
        server, session = self._hosting.server, self._servers.of(model)
        is_here = server is not None and session is not None and session.fingerprint == server.fingerprint
        return (server.addresses_to_share() if server is not None and is_here else ()), self.link(model)

    def link(self, model: TableModel | None) -> str:
        """The invitation to a table; empty if there is none."""
        session = self._servers.of(model)
        return self._link(session, model.table) if session is not None and isinstance(model, RemoteTable) else ""

    def _link(self, session: ServerSession, table: str = "") -> str:
        """Return a link to a server or to a table there; empty while no address of it is known."""
        server, addresses = self._hosting.server, session.given.addresses
        if server is not None and session.fingerprint == server.fingerprint:
            addresses = tuple(Address.parse(address)[0] for address in server.addresses[:1])
        return addresses[0].link(table) if addresses else ""

    def code(self, model: TableModel | None) -> str:
        """The code that others need for a private table that was made here."""
        return self._codes.get(model.table, "") if isinstance(model, RemoteTable) else ""

    def change_code(self, model: TableModel, changed: Callable[[], None]) -> None:
        """Give a private table that was made here another code."""
        session, code = self._servers.of(model), new_code()
        if session is None or not isinstance(model, RemoteTable):
            return

        def done(_done: object) -> None:
            self._codes[model.table] = model.code = code
            changed()

        order = session.command(model.table, SetCode, code=code)
        session.request(order, done, lambda why: self._window.show_message(translate(why), "danger"))

    def words(self, model: TableModel | None) -> str:
        """The words of the server's fingerprint, which are the same on both screens."""
        session = self._servers.of(model)
        return to_compare(session.fingerprint) if session is not None and session.fingerprint else ""

    def copy_invitation(self, model: TableModel | None) -> None:
        """Copy the link to a table."""
        if invitation := self.link(model):
            QGuiApplication.clipboard().setText(invitation)

    def copy_invitation_to(self, session: ServerSession) -> None:
        """Copy the link to a server."""
        if invitation := self._link(session):
            QGuiApplication.clipboard().setText(invitation)
            self._window.note(tr("The invitation is copied. Send it to somebody."))

    def is_played_at(self) -> bool:
        """Is a match going on at a table that is hosted here?"""
        session = self._servers.sessions.get(self._hosting.fingerprint)
        return session is not None and session.is_played_at

    def _go(self, choice: SetupChoice) -> None:
        if choice.terms is not None:
            self._settings.change(replace(self._settings.value, terms=choice.terms.plain()))
        if self._fingerprint:
            self._open(self._servers.session_to(self._fingerprint), choice)
            return

        def failed(problem: Text | HostedElsewhere) -> None:
            if isinstance(problem, HostedElsewhere):
                self._page.show_error("")
                open_there = partial(self._open, self.own_session(problem), choice)
                ask_about_other_window(self._window, partial(self._show_games_of, problem), open_there)
            else:
                self._page.show_error(translate(problem))

        self._hosting.start(self.server_name(), lambda status: self._open(self.own_session(status), choice), failed)

    def _open(self, session: ServerSession, choice: SetupChoice) -> None:
        terms = choice.terms.agreed() if choice.terms is not None else {}

        def opened(model: RemoteTable) -> None:
            self._page.show_error("")
            if terms.get("code"):
                self._codes[model.table] = terms["code"]
            self._servers.remember(session, model, choice.game)
            self.opened.emit(model)

        session.open_table(
            choice.game, dict(choice.options), opened, lambda text: self._page.show_error(translate(text)),
            title=choice.title, player=choice.player, position=choice.position, **terms,
        )  # fmt: skip

    def _show_games_of(self, other: HostedElsewhere) -> None:
        self._window.banner.hide_text()  # it offers the same
        self._enter(other)

    def _enter(self, other: HostedElsewhere) -> None:
        self.entered.emit(self.own_session(other))

    def own_session(self, server: ServerStatus | HostedElsewhere) -> ServerSession:
        """The session at a server of this computer."""
        addresses = (Address("127.0.0.1", server.port),)
        instance = server.instance if isinstance(server, ServerStatus) else ""
        return self._servers.session_to(server.fingerprint, addresses, self.server_name(), instance=instance)

    def _lost(self) -> None:
        if not self._hosting.is_kept:
            words = tr("The server on this computer has ended. Unfinished games are saved.")
            self._window.show_message(words, "danger", (tr("Start it again"), self.resume))


def ask_about_other_window(window: Navigation, show: Callable[[], object], open_there: Callable[[], object]) -> None:
    """Ask where a table shall be opened: there is one server for a data folder, and another window has it."""
    words = [
        tr("Another window of this program hosts games on this computer already, and there can be only one."),
        tr("You can join its games, or open your table there: everybody finds it there too."),
    ]
    answers = [
        Answer(tr("Show its games"), "plain", show, "show_its_games"),
        Answer(tr("Open the table there"), "primary", open_there, "open_there"),
    ]
    window.ask(tr("Another window hosts"), words, answers)
