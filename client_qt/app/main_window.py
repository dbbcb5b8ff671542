"""The main window: menus, tool bar, the pages one over the other."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget

from client_qt.app.actions import GAME, HELP, PLAY, SERVER, Actions
from client_qt.app.keyboard import Mnemonics
from client_qt.app.tool_bar import Corner
from client_qt.app.view_menu import ViewMenu
from client_qt.pages.home.page import HomePage
from client_qt.pages.navigation import PageName
from client_qt.settings.preferences import Preferences
from client_qt.text.translation import tr
from client_qt.theme import Theme, title_text
from client_qt.widgets.layouts import page

if TYPE_CHECKING:  # all that stands behind the first page comes with `furniture`
    from client_qt.app.tool_bar import ToolBar
    from client_qt.dialogs.question import Answer
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
    from client_qt.pages.table.replay import Replay
    from client_qt.widgets.banner import NewsBanner

BEST_PX = (1280, 800)
FRAME = (1.0, 3.4)  # em; what a window manager may draw round a window, and tells only when it is shown
TAKE_FOCUS = ("host", "here", "join")  # pages that know which of their fields comes first
NOTE_MS = 2500
SMALL_HEIGHT = 640  # px; under it the table has slim strips and a rail


class MainWindow(QMainWindow):
    """Shows one page at a time. `leaving`: somebody wants to close it; whoever owns it decides."""

    leaving = Signal()
    preferred = Signal(str, object)  # in the menu: the name of a preference, its value
    game_menu = Signal()  # it is about to be seen
    dropped = Signal(str)  # the path of a file that was let go over the window
    furnished = Signal()  # everything is there
    page_changed = Signal()

    # what comes after the first page
    banner: "NewsBanner"
    join: "JoinPage"
    host: "SetupPage"
    here: "SetupPage"
    table: "TablePage"
    lobby: "LobbyPage"
    profile: "ProfilePage"
    history: "HistoryPage"
    account: "AccountPage"
    reports: "ReportsPage"
    rules: "RulesPage"
    records: "RecordsPage"
    doctor: "CheckSetupPage"
    preferences: "PreferencesPage"
    _board_actions: "BoardActions"
    replay: "Replay"
    _bar: "ToolBar"

    def __init__(self, theme: Theme, *, bare: bool = False) -> None:
        """A `bare` one has the first page, the menus and no more, until `furnishing` has come to its end."""
        super().__init__()
        self.setObjectName("main")
        self.theme, self._em = theme, theme.em
        self.may_close = self.is_furnished = False
        self.log_path: Path | None = None  # where mistakes of the program are written down
        self._noted = self._mark = self._subject = self._owner = ""
        self._was_small: bool | None = None
        self._history: list[tuple[PageName, str]] = []  # pages to go back to, each with its title
        self.setWindowTitle("netgame")
        self.setMinimumSize(QSize(*theme.tokens.layout.min_window_px))
        self.resize(self._best_size())
        self.stack = QStackedWidget(self)
        page(self.stack)
        self.home = HomePage(theme, self.stack)
        self.home.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.stack.addWidget(self.home)
        self.stack.currentChanged.connect(self.page_changed)
        self._pages: dict[PageName, QWidget] = {"home": self.home}
        self.setCentralWidget(self.stack)
        self._actions = Actions(self, theme)
        self.action("quit").triggered.connect(self.close)
        self.action("shortcuts").triggered.connect(self.show_shortcuts)
        self.action("about").triggered.connect(self.show_about)
        self._make_menus()
        self._corner = Corner(theme, self._actions, self.menuBar())
        theme.changed.connect(self._size_text)
        self.setAcceptDrops(True)
        self.show_page("home")
        if not bare:
            for _ in self.furnishing():
                pass

    def furnishing(self) -> Iterator[None]:
        """All that a bare window does not have yet, part by part; between two parts the loop may turn."""
        from client_qt.app.other_pages import furnish

        yield from furnish(self)
        self.is_furnished = True
        self._lay_out()
        self.furnished.emit()

    # ---- what is shown

    @property
    def page(self) -> PageName:
        """The page in front."""
        return next(name for name, widget in self._pages.items() if widget is self.stack.currentWidget())

    def show_page(self, name: PageName, subject: str | None = None) -> None:
        """Show a page; `subject` replaces the subject in the window title."""
        names = [earlier for earlier, _subject in self._history]
        if name in names:
            del self._history[names.index(name) :]
        elif name != self.page:
            self._history.append((self.page, self._subject))
        self._show(name, subject)

    def go_back(self) -> None:
        """Show the page before this one again, with its title."""
        self._show(*self._history.pop() if self._history else ("home", ""))

    def _show(self, name: PageName, subject: str | None) -> None:
        if subject is not None:
            self.show_subject(subject)
        shown = self._pages[name]
        self.stack.setCurrentWidget(shown)
        if name in TAKE_FOCUS:
            shown.take_focus()  # type: ignore[attr-defined]
        else:  # at home no button has the keyboard before somebody asks for one
            focus = self.table.board if name == "table" else shown
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        self._lay_out()

    def show_server(self, name: str, secure: bool = True) -> None:
        """Where the table is, at the right end of the tool bar: at a server, or in a file."""
        self._bar.show_server(name, secure)

    def show_review(self, review: bool) -> None:
        """A match from a file: what one can do with it is at hand."""
        self._bar.show_review(review)

    def show_export(self, possible: bool) -> None:
        """Can the table be written for another program?"""
        self._actions["export"].setEnabled(possible)

    def note(self, words: str, tone: str = "done") -> None:
        """Say something that needs no answer and goes by itself."""
        self._noted = words
        self.banner.show_text(words, tone, ())
        QTimer.singleShot(NOTE_MS, self, self._end_note)

    def say(self, words: str, tone: str = "turn") -> None:
        """Show a banner with a Close button."""
        self.banner.show_text(words, tone, ((tr("Close"), self.banner.hide_text),))

    def show_hosting(self, hosting: bool) -> None:
        self._actions["stop_hosting"].setEnabled(hosting)

    def show_invitation(self, there: bool) -> None:
        """Is there an invitation to copy?"""
        self._actions["invitation"].setEnabled(there)

    @property
    def subject(self) -> str:
        """What the window is about."""
        return self._subject

    def show_turning(self, on: bool) -> None:
        """Whether the board turns to who is to move, where two people sit at this screen."""
        self._actions["turning"].setChecked(on)
        self.preferred.emit("turning", on)

    def show_subject(self, words: str) -> None:
        """What the window is about, before the name of the program."""
        self._subject = words
        title = " - ".join(part for part in (self._mark, words, "netgame", self._owner) if part)
        self.setWindowTitle(title_text(title))

    def mark_title(self, mark: str) -> None:
        """A word in front of what the window is about."""
        self._mark = mark
        self.show_subject(self._subject)

    def show_owner(self, words: str) -> None:
        """Whose window it is, where there are several: behind the name of the program."""
        self._owner = words
        self.show_subject(self._subject)

    def come_to_front(self) -> None:
        """Somebody wants to see this window now."""
        if self.isMinimized():
            self.showNormal()
        self.show()  # it may be out of sight altogether
        self.raise_()
        self.activateWindow()

    def show_error(self, error: BaseException) -> None:
        """Something broke that should not: say so, and that the game is safe."""
        from client_qt.dialogs.fault import FaultDialog

        shown = self.findChild(FaultDialog)
        if shown is None or not shown.isVisible():
            shown = FaultDialog(self.theme, self.log_path, self)
        shown.add_exception(error)
        shown.open()

    def show_shortcuts(self) -> None:
        from client_qt.dialogs.shortcuts import show_shortcuts

        show_shortcuts(self.theme, self.menuBar(), self)

    def show_about(self) -> None:
        from client_qt.dialogs.about import AboutDialog

        AboutDialog(self.theme, self).open()

    def ask(self, title: str, sentences: Sequence[str], answers: "Sequence[Answer]", cancel: str = "") -> None:
        """Ask a question, once: one that is asked again takes the place of the one that is open."""
        from client_qt.dialogs.question import QuestionDialog

        for old in self.findChildren(QuestionDialog):
            if old.isVisible() and old.windowTitle() == title_text(title):
                old.reject()
        QuestionDialog(self.theme, title, sentences, answers, self, cancel).open()

    @property
    def menu_actions(self) -> Iterator[QAction]:
        """All that is in the menus."""
        return iter(self._actions)

    def action(self, name: str) -> QAction:
        """An action of the menus and the tool bar."""
        return self._actions[name]

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.may_close:
            event.accept()
        else:
            event.ignore()
            self.leaving.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _file_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.dropped.emit(_file_in(event.mimeData()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _size_text(self) -> None:
        """Text of another size: what has room beside what is asked anew, as if the window had changed."""
        if self.theme.em == self._em:
            return
        self._em = self.theme.em
        self._lay_out()
        for shown in self._pages.values():
            if shown.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):  # it was seen before
                QApplication.sendEvent(shown, QResizeEvent(shown.size(), shown.size()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._lay_out()

    def _end_note(self) -> None:
        if self.banner.shown and self.banner.accessibleName() == self._noted:
            self.banner.hide_text()

    # ---- how it is built

    def _best_size(self) -> QSize:
        """As it was drawn, or what the screen has room for beside panels and the window's own frame."""
        px, room = self.theme.px, self.screen().availableSize()
        frame = QSize(px(FRAME[0]), px(FRAME[1]))
        return QSize(*BEST_PX).boundedTo(room - frame).expandedTo(self.minimumSize())

    def _make_menus(self) -> None:
        bar, actions = self.menuBar(), self._actions
        actions.menu(bar, tr("Game"), GAME).aboutToShow.connect(self.game_menu)
        actions.menu(bar, tr("Play"), PLAY)
        self.view_menu = ViewMenu(self.theme, bar, actions, self)
        self.view_menu.preferred.connect(self.preferred)
        actions.menu(bar, tr("Server"), SERVER)
        actions.menu(bar, tr("Help"), HELP)
        Mnemonics(bar)

    def _lay_out(self) -> None:
        at_table = self.page == "table"
        small = self.theme.is_narrow(self.width()) or self.theme.in_drawing(self.height()) < SMALL_HEIGHT
        self._corner.show_tools(not at_table or small, at_table)
        self._actions.show_at_table(at_table)
        if self.is_furnished:
            self._bar.setVisible(at_table and not small)
            if small != self._was_small:
                self._was_small = small
                self.table.set_small(small)

    def show_preferences(self, now: Preferences) -> None:
        """What is preferred, where it is seen: on the page, in the menu, on the board."""
        self.preferences.show_preferences(now)
        self.view_menu.show_preferences(now)
        self.table.builder.policy = now.confirm
        board = self.table.board
        board.set_legal_shown(now.legal)
        board.set_threats_shown(now.threats)
        board.set_coordinates_shown(now.coordinates)
        board.set_crosshair(now.crosshair)
        self.here.set_turn_board(now.turning)

    def show_sound(self, on: bool, why_not: str) -> None:
        """Whether there are sounds; `why_not`: they cannot be played on this computer, for that reason."""
        action = self._actions["sound"]
        action.setEnabled(not why_not)
        action.setChecked(on and not why_not)
        action.setToolTip(why_not or tr("Hear moves, and that it is your turn"))
        self.preferences.show_sounds(why_not)


def _file_in(data: QMimeData) -> str:
    """The path of the one file that is dragged; empty for anything else."""
    urls = data.urls()
    return urls[0].toLocalFile() if len(urls) == 1 and urls[0].isLocalFile() else ""
