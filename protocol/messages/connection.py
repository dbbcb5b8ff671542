"""Messages of the connection itself: greeting, answers, keep-alive, notices and the end."""

from protocol.messages.base import Count, Message, Sentence, Short

# ---- to the server


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """First on every connection."""

    protocols: tuple[Count, Count]
    program: Short


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    pass


class Echo(Message, frozen=True, kw_only=True, tag="echo"):
    """The answer to `Probe`, at once."""

    nonce: Count


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """This program leaves on purpose; it is not answered."""


# ---- to the client


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `Hello`: the protocol version both speak from now on, and who serves."""

    protocol: Count
    program: Short
    server: Short  # its name, for people
    games: dict[str, int]  # key -> version of the rules
    nonce: bytes = b""  # 32 random bytes for this connection, which a device signs
    guests: bool = True  # may those play who have not registered
    sign_up: bool = True  # may a name be registered
    motd: str = ""  # the message of the day, for people


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """The command was taken; `number` is the event it caused, `table` where it happened; `after`: see `Watch`."""

    table: str = ""
    number: int = 0
    after: int = 0


class Refused(Sentence, frozen=True, kw_only=True, tag="refused"):
    """The request was not taken; nothing changed. `position` is the current one where a move was stale."""

    code: str
    position: int | None = None


class Probe(Message, frozen=True, kw_only=True, tag="probe"):
    """The server measures the line; the answer is `Echo` with the same nonce, at once."""

    nonce: int


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    pass


class Notice(Sentence, frozen=True, kw_only=True, tag="notice"):
    """A sentence of whoever runs the server, for everybody."""


class Closing(Sentence, frozen=True, kw_only=True, tag="closing"):
    """The server stops, or closes this connection, and why."""

    code: str
