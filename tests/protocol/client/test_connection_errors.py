"""Each way in which a connection attempt fails has its own error."""

import socket
import ssl
from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from protocol.client import Address, Server
from protocol.identity.server_certificate import make_identity, server_context
from tests.protocol.client import strange_servers as strange
from tests.protocol.client.strange_servers import Handler, something_else, why_not

ENDED = "was closed at once. A netgame server does this when it is full or shutting down"
MUTE = "accepts the connection, but does not reply"
NOT_OURS = "is not a netgame server"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, str]:
    """Make the TLS context of a netgame server, and its fingerprint."""
    identity = make_identity(tmp_path_factory.mktemp("server"))
    return server_context(identity), identity.fingerprint


DROPS = [strange.hang_up, strange.hang_up_later, strange.reset, strange.reset_later]


@pytest.mark.parametrize(
    ("handler", "code", "words"),
    [
        *((drops, "dropped", ENDED) for drops in DROPS),
        (strange.stay_silent, "no_reply", MUTE),
        (strange.babble, "not_netgame", NOT_OURS),
        (strange.web_page, "not_netgame", NOT_OURS),
    ],
)
async def test_failures_before_the_certificate_have_their_own_errors(
    autojump_clock: trio.testing.MockClock, handler: Handler, code: str, words: str
) -> None:
    async with something_else(handler) as server:
        error = await why_not(server)

    assert error.code == code
    assert words in str(error)
    assert str(server.addresses[0]) in str(error)


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(
    ("handler", "code", "words", "known_words"),
    [
        *((drops, "dropped", ENDED, "It is full or shutting down") for drops in DROPS),
        (strange.stay_silent, "no_reply", MUTE, "It is overloaded or hangs"),
        (strange.web_page, "not_netgame", NOT_OURS, NOT_OURS),
        (strange.be_older, "version", "it speaks protocol 0", "it speaks protocol 0"),
    ],
)
async def test_failures_after_the_certificate_have_their_own_errors(
    autojump_clock: trio.testing.MockClock,
    own: tuple[ssl.SSLContext, str],
    handler: Handler,
    code: str,
    words: str,
    known_words: str,
    known: bool,
) -> None:
    """With the requested certificate the server is known, even if the connection then fails."""
    context, fingerprint = own
    async with something_else(handler, context) as server:
        error = await why_not(replace(server, fingerprint=fingerprint) if known else server)

    assert error.code == code
    assert (known_words if known else words) in str(error)


async def test_another_certificate_is_a_wrong_identity(own: tuple[ssl.SSLContext, str]) -> None:
    async with something_else(strange.hang_up, own[0]) as server:
        error = await why_not(replace(server, fingerprint="0" * 64))

    assert error.code == "wrong_identity"
    assert "Another server" in str(error)


async def test_a_closed_port_and_a_dropped_connection_are_different_errors(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = Address("127.0.0.1", taken.getsockname()[1])
        alone = await why_not(Server(None, (nobody,)))
        async with something_else(strange.hang_up) as server:
            beside = await why_not(Server(None, (nobody, *server.addresses)))

    assert alone.code == "refused"
    assert "no server runs there" in str(alone)
    assert beside.code == "dropped", "that one tells more"
