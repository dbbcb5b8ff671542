"""The lists for those who come, and the news of them for everybody."""

import random
from collections.abc import AsyncIterator

import pytest
import trio
from trio.testing import MockClock

from netgame.games import GAMES
from protocol import messages as m
from protocol.client.lists import LobbyLists
from protocol.framing import TO_CLIENT, Decoder
from server.lobby.broadcast import AT_ONCE, Broadcast
from server.lobby.lobby import Lobby
from server.lobby.table_access import TableAccess
from server.lobby.table_list import ListPublisher
from server.storage.social import SocialStore
from server.tables.commands import Dice, User
from server.tables.table import Table
from tests.server.lobby.test_lobby import Counted

ANN, BOB = User("a", "Ann"), User("b", "Bob")
MANY = 10


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.lobby.table_list.SMALL_LIST", MANY - 1)


class Line:
    """A connection with its lists, and the packets that brought them."""

    def __init__(self) -> None:
        self.lists, self.packets = LobbyLists(), list[list[m.Message]]()

    def send(self, data: bytes) -> None:
        self.packets.append([frame.message for frame in Decoder(m.ToClient, TO_CLIENT).feed(data)])
        for message in self.packets[-1]:
            self.lists.apply(message)

    @property
    def tables(self) -> set[str]:
        return {info.table for info in self.lists.tables}


@pytest.fixture
def lobby() -> Lobby[Line]:
    return Lobby()


@pytest.fixture
async def lists(lobby: Lobby[Line], autojump_clock: MockClock) -> AsyncIterator[ListPublisher]:
    publisher = ListPublisher(lobby, TableAccess(SocialStore(":memory:")), Broadcast(lobby))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(publisher.run)
        yield publisher
        nursery.cancel_scope.cancel()


def come(lobby: Lobby[Line], lists: ListPublisher, user: User) -> Line:
    line = Line()
    lobby.enter(line, user)
    line.send(lists.complete(user.account))
    return line


def opened(lobby: Lobby[Line], number: int) -> Table:
    table = Counted(f"t{number}", GAMES, Dice(random.Random(1)))
    table.evolve(table.decide(BOB, m.MakeTable(key=bytes(16), game="clod", options={}, player=0), number))
    lobby.add(table)
    return table


def closed(lobby: Lobby[Line], table: Table) -> None:
    table.evolve(table.decide(BOB, m.LeaveSeat(table=table.id, key=b"1" * 16), 10_000))
    lobby.update(table)
    lobby.remove(table)


async def test_all_news_come_in_one_packet_without_those_that_are_none(
    lobby: Lobby[Line], lists: ListPublisher
) -> None:
    ann = come(lobby, lists, ANN)
    await trio.sleep(2)
    ann.packets.clear()
    come(lobby, lists, BOB)
    table = opened(lobby, 1)
    await trio.sleep(2)
    closed(lobby, table)
    await trio.sleep(2)

    kinds = [[type(message) for message in packet] for packet in ann.packets]
    assert kinds == [[m.TablesDelta, m.PeopleDelta], [m.TablesDelta]]


async def test_a_long_list_is_made_once_for_all_who_come_between_news(lobby: Lobby[Line], lists: ListPublisher) -> None:
    for number in range(MANY):
        opened(lobby, number)
    come(lobby, lists, ANN)
    made = Counted.count
    for number in range(2 * AT_ONCE):
        opened(lobby, MANY + number)
        come(lobby, lists, User(f"u{number}", f"User {number}"))
    assert Counted.count == made


async def test_a_long_list_and_the_news_after_it_make_the_list_of_now(lobby: Lobby[Line], lists: ListPublisher) -> None:
    tables = [opened(lobby, number) for number in range(MANY)]
    await trio.sleep(2)
    lines = [come(lobby, lists, ANN)]
    opened(lobby, MANY)
    closed(lobby, tables[0])
    lines.append(come(lobby, lists, BOB))
    await trio.sleep(2)
    assert [line.tables for line in lines] == [{f"t{number}" for number in range(1, MANY + 1)}] * 2


async def test_a_long_list_is_at_most_a_second_old(lobby: Lobby[Line], lists: ListPublisher) -> None:
    tables = [opened(lobby, number) for number in range(MANY)]
    await trio.sleep(2)
    before = come(lobby, lists, ANN)
    changed = tables[3]
    changed.evolve(changed.decide(ANN, m.TakeSeat(table=changed.id, key=b"2" * 16), 20_000))
    await trio.sleep(2)
    after = come(lobby, lists, User("c", "Cleo"))
    events = [{info.table: info.events for info in line.lists.tables}[changed.id] for line in (before, after)]
    assert events[0] < events[1]


async def test_a_short_list_is_of_the_moment(lobby: Lobby[Line], lists: ListPublisher) -> None:
    opened(lobby, 1)
    come(lobby, lists, ANN)
    opened(lobby, 2)
    assert come(lobby, lists, BOB).tables == {"t1", "t2"}
