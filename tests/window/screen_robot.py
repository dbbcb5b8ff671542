"""The real client with a robot inside that says where widgets are; the X server moves mouse and keys.

`python -m tests.window.screen_robot --home FOLDER`

Commands and answers are lines of JSON, as for `tests.end_to_end.robot`.
"""

import random
import sys
from collections.abc import Callable
from typing import Any

import trio
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.application import Application
from client_qt.settings.shortcuts import button_default
from devtools.harness.games.random_moves import any_move
from devtools.harness.window.clicks import list_part
from devtools.harness.window.input_devices import shortest_way
from netgame.game import Pick
from netgame.match.state import Match
from tests.end_to_end.robot import Robot, main

Place = list[int]
Step = dict[str, Any]
POLL_S = 0.004
GUARD_S = 60.0  # against hanging
CONFIRM_PROBABILITY = 0.7  # probability to confirm a complete turn that could go on
NEAREST_PROBABILITY = 0.8  # probability to choose the nearest cell
TYPED_PROBABILITY = 0.2  # probability to type a turn


class ScreenRobot(Robot):
    """Reports positions of widgets and the next step. It changes nothing."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.chance = random.Random(1)
        self._done: Callable[[], bool] = lambda: True  # whether the last step has taken effect

    async def until(self, condition: Callable[[], Any]) -> Any:
        while not (seen := condition()):
            await trio.sleep(POLL_S)
        return seen

    async def place(self, name: str) -> dict[str, Any]:
        """Return the centre of a widget as soon as it can be used."""
        return {"at": await self._steady(lambda: self._row_part(name) or self._part(name))}

    async def look(self) -> dict[str, Any]:
        """Describe focus, window, page and texts."""
        focus, window = QApplication.focusWidget(), QApplication.activeWindow()
        popup = QApplication.activePopupWidget()
        return {
            "popup": type(popup).__name__ if popup is not None else "",
            "at": id(focus),
            "focus": (focus.objectName() or type(focus).__name__) if focus is not None else "",
            "window": (window.objectName() or type(window).__name__) if window is not None else "",
            "page": self.window.page,
            "title": self.window.windowTitle(),
            "minimised": self.window.isMinimized(),
            "number": int(self.window.winId()),
            "size": [self.window.width(), self.window.height()],
            "texts": self._texts(),
        }

    async def looks(self, **wanted: object) -> dict[str, Any]:
        """Wait until `look` returns these values."""
        seen: dict[str, Any] = {}
        with trio.move_on_after(GUARD_S):
            while True:
                seen = await self.look()
                if all(seen[key] == value for key, value in wanted.items()):
                    return seen
                await trio.sleep(0.02)
        raise AssertionError(f"not {wanted} but {seen}")

    async def served(self) -> dict[str, Any]:
        """Return address of the own server and id of the shown table."""
        await self.until(lambda: self.app.hosting.server is not None and self.window.page == "table")
        served = self.app.hosting.server
        assert served is not None
        model = self.window.table.model
        return {"port": served.port, "fingerprint": served.fingerprint, "table": getattr(model, "table", "")}

    async def moved_on(self, was: int) -> dict[str, Any]:
        """Wait until another widget has the focus."""
        await self.until(lambda: id(QApplication.focusWidget()) != was)
        return await self.look()

    async def next(self, keys: bool = False, number: int | None = None) -> Step:
        """Return the next step once the last one has taken effect: `at`, where to click; or `keys` to press and text to
        `write`, with the focus `on` a widget; or `over`, also after the event with that number."""
        await self.until(lambda: self._done() and (self._may_move() or self._leg_over() or self._reached(number)))
        self._done = lambda: True
        if self._reached(number):
            return {"over": True}
        if self._leg_over():
            return await self._after_a_leg()
        if not keys:
            return await self._click()
        board = self.window.table.board
        if not board.hasFocus():
            return {"on": "board", "keys": []}
        if not board.has_cursor:
            self._done = lambda: board.has_cursor
            return {"on": "board", "keys": ["Up"]}
        return self._press()

    async def _after_a_leg(self) -> Step:
        strip = self.window.table.result
        await self.until(lambda: strip.isVisible() and (self._over() or self._widget("ready")))
        if self._over():
            return {"over": True}
        self._done = lambda: self._widget("ready") is None
        return {"at": await self._at(lambda: self._widget("ready")), "on": "ready", "keys": ["space"]}

    async def _click(self) -> Step:
        pick = self._next_pick()
        if pick is None:
            return {"at": await self._at(lambda: self._button("Confirm"))}
        if isinstance(pick, str):
            return {"at": await self._at(lambda: self._widget(f"action_{pick}"))}
        return {"at": await self._steady(lambda: self._cell(pick))}

    def _press(self) -> Step:
        table, before = self.window.table, self._match.position
        if not table.builder.staging and self.chance.random() < TYPED_PROBABILITY:
            self._done = lambda: self._match.position > before
            return {"on": "board", "keys": ["slash"], "write": self._written()}
        pick = self._next_pick(near=self.chance.random() < NEAREST_PROBABILITY)
        if pick is None:
            return {"on": "board", "keys": ["Return"]}
        if not isinstance(pick, str):
            arrows = shortest_way(table.board, frozenset((pick,)))[1]
            return {"on": "board", "keys": [*(arrow.capitalize() for arrow in arrows), "space"]}
        if key := button_default(pick):
            return {"on": "board", "keys": [key.lower()]}
        return {"on": f"action_{pick}", "keys": ["space"]}

    def _next_pick(self, near: bool = False) -> Pick | None:
        """Return the next pick, or None to confirm. Prefer cells: passing twice would end many games."""
        builder, before = self.window.table.builder, self._match.position
        picks = builder.picks
        assert picks is not None
        means = [pick for pick in picks.next if self._after(pick) != picks.picked]
        if builder.can_confirm and (not means or self.chance.random() < CONFIRM_PROBABILITY):
            self._done = lambda: self._match.position > before
            return None
        cells = [pick for pick in means if isinstance(pick, int)]
        words = sorted(pick for pick in means if isinstance(pick, str))
        if words and (not cells or self.chance.random() < 0.2):
            chosen: Pick = self.chance.choice(words)
        else:
            chosen = (
                shortest_way(self.window.table.board, frozenset(cells))[0]
                if near
                else self.chance.choice(sorted(cells))
            )
        # between the answer and the event of the turn nothing is picked, and the turn is not yet over
        lets_go = not self._after(chosen)
        self._done = lambda: (
            self._match.position > before
            or (self._picked() not in (None, picks.picked) and (lets_go or bool(self._picked())))
        )
        return chosen

    def _after(self, pick: Pick) -> tuple[Pick, ...]:
        match, picks = self._match, self.window.table.builder.picks
        assert picks is not None
        return tuple(match.game.picks(match.state, (*picks.picked, pick)).picked)

    def _picked(self) -> tuple[Pick, ...] | None:
        picks = self.window.table.builder.picks
        return tuple(picks.picked) if picks is not None else None

    def _written(self) -> str:
        game, state = self._match.game, self._match.state
        return game.format(state, any_move(game, state, self.chance.randrange(1000)))

    @property
    def _match(self) -> Match:
        model = self.window.table.model
        assert model is not None
        assert model.match is not None
        return model.match

    def _over(self) -> bool:
        return self._match.phase == "over"

    def _row_part(self, name: str) -> Place | None:
        found = list_part(self.window, name)
        return found[0].mapToGlobal(found[1]).toTuple() if found is not None else None

    def _part(self, name: str) -> Place | None:
        part = self._widget(name) or self._button(name)
        return _middle(part) if part is not None else None

    async def _at(self, find: Callable[[], QWidget | None]) -> Place:
        """The middle of a part, as soon as it can be used and nothing moves it any more."""
        return await self._steady(lambda: _middle(part) if (part := find()) is not None else None)

    async def _steady(self, find: Callable[[], Place | None]) -> Place:
        was = None
        while (now := find()) is None or now != was:
            was = now
            await trio.sleep(POLL_S)
        return now

    def _cell(self, cell: int) -> Place:
        board = self.window.table.board
        at = board.mapToGlobal(board.cell_rect(cell).center().toPoint())
        return [at.x(), at.y()]


def _middle(part: QWidget) -> Place:
    at = part.mapToGlobal(QPoint(part.width() // 2, part.height() // 2))
    return [at.x(), at.y()]


if __name__ == "__main__":
    sys.exit(main(ScreenRobot))
