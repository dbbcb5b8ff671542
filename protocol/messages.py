"""Every message of the wire: one struct each, one union per direction.

A frame is the msgpack array `[type, id, body]`: `type` is the tag of the struct, `id` pairs a request with its reply on
one connection (0 for pushes), `body` a map of the fields.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

PROTOCOL = (1, 1)  # lowest and highest protocol version that this program speaks

MAX_NAME = 20
MAX_TITLE = 60
MAX_MOVE = 4096  # a Blooms or Conquid turn is shorter; a shove names at most 8 captures
KEY_BYTES = 16

Name = Annotated[str, Meta(max_length=64)]  # checked further by the server, with a sentence
Title = Annotated[str, Meta(max_length=MAX_TITLE)]
Table = Annotated[str, Meta(min_length=1, max_length=32)]
Key = Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
Count = Annotated[int, Meta(ge=0, lt=2**53)]
PlayerIndex = Annotated[int, Meta(ge=0, le=1)]
Short = Annotated[str, Meta(max_length=200)]
Options = Annotated[dict[Short, str | int | bool | None], Meta(max_length=32)]


class Message(Struct, frozen=True, kw_only=True):
    """The base of all messages; unknown fields are ignored."""


# ---- to the server


class Hello(Message, tag="hello"):
    """First on every connection."""

    protocols: tuple[Count, Count]
    program: Short


class Look(Message, tag="look"):
    """Which tables are there? Allowed without signing in; answered with `Tables`."""


class SignIn(Message, tag="sign_in"):
    """Who I am. The token is what this server gave out before; without one a new account is made."""

    name: Name
    token: Annotated[bytes, Meta(max_length=64)] | None = None


class MakeTable(Message, tag="make_table"):
    """Open a table and sit at it. `player` is the own index, None leaves it to the server's dice."""

    key: Key
    game: Short
    options: Options
    title: Title = ""
    player: PlayerIndex | None = None


class Watch(Message, tag="watch"):
    """Tell me the events of a table after that number, and those that follow. Answered with `Done` before the first."""

    table: Table
    after: Count = 0


class Unwatch(Message, tag="unwatch"):
    table: Table


class TakeSeat(Message, tag="take_seat"):
    table: Table
    key: Key
    player: PlayerIndex | None = None  # None: the free one


class LeaveSeat(Message, tag="leave_seat"):
    table: Table
    key: Key


class ReadyUp(Message, tag="ready"):
    table: Table
    key: Key


class SendMove(Message, tag="move"):
    table: Table
    key: Key
    position: Count
    move: Annotated[str, Meta(max_length=MAX_MOVE)]


class SendResign(Message, tag="resign"):
    table: Table
    key: Key
    match: bool = False


class SendOffer(Message, tag="offer"):
    table: Table
    key: Key
    kind: Short


class SendAnswer(Message, tag="answer"):
    table: Table
    key: Key
    offer: Count
    accept: bool


class SendWithdraw(Message, tag="withdraw"):
    table: Table
    key: Key
    offer: Count


class Ping(Message, tag="ping"):
    pass


# ---- to the client


class Welcome(Message, tag="welcome"):
    """The answer to `Hello`: the protocol version both speak from now on, and who serves."""

    protocol: Count
    program: Short
    server: Short  # its name, for people
    games: dict[str, int]  # key -> version of the rules


class SignedIn(Message, tag="signed_in"):
    account: Short
    name: Short
    token: bytes


class SeatInfo(Struct, frozen=True, kw_only=True):
    name: str
    account: str
    present: bool


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table as a list shows it."""

    table: str
    title: str
    game: str
    rules: int
    options: dict[str, str | int | bool | None]
    seats: tuple[SeatInfo | None, SeatInfo | None]  # by player
    state: str  # open, playing, between (legs), over, frozen
    events: int  # how many the log has
    made: int  # server's time, ms


class Tables(Message, tag="tables"):
    """All tables that are not over; the reply to `Look`, and pushed to everybody signed in when one changes."""

    tables: list[TableInfo]


class Done(Message, tag="done"):
    """The command was taken; `number` is the event it caused, `table` where it happened."""

    table: str = ""
    number: int = 0


class Refused(Message, tag="refused"):
    """The request was not taken; nothing changed. `position` is the current one where a move was stale."""

    code: str
    template: str
    args: dict[str, str | int] = {}
    position: int | None = None


class Happened(Message, tag="events"):
    """Events of a watched table in order, without gaps; each is a map with its `type` and fields."""

    table: str
    events: list[dict[str, Any]]


class Presence(Message, tag="presence"):
    """Who of the two players of a watched table is connected."""

    table: str
    present: tuple[bool, bool]


class Closing(Message, tag="closing"):
    """The server stops, or closes this connection, and why."""

    code: str
    template: str
    args: dict[str, str | int] = {}


class Pong(Message, tag="pong"):
    pass


TableCommand = TakeSeat | LeaveSeat | ReadyUp | SendMove | SendResign | SendOffer | SendAnswer | SendWithdraw
ToServer = Hello | Look | SignIn | MakeTable | Watch | Unwatch | TableCommand | Ping
ToClient = Welcome | SignedIn | Tables | Done | Refused | Happened | Presence | Closing | Pong
