"""Somebody who plays at random through every crash of the server, and writes down what was promised and told to him."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, TypeVar

import trio

from netgame.errors import RulesError
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match, to_act
from netgame.match.events import Event, OfferKind
from protocol import messages as m
from protocol.client import EventsCame, Refusal, Server, Session, StatusChanged, TableFrozen, WatchBegins, WatchEnded
from server.demo.player import random_move
from tests.faults.evidence import Order
from tests.faults.games import Plan

T = TypeVar("T")
ReplyT = TypeVar("ReplyT", bound=m.Message)
OFFERS: tuple[OfferKind, ...] = (
    "take_back", "take_back", "take_back", "take_back", "pause", "pause", "more_time", "count", "count", "adjourn",
    "abort",
)  # fmt: skip
EXPECTED = frozenset(  # ends of a connection that are no fault while the server is killed
    (
        "", "lost", "refused", "timeout", "not_netgame", "dropped", "mute", "unreachable", "stopping", "closed",
        "too_soon", "too_fast", "full",
        "busy", "silent", "not_signed_in",  # the last two where this computer has too much to do
    )
)  # fmt: skip
SLOWER = ("too_fast", "too_soon", "busy", "gone")
SLOWER_S = 0.3
AGAIN_S = 0.1  # until somebody looks at a board again on which nothing happened


class Broken(Exception):
    """Somebody was told what cannot be, or nothing any more; the run ends with that sentence."""


@dataclass
class Seen:
    """One table as somebody was told of it."""

    events: list[Event] = field(default_factory=list)
    match: Match | None = None

    def add(self, event: Event) -> None:
        """The next event, or one that is told again because the line broke while it was asked for."""
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
    """A session, and whose it is."""

    def __init__(self, name: str, seed: int, server: Server, accepted: Callable[[], None], **more: Any) -> None:
        super().__init__(server, name, None, **more)
        self.orders: list[Order] = []
        self.seen: dict[str, Seen] = {}
        self.account = ""
        self.resigning = False  # as soon as possible, in every match
        self.is_registered = False
        self._rng, self._accepted, self._changed = Random(f"{name} {seed}"), accepted, trio.Event()

    async def break_line(self) -> None:
        """The connection ends here without a word, whatever is under way on it."""
        if self._connection is not None:
            await trio.aclose_forcefully(self._connection._stream)
        self.retry_now()

    # ---- what is promised

    async def request_with_retry(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        if not getattr(message, "key", b""):
            return await super().request_with_retry(message, kind)
        await self._online()
        order, line = Order(self.account, message), self._connection
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
        self._accepted()
        return reply

    # ---- what is told

    async def listen(self) -> None:
        """Until cancelled; `Broken` at the first thing that cannot be."""
        async for update in self.updates:
            match update:
                case StatusChanged():
                    self._check_status()
                case WatchBegins(table=table, after=after):
                    self._begin(table, after)
                case EventsCame(table=table, events=events):
                    for event in events:
                        self.seen[table].add(event)
                case WatchEnded(table=table, text=text) | TableFrozen(table=table, text=text):
                    raise Broken(f"{self._name} cannot follow table {table} any more: {text}")
            self._changed.set()
            self._changed = trio.Event()

    def _check_status(self) -> None:
        if self.error_code not in EXPECTED or self.status == "failed":
            raise Broken(f"{self._name} lost the server: {self.error_code}, {self.error}")
        if self.signed_in is not None and self.status == "online":
            self.account = self.account or self.signed_in.account
            if self.signed_in.account != self.account:
                raise Broken(f"{self._name} had the account {self.account}, and has {self.signed_in.account} now")
            if self.is_registered and not self.signed_in.registered:
                raise Broken(f"{self._name} was registered, and is not any more")
            self.is_registered = self.signed_in.registered

    def _took_events(self, table: str, plain: list[dict[str, Any]]) -> None:
        numbers, last = [event["number"] for event in plain], self._watched.get(table)
        if last is not None and numbers and numbers[0] > last + 1:  # a session alone would not say at which table
            plays = any(seat and seat.account == self.account for seat in getattr(self.seen[table].match, "seats", ()))
            raise Broken(f"{self._name} ({plays=}) knows {last} events of table {table}, and is told {numbers}")
        super()._took_events(table, plain)

    def _begin(self, table: str, after: int) -> None:
        known = len(self.seen[table].events)
        if after not in (0, known):
            raise Broken(f"{self._name} is told table {table} after event {after}, and knows {known}")

    # ---- what is done

    async def open(self, plan: Plan, rated: bool) -> str:
        """Make the table of that match."""
        return await self._patient(partial(self.make_table, plan.game, plan.options, rated=rated, **plan.terms))

    async def join(self, table: str, code: str) -> None:
        """Sit down there."""
        await self._patient(partial(self.command, table, m.TakeSeat, code=code))

    async def registered(self) -> None:
        """Wait until the server has said so."""
        while not self.is_registered:
            await self._changed.wait()

    async def look_on(self, table: str, code: str) -> None:
        """Follow a match to its end."""
        self.seen[table] = Seen()
        await self._patient(partial(self.watch, table, code=code))
        while (match := self.seen[table].match) is None or match.ended is None:
            await self._changed.wait()
        self.seen[table].match = None  # the states of thousands of matches are large
        await self.unwatch(table)

    async def play_again(self, table: str) -> str:
        """Agree on a rematch, which is asked for until it is there: offers do not outlive the server; its table."""
        while True:
            done = await self._patient(partial(self.command, table, m.Rematch, swap=True))
            if done.table != table:
                return done.table
            await trio.sleep(AGAIN_S)

    async def _patient(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Whoever has asked for too much asks again."""
        while True:
            try:
                return await ask()
            except Refusal as refusal:
                if refusal.code not in SLOWER:
                    raise Broken(f"{self._name} was refused: {refusal.code}, {refusal}") from None
            await trio.sleep(SLOWER_S)

    async def play(self, table: str, moves: int, code: str = "") -> Seen:
        """Play the match at that table until it is over; give it up after so many own moves."""
        self.seen[table] = Seen()
        await self.watch(table, code=code)
        acted = 0  # the number up to which the log has to be known before anything else is done
        while (match := self.seen[table].match) is None or match.ended is None:
            changed = self._changed
            done: m.Done | None = None
            if match is not None and match.number >= acted:
                try:
                    done = await self._act(table, match, moves)
                except Refusal as refusal:
                    if refusal.code in ("internal", "key_reused", "ahead", "no_table", "not_signed_in"):
                        raise Broken(f"{self._name} was refused at table {table}: {refusal.code}, {refusal}") from None
            if done is not None:
                acted = max(acted, done.number)
            else:
                with trio.move_on_after(AGAIN_S):
                    await changed.wait()
        return self.seen[table]

    async def _act(self, table: str, match: Match, moves: int) -> m.Done | None:
        """One thing that this player may do now, if there is any."""
        me = next((seat.player for seat in match.seats if seat and seat.account == self.account), None)
        if me is None:
            return None
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
        return await self._move(table, match) if to_act(match) == me and isinstance(match.turn, ToMove) else None

    async def _move(self, table: str, match: Match) -> m.Done:
        game: Any = match.game
        move = game.format(match.state, random_move(game, match.state, self._rng))
        return await self.command(table, m.SendMove, position=match.position, move=move)

    async def _talk(self, table: str) -> None:
        await self.say("table", table, f"{self._name} says {secrets.token_hex(8)}")
