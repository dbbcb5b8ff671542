"""What is wrong with the certificate of the setting `cert`: for the check of the settings, and while a server runs."""

from datetime import UTC, datetime, timedelta

from protocol.errors import IdentityError
from protocol.identity.server_certificate import given_identity, given_validity
from protocol.platform import is_private
from server.config.settings import Config

SOON = timedelta(days=7)  # before its end a certificate should have been renewed


def certificate_errors(config: Config) -> list[str]:
    """Return why players cannot connect with the certificate in `cert`. Blocks."""
    cert = config.cert
    if cert is None:
        return []
    try:
        if not config.plain:  # otherwise the proxy has the key
            given_identity(cert, config.key or cert)
        since, until = given_validity(cert)
    except IdentityError as error:
        return [str(error.text)]
    now = datetime.now(UTC)
    if now < since:
        return [f"The certificate in {cert} is valid only from {since:%Y-%m-%d %H:%M} UTC on"]
    return [has_ended(config, until)] if until <= now else []


def certificate_warnings(config: Config) -> list[str]:
    """Return what is dangerous about the certificate in `cert`, although it works. Blocks."""
    cert = config.cert
    found: list[str] = []
    if cert is None:
        return found
    key = config.key or cert
    try:
        now, until = datetime.now(UTC), given_validity(cert)[1]
        if now < until <= now + SOON:
            found.append(f"The certificate in {cert} ends on {until:%Y-%m-%d %H:%M} UTC. Renew it")
        if not config.plain and not is_private(key):
            mode = f"{key.stat().st_mode & 0o777:o}"
            found.append(
                f"Every user of this computer may read the key in {key} (mode {mode}). "
                "Make it private: mode 640 with the group of the server, or mode 600 with the server as its owner"
            )
    except (IdentityError, OSError):
        pass  # one of the errors
    return found


def has_ended(config: Config, until: datetime) -> str:
    """Return the sentence about a certificate that has expired."""
    return f"The certificate in {config.cert} expired on {until:%Y-%m-%d %H:%M} UTC. Renew it, and reload the server"
