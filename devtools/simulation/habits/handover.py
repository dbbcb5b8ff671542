"""A match that began at another server goes on at the club: two people bring its log, and take their seats again."""

from typing import TYPE_CHECKING

import trio

from devtools.faults.player import Broken
from devtools.simulation.checks.promises import Handover
from devtools.simulation.habits.base import MEASURE_S, Habit, Ways
from devtools.simulation.habits.boards import Boards
from devtools.simulation.host import KEYS, Host, Service
from devtools.simulation.person import Person
from netgame.games import GAMES
from netgame.records.writer import write_record
from protocol import messages as m
from protocol.address import Address
from protocol.client import Server
from protocol.event_codec import event_from_bytes
from protocol.identity.device_key import DeviceKey
from server.errors import StoreProblem
from server.tables.continuation import CannotContinue, Continuations
from server.tables.host_keys import HostKeys

if TYPE_CHECKING:
    from devtools.simulation.club import Club

HANDOVERS: Ways = {"continue": ("rehosted",), "wrong": ("other_key",), "twice": ()}
MOVES = 12  # of both players together at the other server, at most
MORE = 3  # of each player at the club
CLOCKS = ("none", "fischer 300+5", "days 1")
OTHER_KEYS = HostKeys([DeviceKey.from_seed(b"the key of another server there.")])


class Handovers(Boards):
    """Matches that survive their server."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self._servers = 0
        self.habits = {"handover": Habit(3, HANDOVERS, self._hand_over)}

    async def _hand_over(self, *people: Person) -> None:
        players = [person for person in people if person.device is not None]
        if len(players) < 2:
            return
        first, second = players[:2]
        stranger = next(person for person in people if person not in (first, second))
        begun = await self._begin_elsewhere(first, second)
        if begun is None:
            return
        table, match = await self._bring(first, begun), begun.match
        way = self._choose(HANDOVERS)
        if way == "twice" and table is not None and await self._bring(first, begun) not in (table, None):
            raise Broken(f"the match of table {table} goes on at two tables")
        if table is None:
            return
        begun.table = table
        self._world.promises.handovers.append(begun)
        if way == "wrong":
            await stranger.forbidden(m.TakeSeat(table=table, player=self._chance.choice((0, 1))))
        if all([await person.sent(m.TakeSeat(table=table)) is not None for person in (first, second)]):
            async with trio.open_nursery() as nursery:
                for person in (first, second):
                    nursery.start_soon(person.play, table, max(match.moved) + MORE)
            for person in (first, second):
                await person.unwatch(table)
                person.seen[table].match = None
        else:
            await first.sent(m.LeaveSeat(table=table))

    async def _begin_elsewhere(self, *players: Person) -> Handover | None:
        """Play some moves at another server, which then ends. Return what one of the players has of the match."""
        self._servers += 1
        address = Address(f"10.0.1.{self._servers}", 7763)
        service = Service(self._world, self._club.network, 0)
        host = Host(service, address, OTHER_KEYS)
        service.hosts.append(host)
        guests = [
            Person(self._world, each.line, Server(None, (address,)), lambda: None, None, device=each.device)
            for each in players
        ]
        found: Handover | None = None
        async with trio.open_nursery() as servers:
            await host.start(servers)
            async with trio.open_nursery() as there:
                for guest in guests:
                    there.start_soon(guest.be_there)
                for guest in guests:
                    await guest.wait_until(lambda guest=guest: bool(guest.account), MEASURE_S)  # type: ignore[misc]
                game, clock = self._chance.choice(list(GAMES)), self._chance.choice(CLOCKS)
                table = await self.begin_game(guests[0], guests[1], game, clock, self._chance.randint(2, MOVES))
                if table is not None and (match := guests[0].seen[table].match) is not None and not match.ended:
                    found = Handover(list(guests[0].seen[table].events), match)
                there.cancel_scope.cancel()
            await host.stop()
            if found is not None and table is not None:
                found.kept = [event_from_bytes(row.body) for row in service.disk.rows[table]]
        service.accounts.close()
        service.social.close()
        return found

    async def _bring(self, person: Person, begun: Handover) -> str | None:
        """Let the club continue a match. Return its table; None if it cannot be continued, or no server could do it."""
        record = write_record(begun.events).encode()
        hosts = [host for host in self._club.service.hosts if host.services is not None]
        if not hosts or person.device is None:
            return None
        services = self._chance.choice(hosts).services
        assert services is not None, "it runs"
        continuations = Continuations(services.registry, services.clock, GAMES, KEYS)
        try:
            with trio.move_on_after(MEASURE_S):  # it may crash meanwhile
                return await continuations.continue_match(record, person.device.public)
        except (CannotContinue, StoreProblem) as error:
            self._world.trace.note(person.name, "cannot continue a match", error)
        return None
