"""The main window: menus, tool bar, the pages one over the other."""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QToolBar,
    QToolButton,
    QWidget,
)

from client_qt.look import Theme, UiChoice, label
from client_qt.models.wording import tr
from client_qt.views.banner import Banner
from client_qt.views.small import IconLabel
from client_qt.windows.ask import Answer, Ask
from client_qt.windows.home import HomePage
from client_qt.windows.join import JoinPage
from client_qt.windows.parts import page
from client_qt.windows.setup import SetupPage
from client_qt.windows.table import TablePage

PageName = Literal["home", "host", "here", "join", "table"]
UI_WORDS = (("system", "Like the system"), ("light", "Light"), ("dark", "Dark"), ("contrast", "High contrast"))
BEST_PX = (1280, 800)
FRAME = (1.0, 3.4)  # em; what a window manager may draw round a window, and tells only when it is shown
SMALL_HEIGHT = 640  # px; under it the table has slim strips and a rail


class MainWindow(QMainWindow):
    """Shows one page at a time. `leaving`: somebody wants to close it; whoever owns it decides."""

    leaving = Signal()
    ui_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("main")
        self._theme = theme
        self.may_close = False
        self.setWindowTitle("netgame")
        self.setMinimumSize(QSize(*theme.tokens.layout.min_window_px))
        self.resize(self._best_size())
        self.stack = QStackedWidget(self)
        page(self.stack)
        self.home, self.join = HomePage(theme, self), JoinPage(theme, self)
        self.host, self.here = SetupPage(theme, "host", self), SetupPage(theme, "here", self)
        self.table = TablePage(theme, self)
        self._pages: dict[PageName, QWidget] = {
            "home": self.home, "host": self.host, "here": self.here, "join": self.join, "table": self.table,
        }  # fmt: skip
        for shown in self._pages.values():
            shown.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            self.stack.addWidget(shown)
        self.setCentralWidget(self.stack)
        self.banner = Banner(theme, self.stack)
        self._actions: dict[str, QAction] = {}
        self._make_actions()
        self._make_menus()
        self._bar = self._make_bar()
        self._corner = self._make_corner()
        self.table.undo_possible.connect(self._actions["undo"].setEnabled)
        self.table.actions_possible.connect(self._show_possible)
        self.show_page("home")

    # ---- what is shown

    @property
    def page(self) -> PageName:
        """The page in front."""
        return next(name for name, widget in self._pages.items() if widget is self.stack.currentWidget())

    def show_page(self, name: PageName) -> None:
        """Bring a page to the front."""
        shown = self._pages[name]
        self.stack.setCurrentWidget(shown)
        if isinstance(shown, SetupPage | JoinPage):
            shown.take_focus()
        else:  # at home no button has the keyboard before somebody asks for one
            focus = self.table.board if name == "table" else shown
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self._lay_out()

    def show_server(self, name: str) -> None:
        """Where the table is, at the right end of the tool bar."""
        self._server.setText(name)
        self._shield.setVisible(bool(name))

    def show_hosting(self, hosting: bool) -> None:
        self._actions["stop_hosting"].setEnabled(hosting)

    def show_invitation(self, there: bool) -> None:
        """Is there an invitation to copy?"""
        self._actions["invitation"].setEnabled(there)

    def show_subject(self, words: str) -> None:
        """What the window is about, before the name of the program."""
        self.setWindowTitle(f"{words} - netgame" if words else "netgame")

    def call(self) -> None:
        """Ask for attention unless the window has it."""
        if not self.isActiveWindow():
            QApplication.alert(self)

    def show_error(self, error: BaseException) -> None:
        """Something broke that should not: say so, and that the game is safe."""
        words = tr("Something went wrong in this window. Your game is safe at the server; the details are in the log.")
        details = f"{type(error).__name__}: {error}"[:300]
        Ask(self._theme, tr("That was a mistake of the program"), [words, details], [], self, tr("Close")).open()

    def ask(self, title: str, sentences: list[str], answers: list[Answer], cancel: str = "") -> None:
        Ask(self._theme, title, sentences, answers, self, cancel).open()

    def on(self, action: str, slot: Callable[[], object]) -> None:
        """What a menu entry does."""
        self._actions[action].triggered.connect(slot)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.may_close:
            event.accept()
        else:
            event.ignore()
            self.leaving.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._lay_out()

    # ---- how it is built

    def _best_size(self) -> QSize:
        """As it was drawn, or what the screen has room for beside panels and the window's own frame."""
        px, room = self._theme.px, self.screen().availableSize()
        frame = QSize(px(FRAME[0]), px(FRAME[1]))
        return QSize(*BEST_PX).boundedTo(room - frame).expandedTo(self.minimumSize())

    def _action(self, name: str, words: str, icon: str | None = None, keys: str = "") -> QAction:
        action = QAction(words, self)
        action.setObjectName(f"action_{name}")
        if icon is not None:
            self._theme.bind_icon(action, icon)
        if keys:
            action.setShortcut(QKeySequence(keys))
        self._actions[name] = action
        self.addAction(action)
        return action

    def _make_actions(self) -> None:
        table = self.table
        plain: list[tuple[str, str, str | None, str]] = [
            ("home", tr("Home"), None, "Ctrl+H"),
            ("host", tr("Host"), "host", "Ctrl+N"),
            ("join", tr("Join"), "join", "Ctrl+J"),
            ("here", tr("Play here"), "play-here", "Ctrl+L"),
            ("quit", tr("Quit"), None, "Ctrl+Q"),
            ("invitation", tr("Copy invitation"), "copy", ""),
            ("stop_hosting", tr("Stop hosting"), None, ""),
            ("about", tr("About netgame"), None, ""),
        ]
        for entry in plain:
            self._action(*entry)
        playing: list[tuple[str, str, str | None, str, Callable[[], object]]] = [
            ("undo", tr("Undo"), "undo", "Ctrl+Z", table.undo),
            ("flip", tr("Flip"), "flip", "F", table.flip),
            ("first", tr("First move"), "first", "Alt+Home", table.walk_first),
            ("prev", tr("Move back"), "prev", "Alt+Left", table.walk_back),
            ("next", tr("Move forward"), "next", "Alt+Right", table.walk_forward),
            ("live", tr("Live"), "live", "Alt+End", table.walk_live),
            ("stop", tr("End battle ..."), "draw", "", table.talk.ask_stop),
            ("resign", tr("Resign ..."), "resign", "", table.talk.ask_resign),
        ]
        for name, words, icon, keys, slot in playing:
            self._action(name, words, icon, keys).triggered.connect(slot)
        self._actions["undo"].setEnabled(False)
        self._actions["stop_hosting"].setEnabled(False)
        self._actions["invitation"].setEnabled(False)
        self._playing = [self._actions[name] for name, *_ in playing]

    def _show_possible(self, resign: bool, stop: bool) -> None:
        self._actions["resign"].setEnabled(resign)
        self._actions["stop"].setEnabled(stop)

    def _make_menus(self) -> None:
        menus = (
            (tr("Game"), ("host", "join", "here", None, "home", None, "quit")),
            (tr("Play"), ("undo", None, "first", "prev", "next", "live", None, "stop", "resign")),
        )
        for title, names in menus:
            self._fill(self.menuBar().addMenu(title), names)
        look = self.menuBar().addMenu(tr("View"))
        self._fill(look, ("flip", None))
        self._ui_group = QActionGroup(self)
        for choice, words in UI_WORDS:
            action = QAction(tr(words), self)
            action.setCheckable(True)
            action.setData(choice)
            self._ui_group.addAction(action)
            look.addAction(action)
        self._ui_group.triggered.connect(self._ui_picked)
        self._fill(self.menuBar().addMenu(tr("Server")), ("invitation", "stop_hosting"))
        self._fill(self.menuBar().addMenu(tr("Help")), ("about",))

    def _fill(self, menu: QMenu, names: tuple[str | None, ...]) -> None:
        for name in names:
            if name is None:
                menu.addSeparator()
            else:
                menu.addAction(self._actions[name])

    def _make_bar(self) -> QToolBar:
        bar = QToolBar(tr("Tools"), self)
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for name in ("host", "join", "here", None, "undo", "flip"):
            if name is None:
                bar.addSeparator()
            else:
                bar.addAction(self._actions[name])
        filler = QWidget(bar)
        line = QHBoxLayout(filler)
        line.setContentsMargins(0, 0, self._theme.px(0.6), 0)
        line.addStretch(1)
        self._shield = IconLabel(self._theme, "shield", "ok")
        self._server = label("", "small", "muted")
        line.addWidget(self._shield)
        line.addWidget(self._server)
        bar.addWidget(filler)
        filler.setSizePolicy(filler.sizePolicy().Policy.Expanding, filler.sizePolicy().Policy.Preferred)
        bar.toggleViewAction().setEnabled(False)
        self.addToolBar(bar)
        return bar

    def _make_corner(self) -> QWidget:
        corner = QWidget(self)
        line = QHBoxLayout(corner)
        line.setContentsMargins(0, 0, self._theme.px(0.6), 0)
        line.setSpacing(0)
        for name in ("host", "join", "here", "undo", "flip"):
            button = QToolButton(corner)
            button.setDefaultAction(self._actions[name])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setStyleSheet("padding: 0;")
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            line.addWidget(button)
        self.menuBar().setCornerWidget(corner)
        return corner

    def _lay_out(self) -> None:
        layout = self._theme.tokens.layout
        at_table = self.page == "table"
        small = self.width() < layout.tabs_under_px or self.height() < SMALL_HEIGHT
        self._bar.setVisible(at_table and not small)
        self._corner.setVisible(at_table and small)
        for action in self._playing:
            action.setVisible(at_table)
        if small != getattr(self, "_was_small", None):
            self._was_small = small
            self.table.set_small(small)

    def show_ui(self, choice: str) -> None:
        """Mark the chosen look in the menu."""
        for action in self._ui_group.actions():
            action.setChecked(action.data() == (choice or "system"))

    def _ui_picked(self, action: QAction) -> None:
        choice: UiChoice = action.data()
        self._theme.choose(ui=choice)
        self.ui_chosen.emit(choice)
