"""Cards at the right of the account page: a code for another computer, the list of computers, the key."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QDeadlineTimer, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.text.locale_formats import day as day_in_figures
from client_qt.text.locale_formats import local_time, moment
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from client_qt.theme import SELECTABLE, Button, SpinBox, Theme, chip, hairline, label, restyle, show_text
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import STRETCH, add_to, clear, column, row
from client_qt.widgets.titled_card import TitledCard
from netgame.text import fill
from protocol.messages.accounts import Device, Vacation

TICK_MS = 250


class CodeCard(TitledCard):
    """A pairing code for another computer, with the time that it stays valid."""

    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "code_card", tr("Add another computer"))
        self._deadline = QDeadlineTimer(0)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._show_time)
        self.code = label("", "code", name="link_code")
        self.code.setTextInteractionFlags(SELECTABLE)
        self.time = label("", "body", "muted", wrap=True, name="link_left")
        self._copy = Button(theme, tr("Copy"), "copy", name="copy_code", clicked=self._copy_code)
        self.button = Button(theme, tr("Show a code"), "link", name="make_link", clicked=self._ask)
        words = tr("Your account on a second computer: show a code here, and type it there under “I have a code”.")
        self.add(label(words, "body", "muted", wrap=True), self.code, self.time)
        self.add_line(self._copy, STRETCH, self.button)
        self.hide_code()

    def show_code(self, code: str, seconds: int) -> None:
        self._deadline = QDeadlineTimer(seconds * 1000)
        self._copy.setText(tr("Copy"))
        self._show(code, tr("Show another one"))
        self._timer.start(TICK_MS)
        self._show_time()

    def hide_code(self, why: str = "") -> None:
        """Show no code, and the reason for that."""
        self._timer.stop()
        self._show("", tr("Show a code"))
        show_text(self.time, why)

    def _show(self, code: str, words: str) -> None:
        show_text(self.code, code)
        self._copy.setVisible(bool(code))
        self.button.setText(words)
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


class DevicesCard(TitledCard):
    """The computers that sign in without a password, each with a button to end that."""

    revoke = Signal(int, str)  # number of the device, its title; 0: all others
    leave = Signal(int)  # this computer

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "devices", tr("Computers"))
        self._note = label("", "body", "muted", wrap=True)
        self._lines = column(theme, gap="s")
        others = partial(self.revoke.emit, 0, "")
        self._others = Button(theme, tr("Sign out all others"), kind="danger", name="revoke_others", clicked=others)
        self.add(self._note, self._lines)
        self.add_line(STRETCH, self._others)
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
        line, number = QWidget(self), device.device
        line.setObjectName(f"device_{number}")
        here = [chip(tr("this one"), "accent")] if device.here else []
        head = add_to(QHBoxLayout(), ElidedLabel(title, "strong"), *here, STRETCH)
        words = add_to(column(self._theme, gap="xs"), head, ElidedLabel(dotted(since, used), "small", "muted"))
        inside = add_to(row(self._theme, line, gap="s"), (words, 1))
        if not device.here or registered:
            end = partial(self.leave.emit, number) if device.here else partial(self.revoke.emit, number, title)
            button = Button(self._theme, tr("Sign out"), kind="danger", name=f"revoke_{number}", clicked=end)
            restyle(button, extent="small")
            button.setAccessibleName(f"{button.text()}: {title}")
            inside.addWidget(button)
        return line


class VacationCard(TitledCard):
    """The vacation of the player: how many days are left, and a button to begin or to end it."""

    begin = Signal(int)  # for that many days
    end = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "vacation_card", tr("Vacation"))
        self._words = label("", "body", "muted", wrap=True, name="vacation_words")
        self._error = label("", "small", "danger", wrap=True, name="vacation_error")
        self.days = SpinBox(theme, self)
        self.days.setObjectName("vacation_days")
        self._unit = label(tr("days"), "small", "muted")
        self._unit.setBuddy(self.days)
        self._begin = Button(theme, tr("Begin the vacation"), name="begin_vacation", clicked=self._ask_begin)
        self._end = Button(theme, tr("End the vacation"), name="end_vacation", clicked=self._ask_end)
        self.add(self._words, self._error)
        self.add_line(self.days, self._unit, STRETCH)
        self.add_line(STRETCH, self._begin, self._end)
        self.hide()

    def show_vacation(self, vacation: Vacation) -> None:
        """Show what the server says; nothing where it has no vacations."""
        self.setVisible(bool(vacation.days))
        show_announced(self._error, "")
        here = {"left": vacation.left, "days": vacation.days}
        left = fill(tr("{left} of {days} days of this year are left."), here)
        rests = tr("During a vacation your clock rests in games with days for each move. You may move all the same.")
        if vacation.until:
            now = fill(tr("You are on vacation until {time}."), {"time": moment(local_time(vacation.until))})
            back = tr("If you end it, days that have not begun are given back.")
            self._words.setText(f"{now} {back} {left}")
        else:
            self._words.setText(f"{rests} {left}")
        may_begin = not vacation.until and vacation.left > 0
        for part in (self.days, self._unit, self._begin):
            part.setVisible(may_begin)
        self.days.setRange(1, max(1, vacation.left))
        self._end.setVisible(bool(vacation.until))
        for button in (self._begin, self._end):
            button.setEnabled(True)

    def show_error(self, sentence: str) -> None:
        """Show why the server refused."""
        for button in (self._begin, self._end):
            button.setEnabled(True)
        show_announced(self._error, sentence)

    def _ask_begin(self) -> None:
        self._begin.setEnabled(False)
        self.begin.emit(self.days.value())

    def _ask_end(self) -> None:
        self._end.setEnabled(False)
        self.end.emit()


class KeyCard(TitledCard):
    """The key of this computer: save a copy of it, use a copy, or make a new one."""

    export = Signal()
    import_ = Signal()
    renew = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "key_card", tr("The key of this computer"))
        self._words = label("", "body", "muted", wrap=True)
        self._export = Button(theme, tr("Save a copy ..."), "save", name="export_key", clicked=self.export)
        use = Button(theme, tr("Use a copy ..."), name="import_key", clicked=self.import_)
        self.add(self._words)
        self.add_line(use, STRETCH, self._export)
        self.add_line(Button(theme, tr("New key ..."), name="new_key", clicked=self.renew), STRETCH)
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
