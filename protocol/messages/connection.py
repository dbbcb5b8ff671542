"""Messages of the connection itself: greeting, answers, keep-alive, notices and the end."""

from typing import Annotated

from msgspec import Meta

from protocol.messages.base import (
    Count,
    Instance,
    Message,
    Sentence,
    SentenceText,
    ServerBytes,
    Short,
)

# ---- to the server


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """The first message on every connection."""

    protocols: tuple[Count, Count]
    program: Short
    instance: Instance = b""  # of the server at which this client was before


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    pass


class Echo(Message, frozen=True, kw_only=True, tag="echo"):
    """The answer to `Probe`, sent at once."""

    nonce: Count


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """This program leaves on purpose. There is no reply."""


# addresses and keys of a service; an address that cannot be read is ignored
Addresses = Annotated[tuple[Annotated[str, Meta(max_length=300)], ...], Meta(max_length=64)]
ServerKeys = Annotated[tuple[ServerBytes, ...], Meta(max_length=1000)]

# ---- to the client


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """The reply to `Hello`: the protocol version that both use from now on, and facts about the server."""

    protocol: Count
    program: Short
    server: Short  # its name, for people
    games: dict[Short, Count]  # key -> version of the rules
    nonce: ServerBytes = b""  # 32 random bytes of this connection, for the signature of a device
    guests: bool = True  # whether players may play without registration
    sign_up: bool = True  # whether names can be registered
    motd: SentenceText = ""  # the message of the day, for people
    computers: bool = False  # whether computer players may sign in from this address
    addresses: Addresses = ()  # at which the servers of this service are reached, if it has several
    signing_key: ServerBytes = b""  # the public key with which this server signs logs; b"": it signs none
    former_keys: ServerKeys = ()  # those before it, with which it signs the logs that name them
    instance: Instance = b""  # 8 random bytes of this run; all nodes of a service have the same
    continues: bool = False  # whether its data are those of the instance in `Hello`


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """The command was accepted. `number` is its first event; `after`: see `Watch`."""

    table: Short = ""
    number: Count = 0
    after: Count = 0


class Refused(Sentence, frozen=True, kw_only=True, tag="refused"):
    """The request was refused. Nothing changed, unless the code is `unconfirmed`.

    `position` is the current one if a move was stale.
    """

    code: Short
    position: Count | None = None


class Probe(Message, frozen=True, kw_only=True, tag="probe"):
    """The server measures the round-trip time. Answer at once with an `Echo` of the same nonce."""

    nonce: Count


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    pass


class Notice(Sentence, frozen=True, kw_only=True, tag="notice"):
    """A sentence from the operator of the server to everybody, or to a player whose opponent left a pair at `table`."""

    table: Short = ""


class Closing(Sentence, frozen=True, kw_only=True, tag="closing"):
    """The reason why the server closes this connection; the last message on it."""

    code: Short
