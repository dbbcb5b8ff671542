"""Unfinished games: the tables kept in the settings, with their state at the servers now."""

from collections.abc import Callable, Mapping, Sequence

from client_qt.net.session import ServerSession
from client_qt.pages.home.page import UnfinishedGame
from client_qt.pages.lobby.rows import state_words
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LastTable
from client_qt.table.local import LocalTable
from client_qt.table.remote import RemoteTable
from client_qt.table.status import headline, subject
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import TableInfo


class UnfinishedGames:
    """The games for the home page."""

    def __init__(
        self,
        settings: SettingsFile,
        sessions: Mapping[str, ServerSession],
        local: Sequence[LocalTable],
        over: Callable[[ServerSession, str], object],
    ) -> None:
        """`over` is called with each table that its server has closed."""
        self._settings, self._sessions, self._local, self._over = settings, sessions, local, over

    def rows(self) -> list[UnfinishedGame]:
        """The games, those on this computer first: they need no connection."""
        here = [
            UnfinishedGame(
                table.key, table.match.game.key, subject(table), dotted(headline(table), tr("on this screen"))
            )
            for table in reversed(self._local)
            if table.match is not None and not table.match.ended
        ]
        return here + [self._row(table) for table in self._settings.value.tables if table.game in GAMES]

    def tidy(self) -> None:
        """Add own tables that a server lists, and remove those that are over."""
        value, done = self._settings.value, list[tuple[ServerSession, str]]()
        for fingerprint, session in self._sessions.items():
            if session.status != "online" or not session.has_tables:
                continue
            own = {info.table: info for info in session.own_tables()}
            for last in value.tables:
                if last.server == fingerprint and last.table not in own:
                    value = value.without_table(fingerprint, last.table)
                    done.append((session, last.table))
            known = {last.table for last in value.tables if last.server == fingerprint}
            for table, info in own.items():
                if table not in known:
                    value = value.with_table(LastTable(fingerprint, table, info.game, _other(info, session.account)))
        self._settings.change(value)
        for session, table in done:
            self._over(session, table)

    def server_name(self, fingerprint: str) -> str:
        known = self._settings.value.servers.get(fingerprint)
        return known.name if known is not None else ""

    def _row(self, last: LastTable) -> UnfinishedGame:
        session = self._sessions.get(last.server)
        info = next((info for info in session.own_tables() if info.table == last.table), None) if session else None
        words = {"game": GAMES[last.game].title, "name": last.opponent}
        note = where = self.server_name(last.server) or tr("at a server")
        if session is not None and info is not None:
            words["name"] = _other(info, session.account) or last.opponent
            note = dotted(state_words(info), where)
        if session is not None and session.lost.is_given_up():  # the known state may be out of date
            note = dotted(tr("does not answer"), where)
        title = fill(tr("{game} against {name}") if words["name"] else "{game}", words)
        model = session.known_model(last.table) if session is not None else None
        my_turn = model is not None and model.can_move
        return UnfinishedGame(last.table, last.game, title, note, my_turn, last.server)


def go_on(model: RemoteTable) -> None:
    """Report readiness for an adjourned match. It continues when both players are ready."""

    def check() -> None:
        match = model.match
        if match is None or not model.mine:
            return
        model.changed.disconnect(check)
        if match.paused is not None and match.paused.cause == "adjourned" and not model.mine <= match.ready:
            model.ready()

    model.changed.connect(check)
    check()


def _other(info: TableInfo, account: str) -> str:
    return next((seat.name for seat in info.seats if seat is not None and seat.account != account), "")
