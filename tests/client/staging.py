"""Staged tables in the window of one of the players, and what that window asks of the server."""

from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget

from client_qt.models.remote import RemoteTable
from client_qt.staged_tables import Staged
from client_qt.windows.main import MainWindow
from tests.client.clicks import press, settle

ANN, ME = 0, 1
Sent = list[tuple[str, dict[str, Any]]]


def put_away(window: MainWindow) -> None:
    """Close a window without asking, and let go of it."""
    window.may_close = True
    window.close()
    window.deleteLater()
    settle()


def sit_down(window: MainWindow, staged: Staged, name: str = "Mareike") -> RemoteTable:
    window.resize(1280, 800)
    table = staged.seen_by(name)
    table.setParent(window)
    window.table.set_model(table)
    window.show_page("table")
    settle()
    return table


def sent(staged: Staged) -> Sent:
    """What this window asked for since the last time, all of it answered."""
    found = list(staged.sent)
    staged.sent.clear()
    for table in staged.tables:
        table.answered(None)
    settle()
    return found


def seen(widget: QWidget) -> str:
    """All words that can be read there."""
    return " | ".join(found.text() for found in widget.findChildren(QLabel) if found.isVisible() and found.text())


def more(window: MainWindow, name: str) -> QAction:
    found = window.table.panel.menu.findChild(QAction, f"more_{name}")
    found = found or next(
        action for action in window.table.panel.menu.actions() if action.objectName() == f"more_{name}"
    )
    assert isinstance(found, QAction)
    return found


def answer(window: MainWindow, name: str) -> None:
    """Press a button of the question that is open."""
    settle()
    asking = window.table.deeds.asking
    assert asking is not None
    press(asking, name)
    settle()
