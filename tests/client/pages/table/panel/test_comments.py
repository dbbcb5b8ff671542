"""Comments beside the board: typed, marked, shown while walking, kept on disk, taken along by the record."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QTableView

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.pages.table.panel.comments import CommentField
from client_qt.records.files import read_match, write_match
from client_qt.records.notes import Notes
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from tests.client.clicks import click, settle, type_text
from tests.client.play import at_table, held, moves_of, play_on, played
from tests.client.program import until
from tests.systems import is_private


def begun(window: MainWindow) -> LocalTable:
    table = played("clod", 4)
    at_table(window, table)
    return table


def numbers(table: LocalTable) -> list[int]:
    return [table.steps()[index].event.number for index in moves_of(table)]


def field(window: MainWindow) -> CommentField:
    return window.table.panel.comment


def write(window: MainWindow, text: str) -> None:
    """As with Ctrl+E and the keyboard."""
    window.action("comment").trigger()
    type_text(field(window).text, text)


def marked(window: MainWindow) -> list[QModelIndex]:
    model = window.table.panel.moves.findChild(QTableView).model()
    places = [model.index(row, column) for row in range(model.rowCount()) for column in (1, 2)]
    return [place for place in places if model.is_commented(place)]


def test_the_field_is_visible_while_there_are_comments(window: MainWindow) -> None:
    table = begun(window)
    assert not field(window).isVisible(), "the moves have the room"

    click(window.table.panel.moves.bar.findChild(QPushButton, "walk_comment"))
    assert field(window).text.hasFocus()
    QTest.keyClick(field(window).text, Qt.Key.Key_Escape)
    assert not field(window).isVisible()

    table.comment(numbers(table)[1], ("Here.",))
    settle()
    assert field(window).isVisible(), "though the last move has none: the list stays as large as it is on a walk"

    begun(window)
    assert not field(window).isVisible(), "nobody has written about that one"


def test_a_comment_is_saved_after_a_short_pause(window: MainWindow) -> None:
    table = begun(window)
    write(window, "Strong. ")

    timer = field(window).findChild(QTimer)
    assert timer is not None
    timer.timeout.emit()

    assert table.comments == {numbers(table)[-1]: ("Strong.",)}
    assert field(window).text.toPlainText() == "Strong. ", "who is typing is not disturbed"


def test_walking_saves_the_comment_and_shows_the_next_one(window: MainWindow) -> None:
    table = begun(window)
    write(window, "The last one.")

    window.table.history.back()
    settle()
    assert field(window).text.toPlainText() == ""
    write(window, "The one before.")
    window.table.history.live()
    settle()

    last, before = numbers(table)[-1], numbers(table)[-2]
    assert table.comments == {last: ("The last one.",), before: ("The one before.",)}
    assert field(window).text.toPlainText() == "The last one."


def test_a_new_move_does_not_disturb_typing(window: MainWindow) -> None:
    table = begun(window)
    write(window, "Half a thou")

    play_on(table, 1, seed=2)
    settle()

    assert table.comments == {numbers(table)[-2]: ("Half a thou",)}


def test_walking_shows_the_comment_in_the_hint_line(window: MainWindow) -> None:
    table = begun(window)
    table.comment(numbers(table)[-2], ("Here it turned.", "Or did it?"))

    window.table.history.back()
    settle()

    assert window.table.hint.words == "Here it turned.  Or did it?"


def test_commented_moves_are_marked(window: MainWindow) -> None:
    table = begun(window)
    table.comment(numbers(table)[1], ("Here.",))
    settle()

    (place,) = marked(window)
    assert len(place.data(Qt.ItemDataRole.AccessibleTextRole)) > len(place.data())


def test_empty_text_deletes_the_comment(window: MainWindow) -> None:
    table = begun(window)
    table.comment(numbers(table)[-1], ("Here.",))
    settle()

    field(window).text.setFocus()
    field(window).text.selectAll()
    QTest.keyClick(field(window).text, Qt.Key.Key_Delete)
    field(window).keep()
    settle()

    assert table.comments == {}
    assert marked(window) == []
    assert field(window).text.hasFocus(), "one may write anew"


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_escape_and_ctrl_enter_save_and_return_to_the_board(window: MainWindow, key: Qt.Key) -> None:
    table = begun(window)
    window.action("comment").trigger()
    QTest.keyClicks(window.focusWidget(), "Good")

    control = Qt.KeyboardModifier.ControlModifier if key == Qt.Key.Key_Return else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(window.focusWidget(), key, control)

    assert table.comments == {numbers(table)[-1]: ("Good",)}
    assert window.table.board.hasFocus()


def test_the_action_opens_the_panel_where_it_is_folded(window: MainWindow) -> None:
    begun(window)
    window.resize(800, 560)
    settle()
    assert not window.table.panel.isVisible()

    window.action("comment").trigger()
    settle()

    assert field(window).text.isVisible()
    assert field(window).text.hasFocus()


def test_markup_in_a_comment_is_shown_as_it_was_typed(window: MainWindow) -> None:
    table = begun(window)
    table.comment(numbers(table)[-1], ("<b>bold</b>",))
    settle()

    assert field(window).text.toPlainText() == "<b>bold</b>"


def test_comments_are_kept_in_a_private_file_of_the_match(tmp_path: Path) -> None:
    notes = Notes(tmp_path / "notes")

    assert notes.write("server/table", {4: ("One.", "Two.")})

    (file,) = (tmp_path / "notes").iterdir()
    assert is_private(file)
    assert Notes(tmp_path / "notes").read("server/table") == {4: ("One.", "Two.")}
    assert notes.read("server/another") is None


def test_comments_of_two_windows_are_merged(tmp_path: Path) -> None:
    first, second = Notes(tmp_path / "notes"), Notes(tmp_path / "notes")
    first.write("m", {4: ("One.",), 6: ("Old.",)})
    second.read("m")

    first.write("m", {4: ("One.",), 6: ("New.",), 8: ("Eight.",)})
    second.write("m", {4: ("One.", "Two."), 6: ("Old.",), 8: ("My eight.",)})
    first.write("m", {4: ("One.",), 6: ("Newer.",), 8: ("Eight.",)})

    kept = Notes(tmp_path / "notes").read("m")
    assert kept == {4: ("One.", "Two."), 6: ("Newer.",), 8: ("My eight.", "Eight.")}


def test_saving_a_record_clears_only_the_saved_comments(tmp_path: Path) -> None:
    first, second = Notes(tmp_path / "notes"), Notes(tmp_path / "notes")
    first.write("m", {4: ("One.",)})
    second.write("m", {6: ("Mine.",)})

    first.forget("m")
    assert Notes(tmp_path / "notes").read("m") == {6: ("Mine.",)}
    second.forget("m")

    assert Notes(tmp_path / "notes").read("m") is None


@pytest.mark.parametrize("data", ["", "[]", '{"match": "m", "comments": {"x": ["a"]}}', '{"match": "other"}', "\x00"])
def test_a_broken_file_is_put_aside_and_the_match_has_no_comments(tmp_path: Path, data: str) -> None:
    notes = Notes(tmp_path)
    notes.write("m", {4: ("One.",)})
    file = next(tmp_path.iterdir())
    file.write_text(data)

    assert notes.read("m") is None
    assert [path.suffix for path in tmp_path.iterdir()] == [".broken"]
    assert notes.write("m", {5: ("Again.",)})
    assert notes.read("m") == {5: ("Again.",)}


def test_a_failing_disk_is_reported_and_not_fatal(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("a file where the folder should be")

    assert not Notes(tmp_path / "notes").write("m", {4: ("One.",)})


@pytest.fixture
def record(tmp_path: Path) -> LocalTable:
    """A match in the file `a.netgame`, with a comment."""
    table = played("clod", 40)
    table.comment(numbers(table)[1], ("From the file.",))
    write_match(tmp_path / "a.netgame", held(table))
    return table


async def comment_on_the_end(app: Application, path: Path) -> None:
    """Open a record and write under its last move."""
    app.records_controller.open_path(str(path))
    await until(lambda: app.window.page == "table")
    app.window.table.history.live()
    write(app.window, "What a game.")


def notes_of(app: Application) -> list[Path]:
    return list((app.settings.path.parents[1] / "data/notes").glob("*.json"))


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_saving_a_record_writes_its_comments(ann: Application, record: LocalTable, tmp_path: Path) -> None:
    await comment_on_the_end(ann, tmp_path / "a.netgame")
    ann.window.action("save_record").trigger()
    dialog = await until(lambda: ann.window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(tmp_path / "b.netgame"))
    dialog.close()
    await until((tmp_path / "b.netgame").exists)

    comments = {**record.comments, numbers(record)[-1]: ("What a game.",)}
    await until(lambda: not notes_of(ann))  # nothing is left to be kept beside it
    assert read_match(tmp_path / "b.netgame").comments == comments


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_comments_on_a_record_are_there_when_it_is_opened_again(
    ann: Application, record: LocalTable, tmp_path: Path
) -> None:
    await comment_on_the_end(ann, tmp_path / "a.netgame")
    before = ann.window.table.model
    assert numbers(record)[1] in before.comments
    ann.window.action("home").trigger()

    ann.records_controller.open_path(str(tmp_path / "a.netgame"))
    await until(lambda: ann.window.table.model is not before)

    assert isinstance(ann.window.table.model, ReviewTable)
    assert ann.window.table.model.comments == {**record.comments, numbers(record)[-1]: ("What a game.",)}
