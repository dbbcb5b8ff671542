"""Help > Keyboard shortcuts: all keys there are, in groups, to be looked at beside the game."""

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QLineEdit, QMenu, QMenuBar, QWidget

from client_qt.app.keyboard import without_letter
from client_qt.dialogs.shortcut_list import KeyGroup, KeyLine, groups
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, keycap, label
from client_qt.widgets.layouts import column, row, scrolled

WIDTH, HEIGHT = 54.0, 36.0  # em, as far as the window has room
NATIVE = QKeySequence.SequenceFormat.NativeText


def menu_keys(bar: QMenuBar) -> Iterator[KeyGroup]:
    """A group for each menu, with what in it has a key."""
    for top in bar.actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            lines = tuple(KeyLine(keys_of(action), without_letter(action.iconText())) for action in _within(menu))
            yield KeyGroup(without_letter(top.text()), lines)


def keys_of(action: QAction) -> str:
    """As they are written on this system."""
    return action.shortcut().toString(NATIVE)


def _within(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from _within(inner)
        elif not action.shortcut().isEmpty():
            yield action


class ShortcutsDialog(QDialog):
    """Two columns of groups, and a field that leaves only what has its words."""

    def __init__(self, theme: Theme, bar: QMenuBar, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts")
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self._cards: list[tuple[QFrame, list[tuple[str, QWidget, QWidget]]]] = []
        self.search = QLineEdit(self)
        self.search.setObjectName("shortcuts_search")
        self.search.setPlaceholderText(tr("Find a key or a word"))
        self.search.setAccessibleName(tr("Find a key or a word"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self._nothing = label(tr("No key has these words."), "body", "muted")
        self._nothing.hide()
        self._lay_out(groups(menu_keys(bar)), 1 if theme.is_narrow(parent.width()) else 2)
        self.resize(self._size(parent))

    def _size(self, parent: QWidget) -> QSize:
        room, px = parent.size(), self._theme.px
        return QSize(px(WIDTH), px(HEIGHT)).boundedTo(room - QSize(px(2), px(4)))

    def _lay_out(self, shown: tuple[KeyGroup, ...], across: int) -> None:
        theme, inner = self._theme, QWidget(self)
        sides = row(theme, inner, gap="m", margin=(0, 0, 0.8, 0))
        columns = [column(theme, gap="m") for _ in range(across)]
        heights = [0] * across
        for group in shown:  # each where there is less so far
            side = heights.index(min(heights))
            columns[side].addWidget(self._card(group))
            heights[side] += len(group.lines) + 2
        for lines in columns:
            lines.addStretch(1)
            sides.addLayout(lines, 1)
        area = scrolled(inner, self)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the keys scroll it
        area.setAccessibleName(tr("Keyboard shortcuts"))
        close = Button(theme, tr("Close"))
        close.setObjectName("close")
        close.clicked.connect(self.accept)
        head, foot = row(theme, gap="m"), row(theme)
        head.addWidget(label(tr("Keyboard shortcuts"), "heading"), 1)
        head.addWidget(self.search, 1)
        foot.addStretch(1)
        foot.addWidget(close)
        whole = column(theme, self, gap="m", margin="l")
        whole.addLayout(head)
        whole.addWidget(self._nothing)
        whole.addWidget(area, 1)
        whole.addLayout(foot)

    def _card(self, group: KeyGroup) -> QFrame:
        theme, frame = self._theme, card("surface")
        lines = column(theme, frame, gap="s", margin="m")
        lines.addWidget(label(group.title, "name", wrap=True))
        grid = QGridLayout()
        theme.scale(grid.setHorizontalSpacing, theme.tokens.space.m)
        theme.scale(grid.setVerticalSpacing, theme.tokens.space.xs)
        grid.setColumnStretch(0, 1)
        made: list[tuple[str, QWidget, QWidget]] = []
        for number, line in enumerate(group.lines):
            words, key = label(line.words, "body", wrap=True), keycap(line.keys)
            grid.addWidget(words, number, 0)
            grid.addWidget(key, number, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            made.append((f"{group.title} {line.words} {line.keys}".casefold(), words, key))
        lines.addLayout(grid)
        self._cards.append((frame, made))
        return frame

    def _find(self, text: str) -> None:
        wanted = text.casefold().split()
        any_left = False
        for frame, lines in self._cards:
            left = False
            for spoken, *widgets in lines:
                shown = all(word in spoken for word in wanted)
                left = left or shown
                for widget in widgets:
                    widget.setVisible(shown)
            frame.setVisible(left)
            any_left = any_left or left
        self._nothing.setVisible(not any_left)
