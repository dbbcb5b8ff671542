"""How long each move took, from the times of the events."""

from collections.abc import Mapping, Sequence

from netgame.match.events import Event, Forfeited, Moved, Paused, Rehosted, Resumed, Started, TakenBack


class MoveTimes:
    """The times of one match, without its pauses. They grow with its log, so that a new move of a long match costs no
    more than one of a short match."""

    def __init__(self) -> None:
        self._found: dict[int, int] = {}
        self._done = 0
        self._last: Event | None = None
        self._since = self._paused_at = self._at = 0

    def of(self, log: Sequence[Event]) -> Mapping[int, int]:
        """Return the time of each move in ms, by the number of its event. Imported moves have no time."""
        if self._done > len(log) or (self._done and log[self._done - 1] is not self._last):
            self._found, self._done = {}, 0
        for event in log[self._done :]:
            self._add(event)
            self._at = event.at
        self._done, self._last = len(log), log[-1] if log else None
        return self._found

    def _add(self, event: Event) -> None:
        match event:
            case Paused():
                self._paused_at = event.at
            case Rehosted():  # the clock of another computer
                self._paused_at = self._paused_at or self._at
            case Resumed():
                self._since += event.at - self._paused_at
                self._paused_at = 0
            case Moved() if event.at > self._since:
                self._found[event.number] = event.at - self._since
        if isinstance(event, Started | Moved | Forfeited | TakenBack):
            self._since = event.at
