import math
import operator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from trio.testing import MockClock

from devtools.harness.server.serving import until
from protocol import messages as m
from protocol.client import NewEvents, WatchStarted, connect
from protocol.client import session as session_module
from protocol.client.lists import LobbyLists, joined
from protocol.framing import encode
from tests.protocol.client.scripted_server import CREATED, SERVER, Scripted, events, online_at, signed_in

TABLE = m.TableInfo(
    table="t", title="", game="clod", rules=1, options={}, seats=(None, None), state="open", events=1, made=0
)
LINE = m.ChatLine(number=3, at=5, account="b", name="Bob", text="hello")
PERSON = m.Person(account="b", name="Bob", since=5)


PASSED_ON: list[m.Message] = [
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
]
COMPLETED: list[tuple[m.Message, m.Message]] = [
    (m.PeopleDelta(changed=[PERSON], count=701), m.People(people=[PERSON], count=701)),
    (m.TablesDelta(changed=[TABLE]), m.Tables(tables=[TABLE])),
]


async def test_a_push_is_passed_on_as_an_update_and_a_delta_becomes_a_complete_list() -> None:
    for push, update in [*((push, push) for push in PASSED_ON), *COMPLETED]:
        script = Scripted()
        async with signed_in(script) as session:
            await script.say(push)
            await until(session, partial(operator.eq, update))


async def test_a_session_at_a_table_soon_notices_a_server_that_stopped_answering(
    mock_clock: trio.testing.MockClock,
) -> None:
    script = Scripted()
    async with signed_in(script) as session:
        await session.watch("t")
        await script.next(m.Watch)
        script.answers = False

        for _ in range(5):
            mock_clock.jump(1)
            await trio.testing.wait_all_tasks_blocked()

        assert session.status != "online"


async def test_a_session_stays_while_anything_comes_from_the_server_and_answers_its_probes(
    mock_clock: trio.testing.MockClock,
) -> None:
    script = Scripted()
    async with signed_in(script) as session:
        await session.watch("t")
        await trio.testing.wait_all_tasks_blocked()
        script.answers = False

        for number in range(10):
            mock_clock.jump(1)
            await script.say(m.Probe(nonce=number))
            assert await script.next(m.Echo) == m.Echo(nonce=number)

        assert session.status == "online"


async def test_requests_carry_their_fields() -> None:
    script = Scripted()
    async with signed_in(script) as session:
        script.replies[m.GetHistory] = history = m.History(matches=[], more=False)
        script.replies[m.GetProfile] = profile = m.Profile(account="b", name="Bob", registered=False, standings=[])

        assert await session.history("b", before=7, limit=5) == history
        assert await session.profile("b") == profile
        await session.say("table", "t", "hello")
        await session.command("t", m.Rematch, swap=False)
        table = await session.make_table("clod", {}, clock="fischer 300+5", rated=True)

        assert await script.next(m.GetHistory) == m.GetHistory(account="b", before=7, limit=5)
        said, wish, made = [await script.next(kind) for kind in (m.Say, m.Rematch, m.MakeTable)]
        assert (said.room, said.table, said.text, len(said.key)) == ("table", "t", "hello", m.KEY_BYTES)
        assert not wish.swap
        assert (made.clock, made.rated, table) == ("fischer 300+5", True, "t")


async def test_after_too_many_missed_events_all_are_sent() -> None:
    script = Scripted({m.Watch: events(CREATED)})
    async with signed_in(script) as session:
        script.replies[m.Watch] = m.Done(table="t", number=700, after=0)
        await session.watch("t", after=100)
        assert await until(session, lambda found: isinstance(found, WatchStarted)) == WatchStarted("t", 0)
        came = await until(session, lambda found: isinstance(found, NewEvents))
        assert [event.number for event in came.events] == [1]


async def test_a_watch_resumes_after_the_last_event_with_its_code() -> None:
    script = Scripted()
    async with signed_in(script) as session:
        script.replies[m.Watch] = m.Done(table="t", number=4, after=4)
        await session.watch("t", after=4, code="sesame")
        session.retry_now()
        await trio.testing.wait_all_tasks_blocked()  # the script has said its last word on this line
        await script.lines[-1].send_eof()

        again = [await script.next(m.Watch) for _ in range(2)][1]

        assert again == m.Watch(table="t", after=4, code="sesame")
        for _ in range(2):
            await until(session, lambda found: found == WatchStarted("t", 4))


async def test_a_table_that_is_watched_again_comes_from_its_beginning_and_without_late_events() -> None:
    late = m.TableEvents(table="t", events=[{"type": "ready", "number": 5, "at": 0, "player": 0}])
    script = Scripted()
    async with signed_in(script) as session:
        script.replies[m.Watch] = m.Done(table="t", number=4, after=4)
        await session.watch("t", after=4, code="sesame")
        await until(session, lambda found: isinstance(found, WatchStarted))
        script.replies[m.Watch] = m.Done(table="t", number=1, after=0)
        script.before[m.Watch], script.after[m.Watch] = encode(late), events(CREATED)

        await session.watch_again("t")

        assert await until(session, lambda found: isinstance(found, WatchStarted)) == WatchStarted("t", 0)
        came = await until(session, lambda found: isinstance(found, NewEvents))
        assert [event.number for event in came.events] == [1]


async def test_events_that_are_known_are_not_passed_on() -> None:
    ready = [{"type": "ready", "number": number, "at": 0, "player": 0} for number in (4, 5, 6)]
    script = Scripted({m.Watch: events(*ready[:2]) * 3 + events(ready[2])})
    async with signed_in(script) as session:
        script.replies[m.Watch] = m.Done(table="t", number=5, after=3)

        await session.watch("t", after=4)

        assert await until(session, lambda found: isinstance(found, WatchStarted)) == WatchStarted("t", 4)
        came = [await until(session, lambda found: isinstance(found, NewEvents)) for _ in range(2)]
        assert [[event.number for event in update.events] for update in came] == [[5], [6]]


async def test_a_command_that_may_be_on_disk_is_sent_again_until_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "UNCONFIRMED_PAUSE_S", 0.01)
    script = Scripted()
    script.replies[m.LeaveSeat] = m.Refused(code=session_module.UNCONFIRMED, template="Nobody knows")
    async with signed_in(script) as session, trio.open_nursery() as nursery:
        nursery.start_soon(session.command, "t", m.LeaveSeat)
        first = await script.next(m.LeaveSeat)
        del script.replies[m.LeaveSeat]

        assert await script.next(m.LeaveSeat) == first


@pytest.mark.parametrize("is_cancelled", [True, False])
async def test_a_client_says_goodbye_and_if_it_is_not_cancelled_it_reads_until_the_server_closes(
    is_cancelled: bool,
) -> None:
    """A close with unread bytes is a reset, and on Windows a reset takes the goodbye with it."""
    script = Scripted({m.Bye: encode(m.Notice(template="One"))})
    with trio.CancelScope() as scope:
        async with connect(SERVER, plain=True, dial=script.dial) as connection:
            await connection.sign_in("Ann")
            if is_cancelled:
                scope.cancel()
                await trio.lowlevel.checkpoint()

    assert await script.next(m.Bye) == m.Bye()
    assert await script.heard.receive() is None
    assert is_cancelled or not script.was_cut_off


async def test_a_connection_without_sign_in_or_with_an_error_says_no_goodbye() -> None:
    script = Scripted()
    async with connect(SERVER, plain=True, dial=script.dial):
        pass
    with suppress(ZeroDivisionError):
        async with connect(SERVER, plain=True, dial=script.dial) as connection:
            await connection.sign_in("Ann")
            raise ZeroDivisionError

    assert [type(await script.heard.receive()) for _ in range(5)].count(m.Bye) == 0


def person(account: str, since: int, table: str = "") -> m.Person:
    return m.Person(account=account, name=account.title(), since=since, table=table)


def table(name: str, made: int, title: str = "") -> m.TableInfo:
    return m.TableInfo(
        table=name, title=title, game="clod", rules=1, options={}, seats=(None, None), state="open", events=1, made=made
    )


def test_a_delta_changes_the_last_list() -> None:
    lists = LobbyLists()
    lists.apply(m.People(people=[person("bob", 2), person("ann", 1)], count=2))
    update = lists.apply(m.PeopleDelta(changed=[person("eve", 3), person("ann", 1, "t")], gone=["bob"], count=2))
    assert update == m.People(people=[person("eve", 3), person("ann", 1, "t")], count=2)


def test_a_delta_may_repeat_known_and_remove_unknown_entries_and_the_newest_tables_come_first() -> None:
    lists = LobbyLists()
    lists.apply(m.Tables(tables=[table("b", 2)]))
    changed = [table("a", 1), table("c", 3), table("b", 2, "new title")]
    for _time in range(2):
        update = lists.apply(m.TablesDelta(changed=changed, gone=["z"]))
        assert update == m.Tables(tables=[table("c", 3), table("b", 2, "new title"), table("a", 1)])


def test_a_complete_list_replaces_the_last_one_and_other_pushes_change_none() -> None:
    lists = LobbyLists()
    lists.apply(m.Tables(tables=[table("a", 1)]))
    assert lists.apply(m.Pong()) is None
    assert lists.apply(m.Tables(tables=[])) == m.Tables(tables=[])


def test_lines_of_the_lobby_that_come_again_are_kept_once() -> None:
    first, second = (m.ChatLine(number=n, at=n, account="ann", name="Ann", text="Hello") for n in (1, 2))
    lists = LobbyLists()
    lists.apply(m.Chat(room="lobby", table="", lines=[first]))
    lists.apply(m.Chat(room="lobby", table="", lines=[first, second]))
    lists.apply(m.Chat(room="table", table="t", lines=[m.ChatLine(number=3, at=3, account="", name="", text="")]))
    assert lists.lines == [first, second]


def test_a_line_that_comes_after_the_next_one_is_in_its_place() -> None:
    first, second, third = (m.ChatLine(number=n, at=n, account="ann", name="Ann", text="Hello") for n in (1, 2, 3))
    lists = LobbyLists()
    for line in (first, third, second):
        lists.apply(m.Chat(room="lobby", lines=[line]))
    assert lists.lines == [first, second, third]
    assert joined([second], [first], most=1) == [second]


class SlowLine(Scripted):
    """A server whose answers to `Watch` come late, each with an event, and whose line breaks after some."""

    delay_s, breaks_after = 0.0, math.inf

    async def _take(self, stream: Any, message: m.Message, id: int) -> None:
        if isinstance(message, m.Watch):
            await trio.sleep(self.delay_s)
            self.breaks_after -= 1
            if self.breaks_after < 0:
                self.breaks_after = math.inf
                await stream.aclose()
                return
        await super()._take(stream, message, id)


async def test_many_tables_on_a_slow_line_are_watched_again(autojump_clock: MockClock) -> None:
    server = SlowLine()
    async with online_at(SERVER, server.dial, bytes(32)) as session:
        for number in range(5):
            await session.watch(f"t{number}")
        server.delay_s = 4
        await server.lines[-1].aclose()
        with trio.fail_after(100):
            while len(server.lines) < 2 or session.status != "online":
                await trio.sleep(1)

        assert len(server.lines) == 2


async def test_events_that_came_before_a_line_broke_are_not_sent_again(autojump_clock: MockClock) -> None:
    server = SlowLine()
    async with online_at(SERVER, server.dial, bytes(32)) as session:
        for table in ("t", "u"):
            await session.watch(table)
        server.after[m.Watch] = events(CREATED)
        server.breaks_after = 1
        await server.lines[-1].aclose()
        with trio.fail_after(100):
            while len(server.lines) < 3 or session.status != "online":
                await trio.sleep(1)

        assert [asked.after for asked in server.asked if isinstance(asked, m.Watch) and asked.table == "t"] == [0, 0, 1]
