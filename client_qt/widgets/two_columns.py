"""Pages of two parts: in windows that are narrow for their text one lies under the other and is scrolled with it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QWidget

from client_qt.theme import Theme, hairline
from client_qt.widgets.layouts import column, row, scrolled

FOLDED = 50.0  # em; a page that is narrower has no room for a panel beside what it says
TURNED = 52.0  # em; here two columns of words have no room
ANY = 16777215  # px, for Qt: as large as it likes


class Unrolled(QScrollArea):
    """Scrolls what is in it, unless it is to be as high as that."""

    def __init__(self, inner: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole, self._inner = False, inner
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        inner.setProperty("clear", "true")
        self.setWidget(inner)

    def set_whole(self, whole: bool) -> None:
        """Whether all of it is to be seen."""
        self._whole = whole
        self._stretch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._stretch()
        return super().eventFilter(watched, event)

    def _wanted(self) -> int:
        inner = self._inner
        return inner.heightForWidth(self.width()) if inner.hasHeightForWidth() else inner.sizeHint().height()

    def _stretch(self) -> None:
        self.setMinimumHeight(self._wanted() if self._whole else 0)


class Turned(QObject):
    """A row that becomes a column where a page is narrower than so many em."""

    def __init__(self, theme: Theme, page: QWidget, layout: QBoxLayout, ems: float) -> None:
        super().__init__(page)
        self._theme, self._page, self._layout, self._ems = theme, page, layout, ems
        page.installEventFilter(self)
        self._turn()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._page:
            self._turn()
        return False

    def _turn(self) -> None:
        wide = self._page.width() >= self._theme.px(self._ems)
        self._layout.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)


class Sides:
    """What a page says, scrolled, and a panel at its right; in a narrow page the panel lies under the rest."""

    def __init__(self, theme: Theme, page: QWidget, inner: QWidget, panel: QWidget) -> None:
        self._theme, self._page, self._panel = theme, page, panel
        self.folded = False
        held = QWidget()
        self._under = column(theme, held, gap=0)
        self._under.addWidget(inner, 1)
        self._line = hairline(vertical=True)
        self._beside = row(theme, page, gap=0)
        self._beside.addWidget(scrolled(held, page), 1)
        self._beside.addWidget(self._line)
        self._beside.addWidget(panel)

    def fold(self, panel_px: int) -> None:
        """Lie as the page has room for it; beside the rest the panel is so wide."""
        folded = self._page.width() < self._theme.px(FOLDED)
        self._panel.setMinimumWidth(0 if folded else panel_px)
        self._panel.setMaximumWidth(ANY if folded else panel_px)
        if folded != self.folded:
            self.folded = folded
            self._line.setVisible(not folded)
            (self._under if folded else self._beside).addWidget(self._panel)
