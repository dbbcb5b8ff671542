"""The people of a simulated club, what they do, and what goes wrong meanwhile."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, get_args

import trio

from devtools.faults.games import Plan, plans
from devtools.faults.player import Broken, Player, ReplyT
from devtools.simulation.host import Host, Service
from devtools.simulation.network import Line, Network
from devtools.simulation.world import World
from protocol import messages as m
from protocol.client import ConnectError, Refusal, Server, WatchStarted
from server.ops.faults import FaultPoint

BETWEEN_GAMES_S = 240.0  # of one person, on average
THINKS_S = 6.0
LOOKS_S = 2.0  # until a player looks again at a board on which nothing happened
TROUBLE_S = 400.0  # between two things that go wrong, on average; with several servers so much less
REGISTERED = 0.7  # share of the people
BEGINS = 19  # the hour of the day at which a run begins: an evening of the club, and all people are there
STAYS_S = 1.5 * 3600  # on average
BREAKS_S = (60, 600, 1800)
BREAKS = 0.3  # share of the times at which a person leaves; otherwise they come back at another hour or day
COMES = (9, 11, 12, 13, 15, 17, 17, 18, 18, 19, 19, 19, 19, 20, 20, 20, 21, 21, 22)  # hours of the day
COMES_AFTER = (0, 1, 1, 2, 3)  # days
FINISH_S = 3 * 3600.0
LOOKERS = 0.3  # share of the games that a third person watches
RESIGNED_AT_ONCE = 0.1  # share of the games
SAT_TWICE = 0.2  # the same
HABIT_S = 1200.0  # between two habits of one person, on average
HEARD_S = 20.0  # until everybody has a line of chat
DELAY_S = 30  # of tables that show spectators everything later
EARLY_MS = 10_000  # by so much a server's clock may be wrong
POINTS: tuple[FaultPoint, ...] = get_args(FaultPoint)
# of trouble; some need several servers
KINDS = ("cut", "laptop", "crash", "restart", "full", "lost messages", "cut off")


class Person(Player):
    """A person with a computer."""

    def __init__(
        self, world: World, line: Line, server: Server, accepted: Callable[[], None], token: bytes | None, **more: Any
    ) -> None:
        super().__init__(line.name, world.seed, server, accepted, token=token, plain=True, dial=line.dial, **more)
        self.line, self.trace = line, world.trace
        self.may_fail = self.may_freeze = True
        self.thinks_s, self.looks_s = THINKS_S, LOOKS_S
        self.is_busy = self.is_banned = False
        self.online_since = 0.0
        self.heard: set[str] = set()  # the texts of all lines of chat
        self.refusals: set[str] = set()
        self._world, self._scope = world, trio.CancelScope()
        self._delayed: set[str] = set()  # tables of others, of which events come later

    async def be_there(self) -> None:
        """Be at the club until `leave`, or until banned."""
        with self._scope:
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self.run)
                    nursery.start_soon(self.listen)
            except* ConnectError:
                if not self.is_banned:
                    raise

    def leave(self) -> None:
        """Close the program. Another person with the same token can come back later."""
        self._scope.cancel()

    def _check_status(self) -> None:
        self.trace.note(self.name, self.status, self.error_code)
        if self.is_banned and self.error_code == "banned":
            return
        self.online_since = trio.current_time()
        super()._check_status()

    def is_here_since(self, at: float) -> bool:
        """Tell whether this person has been online since that time, and everything arrives."""
        return self.status == "online" and self.online_since < at and not self.line.was_silent_since(at)

    def handle_push(self, push: m.Message | WatchStarted) -> None:
        match push:
            case m.Chat(lines=lines):
                self.heard |= {line.text for line in lines}
            case m.TableEvents(table=table, events=events) if table in self._delayed:
                self._check_delay(table, events)
        super().handle_push(push)

    def _check_delay(self, table: str, events: Sequence[Mapping[str, Any]]) -> None:
        match = self.seen[table].match
        if match is None or match.phase == "open":  # before the start everything is shown at once
            return
        for event in events:
            early_ms = event["at"] + DELAY_S * 1000 - self._world.now_ms()
            if early_ms > EARLY_MS:
                raise Broken(f"{self.name} sees event {event['number']} of table {table} {early_ms} ms too early")

    async def request_with_retry(self, message: m.Message, kind: type[ReplyT]) -> ReplyT:
        if self._world.trouble:
            self._world.pairs.add(f"{self._world.trouble} while {type(message).__name__}")
        try:
            return await super().request_with_retry(message, kind)
        except Refusal as refusal:
            self.refusals.add(refusal.code)
            raise

    async def look_on(self, table: str, code: str, delay: int = 0) -> None:
        if delay:
            self._delayed.add(table)
        await super().look_on(table, code)

    async def try_(self, ask: Awaitable[object]) -> bool:
        """Ask for something that may be refused. Return whether it was done."""
        try:
            await ask
        except Refusal:
            return False
        return True


class Club:
    """One run."""

    def __init__(self, world: World, people: int, hours: float, nodes: int) -> None:
        self._world, self._ends = world, hours * 3600
        self._chance = world.chance("club")
        self._network = Network(world.chance("network"))
        self.service = Service(world, self._network, nodes)
        self.accepted = 0
        self.troubles: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self._plans = plans(world.seed)
        self._over, self._closing, self._somebody = False, trio.Event(), trio.Event()
        self._habit, self._moderators = world.chance("habit"), set[str]()
        self.people = [self._person(number) for number in range(1, people + 1)]  # who are at the club
        self.everybody = list(self.people)  # with those who have left

    def _person(self, number: int) -> Person:
        name, chance = f"Person {number}", self._world.chance(f"person {number}")
        line = self._network.line(name, f"10.0.{1 + number // 250}.{1 + number % 250}")
        more: dict[str, Any] = (
            {"password": f"the password of {name}", "sign_up": True} if chance.random() < REGISTERED else {}
        )
        return Person(self._world, line, self.service.known_to(number), self._accept, None, **more)

    def _accept(self) -> None:
        self.accepted += 1

    async def go(self) -> None:
        """Let everything happen, then let the club come to rest and the server stop in order."""
        async with trio.open_nursery() as servers:
            for host in self.service.hosts:
                await host.start(servers)
            async with trio.open_nursery() as people:
                for person in self.people:
                    people.start_soon(person.be_there)
                async with trio.open_nursery() as games:
                    async with trio.open_nursery() as evening:
                        evening.start_soon(self._keep_playing, games)
                        evening.start_soon(self._keep_leaving, games, people)
                        evening.start_soon(self._keep_habits, games, people)
                        with trio.move_on_after(self._ends):
                            await self._make_trouble(servers)
                        evening.cancel_scope.cancel()
                    self._over = True
                    self._closing.set()
                    for person in self.people:
                        person.resigning = True
                    games.cancel_scope.deadline = trio.current_time() + FINISH_S
                if games.cancel_scope.cancelled_caught:
                    waiting = [each for person in self.people for each in person.unanswered()]
                    raise Broken(f"not all came to an end in {FINISH_S / 3600:g} hours without trouble: {waiting}")
                await self._rest()
                people.cancel_scope.cancel()
            for host in self.service.hosts:
                await host.stop()

    async def _rest(self) -> None:
        """Wait until the history holds what has ended, and all see the same people."""
        await trio.sleep_until(max(person.line.silent_until for person in self.people))
        await trio.sleep(30)
        online = {person.account for person in self.people if person.status == "online"}
        if len(online) != len(self.people):
            raise Broken(f"only {len(online)} of {len(self.people)} people came back after all was well")
        for person in self.people:
            seen = {other.account for other in person.lobby.people}
            if seen != online:
                raise Broken(f"{person.name} sees {len(seen)} people after a quiet time, and {len(online)} are online")

    # ---- games

    async def _keep_playing(self, games: trio.Nursery) -> None:
        while not self._over:
            await trio.sleep(self._chance.expovariate(max(2, len(self.people)) / 2 / BETWEEN_GAMES_S))
            idle = self._idle()
            if len(idle) >= 2 and not self._over:
                pair = self._chance.sample(idle, 2)
                others = [each for each in idle if each not in pair]
                lookers = self._chance.sample(others, 1) if others and self._chance.random() < LOOKERS else []
                for person in (*pair, *lookers):
                    person.is_busy = True
                games.start_soon(self._play, next(self._plans), pair, lookers)

    async def _keep_leaving(self, games: trio.Nursery, people: trio.Nursery) -> None:
        chance = self._world.chance("leaving")
        while not self._over:
            await trio.sleep(chance.expovariate(max(1, len(self.people)) / STAYS_S))
            idle = self._idle()
            if idle and not self._over:
                games.start_soon(self._leave, chance.choice(idle), _absence_s(chance), people)

    def _idle(self) -> list[Person]:
        return [person for person in self.people if not person.is_busy and person.status == "online"]

    async def _leave(self, person: Person, seconds: float, people: trio.Nursery) -> None:
        """Leave the club, and come back later, or when the run comes to its end."""
        self._world.trace.note(person.name, "leaves")
        person.is_busy = True  # no other task may use this person
        person.leave()
        self.people.remove(person)
        left_at = trio.current_time()
        await trio.sleep(min(BREAKS_S))
        with trio.move_on_at(left_at + seconds):
            await self._closing.wait()
        self._check_gone(person, trio.current_time() - left_at)
        self._come_back(person, people)

    def _check_gone(self, person: Person, seconds: float) -> None:
        for other in self.people:
            if other.is_here_since(trio.current_time()) and person.account in {
                each.account for each in other.lobby.people
            }:
                raise Broken(f"{other.name} sees {person.name}, who left {seconds:g} seconds ago")

    def _come_back(self, person: Person, people: trio.Nursery) -> None:
        back = Person(self._world, person.line, person.server, self._accept, person.token)
        back.resigning = self._over
        self.people.append(back)
        self.everybody.append(back)
        self._somebody.set()
        people.start_soon(back.be_there)

    async def _play(self, plan: Plan, pair: Sequence[Person], lookers: Sequence[Person]) -> None:
        maker, guest = pair[plan.maker], pair[1 - plan.maker]
        delay = DELAY_S if plan.terms["delay"] else 0
        plan = replace(plan, terms=plan.terms | {"delay": delay})
        table = await maker.open(plan, plan.rated and maker.is_registered and guest.is_registered)
        if self._habit.random() < SAT_TWICE and await maker.try_(maker.command(table, m.TakeSeat, code=plan.code)):
            raise Broken(f"{maker.name} has both seats of table {table}")
        async with trio.open_nursery() as nursery:
            for looker in lookers:
                nursery.start_soon(looker.look_on, table, plan.code, delay)
            nursery.start_soon(maker.play, table, plan.moves, plan.code)
            await guest.join(table, plan.code)
            nursery.start_soon(
                guest.play, table, 0 if self._habit.random() < RESIGNED_AT_ONCE else plan.moves, plan.code
            )
        self.games[plan.game] += 1
        tables = [table]
        if plan.again and not self._over:
            tables.append(await self._play_again(plan, pair, table))
        for person in pair:
            for each in tables:
                await person.unwatch(each)
                person.seen[each].match = None
        for person in (*pair, *lookers):
            person.is_busy = False

    async def _play_again(self, plan: Plan, pair: Sequence[Person], table: str) -> str:
        """Play a rematch, and return its table."""
        made = set[str]()

        async def play(person: Person) -> None:
            made.add(again := await person.play_again(table))
            await person.play(again, plan.moves, plan.code)

        async with trio.open_nursery() as nursery:
            for person in pair:
                nursery.start_soon(play, person)
        if len(made) != 1:
            raise Broken(f"the players of table {table} were told different rematches: {made}")
        return made.pop()

    # ---- habits

    async def _keep_habits(self, games: trio.Nursery, people: trio.Nursery) -> None:
        while not self._over:
            await trio.sleep(self._habit.expovariate(max(1, len(self.people)) / HABIT_S))
            kind = self._habit.choice(("talk", "talk", "direct", "direct", "register", "ban"))
            is_talk = kind in ("talk", "direct")
            free = [person for person in self.people if person.status == "online"] if is_talk else self._idle()
            if len(free) < 2 or self._over:
                continue
            person, other = self._habit.sample(free, 2)
            if is_talk:
                games.start_soon(self._talk, person, other, kind == "direct")
                continue
            person.is_busy = other.is_busy = True
            if kind == "register":
                games.start_soon(self._register, person, other)
            else:
                games.start_soon(self._ban, person, other, people)

    async def _talk(self, person: Person, other: Person, is_direct: bool) -> None:
        """Say something to another person or to all. They have to hear it, also while they play."""
        text, begun = f"{person.name} says at {trio.current_time()}", trio.current_time()
        room: m.RoomKind = "direct" if is_direct else "lobby"
        is_said = False
        with trio.move_on_after(HEARD_S):  # they may leave meanwhile
            is_said = await person.try_(person.say(room, "", text, other.account if is_direct else ""))
        await trio.sleep(HEARD_S)
        for each in [other] if is_direct else self.people:
            if is_said and each in self.people and each.is_here_since(begun) and text not in each.heard:
                raise Broken(f"{each.name} did not hear {text!r}")

    async def _register(self, *pair: Person) -> None:
        for person in pair:
            if not person.is_registered:
                await person.try_(person.ask(m.SignUp(name=person.name, password="a password of theirs"), m.SignedIn))
            person.is_busy = False

    async def _ban(self, judge: Person, other: Person, people: trio.Nursery) -> None:
        """Ban another person for a while. They come back after that."""
        if judge.is_registered and other.account not in self._moderators:
            self._moderators.add(judge.account)
            self.service.accounts.make_moderator(judge.account)
            while judge.signed_in is None or not judge.signed_in.moderator:
                judge.line.cut()
                await trio.sleep(HEARD_S)
            self._world.trace.note(other.name, "is banned")
            other.is_banned = True
            moderate = partial(m.Moderate, account=other.account, reason="for a test")
            await judge.patient(partial(judge.ask, moderate(what="ban"), m.Done))
            begun = trio.current_time()
            await trio.sleep(60)
            if other.is_here_since(begun):
                raise Broken(f"{other.name} is banned, and online")
            other.leave()
            self.people.remove(other)
            await trio.sleep(60)
            self._check_gone(other, 60)
            await judge.patient(partial(judge.ask, moderate(what="unban"), m.Done))
            self._come_back(other, people)
        judge.is_busy = other.is_busy = False

    # ---- trouble

    async def _make_trouble(self, servers: trio.Nursery) -> None:
        methods = (
            self._cut, self._close_laptop, self._crash, self._restart, self._fill_disk, self._lose_messages,
            self._cut_off,
        )  # fmt: skip
        kinds: dict[str, Callable[[trio.Nursery], Awaitable[None]]] = dict(zip(KINDS, methods, strict=True))
        wanted = ["cut", "laptop", "laptop", "crash", "crash", "restart", "full"]
        if len(self.service.hosts) > 1:
            wanted += ["crash", "restart", "lost messages", "cut off", "cut off"]
        while True:
            await trio.sleep(self._chance.expovariate(len(self.service.hosts) / TROUBLE_S))
            if not self.people:
                await self._sleep_at_night(servers)
                continue
            kind = self._chance.choice(wanted)
            self.troubles[kind] += 1
            self._world.trace.note("trouble", kind)
            self._world.trouble = kind
            orders = [order for person in self.people for order in person.orders if not (order.done or order.refused)]
            self._world.pairs |= {f"{kind} while {type(order.message).__name__}" for order in orders}
            with trio.CancelScope(shield=True):
                await kinds[kind](servers)
            self._world.trouble = ""

    async def _sleep_at_night(self, servers: trio.Nursery) -> None:
        """While nobody is there, stop the servers, or let them run. Several talk to each other all night long."""
        self._somebody = trio.Event()
        if len(self.service.hosts) > 1 or self._chance.random() < 0.5:
            with trio.CancelScope(shield=True):
                for host in self.service.hosts:
                    await host.stop()
                with trio.move_on_at(self._ends):
                    await self._somebody.wait()
                for host in self.service.hosts:
                    await self._start(host, servers, 0.5)
        await self._somebody.wait()

    def _some(self) -> list[Person]:
        return self._chance.sample(self.people, self._chance.randint(1, len(self.people)))

    async def _cut(self, _servers: trio.Nursery) -> None:
        for person in self._some():
            person.line.cut()

    async def _close_laptop(self, _servers: trio.Nursery) -> None:
        person = self._chance.choice(self.people)
        person.line.be_silent(self._chance.choice((2, 20, 60, 600)))

    def _some_hosts(self) -> list[Host]:
        return self._chance.sample(self.service.hosts, self._chance.randint(1, len(self.service.hosts)))

    async def _crash(self, servers: trio.Nursery) -> None:
        async with trio.open_nursery() as nursery:
            for host in self._some_hosts():
                await host.crash(self._chance.choice((None, *POINTS)), is_noticed=self._chance.random() < 0.5)
                nursery.start_soon(self._start, host, servers, self._chance.choice((0.5, 5, 60)))

    async def _restart(self, servers: trio.Nursery) -> None:
        for host in self._some_hosts():
            await host.stop()
            await self._start(host, servers, self._chance.choice((0.5, 5, 60)))

    async def _start(self, host: Host, servers: trio.Nursery, after_s: float) -> None:
        await trio.sleep(after_s)
        host.clock_ahead_ms = self._chance.choice((0, 0, 0, -2000, 3000))
        await host.start(servers)

    async def _fill_disk(self, _servers: trio.Nursery) -> None:
        self.service.disk.is_full = True
        await trio.sleep(self._chance.choice((10, 60, 60)))
        self.service.disk.is_full = False

    async def _lose_messages(self, _servers: trio.Nursery) -> None:
        """Let the bus lose some of the messages between the nodes, and perhaps notice it afterwards."""
        self.service.hub.loses = lambda _message: self._chance.random() < 0.5
        await trio.sleep(self._chance.choice((2, 20, 90)))
        self.service.hub.loses = lambda _message: False
        if self._chance.random() < 0.5:
            self.service.hub.gap()

    async def _cut_off(self, _servers: trio.Nursery) -> None:
        """Cut some nodes off from the shared stores."""
        hosts = self._some_hosts()
        for host in hosts:
            host.lose_store(is_away=True)
        await trio.sleep(self._chance.choice((2, 20, 90)))
        for host in hosts:
            host.lose_store(is_away=False)


def _absence_s(chance: Random) -> float:
    """Return for how long a person who leaves now is away."""
    if chance.random() < BREAKS:
        return chance.choice(BREAKS_S)
    now = (BEGINS + trio.current_time() / 3600) % 24
    comes = chance.choice(COMES) + chance.random()
    days = chance.choice(COMES_AFTER) + (comes <= now + min(BREAKS_S) / 3600)
    return (comes - now + 24 * days) * 3600
