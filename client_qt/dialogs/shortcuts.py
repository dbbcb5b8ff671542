"""Help > Keyboard shortcuts: all keys in groups. The menus and the games provide theirs; the rest is listed here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QMenu, QMenuBar, QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.settings.shortcuts import button_shortcut, native_keys
from client_qt.text.translation import tr
from client_qt.theme import Theme, card, keycap, label, without_underline
from client_qt.widgets.layouts import column, row, scrolled
from netgame.games import GAMES

WIDTH, HEIGHT = 54.0, 36.0  # em, as far as the window has room


@dataclass(frozen=True)
class KeyLine:
    keys: str
    words: str


@dataclass(frozen=True)
class KeyGroup:
    title: str
    lines: tuple[KeyLine, ...]


def menu_keys(bar: QMenuBar) -> Iterator[KeyGroup]:
    """A group for each menu, with the entries that have a key."""
    for top in bar.actions():
        menu = top.menu()
        if isinstance(menu, QMenu):
            lines = tuple(
                KeyLine(_all_keys_of(action), without_underline(action.text()).removesuffix(" ..."))
                for action in _with_keys(menu)
            )
            yield KeyGroup(without_underline(top.text()), lines)


def keys_of(action: QAction) -> str:
    """Return the shortcut in the notation of this system."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _all_keys_of(action: QAction) -> str:
    return native_keys(QKeySequence.listToString(action.shortcuts()))


def _with_keys(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            yield from _with_keys(submenu)
        elif not action.shortcut().isEmpty():
            yield action


def key_groups(bar: QMenuBar, keys: Mapping[str, str]) -> tuple[KeyGroup, ...]:
    own = (("type_move", tr("Type the move")), ("confirm", tr("Confirm the turn")))
    on_board = KeyGroup(tr("On the board"), (
        KeyLine(tr("Arrows"), tr("Move the cursor over the cells")),
        KeyLine("7 9 1 3", tr("Move diagonally (numeric keypad)")),
        KeyLine(tr("Space"), tr("Choose the cell under the cursor")),
        KeyLine(tr("Enter"), tr("Play a complete turn, or choose the cell")),
        KeyLine(tr("Esc"), tr("Cancel the turn")),
        *(KeyLine(native_keys(keys[name]), words) for name, words in own if keys[name]),
        KeyLine("F7", tr("Have a screen reader say the state of the game")),
        KeyLine("F6", tr("Go to the buttons of a banner")),
        KeyLine(tr("Space and mouse"), tr("Pan the zoomed board")),
    ))  # fmt: skip
    in_record = KeyGroup(tr("On the board of a record"), (
        KeyLine(tr("Arrows"), tr("Walk through the moves")),
        KeyLine(tr("Wheel"), tr("Walk through the moves")),
        KeyLine(tr("Shift+Arrows"), tr("Move the cursor over the cells")),
        KeyLine(tr("Ctrl+Wheel"), tr("Zoom")),
    ))  # fmt: skip
    in_text = KeyGroup(tr("In lists and fields"), (
        KeyLine(tr("Tab"), tr("Go to the next control")),
        KeyLine(tr("Left, Right"), tr("Walk through the moves, in their list")),
        KeyLine(tr("Home, End"), tr("Go to the first move, or to the last")),
        KeyLine(tr("Del"), tr("Remove a variation from the list of moves")),
        KeyLine(tr("Ctrl+Enter"), tr("Finish a comment")),
        KeyLine(tr("Esc"), tr("Leave the field, or the page")),
    ))  # fmt: skip
    return tuple(group for group in (*menu_keys(bar), on_board, in_record, in_text, *game_keys(keys)) if group.lines)


def game_keys(keys: Mapping[str, str]) -> tuple[KeyGroup, ...]:
    """A group for each game, with its buttons that have a key."""
    return tuple(
        KeyGroup(
            game.title,
            tuple(
                KeyLine(native_keys(key), tr(words))
                for pick, words in game.buttons.items()
                if (key := keys.get(button_shortcut(game.key, pick)))
            ),
        )
        for game in GAMES.values()
    )


class ShortcutsDialog(Dialog):
    """One or two columns of groups, and a field that filters them. It stays open beside the game."""

    def __init__(self, theme: Theme, bar: QMenuBar, keys: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(theme, "shortcuts", tr("Keyboard shortcuts"), parent, margin="l")
        self._bar, self._groups = bar, list[tuple[QFrame, list[tuple[str, QWidget, QWidget]]]]()
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
        head = row(theme, gap="m")
        head.addWidget(label(tr("Keyboard shortcuts"), "heading"), 1)
        head.addWidget(self.search, 1)
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
        for group in key_groups(self._bar, keys):
            shortest = heights.index(min(heights))
            columns[shortest].addWidget(self._card(group))
            heights[shortest] += len(group.lines) + 2
        for lines in columns:
            lines.addStretch(1)
            sides.addLayout(lines, 1)
        return inner

    def _card(self, group: KeyGroup) -> QFrame:
        theme, frame = self.theme, card("surface")
        lines = column(theme, frame, gap="s", margin="m")
        lines.addWidget(label(group.title, "name", wrap=True))
        grid = QGridLayout()
        theme.scale(grid.setHorizontalSpacing, "m")
        theme.scale(grid.setVerticalSpacing, "xs")
        grid.setColumnStretch(0, 1)
        rows: list[tuple[str, QWidget, QWidget]] = []
        for number, line in enumerate(group.lines):
            words, key = label(line.words, "body", wrap=True), keycap(line.keys)
            grid.addWidget(words, number, 0)
            grid.addWidget(key, number, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            rows.append((f"{group.title} {line.words} {line.keys}".casefold(), words, key))
        lines.addLayout(grid)
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


def show_shortcuts(theme: Theme, bar: QMenuBar, keys: Mapping[str, str], window: QWidget) -> ShortcutsDialog:
    """Open the list with the keys of now; it replaces an open one. `keys` has those that no menu shows."""
    for old in window.findChildren(ShortcutsDialog):
        old.close()
    dialog = ShortcutsDialog(theme, bar, keys, window)
    dialog.show()  # not modal: the game goes on
    dialog.activateWindow()
    return dialog
