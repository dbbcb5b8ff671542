"""Messages about other players: whom one follows and blocks, searches, opponents, ladders, and results between two."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.messages.base import (
    Count,
    Entries,
    Message,
    Name,
    Short,
)

Relation = Literal["", "follow", "block"]

# ---- to the server


class SetRelation(Message, frozen=True, kw_only=True, tag="set_relation"):
    """Follow or block a player, or end both. A blocked player cannot write to this one, invite or challenge them."""

    account: Short
    relation: Relation = ""


class GetRelations(Message, frozen=True, kw_only=True, tag="get_relations"):
    """Request whom this account follows and blocks."""


class FindPlayers(Message, frozen=True, kw_only=True, tag="find_players"):
    """Search for players by the beginning of their names, at least two characters."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]


class GetOpponents(Message, frozen=True, kw_only=True, tag="get_opponents"):
    """Request the opponents of the last four weeks."""


class GetLadder(Message, frozen=True, kw_only=True, tag="get_ladder"):
    """Request the best players of a game."""

    game: Short


class GetHeadToHead(Message, frozen=True, kw_only=True, tag="get_head_to_head"):
    """Request the own results against an account."""

    account: Short


# ---- to the client


class PlayerInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player, who need not be online. Times are those of the server, in ms."""

    account: Short
    name: Name
    registered: bool = False
    online: bool = False
    seen: Count = 0  # when they came last
    played: Count = 0  # end of the last match against them, in a list of opponents


class Relations(Message, frozen=True, kw_only=True, tag="relations"):
    """Whom this account follows and blocks, the latest first; at most 200 each."""

    follows: Entries[PlayerInfo] = []
    blocks: Entries[PlayerInfo] = []


class Players(Message, frozen=True, kw_only=True, tag="players"):
    """The first 20 players that were found, or the last 50 opponents, the latest first."""

    players: Entries[PlayerInfo]


class LadderEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place in a ladder. Ratings are in hundredths."""

    place: Count
    account: Short
    name: Name
    rating: Count
    deviation: Count


class Ladder(Message, frozen=True, kw_only=True, tag="ladder"):
    """The first 100 players of a game with a certain rating, and the entry of this account if it has one."""

    game: Short
    entries: Entries[LadderEntry]
    count: Count  # of all with a certain rating
    own: LadderEntry | None = None


class Results(Struct, frozen=True, kw_only=True):
    """What this account won, lost and drew against the other one in a game."""

    game: Short
    won: Count
    lost: Count
    drawn: Count


class HeadToHead(Message, frozen=True, kw_only=True, tag="head_to_head"):
    account: Short
    results: Entries[Results]
