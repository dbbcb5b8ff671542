"""Staged tables in the window of one of the players, and the requests of that window to the server."""

from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLabel, QLineEdit, QWidget

from client_qt.app.main_window import BEST_PX, MainWindow
from client_qt.board.widget import BoardView
from client_qt.pages.table.history_position import HistoryPosition
from client_qt.pages.table.own_turn import OwnTurn
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.theme import Theme
from client_qt.widgets.banner import Banner
from devtools.harness.window import clicks
from devtools.harness.window.clicks import list_texts, press, settle
from devtools.screenshots.staged_tables import Staged
from netgame.boards.geometry import Cell

ANN, ME = 0, 1
BASE = "its own children"
Sent = list[tuple[str, dict[str, Any]]]


def whole_window(theme: Theme) -> MainWindow:
    """A main window with all pages."""
    window = MainWindow(theme)
    window.add_pages()
    return window


def opened(theme: Theme, *, painted: bool = True) -> MainWindow:
    """Return a main window in its usual size that shows the home page. Without paint, tests take half the time."""
    made = whole_window(theme)
    made.setUpdatesEnabled(painted)
    made.resize(*BEST_PX)  # the screen of the tests is smaller
    made.show()
    made.setProperty(BASE, made.children())
    settle()
    return made


def as_new(window: MainWindow) -> None:
    """Reset a window after a test: it shows the home page, and has no table and no typed text."""
    kept = window.property(BASE)
    for child in window.children():
        if child not in kept:
            child.deleteLater()
    for line in window.findChildren(QLineEdit):
        is_typed = line.isModified() or line.objectName() == "chat_field"  # a refused message returns there
        if is_typed and not isinstance(line.parent(), QAbstractSpinBox):
            line.clear()
    while window.banner.shown:
        window.banner.hide_text()
    window.join.details.answer("")
    window.table.set_model(None)
    window.table.panel.show_chat(True, 0)
    window.table.panel.show_tab("chat")
    window.table.chat.set_muted(frozenset())
    if window.table.board.turned:
        window.table.flip()
    window.mark_title("")
    window.show_subject("")
    window.show_page("home")
    window.showNormal()
    window.resize(*BEST_PX)
    window.activateWindow()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    settle()


def put_away(window: MainWindow) -> None:
    """Close and delete a window without a question."""
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


def own_turn(turns: int = 0, **options: Any) -> Staged:
    """A match at a server in which Mareike is to move."""
    staged = Staged(**options).start().play(turns)
    while staged.mover() != ME:
        staged.play(1)
    return staged


def turn_at(model: TableModel) -> OwnTurn:
    """The turn at a table, without a window."""
    history = HistoryPosition()
    history.set_model(model)
    turn = OwnTurn(history)
    turn.set_model(model)
    turn.update()
    return turn


def sent(staged: Staged) -> Sent:
    """Answer the requests of this window since the last call, and return them."""
    found = list(staged.sent)
    staged.sent.clear()
    for command in staged.commands:
        if command.state == "sent":
            command.accept()
    settle()
    return found


def next_cell(window: MainWindow) -> Cell:
    """The first cell that the turn can go on with."""
    return min(pick for pick in window.table.builder.picks.next if isinstance(pick, int))


def click_cell(board: BoardView, cell: Cell) -> None:
    """Click a cell of a table, and let the page show what follows."""
    clicks.click_cell(board, cell)
    settle()


def seen(widget: QWidget) -> str:
    """Return all visible texts of a widget."""
    settle()
    labels = [found.text() for found in widget.findChildren(QLabel) if found.isVisible() and found.text()]
    return " | ".join([*labels, *list_texts(widget)])


def more(window: MainWindow, name: str) -> QAction:
    found = window.table.panel.menu.findChild(QAction, f"more_{name}")
    return found or next(
        action for action in window.table.panel.menu.actions() if action.objectName() == f"more_{name}"
    )


def answer(window: MainWindow, name: str) -> None:
    """Press a button of the open question."""
    settle()
    asking = window.table.table_actions.asking
    assert asking is not None
    press(asking, name)
    settle()


def notices(window: MainWindow) -> list[str]:
    """Return the keys of the notices over the table, from top to bottom."""
    settle()
    rows = [row for row in window.table.banner.findChildren(Banner) if row.shown]
    return [str(row.property("key")) for row in sorted(rows, key=lambda row: row.y())]
