"""Base of the pages that are built when they are needed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class LazyPage(QWidget):
    """A page whose parts are built when it is first shown, or when one of them is first used.

    Its own signals are there from the start. Most pages of a window are never shown.
    """

    _built = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_built = False

    def build(self) -> None:
        """Build the parts, unless they are there."""
        if not self.is_built:
            self.is_built = True
            self._build()
            self._built.emit()

    def when_built(self, work: Callable[[], object]) -> None:
        """Do something once the parts are there."""
        if self.is_built:
            work()
        else:
            self._built.connect(work)

    def _build(self) -> None:
        raise NotImplementedError

    def setVisible(self, visible: bool) -> None:
        if visible:
            self.build()
        super().setVisible(visible)

    if not TYPE_CHECKING:  # else every misspelt name would pass

        def __getattr__(self, name: str) -> Any:
            """Accessing a missing attribute builds the page first."""
            if self.__dict__.get("is_built", True):
                raise AttributeError(f"{type(self).__name__} has no attribute {name}")
            self.build()
            return getattr(self, name)
