"""What Qt's shapes are made of, with its types: the stubs of PySide leave them out."""

from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QRegion

Edges = tuple[float, float, float, float]


def rects(region: QRegion) -> Iterable[QRect]:
    """The rectangles of a region, none of which lies over another."""
    return cast("Iterable[QRect]", region)


def edges(rect: QRectF) -> Edges:
    """Left, top, right and bottom."""
    return cast("Edges", rect.getCoords())
