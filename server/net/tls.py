"""The certificates of a server: its own, and one for a public name.

Clients that connect by an address know the server by the fingerprint of its own certificate, so this one never changes.
Clients that ask for a name (SNI) get the one of the setting `cert`, which they verify and which may be renewed.
"""

import logging
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from protocol.errors import IdentityError
from protocol.files import write_whole
from protocol.identity.server_certificate import (
    FILE,
    Fingerprint,
    Identity,
    given_fingerprint,
    given_identity,
    given_validity,
    make_identity,
    server_context,
)
from server.config.certificate import certificate_errors, certificate_warnings, has_ended
from server.config.settings import Config
from server.errors import DataFolderUnusable
from server.storage.data_folder import put_aside, unusable

log = logging.getLogger(__name__)


class Tls:
    """The TLS context for the next connection. A certificate that cannot be used raises `DataFolderUnusable`.

    `shown` is the fingerprint that this server showed when it ran last, or empty.
    """

    def __init__(self, config: Config, shown: Fingerprint = "") -> None:
        self._plain = config.plain
        self._shown = shown
        self.context: ssl.SSLContext | None = None  # None: no TLS
        self.on_change: Callable[[], None] = lambda: None  # called after a change of the certificate
        self.use(config)

    def use(self, config: Config) -> None:
        """Load the certificate that a configuration names. If it cannot be used, keep the current one."""
        cert = config.cert
        try:
            public = given_identity(cert, config.key or cert) if cert is not None and not self._plain else None
            proxy = given_fingerprint(cert) if cert is not None and self._plain else ""
            until = given_validity(cert)[1] if cert is not None else None
            if public is not None:
                self._keep(config.data / FILE, public)
            identity = make_identity(config.data)
            context = server_context(identity)  # fails now, not at the first client, if the key does not fit
            if public is not None:
                context.sni_callback = _choose(server_context(public))
        except IdentityError as error:
            raise DataFolderUnusable(error.text) from error
        self.identity: Identity = identity
        self.public = public.fingerprint if public is not None else proxy  # of the certificate in `cert`; or empty
        self.until = until  # the end of that certificate
        self.context = None if self._plain else context
        self._config = config
        for problem in self.errors():
            log.error("%s", problem)
        for warning in certificate_warnings(config):
            log.warning("%s", warning)
        self.on_change()

    def _keep(self, path: Path, public: Identity) -> None:
        """Make a certificate the own one where players know the server by it, and by no other.

        So it is if there is no own one, or if an older version of this program has shown it to all players.
        """
        is_first = not path.exists()
        if is_first or (public.fingerprint == self._shown and given_fingerprint(path) != self._shown):
            paths = dict.fromkeys((public.cert_path, public.key_path))
            pem = "\n".join(each.read_text("ascii", errors="replace") for each in paths)
            try:
                if not is_first:
                    put_aside(path)
                write_whole(path, pem.encode("ascii", errors="replace"), private=True)
            except OSError as error:
                raise unusable(path.parent, error) from error

    @property
    def seen(self) -> Fingerprint:
        """The fingerprint of the certificate that clients see who ask for no name, which their keys sign.

        Behind a TLS proxy it is that of the proxy's certificate, which the configuration gives as `cert`.
        """
        return self.identity.fingerprint if self.context is not None else self.public

    @property
    def fingerprint(self) -> Fingerprint:
        """The fingerprint of the server's own certificate; empty without TLS."""
        return self.identity.fingerprint if self.context is not None else ""

    def errors(self) -> list[str]:
        """Return what is wrong now with the certificate in `cert`: with the file, and with the one in use. Blocks."""
        found = certificate_errors(self._config)
        if self.until is not None and self.until <= datetime.now(UTC) and not found:
            found.append(has_ended(self._config, self.until))
        return found

    def warnings(self) -> list[str]:
        """Return what an operator should do about the certificate in `cert`, although it works. Blocks."""
        found = certificate_warnings(self._config)
        cert = self._config.cert
        if cert is not None:
            try:
                if given_fingerprint(cert) != self.public:
                    found.append(f"The certificate in {cert} has changed. Reload the server, so that it is used")
            except IdentityError:
                pass  # one of the errors
        return found


def _choose(public: ssl.SSLContext) -> Callable[[ssl.SSLSocket | ssl.SSLObject, str | None, ssl.SSLContext], None]:
    """Return the callback of a handshake. A client that asks for a name gets the certificate of the public name."""

    def choose(tls: ssl.SSLSocket | ssl.SSLObject, name: str | None, _context: ssl.SSLContext) -> None:
        if name is not None:
            tls.context = public

    return choose
