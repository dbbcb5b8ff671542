"""Settings are stored between two starts."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client_qt.settings.file import Folders, Repair, SettingsFile
from client_qt.settings.schema import KEEP_TABLES, KnownServer, LastTable, Settings
from tests.systems import is_private


def test_settings_are_read_again_after_a_restart(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    server = KnownServer("ab" * 32, "ann-laptop", ("192.168.1.5:7763",), "c0ffee", 1700000000)
    value = (
        replace(file.value, name="Ann")
        .prefer(ui="dark", threats=False)
        .with_server(server)
        .with_table(LastTable("ab" * 32, "t1", "thud"))
    )

    file.change(value)

    assert SettingsFile(tmp_path).value == value


def test_a_new_player_has_the_name_of_the_system_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "mareike.o'hara")

    assert SettingsFile(tmp_path).value.name == "mareike.o hara"


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '"a"', '{"name": ' + "[" * 100_000])
def test_a_file_that_cannot_be_parsed_becomes_a_backup(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.json").write_text(text)

    file = SettingsFile(tmp_path)

    assert file.value == Settings(name=file.value.name)
    assert file.repair == Repair("fresh", tmp_path / "settings.broken.json")
    assert file.repair.backup.read_text() == text
    assert not file.path.exists()


@given(st.binary(max_size=200))
def test_no_bytes_in_the_file_stop_the_program(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("settings")
    (folder / "settings.json").write_bytes(content)

    assert isinstance(SettingsFile(folder).value, Settings)


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)

    file.change(replace(file.value, name="Ann"))

    assert is_private(file.path)


def test_a_folder_that_cannot_be_written_is_not_fatal(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where the folder should be")
    file = SettingsFile(tmp_path / "taken")

    file.change(replace(file.value, name="Ann"))

    assert file.value.name == "Ann"


def test_the_last_table_is_the_first_of_a_short_list() -> None:
    value = Settings()
    for n in range(KEEP_TABLES + 5):
        value = value.with_table(LastTable("s", f"t{n}", "thud"))

    value = value.with_table(LastTable("s", "t10", "thud", note="your turn"))

    assert value.tables[0] == LastTable("s", "t10", "thud", note="your turn")
    assert len(value.tables) == KEEP_TABLES
    assert len({table.table for table in value.tables}) == KEEP_TABLES


def test_all_folders_can_be_in_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NETGAME_HOME", str(tmp_path))

    assert Folders.find() == Folders(tmp_path / "config", tmp_path / "data" / "server", tmp_path / "log")
    assert Folders.find(str(tmp_path / "x")).data == tmp_path / "x" / "data" / "server"
