"""Messages about people: presence, chat, invitations, rematches, history and profiles."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.messages.base import MAX_CHAT, NO_KEY, Count, Key, Message, PlayerIndex, RoomKind, Short, Table
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


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """Send a line of chat to the lobby, the players of a `table` or its spectators, or `direct` to an `account`."""

    key: Key = NO_KEY
    room: RoomKind
    table: Annotated[str, Meta(max_length=32)] = ""
    account: Short = ""
    text: Annotated[str, Meta(max_length=2 * MAX_CHAT)]  # the server checks it further, and refuses with a sentence


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


class Invite(Message, frozen=True, kw_only=True, tag="invite"):
    """Invite a player to an own table. At a table by invitation they may then take a seat."""

    table: Table
    key: Key = NO_KEY
    account: Short


# ---- to the client


class Person(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A connected player."""

    account: str
    name: str
    since: int  # server's time, ms
    registered: bool = False
    table: str = ""  # where the player plays now
    computer: str = ""  # which computer player; empty for a person


class People(Message, frozen=True, kw_only=True, tag="people"):
    """Connected players: at most 500, and the number of all. Pushed after the sign-in."""

    people: list[Person]
    count: int


class PeopleDelta(Message, frozen=True, kw_only=True, tag="people_news"):
    """Changes of the list of people: new or changed entries, and accounts that were removed.

    It may repeat known entries.
    """

    changed: list[Person] = []
    gone: list[str] = []
    count: int


class ChatLine(Struct, frozen=True, kw_only=True):
    """`number` grows within a room, `at` is the server's time in ms."""

    number: int
    at: int
    account: str
    name: str
    text: str


class Chat(Message, frozen=True, kw_only=True, tag="chat"):
    """Lines of a room in order: the last ones on entering it, then each new one.

    `account` is the other player of a `direct` talk.
    """

    room: RoomKind
    table: str = ""
    account: str = ""
    lines: list[ChatLine]


class RematchState(Message, frozen=True, kw_only=True, tag="rematch_state"):
    """The rematch of a watched finished match: offers by player (None, or the `swap`), and the new table.

    `closed` is the reason why an offer ended: "declined", "withdrawn", "left", or empty.
    """

    table: str
    offers: tuple[bool | None, bool | None] = (None, None)
    made: str = ""
    closed: str = ""


class Invited(Message, frozen=True, kw_only=True, tag="invited"):
    """The player `name` invites you to that table."""

    table: TableInfo
    account: str
    name: str


class Finished(Struct, frozen=True, kw_only=True):
    """A match of the history. `place` grows in the order in which matches ended."""

    place: int
    table: str
    title: str
    game: str
    rules: int
    names: tuple[str, str]  # by player
    accounts: tuple[str, str]
    winner: PlayerIndex | None
    reason: str  # as in the event `ended`
    totals: tuple[int, int]
    ended: int  # server's time, ms
    clock: str
    rated: bool
    ratings: tuple[int, int] | None = None  # afterwards, in hundredths
    computers: tuple[str, str] = ("", "")  # which computer players; empty for people


class History(Message, frozen=True, kw_only=True, tag="history"):
    matches: list[Finished]
    more: bool


class Standing(Struct, frozen=True, kw_only=True):
    """A player's results in one game. `curve` holds the last 500 of (server's time in ms, rating in hundredths)."""

    game: str
    won: int
    lost: int
    drawn: int
    rating: int | None = None  # hundredths; None: never played rated
    deviation: int | None = None
    provisional: bool = True
    curve: list[tuple[int, int]] = []


class Profile(Message, frozen=True, kw_only=True, tag="profile"):
    account: str
    name: str
    registered: bool
    standings: list[Standing]
    vacation: int = 0  # until when the player is on vacation, the server's time in ms; otherwise 0
