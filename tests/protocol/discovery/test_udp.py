import errno
import socket
from typing import Any, cast

import pytest
import trio
import trio.testing

from protocol.discovery import udp
from protocol.discovery.announcement import Announcement, new_nonce, read_datagram, write_query
from protocol.discovery.udp import UdpResponder
from protocol.messages import PROTOCOL

NEAR, FAR = "192.168.1.7", "8.8.8.8"


SERVER = Announcement("ab" * 32, "Club", 7763, PROTOCOL, "netgame", (), 0)


class Told:
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
    told, query = Told(), write_query(new_nonce())
    responder = UdpResponder(lambda: SERVER, interfaces, 0, answer_all=answer_all)
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
        await UdpResponder(lambda: SERVER, "lo", 0).run()

    assert sock.tries == tries
