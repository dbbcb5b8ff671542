"""The certificate of a server: one that it made itself, or one for a public name."""

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


class Tls:
    """The TLS context for the next connection. A certificate that cannot be used raises `DataFolderUnusable`."""

    def __init__(self, config: Config) -> None:
        self._plain = config.plain
        self.context: ssl.SSLContext | None = None  # None: no TLS
        self.on_change: Callable[[], None] = lambda: None  # called after a change of the certificate
        self.use(config)

    def use(self, config: Config) -> None:
        """Load the certificate that a configuration names. If it cannot be used, keep the current one."""
        try:
            proxy = given_fingerprint(config.cert) if self._plain and config.cert is not None else ""
            if config.cert is not None and not proxy:
                identity = given_identity(config.cert, config.key or config.cert)
            else:
                identity = make_identity(config.data)
            context = server_context(identity)  # fails now, not at the first client, if the key does not fit
        except IdentityError as error:
            raise DataFolderUnusable(error.text) from error
        self.identity: Identity = identity
        self._proxy = proxy
        self.context = None if self._plain else context
        self.on_change()

    @property
    def seen(self) -> str:
        """The fingerprint of the certificate that clients see, which their keys sign.

        Behind a TLS proxy it is that of the proxy's certificate, which the configuration gives as `cert`.
        """
        return self.fingerprint or self._proxy

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the server's certificate; empty without TLS."""
        return self.identity.fingerprint if self.context is not None else ""
