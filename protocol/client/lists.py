"""The lists of tables and people of one connection: complete at first, then kept up to date by deltas."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from protocol import messages as m

T = TypeVar("T")


class LobbyLists:
    """Applies deltas to the last complete lists. Make a new one for each connection."""

    def __init__(self) -> None:
        self._tables: dict[str, m.TableInfo] = {}
        self._people: dict[str, m.Person] = {}

    def apply(self, push: m.Message) -> m.Tables | m.People | None:
        """Return the complete list that the push changed; None for any other push."""
        match push:
            case m.Tables(tables=tables):
                self._tables = {table.table: table for table in tables}
                return push
            case m.TablesDelta(changed=changed, gone=gone):
                self._tables = _merged(self._tables, {t.table: t for t in changed}, gone, lambda table: table.made)
                return m.Tables(tables=list(self._tables.values()))
            case m.People(people=people):
                self._people = {person.account: person for person in people}
                return push
            case m.PeopleDelta(changed=people, gone=gone, count=count):
                self._people = _merged(self._people, {p.account: p for p in people}, gone, lambda person: person.since)
                return m.People(people=list(self._people.values()), count=count)
        return None


def _merged(known: dict[str, T], changed: dict[str, T], gone: Iterable[str], since: Callable[[T], int]) -> dict[str, T]:
    """Apply a delta. The newest entries come first; entries of the same age keep their order."""
    merged = known | changed
    for key in gone:
        merged.pop(key, None)
    return dict(sorted(merged.items(), key=lambda item: -since(item[1])))
