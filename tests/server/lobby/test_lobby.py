"""Users and tables in the lobby, and the lists of tables, which cost the same however many there are."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from devtools.harness.server.serving import move_of
from netgame.games import GAMES
from protocol import messages as m
from server.lobby import presence as present
from server.lobby.lobby import Lobby
from server.lobby.presence import OnlineUsers
from server.tables.commands import Dice, User
from server.tables.table import Table

ANN, BOB = User("a", "Ann"), User("b", "Bob")


class Counted(Table):
    """A table that counts how often it is described for a list."""

    count = 0

    def info(self, *args, **more):
        Counted.count += 1
        return super().info(*args, **more)


@pytest.fixture
def lobby() -> Lobby[str]:
    return Lobby[str]()


def seated(lobby: Lobby[str], id: str, *people: User, made: int = 1000, access: str = "open") -> Table:
    """A table at which these sit, told to the lobby."""
    table = Counted(id, GAMES, Dice(random.Random(1)))
    make = m.MakeTable(key=bytes(16), game="clod", options={}, player=0, access=access)
    table.evolve(table.decide(people[0], make, made))
    for place, who in enumerate(people[1:], 1):
        table.evolve(table.decide(who, m.TakeSeat(table=id, key=bytes([place]) * 16), made))
    lobby.add(table)
    return table


def do(lobby: Lobby[str], table: Table, who: User, order: m.TableCommand) -> None:
    table.evolve(table.decide(who, structs.replace(order, table=table.id, key=b"k" * 16), 10_000))
    lobby.update(table)


def listed(lobby: Lobby[str]) -> list[m.TableInfo]:
    """Return the entries of the list that a new connection gets."""
    return [msgspec.msgpack.decode(entry, type=m.TableInfo) for entry in lobby.listing.newest_encoded()]


def enter(lobby: Lobby[str], peer: str, account: str, name: str) -> User:
    return lobby.enter(peer, User(account, name))[0]


def test_people_with_one_name_are_told_apart_until_its_owner_has_left(lobby: Lobby[str]) -> None:
    names = [enter(lobby, f"line {n}", f"account {n}", name).name for n, name in enumerate(["Ann", "ann", "Ann"])]
    long_names = [enter(lobby, account, account, "x" * 20).name for account in "ab"]
    assert names == ["Ann", "ann 2", "Ann 3"]
    assert long_names == ["x" * 20, "x" * 18 + " 2"]
    lobby.leave("line 0", "account 0")
    assert enter(lobby, "new line", "new account", "Ann").name == "Ann"


def test_the_same_account_again_takes_over_and_keeps_its_name(lobby: Lobby[str]) -> None:
    enter(lobby, "old", "a", "Ann")
    who, dismissals = lobby.enter("new", User("a", "Ann"))
    assert who.name == "Ann"
    assert [(peer, closing.code) for peer, closing in dismissals] == [("old", "replaced")]
    assert lobby.peers == ["new"]
    lobby.leave("old", "a")  # the end of a line that was taken over changes nothing
    assert lobby.is_online("a")


def test_the_presence_at_a_table_changes_when_its_players_come_and_go(lobby: Lobby[str]) -> None:
    ann = enter(lobby, "ann's", "a", "Ann")
    table = seated(lobby, "t", ann, BOB)
    told: list[m.Presence] = []
    lobby.on_presence.append(lambda id: told.append(lobby.presence(lobby.tables[id])))
    lobby.enter("bob's", BOB)
    lobby.leave("bob's", "b", "left")

    came = m.Presence(table="t", present=(True, True))
    left = m.Presence(table="t", present=(True, False), causes=("", "left"))
    assert told == [came, left]
    assert lobby.presence(table) == left


def test_players_are_no_spectators_of_their_own_table(lobby: Lobby[str]) -> None:
    table = seated(lobby, "t", enter(lobby, "ann's", "a", "Ann"), BOB)
    for name in ("Carl", "Eve"):
        enter(lobby, name, name, name)
    for peer in ("Carl", "ann's", "Eve"):
        lobby.watch(peer, "t")
    presence = lobby.presence(table)
    assert (presence.spectators, presence.watching) == (["Carl", "Eve"], 2)
    lobby.leave("Eve", "Eve")
    assert lobby.presence(table).watching == 1


def test_a_table_that_is_forgotten_leaves_nothing_behind(lobby: Lobby[str]) -> None:
    ann = enter(lobby, "ann's", "a", "Ann")
    table = seated(lobby, "t", ann)
    lobby.watch("ann's", "t")
    lobby.remove(table)
    assert lobby.tables_of("a") == ()
    assert not lobby.watchers("t")
    assert listed(lobby) == []


def test_a_change_is_told_once_and_moves_are_none_but_the_list_shows_them_and_spectators(lobby: Lobby[str]) -> None:
    changes: list[int] = []
    lobby.on_change.append(lambda: changes.append(1))
    table = seated(lobby, "t", ANN, BOB)
    [before] = listed(lobby)
    do(lobby, table, ANN, move_of(table.match))
    assert len(changes) == 1

    enter(lobby, "line", "c", "Cid")
    lobby.watch("line", "t")
    [info] = listed(lobby)
    assert info.events > before.events
    assert info.watching == 1


def test_a_list_has_a_few_of_the_youngest_that_are_open(lobby: Lobby[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.lobby.public_tables.MAX_LISTED", 3)
    tables = [seated(lobby, f"t{number}", ANN, made=number) for number in range(6)]
    do(lobby, tables[5], ANN, m.LeaveSeat(table=""))
    assert [info.table for info in listed(lobby)] == ["t4", "t3", "t2"]
    assert lobby.listing.offers(16)[1] == 5


def test_a_change_of_one_table_describes_that_table_alone(lobby: Lobby[str]) -> None:
    tables = [seated(lobby, f"t{number}", ANN, made=number) for number in range(100)]
    listed(lobby)
    Counted.count = 0
    do(lobby, tables[50], BOB, m.TakeSeat(table=""))
    listed(lobby)
    lobby.listing.offers(16)
    assert Counted.count == 1


def test_tables_to_sit_down_at_are_offered_first_and_all_are_counted(lobby: Lobby[str]) -> None:
    tables = [seated(lobby, f"t{number}", ANN, made=number) for number in range(6)]
    for number in (3, 5):
        do(lobby, tables[number], BOB, m.TakeSeat(table=""))
    seated(lobby, "hidden", ANN, made=9, access="invited")
    offered, count = lobby.listing.offers(5)
    assert [info.table for info in offered] == ["t4", "t2", "t1", "t0", "t5"]
    assert count == 6


# ---- users online: the list changes little in a crowd, and its changes add up to the list


def who(number: int, name: str = "") -> User:
    return User(f"account {number}", name or f"Person {number}", False, number)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> OnlineUsers[str]:
    monkeypatch.setattr(present, "MAX_LISTED", 3)
    return OnlineUsers()


def accounts(here: OnlineUsers[str]) -> list[str]:
    return [who.account for who in here.listed()]


def test_a_listed_user_stays_listed_and_the_next_one_takes_the_place_of_one_that_leaves(few: OnlineUsers[str]) -> None:
    for number in range(5):
        few.put(f"line {number}", who(number))
    assert accounts(few) == ["account 2", "account 1", "account 0"]
    assert len(few) == 5
    few.changes()
    few.put("line 5", who(5))
    assert few.changes() == ([], [])

    few.remove("account 1")
    assert accounts(few) == ["account 3", "account 2", "account 0"]
    assert few.changes() == ([who(3)], ["account 1"])


def test_a_thousand_people_of_one_name_are_all_told_apart_at_once() -> None:
    here = OnlineUsers[str]()
    for number in range(1000):
        here.put(f"line {number}", who(number, here.unique("Guest", f"account {number}")))
    names = {who.name for _peer, who in here.values()}
    assert len(names) == 1000
    assert {"Guest", "Guest 2", "Guest 49"} <= names


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["come", "go", "touch", "look", "tell"]), st.integers(0, 6))))
def test_a_list_of_any_moment_and_the_news_after_it_make_the_list_of_now(steps: list[tuple[str, int]]) -> None:
    here, known = OnlineUsers[str](), list[set[User]]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(present, "MAX_LISTED", 3)
        for step, number in [*steps, ("tell", 0)]:
            if step == "come":
                here.put("line", User(f"account {number}", "Name", False, len(known)))
            elif step == "go" and f"account {number}" in here:
                here.remove(f"account {number}")
            elif step == "touch":
                here.touch(f"account {number}")
            elif step == "look":
                known.append(set(here.listed()))
            elif step == "tell":
                changed, gone = here.changes()
                told = {who.account for who in changed} | set(gone)
                known = [{who for who in one if who.account not in told} | set(changed) for one in known]
    assert all(one == set(here.listed()) for one in known)
