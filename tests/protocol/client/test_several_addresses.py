"""A service of several servers with one identity: a session goes on at another address when one is dead."""

import random
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import dial, online, running, running_on_loopback
from protocol.address import MAX_ANNOUNCED, with_announced
from protocol.client import Address, Server, Session, connect
from protocol.client import dial as dial_module
from protocol.client import session as session_module
from protocol.identity.server_certificate import FILE, make_identity
from server.app import Serving

A, B, C = (Address("127.0.0.1", port) for port in (1001, 1002, 1003))


def of_service(tmp_path: Path, name: str) -> Path:
    """Return a data folder with the identity of the service."""
    folder = tmp_path / name
    folder.mkdir()
    shutil.copy(make_identity(tmp_path).cert_path, folder / FILE)
    return folder


@asynccontextmanager
async def signed_in(server: Server, plain: bool = False) -> AsyncIterator[Session]:
    session = Session(server, "Ann", None, plain=plain, dial=dial)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            await nursery.start(session.run)
            await online(session)
            yield session
            nursery.cancel_scope.cancel()


def no_pauses_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a session wait for ever unless it tries at once. Every connection counts as stable."""
    monkeypatch.setattr(session_module, "STABLE_AFTER_S", 0.0)
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 1e6)
    monkeypatch.setattr(session_module, "LONGEST_PAUSE_S", 1e6)
    monkeypatch.setattr(session_module, "RECOVERY_PAUSE_S", 1e6)


async def address_of(session: Session) -> Address:
    return (await session.online()).address


async def test_after_the_end_of_one_server_the_session_is_at_another_one_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_pauses_end(monkeypatch)
    async with running_on_loopback(of_service(tmp_path, "two"), plain=False) as second, trio.open_nursery() as nursery:
        first: Serving = await nursery.start(_first, of_service(tmp_path, "one"))
        async with signed_in(Server(first.fingerprint, (*first.addresses, *second.addresses))) as ann:
            assert (await address_of(ann)).port == first.port

            nursery.cancel_scope.cancel()
            while ann.status == "online":
                await ann.updates.receive()

            assert (await address_of(ann)).port == second.port


async def _first(data: Path, *, task_status: trio.TaskStatus[Serving]) -> None:
    async with running_on_loopback(data, plain=False) as serving:
        task_status.started(serving)
        await trio.sleep_forever()


async def test_an_address_whose_connections_fail_is_tried_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 0.01)
    greeted = 0

    async def refuse(stream: trio.SocketStream) -> None:
        nonlocal greeted
        greeted += 1
        await stream.aclose()

    async with running_on_loopback(tmp_path) as serving, trio.open_nursery() as nursery:
        [listener] = await nursery.start(partial(trio.serve_tcp, refuse, 0, host="127.0.0.1"))
        bad = Address("127.0.0.1", listener.socket.getsockname()[1])
        async with signed_in(Server(None, (bad, *serving.addresses)), plain=True) as ann:
            assert (await address_of(ann)).port == serving.port
        nursery.cancel_scope.cancel()
    assert greeted == 1


async def test_a_server_that_hangs_does_not_hide_one_that_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dial_module, "AGAIN_S", 0.01)
    monkeypatch.setattr(dial_module, "GREETING_TIMEOUT_S", 1e6)
    monkeypatch.setattr(dial_module, "DIAL_TIMEOUT_S", 1e6)
    tries = 0

    async def answer_the_second_time(stream: trio.SocketStream) -> None:
        nonlocal tries
        tries += 1
        if tries > 1:
            async with await trio.open_tcp_stream("127.0.0.1", serving.port) as there, trio.open_nursery() as both:
                both.start_soon(_carry, stream, there, both.cancel_scope)
                both.start_soon(_carry, there, stream, both.cancel_scope)
        await stream.aclose()

    with socket.create_server(("127.0.0.1", 0)) as hung, trio.fail_after(PATIENCE_S):
        async with running_on_loopback(tmp_path, plain=False) as serving, trio.open_nursery() as nursery:
            [listener] = await nursery.start(partial(trio.serve_tcp, answer_the_second_time, 0, host="127.0.0.1"))
            addresses = tuple(Address("127.0.0.1", each.getsockname()[1]) for each in (hung, listener.socket))
            async with connect(Server(serving.fingerprint, addresses)) as connection:
                assert connection.address == addresses[1]
            nursery.cancel_scope.cancel()
    assert tries >= 2  # on Windows a closed connection is tried once more at once


async def _carry(source: trio.SocketStream, target: trio.SocketStream, scope: trio.CancelScope) -> None:
    with suppress(trio.BrokenResourceError):
        async for data in source:
            await target.send_all(data)
    scope.cancel()


async def test_a_session_learns_the_addresses_of_the_service(tmp_path: Path) -> None:
    async with (
        running(tmp_path, addresses=("games.example", "127.0.0.1:9")) as serving,
        signed_in(Server(None, serving.addresses), plain=True) as ann,
    ):
        assert set(ann.server.addresses[:-1]) == {Address("games.example"), Address("127.0.0.1", 9)}
        assert ann.server.addresses[-1:] == serving.addresses


def test_new_addresses_take_their_share_of_the_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "randint", random.Random(1).randint)
    firsts = [with_announced([A], [str(A), str(B), str(C)])[0] for _client in range(300)]

    assert all(60 < firsts.count(address) < 140 for address in (A, B, C))


def test_announced_addresses_come_first_in_their_order_and_wrong_and_too_many_ones_are_ignored() -> None:
    many = [f"127.0.0.1:{port}" for port in range(1, 100)]

    assert with_announced([A, B, C], [str(C), str(B)]) == (B, C, A)
    assert with_announced([A], ["", "no address", "\0", str(A), str(A)]) == (A,)
    assert len(with_announced([A], many)) == MAX_ANNOUNCED + 1
