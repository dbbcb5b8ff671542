"""Two whole servers on one PostgreSQL database."""

from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest
import trio

from protocol import messages as m
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from server.app import Serving
from tests.server.serving import Raw, new_key, raw, running_on_loopback

Both = tuple[Serving, Serving]

pytestmark = pytest.mark.slow


@pytest.fixture
async def servers(tmp_path: Path, database: str) -> AsyncIterator[Both]:
    async with (
        running_on_loopback(tmp_path / "a", database=database) as one,
        running_on_loopback(tmp_path / "b", database=database) as other,
    ):
        yield one, other


async def players(servers: Both) -> tuple[Raw, Raw]:
    """Sign Ann and Bob in at both servers, and wait until each knows of the other."""
    ann, bob = [await raw(server, name=name) for server, name in zip(servers, ("Ann", "Bob"), strict=True)]
    for line in (ann, bob):
        await line.people(lambda people: len(people) == 2)
    return ann, bob


async def closed(line: Raw) -> list[str]:
    """Return the codes with which a connection was closed."""
    return [message.code for message in await line.rest() if isinstance(message, m.Closing)]


async def test_users_of_two_servers_meet_talk_and_play(servers: Both) -> None:
    ann, bob = await players(servers)
    table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0))).table
    await bob.tables(lambda tables: [info.table for info in tables] == [table])
    assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key())), m.Done)

    await ann.ask(m.Say(key=new_key(), room="lobby", text="Hello"))

    assert [line.text for line in (await bob.push(m.Chat)).lines] == ["Hello"]
    await ann.tables(lambda tables: [info.state for info in tables] == ["playing"])


async def test_a_sign_in_at_another_server_ends_the_first_connection(servers: Both) -> None:
    ann = await raw(servers[0], name="Ann", token=b"a" * 32)
    await raw(servers[1], name="Ann", token=b"a" * 32)

    assert await closed(ann) == ["replaced"]


async def test_a_server_that_is_stopped_leaves_the_service_at_once(tmp_path: Path, database: str) -> None:
    async with running_on_loopback(tmp_path, database=database) as server:
        await raw(server, name="Ann")

    with psycopg.connect(database) as db:
        assert db.execute("SELECT FROM service_nodes").rowcount == 0
        assert db.execute("SELECT FROM service_online").rowcount == 0


async def test_each_server_lists_all_nodes_and_forgets_one_that_ended(tmp_path: Path, database: str) -> None:
    async with running_on_loopback(tmp_path / "a", database=database) as one:
        async with running_on_loopback(tmp_path / "b", database=database) as other:
            await raw(other, name="Bob")
            ann = await raw(one, name="Ann")
            await ann.people(lambda people: len(people) == 2)
            _rows, status = await trio.to_thread.run_sync(request, tmp_path / "b" / CONTROL_FILE, "status")
            assert [node["this"] for node in status["nodes"]] == [False, True]
            assert len({node["node"] for node in status["nodes"]}) == 2
        await ann.people(lambda people: [person.name for person in people] == ["Ann"])
