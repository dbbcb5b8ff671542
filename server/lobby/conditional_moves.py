"""Conditional moves: the server answers a move as the player has said before, at once, and also after a crash.

Whether an answer is due follows from what is stored and from the log. It is looked at after each change of a table with
lines, when such a table is read from the store, at the start, and after another node was lost. The key of an answer
follows from the stored lines and the position, so an answer that is given twice is played once.
"""

import logging
import math
import secrets
from collections.abc import Callable, Sequence
from hashlib import blake2b

import trio

from netgame.errors import RulesError
from netgame.match import Match
from netgame.match.conditional import Line, answer_of, base_of, checked_lines, left_of
from netgame.match.events import Player
from netgame.match.state import InvalidEvent
from netgame.text import N_, Text
from protocol import messages as m
from server.cluster.messages import ConditionalChanged
from server.cluster.relay import Relay
from server.errors import RequestRefused
from server.lobby.broadcast import Broadcast
from server.ops.supervision import RETRY_S, Supervision, Wakeup, keep_trying
from server.refusals import NO_TABLE
from server.storage.conditional import StoredLines
from server.storage.social import SocialStore
from server.tables.actor import TableActor
from server.tables.clock import Clock
from server.tables.commands import PLAYERS, ConditionalMove, User
from server.tables.registry import TableRegistry

log = logging.getLogger(__name__)

SECRET_BYTES = 16
NO_SEAT = Text(N_("you have no seat at this table"))
STALE = Text(N_("the board has changed since; the lines were made for an earlier position"))
NOT_PLAYED = N_("Your conditional move {move} could not be played, so your lines at that table are gone: {reason}")
_AGAIN = frozenset(("busy", "internal"))
_LATER = frozenset(("stale", "paused", "not_your_turn", "frozen", "unconfirmed", "over"))  # with the next change


class ConditionalMoves:
    """Keeps the lines of players, and plays their answers."""

    def __init__(
        self, social: SocialStore, registry: TableRegistry, broadcast: Broadcast, clock: Clock, relay: Relay,
        user_of: Callable[[str], User | None], supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        """`user_of` returns the user of an account that is online."""
        self._supervision = supervision or Supervision()
        self._social, self._registry, self._broadcast = social, registry, broadcast
        self._clock, self._relay, self._user_of = clock, relay, user_of
        self._tables: set[str] = set()  # those with lines, and perhaps some without
        self._due: dict[str, None] = {}  # tables to look at
        self._checks = trio.CapacityLimiter(1)  # busy threads take turns with the event loop: one is enough
        self._work = Wakeup()
        self._all_due = True
        relay.subscribe(ConditionalChanged, lambda message: self._tables.add(message.table))
        relay.on_missed.append(self.check_all)

    # ---- requests

    async def answer(self, message: m.SetConditionalMoves | m.GetConditionalMoves, user: User) -> m.ConditionalMoves:
        """Set or return the lines of a user at a table, without the moves made since. Raise `RequestRefused`."""
        actor = await self._registry.load(message.table)
        if actor is None:
            raise RequestRefused(NO_TABLE.code, Text(NO_TABLE.template))
        with self._registry.pinned(actor):
            match = actor.table.match
            if match is None or user.account not in actor.table.accounts:
                raise RequestRefused("no_seat", NO_SEAT)
            player = PLAYERS[actor.table.accounts.index(user.account)]
            if isinstance(message, m.GetConditionalMoves):
                stored = await self._social.in_thread(self._social.conditional_moves, message.table)
                mine = next((each for each in stored if each.account == user.account), None)
                left = left_of(match, mine.base, mine.lines) if mine is not None else ()
                return _reply(message.table, match, left)
            return await self._set(message, match, player, user.account)

    async def _set(
        self, message: m.SetConditionalMoves, match: Match, player: Player, account: str
    ) -> m.ConditionalMoves:
        social, table = self._social, message.table
        if not message.lines:
            await social.in_thread(social.drop_conditional_moves, table, account)
            return _reply(table, match, ())
        if message.base != base_of(match):
            raise RequestRefused("stale", STALE)
        try:  # up to 1,000 moves
            lines = await trio.to_thread.run_sync(checked_lines, match, player, message.lines, limiter=self._checks)
        except InvalidEvent as refusal:
            raise RequestRefused(refusal.code, refusal.text) from refusal
        except RulesError as refusal:
            raise RequestRefused("illegal", refusal.text) from refusal
        kept = StoredLines(account, message.base, secrets.token_bytes(SECRET_BYTES), lines)
        await social.in_thread(social.set_conditional_moves, table, kept)
        self._relay.send(ConditionalChanged(table))
        self._add(table)
        return _reply(table, match, lines)

    # ---- what is due

    def table_changed(self, table: str) -> None:
        """Look at a table after a change."""
        if table in self._tables:
            self._add(table)

    def check_all(self) -> None:
        """Look at all tables with lines."""
        self._all_due = True
        self._work.set()

    def _add(self, table: str) -> None:
        self._tables.add(table)
        self._due[table] = None
        self._work.set()

    async def run(self) -> None:
        """Give the answers that are due, until cancelled."""
        while True:
            await keep_trying("conditional moves", self._look)
            await self._work.wait()

    async def _look(self) -> None:
        """Give the answers that are due. `StoreProblem`."""
        try:
            if self._all_due:
                self._all_due = False
                self._tables |= await self._social.in_thread(self._social.conditional_tables)
                self._due |= dict.fromkeys(self._tables)
            while self._due:
                table = next(iter(self._due))
                del self._due[table]
                if self._supervision.item("conditional", table) is None:
                    with self._supervision.attempt("conditional", table) as attempt:
                        await self._check(table)
                    if 0 < attempt.again_in_s < math.inf:
                        self._due[table] = None
                        await trio.sleep(attempt.again_in_s)
        except BaseException:
            self._all_due = True
            raise

    async def _check(self, table: str) -> None:
        """Play the answers that are due at a table, and delete lines of which nothing is left."""
        stored = await self._social.in_thread(self._social.conditional_moves, table)
        if not stored:
            self._tables.discard(table)
            return
        self._tables.add(table)
        if (actor := await self._registry.load(table)) is None:
            return
        with self._registry.pinned(actor):
            if (
                max(kept.base for kept in stored) > actor.number
            ):  # another server has events that this one does not have
                await self._registry.refresh(actor)
            for kept in stored:
                await self._check_lines(actor, kept)

    async def _check_lines(self, actor: TableActor, kept: StoredLines) -> None:
        table, match = actor.table, actor.table.match
        if match is None or kept.account not in table.accounts or not (left := left_of(match, kept.base, kept.lines)):
            await self._drop(table.id, kept)
            return
        player = PLAYERS[table.accounts.index(kept.account)]
        move, seat = answer_of(match, player, left), match.seats[player]
        if move is None or seat is None:
            return
        key = blake2b(kept.secret + base_of(match).to_bytes(8), digest_size=16).digest()
        send = ConditionalMove(table=table.id, key=key, position=match.position, move=move)
        user = self._user_of(kept.account) or User(seat.account, seat.name, computer=seat.computer, key=seat.key)
        reply = await actor.carry_out(send, self._clock.now(), user)
        if not isinstance(reply, m.Refused):
            log.info("table %s: a conditional move was played for %s", table.id, kept.account)
        elif reply.code in _AGAIN:
            self._due[table.id] = None
            await trio.sleep(RETRY_S)
        elif reply.code not in _LATER:
            await self._drop(table.id, kept)
            reason = str(Text(reply.template, dict(reply.args)))
            notice = m.Notice(template=NOT_PLAYED, args={"move": move, "reason": reason})
            self._broadcast.send_to_user(kept.account, notice)

    async def _drop(self, table: str, kept: StoredLines) -> None:
        await self._social.in_thread(self._social.drop_conditional_moves, table, kept.account, kept.secret)


def _reply(table: str, match: Match, left: Sequence[Line]) -> m.ConditionalMoves:
    return m.ConditionalMoves(table=table, base=base_of(match), lines=list(map(list, left)))
