"""A widget shows the roomiest of its forms that fits its width."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLayout, QWidget

from client_qt.theme import Theme

F = TypeVar("F", bound=Hashable)


class Fitting(QObject, Generic[F]):
    """Keeps a widget in the roomiest of its forms that fits; in the last one, if none does.

    `forms` returns the forms, the roomiest first, and `show` shows one. Each is shown once to measure what it really
    needs, so a form fits in every language, font and text size. The choice depends on the width and on nothing that was
    shown before.
    """

    chosen = Signal()  # the forms were measured again, or another one is shown

    def __init__(
        self,
        theme: Theme,
        widget: QWidget,
        forms: Callable[[], Sequence[F]],
        show: Callable[[F], object],
        needed_px: Callable[[F], int] | None = None,
    ) -> None:
        """`needed_px` returns the width that a form needs while it is shown, if it is not the minimum of its layout."""
        super().__init__(widget)
        self.least_px = 0  # the minimum width of the tightest form
        self._widget, self._forms, self._show, self._needed_px = widget, forms, show, needed_px
        self._widths: dict[F, int] = {}
        self._shown: F | None = None
        self._is_busy = False  # showing a form may resize the widget
        widget.installEventFilter(self)
        theme.changed.connect(self.refresh, Qt.ConnectionType.QueuedConnection)  # after all parts of the widget
        self.refresh()

    def refresh(self) -> None:
        """Measure all forms again, after a change of what they show, and choose one."""
        self._widths, self._shown = {}, None
        self._choose()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and not self._is_busy:
            self._choose()
        return False

    def _choose(self) -> None:
        self._widget.ensurePolished()  # else texts have another font yet
        self._is_busy, before, forms = True, self._shown, self._forms()
        for form in forms:
            if form not in self._widths:
                self._show_form(form)
                self.least_px = self._minimum_px()
                self._widths[form] = self._needed_px(form) if self._needed_px is not None else self.least_px
        self._show_form(next((form for form in forms if self._widths[form] <= self._widget.width()), forms[-1]))
        self._is_busy = False
        if self._shown != before:
            self.chosen.emit()

    def _show_form(self, form: F) -> None:
        if form != self._shown:
            self._shown = form
            self._show(form)

    def _minimum_px(self) -> int:
        layout = self._widget.layout()
        if layout is None:
            return self._widget.minimumSizeHint().width()
        for inner in self._widget.findChildren(QLayout):  # nested ones keep their sizes until the event loop runs
            inner.invalidate()
            if (parent := inner.parentWidget()) is not None:
                parent.updateGeometry()
        return layout.totalMinimumSize().width()


class FittingFrame(QFrame):
    """A frame with a `Fitting`, which can be as narrow as its tightest form."""

    fitting: Fitting[Any]

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fitting.least_px, super().minimumSizeHint().height())
