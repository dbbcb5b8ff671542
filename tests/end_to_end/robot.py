"""A robot in the real client: a task that carries out commands, JSON lines on standard input, by clicks and keys.

`python -m tests.end_to_end.robot --home FOLDER` starts the same program as `netgame`; only tests use it. The start and
every command are answered by one line: `{"ok": true, ...}` or `{"ok": false, "error": ..}`.
"""

import json
import logging
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

import trio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QMenu, QWidget

from client_qt.__main__ import arguments, start
from client_qt.app.application import Application
from client_qt.widgets.banner import Banner
from client_qt.widgets.fields import ChoiceBox
from devtools.harness.window.clicks import (
    button,
    click,
    click_cell,
    click_row,
    list_part,
    list_texts,
    press,
    settle,
    type_text,
)
from devtools.harness.window.input_devices import usable, within
from devtools.harness.window.players import Player
from netgame.game import Over, Pick
from netgame.match.events import Absent
from netgame.match.state import Match

LOOK_AGAIN_S = 0.01, 0.3  # the first and the longest pause between checks of a condition
MOST_BYTES = 65536  # of orders at once
Order = dict[str, Any]


class Clicker(Player):
    """Clicks at a table, also where a notice slides over the board."""

    def pick(self, pick: Pick) -> None:
        if isinstance(pick, str):
            click(within(self.table.hint, f"action_{pick}"))
        else:
            click_cell(self.table.board, pick)

    def confirm(self) -> None:
        click(self.button("Confirm"))


class Robot:
    """Clicks and types in the window of one client, and reads what it shows."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self.window = app.window
        self.player = Clicker(app, seed=os.getpid())

    # ---- commands

    async def do(self, order: Order) -> dict[str, Any]:
        within = order["within"]
        with trio.fail_after(within):
            answer = await getattr(self, order["do"])(**order.get("with", {}))
        return answer or {}

    async def press(self, name: str) -> None:
        """Press a button once it exists and is enabled."""
        await self.until(lambda: list_part(self.window, name) or self._button(name))
        press(self.window, name)

    async def click_on(self, name: str) -> None:
        """Click a widget with that object name."""
        found = await self.until(lambda: self._widget(name))
        click(found)

    async def write(self, name: str, text: str) -> None:
        """Type into a field with that object name, replacing its text."""
        field = await self.until(lambda: self._widget(name))
        assert isinstance(field, QLineEdit)
        field.selectAll()
        type_text(field, text)

    async def choose(self, name: str, value: str | int | None) -> None:
        """Choose a value of a box with the arrow keys."""
        box = await self.until(lambda: self._widget(name))
        assert isinstance(box, ChoiceBox)
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Home)
        while box.value() != value:
            QTest.keyClick(box, Qt.Key.Key_Down)

    async def choose_in_menu(self, name: str) -> None:
        """Click an entry of the menu that is open."""
        menu = await self.until(QApplication.activePopupWidget)
        assert isinstance(menu, QMenu)
        entry = next(action for action in menu.actions() if action.objectName() == name)
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())

    async def visit(self, server: str) -> dict[str, Any]:
        """Enter the lobby of a server that the local network shows. Return the own account there."""
        await self.click_on("tile_join")
        await self.press(f"lobby_{server}")
        await self.page("lobby")
        await self.until(lambda: (session := self.app.lobby_controller.current()) and session.account)
        session = self.app.lobby_controller.current()
        return {"account": session.account if session is not None else ""}

    async def page(self, name: str) -> None:
        """Wait for a page."""
        await self.until(lambda: self.window.page == name)

    async def shown(self, name: str) -> None:
        """Wait until a widget with that object name can be used."""
        await self.until(lambda: self._widget(name))

    async def notice(self, key: str, is_shown: bool = True) -> None:
        """Wait until a notice over the table is shown, or is gone."""
        banners = self.window.table.banner
        await self.until(
            lambda: any(row.shown and row.property("key") == key for row in banners.findChildren(Banner)) == is_shown
        )

    async def row(self, game: str) -> dict[str, Any]:
        """Wait for a row with a free seat at that game, and click it."""
        found = await self.until(
            lambda: next((o for o in self.app.browser.tables if o.game == game and o.is_free), None)
        )
        await self.until(lambda: list_part(self.window.join, found.table))
        click_row(self.window.join, found.table)
        return {"table": found.table, "server": found.server.name, "players": list(found.names)}

    async def until_vacant(self, count: int) -> dict[str, Any]:
        """Wait until another host continues the match in front, and that many seats there wait for their players."""

        def is_so() -> bool:
            match = self.match
            return match is not None and match.rehosted is not None and len(match.vacant) == count

        await self.until(is_so)
        return await self.state()

    async def online(self) -> None:
        """Wait until the table in front is connected and a match is on."""
        await self.until(lambda: self._playing_online())

    async def play(self, number: int) -> dict[str, Any]:
        """Play own turns by clicks when the board waits for one, up to an event or to the end of the leg."""
        while True:
            await self.until(lambda: self._may_move() or self._leg_over() or self._reached(number))
            if self._leg_over() or self._reached(number):
                return await self.state()
            await self.player.turn()

    async def resign(self) -> None:
        """Resign the match in front."""
        action = self.window.action("resign")
        await self.until(action.isEnabled)
        action.trigger()
        await self.press("resign_match")
        await self.over()

    async def over(self) -> None:
        """Wait until the match in front has ended."""
        await self.until(lambda: self.match is not None and self.match.ended)

    async def state(self) -> dict[str, Any]:
        """The state of the match in this window, and what the window shows of it."""
        settle()  # the page is drawn once in a turn of the loop
        model = self.window.table.model
        if model is None or model.match is None:
            return {"page": self.window.page, "number": 0}
        match = model.match
        return {
            "page": self.window.page,
            "title": self.window.windowTitle(),
            "number": match.number,
            "phase": match.phase,
            "position": match.game.write_position(match.state),
            "legs": [[leg.reason, leg.winner, list(leg.scores)] for leg in match.legs_ended],
            "ended": [match.ended.reason, match.ended.winner, list(match.ended.totals)] if match.ended else None,
            "mine": sorted(model.mine),
            "status": model.status,
            "names": [model.name_of(0), model.name_of(1)],
            "moves": [step.notation for step in match.history],
            "paused": match.paused.cause if match.paused else None,
            "absences": [event.cause for event in model.log if isinstance(event, Absent)],
            "result": [label.text() for label in self.window.table.result.findChildren(QLabel)],
        }

    # ---- reading the window

    async def until(self, condition: Callable[[], Any]) -> Any:
        pause_s, longest_s = LOOK_AGAIN_S
        while not (seen := condition()):
            await trio.sleep(pause_s)
            pause_s = min(2 * pause_s, longest_s)
        return seen

    def _button(self, name: str) -> QWidget | None:
        try:
            found = button(self.window, name)
        except AssertionError:
            return None
        return found if found.isEnabled() else None

    def _widget(self, name: str) -> QWidget | None:
        return usable(self.window, name)

    def _texts(self) -> list[str]:
        labels = [label.text() for label in self.window.findChildren(QLabel) if label.isVisible()]
        return [*labels, *list_texts(self.window), self.window.windowTitle()]

    @property
    def match(self) -> Match | None:
        """The match in front."""
        model = self.window.table.model
        return model.match if model is not None else None

    def _reached(self, number: int | None) -> bool:
        return number is not None and self.match is not None and self.match.number >= number

    def _may_move(self) -> bool:
        table = self.window.table
        return table.model is not None and table.model.can_move and table.builder.active

    def _leg_over(self) -> bool:
        match = self.match
        return match is not None and (match.phase in ("between", "over") or isinstance(match.turn, Over))

    def _playing_online(self) -> bool:
        model = self.window.table.model
        return (
            model is not None and model.status == "online" and model.match is not None and model.match.phase != "open"
        )


async def obey(robot: Robot) -> None:
    """Carry out commands in turn until standard input ends."""
    say(ok=True)
    rest = b""
    # a thread reads, as Windows cannot wait for a pipe
    while data := await trio.to_thread.run_sync(os.read, 0, MOST_BYTES, abandon_on_cancel=True):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            order = json.loads(line)
            try:
                answer = await robot.do(order)
            except Exception as error:  # reported to the test; it must not end the window
                details = "".join(traceback.format_exception(error))[-1500:]
                say(ok=False, error=details, **await robot.state(), texts=robot._texts()[:60])
            else:
                say(ok=True, **answer)


def say(**facts: object) -> None:
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def main(made: Callable[[Application], Robot] = Robot) -> int:
    logging.basicConfig(level=os.environ.get("NETGAME_LOG", "INFO").upper(), stream=sys.stderr)
    return start(arguments().parse_args(), lambda app: trio.lowlevel.spawn_system_task(obey, made(app)))


if __name__ == "__main__":
    sys.exit(main())
