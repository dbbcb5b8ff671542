"""With which certificate a server shows who it is: the one it made itself, or one for a public name."""

import ssl
from collections.abc import Callable

from protocol.errors import IdentityError
from protocol.identity.server_certificate import (
    Identity,
    given_fingerprint,
    given_identity,
    make_identity,
    server_context,
)
from server.config.settings import Config
from server.errors import DataFolderUnusable


def _nothing() -> None:
    pass


class Tls:
    """What the next connection is shown. `IdentityError` becomes `DataFolderUnusable`, which is a sentence."""

    def __init__(self, config: Config) -> None:
        self._plain = config.plain
        self.context: ssl.SSLContext | None = None  # None: no TLS
        self.on_change: Callable[[], None] = _nothing  # called when it may be another one
        self.use(config)

    def use(self, config: Config) -> None:
        """The certificate that lies there now; where it cannot be used all stays as it was."""
        try:
            proxy = given_fingerprint(config.cert) if self._plain and config.cert is not None else ""
            if config.cert is not None and not proxy:
                identity = given_identity(config.cert, config.key or config.cert)
            else:
                identity = make_identity(config.data)
            context = server_context(identity)  # a key that does not fit is found now and not by the first client
        except IdentityError as error:
            raise DataFolderUnusable(error.text) from error
        self.identity: Identity = identity
        self._proxy = proxy
        self.context = None if self._plain else context
        self.on_change()

    @property
    def seen(self) -> str:
        """Of the certificate that clients see, which is what their keys sign: behind a TLS proxy that is the proxy's,
        given as `cert`."""
        return self.fingerprint or self._proxy

    @property
    def fingerprint(self) -> str:
        """Of the certificate that is shown; empty without TLS."""
        return self.identity.fingerprint if self.context is not None else ""
