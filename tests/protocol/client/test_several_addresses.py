"""A service of several servers with one identity: a session goes on at another address when one is dead."""

import random
from pathlib import Path

import pytest
import trio
import trio.testing

from devtools.harness.server.serving import dial, running
from protocol.address import MAX_ANNOUNCED, with_announced
from protocol.client import Address, Server, connect
from protocol.client import session as session_module
from protocol.client.dial import SecureStream
from server.app import Serving
from tests.protocol.client import strange_servers as strange
from tests.protocol.client.conftest import Tls
from tests.protocol.client.scripted_server import Scripted, online_at
from tests.protocol.client.strange_servers import Network, ends, with_tls

A, B, C = (Address("127.0.0.1", port) for port in (1001, 1002, 1003))


async def test_after_the_end_of_one_server_the_session_is_at_another_one_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "STABLE_AFTER_S", 0.0)  # and pauses never end
    for name in ("FIRST_PAUSE_S", "LONGEST_PAUSE_S", "RECOVERY_PAUSE_S"):
        monkeypatch.setattr(session_module, name, 1e6)

    async def serve_first(*, task_status: trio.TaskStatus[Serving]) -> None:
        async with running(tmp_path / "one") as serving:
            task_status.started(serving)
            await trio.sleep_forever()

    async with running(tmp_path / "two") as second, trio.open_nursery() as nursery:
        first: Serving = await nursery.start(serve_first)
        async with online_at(Server(None, (*first.addresses, *second.addresses)), dial) as ann:
            assert (await ann.online()).address.port == first.port

            nursery.cancel_scope.cancel()
            while ann.status == "online":
                await ann.updates.receive()

            assert (await ann.online()).address.port == second.port


async def test_an_address_whose_connections_fail_is_tried_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 0.01)
    script, tried = Scripted(), list[Address]()

    async def dial(server: Server, *, plain: bool = False) -> SecureStream:
        tried.append(server.addresses[0])
        if server.addresses[0] != A:
            return await script.dial(server)
        here, there = ends()
        await there.aclose()
        return SecureStream(here, "", A)

    async with online_at(Server(None, (A, B)), dial) as ann:
        assert (await ann.online()).address == B
    assert tried == [A, B]


async def test_a_server_that_hangs_does_not_hide_one_that_restarts(
    autojump_clock: trio.testing.MockClock, network: Network, tls: Tls
) -> None:
    async def restart(stream: trio.abc.Stream) -> None:
        network[B] = with_tls(Scripted().serve, tls.context)
        await stream.aclose()

    network |= {A: strange.stay_silent, B: restart}

    async with connect(Server(tls.fingerprint, (A, B))) as connection:
        assert connection.address == B


async def test_a_session_learns_the_addresses_of_the_service(tmp_path: Path) -> None:
    async with (
        running(tmp_path, addresses=("games.example", "127.0.0.1:9")) as serving,
        online_at(Server(None, serving.addresses), dial) as ann,
    ):
        assert set(ann.server.addresses[:-1]) == {Address("games.example"), Address("127.0.0.1", 9)}
        assert ann.server.addresses[-1:] == serving.addresses


def test_new_addresses_take_their_share_of_the_clients_in_their_order_and_wrong_and_too_many_ones_are_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(random, "randint", random.Random(1).randint)
    firsts = [with_announced([A], [str(A), str(B), str(C)])[0] for _client in range(300)]
    assert all(60 < firsts.count(address) < 140 for address in (A, B, C))
    many = [f"127.0.0.1:{port}" for port in range(1, 100)]
    assert with_announced([A, B, C], [str(C), str(B)]) == (B, C, A)
    assert with_announced([A], ["", "no address", "\0", str(A), str(A)]) == (A,)
    assert len(with_announced([A], many)) == MAX_ANNOUNCED + 1
