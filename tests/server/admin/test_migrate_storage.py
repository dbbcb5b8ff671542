"""Moving a service between a data folder and a PostgreSQL database; verify and export on a database."""

import json
import shutil
from contextlib import closing
from pathlib import Path

import msgspec
import psycopg
import pytest

from devtools.harness.server.appending import append
from protocol import messages as m
from server.admin import postgres_logs
from server.admin.databases import AdminError
from server.admin.export import export
from server.admin.migrate_storage import migrate_storage, where_from
from server.admin.personal_export import export_person
from server.admin.verify import verify
from server.cli.main import main
from server.storage.accounts import AccountStore
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE, hold
from server.storage.event_store import Append
from server.storage.postgres import connection
from server.storage.sqlite_log import SqliteLog
from server.storage.stores import open_postgres, open_stores
from tests.server.admin.conftest import PEOPLE
from tests.server.stored import folder_of, play, spoil, store_tournament

pytestmark = pytest.mark.slow

MEASURE = "(1, 'a1', 'ban', 'b2', NULL, 'x')"


@pytest.fixture(scope="module")
def _service(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = folder_of(tmp_path_factory.mktemp("service") / "data")
    spoil(folder, PEOPLE, name=ACCOUNTS_FILE)
    for id in ("over2", "over1"):
        play(folder, id)
    play(folder, "on", game="thud")
    play(folder, "over3", resign=True)
    with closing(SqliteLog(folder / GAMES_FILE)) as log:
        log.note_left({"on": 1234})
    store_tournament(folder, "cup")
    spoil(folder, "INSERT INTO chat VALUES ('lobby', '', 1, 5, 'a1', 'Ann', 'Grüße', x'00ff')", name=SOCIAL_FILE)
    spoil(folder, f"INSERT INTO measures VALUES {MEASURE}, {MEASURE}", name=ACCOUNTS_FILE)
    return folder


@pytest.fixture
def data(_service: Path, tmp_path: Path) -> Path:
    """A data folder with matches that are over and that go on, a tournament, accounts, a report and chat."""
    return shutil.copytree(_service, tmp_path / "data")


async def test_everything_is_copied_into_a_database_and_a_server_goes_on_with_it(
    data: Path, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_IDLE_MS", 300)
    monkeypatch.setattr(postgres_logs, "AT_ONCE", 1)
    steps: list[int] = []

    def take_long(done: int, _all: int) -> None:
        steps.append(done)
        if done == 2:  # a log that takes long to read
            with psycopg.connect(database) as db:
                db.execute("SELECT pg_sleep(0.4)")

    migrated = migrate_storage(data, database, take_long)

    assert (migrated.tables, steps) == (4, [1, 2, 3, 4])
    assert verify(database).findings == []
    async with open_postgres(database) as store:
        assert sorted(await store.unfinished()) == ["on", "over1", "over2"]
        assert await store.finished() == [(1, "over3")]
        assert await store.left(["on", "over1"]) == {"on": 1234}
        entries = {table: entry for table, entry, _number in (await store.listed(0))[0]}
        assert msgspec.msgpack.decode(entries["on"], type=m.TableInfo).game == "thud"
        number = (await store.lengths(["on"]))["on"]
        await append(store, Append("on", number, [b"next"]), Append("new", 0, [b"first"]))
    async with open_stores(tmp_path / "none", database) as (_store, accounts, _social):
        assert {known.name for known in accounts.listed(guests=True)} == {"Ann", "Bob"}
        accounts.enter("Cleo", b"c" * 32)


def test_a_way_to_a_database_and_back_changes_nothing_and_every_command_reads_the_same(
    data: Path, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "server.toml").write_text(f'database = "{database}"')
    assert main(["migrate-storage", "--json", f"sqlite:{data}", database]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["tables"], said["events"]) == (4, verify(data).events)
    assert main(["verify", "--json", "--config", str(tmp_path / "server.toml")]) == 0
    assert json.loads(capsys.readouterr().out)["tables"] == 4

    # what export writes
    folders = tmp_path / "one", tmp_path / "other"
    for where, folder in zip((data, database), folders, strict=True):
        assert export(where, folder).tournaments == 1
        export_person(where, "a1", folder / "person.json")
    one, other = ({path.name: path.read_text("utf-8") for path in folder.iterdir()} for folder in folders)
    assert len(json.loads(one["person.json"])["records"]) == 4
    assert json.loads(one.pop("person.json")) == json.loads(other.pop("person.json"))
    assert one == other

    # neither overwrites the other
    assert main(["migrate-storage", f"sqlite:{data}", database]) == 1
    with pytest.raises(AdminError, match="not empty"):
        migrate_storage(database, folder_of(tmp_path / "used"))

    back = migrate_storage(database, tmp_path / "back")
    assert (back.tables, back.events) == (said["tables"], said["events"])
    assert verify(tmp_path / "back").findings == verify(data).findings == []
    with closing(SqliteLog(data / GAMES_FILE)) as old, closing(SqliteLog(tmp_path / "back" / GAMES_FILE)) as new:
        assert new.finished(0, 9) == old.finished(0, 9)
        assert new.unfinished() == old.unfinished()
        assert new.read("on", 0) == old.read("on", 0)
        assert new.left(["on"]) == old.left(["on"]) == {"on": 1234}


def test_ids_are_not_given_again_and_verify_finds_what_is_wrong_in_a_database(data: Path, database: str) -> None:
    with closing(AccountStore(data / ACCOUNTS_FILE)) as accounts:
        accounts.enter("Last", b"z" * 32)
    spoil(data, "DELETE FROM credentials WHERE id = 2", name=ACCOUNTS_FILE)

    migrate_storage(data, database)

    with psycopg.connect(database) as db:
        db.execute("INSERT INTO credentials (account, kind, value, made, used) VALUES ('a1', 'key', 'x', 0, 0)")
        assert db.execute("SELECT max(id) FROM credentials").fetchone() == (3,)
        db.execute("DELETE FROM events WHERE place = 2 AND number = 3")
        db.execute("UPDATE ends SET number = 7")
        db.execute("DELETE FROM accounts WHERE account = 'b2'")
    assert [finding.table for finding in verify(database).findings] == ["over1", "over1", "", ""]


async def test_a_source_or_target_with_a_running_server_is_refused(data: Path, database: str, tmp_path: Path) -> None:
    with hold(data), pytest.raises(AdminError, match="Stop it first"):
        migrate_storage(data, database)
    async with open_postgres(database):
        for source, target in ((data, database), (database, tmp_path / "new")):
            with pytest.raises(AdminError, match="Stop the servers first"):
                migrate_storage(source, target)


async def test_a_log_against_the_rules_leaves_the_target_without_games(data: Path, database: str) -> None:
    place = "(SELECT place FROM tables WHERE name = 'on')"
    spoil(data, f"UPDATE events SET body = x'00' WHERE number = 3 AND place = {place}")
    with pytest.raises(AdminError, match="Table on cannot be replayed"):
        migrate_storage(data, database)
    async with open_postgres(database) as store:
        assert await store.unfinished() == []


def test_storages_are_named_by_words() -> None:
    assert where_from("sqlite:/srv/netgame") == Path("/srv/netgame")
    assert where_from("postgresql://ann@host/games") == "postgresql://ann@host/games"
    for word in ("sqlite:", "data", "mysql://x/y", "postgresql://ann@host"):
        with pytest.raises(AdminError):
            where_from(word)


@pytest.mark.parametrize("words", [["backup", "new.zip"], ["restore", "old.zip"], ["user", "list"]])
def test_commands_for_a_data_folder_refuse_a_database(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    address = "postgresql://ann:sesame@/games?host=/nowhere"
    assert main([*words, "--data", str(tmp_path), "--database", address]) != 0
    said = capsys.readouterr()
    assert said.err
    assert "sesame" not in said.err + said.out
