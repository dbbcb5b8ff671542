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
from devtools.harness.systems import is_private
from devtools.harness.window.clicks import click, settle, type_text
from devtools.harness.window.play import at_table, held, moves_of, play_on, played
from devtools.harness.window.program import until
from tests.systems import as_nobody, can_be_nobody


def begun(window: MainWindow) -> LocalTable:
    at_table(window, table := played("clod", 4))
    return table


def numbers(table: LocalTable) -> list[int]:
    return [table.steps()[index].event.number for index in moves_of(table)]


def field(window: MainWindow) -> CommentField:
    return window.table.panel.comment


def write(window: MainWindow, text: str) -> None:
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
    (place,) = marked(window)
    assert len(place.data(Qt.ItemDataRole.AccessibleTextRole)) > len(place.data())

    begun(window)
    assert not field(window).isVisible(), "nobody has written about that one"


def test_a_comment_is_saved_after_a_pause_with_a_new_move_and_by_keys(window: MainWindow) -> None:
    table = begun(window)
    write(window, "Strong. ")
    field(window).findChild(QTimer).timeout.emit()
    assert table.comments == {numbers(table)[-1]: ("Strong.",)}
    assert field(window).text.toPlainText() == "Strong. ", "who is typing is not disturbed"
    QTest.keyClicks(field(window).text, "Half a thou")
    play_on(table, 1, seed=2)
    settle()
    assert table.comments == {numbers(table)[-2]: ("Strong. Half a thou",)}

    table = begun(window)
    window.resize(800, 560)
    settle()
    assert not window.table.panel.isVisible()
    for text, key, control in (
        ("Good", Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        ("Bad", Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier),
    ):
        window.action("comment").trigger()
        settle()
        assert field(window).text.hasFocus(), "the panel is opened where it is folded"
        field(window).text.selectAll()
        QTest.keyClicks(window.focusWidget(), text)
        QTest.keyClick(window.focusWidget(), key, control)
        assert table.comments == {numbers(table)[-1]: (text,)}
        assert window.table.board.hasFocus()


def test_walking_saves_the_comment_and_shows_the_next_one_and_empty_text_deletes_it(window: MainWindow) -> None:
    table, text = begun(window), field(window).text
    write(window, "The last one.")

    window.table.history.back()
    settle()
    assert text.toPlainText() == ""
    write(window, "<b>bold</b>")
    window.table.history.live()
    settle()

    last, before = numbers(table)[-1], numbers(table)[-2]
    assert table.comments == {last: ("The last one.",), before: ("<b>bold</b>",)}
    assert text.toPlainText() == "The last one."
    window.table.history.back()
    settle()
    assert text.toPlainText() == "<b>bold</b>", "markup is shown as it was typed"
    table.comment(before, ("Here it turned.", "Or did it?"))
    settle()
    assert window.table.hint.words == "Here it turned.  Or did it?"

    text.setFocus()
    text.selectAll()
    QTest.keyClick(text, Qt.Key.Key_Delete)
    field(window).keep()
    settle()
    assert table.comments == {last: ("The last one.",)}
    assert len(marked(window)) == 1
    assert text.hasFocus(), "one may write anew"


def test_comments_are_in_a_private_file_of_the_match_and_a_broken_one_is_put_aside(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    broken = ("", "[]", '{"match": "m", "comments": {"x": ["a"]}}', '{"match": "other"}', "\x00")
    notes = Notes(folder)
    assert notes.write("server/table", {4: ("One.", "Two.")})
    (file,) = folder.iterdir()
    assert is_private(file)
    assert Notes(folder).read("server/table") == {4: ("One.", "Two.")}
    assert notes.read("server/another") is None
    (tmp_path / "file").write_text("a file where the folder should be")
    assert not Notes(tmp_path / "file").write("m", {4: ("One.",)}), "it is reported"

    for number, data in enumerate(broken):
        folder = tmp_path / str(number)
        notes = Notes(folder)
        notes.write("m", {4: ("One.",)})
        next(folder.iterdir()).write_text(data)
        assert notes.read("m") is None
        assert [path.suffix for path in folder.iterdir()] == [".broken"]
        assert notes.write("m", {5: ("Again.",)})
        assert notes.read("m") == {5: ("Again.",)}


@can_be_nobody
def test_comments_that_may_not_be_read_stay_and_nothing_is_written_over_them(tmp_path: Path) -> None:
    assert Notes(tmp_path).write("m", {4: ("One.",)})
    (file,) = tmp_path.iterdir()
    with as_nobody(tmp_path):
        notes = Notes(tmp_path)
        file.chmod(0)
        with pytest.raises(PermissionError):
            notes.read("m")
        assert not notes.write("m", {5: ("Two.",)})
        assert isinstance(notes.refused, PermissionError)
        file.chmod(0o600)

        assert notes.write("m", {5: ("Two.",)})
        assert Notes(tmp_path).read("m") == {4: ("One.",), 5: ("Two.",)}


def test_comments_of_two_windows_are_merged_and_saving_a_record_clears_only_the_saved_ones(tmp_path: Path) -> None:
    first, second = Notes(tmp_path), Notes(tmp_path)
    first.write("m", {4: ("One.",), 6: ("Old.",)})
    second.read("m")
    first.write("m", {4: ("One.",), 6: ("New.",), 8: ("Eight.",)})
    second.write("m", {4: ("One.", "Two."), 6: ("Old.",), 8: ("My eight.",)})
    first.write("m", {4: ("One.",), 6: ("Newer.",), 8: ("Eight.",)})
    assert Notes(tmp_path).read("m") == {4: ("One.", "Two."), 6: ("Newer.",), 8: ("My eight.", "Eight.")}

    first, second = Notes(tmp_path), Notes(tmp_path)
    first.write("n", {4: ("One.",)})
    second.write("n", {6: ("Mine.",)})
    first.forget("n")
    assert Notes(tmp_path).read("n") == {6: ("Mine.",)}
    second.forget("n")
    assert Notes(tmp_path).read("n") is None


@pytest.mark.qt_trio
async def test_comments_on_a_record_are_there_again_and_are_saved_with_it(ann: Application, tmp_path: Path) -> None:
    record = played("clod", 40)
    record.comment(numbers(record)[1], ("From the file.",))
    write_match(tmp_path / "a.netgame", held(record))
    ann.records_controller.open_path(str(tmp_path / "a.netgame"))
    await until(lambda: ann.window.page == "table")
    ann.window.table.history.live()
    write(ann.window, "What a game.")
    comments = {**record.comments, numbers(record)[-1]: ("What a game.",)}
    before = ann.window.table.model
    assert numbers(record)[1] in before.comments
    ann.window.action("home").trigger()
    ann.records_controller.open_path(str(tmp_path / "a.netgame"))
    await until(lambda: ann.window.table.model is not before)
    assert ann.window.table.model.is_record
    assert ann.window.table.model.comments == comments

    ann.window.action("save_record").trigger()
    dialog = await until(lambda: ann.window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(tmp_path / "b.netgame"))
    dialog.close()
    await until((tmp_path / "b.netgame").exists)
    notes = ann.settings.path.parents[1] / "data/notes"
    await until(lambda: not list(notes.glob("*.json")))  # nothing is left to be kept beside it
    assert read_match(tmp_path / "b.netgame").comments == comments
