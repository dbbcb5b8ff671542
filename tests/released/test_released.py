"""Files that the commits of released versions wrote open in this version; `tests.released.make` makes them."""

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from devtools.harness.postgres import PrivatePostgres
from devtools.harness.server.serving import dial, known, new_key, running, running_on_loopback
from netgame.games import GAMES
from protocol import messages as m
from protocol.client import connect
from protocol.client.credentials import Credentials
from server.admin.backup import backup
from server.admin.export import export
from server.admin.restore import restore
from server.admin.verify import verify
from server.app import Serving

AT = sorted(Path(__file__).parent.glob("at_*"))
PASSWORDS = {"Ann": "correct horse battery", "Bob": "battery horse correct"}
TABLES = 2 * len(GAMES) + 2  # a finished and an unfinished one of each game, one with a clock, one that waits
FINISHED = len(GAMES)


@pytest.fixture(params=AT, ids=lambda folder: folder.name)
def files(request: pytest.FixtureRequest) -> Path:
    """The folder with the files of a release."""
    return Path(request.param)


@pytest.fixture
def server(files: Path, tmp_path: Path) -> Path:
    """A copy of the data folder of a server, with a backup beside it."""
    zipfile.ZipFile(files / "server.zip").extractall(tmp_path)
    return tmp_path / "data"


def facts_of(files: Path, part: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files / "facts.json").read_text("utf-8"))[part]
    return found


async def go_on(serving: Serving, facts: dict[str, Any]) -> None:
    """Sign in, look at everything, and make a move in each game."""
    async with (
        connect(known(serving), plain=True, dial=dial) as ann,
        connect(known(serving), plain=True, dial=dial) as bob,
    ):
        signed_in = await ann.sign_in_with(Credentials("Ann", password=PASSWORDS["Ann"]))
        await bob.sign_in_with(Credentials("Bob", password=PASSWORDS["Bob"]))
        history = await ann.ask(m.GetHistory(account=signed_in.account), m.History)
        profile = await ann.ask(m.GetProfile(account=signed_in.account), m.Profile)
        listed = {info.table for info in await ann.list_tables()}

        assert signed_in.account == facts["accounts"]["Ann"]
        assert [match.table for match in history.matches] == list(facts["finished"].values())[::-1]
        assert {standing.game for standing in profile.standings} == set(GAMES)
        # a table that waits for a player lapses with the time, and the files get older
        unfinished = {facts["timed"], *(entry["table"] for entry in facts["unfinished"].values())}
        assert listed - {facts["waiting"]} == unfinished
        for game in GAMES:
            table = facts["unfinished"][game]["table"]
            for player in (ann, bob):
                await player.ask(m.Watch(table=table), m.Done)
            match = serving.match(table)
            assert match is not None
            assert match.game.write_position(match.state) == facts["unfinished"][game]["position"]
            mover = ann if match.turn.seat == 0 else bob  # type: ignore[union-attr]  # it is a player's turn
            text = match.game.format(match.state, next(iter(match.game.moves(match.state))))
            order = m.SendMove(table=table, key=new_key(), position=match.position, move=text)
            assert (await mover.ask(order, m.Done)).number > match.number
        if "tournament" in facts:  # since 1.2.0; it is cancelled when its time to start has gone by
            await ann.ask(m.WatchTournament(tournament=facts["tournament"]), m.Done)
            known_people = await ann.ask(m.GetRelations(), m.Relations)
            assert [friend.account for friend in known_people.follows] == [facts["accounts"]["Bob"]]


@pytest.mark.slow  # passwords take their time
async def test_a_server_opens_its_data_and_its_games_go_on(files: Path, server: Path) -> None:
    async with running(server, on_disk=True) as serving:
        await go_on(serving, facts_of(files, "server"))

    assert verify(server).findings == []


@pytest.mark.slow
async def test_its_backup_is_restored_and_its_games_go_on(files: Path, server: Path, tmp_path: Path) -> None:
    restore(tmp_path / "backup.zip", tmp_path / "new")

    async with running(tmp_path / "new", on_disk=True) as serving:
        await go_on(serving, facts_of(files, "server"))


def test_its_data_is_checked_exported_and_copied_before_a_start(server: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in server.glob("*.sqlite3")}

    report, exported = verify(server), export(server, tmp_path / "records")
    backup(server, tmp_path / "copy.zip")
    restore(tmp_path / "copy.zip", tmp_path / "new")

    assert (report.tables, report.findings) == (TABLES, [])
    assert (exported.written, exported.findings) == (FINISHED, [])
    assert verify(tmp_path / "new") == report
    assert {path.name: path.read_bytes() for path in server.glob("*.sqlite3")} == before


DUMPS = sorted(Path(__file__).parent.glob("at_*/postgres.sql.gz"))


@pytest.fixture(params=DUMPS, ids=lambda dump: dump.parent.name)
def database(request: pytest.FixtureRequest, postgres: PrivatePostgres) -> tuple[Path, str]:
    """The files of a release, and a database with its dump."""
    url = postgres.create()
    dump = postgres.folder / "dump.sql"
    dump.write_bytes(gzip.decompress(request.param.read_bytes()))
    dump.chmod(0o644)
    postgres.run("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", str(dump), url)
    return request.param.parent, url


@pytest.mark.slow
async def test_its_database_is_checked_exported_and_served(database: tuple[Path, str], tmp_path: Path) -> None:
    files, url = database
    report, exported = verify(url), export(url, tmp_path / "records")

    assert (report.tables, report.findings) == (TABLES, [])
    assert (exported.written, exported.findings) == (FINISHED, [])
    async with running_on_loopback(tmp_path / "data", database=url) as serving:
        await go_on(serving, facts_of(files, "postgres"))
    assert verify(url).findings == []
