"""Messages about tournaments: the list, making one, following its events, and the commands of players and directors."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from protocol.messages.base import (
    NO_KEY,
    Count,
    Entries,
    Key,
    Message,
    Name,
    Options,
    Short,
    Title,
    Word,
)

MAX_PLAYERS = 200
MAX_TOURNAMENTS = 200  # in a list
MAX_PAIRINGS = 50  # in one message

Tournament = Annotated[str, Meta(min_length=1, max_length=32)]
HalfPoints = Annotated[int, Meta(ge=0, le=2)]

# ---- to the server


class ListTournaments(Message, frozen=True, kw_only=True, tag="list_tournaments"):
    """Request the list of tournaments. From then on its changes are pushed, until `UnlistTournaments`."""


class UnlistTournaments(Message, frozen=True, kw_only=True, tag="unlist_tournaments"):
    """Push no more changes of the list."""


class WatchTournament(Message, frozen=True, kw_only=True, tag="watch_tournament"):
    """Send me the events of a tournament after that number, and all later ones. The reply `Done` comes first."""

    tournament: Tournament
    after: Count = 0


class UnwatchTournament(Message, frozen=True, kw_only=True, tag="unwatch_tournament"):
    tournament: Tournament


class MakeTournament(Message, frozen=True, kw_only=True, tag="make_tournament"):
    """Make a tournament and direct it. `Done.table` is its id. The fields are those of its event `created`."""

    key: Key = NO_KEY
    title: Title
    format: Short
    game: Short
    options: Options
    clock: Short = "none"
    absence: Short = "wait"
    rated: bool = False
    rounds: Count = 0
    places: Count = MAX_PLAYERS
    entry: Short = "open"
    starts_at: Count | None = None
    arena_minutes: Count = 0
    pause_s: Count = 0
    round_every_s: Count = 0
    appear_s: Count = 0
    spectators: bool = True
    no_show: Short = "ask"
    zone: Short = ""
    vacations: bool = True
    pauses: bool = True
    appointments: bool = False


class TournamentOrder(Message, frozen=True, kw_only=True):
    """A command to a tournament that is there. Most of them only its director may give."""

    tournament: Tournament
    key: Key = NO_KEY


class EnterTournament(TournamentOrder, frozen=True, kw_only=True, tag="enter_tournament"):
    """Take part, take part again, or play on after a game that was lost by absence."""


class LeaveTournament(TournamentOrder, frozen=True, kw_only=True, tag="leave_tournament"):
    """Withdraw. A game that is not over is lost."""


class InviteToTournament(TournamentOrder, frozen=True, kw_only=True, tag="invite_to_tournament"):
    account: Short


class RemoveFromTournament(TournamentOrder, frozen=True, kw_only=True, tag="remove_from_tournament"):
    account: Short


class StartTournament(TournamentOrder, frozen=True, kw_only=True, tag="start_tournament"):
    """Start now, whatever start was planned."""


class PauseTournament(TournamentOrder, frozen=True, kw_only=True, tag="pause_tournament"):
    """Let no round begin. Games go on."""


class ResumeTournament(TournamentOrder, frozen=True, kw_only=True, tag="resume_tournament"):
    pass


class CancelTournament(TournamentOrder, frozen=True, kw_only=True, tag="cancel_tournament"):
    """End the tournament without a winner."""


class FinishTournament(TournamentOrder, frozen=True, kw_only=True, tag="finish_tournament"):
    """End the tournament after the rounds so far, whose games are all over."""


class ConfirmTournament(TournamentOrder, frozen=True, kw_only=True, tag="confirm_tournament"):
    """Make the results of a tournament that is over final. Without it they are a day after the end."""


class DirectTournament(TournamentOrder, frozen=True, kw_only=True, tag="direct_tournament"):
    """Let another account direct the tournament."""

    account: Short


class ProposeTime(TournamentOrder, frozen=True, kw_only=True, tag="propose_time"):
    """Propose when an own game begins, in ms since 1970. The same time as the other player's proposal accepts it."""

    round: Count
    board: Count
    starts_at: Count


class WithdrawTime(TournamentOrder, frozen=True, kw_only=True, tag="withdraw_time"):
    """Withdraw the own proposal of a time, or decline that of the other player."""

    round: Count
    board: Count


class CorrectResult(TournamentOrder, frozen=True, kw_only=True, tag="correct_result"):
    """Set the result of a game, in half points by player, also for a day after the end. `played`: it was no forfeit."""

    round: Count
    board: Count
    points: tuple[HalfPoints, HalfPoints]
    played: bool = True


class ReplayGame(TournamentOrder, frozen=True, kw_only=True, tag="replay_game"):
    """Let a game be played again, at a new table."""

    round: Count
    board: Count


class PairByHand(TournamentOrder, frozen=True, kw_only=True, tag="pair_by_hand"):
    """Pair players of the last round of a Swiss otherwise: accounts of player 0 and player 1, or None for a bye.

    The boards that they had in this round are dissolved; their games must not be over. Without `anyway` a second bye is
    refused with `second_bye`, and a player without a game with `left_over`.
    """

    round: Count
    pairings: Annotated[list[tuple[Short, Short | None]], Meta(max_length=MAX_PAIRINGS)]
    anyway: bool = False


# ---- to the client


class Member(Struct, frozen=True, kw_only=True):
    """A person of a tournament. The name is empty for a deleted account."""

    account: Short
    name: Name


class TournamentInfo(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A tournament as the list shows it."""

    tournament: Short
    title: Title
    format: Short
    game: Short
    options: Options
    clock: Word
    rated: bool
    entry: Short  # open, invited
    director: Member
    state: Short  # open, running, paused, over, cancelled
    players: Count
    places: Count
    round: Count = 0
    rounds: Count = 0  # 0: not known yet
    made: Count  # server's time, ms
    starts_at: Count | None = None
    started_at: Count = 0
    ends_at: Count = 0  # of an arena
    winners: Entries[Member] = []  # after the end
    mine: bool = False  # the reader takes part
    invited: bool = False  # the reader has an invitation


class Tournaments(Message, frozen=True, kw_only=True, tag="tournaments"):
    """Tournaments that are not over, those of the reader first, then the newest, and the last that are.

    `may_make`: the reader may make one.
    """

    tournaments: Entries[TournamentInfo]
    may_make: bool = False


class TournamentsDelta(Message, frozen=True, kw_only=True, tag="tournaments_news"):
    """New or changed entries of the list of tournaments."""

    changed: Entries[TournamentInfo]


class TournamentEvents(Message, frozen=True, kw_only=True, tag="tournament_events"):
    """Events of a watched tournament in order, and the names of the accounts that are new in them."""

    tournament: Short
    events: list[dict[str, Any]]
    people: Annotated[list[Member], Meta(max_length=4096)] = []  # as many as a frame has entries at most
