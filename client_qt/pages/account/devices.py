"""The right half of the account page: a code for another computer, the computers there are, the key of this one."""

from collections.abc import Sequence

from PySide6.QtCore import QDeadlineTimer, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from client_qt.pages.account.model import DeviceRow, left_words
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, chip, hairline, label
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, row

TICK_MS = 250


class CodeCard(QFrame):
    """The code for another computer, large, as long as it is good."""

    wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("code_card")
        self.setProperty("card", "surface")
        self._deadline = QDeadlineTimer(0)
        self._tick = QTimer(self)
        self._tick.timeout.connect(self._show_left)
        self.code = label("", "code")
        self.code.setObjectName("link_code")
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.left = label("", "body", "muted", wrap=True)
        self.left.setObjectName("link_left")
        self._copy = Button(theme, tr("Copy"), "copy")
        self._copy.setObjectName("copy_code")
        self._copy.clicked.connect(self._copied)
        self.button = Button(theme, tr("Show a code"), "link")
        self.button.setObjectName("make_link")
        self.button.clicked.connect(self._ask)
        words = tr("Your account on a second machine: show a code here, and type it there under “I have a code”.")
        inside = column(theme, self, gap="s", margin="l")
        inside.addWidget(label(tr("Add another computer"), "heading", wrap=True))
        inside.addWidget(label(words, "body", "muted", wrap=True))
        inside.addWidget(self.code)
        inside.addWidget(self.left)
        buttons = row(theme)
        buttons.addWidget(self._copy)
        buttons.addStretch(1)
        buttons.addWidget(self.button)
        inside.addLayout(buttons)
        self.forget()

    def show_code(self, code: str, seconds: int) -> None:
        """Show it with the time that it is good."""
        self._deadline = QDeadlineTimer(seconds * 1000)
        self.code.setText(code)
        self.code.show()
        self._copy.setText(tr("Copy"))
        self._copy.show()
        self.button.setText(tr("Show another one"))
        self.button.setEnabled(True)
        self._tick.start(TICK_MS)
        self._show_left()

    def say(self, sentence: str) -> None:
        """Why there is no code."""
        self.forget()
        self.left.setText(sentence)
        self.left.setVisible(bool(sentence))

    def forget(self) -> None:
        """Nothing to be seen of any code."""
        self._tick.stop()
        self.code.clear()
        for part in (self.code, self.left, self._copy):
            part.hide()
        self.button.setText(tr("Show a code"))
        self.button.setEnabled(True)

    def _show_left(self) -> None:
        seconds = -(-self._deadline.remainingTime() // 1000)
        if seconds <= 0:
            self.say(tr("That code is not good any more. Show another one."))
            return
        self.left.setText(left_words(seconds))
        self.left.show()

    def _ask(self) -> None:
        self.button.setEnabled(False)
        self.wanted.emit()

    def _copied(self) -> None:
        QGuiApplication.clipboard().setText(self.code.text())
        self._copy.setText(tr("Copied"))


class DevicesCard(QFrame):
    """Which computers sign in by themselves, each with a way to end that."""

    revoke = Signal(int, str)  # device, what it is called; 0: all others
    leave = Signal(int)  # this computer

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("devices")
        self.setProperty("card", "surface")
        self._theme = theme
        self._rows: tuple[DeviceRow, ...] = ()
        inside = column(theme, self, gap="s", margin="l")
        inside.addWidget(label(tr("Computers"), "heading"))
        self._note = label(tr("Each of these signs in without a password."), "body", "muted", wrap=True)
        inside.addWidget(self._note)
        self._lines = column(theme, gap="s")
        inside.addLayout(self._lines)
        self._others = Button(theme, tr("Sign out all others"), kind="danger")
        self._others.setObjectName("revoke_others")
        self._others.clicked.connect(lambda: self.revoke.emit(0, ""))
        last = row(theme)
        last.addStretch(1)
        last.addWidget(self._others)
        inside.addLayout(last)
        self.show_rows(())

    def show_rows(self, rows: Sequence[DeviceRow], registered: bool = False) -> None:
        """List them. Only who is registered can leave with this one, too: a guest would never come back."""
        self._rows, self._registered = tuple(rows), registered
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, what in enumerate(rows):
            if number:
                self._lines.addWidget(hairline())
            self._lines.addWidget(self._line(what))
        self._others.setVisible(len(rows) > 1)

    def say(self, sentence: str) -> None:
        """What did not work, or what the list is for."""
        self._note.setText(sentence or tr("Each of these signs in without a password."))

    def _line(self, what: DeviceRow) -> QWidget:
        line = QWidget(self)
        line.setObjectName(f"device_{what.device}")
        inside = row(self._theme, line, gap="s")
        words = column(self._theme, gap="xs")
        head = QHBoxLayout()
        head.addWidget(ElidedLabel(what.title, "strong"))
        if what.here:
            head.addWidget(chip(tr("this one"), "accent"))
        head.addStretch(1)
        words.addLayout(head)
        words.addWidget(ElidedLabel(what.note, "small", "muted"))
        inside.addLayout(words, 1)
        if not what.here or self._registered:
            button = Button(self._theme, tr("Sign out"), kind="danger")
            button.setObjectName(f"revoke_{what.device}")
            button.setProperty("extent", "small")
            button.setAccessibleName(f"{button.text()}: {what.title}")
            button.clicked.connect(lambda: self._sign_out(what))
            inside.addWidget(button)
        return line

    def _sign_out(self, what: DeviceRow) -> None:
        if what.here:
            self.leave.emit(what.device)
        else:
            self.revoke.emit(what.device, what.title)


class KeyCard(QFrame):
    """The key of this computer: to be kept elsewhere, or taken from there."""

    export = Signal()
    import_ = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("key_card")
        self.setProperty("card", "surface")
        self._words = label("", "body", "muted", wrap=True)
        self._export = Button(theme, tr("Save a copy ..."), "save")
        self._export.setObjectName("export_key")
        self._export.clicked.connect(self.export)
        take = Button(theme, tr("Use a copy ..."))
        take.setObjectName("import_key")
        take.clicked.connect(self.import_)
        inside = column(theme, self, gap="s", margin="l")
        inside.addWidget(label(tr("The key of this computer"), "heading", wrap=True))
        inside.addWidget(self._words)
        buttons = row(theme)
        buttons.addWidget(take)
        buttons.addStretch(1)
        buttons.addWidget(self._export)
        inside.addLayout(buttons)
        self.show_key(there=True)

    def show_key(self, there: bool) -> None:
        """Whether there is a key that works."""
        self._words.setText(
            tr(
                "All servers know you by it, without a password. "
                "A copy on a stick brings you back when this computer is lost."
            )
            if there
            else tr("It cannot be read, so servers know this computer by other means. A copy of the key heals it.")
        )
        self._export.setEnabled(there)
