"""The buttons under the moves: walk through them, play them, try other moves, comment."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from client_qt.text.locale_formats import number
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.layouts import row
from netgame.text import fill

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
USUAL_MS = 900  # between two moves


def speed_words(speed: float) -> str:
    return fill(tr("{speed}x"), {"speed": number(speed)})


def pause_ms(speed: float) -> int:
    """Return the time between two moves."""
    return round(USUAL_MS / speed)


class WalkBar(QWidget):
    """Seven buttons with icons, and the speed in words."""

    first = Signal()
    back = Signal()
    forward = Signal()
    last = Signal()
    play = Signal()
    what_if = Signal()
    comment = Signal()
    speed_chosen = Signal(float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as on a media player
        line = row(theme, self, gap=0.36)
        self._buttons: dict[str, Button] = {}
        for name, icon, words, signal in (
            ("first", "first", tr("First move"), self.first), ("prev", "prev", tr("Move back"), self.back),
            ("play", "play", tr("Play the moves"), self.play), ("next", "next", tr("Move forward"), self.forward),
            ("last", "last", tr("Last move"), self.last), ("what_if", "what-if", tr("What if ..."), self.what_if),
            ("comment", "comment", tr("Comment"), self.comment),
        ):  # fmt: skip
            button = self._buttons[name] = Button(theme, "", icon, name=f"walk_{name}", clicked=signal)
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.setStyleSheet("padding: 0;")
            line.addWidget(button, 1)
        self._buttons["what_if"].setToolTip(tr("Try other moves from here (Ctrl+T)"))
        self._buttons["comment"].setToolTip(tr("Your comment (Ctrl+E)"))
        self.speed = Button(theme, "", name="speed", clicked=self._open_speeds)
        self.speed.setProperty("extent", "small")
        self.speed.setStyleSheet("padding: 0;")
        theme.scale(self.speed.setFixedWidth, 2.6)
        line.insertWidget(5, self.speed)
        self._menu, self._speeds = QMenu(self), QActionGroup(self)
        for speed in SPEEDS:
            words = fill(
                tr("{speed} - {seconds} seconds a move"),
                {"speed": speed_words(speed), "seconds": f"{pause_ms(speed) / 1000:.2g}"},
            )
            action = QAction(words, self)
            action.setObjectName(f"speed_{speed:g}")
            action.setCheckable(True)
            action.setData(speed)
            self._speeds.addAction(action)
            self._menu.addAction(action)
        self._speeds.triggered.connect(lambda action: self.speed_chosen.emit(action.data()))
        self.show_speed(1.0)

    def enable(self, possible: Mapping[str, bool]) -> None:
        for name, can in possible.items():
            self._buttons[name].setEnabled(can)

    def show_playing(self, playing: bool) -> None:
        """Make the button play the moves, or stop that."""
        words = tr("Pause") if playing else tr("Play the moves")
        self._buttons["play"].set_icon("pause" if playing else "play")
        self._buttons["play"].setToolTip(words)
        self._buttons["play"].setAccessibleName(words)

    def show_speed(self, speed: float) -> None:
        self.speed.setText(speed_words(speed))
        words = fill(tr("Speed: {seconds} seconds a move"), {"seconds": number(pause_ms(speed) / 1000)})
        self.speed.setToolTip(words)
        self.speed.setAccessibleName(words)
        for action in self._speeds.actions():
            action.setChecked(action.data() == speed)

    def show_what_if(self, on: bool) -> None:
        """Make the button try other moves, or end that."""
        self._buttons["what_if"].set_kind("soft" if on else "plain")
        self._buttons["what_if"].setAccessibleName(tr("Back to the match") if on else tr("What if ..."))

    def _open_speeds(self) -> None:
        above = QPoint(0, self._menu.sizeHint().height())
        self._menu.popup(self.speed.mapToGlobal(QPoint(0, 0)) - above)
