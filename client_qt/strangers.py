"""A server at a typed address that was never seen here: what to say before anything of the player goes there."""

import ipaddress
import time
from collections.abc import Iterable
from dataclasses import dataclass

from client_qt.models.openings import Place
from client_qt.models.wording import tr
from client_qt.settings import KnownServer
from netgame.text import fill
from protocol.address import Address


@dataclass(frozen=True)
class Question:
    """The words, and whether going on is offered at all."""

    words: str
    may_join: bool


def stranger_question(place: Place, known: Iterable[KnownServer]) -> Question:
    """Near by, ask; far away, where anybody may stand in between, stop."""
    address = place.addresses[0]
    words = {"name": place.name, "address": str(address), "key": short_key(place.fingerprint)}
    before = next((server for server in known if str(address) in server.addresses), None)
    if not is_near(address):
        sentence = tr(
            "{name} at {address} is not known here and is not on your network, so nothing shows that it is the server "
            "you mean. Play there first while you are on its network."
        )
        return Question(fill(sentence, words), may_join=False)
    sentence = tr("This is {name} at {address}. It is new here; its key begins with {key}.")
    if before is not None:
        day = time.strftime("%Y-%m-%d", time.localtime(before.seen)) if before.seen else tr("before")
        sentence = tr("This is {name}, new here. {old} was at {address} ({day}). Its key begins with {key}.")
        words |= {"old": before.name or tr("Another server"), "day": day}
    return Question(fill(sentence, words), may_join=True)


def short_key(fingerprint: str) -> str:
    """Enough of the fingerprint to compare by telephone."""
    return " ".join(fingerprint[start : start + 4] for start in range(0, 16, 4))


def is_near(address: Address) -> bool:
    """Is that address of this computer or of a network without the internet in between?"""
    try:
        ip = ipaddress.ip_address(address.host)
    except ValueError:
        return "." not in address.host or address.host.endswith((".local", ".lan", ".home.arpa"))
    return ip.is_private or ip.is_link_local or ip.is_loopback
