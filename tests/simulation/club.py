"""The people of a simulated club, what they do, and what goes wrong meanwhile."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import trio

from protocol.client import Server
from tests.faults.games import Plan, plans
from tests.faults.player import Broken, Player
from tests.simulation.host import Host, Service
from tests.simulation.network import Line, Network
from tests.simulation.world import World

BETWEEN_GAMES_S = 1200.0  # of one person, on average
THINKS_S = 20.0
TROUBLE_S = 1800.0  # between two things that go wrong, on average
REGISTERED = 0.3  # share of the people
STAYS_S = 3 * 3600.0  # on average
AWAY_S = (60, 600, 3600, 7200)
FINISH_S = 3 * 3600.0
LOOKERS = 0.3  # share of the games that somebody watches


class Person(Player):
    """A person with a computer."""

    def __init__(
        self, world: World, line: Line, server: Server, accepted: Callable[[], None], token: bytes | None, **more: Any
    ) -> None:
        super().__init__(line.name, world.seed, server, accepted, token=token, plain=True, dial=line.dial, **more)
        self.line, self.trace = line, world.trace
        self.may_fail = self.may_freeze = True
        self.thinks_s = THINKS_S
        self.is_busy = False
        self._scope = trio.CancelScope()

    async def be_there(self) -> None:
        """Be at the club until `leave`."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.run)
                nursery.start_soon(self.listen)

    def leave(self) -> None:
        """Close the program. Another person with the same token can come back later."""
        self._scope.cancel()

    def _check_status(self) -> None:
        self.trace.note(self.name, self.status, self.error_code)
        super()._check_status()


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
        self._over = False
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
                    games.start_soon(self._keep_playing, games)
                    games.start_soon(self._keep_leaving, games, people)
                    with trio.move_on_after(self._ends):
                        await self._make_trouble(servers)
                    self._over = True
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
            await trio.sleep(self._chance.expovariate(len(self.people) / 2 / BETWEEN_GAMES_S))
            idle = [person for person in self.people if not person.is_busy and person.status == "online"]
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
            await trio.sleep(chance.expovariate(len(self.people) / STAYS_S))
            idle = [person for person in self.people if not person.is_busy and person.status == "online"]
            if idle and not self._over:
                games.start_soon(self._leave, chance.choice(idle), chance.choice(AWAY_S), people)

    async def _leave(self, person: Person, seconds: float, people: trio.Nursery) -> None:
        """Leave the club, and come back later."""
        self._world.trace.note(person.name, "leaves")
        person.is_busy = True  # nobody else may do something with this person
        person.leave()
        self.people.remove(person)
        await trio.sleep(seconds)
        for other in self.people:
            if (
                other.status == "online"
                and not other.line.is_silent
                and person.account in {each.account for each in other.lobby.people}
            ):
                raise Broken(f"{other.name} sees {person.name}, who left {seconds:g} seconds ago")
        back = Person(self._world, person.line, person.server, self._accept, person.token)
        back.resigning = self._over
        self.people.append(back)
        self.everybody.append(back)
        people.start_soon(back.be_there)

    async def _play(self, plan: Plan, pair: Sequence[Person], lookers: Sequence[Person]) -> None:
        maker, guest = pair[plan.maker], pair[1 - plan.maker]
        table = await maker.open(plan, plan.rated and maker.is_registered and guest.is_registered)
        async with trio.open_nursery() as nursery:
            for looker in lookers:
                nursery.start_soon(looker.look_on, table, plan.code)
            nursery.start_soon(maker.play, table, plan.moves, plan.code)
            await guest.join(table, plan.code)
            nursery.start_soon(guest.play, table, plan.moves, plan.code)
        self.games[plan.game] += 1
        for person in pair:
            await person.unwatch(table)
            person.seen[table].match = None
        for person in (*pair, *lookers):
            person.is_busy = False

    # ---- trouble

    async def _make_trouble(self, servers: trio.Nursery) -> None:
        kinds: dict[str, Callable[[trio.Nursery], Awaitable[None]]] = {
            "cut": self._cut, "laptop": self._close_laptop, "crash": self._crash, "restart": self._restart,
            "full": self._fill_disk, "lost messages": self._lose_messages, "cut off": self._cut_off,
        }  # fmt: skip
        wanted = ["cut", "cut", "laptop", "laptop", "crash", "restart", "full"]
        if len(self.service.hosts) > 1:
            wanted += ["crash", "restart", "lost messages", "cut off", "cut off"]
        while True:
            await trio.sleep(self._chance.expovariate(1 / TROUBLE_S))
            kind = self._chance.choice(wanted)
            self.troubles[kind] += 1
            self._world.trace.note("trouble", kind)
            with trio.CancelScope(shield=True):
                await kinds[kind](servers)

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
                await host.crash(is_noticed=self._chance.random() < 0.5)
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
        await trio.sleep(self._chance.choice((1, 10, 60)))
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
