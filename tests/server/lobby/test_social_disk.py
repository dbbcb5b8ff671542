"""Chat, invitations and history on a failing disk, repeated commands, and private tables."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from devtools.harness.server.serving import FullDisk, kept, new_key, raw, running, running_on_loopback
from protocol import messages as m
from server.app import Serving
from server.errors import DatabaseFailed
from server.storage.database import IN_MEMORY
from server.storage.event_store import EventStore, StoreBroken
from server.storage.social import SocialStore
from tests.server.lobby.test_social import come, finished, say, table_of

FULL = "database or disk is full"


def full(*_arguments: Any, **_more: Any) -> Any:
    raise DatabaseFailed(FULL)


async def test_a_line_sent_again_is_answered_however_fast_one_writes(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    keys = [new_key() for _ in range(5)]
    first = [await say(ann, f"line {i}", key=key) for i, key in enumerate(keys)]
    assert await say(ann, "line 4", key=keys[4]) == first[4]
    assert (await say(ann, "line 5")).code == "too_fast"


async def test_a_rematch_asked_again_gets_the_same_answer(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    table = await finished(serving, ann, bob)
    await ann.ask(m.Rematch(table=table, key=new_key()))
    again = m.Rematch(table=table, key=new_key())
    assert await bob.ask(again) == await bob.ask(again)


async def test_a_line_is_refused_that_the_disk_does_not_take_or_whose_table_cannot_be_read(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: Any) -> None:
        raise StoreBroken(FULL)

    ann = await raw(serving, name="Ann")
    with monkeypatch.context() as broken:
        broken.setattr(SocialStore, "add_line", full)
        broken.setattr(EventStore, "read", fails)
        assert (await say(ann, "hello")).code == "internal"
        assert (await say(ann, "hello", "table", "t")).code == "internal"
    assert isinstance(await say(ann, "hello"), m.Done)
    assert (await say(ann, "hello", "table", "t")).code == "no_table"


async def test_a_match_that_the_history_cannot_store_affects_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        with monkeypatch.context() as broken:
            broken.setattr(SocialStore, "add_matches", full)
            await finished(serving, ann, bob)
            assert (await ann.ask(m.GetHistory())).matches == []
            assert isinstance(await ann.ask(m.ListTables()), m.Tables)
    async with running(tmp_path) as serving:  # it is taken in before anybody is let in
        ann = await raw(serving, name="Ann")
        assert len((await ann.ask(m.GetHistory())).matches) == 1


def test_the_database_works_after_a_failed_write(tmp_path: Path) -> None:
    with closing(SocialStore(tmp_path / "social")) as social, closing(sqlite3.connect(tmp_path / "social")) as other:
        other.execute("CREATE TRIGGER broken BEFORE INSERT ON chat BEGIN SELECT RAISE(ABORT, 'disk'); END")
        with pytest.raises(DatabaseFailed):
            social.add_line("lobby", "", ("a", "Ann"), "hello", 1, b"k" * 16)
        other.execute("DROP TRIGGER broken")

        line, new = social.add_line("lobby", "", ("a", "Ann"), "hello", 1, b"k" * 16)

    assert (line.number, new) == (1, True)


async def test_a_rematch_that_the_disk_does_not_take_is_not_promised(tmp_path: Path) -> None:
    disk = FullDisk()
    async with running_on_loopback(tmp_path, disk) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        table = await finished(serving, ann, bob)
        await ann.ask(m.Rematch(table=table, key=new_key()))
        disk.full = True
        for _ in range(2):
            assert (await bob.ask(m.Rematch(table=table, key=new_key()))).code == "unconfirmed"


async def test_an_invitation_sent_again_is_told_once(serving: Serving) -> None:
    ann, bob = await come(serving, "Ann", "Bob")
    people = {person.name: person.account for person in (await bob.push(m.People)).people}
    table = await table_of(ann)
    invite = m.Invite(key=new_key(), table=table, account=people["Bob"])
    for _ in range(2):
        assert isinstance(await ann.ask(invite), m.Done)
    await say(ann, "come")
    assert isinstance(await bob.push(m.Invited), m.Invited)
    await bob.send(m.Ping(), 99)
    told = []
    while (frame := await bob.frame()) is not None and frame.id != 99:
        told.append(type(frame.message))
    assert m.Invited not in told


async def test_the_ratings_and_the_history_come_again_from_the_logs(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        ann, bob = await come(serving, "Ann", "Bob")
        table = await finished(serving, ann, bob)
    kept[tmp_path].social.close()
    kept[tmp_path].social = SocialStore(IN_MEMORY)
    async with running(tmp_path) as serving:
        history = await (await raw(serving, name="Eve")).ask(m.GetHistory())
        assert [match.table for match in history.matches] == [table]
