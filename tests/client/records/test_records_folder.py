"""The page that lists the records of a folder, by clicks and keys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.records.controller import RecordsController
from client_qt.pages.records.folder_controller import FolderController, files_in
from client_qt.records.files import write_match
from client_qt.records.reading import RecordReader
from client_qt.settings.file import SettingsFile
from client_qt.table.review import ReviewTable
from netgame.formats.convert import RECORD, LoadedMatch
from tests.client.clicks import button, press, settle
from tests.client.play import play_on, seeded_table
from tests.client.program import until
from tests.client.staging import seen

pytestmark = pytest.mark.qt_trio


def save(path: Path, key: str, turns: int = 4) -> None:
    table = seeded_table(key)
    play_on(table, turns)
    assert table.match is not None
    write_match(path, LoadedMatch(RECORD, tuple(table.log), table.match))


def is_seen(window: MainWindow, name: str) -> bool:
    found = window.records.findChild(QWidget, name)
    assert found is not None
    return found.isVisible()


@asynccontextmanager
async def shelf(window: MainWindow, folder: Path) -> AsyncIterator[RecordsController]:
    """The page on that folder, until all of it was read."""
    async with trio.open_nursery() as nursery:
        desk = RecordsController(window, RecordReader(nursery, window), SettingsFile(folder / "settings"), window)
        records = FolderController(window, desk, nursery)
        records._take_folder(str(folder))
        window.show_page("records")
        settle()
        await until(lambda: not is_seen(window, "records_stop"))
        yield desk
        nursery.cancel_scope.cancel()


async def test_all_records_of_a_folder_are_listed_the_last_one_first(new_window: MainWindow, tmp_path: Path) -> None:
    save(tmp_path / "first.netgame", "clod")
    save(tmp_path / "second.txt", "thud")
    (tmp_path / "shopping.txt").write_text("milk")
    async with shelf(new_window, tmp_path):
        words = seen(new_window.records)

    assert "first.netgame" in words
    assert "second.txt" in words
    assert "shopping" not in words
    assert "Records: 2" in words


async def test_a_broken_record_is_named_with_what_is_wrong_and_cannot_be_opened(
    new_window: MainWindow, tmp_path: Path
) -> None:
    save(tmp_path / "good.netgame", "clod")
    text = (tmp_path / "good.netgame").read_text()
    (tmp_path / "good.netgame").write_text(text.replace("game: clod", "game: chess"))
    async with shelf(new_window, tmp_path):
        assert "good.netgame" in seen(new_window.records)
        assert "chess" in seen(new_window.records)
        assert not button(new_window.records, "record_open").isEnabled()


async def test_the_list_is_searched_by_game_and_by_words(window: MainWindow, tmp_path: Path) -> None:
    save(tmp_path / "evening.netgame", "clod")
    save(tmp_path / "morning.netgame", "thud")
    async with shelf(window, tmp_path):
        field = window.records.findChild(QLineEdit, "records_words")
        games = window.records.findChild(QComboBox, "records_game")
        assert field is not None
        assert games is not None
        field.setText("MORN")
        settle()
        assert "evening" not in seen(window.records)
        assert "1 of 2 records" in seen(window.records)

        field.clear()
        games.setCurrentIndex(games.findData("clod"))
        games.activated.emit(games.currentIndex())
        settle()
        assert "evening" in seen(window.records)
        assert "morning" not in seen(window.records)


async def test_a_record_of_the_list_is_opened(window: MainWindow, tmp_path: Path) -> None:
    save(tmp_path / "one.netgame", "clod")
    async with shelf(window, tmp_path) as desk:
        opened: list[object] = []
        desk.opened.connect(opened.append)
        press(window.records, "record_open")
        await until(lambda: opened)

    assert isinstance(opened[0], ReviewTable)


async def test_a_long_list_shows_more_when_asked_to(window: MainWindow, tmp_path: Path) -> None:
    save(tmp_path / "0.netgame", "clod", turns=1)
    for number in range(1, 20):
        (tmp_path / f"{number}.netgame").write_bytes((tmp_path / "0.netgame").read_bytes())
    async with shelf(window, tmp_path):
        assert seen(window.records).count("Clod: ") == 16
        press(window.records, "records_more")
        settle()
        assert seen(window.records).count("Clod: ") == 20
        assert not is_seen(window, "records_more")


async def test_another_folder_is_chosen_and_one_without_records_says_what_makes_them(
    window: MainWindow, tmp_path: Path
) -> None:
    save(tmp_path / "one.netgame", "clod")
    (tmp_path / "empty").mkdir()
    async with shelf(window, tmp_path):
        press(window.records, "records_folder")
        dialog = window.findChild(QFileDialog, "files")
        assert dialog is not None
        dialog.fileSelected.emit(str(tmp_path / "empty"))
        dialog.close()
        await until(lambda: "No records here yet" in seen(window.records))
        assert "one.netgame" not in seen(window.records)


async def test_a_folder_that_is_gone_says_so(tmp_path: Path) -> None:
    assert "No such file" in files_in(tmp_path / "nowhere").trouble
    assert files_in(tmp_path / "nowhere", may_be_missing=True).trouble == ""
