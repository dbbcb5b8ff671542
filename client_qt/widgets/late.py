"""Pages that are built when they are first seen or asked for anything, so that the window is there sooner."""

from typing import Any

from PySide6.QtGui import QShowEvent


class Late:
    """Put before QWidget among the bases. `_build` makes what the page consists of, once.

    Whatever only `_build` sets is found nevertheless: who asks for it has the page built first. So signals of the page
    can be connected at the start, and its methods called at any time, without either knowing about this.
    """

    is_built = False

    def build(self) -> None:
        """Build the page unless it is there."""
        if not self.is_built:
            self.is_built = True
            self._build()

    def _build(self) -> None:
        raise NotImplementedError

    def __getattr__(self, name: str) -> Any:
        if self.is_built or name.startswith("__"):
            raise AttributeError(f"{type(self).__name__} has no {name}")
        self.build()
        return getattr(self, name)

    def showEvent(self, event: QShowEvent) -> None:
        self.build()
        super().showEvent(event)  # type: ignore[misc]
