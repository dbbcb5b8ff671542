"""Dialogs by keys alone: the keyboard is in them at once, Tab reaches all of them, one sees where it is, Esc closes."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from client_qt.theme import Theme
from tests.client.app.test_keyboard import named, wanted
from tests.client.clicks import settle
from tests.client.widgets.test_accessible_names import DIALOGS

MOST = 60


@pytest.fixture(params=sorted(DIALOGS))
def dialog(request: pytest.FixtureRequest, theme: Theme, qtbot: QtBot) -> Iterator[QDialog]:
    parent = QWidget()
    parent.resize(1000, 700)
    qtbot.addWidget(parent)
    parent.show()
    made = DIALOGS[request.param](theme, parent)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    made.activateWindow()
    settle()
    yield made
    made.close()
    settle()


def by_tab(dialog: QDialog) -> list[QWidget]:
    found: list[QWidget] = []
    for _ in range(MOST):
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now.window() is dialog
        if now in found:
            break
        found.append(now)
    return found


def test_all_of_it_is_reached_by_tab(dialog: QDialog) -> None:
    begun = QApplication.focusWidget()
    found = by_tab(dialog)
    choices = {type(w) for w in found if type(w).__name__ == "QRadioButton"}
    missed = [
        named(w) for w in wanted(dialog) if w not in found and type(w) not in choices and not isinstance(w, QLabel)
    ]

    assert begun.window() is dialog
    assert missed == []


def test_one_sees_where_the_keyboard_is(dialog: QDialog) -> None:
    blind = [named(w) for w in by_tab(dialog) if not isinstance(w, QTextEdit | QLabel) and not _sees(dialog, w)]

    assert blind == []


def _sees(dialog: QDialog, widget: QWidget) -> bool:
    room = widget.rect().adjusted(-8, -8, 8, 8).translated(widget.mapTo(dialog, QPoint()))
    widget.clearFocus()
    settle()
    before = dialog.grab(room).toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    settle()
    return dialog.grab(room).toImage() != before


def test_esc_closes_it(dialog: QDialog) -> None:
    went: list[int] = []
    dialog.finished.connect(went.append)
    QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Escape)
    settle()

    assert went == [QDialog.DialogCode.Rejected.value]
