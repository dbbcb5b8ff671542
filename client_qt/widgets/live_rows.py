"""Rows of a list that changes while one looks at it: those that stay are the same widgets, whatever comes and goes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QSizePolicy, QVBoxLayout, QWidget

from client_qt.theme import hairline

T = TypeVar("T")
AT_ONCE = 8  # new rows that are made before anything else happens, and
IN_A_TURN = 2  # in each turn of the event loop after that; a row takes a few ms with its layout and style
HELD_MS = 50  # until it is looked whether the hand is off the list


class LiveRows(QObject, Generic[T]):
    """Fills a column. Nothing is changed there while a button of the mouse is down or a menu is open: what somebody is
    about to choose stays under his hand. A row that is made anew gives the keyboard to the same part of the new one."""

    def __init__(
        self,
        box: QVBoxLayout,
        key: Callable[[T], str],
        make: Callable[[T], QWidget],
        foot: QWidget,
        centred: bool = False,
    ) -> None:
        """`foot` stands below the rows, where it is wanted; `centred`: in the middle where there are no rows."""
        super().__init__(box)
        self._box, self._key, self._make, self._foot = box, key, make, foot
        self._wanted: dict[str, T] = {}
        self._rows: dict[str, tuple[T, QWidget, QWidget]] = {}  # what it shows, the line above it, the row
        self._above = QWidget()
        self._above.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self._above.setVisible(False)
        self._centred = centred
        box.addWidget(self._above, 1)
        box.addWidget(foot)
        box.addStretch(1)  # few rows are no higher than many
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(lambda: self._go_on(IN_A_TURN))

    def show_rows(self, items: Sequence[T], foot: bool) -> None:
        """Show these, in this order, and what stands below them; what is much comes in several turns of the loop."""
        self._wanted = {self._key(item): item for item in items}
        self._foot.setVisible(foot)
        self._above.setVisible(foot and self._centred and not items)
        self._go_on(AT_ONCE)

    @property
    def is_busy(self) -> bool:
        """Is something still missing?"""
        return self._timer.isActive()

    def _go_on(self, most: int) -> None:
        self._timer.stop()
        if self._is_in_use():
            self._timer.start(HELD_MS)
            return
        for made, _ in enumerate(self._steps(), 1):
            if made >= most:
                self._timer.start(0)
                return

    def _is_in_use(self) -> bool:
        if QApplication.activePopupWidget() is not None:
            return True
        around = self._box.parentWidget()
        return QApplication.mouseButtons() != Qt.MouseButton.NoButton and around is not None and around.underMouse()

    def _steps(self) -> Iterator[None]:
        """One for each row that is made."""
        for key in [key for key in self._rows if key not in self._wanted]:
            self._take_out(key)
        order = list(self._rows)
        for place, (key, item) in enumerate(self._wanted.items()):
            shown = self._rows.get(key)
            if shown is not None and shown[0] == item:
                if place >= len(order) or order[place] != key:
                    order.remove(key)
                    order.insert(place, key)
                    self._put(place, shown)
                continue
            focus = self._take_out(key) if shown is not None else ""
            if shown is not None:
                order.remove(key)
            order.insert(place, key)
            self._rows[key] = (item, hairline(), self._make(item))
            self._put(place, self._rows[key])
            self._rows = {key: self._rows[key] for key in order}
            _give_focus(self._rows[key][2], focus)
            yield
        self._rows = {key: self._rows[key] for key in order}
        for place, (_item, rule, _row) in enumerate(self._rows.values()):
            rule.setVisible(place > 0)

    def _put(self, place: int, shown: tuple[T, QWidget, QWidget]) -> None:
        for number, part in enumerate(shown[1:]):
            self._box.removeWidget(part)
            self._box.insertWidget(1 + 2 * place + number, part)
        shown[1].setVisible(place > 0)

    def _take_out(self, key: str) -> str:
        """Which part of the row had the keyboard."""
        _item, *parts = self._rows.pop(key)
        focus = QApplication.focusWidget()
        had = focus.objectName() if focus is not None and parts[1].isAncestorOf(focus) else ""
        for part in parts:
            self._box.removeWidget(part)
            part.hide()  # else it might yet be shown, as a window of its own
            part.deleteLater()
        return had


def _give_focus(row: QWidget, name: str) -> None:
    part = row.findChild(QWidget, name) if name else None
    if part is not None:
        part.setFocus(Qt.FocusReason.OtherFocusReason)
