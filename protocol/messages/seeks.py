"""Messages of "play now": wishes for a game, those of others, and the table that two of them get."""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.messages.base import (
    NO_KEY,
    Count,
    Entries,
    Key,
    Message,
    Name,
    Sentence,
    Short,
    Table,
    Word,
)

MAX_SEEK_GAMES, MAX_SEEK_CLOCKS = 20, 10
MAX_WITHIN = 2000  # points of rating
MAX_COMPUTERS_AFTER_S = 3600
# that programs offer, so that wishes meet
USUAL_CLOCKS = ("fischer 180+2", "fischer 300+5", "fischer 900+10", "fischer 1800+20", "days 1", "days 3")

SeekGames = Annotated[list[Short], Meta(min_length=1, max_length=MAX_SEEK_GAMES)]
SeekClocks = Annotated[list[Short], Meta(min_length=1, max_length=MAX_SEEK_CLOCKS)]

# ---- to the server


class Seek(Message, frozen=True, kw_only=True, tag="seek"):
    """Look for an opponent in any of these games with their default options, at any of these clocks.

    It replaces an earlier wish of the account. `rated`: None accepts both. `within`: points between the ratings of both
    players; it grows with time. `computers_after`: the seconds after which a computer player will do; None: never.
    """

    key: Key = NO_KEY
    games: SeekGames
    clocks: SeekClocks
    rated: bool | None = None
    within: Annotated[int, Meta(ge=1, le=MAX_WITHIN)] | None = None
    computers_after: Annotated[int, Meta(ge=0, le=MAX_COMPUTERS_AFTER_S)] | None = None


class Unseek(Message, frozen=True, kw_only=True, tag="unseek"):
    """Withdraw the own wish.

    `table`: abort the match of a pair instead, in the moment of its start and before any move, because this player got
    another one at another server. That counts for no limit.
    """

    table: Annotated[str, Meta(max_length=32)] = ""


class WatchSeeks(Message, frozen=True, kw_only=True, tag="watch_seeks"):
    """Send me the wishes of all players, and what changes of them, until this connection ends."""


class AcceptSeek(Message, frozen=True, kw_only=True, tag="accept_seek"):
    """Play with the player of that wish, in one of its games and at one of its clocks."""

    key: Key = NO_KEY
    seek: Table


# ---- to the client


class SeekInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A wish as a list shows it. `ratings` are in hundredths, by game, where the player has one."""

    seek: Short
    account: Short
    name: Name
    since: Count  # server's time, ms
    games: SeekGames
    clocks: SeekClocks
    rated: bool | None = None
    within: Count | None = None
    ratings: dict[Short, Count] = {}
    registered: bool = False
    computer: Word = ""  # which computer player; empty for a person


class Seeks(Message, frozen=True, kw_only=True, tag="seeks"):
    """The wishes that wait longest, at most 200. Pushed after `WatchSeeks`."""

    seeks: Entries[SeekInfo]


class SeeksDelta(Message, frozen=True, kw_only=True, tag="seeks_news"):
    """Changes of the list of wishes: new ones, and names of those that were removed. It may repeat known entries."""

    changed: Entries[SeekInfo] = []
    gone: Entries[Short] = []


class SeekPaired(Message, frozen=True, kw_only=True, tag="seek_paired"):
    """The own wish has found an opponent. The match at that table has started."""

    table: Short


class SeekEnded(Sentence, frozen=True, kw_only=True, tag="seek_ended"):
    """The own wish has ended without an opponent; the sentence says why."""
