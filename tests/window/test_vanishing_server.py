"""The connection breaks at any moment, by reset, end or silence. The window says so, goes on and can be closed.

Each moment has one of these by default, and all with `--all`.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import trio
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QTextEdit

from client_qt.app.application import Application
from client_qt.dialogs.form import ReportDialog, TableCodeDialog
from client_qt.net import server_browser
from client_qt.net import session as link_module
from client_qt.net.known_servers import recent_servers
from client_qt.net.session import ServerSession
from client_qt.pages.reports.moderation import ModerationDialog
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer, LastTable
from client_qt.theme import Theme
from client_qt.widgets.banner import Banner
from devtools.harness.server.serving import HURRIED, running_on_loopback
from devtools.harness.window.clicks import list_part, settle
from devtools.harness.window.input_devices import Keys, Mouse, row_part, usable, within
from devtools.harness.window.opponent import Opponent
from devtools.harness.window.players import phase
from devtools.harness.window.program import client, until
from devtools.harness.window.qt_run import KeptRun
from devtools.harness.window.together import position
from netgame.match.events import Moved
from protocol.address import Address
from protocol.client import session
from server.app import Serving
from server.net import admission
from tests.client.staging import seen
from tests.client.visiting import make_table, visit
from tests.window.faulty_link import CUTS, Cut, FaultyLink, faulty_link

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
MOUSE, KEYS = Mouse(), Keys()
LOST = "Reconnecting ..."
FAILED = ("does not answer", "was closed at once", "stopped answering", "connection to the server was lost")
GUARD_S = 60.0  # only against tests that hang
SILENT_S, WHOLE_S = 0.2, 15.0  # timeouts with a broken and a whole connection
LIMITS = (
    (session, "PONG_TIMEOUT_S"),
    (session, "WATCHING_PONG_TIMEOUT_S"),
    (session, "SIGN_IN_TIMEOUT_S"),
    (link_module, "PATIENCE_S"),
    (server_browser, "QUERY_S"),
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notice silence at once, but only on a broken connection: a slow machine may be silent for longer."""
    for module, name in LIMITS:
        monkeypatch.setattr(module, name, WHOLE_S)
    monkeypatch.setattr(session, "PING_INTERVAL_S", 0.3)
    monkeypatch.setattr(session, "WATCHING_PING_INTERVAL_S", 0.3)
    monkeypatch.setattr(session, "FIRST_PAUSE_S", 0.1)
    monkeypatch.setattr(session, "LONGEST_PAUSE_S", 0.2)


def _wait_as_for(whole: bool) -> None:
    for module, name in LIMITS:
        setattr(module, name, WHOLE_S if whole else SILENT_S)


@dataclass
class Scene:
    """One window, a server, and the connection between them."""

    app: Application
    serving: Serving
    link: FaultyLink
    other: Opponent

    @property
    def address(self) -> str:
        return f"netgame://127.0.0.1:{self.link.port}/"

    async def read(self, *any_of: str) -> None:
        """Wait until one of these texts is shown."""
        with trio.move_on_after(GUARD_S):
            await until(lambda: (shown := seen(self.app.window)) and any(words in shown for words in any_of))
            return
        raise AssertionError(f"none of {any_of} in: {seen(self.app.window)}")


@pytest.fixture
def made(kept_run: KeptRun, ann: Application, serving: Serving, other: Opponent) -> Iterator[Scene]:
    """Ann's window, which knows the server by the faulty link alone, and Bob there without a window."""
    with kept_run.entered(faulty_link(serving.port)) as link:
        link.changed = _wait_as_for
        know_server(ann.settings, serving, link)
        ann.browser.know(recent_servers(ann.settings.value))
        yield Scene(ann, serving, link, other)


def know_server(settings: SettingsFile, serving: Serving, link: FaultyLink) -> None:
    known = KnownServer(serving.fingerprint, "Club", (f"localhost:{link.port}",), "", 1)
    settings.change(settings.value.with_server(known))


async def check_reacts(made: Scene) -> None:
    """Check that the window reacts to keys."""
    window = made.app.window
    page = window.page
    KEYS.combine("Ctrl+H")
    await until(lambda: window.page == "home")
    window.show_page(page)
    settle()


def link_to(made: Scene) -> ServerSession:
    """Return the window's session at that server, over the faulty link."""
    return made.app.servers.session_to(made.serving.fingerprint, (Address("127.0.0.1", made.link.port),), "Club")


async def at_table(made: Scene, game: str = "thud") -> str:
    """Sit at a new table, with the window to move."""
    table = await made.other.session.make_table(game, {}, player=1)
    link_to(made).take_seat(table, made.app.table_controller.show, lambda why: pytest.fail(str(why)))
    await until(lambda: made.app.window.table.builder.active)
    settle()
    return table


def online(made: Scene) -> bool:
    return all(linked.status == "online" for linked in made.app.servers.sessions.values())


async def cut_and_read(made: Scene, how: Cut, *any_of: str) -> None:
    """Cut the link, check that the window says so and reacts, and repair the link."""
    made.link.cut(how)
    await made.read(*any_of)
    await check_reacts(made)
    await repair_link(made)


async def repair_link(made: Scene) -> None:
    made.link.repair()
    await until(lambda: online(made))


def pick(made: Scene) -> None:
    """Click the first allowed cell."""
    table = made.app.window.table
    assert table.builder.picks is not None
    MOUSE.click_cell(table.board, min(cell for cell in table.builder.picks.next if isinstance(cell, int)))


def moves(made: Scene) -> int:
    model = made.app.window.table.model
    return sum(isinstance(step.event, Moved) for step in model.steps()) if model is not None else 0


def cuts(usual: Cut) -> pytest.MarkDecorator:
    """Break the connection in that way; with `--all` in every way."""
    return pytest.mark.parametrize(
        "how", [pytest.param(how, marks=[pytest.mark.sweep] * (how != usual)) for how in CUTS]
    )


@cuts("end")
async def test_while_an_address_is_asked(made: Scene, how: Cut) -> None:
    join = made.app.window.join
    MOUSE.click(made.app.window.home.join_tile)
    made.link.cut(how)
    KEYS.tab_to(join.address)
    KEYS.write(made.address)
    KEYS.press(Qt.Key.Key_Return)
    await made.read("Nobody answers at 127.0.0.1", *FAILED[1:])
    assert join.address.text() == made.address
    assert within(join, "connect")
    await check_reacts(made)


@cuts("reset")
async def test_in_the_list_of_tables(made: Scene, how: Cut) -> None:
    app = made.app
    table = await made.other.session.make_table("clod", {})
    MOUSE.click(app.window.home.join_tile)
    await until(lambda: list_part(app.window.join, table))
    settle()
    MOUSE.click(*row_part(app.window.join, table))
    made.link.cut(how)
    MOUSE.click(within(app.window.join, "take_seat"))
    await made.read(*FAILED, "Nobody answers", "not be reached")
    await until(app.window.join.details.button.isEnabled)  # for another try
    await check_reacts(made)
    await repair_link(made)


@cuts("silence")
async def test_at_sign_in(made: Scene, how: Cut) -> None:
    app = made.app
    await made.other.session.make_table("thud", {}, player=1)
    made.link.cut("reset")
    app.settings.change(app.settings.value.with_table(LastTable(made.serving.fingerprint, "t1", "thud", "Bob")))
    app.servers.reconnect()  # as when the window opens
    made.link.cut(how)
    await until(lambda: list_part(app.window.home, "continue_t1"))
    MOUSE.click(*row_part(app.window.home, "continue_t1"))
    await until(lambda: app.window.page == "table")
    await made.read("Trying since")
    await check_reacts(made)
    MOUSE.click(within(app.window.table, "fetching_retry"))
    MOUSE.click(within(app.window.table, "fetching_home"))
    assert app.window.page == "home"
    made.link.repair()
    MOUSE.click(*row_part(app.window.home, "continue_t1"))
    await until(lambda: online(made))


@cuts("end")
async def test_in_the_form_of_a_new_table(made: Scene, how: Cut) -> None:
    app = made.app
    linked = link_to(made)
    await until(lambda: online(made))
    app.lobby_controller.enter(linked)
    MOUSE.click(within(app.window.lobby, "lobby_host"))
    MOUSE.click(within(app.window.host, "game_thud"))
    made.link.cut(how)
    MOUSE.click(within(app.window.host, "go"))
    await made.read(*FAILED)
    assert app.window.page == "host"
    assert app.window.host.choice().game == "thud"
    assert within(app.window.host, "go"), "it can be tried again"
    await check_reacts(made)
    await repair_link(made)


@cuts("reset")
async def test_while_an_opponent_is_waited_for(made: Scene, how: Cut) -> None:
    refused = lambda why: pytest.fail(str(why))  # noqa: E731
    link_to(made).open_table("clod", {}, made.app.table_controller.show, refused, title="Mine")
    await until(lambda: phase(made.app) == "open")
    await cut_and_read(made, how, LOST)
    assert phase(made.app) == "open"


@cuts("silence")
async def test_in_mid_turn_nothing_that_was_picked_is_lost(made: Scene, how: Cut) -> None:
    await at_table(made)
    table = made.app.window.table
    pick(made)
    assert table.builder.picks is not None
    picked = table.builder.picks.picked
    made.link.cut(how)
    await made.read(LOST)
    assert not table.builder.can_confirm
    await check_reacts(made)
    await repair_link(made)
    await until(lambda: table.builder.active)
    assert table.builder.picks is not None
    assert table.builder.picks.picked == picked
    before = position(made.app)
    pick(made)
    await until(lambda: position(made.app) > before)


@cuts("silence")
async def test_a_move_on_its_way_is_made_once(made: Scene, how: Cut) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(made.other.play, await at_table(made))
        table = made.app.window.table
        before = moves(made)
        pick(made)
        made.link.cut("silence")
        pick(made)
        assert table.model is not None
        assert table.model.waiting
        made.link.cut(how)
        await made.read(LOST)
        await check_reacts(made)
        await repair_link(made)
        await until(lambda: moves(made) >= before + 2 and table.builder.active)
        assert moves(made) == before + 2, "one own move and one of the opponent"
        nursery.cancel_scope.cancel()


async def test_silence_during_a_match_is_shown_to_both_players(
    ann: Application, bob: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "PING_INTERVAL_S", 3600.0)  # only tables are pinged
    monkeypatch.setattr(admission, "SWEEP_S", 0.1)
    limits = replace(HURRIED, watching_silent_s=1)
    async with (
        running_on_loopback(tmp_path / "s", plain=False, limits=limits) as serving,
        faulty_link(serving.port) as link,
    ):
        link.changed = _wait_as_for
        await visit(bob, serving)
        table = await make_table(bob)
        bob.table_controller.show(table)
        address = Address("127.0.0.1", link.port)
        at_server = ann.servers.session_to(serving.fingerprint, (address,), "Club")
        at_server.take_seat(table.table, ann.table_controller.show, lambda why: pytest.fail(str(why)))
        await until(lambda: phase(ann) == phase(bob) == "playing")
        own = next(iter(ann.window.table.model.mine))

        link.cut("silence")
        await until(lambda: has_notice(ann, "connection"))
        await until(lambda: has_notice(bob, f"away{own}"))
        link.repair()
        await until(lambda: not has_notice(ann, "connection") and not has_notice(bob, f"away{own}"))


def has_notice(app: Application, key: str) -> bool:
    return any(banner.shown and banner.property("key") == key for banner in app.window.table.findChildren(Banner))


@cuts("reset")
async def test_in_the_chat_nothing_that_was_written_is_lost(made: Scene, how: Cut) -> None:
    await at_table(made)
    said = made.app.window.table.panel.findChild(QTextEdit)
    assert said is not None
    MOUSE.click(within(made.app.window.table, "chat_field"))
    KEYS.write("Good evening")
    made.link.cut(how)
    KEYS.press(Qt.Key.Key_Return)
    await made.read("You can write again when the connection is back.")
    await check_reacts(made)
    await repair_link(made)
    await until(lambda: "Good evening" in said.toPlainText())


@cuts("end")
async def test_at_the_result(made: Scene, how: Cut) -> None:
    await at_table(made)
    table = made.app.window.table
    assert table.model is not None
    table.model.resign(match=True)
    await until(table.result.isVisible)
    await cut_and_read(made, how, LOST)
    assert table.result.isVisible()
    made.link.cut("silence")
    table.model.rematch(swap=True)
    await made.read(LOST)


@cuts("silence")
async def test_while_the_window_closes(
    theme: Theme, tmp_path: Path, serving: Serving, other: Opponent, how: Cut
) -> None:
    settings = SettingsFile(tmp_path / "a" / "config")
    async with faulty_link(serving.port) as link:
        link.changed = _wait_as_for
        know_server(settings, serving, link)
        async with client(theme, tmp_path / "a", "Ann") as app:
            made = Scene(app, serving, link, other)
            await at_table(made)
            link.cut("silence")
            app.window.table.model.write("table", "Are you there?")
            pick(made)
            pick(made)
            app.join_controller.dial(made.address)
            app.window.close()
            link.cut(how)
            await until(lambda: not app.window.isVisible())


@cuts("end")
async def test_in_the_lobby_nothing_that_was_written_is_lost(made: Scene, how: Cut) -> None:
    lobby = made.app.window.lobby
    made.app.lobby_controller.enter(link_to(made))
    await until(lambda: online(made))
    said = lobby.findChild(QTextEdit)
    assert said is not None
    field = await until(lambda: usable(lobby, "chat_field"))
    MOUSE.click(field)
    KEYS.write("Good evening")
    made.link.cut(how)
    KEYS.press(Qt.Key.Key_Return)
    await made.read(*FAILED, LOST, "write again when")
    await check_reacts(made)
    await repair_link(made)
    kept = field.text  # a refused text is back in the field
    await until(lambda: "Good evening" in said.toPlainText() + kept())


@cuts("reset")
async def test_at_a_profile_and_what_was_played(made: Scene, how: Cut) -> None:
    window = made.app.window
    made.app.lobby_controller.enter(link_to(made))
    await until(lambda: online(made))
    for keys, page in (("Ctrl+Shift+H", "history"), ("Ctrl+Shift+P", "profile")):
        made.link.cut(how)
        KEYS.combine(keys)
        await until(lambda page=page: window.page == page)
        await made.read(*FAILED, "not be reached", "was lost")
        await repair_link(made)
    await check_reacts(made)


async def to_code(made: Scene, _other: str) -> str:
    table = await made.other.session.make_table("clod", {}, access="code", code="owl-elk")
    made.app.lobby_controller.enter(link_to(made))
    await until(lambda: list_part(made.app.window.lobby, f"join_{table}"))
    settle()
    MOUSE.click(*row_part(made.app.window.lobby, f"join_{table}"))
    return "code_go"


async def to_report(made: Scene, other: str) -> str:
    made.app.reports_controller.ask_report(link_to(made), other, "Bob", "")
    return "report_go"


async def to_measure(made: Scene, other: str) -> str:
    made.app.lobby_controller.follow(link_to(made))
    made.app.reports_controller.ask_moderation(other, "Bob", may_unban=False)
    return "moderation_go"


DIALOGS: tuple[tuple[type[QDialog], Callable[[Scene, str], Awaitable[str]], str], ...] = (
    (TableCodeDialog, to_code, "code_field"),
    (ReportDialog, to_report, "report_text"),
    (ModerationDialog, to_measure, ""),
)


async def test_an_answer_after_cancel_changes_nothing(made: Scene) -> None:
    linked = link_to(made)
    await until(lambda: online(made) and linked.lobby.people)
    other = next(who.account for who in linked.lobby.people if who.name == "Bob")
    for kind, opens, field in DIALOGS:
        go = await opens(made, other)
        dialog = made.app.window.findChild(kind)
        assert isinstance(dialog, QDialog)
        if field:
            KEYS.tab_to(within(dialog, field))
            KEYS.write("wrong")
        made.link.cut("silence")
        MOUSE.click(within(dialog, go))
        KEYS.press(Qt.Key.Key_Escape)
        await until(lambda kind=kind: made.app.window.findChild(kind) is None)
        made.link.repair()
        await linked.profile(other)  # what was asked later is answered later
        made.app.window.activateWindow()
        settle()
        await check_reacts(made)
