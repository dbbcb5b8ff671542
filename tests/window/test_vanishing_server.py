"""The connection breaks at any moment, by reset, end or silence. The window says so, goes on and can be closed.

Each moment has one of these by default, and all with `--all`.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import trio
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTextEdit, QWidget

from client_qt.app.application import Application
from client_qt.net import session as requests
from client_qt.net.known_servers import recent_servers
from client_qt.net.session import ServerSession
from client_qt.settings.schema import KnownServer
from client_qt.single_instance import SOCKET
from client_qt.theme import Theme
from client_qt.widgets.banner import Banner
from devtools.harness.server.serving import HURRIED, running
from devtools.harness.window.clicks import list_part, settle
from devtools.harness.window.input_devices import Keys, Mouse, row_part, usable, within
from devtools.harness.window.opponent import Opponent
from devtools.harness.window.play import moves_of
from devtools.harness.window.players import phase
from devtools.harness.window.program import client, pass_time, press, until
from devtools.harness.window.qt_run import KeptRun
from devtools.harness.window.together import position
from protocol.client import session
from server.app import Serving
from tests.client.staging import seen
from tests.client.visiting import make_table, visit
from tests.window.faulty_link import CUTS, FaultyLink, faulty_link

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
MOUSE, KEYS = Mouse(), Keys()
LOST = "Reconnecting ..."
FAILED = (
    "does not answer", "does not reply", "was closed at once", "closed the connection", "stopped answering",
    "connection to the server was lost",
)  # fmt: skip
GUARD_S = 60.0  # of time that passes quickly; against hanging
STEP_S = 0.4  # a computer that was held up for longer gives the server more time


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notice silence as soon as at a table, and give up requests before lists are asked for again."""
    monkeypatch.setattr(requests, "PATIENCE_S", 3.0)
    monkeypatch.setattr(session, "PING_INTERVAL_S", session.WATCHING_PING_INTERVAL_S)
    monkeypatch.setattr(session, "PONG_TIMEOUT_S", session.WATCHING_PONG_TIMEOUT_S)


def unexpected(why: object) -> None:
    """Fail, because a request was refused that must be granted."""
    pytest.fail(str(why))


@dataclass
class Scene:
    """One window, a server, the connection between them, and Bob there without a window."""

    app: Application
    serving: Serving
    link: FaultyLink
    other: Opponent

    def __post_init__(self) -> None:
        """Let the window know the server by the faulty link alone."""
        known = KnownServer(self.serving.fingerprint, "Club", (str(self.link.address),), "", 1)
        self.app.settings.change(self.app.settings.value.with_server(known))
        self.app.browser.know(recent_servers(self.app.settings.value))
        self.window = self.app.window

    @property
    def session(self) -> ServerSession:
        """The session of the window at that server, over the faulty link."""
        return self.app.servers.session_to(self.serving.fingerprint, (self.link.address,), "Club")

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until that holds. Time passes quickly during silence, and between attempts to connect.

        It waits for work in threads, which on a busy machine would otherwise be given up before it ends.
        """
        end, threads = trio.current_time() + GUARD_S, trio.to_thread.current_default_thread_limiter()
        while not condition():
            assert trio.current_time() < end, seen(self.window)
            if threads.borrowed_tokens == 0 and (self.link.how == "silence" or not self.is_online):
                pass_time(STEP_S)
            await trio.sleep(0.004)

    async def reads(self, *any_of: str) -> None:
        """Wait until one of these texts is shown."""
        await self.until(lambda: (shown := seen(self.window)) and any(words in shown for words in any_of))

    async def check_reacts(self) -> None:
        """Check that the window reacts to keys."""
        page = self.window.page
        KEYS.combine("Ctrl+H")
        await until(lambda: self.window.page == "home")
        self.window.show_page(page)
        settle()

    @property
    def is_online(self) -> bool:
        return all(linked.status == "online" for linked in self.app.servers.sessions.values())

    async def repair(self) -> None:
        """Check that the window reacts, repair the link, and wait until it is used."""
        await self.check_reacts()
        self.link.repair()
        await self.until(lambda: self.is_online)

    async def sit_down(self) -> str:
        """Take a seat at a new table, with the window to move."""
        table = await self.other.session.make_table("thud", {}, player=1)
        self.session.take_seat(table, self.app.table_controller.show, unexpected)
        await until(lambda: self.window.table.builder.active)
        settle()
        return table

    async def enter_lobby(self) -> None:
        self.app.lobby_controller.enter(self.session)
        await until(lambda: self.is_online)

    async def write_while_it_breaks(self, page: QWidget, *any_of: str) -> None:
        """Break the connection before a line of chat is sent, and check that it arrives or is in the field again."""
        field, said = await until(lambda: usable(page, "chat_field")), page.findChild(QTextEdit)
        MOUSE.click(field)
        KEYS.write("Good evening")
        self.link.cut()
        KEYS.press(Qt.Key.Key_Return)
        await self.reads(*any_of)
        await self.repair()
        await until(lambda: "Good evening" in said.toPlainText() + field.text())

    def pick(self) -> None:
        """Click the first allowed cell."""
        table = self.window.table
        MOUSE.click_cell(table.board, min(cell for cell in table.builder.picks.next if isinstance(cell, int)))

    def press(self, name: str) -> None:
        MOUSE.click(within(self.window.stack.currentWidget(), name))

    def press_row(self, name: str) -> None:
        settle()
        MOUSE.click(*row_part(self.window.stack.currentWidget(), name))


@pytest.fixture(params=[pytest.param(how, marks=[pytest.mark.sweep] * (how != "silence")) for how in CUTS])
def made(
    kept_run: KeptRun, ann: Application, serving: Serving, other: Opponent, request: pytest.FixtureRequest
) -> Iterator[Scene]:
    """Ann's window; the parameter is how the link breaks first."""
    with kept_run.entered(faulty_link(serving, request.param)) as link:
        yield Scene(ann, serving, link, other)


async def test_while_a_server_or_a_table_is_looked_for(made: Scene) -> None:
    window, join = made.window, made.window.join
    table = await made.other.session.make_table("clod", {})
    MOUSE.click(window.home.join_tile)
    await until(lambda: list_part(join, table))
    made.press_row(table)
    made.link.cut()
    made.press("take_seat")
    await made.reads(*FAILED, "Nobody answers", "not be reached")
    await until(join.details.button.isEnabled)  # for another try
    await made.repair()

    made.link.cut()
    KEYS.tab_to(join.address)
    KEYS.write(address := f"netgame://{made.link.address}/")
    KEYS.press(Qt.Key.Key_Return)
    await made.reads("Nobody answers at localhost", *FAILED[1:])
    assert join.address.text() == address
    assert within(join, "connect")
    await made.repair()


async def test_in_the_lobby_and_the_pages_and_forms_that_are_opened_there(made: Scene) -> None:
    window = made.window
    await made.enter_lobby()
    await made.write_while_it_breaks(window.lobby, *FAILED, LOST, "write again when")

    for keys, page in (("Ctrl+Shift+H", "history"), ("Ctrl+Shift+P", "profile")):
        made.link.cut()
        KEYS.combine(keys)
        await until(lambda page=page: window.page == page)
        await made.reads(*FAILED, "not be reached", "was lost")
        await made.repair()

    await made.enter_lobby()
    made.press("lobby_host")
    made.press("game_thud")
    made.link.cut()
    made.press("go")
    await made.reads(*FAILED)
    assert window.page == "host"
    assert window.host.choice().game == "thud"
    assert within(window.host, "go"), "it can be tried again"
    await made.repair()


async def test_at_a_table_nothing_that_was_picked_sent_or_written_is_lost(made: Scene) -> None:
    table_id = await made.sit_down()
    table = made.window.table
    made.pick()
    picked = table.builder.picks.picked
    made.link.cut()
    await made.reads(LOST)
    assert not table.builder.can_confirm
    await made.repair()
    await until(lambda: table.builder.active)
    assert table.builder.picks.picked == picked
    before = position(made.app)
    made.pick()
    await until(lambda: position(made.app) > before)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(made.other.play, table_id)
        await until(lambda: table.builder.active)
        before = len(moves_of(table.model))
        made.pick()
        made.link.cut("silence")
        made.pick()
        assert table.model.waiting
        made.link.cut()
        await made.reads(LOST)
        await made.repair()
        await until(lambda: len(moves_of(table.model)) >= before + 2 and table.builder.active)
        assert len(moves_of(table.model)) == before + 2, "one own move and one of the opponent"
        nursery.cancel_scope.cancel()

    await made.write_while_it_breaks(table.panel, "You can write again when the connection is back.")

    table.model.resign(match=True)
    await until(table.result.isVisible)
    made.link.cut()
    await made.reads(LOST)
    await made.repair()
    assert table.result.isVisible()
    made.link.cut("silence")
    table.model.rematch(swap=True)
    await made.reads(LOST)


async def test_while_an_opponent_is_waited_for(made: Scene) -> None:
    made.session.open_table("clod", {}, made.app.table_controller.show, unexpected, title="Mine")
    await until(lambda: phase(made.app) == "open")
    made.link.cut()
    await made.reads(LOST)
    await made.repair()
    assert phase(made.app) == "open"


async def test_silence_during_a_match_is_shown_to_both_players(
    ann: Application, bob: Application, other: Opponent, tmp_path: Path
) -> None:
    limits = replace(HURRIED, watching_silent_s=4)
    async with running(tmp_path / "s", plain=False, limits=limits) as serving, faulty_link(serving) as link:
        made = Scene(ann, serving, link, other)
        await visit(bob, serving)
        table = await make_table(bob)
        bob.table_controller.show(table)
        made.session.take_seat(table.table, ann.table_controller.show, unexpected)
        await until(lambda: phase(ann) == phase(bob) == "playing")
        own = next(iter(ann.window.table.model.mine))

        link.cut()
        await made.until(lambda: has_notice(ann, "connection") and has_notice(bob, f"away{own}"))
        link.repair()
        await until(lambda: not has_notice(ann, "connection") and not has_notice(bob, f"away{own}"))


def has_notice(app: Application, key: str) -> bool:
    return any(banner.shown and banner.property("key") == key for banner in app.window.table.findChildren(Banner))


@pytest.mark.parametrize("steps", [0, 40])
async def test_while_the_window_closes_after_a_turn(theme: Theme, tmp_path: Path, made: Scene, steps: int) -> None:
    async with client(theme, tmp_path / "a", "Ann") as app:
        scene = Scene(app, made.serving, made.link, made.other)
        table = await scene.sit_down()
        scene.pick()
        scene.pick()
        for _ in range(steps):
            await trio.lowlevel.checkpoint()
        made.link.cut("silence")
        shutil.copytree(tmp_path / "a", tmp_path / "b", ignore=shutil.ignore_patterns(SOCKET))  # as after a crash

        app.window.table.model.write("table", "Are you there?")
        app.join_controller.dial(f"netgame://{made.link.address}/")
        app.window.close()
        made.link.cut()
        await scene.until(lambda: not app.window.isVisible())
    made.link.cut("reset")
    made.link.repair()

    def turns() -> list[str]:
        return [step.notation for step in made.serving.match(table).history]

    assert len(turns()) == 1 + (steps > 0), "the first one is the start"
    async with client(theme, tmp_path / "b", "Ann") as app:
        scene = Scene(app, made.serving, made.link, made.other)
        await press(app.window.home, f"continue_{table}")
        await until(lambda: phase(app) == "playing" and app.window.table.model.status == "online")
        assert [step.notation for step in app.window.table.model.match.history] == turns()
        if not steps:
            await until(lambda: app.window.table.builder.active)
            scene.pick()
            scene.pick()
            await until(lambda: len(turns()) == 2)
