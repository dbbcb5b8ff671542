from protocol import messages as m
from protocol.client.lists import LobbyLists


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
