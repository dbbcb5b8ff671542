"""The window without a mouse and without eyes: names of pages, Esc goes back, a letter for every entry of a menu."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QMenuBar, QPushButton, QToolButton, QWidget

from client_qt.text.translation import tr
from client_qt.widgets.labels import PageHeader

if TYPE_CHECKING:
    from client_qt.pages.table.panel.side_panel import SidePanel

Name = TypeVar("Name", bound=str)


def work_by_keys(stack: QWidget, pages: Mapping[Name, QWidget], panel: "SidePanel") -> None:
    """Let all pages be read out and used without a mouse. `panel` is the one beside the board."""
    name_pages(pages)
    let_esc_go_back(pages.values())
    headers_first(pages.values())
    panel_in_order(panel)
    EnterPresses(stack)


def name_pages(pages: Mapping[Name, QWidget]) -> None:
    """What is read out when a page comes to the front. Boards, on any page, can be read cell by cell."""
    from client_qt.board.accessibility import install_accessibility  # brings boards: not before the window is seen

    install_accessibility()
    words = {
        "home": tr("Home"), "host": tr("Host a game"), "here": tr("Play on this computer"), "join": tr("Join a game"),
        "table": tr("Table"), "lobby": tr("Lobby"), "profile": tr("Profile"), "history": tr("Played here"),
        "account": tr("My account"), "reports": tr("Reports"), "rules": tr("Rules"), "records": tr("Records"),
        "preferences": tr("Preferences"), "doctor": tr("Check my set-up"),
    }  # fmt: skip
    for name, page in pages.items():
        page.setAccessibleName(words[name])


def let_esc_go_back(pages: Iterable[QWidget]) -> None:
    """On every page that one comes back from. At the table Esc is for the turn that is being made."""
    for page in pages:
        back = getattr(page, "back", None)
        if back is not None:
            key = QShortcut(QKeySequence(Qt.Key.Key_Escape), page)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(back)


class EnterPresses(QObject):
    """Enter presses the button that has the keyboard, as in a dialog; Qt leaves that to Space alone. Only what nobody
    had a use for comes here."""

    def __init__(self, pages: QWidget) -> None:
        super().__init__(pages)
        pages.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        focus = QApplication.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if not enter or not isinstance(focus, QPushButton | QToolButton):
            return False
        focus.click()
        return True


def headers_first(pages: Iterable[QWidget]) -> None:
    """Tab goes from the top to the bottom: what stands beside the title comes ahead of what is under it."""
    for page in pages:
        _HeaderFirst(page)


class _HeaderFirst(QObject):
    """Waits until the page is seen, for some are built only then."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and watched is self._page:
            self._page.removeEventFilter(self)
            header = self._page.findChild(PageHeader)
            if header is not None:
                order(self._page, *header.findChildren(QAbstractButton))
        return False


def panel_in_order(panel: "SidePanel") -> None:
    """The moves ahead of the bar that walks through them, the tabs ahead of what they show."""
    inner = panel.findChildren(QWidget)

    def within(parent: QWidget) -> list[QWidget]:
        return [w for w in inner if parent.isAncestorOf(w) and w.focusPolicy() & Qt.FocusPolicy.TabFocus]

    bar = within(panel.moves.bar)
    shown = [w for part in (panel.chat, panel.people, panel.rules) for w in within(part)]
    moves = [w for w in within(panel.moves) if w not in bar]
    order(*moves, *bar, *within(panel.comment), panel.tabs.tabBar(), *shown, *panel.buttons)


def order(*widgets: QWidget) -> None:
    """Let Tab go through these one after the other."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


class Mnemonics(QObject):
    """Underlined letters, so that Alt and letters reach all that is in the menus. They are chosen while the program
    runs: whatever the language, no two entries of a menu have the same one."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        underline(bar.actions())
        for menu in bar.findChildren(QMenu):
            menu.aboutToShow.connect(self._opens)
            menu.aboutToHide.connect(self._closes)

    def _opens(self) -> None:
        menu = self.sender()
        if isinstance(menu, QMenu):
            underline(action for action in menu.actions() if action.isVisible() and not action.isSeparator())

    def _closes(self) -> None:
        """The words are shown elsewhere as well, where nothing is underlined."""
        menu = self.sender()
        if isinstance(menu, QMenu):
            for action in menu.actions():
                plain = without_letter(action.text())
                if plain != action.text():
                    action.setText(plain)


def underline(actions: Iterable[QAction]) -> None:
    """Give each of these a letter of its own, the first of a word where that is free."""
    taken: set[str] = set()
    for action in actions:
        words = without_letter(action.text())
        place = _place(words, taken)
        if place is not None:
            taken.add(words[place].lower())
            action.setText(f"{words[:place]}&{words[place:]}")


def without_letter(words: str) -> str:
    """The words with nothing underlined; a doubled sign is one that is read."""
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&&")


def _place(words: str, taken: set[str]) -> int | None:
    first = [i for i, letter in enumerate(words) if letter.isalnum() and (i == 0 or not words[i - 1].isalnum())]
    others = [i for i, letter in enumerate(words) if letter.isalnum()]
    return next((place for place in (*first, *others) if words[place].lower() not in taken), None)
