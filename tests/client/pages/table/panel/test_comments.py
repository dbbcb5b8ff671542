"""Comments beside the board: typed, marked, shown while walking, kept on disk, taken along by the record."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QTableView

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.panel.comments import CommentField
from client_qt.records.files import read_match, write_match
from client_qt.records.notes import Notes
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.theme import Theme
from tests.client.clicks import click, settle, type_text
from tests.client.play import at_table, held, moves_of, play_on, played
from tests.client.program import client, press, until
from tests.client.visiting import sit_together, visitor
from tests.server.serving import running_on_loopback
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


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_saving_a_record_writes_its_comments(theme: Theme, tmp_path: Path) -> None:
    table = played("clod", 40)
    write_match(tmp_path / "a.netgame", held(table))

    async with client(theme, tmp_path / "a", "Ann", record=str(tmp_path / "a.netgame")) as app:
        await until(lambda: app.window.page == "table")
        app.window.table.history.live()
        write(app.window, "What a game.")
        app.window.action("save_record").trigger()
        dialog = await until(lambda: app.window.findChild(QFileDialog, "files"))
        dialog.fileSelected.emit(str(tmp_path / "b.netgame"))
        dialog.close()
        await until((tmp_path / "b.netgame").exists)

    comments = {numbers(table)[-1]: ("What a game.",)}
    assert read_match(tmp_path / "b.netgame").comments == comments
    assert not list((tmp_path / "a" / "data" / "notes").glob("*.json")), "nothing is left to be kept beside it"


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_comments_on_a_record_survive_closing_the_window(theme: Theme, tmp_path: Path) -> None:
    table = played("clod", 40)
    table.comment(numbers(table)[1], ("From the file.",))
    write_match(tmp_path / "a.netgame", held(table))

    async with client(theme, tmp_path / "a", "Ann", record=str(tmp_path / "a.netgame")) as app:
        await until(lambda: app.window.page == "table")
        assert app.window.table.model.comments == table.comments
        app.window.table.history.forward()
        app.window.table.history.live()
        write(app.window, "What a game.")
        app.window.table.history.back()

    async with client(theme, tmp_path / "a", "Ann", record=str(tmp_path / "a.netgame")) as app:
        await until(lambda: app.window.page == "table")
        model = app.window.table.model
        assert isinstance(model, ReviewTable)
        assert model.comments == {**table.comments, numbers(table)[-1]: ("What a game.",)}


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_comments_on_a_running_match_survive_closing_the_window(theme: Theme, tmp_path: Path) -> None:
    async with (
        running_on_loopback(tmp_path / "s", plain=False) as serving,
        visitor(theme, tmp_path / "a", serving, "Ann") as ann,
    ):
        async with visitor(theme, tmp_path / "b", serving, "Bob") as bob:
            table = await sit_together(ann, bob)
            write(bob.window, "She always begins like this.")
        assert ann.window.table.model.comments == {}, "it is told to nobody"

        async with client(theme, tmp_path / "b", "Bob") as bob:
            await press(bob.window.home, f"continue_{table}")
            await until(lambda: bob.window.table.model is not None and bob.window.table.model.match is not None)
            model = bob.window.table.model
            assert list(model.comments.values()) == [("She always begins like this.",)]
            assert bob.servers.of(model).fingerprint == serving.fingerprint
            await until(lambda: "begins like this" in field(bob.window).text.toPlainText())
