"""One person: their data as a file, another name, and deletion, while the server runs and while it is stopped."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from protocol import messages as m
from protocol.client import Session
from server.accounts.passwords import hash_password
from server.admin.personal_export import export_person, person_of
from server.admin.verify import verify
from server.app import Serving
from server.cli.main import main
from server.storage.accounts import DELETED, Vacation
from server.storage.conditional import StoredLines
from server.storage.notices import News
from tests import PATIENCE_S
from tests.server.admin.personal_parts import TABLES
from tests.server.serving import Raw, dial, known, new_key, online, order, raw, running, running_on_loopback, until
from tests.systems import is_private

NAME, WORDS, LABEL, OTHER = "Carolina", "I wrote these words", "Carolina's laptop", "Dorothea"
PASSWORD = "correct horse battery"
ADDRESSES = "bob@example.org", "person@example.org"


async def typed(*words: str, data: Path) -> int:
    """Run a command in a thread, while the server runs, and return the exit code."""
    return await trio.to_thread.run_sync(partial(main, [*words, "--data", str(data)]))


class Person:
    """A registered user of whom every table of the databases has something, and who plays a match with Bob."""

    def __init__(self, account: str, line: Raw, bob: Raw, table: str) -> None:
        self.account, self.line, self.bob, self.table = account, line, bob, table


async def person_at(serving: Serving) -> Person:
    """Let the person do everything that the server stores."""
    accounts, social = serving.services.accounts, serving.services.social
    hash = hash_password(PASSWORD)
    ids = {name: await accounts.in_thread(accounts.add, name, hash, 1) for name in (NAME, "Bob", "Eve")}
    account = ids[NAME]
    lines: dict[str, Raw] = {}
    for name in (NAME, "Bob", "Eve"):
        lines[name] = await raw(serving)
        assert isinstance(
            await lines[name].ask(m.SignIn(name=name, password=PASSWORD, label=LABEL if name == NAME else "")),
            m.SignedIn,
        )
    line, bob, eve = lines.values()

    # two matches with Bob, a rated one that is over and one that goes on; a table that waits
    for rated in (True, False):
        made = await line.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0, rated=rated))
        await bob.ask(m.TakeSeat(table=made.table, key=new_key()))
        for each in (line, bob):
            await each.ask(m.Watch(table=made.table))
        for each in (line, bob, line, bob):  # the one who is not to move is refused
            await each.ask(order(serving, made.table))
        if rated:
            await bob.ask(m.SendResign(table=made.table, key=new_key(), match=True))
        table = made.table
    waiting = await line.ask(m.MakeTable(key=new_key(), game="clod", options={}, access="invited"))
    invited = await bob.ask(m.MakeTable(key=new_key(), game="clod", options={}, access="invited"))
    await bob.ask(m.Invite(table=invited.table, key=new_key(), account=account))
    await line.ask(m.Watch(table=waiting.table))

    for say in (
        m.Say(room="lobby", key=new_key(), text=WORDS),
        m.Say(room="table", table=table, key=new_key(), text=WORDS),
        m.Say(room="direct", account=ids["Bob"], key=new_key(), text=WORDS),
    ):
        assert isinstance(await line.ask(say), m.Done)
    for by, about in ((line, ids["Bob"]), (bob, account), (eve, ids["Bob"])):
        assert isinstance(
            await by.ask(m.Report(key=new_key(), account=about, text=WORDS if by is line else "see")), m.Done
        )
    for by, about in ((line, ids["Bob"]), (bob, account)):
        order_of = m.Challenge(key=new_key(), account=about, terms=m.GameTerms(game="clod"))
        assert isinstance(await by.ask(order_of), m.Done)
    cup = await line.ask(m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={}))
    for each in (line, bob):
        entered = await each.ask(m.EnterTournament(tournament=cup.table, key=new_key()))
        assert isinstance(entered, m.Done), entered
    await social.in_thread(social.relate, account, ids["Bob"], "follow", 5)
    await social.in_thread(social.relate, ids["Eve"], account, "block", 5)
    kept = StoredLines(account, 9, bytes(16), (("a1", "b2"),))
    await social.in_thread(social.set_conditional_moves, table, kept)
    await accounts.in_thread(accounts.change_vacation, account, lambda _before: Vacation(2026, 3, 5))
    await accounts.in_thread(accounts.add_measure, 5, account, "kick", ids["Eve"], None, "")
    await accounts.in_thread(accounts.add_measure, 5, "operator", "ban", account, 0, "")
    await accounts.in_thread(accounts.ban_address, "192.0.2.7", 0, "", account)
    for member, opponent in ((account, ids["Bob"]), (ids["Bob"], account)):
        await accounts.in_thread(accounts.offer_address, member, ADDRESSES[member == account], bytes(32), 10)
        await accounts.in_thread(accounts.confirm_address, member, bytes(32), 5)
        news = [News("turn t 5", "turn", "Clod", opponent)]
        await accounts.in_thread(partial(accounts.tell, member, news, 10**9, ["mail"], gap_ms=0, a_day=9))
    await serving.services.projection.up_to_now()
    assert await social.in_thread(social.rating, account, "clod")
    return Person(account, line, bob, table)


@asynccontextmanager
async def stored_person(data: Path) -> AsyncIterator[tuple[Serving, Person]]:
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(data) as serving:
            yield serving, await person_at(serving)


def rows_with(folder: Path, *texts: str) -> dict[str, set[str]]:
    """Return the tables of each database that have one of these texts in any column."""
    found: dict[str, set[str]] = {}
    for name in TABLES:
        with closing(sqlite3.connect(folder / name)) as db:
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                for row in db.execute(f"SELECT * FROM {table}"):
                    if any(text.encode() in as_bytes(value) for value in row for text in texts):
                        found.setdefault(name, set()).add(table)
    return found


def as_bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


def files_with(folder: Path, *texts: str) -> set[str]:
    """Return the files of a folder in which one of these texts is anywhere."""
    return {
        path.name
        for path in folder.iterdir()
        if path.is_file() and any(text.encode() in path.read_bytes() for text in texts)
    }


def names_at(tables: list[m.TableInfo]) -> set[str]:
    return {seat.name for table in tables for seat in table.seats if seat is not None}


# ---- what is stored


def test_every_table_of_the_databases_is_exported_or_has_a_reason(tmp_path: Path) -> None:
    from tests.server.stored import folder_of

    folder = folder_of(tmp_path / "data")
    for name, tables in TABLES.items():
        with closing(sqlite3.connect(folder / name)) as db:
            found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            assert {"alembic_version", *(table for (table,) in found)} == set(tables)  # a migration makes it


@pytest.mark.slow
async def test_an_export_has_something_of_every_table_that_names_the_person(tmp_path: Path) -> None:
    async with stored_person(tmp_path) as (_serving, person):
        found = rows_with(tmp_path, person.account, NAME)
        exported = person_of(tmp_path, person.account)

    parts = {
        part for tables in TABLES.values() for listed in tables.values() if isinstance(listed, tuple) for part in listed
    }
    assert set(exported) == parts
    assert {part for part in parts if not exported[part]} == set()
    for name, tables in found.items():
        for table in tables:
            assert table == "skeletons" or isinstance(TABLES[name][table], tuple)


@pytest.mark.slow
async def test_an_export_has_no_secret_and_no_reporter(tmp_path: Path) -> None:
    async with stored_person(tmp_path / "data") as (_serving, person):
        assert await typed("user", "export", NAME, str(tmp_path / "c.json"), data=tmp_path / "data") == 0
        assert await typed("user", "export", NAME, str(tmp_path / "c.json"), data=tmp_path / "data") == 1
    written = json.loads((tmp_path / "c.json").read_text())

    assert is_private(tmp_path / "c.json")
    assert written["account"]["name"] == NAME
    assert "argon2" not in (tmp_path / "c.json").read_text()
    assert set(written["reports_about"][0]) == {"at", "table", "lines"}
    assert written["account"]["account"] == person.account


@pytest.mark.slow
async def test_a_stopped_server_has_the_same_export(tmp_path: Path) -> None:
    async with stored_person(tmp_path / "data") as (_serving, person):
        while_running = person_of(tmp_path / "data", person.account)
    export_person(tmp_path / "data", NAME, tmp_path / "c.json")

    stopped = json.loads((tmp_path / "c.json").read_text())
    changing = ("records",)  # stopping the server pauses what is in play
    assert {k: v for k, v in stopped.items() if k not in changing} == {
        k: v for k, v in json.loads(json.dumps(while_running)).items() if k not in changing
    }


async def test_guests_of_the_same_name_are_exported_by_their_accounts(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path / "data") as serving:
        accounts = serving.services.accounts
        for token in (b"a", b"b"):
            guest = await accounts.in_thread(accounts.enter, "Guest", token * 32)
        for name in ("Guest", "Stranger", "../Guest"):
            assert await typed("user", "export", name, str(tmp_path / "g.json"), data=tmp_path / "data") == 1
        assert await typed("user", "export", guest.id, str(tmp_path / "g.json"), data=tmp_path / "data") == 0

    assert json.loads((tmp_path / "g.json").read_text())["account"]["account"] == guest.id


# ---- another name


@pytest.mark.slow
async def test_a_new_name_reaches_everybody_who_is_connected(tmp_path: Path) -> None:
    async with stored_person(tmp_path) as (_serving, person):
        assert await typed("user", "rename", NAME, OTHER, data=tmp_path) == 0

        closing = next(each for each in await person.line.rest() if isinstance(each, m.Closing))
        again = await raw(_serving)
        signed_in = await again.ask(m.SignIn(name=OTHER, password=PASSWORD))
        people = await person.bob.people(lambda people: any(each.name == OTHER for each in people))
        tables = await person.bob.tables(
            lambda tables: any(seat and seat.name == OTHER for t in tables for seat in t.seats)
        )

    assert closing.code == "renamed"
    assert signed_in.account == person.account
    assert NAME not in {each.name for each in people}
    assert NAME not in names_at(tables)


@pytest.mark.slow
@pytest.mark.parametrize("running_server", [True, False])
async def test_a_new_name_replaces_the_old_one_everywhere(tmp_path: Path, running_server: bool) -> None:
    async with stored_person(tmp_path) as (_serving, _person):
        if running_server:
            assert await typed("user", "rename", NAME, OTHER, data=tmp_path) == 0
    if not running_server:
        assert await typed("user", "rename", NAME, OTHER, data=tmp_path) == 0

    left = rows_with(tmp_path, NAME)
    assert left == {"accounts.sqlite3": {"credentials"}}  # the label of a computer
    assert rows_with(tmp_path, OTHER)["games.sqlite3"] == {"events"}
    assert verify(tmp_path).findings == []


@pytest.mark.slow
async def test_a_name_of_another_user_and_the_name_of_a_guest_are_refused(tmp_path: Path, capsys: Any) -> None:
    with trio.fail_after(PATIENCE_S):
        async with running(tmp_path) as serving:
            accounts = serving.services.accounts
            for name in (NAME, "Bob"):
                await accounts.in_thread(accounts.add, name, "hash", 1)
            guest = await raw(serving, name="Guest")
            assert await typed("user", "rename", NAME, "b0b", data=tmp_path) == 1
            assert await typed("user", "rename", NAME, "x", data=tmp_path) == 1
            assert await typed("user", "rename", "Guest", OTHER, data=tmp_path) == 1
            assert isinstance(await guest.ask(m.Ping()), m.Pong)


@pytest.mark.slow
async def test_a_program_comes_back_with_the_new_name_by_itself(tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with running(tmp_path) as serving, trio.open_nursery() as nursery:
            session = Session(known(serving), NAME, None, plain=True, dial=dial)
            nursery.start_soon(session.run)
            await online(session)
            assert session.signed_in is not None
            accounts = serving.services.accounts
            await accounts.in_thread(accounts.register, session.signed_in.account, NAME, "hash")

            assert await typed("user", "rename", NAME, OTHER, data=tmp_path) == 0

            await until(session, lambda _update: session.signed_in is not None and session.signed_in.name == OTHER)
            nursery.cancel_scope.cancel()


# ---- deletion


@pytest.mark.slow
@pytest.mark.parametrize("running_server", [True, False])
async def test_nothing_that_names_a_deleted_person_remains_in_the_folder(tmp_path: Path, running_server: bool) -> None:
    async with stored_person(tmp_path) as (_serving, person):
        if running_server:
            assert await typed("user", "delete", NAME, "--yes", data=tmp_path) == 0
            assert rows_with(tmp_path, NAME, WORDS, LABEL) == {}
    if not running_server:
        assert await typed("user", "delete", NAME, "--yes", data=tmp_path) == 0

    assert rows_with(tmp_path, NAME, WORDS) == {}
    assert files_with(tmp_path, NAME, WORDS, ADDRESSES[True]) == set()
    exported = person_of(tmp_path, person.account)
    assert exported["account"]["name"] == DELETED
    kept = {
        "account",
        "chat",
        "direct_messages",
        "matches",
        "records",
        "reports_by",
        "lines_in_reports",
        "measures_by",
        "tournaments",
    }
    assert {part for part, value in exported.items() if value} == kept
    assert verify(tmp_path).findings == []


@pytest.mark.slow
async def test_a_deleted_user_is_disconnected_resigns_and_comes_back_as_nobody(tmp_path: Path) -> None:
    async with stored_person(tmp_path) as (serving, person):
        assert await typed("user", "delete", NAME, "--yes", data=tmp_path) == 0

        closing = next(each for each in await person.line.rest() if isinstance(each, m.Closing))
        match = serving.match(person.table)
        assert match is not None
        assert match.ended is not None
        ended = (match.ended.reason, match.ended.winner)
        history = await person.bob.ask(m.GetHistory(account=person.account, limit=10))
        line = await raw(serving)
        refused = await line.ask(m.SignIn(name=NAME, password=PASSWORD))

    assert closing.code == "revoked"
    assert ended == ("resigned", 1)
    assert {name for each in history.matches for name in each.names} == {DELETED, "Bob"}
    assert refused.code == "bad_password"


@pytest.mark.slow
async def test_deleting_again_changes_nothing(tmp_path: Path) -> None:
    async with stored_person(tmp_path) as (_serving, person):
        pass
    for name in (NAME, person.account):
        assert await typed("user", "delete", name, "--yes", data=tmp_path) == 0
    assert await typed("user", "delete", NAME, "--yes", data=tmp_path) == 1
    assert verify(tmp_path).findings == []


@pytest.mark.slow
async def test_a_deletion_needs_a_yes(tmp_path: Path, capsys: Any) -> None:
    async with stored_person(tmp_path) as (_serving, _person):
        pass
    assert await typed("user", "delete", NAME, data=tmp_path) == 1
    assert "accounts.sqlite3" in rows_with(tmp_path, NAME)
