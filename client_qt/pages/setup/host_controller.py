"""From the form of the Host page to an open table, and hosted tables of before opened again."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from client_qt.hosting.own_server import FolderBusy, Hosting, Served
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession
from client_qt.pages.join.server_trust import to_compare
from client_qt.pages.setup.page import SetupChoice, SetupPage
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import say, tr
from netgame.text import Text
from protocol.address import Address

HERE = "127.0.0.1"


class HostController(QObject):
    """`opened` hands over the new table; `said` what went wrong or is odd while no page asks for it."""

    opened = Signal(object)  # RemoteTable
    said = Signal(str, str)  # words, tone
    found_host = Signal(object, object)  # FolderBusy: another program hosts; and what opens the table there, or None

    def __init__(
        self, page: SetupPage, hosting: Hosting, servers: KnownServers, name: Callable[[], str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._page, self._hosting, self._servers, self._name = page, hosting, servers, name
        self._codes: dict[str, str] = {}  # of tables that were made here by code
        self._at = ""  # the fingerprint of the server where the next table is made; here if empty
        page.go.connect(self._go)

    def begin(self, session: ServerSession | None = None) -> None:
        """The next table is made at that server, or hosted here; the form says so."""
        self._at = session.fingerprint if session is not None else ""
        self._page.show_place(self._servers.name_of(self._at) if self._at else "")

    @property
    def may_rate(self) -> bool:
        """May this player have rated matches where the next table is made?"""
        served = self._hosting.served
        session = self._servers.sessions.get(self._at or (served.fingerprint if served is not None else ""))
        return session is not None and session.registered

    def server_name(self) -> str:
        """What a server of this computer is called."""
        return self._name()

    def again(self) -> None:
        """Host the matches that are not over, if there are any, with the same key and port as before."""
        self._hosting.resume(self._name(), self._own_link, self._not_again)

    def invitation(self, model: TableModel | None) -> tuple[tuple[str, ...], str]:
        """How a friend reaches that table: addresses where it is hosted here, and a link wherever it is."""
        served, session = self._hosting.served, self._servers.of(model)
        if not isinstance(model, RemoteTable) or session is None:
            return (), ""
        if served is not None and session.fingerprint == served.fingerprint:
            invitation = Address.parse(served.addresses[0])[0].link(model.table) if served.addresses else ""
            return served.to_tell(self._name()), invitation
        return (), session.server.addresses[0].link(model.table) if session.server.addresses else ""

    def code(self, model: TableModel | None) -> str:
        """What others need who want to sit down there; empty if nothing."""
        return self._codes.get(model.table, "") if isinstance(model, RemoteTable) else ""

    def words(self, model: TableModel | None) -> str:
        """What is the same on both screens: the words of the server."""
        session = self._servers.of(model)
        return to_compare(session.fingerprint) if session is not None and session.fingerprint else ""

    def copy_invitation(self, model: TableModel | None) -> None:
        _addresses, invitation = self.invitation(model)
        if invitation:
            QGuiApplication.clipboard().setText(invitation)

    def is_played_at(self) -> bool:
        """Is a match going on at a table that is hosted here?"""
        served = self._hosting.served
        session = self._servers.sessions.get(served.fingerprint) if served is not None else None
        return session is not None and session.is_played_at

    def _go(self, wanted: SetupChoice) -> None:
        if self._at:
            self._open(self._servers.session_to(self._at), wanted)
            return

        def ready(served: Served) -> None:
            self._open(self._own_link(served), wanted)

        def failed(problem: Text | FolderBusy) -> None:
            if not isinstance(problem, FolderBusy):
                self._page.say(say(problem))
            elif problem.port:
                self._page.say("")
                self.found_host.emit(problem, lambda: self._open(self.session_of(problem), wanted))
            else:
                self._page.say(tr("Another window of this program is just starting to host. Try again in a moment."))

        self._hosting.start(self._name(), ready, failed)

    def _open(self, session: ServerSession, wanted: SetupChoice) -> None:
        agreed = wanted.terms.agreed() if wanted.terms is not None else {}

        def opened(model: RemoteTable) -> None:
            self._page.say("")
            if agreed.get("code"):
                self._codes[model.table] = agreed["code"]
            self._servers.remember(session, model, wanted.game)
            self.opened.emit(model)

        def failed(text: Text) -> None:
            self._page.say(say(text))

        what = (wanted.game, dict(wanted.options), wanted.title, wanted.player, wanted.position)
        session.make_table(*what, opened, failed, **agreed)

    def _own_link(self, served: Served) -> ServerSession:
        return self._servers.session_to(served.fingerprint, (Address(HERE, served.port),), served.name)

    def session_of(self, busy: FolderBusy) -> ServerSession:
        """The session at the server of another program on this computer."""
        return self.session_here(busy.fingerprint, busy.port)

    def session_here(self, fingerprint: str, port: int) -> ServerSession:
        """The session at a server of this computer that is not in this window."""
        return self._servers.session_to(fingerprint, (Address(HERE, port),), self._name())

    def _not_again(self, problem: Text | FolderBusy) -> None:
        """Another window may be hosting the same tables, or a server without one."""
        if not isinstance(problem, FolderBusy):
            self.said.emit(say(problem), "danger")
        elif problem.port:
            self.found_host.emit(problem, None)
