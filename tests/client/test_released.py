"""The home folders that windows of released versions left open in this version; see `tests.released`."""

import zipfile
from pathlib import Path

import pytest

from client_qt.net.player_key import FILE as KEY_FILE
from client_qt.records.notes import Notes
from client_qt.settings.file import SettingsFile
from client_qt.theme import Theme
from devtools.harness.window.program import client, folders_of, until
from server.admin.verify import verify
from tests.released.test_released import AT, facts_of


@pytest.mark.qt_trio
@pytest.mark.slow
@pytest.mark.parametrize("files", AT, ids=lambda folder: folder.name)
async def test_a_released_home_has_everything_in_both_windows(files: Path, tmp_path: Path, theme: Theme) -> None:
    zipfile.ZipFile(files / "window.zip").extractall(tmp_path)
    facts = facts_of(files, "window")
    configs = [folders_of(tmp_path, number).config for number in (1, 2)]
    keys, settings = [(config / KEY_FILE).read_bytes() for config in configs], list(map(SettingsFile, configs))
    stored = [path.read_text("utf-8") for path in (tmp_path / "data" / "games").iterdir()]
    assert [file.repair for file in settings] == [None, None]
    assert [file.value.name for file in settings] == ["Ann", "Bob"]

    async with client(theme, tmp_path, "Ann") as ann, client(theme, tmp_path, "Bob", number=2) as bob:
        for app in (ann, bob):
            games = app.local_controller.games
            await until(lambda games=games: games.is_read)
            await app.player_key.ready()
            last = app.settings.value.tables[0]

            assert last.table == facts["table"]
            assert last.server in app.settings.value.servers
            assert app.player_key.trouble is None
            assert sorted(game.match.game.key for game in games.tables if game.match) == sorted(facts["games"])
            assert sum(bool(game.comments) for game in games.tables) == sum("Here." in text for text in stored)
            assert Notes(tmp_path / "data" / "notes").read(f"{last.server}/{last.table}")
            assert len(list((tmp_path / "data" / "played").glob("*.netgame"))) == 1
    assert [(config / KEY_FILE).read_bytes() for config in configs] == keys
    assert verify(tmp_path / "data" / "server").findings == []
