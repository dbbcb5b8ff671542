"""A match that survives its host: going on with it at this computer, or at the one where the other player did that."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import trio
from PySide6.QtCore import QObject

from client_qt.dialogs.question import Answer
from client_qt.hosting.own_server import Network
from client_qt.hosting.server_process import CannotServe, HostedElsewhere, ServerStatus
from client_qt.net.player_key import PlayerKey
from client_qt.net.session import ServerSession
from client_qt.net.table_list import ListedServer
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.host_controller import HostController
from client_qt.pages.table.controllers.table_controller import TableController
from client_qt.pages.table.page import TablePage
from client_qt.table.change import Change
from client_qt.table.elsewhere import Elsewhere, Found, compared, missing_words
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts, emission
from netgame.errors import RulesError
from netgame.match.events import Event
from netgame.match.hosts import check_can_move
from netgame.match.state import Match
from netgame.records.writer import write_record
from netgame.text import Text
from protocol.messages import TableInfo

Place = tuple[Found, RemoteTable | None]  # and its model, if this window follows it


class ContinueController(QObject):
    """Says at the shown table whether its match can go on elsewhere, and lets it.

    `ask` lists the tables of a server without signing in there.
    """

    def __init__(
        self,
        window: Navigation,
        page: TablePage,
        network: Network,
        table_controller: TableController,
        host_controller: HostController,
        key: PlayerKey,
        nursery: Starts,
    ) -> None:
        super().__init__(page)
        self._window, self._tables, self._hosts, self._key = window, table_controller, host_controller, key
        self._servers, self._browser, self._hosting = network.servers, network.browser, network.hosting
        self._nursery = nursery
        self._found: dict[tuple[str, str], tuple[ListedServer, TableInfo]] = {}  # continued matches on the network
        self._asked: set[tuple[str, str]] = set()
        self._compared: dict[tuple[RemoteTable, RemoteTable], tuple[int, int]] = {}  # the lengths of the logs
        page.banners.continue_here.connect(self._continue_here)
        page.banners.go_elsewhere.connect(self._go_elsewhere)
        table_controller.refreshed.connect(self.update)
        for service in (self._servers, self._browser, self._hosting, key):
            service.changed.connect(self.update)

    def update(self) -> None:
        """Say at the shown table what is possible."""
        model = self._tables.model
        if model is None or model.match is None:
            return
        is_open = self._is_open(model, model.match)
        elsewhere = self._elsewhere(model, model.match) if is_open and isinstance(model, RemoteTable) else None
        may_continue = is_open and elsewhere is None and not self._is_own(self._servers.of(model))
        if is_open and isinstance(model, RemoteTable):
            self._look_around(model.match)
        if (model.may_continue, model.elsewhere) != (may_continue, elsewhere):
            model.may_continue, model.elsewhere = may_continue, elsewhere
            model.changed.emit(Change.CONNECTION)

    def _is_open(self, model: TableModel, match: Match) -> bool:
        """Return whether this player could go on with the match at another host."""
        key = self._key.key
        if key is None or (isinstance(model, RemoteTable) and not model.mine):
            return False
        if not isinstance(model, RemoteTable | ReviewTable):
            return False
        try:
            check_can_move(match)
        except RulesError:
            return False
        return any(seat is not None and seat.key == key.public for seat in match.seats)

    def _is_own(self, session: ServerSession | None) -> bool:
        return session is not None and session.fingerprint in (self._hosting.fingerprint, self._hosting.last)

    # ---- at this computer

    def _continue_here(self) -> None:
        model, key = self._tables.model, self._key.key
        if model is None or key is None or not self._window.has_name():
            return
        try:
            record = write_record(model.log)
        except RulesError as error:
            self._window.show_message(translate(error.text), "danger")
            return
        game = model.match.game.key if model.match is not None else ""

        def ready(status: ServerStatus) -> None:
            session = self._hosts.own_session(status)
            self._nursery.start_soon(self._hand_over, record, key.public, session, game)

        def failed(problem: Text | HostedElsewhere) -> None:
            if isinstance(problem, HostedElsewhere):
                words = tr("Another window of this program hosts games on this computer. Continue the game there.")
                self._window.show_message(words, "danger")
            else:
                self._refused(problem)

        self._hosting.start(self._hosts.server_name(), ready, failed)

    async def _hand_over(self, record: str, key: bytes, session: ServerSession, game: str) -> None:
        try:
            table = await self._hosting.continue_match(record, key)
        except CannotServe as error:
            self._refused(error.text)
        else:
            session.take_seat(table, partial(self._opened, session, game), self._refused)

    def _opened(self, session: ServerSession, game: str, model: RemoteTable) -> None:
        self._servers.remember(session, model, game)
        self._tables.show(model)

    def _refused(self, why: Text) -> None:
        self._window.show_message(translate(why), "danger")

    # ---- elsewhere

    def _elsewhere(self, model: RemoteTable, match: Match) -> Elsewhere | None:
        """Return the other table of this match, the one that goes furthest first."""
        here, origin = self._servers.of(model), match.created.origin
        found: list[Place] = [
            *other_logs(self._servers.sessions.values(), model, origin),
            *(
                (Found(server.fingerprint, info.table, server.name, server.addresses), None)
                for server, info in self._found.values()
                if info.origin == origin and (here is None or server.fingerprint != here.fingerprint)
            ),
        ]
        places: dict[tuple[str, str], Elsewhere] = {}
        for place, known in found:
            session = self._servers.sessions.get(place.fingerprint)
            if known is None and session is not None and session.status == "online":
                known = session.model(place.table)  # where this player is anyway
                known.changed.connect(self._other_changed)
            if known is not None and known.match is not None:
                self._compare(model, known)
            places.setdefault((place.fingerprint, place.table), Elsewhere(place, model.forks.get(place.table)))
        return max(places.values(), key=lambda each: each.weight, default=None)

    def _other_changed(self, change: Change) -> None:
        if change & Change.MATCH:
            self.update()

    def _compare(self, model: RemoteTable, other: RemoteTable) -> None:
        """Compare the logs of two tables in a thread, when one of them has grown."""
        lengths = len(model.log), len(other.log)
        if self._compared.get((model, other)) != lengths:
            self._compared = {pair: known for pair, known in self._compared.items() if pair[0] is model}
            self._compared[model, other] = lengths
            self._nursery.start_soon(self._compare_logs, model, other)

    async def _compare_logs(self, model: RemoteTable, other: RemoteTable) -> None:
        fork = await trio.to_thread.run_sync(compared, tuple(model.log), tuple(other.log))
        model.forks = {**model.forks, other.table: fork}
        self.update()

    def _look_around(self, match: Match) -> None:
        """Ask each server on the network that shows such a table once whether it continues this match."""
        for table in self._browser.tables:
            server = table.server
            is_candidate = server.group == "network" and table.game == match.game.key and len(table.names) == 2
            if is_candidate and table.key not in self._asked and server.fingerprint != self._hosting.fingerprint:
                self._asked.add(table.key)
                self._nursery.start_soon(self._ask, server, table.table)

    async def _ask(self, server: ListedServer, table: str) -> None:
        reply = await self._browser.ask(server, table)
        for info in reply.tables if reply is not None else ():
            if info.origin:
                self._found[server.fingerprint, info.table] = server, info
        self.update()

    def _go_elsewhere(self) -> None:
        model = self._tables.model
        if not isinstance(model, RemoteTable) or model.elsewhere is None:
            return
        place = model.elsewhere.place
        session = self._servers.session_to(place.fingerprint, place.addresses, place.server)
        known = session.known_model(place.table)
        if known is not None and known.mine:
            self._tables.show(known)
            return
        log = tuple(model.log)
        session.watch_table(
            place.table, lambda other: self._nursery.start_soon(self._check, session, log, other), self._refused
        )

    async def _check(self, session: ServerSession, log: Sequence[Event], other: RemoteTable) -> None:
        """Compare the log there with the own one, and take the seat; ask first if moves would be lost."""
        while other.match is None or other.match.rehosted is None:
            if other.reason is not None:
                self._refused(other.reason)
                return
            await emission(other.changed, other.closed, other.replaced)
        fork = await trio.to_thread.run_sync(compared, tuple(log), tuple(other.log))
        game, key = other.match.game.key, self._key.key
        sit: Callable[[], None] = partial(
            session.take_seat, other.table, partial(self._opened, session, game), self._refused
        )
        mine = next((seat.player for seat in other.match.seats if seat and key and seat.key == key.public), None)
        if fork is None or (mine is not None and fork.unsigned[mine]):
            self._window.show_message(
                tr("That is not the game as you know it: it has moves in your name that you have not signed."), "danger"
            )
        elif words := missing_words(fork):
            self._window.ask(
                tr("Go on there?"), words, [Answer(tr("Go on there"), "primary", sit, "go_on_there")], tr("Stay here")
            )
        else:
            sit()


def other_logs(
    sessions: Iterable[ServerSession], model: RemoteTable, origin: str
) -> Iterator[tuple[Found, RemoteTable | None]]:
    """Yield the other tables of a match at the servers where this player is."""
    for session in sessions:
        name = session.welcome.server if session.welcome is not None else ""
        known = {each.table: each for each in session.models if each is not model}
        same = {
            table
            for table, each in known.items()
            if each.match is not None and each.match.created.origin == origin and each.match.ended is None
        }
        listed = {info.table for info in session.lobby.tables if info.origin == origin and info.state != "over"}
        if session.known_model(model.table) is model:
            listed.discard(model.table)
        if session.status == "online":
            for table in sorted(same | listed):
                yield Found(session.fingerprint, table, name, session.given.addresses), known.get(table)
