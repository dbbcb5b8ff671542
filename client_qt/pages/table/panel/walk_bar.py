"""The bar to walk through the moves: a slider, and buttons that walk, play the moves, try other moves, comment."""

from collections.abc import Mapping
from typing import get_args

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QBoxLayout, QMenu, QSlider, QStyle, QStyleOptionSlider, QWidget

from client_qt.board.input import NOTCH
from client_qt.settings.schema import ReplaySpeed
from client_qt.text.locale_formats import number
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, row
from netgame.text import fill

Speed = float | None  # None: the pace of the game
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
AS_PLAYED: ReplaySpeed = "played"
LONGEST_MS = 10_000  # the longest pause at the pace of the game
USUAL_MS = 900  # between two moves
WALK_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)


def speed_words(speed: Speed) -> str:
    if speed is None:
        return fill(tr("As played - pauses over {seconds} seconds are shortened"), {"seconds": LONGEST_MS // 1000})
    return fill(tr("{speed}x"), {"speed": number(speed)})


def read_speed(kept: ReplaySpeed) -> Speed:
    return None if kept == AS_PLAYED else float(kept)


def kept_speed(speed: Speed) -> ReplaySpeed:
    """Return the speed as the settings keep it."""
    return next((kept for kept in get_args(ReplaySpeed) if read_speed(kept) == speed), AS_PLAYED)


def pause_ms(speed: float) -> int:
    """Return the time between two moves."""
    return round(USUAL_MS / speed)


class _MoveSlider(QSlider):
    """A slider. A click moves its handle there. The wheel is for the bar, which walks one move for each notch."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
        handle = self.style().subControlRect(control, option, part, self)
        if event.button() == Qt.MouseButton.LeftButton and not handle.contains(event.position().toPoint()):
            place, room = round(event.position().x()) - handle.width() // 2, self.width() - handle.width()
            lowest, highest, mirrored = self.minimum(), self.maximum(), option.upsideDown
            self.setValue(QStyle.sliderValueFromPosition(lowest, highest, place, room, mirrored))
        super().mousePressEvent(event)  # the handle is under the pointer now and can be dragged

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class WalkBar(QWidget):
    """A slider over the moves, seven buttons with icons, and the speed in words.

    The bar is under the list of moves; `set_across` makes it one line, to be placed below the board.
    """

    first = Signal()
    back = Signal()
    forward = Signal()
    last = Signal()
    play = Signal()
    what_if = Signal()
    comment = Signal()
    speed_chosen = Signal(object)  # a Speed
    slid = Signal(int)  # to the position after that many moves

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as on a media player
        self._where_words, self._is_low = "", False
        self._turned = 0  # of the wheel since the last whole notch
        self.slider = _MoveSlider(Qt.Orientation.Horizontal, self)
        self.slider.setObjectName("walk_slider")
        self.slider.setAccessibleName(tr("Moves"))
        self.slider.setPageStep(10)
        self.slider.valueChanged.connect(self.slid)
        self.where = ElidedLabel("", "small", "muted")
        self.where.setObjectName("where")
        self._lines = column(theme, self, gap=0.36)
        self._lines.addWidget(self.slider)
        line = row(theme, gap=0.36)
        self._lines.addLayout(line)
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
            button.installEventFilter(self)
            line.addWidget(button, 1)
        self.show_keys("", "")
        self.speed = Button(theme, "", "clock", name="speed", clicked=self._open_speeds)
        self.speed.setProperty("extent", "small")
        self.speed.setStyleSheet("padding: 0;")
        self.speed.installEventFilter(self)
        theme.scale(self.speed.setFixedWidth, 2.6)
        line.insertWidget(5, self.speed)
        self._menu, self._speeds = QMenu(self), QActionGroup(self)
        self._menu.setObjectName("speeds")
        self._add_speed("speed_played", speed_words(None), None)
        for speed in SPEEDS:
            words = fill(
                tr("{speed} - {seconds} seconds a move"),
                {"speed": speed_words(speed), "seconds": number(pause_ms(speed) / 1000)},
            )
            self._add_speed(f"speed_{speed:g}", words, speed)
        self._speeds.triggered.connect(lambda action: self.speed_chosen.emit(action.data()))
        self.show_speed(1.0)
        theme.rescaled.connect(self._size_buttons)

    def show_keys(self, what_if: str, comment: str) -> None:
        """Show the keys of these buttons in their tool tips."""
        for name, words, keys in (
            ("what_if", tr("Try other moves from here"), what_if), ("comment", tr("Your comment"), comment),
        ):  # fmt: skip
            self._buttons[name].setToolTip(f"{words} ({keys})" if keys else words)

    def set_across(self, across: bool) -> None:
        """Put buttons, slider and the number of the move side by side, or the slider above the buttons."""
        direction = QBoxLayout.Direction.RightToLeft if across else QBoxLayout.Direction.TopToBottom
        if direction == self._lines.direction():
            return
        self._lines.setDirection(direction)
        self._lines.setStretchFactor(self.slider, 1 if across else 0)
        if across:
            self._lines.insertWidget(0, self.where)
        self._size_buttons()
        self._show_slider()

    def set_low(self, low: bool) -> None:
        """Set whether there is no room for the slider above the buttons."""
        self._is_low = low
        self._show_slider()

    def _show_slider(self) -> None:
        is_across = self._lines.direction() == QBoxLayout.Direction.RightToLeft
        self.slider.setVisible(is_across or not self._is_low)

    def _add_speed(self, name: str, words: str, speed: Speed) -> None:
        action = QAction(words, self)
        action.setObjectName(name)
        action.setCheckable(True)
        action.setData(speed)
        self._speeds.addAction(action)
        self._menu.addAction(action)

    def show_where(self, words: str) -> None:
        """Say which move is shown."""
        self._where_words = words
        self.where.setText(words)

    def show_shortened(self, words: str) -> None:
        """Say that the pause before the next move is shortened, in place of the number of the move."""
        self.where.setText(words or self._where_words)

    def show_place(self, moves: int, count: int) -> None:
        """Let the slider show the position after so many moves."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, count)
        self.slider.setValue(moves)
        self.slider.blockSignals(False)
        self.slider.setEnabled(count > 0)

    def enable(self, possible: Mapping[str, bool]) -> None:
        for name, can in possible.items():
            self._buttons[name].setEnabled(can)

    def show_playing(self, playing: bool) -> None:
        """Make the button play the moves, or stop that."""
        words = tr("Pause") if playing else tr("Play the moves")
        self._buttons["play"].set_icon("pause" if playing else "play")
        self._buttons["play"].setToolTip(words)
        self._buttons["play"].setAccessibleName(words)

    def show_speed(self, speed: Speed) -> None:
        self.speed.show_icon(speed is None)
        self.speed.setText(speed_words(speed) if speed is not None else "")
        words = speed_words(None)
        if speed is not None:
            words = fill(tr("Speed: {seconds} seconds a move"), {"seconds": number(pause_ms(speed) / 1000)})
        self.speed.setToolTip(words)
        self.speed.setAccessibleName(words)
        for action in self._speeds.actions():
            action.setChecked(action.data() == speed)

    def show_what_if(self, on: bool) -> None:
        """Make the button try other moves, or end that."""
        self._buttons["what_if"].set_kind("soft" if on else "plain")
        self._buttons["what_if"].setAccessibleName(tr("Back to the match") if on else tr("What if ..."))

    def walk_by_key(self, key: int) -> bool:
        """Walk by an arrow key, Home or End. Return whether it is such a key."""
        signals = dict(zip(WALK_KEYS, (self.back, self.forward, self.first, self.last), strict=True))
        if key not in signals:
            return False
        signals[Qt.Key(key)].emit()
        return True

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Walk one move for each notch; down goes forward, as in a list."""
        self._turned += event.angleDelta().y()
        notches = int(self._turned / NOTCH)
        self._turned -= notches * NOTCH
        for _ in range(abs(notches)):
            (self.back if notches > 0 else self.forward).emit()
        event.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys walk instead of moving the focus between the buttons."""
        return isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self.walk_by_key(event.key())

    def _size_buttons(self) -> None:
        across = self._lines.direction() == QBoxLayout.Direction.RightToLeft
        for part in (*self._buttons.values(), self.where):
            part.setMinimumWidth(self._theme.px(2.6 if part is not self.where else 5) if across else 0)

    def _open_speeds(self) -> None:
        above = QPoint(0, self._menu.sizeHint().height())
        self._menu.popup(self.speed.mapToGlobal(QPoint(0, 0)) - above)
