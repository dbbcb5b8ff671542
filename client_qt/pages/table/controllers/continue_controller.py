"""A match that survives its host: going on with it at this computer, or at the one where the other player did that."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import partial

import trio
from PySide6.QtCore import QObject

from client_qt.dialogs.question import Answer
from client_qt.hosting.own_server import Network
from client_qt.hosting.server_process import CannotServe, HostedElsewhere, ServerStatus
from client_qt.net.player_key import PlayerKey
from client_qt.net.session import Opened, ServerSession
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.host_controller import HostController
from client_qt.pages.table.controllers.table_controller import TableController
from client_qt.pages.table.page import TablePage
from client_qt.table.change import Change
from client_qt.table.elsewhere import Elsewhere, Found, compared, course_to_show, missing_words
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts, emission
from netgame.errors import RulesError
from netgame.match.hosts import check_can_move
from netgame.match.state import Match
from netgame.records.writer import write_record
from netgame.text import N_, Text
from protocol.client import ConnectError, Refusal
from protocol.messages import Done, TableInfo

Place = tuple[Found, RemoteTable | None]  # and its model, if this window follows it
Continued = Mapping[ServerSession, Sequence[TableInfo]]  # the tables of continued matches at each server


class ContinueController(QObject):
    """Says at the own tables whether their matches can go on elsewhere, and at the shown one lets its player go."""

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
        self._followed: set[RemoteTable] = set()  # the other tables of these matches
        self._false: set[tuple[str, str]] = set()  # tables that turned out not to continue a match of this player
        self._shown: set[tuple[RemoteTable, RemoteTable]] = set()  # tables that were shown the log of another one
        page.banners.continue_here.connect(self._continue_here)
        page.banners.go_elsewhere.connect(self._go_elsewhere)
        table_controller.refreshed.connect(self.update)
        for service in (self._servers, self._browser, self._hosting, key):
            service.changed.connect(self.update)

    def update(self) -> None:
        """Say at each own table what is possible; the first page and the calls to a player read it too."""
        shown, sessions = self._tables.model, self._servers.sessions.values()
        tables: set[TableModel] = {model for session in sessions for model in session.models if model.mine}
        if shown is not None:
            tables.add(shown)
        matches = {model: model.match for model in tables if model.match and self._is_open(model, model.match)}
        self._look_around({match.game.key for model, match in matches.items() if isinstance(model, RemoteTable)})
        self._compared = {pair: lengths for pair, lengths in self._compared.items() if pair[0] in matches}
        followed, continued = set[RemoteTable](), continued_tables(sessions)
        for model in tables:
            match, elsewhere = matches.get(model), None
            if match is not None and isinstance(model, RemoteTable):
                elsewhere = self._elsewhere(model, match, continued, followed)
            may_continue = match is not None and elsewhere is None and not self._is_own(self._servers.of(model))
            if (model.may_continue, model.elsewhere) != (may_continue, elsewhere):
                model.may_continue, model.elsewhere = may_continue, elsewhere
                model.changed.emit(Change.CONNECTION)
        self._follow(followed)

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
            self._nursery.start_soon(
                self._hand_over, record, key.public, session, partial(self._opened, session, game, model)
            )

        def failed(problem: Text | HostedElsewhere) -> None:
            if isinstance(problem, HostedElsewhere):
                words = tr("Another window of this program hosts games on this computer. Continue the game there.")
                self._window.show_message(words, "danger")
            else:
                self._refused(problem)

        self._hosting.start(self._hosts.server_name(), ready, failed)

    async def _hand_over(self, record: str, key: bytes, session: ServerSession, opened: Opened) -> None:
        try:
            table = await self._hosting.continue_match(record, key)
        except CannotServe as error:
            self._refused(error.text)
        else:
            session.take_seat(table, opened, self._refused)

    def _opened(self, session: ServerSession, game: str, before: TableModel, model: RemoteTable) -> None:
        """Show the table where the match goes on, with the talk so far. A table that still waits is given up."""
        self._servers.remember(session, model, game)
        if isinstance(before, RemoteTable) and before is not model:
            model.follow_up(before)
            if before.match is not None and before.match.rehosted is not None and before.match.vacant:
                before.offer("abort")
        self._tables.show(model)

    def _refused(self, why: Text) -> None:
        self._window.show_message(translate(why), "danger")

    # ---- elsewhere

    def _elsewhere(
        self, model: RemoteTable, match: Match, continued: Continued, followed: set[RemoteTable]
    ) -> Elsewhere | None:
        """Return the other table of this match, the one that goes furthest first; add its tables here to `followed`."""
        here, origin = self._servers.of(model), match.created.origin
        found: list[Place] = [
            *other_logs(continued, model, origin),
            *(
                (Found(server.fingerprint, info.table, server.name, server.addresses), None)
                for server, info in self._found.values()
                if info.origin == origin and (here is None or server.fingerprint != here.fingerprint)
            ),
        ]
        places: dict[tuple[str, str], Elsewhere] = {}
        for place, known in found:
            if (place.fingerprint, place.table) in self._false:
                continue
            session = self._servers.sessions.get(place.fingerprint)
            if known is None and session is not None and session.status == "online":
                known = session.model(place.table)  # where this player is anyway
            if known is not None and known is not model:
                followed.add(known)
                if known.match is not None and known.match.ended is not None:
                    continue
                if known.match is not None:
                    self._compare(model, known)
            there = Elsewhere(place, model.forks.get(place.table))
            if known is not None and match.rehosted is not None and there.fork is None:
                continue  # the logs decide which of the tables has the match, and are being compared
            if known is not None and known.stopped is not None and not there.is_later:
                continue  # its server knows that the match goes on here
            places.setdefault((place.fingerprint, place.table), there)
        return max(places.values(), key=lambda each: (each.is_later, each.weight), default=None)

    def _follow(self, tables: set[RemoteTable]) -> None:
        """Hear of changes of these tables, and of no others."""
        for table in self._followed - tables:
            table.changed.disconnect(self._other_changed)
        for table in tables - self._followed:
            table.changed.connect(self._other_changed)
        self._followed = tables

    def _other_changed(self, change: Change) -> None:
        if change & Change.MATCH:
            self.update()

    def _compare(self, model: RemoteTable, other: RemoteTable) -> None:
        """Compare the logs of two tables in a thread, when one of them has grown."""
        lengths = len(model.log), len(other.log)
        if self._compared.get((model, other)) != lengths:
            self._compared[model, other] = lengths
            self._nursery.start_soon(self._compare_logs, model, other)

    async def _compare_logs(self, model: RemoteTable, other: RemoteTable) -> None:
        fork = await trio.to_thread.run_sync(compared, tuple(model.log), tuple(other.log))
        model.forks = {**model.forks, other.table: fork}
        self.update()
        model.changed.emit(Change.CONNECTION)  # it may take moves again, or no more
        if fork is not None and fork.fork is not None and fork.fork.further is not None:
            first, second = (model, other) if fork.is_later else (other, model)
            await self._show_course(first, second)

    async def _show_course(self, behind: RemoteTable, ahead: RemoteTable) -> None:
        """Show the server of a table that both players have signed more of the match at the other one."""
        session = self._servers.of(behind)
        if session is None or session.status != "online" or not behind.mine or (behind, ahead) in self._shown:
            return
        course = await trio.to_thread.run_sync(course_to_show, behind.table, tuple(behind.log), tuple(ahead.log))
        if course is not None and (behind, ahead) not in self._shown:
            self._shown.add((behind, ahead))
            with suppress(Refusal, ConnectError):  # an older server, or it has stopped the table before
                await session.request_with_retry(course, Done)

    def _look_around(self, games: Set[str]) -> None:
        """Ask each server on the network that shows a table of these games once which match it continues."""
        listed = {table.key: table for table in self._browser.tables if table.server.group == "network"}
        self._found = {key: found for key, found in self._found.items() if key in listed}
        self._asked &= listed.keys()
        for key, table in listed.items():
            is_candidate = table.game in games and len(table.names) == 2
            if is_candidate and key not in self._asked and table.server.fingerprint != self._hosting.fingerprint:
                self._asked.add(key)
                self._nursery.start_soon(self._ask, table)

    async def _ask(self, table: ListedTable) -> None:
        reply = await self._browser.ask(table.server, table.table)
        if reply is None:
            self._asked.discard(table.key)
            return
        for info in reply.tables:
            if info.origin:
                self._found[table.server.fingerprint, info.table] = table.server, info
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
        session.watch_table(
            place.table,
            lambda other: self._nursery.start_soon(self._check, session, model, other),
            partial(self._not_there, place),
        )

    def _not_there(self, place: Found, why: Text) -> None:
        """Take no more notice of a place where the match cannot go on."""
        self._false.add((place.fingerprint, place.table))
        self._refused(why)
        self.update()

    async def _check(self, session: ServerSession, model: RemoteTable, other: RemoteTable) -> None:
        """Compare the log there with the own one, and take the seat; ask first if something would be lost.

        Where the match goes on at the shown table, its player stays: the other one comes.
        """
        place = Found(session.fingerprint, other.table, other.server)
        while other.match is None or other.match.rehosted is None:
            if other.reason is not None:
                self._not_there(place, other.reason)
                return
            await emission(other.changed, other.closed, other.replaced)
        fork = await trio.to_thread.run_sync(compared, tuple(model.log), tuple(other.log))
        game, key = other.match.game.key, self._key.key
        sit: Callable[[], None] = partial(
            session.take_seat, other.table, partial(self._opened, session, game, model), self._refused
        )
        mine = next((seat.player for seat in other.match.seats if seat and key and seat.key == key.public), None)
        if fork is None or (mine is not None and fork.unsigned[mine]):
            self._not_there(
                place,
                Text(N_("That is not the game as you know it: it has moves in your name that you have not signed.")),
            )
        elif not fork.is_later:
            model.forks = {**model.forks, other.table: fork}
            self.update()
            self._window.show_message(tr("The game goes on at this table. The other player comes here."))
        elif words := missing_words(fork, (model.name_of(0), model.name_of(1))):
            self._window.ask(
                tr("Go on there?"), words, [Answer(tr("Go on there"), "primary", sit, "go_on_there")], tr("Stay here")
            )
        else:
            sit()


def continued_tables(sessions: Iterable[ServerSession]) -> Continued:
    """Return the tables of continued matches at the servers where this player is."""
    return {
        session: [info for info in session.lobby.tables if info.origin and info.state != "over"] for session in sessions
    }


def other_logs(continued: Continued, model: RemoteTable, origin: str) -> Iterator[tuple[Found, RemoteTable | None]]:
    """Yield the other tables of a match at these servers."""
    for session, infos in continued.items():
        name = session.welcome.server if session.welcome is not None else ""
        known = {each.table: each for each in session.models if each is not model}
        same = {
            table
            for table, each in known.items()
            if each.match is not None and each.match.created.origin == origin and each.match.ended is None
        }
        listed = {info.table for info in infos if info.origin == origin}
        if session.known_model(model.table) is model:
            listed.discard(model.table)
        if session.status == "online":
            for table in sorted(same | listed):
                yield Found(session.fingerprint, table, name, session.given.addresses), known.get(table)
