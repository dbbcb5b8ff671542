"""A match that began at another server goes on at the club: two people bring its log, and take their seats again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import trio

from devtools.faults.player import Broken, Seen
from devtools.simulation.checks.promises import Handover
from devtools.simulation.habits.base import HEARD_S, MEASURE_S, Habit, Ways
from devtools.simulation.habits.boards import QUIET_GAMES, Boards
from devtools.simulation.habits.lines import can_move
from devtools.simulation.host import KEYS, Host, Service
from devtools.simulation.person import Person
from netgame.games import GAMES
from netgame.match import Match
from netgame.records.writer import write_record
from protocol import messages as m
from protocol.address import Address
from protocol.client import Server
from protocol.event_codec import event_from_bytes, event_to_plain
from protocol.identity.device_key import DeviceKey
from server.app import Services
from server.errors import StoreProblem
from server.tables.continuation import CannotContinue, Continuations
from server.tables.host_keys import HostKeys

if TYPE_CHECKING:
    from devtools.simulation.club import Club

HANDOVERS: Ways = {"continue": ("rehosted",), "wrong": ("other_key",), "twice": (), "come back": ("not_longer",)}
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
        way = self._choose(HANDOVERS)
        if way == "come back":
            await self._go_and_come_back(first, second)
            return
        begun = await self.begin_elsewhere(first, second)
        if begun is None:
            return
        table, match = await self.bring(first, begun), begun.match
        if way == "twice" and table is not None and await self.bring(first, begun) not in (table, None):
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

    @asynccontextmanager
    async def _at_another_server(self, *players: Person) -> AsyncIterator[tuple[Service, list[Person]]]:
        """Let players come to another server, which ends with the block."""
        self._servers += 1
        address = Address(f"10.0.1.{self._servers}", 7763)
        service = Service(self._world, self._club.network, 0)
        host = Host(service, address, OTHER_KEYS)
        service.hosts.append(host)
        guests = [
            Person(self._world, each.line, Server(None, (address,)), lambda: None, None, device=each.device)
            for each in players
        ]
        async with trio.open_nursery() as servers:
            await host.start(servers)
            async with trio.open_nursery() as there:
                for guest in guests:
                    there.start_soon(guest.be_there)
                for guest in guests:
                    await guest.wait_until(lambda guest=guest: bool(guest.account), MEASURE_S)  # type: ignore[misc]
                yield service, guests
                there.cancel_scope.cancel()
            await host.stop()
        service.accounts.close()
        service.social.close()

    async def begin_elsewhere(self, *players: Person) -> Handover | None:
        """Play some moves at another server, which then ends. Return what one of the players has of the match."""
        async with self._at_another_server(*players) as (service, guests):
            game, clock = self._chance.choice(list(GAMES)), self._chance.choice(CLOCKS)
            table = await self.begin_game(guests[0], guests[1], game, clock, self._chance.randint(2, MOVES))
            found = _so_far(guests[0], table)
        if found is not None and table is not None:
            found.kept = [event_from_bytes(row.body) for row in service.disk.rows[table]]
        return found

    async def _go_and_come_back(self, first: Person, second: Person) -> None:
        """Begin a match at the club, go on elsewhere, and come back. Its first table takes no more moves then."""
        table = await self.begin_game(first, second, self._chance.choice(QUIET_GAMES), "none", 2)
        if (left := _so_far(first, table)) is None or table is None:
            return
        for each in (first, second):
            await each.unwatch(table)
            del each.seen[table]
        async with self._at_another_server(first, second) as (service, guests):
            there = await self._continued(service.hosts[0].services, OTHER_KEYS, first, left)
            back = await self._play_on(there, left.match, *guests) if there is not None else None
        events = [event_to_plain(event) for event in back.events[len(left.events) :]] if back is not None else []
        shown = await first.sent(m.ShowCourse(table=table, after=len(left.events), events=events))
        if shown is None or back is None or there is None:
            await first.sent(m.SendResign(table=table, match=True))
            return
        back.kept = [event_from_bytes(row.body) for row in service.disk.rows[there]]
        await trio.sleep(HEARD_S)  # until all servers know
        self._world.promises.gone[table] = len(self._club.service.disk.rows[table])
        for each in (first, second):
            await each.forbidden(m.SendResign(table=table, match=True))
        if (again := await self.bring(first, back)) is not None:
            back.table = again
            self._world.promises.handovers.append(back)
            await self._play_on(again, back.match, first, second)
            await self.end_game(again, first, second)

    async def _play_on(self, table: str, match: Match, *players: Person) -> Handover | None:
        """Take the seats of a continued match, and play some moves. Return what one player has of it then."""
        for each in players:
            each.seen[table] = Seen()
            if await each.sent(m.TakeSeat(table=table)) is None:
                return None
            await each.patient(partial(each.watch, table))
        for _ in range(MORE):
            known = await players[0].wait_for(table, lambda known: known.number > match.number and can_move(known))
            if known is None or not can_move(known) or await self.move(table, known, *players) is None:
                break
        return _so_far(players[0], table)

    async def bring(self, person: Person, begun: Handover) -> str | None:
        """Let the club continue a match. Return its table; None if it cannot be continued, or no server could do it."""
        hosts = [host for host in self._club.service.hosts if host.services is not None]
        return await self._continued(self._chance.choice(hosts).services, KEYS, person, begun) if hosts else None

    async def _continued(
        self, services: Services | None, keys: HostKeys, person: Person, begun: Handover
    ) -> str | None:
        """Let a server continue a match. Return its table; None if it cannot be continued."""
        if services is None or person.device is None:
            return None
        record = write_record(begun.events).encode()
        continuations = Continuations(services.registry, services.clock, GAMES, keys)
        try:
            with trio.move_on_after(MEASURE_S):  # it may crash meanwhile
                return await continuations.continue_match(record, person.device.public)
        except (CannotContinue, StoreProblem) as error:
            self._world.trace.note(person.name, "cannot continue a match", error)
        return None


def _so_far(person: Person, table: str | None) -> Handover | None:
    """Return what a person has of a match; None if it is over, or not known."""
    match = person.seen[table].match if table is not None else None
    return Handover(list(person.seen[table].events), match) if table and match is not None and not match.ended else None
