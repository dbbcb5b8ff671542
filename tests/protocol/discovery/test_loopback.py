"""Discovery over the loopback interface, with real sockets and real DNS-SD."""

import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest
import trio

from protocol.address import Address
from protocol.discovery.announcement import (
    MAX_DATAGRAM,
    Announcement,
    Offer,
    TableBrief,
    new_nonce,
    read_datagram,
    write_offer,
    write_query,
)
from protocol.discovery.announcer import Announcer
from protocol.discovery.browser import Browser
from protocol.discovery.interfaces import is_lan_address, local_interfaces
from protocol.discovery.mdns import instance_name
from protocol.discovery.servers import DiscoveredServer
from protocol.discovery.udp import HOST_BURST, TOTAL_BURST, UdpResponder
from protocol.limits import interfaces_from
from tests import PATIENCE_S

TABLE = TableBrief("t1", "Tea", "some-game", {"size": 5}, 1, ("Ann",))


def a_server(name: str = "Ann", port: int = 4000) -> Announcement:
    """Make a server with a new identity, because other servers may run on this computer."""
    return Announcement(os.urandom(32).hex(), name, port, (1, 1), "test", (TABLE,))


def free_udp_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Told:
    """An announcer and its current announcement."""

    def __init__(self, announcement: Announcement, udp_port: int) -> None:
        self.now = announcement
        self.announcer = Announcer(lambda: self.now, udp_port=udp_port)

    def change(self, **facts: object) -> None:
        self.now = replace(self.now, **facts)
        self.announcer.changed()


@asynccontextmanager
async def announced(announcement: Announcement, udp_port: int) -> AsyncIterator[Told]:
    told = Told(announcement, udp_port)
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(told.announcer.run, interfaces="lo"))
        yield told
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def browsing(udp_port: int, **named: object) -> AsyncIterator[Browser]:
    browser = Browser(udp_port=udp_port, **named)
    async with trio.open_nursery() as nursery:
        await nursery.start(partial(browser.run, interfaces="lo"))
        yield browser
        nursery.cancel_scope.cancel()


async def seen(
    browser: Browser, server: Announcement, and_: Callable[[DiscoveredServer], bool] = lambda row: True
) -> DiscoveredServer:
    with trio.fail_after(PATIENCE_S):
        return await browser.until(lambda row: row.fingerprint == server.fingerprint and and_(row))


async def gone(browser: Browser, server: Announcement) -> None:
    with trio.fail_after(PATIENCE_S):
        while server.fingerprint in browser.found:
            await browser.next_change()


@asynccontextmanager
async def asking() -> AsyncIterator[trio.socket.SocketType]:
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        await sock.bind(("127.0.0.1", 0))
        yield sock


@asynccontextmanager
async def responding(server: Announcement, port: int) -> AsyncIterator[UdpResponder]:
    """Run the UDP responder alone, which starts at once."""
    responder = UdpResponder(lambda: server, "lo", port)
    async with trio.open_nursery() as nursery:
        await nursery.start(responder.run)
        yield responder
        nursery.cancel_scope.cancel()


@pytest.mark.slow
async def test_a_server_is_found_by_both_methods_in_one_entry():
    port, server = free_udp_port(), a_server()

    async with announced(server, port), browsing(port) as browser:
        row = await seen(browser, server, lambda row: row.methods == {"query", "dns-sd"})

    assert row.announcement == server
    assert row.addresses == (Address("127.0.0.1", 4000),)
    assert row.ping_ms is not None
    assert row.ping_ms < 1000


@pytest.mark.slow
async def test_two_servers_on_one_computer_are_both_found_by_the_query():
    port, ann, bob = free_udp_port(), a_server("Ann", 4000), a_server("Bob", 4001)

    async with announced(ann, port), announced(bob, port), browsing(port) as browser:
        rows = [await seen(browser, server, lambda row: "query" in row.methods) for server in (ann, bob)]

    assert [row.announcement for row in rows] == [ann, bob]


@pytest.mark.slow
async def test_dns_sd_alone_finds_a_server_with_its_tables():
    server = a_server()

    async with announced(server, free_udp_port()), browsing(free_udp_port()) as browser:
        row = await seen(browser, server)

    assert row.methods == {"dns-sd"}
    assert row.announcement == server


@pytest.mark.slow
async def test_dns_sd_alone_reports_changes_and_the_goodbye():
    server = a_server()

    async with browsing(free_udp_port()) as browser:
        async with announced(server, free_udp_port()) as told:
            await seen(browser, server)
            told.change(tables=(TABLE, replace(TABLE, table="t2")))
            await seen(browser, server, lambda row: len(row.announcement.tables) == 2)
        await gone(browser, server)


@pytest.mark.slow
async def test_a_changed_table_is_found_at_the_next_query():
    port, server = free_udp_port(), a_server()

    async with announced(server, port) as told, browsing(port) as browser:
        await seen(browser, server, lambda row: "query" in row.methods)
        told.change(tables=())
        browser.refresh()
        await seen(browser, server, lambda row: row.announcement.tables == ())


@pytest.mark.slow
async def test_a_server_that_stops_leaves_the_list():
    port, server = free_udp_port(), a_server()

    async with browsing(port) as browser:
        async with responding(server, port):
            await seen(browser, server)
        await gone(browser, server)


@pytest.mark.slow
async def test_every_change_is_reported():
    port, server, changes = free_udp_port(), a_server(), []

    async with browsing(port, on_change=lambda: changes.append(1)) as browser:
        async with responding(server, port):
            await seen(browser, server)
        await gone(browser, server)

    assert len(changes) >= 2


@pytest.mark.slow
async def test_with_the_port_taken_dns_sd_still_works():
    port, server = free_udp_port(), a_server()

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("0.0.0.0", port))
        async with announced(server, port) as told, browsing(port) as browser:
            row = await seen(browser, server)
            trouble = str(told.announcer.problem)

    assert row.methods == {"dns-sd"}
    assert trouble.startswith(f"Another program uses UDP port {port}")


async def test_the_answer_goes_to_the_asker_and_is_never_larger_than_the_query():
    port, nonce = free_udp_port(), new_nonce()
    server = replace(a_server(), tables=tuple(replace(TABLE, table=f"t{at}") for at in range(50)))

    async with responding(server, port), asking() as sock:
        query = write_query(nonce)
        await sock.sendto(query, ("127.0.0.1", port))
        with trio.fail_after(PATIENCE_S):
            answer, _ = await sock.recvfrom(2048)

    assert len(answer) <= len(query) == MAX_DATAGRAM
    assert read_datagram(answer).nonce == nonce


async def test_garbage_is_ignored():
    port, server = free_udp_port(), a_server()

    async with responding(server, port), asking() as sock:
        for garbage in (b"", b"x", write_query(new_nonce())[:-1], os.urandom(1200), os.urandom(2000)):
            await sock.sendto(garbage, ("127.0.0.1", port))
        await sock.sendto(write_query(nonce := new_nonce()), ("127.0.0.1", port))
        with trio.fail_after(PATIENCE_S):
            answer, _ = await sock.recvfrom(2048)

    assert read_datagram(answer) == Offer(nonce, server)


async def test_answers_to_one_client_are_limited(mock_clock: trio.testing.MockClock):
    port, server, answered = free_udp_port(), a_server(), 0

    async with responding(server, port), asking() as sock:
        for _ in range(int(3 * HOST_BURST)):
            await sock.sendto(write_query(new_nonce()), ("127.0.0.1", port))
        with trio.fail_after(PATIENCE_S):
            while answered < HOST_BURST:
                await sock.recvfrom(2048)
                answered += 1
            await trio.testing.wait_all_tasks_blocked(0.01)  # all queries have been read
            mock_clock.jump(1)
            await sock.sendto(write_query(nonce := new_nonce()), ("127.0.0.1", port))
            answer, _ = await sock.recvfrom(2048)

    assert read_datagram(answer) == Offer(nonce, server)
    assert TOTAL_BURST > HOST_BURST


async def test_a_flood_of_garbage_does_not_use_up_answers():
    port, server = free_udp_port(), a_server()

    async with responding(server, port), asking() as sock:
        for _ in range(int(3 * HOST_BURST)):
            await sock.sendto(b"garbage", ("127.0.0.1", port))
        await sock.sendto(write_query(nonce := new_nonce()), ("127.0.0.1", port))
        with trio.fail_after(PATIENCE_S):
            answer, _ = await sock.recvfrom(2048)

    assert read_datagram(answer) == Offer(nonce, server)


async def test_offers_without_a_query_are_ignored():
    browser, server = Browser(), a_server()
    browser._interfaces = "all"
    browser._nonces[nonce := new_nonce()] = trio.current_time()

    browser._handle_datagram(write_offer(new_nonce(), server), "192.168.1.5")
    browser._handle_datagram(write_offer(nonce, server), "8.8.8.8")
    browser._handle_datagram(b"garbage", "192.168.1.5")
    assert browser.found == {}

    browser._handle_datagram(write_offer(nonce, server), "192.168.1.5")
    assert list(browser.found) == [server.fingerprint]


def test_remembered_lan_addresses_are_queried_directly():
    remembered = [Address("192.168.1.5"), Address("example.org"), Address("8.8.8.8"), Address("fe80::1")]
    browser = Browser(remembered=remembered)
    browser._interfaces = "all"

    assert list(browser._targets(())) == [("192.168.1.5", None)]


async def test_without_discovery_no_socket_is_opened():
    async with trio.open_nursery() as nursery:
        browser, announcer = Browser(), Announcer(a_server)
        await nursery.start(partial(browser.run, interfaces="none"))
        await nursery.start(partial(announcer.run, interfaces="none"))
        announcer.changed()
        browser.refresh()
        nursery.cancel_scope.cancel()

    assert browser.found == {}


def test_the_variable_selects_the_interfaces():
    assert interfaces_from({}) == "all"
    assert interfaces_from({"NETGAME_LAN": "lo"}) == "lo"
    with pytest.raises(ValueError, match="must be all, lo or none"):
        interfaces_from({"NETGAME_LAN": "eth0"})


def test_private_link_local_and_loopback_addresses_are_lan_addresses():
    near = ["192.168.1.5", "10.1.2.3", "172.16.0.1", "169.254.1.1", "127.0.0.1", "::1", "fe80::1%eth0", "fd00::1"]
    far = ["8.8.8.8", "224.0.0.251", "255.255.255.255", "0.0.0.0", "2001:4860::1", "::ffff:8.8.8.8", "ff02::1", "x", ""]

    assert [host for host in near + far if is_lan_address(host, "all")] == near
    assert [host for host in near + far if is_lan_address(host, "lo")] == ["127.0.0.1", "::1"]
    assert not any(is_lan_address(host, "none") for host in near)


def test_the_loopback_has_a_broadcast_address():
    assert [(link.address, link.broadcast) for link in local_interfaces("lo")] == [("127.0.0.1", "127.255.255.255")]


@pytest.mark.parametrize("name", ["", "Ann", "x" * 40, "é" * 40, "卓" * 40, "a.b. \x00\x1f", "🎲" * 40])
def test_every_name_makes_a_valid_instance_name(name: str):
    made = instance_name(replace(a_server(), name=name))

    assert len(made.encode()) <= 63
    assert made.isprintable()
