"""Every message of the wire: one struct each, one union per direction.

A frame is the msgpack array `[type, id, body]`: `type` is the tag of the struct, `id` pairs a request with its reply on
one connection (0 for pushes), `body` a map of the fields. A sentence for people crosses as `template` and `args`.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from protocol.messages.accounts import *  # noqa: F403  # told on, so that the whole wire is found in one place
from protocol.messages.accounts import (
    CloseReport,
    CloseTable,
    Devices,
    GetDevices,
    GetReports,
    MakePairingCode,
    Moderate,
    PairingCode,
    Report,
    Reports,
    Revoke,
    SetPassword,
    SignedIn,
    SignIn,
    SignUp,
)
from protocol.messages.base import *  # noqa: F403
from protocol.messages.base import (
    MAX_MOVE,
    NO_KEY,
    Access,
    Code,
    Count,
    Key,
    Message,
    Options,
    PlayerIndex,
    Position,
    Short,
    Table,
    Title,
)
from protocol.messages.social import *  # noqa: F403
from protocol.messages.social import (
    Chat,
    CloseRematch,
    GetHistory,
    GetProfile,
    History,
    People,
    PeopleDelta,
    Profile,
    Rematch,
    RematchState,
    Say,
)

# ---- to the server


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """First on every connection."""

    protocols: tuple[Count, Count]
    program: Short


class ListTables(Message, frozen=True, kw_only=True, tag="look"):
    """Which tables are there? Needs no sign-in. `table` is one that shall be among them, as a link names it."""

    table: Annotated[str, Meta(max_length=32)] = ""


class MakeTable(Message, frozen=True, kw_only=True, tag="make_table"):
    """Open a table and sit at it. `player` is the own index, None leaves it to the server's dice.

    `position` is the position text that every leg starts from; None is the game's own start. `clock` and `absence` are
    in the notations of PROTOCOL.md. `alternate`: the other side than in the own last match of this game here. With
    `access` "code" whoever has the `code` may sit down, with "invited" those who were sent an `Invite`. `delay`:
    so many seconds spectators are behind.
    """

    key: Key = NO_KEY
    game: Short
    options: Options
    title: Title = ""
    player: PlayerIndex | None = None
    alternate: bool = False
    position: Position | None = None
    clock: Short = "none"
    absence: Short = "wait"
    rated: bool = False
    access: Access = "open"
    code: Code = ""
    spectators: bool = True
    spectator_chat: bool = False
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    ready: bool = True


class Watch(Message, frozen=True, kw_only=True, tag="watch"):
    """Tell me the events of a table after that number, and those that follow. Answered with `Done` before the first.

    `Done.after` is the number after which they really begin: 0 where too many were missed.
    """

    table: Table
    after: Count = 0
    code: Code = ""


class Unwatch(Message, frozen=True, kw_only=True, tag="unwatch"):
    table: Table


class TakeSeat(Message, frozen=True, kw_only=True, tag="take_seat"):
    """Sit down, or change over to the other seat. `ready`: and accept what the table plays."""

    table: Table
    key: Key = NO_KEY
    player: PlayerIndex | None = None  # None: the free one
    ready: bool = True
    code: Code = ""


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
    to: Count | None = None  # the own move to take back; None: the last one


class SendAnswer(Message, frozen=True, kw_only=True, tag="answer"):
    table: Table
    key: Key = NO_KEY
    offer: Count
    accept: bool


class SendWithdraw(Message, frozen=True, kw_only=True, tag="withdraw"):
    table: Table
    key: Key = NO_KEY
    offer: Count


class SendClaim(Message, frozen=True, kw_only=True, tag="claim"):
    """What the absence policy gives: "win", "draw" or "adjourn"."""

    table: Table
    key: Key = NO_KEY
    what: Short


class SendLeave(Message, frozen=True, kw_only=True, tag="leave"):
    """Walk off during the match, and lose it."""

    table: Table
    key: Key = NO_KEY


class Invite(Message, frozen=True, kw_only=True, tag="invite"):
    """Tell somebody about an own table; at one by invitation he may sit down then."""

    table: Table
    key: Key = NO_KEY
    account: Short


class Echo(Message, frozen=True, kw_only=True, tag="echo"):
    """The answer to `Probe`, at once."""

    nonce: Count


class Bye(Message, frozen=True, kw_only=True, tag="bye"):
    """This program leaves on purpose; it is not answered."""


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    pass


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
    started: int | None = None  # server's time, ms, of the first leg
    paused: str | None = None  # the cause, as in the event
    clock: str = "none"
    absence: str = "wait"
    rated: bool = False
    access: Access = "open"
    spectators: bool = True  # may there be any
    spectator_chat: bool = False
    delay: int = 0
    ready: tuple[bool, bool] = (True, True)  # before the start
    watching: int = 0  # how many spectators there are
    previous: str | None = None
    score: tuple[int, int, int] = (0, 0, 0)


class Tables(Message, frozen=True, kw_only=True, tag="tables"):
    """The tables that are not over, the youngest 500 first; the reply to `ListTables`, and pushed after the sign-in."""

    tables: list[TableInfo]


class TablesDelta(Message, frozen=True, kw_only=True, tag="tables_news"):
    """What has changed of that list: tables that are new or different, and those that are over, or were left by all
    before their start. It may say again what is known."""

    changed: list[TableInfo] = []
    gone: list[str] = []


class Done(Message, frozen=True, kw_only=True, tag="done"):
    """The command was taken; `number` is the event it caused, `table` where it happened; `after`: see `Watch`."""

    table: str = ""
    number: int = 0
    after: int = 0


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """The request was not taken; nothing changed. `position` is the current one where a move was stale."""

    code: str
    template: str
    args: dict[str, str | int] = {}
    position: int | None = None


class TableEvents(Message, frozen=True, kw_only=True, tag="events"):
    """Events of a watched table in order, without gaps; each is a map with its `type` and fields."""

    table: str
    events: list[dict[str, Any]]


class Presence(Message, frozen=True, kw_only=True, tag="presence"):
    """Who of the two players of a watched table is connected, and why not: "lost", "left" or "" (never came)."""

    table: str
    present: tuple[bool, bool]
    causes: tuple[str, str] = ("", "")
    spectators: list[str] = []  # names, the first 50
    watching: int = 0  # spectators in all
    now: int = 0  # the server's time, ms, when a watch begins; 0 where it is not told


class Invited(Message, frozen=True, kw_only=True, tag="invited"):
    """`name` would like to see you at that table."""

    table: TableInfo
    account: str
    name: str


class Probe(Message, frozen=True, kw_only=True, tag="probe"):
    """The server measures the line; the answer is `Echo` with the same nonce, at once."""

    nonce: int


class Notice(Message, frozen=True, kw_only=True, tag="notice"):
    """A sentence of whoever runs the server, for everybody."""

    template: str
    args: dict[str, str | int] = {}


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


TableCommand = (
    TakeSeat | LeaveSeat | ReadyUp | SendMove | SendResign | SendOffer | SendAnswer | SendWithdraw
    | SendClaim | SendLeave
)  # fmt: skip
LobbyCommand = Rematch | CloseRematch | Invite | Say | GetHistory | GetProfile
AccountCommand = (
    SignUp | SetPassword | MakePairingCode | GetDevices | Revoke | Report | GetReports | CloseReport | Moderate
    | CloseTable
)  # fmt: skip
ToServer = (
    Hello | ListTables | SignIn | MakeTable | Watch | Unwatch | TableCommand | LobbyCommand | AccountCommand | Echo
    | Bye | Ping
)  # fmt: skip
ToClient = (
    Welcome | SignedIn | Tables | TablesDelta | Done | Refused | TableEvents | Presence | Frozen | People | PeopleDelta
    | Chat | Invited | RematchState | History | Profile | PairingCode | Devices | Reports | Probe | Notice | Closing
    | Pong
)  # fmt: skip
