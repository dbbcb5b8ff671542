"""A server whose stores are in a PostgreSQL database."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.postgres import PrivatePostgres
from devtools.harness.server.process import ROOT, ServerProcess, command
from devtools.harness.server.serving import dial, known, running, running_on_loopback
from protocol import messages as m
from protocol.client import Address, Server, connect
from protocol.control.messages import CONTROL_FILE
from server.admin.databases import AdminError
from server.admin.export import export
from server.admin.logs import has_unfinished
from server.admin.verify import verify
from server.cli.main import main
from server.errors import DataFolderUnusable, leaves
from server.storage.data_folder import ACCOUNTS_FILE, DATABASE_FILE, GAMES_FILE, SOCIAL_FILE
from tests.server.visitors import visit

pytestmark = pytest.mark.slow


async def test_a_match_is_played_and_kept_in_an_empty_database_which_verify_and_export_read_meanwhile(
    tmp_path: Path, database: str
) -> None:
    with pytest.raises(AdminError):
        verify(database)  # it has no games yet
    async with running(tmp_path / "first", database=database, plain=False) as serving:
        played = await visit(known(serving), dial)

        report = verify(database)
        assert (report.findings, report.over, report.events) == ([], 1, played["events"])
        assert export(database, tmp_path / "records").written == 1
        assert export(database, tmp_path / "records").existing == 1
        [(_number, table)] = await serving.services.store.finished()
        assert table == played["table"]
        assert len(await serving.services.store.read(table)) == played["events"]
        names = {path.name for path in (tmp_path / "first").iterdir()}
        assert CONTROL_FILE in names
        assert not names & {GAMES_FILE, ACCOUNTS_FILE, SOCIAL_FILE}
    assert not has_unfinished(database)
    async with running(tmp_path / "second", database=database, plain=False) as again:
        assert len(await again.services.store.read(table)) == played["events"]
        assert len(again.services.accounts.listed(guests=True)) == 2


async def test_without_the_setting_a_server_in_a_database_does_not_serve_the_older_files(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_on_loopback(tmp_path, plain=False):  # the files from before the move
        pass
    async with running_on_loopback(tmp_path, plain=False, database=database):
        pass

    with pytest.raises(ExceptionGroup) as refused:
        async with running_on_loopback(tmp_path, plain=False):
            pass
    assert isinstance(next(leaves(refused.value)), DataFolderUnusable)
    for words in (["backup", str(tmp_path / "a.zip")], ["verify"], ["user", "list"]):
        assert await trio.to_thread.run_sync(main, [*words, "--data", str(tmp_path)]) == 1
        assert DATABASE_FILE in capsys.readouterr().err

    (tmp_path / DATABASE_FILE).unlink()
    async with running_on_loopback(tmp_path, plain=False):
        pass


async def test_a_dump_that_is_restored_into_an_empty_database_serves_on(
    tmp_path: Path, database: str, postgres: PrivatePostgres
) -> None:
    async with running(tmp_path / "first", database=database, plain=False) as serving:
        played = await visit(known(serving), dial)
    dump, other = str(postgres.folder / "netgame.dump"), postgres.create()
    postgres.run("pg_dump", "--format", "custom", "--file", dump, database)
    postgres.run("pg_restore", "--no-owner", "--dbname", other, dump)

    assert verify(other).findings == []
    async with running(tmp_path / "second", database=other, plain=False) as serving:
        await visit(known(serving), dial)
        assert [number for number, _table in await serving.services.store.finished()] == [1, 2]
        assert len(await serving.services.store.read(played["table"])) == played["events"]


async def test_a_server_that_starts_before_its_database_waits_for_it(
    tmp_path: Path, other_postgres: PrivatePostgres, caplog: pytest.LogCaptureFixture
) -> None:
    database = other_postgres.create()
    other_postgres.stop()
    serves = trio.Event()

    async def serve() -> None:
        async with running_on_loopback(tmp_path, database=database, plain=False) as serving:
            await visit(known(serving))
            serves.set()

    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(serve)
            while "server.storage.postgres.connection" not in {record.name for record in caplog.records}:
                await trio.sleep(0.01)
            assert not serves.is_set()
            await trio.to_thread.run_sync(other_postgres.start)


async def test_a_signal_ends_a_server_that_still_waits(tmp_path: Path, other_postgres: PrivatePostgres) -> None:
    database = other_postgres.create()
    other_postgres.stop()
    words = command(tmp_path, "--port", "0", "--plain", "--database", database)
    with trio.fail_after(PATIENCE_S), subprocess.Popen(words, cwd=ROOT, stderr=subprocess.PIPE) as process:
        await trio.to_thread.run_sync(process.stderr.readline)
        process.terminate()
        assert await trio.to_thread.run_sync(process.wait) == 0


@contextmanager
def hanging(database: str) -> Iterator[None]:
    """Suspend all processes of PostgreSQL that work for a database."""
    question = b"SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(database) as db:
        backends = [pid for (pid,) in db.execute(question)]
    for pid in backends:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in backends:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.sweep
async def test_a_server_whose_database_hangs_ends_nevertheless(tmp_path: Path, database: str) -> None:
    with trio.fail_after(PATIENCE_S):
        server = await ServerProcess.start(tmp_path, "--port", "0", "--plain", "--database", database)
        try:
            async with connect(Server(None, (Address("127.0.0.1", server.port),)), plain=True) as connection:
                with hanging(database):
                    assert [push.code async for push in connection.pushes if isinstance(push, m.Closing)] == ["away"]
                    code, _log = await server.end()
        finally:
            server.process.kill()

    assert code == 1


async def test_a_server_warns_of_a_database_with_too_few_connections(
    tmp_path: Path, other_postgres: PrivatePostgres, caplog: pytest.LogCaptureFixture
) -> None:
    other_postgres.execute("ALTER SYSTEM SET max_connections = 25")
    other_postgres.stop()
    other_postgres.start()
    caplog.clear()
    async with running_on_loopback(tmp_path, database=other_postgres.create()):
        warned = "max_connections" in caplog.text
    other_postgres.execute("ALTER SYSTEM RESET max_connections")
    other_postgres.stop()
    other_postgres.start()

    assert warned


async def test_a_server_warns_of_a_database_that_does_not_wait_for_its_disk(
    tmp_path: Path, other_postgres: PrivatePostgres, caplog: pytest.LogCaptureFixture
) -> None:
    warned = {}
    for fsync in ("on", "off"):  # off, as before, in the end
        other_postgres.execute(f"ALTER SYSTEM SET fsync = {fsync}")
        other_postgres.stop()
        other_postgres.start()
        caplog.clear()
        async with running_on_loopback(tmp_path / fsync, database=other_postgres.create()):
            warned[fsync] = "server.storage.postgres.log" in {record.name for record in caplog.records}

    assert warned == {"on": False, "off": True}
