"""Carries out what the Join page emits: find servers, take a seat, watch."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, SignalInstance

from client_qt.hosting.own_server import Network
from client_qt.net.known_servers import recent_servers
from client_qt.net.server_browser import QUERY_S, ServerReply
from client_qt.net.server_trust import Question, by_public_name, proves_itself, stranger_question
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pace import Pace
from client_qt.pages.join.page import JoinPage, ServerEntry
from client_qt.pages.navigation import Navigation
from client_qt.settings.file import SettingsFile
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.text import Text, fill
from protocol.address import Address
from protocol.errors import AddressError


class JoinController(QObject):
    """Connects the Join page to the server browser and the known servers."""

    opened = Signal(object)  # RemoteTable where a seat was taken, or that is watched
    entered = Signal(object)  # ServerSession whose lobby is wanted
    tournaments = Signal(object)  # ServerSession whose tournaments are wanted

    def __init__(
        self,
        navigation: Navigation,
        page: JoinPage,
        network: Network,
        settings: SettingsFile,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._settings = navigation, page, settings
        self._servers, self._browser, self._hosting = network.servers, network.browser, network.hosting
        self._reply: ServerReply | None = None
        self._question: Question | None = None  # the open question
        self._accepted: set[str] = set()  # servers that the player accepted since the start
        self._invited_to: tuple[str, str] | None = (
            None  # fingerprint and table, until it is known whether it is an own one
        )
        self._pace = Pace(self._show, self)
        page.take.connect(self._take)
        page.watch.connect(self._watch)
        page.dial.connect(self.dial)
        page.look_through.connect(self._browser.query_each_address)
        page.cancelled.connect(self._browser.cancel_query)
        page.accepted.connect(self._server_accepted)
        page.entered.connect(lambda fingerprint: self._enter(fingerprint, self.entered))
        page.tournaments.connect(lambda fingerprint: self._enter(fingerprint, self.tournaments))
        page.forgotten.connect(self._forget)
        page.visibility_changed.connect(self._browser.set_list_shown)
        self._browser.changed.connect(self.show)
        self._browser.answered.connect(self._answered)
        self._browser.failed.connect(lambda text: page.show_address_result(translate(text)))

    def open(self) -> None:
        if self._navigation.has_name():
            self._page.build()
            self._show()
            self._navigation.show_page("join", tr("Join a game"))

    def show(self) -> None:
        """Bring the list up to date, if it was shown before; at most five times a second, whatever a network sends."""
        self._pace.ask()

    def _show(self) -> None:
        if not self._page.is_built:
            return
        trouble = self._browser.trouble
        self._page.show_tables(self._entries(), translate(trouble) if trouble is not None else "")
        own = self._hosting.fingerprint
        found = {key: (self._checked(server), count) for key, (server, count) in self._browser.servers.items()}
        here = {key: shown for key, shown in found.items() if not self._is_own(shown[0]) and not shown[0].problem}
        first = sorted(here, key=lambda key: not here[key][0].known)
        before = {server.fingerprint: server for server in recent_servers(self._settings.value)}
        silent = [server for key, server in before.items() if key not in self._browser.servers and key != own]
        self._page.show_servers(
            [
                *(ServerEntry(*here[key], key in before) for key in first),
                *(ServerEntry(server, known=True) for server in silent),
            ]
        )
        self._open_own_table()

    def dial(self, text: str) -> None:
        """Ask the server at a typed or pasted address, or that of a link."""
        self._invited_to = None
        try:
            address, table = Address.parse(text)
        except AddressError as error:
            self._page.show_address_result(translate(error.text))
        else:
            self._page.show_connecting(str(address), QUERY_S)
            self._browser.query(address, table)

    def _entries(self) -> list[ListedTable]:
        """The tables of the server browser, with the seats that this player has already."""
        mine, found = self._servers.own_seats(), []
        for entry in self._browser.tables:
            server = self._checked(entry.server)
            is_mine = not server.problem and (server.fingerprint, entry.table) in mine
            found.append(replace(entry, server=server, problem=server.problem or entry.problem, mine=is_mine))
        return found

    def _checked(self, server: ListedServer) -> ListedServer:
        """Add the problem of a server whose identity is that of the one here, or of one where this player was."""
        if not server.has_twin or server.problem:
            return server
        if self._hosting.fingerprint == server.fingerprint:
            words = tr("This computer hosts with the same identity: its data are a copy. Make a new identity here.")
            return server if self._is_own(server) else replace(server, problem=words)
        rows = [each for each, _count in self._browser.servers.values()]
        instance = self._servers.instance_of(server.fingerprint)
        near = {each.instance for each in rows if each.fingerprint == server.fingerprint}
        if instance == server.instance or instance not in near:
            return server
        where = str(server.addresses[0])
        words = tr("Another server than the one you know at {address}, with a copy of its identity.")
        return replace(server, problem=fill(words, {"address": where}))

    def _is_own(self, server: ListedServer) -> bool:
        """Whether this window hosts that server, and not a copy of it."""
        hosted = self._hosting.server
        if hosted is None or hosted.fingerprint != server.fingerprint:
            return False
        return hosted.instance in ("", server.instance)

    def _take(self, entry: ListedTable, code: str = "") -> None:
        session = self._servers.session_at(entry.server)

        def opened(model: RemoteTable) -> None:
            self._servers.remember(session, model, entry.game, " ".join(entry.names))
            self._opened(model)

        if entry.mine:
            opened(session.model(entry.table))
        else:
            session.take_seat(entry.table, opened, self._not_taken, code)

    def _enter(self, fingerprint: str, entered: SignalInstance) -> None:
        found = self._browser.servers.get(fingerprint)
        if found is not None:
            entered.emit(self._servers.session_at(found[0]))

    def _watch(self, entry: ListedTable, code: str) -> None:
        self._servers.session_at(entry.server).watch_table(entry.table, self._opened, self._not_taken, code)

    def _opened(self, model: RemoteTable) -> None:
        self._page.details.answer("")
        self.opened.emit(model)

    def _forget(self, fingerprint: str) -> None:
        self._servers.forget_server(fingerprint)
        self.show()

    def _not_taken(self, text: Text) -> None:
        self._page.details.answer(translate(text))

    def _answered(self, reply: ServerReply) -> None:
        known = self._settings.value.servers.values()
        self._reply = reply = by_public_name(reply, known)
        server = reply.server
        own = self._hosting.fingerprint == server.fingerprint
        accepted = server.fingerprint in self._accepted or self._servers.is_known(server.fingerprint)
        if own or accepted or proves_itself(server, known):
            self._accept_reply()
        else:
            self._question = stranger_question(server, known)
            self._page.ask(self._question.words, forget=bool(self._question.instead_of))

    def _server_accepted(self) -> None:
        """Accept the server; or forget the other server at its address and ask again."""
        reply, question = self._reply, self._question
        if reply is not None and question is not None and question.instead_of:
            address = str(reply.server.addresses[0])
            self._settings.change(self._settings.value.without_address(question.instead_of, address))
            self._answered(reply)
        elif reply is not None:
            self._accepted.add(reply.server.fingerprint)
            self._accept_reply()

    def _accept_reply(self) -> None:
        reply = self._reply
        if reply is None:
            return
        self._browser.show(reply)
        self._show()
        rows = [o for o in self._entries() if o.server.fingerprint == reply.server.fingerprint]
        chosen = [o for o in rows if o.table == reply.wanted] or [o for o in rows if o.is_free]
        if chosen:
            self._page.choose(chosen[0].key)
            words = tr("{server} answers. A table there is selected in the list.")
        else:
            words = tr("{server} answers, but no table is open there. Its lobby is in the list of servers.")
        self._page.show_address_result(fill(words, {"server": reply.server.name}), wrong=False)
        if reply.wanted and reply.server.fingerprint in self._settings.value.servers:
            self._invited_to = reply.server.fingerprint, reply.wanted
            self._servers.session_at(reply.server)
            self._open_own_table()

    def _open_own_table(self) -> None:
        """Open the table of a link as soon as the server has said that this player has a seat there."""
        if self._invited_to in self._servers.own_seats() and self._navigation.page == "join":
            (fingerprint, table), self._invited_to = self._invited_to, None
            self.opened.emit(self._servers.sessions[fingerprint].model(table))
