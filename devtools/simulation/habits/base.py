"""The base of all habits: a way to choose, and requests that have to be refused."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import trio

from devtools.faults.player import Broken
from devtools.simulation.checks.promises import Block
from devtools.simulation.network import Line
from devtools.simulation.person import Person
from protocol import messages as m
from protocol.client import ConnectError, Refusal
from protocol.client.connection import Connection, connect
from protocol.errors import ProtocolError

if TYPE_CHECKING:
    from devtools.simulation.club import Club

STEPS = 5  # of one habit
HEARD_S = 20.0  # until everybody has a line of chat, and every server knows what a moderator did
PASSWORD = "a password of theirs"
NOBODY = "nobody"  # no account, table or name
MEASURE_S = 60.0  # of a moderator

Ways = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Habit:
    """Something that people do now and then. `are_idle`: only people who have nothing else to do."""

    people: int
    ways: Ways
    do: Callable[..., Awaitable[None]]
    are_idle: bool = True


def with_ways(ways: Ways) -> Ways:
    """Return the ways, each with itself as one more outcome."""
    return {way: (*outcomes, way) for way, outcomes in ways.items()}


class Group:
    """Habits that belong together, by name."""

    habits: Mapping[str, Habit]

    def __init__(self, club: "Club") -> None:
        self._club, self._world = club, club.world
        self._chance = club.world.chance(f"habits {type(self).__name__}")

    def _choose(self, ways: Ways) -> str:
        """Choose a way. One that was not chosen yet counts as an outcome that was not met."""
        coverage = self._world.coverage
        way = coverage.choose(self._chance, with_ways(ways))
        coverage.codes.add(way)
        self._world.trace.note("way", way)
        return way

    async def _together(self, person: Person, messages: Sequence[m.Message]) -> None:
        async with trio.open_nursery() as nursery:
            for message in messages:
                nursery.start_soon(person.sent, message)

    def _table_of_others(self, person: Person) -> str:
        """Return a table at which two others play; empty if there is none."""
        found = [
            table.table for table in person.lobby.tables
            if table.state == "playing" and table.access == "open"
            and all(seat is not None and seat.account != person.account for seat in table.seats)
        ]  # fmt: skip
        return self._chance.choice(found) if found else ""

    async def _on_connection(self, line: Line, act: Callable[[Connection], Awaitable[Any]]) -> None:
        """Do something on a connection of its own, if a server is there."""
        try:
            async with connect(
                self._club.service.known_to(self._chance.randrange(9)), plain=True, dial=line.dial
            ) as connection:
                with trio.move_on_after(MEASURE_S):
                    await act(connection)
        except (ConnectError, ProtocolError):
            pass  # no server was there, or it ended

    async def _refused(self, connection: Connection, message: m.Message) -> None:
        if await self._asked(connection, message) is not None:
            raise Broken(f"a stranger has no right to this, and did it: {message}")

    async def _asked(self, connection: Connection, message: m.Message) -> m.Message | None:
        try:
            return await connection.request(message)
        except Refusal:
            return None

    async def relate(self, person: Person, other: Person, relation: m.Relation) -> bool:
        """Let a person follow or block another one, or neither. Return whether the server has acknowledged it."""
        promises, account = self._world.promises, person.account
        was_blocked = promises.relations[account].get(other.account) == "block"
        if relation != "block":
            for block in promises.blocks:
                if (block.account, block.other, block.until) == (account, other.account, 0):
                    block.until = self._world.now_ms()
        if await person.sent(m.SetRelation(account=other.account, relation=relation)) is None:
            promises.unsure.add(account)
            return False
        promises.relations[account].pop(other.account, None)
        if relation:
            promises.relations[account][other.account] = relation
        if relation == "block" and not was_blocked:
            promises.blocks.append(Block(account, other.account, self._world.now_ms()))
        return True

    async def play_out(self, table: str, *players: Person) -> None:
        """Let both players of a table play a few moves, and resign."""
        moves = self._chance.choice((0, 1, 4))
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.play, table, moves)
        for player in players:
            await player.unwatch(table)
            player.seen[table].match = None

    async def _leave_for(self, person: Person, seconds: float) -> Person:
        """Leave the club for a while, and return the person who comes back."""
        self._club.leave(person)
        left_at = trio.current_time()
        await trio.sleep(MEASURE_S)
        with trio.move_on_at(left_at + seconds):
            await self._club.closing.wait()
        return await self._come_back(person)

    async def _come_back(self, person: Person) -> Person:
        """Return the person who comes back to the club, when they are online."""
        self._club.come_back(person)
        back = next(each for each in self._club.people if each.line is person.line)
        back.is_busy = True
        with trio.move_on_after(HEARD_S):
            await back.online()
        back.is_busy = False
        return back
