"""What people do at a server besides playing: they talk, invite each other, play again, and look at what was played."""

import logging
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import trio

from netgame.match.events import Player
from netgame.match.rating import is_provisional
from protocol import messages as m
from protocol.framing import encode
from server.accounts.ratings import Ratings, rating_at
from server.accounts.sanctions import MUTED
from server.lobby.chat import LOBBY_LINES, TABLE_LINES, Chat
from server.lobby.chat import TOO_FAST as PACED
from server.lobby.rematch import GONE, NO_OFFER, NOT_OVER, NOT_PLAYER, RematchOffers, player_of, rematch, rematch_id
from server.lobby.spectators import Spectators
from server.lobby.table_access import TableAccess, written
from server.ops.limits import RateLimit, RateLimiter
from server.ops.policy import Remote
from server.storage.event_store import StoreProblem
from server.storage.history_projection import HistoryProjection
from server.storage.social import SocialStore, Tally
from server.tables.actor import BUSY, CommandEnvelope, Peer
from server.tables.commands import PLAYERS, User, digest_of
from server.tables.table import Table

if TYPE_CHECKING:
    from server.house import House

log = logging.getLogger(__name__)
KEPT_KEYS = 1000  # of invitations and rematches, to know them when they are sent again
MAX_GUESTS = 200  # invited to one table: more than come to a club, and each of them is in memory
INVITATIONS = RateLimit(10, 0.2)
QUESTIONS = RateLimit(20, 2)  # of one account

NO_TABLE = m.Refused(code="no_table", template="There is no such table")
NOT_KEPT = m.Refused(code="internal", template="The server cannot write to its disk; nothing has changed. Try it later")
NOBODY = m.Refused(code="no_account", template="There is nobody of that account here")
NOT_HERE = m.Refused(code="not_here", template="That player is not here now")
ONLY_PLAYERS_INVITE = m.Refused(code="no_seat", template="Only who sits at a table invites others to it")
TOO_MANY_GUESTS = m.Refused(
    code="too_many", template="{count} people are invited to this table already", args={"count": MAX_GUESTS}
)
KEY_REUSED = m.Refused(code="key_reused", template="The key of an earlier command was used for another one")
TOO_FAST = m.Refused(code="too_fast", template="Slower, please: wait a moment and try again")
Answer = Callable[[m.Message], None]


class Club:
    """Belongs to a house. Methods with `who` answer by calling `answer` once, perhaps later."""

    def __init__(self, house: "House", annals: SocialStore) -> None:
        self._house, self._annals = house, annals
        self._asking = trio.CapacityLimiter(1)  # questions about history have a queue of their own: nothing else waits
        self.ratings = Ratings(annals)
        self.doors = TableAccess()
        self.spectators: Spectators[Peer] = Spectators(house.lobby, house.clock)
        self.historian = HistoryProjection(house.store, annals, self.ratings.caught_up)
        self._chat: Chat[Peer] = Chat(house.lobby, house.policy)
        self._rematches: dict[str, RematchOffers] = {}  # by finished table
        self._invitations, self._questions = RateLimiter(INVITATIONS), RateLimiter(QUESTIONS)
        self._questions_from = RateLimiter(lambda: house.policy.limits.bucket("question"))  # by address
        self._done: dict[tuple[str, bytes], tuple[bytes, m.Done]] = {}  # digests and answers, the oldest first
        house.on_finished.append(self._finished)

    async def run(self) -> None:
        """Until cancelled."""
        async with trio.open_nursery() as nursery:
            for work in (self.spectators.run, self.historian.run):
                nursery.start_soon(work)

    async def take(self, message: object, who: User, answer: Answer) -> None:
        """Whatever is about people. Where the disk fails nothing has happened, and that is the answer."""
        try:
            await self._take(message, who, answer)
        except sqlite3.Error as error:
            log.error("the annals: %s", error)
            answer(NOT_KEPT)

    async def _take(self, message: object, who: User, answer: Answer) -> None:
        match message:
            case m.Say():
                await self._say(message, who, answer)
            case m.Invite() | m.Rematch() | m.CloseRematch():
                await self._take_once(message, who, answer)

    def may_ask(self, who: User, remote: Remote) -> bool:
        """Whether another question about history is answered to that account at that address."""
        house, now = self._house, self._house.clock.now()
        if not house.policy.behind_proxy and not self._questions_from.take(remote.network, now):
            house.counters.count_limit("question", remote)
            return False
        return self._questions.take(who.account, now)

    async def asked(self, question: m.GetHistory | m.GetProfile, who: User) -> m.Message:
        """The answer. It contains each match whose end the server had sent before it got the question."""
        try:
            await self.historian.up_to_now()
            if isinstance(question, m.GetHistory):
                return await self._history(question, who)
            return await self._profile(question.account)
        except sqlite3.Error as error:
            log.error("the annals: %s", error)
            return NOT_KEPT

    async def last_player(self, account: str, game: str) -> Player | None:
        """The side of an account in its last match of a game here. `sqlite3.Error` where the disk fails."""
        await self.historian.up_to_now()
        return await self._annals.in_thread(partial(self._annals.last_player, account, game))

    async def _take_once(self, order: m.Invite | m.Rematch | m.CloseRematch, who: User, answer: Answer) -> None:
        """Carry the order out, unless that has happened: then its key gives the same answer again."""
        digest = digest_of(order, who.account)
        known = self._done.get((who.account, order.key))
        if known is not None:
            answer(known[1] if known[0] == digest else KEY_REUSED)
            return
        if not isinstance(order, m.Invite) and self._house.broadcast.is_full(order.table):
            answer(BUSY)
            return

        def note(reply: m.Message) -> None:
            if isinstance(reply, m.Done) and order.key:
                self._done[who.account, order.key] = digest, reply
                if len(self._done) > KEPT_KEYS:
                    del self._done[next(iter(self._done))]
            answer(reply)

        match order:
            case m.Invite():
                await self._invite(order, who, note)
            case m.Rematch(table=table, swap=swap):
                await self._rematch(table, swap, who, note)
            case m.CloseRematch(table=table):
                await self._close_rematch(table, who, note)

    async def catch_up(self) -> None:
        """Before anybody plays: ratings are reckoned from what has ended before."""
        try:
            await self.historian.catch_up()
        except (StoreProblem, sqlite3.Error) as error:
            log.error("the annals are behind: %s", error)

    # ---- who is here

    async def entered(self, peer: Peer) -> None:
        """Somebody has signed in at that connection."""
        self._house.bulletin.show_people(peer)
        await self._tell_lines(peer, "lobby", "", LOBBY_LINES)

    async def watches(self, peer: Peer, table: Table) -> None:
        """Somebody has begun to follow a table."""
        for room in self._chat.rooms(table, peer):
            await self._tell_lines(peer, room, table.id, TABLE_LINES)
        if table.is_over:
            await self._tell_rematch(peer, table)

    async def _tell_lines(self, peer: Peer, room: str, table: str, most: int) -> None:
        try:
            lines = await self._annals.in_thread(partial(self._annals.lines, room, table, most))
        except sqlite3.Error as error:
            log.error("the annals: %s", error)
            return
        if lines:
            peer.send(encode(m.Chat(room=room, table=table, lines=lines)))  # type: ignore[arg-type]

    def left_table(self, who: User, table: Table) -> None:
        """Somebody does not follow that table any more."""
        offers = self._rematches.get(table.id)
        if offers is not None and player_of(table, who) is not None:
            del self._rematches[table.id]
            if offers.open:
                self._tell_watchers(table, RematchOffers().state(table.id, closed="left"))

    # ---- talk

    async def _say(self, say: m.Say, who: User, answer: Answer) -> None:
        house = self._house
        room = await house.room(say.table) if say.room != "lobby" else None
        table = room.table if room is not None else None
        if table is not None and self.doors.refusal_to_watch(table, who, "", house.clock.now()) is not None:
            table = table if house.lobby.peer_of(who.account) in house.lobby.watchers(table.id) else None
        muted = house.sanctions.is_muted(who.account, house.clock.now())
        is_full = house.broadcast.is_full("" if say.room == "lobby" else say.table)
        line = MUTED if muted else BUSY if is_full else self._chat.checked(say, who, table, house.clock.now())
        if isinstance(line, m.Refused):  # now; the line may have been said before, and only the answer was lost
            known = await self._annals.in_thread(partial(self._annals.said, who.account, say.key))
            if line is PACED and known is None:
                house.counters.count_limit("chat")
            answer(line if known is None else m.Done(table=say.table, number=known.number))
            return
        said = (line.room, line.table, (who.account, who.name), line.text, house.clock.now(), say.key)
        kept, new = await self._annals.in_thread(partial(self._annals.say, *said))
        answer(m.Done(table=line.table, number=kept.number))
        if new:
            chat = m.Chat(room=say.room, table=line.table, lines=[kept])
            house.tell(line.table, chat, partial(self._chat.audience, line, table))

    # ---- doors

    async def lock(self, table: str, code: str) -> None:
        """Durable before the table is made: nobody stands before a door without a key. `sqlite3.Error` if it is not."""
        await self._annals.in_thread(partial(self._annals.lock, table, written(code)))
        self.doors.lock(table, code)

    async def read_door(self, table: str) -> None:
        """The table is about to be in memory. `sqlite3.Error` where the disk fails."""
        self.doors.remember(table, *await self._annals.in_thread(partial(self._annals.door, table)))

    def forget(self, table: str) -> None:
        """The table is not in memory any more. Offers of a rematch go with it, as both players have left."""
        self.doors.forget(table)
        self.spectators.forget(table)
        self._rematches.pop(table, None)

    async def _invite(self, order: m.Invite, who: User, answer: Answer) -> None:
        house, id = self._house, order.table
        room = await house.room(id)
        if room is None or room.table.number == 0:
            answer(NO_TABLE)
            return
        with house.staying(room):
            await self._invite_to(room.table, order, who, answer)

    async def _invite_to(self, table: Table, order: m.Invite, who: User, answer: Answer) -> None:
        house, account = self._house, order.account
        if who.account not in table.accounts:
            answer(ONLY_PLAYERS_INVITE)
        elif not self._invitations.take(who.account, house.clock.now()):
            answer(TOO_FAST)
        elif len(self.doors.of(table.id).guests) >= MAX_GUESTS:
            answer(TOO_MANY_GUESTS)
        elif not house.lobby.is_present(account) and table.access != "invited":
            answer(NOT_HERE)
        elif not house.lobby.is_present(account) and await self._known(account) is None:
            answer(NOBODY)
        else:
            await self._annals.in_thread(partial(self._annals.invite, table.id, account))
            self.doors.invite(table.id, account)
            house.lobby.touch(table.id)
            answer(m.Done(table=table.id))
            if (peer := house.lobby.peer_of(account)) is not None:
                info = house.lobby.info(table)
                peer.send(encode(m.Invited(table=info, account=who.account, name=who.name)))

    async def _known(self, account: str) -> tuple[str, bool] | None:
        """The last name of that account, and whether it is registered; None if there is no such account."""
        return await self._house.accounts.in_thread(self._house.accounts.known, account)

    # ---- again

    async def _rematch(self, id: str, swap: bool, who: User, answer: Answer) -> None:
        room = await self._house.room(id)
        if room is None:
            answer(NO_TABLE)
            return
        with self._house.staying(room):
            await self._rematch_of(room.table, swap, who, answer)

    async def _rematch_of(self, table: Table, swap: bool, who: User, answer: Answer) -> None:
        id, player = table.id, player_of(table, who)
        if player is None or not table.is_over:
            answer(NOT_PLAYER if player is None else NOT_OVER)
        elif (made := await self._house.room(rematch_id(id))) is not None:
            if made.table.number:
                answer(m.Done(table=rematch_id(id), number=1))
            else:  # both have agreed, and it is on its way to the disk
                await self._play_again(table, swap, answer)
        elif not self._house.lobby.is_present(table.accounts[1 - player] or ""):
            answer(GONE)
        elif (closed := self._house.closed_to_new_tables) is not None:
            answer(m.Refused(code="closed", template=closed.template, args=dict(closed.args)))
        else:
            await self._offer_rematch(table, PLAYERS[player], swap, answer)

    async def _offer_rematch(self, table: Table, player: int, swap: bool, answer: Answer) -> None:
        offers = self._rematches.setdefault(table.id, RematchOffers())
        if offers.open.get(PLAYERS[1 - player]) == swap:
            await self._play_again(table, swap, answer)
            return
        offers.open[PLAYERS[player]] = swap
        answer(m.Done(table=table.id))
        self._tell_watchers(table, offers.state(table.id))

    async def _play_again(self, table: Table, swap: bool, answer: Answer) -> None:
        self._rematches.pop(table.id, None)
        lobby = self._house.lobby
        assert table.match is not None, "it is over"
        peers = [lobby.peer_of(account or "") for account in table.accounts]
        seats = [lobby.who_of(peer) if peer is not None else None for peer in peers]
        names = tuple(
            who.name if who is not None else seat.name if seat is not None else ""
            for who, seat in zip(seats, table.match.seats, strict=True)
        )
        new = rematch_id(table.id)
        if table.access != "open":
            await self._copy_door(table.id, new)
        made = _Made(partial(self._made_again, table, new, answer))
        room = self._house.new_room(new)
        room.post(CommandEnvelope(rematch(table, swap, (names[0], names[1])), self._house.clock.now(), None, made))

    async def _copy_door(self, old: str, new: str) -> None:
        door = self.doors.of(old)
        await self.lock(new, door.code)
        for guest in list(door.guests):
            self.doors.invite(new, guest)
            await self._annals.in_thread(partial(self._annals.invite, new, guest))

    def _made_again(self, table: Table, new: str, answer: Answer) -> None:
        if self._house.match(new) is None:  # the disk did not take it
            answer(NOT_KEPT)
            return
        answer(m.Done(table=new, number=1))
        self._tell_watchers(table, RematchOffers().state(table.id, made=new))

    async def _close_rematch(self, id: str, who: User, answer: Answer) -> None:
        room = await self._house.room(id)
        offers = self._rematches.get(id)
        player = player_of(room.table, who) if room is not None else None
        if room is None or offers is None or not offers.open or player is None:
            answer(NO_TABLE if room is None else NOT_PLAYER if player is None else NO_OFFER)
            return
        closed = "withdrawn" if player in offers.open else "declined"
        del self._rematches[id]
        answer(m.Done(table=id))
        self._tell_watchers(room.table, RematchOffers().state(id, closed=closed))

    async def _tell_rematch(self, peer: Peer, table: Table) -> None:
        made = rematch_id(table.id)
        if (await self._house.room(made)) is None:
            made = ""
        offers = self._rematches.get(table.id) or RematchOffers()
        if made or offers.open:
            peer.send(encode(offers.state(table.id, made=made)))

    # ---- what was played

    def _finished(self, table: Table) -> None:
        self.ratings.finished(table)
        self.historian.wake()

    async def _history(self, asked: m.GetHistory, who: User) -> m.History:
        most = asked.limit + 1
        question = partial(self._annals.history, asked.account, asked.game, asked.before, most, who.account)
        found = await trio.to_thread.run_sync(question, limiter=self._asking)
        return m.History(matches=found[: asked.limit], more=len(found) > asked.limit)

    async def _profile(self, account: str) -> m.Profile | m.Refused:
        known = await self._known(account)
        if known is None:
            return NOBODY
        question = partial(self._standings, account, self._house.clock.now())
        standings = await trio.to_thread.run_sync(question, limiter=self._asking)
        return m.Profile(account=account, name=known[0], registered=known[1], standings=standings)

    def _standings(self, account: str, now: int) -> list[m.Standing]:
        return [self._standing(account, tally, now) for tally in self._annals.tallies(account)]

    def _standing(self, account: str, tally: Tally, now: int) -> m.Standing:
        known = self._annals.rating(account, tally.game)
        rating = rating_at(known, now) if known is not None else None
        return m.Standing(
            game=tally.game,
            won=tally.won,
            lost=tally.lost,
            drawn=tally.drawn,
            rating=rating[0] if rating else None,
            deviation=rating[1] if rating else None,
            provisional=rating is None or is_provisional(rating),
            curve=self._annals.curve(account, tally.game),
        )

    # ---- telling

    def _tell_watchers(self, table: Table, message: m.Message) -> None:
        self._house.tell_watchers(table.id, message)


class _Made:
    """Stands where a connection would: whoever waits for a table that the server makes is called back."""

    def __init__(self, done: Callable[[], None]) -> None:
        self._done = done
        self.remote, self.greeted = Remote(""), True

    def answer(self, _frame: bytes) -> None:
        self._done()

    def send(self, frame: bytes) -> None:
        pass

    def dismiss(self, closing: m.Closing) -> None:
        pass

    def check_silence(self) -> None:
        pass

    def probe(self) -> None:
        pass
