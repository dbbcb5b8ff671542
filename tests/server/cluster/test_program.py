"""Two whole servers on one PostgreSQL database."""

from pathlib import Path

from protocol import messages as m
from tests.server.serving import new_key, raw, running


async def test_users_of_two_servers_meet_talk_and_play(tmp_path: Path, database: str) -> None:
    async with running(tmp_path / "a", database=database) as one, running(tmp_path / "b", database=database) as other:
        ann, bob = await raw(one, name="Ann"), await raw(other, name="Bob")
        for line in (ann, bob):
            await line.people(lambda people: len(people) == 2)
        table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0))).table
        await bob.tables(lambda tables: [info.table for info in tables] == [table])
        assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key())), m.Done)
        await ann.ask(m.Say(key=new_key(), room="lobby", text="Hello"))

        assert [line.text for line in (await bob.push(m.Chat)).lines] == ["Hello"]
        await ann.tables(lambda tables: [info.state for info in tables] == ["playing"])


async def test_a_sign_in_at_another_server_ends_the_first_connection(tmp_path: Path, database: str) -> None:
    async with running(tmp_path / "a", database=database) as one, running(tmp_path / "b", database=database) as other:
        ann = await raw(one, name="Ann", token=b"a" * 32)
        await raw(other, name="Ann", token=b"a" * 32)

        codes = [message.code for message in await ann.rest() if isinstance(message, m.Closing)]

        assert codes == ["replaced"]


async def test_each_server_lists_all_nodes_and_forgets_one_that_ended(tmp_path: Path, database: str) -> None:
    async with running(tmp_path / "a", database=database) as one:
        async with running(tmp_path / "b", database=database) as other:
            await raw(other, name="Bob")
            ann = await raw(one, name="Ann")
            await ann.people(lambda people: len(people) == 2)
            nodes = other.services.nodes
            assert [node["this"] for node in nodes] == [False, True]
            assert len({node["node"] for node in nodes}) == 2
        ann = await raw(one, name="Ann")
        await ann.people(lambda people: [person.name for person in people] == ["Ann"])
