"""Users online: the list changes little in a crowd, and its changes add up to the list."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.lobby import presence as present
from server.lobby.presence import OnlineUsers
from server.tables.commands import User


def who(number: int, name: str = "") -> User:
    return User(f"account {number}", name or f"Person {number}", False, number)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> OnlineUsers[str]:
    monkeypatch.setattr(present, "MAX_LISTED", 3)
    return OnlineUsers()


def accounts(here: OnlineUsers[str]) -> list[str]:
    return [who.account for who in here.listed()]


def test_a_listed_user_stays_listed_while_others_come_and_the_next_takes_the_place_of_one_that_leaves(
    few: OnlineUsers[str],
) -> None:
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
