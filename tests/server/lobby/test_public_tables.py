"""The order of the lists, and that they cost the same however many tables there are."""

import random

import msgspec
import pytest

from devtools.harness.server.serving import move_of
from netgame.games import GAMES
from protocol import messages as m
from server.lobby.lobby import Lobby
from server.tables.commands import Dice, User
from server.tables.table import Table

ANN, BOB = User("a", "Ann"), User("b", "Bob")


class Counted(Table):
    """A table that counts how often it is described for a list."""

    count = 0

    def info(self, *args, **more):
        Counted.count += 1
        return super().info(*args, **more)


def waiting(lobby: Lobby[str], id: str, made: int, access: str = "open") -> Table:
    table = Counted(id, GAMES, Dice(random.Random(1)))
    order = m.MakeTable(key=bytes(16), game="clod", options={}, player=0, access=access)
    table.evolve(table.decide(ANN, order, made))
    lobby.add(table)
    return table


def do(lobby: Lobby[str], table: Table, who: User, order: m.TableCommand) -> None:
    table.evolve(table.decide(who, order, 10_000))
    lobby.update(table)


def start(lobby: Lobby[str], table: Table) -> None:
    do(lobby, table, BOB, m.TakeSeat(table=table.id, key=b"1" * 16))


def listed(lobby: Lobby[str]) -> list[m.TableInfo]:
    """Return the entries of the list that a new connection gets."""
    return [msgspec.msgpack.decode(entry, type=m.TableInfo) for entry in lobby.listing.newest_encoded()]


def test_a_change_of_one_table_describes_that_table_alone() -> None:
    lobby = Lobby[str]()
    tables = [waiting(lobby, f"t{number}", number) for number in range(100)]
    listed(lobby)
    Counted.count = 0

    start(lobby, tables[50])
    listed(lobby)
    lobby.listing.offers(16)

    assert Counted.count == 1


def test_a_list_shows_moves_and_spectators_of_now() -> None:
    lobby = Lobby[str]()
    table = waiting(lobby, "t", 1)
    start(lobby, table)
    before = listed(lobby)
    do(lobby, table, ANN, msgspec.structs.replace(move_of(table.match), table="t", key=b"k" * 16))
    lobby.enter("line", User("c", "Cid"))
    lobby.watch("line", "t")

    [info], [old] = listed(lobby), before

    assert info.events > old.events
    assert info.watching == 1


def test_a_list_has_the_youngest_and_ends_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.lobby.public_tables.MAX_LISTED", 3)
    lobby = Lobby[str]()
    for number in range(5):
        waiting(lobby, f"t{number}", number)

    assert [info.table for info in listed(lobby)] == ["t4", "t3", "t2"]


def test_tables_to_sit_down_at_are_offered_first_and_all_are_counted() -> None:
    lobby = Lobby[str]()
    tables = [waiting(lobby, f"t{number}", number) for number in range(6)]
    for number in (3, 5):
        start(lobby, tables[number])
    waiting(lobby, "hidden", 9, "invited")

    offered, count = lobby.listing.offers(5)

    assert [info.table for info in offered] == ["t4", "t2", "t1", "t0", "t5"]
    assert count == 6


def test_a_table_that_is_over_is_in_no_list() -> None:
    lobby = Lobby[str]()
    table = waiting(lobby, "t", 1)

    do(lobby, table, ANN, m.LeaveSeat(table="t", key=b"1" * 16))

    assert (listed(lobby), lobby.listing.offers(16)) == ([], ([], 0))
