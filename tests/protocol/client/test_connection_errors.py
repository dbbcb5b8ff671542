import errno
import socket
from pathlib import Path

import ifaddr
import pytest
import trio
import trio.testing

from devtools.harness.server.serving import known, running_on_loopback
from protocol.client import Address, Server
from protocol.client.dial import speaks_first
from tests.protocol.client import strange_servers as strange
from tests.protocol.client.conftest import Tls
from tests.protocol.client.strange_servers import Handler, Network, failed, why_not, with_tls

HERE, ALSO, NOBODY = (Address(host) for host in ("192.0.2.1", "192.0.2.2", "192.0.2.3"))
SERVER = Server(None, (HERE,))
ENDED = "was closed at once. A netgame server does this when it is full or shutting down"
MUTE = "accepts the connection, but does not reply"
NOT_OURS = "is not a netgame server"
DROPS = [strange.hang_up, strange.hang_up_later, strange.reset, strange.reset_later]


@pytest.mark.parametrize(
    ("name", "code"),
    [(name, "unreachable") for name in ("ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "EACCES")]
    + [("ETIMEDOUT", "timeout")],
)
async def test_every_network_error_has_a_sentence(network: Network, name: str, code: str) -> None:
    network[HERE] = failed(getattr(errno, name))
    error = await why_not(SERVER)
    assert error.code == code
    assert "192.0.2.1" in str(error)


async def test_no_address_and_an_unknown_name_are_errors(network: Network) -> None:
    nowhere = Address("nowhere.invalid")
    network[nowhere] = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    assert (await why_not(Server(None, (nowhere,)))).code == "unknown_name"
    assert (await why_not(Server("f" * 64, ()))).code == "unreachable"


@pytest.mark.parametrize("host", ["fe80::1", "fe80::1%nothing9"])
async def test_a_link_local_address_without_a_link_here_says_what_to_type(
    network: Network, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", list)
    network[Address("fe80::1")] = failed(errno.EINVAL)
    network[Address("fe80::1%nothing9")] = socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    error = await why_not(Server(None, (Address(host),)))

    assert (error.code, error.text.args) == ("unreachable", {"host": "fe80::1"})
    assert "fe80::1%" in str(error)


async def test_a_connection_that_is_never_accepted_is_given_up(
    autojump_clock: trio.testing.MockClock, network: Network
) -> None:
    network[HERE] = None
    error = await why_not(SERVER)
    assert error.code == "timeout"
    assert "firewall" in str(error)
    assert trio.current_time() <= 20


@pytest.mark.parametrize(
    ("handler", "code", "words", "plain"),
    [
        *((drops, "dropped", ENDED, False) for drops in DROPS),
        (strange.stay_silent, "no_reply", MUTE, False),
        *((other, "not_netgame", NOT_OURS, plain) for other in (strange.babble, strange.web_page)
          for plain in (False, True)),
    ],
)  # fmt: skip
async def test_failures_before_the_certificate_have_their_own_errors(
    autojump_clock: trio.testing.MockClock, network: Network, handler: Handler, code: str, words: str, plain: bool
) -> None:
    network[HERE] = handler
    error = await why_not(SERVER, plain=plain)
    assert error.code == code
    assert words in str(error)
    assert str(HERE) in str(error)


AFTER = [
    *((drops, "dropped", ENDED, "It is full or shutting down") for drops in DROPS),
    (strange.stay_silent, "no_reply", MUTE, "It is overloaded or hangs"),
    (strange.web_page, "not_netgame", NOT_OURS, NOT_OURS),
    (strange.be_older, "version", "it speaks protocol 0", "it speaks protocol 0"),
]


@pytest.mark.parametrize("case", AFTER)
@pytest.mark.parametrize("known", [False, True])
async def test_with_the_requested_certificate_the_server_is_known_even_if_the_connection_then_fails(
    autojump_clock: trio.testing.MockClock, network: Network, tls: Tls, case: tuple[Handler, str, str, str], known: bool
) -> None:
    handler, code, words, known_words = case
    network[HERE] = with_tls(handler, tls.context)
    error = await why_not(Server(tls.fingerprint if known else None, (HERE,)))
    assert error.code == code
    assert (known_words if known else words) in str(error)


async def test_of_several_errors_the_most_informative_is_raised(network: Network, tls: Tls) -> None:
    network |= {HERE: strange.hang_up, ALSO: with_tls(strange.hang_up, tls.context)}
    alone = await why_not(Server(None, (NOBODY,)))
    beside = await why_not(Server(None, (NOBODY, HERE)))
    other = await why_not(Server("0" * 64, (NOBODY, HERE, ALSO)))
    assert [error.code for error in (alone, beside, other)] == ["refused", "dropped", "wrong_identity"]
    assert "no server runs there" in str(alone)
    assert "Another server" in str(other)


@pytest.mark.parametrize(
    ("handler", "speaks"), [(strange.babble, True), (strange.hang_up, False), (strange.reset, False)]
)
async def test_a_server_that_speaks_first_is_told_from_one_that_hangs_up(
    network: Network, handler: Handler, speaks: bool
) -> None:
    network[HERE] = handler
    assert await speaks_first(HERE) is speaks


async def test_plain_and_tls_do_not_mix(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path / "a") as plain, running_on_loopback(tmp_path / "b", plain=False) as tls:
        assert (await why_not(known(plain))).code in ("dropped", "not_netgame")
        assert (await why_not(known(tls), plain=True)).code in ("dropped", "not_netgame")
