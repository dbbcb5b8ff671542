"""Play now at several nodes: wishes of users at different nodes fit, and each gets one game."""

import random
from collections import Counter
from collections.abc import AsyncIterator
from itertools import combinations
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.nodes import Client, Service, asked_at_once, flowing_time, service_of
from devtools.harness.server.serving import new_key
from protocol import messages as m
from server.cluster.messages import SeeksChanged
from server.cluster.seeks import SeekPair

BLITZ = "fischer 180+2"


@pytest.fixture(params=[True, pytest.param(False, marks=pytest.mark.sweep)], ids=["without hints", "with hints"])
async def service(request: pytest.FixtureRequest, mock_clock: MockClock) -> AsyncIterator[Service]:
    async with service_of(2) as made, flowing_time():
        if request.param:
            made.hub.loses = lambda _message: True
        yield made


async def seek(client: Client, *games: str, **more: Any) -> None:
    answer = await client.ask(m.Seek(key=new_key(), games=list(games or ["clod"]), clocks=[BLITZ], **more))
    assert isinstance(answer, m.Done), answer


async def paired(client: Client) -> str:
    """Return the table of the pair that a user is in next."""
    return str((await client.push(m.SeekPaired)).table)


async def listed(client: Client) -> m.SeekInfo:
    """Return the next wish that a user sees."""
    return (await client.push(m.SeeksDelta)).changed[0]  # type: ignore[no-any-return]


async def test_users_at_two_nodes_get_one_table(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    await seek(ann, "clod", "thud")
    await seek(bob, "thud")
    assert await paired(ann) == await paired(bob)
    assert len(await service.store.unfinished()) == 1
    assert await service.shared.seeks() == []


async def test_a_wish_at_another_node_is_listed_and_accepted(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    await bob.ask(m.WatchSeeks())
    await seek(ann)
    wish = await listed(bob)
    done = await bob.ask(m.AcceptSeek(key=new_key(), seek=wish.seek))
    assert (wish.name, await paired(ann)) == ("Ann", done.table)
    assert (await bob.push(m.SeeksDelta)).gone == [wish.seek]


async def test_of_two_who_accept_a_wish_at_two_nodes_one_gets_it(service: Service) -> None:
    first, second = service.nodes
    ann, bob, cleo = await first.connect("Ann"), await first.connect("Bob"), await second.connect("Cleo")
    for client in (bob, cleo):
        await client.ask(m.WatchSeeks())
    await seek(ann)
    wish = await listed(bob)
    await listed(cleo)
    answers = await asked_at_once(*((each, m.AcceptSeek(key=new_key(), seek=wish.seek)) for each in (bob, cleo)))
    [done] = [answer for answer in answers if isinstance(answer, m.Done)]
    assert [answer.code for answer in answers if isinstance(answer, m.Refused)] == ["gone"]
    assert await paired(ann) == done.table
    assert len(await service.store.unfinished()) == 1


async def test_a_node_that_was_too_late_for_a_pair_looks_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    tries, pair_seeks = list[SeekPair](), service.shared.pair_seeks

    async def pair(wanted: SeekPair) -> bool:
        tries.append(wanted)  # the first time another node was faster, and its pair has gone again
        return len(tries) > 1 and await pair_seeks(wanted)

    monkeypatch.setattr(service.shared, "pair_seeks", pair)
    await seek(ann)
    await seek(bob)
    assert await paired(ann) == await paired(bob)


async def test_the_wishes_of_a_dead_node_are_gone(service: Service) -> None:
    first, second = service.nodes
    eve, ann = await first.connect("Eve"), await second.connect("Ann")
    await eve.ask(m.WatchSeeks())
    await seek(ann)
    wish = await listed(eve)
    second.kill()
    assert (await eve.push(m.SeeksDelta)).gone == [wish.seek]


async def test_a_pair_gets_its_table_although_its_node_is_dead(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    await seek(ann)
    second.links[0].held = []  # it pairs both, but the table does not reach the store
    await seek(bob)
    await service.settled(lambda: all(pair is not None for _row, pair in service.shared.rows))
    second.kill()

    table = await paired(ann)
    [info] = await ann.tables(lambda tables: len(tables) == 1)
    assert info.table == table
    assert {seat.name for seat in info.seats if seat is not None} == {"Ann", "Bob"}


async def test_a_wish_that_the_database_has_lost_ends_with_a_word(service: Service) -> None:
    ann = await service.nodes[0].connect("Ann")
    await seek(ann)
    [(row, _pair)] = await service.shared.seeks()
    await service.shared.remove_seek(row.id)  # as a crash of the database does
    service.nodes[1].bus.send(SeeksChanged())
    assert (await ann.push(m.SeekEnded)).template
    await seek(ann)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.sweep) for seed in range(1, 5)]])
async def test_each_wish_gets_one_game_however_the_nodes_race(mock_clock: MockClock, seed: int) -> None:
    chance = random.Random(seed)
    async with service_of(3) as service, flowing_time():
        clients = [await chance.choice(service.nodes).connect(f"P{n:02}", bytes([n]) * 32) for n in range(20)]
        wishes = Counter[Client]()

        async def look(client: Client) -> None:
            for _ in range(3):
                await trio.sleep(chance.random())
                if chance.random() < 0.3:
                    seeks = [row.id for row, pair in service.shared.rows if pair is None and not row.only]
                    accept = m.AcceptSeek(key=new_key(), seek=chance.choice(seeks or ["gone"]))
                    wishes[client] += isinstance(await client.ask(accept), m.Done)
                games = chance.sample(["clod", "thud", "blooms"], 2)
                wishes[client] += isinstance(
                    await client.ask(m.Seek(key=new_key(), games=games, clocks=[BLITZ])), m.Done
                )
                if chance.random() < 0.2:
                    wishes[client] -= isinstance(await client.ask(m.Unseek()), m.Done)
            with trio.move_on_after(5):
                await client.rest()

        async with trio.open_nursery() as nursery:
            for client in clients:
                nursery.start_soon(look, client)

        tables = Counter(table for client in clients for table in client.paired)
        assert sorted(tables) == sorted(await service.store.unfinished())
        assert set(tables.values()) == {2}
        assert all(len(client.paired) <= wishes[client] for client in clients)
        waiting = [row for row, _pair in await service.shared.seeks()]
        assert all(set(one.games).isdisjoint(other.games) for one, other in combinations(waiting, 2))
