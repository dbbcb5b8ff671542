"""The whole client with a real server on this computer: hosting, joining, losing the connection."""

import os
from pathlib import Path

import pytest
import trio
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from trio.testing import memory_stream_pair

from client_qt.app.application import Application
from client_qt.dialogs.form import TableCodeDialog
from client_qt.net.known_servers import recent_servers
from client_qt.records.files import read_match
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer
from client_qt.single_instance import is_open
from client_qt.table.model import ReviewTable
from client_qt.table.remote import RemoteTable
from devtools.harness.server.serving import running
from devtools.harness.window.clicks import click, list_part, settle, type_text
from devtools.harness.window.input_devices import usable
from devtools.harness.window.opponent import Opponent
from devtools.harness.window.play import at_table, played, saved
from devtools.harness.window.program import press, until
from devtools.harness.window.together import goes_on, host, join_by_address, mover, number, play_one, port_of, words_in
from netgame.game import ToMove
from netgame.text import Text
from protocol.address import Address
from protocol.messages import ChatLine, ReadyUp, SendAnswer, SendOffer
from server.app import Serving
from tests.client.visiting import PASSWORD, face, make_table, meet, shown, submit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
WRONG_ADDRESSES = (
    ("http://example.org/", "netgame://"),
    ("127.0.0.1:1", "127.0.0.1"),
    ("127.0.0.1:99999", "99999"),
    ("not an address", "address"),
)


async def test_an_invitation_of_another_start_leads_there(bob: Application, serving: Serving, other: Opponent) -> None:
    table = await other.session.make_table("clod", {})
    link = f"netgame://127.0.0.1:{serving.port}/{table}"
    assert is_open(bob.settings.path.parent)
    bob.single_instance.launch_requested.emit(link)
    await press(bob.window.join, "accept_server")
    await press(bob.window.join, "take_seat")
    await until(lambda: number(bob) >= 4)
    bob.window.show_home()

    bob.single_instance.launch_requested.emit(link)
    await until(lambda: bob.window.page == "table")


async def test_an_unknown_server_is_asked_about_first(bob: Application, serving: Serving, other: Opponent) -> None:
    table = await other.session.make_table("clod", {})
    await join_by_address(bob, serving.port)
    await until(lambda: usable(bob.window.join, "accept_server"))
    assert not bob.servers.sessions, "nothing goes there before"
    await press(bob.window.join, "Cancel")
    assert serving.fingerprint not in bob.browser.servers
    await press(bob.window.join, "connect")
    await until(lambda: usable(bob.window.join, "accept_server"))
    bob.window.action("home").trigger()
    await join_by_address(bob, serving.port, table)
    await press(bob.window.join, "accept_server")
    answers: list[object] = []
    bob.browser.answered.connect(answers.append)
    await press(bob.window.join, "connect")
    await until(lambda: answers)

    assert not usable(bob.window.join, "accept_server")
    note = bob.window.join.findChild(QLabel, "address_error")
    assert note.isVisible(), "a table there was selected before"
    assert note.property("tone") == "muted"
    assert bob.window.join.address.property("wrong") == "false"
    await press(bob.window.join, "take_seat")
    await until(lambda: number(bob) >= 4)
    assert "Bob" in bob.window.windowTitle()

    bob.window.action("home").trigger()
    await join_by_address(bob, serving.port)
    await until(lambda: bob.browser.tables)
    assert not usable(bob.window.join, "accept_server")
    await press(bob.window.join, "take_seat")
    await until(lambda: bob.window.page == "table")


async def test_a_wrong_address_is_explained_in_the_page(bob: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.pages.join.page.PATIENCE_MS", 0)
    down = KnownServer("ab" * 32, "gone", ("127.0.0.2:1",), os.urandom(32).hex(), 1)
    bob.settings.change(bob.settings.value.with_server(down))
    bob.browser.know(recent_servers(bob.settings.value))
    click(bob.window.home.join_tile)
    settle()
    error = bob.window.join.findChild(QLabel, "address_error")
    for typed, expected in WRONG_ADDRESSES:
        bob.window.join.address.clear()
        type_text(bob.window.join.address, typed)
        await press(bob.window.join, "connect")
        await until(lambda expected=expected: error.isVisible() and expected in error.text())
    await press(bob.window.join, "find_out_now")


async def test_connecting_to_a_silent_address_can_be_ended(ann: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    join = ann.window.join
    near, far = memory_stream_pair()

    async def reach(*_address: object) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        return near

    monkeypatch.setattr(trio, "open_tcp_stream", reach)
    ann.join_controller.open()
    join.address.clear()
    type_text(join.address, "192.0.2.1")
    await press(join, "connect")
    await far.receive_some()
    progress = join.findChild(QWidget, "connecting_progress")
    assert progress.isVisible()
    assert join.is_connecting

    click(join.findChild(QPushButton, "connect"))
    assert not progress.isVisible()
    assert not join.is_connecting
    assert not join.findChild(QLabel, "address_error").isVisible()
    while await far.receive_some():
        pass  # until the window has closed the connection


async def test_without_a_name_nobody_hosts(ann: Application) -> None:
    ann.window.home.name_field.clear()
    click(ann.window.home.host_tile)
    assert ann.window.page == "home"
    assert ann.window.home.name_field.property("wrong") == "true"


async def test_a_table_that_is_gone_is_told_and_the_page_that_is_filled_in_stays(ann: Application) -> None:
    first, second = (RemoteTable("t", "me", lambda *_args, **_fields: None) for _ in range(2))
    ann.join_controller.opened.emit(first)
    ann.window.action("host").trigger()
    first.close(Text("The table is closed."))
    assert (ann.window.page, ann.window.banner.accessibleName()) == ("host", "The table is closed.")
    ann.join_controller.opened.emit(second)
    second.close(Text("The table is closed."))

    assert ann.window.page == "home"


async def test_a_waiting_table_gives_an_invitation_and_can_be_closed_like_its_server(ann: Application) -> None:
    table = await host(ann)
    served = ann.hosting.server
    assert served is not None
    kept = SettingsFile(ann.settings.path.parent).value
    assert served.fingerprint in kept.servers
    assert kept.tables[0].server == served.fingerprint
    assert not ann.host_controller.is_played_at(), "an open table alone is no reason to ask before the window closes"

    await press(ann.window.table.place.waiting, "copy_invitation")
    assert Address.parse(QApplication.clipboard().text()) == (Address("127.0.0.1", port_of(ann)), table)
    await press(ann.window.table.place.waiting, "close_table")
    assert ann.window.page == "home"
    assert not SettingsFile(ann.settings.path.parent).value.tables

    ann.window.action("stop_hosting").trigger()
    await press(ann.window, "stop_hosting")
    await until(lambda: ann.hosting.state == "off" and ann.window.banner.shown)
    assert ann.window.isVisible()
    assert not ann.window.banner.buttons, "the note closes by itself"


async def test_an_adjourned_match_goes_on_by_both_players(ann: Application, serving: Serving, other: Opponent) -> None:
    made = await face(ann, serving, other, "thud")
    window, match = ann.window, lambda: serving.match(made.table)
    await made.move()
    await made.order(SendOffer, kind="adjourn")
    await until(lambda: window.table.model.match.offers)
    window.table.model.offer("adjourn")
    await until(lambda: not goes_on(ann))
    window.action("home").trigger()
    await press(window.home, f"continue_{made.table}")
    await made.order(ReadyUp)
    await until(lambda: goes_on(ann))

    await press(window.table.panel, "stop")
    await press(window, "offer_stop")
    (offer,) = await until(lambda: match().offers.values())
    await made.order(SendAnswer, offer=offer.number, accept=False)
    await made.order(SendOffer, kind=offer.kind)
    await press(window.table.banner, "Agree")
    await until(window.table.result.isVisible)
    await press(window.table.result, "ready")
    await made.order(ReadyUp)
    await until(lambda: window.table.model.match.leg == 1 and isinstance(window.table.model.match.turn, ToMove))


async def test_a_table_by_code_lets_in_who_knows_it(bob: Application, serving: Serving, other: Opponent) -> None:
    table = await other.session.make_table("clod", {}, access="code", code="owl-elk")
    await join_by_address(bob, serving.port, table)
    await press(bob.window.join, "accept_server")
    details = bob.window.join.details
    await until(details.code.isVisible)
    details.code.setText("wrong")
    await press(bob.window.join, "take_seat")
    await until(lambda: details.findChild(QLabel, "error").isVisible())

    bob.lobby_controller.show_lobby()
    await press(bob.window.lobby, f"join_{table}")
    asking = bob.window.findChild(TableCodeDialog)
    assert asking is not None
    type_text(asking.field, "wrong")
    await press(asking, "code_go")
    await until(lambda: any("Wrong code" in label.text() for label in asking.findChildren(QLabel)))
    asking.field.clear()
    type_text(asking.field, "OWL-ELK")
    await press(asking, "code_go")
    await until(lambda: bob.window.page == "table" and number(bob) >= 4)


async def test_a_refused_guest_registers_and_takes_a_seat(ann: Application, bob: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False, guests=False) as serving:
        ann.servers.session_to(serving.fingerprint, serving.addresses, "Test")
        await register_from_the_banner(ann)
        table = (await make_table(ann)).table
        await join_by_address(bob, serving.port, table)
        await press(bob.window.join, "accept_server")
        await press(bob.window.join, "take_seat")
        await shown(bob.window.join.details, "error")
        await register_from_the_banner(bob)
        bob.window.account.back.emit()
        assert bob.window.page == "join"
        await press(bob.window.join, "take_seat")
        await until(lambda: bob.window.page == "table")


async def register_from_the_banner(app: Application) -> None:
    await until(lambda: app.window.banner.shown)
    await press(app.window, "Sign in ...")
    await submit(app, "sign_up", password=PASSWORD, again=PASSWORD)


async def test_people_talk_play_again_and_find_games(ann: Application, bob: Application, serving: Serving) -> None:
    table = await meet(serving, ann, bob)
    await play_one(await mover(ann, bob))
    await until(lambda: number(ann) == number(bob) > 5)

    ann.lobby_controller.show_lobby()
    await until(lambda: "Bob" in words_in(ann.window.lobby))
    line = ann.window.lobby.findChild(QLineEdit, "chat_field")
    assert line is not None
    type_text(line, "Good evening")
    QTest.keyClick(line, Qt.Key.Key_Return)
    bob.lobby_controller.show_lobby()
    await until(lambda: "Good evening" in words_in(bob.window.lobby))

    model = bob.window.table.model
    assert isinstance(model, RemoteTable)
    model.write("table", "Good game")
    model.comment(model.steps()[0].event.number, ("Kept here alone.",))
    model.resign(match=True)
    first = ann.window.table.model
    assert first is not None
    await until(lambda: first.match is not None and first.match.phase == "over")
    kept = [read_match(Path((await until(app.recent_records.rows))[0].path)) for app in (ann, bob)]
    assert kept[0].match == kept[1].match == model.match
    assert [list(record.comments.values()) for record in kept] == [[], [("Kept here alone.",)]]
    ann.window.show_page("table")  # and the opponent is asked on any page
    first.rematch(swap=True)
    await until(lambda: "wants a rematch" in words_in(bob.window))
    first.close_rematch()
    await until(lambda: not bob.window.banner.shown)
    first.rematch(swap=True)
    await until(lambda: bob.window.banner.shown)
    await press(bob.window, "Accept")
    for app in (ann, bob):
        await until(lambda app=app: getattr(app.window.table.model, "table", table) != table)
        await until(lambda app=app: goes_on(app))
        assert "Good game" in words_in(app.window.table.panel.chat), "the talk before the rematch is kept"

    ann.history_controller.show(None)
    await until(lambda: list_part(ann.window.history, f"replay_{table}"))
    await press(ann.window.history, f"replay_{table}")
    await until(lambda: isinstance(ann.window.table.model, ReviewTable))
    ann.profile_controller.show(first.account)
    await until(lambda: "1 won, 0 lost" in words_in(ann.window.profile))


async def test_a_record_opens_by_the_link_to_its_file_that_a_desktop_gives(ann: Application, tmp_path: Path) -> None:
    path = tmp_path / "Ann & Bob 50% #1.netgame"
    saved(path, "clod")

    ann.single_instance.launch_requested.emit(path.as_uri())

    await until(lambda: ann.window.page == "table")
    assert isinstance(ann.window.table.model, ReviewTable)


@pytest.mark.parametrize("tab", ["chat", "people"])
async def test_a_chat_line_is_shown_for_some_seconds_where_the_chat_is_hidden(ann: Application, tab: str) -> None:
    ann.window.resize(1280, 800)
    at_table(ann.window, played("clod", 2))
    panel = ann.window.table.panel
    panel.show_chat(there=True, unread=0)
    panel.show_tab(tab)
    settle()

    ann.window.table.chat.line_received.emit(ChatLine(number=1, at=0, account="b", name="Bob", text="Hello"))
    settle()

    assert ann.window.banner.shown == (tab != "chat")
