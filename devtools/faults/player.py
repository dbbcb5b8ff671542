"""A player who plays at random through every crash of the server and writes down promises and received events."""

import math
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, TypeVar

import trio
from msgspec import structs

from devtools.faults.evidence import Order
from devtools.faults.fairness import Interval
from devtools.faults.games import Plan
from netgame.errors import RulesError
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match, to_act
from netgame.match.events import Event, OfferKind
from netgame.match.events import Player as PlayerIndex
from netgame.match.state import InvalidEvent, find_move
from netgame.text import Text
from netgame.tournaments.state import Tournament
from netgame.tournaments.state import evolve as evolve_tournament
from protocol import messages as m
from protocol.client import NewEvents, Refusal, Server, Session, StatusChanged, WatchEnded, WatchStarted
from protocol.client.session import Status
from protocol.client.updates import NewTournamentEvents, Update
from server.computer.dice import link_message, passing_links
from server.demo.player import random_move
from server.storage.event_store import host_time
from server.tables.commands import command_of

T = TypeVar("T")
ReplyT = TypeVar("ReplyT", bound=m.Message)
OFFERS: tuple[OfferKind, ...] = (
    "take_back", "take_back", "take_back", "take_back", "pause", "pause", "more_time", "count", "count", "adjourn",
    "abort",
)  # fmt: skip
EXPECTED = frozenset(  # reasons for the end of a connection that are no fault while the server is killed
    (
        "", "lost", "refused", "timeout", "not_netgame", "dropped", "no_reply", "unreachable", "stopping", "closed",
        "too_soon", "too_fast", "full",
        "away", "busy", "silent", "not_signed_in",  # the last two occur where this computer is overloaded
        "internal",  # the database of a node is away; its log has the reason, and the run ends if it is another one
    )
)  # fmt: skip
SLOWER = ("too_fast", "too_soon", "busy", "gone")
SLOWER_S = 0.3
AGAIN_S = 0.1


class Broken(Exception):
    """A player received something impossible, or nothing any more. The sentence ends the run."""


@dataclass
class Seen:
    """One table as a player received it."""

    events: list[Event] = field(default_factory=list)
    match: Match | None = None

    def add(self, event: Event) -> None:
        """Append the next event. An event may come twice if the connection broke while it was requested."""
        if event.number <= len(self.events):
            if event != self.events[event.number - 1]:
                raise Broken(f"event {event.number} was {self.events[event.number - 1]}, and is {event} now")
            return
        try:
            self.match = evolve(self.match, event) if self.match else new_match(event, GAMES)  # type: ignore[arg-type]
        except RulesError as error:
            raise Broken(f"event {event.number} does not fold: {error}") from error
        self.events.append(event)


class Player(Session):
    """A session and its player."""

    def __init__(
        self,
        name: str,
        seed: int,
        server: Server,
        accepted: Callable[[], None],
        token: bytes | None = None,
        **more: Any,
    ) -> None:
        super().__init__(server, name, token, **more)
        self.dice = passing_links(more.get("device"), lambda: self.signing_key)
        self.orders: list[Order] = []
        self.seen: dict[str, Seen] = {}
        self.cups: dict[str, Tournament] = {}
        self.account = ""
        self.resigning = False  # as soon as possible, in every match
        self.is_registered = False
        self.may_fail = False  # the server may be unable to store a command, and then says so
        self.may_freeze = False  # the disk of the server may be full for a while
        self.thinks_s = 0.0  # at most, after an action
        self.looks_s = AGAIN_S  # until this player looks again at a board on which nothing happened
        self.answers_s: list[float] = []  # until commands were answered that were sent once
        self.away: list[Interval] = []  # when it was not signed in, after it had been
        self.returns: list[Interval] = []  # the same until it had all its tables again
        self._left_at = self._back_at = 0
        self._rng, self._accepted, self._changed = Random(f"{name} {seed}"), accepted, trio.Event()

    async def break_line(self) -> None:
        """End the connection abruptly, whatever is under way on it."""
        if self._connection is not None:
            await trio.aclose_forcefully(self._connection._stream)
        self.retry_now()

    def _set_status(self, status: Status, error: Text | None) -> None:
        was_online = self.status == "online"
        super()._set_status(status, error)
        now = host_time()
        if status == "online" and self._left_at:
            self.away.append((self._left_at, self._back_at))
            self.returns.append((self._left_at, now))
            self._left_at = 0
        elif was_online and status != "online":
            self._left_at = now

    @property
    def signed_in(self) -> m.SignedIn | None:
        """The answer to the last sign-in."""
        return self._signed_in

    @signed_in.setter
    def signed_in(self, reply: m.SignedIn | None) -> None:
        self._signed_in, self._back_at = reply, host_time()

    # ---- promises

    async def request_with_retry(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        if not getattr(message, "key", b"") or isinstance(message, m.TournamentCommand):  # of no log of a table
            return await super().request_with_retry(message, kind)
        await self.online()
        message = self.signed(message)
        order, line, begun = Order(self.account, message), self._connection, trio.current_time()
        self.orders.append(order)
        try:
            reply = await super().request_with_retry(message, kind)
        except Refusal as refusal:
            order.refused = refusal.code
            raise
        finally:
            order.again = self._connection is not line
        if not isinstance(reply, m.Done):
            raise Broken(f"{order} was answered with {reply}")
        order.done = reply
        if not order.again:
            self.answers_s.append(trio.current_time() - begun)
        self._accepted()
        return reply

    def signed(self, message: m.Message) -> m.Message:
        """Return a command with the signature of this player, if it can have one."""
        table = getattr(message, "table", "")
        match = self.seen[table].match if table in self.seen else None
        if not isinstance(message, m.SignedCommand) or message.signature or match is None:
            return message
        seat = next((seat for seat in match.seats if seat and seat.account == self.account), None)
        if seat is None:
            return message
        if isinstance(message, m.SendOffer) and message.kind == "take_back" and message.to is None:
            with suppress(InvalidEvent):  # the server says why not
                last = match.history[find_move(match, seat.player, None)]
                message = structs.replace(message, to=last.event.number)
        fields = self.dice.logs.signature(table, match, seat.player, command_of(message, 0))  # type: ignore[arg-type]
        return structs.replace(message, **fields)

    def unanswered(self) -> list[str]:
        """Say which commands wait for an answer, and in which matches this player plays."""
        orders = [repr(order.message) for order in self.orders if order.done is None and not order.refused]
        matches = [
            f"{table} {match.phase} event {match.number} paused {match.paused} ready {match.ready}"
            for table, seen in self.seen.items()
            if (match := seen.match) is not None and match.ended is None
        ]
        return [f"{self.name} is {self.status} {self.error_code}: {each}" for each in orders + matches]

    # ---- received events

    async def listen(self) -> None:
        """Collect updates until cancelled. Raise `Broken` at the first impossible one."""
        async for update in self.updates:
            self.collect(update)

    def collect(self, update: Update) -> None:
        """Collect one update. Raise `Broken` if it is impossible."""
        match update:
            case StatusChanged():
                self._check_status()
            case WatchStarted(table=table, after=after):
                self._begin(table, after)
            case NewEvents(table=table, events=events):
                self.dice.follow(table, events)
                for event in events:
                    self.seen[table].add(event)
            case NewTournamentEvents(tournament=cup, events=news):
                for happened in news:
                    self.cups[cup] = evolve_tournament(self.cups.get(cup), happened)
            case m.Tables() | m.People():
                return  # they change nothing at a board
            case m.Frozen() if self.may_freeze:
                pass
            case WatchEnded(table=table, text=text) | m.Frozen(table=table, text=text):
                raise Broken(f"{self.name} cannot follow table {table} any more: {text}")
        self._changed.set()
        self._changed = trio.Event()

    def _check_status(self) -> None:
        if self.error_code not in EXPECTED or self.status == "failed":
            raise Broken(f"{self.name} lost the server: {self.error_code}, {self.error}")
        if self.signed_in is not None and self.status == "online":
            self.account = self.account or self.signed_in.account
            if self.signed_in.account != self.account:
                raise Broken(f"{self.name} had the account {self.account}, and has {self.signed_in.account} now")
            if self.is_registered and not self.signed_in.registered:
                raise Broken(f"{self.name} was registered, and is not any more")
            self.is_registered = self.signed_in.registered

    def _begin(self, table: str, after: int) -> None:
        known = len(self.seen[table].events)
        if after not in (0, known):
            raise Broken(f"{self.name} is told table {table} after event {after}, and knows {known}")

    # ---- actions

    async def open(self, plan: Plan, rated: bool) -> str:
        """Make the table of that match."""
        return await self.patient(partial(self.make_table, plan.game, plan.options, rated=rated, **plan.terms))

    async def join(self, table: str, code: str) -> None:
        """Take a seat."""
        await self.patient(partial(self.command, table, m.TakeSeat, code=code))

    async def registered(self) -> None:
        """Wait until the server confirms the registration."""
        while not self.is_registered:
            await self._changed.wait()

    async def look_on(self, table: str, code: str) -> None:
        """Watch a match to its end."""
        self.seen[table] = Seen()
        await self.patient(partial(self.watch, table, code=code))
        while (match := self.seen[table].match) is None or match.ended is None:
            await self._changed.wait()
        self.seen[table].match = None  # the states of thousands of matches are large
        await self.unwatch(table)

    async def play_again(self, table: str, patience_s: float = math.inf) -> str:
        """Agree on a rematch and return its table. Ask until it exists: offers do not survive a restart.

        The other player may have another game, or one that has ended at another server just now. Give up after so long
        and return "".
        """
        until = trio.current_time() + patience_s
        while trio.current_time() < until:
            ask = partial(self.command, table, m.Rematch, swap=True)
            try:
                done = await self.patient(ask, ("playing", "not_here"), until)
            except trio.TooSlowError:
                break
            if done.table != table:
                return done.table
            await trio.sleep(self.looks_s)
        return ""

    async def patient(
        self, ask: Callable[[], Awaitable[T]], passing: tuple[str, ...] = (), until: float = math.inf
    ) -> T:
        """Repeat a request that was refused for being too frequent, or with one of those codes.

        `trio.TooSlowError` if it is refused after that time.
        """
        while True:
            try:
                return await ask()
            except Refusal as refusal:
                passes = {"internal": self.may_fail, "frozen": self.may_freeze}
                if refusal.code not in (*SLOWER, *passing) and not passes.get(refusal.code):
                    raise Broken(f"{self.name} was refused: {refusal.code}, {refusal}") from None
            if trio.current_time() >= until:
                raise trio.TooSlowError
            await trio.sleep(SLOWER_S)

    async def play(self, table: str, moves: int, code: str = "") -> Seen:
        """Play the match at that table until it is over; resign after the given number of own moves."""
        self.seen[table] = Seen()
        await self.patient(partial(self.watch, table, code=code))
        acted = 0  # the number up to which the log has to be known before the next action
        while (match := self.seen[table].match) is None or match.ended is None:
            changed = self._changed
            done: m.Done | None = None
            if match is not None and match.number >= acted:
                try:
                    done = await self._act(table, match, moves)
                except Refusal as refusal:
                    if refusal.code == "internal" and self.may_fail:  # the database is away; nothing was stored
                        await trio.sleep(SLOWER_S)
                    elif refusal.code in ("internal", "key_reused", "ahead", "no_table", "not_signed_in"):
                        raise Broken(f"{self.name} was refused at table {table}: {refusal.code}, {refusal}") from None
            if done is not None:
                acted = max(acted, done.number)
                await trio.sleep(self._rng.uniform(0, self.thinks_s))
            else:
                with trio.move_on_after(self.looks_s):
                    await changed.wait()
        return self.seen[table]

    async def _act(self, table: str, match: Match, moves: int) -> m.Done | None:
        """Return one possible action of this player, or None."""
        me = next((seat.player for seat in match.seats if seat and seat.account == self.account), None)
        if me is None:
            return None
        if (due := self.dice.command(table, match, me)) is not None and (message := link_message(due)) is not None:
            return await self.command(table, message[0], **message[1])
        if match.phase == "open":
            return None if me in match.ready else await self.command(table, m.ReadyUp)
        if self.resigning or match.moved[me] >= moves:
            return await self.command(table, m.SendResign, match=True)
        if match.phase == "between" or (match.paused and match.paused.cause in ("agreed", "adjourned")):
            return None if me in match.ready else await self.command(table, m.ReadyUp)
        if self._rng.random() < 0.05:
            await self._talk(table)
        for offer in match.offers.values():
            if offer.player != me and self._rng.random() < 0.7:
                return await self.command(table, m.SendAnswer, offer=offer.number, accept=self._rng.random() < 0.5)
            if offer.player == me and self._rng.random() < 0.2:
                return await self.command(table, m.SendWithdraw, offer=offer.number)
        if match.paused:
            return None
        if self._rng.random() < 0.08:
            return await self.command(table, m.SendOffer, kind=self._rng.choice(OFFERS))
        return await self._move(table, match, me) if to_act(match) == me and isinstance(match.turn, ToMove) else None

    async def _move(self, table: str, match: Match, player: PlayerIndex) -> m.Done:
        game: Any = match.game
        move = game.format(match.state, random_move(game, match.state, self._rng))
        link = self.dice.for_move(table, match, player)
        return await self.command(table, m.SendMove, position=match.position, move=move, link=link)

    async def _talk(self, table: str) -> None:
        await self.say("table", table, f"{self.name} says {secrets.token_hex(8)}")
