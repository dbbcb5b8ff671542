"""A tournament at a server, as its events say."""

from collections.abc import Mapping, Sequence

from client_qt.text.translation import tr
from netgame.match.state import InvalidEvent
from netgame.text import Text
from netgame.tournaments.events import Event
from netgame.tournaments.state import Tournament, evolve


class RemoteTournament:
    """The state of a tournament, computed from its events. `reason` says why no more of them come.

    If this program cannot apply an event, the tournament is not readable, and later events are ignored.
    """

    def __init__(self, tournament: str) -> None:
        self.id = tournament
        self.is_readable = True
        self.state: Tournament | None = None  # None until the first events are here
        self.events: list[Event] = []
        self.reason: Text | None = None
        self._names: dict[str, str] = {}

    def name_of(self, account: str) -> str:
        """The name of a player or director."""
        return self._names.get(account) or tr("a deleted player")

    def add(self, events: Sequence[Event], names: Mapping[str, str]) -> None:
        """Apply the next events. The first event replaces the state, as after a watch that had ended."""
        if not self.is_readable:
            return
        self._names.update(names)
        try:
            for event in events:
                if event.number == 1:
                    self.state, self.events = None, []
                self.state = evolve(self.state, event)
                self.events.append(event)
            self.reason = None
        except InvalidEvent as error:
            self.reason, self.is_readable = error.text, False

    def end(self, reason: Text | None) -> None:
        """Note why no more events come; None: they come again."""
        if self.is_readable:
            self.reason = reason
