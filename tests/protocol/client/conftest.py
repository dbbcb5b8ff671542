import ssl
from dataclasses import dataclass

import pytest
import trio

from devtools.harness.server.serving import forget_kept
from protocol.identity.server_certificate import make_identity, server_context
from tests.protocol.client.strange_servers import Network

__all__ = ["forget_kept"]


@dataclass(frozen=True)
class Tls:
    """The TLS of a netgame server."""

    context: ssl.SSLContext
    fingerprint: str


@pytest.fixture(scope="session")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Tls:
    identity = make_identity(tmp_path_factory.mktemp("server"))
    return Tls(server_context(identity), identity.fingerprint)


@pytest.fixture
async def network(nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch) -> Network:
    """A network without servers, in place of TCP."""
    made = Network(nursery)
    monkeypatch.setattr(trio, "open_tcp_stream", made.open)
    return made
