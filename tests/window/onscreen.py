"""The real client with eyes in it that tell where things are on the screen; its hands are those of the X server.

`python -m tests.window.onscreen --home FOLDER`. Orders and answers are lines of JSON, as for `tests.end_to_end.robot`.
"""

import logging
import os
import random
import sys
from typing import Any

import trio
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.__main__ import arguments, start
from client_qt.app import Application
from tests.end_to_end.robot import Robot, obey
from tests.window.hands import first_step

Place = list[int]


class Eyes(Robot):
    """Says where things are and what is expected; touches nothing."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.chance = random.Random(1)
        self._pick = 0  # the cell that the hands are on their way to
        self._for: object = None  # and for which turn

    async def place(self, name: str) -> dict[str, Any]:
        """The middle of a part, as soon as it can be used."""
        part = await self.until(lambda: self._widget(name) or self._button(name))
        return {"at": _middle(part)}

    async def look(self) -> dict[str, Any]:
        """What has the keyboard, and what stands in front."""
        focus, window = QApplication.focusWidget(), QApplication.activeWindow()
        popup = QApplication.activePopupWidget()
        return {
            "popup": type(popup).__name__ if popup is not None else "",
            "focus": (focus.objectName() or type(focus).__name__) if focus is not None else "",
            "window": (window.objectName() or type(window).__name__) if window is not None else "",
            "page": self.window.page,
            "title": self.window.windowTitle(),
            "size": [self.window.width(), self.window.height()],
            "texts": self._texts(),
        }

    async def looks(self, **wanted: str) -> dict[str, Any]:
        """Wait until it is like that."""
        seen: dict[str, Any] = {}
        with trio.move_on_after(15):
            while True:
                seen = await self.look()
                if all(seen[key] == value for key, value in wanted.items()):
                    return seen
                await trio.sleep(0.02)
        raise AssertionError(f"not {wanted} but {seen}")

    async def served(self) -> dict[str, Any]:
        """Where the own server is, and the table in front."""
        await self.until(lambda: self.app.hosting.served is not None and self.window.page == "table")
        served = self.app.hosting.served
        assert served is not None
        model = self.window.table.model
        return {"port": served.port, "fingerprint": served.fingerprint, "table": getattr(model, "table", "")}

    async def next(self) -> dict[str, Any]:
        """What a player does next: where to click, or which key to press; nothing once the match is over."""
        await self.until(lambda: self._may_move() or self._leg_over())
        if self._leg_over():
            await self.until(self.window.table.result.isVisible)
            return {"over": True}
        composer = self.window.table.composer
        picks = composer.picks
        assert picks is not None
        if composer.can_confirm and not picks.next:
            return {"at": _middle(self._named("Confirm")), "key": "Return"}
        if self._for != (self._number(), picks.picked):
            self._for = self._number(), picks.picked
            self._pick = self.chance.choice(sorted(pick for pick in picks.next if isinstance(pick, int)))
        return {"at": self._cell(self._pick), "key": self._key_to(self._pick)}

    def _key_to(self, cell: int) -> str:
        board = self.window.table.board
        at = board.cursor_cell
        if at is None or board._pointing.cursor is None:
            return "Up"
        return "space" if at == cell else first_step(board, at, cell).capitalize()

    def _cell(self, cell: int) -> Place:
        board = self.window.table.board
        at = board.mapToGlobal(board.cell_rect(cell).center().toPoint())
        return [at.x(), at.y()]

    def _named(self, name: str) -> QWidget:
        found = self._button(name)
        assert found is not None, f"no button {name}"
        return found


def _middle(part: QWidget) -> Place:
    at = part.mapToGlobal(QPoint(part.width() // 2, part.height() // 2))
    return [at.x(), at.y()]


def main() -> int:
    logging.basicConfig(level=os.environ.get("NETGAME_LOG", "INFO").upper(), stream=sys.stderr)
    orders = os.dup(0)

    def opened(app: Application) -> None:
        trio.lowlevel.spawn_system_task(obey, app, trio.lowlevel.FdStream(orders), Eyes(app))

    return start(arguments().parse_args(), opened)


if __name__ == "__main__":
    sys.exit(main())
