"""The empty board, kept as a picture. One that takes long to paint is painted in slices, so that no window waits."""

import math

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap, QRegion

from client_qt.board.frame import Frame
from client_qt.board.geometry import Geometry
from client_qt.board.painting.background import Shadow, paint_part, prepare_grain, shadow_of, slab_pixmap
from client_qt.board.regions import rects
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours

MANY_CELLS = 1000  # all of them at once would hold up the window
MANY_PIXELS = 3_000_000


class BackgroundCache:
    """The picture for the place where the board lies now."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._frame = Frame()
        self._geometry: Geometry | None = None
        self._colours: BoardColours = theme.board
        self._shadow: Shadow | None = None
        self._prepared = False  # whether there is nothing left that all of it needs

    @property
    def done(self) -> bool:
        """Whether all of it is painted."""
        return self._frame.done

    @property
    def is_waiting(self) -> bool:
        """Whether there is a picture that is not yet whole."""
        return self._frame.is_waiting

    def forget(self) -> None:
        """It looks different now."""
        self._geometry, self._prepared = None, False
        self._frame.forget()

    def lay(self, geometry: Geometry, size: QSize, colours: BoardColours) -> None:
        """Have a picture of that board; of one that is quickly painted the whole."""
        if geometry.same_as(self._geometry) and self._frame.fits(size, geometry):
            return
        self._geometry, self._colours = geometry, colours
        if is_heavy(geometry, size):
            self._shadow = shadow_of(geometry.slab(), self._theme.ui.shadow)
            self._frame.lay(geometry, size)
            self._frame.spoil_all()
        else:
            picture = slab_pixmap(self._theme, geometry, colours, QRectF(0, 0, size.width(), size.height()))
            self._frame.put(picture, geometry)

    def work(self, until: float, within: QRegion | None = None) -> QRegion:
        """Paint more of it, until that time by the counter of performance; what was painted. The first turn makes the
        grain of the wood alone."""
        if not self._prepared and self.is_waiting:
            self._prepared = True
            prepare_grain(self._colours)
            if until < math.inf:
                return QRegion()
        return self._frame.work(self._paint, until, within)

    def draw(self, onto: QPainter, region: QRegion) -> None:
        """Show it in a region; for what is not painted the one before stands in, or the bare slab."""
        assert self._geometry is not None
        bare = QRegion() if self._frame.has_older else region - self.ready(region)
        if not bare.isEmpty():
            onto.save()
            onto.setClipRegion(bare)
            onto.fillPath(self._geometry.slab(), self._colours.frame)
            onto.restore()
        self._frame.draw(onto, self._geometry, region)

    def ready(self, region: QRegion) -> QRegion:
        """What of a region is painted."""
        return region - self._frame.stale

    def picture(self) -> QPixmap:
        """All of it, painted or not."""
        self.work(math.inf)
        return self._frame.picture()

    def _paint(self, painter: QPainter, region: QRegion) -> None:
        assert self._geometry is not None
        for rect in rects(region):
            paint_part(painter, self._theme, self._geometry, self._colours, QRectF(rect), self._shadow)


def is_heavy(geometry: Geometry, size: QSize) -> bool:
    """Whether that board takes longer to paint than a window may be held up."""
    pixels = size.width() * size.height() * geometry.dpr**2
    return len(geometry.board.cells) > MANY_CELLS or pixels > MANY_PIXELS
