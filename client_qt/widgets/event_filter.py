"""A function that sees the events of an object first."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject


class EventFilter(QObject):
    """Calls a function for each event of its parent; if it returns True, the parent does not get the event.

    Do not override `event` or `viewportEvent` and call `super()` instead. Then a handler of the event runs inside this
    second Python function, and on Python 3.11 an exception that C code raised there ends the process: PySide puts words
    in front of the text of an exception that is no object yet.
    """

    # Garbage collection removes the attributes of the filter before Qt deletes the parent, which sends events.
    _see: Callable[[QEvent], bool] = staticmethod(lambda _event: False)

    def __init__(self, parent: QObject, see: Callable[[QEvent], bool]) -> None:
        super().__init__(parent)
        self._see = see
        parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return self._see(event)
