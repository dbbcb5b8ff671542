"""Two players who look at their finished match together: questions, and the lines that they show each other.

All of it is in memory, at each server of a service. It ends when a player leaves, or has been away for half a minute.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import trio
from msgspec import structs

from netgame.errors import RulesError
from netgame.match import Match
from netgame.match.events import Player
from netgame.match.tries import play_line, step_of
from netgame.records.comments import MAX_COMMENT
from netgame.records.shared_lines import MAX_LINES, SharedLines, line_length
from netgame.text import N_
from protocol import messages as m
from protocol.framing import encode
from server.cluster.messages import AnalysisChanged
from server.cluster.relay import Relay
from server.lobby.lobby import Lobby
from server.lobby.rematch import AWAY_MS, GONE, NOT_OVER, player_of
from server.refusals import BLOCKED, NO_TABLE
from server.storage.social import SocialStore
from server.tables.commands import PLAYERS, User
from server.tables.registry import TableRegistry
from server.tables.table import Table
from server.tables.users import Peer

MAX_OPEN = 500  # tables of which a server keeps this, also for other servers; the oldest ones end first

NOT_PLAYER = m.Refused(code="no_seat", template=N_("Only the players of a match can look at it together"))
COMPUTER = m.Refused(code="computer", template=N_("A computer player cannot look at a match with you"))
OLD_PARTNER = m.Refused(
    code="version", template=N_("The program of the other player is too old to look at a match together")
)
NO_ANALYSIS = m.Refused(code="no_analysis", template=N_("You two do not look at this match together"))
TOO_LONG = m.Refused(code="too_long", template=N_("This line is too long to be shown. Take back some of its moves"))
TOO_MANY = m.Refused(
    code="too_many", template=N_("You two have shown {count} lines, which is the most. Look on alone, or begin again"),
    args={"count": MAX_LINES},
)  # fmt: skip


@dataclass
class _Analysis:
    """The players that want to look at a match, the lines, and the last change with the state that it made."""

    wants: set[Player] = field(default_factory=set)
    lines: SharedLines = field(default_factory=SharedLines)
    last: m.AnalysisState | None = None

    @property
    def is_open(self) -> bool:
        return len(self.wants) == len(PLAYERS)

    def take(self, change: m.AnalysisState) -> bool:
        """Take over a change, with all lines if it has them. Return False if there are too many lines."""
        shown = change.shown
        for line in change.lines:
            self.lines.add(line.after, tuple(line.moves), _players(line.by))
        if shown is None or not self.lines.add(shown.after, tuple(shown.moves), _players(shown.by)):
            return False
        if self.last is None or (self.last.number, self.last.by) < (change.number, change.by):
            self.last = change
        return True


class Analyses:
    """The matches at which their players look together."""

    def __init__(self, lobby: Lobby[Peer], registry: TableRegistry, relay: Relay, social: SocialStore) -> None:
        self._lobby, self._registry, self._relay, self._social = lobby, registry, relay, social
        self._open: dict[str, _Analysis] = {}  # by table, the oldest first
        relay.subscribe(AnalysisChanged, self._changed_elsewhere)
        lobby.on_presence.append(self._presence_changed)
        lobby.on_leave.append(self._connection_ended)

    async def carry_out(self, order: m.AnalysisCommand, user: User) -> m.Message:
        """Carry out a request of a player. `StoreProblem` or `DatabaseFailed` where the disk fails."""
        actor = await self._registry.load(order.table)
        if actor is None or not actor.table.number:
            return NO_TABLE
        with self._registry.pinned(actor):
            table, player = actor.table, player_of(actor.table, user)
            if player is None:
                return NOT_PLAYER
            if table.match is None or table.match.ended is None:
                return NOT_OVER
            match order:
                case m.Analyse():
                    return await self._ask(table, table.match, player)
                case m.CloseAnalysis():
                    return self._close(table, player, order)
                case m.ShowLine():
                    return await self._show(table, table.match, player, order)

    async def _ask(self, table: Table, match: Match, player: Player) -> m.Message:
        own, other = (match.seats[seat] for seat in (player, PLAYERS[1 - player]))
        assert own is not None and other is not None, "both have played"  # noqa: PT018
        if other.computer:
            return COMPUTER
        if await self._social.in_thread(self._social.is_blocked, own.account, other.account):
            return BLOCKED
        partner = self._lobby.user(other.account)
        if partner is None or not self._is_there(table.id, other.account):
            return GONE
        if partner.is_old:
            return OLD_PARTNER
        analysis = self._analysis(table.id)
        was_open = analysis.is_open
        if player in analysis.wants:
            self._tell(table.id, _whole(table.id, analysis))
        else:
            analysis.wants.add(player)
            self._tell(table.id, _state(table.id, analysis))
        self._relay.send(AnalysisChanged(table.id, player, is_known=was_open))
        return m.Done(table=table.id)

    def _close(self, table: Table, player: Player, order: m.CloseAnalysis) -> m.Message:
        analysis = self._open.get(table.id)
        if analysis is None or (order.own and player not in analysis.wants):
            return NO_ANALYSIS
        if player in analysis.wants:
            self._end(table.id, "left" if analysis.is_open else "withdrawn", player)
        else:
            self._end(table.id, "declined")
        return m.Done(table=table.id)

    async def _show(self, table: Table, match: Match, player: Player, order: m.ShowLine) -> m.Message:
        analysis, line = self._open.get(table.id), tuple(order.moves)
        if analysis is None or not analysis.is_open:
            return NO_ANALYSIS
        if line_length(line) > MAX_COMMENT:
            return TOO_LONG
        known = analysis.lines.known(order.after, line)
        try:
            step = step_of(match, order.after)
            if len(known) < len(line):
                await trio.to_thread.run_sync(play_line, match, step, line)
        except RulesError as error:
            return m.Refused(code="illegal", template=error.text.template, args=dict(error.text.args))
        if not -step <= order.at <= len(line):
            return m.Refused(code="illegal", template=N_("The line has no such place"))
        if self._open.get(table.id) is not analysis:  # it has ended meanwhile
            return NO_ANALYSIS
        known = analysis.lines.known(order.after, line)
        by: list[int] = [*known, *(player for _ in line[len(known) :])]
        number = (analysis.last.number if analysis.last is not None else 0) + 1
        shown = m.SharedLine(after=order.after, moves=order.moves, by=by)
        change = m.AnalysisState(table=table.id, wants=(True, True), shown=shown, at=order.at, by=player, number=number)
        if not analysis.take(change):
            return TOO_MANY
        self._relay.send(AnalysisChanged(table.id, player, change=change))
        self._tell(table.id, change)
        return m.Done(table=table.id, number=number)

    def send_state(self, peer: Peer, table: Table) -> None:
        """Send the board to a player that has begun to watch a table. Their program may be another one now."""
        if table.id in self._open and any(self._lobby.peer_of(account or "") is peer for account in table.accounts):
            peer.send(encode(_whole(table.id, self._open[table.id])))

    # ---- the end

    def end_between(self, account: str, other: str) -> None:
        """End this at the tables of two accounts, of which one blocks the other."""
        for id in list(self._open):
            table = self._lobby.tables.get(id)
            if table is not None and {*table.accounts} == {account, other}:
                self._end(id, "left")

    def left(self, table: Table, user: User) -> None:
        """End this at a table that a player leaves."""
        if player_of(table, user) is not None:
            self._end(table.id, "left")

    def rematch_made(self, table: str) -> None:
        """End this at a table whose players begin another match."""
        self._end(table, "rematch")

    def forget(self, table: str) -> None:
        """Drop what is known of a table that leaves memory: no player is connected here."""
        self._open.pop(table, None)

    def _end(self, id: str, why: str, player: Player | None = None) -> None:
        """End this at a table; with `player`, because that player does not want it any more."""
        if self._open.pop(id, None) is not None:
            self._relay.send(AnalysisChanged(id, player or 0, closed=why, is_own=player is not None))
            self._tell(id, _closed(id, why))

    def _presence_changed(self, id: str) -> None:
        if id in self._open and self._is_left(id):
            self._lobby.later(AWAY_MS, partial(self._end_if_left, id))

    def _connection_ended(self, _peer: Peer, account: str) -> None:
        """Look after the tables of an account that may be online on another connection, which does not follow them."""
        for id in list(self._open):
            if (table := self._lobby.tables.get(id)) is not None and account in table.accounts:
                self._presence_changed(id)

    def _end_if_left(self, id: str) -> None:
        if id in self._open and self._is_left(id):
            self._end(id, "left")

    def _is_left(self, id: str) -> bool:
        table = self._lobby.tables.get(id)
        return table is not None and not all(self._is_there(id, account or "") for account in table.accounts)

    def _is_there(self, id: str, account: str) -> bool:
        """Tell whether an account follows a table; of one at another server, whether it is online."""
        peer = self._lobby.peer_of(account)
        return self._lobby.is_online(account) if peer is None else peer in self._lobby.watchers(id)

    # ---- other servers, and what the players here are told

    def _changed_elsewhere(self, message: AnalysisChanged) -> None:
        id = message.table
        if message.closed:
            known = self._open.get(id)
            # else the other player has asked again here meanwhile
            if known is not None and (not message.is_own or PLAYERS[message.player] in known.wants):
                del self._open[id]
                self._tell(id, _closed(id, message.closed))
        elif message.change is not None:
            if id in self._open and self._open[id].take(message.change):
                self._tell(id, message.change)
        elif not message.is_known or id in self._open:  # else it has ended meanwhile
            analysis, player = self._analysis(id), PLAYERS[message.player]
            was_open = analysis.is_open
            analysis.wants.add(player)
            if not was_open:
                self._tell(id, _state(id, analysis))
            elif not message.is_known and self._is_here(id, other := PLAYERS[1 - player]):
                # the server to which that player came back may know nothing of it
                if analysis.last is not None:
                    self._relay.send(AnalysisChanged(id, other, change=_whole(id, analysis)))
                self._relay.send(AnalysisChanged(id, other, is_known=True))

    def _is_here(self, id: str, player: Player) -> bool:
        table = self._lobby.tables.get(id)
        return table is not None and self._lobby.peer_of(table.accounts[player] or "") is not None

    def _analysis(self, table: str) -> _Analysis:
        if len(self._open) >= MAX_OPEN and table not in self._open:
            self._end(next(iter(self._open)), "left")
        return self._open.setdefault(table, _Analysis())

    def _tell(self, id: str, state: m.AnalysisState) -> None:
        """Send a state to the players who are connected here. Each server does that, from what it knows."""
        table = self._lobby.tables.get(id)
        for account in filter(None, table.accounts if table is not None else ()):
            if (peer := self._lobby.peer_of(account)) is not None:
                peer.send(encode(state))


def _closed(table: str, why: str) -> m.AnalysisState:
    return m.AnalysisState(table=table, wants=(False, False), closed=why)


def _players(by: Sequence[int]) -> list[Player]:
    return [PLAYERS[player] for player in by]


def _state(table: str, analysis: _Analysis) -> m.AnalysisState:
    return m.AnalysisState(table=table, wants=(0 in analysis.wants, 1 in analysis.wants))


def _whole(table: str, analysis: _Analysis) -> m.AnalysisState:
    """Return all of the state, for a player whose program has missed some of it."""
    lines = [
        m.SharedLine(after=after, moves=list(line), by=list(authors))
        for (after, line), authors in analysis.lines.authors.items()
    ]
    state, last = _state(table, analysis), analysis.last
    if last is None:
        return structs.replace(state, lines=lines)
    return structs.replace(last, wants=state.wants, lines=lines)
