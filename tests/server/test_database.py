"""A server whose stores are in a PostgreSQL database."""

from pathlib import Path

import pytest

from protocol.control.messages import CONTROL_FILE
from server.admin.verify import verify
from server.app import has_unfinished
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from tests.postgres import PrivatePostgres
from tests.server.serving import known, running
from tests.server.visitors import visit

pytestmark = pytest.mark.slow


async def test_a_match_is_played_and_kept_in_an_empty_database(tmp_path: Path, database: str) -> None:
    async with running(tmp_path / "first", database=database, plain=False) as serving:
        played = await visit(known(serving))

        [(_number, table)] = await serving.services.store.finished()
        assert table == played["table"]
        assert len(await serving.services.store.read(table)) == played["events"]
    assert not await has_unfinished(tmp_path, database)
    async with running(tmp_path / "second", database=database, plain=False) as again:
        assert len(await again.services.store.read(table)) == played["events"]
        assert len(again.services.accounts.listed(guests=True)) == 2


async def test_the_data_folder_has_the_identity_but_no_data(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database, plain=False):
        names = {path.name for path in tmp_path.iterdir()}

    assert CONTROL_FILE in names
    assert not names & {GAMES_FILE, ACCOUNTS_FILE, SOCIAL_FILE}


async def test_a_dump_that_is_restored_into_an_empty_database_serves_on(
    tmp_path: Path, database: str, postgres: PrivatePostgres
) -> None:
    async with running(tmp_path / "first", database=database, plain=False) as serving:
        played = await visit(known(serving))
    dump, other = str(postgres.folder / "netgame.dump"), postgres.create()
    postgres.run("pg_dump", "--format", "custom", "--file", dump, database)
    postgres.run("pg_restore", "--no-owner", "--dbname", other, dump)

    assert verify(other).findings == []
    async with running(tmp_path / "second", database=other, plain=False) as serving:
        await visit(known(serving))
        assert [number for number, _table in await serving.services.store.finished()] == [1, 2]
        assert len(await serving.services.store.read(played["table"])) == played["events"]
