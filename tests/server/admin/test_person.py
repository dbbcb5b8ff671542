"""One person: their data as a file, another name, and deletion, while the server runs and while it is stopped."""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec import structs

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import Raw, dial, known, new_key, online, order, raw, running, until
from devtools.harness.systems import is_private
from netgame.match.events import Ended
from protocol import messages as m
from protocol.client import Session
from protocol.event_codec import event_from_bytes
from server.accounts.passwords import hash_password
from server.admin.personal_export import person_of
from server.admin.verify import verify
from server.app import Serving
from server.storage.accounts import DELETED, AccountStore, Vacation
from server.storage.conditional import StoredLines
from server.storage.data_folder import ACCOUNTS_FILE
from server.storage.notices import News
from tests.server.admin.conftest import here, typed
from tests.server.admin.personal_parts import TABLES
from tests.server.stored import folder_of

NAME, WORDS, LABEL, OTHER = "Carolina", "I wrote these words", "Carolina's laptop", "Dorothea"
PASSWORD = "correct horse battery"
ADDRESSES = "bob@example.org", "person@example.org"


@dataclass(frozen=True)
class Person:
    """A registered user of whom every table of the databases has something, and who plays a match with Bob."""

    account: str
    line: Raw
    bob: Raw
    table: str


async def do(line: Raw, *orders: m.Message) -> None:
    for each in orders:
        assert isinstance(await line.ask(each), m.Done)


async def person_at(serving: Serving) -> Person:
    """Let the person do everything that the server stores."""
    accounts, social = serving.services.accounts, serving.services.social
    hash = hash_password(PASSWORD)
    lines: dict[str, Raw] = {}
    for name in (NAME, "Bob", "Eve"):
        id = await accounts.in_thread(accounts.add, name, hash, 1)
        lines[id] = await raw(serving)
        sign_in = m.SignIn(name=name, password=PASSWORD, label=LABEL if name == NAME else "")
        assert isinstance(await lines[id].ask(sign_in), m.SignedIn)
    (account, bobs, eves), (line, bob, eve) = lines.keys(), lines.values()

    # two matches with Bob, a rated one that is over and one that goes on; a table that waits
    for rated in (True, False):
        made = await line.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0, rated=rated))
        table = made.table
        await do(bob, m.TakeSeat(table=table, key=new_key()))
        for each in (line, bob):
            await do(each, m.Watch(table=table))
        for each in (line, bob, line, bob):  # the one who is not to move is refused
            await each.ask(order(serving, table))
        if rated:
            await do(bob, m.SendResign(table=table, key=new_key(), match=True))
    invitation = m.MakeTable(key=new_key(), game="clod", options={}, access="invited")
    waiting, invited = [(await each.ask(structs.replace(invitation, key=new_key()))).table for each in (line, bob)]
    cup = await line.ask(m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={}))
    terms = m.GameTerms(game="clod")
    await do(
        line,
        m.Watch(table=waiting),
        m.Say(room="lobby", key=new_key(), text=WORDS),
        m.Say(room="table", table=table, key=new_key(), text=WORDS),
        m.Say(room="direct", account=bobs, key=new_key(), text=WORDS),
        m.Report(key=new_key(), account=bobs, text=WORDS),
        m.Challenge(key=new_key(), account=bobs, terms=terms),
        m.EnterTournament(tournament=cup.table, key=new_key()),
    )
    await do(
        bob,
        m.Invite(table=invited, key=new_key(), account=account),
        m.Report(key=new_key(), account=account, text="see"),
        m.Challenge(key=new_key(), account=account, terms=terms),
        m.EnterTournament(tournament=cup.table, key=new_key()),
    )
    await do(eve, m.Report(key=new_key(), account=bobs, text="see"))

    await social.in_thread(social.relate, account, bobs, "follow", 5)
    await social.in_thread(social.relate, eves, account, "block", 5)
    await social.in_thread(social.set_conditional_moves, table, StoredLines(account, 9, bytes(16), (("a1", "b2"),)))
    await accounts.in_thread(accounts.change_vacation, account, lambda _before: Vacation(2026, 3, 5))
    await accounts.in_thread(accounts.add_measure, 5, account, "kick", eves, None, "")
    await accounts.in_thread(accounts.add_measure, 5, "operator", "ban", account, 0, "")
    await accounts.in_thread(accounts.ban_address, "192.0.2.7", 0, "", account)
    for member, opponent in ((account, bobs), (bobs, account)):
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
        async with running(data, on_disk=True) as serving:
            yield serving, await person_at(serving)


def rows_with(folder: Path, *texts: str) -> dict[str, set[str]]:
    """Return the tables of each database that have one of these texts in any column."""
    found: dict[str, set[str]] = {}
    for name in TABLES:
        with closing(sqlite3.connect(folder / name)) as db:
            db.text_factory = bytes
            for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                rows = db.execute(f"SELECT * FROM {table.decode()}")
                values = [value for row in rows for value in row if isinstance(value, bytes)]
                if any(text.encode() in value for value in values for text in texts):
                    found.setdefault(name, set()).add(table.decode())
    return found


@dataclass(frozen=True)
class Stored:
    """The data of a person in the folder of a server."""

    folder: Path
    account: str
    tables: dict[str, set[str]]  # that name the person, of each database
    exported: dict[str, Any]  # while the server ran


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    folder = tmp_path_factory.mktemp("person") / "data"

    async def store() -> Stored:
        async with stored_person(folder) as (_serving, person):
            tables = rows_with(folder, person.account, NAME)
            return Stored(folder, person.account, tables, person_of(folder, person.account))

    with pytest.MonkeyPatch.context() as cheap:
        cheap.setattr("server.accounts.passwords.MEMORY_KIB", 64)
        return trio.run(store)


@pytest.fixture
def stopped(stored: Stored, tmp_path: Path) -> Path:
    """The folder of a server that has stopped, with everything of the person."""
    return shutil.copytree(stored.folder, tmp_path / "stopped")


def test_every_table_of_the_databases_is_exported_or_has_a_reason_and_one_that_names_the_person_is(
    stored: Stored,
) -> None:
    for name, tables in TABLES.items():
        with closing(sqlite3.connect(stored.folder / name)) as db:
            found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            assert {"alembic_version", *(table for (table,) in found)} == set(tables)  # a migration makes it

    listed = [parts for tables in TABLES.values() for parts in tables.values()]
    parts = {part for each in listed if isinstance(each, tuple) for part in each}
    assert set(stored.exported) == parts
    assert {part for part in parts if not stored.exported[part]} == set()
    for name, tables in stored.tables.items():
        for table in tables:
            assert table == "skeletons" or isinstance(TABLES[name][table], tuple)


def test_an_export_has_no_secret_and_no_reporter_and_no_file_has_a_password(stored: Stored, tmp_path: Path) -> None:
    file = tmp_path / "c.json"
    assert [here("user", "export", NAME, str(file), data=stored.folder) for _ in range(2)] == [0, 1]
    written = json.loads(file.read_text())

    assert is_private(file)
    assert written["account"]["name"] == NAME
    assert "argon2" not in file.read_text()
    assert not [path for path in stored.folder.iterdir() if path.is_file() and PASSWORD.encode() in path.read_bytes()]
    assert set(written["reports_about"][0]) == {"at", "table", "lines"}
    assert written["account"]["account"] == stored.account
    running = json.loads(json.dumps(stored.exported))
    assert written | {"records": []} == running | {"records": []}  # stopping the server pauses what is in play


def test_guests_of_the_same_name_are_exported_by_their_accounts(tmp_path: Path) -> None:
    data, file = folder_of(tmp_path / "data"), tmp_path / "g.json"
    with closing(AccountStore(data / ACCOUNTS_FILE)) as accounts:
        guest, _other = [accounts.enter("Guest", token * 32) for token in (b"x", b"y")]
    for name, code in (("Guest", 3), ("Stranger", 1), ("../Guest", 1)):
        assert here("user", "export", name, str(file), data=data) == code
    assert here("user", "export", "--account", guest.id, str(file), data=data) == 0
    assert json.loads(file.read_text())["account"]["account"] == guest.id


def check_renamed(folder: Path) -> None:
    assert rows_with(folder, NAME) == {"accounts.sqlite3": {"credentials"}}  # the label of a computer
    assert rows_with(folder, OTHER)["games.sqlite3"] == {"events"}
    assert verify(folder).findings == []


@pytest.mark.slow
async def test_a_new_name_reaches_everybody_who_is_connected_and_replaces_the_old_one(tmp_path: Path) -> None:
    async with stored_person(tmp_path) as (serving, person):
        assert await typed("user", "rename", NAME, OTHER, data=tmp_path) == 0

        closing = next(each for each in await person.line.rest() if isinstance(each, m.Closing))
        signed_in = await (await raw(serving)).ask(m.SignIn(name=OTHER, password=PASSWORD))
        people = await person.bob.people(lambda people: any(each.name == OTHER for each in people))
        tables = await person.bob.tables(
            lambda tables: any(seat and seat.name == OTHER for t in tables for seat in t.seats)
        )

    assert closing.code == "renamed"
    assert signed_in.account == person.account
    assert NAME not in {each.name for each in people}
    assert NAME not in {seat.name for table in tables for seat in table.seats if seat is not None}
    check_renamed(tmp_path)


def test_a_person_is_renamed_while_the_server_is_stopped(stopped: Path) -> None:
    assert here("user", "rename", NAME, OTHER, data=stopped) == 0
    check_renamed(stopped)


@pytest.mark.slow
async def test_a_name_of_another_user_and_the_name_of_a_guest_are_refused(serving: Serving, tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        accounts = serving.services.accounts
        for name in (NAME, "Bob"):
            await accounts.in_thread(accounts.add, name, "hash", 1)
        guest = await raw(serving, name="Guest")
        for before, after in ((NAME, "b0b"), (NAME, "x"), ("Guest", OTHER)):
            assert await typed("user", "rename", before, after, data=tmp_path) == 1
        assert isinstance(await guest.ask(m.Ping()), m.Pong)


@pytest.mark.slow
async def test_a_program_comes_back_with_the_new_name_by_itself(serving: Serving, tmp_path: Path) -> None:
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            session = Session(known(serving), NAME, None, plain=True, dial=dial)
            nursery.start_soon(session.run)
            await online(session)
            assert session.signed_in is not None
            accounts = serving.services.accounts
            await accounts.in_thread(accounts.register, session.signed_in.account, NAME, "hash")

            assert await typed("user", "rename", NAME, OTHER, data=tmp_path) == 0

            await until(session, lambda _update: session.signed_in is not None and session.signed_in.name == OTHER)
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("what", "ends"), [("rename", False), ("delete", True)])
async def test_a_table_made_meanwhile_has_the_new_name_too(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, what: str, ends: bool
) -> None:
    services, tables = serving.services, list[str]()
    for name in (NAME, "Bob"):
        services.accounts.add(name, hash_password(PASSWORD), 1)
    person, bob = await raw(serving), await raw(serving)
    await person.ask(m.SignIn(name=NAME, password=PASSWORD))
    bobs = (await bob.ask(m.SignIn(name="Bob", password=PASSWORD))).account
    await person.ask(m.Challenge(key=new_key(), account=bobs, terms=m.GameTerms(game="clod")))
    challenge = (await bob.push(m.ChallengeChanged)).challenge.challenge
    really = services.store.replace

    async def replace(found: Any) -> None:
        await really(found)
        if not tables:
            tables.append((await bob.ask(m.AnswerChallenge(challenge=challenge, accept=True))).table)

    monkeypatch.setattr(services.store, "replace", replace)
    await services.account_operations.operations[f"user.{what}"]({"name": NAME, "to": OTHER})

    rows = await services.store.read(tables[0])
    assert [row for row in rows if NAME.encode() in row.body] == []
    assert isinstance(event_from_bytes(rows[-1].body), Ended) == ends


KEPT = {
    "account", "chat", "direct_messages", "matches", "records", "reports_by", "lines_in_reports", "measures_by",
    "tournaments",
}  # fmt: skip


def check_deleted(folder: Path, account: str) -> None:
    """Check that nothing names the person any more."""
    assert rows_with(folder, NAME, WORDS, LABEL) == {}
    stored = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert not [text for text in (NAME, WORDS, ADDRESSES[True]) if text.encode() in stored]
    exported = person_of(folder, account)
    assert exported["account"]["name"] == DELETED
    assert {part for part, value in exported.items() if value} == KEPT
    assert verify(folder).findings == []


@pytest.mark.slow
async def test_a_deleted_user_is_disconnected_resigns_and_comes_back_as_nobody(tmp_path: Path) -> None:
    async with stored_person(tmp_path) as (serving, person):
        assert await typed("user", "delete", NAME, "--yes", data=tmp_path) == 0
        assert rows_with(tmp_path, NAME, WORDS, LABEL) == {}

        closing = next(each for each in await person.line.rest() if isinstance(each, m.Closing))
        match = serving.match(person.table)
        history = await person.bob.ask(m.GetHistory(account=person.account, limit=10))
        refused = await (await raw(serving)).ask(m.SignIn(name=NAME, password=PASSWORD))

    assert closing.code == "revoked"
    assert match is not None
    assert match.ended is not None
    assert (match.ended.reason, match.ended.winner) == ("resigned", 1)
    assert {name for each in history.matches for name in each.names} == {DELETED, "Bob"}
    assert refused.code == "bad_password"
    check_deleted(tmp_path, person.account)


def test_a_person_is_deleted_while_the_server_is_stopped_with_a_yes_and_deleting_again_changes_nothing(
    stored: Stored, stopped: Path
) -> None:
    assert here("user", "delete", NAME, data=stopped) == 1
    assert "accounts.sqlite3" in rows_with(stopped, NAME)
    for name in (NAME, stored.account):
        assert here("user", "delete", name, "--yes", data=stopped) == 0
        check_deleted(stopped, stored.account)
    assert here("user", "delete", NAME, "--yes", data=stopped) == 1
