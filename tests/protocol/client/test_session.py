"""A session across lost connections, lost replies and restarts: one account, each command once, no gap."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import dial, known, move_of, online, raw, running, tried, until
from netgame.match.events import Event
from protocol import messages as m
from protocol.client import Address, ConnectError, Lost, NewEvents, Refusal, Server, Session, WatchEnded, WatchStarted
from protocol.client import session as session_module
from protocol.client.dial import Dial, SecureStream
from protocol.client.reasons import dropped
from protocol.framing import TO_CLIENT, Decoder, encode
from server.app import Serving
from server.ops.rate_limit import RateLimit
from server.ops.requests import RATES
from server.storage.event_store import StoreBroken
from tests.protocol.client.scripted_server import online_at


class Line:
    """The network of a client: it can cut connections or lose replies. `dial` is that of a session."""

    def __init__(self) -> None:
        self.lose: type[m.Message] | None = None  # the next such message from the server is lost, and the line is cut
        self._streams: list[Any] = []

    async def dial(self, server: Server, *, plain: bool = False) -> SecureStream:
        dialled = await dial(server, plain=plain)
        self._streams.append(dialled.stream)
        return replace(dialled, stream=trio.StapledStream(dialled.stream, Received(self, dialled.stream)))

    def cut(self) -> None:
        """Reset every connection."""
        while self._streams:
            self._streams.pop().reset()


class Received(trio.abc.ReceiveStream):
    """The bytes that come over a `Line`."""

    def __init__(self, line: Line, stream: trio.abc.Stream) -> None:
        self._line, self._stream, self._decoder = line, stream, Decoder(m.ToClient, TO_CLIENT)

    async def aclose(self) -> None:
        """The other half closes the stream."""

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        carried = b""
        while not carried and (data := await self._stream.receive_some(max_bytes)):
            for frame in self._decoder.feed(data):
                if self._line.lose is not None and isinstance(frame.message, self._line.lose):
                    self._line.lose = None
                    self._line.cut()
                    raise trio.BrokenResourceError("lost")
                carried += encode(frame.message, frame.id)
        return carried


@asynccontextmanager
async def following(server: Server, dial: Dial = dial) -> AsyncIterator[Session]:
    """A session of Ann that makes no pause before the first try after a loss."""
    async with online_at(server, dial, b"t" * 32) as session:
        session.retry_now()
        yield session


async def events(session: Session, table: str, last: int) -> list[Event]:
    """Collect the events of a table up to that number."""
    found: list[Event] = []
    while not found or found[-1].number < last:
        update = await until(session, lambda update: isinstance(update, NewEvents) and update.table == table)
        found += update.events
    return found


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    with trio.fail_after(PATIENCE_S):
        async with running(tmp_path) as started:
            yield started


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
async def ann(serving: Serving, line: Line) -> AsyncIterator[Session]:
    """Ann, whose session is online over a line."""
    async with following(known(serving), line.dial) as session:
        yield session


async def test_after_a_lost_connection_missed_events_arrive_once(ann: Session, line: Line, serving: Serving) -> None:
    table = await ann.make_table("clod", {}, player=0)
    await ann.watch(table)
    seen = await events(ann, table, 2)

    line.cut()
    bob = await raw(serving, name="Bob")
    await bob.ask(m.TakeSeat(table=table, key=bytes(16)))
    seen += await events(ann, table, 5)

    assert [event.number for event in seen] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("lost", [m.Done, m.TableEvents])
async def test_a_move_with_a_lost_reply_is_made_once(
    ann: Session, line: Line, serving: Serving, lost: type[m.Message]
) -> None:
    table = await ann.make_table("clod", {}, player=0)
    await ann.watch(table)
    bob = await raw(serving, name="Bob")
    await bob.ask(m.TakeSeat(table=table, key=bytes(16)))
    await events(ann, table, 5)
    move = move_of(serving.match(table))

    line.lose = lost
    done = await ann.command(table, m.SendMove, position=move.position, move=move.move)

    assert done.number == 6
    told = await events(ann, table, 7)
    assert [event.number for event in told] == [6, 7]
    match = serving.match(table)
    assert match is not None
    assert match.number == 7


async def test_a_shown_position_with_a_lost_reply_is_not_shown_again(
    ann: Session, line: Line, serving: Serving
) -> None:
    table = await ann.make_table("thud", {}, player=0)
    await ann.watch(table)
    bob = await raw(serving, name="Bob")
    await bob.ask(m.TakeSeat(table=table, key=bytes(16)))
    await events(ann, table, 4)
    await bob.ask(m.SendResign(table=table, key=bytes(15) + b"1", match=True))
    await bob.ask(m.Watch(table=table))
    await ann.command(table, m.Analyse)
    await bob.ask(m.Analyse(table=table))
    first, second = tried(serving, table, 0, step=0), tried(serving, table, 1, step=0)

    line.lose = m.Done
    with pytest.raises(Lost):
        await ann.command(table, m.ShowLine, after=first.after, moves=first.moves, at=first.at)
    assert (await bob.ask(second)).number == 2
    await ann.online()

    await ann.command(table, m.Analyse)
    state = await until(ann, lambda update: isinstance(update, m.AnalysisState) and update.number > 1)
    assert (state.number, state.by) == (2, 1)


async def test_a_table_with_a_lost_reply_is_made_once(ann: Session, line: Line, serving: Serving) -> None:
    line.lose = m.Done
    table = await ann.make_table("clod", {}, "once")
    tables = (await (await raw(serving)).ask(m.ListTables())).tables
    assert [info.table for info in tables] == [table]


async def test_a_sign_in_with_a_lost_reply_makes_one_account(serving: Serving) -> None:
    line = Line()
    line.lose = m.SignedIn
    session = Session(known(serving), "Ann", None, plain=True, dial=line.dial)
    session.retry_now()
    async with trio.open_nursery() as nursery:
        await nursery.start(session.run)
        await online(session)

        assert session.signed_in is not None
        assert session.signed_in.name == "Ann"
        assert not session.signed_in.new
        nursery.cancel_scope.cancel()


async def test_a_reconnect_replaces_a_connection_that_the_server_still_has(serving: Serving) -> None:
    server = known(serving)
    async with following(server) as first:
        stale = await raw(serving, name="Watcher")
        assert first.signed_in is not None
        async with following(server) as again:
            assert again.signed_in is not None
            assert again.signed_in.account == first.signed_in.account
            assert again.signed_in.name == "Ann"
            await until(first, lambda update: first.status == "failed")
            assert first.error_code == "replaced"
        assert await stale.ask(m.Ping()) == m.Pong()


async def test_a_refusal_is_raised_by_the_command(ann: Session) -> None:
    table = await ann.make_table("clod", {}, player=0)
    with pytest.raises(Refusal) as caught:
        await ann.command(table, m.SendMove, position=0, move="a1")
    with pytest.raises(Refusal) as unknown:
        await ann.watch("nowhere")
    assert (caught.value.code, unknown.value.code) == ("not_started", "no_table")


async def test_a_refused_name_ends_the_session_and_its_requests(serving: Serving) -> None:
    session = Session(known(serving), "x", None, plain=True, dial=dial)
    async with trio.open_nursery() as nursery:
        await nursery.start(session.run)
        with pytest.raises(ConnectError) as caught:
            await session.make_table("clod", {})
        assert (session.status, caught.value.code) == ("failed", "bad_name")


async def test_a_session_waits_for_a_server_that_is_down_and_finds_it_elsewhere(tmp_path: Path) -> None:
    async with running(tmp_path) as before:
        pass
    found: list[Address] = []
    session = Session(known(before), "Ann", None, locate=lambda: found, plain=True, dial=dial)
    async with trio.open_nursery() as nursery:
        await nursery.start(session.run)
        await until(session, lambda update: session.status == "waiting")
        assert "no server runs there" in str(session.error)

        async with running(tmp_path) as serving:
            found.extend(serving.addresses)
            session.retry_now()
            await online(session)
            assert session.error is None
            nursery.cancel_scope.cancel()


async def test_a_game_continues_after_a_restart_of_the_server(tmp_path: Path) -> None:
    ann, bob = (Session(Server(None, ()), name, None, plain=True, dial=dial) for name in ("Ann", "Bob"))
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            async with running(tmp_path) as first:
                for session in (ann, bob):
                    session.server = known(first)
                    await nursery.start(session.run)
                    await online(session)
                table = await ann.make_table("thud", {}, player=0)
                await bob.command(table, m.TakeSeat)
                await ann.watch(table)
                seen = await events(ann, table, 4)
            await until(ann, lambda update: ann.status == "waiting")
            async with running(tmp_path, port=first.port) as second:
                ann.retry_now()
                move = move_of(second.match(table))
                done = await ann.command(table, m.SendMove, position=move.position, move=move.move)
                seen += await events(ann, table, done.number)
                nursery.cancel_scope.cancel()

    assert [event.number for event in seen] == [1, 2, 3, 4, 5]


async def test_nothing_is_sent_to_another_server_that_took_the_address(tmp_path: Path) -> None:
    session = Session(Server(None, ()), "Ann", b"s" * 32, dial=dial)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            async with running(tmp_path / "first", plain=False) as first:
                session.server = Server(None, first.addresses)
                await nursery.start(session.run)
                await online(session)
                assert session.server.fingerprint == first.fingerprint
            async with running(tmp_path / "second", plain=False, port=first.port) as second:
                session.retry_now()
                await until(session, lambda _: (session.status, session.error_code) == ("waiting", "wrong_identity"))
                assert second.services.counters.accepts == 0
                nursery.cancel_scope.cancel()


async def test_a_discovered_server_is_tried_at_once_without_shorter_pauses(
    nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 100.0)
    monkeypatch.setattr(session_module, "LONGEST_PAUSE_S", 100_000.0)
    tries: list[Server] = []

    async def full(server: Server, *, plain: bool = False) -> SecureStream:
        tries.append(server)
        raise dropped(server.addresses[0])

    session = Session(Server(None, (Address("127.0.0.1"),)), "Ann", None, dial=full)
    await nursery.start(session.run)
    for count in range(1, 7):
        session.retry_now(reset_pauses=False)
        while len(tries) < count or session.status != "waiting":
            await session.updates.receive()

    assert session.retry_at - trio.current_time() > 1000  # 3,200 s, less a random share of up to a half
    nursery.cancel_scope.cancel()


@pytest.mark.parametrize("code", ["internal", "too_fast"])
async def test_a_table_that_the_server_cannot_read_or_send_at_the_moment_is_watched_again_later(
    ann: Session, line: Line, serving: Serving, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    async def fail(_table: str) -> None:
        raise StoreBroken("away")

    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 0.01)
    table = await ann.make_table("clod", {})
    await ann.watch(table)
    await until(ann, lambda update: isinstance(update, WatchStarted))
    with monkeypatch.context() as broken, trio.fail_after(PATIENCE_S):
        if code == "internal":
            broken.setattr(serving.services.sessions.tables, "load", fail)
        else:
            broken.setitem(RATES, "watch", replace(RATES["watch"], account=RateLimit(0, 1e-9)))  # type: ignore[arg-type]
        line.cut()
        await until(ann, lambda _update: ann.error_code == code)

    watch = await until(ann, lambda update: isinstance(update, WatchStarted | WatchEnded))

    assert isinstance(watch, WatchStarted)


async def test_after_a_lost_connection_the_wishes_of_others_are_known_again_and_the_own_one_is_not_repeated(
    ann: Session, line: Line, serving: Serving
) -> None:
    bob = await raw(serving, name="Bob")
    await ann.watch_seeks()
    await bob.ask(m.Seek(key=bytes(16), games=["thud"], clocks=["days 3"]))
    await until(ann, lambda update: isinstance(update, m.Seeks) and update.seeks)

    line.lose = m.Done
    with pytest.raises(ConnectError):
        await ann.seek(games=["clod"], clocks=["days 3"])
    await bob.ask(m.Unseek())

    await until(ann, lambda update: isinstance(update, m.Seeks) and not update.seeks)
    assert ann.lobby.seeks == []


async def test_a_request_that_is_cancelled_with_its_session_is_cancelled_and_does_not_fail() -> None:
    session = Session(Server(None, (Address("127.0.0.1"),)), "Ann", None, dial=dial)
    with trio.CancelScope() as scope:
        scope.cancel()
        session.end()
        await session.online()

    assert scope.cancelled_caught
