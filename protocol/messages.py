"""Every message of the wire: one struct each, one union per direction.

A frame is the msgpack array `[type, id, body]`: `type` is the tag of the struct, `id` pairs a request with its reply on
one connection (0 for pushes), `body` a map of the fields. A sentence for people crosses as `template` and `args`.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

PROTOCOL = (1, 1)  # lowest and highest protocol version that this program speaks

MAX_NAME = 20
MAX_TITLE = 60
MAX_MOVE = 4096  # a Blooms or Conquid turn is shorter; a shove names at most 8 captures
MAX_POSITION = 8192  # a Conquid board of 60 by 100 takes 6,061
KEY_BYTES = 16
NO_KEY = b""  # a command as the program builds it; `Session` puts a key in, and the server refuses one without
TOKEN_BYTES = 32

Name = Annotated[str, Meta(max_length=64)]  # checked further by the server, with a sentence
Title = Annotated[str, Meta(max_length=MAX_TITLE)]
Table = Annotated[str, Meta(min_length=1, max_length=32)]
Key = Annotated[bytes, Meta(min_length=KEY_BYTES, max_length=KEY_BYTES)]
Token = Annotated[bytes, Meta(min_length=TOKEN_BYTES, max_length=TOKEN_BYTES)]
Count = Annotated[int, Meta(ge=0, lt=2**53)]
PlayerIndex = Annotated[int, Meta(ge=0, le=1)]
Short = Annotated[str, Meta(max_length=200)]
Position = Annotated[str, Meta(min_length=1, max_length=MAX_POSITION)]
Options = Annotated[dict[Short, str | int | bool | None], Meta(max_length=32)]


class Message(Struct, frozen=True, kw_only=True):
    """The base of all messages; unknown fields are ignored."""


# ---- to the server


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """First on every connection."""

    protocols: tuple[Count, Count]
    program: Short


class Look(Message, frozen=True, kw_only=True, tag="look"):
    """Which tables are there? Allowed without signing in; answered with `Tables`."""


class SignIn(Message, frozen=True, kw_only=True, tag="sign_in"):
    """Who I am. A token the server knows is that account; one it does not know becomes a new account.

    A client that makes its token itself, 32 random bytes for each server, may repeat a sign-in whose answer was lost
    without becoming two people. Without a token the server makes the account and the token.
    """

    name: Name
    token: Token | None = None


class MakeTable(Message, frozen=True, kw_only=True, tag="make_table"):
    """Open a table and sit at it. `player` is the own index, None leaves it to the server's dice.

    `position` is the position text that every leg starts from; None is the game's own start.
    """

    key: Key = NO_KEY
    game: Short
    options: Options
    title: Title = ""
    player: PlayerIndex | None = None
    position: Position | None = None


class Watch(Message, frozen=True, kw_only=True, tag="watch"):
    """Tell me the events of a table after that number, and those that follow. Answered with `Done` before the first."""

    table: Table
    after: Count = 0


class Unwatch(Message, frozen=True, kw_only=True, tag="unwatch"):
    table: Table


class TakeSeat(Message, frozen=True, kw_only=True, tag="take_seat"):
    table: Table
    key: Key = NO_KEY
    player: PlayerIndex | None = None  # None: the free one


class LeaveSeat(Message, frozen=True, kw_only=True, tag="leave_seat"):
    table: Table
    key: Key = NO_KEY


class ReadyUp(Message, frozen=True, kw_only=True, tag="ready"):
    table: Table
    key: Key = NO_KEY


class SendMove(Message, frozen=True, kw_only=True, tag="move"):
    table: Table
    key: Key = NO_KEY
    position: Count
    move: Annotated[str, Meta(max_length=MAX_MOVE)]


class SendResign(Message, frozen=True, kw_only=True, tag="resign"):
    table: Table
    key: Key = NO_KEY
    match: bool = False


class SendOffer(Message, frozen=True, kw_only=True, tag="offer"):
    table: Table
    key: Key = NO_KEY
    kind: Short


class SendAnswer(Message, frozen=True, kw_only=True, tag="answer"):
    table: Table
    key: Key = NO_KEY
    offer: Count
    accept: bool


class SendWithdraw(Message, frozen=True, kw_only=True, tag="withdraw"):
    table: Table
    key: Key = NO_KEY
    offer: Count


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    pass


# ---- to the client


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    """The answer to `Hello`: the protocol version both speak from now on, and who serves."""

    protocol: Count
    program: Short
    server: Short  # its name, for people
    games: dict[str, int]  # key -> version of the rules


class SignedIn(Message, frozen=True, kw_only=True, tag="signed_in"):
    account: Short
    name: Short  # as everybody sees it; " 2" may have been appended
    token: bytes
    new: bool = False  # the account was made by this sign-in


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
    set_up: bool = False  # it starts from a position that somebody set up, which its event `created` tells
    seats: tuple[SeatInfo | None, SeatInfo | None]  # by player
    state: str  # open, playing, between (legs), over, frozen
    events: int  # how many the log has
    made: int  # server's time, ms


class Tables(Message, frozen=True, kw_only=True, tag="tables"):
    """All tables that are not over; the reply to `Look`, and pushed to everybody signed in when one changes."""

    tables: list[TableInfo]


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """The command was taken; `number` is the event it caused, `table` where it happened."""

    table: str = ""
    number: int = 0


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """The request was not taken; nothing changed. `position` is the current one where a move was stale."""

    code: str
    template: str
    args: dict[str, str | int] = {}
    position: int | None = None


class Happened(Message, frozen=True, kw_only=True, tag="events"):
    """Events of a watched table in order, without gaps; each is a map with its `type` and fields."""

    table: str
    events: list[dict[str, Any]]


class Presence(Message, frozen=True, kw_only=True, tag="presence"):
    """Who of the two players of a watched table is connected."""

    table: str
    present: tuple[bool, bool]


class Frozen(Message, frozen=True, kw_only=True, tag="frozen"):
    """A watched table stopped because of a fault at the server; it takes no commands any more."""

    table: str
    template: str
    args: dict[str, str | int] = {}


class Closing(Message, frozen=True, kw_only=True, tag="closing"):
    """The server stops, or closes this connection, and why."""

    code: str
    template: str
    args: dict[str, str | int] = {}


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    pass


TableCommand = TakeSeat | LeaveSeat | ReadyUp | SendMove | SendResign | SendOffer | SendAnswer | SendWithdraw
ToServer = Hello | Look | SignIn | MakeTable | Watch | Unwatch | TableCommand | Ping
ToClient = Welcome | SignedIn | Tables | Done | Refused | Happened | Presence | Frozen | Closing | Pong
