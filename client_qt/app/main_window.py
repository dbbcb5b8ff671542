"""The main window: menus, toolbar, and a stack of pages."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar, cast

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
    QWindow,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from client_qt.app.actions import Actions, shortcut_infos
from client_qt.app.menus import MenuBar
from client_qt.app.tool_bar import MenuBarButtons, ToolBar
from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.news import News, NewsItem
from client_qt.pages.home.page import HomePage
from client_qt.pages.navigation import PageName
from client_qt.settings.preferences import Preferences
from client_qt.settings.schema import WindowState
from client_qt.settings.shortcuts import keys_in_effect, latin_sequence, meant_sequence
from client_qt.single_instance import ACTIVATION_TOKEN
from client_qt.text.translation import tr
from client_qt.theme import Theme, title_text
from client_qt.widgets.banner import Action, NewsBanner, Notice
from client_qt.widgets.event_filter import EventFilter
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import SMALL_PX, PageStack, both_ways, page, set_tab_order
from client_qt.widgets.lazy_page import LazyPage

BEST_PX = (1280, 800)
FRAME = (1.0, 3.4)  # em; room for the frame of the window manager, whose size is not known before the window is shown
NOTE_MS, NOTE_WITH_BUTTONS_MS = 2_500, 8_000
SMALL_HEIGHT = 640  # px; in a lower window the table has slim strips and a rail
REACHABLE_PX = 64  # so much of the upper edge must be on a screen, so that the window can be moved
P = TypeVar("P", bound=QWidget)  # a page


class MainWindow(QMainWindow):
    """Shows one page at a time. It has the home page only until `add_pages`, so that it can be shown sooner.

    `Navigation` describes the methods that page controllers use.
    """

    leaving = Signal()  # a request to close the window; nothing is closed before `may_close`
    quit_wanted = Signal()  # a request to end the program
    dropped = Signal(str)  # the path of a dropped file
    page_changed = Signal()
    keys_changed = Signal(object)  # Mapping[str, str]: the keys of actions and of buttons of games

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("main")
        self.theme, self._em = theme, theme.em
        self.may_close = False
        self.log_path: Path | None = None  # where faults are logged
        self._mark = self._badge_words = self.subject = self._owner = ""
        self._noted: Notice | None = None  # it ends by itself
        self._was_small: bool | None = None
        self._note_timer = QTimer(self, singleShot=True)
        self._note_timer.timeout.connect(self._end_note)
        self._history: list[tuple[PageName, str]] = []  # pages to go back to, each with its title
        self.setWindowTitle("netgame")
        self.setMinimumSize(QSize(*theme.tokens.layout.min_window_px))
        self.setAcceptDrops(True)
        screen, small = self.screen().availableSize(), QSize(*SMALL_PX)
        room = screen - QSize(theme.px(FRAME[0]), theme.px(FRAME[1]))
        self.resize(QSize(*BEST_PX).boundedTo(room).expandedTo(small if small.boundedTo(screen) == small else QSize()))
        self.all_actions = Actions(self)
        EventFilter(self, self._see)
        self._handle: QWindow | None = None
        self._pressed: tuple[QWidget | None, int, QPointF] = (None, 0, QPointF())  # by the mouse: what, when, where
        self.all_actions.bind(
            {
                "quit": self.quit_wanted.emit,
                "shortcuts": self.show_shortcuts,
                "about": self.show_about,
                "full_screen": lambda: self._fill_screen(not self.isFullScreen()),
            }
        )
        self.menus = MenuBar(self.all_actions, self)
        self.setMenuBar(self.menus)
        self._corner = MenuBarButtons(theme, self.all_actions, self.menus)
        self._bar = ToolBar(theme, self.all_actions, self)
        self._bar.hide()
        self.addToolBar(self._bar)
        self.stack = PageStack(self)
        page(self.stack)
        self.stack.currentChanged.connect(self.page_changed)
        around = QWidget(self)
        layout = QVBoxLayout(around)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.stack)
        self.setCentralWidget(both_ways(around, self))
        self.news = News()
        self.banner = NewsBanner(theme, around, self.news, self.stack)
        self.banner.focus_lost.connect(self._focus_page)
        self.news.changed.append(self._show_badge)
        self.news.told.append(self._note)
        self._pages: dict[PageName, QWidget] = {}
        self.home = self._add_page("home", tr("Home"), HomePage(theme, self.stack, self.all_actions))
        theme.changed.connect(self._size_text)
        self.show_page("home")

    def add_pages(self) -> None:
        """Add the other pages. Importing them here lets the window be painted first."""
        from client_qt.pages.account.page import AccountPage
        from client_qt.pages.check_setup.page import CheckSetupPage
        from client_qt.pages.history.page import HistoryPage
        from client_qt.pages.join.page import JoinPage
        from client_qt.pages.lobby.page import LobbyPage
        from client_qt.pages.people.page import PeoplePage
        from client_qt.pages.preferences.page import PreferencesPage
        from client_qt.pages.profile.page import ProfilePage
        from client_qt.pages.ratings.page import RatingsPage
        from client_qt.pages.records.page import RecordsPage
        from client_qt.pages.reports.page import ReportsPage
        from client_qt.pages.rules.page import RulesPage
        from client_qt.pages.setup.page import SetupPage
        from client_qt.pages.table.controllers.menu_actions import MenuActions
        from client_qt.pages.table.history_position import Replay
        from client_qt.pages.table.page import TablePage
        from client_qt.pages.table.panel.side_panel import SidePanel
        from client_qt.pages.tournaments.form_page import TournamentForm
        from client_qt.pages.tournaments.list_page import TournamentsPage
        from client_qt.pages.tournaments.page import TournamentPage
        from client_qt.pages.unfinished.page import UnfinishedPage

        theme, stack = self.theme, self.stack
        self.all_actions.add_icons(theme)
        add = self._add_page
        self.preferences = add("preferences", tr("Preferences"), PreferencesPage(theme, stack, shortcut_infos()))
        self.check_setup = add("check_setup", tr("Check my set-up"), CheckSetupPage(theme, stack))
        self.host = add("host", tr("Host a game"), SetupPage(theme, "host", stack))
        self.challenge = add("challenge", tr("Challenge"), SetupPage(theme, "challenge", stack))
        self.here = add("here", tr("Play on this computer"), SetupPage(theme, "here", stack))
        self.join = add("join", tr("Join a game"), JoinPage(theme, stack))
        self.table = add("table", tr("Table"), TablePage(theme, self.all_actions, stack, SidePanel(theme, stack)))
        self.lobby = add("lobby", tr("Lobby"), LobbyPage(theme, stack))
        self.profile = add("profile", tr("Profile"), ProfilePage(theme, stack))
        self.history = add("history", tr("Played here"), HistoryPage(theme, stack))
        self.people = add("people", tr("Players"), PeoplePage(theme, stack))
        self.ratings = add("ratings", tr("Ratings"), RatingsPage(theme, stack))
        self.account = add("account", tr("My account"), AccountPage(theme, stack))
        self.reports = add("reports", tr("Reports"), ReportsPage(theme, stack))
        self.rules = add("rules", tr("Rules"), RulesPage(theme, stack))
        self.records = add("records", tr("Records"), RecordsPage(theme, stack))
        self.unfinished = add("unfinished", tr("Unfinished games"), UnfinishedPage(theme, stack))
        self.tournaments = add("tournaments", tr("Tournaments"), TournamentsPage(theme, stack))
        self.new_tournament = add("new_tournament", tr("New tournament"), TournamentForm(theme, stack))
        self.tournament = add("tournament", tr("Tournament"), TournamentPage(theme, stack))
        for inner in (
            self.account,
            self.challenge,
            self.people,
            self.ratings,
            self.check_setup,
            self.history,
            self.preferences,
            self.rules,
            self.unfinished,
            self.tournaments,
            self.new_tournament,
            self.tournament,
        ):
            inner.back.connect(self.go_back)
        for outer in (self.host, self.here, self.join, self.lobby):
            outer.back.connect(self.show_home)
        MenuActions(self.all_actions, self.table)
        self._set_keys({})
        self.replay = Replay(self.table.history, self.table.panel.moves.bar, self.action("replay"), self)
        self.page_changed.connect(self.replay.stop)
        self.all_actions.bind({"faster": self.replay.faster, "slower": self.replay.slower})
        self.action("turning").toggled.connect(self.table.set_turns_to_mover)
        self.table.fetched.connect(self._lay_out)
        self.table.panel.order_focus()
        self._lay_out()

    def _add_page(self, name: PageName, title: str, shown: P) -> P:
        shown.setAccessibleName(title)
        shown.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._pages[name] = shown
        self.stack.addWidget(shown)
        if isinstance(shown, LazyPage):
            shown.when_built(partial(_start_tab_in_header, shown))
        else:
            _start_tab_in_header(shown)
        return shown

    @property
    def page(self) -> PageName:
        return next(name for name, widget in self._pages.items() if widget is self.stack.currentWidget())

    def show_page(self, name: PageName, subject: str | None = None) -> None:
        if name != self.page:
            self._history = [earlier for earlier in self._history if earlier[0] != name]
            self._history.append((self.page, self.subject))
        self._show(name, subject)

    def show_home(self) -> None:
        self.show_page("home", "")

    def has_name(self) -> bool:
        if not self.home.name:
            self.ask_name()
            return False
        self.home.renamed.emit(self.home.name)
        return True

    def ask_name(self) -> None:
        """Show the home page at the field of the name."""
        self.show_home()
        self.home.ask_name()

    def go_back(self) -> None:
        pages = [page for page in self._history if page[0] != "table" or self.table.model is not None]
        self._history = pages[:-1]
        self._show(*pages[-1] if pages else ("home", ""))

    def _show(self, name: PageName, subject: str | None) -> None:
        if subject is not None:
            self.show_subject(subject)
        shown = self._pages[name]
        if self.stack.currentWidget() is not shown:
            shown.setFocus()  # else the stack gives the focus to some control first, and a screen reader says that
        self.stack.setCurrentWidget(shown)
        self._show_title()
        if name in ("host", "here", "join"):
            shown.take_focus()  # type: ignore[attr-defined]
        else:  # on other pages no button has the focus before the first Tab
            self._focus_page()
        self._lay_out()

    def _focus_page(self) -> None:
        """Give the focus to the page itself, not to the first control in it."""
        take_focus = self.table.take_focus if self.page == "table" else self._pages[self.page].setFocus
        take_focus()

    def show_table_place(self, place: str, is_server: bool, is_record: bool) -> None:
        """Show in the toolbar the server or file of the table; a record can be played on from there."""
        self._bar.show_server(place, is_server)
        self._bar.show_review(is_record)

    def note(self, words: str, tone: str = "done", actions: tuple[Action, ...] = (), icon: str = "") -> None:
        self.banner.show_text(words, tone, actions, icon)
        self._noted = self.banner.notice
        self._note_timer.start(NOTE_WITH_BUTTONS_MS if actions or icon else NOTE_MS)  # the line of a chat is long

    def _end_note(self) -> None:
        if self.banner.shown and self.banner.notice is self._noted:
            self.banner.hide_text()

    def _note(self, item: NewsItem) -> None:
        if item.place == "note":
            self.note(item.words)

    def show_message(self, words: str, tone: str = "turn", action: Action | None = None) -> None:
        actions = () if action is None else (closing(self.banner, *action),)
        self.banner.show_text(words, tone, (*actions, (tr("Close"), self.banner.hide_text)))

    def ask(self, title: str, sentences: Sequence[str], answers: Sequence[Answer], cancel: str = "") -> None:
        for old in self.findChildren(QuestionDialog):
            if old.isVisible() and old.windowTitle() == title_text(title):
                old.reject()
        QuestionDialog(self.theme, title, sentences, answers, self, cancel).open()

    def show_error(self, error: BaseException) -> None:
        """Report an unexpected error."""
        from client_qt.dialogs.fault import FaultDialog

        shown = self.findChild(FaultDialog)
        if shown is None or not shown.isVisible():
            shown = FaultDialog(self.theme, self.log_path, self)
        shown.add_exception(error)
        shown.open()

    def show_shortcuts(self) -> None:
        """Open the list of keys, beside which the game goes on; it replaces an open one."""
        from client_qt.dialogs.shortcuts import ShortcutsDialog

        for old in self.findChildren(ShortcutsDialog):
            old.close()
        shown = ShortcutsDialog(self.theme, shortcut_infos(), self.table.keys, self)
        self.keys_changed.connect(shown.show_keys)
        shown.show()
        shown.activateWindow()

    def show_about(self) -> None:
        from client_qt.dialogs.about import AboutDialog

        AboutDialog(self.theme, self).open()

    def action(self, name: str) -> QAction:
        return self.all_actions[name]

    def show_preferences(self, now: Preferences) -> None:
        """Show the preferences on their page, in the menu and on the board."""
        self.preferences.show_preferences(now)
        self.menus.show_preferences(now)
        self._set_keys(now.shortcuts)
        self.table.builder.policy = now.confirm
        self.table.set_premoves(now.premoves)
        board = self.table.board
        board.set_legal_shown(now.legal)
        board.set_threats_shown(now.threats)
        board.set_coordinates_shown(now.coordinates)
        board.set_crosshair(now.crosshair)
        self.here.set_turns_board(now.turning)

    def _set_keys(self, own: Mapping[str, str]) -> None:
        keys = keys_in_effect(shortcut_infos(), own)
        self.all_actions.set_keys(keys)
        if keys != self.table.keys:
            self.table.set_keys(keys)
            self.keys_changed.emit(keys)

    def show_sound(self, on: bool, why_not: str) -> None:
        """Show whether there is sound; `why_not`: the reason that this computer cannot play any."""
        action = self.action("sound")
        action.setChecked(on)
        action.setWhatsThis(why_not)
        action.setToolTip(why_not or tr("Hear moves, and that it is your turn"))
        self.preferences.show_sounds(why_not)

    def show_subject(self, words: str) -> None:
        self.subject = words
        self._show_title()

    def mark_title(self, mark: str) -> None:
        self._mark = mark
        self._show_title()

    def _show_badge(self) -> None:
        waiting = self.news.badge
        self.show_news(waiting[0].words if waiting else "", len(waiting[1:]))

    def show_news(self, words: str, more: int = 0) -> None:
        """Show a game that waits for the player in the toolbar and in the title; `more` games wait besides."""
        self._badge_words = words
        self.action("waiting").setEnabled(bool(words))
        self._corner.badge.show_news(words, more)
        self._bar.show_news(words, more)
        self._show_title()
        self._lay_out()

    def show_owner(self, words: str) -> None:
        """Say at the end of the title whose window it is, where there are several."""
        self._owner = words
        self._show_title()

    def _show_title(self) -> None:
        mark = self._mark if self.page == "table" else ""
        parts = (self._badge_words, mark, self.subject, "netgame", self._owner)
        self.setWindowTitle(title_text(" - ".join(part for part in parts if part)))

    def come_to_front(self, token: str = "") -> None:
        """Show the window in front of others. Wayland lets only a window with an activation token do that."""
        if token:
            os.environ[ACTIVATION_TOKEN] = token  # Qt reads it there
        if self.isMinimized():
            self.showNormal()
        self.show()  # it may be hidden
        self.raise_()
        self.activateWindow()
        os.environ.pop(ACTIVATION_TOKEN, None)  # it holds once

    def state(self) -> WindowState:
        """The geometry, the open tab, the speed of replays and the level of analyses, for the next start."""
        from client_qt.pages.table.panel.walk_bar import kept_speed

        geometry = bytes(self.saveGeometry().data()).hex()
        panel = self.table.panel
        return WindowState(geometry, panel.tab, kept_speed(self.replay.speed), panel.analysis.level)

    def restore(self, state: WindowState) -> None:
        """Restore the geometry, if the window can be reached on today's screens, but not the full screen."""
        default = self.geometry()
        if not self.restoreGeometry(QByteArray(bytes.fromhex(state.geometry))):
            return
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        if not is_reachable(self.geometry()):
            self.setGeometry(default)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.may_close:
            event.accept()
        else:
            event.ignore()
            self.leaving.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_file(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.dropped.emit(_dropped_file(event.mimeData()))

    def _see(self, event: QEvent) -> bool:
        """Keep a key without a Latin letter from the shortcuts of Qt: `keyPressEvent` finds its action."""
        if event.type() == QEvent.Type.ShortcutOverride and latin_sequence(cast(QKeyEvent, event)) is not None:
            event.accept()
            return True
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if (handle := self.windowHandle()) is not None and handle is not self._handle:
            self._handle = handle
            EventFilter(handle, self._see_mouse)

    def _see_mouse(self, event: QEvent) -> bool:
        """Drop the second press of a double click on another widget than the first: it is meant for what was there."""
        if event.type() not in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            return False
        mouse = cast(QMouseEvent, event)
        at, when, where = self._pressed
        here, place = self.childAt(mouse.position().toPoint()), mouse.globalPosition()
        is_soon = mouse.timestamp() - when < QApplication.doubleClickInterval()
        if is_soon and (place - where).manhattanLength() < QApplication.startDragDistance() and here is not at:
            return True
        self._pressed = here, mouse.timestamp(), place
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys that no widget used: Esc goes back or leaves the full screen, Enter clicks the focused button."""
        sequence = meant_sequence(event, (self.table.keys[name] for name in self.all_actions))
        if sequence is not None and self.all_actions.trigger(sequence):
            return
        focus, shown = QApplication.focusWidget(), self.stack.currentWidget()
        back = getattr(shown, "back", None)
        if event.key() == Qt.Key.Key_Escape and focus is not None and _keeps_typed(focus):
            focus.clearFocus()
        elif event.key() == Qt.Key.Key_Escape and back is not None:
            back.emit()
        elif event.key() == Qt.Key.Key_Escape and self.isFullScreen():
            self._fill_screen(False)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focus, QPushButton | QToolButton):
            if not event.isAutoRepeat():
                focus.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.action("full_screen").setChecked(self.isFullScreen())
        elif event.type() == QEvent.Type.LanguageChange:
            self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _fill_screen(self, full: bool) -> None:
        state = self.windowState()  # a maximised window stays so under the full screen
        full_screen = Qt.WindowState.WindowFullScreen
        self.setWindowState(state | full_screen if full else state & ~full_screen)

    def _size_text(self) -> None:
        """Lay out pages again after a change of the text size, as after a change of the window's size."""
        if self.theme.em == self._em:
            return
        self._em = self.theme.em
        self._lay_out()
        for shown in self._pages.values():
            if shown.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # it was seen before
                QApplication.sendEvent(shown, QResizeEvent(shown.size(), shown.size()))

    def _lay_out(self) -> None:
        at_table = self.page == "table"
        self.banner.show_among(self.table.banner if at_table and not self.table.is_fetching else None)
        small = self.theme.is_narrow(self.width()) or self.theme.in_drawing(self.height()) < SMALL_HEIGHT
        self._corner.show_tools(not at_table or small, at_table, self.width())
        self.all_actions.show_at_table(at_table and not self.table.is_fetching)
        self.menus.hide_empty()
        self._bar.setVisible(at_table and not small)
        if "table" in self._pages and small != self._was_small:
            self._was_small = small
            self.table.body.set_small(small)


def closing(banner: NewsBanner, text: str, act: Callable[[], object]) -> Action:
    """Return a button of a banner that closes it, then acts."""

    def press() -> None:
        banner.hide_text()
        act()

    return text, press


def _start_tab_in_header(shown: QWidget) -> None:
    """Let Tab start at the top of a page, though its header is built last."""
    header = shown.findChild(PageHeader)
    if header is not None:
        set_tab_order(shown, *header.findChildren(QAbstractButton))


def is_reachable(place: QRect) -> bool:
    """Can the upper edge of a window there be grabbed on any screen?"""
    handle = QRect(place.topLeft(), QPoint(place.right(), place.top() + REACHABLE_PX))
    seen = [screen.availableGeometry().intersected(handle) for screen in QGuiApplication.screens()]
    return any(min(part.width(), part.height()) >= REACHABLE_PX for part in seen)


def _dropped_file(data: QMimeData) -> str:
    """The path of a single dragged file; empty for anything else."""
    urls = data.urls()
    return urls[0].toLocalFile() if len(urls) == 1 and urls[0].isLocalFile() else ""


def _keeps_typed(field: QWidget) -> bool:
    """Whether a field has what somebody has typed. Esc leaves such a field before it leaves the page."""
    if isinstance(field, QKeySequenceEdit):
        return True
    if isinstance(field, QPlainTextEdit | QTextEdit):
        return not field.isReadOnly() and bool(field.toPlainText())
    line = field if isinstance(field, QLineEdit) else field.findChild(QLineEdit)
    is_field = isinstance(field, QLineEdit | QAbstractSpinBox | QComboBox)
    return is_field and line is not None and line.isModified() and bool(line.text())
