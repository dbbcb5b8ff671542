"""Play now: the wishes of the users of this server, and the tables for those that fit."""

import logging
import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import trio
from msgspec import structs

from netgame.match import Games
from netgame.match.time_control import WEEKDAYS, ControlError, read_control, write_control
from netgame.text import N_, Text
from netgame.tournaments.seeks import Terms, Wish, agreements, pairs
from protocol import messages as m
from protocol.framing import encode
from server.cluster.seeks import SeekPair, SeekRow
from server.errors import RequestRefused, StoreProblem
from server.lobby.history import History
from server.lobby.lobby import PLAYED, Lobby, waits_for_players
from server.lobby.new_tables import NewTables, table_id
from server.lobby.play_now.seek_list import SeekList
from server.lobby.play_now.seek_tables import SeekTables
from server.ops.limiter import Limiter
from server.ops.requests import RATES
from server.ops.supervision import RETRY_S, Wakeup, keep_trying
from server.refusals import OLD_FOR_WEEKDAYS, TOO_FAST
from server.tables.commands import User
from server.tables.service import Service
from server.tables.users import Peer

log = logging.getLogger(__name__)

PACE_S = 0.2  # between two looks at all wishes
LASTS_MS, DAYS_LAST_MS = 3_600_000, 7 * 86_400_000  # of a wish; of one for days per move, and of a computer player
FORGOTTEN_MS = 60_000  # after the end of a wish, when its server is dead
PLACE_KEPT_MS = 60_000  # after a wish was withdrawn or paired; the same wish goes on with its time then
SAME_MOMENT_MS = 10_000  # after a pair was made: so long may one of it have found another opponent at another server
PER_ACCOUNT = RATES["seek"].account
AT_ONCE = 200  # wishes, before other tasks run
MAX_SEEKS = 5000  # each costs a millisecond at most when another one comes

TOO_MANY = m.Refused(code="too_many", template=N_("Too many players are looking for a game here. Try again later"))
PAIRED = m.Refused(code="paired", template=N_("An opponent was found a moment ago. Your game is about to start"))
GONE = m.Refused(code="gone", template=N_("That player is no longer looking for a game"))
OWN = m.Refused(code="own_seek", template=N_("You cannot play with yourself"))
UNWANTED = m.Refused(code="unwanted", template=N_("That player is looking for an opponent with another rating"))
NOT_REGISTERED = m.Refused(
    code="not_registered",
    template=N_("A rated match is for players who have registered here; an unrated one is for all"),
)
NO_PAIR = m.Refused(code="begun", template=N_("The game has begun, so it is not put aside for one at another server"))
ELSEWHERE = m.Notice(
    template=N_("Your opponent found a game elsewhere in the same moment. Play now goes on, and you keep your place")
)
ACCEPTED_ELSEWHERE = m.Notice(
    template=N_("Your opponent found a game elsewhere in the same moment, so this one does not count")
)
EXPIRED = m.SeekEnded(template=N_("Nobody was found. Look again if you still want to play"))
FULL = m.SeekEnded(template=N_("You have a seat at too many tables. Finish some first, and look again"))
PLAYS = m.SeekEnded(template=N_("You play another game now. Look again after it"))
LOST = m.SeekEnded(template=N_("The server was interrupted while it looked for an opponent. Look again"))


@dataclass
class Own:
    """The wish of a user of this server.

    `games` are the live games that the user played when they looked for another one, and those without any limit of
    time, which are live whenever both players are online. `noted` is the number of the last reading that began before
    it was stored; None: it is being stored or removed.
    """

    row: SeekRow
    peer: Peer
    games: frozenset[str]
    noted: int | None = None


class Seeks:
    """The wishes of the users of this server.

    All wishes are in the store of the service (`SeekStore`), which decides who gets one. Each server looks for partners
    of its own users' wishes when they are new and when they accept more. So a wish gets one game at most, and a server
    that dies costs at most the wishes of its users.
    """

    def __init__(
        self, lobby: Lobby[Peer], service: Service, tables: SeekTables, new_tables: NewTables, history: History,
        limiter: Limiter, games: Games, node: str,
    ) -> None:  # fmt: skip
        self._lobby, self._service, self._store = lobby, service, service.seeks
        self._tables, self._new_tables, self._history = tables, new_tables, history
        self._limiter, self._games, self._node = limiter, games, node
        self.list = SeekList()
        self._own: dict[str, Own] = {}  # by account
        self._ended: dict[str, tuple[SeekRow, int]] = {}  # by account: the last wish and when it ended, oldest first
        self._pairs: dict[str, tuple[tuple[SeekRow, ...], int]] = {}  # the last tables, their wishes and time
        self._new: set[str] = set()  # wishes that look for a partner next
        self._looked_at = 0  # when all wishes had looked last
        self._readings = 0
        self._changed = Wakeup()
        lobby.on_leave.append(self._left)
        service.on_seeks.append(self.wake)
        tables.on_made = self._made

    # ---- requests

    async def answer(self, command: m.SeekCommand, user: User, peer: Peer, draws_dice: bool) -> m.Message:
        """Carry out a request. `draws_dice`: the program can draw dice together with that of the other player.

        Raises:
            StoreProblem: Nothing has changed, or the wish ends with the next reading.
        """
        match command:
            case m.WatchSeeks():
                self.list.watch(peer)
                return m.Done()
            case m.Unseek(table=""):
                return await self._withdraw(user.account)
            case m.Unseek(table=table):
                return await self._leave_pair(user.account, table)
            case m.Seek() | m.AcceptSeek():
                if (done := await self._done_before(command, user)) is not None:
                    return done
                if not self._limiter.takes_request(type(command), user.account):
                    return TOO_FAST
                tables = self._new_tables
                refused = (
                    tables.refusal_of_seat(user) or tables.refusal_after_aborts(user) or tables.refusal_if_closed()
                )
                if refused is not None:
                    return refused
                try:
                    if isinstance(command, m.Seek):
                        return await self._seek(command, user, peer, draws_dice)
                    return await self._accept(command, user, peer, draws_dice)
                except RequestRefused as refusal:
                    return m.Refused(code=refusal.code, template=refusal.text.template, args=dict(refusal.text.args))

    async def _done_before(self, order: m.Seek | m.AcceptSeek, user: User) -> m.Done | None:
        """Return the answer to a request that was carried out before."""
        id = table_id(user.account, order.key)
        if isinstance(order, m.Seek):
            own = self._own.get(user.account)
            return m.Done() if own is not None and own.row.id == id else None
        table = _table_of(order.seek, id)
        await self._tables.made(table)
        return m.Done(table=table, number=1) if await self._tables.exists(table) else None

    async def _seek(self, order: m.Seek, user: User, peer: Peer, draws_dice: bool) -> m.Message:
        if order.rated and not user.registered:
            return NOT_REGISTERED
        if len(self._own) >= MAX_SEEKS:
            return TOO_MANY
        games, clocks, now = self._known_games(order.games), _clocks(order.clocks), self._limiter.now()
        if user.is_old and any(clock.endswith(WEEKDAYS) for clock in clocks):
            return OLD_FOR_WEEKDAYS
        is_long = bool(user.computer) or all(clock.startswith("days") for clock in clocks)
        ratings, blocks = await self._history.ratings_and_blocks(user.account, games)
        row = SeekRow(
            table_id(user.account, order.key), user.account, self._node, user.name, self._place(user, order, now),
            now + (DAYS_LAST_MS if is_long else LASTS_MS), games, clocks, order.rated if user.registered else False,
            order.within, order.computers_after, ratings, user.registered,
            user.computer, user.key, draws_dice, blocks,
        )  # fmt: skip
        own = await self._put(row, peer)
        if own is None:
            return PAIRED
        self._new.add(row.id)
        self._tell()
        return m.Done()

    def _place(self, user: User, order: m.Seek, now: int) -> int:
        """Return since when a user looks: as long as before if the same wish has just ended."""
        before, ended = self._ended.pop(user.account, (None, 0))
        if before is None or now - ended > PLACE_KEPT_MS:
            return now
        same = before.games, before.clocks, before.within, before.computers_after
        wanted = list(dict.fromkeys(order.games)), _clocks(order.clocks), order.within, order.computers_after
        rated = order.rated if user.registered else False
        return before.since if (*same, before.rated) == (*wanted, rated) else now

    def _keep_place(self, row: SeekRow) -> None:
        """Remember a wish that has ended for a moment."""
        now = self._limiter.now()
        self._ended.pop(row.account, None)
        self._ended[row.account] = row, now
        _drop_old(self._ended, now - PLACE_KEPT_MS)

    async def _leave_pair(self, account: str, table: str) -> m.Message:
        """Abort the match of a pair in the moment of its start. The other player keeps their place."""
        rows, made = self._pairs.get(table, ((), 0))
        is_moment = account in {row.account for row in rows} and self._limiter.now() - made <= SAME_MOMENT_MS
        if not is_moment or not self._limiter.draws(("leave",), account):
            return NO_PAIR
        if not await self._tables.abort_unplayed(table):
            return NO_PAIR
        for other in rows:
            if other.account != account:  # one who accepted from the list has no wish that goes on
                notice = ACCEPTED_ELSEWHERE if other.only else structs.replace(ELSEWHERE, table=table)
                self._tables.tell(other.account, notice)
        return m.Done(table=table)

    def _known_games(self, games: Iterable[str]) -> list[str]:
        for game in games:
            if game not in self._games:
                raise RequestRefused(
                    "unknown_game", Text(N_("No game called {game} is known here"), {"game": game[:40]})
                )
        return list(dict.fromkeys(games))

    async def _put(self, row: SeekRow, peer: Peer) -> Own | None:
        """Store a wish in place of the one before; None if that one is paired. It ends with the connection."""
        if self._lobby.peer_of(row.account) is not peer:
            return None
        before, is_stored = self._own.get(row.account), False
        is_same = before is not None and before.row.id == row.id
        own = Own(row, peer, before.games if before is not None and is_same else self._games_of(row.account))
        self._own[row.account] = own
        try:
            is_stored = await self._store.put_seek(row)
        finally:
            if not is_stored and self._own.get(row.account) is own:
                del self._own[row.account]
                if before is not None:
                    self._own[row.account] = before
        own.noted = self._readings
        return own if is_stored else None

    async def _withdraw(self, account: str) -> m.Message:
        own = self._own.get(account)
        if own is None:
            return m.Done()
        own.noted = None
        await self._store.remove_seek(own.row.id)
        if any(row.id == own.row.id for row, _pair in await self._store.seeks()):
            return PAIRED
        if self._own.get(account) is own:
            del self._own[account]
        self._keep_place(own.row)
        self._tell()
        return m.Done()

    def _left(self, peer: Peer, account: str) -> None:
        """End the wish of a connection that has ended. The next reading removes it, unless it is paired."""
        self.list.leave(peer)
        if (own := self._own.get(account)) is not None and own.peer is peer:
            del self._own[account]
            self.wake()

    def _made(self, row: SeekRow, pair: SeekPair) -> None:
        """Forget a wish that has ended with the table of a pair."""
        now = self._limiter.now()
        self._pairs[pair.table] = (pair.first, pair.second), now
        _drop_old(self._pairs, now - SAME_MOMENT_MS)
        self._keep_place(row)
        if (own := self._own.get(row.account)) is not None and own.row.id == row.id:
            del self._own[row.account]
        self._tell()

    async def _accept(self, order: m.AcceptSeek, user: User, peer: Peer, draws_dice: bool) -> m.Message:
        id, now = table_id(user.account, order.key), self._limiter.now()
        rows = [row for row, pair in await self._store.seeks() if row.id == order.seek and _is_free(row, pair)]
        if not rows or self._is_over(rows[0], now):
            return GONE
        wanted = rows[0]
        if wanted.account == user.account:
            return OWN
        if wanted.rated and not user.registered and not user.computer:
            return NOT_REGISTERED
        clocks = [clock for clock in wanted.clocks if not (user.is_old and clock.endswith(WEEKDAYS))]
        if not clocks:
            return OLD_FOR_WEEKDAYS
        ratings, blocks = await self._history.ratings_and_blocks(user.account, wanted.games)
        row = SeekRow(
            id, user.account, self._node, user.name, now, now + LASTS_MS, wanted.games, clocks,
            None if user.registered else False, None, 0, ratings, user.registered, user.computer, user.key, draws_dice,
            blocks, only=wanted.id,
        )  # fmt: skip
        pair = self._pair_of(wanted, row, now)
        if pair is None:
            return UNWANTED
        before = self._own.get(user.account)
        if await self._put(row, peer) is None:
            return PAIRED
        try:
            if not await self._store.pair_seeks(pair):
                await self._take_back(row, before)
                return GONE
        except StoreProblem:  # a reading finds out whether they are a pair
            if (own := self._own.pop(user.account, None)) is not None and before is not None:
                self._send_end(own, LOST)
            raise
        self._tables.make_soon(pair)
        self._tell()
        await self._tables.made(pair.table)
        return m.Done(table=pair.table, number=1)

    async def _take_back(self, row: SeekRow, before: Own | None) -> None:
        """Let a user look again as before they accepted a wish that has gone."""
        if before is not None and await self._put(before.row, before.peer) is not None:
            self._new.add(before.row.id)
            self.wake()
            return
        await self._store.remove_seek(row.id)
        if (own := self._own.get(row.account)) is not None and own.row is row:
            del self._own[row.account]

    async def relations_changed(self, account: str) -> None:
        """Let the wish of a user know whom they block now. `StoreProblem` if the wish is as before."""
        own = self._own.get(account)
        if own is None or own.noted is None:
            return
        _ratings, blocks = await self._history.ratings_and_blocks(account, ())
        if self._own.get(account) is own and blocks != own.row.blocks:
            row = structs.replace(own.row, blocks=blocks)
            if await self._put(row, own.peer) is not None:
                self._new.add(row.id)
                self._tell()

    # ---- all wishes

    def wake(self) -> None:
        """Look at all wishes soon."""
        self._changed.set()

    def _tell(self) -> None:
        self.wake()
        self._service.seeks_changed()

    async def run(self) -> None:
        """Pair the wishes that fit, end those whose time is over, and send the list, until cancelled."""
        due = trio.current_time()
        while True:
            await self._changed.wait(max(0.0, due - trio.current_time()))
            due = await keep_trying("the wishes for a game", self._look)
            await trio.sleep(PACE_S)

    async def _look(self) -> float:
        """Look at all wishes. Return when to look again if nothing happens, on trio's clock."""
        now, self._readings = self._limiter.now(), self._readings + 1
        reading, rows = self._readings, await self._store.seeks()
        for row, pair in rows:
            if pair is not None and row.node == self._node:
                self._tables.make_soon(pair)
        self._note_lost({row.id for row, _pair in rows}, reading)
        free = {row.account: row for row, pair in rows if _is_free(row, pair)}
        for row in [row for row, pair in rows if pair is None and self._is_over(row, now)]:
            await self._end(row)
            free.pop(row.account, None)
        await self._pair(free, now)
        await self.list.show(free.values())
        times = [
            time for own in self._own.values() for time in (_wish(own.row).next_change(now), own.row.until) if time
        ]
        next_s = RETRY_S if self._new else (min(times) - now) / 1000 if times else math.inf
        return trio.current_time() + min(max(0.0, next_s), self._service.seeks_every_s)

    def _note_lost(self, stored: set[str], reading: int) -> None:
        """End the wishes of users here that the store has lost: it crashed, or counted this server as dead."""
        known = stored | self._tables.wishes
        for account, own in list(self._own.items()):
            if own.noted is not None and own.noted < reading and own.row.id not in known:
                del self._own[account]
                self._send_end(own, LOST)

    def _is_over(self, row: SeekRow, now: int) -> bool:
        if row.node != self._node:
            return now >= row.until + FORGOTTEN_MS
        own = self._own.get(row.account)
        return own is None or own.row.id != row.id or self._why_over(own, now) is not None

    def _why_over(self, own: Own, now: int) -> m.SeekEnded | None:
        """Return why a wish is over. A person who plays a live game since then does not look for another one."""
        row = own.row
        if self._new_tables.has_all_seats(row.account):
            return FULL
        if now >= row.until:
            return EXPIRED
        is_live = not row.computer and not all(waits_for_players(clock, "wait") for clock in row.clocks)
        return PLAYS if is_live and self._live_games(row.account) - own.games else None

    def _live_games(self, account: str) -> frozenset[str]:
        return frozenset(table.id for table in self._lobby.live_games_of(account))

    def _games_of(self, account: str) -> frozenset[str]:
        """Return the games of a user beside which they look for another one."""
        tables = self._lobby.unfinished_tables_of(account)
        waiting = [table for table in tables if table.clock == "none" and not table.keeps_time]
        return self._live_games(account).union(table.id for table in waiting if table.state in PLAYED)

    def table_changed(self, id: str) -> None:
        """End the wishes of players of a table soon if their game has begun."""
        table, now = self._lobby.live(id), self._limiter.now()
        owns = (self._own.get(account or "") for account in (table.accounts if table is not None else ()))
        if any(own is not None and self._why_over(own, now) is not None for own in owns):
            self.wake()

    async def _end(self, row: SeekRow) -> None:
        await self._store.remove_seek(row.id)
        own = self._own.get(row.account)
        if own is not None and own.row.id == row.id:
            if any(other.id == row.id for other, _pair in await self._store.seeks()):
                return  # it was paired at the last moment
            del self._own[row.account]
            self._send_end(own, self._why_over(own, self._limiter.now()) or EXPIRED)
        self._service.seeks_changed()

    def _send_end(self, own: Own, why: m.SeekEnded) -> None:
        if self._lobby.peer_of(own.row.account) is own.peer:
            own.peer.send(encode(why))

    # ---- pairs

    async def _pair(self, rows: dict[str, SeekRow], now: int) -> None:
        """Find partners for the wishes of users here that are new or accept more. Remove those that are paired.

        If one of a pair has gone, the other one may fit a wish that comes later here: then all look again.
        """
        if self._new_tables.why_closed() is not None:
            return
        self._new &= {own.row.id for own in self._own.values()}
        wishes = dict[str, Wish]()
        for account, row in rows.items():
            if len(wishes) % AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
            wishes[account] = _wish(row)
        for account in self._own.keys() & wishes.keys():
            change = wishes[account].next_change(self._looked_at)
            if change is not None and change <= now:
                self._new.add(rows[account].id)
        self._looked_at = now
        new, has_all = [row for row in rows.values() if row.id in self._new], True
        for row in sorted(new, key=lambda row: (row.since, row.account)):
            for one, other in pairs(wishes.values(), now, {row.account}):
                pair = self._pair_of(rows[one.account], rows[other.account], now)
                assert pair is not None, "they fit"
                is_paired = await self._store.pair_seeks(pair)  # otherwise another server was faster, or one has left
                has_all = has_all and is_paired
                for each in (one, other):
                    del wishes[each.account]
                    if is_paired:
                        del rows[each.account]
                if is_paired:
                    self._tables.make_soon(pair)
                    self._service.seeks_changed()
            if has_all:
                self._new.discard(row.id)
            await trio.lowlevel.checkpoint()
        if not has_all:
            self.wake()

    def _pair_of(self, one: SeekRow, other: SeekRow, now: int) -> SeekPair | None:
        """Return the pair of two wishes: what both accept, and the sides, are drawn by its table. None: no fit."""
        agreed = agreements(_wish(one), _wish(other), now)
        if not agreed:
            return None
        table = _table_of(one.id, other.id)
        drawn = int.from_bytes(table.encode())
        terms: Terms = agreed[drawn // 2 % len(agreed)]
        first, second = (one, other) if drawn % 2 else (other, one)
        return SeekPair(table, first, second, terms.game, terms.clock, terms.rated)


def _wish(row: SeekRow) -> Wish:
    rated = frozenset((False, True)) if row.rated is None else frozenset((row.rated,))
    return Wish(
        row.account, row.since, frozenset(row.games), frozenset(row.clocks), rated, row.ratings, row.within,
        row.computers_after, bool(row.computer), row.blocks,
    )  # fmt: skip


def _is_free(row: SeekRow, pair: SeekPair | None) -> bool:
    return pair is None and not row.only


def _table_of(one: str, other: str) -> str:
    """Return the id of the table that two wishes get."""
    return table_id("wishes ", "".join(sorted((one, other))).encode())


def _clocks(texts: Iterable[str]) -> list[str]:
    """Return time controls as the server writes them. `RequestRefused` for other texts."""
    try:
        return list(dict.fromkeys(write_control(read_control(text)) for text in texts))
    except ControlError as error:
        raise RequestRefused("bad_clock", error.text) from error


def _drop_old(entries: dict[str, tuple[Any, int]], before: int) -> None:
    """Remove the entries from before that time. The oldest ones come first."""
    for key in list(takewhile(lambda key: entries[key][1] < before, entries)):
        del entries[key]
