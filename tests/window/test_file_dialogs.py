"""File dialogs: a file that is missing, one that would be overwritten, and cancelling."""

from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QMessageBox

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.files import ask_folder, ask_open, ask_save
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.harness.window.input_devices import Keys, activate
from tests.window.test_dialogs import Answers

KEYS = Keys()


def file_dialog(window: MainWindow) -> QFileDialog:
    settle()
    (found,) = [dialog for dialog in window.findChildren(QFileDialog) if dialog.isVisible()]
    return found


def name_field(dialog: QFileDialog) -> QLineEdit:
    found = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(found, QLineEdit)
    return found


def answer_message(said: list[str]) -> None:
    """Read the message over the file dialog and close it."""
    for box in QApplication.topLevelWidgets():
        if isinstance(box, QMessageBox) and box.isVisible():
            said.append(box.text())
            box.reject()


FILTERS = (("Records", ("netgame",)),)


def test_path_name_and_type_are_whole_in_large_text(window: MainWindow, theme: Theme, tmp_path: Path) -> None:
    theme.choose(zoom=1.5)
    name = "Royal Clod Mareike - Bartholomew 2026-11-14"
    ask_save(window, "Save the record", str(tmp_path), name, (("Records", ("netgame", "txt")),), lambda *_: None)
    dialog = file_dialog(window)

    field = name_field(dialog)
    assert field.fontMetrics().horizontalAdvance(field.text()) < field.width()
    kinds = dialog.findChild(QComboBox, "fileTypeCombo")
    assert kinds.fontMetrics().horizontalAdvance(kinds.currentText()) < kinds.width()


@pytest.mark.parametrize(("asks", "wrong", "right"), [("open", "nothing", "match"), ("save", "match", "other")])
def test_a_missing_file_is_reported_and_one_that_is_there_is_not_overwritten_before_it_is_asked(
    window: MainWindow, tmp_path: Path, asks: str, wrong: str, right: str
) -> None:
    chosen, said = list[str](), list[str]()
    (tmp_path / "match.netgame").write_text("1")
    if asks == "open":
        ask_open(window, str(tmp_path), FILTERS, chosen.append)
    else:
        ask_save(window, "Save", str(tmp_path), "a", FILTERS, lambda path, _kind: chosen.append(path))
    dialog = file_dialog(window)
    KEYS.tab_to(name_field(dialog))
    KEYS.write(f"{wrong}.netgame")
    QTimer.singleShot(50, window, lambda: answer_message(said))
    KEYS.press(Qt.Key.Key_Return)

    assert [f"{wrong}.netgame" in words for words in said] == [True]
    assert (chosen, dialog.isVisible(), name_field(dialog).text()) == ([], True, f"{wrong}.netgame")
    activate(dialog)
    KEYS.write(right if asks == "save" else f"{right}.netgame")  # a name to save gets its end
    KEYS.press(Qt.Key.Key_Return)
    assert chosen == [str(tmp_path / f"{right}.netgame")]


@pytest.mark.parametrize("what", ["open", "save", "folder"])
def test_no_file_is_chosen_by_who_cancels(window: MainWindow, tmp_path: Path, what: str) -> None:
    chosen: Answers = []
    asks = {
        "open": lambda: ask_open(window, str(tmp_path), FILTERS, chosen.append),
        "save": lambda: ask_save(window, "Save", str(tmp_path), "m", FILTERS, lambda *path: chosen.append(path)),
        "folder": lambda: ask_folder(window, str(tmp_path), chosen.append),
    }
    asks[what]()
    dialog = file_dialog(window)

    KEYS.press(Qt.Key.Key_Escape)

    assert not shiboken6.isValid(dialog) or not dialog.isVisible()
    assert chosen == []
    assert list(tmp_path.iterdir()) == []
