"""Another server: its lobby, a new table there, and the message of the day."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from client_qt.app.application import Application
from protocol.address import Address
from protocol.identity.server_certificate import FILE, make_identity
from protocol.messages import Notice
from server.app import Serving
from tests.client.clicks import click, settle
from tests.client.program import press, until
from tests.client.together import join_by_address
from tests.client.visiting import PASSWORD, fill, link_of, make_table, shown
from tests.server.serving import running, running_on_loopback
from tests.window.input_devices import Keys, activate

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


async def into_the_lobby(app: Application, serving: Serving) -> None:
    await join_by_address(app, serving.port)
    await press(app.window.join, "accept_server")
    await press(app.window.join, f"lobby_{serving.fingerprint}")
    await until(lambda: app.window.page == "lobby" and link_of(app).status == "online")


async def test_a_table_is_made_at_a_server_where_none_was_and_its_invitation_leads_there(
    ann: Application, serving: Serving
) -> None:
    await into_the_lobby(ann, serving)
    await press(ann.window.lobby, "lobby_host")
    assert "Test" in " ".join(found.text() for found in ann.window.host.findChildren(QLabel))
    settle()
    click(next(found for found in ann.window.host.findChildren(QWidget, "game_clod")))
    await press(ann.window.host, "go")
    await until(lambda: ann.window.page == "table" and ann.window.table.place.waiting.isVisible())
    await press(ann.window.table.place.waiting, "copy_invitation")

    model = ann.window.table.model
    assert ann.servers.of(model) is link_of(ann)
    assert Address.parse(QApplication.clipboard().text()) == (Address("127.0.0.1", serving.port), model.table)
    assert ann.hosting.state == "off"


async def test_the_message_of_the_day_is_said_once_and_stays_in_the_lobby(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False, motd="Club night is on Friday") as serving:
        await into_the_lobby(ann, serving)
        await until(lambda: "Friday" in ann.window.banner.accessibleName())
        await shown(ann.window.lobby, "motd")
        await press(ann.window, "Close")
        ann.servers.changed.emit()

        assert not ann.window.banner.shown


async def test_a_notice_that_a_server_stops_ends_with_the_connection(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False) as serving:
        await into_the_lobby(ann, serving)
        for seconds in (60, 1):
            notice = Notice(template="The server stops in {seconds} s", args={"seconds": seconds})
            ann.servers.updated.emit(link_of(ann), notice)
        assert ann.window.banner.waiting == 1

    await until(lambda: link_of(ann).status != "online" and not ann.window.banner.waiting)


async def test_the_window_goes_on_at_another_server_of_the_service(ann: Application, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        shutil.copy(make_identity(tmp_path).cert_path, tmp_path / name / FILE)
    async with running_on_loopback(tmp_path / "two", plain=False) as second:
        other = f"127.0.0.1:{second.port}"
        async with running_on_loopback(tmp_path / "one", plain=False, addresses=(other,)) as first:
            await into_the_lobby(ann, first)
            both = (other, f"127.0.0.1:{first.port}")
            await until(lambda: ann.settings.value.servers[first.fingerprint].addresses == both)

        await until(lambda: second.connections == 1 and link_of(ann).status == "online")
        assert ann.window.page == "lobby"


async def test_the_time_of_a_server_is_known_before_any_table_is_watched(ann: Application, serving: Serving) -> None:
    await into_the_lobby(ann, serving)
    await until(lambda: bool(link_of(ann).time.now()))

    assert link_of(ann).time.now() >= link_of(ann).lobby.people[0].since > 0


async def test_a_registered_player_may_open_rated_tables(ann: Application, serving: Serving) -> None:
    await into_the_lobby(ann, serving)
    await press(ann.window.lobby, "lobby_host")
    assert ann.window.host.terms.rated.isHidden()
    ann.lobby_controller.show_lobby()
    await press(ann.window.lobby, "lobby_account")
    fill(ann, sign_up_password=PASSWORD, sign_up_again=PASSWORD)
    await press(ann.window.account, "sign_up_go")
    await shown(ann.window.account, "account_done")
    ann.lobby_controller.show_lobby()
    await press(ann.window.lobby, "lobby_host")
    click(next(found for found in ann.window.host.findChildren(QWidget, "game_clod")))
    terms = ann.window.host.terms
    click(terms.more)
    settle()
    assert not terms.rated_computers.isEnabled()
    activate(ann.window)
    for box in (terms.rated, terms.rated_computers):
        box.setFocus()
        Keys().press(Qt.Key.Key_Space)
    await press(ann.window.host, "go")
    await until(lambda: ann.window.page == "table" and ann.window.table.model.match is not None)
    created = ann.window.table.model.match.created
    assert created.rated
    assert created.rated_computers

    ann.window.action("home").trigger()
    ann.window.action("host").trigger()
    assert ann.window.host.terms.rated.isHidden()


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
    fill(app, sign_up_password=PASSWORD, sign_up_again=PASSWORD)
    await press(app.window.account, "sign_up_go")
    await shown(app.window.account, "account_done")
