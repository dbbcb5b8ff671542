"""Records in the running window: open, save, replay and continue them by menu, command line and home page."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from weakref import ref

import pytest
from PySide6.QtCore import QMimeData, QObject, QPointF, Qt, QUrl, Slot
from PySide6.QtGui import QAction, QDesktopServices, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from client_qt.app.application import Application
from client_qt.dialogs.export import PictureDialog
from client_qt.dialogs.question import QuestionDialog
from client_qt.records.files import CutFileError, FileError, read_match, write_match
from client_qt.settings.file import SettingsFile
from client_qt.table.local import LocalTable
from client_qt.theme import Theme
from netgame.games import GAMES
from netgame.records.reader import read_record
from tests.client.clicks import settle
from tests.client.play import held, moves_of, play_on, seeded_table
from tests.client.program import client, press, until
from tests.client.visiting import visitor
from tests.server.serving import running
from tests.window.input_devices import Keys

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio, pytest.mark.usefixtures("no_window_is_left")]


def saved(path: Path, key: str = "thud", turns: int = 8, **options: object) -> LocalTable:
    table = seeded_table(key, **options)
    play_on(table, turns)
    assert table.match is not None
    write_match(path, held(table))
    return table


def cut(file: Path) -> None:
    """Cut a record within its last move."""
    lines = file.read_bytes().split(b"\n")
    last = max(number for number, line in enumerate(lines) if b" moved " in line)
    file.write_bytes(b"\n".join(lines[:last]) + b"\n" + lines[last][:-2])


async def choose_file(app: Application, action: str, path: Path) -> None:
    """Choose a file in the dialog of a menu entry."""
    if action:
        app.window.action(action).trigger()
    dialog = await until(lambda: app.window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(path))
    dialog.close()


async def play_here(app: Application, key: str = "clod", turns: int = 5) -> LocalTable:
    app.window.action("here").trigger()
    app.window.here.choose(key)
    await press(app.window.here, "go")
    table = app.window.table.model
    play_on(table, turns)
    return table


async def asked(app: Application) -> str:
    dialog = await until(lambda: app.window.findChild(QuestionDialog))
    words = " ".join(words.text() for words in dialog.findChildren(QLabel))
    dialog.close()
    return words


def shown(app: Application) -> object:
    model = app.window.table.model
    return model.match


@asynccontextmanager
async def replayed(theme: Theme, folder: Path) -> AsyncIterator[Application]:
    """Run a client that shows the record of a finished match."""
    saved(folder / "a.netgame", "clod", 40)
    async with client(theme, folder / "a", "Ann", record=str(folder / "a.netgame")) as app:
        await until(lambda: app.window.page == "table")
        yield app


async def test_a_saved_record_can_be_opened(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        table = await play_here(app)
        await choose_file(app, "save_record", tmp_path / "game.netgame")
        await until((tmp_path / "game.netgame").exists)
        app.window.action("home").trigger()
        await choose_file(app, "open_record", tmp_path / "game.netgame")
        await until(lambda: app.window.page == "table")

        assert shown(app) == table.match
        assert app.window.table.model is not table
        assert not app.window.table.builder.active


class FileManager(QObject):
    """Takes the place of the program of the system that shows folders."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.shown: list[Path] = []
        QDesktopServices.setUrlHandler("file", self, "show_folder")

    @Slot(QUrl)
    def show_folder(self, url: QUrl) -> None:
        self.shown.append(Path(url.toLocalFile()))


async def test_a_saved_file_is_shown_in_its_folder(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        await play_here(app, "conquid")
        files = FileManager(app)
        for action in ("save_record", "export", "export_picture"):
            folder = tmp_path / action
            folder.mkdir()
            app.window.action(action).trigger()
            if action == "export_picture":
                await press(await until(lambda: app.window.findChild(PictureDialog)), "picture_save")
            await choose_file(app, "", folder / "kept")
            await until(lambda folder=folder: str(folder) in app.window.banner.accessibleName())
            await press(app.window, "Show in folder")

            assert files.shown[-1] == folder
        QDesktopServices.unsetUrlHandler("file")


async def test_a_finished_record_begins_at_its_first_position_and_is_replayed(theme: Theme, tmp_path: Path) -> None:
    async with replayed(theme, tmp_path) as app:
        page = app.window.table
        settle()
        assert page.history.at is not None
        assert not page.result.isVisible()

        app.window.action("replay").trigger()
        assert app.window.replay.running
        for _ in range(60):
            page.history.forward()
        settle()

        assert not app.window.replay.running
        assert page.history.at is None
        assert page.result.isVisible()


async def test_a_replay_gets_faster_and_slower_by_key_and_menu(theme: Theme, tmp_path: Path) -> None:
    async with replayed(theme, tmp_path) as app:
        window, bar = app.window, app.window.table.panel.moves.bar
        await press(bar, "walk_play")
        assert window.replay.running

        QTest.keyClick(window.table.board, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        assert window.replay.speed == 2.0
        for _ in range(9):
            window.action("faster").trigger()
        assert window.replay.speed == 8.0
        for _ in range(9):
            window.action("slower").trigger()
        assert window.replay.speed < 1
        assert window.replay.running

        await press(bar, "walk_play")
        assert not window.replay.running


async def test_an_unfinished_record_continues_from_any_move(theme: Theme, tmp_path: Path) -> None:
    table = saved(tmp_path / "a.netgame", "thud", 8)
    async with client(theme, tmp_path / "a", "Ann", record=str(tmp_path / "a.netgame")) as app:
        await until(lambda: app.window.page == "table")
        review = app.window.table.model
        app.window.table.history.back()
        app.window.table.history.back()
        app.window.action("from_here").trigger()
        await until(lambda: app.window.table.model is not review)

        model = app.window.table.model
        assert len(model.match.history) == len(table.match.history) - 2
        assert app.window.table.builder.active
        play_on(model, 3)
        assert len(model.match.history) > len(table.match.history) - 2
        app.window.action("home").trigger()
        assert any(row.key == model.key for row in app.unfinished_games.rows())


async def test_a_broken_record_is_refused_with_its_path(theme: Theme, tmp_path: Path) -> None:
    file = tmp_path / "a.netgame"
    saved(file)
    file.write_text(file.read_text().replace("game: thud", "game: chess"))
    async with client(theme, tmp_path / "a", "Ann", record=str(file)) as app:
        words = await asked(app)

        assert str(file) in words
        assert app.window.page == "home"
        assert app.window.table.model is None


async def test_after_a_file_that_cannot_be_opened_others_can(theme: Theme, tmp_path: Path) -> None:
    saved(tmp_path / "good.netgame", "clod")
    (tmp_path / "bad.netgame").write_text("no record")
    async with client(theme, tmp_path / "a", "Ann", record=str(tmp_path / "bad.netgame")) as app:
        await asked(app)
        await choose_file(app, "open_record", tmp_path / "good.netgame")
        await until(lambda: app.window.page == "table")

        assert shown(app) is not None


async def test_a_record_that_is_shown_stays_until_the_next_one_is(theme: Theme, tmp_path: Path) -> None:
    for name in ("first", "second"):
        saved(tmp_path / f"{name}.netgame", "clod")
    async with client(theme, tmp_path / "a", "Ann", record=str(tmp_path / "first.netgame")) as app:
        first = ref(await until(lambda: app.window.table.model))
        app.window.action("home").trigger()
        await choose_file(app, "open_record", tmp_path / "second.netgame")
        await until(lambda: app.window.table.model not in (None, first()))

        await until(lambda: gc.collect() is not None and first() is None)
        assert shown(app) is not None


async def test_enter_opens_the_whole_part_of_a_record_that_ends_early(theme: Theme, tmp_path: Path) -> None:
    file, table = tmp_path / "a.netgame", saved(tmp_path / "a.netgame", "thud", 8)
    cut(file)
    async with client(theme, tmp_path / "a", "Ann", record=str(file)) as app:
        dialog = await until(lambda: app.window.findChild(QuestionDialog))
        assert app.window.page == "home"
        dialog.activateWindow()
        await until(dialog.isActiveWindow)
        Keys().press(Qt.Key.Key_Return)
        await until(lambda: app.window.page == "table")

        assert app.window.table.model.log == table.log[: len(app.window.table.model.log)]
        assert len(moves_of(app.window.table.model)) == 7
        assert app.window.table.model.source != file.name


async def test_the_lists_say_the_same_of_a_record_that_ends_early_as_the_question(theme: Theme, tmp_path: Path) -> None:
    file, _table = tmp_path / "a.netgame", saved(tmp_path / "a.netgame", "thud", 8)
    cut(file)
    async with client(theme, tmp_path / "a", "Ann") as app:
        app.window.action("records").trigger()
        app.folder_controller.show_folder(str(tmp_path))
        (row,) = await until(lambda: app.window.records.view.rows)
        await press(app.window.records, f"open_{file}")
        dialog = await until(lambda: app.window.findChild(QuestionDialog))
        sentences = [words.text() for words in dialog.findChildren(QLabel)]
        with pytest.raises(CutFileError) as cut_off:
            read_match(file)
        said = str(cut_off.value.text)
        await press(dialog, "open_whole")
        await until(lambda: app.window.page == "table")

        assert said in sentences
        assert said in row.accessible_text
        assert not row.problem
        assert [record.note for record in app.recent_records.rows()] == [said]


async def test_a_record_that_ends_before_its_first_move_has_nothing_to_open(tmp_path: Path) -> None:
    file = tmp_path / "a.netgame"
    saved(file)
    file.write_bytes(file.read_bytes().split(b" moved ")[0])
    with pytest.raises(FileError) as refused:
        read_match(file)

    assert not isinstance(refused.value, CutFileError)


async def test_recent_records_are_listed_and_missing_ones_are_removed(theme: Theme, tmp_path: Path) -> None:
    saved(tmp_path / "a.netgame")
    saved(tmp_path / "b.netgame", "clod", 40)
    async with client(theme, tmp_path / "a", "Ann") as app:
        for name in ("a.netgame", "b.netgame"):
            await choose_file(app, "open_record", tmp_path / name)
            await until(lambda name=name: getattr(app.window.table.model, "source", "") == name)
        app.window.action("home").trigger()
        assert [Path(row.path).name for row in app.recent_records.rows()] == ["b.netgame", "a.netgame"]
        (tmp_path / "a.netgame").unlink()
        await press(app.window.home, f"replay_{tmp_path / 'a.netgame'}")
        assert str(tmp_path / "a.netgame") in await asked(app)
        assert [Path(row.path).name for row in app.recent_records.rows()] == ["b.netgame"]
        await press(app.window.home, f"replay_{tmp_path / 'b.netgame'}")
        await until(lambda: app.window.page == "table")
    (tmp_path / "b.netgame").unlink()
    async with client(theme, tmp_path / "a", "Ann") as app:
        await until(lambda: not app.recent_records.rows())
        assert not SettingsFile(tmp_path / "a" / "config").value.records


async def test_a_file_dropped_on_the_window_is_opened(theme: Theme, tmp_path: Path) -> None:
    saved(tmp_path / "a.netgame")
    async with client(theme, tmp_path / "a", "Ann") as app:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.netgame"))])
        none = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        app.window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, *none))

        await until(lambda: app.window.page == "table")


async def test_positions_and_records_are_copied_as_text(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        table = await play_here(app, "thud", 6)
        match = table.match
        app.window.table.history.back()
        app.window.action("copy_position").trigger()
        assert QApplication.clipboard().text() == match.game.write_position(match.history[-2].state)
        app.window.action("copy_record").trigger()
        await until(lambda: QApplication.clipboard().text().startswith("netgame record"))

        assert list(read_record(QApplication.clipboard().text(), GAMES)) == table.log


async def test_a_table_on_the_network_starts_from_a_position(theme: Theme, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False) as serving, visitor(theme, tmp_path / "a", serving, "Ann") as app:
        app.lobby_controller.show_lobby()
        await press(app.window.lobby, "lobby_host")
        app.window.host.choose("thud")
        game = GAMES["thud"]()
        text = game.write_position(game.play(game.start(), next(game.moves(game.start()))))
        app.window.host.position.set_text(text)
        await press(app.window.host, "go")
        await until(lambda: app.window.page == "table" and shown(app) is not None)

        assert shown(app).created.position == text


async def test_the_speed_of_a_replay_is_kept_until_the_next_start(theme: Theme, tmp_path: Path) -> None:
    async with replayed(theme, tmp_path) as app:
        app.window.action("faster").trigger()
        app.window.action("faster").trigger()
        assert app.window.replay.speed == 4.0
    async with replayed(theme, tmp_path) as app:
        assert app.window.replay.speed == 4.0
        app.window.findChild(QAction, "speed_played").trigger()
    async with replayed(theme, tmp_path) as app:
        assert app.window.replay.speed is None
