"""Hosting without this window: the server goes on in a process of its own, and a later start finds it again."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import Answer
from client_qt.hosting.own_server import CannotServe, FolderBusy, Hosting
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.setup.host_controller import HostController
from client_qt.text.locale_formats import moment, time_of_day
from client_qt.text.rules_text import say, tr
from client_qt.trio_guest import Starts
from client_qt.widgets.banner import Action
from netgame.text import Text, fill
from protocol.diagnostics import OwnServer

WAIT_S = 10.0  # for the server in this window to let go of its folder
BACK_S = 3.0  # to be at the one without a window


@dataclass(frozen=True)
class InBackground:
    """What the server without a window says of itself."""

    since: int  # ms since 1970
    games: int
    players: tuple[str, ...] = ()  # "Ann and Bob"
    port: int = 0
    fingerprint: str = ""


class Unattended(Protocol):
    """Servers without a window, as the composition root hands them in. `CannotServe` says why it did not work."""

    def start(self, data: Path, name: str) -> Awaitable[None]: ...

    def look(self, data: Path) -> Awaitable[InBackground | None]: ...

    def stop(self, data: Path) -> Awaitable[None]: ...


class Background(QObject):
    """`kept`: what was hosted here is hosted without this window from now on. `changed`: what runs there."""

    kept = Signal()
    changed = Signal()

    def __init__(
        self,
        window: MainWindow,
        hosting: Hosting,
        host_controller: HostController,
        lobby_controller: LobbyController,
        unattended: Unattended | None,
        data: Path,
        nursery: Starts,
    ) -> None:
        super().__init__(window)
        self.hosted: InBackground | None = None
        self._window, self._hosting, self._unattended, self._data = window, hosting, unattended, data
        self._host_controller, self._lobby_controller, self._nursery = host_controller, lobby_controller, nursery
        self._busy = False
        host_controller.found_host.connect(self._found_host)

    @property
    def is_busy(self) -> bool:
        """Is hosting just being handed over? Who leaves now would leave the games to nobody."""
        return self._busy

    @property
    def possible(self) -> bool:
        """Can hosting go on without this window?"""
        return self._unattended is not None

    def keep(self) -> None:
        """Hand what is hosted here over to a process of its own; `kept` when that has it."""
        if not self._busy and self._unattended is not None:
            self._busy = True
            self._say(tr("Handing the games over. The players stay at their tables."))
            self._nursery.start_soon(self._keep, self._unattended)

    def stop(self, then: Callable[[], object] | None = None) -> None:
        """End the server in the background; its games are kept. `then` is called when it has ended."""
        if self._unattended is not None:
            self._nursery.start_soon(self._stop, self._unattended, then)

    def tell(self) -> None:
        """Say what runs in the background, if anything does."""
        if self.hosted is not None:
            self._say(words_of(self.hosted), actions=((tr("Stop"), self.stop),))

    def refresh(self) -> None:
        """Look what runs in the background now."""
        if self._unattended is not None:
            self._nursery.start_soon(self._look, self._unattended)

    # ---- in trio

    async def _keep(self, unattended: Unattended) -> None:
        try:
            self._hosting.stop()
            with trio.fail_after(WAIT_S):
                await self._hosting.until_off()
            await unattended.start(self._data, self._host_controller.server_name())
            await self._look(unattended)
            await self._come_back()
        except (CannotServe, trio.TooSlowError) as error:
            text = error.text if isinstance(error, CannotServe) else Text("The server in this window does not stop")
            self._say(say(text), "danger")
            self._hosting.resume(self._host_controller.server_name(), _nothing, _nothing)
        else:
            self._window.banner.hide_text()
            self.kept.emit()
        finally:
            self._busy = False

    async def _come_back(self) -> None:
        """Be there for a moment before the window goes. Who goes then says goodbye, and the others read that he left;
        who never came back to that server is taken for one whose line broke."""
        if self.hosted is None:
            return
        session, back = self._host_controller.session_here(self.hosted.fingerprint, self.hosted.port), trio.Event()

        def look() -> None:
            if session.status == "online":
                back.set()

        session.changed.connect(look)
        look()
        with trio.move_on_after(BACK_S):
            await back.wait()
        session.changed.disconnect(look)

    async def _stop(self, unattended: Unattended, then: Callable[[], object] | None) -> None:
        try:
            await unattended.stop(self._data)
        except CannotServe as error:
            self._say(say(error.text), "danger")
        else:
            self._say(tr("Hosting has stopped. Games that are not over are kept and open the next time."))
            if then is not None:
                then()
        await self._look(unattended)

    async def _look(self, unattended: Unattended) -> None:
        self.hosted = found = await unattended.look(self._data)
        self._hosting.elsewhere = OwnServer(found.port, found.fingerprint) if found is not None else None
        self.changed.emit()

    # ---- another program hosts

    def _found_host(self, busy: FolderBusy, go_on: Callable[[], None] | None) -> None:
        self._nursery.start_soon(self._look_who_hosts, busy, go_on)

    async def _look_who_hosts(self, busy: FolderBusy, go_on: Callable[[], None] | None) -> None:
        """A server in the background is the own one; games of another window are joined by whoever wants that."""
        if self._unattended is not None:
            await self._look(self._unattended)
        if self.hosted is not None:
            self._host_controller.session_of(busy)
            go_on() if go_on is not None else self.tell()
        elif go_on is not None:
            offer_other_window(self._window, lambda: self._show(busy), go_on)
        else:
            words = tr("Another window of this program hosts games on this computer.")
            self._say(words, actions=((tr("Show its games"), lambda: self._show(busy)),))

    def _show(self, busy: FolderBusy) -> None:
        self._window.banner.hide_text()
        self._lobby_controller.enter(self._host_controller.session_of(busy))

    def _say(self, words: str, tone: str = "turn", actions: tuple[Action, ...] = ()) -> None:
        banner = self._window.banner
        banner.show_text(words, tone, (*actions, (tr("Close"), banner.hide_text)))


def offer_other_window(window: MainWindow, show: Callable[[], None], open_there: Callable[[], None]) -> None:
    """There is one server for a data folder: join the games of the window that has it, or open the table there."""
    words = [
        tr("Another window of this program hosts games on this computer already, and there can be only one."),
        tr("You can join its games, or open your table there: everybody finds it just the same."),
    ]
    there = Answer(tr("Open the table there"), "primary", open_there, "open_there")
    window.ask(
        tr("Another window hosts"), words, [Answer(tr("Show its games"), "plain", show, "show_its_games"), there]
    )


def words_of(hosted: InBackground) -> str:
    """How long, and how many games."""
    begun = datetime.fromtimestamp(hosted.since / 1000)
    today = begun.date() == datetime.now().date()
    since = time_of_day(begun) if today else moment(begun)
    return fill(tr("Hosting in the background since {since}, %n game(s).", hosted.games), {"since": since})


def _nothing(_answer: object) -> None:
    """What becomes of it is seen by itself."""
