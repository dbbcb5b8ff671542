"""The page that lists the records of a folder, by clicks and keys."""

import os
import shutil
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
import trio
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QFileDialog, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.records.controller import RecordsController
from client_qt.pages.records.folder_controller import FolderController, files_in, files_of
from client_qt.pages.table.controllers.notes_controller import NotesController
from client_qt.records.notes import Notes
from client_qt.records.recent import RecentRecords
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KEEP_RECORDS, LastRecord
from client_qt.table.model import ReviewTable
from client_qt.widgets.list_view import ListView
from devtools.harness.window.clicks import press, settle
from devtools.harness.window.play import saved
from devtools.harness.window.program import until

pytestmark = pytest.mark.qt_trio


def is_seen(window: MainWindow, name: str) -> bool:
    found = window.records.findChild(QWidget, name)
    return found.isVisible()


def files(window: MainWindow) -> list[str]:
    return [Path(row.key).name for row in window.records.view.rows]


@asynccontextmanager
async def opened(window: MainWindow, folder: Path) -> AsyncIterator[RecordsController]:
    """The page with that folder, until all of it was read."""
    async with trio.open_nursery() as nursery:
        recent = RecentRecords(SettingsFile(folder / "settings"), folder / "played", window)
        notes = NotesController(window, window.table, Notes(folder / "notes"))
        controller = RecordsController(window, window.table, nursery, recent, notes)
        records = FolderController(window, window.records, controller, recent, nursery)
        window.action("records").triggered.connect(records.show)
        records.show_folder(str(folder))
        window.show_page("records")
        settle()
        await until(lambda: not is_seen(window, "records_stop"))
        yield controller
        nursery.cancel_scope.cancel()


async def test_records_of_a_folder_are_listed_the_newest_first_and_filtered(window: MainWindow, tmp_path: Path) -> None:
    saved(tmp_path / "evening.netgame", "clod")
    saved(tmp_path / "morning.txt", "thud")
    text = (tmp_path / "evening.netgame").read_text()
    (tmp_path / "broken.netgame").write_text(text.replace("game: clod", "game: chess"))
    for age, name in enumerate(("morning.txt", "evening.netgame", "broken.netgame")):
        os.utime(tmp_path / name, (9 - age, 9 - age))
    (tmp_path / "shopping.txt").write_text("milk")
    async with opened(window, tmp_path):
        assert files(window) == ["morning.txt", "evening.netgame", "broken.netgame"]
        assert ["chess" in row.problem for row in window.records.view.rows] == [False, False, True]

        window.records.words.setText("MORN")
        assert files(window) == ["morning.txt"]
        window.records.words.clear()
        games = window.records.games
        games.setCurrentIndex(games.findData("clod"))
        games.activated.emit(games.currentIndex())
        assert files(window) == ["evening.netgame"]


async def test_a_record_has_its_last_position_and_the_time_of_day(new_window: MainWindow, tmp_path: Path) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    table = saved(tmp_path / "whole.netgame", "clod")
    cut = (tmp_path / "whole.netgame").read_text().rpartition(" moved ")[0]
    (tmp_path / "cut.netgame").write_text(cut)
    (tmp_path / "broken.netgame").write_text(cut.replace("game: clod", "game: chess"))

    async with opened(new_window, tmp_path):
        rows = {Path(row.key).stem: row for row in new_window.records.view.rows}

    assert rows["whole"].position == (table.match.game, table.match.state)
    _game, state = rows["cut"].position
    assert state in [step.state for step in table.match.history[:-1]]
    assert (rows["broken"].position, rows["broken"].game) == (None, "")
    assert rows["broken"].problem
    began = datetime.fromtimestamp(table.match.created.at / 1000)
    assert began.strftime("%d.%m.%Y %H:%M") in rows["whole"].lines[0]


async def test_recently_played_shows_last_positions_after_a_start(window: MainWindow, tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "settings")
    before, recent = (RecentRecords(settings, tmp_path / "played", window) for _ in range(2))
    for name, key in (("b", "clod"), ("a", "thud")):
        table = saved(tmp_path / f"{name}.netgame", key)
        before.add(tmp_path / f"{name}.netgame", table.match, ("Ann", "Bob"))
    (tmp_path / "b.netgame").write_text("netgame record that was cut")

    await recent.tidy()
    window.home.show_records(recent.rows(), recent.positions)

    rows = window.home.findChild(ListView, "recent_records").rows
    assert {Path(row.key).stem: (row.game, row.position) for row in rows} == {
        "a": ("thud", (table.match.game, table.match.state)),
        "b": ("", None),
    }


async def test_a_listed_record_is_opened_and_another_folder_is_chosen(new_window: MainWindow, tmp_path: Path) -> None:
    saved(tmp_path / "one.netgame", "clod")
    (tmp_path / "empty").mkdir()
    async with opened(new_window, tmp_path) as controller:
        tables: list[object] = []
        controller.opened.connect(tables.append)
        press(new_window.records, f"open_{tmp_path / 'one.netgame'}")
        await until(lambda: tables)
        assert isinstance(tables[0], ReviewTable)

        press(new_window.records, "records_folder")
        dialog = new_window.findChild(QFileDialog, "files")
        dialog.fileSelected.emit(str(tmp_path / "empty"))
        dialog.close()
        await until(lambda: files(new_window) == [] and not is_seen(new_window, "records_stop"))


async def test_a_missing_folder_is_an_error_only_if_it_was_chosen(tmp_path: Path) -> None:
    saved(tmp_path / "one.netgame", "clod")
    with pytest.raises(FileNotFoundError):
        files_in(tmp_path / "nowhere")
    assert files_of([tmp_path / "nowhere", tmp_path]) == [tmp_path / "one.netgame"]


async def test_all_records_are_listed(new_window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.pages.records.folder_controller.usual_folder", lambda _last: str(tmp_path / "no"))
    for number in range(KEEP_RECORDS + 2):
        saved(tmp_path / "played" / f"kept {number}.netgame", "clod", turns=number + 1)
    async with opened(new_window, tmp_path) as controller:
        for number in range(KEEP_RECORDS + 2):
            path = tmp_path / f"folder {number}" / "saved.netgame"
            saved(path, "thud", turns=number + 1)
            controller.open_path(str(path))
            await until(lambda: controller.folder() == str(path.parent))  # noqa: B023
        (tmp_path / "mine").mkdir()
        shutil.copy(tmp_path / "played" / "kept 0.netgame", tmp_path / "mine" / "also saved.netgame")
        controller.open_path(str(tmp_path / "mine" / "also saved.netgame"))
        await until(lambda: controller.folder() == str(tmp_path / "mine"))

        new_window.action("records").trigger()
        await until(lambda: not is_seen(new_window, "records_stop"))

    kept = {f"kept {number}.netgame" for number in range(1, KEEP_RECORDS + 2)}
    assert sorted(files(new_window)) == sorted([*kept, "also saved.netgame", *["saved.netgame"] * (KEEP_RECORDS + 2)])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders, and links need a right there")
@pytest.mark.parametrize("found", [lambda folder: files_in(folder), lambda folder: files_of([folder])])
def test_a_name_that_leads_to_no_file_hides_only_itself(found: Callable[[Path], list[Path]], tmp_path: Path) -> None:
    saved(tmp_path / "evening.netgame", "clod")
    (tmp_path / "gone.netgame").symlink_to(tmp_path / "nowhere")
    (tmp_path / ".#evening.netgame").symlink_to("margaret@computer.4711:1")
    (tmp_path / "round.netgame").symlink_to("round.netgame")
    (tmp_path / "folder.netgame").mkdir()
    os.mkfifo(tmp_path / "pipe.netgame")

    assert found(tmp_path) == [tmp_path / "evening.netgame"]


async def test_recently_played_is_written_anew_in_another_language(window: MainWindow, tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path / "settings")
    table = saved(tmp_path / "a.netgame", "thud")
    recent = RecentRecords(settings, tmp_path / "played", window)
    recent.add(tmp_path / "a.netgame", table.match, ("Ann", "Bob"))
    written = settings.value.records
    strange = replace(written[0], title="Partie", note="unbeendet", language="xx")
    settings.change(replace(settings.value, records=(strange,)))

    await recent.tidy()

    assert settings.value.records == written


async def test_a_missing_record_is_looked_for_outside_of_the_thread_of_the_window(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, looked = SettingsFile(tmp_path / "settings"), list[str]()
    gone = tmp_path / "gone.netgame"
    settings.change(replace(settings.value, records=(LastRecord(str(gone)),)))
    recent = RecentRecords(settings, tmp_path / "played", window)
    monkeypatch.setattr(os.path, "exists", lambda _path: bool(looked.append(threading.current_thread().name)))

    assert await recent.remove_missing(gone)

    assert threading.main_thread().name not in looked
    assert settings.value.records == ()
