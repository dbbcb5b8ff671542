"""The people of a simulated club, what they do, and what goes wrong meanwhile."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

import trio

from devtools.faults.games import Plan, plans
from devtools.faults.player import Broken
from devtools.harness.server.faulting import faults
from devtools.simulation.attendance import BREAKS_S, RHYTHMS, absence_s, pace
from devtools.simulation.checks.broken_promises import check_lists
from devtools.simulation.checks.cups import check_cups
from devtools.simulation.coverage import POINTS, TROUBLES, TROUBLES_OF_NODES
from devtools.simulation.habits import Habits
from devtools.simulation.host import Host, Service
from devtools.simulation.liveness import check_progress
from devtools.simulation.network import Line, Network
from devtools.simulation.person import DELAY_S, Person
from devtools.simulation.world import World
from protocol import messages as m
from protocol.identity.device_key import DeviceKey
from server.ops.faults import FaultPoint

AIM_S = 60.0  # that something which goes wrong waits for a command that it has not met yet
REGISTERED = 0.7  # share of the people
SIGNING = 0.7  # the same: with a device key
FINISH_S = 3 * 3600.0
REMATCH_PATIENCE_S = 600.0  # with a player who has another live game
QUIET_S = 10.0  # until a server has nothing left to do
FORGET_S = 90.0  # until a server has forgotten its users and the tables that they do not need
LOOKERS = 0.3  # share of the games that a third person watches
RESIGNED_AT_ONCE = 0.1  # share of the games
SAT_TWICE = 0.2  # the same
HURRIED = 0.15  # the same: with so little time that flags fall
SHORT_CLOCKS = ("sudden 20", "move 5", "fischer 10+1")
REFUSED_AGAIN = 0.3  # share of the games after which the players refuse a rematch


FAULT_EVERY_S = 300.0  # on average
CALM_S = 700.0  # between two faults of one task, so that its pauses do not grow

KINDS = (
    *TROUBLES,
    *TROUBLES_OF_NODES,
    "faults",
    "clocks",
    "leaving",
    "habits",
    "oddities",
)  # what a run can do without


@dataclass(frozen=True)
class Wanted:
    """The plan of a run. `without`: those of `KINDS` that do not happen. `only`: habits that people keep, and often."""

    seed: int
    hours: float = 24.0
    people: int = 10
    nodes: int = 1
    without: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()


class Club:
    """One run. `goes_on` is asked often, with the hours so far and the accepted commands, and may end the run early."""

    def __init__(self, world: World, wanted: Wanted, goes_on: Callable[[float, int], bool]) -> None:
        self.world, self._wanted, self._goes_on = world, wanted, goes_on
        self.hours = wanted.hours  # when trouble ended
        self._chance = world.chance("club")
        self.network = Network(world.chance("network"))
        self.service = Service(world, self.network, wanted.nodes)
        self._ends = QUIET_S + wanted.hours * 3600
        self.accepted = 0
        self.troubles: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self._plans = plans(world.seed)
        self.is_over, self.closing, self._somebody = False, trio.Event(), trio.Event()
        self._well_since = 0.0  # when the last trouble ended
        self.people = [self._person(number) for number in range(1, wanted.people + 1)]  # who are at the club
        self.everybody = list(self.people)  # with those who have left
        self._habits, self._habit = Habits(self, wanted.only), world.chance("habit of players")

    def _person(self, number: int) -> Person:
        name, chance = f"Person {number}", self.world.chance(f"person {number}")
        line = self.line(name, f"10.0.{1 + number // 250}.{1 + number % 250}")
        more: dict[str, Any] = (
            {"password": f"the password of {name}", "sign_up": True} if chance.random() < REGISTERED else {}
        )
        if chance.random() < SIGNING:
            more["device"] = DeviceKey.from_seed(chance.randbytes(32))
        person = Person(self.world, line, self.service.known_to(number), self._accept, None, **more)
        person.password = more.get("password", "")
        self._begin(person)
        return person

    def line(self, name: str, address: str) -> Line:
        """Return the way of a new person into the network."""
        return self.network.line(name, address)

    def _accept(self) -> None:
        self.accepted += 1

    async def go(self) -> None:
        """Let everything happen, then let the club come to rest and the server stop in order."""
        async with trio.open_nursery() as servers:
            for host in self.service.hosts:
                await host.start(servers)
            await trio.sleep(QUIET_S)
            empty = [host.kept() for host in self.service.hosts]
            async with trio.open_nursery() as people:
                for person in self.people:
                    people.start_soon(person.be_there)
                self._at_club = people
                async with trio.open_nursery() as games:
                    async with trio.open_nursery() as evening:
                        evening.start_soon(self._keep_playing, games)
                        if "leaving" not in self._wanted.without:
                            evening.start_soon(self._keep_leaving, games)
                        if "habits" not in self._wanted.without:
                            evening.start_soon(self._habits.keep, games)
                        if "faults" not in self._wanted.without:
                            evening.start_soon(self._keep_failing)
                        with trio.move_on_at(self._ends):
                            await self._make_trouble(servers)
                        evening.cancel_scope.cancel()
                    self.is_over = True
                    self.closing.set()
                    for person in self.people:
                        person.resigning = True
                    games.cancel_scope.deadline = trio.current_time() + FINISH_S
                if games.cancel_scope.cancelled_caught:
                    waiting = [each for person in self.people for each in person.unanswered()]
                    raise Broken(f"not all came to an end in {FINISH_S / 3600:g} hours without trouble: {waiting}")
                await self._rest()
                await check_progress(self)
                people.cancel_scope.cancel()
            await trio.sleep(FORGET_S)
            for host, before in zip(self.service.hosts, empty, strict=True):
                if host.kept() != before:
                    await trio.sleep(FORGET_S)  # a flag may have just fallen: its table stays for a while
                if (kept := host.kept()) != before:
                    raise Broken(f"a server keeps {kept} after all have left, and had {before} before they came")
            for host in self.service.hosts:
                await host.stop()

    async def _rest(self) -> None:
        """Wait until all laptops are open, and the history holds what has ended. Then everybody sees the same."""
        await trio.sleep_until(max(person.line.silent_until for person in self.people))
        await trio.sleep(DELAY_S + QUIET_S)  # a game with a delay leaves the lists when the delay is over
        online = {person.account for person in self.people if person.status == "online"}
        if len(online) != len(self.people):
            raise Broken(f"only {len(online)} of {len(self.people)} people came back after all was well")
        tables = self.service.unfinished_tables()
        for person in self.people:
            seen = {other.account for other in person.lobby.people}
            if seen != online:
                raise Broken(f"{person.name} sees {len(seen)} people after a quiet time, and {len(online)} are online")
            listed = {table.table for table in person.lobby.tables if table.access != "invited"}
            if listed != tables:
                raise Broken(f"{person.name} has {listed ^ tables} wrong in the list of tables after a quiet time")
            for ledger in person.ledgers:
                if waiting := ledger.asked_before(trio.current_time() - QUIET_S):
                    raise Broken(f"{person.name} got no answer to the requests {waiting}")
        check_lists(self)
        check_cups(self)

    # ---- games

    async def _keep_playing(self, games: trio.Nursery) -> None:
        while not self.is_over:
            between_s = pace(trio.current_time()).between_games_s
            await trio.sleep(self._chance.expovariate(max(2, len(self.people)) / 2 / between_s))
            idle = self._idle()
            if len(idle) >= 2 and not self.is_over:
                pair = self._chance.sample(idle, 2)
                others = [each for each in idle if each not in pair]
                lookers = self._chance.sample(others, 1) if others and self._chance.random() < LOOKERS else []
                for person in (*pair, *lookers):
                    person.is_busy = True
                games.start_soon(self._play, next(self._plans), pair, lookers)

    async def _keep_leaving(self, games: trio.Nursery) -> None:
        chance = self.world.chance("leaving")
        while not self.is_over:
            await trio.sleep(chance.expovariate(max(1, len(self.people)) / pace(trio.current_time()).stays_s))
            idle = self._idle()
            if idle and not self.is_over:
                person = chance.choice(idle)
                rhythm = self.world.chance(f"rhythm of {person.line.name}").choice(RHYTHMS)
                games.start_soon(self._go_away, person, absence_s(trio.current_time(), chance, rhythm))

    async def _keep_failing(self) -> None:
        """Let background tasks of the servers fail, each of them in all ways."""
        chance, failed, kinds = self.world.chance("faults"), dict[tuple[str, str], float](), cycle(range(len(faults())))
        while not self.is_over:
            await trio.sleep(chance.expovariate(1 / FAULT_EVERY_S))
            host, now = chance.choice(self.service.hosts), trio.current_time()
            ready = [task for task in host.tasks if failed.get((host.address.host, task), -CALM_S) <= now - CALM_S]
            if host.services is not None and ready and self.people:
                task, fault = chance.choice(ready), faults()[next(kinds)]
                failed[host.address.host, task] = now
                self.troubles["fault"] += 1
                host.fail(task, fault)

    def _idle(self) -> list[Person]:
        return [person for person in self.people if not person.is_busy and person.status == "online"]

    async def _go_away(self, person: Person, seconds: float) -> None:
        """Leave the club, and come back later, or at the end of the run."""
        self.world.trace.note(person.name, "leaves")
        self.leave(person)
        left_at = trio.current_time()
        await trio.sleep(min(BREAKS_S))
        with trio.move_on_at(left_at + seconds):
            await self.closing.wait()
        self.check_gone(person, trio.current_time() - left_at)
        self.come_back(person)

    def leave(self, person: Person) -> None:
        """Let a person leave the club."""
        person.is_busy = True  # no other task may use this person
        person.leave()
        self.people.remove(person)

    def check_gone(self, person: Person, seconds: float) -> None:
        """Raise `Broken` if others see a person who left that long ago."""
        for other in self.people:
            if other.is_here_since(trio.current_time()) and person.account in {
                each.account for each in other.lobby.people
            }:
                raise Broken(f"{other.name} sees {person.name}, who left {seconds:g} seconds ago")

    def come_back(self, person: Person, **proof: Any) -> None:
        """Let a person who left come back, perhaps with another proof of who they are."""
        proof = proof or {"device": person.device}
        token = None if proof["device"] else person.token
        back = Person(self.world, person.line, person.server, self._accept, token, **proof)
        back.account, back.password, back.is_registered = person.account, person.password, person.is_registered
        self._begin(back)
        self.people.append(back)
        self.everybody.append(back)
        self._somebody.set()
        self._at_club.start_soon(back.be_there)

    def _begin(self, person: Person) -> None:
        person.resigning = self.is_over
        person.is_odd = "oddities" not in self._wanted.without

    def is_well_since(self, at: float) -> bool:
        """Tell whether nothing has gone wrong since that time."""
        return not self.world.coverage.trouble and self._well_since < at

    async def _play(self, plan: Plan, pair: Sequence[Person], lookers: Sequence[Person]) -> None:
        maker, guest = pair[plan.maker], pair[1 - plan.maker]
        delay = DELAY_S if plan.terms["delay"] else 0
        is_hurried = self._habit.random() < HURRIED
        clock = self._habit.choice(SHORT_CLOCKS) if is_hurried else plan.terms["clock"]
        plan = replace(plan, terms=plan.terms | {"delay": delay, "clock": clock})
        table = await maker.open(plan, plan.rated and maker.is_registered and guest.is_registered)
        if self._habit.random() < SAT_TWICE:
            await maker.forbidden(m.TakeSeat(table=table, code=plan.code))
        maker.opposite[table], guest.opposite[table] = guest, maker
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
        if self._habit.random() < REFUSED_AGAIN:
            await self._refuse_again(table, maker, guest)
        if plan.again and not self.is_over:
            tables += await self._play_again(plan, pair, table)
        for person in pair:
            for each in tables:
                await person.unwatch(each)
                person.seen[each].match = None
        for person in (*pair, *lookers):
            person.is_busy = False

    async def _refuse_again(self, table: str, *pair: Person) -> None:
        """Offer a rematch, and withdraw or decline it. The match is over: nothing else is possible."""
        for person in pair:
            await person.sent(m.Rematch(table=table))
            closer = self._habit.choice(pair)
            for _ in range(2):
                await closer.sent(m.CloseRematch(table=table))
        for kind in (m.SendMove, m.SendResign, m.SendLeave, m.ReadyUp):
            await pair[0].forbidden(pair[0].made(kind, table))

    async def _play_again(self, plan: Plan, pair: Sequence[Person], table: str) -> set[str]:
        """Play a rematch, and return its table; none if one of the players has another live game for too long."""
        made, given_up = set[str](), list[Person]()

        async def play(person: Person) -> None:
            if again := await person.play_again(table, REMATCH_PATIENCE_S):
                made.add(again)
            else:
                given_up.append(person)
                while not made and len(given_up) < len(pair):  # the other one may just have accepted
                    await trio.sleep(1)
            if made:
                await person.play(again or min(made), plan.moves, plan.code)

        async with trio.open_nursery() as nursery:
            for person in pair:
                nursery.start_soon(play, person)
        if len(made) > 1:
            raise Broken(f"the players of table {table} were told different rematches: {made}")
        for person in given_up if not made else ():
            await person.sent(m.CloseRematch(table=table))
        return made

    # ---- trouble

    async def _make_trouble(self, servers: trio.Nursery) -> None:
        kinds: dict[str, Callable[[trio.Nursery], Awaitable[None]]] = {
            "cut": self._cut, "laptop": self._close_laptop, "moved": self._move, "crash": self._crash,
            "restart": self._restart, "full": self._fill_disk, "slow": self._slow_disk, "losses": self._lose_messages,
            "split": self._split, "lag": self._slow_links, "oneway": self._lose_one_way, "overtaken": self._overtake,
        }  # fmt: skip
        wanted = [
            "cut",
            "laptop",
            "laptop",
            "oneway",
            "oneway",
            "overtaken",
            "moved",
            "crash",
            "crash",
            "restart",
            "full",
            "slow",
        ]
        if len(self.service.hosts) > 1:
            wanted += ["crash", "restart", "losses", "split", "split", "lag"]
        wanted = [kind for kind in wanted if kind not in self._wanted.without]
        coverage = self.world.coverage
        while wanted:
            hours = (trio.current_time() - QUIET_S) / 3600
            if not self._goes_on(hours, self.accepted):
                self.hours = hours
                return
            await trio.sleep(self._chance.expovariate(len(self.service.hosts) / pace(trio.current_time()).trouble_s))
            if not self.people:
                await self._sleep_at_night(servers)
            kind = self._chance.choice(wanted)
            with trio.move_on_after(AIM_S):
                await coverage.unmet_command(kind)
            if not self.people:
                continue
            self.troubles[kind] += 1
            self.world.trace.note("trouble", kind)
            coverage.begin_trouble(kind)
            with trio.CancelScope(shield=True):
                await kinds[kind](servers)
            coverage.begin_trouble("")
            self._well_since = trio.current_time()
        await trio.sleep_forever()

    async def _sleep_at_night(self, servers: trio.Nursery) -> None:
        """While the club is empty, stop the servers, or let them run. Several talk to each other all night long."""
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

    async def _lose_one_way(self, _servers: trio.Nursery) -> None:
        """Let nothing that one person sends arrive, or nothing that is sent to them. Perhaps it is lost."""
        line, is_sent = self._chance.choice(self.people).line, self._chance.random() < 0.5
        line.be_silent(seconds := self._chance.choice((2, 20, 60)), there=is_sent, here=not is_sent)
        await trio.sleep(seconds)
        if self._chance.random() < 0.5:
            line.cut()

    async def _overtake(self, _servers: trio.Nursery) -> None:
        """Let what some people have sent arrive after what they send over newer connections."""
        for person in self._some():
            person.line.be_overtaken(self._chance.choice((1, 5, 30)))

    async def _move(self, _servers: trio.Nursery) -> None:
        """Give a computer another address."""
        person = self._chance.choice(self.people)
        person.line.address = f"10.8.{self._chance.randrange(250)}.{self._chance.randrange(250)}"
        person.line.cut()

    def _some_hosts(self) -> list[Host]:
        return self._chance.sample(self.service.hosts, self._chance.randint(1, len(self.service.hosts)))

    async def _crash(self, servers: trio.Nursery) -> None:
        async with trio.open_nursery() as nursery:
            for host in self._some_hosts():
                points: dict[FaultPoint | None, tuple[str, ...]] = {None: (), **{point: (point,) for point in POINTS}}
                point = self.world.coverage.choose(self._chance, points)
                await host.crash(point, is_noticed=self._chance.random() < 0.5)
                nursery.start_soon(self._start, host, servers, self._chance.choice((0.5, 5, 60)))

    async def _restart(self, servers: trio.Nursery) -> None:
        for host in self._some_hosts():
            await host.stop()
            await self._start(host, servers, self._chance.choice((0.5, 5, 60)))

    async def _start(self, host: Host, servers: trio.Nursery, after_s: float) -> None:
        await trio.sleep(after_s)
        ahead_ms = self._chance.choice((0, 0, 0, -2000, 3000))
        host.clock_ahead_ms = 0 if "clocks" in self._wanted.without else ahead_ms
        await host.start(servers)

    async def _fill_disk(self, _servers: trio.Nursery) -> None:
        self.service.fill_disk(True)
        await trio.sleep(self._chance.choice((10, 60, 60)))
        self.service.fill_disk(False)

    async def _slow_disk(self, _servers: trio.Nursery) -> None:
        self.service.disk.slowness = self._chance.choice((10, 100))
        await trio.sleep(self._chance.choice((10, 60)))
        self.service.disk.slowness = 1

    async def _lose_messages(self, _servers: trio.Nursery) -> None:
        """Let the bus lose some of the messages between the nodes, and perhaps notice it afterwards."""
        self.service.hub.loses = lambda _message: self._chance.random() < 0.5
        await trio.sleep(self._chance.choice((2, 20, 90)))
        self.service.hub.loses = lambda _message: False
        if self._chance.random() < 0.5:
            self.service.hub.gap()

    async def _split(self, _servers: trio.Nursery) -> None:
        """Cut some nodes off from the shared stores, or only from their answers and from what other nodes send."""
        hosts = {host: self._chance.random() < 0.5 for host in self._some_hosts()}
        for host, is_deaf in hosts.items():
            host.lose_store(is_away=not is_deaf, is_deaf=is_deaf)
        await trio.sleep(self._chance.choice((2, 20, 90)))
        for host in hosts:
            host.lose_store(is_away=False)

    async def _slow_links(self, _servers: trio.Nursery) -> None:
        """Let some nodes wait longer for the shared stores than the others."""
        hosts = self._some_hosts()
        for host in hosts:
            host.delay_s = self._chance.choice((0.2, 2))
        await trio.sleep(self._chance.choice((2, 20, 90)))
        for host in hosts:
            host.delay_s = 0.0
