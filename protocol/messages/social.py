"""The messages about people rather than moves: who is here, what they say, what they have played."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.messages.base import MAX_CHAT, NO_KEY, Count, Key, Message, PlayerIndex, RoomKind, Short, Table
from protocol.messages.tables import TableInfo

# ---- to the server


class Rematch(Message, frozen=True, kw_only=True, tag="rematch"):
    """Play that finished match again: an offer, or the acceptance of one with the same `swap` (of the sides)."""

    table: Table
    key: Key = NO_KEY
    swap: bool = True


class CloseRematch(Message, frozen=True, kw_only=True, tag="close_rematch"):
    """Decline the other's offer of a rematch, or withdraw the own one."""

    table: Table
    key: Key = NO_KEY


class Say(Message, frozen=True, kw_only=True, tag="say"):
    """A line of chat in the lobby, at a table (players) or among its spectators. `table` is empty for the lobby."""

    key: Key = NO_KEY
    room: RoomKind
    table: Annotated[str, Meta(max_length=32)] = ""
    text: Annotated[str, Meta(max_length=2 * MAX_CHAT)]  # checked further by the server, with a sentence


class GetHistory(Message, frozen=True, kw_only=True, tag="get_history"):
    """Finished matches, the last to end first; of one account, of one game. `before`: the `place` to go on from."""

    account: Short | None = None
    game: Short | None = None
    before: Count | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50


class GetProfile(Message, frozen=True, kw_only=True, tag="get_profile"):
    account: Short


class Invite(Message, frozen=True, kw_only=True, tag="invite"):
    """Tell somebody about an own table; at one by invitation he may sit down then."""

    table: Table
    key: Key = NO_KEY
    account: Short


# ---- to the client


class Person(Struct, frozen=True, kw_only=True):
    """Somebody connected."""

    account: str
    name: str
    since: int  # server's time, ms
    registered: bool = False
    table: str = ""  # where he plays now


class People(Message, frozen=True, kw_only=True, tag="people"):
    """Who is here: the first 500, and how many in all. Pushed after the sign-in."""

    people: list[Person]
    count: int


class PeopleDelta(Message, frozen=True, kw_only=True, tag="people_news"):
    """What has changed of that list: who is new or different in it, and the accounts that are not in it any more.

    It may say again what is known.
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
    """Lines of a room in order: the last ones when it is entered, then each as it is said."""

    room: RoomKind
    table: str = ""
    lines: list[ChatLine]


class RematchState(Message, frozen=True, kw_only=True, tag="rematch_state"):
    """About a finished match that is watched: who offers a rematch (by player: None, or whether with the sides swapped)
    and the table that it became. `closed`: why an offer is gone - "declined", "withdrawn", "left" - or empty."""

    table: str
    offers: tuple[bool | None, bool | None] = (None, None)
    made: str = ""
    closed: str = ""


class Invited(Message, frozen=True, kw_only=True, tag="invited"):
    """`name` would like to see you at that table."""

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


class History(Message, frozen=True, kw_only=True, tag="history"):
    matches: list[Finished]
    more: bool


class Standing(Struct, frozen=True, kw_only=True):
    """How somebody plays one game. `curve` holds (server's time in ms, rating in hundredths), the last 500."""

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
