"""Databases are private to their user and need room, and a log with lost commits is found and saved."""

import os
import shutil
import sys
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest

from devtools.harness.server.process import command
from devtools.harness.server.serving import running_on_loopback
from devtools.harness.systems import WINDOWS, is_private
from server.admin.backup import backup
from server.admin.verify import verify
from server.cli.main import main
from server.storage.data_folder import GAMES_FILE
from server.storage.database import INDEX_BYTES, MAX_WAL, MIN_FREE, connect
from server.storage.event_store import Append
from server.storage.sqlite_log import SqliteLog
from tests.server.stored import folder_of, play

finds_lost = pytest.mark.skipif(WINDOWS, reason="on Windows SQLite locks its log, so lost commits are not found")
HEAD, FRAME = 32, 24 + 4096  # bytes of the head of a log, and of each frame
MOVES = 20


@pytest.fixture(autouse=True)
def _generous():
    before = os.umask(0o022)
    yield
    os.umask(before)


def are_private(folder: Path) -> bool:
    return all(map(is_private, folder.glob("*.sqlite3*")))


def test_a_database_and_its_log_are_readable_for_their_owner_only(tmp_path: Path) -> None:
    for _again in range(2):
        with closing(SqliteLog(tmp_path / GAMES_FILE)) as log:
            log.append([Append("t", 0, [b"a"])])
            assert are_private(tmp_path)
            assert len(list(tmp_path.iterdir())) == 3
        (tmp_path / GAMES_FILE).chmod(0o644)  # as with an older version


def test_a_log_that_grew_during_a_long_read_is_truncated(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "x")) as db, closing(connect(tmp_path / "x")) as reader:
        db.execute("CREATE TABLE t (x BLOB)")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM t").fetchone()
        db.execute("INSERT INTO t VALUES (zeroblob(?))", (MAX_WAL + (1 << 20),))
        log = tmp_path / "x-wal"
        assert log.stat().st_size > MAX_WAL
        reader.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(RESTART)")
        db.execute("INSERT INTO t VALUES (1)")

        assert log.stat().st_size <= MAX_WAL


@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot allocate a file")
def test_the_index_that_sqlite_maps_into_memory_has_no_holes(tmp_path: Path) -> None:
    with closing(SqliteLog(tmp_path / GAMES_FILE)):
        assert (tmp_path / f"{GAMES_FILE}-shm").stat().st_blocks * 512 >= INDEX_BYTES


def test_a_start_without_free_space_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = namedtuple("usage", "total used free")(MIN_FREE, 1, MIN_FREE - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage)
    assert main(command(tmp_path, "--port", "0", "--plain")[3:]) == 1
    said = capsys.readouterr().err
    assert "is full" in said
    assert "MiB of its disk are free" in said
    assert "Traceback" not in said


# ---- a log with a bad block


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """A data folder after a power cut: the moves of a match are only in the write-ahead log."""
    data = folder_of(tmp_path / "running")
    with closing(SqliteLog(data / GAMES_FILE)) as held:
        play(data, "t", MOVES)
        assert held.read("t", 0)
        shutil.copytree(data, tmp_path / "crashed")
    return tmp_path / "crashed"


def frames(log: Path) -> int:
    return (log.stat().st_size - HEAD) // FRAME


def damage(folder: Path, number: int = 0) -> None:
    """Corrupt a frame of the log: by default one in the middle."""
    log = folder / f"{GAMES_FILE}-wal"
    with log.open("r+b") as file:
        file.seek(HEAD + ((number or frames(log) // 2) - 1) * FRAME + 1000)
        file.write(os.urandom(1000))


def lost(folder: Path) -> list[str]:
    return [str(finding) for finding in verify(folder).findings if "lost" in str(finding)]


def test_a_log_after_a_crash_has_lost_nothing_but_perhaps_an_incomplete_commit(crashed: Path, tmp_path: Path) -> None:
    assert lost(shutil.copytree(crashed, tmp_path / "whole")) == []
    damage(crashed, frames(crashed / f"{GAMES_FILE}-wal"))
    assert lost(crashed) == []


@finds_lost
def test_commits_behind_a_bad_block_are_reported_at_every_check_also_after_a_backup(crashed: Path) -> None:
    damage(crashed)
    backup(crashed, crashed.parent / "b.zip")
    [finding] = lost(crashed)
    assert finding.startswith(f"{GAMES_FILE}: at least ")
    assert lost(crashed) == [finding]
    [kept] = crashed.glob("*lost*")
    assert is_private(kept)
    assert kept.stat().st_size == HEAD + frames(kept) * FRAME


@finds_lost
def test_a_bad_block_at_the_beginning_loses_all_of_the_log(crashed: Path) -> None:
    with (crashed / f"{GAMES_FILE}-wal").open("r+b") as file:
        file.write(bytes(4096))
    assert len(lost(crashed)) == 1


@finds_lost
async def test_every_start_logs_lost_commits(crashed: Path, caplog: pytest.LogCaptureFixture) -> None:
    damage(crashed)
    (crashed / "identity.pem").unlink()  # which is no real one
    SqliteLog(crashed / GAMES_FILE).close()
    assert "acknowledged commits are lost" in caplog.text
    assert len(lost(crashed)) == 1
    caplog.clear()
    async with running_on_loopback(crashed):
        pass
    assert "has lost commits" in caplog.text


def test_a_log_can_be_checked_while_a_server_writes(tmp_path: Path) -> None:
    data = folder_of(tmp_path)
    with closing(SqliteLog(data / GAMES_FILE)) as log:
        for number in range(MOVES):
            log.append([Append("t", number, [b"x"])])
        assert lost(data) == []
