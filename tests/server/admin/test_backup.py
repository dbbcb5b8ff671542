"""Backups are complete and consistent; a restore checks the archive first."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from itertools import count
from pathlib import Path

import pytest

from devtools.harness.systems import is_private
from server.admin.archive import LIST_NAME, Contents, entry_of, pack
from server.admin.backup import backup
from server.admin.databases import DATABASES, AdminError
from server.admin.restore import restore
from server.admin.verify import verify
from server.errors import DataFolderUnusable
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE, hold, publish_address, remove_unfinished
from server.storage.event_store import Append
from server.storage.sqlite_log import SqliteLog
from tests.server.stored import everything, play, spoil

FILES = [*DATABASES, "identity.pem", "port"]


def same(one: Path, other: Path) -> bool:
    plain = all((one / name).read_bytes() == (other / name).read_bytes() for name in ("identity.pem", "port"))
    return plain and all(everything(one, name) == everything(other, name) for name in DATABASES)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_restored_into_another_folder_is_the_same_server_and_private(data: Path, tmp_path: Path) -> None:
    contents = backup(data, tmp_path / "b.zip")
    restored = restore(tmp_path / "b.zip", tmp_path / "again")

    assert sorted(entry.name for entry in contents.entries) == sorted(FILES)
    assert restored.contents == contents
    assert restored.aside is None
    assert same(data, tmp_path / "again")
    assert names(tmp_path / "again") == sorted([*FILES, "lock"])
    assert all(map(is_private, (tmp_path / "b.zip", *(tmp_path / "again").iterdir())))


def test_a_backup_is_made_while_a_server_writes_without_uncommitted_changes(data: Path, tmp_path: Path) -> None:
    with hold(data), closing(SqliteLog(data / GAMES_FILE)) as log:
        assert log.append([Append("t", 0, [b"kept only in the log beside the database"])]) == [None]
        with closing(sqlite3.connect(data / GAMES_FILE, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("INSERT INTO tables (name) VALUES ('half')")
            backup(data, tmp_path / "b.zip")  # which does not wait for it
            writer.execute("ROLLBACK")
        before = everything(data, GAMES_FILE)
        assert log.append([Append("t", 1, [b"later"])]) == [None]
    restore(tmp_path / "b.zip", tmp_path / "again")

    assert everything(tmp_path / "again", GAMES_FILE) == before
    with closing(SqliteLog(tmp_path / "again" / GAMES_FILE)) as log:
        assert [row.body for row in log.read("t", 0)] == [b"kept only in the log beside the database"]


@pytest.mark.slow
def test_a_backup_is_consistent_while_a_server_writes_all_databases(data: Path, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        """Add an account, then a table, then advance the match history, over and over."""
        with ExitStack() as stack:
            accounts, games, annals = databases = [
                stack.enter_context(closing(sqlite3.connect(data / name, isolation_level=None)))
                for name in (ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE)
            ]
            for db in databases:
                db.execute("PRAGMA synchronous = OFF")
            for number in count(1):
                accounts.execute("INSERT INTO accounts (account, name) VALUES (?, 'x')", (f"x{number}",))
                games.execute("INSERT INTO tables (name) VALUES (?)", (f"x{number}",))
                annals.execute("UPDATE cursor SET ending = ?", (number,))
                if stop.is_set():
                    return

    def stored(name: str, question: str) -> int:
        with closing(sqlite3.connect(tmp_path / "again" / name)) as db:
            return int(db.execute(question).fetchone()[0])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        backup(data, tmp_path / "b.zip")
    finally:
        stop.set()
        writer.join()
    restore(tmp_path / "b.zip", tmp_path / "again")
    accounts = stored(ACCOUNTS_FILE, "SELECT count(*) FROM accounts WHERE account LIKE 'x%'")
    tables = stored(GAMES_FILE, "SELECT count(*) FROM tables WHERE name LIKE 'x%'")
    assert stored(SOCIAL_FILE, "SELECT ending FROM cursor") <= tables <= accounts


def test_what_cannot_be_backed_up_leaves_an_older_backup_as_it_was_and_nothing_behind(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "b.zip"
    backup(data, file)
    good = file.read_bytes()
    for folder, target, force, problem in (
        (data, file, False, "exists"),
        (tmp_path, file, True, "no server data"),
        (data, tmp_path / "nowhere" / "b.zip", False, "could not be written"),
    ):
        with pytest.raises(AdminError, match=problem):
            backup(folder, target, force=force)
        assert file.read_bytes() == good
    backup(data, file, force=True)
    good = file.read_bytes()
    with (data / GAMES_FILE).open("r+b") as games:
        games.seek(4096)
        games.write(b"\xff" * 4096)
    with pytest.raises(AdminError, match=r"damaged|could not be written"):
        backup(data, file, force=True)
    assert file.read_bytes() == good
    assert names(tmp_path) == ["b.zip", "data"]


def test_databases_that_no_server_opens_are_backed_up_but_not_restored(data: Path, tmp_path: Path) -> None:
    for name, version in ((GAMES_FILE, 3), (SOCIAL_FILE, 1), (ACCOUNTS_FILE, 4)):  # of before 1.0.0
        folder = shutil.copytree(data, tmp_path / name)
        spoil(folder, f"PRAGMA user_version = {version}", name=name)
        backup(folder, tmp_path / "b.zip", force=True)

        with pytest.raises(AdminError, match=name):
            restore(tmp_path / "b.zip", data, force=True)
        if name != GAMES_FILE:
            assert [finding for finding in verify(folder).findings if name in finding.reason]
    assert names(data) == sorted([*FILES, "lock"])

    spoil(data, "PRAGMA user_version = 999")
    with pytest.raises(AdminError, match="newer version"):
        backup(data, tmp_path / "b.zip", force=True)


def test_a_used_folder_is_replaced_only_with_force_on_a_stopped_server_and_its_files_are_kept_aside(
    data: Path, tmp_path: Path
) -> None:
    backup(data, tmp_path / "b.zip")
    before = everything(data, GAMES_FILE)
    play(data, "more")
    later = everything(data, GAMES_FILE)
    with pytest.raises(AdminError, match="--force"):
        restore(tmp_path / "b.zip", data)
    assert everything(data, GAMES_FILE) == later
    (data / "games.sqlite3-wal").write_bytes(b"of the old one")

    aside = restore(tmp_path / "b.zip", data, force=True).aside

    assert aside is not None
    assert "games.sqlite3-wal" in names(aside)
    assert everything(data, GAMES_FILE) == before
    assert names(data) == sorted([*FILES, "lock", aside.name])
    again = restore(tmp_path / "b.zip", data, force=True).aside
    assert again not in (None, aside)
    assert aside.exists()
    with hold(data) as lock:
        publish_address(lock, 7763, "")
        with pytest.raises(AdminError, match=r"A server runs in .* \(port 7763\)"):
            restore(tmp_path / "b.zip", data, force=True)


def spoiled(source: Path, target: Path, changes: dict[str, bytes | None]) -> None:
    """Write a copy of an archive in which files hold something else, or are missing."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        bodies = {name: old.read(name) for name in old.namelist()} | changes
        for name, body in bodies.items():
            if body is not None:
                new.writestr(name, body)


def listed(archive: Path, change: str, name: str, value: object) -> bytes:
    """The list of an archive in which one thing about one file is different."""
    with zipfile.ZipFile(archive) as file:
        read = json.loads(file.read(LIST_NAME))
    [entry] = [each for each in read["files"] if each["name"] == name]
    entry[change] = value
    return json.dumps(read).encode()


def pack_again(folder: Path, contents: Contents, target: Path) -> None:
    """Pack the files of a folder as a backup with a correct list."""
    entries = tuple(entry_of(folder / entry.name, entry.version) for entry in contents.entries)
    pack(Contents(contents.made, entries), folder, target)


def test_an_invalid_backup_and_one_of_a_newer_version_change_nothing(data: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "b.zip", tmp_path / "bad.zip"
    backup(data, good)
    before = everything(data, GAMES_FILE)
    changes: list[dict[str, bytes | None]] = [
        {"identity.pem": b"another"},
        {"identity.pem": None},
        {LIST_NAME: None},
        {LIST_NAME: b"[]"},
        {LIST_NAME: listed(good, "name", "port", "../port")},
        {LIST_NAME: listed(good, "size", "port", 1)},
        {"../evil": b"x"},
        {LIST_NAME: listed(good, "version", GAMES_FILE, 999)},
        {LIST_NAME: json.dumps({"form": 2, "made": 0, "files": []}).encode()},
    ]
    for number, change in enumerate(changes):
        spoiled(good, bad, change)
        with pytest.raises(AdminError, match="is not a backup of a server" if number < 7 else "newer version"):
            restore(bad, data, force=True)
    assert everything(data, GAMES_FILE) == before
    assert names(data) == sorted([*FILES, "lock"])
    assert not (tmp_path / "evil").exists()


def flags(archive: Path, value: int, offset: int) -> bytes:
    """Return an archive whose files have another value in a field of two bytes: 6 are the flags, 8 the compression."""
    data = bytearray(archive.read_bytes())
    for signature, shift in ((b"PK\3\4", 0), (b"PK\1\2", 2)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset + shift : at + offset + shift + 2] = value.to_bytes(2, "little")
            at = data.find(signature, at + 1)
    return bytes(data)


def damaged(archive: Path) -> Iterator[bytes]:
    """Yield archives that are damaged in each way that zipfile has another error for, or encrypted."""
    whole = archive.read_bytes()
    yield b""
    yield whole[:-300]
    yield whole[len(whole) // 2 :]
    yield b"-----BEGIN PGP MESSAGE-----\n" + whole[:-300]
    for place in range(400, len(whole) - 400, len(whole) // 20):
        yield whole[:place] + bytes(byte ^ 0xFF for byte in whole[place : place + 40]) + whole[place + 40 :]
    yield flags(archive, 1, 6)
    for compression in (0, 9, 12, 14, 93, 99):
        yield flags(archive, compression, 8)


def test_a_damaged_or_encrypted_backup_is_refused_and_changes_nothing(data: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "b.zip", tmp_path / "bad.zip"
    backup(data, good)
    before = everything(data, GAMES_FILE)
    for content in damaged(good):
        bad.write_bytes(content)
        with pytest.raises(AdminError):
            restore(bad, data, force=True)

    nested = b'{"form": 1, "made": 0, "files": [], "more": ' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    spoiled(good, bad, {LIST_NAME: nested})
    with pytest.raises(AdminError):
        restore(bad, data, force=True)
    assert everything(data, GAMES_FILE) == before
    assert names(data) == sorted([*FILES, "lock"])


@pytest.mark.parametrize("name", [GAMES_FILE, ACCOUNTS_FILE, SOCIAL_FILE])
def test_a_damaged_database_in_a_backup_is_an_error_of_the_command(data: Path, tmp_path: Path, name: str) -> None:
    contents = backup(data, tmp_path / "b.zip")
    whole, chance = (data / name).read_bytes(), random.Random(1)
    for _ in range(8):
        broken = bytearray(whole)
        for _ in range(20):
            broken[chance.randrange(100, 4000)] = chance.randrange(256)  # where the schema is
        (data / name).write_bytes(broken)
        (tmp_path / "bad.zip").unlink(missing_ok=True)
        pack_again(data, contents, tmp_path / "bad.zip")
        with suppress(AdminError):  # some of these bytes mean nothing
            restore(tmp_path / "bad.zip", tmp_path / "again", force=True)


@pytest.mark.parametrize("seconds", [160_000_000, 7_000_000_000])  # 1975 and 2191
def test_a_backup_does_not_depend_on_the_clock_of_the_computer(data: Path, tmp_path: Path, seconds: int) -> None:
    for path in data.iterdir():
        os.utime(path, (seconds, seconds))

    backup(data, tmp_path / "b.zip")

    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert restore(tmp_path / "b.zip", tmp_path / "again").contents.made


ENDLESS = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS ending FROM n"
FOREIGN = (
    (f"CREATE TRIGGER t AFTER INSERT ON chat BEGIN INSERT INTO chat {ENDLESS}; END",),
    (f"CREATE VIEW extra AS {ENDLESS}",),
    ("DROP TABLE cursor", f"CREATE VIEW cursor AS {ENDLESS}"),
    ("CREATE VIRTUAL TABLE extra USING fts5(words)",),
    ("CREATE TABLE extra (words TEXT)",),
    ("CREATE INDEX extra ON chat (length(text))",),
    ("CREATE INDEX extra ON chat (text) WHERE text LIKE '%a%'",),
    ("CREATE UNIQUE INDEX extra ON chat (room)",),
    ("DROP INDEX chat_keys",),
    ("DROP TABLE guests",),
    ("DROP TABLE codes", "CREATE TABLE codes (table_id TEXT PRIMARY KEY, code TEXT NOT NULL DEFAULT 'open')"),
    ("DROP TABLE codes", "CREATE TABLE codes (table_id TEXT PRIMARY KEY, code TEXT DEFAULT '--' CHECK (code < 'b'))"),
    ("DROP TABLE codes", "CREATE TABLE codes (table_id TEXT PRIMARY KEY ON CONFLICT IGNORE, code TEXT DEFAULT '')"),
    ("DROP TABLE codes", "CREATE TABLE codes (table_id TEXT PRIMARY KEY, code TEXT AS (table_id))"),
)


@pytest.mark.parametrize("statements", FOREIGN, ids=lambda statements: statements[-1][:40])
def test_tables_that_this_program_does_not_make_are_found(
    data: Path, tmp_path: Path, statements: tuple[str, ...]
) -> None:
    foreign = shutil.copytree(data, tmp_path / "foreign")
    for statement in statements:
        spoil(foreign, statement, name=SOCIAL_FILE)
    with closing(sqlite3.connect(foreign / SOCIAL_FILE)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    pack_again(foreign, backup(data, tmp_path / "b.zip"), tmp_path / "bad.zip")

    with pytest.raises(AdminError, match=SOCIAL_FILE):
        restore(tmp_path / "bad.zip", tmp_path / "again")

    assert not list((tmp_path / "again").glob("*.sqlite3"))
    assert [finding for finding in verify(foreign).findings if SOCIAL_FILE in finding.reason]


KILLED_IN_A_BACKUP = """
import os, sys
from pathlib import Path
from server.admin import backup

backup.pack = lambda *_: os._exit(9)  # as if it were killed
backup.backup(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_the_next_backup_and_the_next_start_remove_the_files_of_a_killed_backup(data: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-c", KILLED_IN_A_BACKUP, str(data), str(tmp_path / "b.zip")]
    assert subprocess.run(words, cwd=Path(__file__).parents[3], check=False).returncode == 9
    [left] = tmp_path.glob(".netgame-backup-*.part")
    assert (left / "identity.pem").exists()
    assert is_private(left)
    shutil.copytree(left, data / left.name)
    (data / "identity.pem.0123abcd.part").write_text("a key")

    with hold(data):
        remove_unfinished(data)
    with hold(work := tmp_path / ".netgame-backup-0000.part"):  # another one in progress
        backup(data, tmp_path / "b.zip")
        assert work.exists()

    assert not left.exists()
    assert not list(data.glob("*.part"))


BREAKS_OFF = """
import os, sys
from pathlib import Path
from server.admin.restore import restore
from server.admin.verify import verify

really = os.replace

def killed_after(steps, folder):
    def replace(*paths):
        nonlocal steps
        if steps == 0:
            os._exit(9)  # as if it were killed
        steps -= 1
        really(*paths)

    os.replace = replace
    restore(Path(sys.argv[1]), Path(folder), force=True)

for steps, folder in enumerate(sys.argv[2:]):
    if (child := os.fork()) == 0:
        killed_after(steps, folder)
        os._exit(0)
    if os.waitpid(child, 0)[1] != 9 << 8:
        sys.exit(f"not killed after {steps} steps")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no fork")
def test_a_restore_killed_at_any_step_loses_nothing_and_can_be_finished(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "b.zip")
    good = {name: everything(data, name) for name in DATABASES}
    play(data, "later")
    later = everything(data, GAMES_FILE)
    copies = [shutil.copytree(data, tmp_path / f"killed after {steps} steps") for steps in range(10)]

    words = [sys.executable, "-c", BREAKS_OFF, str(tmp_path / "b.zip"), *map(str, copies)]
    subprocess.run(words, cwd=Path(__file__).parents[3], check=True)

    for copy in copies:
        with pytest.raises(DataFolderUnusable, match="Start it again"), hold(copy):
            pass
        restore(tmp_path / "b.zip", copy, force=True)
        with hold(copy):
            assert {name: everything(copy, name) for name in DATABASES} == good, copy
        kept = [path.parent for path in copy.glob("before-restore-*/games.sqlite3")]
        assert [folder for folder in kept if everything(folder, GAMES_FILE) == later], copy


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give files away")
def test_root_does_not_restore_into_the_folder_of_another_user(data: Path, tmp_path: Path) -> None:
    backup(data, tmp_path / "b.zip")
    os.chown(data, 4321, 4321)
    with pytest.raises(AdminError, match="sudo -u '#4321'"):
        restore(tmp_path / "b.zip", data, force=True)
