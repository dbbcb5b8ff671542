"""Lengths follow the size of the text: what pages and dialogs measured in em when they were built is measured again.

Builders say `theme.px(1.5)` and hand whole pixels to Qt, which forgets the em. So it is found out from the pixels: of
margins, spaces, fixed and extreme sizes. What follows by itself, on `Theme.changed` or at every resize, comes after
this and has the last word; what the style sheet sets, the sheet sets anew.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from weakref import WeakKeyDictionary

from PySide6.QtCore import QMargins, QObject
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QLayout,
    QLineEdit,
    QSpacerItem,
    QWidget,
)
from shiboken6 import isValid

ANY = 100_000  # px; from here on a size has no upper end
_PX = re.compile(r"(\d+)px")
_BY_SHEET = {"minimumWidth": "minw", "minimumHeight": "minh", "maximumWidth": "maxw", "maximumHeight": "maxh"}

Steps = Generator[bool, None, None]
Values = tuple[int, ...]
Part = tuple[str, Values, Callable[..., object]]  # its name, its pixels, how to set them


class Growth:
    """Remembers in em what it has set in pixels, so that going back ends where it began."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[QObject, dict[str, tuple[Values, tuple[float, ...]]]] = WeakKeyDictionary()
        self._left: dict[QObject, float] = {}  # who has not grown yet, and the em it has

    def steps(self, em: float, now: float) -> Steps:
        """Everything that is there at this moment, from one em to another; each step is short. Who was not reached when
        yet another em was chosen still has the one before."""
        found: list[QObject] = list(QApplication.allWidgets())
        for window in QApplication.topLevelWidgets():
            found += window.findChildren(QLayout)
        self._left = {one: self._left.get(one, em) for one in found}
        return self._steps(now)

    def _steps(self, now: float) -> Steps:
        while self._left:
            one, em = self._left.popitem()
            if isValid(one):
                self._grow(one, em, now)
                yield False

    def _grow(self, one: QObject, em: float, now: float) -> None:
        parts = [part for part in parts_of(one) if any(part[1])]
        if not parts:
            return
        kept, ems = self._kept.get(one, {}), {}
        for name, pixels, put in parts:
            was, known = kept.get(name, ((), ()))
            ems[name] = known if was == pixels else tuple(length / em for length in pixels)
            put(*(_pixels(length * now) for length in ems[name]))
        self._kept[one] = {name: (pixels, ems[name]) for name, pixels, _put in parts_of(one) if name in ems}


def parts_of(one: QObject) -> Iterator[Part]:
    """The lengths that somebody set."""
    if isinstance(one, QWidget):
        yield from _of_widget(one)
    elif isinstance(one, QLayout):
        yield from _of_layout(one)


def _of_widget(one: QWidget) -> Iterator[Part]:
    if not one.isWindow() and not one.objectName().startswith("qt_"):  # those are parts of Qt's controls
        for name, sheet in _BY_SHEET.items():
            length = getattr(one, name)()
            if 0 < length < ANY and one.property(f"_q_stylesheet_{sheet}") is None:
                yield name, (length,), getattr(one, f"set{name[0].upper()}{name[1:]}")
    if not (isinstance(one, QFrame) and one.frameWidth()):  # else they are what the frame takes
        yield "margins", _edges(one.contentsMargins()), one.setContentsMargins
    if isinstance(one, QLineEdit):
        yield "text margins", _edges(one.textMargins()), one.setTextMargins
    if sheet := one.styleSheet():
        lengths = tuple(map(int, _PX.findall(sheet)))
        yield "sheet", lengths, lambda *now: one.setStyleSheet(_with_lengths(sheet, now))


def _of_layout(one: QLayout) -> Iterator[Part]:
    """Only what pages are built of: in others Qt itself arranges the parts of a control."""
    if isinstance(one, QGridLayout):
        yield "across", (one.horizontalSpacing(),), one.setHorizontalSpacing
        yield "down", (one.verticalSpacing(),), one.setVerticalSpacing
    elif isinstance(one, QBoxLayout):
        yield "space", (one.spacing(),), one.setSpacing
        yield from _gaps(one)
    else:
        return
    yield "margins", _edges(one.contentsMargins()), one.setContentsMargins


def _gaps(box: QBoxLayout) -> Iterator[Part]:
    for place in range(box.count()):
        item = box.itemAt(place)
        gap = item.spacerItem() if item is not None else None
        if gap is not None and not box.stretch(place):
            size = gap.sizeHint()
            yield f"gap {place}", (size.width(), size.height()), partial(_resize, box, gap)


def _resize(box: QBoxLayout, gap: QSpacerItem, width: int, height: int) -> None:
    policy = gap.sizePolicy()
    gap.changeSize(width, height, policy.horizontalPolicy(), policy.verticalPolicy())
    box.invalidate()  # that it is not told


def _edges(margins: QMargins) -> Values:
    return margins.left(), margins.top(), margins.right(), margins.bottom()


def _with_lengths(sheet: str, lengths: Iterable[int]) -> str:
    left = iter(lengths)
    return _PX.sub(lambda _found: f"{next(left)}px", sheet)


def _pixels(length: float) -> int:
    return max(1, round(length)) if length > 0 else round(length)
