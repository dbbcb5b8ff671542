"""The load balancer of `deploy/haproxy` in front of two servers of one service."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.balancer import FILE as HAPROXY_FILE
from devtools.harness.server.balancer import MISSING, Balancer, balancer
from devtools.harness.server.serving import config, online
from protocol import messages as m
from protocol.client import Address, Server, Session
from protocol.framing import encode
from protocol.identity.server_certificate import FILE, make_identity
from server.app import Serving, serve

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(MISSING), reason=MISSING)]


class Node:
    """A server behind the balancer that can be stopped."""

    def __init__(self, data: Path) -> None:
        self._data, self.scope = data, trio.CancelScope()

    async def run(self, *, task_status: trio.TaskStatus[Serving]) -> None:
        with self.scope:
            await serve(config(self._data, plain=False, proxies=("127.0.0.1",)), task_status=task_status)


@asynccontextmanager
async def service(tmp_path: Path) -> AsyncIterator[tuple[Balancer, dict[str, Node], dict[str, Serving], Server]]:
    """Two servers behind a balancer, and the service as players know it."""
    identity = make_identity(tmp_path)
    nodes: dict[str, Node] = {}
    servings: dict[str, Serving] = {}
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            for name in ("node1", "node2"):
                (tmp_path / name).mkdir()
                shutil.copy(identity.cert_path, tmp_path / name / FILE)
                nodes[name] = Node(tmp_path / name)
                servings[name] = await nursery.start(nodes[name].run)
            with balancer(tmp_path, [serving.port for serving in servings.values()]) as front:
                front.start()
                address = Address("127.0.0.1", front.port)
                yield front, nodes, servings, Server(identity.fingerprint, (address,))
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def players(server: Server, count: int) -> AsyncIterator[list[Session]]:
    sessions = [Session(server, f"Player {number}", None) for number in range(count)]
    async with trio.open_nursery() as nursery:
        for session in sessions:
            await nursery.start(session.run)
            await online(session)
        yield sessions
        nursery.cancel_scope.cancel()


def spread(servings: dict[str, Serving]) -> list[int]:
    """Return how many players are at each server."""
    return [len(list(serving.services.lobby.users)) for serving in servings.values()]


async def test_players_are_spread_over_the_servers_and_go_on_when_one_ends(tmp_path: Path) -> None:
    async with service(tmp_path) as (front, nodes, servings, server):
        assert await front.states() == {"node1": "UP", "node2": "UP"}
        async with players(server, 4) as sessions:
            assert spread(servings) == [2, 2]
            # the connections of players are no checks of the balancer, which count as those of the balancer
            ports = [
                each.remote.port for serving in servings.values() for each in serving.services.admission.connections
            ]
            assert all(ports)

            front.kill()
            for session in sessions:
                while session.status == "online":
                    await session.updates.receive()
            front.start()
            for session in sessions:
                await session.online()

            nodes["node1"].scope.cancel()
            while spread(servings)[1] < 4:
                await trio.sleep(0.01)
            for session in sessions:
                await session.online()
        while (await front.states())["node1"] != "DOWN":
            await trio.sleep(0.02)
        assert (await front.states())["node2"] == "UP"


async def test_a_server_that_drains_gets_no_players(tmp_path: Path) -> None:
    async with service(tmp_path) as (front, _nodes, servings, server):
        await front.ask("set server servers/node1 state drain")
        async with players(server, 3):
            assert spread(servings) == [0, 3]
        assert (await front.states())["node1"] == "DRAIN"


def test_the_check_greets_like_a_client() -> None:
    hello = encode(m.Hello(protocols=m.PROTOCOL, program="haproxy"), 1)
    sent = re.search(r"send-binary ([0-9a-f]+)", HAPROXY_FILE.read_text("utf-8"))
    assert bytes.fromhex(sent[1]) == hello
