"""Mail addresses, and the addresses of mail servers and webhooks, as far as this program uses them."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

MAX_LOCAL = 64  # characters before the @, as RFC 5321 has it
_LOCAL, _LABEL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_PLACE = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?")  # host and port in a URL
_NUMBERS = re.compile(r"[0-9.]+")
_ADDRESS = re.compile(rf"(?=.{{3,254}}\Z){_LOCAL}(?:\.{_LOCAL})*@(?:{_LABEL}\.)*{_LABEL}")


def is_mail_address(text: str) -> bool:
    """Tell whether a text is a plain mail address: ASCII, no quotes, no comments, nothing like an encoded word."""
    return _ADDRESS.fullmatch(text) is not None and len(text.partition("@")[0]) <= MAX_LOCAL and "=?" not in text


def domain_of(address: str) -> str:
    """Return the part of a mail address behind the @."""
    return address.rpartition("@")[2]


def mailbox_of(address: str) -> str:
    """Return the same text for all spellings of an address that usually are one mailbox: `Ann+games@` and `ann@`."""
    local, _at, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def check_mail_address(text: str) -> None:
    """Raise ValueError if a text is neither empty nor a mail address."""
    if text and not is_mail_address(text):
        raise ValueError("no mail address")


def check_host(text: str) -> None:
    """Raise ValueError if a text cannot be the name or address of a computer: `mail..example.org`, `127.0.0.300`."""
    text.encode("idna")
    if ":" in text or _NUMBERS.fullmatch(text):
        ip_address(text)


def check_webhook(text: str) -> None:
    """Raise ValueError if a text is neither empty nor the address of a webhook."""
    parts = urlsplit(text)
    _ = parts.port  # it may raise as well
    is_plain = text.isascii() and text.isprintable() and " " not in text
    if text and not (parts.scheme in ("http", "https") and _PLACE.fullmatch(parts.netloc) and is_plain):
        raise ValueError("no address of a webhook")
    check_host(parts.hostname or "")
