"""What one connection does to be a nuisance, and that the others do not notice."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol import messages as m
from protocol.framing import encode
from server.app import Serving
from server.house import House
from tests.server.serving import Raw, new_key, order, raw, running, two_at_a_table


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    with trio.fail_after(20):
        async with running(tmp_path) as started:
            yield started


async def test_a_flood_of_questions_takes_turns_with_everybody_else(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = []
    monkeypatch.setattr(House, "tables", lambda house: answered.append(1) or m.Tables(tables=[]))
    loud, quiet = await raw(serving), await raw(serving)

    await loud.stream.send_all(encode(m.Look(), 1) * 1000)
    await quiet.ask(m.Ping())

    assert len(answered) < 300


async def test_a_flood_of_orders_to_a_table_keeps_no_player_from_moving(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    crowd = [await raw(serving, name=f"Eve{number}") for number in range(12)]
    flood = encode(m.LeaveSeat(table=table, key=new_key()), 1) * 150

    for eve in crowd:
        await eve.stream.send_all(flood)
    replies = [await line.ask(order(serving, table)) for line in (ann, bob)]

    assert {getattr(reply, "code", "done") for reply in replies} <= {"done", "not_your_turn"}
    for eve in crowd:
        await _all_answered(eve, 150)


async def _all_answered(line: Raw, count: int) -> None:
    for _ in range(count):
        assert await line.reply(1) is not None


async def test_bytes_that_never_become_a_greeting_are_silence(
    tmp_path: Path, mock_clock: trio.testing.MockClock
) -> None:
    async with running(tmp_path) as serving:
        slow, other = await raw(serving, greet=False), await raw(serving)

        for byte in b"\x00\x00\x0f\x00\x93":
            await slow.stream.send_all(bytes([byte]))
            await other.ask(m.Ping())
            mock_clock.jump(4)

        assert [getattr(message, "code", "") for message in await slow.rest()] == ["silent"]


async def test_a_title_that_grows_by_being_made_plain_is_too_long(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")

    reply = await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, title="\ufdfa" * 60))

    assert reply.code == "bad_title"


async def test_a_table_that_everybody_has_left_before_the_start_is_over(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    made = await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0))
    await bob.ask(m.Watch(table=made.table))

    await ann.ask(m.LeaveSeat(table=made.table, key=new_key()))

    while (told := await bob.push(m.Happened)).events[-1]["type"] != "ended":
        pass
    assert told.events[-1]["reason"] == "aborted"
    assert (await bob.ask(m.Look())).tables == []
    assert (await bob.ask(m.TakeSeat(table=made.table, key=new_key(), player=0))).code == "over"
