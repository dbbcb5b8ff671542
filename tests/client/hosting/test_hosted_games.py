"""The games and tournaments of a window that hosts: its server stops, dies or outlives it, goes on, or another one.

The server is in memory, but one test has its real program, and one has that of a computer player.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from PySide6.QtCore import SIGNAL
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog, QLabel, QLineEdit

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import own_folders
from client_qt.app.startup import run
from client_qt.dialogs.question import QuestionDialog
from client_qt.hosting import own_server
from client_qt.net.server_browser import ServerReply
from client_qt.net.session import ServerSession
from client_qt.net.table_list import ListedServer
from client_qt.settings.file import SettingsFile
from client_qt.settings.preferences import OwnEngine
from client_qt.table import connection_loss
from client_qt.table.remote import RemoteTable
from client_qt.table.status import headline
from client_qt.theme import Theme
from devtools.harness.server.serving import known, new_key, raw, running, running_on_loopback
from devtools.harness.window.clicks import button, click, type_text
from devtools.harness.window.opponent import opponent
from devtools.harness.window.own_server import crash
from devtools.harness.window.program import around, client, folders_of, press, real_server, until
from devtools.harness.window.together import goes_on, host, mover, number, play_one, port_of, was_resumed, words_in
from netgame.records.writer import write_record
from protocol.address import Address
from protocol.client import session
from protocol.messages import Done, SendResign, TakeSeat
from server.app import Serving
from tests.client.pages.test_tournaments_served import begin, make, state
from tests.client.visiting import face, guest, link_of, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notice at once that a server has ended or is back."""
    monkeypatch.setattr(own_server, "POLL_S", 0.1)
    monkeypatch.setattr(session, "FIRST_PAUSE_S", 0.1)
    monkeypatch.setattr(session, "LONGEST_PAUSE_S", 0.2)


def home_of(app: Application) -> Path:
    return app.settings.path.parents[1]


def model(app: Application) -> Any:
    return app.window.table.model


def banner(app: Application) -> str:
    return words_in(app.window.table.banner)


async def end_match(app: Application) -> None:
    model(app).resign(match=True)
    await until(lambda: model(app).match.phase == "over")


async def stop_hosting(app: Application) -> None:
    app.window.action("stop_hosting").trigger()
    await press(app.window, "stop_hosting")
    await until(lambda: app.hosting.has_stopped(app.hosting.last) and model(app).status == "waiting")


async def meet(app: Application, other: Application) -> ServerSession:
    """Sign a window in at the server of the other."""
    link = app.servers.session_to(other.hosting.fingerprint, (Address("127.0.0.1", port_of(other)),), "Server")
    await until(lambda: link.status == "online")
    return link


async def test_the_game_goes_on_without_the_window_and_the_next_one_finds_it(theme: Theme, tmp_path: Path) -> None:
    server = real_server(folders_of(tmp_path, 1).data)
    async with trio.open_nursery() as nursery:
        try:
            async with client(theme, tmp_path, "Ann", server_in=real_server) as ann:
                table = await nursery.start(stay_opposite, ann)
                await play_one(await mover(ann))
                await until(ann.host_controller.is_played_at)
                ann.window.close()
                await press(ann.window, "keep_hosting")
                await until(lambda: not ann.window.isVisible())
            found = await trio.to_thread.run_sync(server.find)
            server.close()
            assert found.games == 1
            assert set(found.players[0].split(" and ")) == {"Ann", "Bob"}

            async with client(theme, tmp_path, "Ann", server_in=real_server) as ann:
                await until(lambda: ann.hosting.state == "on")
                assert ann.hosting.was_running
                await press(ann.window.home, f"continue_{table}")
                await until(lambda: goes_on(ann))
                await play_one(await mover(ann))

                await press(ann.window, "Stop")
                await until(lambda: ann.hosting.state == "off")
                assert await trio.to_thread.run_sync(server.find) is None
            nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(server.find)
                await trio.to_thread.run_sync(server.stop)


async def stay_opposite(app: Application, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
    """Play at a table that the window hosts, also after the window was closed."""
    async with guest(app) as (other, table):
        task_status.started(table)
        await other.play(table)


async def test_a_server_that_was_killed_is_started_again_with_its_games(ann: Application) -> None:
    async with guest(ann):
        before = number(ann)
        crash(home_of(ann))
        await until(lambda: ann.hosting.state == "off")

        ann.window.action("home").trigger()  # at the table the lost connection may take the room of this news
        await press(ann.window, "Start it again")
        await until(lambda: ann.hosting.state == "on" and was_resumed(ann, before))
        assert not ann.window.banner.shown
        await end_match(ann)


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_game_whose_server_is_gone_stays_unfinished_and_one_that_is_over_is_saved(
    ann: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_over: bool
) -> None:
    for name in ("GONE_MS", "END_MS", "STOPPED_MS"):
        monkeypatch.setattr(connection_loss, name, 300)
    window, page = ann.window, ann.window.table
    async with running(tmp_path / "s", plain=False) as serving, opponent(known(serving)) as other:
        made = await face(ann, serving, other)
        await made.move()
        if is_over:
            await made.order(SendResign, match=True)
            await until(page.result.isVisible)
        shown = page.model
    await until(lambda: shown.is_given_up)
    if is_over:
        await press(page.banner, "Save")
        files = await until(lambda: window.findChild(QFileDialog, "files"))
        files.fileSelected.emit(str(tmp_path / "kept.game"))
        files.close()
        await until((tmp_path / "kept.game").exists)
    await press(page.banner, "Home")
    await until(lambda: window.page == "home")
    rows = [row for row in ann.unfinished_games.rows() if row.server]
    assert len(rows) == (not is_over)
    for row in rows:
        await press(window.home, f"continue_{row.key}")
        assert (window.page, page.model, shown.is_given_up) == ("table", shown, True)


async def test_a_second_window_finds_the_server_of_the_first_and_its_games(ann: Application, theme: Theme) -> None:
    table, context = await host(ann), around(home_of(ann))
    second_folders = await trio.to_thread.run_sync(own_folders, context.folders)
    assert second_folders.data == context.folders.data
    assert second_folders.config != context.folders.config
    started: list[Application] = []
    other = replace(context, folders=second_folders)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, MainWindow(theme), SettingsFile(second_folders.config), other, started.append)
        second = await until(lambda: started and started[0])
        assert second.window.home.name == "Ann", "it begins as the first one looks"
        await until(lambda: not second.window.banner.isHidden())
        assert second.hosting.state == "off"

        click(second.window.home.host_tile)
        await press(second.window.host, "go")
        await until(lambda: second.window.findChild(QuestionDialog) is not None)
        await press(second.window, "show_its_games")
        await until(lambda: second.window.page == "lobby")
        await press(second.window.lobby, f"join_{table}")
        await until(lambda: second.window.page == "table" and number(second) >= 4 and number(ann) >= 4)
        await play_one(await mover(ann, second))
        await until(lambda: number(ann) == number(second))
        await end_match(ann)
        second.leave()


async def test_a_table_whose_hosting_was_stopped_opens_again_with_it(ann: Application) -> None:
    table = await host(ann)
    shown = model(ann)
    for where in ("table", "home"):
        await stop_hosting(ann)
        assert shown.is_given_up
        if where == "table":
            await press(ann.window.table.banner, "Host again")
        else:
            ann.window.action("home").trigger()
            assert {row.key for row in ann.unfinished_games.rows()} == {table}
            assert removable(ann) == {True}, "it does not answer"
            await press(ann.window.home, f"continue_{table}")
            await until(lambda: ann.hosting.state != "off")
            await until(lambda: ann.hosting.state != "starting" or removable(ann) != {False})
            assert ann.hosting.state == "on", "while its server starts a table is not called silent"
        await until(lambda: shown.status == "online")
        assert model(ann) is shown
        assert ann.window.table.place.waiting.isVisible()
        await until(lambda: not ann.window.table.banner.shown)
    assert {row.key for row in ann.unfinished_games.rows()} == {table}


def removable(app: Application) -> set[bool]:
    return {row.removable for row in app.unfinished_games.rows()}


async def hold_tournaments(host: Application, guest: Application) -> None:
    """Begin to host by the button for tournaments, and let the guest go to the list of tournaments there."""
    click(host.window.home.host_tile)
    await press(host.window.host, "hold_tournament")
    await until(
        lambda: host.window.page == "tournaments" and host.window.tournaments.findChild(object, "tournament_new")
    )
    fingerprint = host.hosting.fingerprint
    server = ListedServer("network", fingerprint, "Ann", (Address("127.0.0.1", port_of(host)),), tournaments=1)
    guest.browser.show(ServerReply(server, ()))  # as an announcement does
    guest.home_controller.show()
    assert "1" in guest.window.home.join_tile.accessibleDescription()
    click(guest.window.home.join_tile)
    await press(guest.window.join, f"tournaments_{fingerprint}")
    await until(lambda: guest.window.tournaments.findChild(object, "tournament_new"))


async def test_a_guest_makes_a_tournament_at_the_server_of_a_window(ann: Application, bob: Application) -> None:
    await hold_tournaments(ann, bob)
    t = await begin(bob, ann)
    await press(ann.window.tournament, "tournament_play")
    await until(lambda: ann.window.page == "table" and ann.window.table.model.match)
    await link_of(ann).command(t.rounds[0][0].paired.table, SendResign, match=True)

    await until(lambda: state(bob).phase == "over")
    first = await until(lambda: bob.window.tournament.standings.rows[0])
    assert first.key == link_of(bob).account


async def test_a_tournament_goes_on_when_its_host_is_back(ann: Application, bob: Application) -> None:
    await hold_tournaments(ann, bob)
    await make(bob)
    ann.hosting.stop()
    await until(lambda: ann.hosting.state == "off")
    ann.host_controller.resume()  # as at the next start
    await until(lambda: ann.hosting.state == "on" and link_of(ann).status == "online")
    await until(lambda: link_of(ann).lobby.tournaments)
    assert [info.title for info in link_of(ann).lobby.tournaments] == ["Friday"]


async def seat_computer(app: Application, computer: str) -> None:
    choice = app.window.table.place.waiting.findChild(QComboBox, "computer_player")
    choice.setCurrentIndex(choice.findData(computer))
    await press(app.window, "seat_computer")


async def open_private_table(app: Application, serving: Serving) -> None:
    """Open a table with the code "sesame" by the form."""
    await visit(app, serving)
    app.lobby_controller.show_lobby()
    await press(app.window.lobby, "lobby_host")
    app.window.host.choose("clod")
    await press(app.window.host, "more_terms")
    access = app.window.host.findChild(QComboBox, "access")
    access.setCurrentIndex(access.findData("code"))
    type_text(app.window.host.findChild(QLineEdit, "code"), "sesame")
    await press(app.window.host, "go")
    await until(lambda: app.window.page == "table" and app.window.table.place.waiting.isVisible())


async def test_a_waiting_table_shows_and_copies_the_address_of_a_new_lease(ann: Application) -> None:
    table, status = await host(ann), ann.hosting.server
    for host_name in ("192.168.5.2", "192.168.7.3"):
        address = Address(host_name, status.port)
        ann.hosting.server = replace(status, addresses=(str(address), f"10.0.0.3:{status.port}"))
        ann.hosting.changed.emit()
        assert ann.window.table.findChild(QLabel, "first_address").text() == str(address)
        click(button(ann.window.table, "copy_invitation"))
        assert Address.parse(QApplication.clipboard().text()) == (address, table)


async def test_the_code_of_a_waiting_table_can_be_changed(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False) as serving:
        await open_private_table(ann, serving)
        shown = ann.window.table.findChild(QLabel, "waiting_code")

        await press(ann.window, "change_code")
        await until(lambda: "sesame" not in shown.text())

        line, table, code = await raw(serving, name="Bob"), model(ann).table, shown.text().split()[-1]
        assert await line.refusal(TakeSeat(table=table, key=new_key(), code="sesame")) == "wrong_code"
        assert isinstance(await line.ask(TakeSeat(table=table, key=new_key(), code=code)), Done)


async def test_an_own_engine_takes_the_seat_of_a_private_table(ann: Application, tmp_path: Path) -> None:
    file, folder = tmp_path / "my player.py", ann.settings.path.parent / "computers"
    file.write_text("def choose(game, state, limits):\n    return next(game.moves(state))\n", "utf-8")
    ann.preferences_controller.choose(engines=(OwnEngine("Snapper", (str(file),)),))
    async with running_on_loopback(tmp_path / "s", plain=False, computers="local") as serving:
        await open_private_table(ann, serving)
        assert "sesame" in ann.window.table.findChild(QLabel, "waiting_code").text()

        folder.write_text("in the way")
        await seat_computer(ann, "level 1")
        await until(lambda: ann.window.table.findChild(QLabel, "computer_problem").isVisible())

        folder.unlink()
        await seat_computer(ann, "Snapper")
        await play_one(await mover(ann))
        await mover(ann)  # the computer has moved
        assert sorted(seat.computer for seat in model(ann).match.seats) == ["", "my player"]
        assert sum(bool(strip.state.computer) for strip in ann.window.table.body.strips) == 1
        assert ann.settings.value.table_computer == "Snapper"


async def test_a_computer_is_offered_where_it_may_sit(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False, computers="local") as serving:
        await visit(ann, serving)
        card = ann.window.table.place.waiting
        for terms in ({"access": "invited"}, {"access": "code", "code": "sesame"}, {"ready": False}):
            shown: list[RemoteTable] = []
            link_of(ann).open_table("clod", {}, shown.append, print, **terms)
            ann.table_controller.show(await until(lambda shown=shown: shown and shown[0]))
            await until(lambda: ann.window.table.model.match is not None and card.isVisible())

            offered = card.findChild(QComboBox, "computer_player").isVisible()
            assert offered == (terms.get("access") != "invited")


async def play_some(ann: Application, bob: Application) -> None:
    """Let Bob sit down at a table that Ann hosts, and both move."""
    table = await host(ann)
    link = await meet(bob, ann)
    link.take_seat(table, bob.join_controller.opened.emit, lambda why: pytest.fail(str(why)))
    await until(lambda: bob.window.page == "table" and goes_on(ann) and goes_on(bob))
    for _ in range(4):
        await play_one(await mover(ann, bob))
    await until(lambda: number(ann) == number(bob))


async def go_on_there(ann: Application, bob: Application, moves: int) -> None:
    """Ann goes on at the computer of Bob, and both play there."""
    await press(ann.window.table.banner, "Go on there")
    await until(lambda: goes_on(ann) and goes_on(bob) and number(ann) == number(bob))
    for _ in range(moves):
        await play_one(await mover(ann, bob))
    await until(lambda: number(ann) == number(bob))


async def test_a_guest_continues_a_record_without_its_host(ann: Application, bob: Application, tmp_path: Path) -> None:
    await play_some(ann, bob)
    ann.hosting.stop()
    await until(lambda: "continue here" in banner(bob))
    await until(lambda: ann.hosting.state == "off")
    ann.host_controller.resume()
    await until(lambda: goes_on(bob) and model(bob).status == "online")
    await until(lambda: "continue here" not in banner(bob))
    assert bob.hosting.state == "off"

    moved, path = model(bob).match.moved, tmp_path / "kept.netgame"
    path.write_text(write_record(model(bob).log))
    ann.hosting.stop()
    await until(lambda: ann.hosting.state == "off")
    bob.window.action("home").trigger()
    bob.records_controller.open_path(str(path))
    await until(lambda: model(bob) is not None and model(bob).is_record)
    await press(bob.window.table.banner, "Continue here")
    await until(lambda: model(bob).match is not None and model(bob).match.rehosted)
    assert model(bob).match.moved == moved

    await meet(ann, bob)
    await go_on_there(ann, bob, moves=1)


async def test_the_guest_is_asked_at_once_and_the_old_host_hears_of_it(ann: Application, bob: Application) -> None:
    await play_some(ann, bob)
    moved, old = model(bob).match.moved, model(ann)
    ann.hosting.stop()
    await press(bob.window.table.banner, "Continue here")
    await until(lambda: model(bob) is not None and model(bob).match is not None and model(bob).match.rehosted)
    assert model(bob).match.moved == moved
    await until(lambda: "Waiting for Ann" in words_in(bob.window.table))
    await until(lambda: banner(bob) == "")  # once is enough

    await until(lambda: ann.hosting.state == "off")
    ann.host_controller.resume()
    await until(lambda: ann.hosting.state == "on" and old.status == "online")
    ann.table_controller.show(old)
    await meet(ann, bob)
    await until(lambda: "You both have signed the same moves" in banner(ann))
    await go_on_there(ann, bob, moves=4)
    await until(lambda: (banner(ann), banner(bob)) == ("", ""))
    assert model(ann).match.origin == model(bob).match.origin != model(bob).match.created.origin

    ann.table_controller.show(old)
    await until(lambda: "more move" in banner(ann))
    assert headline(old) in ann.window.windowTitle()
    assert not old.can_move
    ann.window.action("home").trigger()
    await until(lambda: ann.window.page == "home")
    assert old not in [game.table for game in ann.waiting_games.games]
    ann.table_controller.show(old)
    await until(lambda: "more move" in banner(ann))
    assert button(ann.window.table.banner, "Go on there").isEnabled()


async def test_a_host_who_has_moved_at_the_old_table_goes_on_at_the_new_one(ann: Application, bob: Application) -> None:
    await play_some(ann, bob)
    while await mover(ann, bob) is not ann:
        await play_one(bob)
        await until(lambda: number(ann) == number(bob))
    old = model(ann)
    model(bob).write("table", "hello")
    await until(lambda: model(bob).rooms["table"])
    ann.hosting.stop()
    await press(bob.window.table.banner, "Continue here")
    await until(lambda: model(bob) is not None and model(bob).match is not None and model(bob).match.rehosted)
    assert [(line.text, line.account) for line in model(bob).earlier] == [("hello", model(bob).account)]
    await until(lambda: [game.key for game in bob.unfinished_games.rows()] == [model(bob).table])

    await until(lambda: ann.hosting.state == "off")
    ann.host_controller.resume()
    await until(lambda: ann.hosting.state == "on" and old.status == "online")
    ann.table_controller.show(old)
    await play_one(ann)  # before the window knows of the other table
    other = (await meet(ann, bob)).model(model(bob).table)
    await until(lambda: "count there" in banner(ann))
    assert not old.can_move
    receivers = other.receivers(SIGNAL("changed(PyObject)"))
    for _ in range(3):
        ann.continue_controller.update()
    assert other.receivers(SIGNAL("changed(PyObject)")) == receivers
    await press(ann.window.table.banner, "Go on there")
    await press(ann.window, "go_on_there")
    await until(lambda: model(ann) is not old and goes_on(ann) and goes_on(bob))
    await until(lambda: "goes on here" in banner(bob))

    await press(ann.window.table.banner, "Let the server roll ...")
    await press(bob.window.table.banner, "Let it roll")
    for _ in range(4):
        await play_one(await mover(ann, bob))
        await until(lambda: number(ann) == number(bob))
    assert [line.text for line in model(ann).earlier] == ["hello"]
    assert (model(ann).reason, model(bob).reason) == (None, None)
    await until(lambda: old.reason is not None or old.stopped is not None)  # the server has stopped the old table


async def test_a_game_that_goes_on_elsewhere_is_nobodys_turn_on_the_first_page(
    ann: Application, bob: Application
) -> None:
    await play_some(ann, bob)
    while await mover(ann, bob) is not ann:
        await play_one(bob)
        await until(lambda: number(ann) == number(bob))
    old = model(ann)
    ann.window.action("home").trigger()
    ann.hosting.stop()
    await press(bob.window.table.banner, "Continue here")
    await until(lambda: model(bob) is not None and model(bob).match is not None and model(bob).match.rehosted)
    await until(lambda: ann.hosting.state == "off")
    ann.host_controller.resume()
    await until(lambda: ann.hosting.state == "on" and old.status == "online" and old.can_move)
    server = ListedServer("network", bob.hosting.fingerprint, "Bob", (Address("127.0.0.1", port_of(bob)),))
    reply = await ann.browser.ask(server, model(bob).table)
    assert reply is not None

    ann.browser.show(reply)
    await until(lambda: old.continued_at)
    assert [row.my_turn for row in ann.unfinished_games.rows()] == [False]
    assert ann.waiting_games.games == []

    ann.browser.show(replace(reply, tables=()))
    await until(lambda: not old.continued_at)
    await until(lambda: [row.my_turn for row in ann.unfinished_games.rows()] == [True])


async def test_players_who_both_continue_a_game_end_at_one_table(
    ann: Application, bob: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_loss, "GONE_MS", 100)
    async with running_on_loopback(tmp_path / "s", plain=False) as serving:
        await visit(ann, serving)
        await visit(bob, serving)
        shown: list[RemoteTable] = []
        link_of(ann).open_table("clod", {}, shown.append, print)
        ann.table_controller.show(await until(lambda: shown and shown[0]))
        link_of(bob).take_seat(shown[0].table, bob.join_controller.opened.emit, lambda why: pytest.fail(str(why)))
        await until(lambda: bob.window.page == "table" and goes_on(ann) and goes_on(bob))
        for _ in range(3):
            await play_one(await mover(ann, bob))
            await until(lambda: number(ann) == number(bob))
        for app in (ann, bob):
            model(app).write("table", "hello")
        await until(lambda: [len(model(app).rooms["table"]) for app in (ann, bob)] == [2, 2])
    for app in (ann, bob):
        await press(app.window.table.banner, "Continue here")
        await until(lambda app=app: model(app) is not None and model(app).match and model(app).match.rehosted)
    tables = [model(app) for app in (ann, bob)]
    await meet(ann, bob)
    await meet(bob, ann)
    await until(lambda: [bool(table.continued_at) for table in tables] == offers_there(ann, bob) in ONE_GOES)
    goer = (ann, bob)[offers_there(ann, bob).index(True)]
    await press(goer.window.table.banner, "Go on there")
    await until(lambda: model(ann).match.origin == model(bob).match.origin and goes_on(ann) and goes_on(bob))
    await play_one(await mover(ann, bob))
    await until(lambda: sum(table.match.ended is not None for table in tables) == 1)
    for app in (ann, bob):
        assert [line.account == model(app).account for line in model(app).earlier].count(True) == 1
    await goer.finished_games.save_again()  # it waits until nothing is written any more
    assert goer.recent_records.rows() == []


ONE_GOES = ([True, False], [False, True])  # when the logs were compared


def offers_there(*apps: Application) -> list[bool]:
    return ["Go on there" in buttons(app) for app in apps]


def buttons(app: Application) -> list[str]:
    return [each.text() for each in app.window.table.banner.findChildren(QAbstractButton) if each.isVisible()]
