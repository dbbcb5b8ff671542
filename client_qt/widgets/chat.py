"""What people say to each other: the lines of a room and a field to write in. Always plain text."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QTextEdit, QVBoxLayout, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label, literal
from client_qt.widgets.labels import ElidedLabel
from netgame.text import fill

MOST_CHARACTERS = 400


@dataclass(frozen=True)
class Spoken:
    """One line: who, and what; without a name it is news and not speech."""

    name: str
    text: str
    own: bool = False
    account: str = ""


class ChatView(QWidget):
    """The lines of the room that is chosen, and the field. What was written stays in it until it is sent."""

    said = Signal(str)  # what was written
    room_chosen = Signal(str)
    report = Signal(str, str)  # account and name of whoever said a line
    left = Signal()  # Esc: the keyboard goes back to the board

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[Spoken, ...] = ()
        self._rooms: dict[str, Button] = {}
        self._tabs = QHBoxLayout()
        self._text = QTextEdit(self)
        self._text.setReadOnly(True)
        self._text.setProperty("kind", "plain")
        self._text.setFrameShape(QTextEdit.Shape.NoFrame)
        self._text.setStyleSheet("QTextEdit { border: none; background: transparent; padding: 0; }")
        self._text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._text.setAccessibleName(tr("What was said"))
        self._text.setTabChangesFocus(True)
        self._text.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._text.customContextMenuRequested.connect(self._show_menu)
        self._why = ElidedLabel("", "small", "muted", lines=2)
        self._why.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # its height is set below
        self._field = QLineEdit(self)
        self._field.setObjectName("chat_field")
        self._field.setMaxLength(MOST_CHARACTERS)
        self._field.setPlaceholderText(tr("Say something"))
        self._field.setAccessibleName(tr("Say something"))
        self._send = Button(theme, "", "next", "ghost")
        self._send.setObjectName("chat_send")
        self._send.setToolTip(tr("Send"))
        self._send.setAccessibleName(tr("Send"))
        self._count = label("", "small", "muted")
        self._count.setObjectName("chat_count")
        self._count.setAccessibleName(tr("Characters that are left"))
        self._field.textChanged.connect(self._show_count)
        self._show_count()
        self._foot = QHBoxLayout()
        self._foot.addWidget(self._field, 1)
        self._foot.addWidget(self._count)
        self._foot.addWidget(self._send)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._tabs)
        self._column.addWidget(self._text, 1)
        self._column.addWidget(self._why)
        self._column.addLayout(self._foot)
        self._field.returnPressed.connect(self._entered)
        self._field.installEventFilter(self)
        self._send.clicked.connect(self._entered)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.set_may_write(True)

    def show_rooms(self, rooms: Sequence[tuple[str, str]], chosen: str) -> None:
        """The rooms that can be read here by name and words; one alone needs no choice."""
        if list(self._rooms) != [name for name, _words in rooms]:
            for button in self._rooms.values():
                button.hide()
                button.deleteLater()
            self._rooms = {}
            for name, words in rooms if len(rooms) > 1 else ():
                self._rooms[name] = self._room_button(name, words)
        for name, words in rooms:
            if name in self._rooms:
                self._rooms[name].setText(words)
                self._rooms[name].setChecked(name == chosen)

    def show_lines(self, lines: Sequence[Spoken]) -> None:
        """All that was said there. Who reads further up is left there."""
        lines = tuple(lines)
        if lines == self._lines:
            return
        known, self._lines = self._lines, lines
        bar = self._text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 2
        if known and lines[: len(known)] == known:
            self._append(lines[len(known) :])
        else:
            self._text.clear()
            self._append(lines)
        if at_end:
            bar.setValue(bar.maximum())

    def set_may_write(self, may: bool, why: str = "") -> None:
        """Whether one may write here, else why not."""
        self._field.setVisible(may)
        self._send.setVisible(may)
        self._count.setVisible(may and bool(self._field.text()))
        self._why.setText(why)
        self._why.setVisible(bool(why) and not may)

    def keep(self, text: str) -> None:
        """It was not taken: give it back to be written anew, unless something else is being written."""
        if not self._field.text():
            self._field.setText(text)

    def begin(self) -> None:
        """Write here."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.left.emit()
                return True
        return False

    # ---- inside

    def menu_at(self, place: QPoint) -> QMenu:
        """What can be done about the line at that place."""
        menu = QMenu(self)
        copy = menu.addAction(tr("Copy"))
        copy.setEnabled(self._text.textCursor().hasSelection())
        copy.triggered.connect(self._text.copy)
        number = self._text.cursorForPosition(place).block().userState()
        line = self._lines[number] if 0 <= number < len(self._lines) else None
        if line is not None and line.account and not line.own:
            report = menu.addAction(fill(tr("Report {name} ..."), {"name": literal(line.name)}))
            report.setObjectName("report_line")
            report.triggered.connect(lambda: self.report.emit(line.account, line.name))
        return menu

    def _show_menu(self, place: QPoint) -> None:
        menu = self.menu_at(place)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._text.viewport().mapToGlobal(place))

    def _room_button(self, name: str, words: str) -> Button:
        button = Button(self._theme, words, None, "plain", self)
        button.setObjectName(f"room_{name}")
        button.setProperty("room", name)
        button.setProperty("extent", "small")
        button.setCheckable(True)
        button.clicked.connect(self._chosen)
        self._tabs.addWidget(button)
        return button

    def _chosen(self) -> None:
        self.room_chosen.emit(self.sender().property("room"))

    def _entered(self) -> None:
        text = self._field.text().strip()
        if text:
            self._field.clear()
            self.said.emit(text)

    def _show_count(self) -> None:
        """How many characters are left, while something is being written."""
        written = len(self._field.text())
        self._count.setText(str(MOST_CHARACTERS - written))
        self._count.setVisible(written > 0)

    def _append(self, lines: Sequence[Spoken]) -> None:
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        first = len(self._lines) - len(lines)
        for number, line in enumerate(lines, first):
            space = QTextBlockFormat()
            space.setTopMargin(self._theme.px(0.5))
            if self._text.document().isEmpty():
                cursor.setBlockFormat(space)
            else:
                cursor.insertBlock(space)
            cursor.block().setUserState(number)
            if line.name:
                cursor.insertText(line.name, self._format(name=True))
                cursor.insertBlock(QTextBlockFormat())
                cursor.block().setUserState(number)
            cursor.insertText(line.text, self._format(name=False, muted=not line.name))

    def _format(self, name: bool, muted: bool = False) -> QTextCharFormat:
        ui, form = self._theme.ui, QTextCharFormat()
        form.setForeground(ui.accent if name else ui.ink_muted if muted else ui.ink)
        form.setFontWeight(QFont.Weight.Bold if name else QFont.Weight.Medium)
        return form

    def _restyle(self) -> None:
        px, lines = self._theme.px, self._lines
        self._column.setContentsMargins(px(1), px(0.5), px(1), px(0.8))
        self._column.setSpacing(px(0.5))
        self._tabs.setSpacing(px(0.4))
        self._foot.setSpacing(px(0.2))
        self._why.setFixedHeight(px(2.4))
        self._send.setFixedWidth(px(2.6))
        self._lines = ()
        self._text.clear()
        self.show_lines(lines)
