"""Updates of a `Session`: wire messages passed on unchanged, and what the session itself adds to them."""

from collections.abc import Mapping
from dataclasses import dataclass

from netgame.match.events import Event
from netgame.text import Text
from netgame.tournaments.events import Event as TournamentEvent
from protocol import messages as m


@dataclass(frozen=True)
class StatusChanged:
    """`Session.status`, `error` or `signed_in` changed."""


@dataclass(frozen=True)
class WatchStarted:
    """Events of a watched table follow, beginning after number `after`. Repeated after every reconnect.

    With `after` 0 all events follow. Drop the state of the table first: the client had missed too many of them.
    """

    table: str
    after: int


@dataclass(frozen=True)
class NewEvents:
    """The next events of a watched table, each exactly once and without gaps."""

    table: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class WatchEnded:
    """The table cannot be watched any longer: the server refused it, or this program cannot read its events."""

    table: str
    text: Text


@dataclass(frozen=True)
class NewTournamentEvents:
    """The next events of a watched tournament, each exactly once and without gaps, with the names that are new."""

    tournament: str
    events: tuple[TournamentEvent, ...]
    names: Mapping[str, str]  # by account


@dataclass(frozen=True)
class TournamentWatchEnded:
    """The tournament cannot be watched any longer: the server refused it, or this program cannot read its events."""

    tournament: str
    text: Text


# `Tables`, `People`, `Seeks` and `Tournaments` always carry the whole list: the session applies the deltas.
# After a reconnect the last lines of a `Chat` come again, with the same numbers.
Update = (
    StatusChanged | WatchStarted | NewEvents | WatchEnded | NewTournamentEvents | TournamentWatchEnded
    | m.Tables | m.People | m.Seeks | m.Presence | m.Frozen | m.Chat | m.Invited | m.RematchState
    | m.AnalysisState | m.Notice | m.Challenges | m.ChallengeChanged | m.SeekPaired | m.SeekEnded | m.Tournaments
    | m.Notices
)  # fmt: skip
