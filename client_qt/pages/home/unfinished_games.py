"""Unfinished games: the tables kept in the settings, with their state at the servers now."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import inf
from weakref import ref

from client_qt.net.session import ServerSession
from client_qt.pages.home.page import UnfinishedGame, stored_game
from client_qt.pages.lobby.rows import state_words
from client_qt.records.local_games import LocalGames
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KEEP_TABLES, LastTable
from client_qt.table.connection_loss import STOPPED_HERE
from client_qt.table.remote import RemoteTable
from client_qt.table.status import headline, subject
from client_qt.text.clock_words import clock_shown, clock_words, seconds_words
from client_qt.text.locale_formats import opened_note
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_against
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.match.absence import budget_left
from netgame.match.events import Moved
from netgame.text import fill
from protocol.messages import TableInfo


class UnfinishedGames:
    """The games for the home page."""

    def __init__(
        self,
        settings: SettingsFile,
        sessions: Mapping[str, ServerSession],
        local_games: LocalGames,
        over: Callable[[ServerSession, str], object],
        is_starting: Callable[[], bool],
    ) -> None:
        """`over` is called with each table that its server has closed. `is_starting`: the server of this computer."""
        self._settings, self._sessions, self.local_games = settings, sessions, local_games
        self._over, self._is_starting = over, is_starting

    def rows(self) -> list[UnfinishedGame]:
        """The games, those at servers first, because an opponent waits there. Among them own turns come first, then the
        least time left.

        Otherwise the order stays the same, whichever game was opened last.
        """
        here = [
            UnfinishedGame(
                table.key,
                table.match.game.key,
                subject(table),
                headline(table),
                removable=True,
                place=tr("on this screen"),
            )
            for table in sorted(self.local_games.tables, key=lambda table: (-table.log[0].at, table.key))
            if table.match is not None and not table.match.ended
        ]
        tables = [table for table in self._settings.value.tables if table.game in GAMES]
        there = [self._row(table) for table in tables if not self._goes_on_in(table, tables)]
        return sorted(there, key=urgency) + here

    def tidy(self) -> None:
        """Add own tables that a server lists, as long as there is room, and remove those that are over."""
        value, done = self._settings.value, list[tuple[ServerSession, str]]()
        for fingerprint, session in self._sessions.items():
            if session.status != "online" or not session.lobby.is_current:  # else the list is older than the connection
                continue
            own = {info.table: info for info in session.own_tables()}
            for last in value.tables:
                if last.server == fingerprint and last.table not in own and not session.is_seated(last.table):
                    value = value.without_table(fingerprint, last.table)
                    done.append((session, last.table))
            known = {last.table for last in value.tables if last.server == fingerprint}
            for table, info in own.items():
                if table not in known and len(value.tables) < KEEP_TABLES:
                    value = value.with_table(
                        LastTable(fingerprint, table, info.game, _other(info, session.account), made=info.made)
                    )
        self._settings.change(value)
        for session, table in done:
            self._over(session, table)

    def _model(self, last: LastTable) -> RemoteTable | None:
        session = self._sessions.get(last.server)
        return session.known_model(last.table) if session is not None else None

    def _goes_on_in(self, last: LastTable, tables: Iterable[LastTable]) -> bool:
        """Return whether the match of a table goes on at another one of these, which is shown in its place."""
        model = self._model(last)
        if model is None or model.match is None or not model.continued_at:
            return False
        origin = model.match.created.origin
        others = (other for other in map(self._model, tables) if other is not None and other is not model)
        return any(
            other.match is not None and other.match.created.origin == origin and not other.continued_at
            for other in others
        )

    def _continue_words(self, last: LastTable) -> str:
        """Return when a game whose host is gone can go on at this computer; empty if it cannot."""
        model = self._model(last)
        if model is None or model.match is None or not model.may_continue:
            return ""
        left = model.lost.continues_in(model.match)
        if left is None:
            return ""
        return fill(tr("continue here in {time}"), {"time": seconds_words(left)}) if left else tr("continue here")

    def _is_here(self, fingerprint: str) -> bool:
        """Return whether a server is on this computer."""
        known = self._settings.value.servers.get(fingerprint)
        return known is not None and all(address.startswith("127.") for address in known.addresses)

    def _row(self, last: LastTable) -> UnfinishedGame:
        row = stored_game(last, self._settings.value)
        session = self._sessions.get(last.server)
        if session is None:
            return replace(row, removable=True)
        if session.status != "online" and session.error is not None:  # the known state may be out of date
            if self._is_starting() and self._is_here(last.server):
                return row
            why = tr("not hosted now") if session.lost.cause == STOPPED_HERE else tr("does not answer")
            return replace(row, state=dotted(why, self._continue_words(last), row.state), removable=True)
        info = next((info for info in session.own_tables() if info.table == last.table), None)
        if info is None:
            return replace(row, removable=session.status != "online")
        other = _other(info, session.account)
        model = session.known_model(last.table)
        if model is None or model.match is None or model.match.phase != "playing" or model.match.paused is not None:
            state = dotted(state_words(info), opened_note(last.made, last.note))
            title = game_against(GAMES[last.game].title, other)
            return replace(row, title=title, state=state, clock=clock_words(info.clock))
        if model.continued_at:
            return replace(row, title=subject(model), state=headline(model))
        turn = "" if model.can_move else headline(model)
        return replace(
            row, title=subject(model), state=dotted(turn, time_left(model), move_words(model)),
            my_turn=model.can_move, clock=clock_words(info.clock), left_ms=_left_ms(model),
        )  # fmt: skip


def urgency(game: UnfinishedGame) -> tuple[bool, float, str, str]:
    """The key that sorts games: own turns first, then the least time left. Others keep their order."""
    left = game.left_ms if game.left_ms is not None else inf
    return not game.my_turn, left, game.server, game.key


def _left_ms(model: RemoteTable) -> int | None:
    """The time on the clock of the player to move."""
    match, player = model.match, model.to_move
    if match is None or player is None or match.clocks is None:
        return None
    return match.clocks.stop(max(model.now(), match.at, match.clocks.since)).left[player]


def time_left(model: RemoteTable) -> str:
    """The clock of the player to move, or else how long this player may be away."""
    match, player = model.match, model.to_move
    if match is None or player is None:
        return ""
    now = max(model.now(), match.at)
    clock = clock_shown(match, player, now)
    if clock is not None:
        return fill(tr("{time} left"), {"time": clock.text})
    if len(model.mine) != 1 or match.created.absence == "wait":
        return ""
    left = budget_left(match, next(iter(model.mine)), now)
    return fill(tr("you may be away for {time}"), {"time": seconds_words(left)})


def move_words(model: RemoteTable) -> str:
    match = model.match
    count = sum(isinstance(ply.event, Moved) for ply in match.history) if match is not None else 0
    return fill(tr("move {n}"), {"n": count}) if count else ""


def go_on(model: RemoteTable) -> None:
    """Report readiness for an adjourned match. It continues when both players are ready."""

    followed = ref(model)  # its signal does not keep it

    def check() -> None:
        model = followed()
        match = model.match if model is not None else None
        if model is None or match is None or not model.mine:
            return
        model.changed.disconnect(check)
        if match.paused is not None and match.paused.cause == "adjourned" and not model.mine <= match.ready:
            model.ready()

    model.changed.connect(check)
    check()


def _other(info: TableInfo, account: str) -> str:
    return next((seat.name for seat in info.seats if seat is not None and seat.account != account), "")
