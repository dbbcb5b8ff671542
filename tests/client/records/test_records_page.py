"""Records in the running window: opened, saved, replayed, continued, and kept of each finished match."""

import gc
from collections.abc import Callable
from pathlib import Path
from weakref import ref

import pytest
from PySide6.QtCore import QMimeData, QObject, QPointF, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from client_qt.app.application import Application
from client_qt.dialogs.export import PictureDialog
from client_qt.dialogs.question import QuestionDialog
from client_qt.records.files import CutFileError, FileError, read_match
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.harness.window.input_devices import Keys
from devtools.harness.window.play import moves_of, play_on, saved
from devtools.harness.window.program import client, play_here, press, until
from devtools.harness.window.together import mover, play_one
from devtools.screenshots.staged_tables import Staged
from netgame.games import GAMES
from netgame.match.commands import AnswerOffer, CloseTable, MakeOffer, MakeReady, Pause, Resign, Tick
from netgame.match.events import Moved, OfferKind
from netgame.records.reader import read_record
from server.app import Serving
from tests.client.visiting import meet

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


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


async def asked(app: Application) -> str:
    dialog = await until(lambda: app.window.findChild(QuestionDialog))
    words = " ".join(words.text() for words in dialog.findChildren(QLabel))
    dialog.close()
    return words


def shown(app: Application) -> object:
    model = app.window.table.model
    return model.match


async def open_record(app: Application, path: Path, key: str = "thud", turns: int = 8) -> LocalTable:
    """Save a match and open its record."""
    table = saved(path, key, turns)
    app.records_controller.open_path(str(path))
    await until(lambda: app.window.page == "table")
    return table


class FileManager(QObject):
    """Takes the place of the program of the system that shows folders."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.shown: list[Path] = []
        QDesktopServices.setUrlHandler("file", self, "show_folder")

    @Slot(QUrl)
    def show_folder(self, url: QUrl) -> None:
        self.shown.append(Path(url.toLocalFile()))


async def test_a_saved_file_is_shown_in_its_folder_and_a_record_can_be_opened(ann: Application, tmp_path: Path) -> None:
    table = play_here(ann, "conquid", 5)
    files = FileManager(ann)
    for action in ("save_record", "export", "export_picture"):
        folder = tmp_path / action
        folder.mkdir()
        ann.window.action(action).trigger()
        if action == "export_picture":
            await press(await until(lambda: ann.window.findChild(PictureDialog)), "picture_save")
        await choose_file(ann, "", folder / "kept")
        await until(lambda folder=folder: str(folder) in ann.window.banner.accessibleName())
        await press(ann.window, "Show in folder")
        assert files.shown[-1] == folder
    QDesktopServices.unsetUrlHandler("file")

    ann.window.action("home").trigger()
    (saved,) = (tmp_path / "save_record").iterdir()
    await choose_file(ann, "open_record", saved)
    await until(lambda: ann.window.page == "table")
    assert shown(ann) == table.match
    assert ann.window.table.model is not table
    assert not ann.window.table.builder.active


async def test_a_finished_record_is_replayed_from_its_first_position(ann: Application, tmp_path: Path) -> None:
    await open_record(ann, tmp_path / "a.netgame", "clod", 40)
    window, page = ann.window, ann.window.table
    settle()
    assert page.history.at is not None
    assert not page.result.isVisible()

    await press(page.panel.moves.bar, "walk_play")
    assert window.replay.running
    QTest.keyClick(page.board, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert window.replay.speed == 2.0
    for _ in range(9):
        window.action("faster").trigger()
    assert window.replay.speed == 8.0
    for _ in range(9):
        window.action("slower").trigger()
    assert window.replay.speed < 1
    assert window.replay.running
    await press(page.panel.moves.bar, "walk_play")
    assert not window.replay.running

    window.action("replay").trigger()
    assert window.replay.running
    for _ in range(60):
        page.history.forward()
    settle()
    assert not window.replay.running
    assert page.history.at is None
    assert page.result.isVisible()


async def test_an_unfinished_record_that_is_dropped_continues_from_any_move(ann: Application, tmp_path: Path) -> None:
    table, data = saved(tmp_path / "a.netgame"), QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.netgame"))])
    none = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    ann.window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, *none))
    await until(lambda: ann.window.page == "table" and ann.window.table.model is not None)
    review = ann.window.table.model
    ann.window.table.history.back()
    ann.window.table.history.back()
    ann.window.action("from_here").trigger()
    await until(lambda: ann.window.table.model is not review)

    model = ann.window.table.model
    assert len(model.match.history) == len(table.match.history) - 2
    assert ann.window.table.builder.active
    play_on(model, 3)
    assert len(model.match.history) > len(table.match.history) - 2
    ann.window.action("home").trigger()
    assert any(row.key == model.key for row in ann.unfinished_games.rows())


def agree(staged: Staged, kind: OfferKind) -> Staged:
    """One player offers that, and the other accepts."""
    staged.do(MakeOffer(kind), 0)
    return staged.do(AnswerOffer(staged.story.match.number, accept=True), 1)


def end_second_battle(staged: Staged) -> Staged:
    staged.do(Resign(match=False), 0).do(MakeReady(), 0).do(MakeReady(), 1)
    return staged.play(2).do(Resign(match=False), 1)


ENDS: dict[str, Callable[[Staged], Staged]] = {
    "clod resigned": lambda staged: staged.do(Resign(match=True), staged.mover()),
    "clod flag": lambda staged: staged.wait(1_000_000).do(Tick()),
    "conquid agreed": lambda staged: agree(staged, "count"),
    "blooms aborted": lambda staged: agree(staged, "abort"),
    "conquid resigned during a pause": lambda staged: staged.do(Pause("restart")).do(Resign(match=True), 0),
    "thud last battle resigned": end_second_battle,
    "thud between battles": lambda staged: staged.do(Resign(match=False), 0).do(Resign(match=True), 0),
}


@pytest.mark.parametrize("end", ENDS)
async def test_a_game_that_the_board_did_not_end_goes_on_from_its_last_move(ann: Application, end: str) -> None:
    staged = ENDS[end](Staged(end.split()[0]).start().play(3))
    over = staged.story.match
    assert over.ended is not None
    record = ReviewTable(staged.story.events, over, "a.netgame")
    ann.records_controller.opened.emit(record)
    settle()

    ann.window.action("from_here").trigger()
    await until(lambda: ann.window.table.model is not record)

    model = ann.window.table.model
    assert model.match.phase == "playing"
    assert model.match.history.last.state == over.state
    play_on(model, 1)
    assert len(model.match.history) > len(over.history) - 2
    ann.window.action("home").trigger()


async def test_a_game_that_never_began_cannot_be_played_on(ann: Application) -> None:
    staged = Staged().do(CloseTable())
    record = ReviewTable(staged.story.events, staged.story.match, "a.netgame")
    ann.records_controller.opened.emit(record)
    settle()

    ann.window.action("from_here").trigger()
    settle()

    assert ann.window.table.model is record
    assert ann.window.banner.shown


async def test_a_broken_record_at_the_start_is_refused_with_its_path(theme: Theme, tmp_path: Path) -> None:
    file = tmp_path / "bad.netgame"
    saved(tmp_path / "good.netgame", "clod")
    saved(file)
    file.write_text(file.read_text().replace("game: thud", "game: chess"))
    async with client(theme, tmp_path / "a", "Ann", record=str(file)) as app:
        assert str(file) in await asked(app)
        assert app.window.page == "home"
        assert app.window.table.model is None

        await choose_file(app, "open_record", tmp_path / "good.netgame")
        await until(lambda: app.window.page == "table")
        assert shown(app) is not None


async def test_enter_opens_the_whole_part_of_a_record_that_ends_early(ann: Application, tmp_path: Path) -> None:
    file, table = tmp_path / "a.netgame", saved(tmp_path / "a.netgame", "thud", 8)
    cut(file)
    with pytest.raises(CutFileError) as cut_off:
        read_match(file)
    said = str(cut_off.value.text)
    ann.window.action("records").trigger()
    ann.folder_controller.show_folder(str(tmp_path))
    (row,) = await until(lambda: ann.window.records.view.rows)
    assert said in row.accessible_text
    assert not row.problem
    await press(ann.window.records, f"open_{file}")
    dialog = await until(lambda: ann.window.findChild(QuestionDialog))
    assert said in [words.text() for words in dialog.findChildren(QLabel)]
    assert ann.window.page == "records"
    dialog.activateWindow()
    await until(dialog.isActiveWindow)
    Keys().press(Qt.Key.Key_Return)
    await until(lambda: ann.window.page == "table")

    model = ann.window.table.model
    assert model.log == table.log[: len(model.log)]
    assert len(moves_of(model)) == 7
    assert model.source != file.name
    assert [record.note for record in ann.recent_records.rows()] == [said]


async def test_a_record_that_ends_before_its_first_move_has_nothing_to_open(tmp_path: Path) -> None:
    file = tmp_path / "a.netgame"
    saved(file)
    file.write_bytes(file.read_bytes().split(b" moved ")[0])
    with pytest.raises(FileError) as refused:
        read_match(file)
    assert not isinstance(refused.value, CutFileError)


async def test_recent_records_are_listed_and_missing_ones_removed(ann: Application, tmp_path: Path) -> None:
    first, second = tmp_path / "a.netgame", tmp_path / "b.netgame"
    saved(second, "clod", 40)
    await open_record(ann, first)
    model = ref(ann.window.table.model)
    await choose_file(ann, "open_record", second)
    await until(lambda: ann.window.table.model.source == second.name)
    await until(lambda: gc.collect() is not None and model() is None)

    ann.window.action("home").trigger()
    assert [row.path for row in ann.recent_records.rows()] == [str(second), str(first)]
    first.unlink()
    await press(ann.window.home, f"replay_{first}")
    assert str(first) in await asked(ann)
    assert [row.path for row in ann.recent_records.rows()] == [str(second)]
    await press(ann.window.home, f"replay_{second}")
    await until(lambda: ann.window.page == "table")

    second.unlink()
    await ann.recent_records.tidy()  # as at each start
    assert ann.recent_records.rows() == []
    assert not ann.settings.value.records


async def test_positions_and_records_are_copied_as_text(ann: Application) -> None:
    table = play_here(ann, "thud", 6)
    match = table.match
    ann.window.table.history.back()
    ann.window.action("copy_position").trigger()
    assert QApplication.clipboard().text() == match.game.write_position(match.history[-2].state)
    ann.window.action("copy_record").trigger()
    await until(lambda: QApplication.clipboard().text().startswith("netgame record"))

    assert list(read_record(QApplication.clipboard().text(), GAMES)) == table.log


def files(app: Application) -> list[Path]:
    return sorted((app.settings.path.parents[1] / "data/played").glob("*.netgame"))


async def listed(app: Application) -> Path:
    """Return the path of the only recent record."""
    (row,) = await until(app.recent_records.rows)
    return Path(row.path)


async def test_a_match_at_this_screen_is_listed_once_with_later_comments(ann: Application, tmp_path: Path) -> None:
    before = files(ann)
    play_here(ann, "clod", 0).offer("abort")
    assert (ann.recent_records.rows(), files(ann)) == ([], before), "without a move it is not kept"

    def paths() -> list[Path]:
        return [Path(row.path) for row in ann.recent_records.rows()]

    table = play_here(ann, "clod", 60)
    assert table.match.ended is not None
    kept, own = await listed(ann), tmp_path / "our game.netgame"
    await choose_file(ann, "save_record", own)
    await until(lambda: paths() == [own])
    last = next(step.event.number for step in reversed(table.steps()) if isinstance(step.event, Moved))
    table.comment(last, ("So close.",))
    await until(lambda: paths() == [kept] and read_match(kept).comments == {last: ("So close.",)})
    assert read_match(kept).match == table.match

    ann.window.action("home").trigger()
    await press(ann.window.home, f"replay_{kept}")
    await until(lambda: isinstance(ann.window.table.model, ReviewTable))
    assert shown(ann) == table.match
    assert ann.unfinished_games.rows() == []
    ann.records_controller.open_path(str(own))
    await until(lambda: paths() == [own])


async def test_two_windows_keep_one_record_with_both_comments(ann: Application, theme: Theme, serving: Serving) -> None:
    before = files(ann)
    async with client(theme, ann.settings.path.parents[1], "Bob", number=2) as bob:
        await meet(serving, ann, bob)
        for _ in range(2):
            await play_one(await mover(ann, bob))
        models = [app.window.table.model for app in (ann, bob)]
        await until(lambda: all(model is not None and len(model.steps()) >= 3 for model in models))
        first, second = (model for model in models if model is not None)
        number = first.steps()[0].event.number
        first.comment(number, ("Ann's.",))
        second.comment(number, ("Bob's.",))
        first.resign(match=True)
        for app in (ann, bob):
            await listed(app)

    (file,) = set(files(ann)) - set(before)
    (lines,) = read_match(file).comments.values()
    assert sorted(lines) == ["Ann's.", "Bob's."]
