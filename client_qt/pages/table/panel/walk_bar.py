"""The buttons under the moves: to walk through them, to have them played, to try others and to say what one thinks."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from client_qt.text.locale_formats import number
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme
from netgame.text import fill

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
USUAL_MS = 900  # between two moves: time to see one


def speed_words(speed: float) -> str:
    """How fast, in a word."""
    return fill(tr("{speed}x"), {"speed": number(speed)})


def pause_ms(speed: float) -> int:
    """Between two moves at that speed."""
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
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # like the buttons of a player, and the list above
        self._theme = theme
        made = (
            ("first", "first", tr("First move"), self.first), ("prev", "prev", tr("One move back"), self.back),
            ("play", "play", tr("Play the moves"), self.play), ("next", "next", tr("One move on"), self.forward),
            ("last", "last", tr("Last move"), self.last), ("what_if", "what-if", tr("What if ..."), self.what_if),
            ("comment", "comment", tr("Comment"), self.comment),
        )  # fmt: skip
        self._buttons = {name: self._button(name, icon, words) for name, icon, words, _signal in made}
        for name, _icon, _words, signal in made:
            self._buttons[name].clicked.connect(signal)
        self._buttons["what_if"].setToolTip(tr("Try other moves from here (Ctrl+T)"))
        self._buttons["comment"].setToolTip(tr("Your comment (Ctrl+E)"))
        self.speed = Button(theme, "")
        self.speed.setObjectName("speed")
        self.speed.setProperty("extent", "small")
        self.speed.clicked.connect(self._open_speeds)
        self._menu = QMenu(self)
        self._speeds = QActionGroup(self)
        self._fill_menu()
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        for name in ("first", "prev", "play", "next", "last"):
            self._line.addWidget(self._buttons[name], 1)
        self._line.addWidget(self.speed)
        for name in ("what_if", "comment"):
            self._line.addWidget(self._buttons[name], 1)
        theme.changed.connect(self._space)
        self._space()
        self.show_speed(1.0)

    def enable(self, possible: Mapping[str, bool]) -> None:
        """Which of them do something now."""
        for name, can in possible.items():
            self._buttons[name].setEnabled(can)

    def show_playing(self, playing: bool) -> None:
        """Whether the moves play by themselves, so that the button stops them."""
        button = self._buttons["play"]
        words = tr("Pause") if playing else tr("Play the moves")
        button.set_icon("pause" if playing else "play")
        button.setToolTip(words)
        button.setAccessibleName(words)

    def show_speed(self, speed: float) -> None:
        """How fast they play."""
        self.speed.setText(speed_words(speed))
        words = fill(tr("Speed: {seconds} seconds a move"), {"seconds": number(pause_ms(speed) / 1000)})
        self.speed.setToolTip(words)
        self.speed.setAccessibleName(words)
        for action in self._speeds.actions():
            action.setChecked(action.data() == speed)

    def show_what_if(self, on: bool) -> None:
        """Whether other moves are tried, so that the button ends it."""
        words = tr("Back to the match") if on else tr("What if ...")
        self._buttons["what_if"].set_kind("soft" if on else "plain")
        self._buttons["what_if"].setAccessibleName(words)

    # ---- inside

    def _button(self, name: str, icon: str, words: str) -> Button:
        button = Button(self._theme, "", icon)
        button.setObjectName(f"walk_{name}")
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setStyleSheet("padding: 0;")
        return button

    def _fill_menu(self) -> None:
        for speed in SPEEDS:
            words = {"speed": speed_words(speed), "seconds": f"{pause_ms(speed) / 1000:.2g}"}
            action = QAction(fill(tr("{speed} - {seconds} seconds a move"), words), self)
            action.setObjectName(f"speed_{speed:g}")
            action.setCheckable(True)
            action.setData(speed)
            self._speeds.addAction(action)
            self._menu.addAction(action)
        self._speeds.triggered.connect(self._picked)

    def _picked(self, action: QAction) -> None:
        self.speed_chosen.emit(action.data())

    def _open_speeds(self) -> None:
        above = QPoint(0, self._menu.sizeHint().height())
        self._menu.popup(self.speed.mapToGlobal(QPoint(0, 0)) - above)

    def _space(self) -> None:
        px = self._theme.px
        self._line.setSpacing(px(0.36))
        self.speed.setFixedWidth(px(2.6))
        self.speed.setStyleSheet("padding: 0;")
