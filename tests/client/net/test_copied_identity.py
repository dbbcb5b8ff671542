"""A server and a copy of its data folder, and a player key on two computers, as the people at the windows see them."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from client_qt.app.application import Application
from client_qt.hosting.server_process import ServerStatus
from client_qt.net.table_list import from_found, server_of
from client_qt.settings.file import Folders
from client_qt.settings.schema import KnownServer
from client_qt.table import connection_loss
from client_qt.theme import Theme
from devtools.harness.server.serving import own_port, running_on_loopback
from devtools.harness.window.program import client, press, until
from devtools.harness.window.together import number
from protocol.address import Address
from protocol.discovery.announcement import Announcement, TableBrief
from protocol.discovery.servers import DiscoveredServer
from server.app import Serving
from tests.client.visiting import Facing, link_of, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
FIRST, SECOND = b"1" * 8, b"2" * 8


def announced(instance: bytes, host: str) -> DiscoveredServer:
    """A server that has a twin on the network."""
    tables = (TableBrief("t1", "Tea", "thud", {}, 1, ("Eve",)),)
    told = Announcement("ab" * 32, "cellar", 7763, (1, 2), "netgame 1.2.0", tables, instance=instance)
    return DiscoveredServer(told, (Address(host),), 3.0, frozenset({"query"}), 1.0, has_twin=True)


async def test_a_window_stays_with_the_server_where_it_was_unless_the_player_says_that_it_has_moved(
    ann: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_loss, "STOPPED_MS", 0)
    first, second = tmp_path / "first", tmp_path / "second"
    own_port(first)
    async with running_on_loopback(first, plain=False):
        pass
    shutil.copytree(first, second)
    own_port(second)

    async with running_on_loopback(second, plain=False) as copy:
        async with running_on_loopback(first, plain=False) as original:
            session = await visit(ann, original)
            await until(lambda: session.status == "online")
            known = ann.settings.value.servers[original.fingerprint]
            addresses = tuple(map(str, (*copy.addresses, *original.addresses)))
            ann.settings.change(ann.settings.value.with_server(replace(known, addresses=addresses)))
        ann.servers.sign_in_again()  # a new session, as after a start of the program
        ann.lobby_controller.follow(link_of(ann))
        await until(lambda: (link_of(ann).status, link_of(ann).error_code) == ("waiting", "other_instance"))
        assert not copy.services.lobby.users
        await press(ann.window, "It has moved there")
        await until(lambda: link_of(ann).status == "online")
        assert ann.settings.value.servers[copy.fingerprint].instance != known.instance != ""


async def test_the_list_shows_a_server_and_its_copy_and_takes_nobody_to_the_wrong_one(ann: Application) -> None:
    rows = {"ab" * 32: announced(FIRST, "192.168.1.5"), "ab" * 32 + "/copy": announced(SECOND, "192.168.1.6")}
    ann.browser.tables = [table for key, row in rows.items() for table in from_found(row, key)]
    ann.browser.servers = {key: (server_of(row, key), 1) for key, row in rows.items()}
    join = ann.window.join
    join.build()
    ann.browser.changed.emit()
    await until(lambda: len(join.servers.rows) == 2)
    assert [(row.problem, "192.168.1." in row.lines[-1]) for row in join.tables.rows] == [("", True)] * 2

    known = KnownServer("ab" * 32, "cellar", ("192.168.1.5",), instance=FIRST.hex())
    ann.settings.change(ann.settings.value.with_server(known))
    ann.browser.changed.emit()
    await until(lambda: len(join.servers.rows) == 1)
    problems = {row.item.server.addresses[0].host: row.problem for row in join.tables.rows}
    assert (problems["192.168.1.5"], "192.168.1.6" in problems["192.168.1.6"]) == ("", True)

    ann.hosting.server = ServerStatus(7763, "ab" * 32, instance=SECOND.hex())
    ann.browser.changed.emit()
    await until(lambda: not join.servers.rows)
    assert {row.item.server.addresses[0].host for row in join.tables.rows if row.problem} == {"192.168.1.5"}
    ann.hosting.server = None


async def test_both_windows_with_one_key_are_told_and_a_new_key_makes_another_player(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await visit(ann, serving)
    account = link_of(ann).account
    await bob.player_key.take(await ann.player_key.ready())
    bob.player_key.label = "laptop"
    await visit(bob, serving)

    await until(lambda: "laptop" in ann.window.banner.accessibleName())
    await until(lambda: ann.player_key.label in bob.window.banner.accessibleName())
    assert (link_of(ann).status, link_of(bob).account) == ("failed", account)

    bob.account_controller.show_at(serving.fingerprint)
    await press(bob.window.account, "new_key")
    await press(bob.window, "renew_key")
    await until(lambda: link_of(bob).status == "online" and link_of(bob).account != account)


async def test_a_window_with_a_copy_of_another_folder_becomes_another_player_and_leaves_the_game(
    facing: Facing, theme: Theme, tmp_path: Path
) -> None:
    ann, home = facing.app, tmp_path / "home"
    account, fingerprint, before = link_of(ann).account, facing.serving.fingerprint, number(ann)
    config = Folders.find(str(home)).config
    shutil.copytree(ann.settings.path.parent, config, ignore=shutil.ignore_patterns("window", "*.lock"))

    async with client(theme, home, "Ann") as second:
        await until(lambda: link_of(ann).error and link_of(ann).error.args == {"place": "test-computer"})
        await until(lambda: "test-computer" in second.window.banner.accessibleName())
        assert (link_of(ann).status, link_of(second).account) == ("failed", account)

        second.account_controller.show_at(fingerprint)
        await press(second.window.account, "new_key")
        await press(second.window, "renew_key")
        await until(lambda: link_of(second).status == "online" and link_of(second).account != account)

        await press(ann.window, "Reconnect here")
        await until(lambda: (link_of(ann).status, link_of(ann).account) == ("online", account))
        await facing.move()
        await until(lambda: number(ann) > before)
        assert (ann.servers.own_seats(), second.servers.own_seats()) == ({(fingerprint, facing.table)}, set())
        assert link_of(second).status == "online"
