"""Two whole servers on one PostgreSQL database."""

from functools import partial
from pathlib import Path

import psycopg
import pytest
import trio

from devtools.harness.server.serving import new_key, raw, running_on_loopback
from protocol import messages as m
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE


@pytest.mark.slow
async def test_two_servers_on_one_database_are_one_service(tmp_path: Path, database: str) -> None:
    token = b"a" * 32
    async with running_on_loopback(tmp_path / "a", database=database) as one:
        async with running_on_loopback(tmp_path / "b", database=database) as other:
            ann, bob = await raw(one, name="Ann", token=token), await raw(other, name="Bob")
            for line in (ann, bob):
                await line.people(lambda people: len(people) == 2)

            # they meet, play and talk
            table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0))).table
            await bob.tables(lambda tables: [info.table for info in tables] == [table])
            assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key())), m.Done)
            await ann.ask(m.Say(key=new_key(), room="lobby", text="Hello"))
            assert [line.text for line in (await bob.push(m.Chat)).lines] == ["Hello"]
            await ann.tables(lambda tables: [info.state for info in tables] == ["playing"])

            # each server lists both
            ask = partial(request, tmp_path / "b" / CONTROL_FILE, "status")
            _rows, status = await trio.to_thread.run_sync(ask)
            assert [node["this"] for node in status["nodes"]] == [False, True]
            assert len({node["node"] for node in status["nodes"]}) == 2

            # a sign-in at the other server ends the first connection
            await raw(other, name="Ann", token=token)
            assert [each.code for each in await ann.rest() if isinstance(each, m.Closing)] == ["replaced"]
            eve = await raw(one, name="Eve")
            await eve.people(lambda people: len(people) == 3)

        # a server that stopped has left the service at once
        await eve.people(lambda people: [person.name for person in people] == ["Eve"])
    with psycopg.connect(database) as db:
        assert db.execute("SELECT FROM service_nodes").rowcount == 0
        assert db.execute("SELECT FROM service_online").rowcount == 0
