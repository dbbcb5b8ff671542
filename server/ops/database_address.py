"""The address of a PostgreSQL database, and how to show it without its password."""

import re
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

SCHEME = "postgresql"
HIDDEN = "***"
_PORT = re.compile(r"(?:\[[^\]]*\]|[^:\[\]]*)(?::[0-9]{0,5})?")  # a host, perhaps with a port
_SECRET = {"password", "sslpassword"}  # parameters of an address


def check_address(address: str) -> None:
    """Raise ValueError if a text is no address of a database."""
    try:
        parts = urlsplit(address)
    except ValueError:
        raise ValueError("no address of a database") from None  # without the text, which may hold a password
    hosts = parts.netloc.rpartition("@")[2].split(",")
    is_wrong = any(_PORT.fullmatch(host) is None for host in hosts)
    if is_wrong or not address.startswith(f"{SCHEME}://") or not address.isprintable() or not parts.path.strip("/"):
        raise ValueError("no address of a database")


def without_password(address: str) -> str:
    """Return an address to show, with *** instead of its passwords."""
    if not address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return HIDDEN
    login, at, hosts = parts.netloc.rpartition("@")
    user, colon, _password = login.partition(":")
    netloc = (f"{user}:{HIDDEN}" if colon else user) + at + hosts
    fields = parse_qsl(parts.query, keep_blank_values=True)
    query = parts.query
    if any(name in _SECRET for name, _value in fields):
        shown = [(name, HIDDEN if name in _SECRET else value) for name, value in fields]
        query = urlencode(shown, quote_via=quote, safe="*")
    return f"{parts.scheme}://{netloc}{parts.path}" + (f"?{query}" if query else "")


def hide_password(text: str, address: str) -> str:
    """Replace the passwords of an address in a text, such as the error of a library."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return text
    login = parts.netloc.rpartition("@")[0]
    secrets = {login.partition(":")[2], unquote(login.partition(":")[2])}
    for field in parts.query.split("&"):
        name, _, value = field.partition("=")
        if unquote(name) in _SECRET:
            secrets |= {value, unquote(value)}
    text = text.replace(address, without_password(address))
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text
