"""Mail addresses and the addresses of webhooks, as far as this program uses them."""

import re
from urllib.parse import urlsplit

MAX_LOCAL = 64  # characters before the @, as RFC 5321 has it
_LOCAL, _LABEL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=.{{3,254}}\Z){_LOCAL}(?:\.{_LOCAL})*@(?:{_LABEL}\.)*{_LABEL}")


def is_mail_address(text: str) -> bool:
    """Tell whether a text is a plain mail address: ASCII, no quotes, no comments."""
    return _ADDRESS.fullmatch(text) is not None and len(text.partition("@")[0]) <= MAX_LOCAL


def check_mail_address(text: str) -> None:
    """Raise ValueError if a text is neither empty nor a mail address."""
    if text and not is_mail_address(text):
        raise ValueError("no mail address")


def check_webhook(text: str) -> None:
    """Raise ValueError if a text is neither empty nor the address of a webhook."""
    parts = urlsplit(text)
    _ = parts.port  # it may raise as well
    is_plain = text.isascii() and text.isprintable() and " " not in text
    if text and not (parts.scheme in ("http", "https") and parts.hostname and is_plain and "@" not in parts.netloc):
        raise ValueError("no address of a webhook")
