"""Messages about people: presence, chat, invitations, rematches, history and profiles."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.messages.base import (
    MAX_LINE_MOVES,
    NO_KEY,
    ChatText,
    Code,
    Count,
    Entries,
    Key,
    Line,
    Message,
    Name,
    Number,
    PlayerIndex,
    RoomKind,
    Short,
    Table,
    Title,
    Word,
)
from protocol.messages.tables import TableInfo

# ---- to the server


class Rematch(Message, frozen=True, kw_only=True, tag="rematch"):
    """Offer a rematch of a finished match, or accept an offer with the same `swap` (of the sides)."""

    table: Table
    key: Key = NO_KEY
    swap: bool = True


class CloseRematch(Message, frozen=True, kw_only=True, tag="close_rematch"):
    """Decline the offer of a rematch, or withdraw the own one."""

    table: Table
    key: Key = NO_KEY


class Analyse(Message, frozen=True, kw_only=True, tag="analyse"):
    """Ask the other player of a finished match to look at it together, or accept their question.

    Sent again, it has the state sent again.
    """

    table: Table


class CloseAnalysis(Message, frozen=True, kw_only=True, tag="close_analysis"):
    """Decline the question to look at a match together, withdraw the own one, or look on alone.

    `own`: only what this player has asked for or agreed to, so that a question that comes meanwhile stays open.
    """

    table: Table
    own: bool = False


class ShowLine(Message, frozen=True, kw_only=True, tag="show_line"):
    """Show another position to both players who look at a match together.

    The `moves` follow the ply with the event number `after`: moves, rolls and forfeited turns, as a record has them.
    The first `at` of them are on the board; below 0, the board shows so many plies before that one.
    """

    table: Table
    after: Count
    moves: Line
    at: Number


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Send a line of chat to the lobby, the players of a `table` or its spectators, or `direct` to an `account`.

    A registered player who is away reads it after the next sign-in.
    """

    key: Key = NO_KEY
    room: RoomKind
    table: Annotated[str, Meta(max_length=32)] = ""
    account: Short = ""
    text: ChatText


class GetHistory(Message, frozen=True, kw_only=True, tag="get_history"):
    """Request finished matches, the latest end first, of one account or game. `before`: the last `place` known.

    `other`: only those of `account` against it.
    """

    account: Short | None = None
    other: Short | None = None
    game: Short | None = None
    before: Count | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50


class GetProfile(Message, frozen=True, kw_only=True, tag="get_profile"):
    account: Short


class SetCode(Message, frozen=True, kw_only=True, tag="set_code"):
    """Give an own table another code. People who watch by the code before stop watching."""

    table: Table
    key: Key = NO_KEY
    code: Code


class Invite(Message, frozen=True, kw_only=True, tag="invite"):
    """Invite a player to an own table. At a table by invitation they may then take a seat."""

    table: Table
    key: Key = NO_KEY
    account: Short


# ---- to the client


class Person(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A connected player."""

    account: Short
    name: Name
    since: Count  # server's time, ms
    registered: bool = False
    table: Short = ""  # where the player plays now
    computer: Word = ""  # which computer player; empty for a person


class People(Message, frozen=True, kw_only=True, tag="people"):
    """Connected players: at most 500, and the number of all. Pushed after the sign-in."""

    people: Entries[Person]
    count: Count


class PeopleDelta(Message, frozen=True, kw_only=True, tag="people_news"):
    """Changes of the list of people: new or changed entries, and accounts that were removed.

    It may repeat known entries.
    """

    changed: Entries[Person] = []
    gone: Entries[Short] = []
    count: Count


class ChatLine(Struct, frozen=True, kw_only=True):
    """`number` grows within a room, `at` is the server's time in ms."""

    number: Count
    at: Count
    account: Short
    name: Name
    text: ChatText


class Chat(Message, frozen=True, kw_only=True, tag="chat"):
    """Lines of a room in order: the last ones on entering it, then each new one.

    `account` is the other player of a `direct` talk. The last `unread` lines of that player came while this one was
    away; it is said once, after the sign-in.
    """

    room: RoomKind
    table: Short = ""
    account: Short = ""
    lines: Entries[ChatLine]
    unread: Count = 0


class RematchState(Message, frozen=True, kw_only=True, tag="rematch_state"):
    """The rematch of a watched finished match: offers by player (None, or the `swap`), and the new table.

    `closed` is the reason why an offer ended: "declined", "withdrawn", "left", or empty.
    """

    table: Short
    offers: tuple[bool | None, bool | None] = (None, None)
    made: Short = ""
    closed: Short = ""


class SharedLine(Struct, frozen=True, kw_only=True):
    """Moves that were tried after the ply with the event number `after`, and the player who made each first."""

    after: Count
    moves: Line
    by: Annotated[list[PlayerIndex], Meta(max_length=MAX_LINE_MOVES)]


class AnalysisState(Message, frozen=True, kw_only=True, tag="analysis_state"):
    """Tells which players want to look at a finished match together. They do while both want it.

    `lines` are those of before, for a program that has missed them. `shown` is on both boards, `at` as in `ShowLine`.
    Player `by` has shown it, as change `number`; of two with one number, that of player 1 holds. `closed` is the
    reason of the end: "declined", "withdrawn", "left", "rematch", or empty.
    """

    table: Short
    wants: tuple[bool, bool]
    lines: Entries[SharedLine] = []
    shown: SharedLine | None = None
    at: Number = 0
    by: PlayerIndex = 0
    number: Count = 0
    closed: Short = ""


class Invited(Message, frozen=True, kw_only=True, tag="invited"):
    """The player `name` invites you to that table."""

    table: TableInfo
    account: Short
    name: Name


class Finished(Struct, frozen=True, kw_only=True):
    """A match of the history. `place` grows in the order in which matches ended."""

    place: Count
    table: Short
    title: Title
    game: Short
    rules: Count
    names: tuple[Short, Short]  # by player
    accounts: tuple[Short, Short]
    winner: PlayerIndex | None
    reason: Short  # as in the event `ended`
    totals: tuple[Number, Number]
    ended: Count  # server's time, ms
    clock: Word
    rated: bool
    ratings: tuple[Count, Count] | None = None  # afterwards, in hundredths
    computers: tuple[Short, Short] = ("", "")  # which computer players; empty for people


class History(Message, frozen=True, kw_only=True, tag="history"):
    matches: Entries[Finished]
    more: bool


class Standing(Struct, frozen=True, kw_only=True):
    """A player's results in one game. `curve` holds the last 500 of (server's time in ms, rating in hundredths)."""

    game: Short
    won: Count
    lost: Count
    drawn: Count
    rating: Count | None = None  # hundredths; None: never played rated
    deviation: Count | None = None
    provisional: bool = True
    curve: Entries[tuple[Count, Count]] = []


class Profile(Message, frozen=True, kw_only=True, tag="profile"):
    account: Short
    name: Name
    registered: bool
    standings: Entries[Standing]
    vacation: Count = 0  # until when the player is on vacation, the server's time in ms; otherwise 0
    aborted: Count = 0  # how many rated matches the player has aborted alone
