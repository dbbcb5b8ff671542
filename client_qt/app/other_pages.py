"""What stands behind the first page: the other pages, and what is at hand beside a table. Made part by part, so that
the window can be seen, and used, before all of it is there."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from client_qt.app.actions import DEEDS, Actions
from client_qt.app.keyboard import work_by_keys
from client_qt.app.tool_bar import ToolBar
from client_qt.pages.account.page import AccountPage
from client_qt.pages.check_setup.page import CheckSetupPage
from client_qt.pages.history import HistoryPage
from client_qt.pages.join.page import JoinPage
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.preferences.page import PreferencesPage
from client_qt.pages.profile.page import ProfilePage
from client_qt.pages.records.page import RecordsPage
from client_qt.pages.reports.page import ReportsPage
from client_qt.pages.rules.page import RulesPage
from client_qt.pages.setup.page import SetupPage
from client_qt.pages.table.board_actions import BoardActions
from client_qt.pages.table.page import TablePage
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.replay import Replay
from client_qt.widgets.banner import NewsBanner

if TYPE_CHECKING:
    from client_qt.app.main_window import MainWindow


def furnish(window: "MainWindow") -> Iterator[None]:
    """Give the window all that it has beside the first page. Between two parts the loop may turn."""
    yield from window._actions.drawing()
    window.banner = NewsBanner(window.theme, window.stack)
    panel = SidePanel(window.theme, window.stack)
    yield
    window.table = TablePage(window.theme, window.stack, panel)
    window.table.setProperty("stays", True)  # its board does not move for news
    yield
    window.join = JoinPage(window.theme, window.stack)
    yield
    _make_late_pages(window)
    _gather(window)
    yield
    _bring_table_to_hand(window)


def _make_late_pages(window: "MainWindow") -> None:
    """Those of which there is nothing before somebody asks for them."""
    # children of the stack from the start: who moves is styled twice
    theme, stack = window.theme, window.stack
    window.host, window.here = SetupPage(theme, "host", stack), SetupPage(theme, "here", stack)
    window.lobby, window.profile = LobbyPage(theme, stack), ProfilePage(theme, stack)
    window.history, window.account = HistoryPage(theme, stack), AccountPage(theme, stack)
    window.reports, window.rules = ReportsPage(theme, stack), RulesPage(theme, stack)
    window.records, window.doctor = RecordsPage(theme, stack), CheckSetupPage(theme, stack)
    window.preferences = PreferencesPage(theme, stack)


def _gather(window: "MainWindow") -> None:
    pages = window._pages
    pages |= {
        "preferences": window.preferences, "doctor": window.doctor, "host": window.host, "here": window.here,
        "join": window.join, "table": window.table, "lobby": window.lobby, "profile": window.profile,
        "history": window.history, "account": window.account, "reports": window.reports, "rules": window.rules,
        "records": window.records,
    }  # fmt: skip
    for page in pages.values():
        if window.stack.indexOf(page) < 0:
            page.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            window.stack.addWidget(page)
    work_by_keys(window.stack, pages, window.table.panel)


def _bring_table_to_hand(window: "MainWindow") -> None:
    """Menus, keys and tool bar do what they say at the table."""
    table, actions = window.table, window._actions
    _connect(table, actions)
    window._board_actions = BoardActions(window, table)
    window.replay = Replay(table, actions["replay"], window)
    actions["turning"].toggled.connect(table.set_turns_to_mover)
    actions.on("faster", window.replay.faster)
    actions.on("slower", window.replay.slower)
    window._bar = ToolBar(window.theme, actions, window)
    window._bar.hide()  # where it is wanted it is shown
    window.addToolBar(window._bar)


def _connect(table: TablePage, actions: Actions) -> None:
    slots: dict[str, Callable[[], object]] = {
        "undo": table.undo, "flip": table.flip, "first": table.walk_first, "prev": table.walk_back,
        "next": table.walk_forward, "live": table.walk_live, "comment": table.comments.write,
    }  # fmt: skip
    slots |= {name: partial(table.table_actions.do, name) for name in DEEDS}
    for name, slot in slots.items():
        actions.on(name, slot)
    table.undo_possible.connect(actions["undo"].setEnabled)
    table.table_actions.changed.connect(actions.show_deeds)
    table.replay.connect(actions["replay"].trigger)
    table.save.connect(actions["save_record"].trigger)
