"""The lists of tables and people as one connection tells them: whole at first, then what has changed of them."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from protocol import messages as m
from protocol.client.updates import PeopleChanged, TablesChanged

T = TypeVar("T")


class Lists:
    """Of one connection. Sync."""

    def __init__(self) -> None:
        self._tables: dict[str, m.TableInfo] = {}
        self._people: dict[str, m.Person] = {}

    def take(self, push: m.Message) -> TablesChanged | PeopleChanged | None:
        """The whole list that a push has changed; None for any other push."""
        match push:
            case m.Tables(tables=tables):
                self._tables = {table.table: table for table in tables}
            case m.TablesDelta(changed=some, gone=gone):
                self._tables = _changed(self._tables, {table.table: table for table in some}, gone, lambda t: t.made)
            case m.People(people=people, count=count):
                self._people = {person.account: person for person in people}
                return PeopleChanged(list(people), count)
            case m.PeopleDelta(changed=people, gone=gone, count=count):
                news = {person.account: person for person in people}
                self._people = _changed(self._people, news, gone, lambda person: person.since)
                return PeopleChanged(list(self._people.values()), count)
            case _:
                return None
        return TablesChanged(list(self._tables.values()))


def _changed(known: dict[str, T], news: dict[str, T], gone: Iterable[str], age: Callable[[T], int]) -> dict[str, T]:
    """The youngest first, and those of one age as they stood."""
    whole = known | news
    for key in gone:
        whole.pop(key, None)
    return dict(sorted(whole.items(), key=lambda item: -age(item[1])))
