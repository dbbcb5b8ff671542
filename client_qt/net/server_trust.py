"""Questions about an unknown server, asked before the program sends it anything of the player."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from client_qt.net.server_browser import ServerReply
from client_qt.net.table_list import ListedServer
from client_qt.settings.schema import KnownServer
from client_qt.text.locale_formats import day, local_time
from client_qt.text.translation import tr
from netgame.text import fill
from protocol.address import Address, ip_of, is_private
from protocol.identity.fingerprint_words import digits_of, words_of

NO_BREAK = "\N{NO-BREAK SPACE}"  # keeps the words to compare in one line


@dataclass(frozen=True)
class Question:
    """A question. `instead_of` is the fingerprint of another server at that address, which a yes forgets."""

    words: str
    instead_of: str = ""


def stranger_question(server: ListedServer, known: Iterable[KnownServer]) -> Question:
    """Return the question for a server: on the internet the player compares words, because a connection there can be
    intercepted, and a server that replaces a known one is refused until the player forgets the known one."""
    address = server.addresses[0]
    words = {"name": server.name, "address": str(address), "words": to_compare(server.fingerprint)}
    before = next((server for server in known if str(address) in server.addresses), None)
    if before is not None:
        seen = day(local_time(1000 * before.seen)) if before.seen else tr("before")
        words |= {"old": before.name or tr("Another server"), "day": seen}
    near = is_near(address)
    instead_of = before.fingerprint if before is not None and not near else ""
    return Question(fill(_sentence(near, before is not None), words), instead_of)


def proves_itself(server: ListedServer, known: Iterable[KnownServer]) -> bool:
    """Whether the certificate proves the typed name and no other server was ever at that address."""
    typed = server.addresses[0]
    was_another = any(str(typed) in server.addresses and not server.public_name for server in known)
    return bool(server.public_name) and server.public_name == typed.host and not was_another


def by_public_name(reply: ServerReply, known: Iterable[KnownServer]) -> ServerReply:
    """Identify a server with a proven public name by that name, because its certificate may change."""
    name = reply.server.public_name
    before = next((server for server in known if name and server.public_name == name), None)
    return replace(reply, server=replace(reply.server, fingerprint=before.fingerprint)) if before is not None else reply


def _sentence(near: bool, was_another: bool) -> str:
    if near and was_another:
        return tr("This is {name}, new here. {old} was at {address} ({day}). To compare: {words}.")
    if near:
        return tr("This is {name} at {address}. It is new here. To compare: {words}.")
    if was_another:
        return tr(
            "{old} was at {address} ({day}). Now another server answers there: {name}. Its words are {words}. "
            "Stop and ask its operator. Forget the old server only if it really got a new key."
        )
    return tr(
        "{name} at {address} is unknown, and you connect over the internet. Ask its operator for the words of the "
        "server, for example by telephone. Continue only if they are: {words}."
    )


def to_compare(fingerprint: str) -> str:
    """The fingerprint of a server as people compare it: four words, or six digits."""
    digits = digits_of(fingerprint).replace(" ", NO_BREAK)
    return fill(tr("{words} (or {digits})"), {"words": NO_BREAK.join(words_of(fingerprint)), "digits": digits})


def is_near(address: Address) -> bool:
    """Whether an address is of this computer or of a private network."""
    if ip_of(address.host) is None:
        return "." not in address.host or address.host.endswith((".local", ".lan", ".home.arpa"))
    return address.is_loopback or is_private(address.host)
