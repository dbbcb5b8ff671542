"""A tournament at a server, as its events say."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from client_qt.text.translation import tr
from netgame.match.state import InvalidEvent
from netgame.text import Text
from netgame.tournaments.events import Event
from netgame.tournaments.state import Tournament, evolve


class RemoteTournament(QObject):
    """The state of a tournament, computed from its events. `reason` says why no more of them come."""

    changed = Signal()

    def __init__(self, tournament: str) -> None:
        super().__init__()
        self.id = tournament
        self.state: Tournament | None = None  # None until the first events are here
        self.events: list[Event] = []
        self.reason: Text | None = None
        self._names: dict[str, str] = {}

    def name_of(self, account: str) -> str:
        """The name of a player or director."""
        return self._names.get(account) or tr("a deleted player")

    def add(self, events: Sequence[Event], names: Mapping[str, str]) -> None:
        """Apply the next events."""
        self._names.update(names)
        try:
            for event in events:
                self.state = evolve(self.state, event)
                self.events.append(event)
        except InvalidEvent as error:
            self.reason = error.text
        self.changed.emit()

    def end(self, reason: Text) -> None:
        """Note that no more events come."""
        self.reason = reason
        self.changed.emit()
