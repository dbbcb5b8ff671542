"""Messages about tables and matches: listing, making, watching, seats, moves, offers and events."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from protocol.messages.base import (
    LINK_BYTES,
    MAX_MOVE,
    NO_KEY,
    SIGNATURE_BYTES,
    Access,
    Code,
    Count,
    DiceSource,
    Digest,
    Entries,
    Key,
    Link,
    Message,
    Name,
    Options,
    PlayerIndex,
    Position,
    Sentence,
    Short,
    Table,
    Title,
    Word,
)

# ---- to the server


class ListTables(Message, frozen=True, kw_only=True, tag="look"):
    """Request the list of tables. Needs no sign-in. `table`, for example from a link, is included in any case."""

    table: Annotated[str, Meta(max_length=32)] = ""


class MakeTable(Message, frozen=True, kw_only=True, tag="make_table"):
    """Make a table and take a seat there. `player` is the own index; None leaves it to the server.

    `position` is the position text that every leg starts from; None is the game's own start. `clock` and `absence` are
    in the notations of PROTOCOL.md. `alternate`: take the other side than in the own last match of this game here. With
    `access` "code" players need the `code` to take a seat, with "invited" they need an `Invite`. Spectators get events
    `delay` seconds later. `dice`: who draws them, the host or the programs of both players.
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
    rated_computers: bool = False
    hints: bool = True
    access: Access = "open"
    code: Code = ""
    spectators: bool = True
    spectator_chat: bool = False
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    dice: DiceSource = "host"
    ready: bool = True


class Watch(Message, frozen=True, kw_only=True, tag="watch"):
    """Send me the events of a table after that number, and all later ones. The reply `Done` comes before the first.

    They begin after the number `Done.after`: it is 0, and all events follow, if the client has missed too many.
    """

    table: Table
    after: Count = 0
    code: Code = ""


class Unwatch(Message, frozen=True, kw_only=True, tag="unwatch"):
    table: Table


class TakeSeat(Message, frozen=True, kw_only=True, tag="take_seat"):
    """Take a seat, or change to the other one. `ready`: start as soon as both players are ready."""

    table: Table
    key: Key = NO_KEY
    player: PlayerIndex | None = None  # None: the free one
    ready: bool = True
    code: Code = ""


class LeaveSeat(Message, frozen=True, kw_only=True, tag="leave_seat"):
    table: Table
    key: Key = NO_KEY


class RevealLink(Message, frozen=True, kw_only=True, tag="reveal_link"):
    """Reveal the next link of the own chain, for the roll that is due."""

    table: Table
    key: Key = NO_KEY
    link: Link


class SignedCommand(Message, frozen=True, kw_only=True):
    """A command of a player. It may be signed, together with the log that the player has seen up to number `seen`.

    `signature` is an Ed25519 signature; b"" without one. `netgame.records.proof` has what is signed.
    """

    table: Table
    key: Key = NO_KEY
    seen: Count = 0
    signature: Annotated[bytes, Meta(max_length=SIGNATURE_BYTES)] = b""


class ReadyUp(SignedCommand, frozen=True, kw_only=True, tag="ready"):
    pass


class CommitDice(SignedCommand, frozen=True, kw_only=True, tag="commit_dice"):
    """Commit to a chain of links for the dice of the match, which begins with `tip`."""

    tip: Link


class SendMove(SignedCommand, frozen=True, kw_only=True, tag="move"):
    """Play a move. `link` is the next one of the own chain, if the next roll of the dice of both players needs it.

    An offer of the other player that is newer than event `seen` stays open; 0: the program had all events.
    """

    position: Count
    move: Annotated[str, Meta(max_length=MAX_MOVE)]
    link: Annotated[bytes, Meta(max_length=LINK_BYTES)] = b""


class SendResign(SignedCommand, frozen=True, kw_only=True, tag="resign"):
    match: bool = False


class SendOffer(SignedCommand, frozen=True, kw_only=True, tag="offer"):
    kind: Short
    to: Count | None = None  # the own move to take back; None: the last one


class SendAnswer(SignedCommand, frozen=True, kw_only=True, tag="answer"):
    offer: Count
    accept: bool


class SendWithdraw(SignedCommand, frozen=True, kw_only=True, tag="withdraw"):
    offer: Count


class SendClaim(SignedCommand, frozen=True, kw_only=True, tag="claim"):
    """Claim what the absence policy allows: "win", "draw" or "adjourn"."""

    what: Short


class SendLeave(SignedCommand, frozen=True, kw_only=True, tag="leave"):
    """Leave during the match, and lose it."""


class SetConditionalMoves(Message, frozen=True, kw_only=True, tag="set_conditional_moves"):
    """Replace the own conditional moves at a table by days; none: delete them. The reply is `ConditionalMoves`.

    Each of the `lines` has moves of both sides in turn, first one of the other side, after the ply with the number
    `base`: the last `started`, `rolled` or `moved` that was not taken back.
    """

    table: Table
    base: Count
    lines: list[list[Annotated[str, Meta(max_length=MAX_MOVE)]]]


class GetConditionalMoves(Message, frozen=True, kw_only=True, tag="get_conditional_moves"):
    """Request the own conditional moves at a table."""

    table: Table


class ReportPosition(Message, frozen=True, kw_only=True, tag="differs"):
    """Tell the operator of the server that this program cannot follow a watched table after event `number`.

    `stated` is the digest of that event, `computed` that of this program; both are empty if it refuses the event.
    """

    table: Table
    number: Count
    stated: Digest = b""
    computed: Digest = b""


class ShowCourse(Message, frozen=True, kw_only=True, tag="show_course"):
    """Show the server that both players have signed a longer log of the match of a table, such as at another host.

    `events` are those of the other log after event `after`, the last one that both logs have. The sender plays at the
    table. A server that finds the signatures of both players there freezes the table.
    """

    table: Table
    after: Count
    events: list[dict[str, Any]]


# ---- to the client


class SeatInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: Name
    account: Short
    present: bool
    computer: Word = ""  # which computer player; empty for a person


class TableInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as a list shows it."""

    table: Short
    title: Title
    game: Short
    rules: Count
    match_rules: Count = 1
    options: Options
    set_up: bool = False  # it starts from the position in its event `created`
    seats: tuple[SeatInfo | None, SeatInfo | None]  # by player
    state: Short  # open, playing, between (legs), over, frozen
    events: Count  # number of events in the log
    made: Count  # server's time, ms
    started: Count | None = None  # server's time, ms, of the first leg
    paused: Short | None = None  # the cause, as in the event
    clock: Word = "none"
    absence: Word = "wait"
    rated: bool = False
    rated_computers: bool = False
    hints: bool = True
    access: Access = "open"
    spectators: bool = True  # whether they are allowed
    spectator_chat: bool = False
    delay: Count = 0
    dice: DiceSource = "host"
    ready: tuple[bool, bool] = (True, True)  # before the start
    watching: Count = 0  # number of spectators
    previous: Short | None = None
    score: tuple[Count, Count, Count] = (0, 0, 0)
    origin: Short = ""  # of the log, as in its event `created`, if this server continues the match of another one


class Tables(Message, frozen=True, kw_only=True, tag="tables"):
    """The newest 500 tables that are not over; the reply to `ListTables`, and pushed after the sign-in."""

    tables: Entries[TableInfo]


class TablesDelta(Message, frozen=True, kw_only=True, tag="tables_news"):
    """Changes of the list of tables: new or changed ones, and names of tables that were removed.

    It may repeat known entries.
    """

    changed: Entries[TableInfo] = []
    gone: Entries[Short] = []


class ConditionalMoves(Message, frozen=True, kw_only=True, tag="conditional_moves"):
    """The own conditional moves at a table: what is left of each line after the ply with the number `base`."""

    table: Short
    base: Count
    lines: Entries[Entries[Annotated[str, Meta(max_length=MAX_MOVE)]]]


class TableEvents(Message, frozen=True, kw_only=True, tag="events"):
    """Events of a watched table, in order and without gaps; each is a map with its `type` and fields."""

    table: Short
    events: list[dict[str, Any]]


class Presence(Message, frozen=True, kw_only=True, tag="presence"):
    """Which players of a watched table are connected, and why not: "lost", "left", "network" or "" (not seen yet).

    "network": the server has lost the network over which the player came. `vacations`: until when a player is on
    vacation, the server's time in ms; otherwise 0.
    """

    table: Short
    present: tuple[bool, bool]
    causes: tuple[Short, Short] = ("", "")
    spectators: Entries[Short] = []  # names, the first 50
    watching: Count = 0  # spectators in all
    now: Count = 0  # the server's time, ms, when a watch begins; otherwise 0
    frozen: bool = False  # the table accepts no commands, see `Frozen`
    vacations: tuple[Count, Count] = (0, 0)


class WatchEnded(Sentence, frozen=True, kw_only=True, tag="watch_ended"):
    """The user may not watch a table any longer, for example because they have left its seat. No events follow."""

    table: Short
    code: Short


class Frozen(Sentence, frozen=True, kw_only=True, tag="frozen"):
    """A watched table accepts no commands because of a fault of the server."""

    table: Short
