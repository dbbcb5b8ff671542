"""A person of a simulated club: plays, and now and then gives a command that is wrong, late, repeated or crossing."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import trio

from devtools.faults.player import OFFERS, SLOWER, Broken, Player, ReplyT
from devtools.simulation.checks.ledger import Ledger
from devtools.simulation.coverage import PAIRED, pair
from devtools.simulation.network import Line
from devtools.simulation.world import World
from netgame.game import ToMove
from netgame.match import Match
from netgame.match.events import Moved
from netgame.match.events import Player as Side
from protocol import messages as m
from protocol.client import ConnectError, Refusal, Server, StatusChanged, WatchEnded, WatchStarted
from protocol.client.dial import SecureStream
from protocol.client.updates import Update
from protocol.errors import Lost
from protocol.identity.device_key import DeviceKey
from server.demo.player import random_move
from server.lobby.table_access import WRONG_CODE

THINKS_S = 6.0
LOOKS_S = 2.0  # until a player looks again at a board on which nothing happened
DELAY_S = 30  # of tables that show spectators everything later
EARLY_MS = 10_000  # by so much a server's clock may be wrong
ODD = 0.12  # share of the actions of a player
CROSSING = 0.06  # the same; then both players act at once
CLAIMS = 0.3  # the same, while the other player is away
WAITS_S = 60.0  # for something at a board
LISTS = (m.Tables, m.TablesDelta, m.People, m.PeopleDelta)
NO_ANSWER = (*SLOWER, "internal", "unconfirmed", "frozen")  # codes that do not say what became of a command

# what a player does now and then, and the refusals and events that it may lead to
ODDITIES: Mapping[str, Sequence[str]] = {
    "an old position": ("stale",),
    "nonsense": ("notation",),
    "an old move": ("illegal",),
    "a move for the other": ("not_your_turn",),
    "ready": ("already_ready", "not_between", "paused"),
    "offers": (
        "already_offered", "no_clock", "not_offered", "unknown_offer", "no_move", "too_often", "muted",
        "offered more_time", "offer_closed withdrawn",
    ),
    "an answer": ("own_offer", "no_offer"),
    "a withdrawal": ("not_your_offer", "no_offer"),
    "a claim": ("no_claim", "is_back", "not_yet"),
    "another seat": ("started",),
    "a rematch": ("not_over", "no_offer"),
    "the same again": (),
    "the same key": ("key_reused",),
    "no key": ("malformed",),
    "leave": ("ended left",),
    "abort": ("ended aborted",),
    "dice of the host": (
        "offered host_dice", "dice_handed_over", "host_rolls: the host rolls the dice of this table already",
    ),
    "a leg": ("leg_ended resigned", "between_legs"),
}  # fmt: skip


class Person(Player):
    """A person with a computer."""

    def __init__(
        self, world: World, line: Line, server: Server, accepted: Any, token: bytes | None, **more: Any
    ) -> None:
        super().__init__(line.name, world.seed, server, accepted, token=token, plain=True, dial=self._dial_line, **more)
        self.line, self.trace = line, world.trace
        self.device: DeviceKey | None = more.get("device")
        self.may_fail = self.may_freeze = True
        self.thinks_s, self.looks_s = THINKS_S, LOOKS_S
        self.is_busy, self.is_odd = False, True
        self.sent_away_by = ""  # the code of a moderator's measure
        self.online_since = 0.0
        self.heard: set[str] = set()  # the texts of all lines of chat
        self.opposite: dict[str, Person] = {}  # the other player, by table
        self.password = ""  # if the account is registered
        self.reported: list[str] = []  # the texts of acknowledged reports
        self.ledgers: list[Ledger] = []  # of all connections
        self._world, self._scope = world, trio.CancelScope()
        self._looks_on: dict[str, trio.CancelScope] = {}  # by table
        self._delayed: set[str] = set()  # tables of others, of which events come later

    async def _dial_line(self, server: Server, *, plain: bool = False) -> SecureStream:
        secure = await self.line.dial(server, plain=plain)
        self.ledgers = [each for each in self.ledgers if not each.is_right] + [Ledger(secure.stream)]
        return SecureStream(self.ledgers[-1], secure.fingerprint, secure.address)

    async def be_there(self) -> None:
        """Be at the club until `leave`, or until banned."""
        with self._scope:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self.run)
                    nursery.start_soon(self.listen)
            except* ConnectError:
                if not self.sent_away_by:
                    raise

    def leave(self) -> None:
        """Close the program. Another person with the same token can come back later."""
        self._scope.cancel()

    def _check_status(self) -> None:
        self.trace.note(self.name, self.status, self.error_code)
        if self.sent_away_by and self.error_code == self.sent_away_by:
            return
        self.online_since = trio.current_time()
        super()._check_status()

    def is_here_since(self, at: float) -> bool:
        """Tell whether this person has been online since that time, and everything arrives."""
        return self.status == "online" and self.online_since < at and not self.line.was_silent_since(at)

    def handle_push(self, push: m.Message | WatchStarted) -> None:
        if isinstance(push, LISTS):
            self.lobby.apply(push)  # `listen` passes over these updates, the most frequent ones
            return
        match push:
            case m.Chat(lines=lines):
                self.heard |= {line.text for line in lines}
            case m.ChallengeChanged():
                self._world.promises.note_challenge(push)
            case m.SeekPaired(table=table):
                self._world.promises.paired.add(table)
            case m.TableEvents(table=table, events=events) if table in self._delayed:
                self._check_delay(table, events)
        super().handle_push(push)

    def _update(self, update: Update) -> None:
        """Collect an update at once, without a turn of `listen`, but a change of the status, which may be the end."""
        if isinstance(update, StatusChanged):
            super()._update(update)
        else:
            self.collect(update)

    def _check_delay(self, table: str, events: Sequence[Mapping[str, Any]]) -> None:
        match = self.seen[table].match
        if match is None or match.phase == "open":  # before the start everything is shown at once
            return
        for event in events:
            early_ms = event["at"] + DELAY_S * 1000 - self._world.now_ms()
            if early_ms > EARLY_MS:
                raise Broken(f"{self.name} sees event {event['number']} of table {table} {early_ms} ms too early")

    async def request_with_retry(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        with self._world.coverage.under_way(self.line.name, message):
            reply = await super().request_with_retry(message, kind)
        if isinstance(message, m.Report):
            self.reported.append(message.text)
        return reply

    async def look_on(self, table: str, code: str, delay: int = 0) -> None:
        if delay:
            self._delayed.add(table)
        with trio.CancelScope() as self._looks_on[table]:
            await super().look_on(table, code)
        if self._looks_on.pop(table).cancelled_caught:
            del self.seen[table]

    def collect(self, update: Update) -> None:
        """Collect one update. A server forgets the code of a table that is over, so a spectator may miss its end."""
        if isinstance(update, WatchEnded) and update.text.template == WRONG_CODE.template:
            is_over = update.table not in {each.table for each in self.lobby.tables}
            if is_over and update.table in self._looks_on:
                self._looks_on[update.table].cancel()
                return
        super().collect(update)

    async def sent(self, message: m.Message) -> m.Message | None:
        """Send a request that may be refused. Return the reply, None after a refusal."""
        if getattr(message, "key", None) == m.NO_KEY:
            message = msgspec.structs.replace(message, key=secrets.token_bytes(m.KEY_BYTES))
        try:
            return await self.request_with_retry(message, m.Message)
        except Refusal:
            return None
        except ConnectError as error:
            if error.code != "closed":
                raise
            return None  # this person has left

    async def wait_until(self, is_it: Callable[[], bool], seconds: float = WAITS_S) -> bool:
        """Wait until that is so after some update, or for that time. Return whether it is so."""
        with trio.move_on_after(seconds):
            while not is_it():
                await self._changed.wait()
        return is_it()

    async def wait_for(self, table: str, is_it: Callable[[Match], bool], seconds: float = WAITS_S) -> Match | None:
        """Wait until a watched match is so. Return it as it is then, or after that time."""
        await self.wait_until(lambda: (match := self.seen[table].match) is not None and is_it(match), seconds)
        return self.seen[table].match

    @property
    def own_tables(self) -> set[str]:
        """The unfinished tables where this person has a seat."""
        seated = {
            table.table: [seat.account for seat in table.seats if seat is not None] for table in self.lobby.tables
        }
        return {table for table, accounts in seated.items() if self.account in accounts}

    async def sign_up(self, password: str) -> bool:
        """Register. Return whether the server did it."""
        try:
            await self.ask(m.SignUp(name=self.line.name, password=password), m.SignedIn)
        except Refusal:
            return False
        self.password = password
        return True

    async def forbidden(self, message: m.Message) -> None:
        """Send a request that has to be refused."""
        if await self.sent(message) is not None:
            raise Broken(f"{self.name} has no right to this, and did it: {message}")

    # ---- odd commands of a player

    async def _act(self, table: str, match: Match, moves: int) -> m.Done | None:
        me = next((seat.player for seat in match.seats if seat and seat.account == self.account), None)
        done: m.Message | None = None
        if me is not None and match.phase != "open" and self.is_odd and not self.resigning:
            kind = self._rng.random()
            if 1 - me in match.away and kind < CLAIMS:
                done = await self.sent(self.made(m.SendClaim, table))
            elif kind < CROSSING and table in self.opposite:
                done = await self._cross(table, self.opposite[table])
            elif kind < CROSSING + ODD:
                done = await self._do_odd(table, match)
        return done if isinstance(done, m.Done) and done.number else await super()._act(table, match, moves)

    async def _cross(self, table: str, other: "Person") -> m.Message | None:
        """Give a command at the same time as the other player."""
        ways = {(mine, theirs): (pair(mine, theirs),) for mine in PAIRED for theirs in PAIRED}
        mine, theirs = self._world.coverage.choose(self._rng, ways)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(other.sent, other.made(theirs, table))
            return await self.sent(self.made(mine, table))

    async def _do_odd(self, table: str, match: Match) -> m.Message | None:
        rng, position = self._rng, match.position
        moved = [ply.notation for ply in match.history if isinstance(ply.event, Moved)]
        order = next((each for each in reversed(self.orders) if each.done and each.table == table), None)
        between = {kind: ODDITIES[kind] for kind in ("a leg", "ready", "offers", "a claim")}
        match self._world.coverage.choose(rng, between if match.phase == "between" else ODDITIES):
            case "an old position" if moved:
                return await self.sent(m.SendMove(table=table, position=position - 1, move=moved[-1]))
            case "nonsense":
                return await self.sent(m.SendMove(table=table, position=position, move="?"))
            case "an old move" if moved:
                return await self.sent(m.SendMove(table=table, position=position, move=rng.choice(moved)))
            case "a move for the other":
                return await self.sent(self.made(m.SendMove, table))
            case "ready":
                return await self.sent(m.ReadyUp(table=table))
            case "offers":
                await self._offer_again(table)
            case "an answer":
                return await self.sent(self.made(m.SendAnswer, table))
            case "a withdrawal":
                return await self.sent(self.made(m.SendWithdraw, table))
            case "a claim":
                return await self.sent(self.made(m.SendClaim, table))
            case "another seat":
                return await self.sent(self.made(rng.choice((m.TakeSeat, m.LeaveSeat)), table))
            case "a rematch":
                return await self.sent(self.made(rng.choice((m.Rematch, m.CloseRematch)), table))
            case "the same again" if order is not None:
                await self._repeat(order.message, order.done)
            case "the same key" if order is not None:
                await self._repeat(m.SendOffer(table=table, key=order.key, kind="no such kind"), None)
            case "no key":
                await self._repeat(m.SendResign(table=table), None)
            case "leave":
                return await self.sent(m.SendLeave(table=table))
            case "abort":
                return await self.sent(m.SendOffer(table=table, kind="abort"))
            case "dice of the host":
                return await self.sent(m.SendOffer(table=table, kind="host_dice"))
            case "a leg":
                return await self.sent(m.SendResign(table=table))
        return None

    async def _offer_again(self, table: str) -> None:
        """Make an offer and withdraw it, more often than is allowed."""
        kind = self._rng.choice((*OFFERS, "a cup of tea"))
        for _ in range(self._rng.choice((1, 5))):
            done = await self.sent(m.SendOffer(table=table, kind=kind))
            await self.sent(m.SendOffer(table=table, kind=kind))
            if isinstance(done, m.Done):
                await self.sent(m.SendWithdraw(table=table, offer=done.number))

    async def _repeat(self, message: m.Message, done: m.Done | None) -> None:
        """Send a command on one connection. It has to get that answer, or be refused if there is none."""
        try:
            reply = await (await self.online()).ask(message, m.Message)
        except Lost:
            return
        except Refusal as refusal:
            if done is None or refusal.code in NO_ANSWER:
                return
            raise Broken(f"{self.name} sent {message} again, and was refused: {refusal.code}") from None
        if reply != done:
            raise Broken(f"{self.name} was answered {done} first, and {reply} to the same command again")

    def made(self, kind: type[m.Message], table: str) -> m.Message:
        """Return a command of that kind about a table, as possible as this person knows, without a key."""
        rng, match = self._rng, self.seen[table].match if table in self.seen else None
        side: Side | None = rng.choice((None, 0, 1))
        offers = list(match.offers) if match is not None else []
        offer = rng.choice((*offers, match.number if match is not None else 3))
        fields: dict[type[m.Message], dict[str, Any]] = {
            m.SendMove: {"position": match.position if match is not None else 1, "move": self._some_move(match)},
            m.SendOffer: {"kind": rng.choice(OFFERS)},
            m.SendAnswer: {"offer": offer, "accept": rng.random() < 0.5},
            m.SendWithdraw: {"offer": offer},
            m.SendClaim: {"what": rng.choice(("win", "draw", "adjourn"))},
            m.CommitDice: {"tip": rng.randbytes(m.LINK_BYTES)},
            m.RevealLink: {"link": rng.randbytes(m.LINK_BYTES)},
            m.TakeSeat: {"player": side, "ready": rng.random() < 0.5},
            m.SendResign: {"match": rng.random() < 0.5},
            m.Rematch: {"swap": rng.random() < 0.5},
            m.Invite: {"account": rng.choice(self.lobby.people).account if self.lobby.people else self.account},
        }
        return kind(table=table, **fields.get(kind, {}))

    def _some_move(self, match: Match | None) -> str:
        if match is None or not isinstance(match.turn, ToMove):
            return "a1"
        game: Any = match.game
        return str(game.format(match.state, random_move(game, match.state, self._rng)))
