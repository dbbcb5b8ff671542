"""Messages about challenges: a game that one player proposes to another."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.messages.base import (
    NO_KEY,
    Count,
    DiceSource,
    Entries,
    Key,
    Message,
    Name,
    Options,
    PlayerIndex,
    Position,
    Short,
)

ChallengeId = Annotated[str, Meta(min_length=1, max_length=32)]
DeclineReason = Literal["", "not_now", "too_fast", "too_slow", "other_game", "rated", "casual"]
ChallengeState = Literal["open", "accepted", "declined", "changed", "withdrawn"]


class GameTerms(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game that is proposed, with fields as those of `MakeTable`. `player` is the index of the challenger."""

    game: Short
    options: Options = {}
    player: PlayerIndex | None = None  # None: by chance
    position: Position | None = None
    clock: Short = "none"
    absence: Short = "wait"
    rated: bool = False
    hints: bool = True
    spectators: bool = True
    spectator_chat: bool = False


# ---- to the server


class Challenge(Message, frozen=True, kw_only=True, tag="challenge"):
    """Challenge an account. `changes` is the id of its challenge to this player, which ends with this one.

    `dice` is "players" if this program can draw them.
    """

    key: Key = NO_KEY
    account: Short
    terms: GameTerms
    changes: Annotated[str, Meta(max_length=32)] = ""
    dice: DiceSource = "host"


class AnswerChallenge(Message, frozen=True, kw_only=True, tag="answer_challenge"):
    """Accept a challenge, which makes its table, or decline it. `dice` is as in `Challenge`."""

    challenge: ChallengeId
    accept: bool
    reason: DeclineReason = ""
    dice: DiceSource = "host"


class WithdrawChallenge(Message, frozen=True, kw_only=True, tag="withdraw_challenge"):
    challenge: ChallengeId


# ---- to the client


class ChallengeInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A challenge of `account` to `other`. Times are those of the server, in ms."""

    challenge: Short
    account: Short
    name: Name
    other: Short
    other_name: Name
    terms: GameTerms
    made: Count
    ends: Count
    changes: Short = ""  # the challenge that this one has changed
    dice: DiceSource = "host"  # "players" if the program of the challenger can draw them
    rematch: Short = ""  # the finished table of which this is a wish for a rematch


class Challenges(Message, frozen=True, kw_only=True, tag="challenges"):
    """All open challenges of and to this account. Pushed after the sign-in of a known account."""

    challenges: Entries[ChallengeInfo]


class ChallengeChanged(Message, frozen=True, kw_only=True, tag="challenge_changed"):
    """A challenge is new, or has ended. `table` is that of an accepted one."""

    challenge: ChallengeInfo
    state: ChallengeState
    reason: DeclineReason = ""
    table: Short = ""
