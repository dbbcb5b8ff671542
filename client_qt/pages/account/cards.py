"""Cards at the right of the account page: a code for another computer, the list of computers, the key."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QDeadlineTimer, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from client_qt.text.locale_formats import day as day_in_figures
from client_qt.text.locale_formats import local_time
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, chip, hairline, label, show_text
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import clear, column, row
from netgame.text import fill
from protocol.messages.accounts import Device

TICK_MS = 250


class CodeCard(QFrame):
    """A pairing code for another computer, with the time that it stays valid."""

    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("code_card")
        self.setProperty("card", "surface")
        self._deadline = QDeadlineTimer(0)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._show_time)
        self.code = label("", "code", name="link_code")
        self.code.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.time = label("", "body", "muted", wrap=True, name="link_left")
        self._copy = Button(theme, tr("Copy"), "copy", name="copy_code", clicked=self._copy_code)
        self.button = Button(theme, tr("Show a code"), "link", name="make_link", clicked=self._ask)
        words = tr("Your account on a second computer: show a code here, and type it there under “I have a code”.")
        inside = column(theme, self, gap="s", margin="l")
        inside.addWidget(label(tr("Add another computer"), "heading", wrap=True))
        inside.addWidget(label(words, "body", "muted", wrap=True))
        inside.addWidget(self.code)
        inside.addWidget(self.time)
        buttons = row(theme)
        buttons.addWidget(self._copy)
        buttons.addStretch(1)
        buttons.addWidget(self.button)
        inside.addLayout(buttons)
        self.hide_code()

    def show_code(self, code: str, seconds: int) -> None:
        self._deadline = QDeadlineTimer(seconds * 1000)
        show_text(self.code, code)
        self._copy.setText(tr("Copy"))
        self._copy.show()
        self.button.setText(tr("Show another one"))
        self.button.setEnabled(True)
        self._timer.start(TICK_MS)
        self._show_time()

    def hide_code(self, why: str = "") -> None:
        """Show no code, and the reason for that."""
        self._timer.stop()
        show_text(self.code, "")
        show_text(self.time, why)
        self._copy.hide()
        self.button.setText(tr("Show a code"))
        self.button.setEnabled(True)

    def _show_time(self) -> None:
        seconds = -(-self._deadline.remainingTime() // 1000)
        if seconds <= 0:
            self.hide_code(tr("That code has expired. Show another one."))
            return
        left = {"time": f"{seconds // 60}:{seconds % 60:02}"}
        show_text(self.time, fill(tr("Valid once, for {time} minutes."), left))

    def _ask(self) -> None:
        self.button.setEnabled(False)
        self.wanted.emit()

    def _copy_code(self) -> None:
        QGuiApplication.clipboard().setText(self.code.text())
        self._copy.setText(tr("Copied"))


class DevicesCard(QFrame):
    """The computers that sign in without a password, each with a button to end that."""

    revoke = Signal(int, str)  # number of the device, its title; 0: all others
    leave = Signal(int)  # this computer

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("devices")
        self.setProperty("card", "surface")
        self._theme = theme
        inside = column(theme, self, gap="s", margin="l")
        inside.addWidget(label(tr("Computers"), "heading"))
        self._note = label("", "body", "muted", wrap=True)
        inside.addWidget(self._note)
        self._lines = column(theme, gap="s")
        inside.addLayout(self._lines)
        others = partial(self.revoke.emit, 0, "")
        self._others = Button(theme, tr("Sign out all others"), kind="danger", name="revoke_others", clicked=others)
        last = row(theme)
        last.addStretch(1)
        last.addWidget(self._others)
        inside.addLayout(last)
        self.show_error("")
        self.show_devices((), 0, False)

    def show_devices(self, devices: Sequence[Device], now_ms: int, registered: bool) -> None:
        """List this computer first, then the others by last use. A guest cannot sign this computer out: without a
        password they could never come back."""
        clear(self._lines)
        for number, device in enumerate(sorted(devices, key=lambda device: (not device.here, -device.used))):
            if number:
                self._lines.addWidget(hairline())
            self._lines.addWidget(self._line(device, now_ms, registered))
        self._others.setVisible(len(devices) > 1)

    def show_error(self, sentence: str) -> None:
        self._note.setText(sentence or tr("Each of these signs in without a password."))

    def _line(self, device: Device, now_ms: int, registered: bool) -> QWidget:
        title = device.label or (
            tr("A computer") if device.kind == "key" else tr("A sign-in from an older version")
        )  # fmt: skip
        since = fill(tr("since {day}"), {"day": _day(device.made, now_ms)})
        used = fill(tr("last used {day}"), {"day": _day(device.used, now_ms)})
        line = QWidget(self)
        line.setObjectName(f"device_{device.device}")
        head = QHBoxLayout()
        head.addWidget(ElidedLabel(title, "strong"))
        if device.here:
            head.addWidget(chip(tr("this one"), "accent"))
        head.addStretch(1)
        words = column(self._theme, gap="xs")
        words.addLayout(head)
        words.addWidget(ElidedLabel(dotted(since, used), "small", "muted"))
        inside = row(self._theme, line, gap="s")
        inside.addLayout(words, 1)
        if not device.here or registered:
            number = device.device
            end = partial(self.leave.emit, number) if device.here else partial(self.revoke.emit, number, title)
            button = Button(self._theme, tr("Sign out"), kind="danger", name=f"revoke_{number}", clicked=end)
            button.setProperty("extent", "small")
            button.setAccessibleName(f"{button.text()}: {title}")
            inside.addWidget(button)
        return line


class KeyCard(QFrame):
    """The key of this computer: save a copy of it, or use a copy."""

    export = Signal()
    import_ = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("key_card")
        self.setProperty("card", "surface")
        self._words = label("", "body", "muted", wrap=True)
        self._export = Button(theme, tr("Save a copy ..."), "save", name="export_key", clicked=self.export)
        inside = column(theme, self, gap="s", margin="l")
        inside.addWidget(label(tr("The key of this computer"), "heading", wrap=True))
        inside.addWidget(self._words)
        buttons = row(theme)
        buttons.addWidget(Button(theme, tr("Use a copy ..."), name="import_key", clicked=self.import_))
        buttons.addStretch(1)
        buttons.addWidget(self._export)
        inside.addLayout(buttons)
        self.show_key(readable=True)

    def show_key(self, readable: bool) -> None:
        self._words.setText(
            tr("All servers recognize you by it, without a password. Keep a copy in case this computer is lost.")
            if readable
            else tr(
                "The key cannot be read, so servers use other means to recognize you. Restore the key from a backup."
            )
        )
        self._export.setEnabled(readable)


def _day(at_ms: int, now_ms: int) -> str:
    day, today = (local_time(ms) for ms in (at_ms, now_ms))
    days = (today.date() - day.date()).days
    return tr("today") if days == 0 else tr("yesterday") if days == 1 else day_in_figures(day)
