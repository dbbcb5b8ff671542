"""Discovery over the loopback interface, with real sockets and real DNS-SD, and with sockets that fail."""

import errno
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, cast

import pytest
import trio
from zeroconf import DNSCache, DNSOutgoing, ServiceInfo, ServiceStateChange  # type: ignore[attr-defined]

from devtools.harness import PATIENCE_S
from protocol.address import Address
from protocol.discovery import mdns, udp
from protocol.discovery.announcement import (
    SERVICE,
    Announcement,
    Offer,
    TableBrief,
    new_nonce,
    read_datagram,
    write_offer,
    write_properties,
    write_query,
)
from protocol.discovery.announcer import Announcer
from protocol.discovery.browser import Browser
from protocol.discovery.interfaces import is_lan_address, local_interfaces
from protocol.discovery.mdns import MAX_SERVICES, instance_name
from protocol.discovery.servers import DiscoveredServer
from protocol.discovery.udp import HOST_BURST, TOTAL_BURST, UdpResponder
from protocol.limits import interfaces_from

TABLE = TableBrief("t1", "Tea", "some-game", {"size": 5}, 1, ("Ann",))


def a_server(name: str = "Ann", port: int = 4000) -> Announcement:
    """Make a server with a new identity, because other servers may run on this computer."""
    return Announcement(os.urandom(32).hex(), name, port, (1, 1), "test", (TABLE,))


def free_udp_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Told:
    """A server, and what it says of itself."""

    def __init__(self, announcement: Announcement, udp_port: int) -> None:
        self.now, self.udp_port = announcement, udp_port
        self.announcer = Announcer(lambda: self.now, udp_port=udp_port)

    def change(self, **facts: object) -> None:
        self.now = replace(self.now, **facts)
        self.announcer.changed()

    def announced(self) -> AbstractAsyncContextManager[None]:
        """Announce it by both methods."""
        return started(partial(self.announcer.run, interfaces="lo"))

    def responding(self) -> AbstractAsyncContextManager[None]:
        """Run the UDP responder alone, which starts at once."""
        return started(UdpResponder(lambda: self.now, "lo", self.udp_port).run)


@asynccontextmanager
async def started(run: Callable[..., Awaitable[None]]) -> AsyncIterator[None]:
    """Run that for the length of the block."""
    async with trio.open_nursery() as nursery:
        await nursery.start(run)
        yield
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def browsing(udp_port: int, **named: object) -> AsyncIterator[Browser]:
    browser = Browser(udp_port=udp_port, **named)
    async with started(partial(browser.run, interfaces="lo")):
        yield browser


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
async def asking(server: Announcement) -> AsyncIterator[tuple[trio.socket.SocketType, tuple[str, int]]]:
    """A socket, and the address of the responder of that server, which answers within some time."""
    told = Told(server, free_udp_port())
    with trio.fail_after(PATIENCE_S), trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        await sock.bind(("127.0.0.1", 0))
        async with told.responding():
            yield sock, ("127.0.0.1", told.udp_port)


@pytest.mark.slow
async def test_two_servers_on_one_computer_are_found_by_two_methods_with_their_changes():
    port = free_udp_port()
    ann, bob = Told(a_server("Ann", 4000), port), Told(a_server("Bob", 4001), port)

    async with bob.responding(), browsing(port) as browser:
        assert (await seen(browser, bob.now)).methods == {"query"}
        async with ann.announced():
            row = await seen(browser, ann.now, lambda row: row.methods == {"query", "dns-sd"})
        bob.change(tables=())
        browser.refresh()
        await seen(browser, bob.now, lambda row: row.announcement.tables == ())

    assert row.announcement == ann.now
    assert row.addresses == (Address("127.0.0.1", 4000),)
    assert row.ping_ms is not None
    assert row.ping_ms < 1000


@pytest.mark.slow
async def test_dns_sd_alone_finds_a_server_whose_port_is_taken_with_its_changes_and_the_goodbye():
    told = Told(a_server(), free_udp_port())

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("0.0.0.0", told.udp_port))
        async with browsing(told.udp_port) as browser:
            async with told.announced():
                row = await seen(browser, told.now)
                assert (row.methods, row.announcement) == ({"dns-sd"}, told.now)
                assert str(told.announcer.problem).startswith(f"Another program uses UDP port {told.udp_port}")
                told.change(tables=(TABLE, replace(TABLE, table="t2")))
                await seen(browser, told.now, lambda row: len(row.announcement.tables) == 2)
            await gone(browser, told.now)


@pytest.mark.slow
async def test_a_server_that_stops_leaves_the_list_and_every_change_is_reported():
    told, changes = Told(a_server(), free_udp_port()), []
    async with browsing(told.udp_port, on_change=lambda: changes.append(1)) as browser:
        async with told.responding():
            await seen(browser, told.now)
        await gone(browser, told.now)
    assert len(changes) >= 2


GARBAGE = [b"", b"x", write_query(new_nonce())[:-1], os.urandom(1200), os.urandom(2000)]


async def test_answers_to_one_client_are_limited_and_garbage_uses_up_none(mock_clock: trio.testing.MockClock):
    server = a_server()

    async with asking(server) as (sock, responder):
        for garbage in GARBAGE + [b"garbage"] * int(3 * HOST_BURST):
            await sock.sendto(garbage, responder)
        for _ in range(int(3 * HOST_BURST)):
            await sock.sendto(write_query(new_nonce()), responder)
        for _ in range(int(HOST_BURST)):
            await sock.recvfrom(2048)
        await trio.testing.wait_all_tasks_blocked(0.01)  # all queries have been read
        mock_clock.jump(1)
        await sock.sendto(write_query(nonce := new_nonce()), responder)
        answer, _ = await sock.recvfrom(2048)

    assert read_datagram(answer) == Offer(nonce, server)
    assert TOTAL_BURST > HOST_BURST


async def test_remembered_lan_addresses_are_queried_directly_and_offers_without_a_query_are_ignored():
    remembered = [Address("192.168.1.5"), Address("example.org"), Address("8.8.8.8"), Address("fe80::1")]
    browser, server = Browser(remembered=remembered), a_server()
    browser._interfaces = "all"
    assert list(browser._targets(())) == [("192.168.1.5", None)]
    browser._nonces[nonce := new_nonce()] = trio.current_time()

    browser._handle_datagram(write_offer(new_nonce(), server), "192.168.1.5")
    browser._handle_datagram(write_offer(nonce, server), "8.8.8.8")
    browser._handle_datagram(b"garbage", "192.168.1.5")
    assert browser.found == {}

    browser._handle_datagram(write_offer(nonce, server), "192.168.1.5")
    assert list(browser.found) == [server.fingerprint]


async def test_without_discovery_no_socket_is_opened():
    async with trio.open_nursery() as nursery:
        browser, announcer = Browser(), Announcer(a_server)
        await nursery.start(partial(browser.run, interfaces="none"))
        await nursery.start(partial(announcer.run, interfaces="none"))
        announcer.changed()
        browser.refresh()
        nursery.cancel_scope.cancel()

    assert browser.found == {}


def test_private_link_local_and_loopback_addresses_are_of_the_lan_as_far_as_the_variable_selects_its_interface():
    near = ["192.168.1.5", "10.1.2.3", "172.16.0.1", "169.254.1.1", "127.0.0.1", "::1", "fe80::1%eth0", "fd00::1"]
    far = ["8.8.8.8", "224.0.0.251", "255.255.255.255", "0.0.0.0", "2001:4860::1", "::ffff:8.8.8.8", "ff02::1", "x", ""]

    assert [host for host in near + far if is_lan_address(host, "all")] == near
    assert [host for host in near + far if is_lan_address(host, "lo")] == ["127.0.0.1", "::1"]
    assert not any(is_lan_address(host, "none") for host in near)
    assert interfaces_from({}) == "all"
    assert interfaces_from({"NETGAME_LAN": "lo"}) == "lo"
    with pytest.raises(ValueError, match="must be all, lo or none"):
        interfaces_from({"NETGAME_LAN": "eth0"})
    assert [(link.address, link.broadcast) for link in local_interfaces("lo")] == [("127.0.0.1", "127.255.255.255")]


@pytest.mark.parametrize("name", ["", "Ann", "x" * 40, "é" * 40, "卓" * 40, "a.b. \x00\x1f", "🎲" * 40, "a..b", "..."])
def test_every_name_makes_a_valid_instance_name(name: str):
    made = instance_name(replace(a_server(), name=name))
    assert len(made.encode()) <= 63
    assert "." not in made
    assert made.isprintable()


NEAR, FAR = "192.168.1.7", "8.8.8.8"


class Recording:
    """A fake socket that records sent datagrams."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, tuple[str, int]]] = []

    async def sendto(self, data: bytes, to: tuple[str, int]) -> None:
        self.sent.append((data, to))


@pytest.mark.parametrize(
    ("host", "interfaces", "answer_all", "count"),
    [(NEAR, "all", False, 1), (FAR, "all", False, 0), (FAR, "all", True, 1), (FAR, "lo", True, 0),
     ("127.0.0.1", "lo", True, 1)],
)  # fmt: skip
async def test_computers_outside_of_the_lan_are_answered_only_on_request_and_with_no_more_bytes_than_they_sent(
    host: str, interfaces: Any, answer_all: bool, count: int
) -> None:
    told, query = Recording(), write_query(new_nonce())
    responder = UdpResponder(a_server, interfaces, 0, answer_all=answer_all)
    await responder._answer(cast(trio.socket.SocketType, told), query, (host, 40000))
    assert [to for _data, to in told.sent] == [(host, 40000)] * count
    for answer, _to in told.sent:
        assert len(answer) <= len(query)
        assert read_datagram(answer) is not None


class Refusing:
    """A fake socket whose first multicast joins fail with the given errors."""

    def __init__(self, *errors: int) -> None:
        self.errors = list(errors)
        self.tries = 0

    def __enter__(self) -> "Refusing":
        return self

    def __exit__(self, *exc: object) -> None:
        pass

    def setsockopt(self, level: int, option: int, value: bytes) -> None:
        assert option == socket.IP_ADD_MEMBERSHIP
        self.tries += 1
        if self.errors:
            raise OSError(self.errors.pop(0), "refused")

    async def recvfrom(self, size: int) -> None:
        await trio.sleep_forever()


@pytest.mark.parametrize(("errors", "tries"), [((errno.ENODEV, errno.ENOBUFS), 3), ((errno.EADDRINUSE,), 1)])
async def test_a_failed_multicast_join_is_retried_and_a_group_is_joined_once(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock, errors: tuple[int, ...], tries: int
) -> None:
    sock = Refusing(*errors)
    monkeypatch.setattr(udp, "responder_socket", lambda port: sock)
    with trio.move_on_after(60):
        await UdpResponder(a_server, "lo", 0).run()
    assert sock.tries == tries


class Responders:
    """The mDNS of a network on which the `others` never answer, and one announced name answers when it is asked.

    It stands for zeroconf.
    """

    def __init__(self, friend: Announcement, others: Iterable[str]) -> None:
        self.cache = DNSCache()
        self._others = others
        self._friend = friend
        self.name = f"{instance_name(friend)}.{SERVICE}"

    def browser(self, _instance: object, _type: str, handlers: list[Callable[..., None]]) -> None:
        for name in (*self._others, self.name):
            handlers[0](self, SERVICE, name, ServiceStateChange.Added)

    def send(self, query: DNSOutgoing) -> None:
        if any(question.name == self.name for question in query.questions):
            info = ServiceInfo(
                SERVICE, self.name, port=self._friend.port, properties=write_properties(self._friend),
                server="friend.local.", parsed_addresses=["127.0.0.1"],
            )  # fmt: skip
            self.cache.async_add_records([info.dns_service(), info.dns_text(), *info.dns_addresses()])

    def close(self) -> None:
        pass


MANY = [f"silent {number}.{SERVICE}" for number in range(3 * MAX_SERVICES)]
REFUSED = [f"\x07.{SERVICE}", f"x.{SERVICE.upper()}", f"{'q' * 63}.x.{SERVICE}", f"\ufffd{'x' * 62}.{SERVICE}", "."]


@pytest.mark.parametrize("others", [MANY, REFUSED], ids=["many that never answer", "some that zeroconf refuses"])
async def test_a_name_behind_others_is_resolved(monkeypatch: pytest.MonkeyPatch, others: list[str]) -> None:
    network = Responders(friend := a_server(), others)
    monkeypatch.setattr(mdns, "Zeroconf", lambda **_more: network)
    monkeypatch.setattr(mdns, "ServiceBrowser", network.browser)
    found, add = trio.open_memory_channel[Announcement](1)[::-1]
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            browsing = mdns.ServiceBrowsing("lo", lambda _name, told, _hosts: add.send_nowait(told), lambda _name: None)
            nursery.start_soon(browsing.run)
            assert await found.receive() == friend
            nursery.cancel_scope.cancel()
