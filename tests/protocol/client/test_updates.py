"""Updates and requests of a session beside moves: people, chat, rematches, probes, repeated events, goodbye."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio
import trio.testing

from protocol import messages as m
from protocol.client import Address, NewEvents, Server, Session, Update, WatchStarted, connect
from protocol.framing import TO_SERVER, Decoder, encode
from tests import PATIENCE_S
from tests.server.serving import online, until

TABLE = m.TableInfo(
    table="t", title="", game="clod", rules=1, options={}, seats=(None, None), state="open", events=1, made=0
)
LINE = m.ChatLine(number=3, at=5, account="b", name="Bob", text="hello")
PERSON = m.Person(account="b", name="Bob", since=5)


class Scripted:
    """A fake server that signs in every client, sends given messages, and records requests."""

    def __init__(self) -> None:
        self.replies: dict[type[m.Message], m.Message] = {
            m.Hello: m.Welcome(protocol=1, program="script", server="Script", games={}),
            m.SignIn: m.SignedIn(account="a", name="Ann", token=bytes(32)),
        }
        self.before_watch: list[m.Message] = []  # sent before the answer
        self.after_watch: list[m.Message] = []
        self.after_bye: list[m.Message] = []
        self.answers = True
        self.lines: list[trio.SocketStream] = []
        self._ended, self.heard = trio.open_memory_channel[m.Message | None](100)  # None: the line has ended

    async def serve(self, stream: trio.SocketStream) -> None:
        self.lines.append(stream)
        decoder = Decoder(m.ToServer, TO_SERVER)
        while data := await stream.receive_some():
            for asked in decoder.feed(data):
                assert isinstance(asked.message, m.Message)
                self._ended.send_nowait(asked.message)
                if isinstance(asked.message, m.Bye):
                    for message in self.after_bye:
                        await self.say(message)
                if isinstance(asked.message, m.Echo | m.Bye) or not self.answers:
                    continue
                if isinstance(asked.message, m.Watch):
                    await self.say(*self.before_watch)
                reply = self.replies.get(type(asked.message), m.Done(table="t", number=1))
                await stream.send_all(encode(reply, asked.id))
                if isinstance(asked.message, m.Watch):
                    await self.say(*self.after_watch)
        self._ended.send_nowait(None)

    async def say(self, *messages: m.Message) -> None:
        await self.lines[-1].send_all(b"".join(encode(message, 0) for message in messages))

    async def next(self, kind: type[m.Message]) -> m.Message:
        async for message in self.heard:
            if isinstance(message, kind):
                return message
        raise AssertionError("not heard")


@asynccontextmanager
async def scripted() -> AsyncIterator[tuple[Scripted, Server]]:
    script = Scripted()
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            [listener] = await nursery.start(partial(trio.serve_tcp, script.serve, 0, host="127.0.0.1"))
            yield script, Server(None, (Address("127.0.0.1", listener.socket.getsockname()[1]),))
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def signed_in() -> AsyncIterator[tuple[Scripted, Session]]:
    async with scripted() as (script, server), trio.open_nursery() as nursery:
        session = Session(server, "Ann", None, plain=True)
        await nursery.start(session.run)
        await online(session)
        yield script, session
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    "push",
    [
        m.People(people=[PERSON], count=700),
        m.Chat(room="lobby", lines=[LINE]),
        m.Chat(room="table", table="t", lines=[LINE]),
        m.Invited(table=TABLE, account="b", name="Bob"),
        m.RematchState(table="t", offers=(None, True)),
        m.RematchState(table="t", made="u"),
        m.RematchState(table="t", closed="declined"),
        m.Notice(template="Back at {h}", args={"h": 9}),
        m.Frozen(table="t", template="Back at {h}", args={"h": 9}),
        m.Presence(table="t", present=(True, False), causes=("", "left"), spectators=["Cid"], watching=1),
    ],
)
async def test_a_push_is_passed_on_as_an_update(push: m.Message) -> None:
    async with signed_in() as (script, session):
        await script.say(push)

        assert await until(session, lambda found: isinstance(found, type(push))) == push


@pytest.mark.parametrize(
    ("push", "update"),
    [
        (m.PeopleDelta(changed=[PERSON], count=701), m.People(people=[PERSON], count=701)),
        (m.TablesDelta(changed=[TABLE]), m.Tables(tables=[TABLE])),
    ],
)
async def test_a_delta_becomes_a_complete_list(push: m.Message, update: Update) -> None:
    async with signed_in() as (script, session):
        await script.say(push)

        assert await until(session, lambda found: isinstance(found, type(update))) == update


async def test_a_session_answers_probes() -> None:
    async with signed_in() as (script, _session):
        await script.say(m.Probe(nonce=77))

        assert await script.next(m.Echo) == m.Echo(nonce=77)


async def test_a_session_at_a_table_soon_notices_a_server_that_stopped_answering(
    mock_clock: trio.testing.MockClock,
) -> None:
    async with signed_in() as (script, session):
        await session.watch("t")
        await script.next(m.Watch)
        script.answers = False

        for _ in range(5):
            mock_clock.jump(1)
            await trio.testing.wait_all_tasks_blocked()

        assert session.status != "online"


async def test_a_session_stays_while_anything_comes_from_the_server(mock_clock: trio.testing.MockClock) -> None:
    async with signed_in() as (script, session):
        await session.watch("t")
        await trio.testing.wait_all_tasks_blocked()
        script.answers = False

        for number in range(10):
            mock_clock.jump(1)
            await script.say(m.Probe(nonce=number))
            await script.next(m.Echo)

        assert session.status == "online"


async def test_requests_carry_their_fields() -> None:
    async with signed_in() as (script, session):
        script.replies[m.GetHistory] = history = m.History(matches=[], more=False)
        script.replies[m.GetProfile] = profile = m.Profile(account="b", name="Bob", registered=False, standings=[])

        assert await session.history("b", before=7, limit=5) == history
        assert await session.profile("b") == profile
        await session.say("table", "t", "hello")
        await session.command("t", m.Rematch, swap=False)
        table = await session.make_table("clod", {}, clock="fischer 300+5", rated=True)

        assert await script.next(m.GetHistory) == m.GetHistory(account="b", before=7, limit=5)
        said, wish, made = [await script.next(kind) for kind in (m.Say, m.Rematch, m.MakeTable)]
        assert isinstance(said, m.Say)
        assert (said.room, said.table, said.text, len(said.key)) == ("table", "t", "hello", m.KEY_BYTES)
        assert isinstance(wish, m.Rematch)
        assert not wish.swap
        assert isinstance(made, m.MakeTable)
        assert (made.clock, made.rated, table) == ("fischer 300+5", True, "t")


async def test_after_too_many_missed_events_all_are_sent() -> None:
    created = {"type": "created", "number": 1, "at": 0, "title": "", "game": "clod", "rules": 1, "options": {}}
    async with signed_in() as (script, session):
        script.replies[m.Watch] = m.Done(table="t", number=700, after=0)
        script.after_watch = [m.TableEvents(table="t", events=[created])]

        await session.watch("t", after=100)

        assert await until(session, lambda found: isinstance(found, WatchStarted)) == WatchStarted("t", 0)
        came = await until(session, lambda found: isinstance(found, NewEvents))
        assert [event.number for event in came.events] == [1]


async def test_a_watch_resumes_after_the_last_event_with_its_code() -> None:
    async with signed_in() as (script, session):
        script.replies[m.Watch] = m.Done(table="t", number=4, after=4)
        await session.watch("t", after=4, code="sesame")
        session.retry_now()
        await trio.testing.wait_all_tasks_blocked()  # the script has said its last word on this line
        await script.lines[-1].send_eof()

        again = [await script.next(m.Watch) for _ in range(2)][1]

        assert again == m.Watch(table="t", after=4, code="sesame")
        await until(session, lambda found: found == WatchStarted("t", 4))
        await until(session, lambda found: found == WatchStarted("t", 4))


async def test_a_table_that_is_watched_again_comes_from_its_beginning_and_without_late_events() -> None:
    created = {"type": "created", "number": 1, "at": 0, "title": "", "game": "clod", "rules": 1, "options": {}}
    late = m.TableEvents(table="t", events=[{"type": "ready", "number": 5, "at": 0, "player": 0}])
    async with signed_in() as (script, session):
        script.replies[m.Watch] = m.Done(table="t", number=4, after=4)
        await session.watch("t", after=4, code="sesame")
        await until(session, lambda found: isinstance(found, WatchStarted))
        script.replies[m.Watch] = m.Done(table="t", number=1, after=0)
        script.before_watch, script.after_watch = [late], [m.TableEvents(table="t", events=[created])]

        await session.watch_again("t")

        assert await until(session, lambda found: isinstance(found, WatchStarted)) == WatchStarted("t", 0)
        came = await until(session, lambda found: isinstance(found, NewEvents))
        assert [event.number for event in came.events] == [1]


async def test_events_that_are_known_are_not_passed_on() -> None:
    events = [{"type": "ready", "number": number, "at": 0, "player": 0} for number in (4, 5)]
    async with signed_in() as (script, session):
        script.replies[m.Watch] = m.Done(table="t", number=5, after=3)
        script.after_watch = [m.TableEvents(table="t", events=events)]

        await session.watch("t", after=4)

        assert await until(session, lambda found: isinstance(found, WatchStarted)) == WatchStarted("t", 4)
        came = await until(session, lambda found: isinstance(found, NewEvents))
        assert [event.number for event in came.events] == [5]


async def test_a_cancelled_connection_says_goodbye() -> None:
    async with scripted() as (script, server):
        with trio.CancelScope() as scope:
            async with connect(server, plain=True) as connection:
                await connection.sign_in("Ann")
                scope.cancel()
                await trio.lowlevel.checkpoint()

        assert await script.next(m.Bye) == m.Bye()
        assert await script.heard.receive() is None


async def test_after_its_goodbye_a_client_reads_until_the_server_closes() -> None:
    """A close with unread bytes is a reset, and on Windows a reset takes the goodbye with it."""
    async with scripted() as (script, server):
        script.after_bye = [m.Notice(template="One"), m.Notice(template="Two")]  # the second one fails after a reset
        async with connect(server, plain=True) as connection:
            await connection.sign_in("Ann")

        assert await script.next(m.Bye) == m.Bye()
        assert await script.heard.receive() is None


async def self_destructing(server: Server) -> None:
    async with connect(server, plain=True) as connection:
        await connection.sign_in("Ann")
        raise ZeroDivisionError


async def test_a_connection_without_sign_in_or_with_an_error_says_no_goodbye() -> None:
    async with scripted() as (script, server):
        async with connect(server, plain=True):
            pass
        with pytest.raises(ZeroDivisionError):
            await self_destructing(server)

        heard = [await script.heard.receive() for _ in range(5)]

        assert not [message for message in heard if isinstance(message, m.Bye)]
