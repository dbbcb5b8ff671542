"""A session at a malicious server ends with an error, without a crash and without a tight loop."""

from typing import Any

import pytest
import trio
import trio.testing

from devtools.harness.server.serving import until
from protocol import messages as m
from protocol.client import Address, ConnectError, Lost, NewEvents, Server, WatchEnded, connect
from protocol.client import connection as connection_module
from protocol.client import session as session_module
from protocol.client.dial import SecureStream
from protocol.framing import TO_SERVER, Decoder, encode
from tests.protocol.client.scripted_server import CREATED, SERVER, Scripted, events, push, signed_in

PRESENCE = push("presence", table="u", present=[True, False])


@pytest.mark.parametrize(
    "plain",
    [{"type": "exploded", "number": 1}, {"type": "moved", "number": 1}, {"type": [], "number": 1},
     {**CREATED, "number": "1"}, {**CREATED, "more": 1}, {**CREATED, "at": -1}, {}],
)  # fmt: skip
async def test_an_unreadable_event_ends_the_watch_but_not_the_session(plain: Any) -> None:
    liar = Scripted({m.Watch: events(plain) + PRESENCE})
    async with signed_in(liar) as ann:
        await ann.watch("t")
        ended = await until(ann, lambda update: isinstance(update, WatchEnded))
        await until(ann, lambda update: isinstance(update, m.Presence))
        assert ended.table == "t"
        assert (ann.status, len(liar.lines)) == ("online", 1)


async def test_after_a_gap_in_the_events_a_session_watches_again_after_its_last_event() -> None:
    first, second = {**CREATED}, {"type": "seated", "number": 2, "at": 0, "player": 0, "account": "a", "name": "Ann"}
    third = {"type": "ready", "number": 3, "at": 0, "player": 0}
    hasty = Scripted({m.Watch: events(first) + events(third) + events(second)})
    async with signed_in(hasty) as ann:
        await ann.watch("t")
        hasty.after[m.Watch] = events(second, third)
        hasty.replies[m.Watch] = m.Done(table="t", number=3, after=1)
        got = list[int]()
        while len(got) < 3:
            got += [each.number for each in (await until(ann, lambda update: isinstance(update, NewEvents))).events]

        assert got == [1, 2, 3]
        assert [asked.after for asked in hasty.asked if isinstance(asked, m.Watch)] == [0, 1]
        assert (ann.status, len(hasty.lines)) == ("online", 1)


async def test_a_gap_that_comes_again_leads_to_growing_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 0.01)
    liar = Scripted({m.Watch: events({**CREATED, "number": 7})})
    async with signed_in(liar) as ann, trio.open_nursery() as nursery:
        nursery.start_soon(ann.watch, "t")

        while len(liar.lines) < 5:
            await until(ann, lambda update: True)
        nursery.cancel_scope.cancel()

        assert ann._pause_s > 4 * session_module.FIRST_PAUSE_S


async def test_a_server_that_goes_away_as_soon_as_it_is_back_is_tried_again_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 1e6)
    monkeypatch.setattr(session_module, "RECOVERY_PAUSE_S", 0.01)
    liar = Scripted({m.Watch: encode(m.Closing(code="stopping", template="The server is stopping"))})
    async with signed_in(liar) as ann, trio.open_nursery() as nursery:
        nursery.start_soon(ann.watch, "t")

        while len(liar.lines) < 5:
            await until(ann, lambda update: True)
        nursery.cancel_scope.cancel()


async def test_a_wrong_reply_is_a_connect_error() -> None:
    liar = Scripted()
    liar.replies[m.ReadyUp] = m.Pong()
    async with signed_in(liar) as ann:
        with pytest.raises(ConnectError) as caught:
            await ann.command("t", m.ReadyUp)
    assert caught.value.code == "wrong_reply"


async def test_unread_updates_end_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "MAX_UPDATES", 50)
    async with signed_in(Scripted({m.Watch: push("tables", tables=[]) * 500})) as ann:
        await ann.watch("t")
        while ann.status != "waiting":
            await trio.testing.wait_all_tasks_blocked(0.01)

        assert "does not read" in str(ann.error)
        count = ann.updates.statistics().current_buffer_used
        assert count < 60
        for _ in range(count):  # the program reads again
            await ann.updates.receive()
        ann.retry_now()
        await until(ann, lambda update: isinstance(update, m.Tables))


async def test_a_program_may_close_its_updates() -> None:
    async with signed_in(Scripted({m.Watch: push("tables", tables=[])})) as ann:
        await ann.updates.aclose()
        await ann.watch("t")
        assert ann.status == "online"


async def test_a_connection_lost_during_a_cancellation_is_no_error() -> None:
    with trio.CancelScope() as scope:
        async with connect(SERVER, plain=True, dial=Scripted().dial):
            scope.cancel()
            raise Lost("lost", "The connection to the server was lost")
    assert scope.cancelled_caught


async def test_answers_to_a_flood_of_probes_are_limited() -> None:
    here, there = trio.testing.lockstep_stream_pair()  # keeps nothing between the two ends

    async def dial(server: Server, *, plain: bool = False) -> SecureStream:
        return SecureStream(here, "", Address("127.0.0.1"))

    async def flood() -> None:
        decoder = Decoder(m.ToServer, TO_SERVER)
        [hello] = decoder.feed(await there.receive_some())
        await there.send_all(encode(m.Welcome(protocol=1, program="liar", server="Liar", games={}), hello.id))
        await there.send_all(b"".join(encode(m.Probe(nonce=number), 0) for number in range(5000)))
        await there.send_all(encode(m.Notice(template="flooded"), 0))
        while True:
            for frame in decoder.feed(await there.receive_some()):
                seen.append(frame.message)
                if isinstance(frame.message, m.Ping):
                    await there.send_all(encode(m.Pong(), frame.id))

    seen: list[object] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(flood)
        async with connect(SERVER, dial=dial) as line:
            await line.pushes.receive()
            await line.ping()
        nursery.cancel_scope.cancel()

    assert 0 < len([message for message in seen if isinstance(message, m.Echo)]) <= connection_module.MAX_UNSENT + 1
