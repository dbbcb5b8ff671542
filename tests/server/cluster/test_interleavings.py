"""Random commands at several nodes, with slow stores and lost hints: the log is one, and all nodes have it."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.nodes import Node, service_of, shared_time, table_of
from devtools.harness.server.serving import new_key
from devtools.harness.server.timing import pass_time
from netgame.match import Match
from protocol import messages as m
from server.storage.event_store import Append, Problems, Row

COMMANDS = 40  # of each player


class SlowStore(MemoryStore):
    """A store that takes some turns of all tasks for each access, so that accesses overtake each other."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(shared_time)
        self._chance = chance

    async def _wait(self) -> None:
        for _ in range(self._chance.randrange(6)):
            await trio.lowlevel.checkpoint()

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        async def append() -> None:
            await self._wait()
            MemoryStore.append_soon(self, appends, done)

        trio.lowlevel.spawn_system_task(append)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        await self._wait()
        rows = await super().read(table, after)
        await self._wait()
        return rows


class Person:
    """A player who gives random commands, at one node after the other."""

    def __init__(self, nodes: Sequence[Node], name: str, chance: random.Random) -> None:
        self._nodes, self._name, self._chance = nodes, name, chance
        self.node = chance.choice(nodes)
        self.client: Any = None
        self.done: list[tuple[m.TableCommand, m.Done]] = []

    async def connect(self) -> Any:
        self.client = await self.node.connect(self._name)
        return self.client

    async def play(self, table: str) -> None:
        """Give commands, and sometimes repeat one, or go to another node."""
        for _ in range(COMMANDS):
            if self._chance.random() < 0.1:
                self.node = self._chance.choice(self._nodes)
                await self.connect()
                await self.client.ask(m.Watch(table=table))
            if self.done and self._chance.random() < 0.1:
                command, known = self._chance.choice(self.done)
                assert await self.client.ask(command) == known
            command = self._command(table, self.node)
            reply = await self.client.ask(command)
            if isinstance(reply, m.Done):
                self.done.append((command, reply))

    def _command(self, table: str, node: Node) -> m.TableCommand:
        match = node.match(table)
        if match is None or self._chance.random() < 0.15:
            return m.SendOffer(table=table, key=new_key(), kind=self._chance.choice(["take_back", "pause"]))
        if match.offers and self._chance.random() < 0.5:
            offer = self._chance.choice(list(match.offers))
            return m.SendAnswer(table=table, key=new_key(), offer=offer, accept=self._chance.random() < 0.5)
        if match.paused:
            return m.ReadyUp(table=table, key=new_key())
        moves = list(match.game.moves(match.state))
        if not moves:
            return m.ReadyUp(table=table, key=new_key())
        move = match.game.format(match.state, self._chance.choice(moves))
        return m.SendMove(table=table, key=new_key(), position=match.position, move=move)


def check_each_once(people: Sequence[Person], rows: Sequence[Row]) -> None:
    """Check that each accepted command is in the log, once."""
    keys = [row.key for row in rows if row.key is not None]
    assert len(keys) == len(set(keys))
    for person in people:
        assert person.done
        for command, done in person.done:
            assert rows[done.number - 1].key == command.key


@pytest.mark.parametrize("seed", [0, 1, *[pytest.param(seed, marks=pytest.mark.sweep) for seed in range(2, 8)]])
async def test_logs_are_equal_in_the_end_with_each_accepted_command_once(mock_clock: MockClock, seed: int) -> None:
    chance, numbers = random.Random(seed), count()
    async with service_of(3, SlowStore(chance)) as service:
        service.hub.loses = lambda _message: chance.random() < 0.3
        people = [Person(service.nodes, name, chance) for name in ("Ann", "Bob")]
        ann, bob = [await person.connect() for person in people]
        table = await table_of(ann, bob)
        eve = await service.nodes[2].connect("Eve")
        await eve.ask(m.Watch(table=table))

        async def flow(scope: trio.CancelScope) -> None:
            with scope:
                while True:
                    await wait_all_tasks_blocked(0.001)
                    mock_clock.jump(0.2)
                    if next(numbers) % 10 == 0:
                        service.hub.gap()

        async with trio.open_nursery() as nursery:
            scope = trio.CancelScope()
            nursery.start_soon(flow, scope)
            async with trio.open_nursery() as players:
                for person in people:
                    players.start_soon(partial(person.play, table))
            scope.cancel()
        await pass_time(mock_clock, 3)

        rows = service.store.rows[table]
        everything = list(range(1, len(rows) + 1))
        check_each_once(people, rows)
        matches: list[Match | None] = [node.match(table) for node in service.nodes]
        assert all(match in (None, matches[2]) for match in matches)
        assert matches[2].number == len(rows)
        for client in (people[0].client, people[1].client, eve):
            assert await client.up_to(table, everything[-1]) == everything
