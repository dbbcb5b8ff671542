"""Addresses of servers, as people type and paste them."""

import ipaddress
import random
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote, unquote

from netgame.text import N_
from protocol.errors import AddressError

DEFAULT_PORT = 7763
MAX_ANNOUNCED = 8  # addresses of a service
SCHEME = "netgame://"

_NAME = re.compile(r"(?=.{1,253}$)(?!-)[\w-]+(\.[\w-]+)*\.?")
_TABLE = re.compile(r"[\w-]{1,32}")


@dataclass(frozen=True)
class Address:
    """A host name or IP address, and a port."""

    host: str
    port: int = DEFAULT_PORT

    @staticmethod
    def parse(text: str) -> "tuple[Address, str | None]":
        """Return the address, and the table if the text is a link that names one. Raise `AddressError` for other texts.

        Accepted: `192.168.1.5`, `host`, `host:port`, `::1`, `[::1]:7763`, `netgame://host:port/table`.
        """
        text = text.strip()
        if not text:
            raise AddressError(
                "address", N_("Type the address of the server, like 192.168.1.5 or myserver.example:7763")
            )
        if len(text) > 300:
            raise AddressError("address", N_("This address is too long"))
        rest, table = _split_link(text)
        if rest.startswith("["):
            host, bracket, after = rest[1:].partition("]")
            if not bracket or (after and not after.startswith(":")):
                raise AddressError(
                    "address", N_("{text} is not an address. An address with brackets looks like [::1]:7763"), text=rest
                )
            port = after[1:] if after else None
        elif rest.count(":") > 1:  # an IPv6 address without brackets has no port
            host, port = rest, None
        else:
            host, colon, digits = rest.partition(":")
            port = digits if colon else None
        host = _checked_host(host)
        if port is None:
            return Address(host), table
        if not re.fullmatch(r"[0-9]{1,5}", port) or not 1 <= int(port) <= 65535:
            raise AddressError(
                "address", N_("{port} is not a port. A port is a number from 1 to 65535"), port=port[:20] or "This"
            )
        return Address(host, int(port)), table

    @property
    def is_loopback(self) -> bool:
        """Whether it leads to this computer, and works without a network."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORT else f"{host}:{self.port}"

    def link(self, table: str | None = None) -> str:
        """Return a link to this server, or to a table there."""
        return f"{SCHEME}{self}/{quote(table or '')}"


def with_announced(known: Sequence[Address], announced: Sequence[str]) -> tuple[Address, ...]:
    """Return the known addresses of a server, and those that it announces for its service.

    The announced ones come first, new ones at random places among them, so that the clients spread over the servers of
    a service. Texts that are no addresses are ignored.
    """
    valid: list[Address] = []
    for text in announced[:MAX_ANNOUNCED]:
        with suppress(AddressError):
            valid.append(Address.parse(text)[0])
    first = [address for address in known if address in valid]
    for address in dict.fromkeys(valid):
        if address not in first:
            first.insert(random.randint(0, len(first)), address)
    return (*first, *(address for address in known if address not in valid))


def _split_link(text: str) -> tuple[str, str | None]:
    if not text.lower().startswith(SCHEME):
        if "://" in text:
            raise AddressError(
                "address", N_("{link} is not a netgame link; links start with netgame://"), link=text[:40]
            )
        return text, None
    rest, _, path = re.split(r"[?#]", text[len(SCHEME) :], maxsplit=1)[0].partition("/")
    table = unquote(path).strip("/")
    if table and not _TABLE.fullmatch(table):
        raise AddressError("address", N_("{table} in the link is not a table"), table=table[:40])
    return rest, table or None


def _checked_host(host: str) -> str:
    host = host.strip()
    if ":" in host or re.fullmatch(r"[\d.]+", host):
        try:
            ipaddress.ip_address(host)
        except ValueError:
            raise AddressError(
                "address",
                N_("{host} is not an IP address. An IP address looks like 192.168.1.5 or fe80::1"),
                host=host[:60],
            ) from None
    elif not _NAME.fullmatch(host):
        raise AddressError("address", N_("{host} is not the name or address of a computer"), host=host[:60] or "This")
    return host
