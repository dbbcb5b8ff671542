"""The robot of a client that plays in tournaments: `python -m tests.end_to_end.tournament_robot --home FOLDER`."""

import sys
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QSpinBox

from client_qt.net.session import ServerSession
from devtools.harness.window.clicks import button, click, settle, type_text
from netgame.tournaments.state import Tournament
from tests.end_to_end.robot import Robot, main


class TournamentRobot(Robot):
    """Makes, directs and plays tournaments by clicks and keys."""

    async def visit(self, server: str) -> dict[str, Any]:
        """Enter the lobby of a server that the local network shows, and go to its tournaments."""
        entered = await super().visit(server)
        await self.until(lambda: self._session is not None and self._session.has_tournaments)
        await self.press("lobby_tournaments")
        await self.page("tournaments")
        return entered

    async def set_count(self, name: str, value: int) -> None:
        """Type a number."""
        box = await self.until(lambda: self._widget(name))
        assert isinstance(box, QSpinBox)
        box.lineEdit().selectAll()
        type_text(box.lineEdit(), str(value))

    async def direct(self, name: str) -> None:
        """Choose an entry of the menu of the director."""
        await self.until(lambda: self.window.tournament.director_menu().findChild(QAction, f"direct_{name}"))
        click(await self.until(lambda: self._widget("tournament_direct")))
        await self.choose_in_menu(f"direct_{name}")

    async def until_tournament(
        self, players: int = 0, round: int = 0, phase: str = "", games: int | None = None
    ) -> dict[str, Any]:
        """Wait until the shown tournament has that many players, is in that round and phase, or has so many open games.
        Return what this window knows and shows."""

        def is_so() -> bool:
            t = self._tournament
            return (
                t is not None and len(t.active) >= players and len(t.rounds) >= round and phase in ("", t.phase)
                and (games is None or sum(1 for _ in t.open_boards) == games)
            )  # fmt: skip

        await self.until(is_so)
        settle()
        t, page = self._tournament, self.window.tournament
        assert t is not None
        place = t.board_of(self._session.account) if self._session is not None else None
        page.tabs.setCurrentIndex(0)
        settle()
        return {
            "mine": place.board.paired.table if place is not None else "",
            "results": [[board.points for board in boards] for boards in t.rounds],
            "standings": [[row.key, *row.columns] for row in page.standings.rows],
            "log": self.app.tournament_controller.shown[1].state.number,  # type: ignore[index,union-attr]
            "said": page.findChild(QLabel, "tournament_state").text(),
        }

    async def give_up(self) -> None:
        """Open the own game from the news at the top of the window or from the tournament, and resign it."""
        await self.until(lambda: self._button("Open the game"))
        click(button(self.window, "Open the game"))
        await self.page("table")
        await self.resign()

    async def back_to(self, tournament: str) -> None:
        """Go to the tournament again, from the menu."""
        self.window.action("tournaments").trigger()
        await self.page("tournaments")
        await self.press(f"open_{tournament}")
        await self.page("tournament")

    async def tournament(self) -> dict[str, Any]:
        """The id of the shown tournament."""
        await self.until(lambda: self._tournament)
        return {"tournament": self._tournament.id if self._tournament is not None else ""}

    @property
    def _session(self) -> ServerSession | None:
        return self.app.lobby_controller.current()

    @property
    def _tournament(self) -> Tournament | None:
        return self.app.tournament_controller.state


if __name__ == "__main__":
    sys.exit(main(TournamentRobot))
