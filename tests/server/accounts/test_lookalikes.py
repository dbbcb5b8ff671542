import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from devtools.harness.server.serving import raw
from protocol import messages as m
from server.app import Serving
from server.lobby import presence as present
from server.lobby.lobby import Lobby
from server.lookalikes import skeletons
from server.storage.accounts import AccountStore, NameTaken
from server.tables.commands import User

ADMINS = [
    "Аԁmіп", "Adɱin", "Aclmin", "ADMIN", "Adm1n", "AdmIn", "Adrnin", "acImin", "Ádmin", "Ad min", "Admiп", "ᗅⅾⅿⅰո",
]  # fmt: skip


async def test_a_name_that_looks_like_another_gets_a_number_and_like_a_registered_one_cannot_be_registered(
    serving: Serving,
) -> None:
    await raw(serving, name="Admin")
    line, other = await raw(serving), await raw(serving)
    assert (await other.ask(m.SignIn(name="Aclmin"))).name == "Aclmin 2"
    serving.services.accounts.add("Admin", "a hash")
    replies = [await line.ask(m.SignIn(name=name, sign_up=True, password="four old trolls dig")) for name in ADMINS]
    assert {reply.code for reply in replies} == {"name_taken"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Вова", "вова"), ("КУК", "KYK"), ("Кук", "Kyk"), ("ΝΙΝΑ", "Nina"), ("Bill", "BiII"), ("wow", "vvovv"),
        ("Jörg", "Jorg"), ("Max 2", "Max2"), ("5am", "Sam"), ("Anna", "Аппа"),
    ],
)  # fmt: skip
def test_names_that_look_alike_share_a_skeleton(one: str, other: str) -> None:
    assert skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Alicia", "Alida"), ("Clan", "Dan"), ("Nick", "Vick"), ("Anna", "Hanna"), ("Ali", "Ari")]
)
def test_names_that_look_different_share_no_skeleton(one: str, other: str) -> None:
    assert not skeletons(one) & skeletons(other)


def test_a_sign_in_compares_few_names_with_many_users_online(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(name: str) -> frozenset[str]:
        asked.append(name)
        return skeletons(name)

    monkeypatch.setattr(present, "skeletons", counted)
    lobby: Lobby[int] = Lobby()
    for number in range(500):
        lobby.enter(number, User(f"account {number}", f"Person {number}x", True))
    asked.clear()
    lobby.enter(500, User("account 500", "Newcomer", True))

    assert len(asked) <= 4


def test_a_name_is_free_when_all_lookalikes_are_offline() -> None:
    lobby: Lobby[str] = Lobby()
    lobby.enter("line", User("ann", "Ann"))
    lobby.enter("line", User("ann", "Anna"))
    lobby.enter("other line", User("bob", "Ann"))

    assert lobby.is_named("Аnn", "eve")
    lobby.leave("other line", "bob")
    assert not lobby.is_named("Аnn", "eve")
    assert lobby.is_named("anna", "eve")


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_registered_name_in_other_letters_is_only_free_for_its_owner(accounts: AccountStore) -> None:
    ann = accounts.add("Ann", "hash of Ann")
    assert accounts.is_reserved("ANN", "another")
    assert not accounts.is_reserved("ANN", ann)
    with pytest.raises(NameTaken):
        accounts.add("Аnn", "another hash")


def test_when_the_rule_has_changed_names_are_indexed_again_and_those_that_look_alike_now_keep_their_owners(
    tmp_path: Path,
) -> None:
    path = tmp_path / "accounts.sqlite3"
    with closing(AccountStore(path)) as accounts:
        accounts.add("Gustav", "a hash")
    with closing(sqlite3.connect(path)) as db, db:
        for number, name in enumerate(("Admin", "Aclmin")):
            row = (f"account {number}", name, f"hash of {name}")
            db.execute("INSERT INTO accounts (account, name, registered, password) VALUES (?, ?, 1, ?)", row)
        db.execute("UPDATE skeletons SET skeleton = 'of another rule'")
        db.execute("UPDATE skeleton_rule SET rule = 'another'")

    with closing(AccountStore(path)) as accounts:
        assert accounts.is_reserved("Gųstav", "")
        assert accounts.by_name("Admin") == ("account 0", "hash of Admin")
        assert accounts.by_name("Aclmin") == ("account 1", "hash of Aclmin")
        assert accounts.is_reserved("Adɱin", "account 0")
        aclmin = accounts.get("account 1")
        assert aclmin is not None
        assert (aclmin.name, aclmin.registered) == ("Aclmin", True)
