"""A hostile connection does not slow the others down."""

import ssl
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
import trio.testing

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import new_key, order, raw, running, running_on_loopback, two_at_a_table
from devtools.harness.server.timing import settled
from protocol import messages as m
from protocol.framing import encode
from protocol.identity.server_certificate import client_context
from server.app import Serving
from server.lobby.table_list import ListPublisher
from server.ops.limits import Limits
from server.tables.table import Table


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lists of tables that are sent from now on, by the numbers of the questions."""
    answered: list[int] = []
    reply = lambda _lists, id, _wanted: answered.append(id) or encode(m.Tables(tables=[]), id)  # noqa: E731
    monkeypatch.setattr(ListPublisher, "tables_reply", reply)
    return answered


async def test_a_flood_of_questions_takes_turns_with_others(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = counted(monkeypatch)
    loud, quiet = await raw(serving), await raw(serving)
    await loud.stream.send_all(encode(m.ListTables(), 1) * 1000)
    await quiet.ask(m.Ping())
    assert len(answered) < 300


class Records:
    """A client that puts each message into a TLS record of its own, and sends many of those at once."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream = stream
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = client_context().wrap_bio(self._incoming, self._outgoing)

    async def send(self, *messages: m.Message) -> None:
        for message in messages:
            self._tls.write(encode(message, 1))
        await self._stream.send_all(self._outgoing.read())

    async def read(self) -> None:
        """Something that the server says."""
        await self._patiently(lambda: self._tls.read(65536))

    async def handshake(self) -> None:
        await self._patiently(self._tls.do_handshake)
        await self.send(m.Hello(protocols=m.PROTOCOL, program="test"))
        await self.read()

    async def _patiently(self, work: Callable[[], object]) -> None:
        while True:
            try:
                work()
                return
            except ssl.SSLWantReadError:
                if said := self._outgoing.read():
                    await self._stream.send_all(said)
                self._incoming.write(await self._stream.receive_some(65536))


async def test_a_flood_in_records_of_their_own_takes_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = counted(monkeypatch)
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(tmp_path, plain=False) as serving:
            streams = [await trio.open_tcp_stream("127.0.0.1", serving.port) for _ in range(2)]
            loud, quiet = map(Records, streams)
            for line in (loud, quiet):
                await line.handshake()
            await loud.send(*[m.ListTables()] * 400)
            await quiet.send(m.Ping())
            await quiet.read()

            assert len(answered) < 100
            for stream in streams:
                await stream.aclose()


async def test_a_list_for_many_is_made_once_and_is_current(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _bob, table = await two_at_a_table(serving)
    for count in range(2, 5):
        await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}))
        assert len((await ann.ask(m.ListTables())).tables) == count
    info, made = Table.info, list[int]()
    monkeypatch.setattr(Table, "info", lambda *args: made.append(1) or info(*args))
    answers = [await ann.ask(m.ListTables()) for _ in range(100)]
    assert {table in [info.table for info in answer.tables] for answer in answers} == {True}
    assert len(made) < 80


async def test_a_flood_of_orders_to_a_table_keeps_no_player_from_moving(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    crowd = [await raw(serving, name=f"Eve{number}") for number in range(12)]
    flood = encode(m.LeaveSeat(table=table, key=new_key()), 1) * 150
    for eve in crowd:
        await eve.stream.send_all(flood)
    replies = [await line.ask(order(serving, table)) for line in (ann, bob)]
    assert {getattr(reply, "code", "done") for reply in replies} <= {"done", "not_your_turn"}
    for eve in crowd:
        assert None not in [await eve.reply(1) for _ in range(150)]


async def test_bytes_that_are_no_greeting_are_silence(serving: Serving, mock_clock: trio.testing.MockClock) -> None:
    slow, other = await raw(serving, greet=False), await raw(serving)
    for byte in b"\x00\x00\x0f":
        await slow.stream.send_all(bytes([byte]))
        await other.ask(m.Ping())
        mock_clock.jump(4)
    assert [getattr(message, "code", "") for message in await slow.rest()] == ["silent"]


async def test_a_player_who_sends_nothing_is_soon_lost(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    async with running(tmp_path, limits=Limits()) as serving:
        ann, bob, _table = await two_at_a_table(serving)
        before = trio.current_time()
        await ann.send(m.Ping(), 1)
        while (frame := await ann.frame()) is not None:
            match frame.message:
                case m.Pong():
                    await settled()  # the server has done what was due so far
                    mock_clock.jump(1)
                    await ann.send(m.Ping(), 1)
                case m.Presence(causes=causes) if any(causes):
                    break

        assert causes == ("", "lost")
        assert trio.current_time() - before < 10  # 6 seconds of silence, and what the program itself takes
        assert [getattr(message, "code", "") for message in await bob.rest()][-1] == "silent"


async def test_silent_connections_do_not_keep_others_out(tmp_path: Path) -> None:
    async with running(tmp_path, limits=Limits(unauthenticated=2)) as serving:
        greeted, silent = [await raw(serving, greet=number == 0) for number in range(2)]
        await greeted.ask(m.Ping())
        ann = await raw(serving, name="Ann")
        assert [getattr(message, "code", "") for message in await silent.rest()] == ["not_signed_in"]
        assert isinstance(await ann.ask(m.ListTables()), m.Tables)
        assert isinstance(await greeted.ask(m.Ping()), m.Pong)
        assert serving.services.admission.unauthenticated_count == 1


async def test_connections_that_only_greet_are_closed_soon(tmp_path: Path, mock_clock: trio.testing.MockClock) -> None:
    async with running(tmp_path, limits=Limits(unauthenticated=2)) as serving:
        idle = [await raw(serving) for _ in range(2)]
        mock_clock.jump(2)
        shut = await raw(serving, greet=False)
        assert await shut.frame() is None
        mock_clock.jump(4)
        await raw(serving, name="Ann")
        assert [getattr(message, "code", "") for message in await idle[0].rest()] == ["not_signed_in"]
