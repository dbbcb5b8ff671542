"""Help > Keyboard shortcuts: all keys in groups. The actions and the games provide theirs; the rest is listed here."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.settings.shortcuts import ShortcutInfo, native_keys
from client_qt.text.translation import tr
from client_qt.theme import Theme, card, keycap, label
from client_qt.widgets.layouts import add_to, column, row, scrolled

WIDTH, HEIGHT = 54.0, 36.0  # em, as far as the window has room
KeyLine = tuple[str, str]  # keys, what they do


def keys_of(action: QAction) -> str:
    """Return the shortcut in the notation of this system."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def key_groups(infos: Sequence[ShortcutInfo], keys: Mapping[str, str]) -> dict[str, list[KeyLine]]:
    """Return the keys of each menu, of the board, and of the games, with the titles of these groups."""
    on_board = tr("On the board")
    groups: dict[str, list[KeyLine]] = {info.group: [] for info in infos if not info.game}
    groups[on_board] = [
        (tr("Arrows"), tr("Move the cursor over the cells")),
        ("7 9 1 3", tr("Move diagonally (numeric keypad)")),
        (tr("Space"), tr("Choose the cell under the cursor")),
        (tr("Enter"), tr("Play a complete turn, or choose the cell")),
        (tr("Esc"), tr("Cancel the turn")),
    ]
    groups[tr("On the board of a record")] = [
        (tr("Arrows"), tr("Walk through the moves")),
        (tr("Wheel"), tr("Walk through the moves")),
        (tr("Shift+Arrows"), tr("Move the cursor over the cells")),
        (tr("Ctrl+Wheel"), tr("Zoom")),
    ]
    groups[tr("In lists and fields")] = [
        (tr("Tab"), tr("Go to the next control")),
        (tr("Left, Right"), tr("Walk through the moves, in their list")),
        (tr("Home, End"), tr("Go to the first move, or to the last")),
        (tr("Del"), tr("Remove a variation from the list of moves")),
        (tr("Ctrl+Enter"), tr("Finish a comment")),
        (tr("Esc"), tr("Leave the field, or the page")),
    ]
    for info in infos:
        if keys[info.name]:
            groups.setdefault(info.group, []).append((native_keys(keys[info.name]), info.words))
    groups[on_board] += [
        ("F7", tr("Have a screen reader say the state of the game")),
        ("F6", tr("Go to the buttons of a banner")),
        (tr("Space and mouse"), tr("Pan the zoomed board")),
    ]
    return {title: lines for title, lines in groups.items() if lines}


class ShortcutsDialog(Dialog):
    """One or two columns of groups, and a field that filters them. It stays open beside the game."""

    def __init__(self, theme: Theme, infos: Sequence[ShortcutInfo], keys: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(theme, "shortcuts", tr("Keyboard shortcuts"), parent, margin="l")
        self._infos, self._groups = infos, list[tuple[QFrame, list[tuple[str, QWidget, QWidget]]]]()
        self._columns = 1 if theme.is_narrow(parent.width()) else 2
        self.search = QLineEdit(self, placeholderText=tr("Find a key or a word"), clearButtonEnabled=True)
        self.search.setObjectName("shortcuts_search")
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.textChanged.connect(self._filter)
        self.nothing_found = label(tr("No matches"), "body", "muted")
        self.nothing_found.hide()
        self._area = area = scrolled(self._list(keys), self)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the arrow keys scroll it
        area.setAccessibleName(tr("Keyboard shortcuts"))
        head = add_to(row(theme, gap="m"), (label(tr("Keyboard shortcuts"), "heading"), 1), (self.search, 1))
        self.body.addLayout(head)
        self.add(self.nothing_found)
        self.body.addWidget(area, 1)
        self.add_buttons([], [self.button("close", tr("Close"), self.accept)])
        room = parent.size() - QSize(theme.px(2), theme.px(4))
        self.resize(QSize(theme.px(WIDTH), theme.px(HEIGHT)).boundedTo(room))

    def show_keys(self, keys: Mapping[str, str]) -> None:
        """Show changed keys. The filter and the scroll position of the list stay."""
        bar = self._area.verticalScrollBar()
        at = bar.value()
        self._groups = []
        self._area.setWidget(self._list(keys))
        self._filter(self.search.text())
        bar.setValue(at)

    def _list(self, keys: Mapping[str, str]) -> QWidget:
        inner = QWidget()
        inner.setProperty("clear", "true")
        sides = row(self.theme, inner, gap="m", margin=(0, 0, 0.8, 0))
        columns = [column(self.theme, gap="m") for _ in range(self._columns)]
        heights = [0] * len(columns)
        for title, lines in key_groups(self._infos, keys).items():
            shortest = heights.index(min(heights))
            columns[shortest].addWidget(self._card(title, lines))
            heights[shortest] += len(lines) + 2
        for side in columns:
            side.addStretch(1)
            sides.addLayout(side, 1)
        return inner

    def _card(self, title: str, lines: Sequence[KeyLine]) -> QFrame:
        theme, frame = self.theme, card("surface")
        inside = add_to(column(theme, frame, gap="s", margin="m"), label(title, "name", wrap=True))
        grid = QGridLayout()
        theme.scale(grid.setHorizontalSpacing, "m")
        theme.scale(grid.setVerticalSpacing, "xs")
        grid.setColumnStretch(0, 1)
        rows: list[tuple[str, QWidget, QWidget]] = []
        for number, (keys, effect) in enumerate(lines):
            words, key = label(effect, "body", wrap=True), keycap(keys)
            grid.addWidget(words, number, 0)
            grid.addWidget(key, number, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            rows.append((f"{title} {effect} {keys}".casefold(), words, key))
        inside.addLayout(grid)
        self._groups.append((frame, rows))
        return frame

    def _filter(self, text: str) -> None:
        wanted = text.casefold().split()
        for frame, rows in self._groups:
            for searched, words, key in rows:
                matches = all(word in searched for word in wanted)
                words.setVisible(matches)
                key.setVisible(matches)
            frame.setVisible(any(not words.isHidden() for _searched, words, _key in rows))
        self.nothing_found.setVisible(all(frame.isHidden() for frame, _rows in self._groups))
