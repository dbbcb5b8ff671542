"""Who gets an answer over UDP, and how large it is."""

from typing import Any, cast

import pytest
import trio

from protocol.discovery import Announcement, new_nonce, read_datagram, write_query
from protocol.lan.responder import Responder
from protocol.messages import PROTOCOL

NEAR, FAR = "192.168.1.7", "8.8.8.8"


class Told:
    """Stands for the socket, and keeps what was sent to whom."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, tuple[str, int]]] = []

    async def sendto(self, data: bytes, to: tuple[str, int]) -> None:
        self.sent.append((data, to))


async def answers(host: str, interfaces: Any, *, anybody: bool) -> list[bytes]:
    announcement = Announcement("ab" * 32, "Club", 7763, PROTOCOL, "netgame", (), 0)
    told = Told()
    responder = Responder(lambda: announcement, interfaces, 0, anybody=anybody)
    await responder._answer_one(cast(trio.socket.SocketType, told), write_query(new_nonce()), (host, 40000))
    return [data for data, to in told.sent if to == (host, 40000)]


@pytest.mark.parametrize(
    ("host", "interfaces", "anybody", "count"),
    [
        (NEAR, "all", False, 1),
        (FAR, "all", False, 0),
        (FAR, "all", True, 1),
        (FAR, "lo", True, 0),
        ("127.0.0.1", "lo", True, 1),
    ],
)
async def test_computers_far_away_get_answers_only_if_that_is_wanted(
    host: str, interfaces: str, anybody: bool, count: int
) -> None:
    assert len(await answers(host, interfaces, anybody=anybody)) == count


async def test_an_answer_is_never_larger_than_the_query() -> None:
    [answer] = await answers(FAR, "all", anybody=True)

    assert len(answer) <= len(write_query(new_nonce()))
    assert read_datagram(answer) is not None
