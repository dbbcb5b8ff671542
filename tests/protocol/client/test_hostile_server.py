"""A session at a hostile server: bounds of all messages, of lists that grow, of logs, and addresses that it names."""

from collections.abc import Iterator
from typing import Any

import pytest
import trio
import trio.testing
from msgspec import structs

from devtools.harness.server.hostile import frame, hostile_bodies, unbounded_fields
from devtools.harness.server.serving import until
from netgame.records.lines import MAX_EVENTS
from protocol import messages as m
from protocol.address import Address, with_announced
from protocol.client import ConnectError, Server, WatchEnded
from protocol.client import session as session_module
from protocol.client.dial import dial
from protocol.client.lists import LobbyLists
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_plain
from protocol.framing import TO_CLIENT, Decoder, Malformed
from tests.protocol.client.scripted_server import CREATED, Scripted, events, online_at, push, signed_in

HOSTILE = list(hostile_bodies())


def table(number: int, account: str = "") -> m.TableInfo:
    seat = m.SeatInfo(name="x", account=account, present=True)
    return m.TableInfo(
        table=f"t{number}", title="", game="clod", rules=1, options={}, seats=(seat, None), state="open", events=1,
        made=number,
    )  # fmt: skip


def test_each_number_text_and_list_of_a_message_to_a_client_has_a_bound() -> None:
    assert list(unbounded_fields()) == []


def test_a_value_beyond_its_bound_makes_a_message_malformed() -> None:
    taken = [(tag, field) for tag, field, body in HOSTILE if is_taken(tag, body)]

    assert len(HOSTILE) > 200
    assert not taken


def is_taken(tag: str, body: dict[str, Any]) -> bool:
    try:
        [found] = Decoder(m.ToClient, TO_CLIENT).feed(frame(tag, body))
    except ProtocolError:
        return False
    return not isinstance(found.message, Malformed)


@pytest.mark.parametrize("tag", ["tables", "people", "presence", "tournaments_news", "challenges"])
async def test_a_push_beyond_its_bounds_ends_the_connection_with_one_sentence(
    tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 1e6)
    wrong = next(body for kind, _field, body in HOSTILE if kind == tag)
    hostile = Scripted({m.Watch: frame(tag, wrong)})
    async with signed_in(hostile) as ann, trio.open_nursery() as nursery:
        nursery.start_soon(ann.watch, "t")

        await until(ann, lambda _update: ann.status == "waiting")
        nursery.cancel_scope.cancel()

        assert ann.error_code == "breaks_rules"


async def test_pauses_grow_if_a_server_breaks_the_rules_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(session_module, "STABLE_AFTER_S", 0.0)
    wrong = next(body for kind, _field, body in HOSTILE if kind == "tables")
    hostile = Scripted({m.Watch: frame("tables", wrong)})
    async with signed_in(hostile) as ann, trio.open_nursery() as nursery:
        nursery.start_soon(ann.watch, "t")

        pause_s = 0.0
        while pause_s <= 4 * 0.01:
            await until(ann, lambda _update: ann.status == "waiting")
            pause_s = ann.retry_at - trio.current_time()
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("number", [2**63 - 1, 2**53, -1])
async def test_a_reply_beyond_its_bounds_is_refused_and_the_session_goes_on(number: int) -> None:
    hostile = Scripted()
    hostile.replies[m.GetVacation] = m.Vacation(left=number, days=30)
    async with signed_in(hostile) as ann:
        with pytest.raises(ConnectError) as caught:
            await ann.ask(m.GetVacation(), m.Vacation)

        assert (caught.value.code, ann.status) == ("wrong_reply", "online")


async def test_a_server_cannot_skip_the_first_events_of_a_table() -> None:
    hostile = Scripted()
    hostile.replies[m.Watch] = m.Done(table="t", number=9, after=5)
    async with signed_in(hostile) as ann:
        with pytest.raises(ConnectError) as caught:
            await ann.watch("t")

    assert caught.value.code == "breaks_rules"


async def test_a_log_longer_than_any_ends_its_watch() -> None:
    more = {"type": "ready", "number": MAX_EVENTS + 1, "at": 0, "player": 0}
    hostile = Scripted({m.Watch: events(more) + push("tables", tables=[])})
    hostile.replies[m.Watch] = m.Done(table="t", number=MAX_EVENTS, after=MAX_EVENTS)
    async with signed_in(hostile) as ann:
        await ann.watch("t", after=MAX_EVENTS)

        ended = await until(ann, lambda update: isinstance(update, WatchEnded))

        assert (ended.table, ann.status) == ("t", "online")


def seek(number: int) -> m.SeekInfo:
    return m.SeekInfo(seek=f"s{number}", account="x", name="x", since=number, games=["clod"], clocks=["none"])


def deltas() -> Iterator[m.Message]:
    for start in range(0, 8000, 500):
        numbers = range(start, start + 500)
        yield m.TablesDelta(changed=[table(number) for number in numbers])
        yield m.PeopleDelta(changed=[m.Person(account=f"p{n}", name="x", since=n) for n in numbers], count=160_000)
        yield m.SeeksDelta(changed=[seek(n) for n in numbers])


def test_lists_that_grow_by_news_keep_their_bounds_and_the_own_tables() -> None:
    lists = LobbyLists()
    lists.account = "a"
    lists.apply(m.Tables(tables=[table(-1, "a")]))

    for delta in deltas():
        lists.apply(delta)

    assert (len(lists.tables), len(lists.people), len(lists.seeks or ())) == (500, 500, 200)
    assert [lists.tables[0].table, lists.tables[-1].table] == ["t7999", "t-1"]


@pytest.mark.parametrize(
    "change",
    [{"delay": 2**63 - 1}, {"score": [0, 0, -(2**60)]}, {"clocks": [2**60, 0]}, {"options": {"size": 2**62}},
     {"title": "x" * 70_000}, {"options": {"x" * 9000: 1}}],
)  # fmt: skip
def test_an_event_with_a_number_or_text_beyond_all_bounds_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        event_from_plain({**CREATED, **change})


PRIVATE = [
    "[64:ff9b::c0a8:101]", "[2002:c0a8:101::1]",
    "127.0.0.1:22", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.1.1", "100.64.0.1", "0.0.0.0", "[::]",
    "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "printer", "nas.local", "224.0.0.1",
]  # fmt: skip


@pytest.mark.parametrize("private", PRIVATE)
def test_a_public_server_cannot_name_addresses_of_this_computer_or_its_network(private: str) -> None:
    public = Address("club.example.org")

    assert with_announced([public], [private, "8.8.8.8"]) in {
        (public, Address("8.8.8.8")), (Address("8.8.8.8"), public)
    }  # fmt: skip
    assert Address.parse(private)[0] in with_announced([Address("192.168.1.5")], [private])


@pytest.mark.parametrize("name", ["0x7f.1", "private.example.org"])
async def test_a_name_that_a_public_server_announced_is_not_dialed_if_it_leads_to_this_computer(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def resolve(host: str, port: int, **_more: Any) -> list[Any]:
        assert host == name
        return [(2, 1, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(trio.socket, "getaddrinfo", resolve)
    address = Address(name)
    with pytest.raises(ConnectError) as caught:
        await dial(Server("f" * 64, (address,), announced=frozenset((address,))), plain=True)

    assert caught.value.code == "unreachable"


async def test_a_name_that_a_public_server_announced_is_dialed_at_all_its_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found, tried = ["2a01::1", "8.8.8.8", "9.9.9.9"], list[str]()

    async def resolve(_host: str, port: int, **_more: Any) -> list[Any]:
        return [(2, 1, 6, "", (each, port)) for each in found]

    async def connect(host: str, _port: int) -> Any:
        tried.append(host)
        if host != "9.9.9.9":
            raise OSError("no way")
        return trio.testing.memory_stream_pair()[0]

    monkeypatch.setattr(trio.socket, "getaddrinfo", resolve)
    monkeypatch.setattr(trio, "open_tcp_stream", connect)
    address = Address("two.example.org")
    secure = await dial(Server("f" * 64, (address,), announced=frozenset((address,))), plain=True)

    assert (tried, secure.address) == (["8.8.8.8", "9.9.9.9"], address)


async def test_a_session_at_a_public_server_notes_what_it_announced() -> None:
    club, other = Address("club.example.org"), Address("club2.example.org")
    script = Scripted()
    welcome = script.replies[m.Hello]
    assert isinstance(welcome, m.Welcome)
    script.replies[m.Hello] = structs.replace(welcome, addresses=(str(other), "127.0.0.1:22"))

    async with online_at(Server(None, (club,)), script.dial) as ann:
        assert (set(ann.server.addresses), ann.server.announced) == ({club, other}, frozenset((other,)))
