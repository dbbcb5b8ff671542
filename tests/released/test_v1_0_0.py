"""Files of netgame 1.0.0 open in this version: a server's data, settings, and games at one screen."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from devtools.harness.server.serving import dial, known, new_key, running
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.records.reader import load_record
from protocol import messages as m
from protocol.client import connect
from protocol.client.credentials import Credentials
from server.admin.verify import verify

FILES = Path(__file__).parent / "v1_0_0"
PASSWORDS = {"Ann": "correct horse battery", "Bob": "battery horse correct"}
UNFINISHED = json.loads((FILES / "unfinished.json").read_text("utf-8"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a server: Ann and Bob have finished a rated match of each game and play another one."""
    folder = tmp_path / "data"
    folder.mkdir()
    zipfile.ZipFile(FILES / "server.zip").extractall(folder)
    return folder


@pytest.mark.slow  # passwords take their time
async def test_a_server_opens_its_data_and_its_matches_go_on(data: Path) -> None:
    async with (
        running(data, on_disk=True) as serving,
        connect(known(serving), plain=True, dial=dial) as ann,
        connect(known(serving), plain=True, dial=dial) as bob,
    ):
        signed_in = await ann.sign_in_with(Credentials("Ann", password=PASSWORDS["Ann"]))
        await bob.sign_in_with(Credentials("Bob", password=PASSWORDS["Bob"]))
        tables = {info.table for info in await ann.list_tables()}
        history = await ann.ask(m.GetHistory(account=signed_in.account), m.History)
        profile = await ann.ask(m.GetProfile(account=signed_in.account), m.Profile)

        assert signed_in.registered
        assert {entry["table"] for entry in UNFINISHED.values()} <= tables
        assert [match.game for match in history.matches] == [*GAMES][::-1]
        assert {(standing.won, standing.rating) for standing in profile.standings} == {(1, 166231)}

        for game in GAMES:
            table = UNFINISHED[game]["table"]
            for player in (ann, bob):
                await player.ask(m.Watch(table=table), m.Done)
            match = serving.match(table)
            assert match is not None
            assert match.game.write_position(match.state) == UNFINISHED[game]["position"]
            mover = ann if match.turn == ToMove(0) else bob
            text = match.game.format(match.state, next(iter(match.game.moves(match.state))))
            order = m.SendMove(table=table, key=new_key(), position=match.position, move=text)
            assert (await mover.ask(order, m.Done)).number > match.number
    assert verify(data).findings == []


@pytest.mark.needs_qt
def test_the_settings_of_the_window_are_read_completely(tmp_path: Path) -> None:
    from client_qt.settings.codec import encode
    from client_qt.settings.file import SettingsFile

    written = json.loads((FILES / "window/config/settings.json").read_text("utf-8"))
    shutil.copytree(FILES / "window/config", tmp_path, dirs_exist_ok=True)

    settings = SettingsFile(tmp_path)

    assert settings.repair is None
    now = json.loads(json.dumps(encode(settings.value)))
    assert {name: now[name] for name in written} | {"version": 0} == written | {"version": 0}


@pytest.mark.parametrize("path", sorted((FILES / "window/data/games").iterdir()), ids=lambda path: path.stem[-6:])
def test_a_game_at_one_screen_is_read(path: Path) -> None:
    record = load_record(path.read_text("utf-8"), GAMES)
    assert record.match.phase == "playing"
    assert len(record.match.history) >= 6
