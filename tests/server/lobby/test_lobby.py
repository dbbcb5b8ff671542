import random

import pytest
from msgspec import structs

from devtools.harness.server.serving import move_of
from netgame.games import GAMES
from protocol import messages as m
from server.lobby.lobby import Lobby
from server.tables.commands import Dice, User
from server.tables.table import Table
from tests.server.lobby.test_public_tables import listed


@pytest.fixture
def lobby() -> Lobby[str]:
    return Lobby[str]()


def seated(lobby: Lobby[str], id: str, *people: User) -> Table:
    """A table at which these sit, told to the lobby."""
    table = Table(id, GAMES, Dice(random.Random(1)))
    for place, who in enumerate(people):
        order: m.MakeTable | m.TakeSeat = m.TakeSeat(table=id, key=bytes([place]) * 16)
        if place == 0:
            order = m.MakeTable(key=bytes(16), game="clod", options={}, player=0)
        table.evolve(table.decide(who, order, 1000))
    lobby.add(table)
    return table


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
    table = seated(lobby, "t", ann, User("b", "Bob"))
    told: list[m.Presence] = []
    lobby.on_presence.append(lambda id: told.append(lobby.presence(lobby.tables[id])))

    lobby.enter("bob's", User("b", "Bob"))
    lobby.leave("bob's", "b", "left")

    came = m.Presence(table="t", present=(True, True))
    left = m.Presence(table="t", present=(True, False), causes=("", "left"))
    assert told == [came, left]
    assert lobby.presence(table) == left


def test_players_are_no_spectators_of_their_own_table(lobby: Lobby[str]) -> None:
    table = seated(lobby, "t", enter(lobby, "ann's", "a", "Ann"), User("b", "Bob"))
    for name in ("Carl", "Eve"):
        enter(lobby, name, name, name)
    for peer in ("Carl", "ann's", "Eve"):
        lobby.watch(peer, "t")

    presence = lobby.presence(table)

    assert (presence.spectators, presence.watching) == (["Carl", "Eve"], 2)


def test_a_line_that_is_gone_watches_nothing(lobby: Lobby[str]) -> None:
    ann = enter(lobby, "ann's", "a", "Ann")
    seated(lobby, "t", ann)
    lobby.watch("ann's", "t")

    lobby.leave("ann's", "a")

    assert not lobby.watchers("t")


def test_a_change_is_told_once_and_moves_are_none(lobby: Lobby[str]) -> None:
    changes: list[int] = []
    lobby.on_change.append(lambda: changes.append(1))
    ann, bob = User("a", "Ann"), User("b", "Bob")
    table = seated(lobby, "t", ann, bob)
    assert len(changes) == 1
    move = structs.replace(move_of(table.match), table="t", key=b"k" * 16)

    table.evolve(table.decide(ann, move, 1000))
    lobby.update(table)

    assert len(changes) == 1


def test_the_list_has_the_youngest_first_and_no_match_that_is_over(lobby: Lobby[str]) -> None:
    ann, bob = User("a", "Ann"), User("b", "Bob")
    seated(lobby, "first", ann)
    over = seated(lobby, "over", ann, bob)
    over.evolve(over.decide(ann, m.SendResign(table="over", key=b"r" * 16, match=True), 2000))
    lobby.update(over)

    assert [info.table for info in listed(lobby)] == ["first"]


def test_a_table_that_is_forgotten_leaves_nothing_behind(lobby: Lobby[str]) -> None:
    ann = enter(lobby, "ann's", "a", "Ann")
    table = seated(lobby, "t", ann)
    lobby.watch("ann's", "t")

    lobby.remove(table)

    assert lobby.tables_of("a") == ()
    assert not lobby.watchers("t")
    assert listed(lobby) == []
