"""Connections: errors, requests and replies."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio

from devtools.harness.server.serving import dial, known, running, running_on_loopback
from protocol import messages as m
from protocol.client import Address, Connection, Lost, Refusal, Server, connect
from protocol.client.dial import speaks_first
from tests.protocol.client.strange_servers import Handler, babble, hang_up, something_else, web_page, why_not

# ---- no connection


@pytest.mark.parametrize("code", ["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "EACCES", "ETIMEDOUT"])
async def test_every_network_error_has_a_sentence(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    import errno

    async def fail(host: str, port: int) -> trio.SocketStream:
        raise OSError("all attempts failed") from OSError(getattr(errno, code), "the system's words")

    monkeypatch.setattr(trio, "open_tcp_stream", fail)

    error = await why_not(Server(None, (Address("192.0.2.1"),)))

    assert error.code == ("timeout" if code == "ETIMEDOUT" else "unreachable")
    assert "192.0.2.1" in str(error)


async def test_no_address_and_an_unknown_name_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(host: str, port: int) -> trio.SocketStream:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(trio, "open_tcp_stream", fail)

    assert (await why_not(Server(None, (Address("nowhere.invalid"),)))).code == "unknown_name"
    assert (await why_not(Server("f" * 64, ()))).code == "unreachable"


@pytest.mark.parametrize("handler", [babble, web_page])
async def test_other_servers_are_recognized_without_tls_too(handler: Handler) -> None:
    async with something_else(handler) as server:
        assert (await why_not(server, plain=True)).code == "not_netgame"


async def test_a_server_that_speaks_first_is_told_from_one_that_hangs_up() -> None:
    for handler, speaks in ((babble, True), (hang_up, False)):
        async with something_else(handler) as server:
            assert await speaks_first(server.addresses[0]) is speaks


async def test_a_connection_that_is_never_accepted_is_given_up(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(host: str, port: int) -> trio.SocketStream:
        await trio.sleep_forever()

    monkeypatch.setattr(trio, "open_tcp_stream", never)

    error = await why_not(Server(None, (Address("192.0.2.1"),)))

    assert error.code == "timeout"
    assert "firewall" in str(error)
    assert trio.current_time() <= 20


async def test_plain_and_tls_do_not_mix(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path / "a") as plain, running_on_loopback(tmp_path / "b", plain=False) as tls:
        assert (await why_not(known(plain))).code in ("dropped", "not_netgame")
        assert (await why_not(known(tls), plain=True)).code in ("dropped", "not_netgame")


# ---- identity


async def test_an_unknown_server_shows_its_fingerprint(tmp_path: Path) -> None:
    async with (
        running_on_loopback(tmp_path, plain=False) as serving,
        connect(Server(None, serving.addresses)) as connection,
    ):
        assert connection.fingerprint == serving.fingerprint


async def test_the_right_server_is_found_behind_the_wrong_one_and_the_dead_address(tmp_path: Path) -> None:
    async with (
        running_on_loopback(tmp_path / "a", plain=False) as other,
        running_on_loopback(tmp_path / "b", plain=False) as wanted,
    ):
        dead = Address("127.0.0.1", 1)
        server = Server(wanted.fingerprint, (dead, *other.addresses, *wanted.addresses))

        async with connect(server) as connection:
            assert connection.fingerprint == wanted.fingerprint
            assert connection.address == wanted.addresses[0]


async def test_of_several_errors_the_most_informative_is_raised(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path, plain=False) as other:
        error = await why_not(Server("0" * 64, (Address("127.0.0.1", 1), *other.addresses)))

    assert error.code == "wrong_identity"


# ---- talking


@pytest.mark.parametrize("plain", [True, False])
async def test_a_client_greets_signs_in_and_lists_tables(tmp_path: Path, plain: bool) -> None:
    async with running_on_loopback(tmp_path, plain=plain) as serving, connect(known(serving), plain=plain) as line:
        signed = await line.sign_in("Ann")

        assert line.welcome.server == "Test"
        assert (signed.name, signed.new, len(signed.token)) == ("Ann", True, 32)
        assert await line.list_tables() == []
        assert await line.ping() >= 0


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path) as serving, connect(known(serving), plain=True, dial=dial) as opened:
        yield opened


async def test_a_refusal_carries_its_code_and_a_sentence(connection: Connection) -> None:
    with pytest.raises(Refusal) as caught:
        await connection.sign_in("x")

    assert caught.value.code == "bad_name"
    assert "3 to 20" in str(caught.value)


async def test_concurrent_requests_get_their_own_replies(connection: Connection) -> None:
    kinds: list[str] = []

    async def ask(message: m.Message) -> None:
        kinds.append(type(message).__name__ + type(await connection.request(message)).__name__)

    async with trio.open_nursery() as nursery:
        for _ in range(10):
            nursery.start_soon(ask, m.ListTables())
            nursery.start_soon(ask, m.Ping())

    assert sorted(kinds) == ["ListTablesTables"] * 10 + ["PingPong"] * 10


async def test_a_cancelled_request_does_not_disturb_the_next(connection: Connection) -> None:
    with trio.CancelScope() as scope:
        scope.cancel()
        await connection.request(m.ListTables())

    assert await connection.request(m.Ping()) == m.Pong()


async def test_an_exception_of_the_block_is_raised_unchanged(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        with pytest.raises(KeyError):
            async with connect(known(serving), plain=True, dial=dial):
                raise KeyError("mine")


async def test_a_stopping_server_sends_its_reason(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        stop = trio.Event()

        async def serve_a_while(*, task_status: trio.TaskStatus[Server]) -> None:
            async with running(tmp_path) as serving:
                task_status.started(known(serving))
                await stop.wait()

        server = await nursery.start(serve_a_while)
        async with connect(server, plain=True, dial=dial) as connection:
            await connection.sign_in("Ann")
            stop.set()
            pushes = [push async for push in connection.pushes]

            assert isinstance(pushes[-1], m.Closing)
            assert connection.ended is not None
            assert connection.ended.code == "stopping"
            with pytest.raises(Lost) as lost:
                await connection.ping()
            assert lost.value.code == "stopping"
