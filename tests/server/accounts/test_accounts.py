import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from argon2 import Type, extract_parameters

from server.accounts.passwords import hash_password
from server.errors import DatabaseFailed, StoreError
from server.names import InvalidName, checked_name, numbered
from server.storage.accounts import AccountStore
from server.storage.accounts_schema import SCHEMA


def test_a_token_is_the_same_account_again_whoever_made_it(accounts: AccountStore) -> None:
    first = accounts.enter("Ann", None)
    again = accounts.enter("Anna", first.token)
    assert (first.new, again.new, again.id) == (True, False, first.id)
    assert accounts.enter("Ann", None).id != first.id
    assert accounts.enter("Ann", bytes(32)).id == accounts.enter("Ann", bytes(32)).id


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_only_hashes_of_tokens_are_stored(accounts: AccountStore, tmp_path: Path) -> None:
    token = accounts.enter("Ann", None).token
    assert not [file for file in tmp_path.iterdir() if token in file.read_bytes()]


def test_each_guess_of_a_stored_password_takes_time_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # other tests hash quickly
    cost = extract_parameters(hash_password("four green owls"))
    assert (cost.type, cost.memory_cost, cost.time_cost) == (Type.ID, 64 * 1024, 2)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Ann", "Ann"), ("  Ann   Lee ", "Ann Lee"), ("Ａｎｎ", "Ann"), ("é" * 20, "é" * 20), ("ann 2", "ann 2"),
     ("Ann\ufe0f", "Ann"), ("Al", "Al"), ("李", "李"), ("민", "민")],
)  # fmt: skip
def test_names_that_look_the_same_get_the_same_normal_form(text: str, name: str) -> None:
    assert checked_name(text) == name


BLANKS = {  # by category
    "So": "\ufffc\U0001d159", "Cf": "\U0001d173", "Mn": "\U00016fe4\u034f", "Lo": "\u115f", "Cn": "\ufff0\u0378",
    "Co": "\ue000",
}  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "a", "é", "ア", "   a   ", "x" * 21, "a\x00bc", "a\u202ebc", "a\u200b", "\u3164" * 5,
     "\u2800" * 5, "\ufe0f" * 5, "A" + "\u0301" * 6, "\u0301ab",
     *("Admin" + blank for blank in "".join(BLANKS.values()))],
)  # fmt: skip
def test_invalid_names_are_refused(text: str) -> None:
    with pytest.raises(InvalidName) as caught:
        checked_name(text)
    assert "2 to 20" in str(caught.value.text)


@pytest.mark.parametrize(
    "text",
    ["0123456789abcdef", "0123 4567 89AB CDEF", "０１２３４５６７８９ａｂｃｄｅｆ", "abcdefabcdefabcd",
     "O123456789abcdef", "0l23456789abcdef", "0123456789аbcdef", "012345678gabcdef".replace("g", "9́")],
)  # fmt: skip
def test_a_name_like_the_number_of_an_account_is_refused(text: str) -> None:
    with pytest.raises(InvalidName):
        checked_name(text)
    assert checked_name(text[:-1]) != ""
    assert checked_name("Isabella Fosadela") == "Isabella Fosadela"
    assert numbered("abcdefabcdef123", lambda name: name == "abcdefabcdef123") != "abcdefabcdef123 2"


def test_a_damaged_file_is_named_and_accounts_of_a_newer_version_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "accounts.sqlite3"
    path.write_bytes(b"nonsense " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        AccountStore(path)

    path.unlink()
    with closing(AccountStore(path)) as accounts:
        token = accounts.enter("Ann", None).token
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
        with pytest.raises(StoreError, match="newer version"):
            AccountStore(path)
        db.execute(f"PRAGMA user_version = {SCHEMA.version}")
    with closing(AccountStore(path)) as accounts:
        assert not accounts.enter("Ann", token).new


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_a_change_that_fails_in_the_middle_leaves_nothing_behind(accounts: AccountStore, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x.sqlite3")) as other:
        other.execute("CREATE TRIGGER broken BEFORE INSERT ON credentials BEGIN SELECT RAISE(ABORT, 'disk'); END")
        with pytest.raises(DatabaseFailed):
            accounts.enter("Half", None)
        other.execute("DROP TRIGGER broken")
    ann = accounts.enter("Ann", None)
    assert [known.account for known in accounts.listed(guests=True)] == [ann.id]
