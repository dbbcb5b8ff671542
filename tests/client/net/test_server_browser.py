"""Known servers: the addresses they are reached at, and when a lost one is asked again."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
import trio
import trio.testing
from PySide6.QtCore import QObject, Signal

from client_qt.net.known_servers import KnownServers
from client_qt.net.player_key import PlayerKey
from client_qt.net.server_browser import ServerBrowser
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer
from devtools.harness import PATIENCE_S
from protocol.address import Address
from protocol.client import session as session_module
from protocol.platform import RESET_DROPS_UNREAD

KEY = "ab" * 32
A_TRY = 2 if RESET_DROPS_UNREAD else 1  # connections: the client listens once more where a reset takes what came


class Network(QObject):
    """A browser that finds the addresses of a test."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[Address, ...] = ()

    def addresses(self, fingerprint: str) -> tuple[Address, ...]:
        return self.found

    def know(self, places: object) -> None:
        pass

    def tell(self, *found: Address) -> None:
        self.found = found
        self.changed.emit()


class FullServer:
    """Closes and counts every connection, which it gets in memory."""

    connections = 0

    async def connect(self, *_address: object) -> trio.abc.Stream:
        self.connections += 1
        near, far = trio.testing.memory_stream_pair()
        await trio.aclose_forcefully(far)
        return near


async def until(wanted: Callable[[], bool]) -> None:
    with trio.fail_after(PATIENCE_S):
        while not wanted():
            await trio.testing.wait_all_tasks_blocked(0.001)


def servers_of(folder: Path, network: Network, nursery: trio.Nursery) -> KnownServers:
    key = PlayerKey(folder, "this computer")
    return KnownServers(SettingsFile(folder), cast(ServerBrowser, network), nursery, lambda: "Ann", key, network)


async def test_an_address_that_a_person_broke_in_the_settings_is_left_out(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.change(settings.value.with_server(KnownServer(KEY, "Club", ("no address:", "192.168.1.5:7763"))))
    async with trio.open_nursery() as nursery:
        servers = servers_of(tmp_path, Network(), nursery)

        assert servers.session_to(KEY).server.addresses == (Address("192.168.1.5"),)
        nursery.cancel_scope.cancel()


async def test_updates_about_a_full_server_do_not_shorten_the_pause_but_its_return_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 1000.0)
    monkeypatch.setattr(session_module, "LONGEST_PAUSE_S", 1000.0)
    full, network, address = FullServer(), Network(), Address("127.0.0.1", 7763)
    monkeypatch.setattr(trio, "open_tcp_stream", full.connect)
    async with trio.open_nursery() as nursery:
        link = servers_of(tmp_path, network, nursery).session_to(KEY, [address])
        # the player asks: two tries at once
        await until(lambda: full.connections == 2 * A_TRY and link.status == "waiting")

        network.tell(address)
        await until(lambda: full.connections == 3 * A_TRY and link.status == "waiting")
        for _ in range(5):
            network.tell(address)
            await trio.testing.wait_all_tasks_blocked(0.005)
        assert (full.connections, link.status) == (3 * A_TRY, "waiting")

        network.tell()
        network.tell(address)
        await until(lambda: full.connections >= 4 * A_TRY)
        nursery.cancel_scope.cancel()
