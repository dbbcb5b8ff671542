"""The fields that change the keys of the actions."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QGridLayout, QKeySequenceEdit, QLineEdit, QVBoxLayout, QWidget

from client_qt.pages.preferences.choices import PreferenceInfo
from client_qt.pages.preferences.rows import PreferenceRow
from client_qt.settings.shortcuts import ShortcutInfo, fixed_keys, keys_in_effect, native_keys, split_keys
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.layouts import add_to, column, row
from netgame.text import fill

REMOVING = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)


class KeyField(QKeySequenceEdit):
    """Shows the keys of an action, and takes a key combination that replaces them.

    Backspace and Del remove the keys; Tab and Esc leave the field.
    """

    removed = Signal()

    def __init__(self, info: ShortcutInfo, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(f"shortcut_{info.name}")
        self.setAccessibleName(info.whole_words)
        self.setMaximumSequenceLength(1)

    def show_keys(self, keys: str) -> None:
        """Show these keys; with none, the field asks for a key combination."""
        with QSignalBlocker(self):
            self.setKeySequence(QKeySequence(next(iter(split_keys(keys)), "")))
        line = self.findChild(QLineEdit)
        assert line is not None, "the field that Qt draws the keys in"
        line.setText(native_keys(keys))  # the field itself shows only one
        line.setCursorPosition(0)
        line.setPlaceholderText(tr("Press keys"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        elif plain and event.key() in REMOVING:
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class ShortcutsRow(PreferenceRow):
    """A field for the keys of each action. The fields are built when they are first shown."""

    def __init__(self, theme: Theme, info: PreferenceInfo) -> None:
        super().__init__(theme, info)
        self._infos: dict[str, ShortcutInfo] = {}
        self._own: Mapping[str, str] = {}
        self._fields: dict[str, KeyField] = {}
        self._resets: dict[str, Button] = {}
        self._places: dict[str, tuple[QGridLayout, int]] = {}
        self._problem = label("", "small", "danger", wrap=True, name="shortcut_problem")
        self._problem.setParent(self)
        self._problem.hide()
        self._all = Button(theme, tr("Reset all keys"), "undo", name="shortcuts_reset", clicked=self._reset_all)
        head = add_to(
            row(theme, gap="m"),
            (label(info.note, "small", "muted", wrap=True), 1),
            (self._all, Qt.AlignmentFlag.AlignTop),
        )
        self._body = add_to(column(theme, self, gap="m"), head)

    def set_shortcuts(self, infos: Sequence[ShortcutInfo]) -> None:
        self._infos = {info.name: info for info in infos}

    def set_value(self, value: object) -> None:
        if isinstance(value, Mapping):
            self._own = value
            self._show_keys()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._fields:
            self._build(self._body)
            self._show_keys()

    def _build(self, body: QVBoxLayout) -> None:
        groups: dict[str, list[ShortcutInfo]] = {}
        for info in self._infos.values():
            groups.setdefault(info.group, []).append(info)
        for title, infos in groups.items():
            body.addWidget(label(title, "name"))
            grid = QGridLayout()
            self.theme.scale(grid.setHorizontalSpacing, "s")
            self.theme.scale(grid.setVerticalSpacing, "xs")
            grid.setColumnStretch(0, 10)
            grid.setColumnStretch(1, 9)
            for number, info in enumerate(infos):
                self._add(info, grid, 2 * number)
            body.addLayout(grid)

    def _add(self, info: ShortcutInfo, grid: QGridLayout, line: int) -> None:
        words, field = label(info.words, wrap=True), KeyField(info, self)
        words.setBuddy(field)
        reset = Button(self.theme, "", "undo", "ghost", name=f"shortcut_reset_{info.name}")
        reset.setToolTip(tr("Reset"))
        reset.setAccessibleName(fill(tr("Reset the keys of {action}"), {"action": info.whole_words}))
        policy = reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        reset.setSizePolicy(policy)
        for at, part in enumerate((words, field, reset)):
            grid.addWidget(part, line, at)
        reset.clicked.connect(lambda: self._choose(info, None))
        field.removed.connect(lambda: self._choose(info, ""))
        field.editingFinished.connect(lambda: self._typed(info))
        self._fields[info.name], self._resets[info.name], self._places[info.name] = field, reset, (grid, line)

    def _typed(self, info: ShortcutInfo) -> None:
        keys = self._fields[info.name].keySequence().toString()
        if keys and keys not in split_keys(keys_in_effect(self._shortcuts, self._own)[info.name]):
            self._choose(info, keys)
        else:
            self._show_keys()

    @property
    def _shortcuts(self) -> Sequence[ShortcutInfo]:
        return tuple(self._infos.values())

    def _choose(self, info: ShortcutInfo, keys: str | None) -> None:
        """Give an action these keys, or its default keys; refuse keys of something else."""
        wanted = split_keys(info.default if keys is None else keys)
        others = {name: split_keys(held) for name, held in keys_in_effect(self._shortcuts, self._own).items()}
        rivals = [other for other in self._shortcuts if other.name != info.name and other.excludes(info)]
        holder = next((other for other in rivals if {*others[other.name]} & {*wanted}), None)
        names = {"keys": native_keys(wanted[0]) if wanted else ""}
        if holder is not None:
            words = tr("{keys} belongs to: {action}. Change that one first, or press other keys.")
            self._refuse(info, fill(words, {**names, "action": holder.whole_words}))
        elif {*wanted} & fixed_keys():
            self._refuse(info, fill(tr("{keys} is used on the board, in lists or in fields."), names))
        else:
            kept = {name: held for name, held in self._own.items() if name != info.name}
            if keys is not None and wanted != split_keys(info.default):
                kept[info.name] = keys
            self._own = kept
            self._show_keys()
            self.edited.emit(self.info.name, kept)

    def _reset_all(self) -> None:
        self._own = {}
        self._show_keys()
        self.edited.emit(self.info.name, {})

    def _refuse(self, info: ShortcutInfo, words: str) -> None:
        self._show_keys()
        grid, line = self._places[info.name]
        grid.addWidget(self._problem, line + 1, 0, 1, 3)
        self._problem.setText(words)
        self._problem.show()
        self._fields[info.name].setAccessibleDescription(words)

    def _show_keys(self) -> None:
        self._problem.hide()
        self._all.setEnabled(bool(self._own))
        keys = keys_in_effect(self._shortcuts, self._own)
        for name, field in self._fields.items():
            field.show_keys(keys[name])
            field.setAccessibleDescription("")
            self._resets[name].setVisible(name in self._own)
