from pathlib import Path

import pytest
import trio

from devtools.harness.server.serving import dial, known, running, running_on_loopback
from protocol import messages as m
from protocol.client import Address, Lost, Refusal, Server, connect
from protocol.identity.server_certificate import make_identity, server_context
from tests.protocol.client import strange_servers as strange
from tests.protocol.client.conftest import Tls
from tests.protocol.client.scripted_server import SERVER, Scripted
from tests.protocol.client.strange_servers import Network, with_tls


@pytest.mark.parametrize("plain", [True, False])
async def test_a_client_greets_signs_in_and_lists_tables_at_an_unknown_server(tmp_path: Path, plain: bool) -> None:
    async with (
        running_on_loopback(tmp_path, plain=plain) as serving,
        connect(Server(None, serving.addresses), plain=plain) as line,
    ):
        signed = await line.sign_in("Ann")

        assert line.fingerprint == serving.fingerprint
        assert line.welcome.server == "Test"
        assert (signed.name, signed.new, len(signed.token)) == ("Ann", True, 32)
        assert await line.list_tables() == []
        assert await line.ping() >= 0


async def test_the_right_server_is_found_behind_the_wrong_one_and_the_dead_address(
    network: Network, tls: Tls, tmp_path: Path
) -> None:
    dead, wrong, right = (Address(host) for host in ("192.0.2.1", "192.0.2.2", "192.0.2.3"))
    network[wrong] = with_tls(strange.stay_silent, server_context(make_identity(tmp_path)))
    network[right] = with_tls(Scripted().serve, tls.context)
    async with connect(Server(tls.fingerprint, (dead, wrong, right))) as connection:
        assert connection.fingerprint == tls.fingerprint
        assert connection.address == right


async def test_a_refusal_has_a_code_and_a_sentence_and_requests_get_their_own_replies_also_after_a_cancelled_one(
    tmp_path: Path,
) -> None:
    kinds: list[str] = []

    async def ask(message: m.Message) -> None:
        kinds.append(type(message).__name__ + type(await connection.request(message)).__name__)

    async with running(tmp_path) as serving, connect(known(serving), plain=True, dial=dial) as connection:
        with pytest.raises(Refusal) as caught:
            await connection.sign_in("x")
        with trio.CancelScope() as scope:
            scope.cancel()
            await connection.request(m.ListTables())
        async with trio.open_nursery() as nursery:
            for _ in range(10):
                nursery.start_soon(ask, m.ListTables())
                nursery.start_soon(ask, m.Ping())

    assert caught.value.code == "bad_name"
    assert "2 to 20" in str(caught.value)
    assert sorted(kinds) == ["ListTablesTables"] * 10 + ["PingPong"] * 10


async def test_an_exception_of_the_block_is_raised_unchanged() -> None:
    script = Scripted()
    with pytest.raises(KeyError):
        async with connect(SERVER, plain=True, dial=script.dial):
            raise KeyError("mine")


async def test_a_stopping_server_sends_its_reason() -> None:
    script = Scripted()
    async with connect(SERVER, plain=True, dial=script.dial) as connection:
        await connection.sign_in("Ann")
        await script.say(closing := m.Closing(code="stopping", template="The server is stopping"))

        assert [push async for push in connection.pushes] == [closing]
        with pytest.raises(Lost) as lost:
            await connection.ping()
        assert lost.value.code == "stopping"
