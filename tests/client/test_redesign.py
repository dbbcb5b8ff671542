"""Faults that the redesign of the window mends; docs/developing/window-faults.md has the others."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from client_qt.pages.table.view.people import people_of
from client_qt.records.local_games import MAX_GAMES, LocalGames
from client_qt.settings.file import SettingsFile
from client_qt.theme import Theme
from client_qt.widgets.lazy_page import LazyPage
from client_qt.widgets.list_view import ListModel, ListRow, ListView, RowAction
from client_qt.widgets.tiles import HomeTile
from devtools.harness.window.clicks import settle
from devtools.harness.window.play import saved, seeded_table
from devtools.harness.window.program import until


def fault(id: str) -> pytest.MarkDecorator:
    return pytest.mark.xfail(strict=True, reason=f"{id}: the redesign of the window")


@fault("W5")
def test_a_change_of_a_setting_does_not_wait_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, written = SettingsFile(tmp_path), list[Any]()
    monkeypatch.setattr("client_qt.settings.file.write_whole", lambda *what, **_more: written.append(what))

    settings.change(replace(settings.value, name="Margaret"))

    assert written == []


@fault("W20")
@pytest.mark.qt_trio
async def test_each_unfinished_game_of_this_computer_is_found(tmp_path: Path) -> None:
    saved(tmp_path / "0.netgame", "clod", 4)
    for number in range(1, MAX_GAMES + 1):
        shutil.copyfile(tmp_path / "0.netgame", tmp_path / f"{number}.netgame")
    async with trio.open_nursery() as nursery:
        owner = QObject()
        games = LocalGames(tmp_path, nursery, owner)
        games.reload()
        await until(lambda: games.is_read)
        nursery.cancel_scope.cancel()

    assert len(games.tables) > MAX_GAMES


@fault("W25")
def test_a_misspelt_name_builds_no_page(qapp: QApplication) -> None:
    class Page(LazyPage):
        def _build(self) -> None:
            self.words = QLabel("Welcome", self)

    page = Page()

    assert not hasattr(page, "wrods")
    assert not page.is_built


@fault("W24")
def test_a_double_click_on_a_row_opens_it_once(theme: Theme, qapp: QApplication) -> None:
    opened, rows = list[str](), ListView(theme, "rows", "Rows", clickable=True)
    rows.triggered.connect(lambda row, _action: opened.append(row.key))
    rows.show_rows([ListRow("a", "A row", actions=(RowAction("open", "Open"),))])
    rows.resize(300, 200)
    rows.show()
    settle()
    at = rows.visualRect(rows.model().index(0, 0)).topLeft() + QPoint(20, 10)

    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseRelease(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)

    assert opened == ["a"]


@fault("W22")
def test_a_tile_that_changes_its_height_keeps_one_length(theme: Theme, qapp: QApplication) -> None:
    parent = QWidget()
    tile = HomeTile(theme, "host", "Host", "clod", False, parent)
    tile.set_small(True)
    before = len(tile.children())

    for small in (False, True) * 10:
        tile.set_small(small)

    assert len(tile.children()) == before


@fault("W15")
def test_one_more_spectator_is_one(qapp: QApplication) -> None:
    table = seeded_table("clod", 1)
    table.watching = 1
    assert table.match is not None

    [words] = people_of(table, table.match, frozenset())[1]

    assert "spectators" not in words


@fault("W23")
def test_rows_of_a_list_are_added_as_a_model_says_it(qapp: QApplication) -> None:
    model, added = ListModel(None), list[int]()
    model.rowsInserted.connect(lambda _parent, first, last: added.extend(range(first, last + 1)))

    model.set_rows([ListRow("a", "A row"), ListRow("b", "Another row")])

    assert added == [0, 1]
