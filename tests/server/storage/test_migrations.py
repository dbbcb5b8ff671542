"""Migration of older databases, never without a copy of the original."""

import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
import trio
from alembic.script import ScriptDirectory

from devtools.harness.systems import is_private
from server.errors import StoreError
from server.storage.accounts import AccountStore
from server.storage.accounts_schema import SCHEMA as ACCOUNTS
from server.storage.copies import backup_name
from server.storage.database import open_database, version_of
from server.storage.games_schema import GAMES, LOGS
from server.storage.schema import REVISIONS, Schema
from server.storage.social import SocialStore
from server.storage.social_schema import SCHEMA as SOCIAL
from server.storage.sqlite_log import SqliteLog
from server.storage.stores import open_postgres

Opens = Callable[..., sqlite3.Connection]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.sqlite3"


@pytest.fixture
def opened(tmp_path: Path, path: Path) -> Opens:
    """Open a database with a program whose tables have that version: `a`, and from each further one a table more."""
    revisions = tmp_path / "revisions"
    (revisions / "versions").mkdir(parents=True)
    shutil.copy(REVISIONS / "env.py", revisions)

    def opens(version: int, broken: str = "") -> sqlite3.Connection:
        for number, table in enumerate("abc"[:version], 1):
            before, label = (f"'x_{number - 1}'", None) if number > 1 else (None, ("x",))
            (revisions / "versions" / f"x_{number}.py").write_text(
                f"from alembic import op\nrevision, down_revision, branch_labels = 'x_{number}', {before}, {label}\n"
                f"def upgrade(): op.execute('CREATE TABLE {table} (x)')" + f"; op.execute('{broken}')" * bool(broken)
            )
        first = ";".join(f"CREATE TABLE {table} (x)" for table in "abc"[:version])
        db, index = open_database(path, Schema("x", version, first, released=1, revisions=revisions))
        index.close()
        return db

    return opens


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        return {name for (name,) in db.execute("SELECT name FROM sqlite_master")}


def names(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir() if each.is_file())


def test_a_migration_first_copies_the_database(path: Path, opened: Opens) -> None:
    with closing(opened(1)) as still_open:
        still_open.execute("INSERT INTO a VALUES (7)")  # only in the write-ahead log
        with closing(opened(2)) as db:
            assert version_of(db) == 2

    copy = backup_name(path, 1)
    assert copy.name == "x.sqlite3.v1.bak"
    assert is_private(copy)
    assert tables(copy) == {"a"}
    assert tables(path) == {"a", "b", "alembic_version", "sqlite_autoindex_alembic_version_1"}
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT x FROM a").fetchall() == [(7,)]
        assert version_of(db) == 1
    assert names(path) == ["x.sqlite3", "x.sqlite3.v1.bak"]


def test_a_database_that_is_up_to_date_needs_no_copy_and_several_migrations_one(path: Path, opened: Opens) -> None:
    for _again in range(2):
        opened(1).close()
        assert names(path) == ["x.sqlite3"]
    opened(3).close()
    assert tables(path) >= {"a", "b", "c"}
    assert names(path) == ["x.sqlite3", "x.sqlite3.v1.bak"]


def test_a_failed_migration_changes_nothing_and_may_be_repeated(path: Path, opened: Opens) -> None:
    opened(1).close()
    for _ in range(2):
        with pytest.raises(StoreError, match="cannot be used"):
            opened(3, broken="nonsense")
    assert tables(path) == {"a"}
    with closing(opened(3)) as db:
        assert version_of(db) == 3


def test_a_failed_copy_stops_the_migration(path: Path, opened: Opens) -> None:
    opened(1).close()
    (backup_name(path, 1) / "full").mkdir(parents=True)
    with pytest.raises(StoreError, match="must be copied before it is migrated"):
        opened(2)
    assert tables(path) == {"a"}


KINDS = [(SqliteLog, GAMES), (AccountStore, ACCOUNTS), (SocialStore, SOCIAL)]


@pytest.mark.parametrize(("kind", "schema"), KINDS)
@pytest.mark.parametrize(("by", "reason"), [(-1, "before version 1.0.0"), (99, "newer version")])
def test_databases_of_versions_that_cannot_be_migrated_are_refused_unchanged(
    path: Path, kind: type[SqliteLog | AccountStore | SocialStore], schema: Schema, by: int, reason: str
) -> None:
    version = schema.version + by if by > 0 else (schema.released or schema.version) + by
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"PRAGMA journal_mode = WAL; PRAGMA user_version = {version}; CREATE TABLE other (x)")
    with pytest.raises(StoreError, match=reason):
        kind(path)
    with closing(sqlite3.connect(path)) as db:
        assert version_of(db) == version
    assert tables(path) == {"other"}
    assert names(path) == ["x.sqlite3"]


@pytest.mark.slow
async def test_files_of_this_version_need_neither_alembic_nor_postgresql(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys, server.app; from server.storage.accounts import AccountStore\n"
        "for _ in range(2): AccountStore(pathlib.Path(sys.argv[1])).close()\n"
        "print(*sys.modules)"
    )
    done = await trio.run_process([sys.executable, "-c", program, str(tmp_path / "x")], capture_stdout=True)
    loaded = done.stdout.decode().split()
    assert "server.app" in loaded
    assert not [name for name in loaded if name in ("alembic", "psycopg") or "postgresql" in name]


def test_the_last_revision_of_each_schema_is_its_version() -> None:
    heads = ScriptDirectory(str(REVISIONS)).get_heads()
    assert sorted(heads) == sorted(f"{schema.name}_{schema.version}" for schema in (ACCOUNTS, GAMES, LOGS, SOCIAL))


async def test_a_shared_database_of_the_first_release_is_migrated(database: str) -> None:
    async with open_postgres(database):
        pass
    with psycopg.connect(database) as db:
        db.execute("DROP TABLE rating_versions, alembic_version")
        db.execute("UPDATE log_version SET version = 1")
    for _again in range(2):
        async with open_postgres(database) as store:
            assert await store.rating_versions(["ann"], "clod") == {"ann": 0}
    AccountStore(database).close()
    SocialStore(database).close()

    with psycopg.connect(database) as db:
        stamps = db.execute("SELECT version_num FROM alembic_version ORDER BY 1").fetchall()
        assert db.execute("SELECT version FROM log_version").fetchall() == [(2,)]
    assert stamps == [(f"{schema.name}_{schema.version}",) for schema in (ACCOUNTS, LOGS, SOCIAL)]


OLD_SOCIAL = (
    "DROP TABLE conditional",  # back to the tables of 1.0.0, with ratings
    "DROP TABLE ladder", "DROP TABLE challenges", "DROP TABLE relations",
    "DROP TABLE tournaments", "DROP TABLE tournament_events", "DROP TABLE tournament_people",
    "INSERT INTO ratings (account, game, ending, at, rating, deviation, volatility) VALUES "
    "('ann', 'thud', 1, 10, 1600, 50, 60), ('ann', 'thud', 3, 30, 1700, 40, 60), ('bob', 'thud', 1, 10, 1500, 50, 60)",
)  # fmt: skip
OLD_TALKS = (
    *(f"ALTER TABLE direct DROP COLUMN {column}" for column in ("waiting", "last_number", "last_at")),
    *(f"INSERT INTO direct (account, other) VALUES {pair}"
      for pair in (("bob", "ann"), ("ann", "bob"), ("bob", "cid"), ("cid", "bob"))),
    *(f"INSERT INTO chat (room, table_id, number, at, account, name, text, key) VALUES {row}" for row in (
        ("direct", "bob cid", 1, 5, "cid", "Cid", "one", "k1"), ("direct", "ann bob", 1, 6, "bob", "Bob", "two", "k2"),
        ("direct", "bob cid", 2, 7, "bob", "Bob", "three", "k3"),
    )),
)  # fmt: skip
LADDER = "SELECT account, at, rating, deviation FROM ladder ORDER BY rating DESC"


def test_old_ratings_and_talks_are_in_order_after_the_migration(path: Path, database: str) -> None:
    SocialStore(path).close()
    SocialStore(database).close()
    with closing(sqlite3.connect(path)) as db, psycopg.connect(database) as shared:
        for statement in (*OLD_SOCIAL, *OLD_TALKS):
            db.execute(statement)
            shared.execute(statement)
        db.execute("PRAGMA user_version = 2")
        db.commit()
        shared.execute("UPDATE alembic_version SET version_num = 'social_2'")

    for place in (path, database):
        with closing(SocialStore(place)) as store:
            assert store.open_challenges("ann", 0) == []
            talks = store.last_lines_of_talks("bob", 9, 1)
            assert [(other, line.text) for other, (line,) in talks.items()] == [("cid", "three"), ("ann", "two")]
    with closing(sqlite3.connect(path)) as db, psycopg.connect(database) as shared:
        expected = [("ann", 30, 1700, 40), ("bob", 10, 1500, 50)]
        assert db.execute(LADDER).fetchall() == expected
        assert shared.execute(LADDER).fetchall() == expected
