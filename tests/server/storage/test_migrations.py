"""Migration of older databases, never without a copy of the original."""

import sqlite3
import sys
from contextlib import closing
from importlib import resources
from pathlib import Path

import psycopg
import pytest
import trio
from alembic.script import ScriptDirectory

from server.errors import StoreError
from server.ops.rate_limit import Backoff
from server.storage.accounts import AccountStore
from server.storage.accounts_schema import SCHEMA as ACCOUNTS
from server.storage.migrations import backup_name, migrate, version_of
from server.storage.schema import Schema
from server.storage.social import SocialStore
from server.storage.social_schema import SCHEMA as SOCIAL
from server.storage.sqlite_log import SqliteLog
from server.storage.sqlite_schema import MIGRATIONS
from tests.systems import is_private

FIRST, SECOND, WRONG = "CREATE TABLE a (x);", "CREATE TABLE b (x);", "CREATE TABLE c (x); nonsense;"


def opened(path: Path, migrations: tuple[str, ...]) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    migrate(db, path, migrations)
    return db


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_master")}


def test_a_migration_first_copies_the_database(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    with closing(opened(path, (FIRST,))) as db:
        db.execute("INSERT INTO a VALUES (7)")
    with closing(opened(path, (FIRST, SECOND))) as db:
        assert version_of(db) == 2

    copy = tmp_path / "x.sqlite3.v1.bak"
    assert copy == backup_name(path, 1)
    assert tables(copy) == {"a"}
    assert tables(path) == {"a", "b"}
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT x FROM a").fetchall() == [(7,)]
        assert version_of(db) == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["x.sqlite3", "x.sqlite3.v1.bak"]


def test_only_the_owner_may_read_the_copy(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    opened(path, (FIRST,)).close()
    opened(path, (FIRST, SECOND)).close()
    assert is_private(backup_name(path, 1))


def test_the_copy_includes_the_write_ahead_log(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    with closing(opened(path, (FIRST,))) as still_open:
        still_open.execute("INSERT INTO a VALUES (7)")
        opened(path, (FIRST, SECOND)).close()
    with closing(sqlite3.connect(backup_name(path, 1))) as db:
        assert db.execute("SELECT x FROM a").fetchall() == [(7,)]


def test_a_new_database_and_one_that_is_up_to_date_need_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    opened(path, (FIRST, SECOND)).close()
    opened(path, (FIRST, SECOND)).close()
    assert [each.name for each in tmp_path.iterdir()] == ["x.sqlite3"]


def test_several_migrations_need_one_copy(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    opened(path, (FIRST,)).close()
    opened(path, (FIRST, SECOND, "CREATE TABLE c (x);")).close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["x.sqlite3", "x.sqlite3.v1.bak"]


def test_a_failed_migration_changes_nothing_and_may_be_repeated(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    opened(path, (FIRST,)).close()
    for _ in range(2):
        with pytest.raises(sqlite3.Error):
            opened(path, (FIRST, SECOND, WRONG))
    assert tables(path) == {"a", "b"}
    with closing(opened(path, (FIRST, SECOND, "CREATE TABLE c (x);"))) as db:
        assert version_of(db) == 3


def test_a_failed_copy_stops_the_migration(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    opened(path, (FIRST,)).close()
    (tmp_path / "x.sqlite3.v1.bak" / "full").mkdir(parents=True)
    with pytest.raises(StoreError, match="must be copied before it is migrated"):
        opened(path, (FIRST, SECOND))
    assert tables(path) == {"a"}


@pytest.mark.parametrize("kind", [SqliteLog, AccountStore, SocialStore])
def test_newer_databases_are_refused_unchanged(
    tmp_path: Path, kind: type[SqliteLog | AccountStore | SocialStore]
) -> None:
    path = tmp_path / "x.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript("PRAGMA journal_mode = WAL; PRAGMA user_version = 999; CREATE TABLE future (x)")
    with pytest.raises(StoreError, match="newer version"):
        kind(path)
    with closing(sqlite3.connect(path)) as db:
        assert version_of(db) == 999
        assert {name for (name,) in db.execute("SELECT name FROM sqlite_master")} == {"future"}


STORES = [(AccountStore, ACCOUNTS), (SocialStore, SOCIAL)]
OLDER = [(kind, schema, version) for kind, schema in STORES for version in range(1, schema.version)]


def shape(path: Path) -> dict[str, object]:
    """Return the columns of the tables, and which of them are unique or indexed."""
    with closing(sqlite3.connect(path)) as db:
        found = {}
        for table in tables(path) - {"alembic_version"}:
            columns = [
                (name, kind.replace("BOOLEAN", "INTEGER"), bool(needed or key), key)
                for _, name, kind, needed, _default, key in db.execute(f"PRAGMA table_info({table})")
            ]
            indexes = {
                (unique, partial, tuple(column for _, _, column in db.execute(f"PRAGMA index_info({name})")))
                for _, name, unique, _origin, partial in db.execute(f"PRAGMA index_list({table})")
            }
            if columns:
                found[table] = columns, indexes
        return found


@pytest.mark.parametrize(("kind", "schema", "version"), OLDER)
def test_a_file_of_each_older_version_gets_the_tables_of_a_new_one(
    tmp_path: Path, kind: type[AccountStore | SocialStore], schema: Schema, version: int
) -> None:
    path, new = tmp_path / "x.sqlite3", tmp_path / "new.sqlite3"
    opened(path, tuple(schema.scripts[:version])).close()
    for each in (path, new):
        kind(each).close()

    assert shape(path) == shape(new)
    with closing(sqlite3.connect(path)) as db:
        assert version_of(db) == schema.version
    assert backup_name(path, version).exists()


@pytest.mark.slow
async def test_files_of_this_version_need_neither_alembic_nor_postgresql(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys, server.app; from server.storage.accounts import AccountStore\n"
        "for _ in range(2): AccountStore(pathlib.Path(sys.argv[1])).close()\n"
        "print(*sys.modules)"
    )
    done = await trio.run_process([sys.executable, "-c", program, str(tmp_path / "x")], capture_stdout=True)

    assert not {"alembic", "psycopg", "sqlalchemy.dialects.postgresql"} & set(done.stdout.decode().split())


def test_the_last_revision_of_each_schema_is_its_version() -> None:
    folder = Path(str(resources.files("server.storage"))) / "revisions"

    heads = ScriptDirectory(str(folder)).get_heads()

    assert sorted(heads) == [f"{schema.name}_{schema.version}" for schema in (ACCOUNTS, SOCIAL)]


def test_a_shared_database_of_an_older_version_is_migrated(database: str) -> None:
    AccountStore(database).close()
    with psycopg.connect(database) as db:
        db.execute("DROP TABLE pairing_codes, failed_sign_ins")
        db.execute("UPDATE alembic_version SET version_num = 'accounts_5'")

    for _again in range(2):
        with closing(AccountStore(database)) as accounts:
            accounts.count_failures({"ann": Backoff(20)}, 10**12)
            accounts.lock_out(accounts.enter("Ann").id)
    SocialStore(database).close()

    with psycopg.connect(database) as db:
        stamps = db.execute("SELECT version_num FROM alembic_version ORDER BY 1").fetchall()
    assert stamps == [(f"{schema.name}_{schema.version}",) for schema in (ACCOUNTS, SOCIAL)]


def test_a_shared_database_of_a_newer_version_is_refused(database: str) -> None:
    AccountStore(database).close()
    with psycopg.connect(database) as db:
        db.execute("UPDATE alembic_version SET version_num = 'accounts_999'")

    with pytest.raises(StoreError, match="newer version"):
        AccountStore(database)


def test_games_of_the_first_version_are_migrated(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    opened(path, MIGRATIONS[:1]).close()
    SqliteLog(path).close()
    assert "alive" in tables(path)
    assert "alive" not in tables(backup_name(path, 1))
