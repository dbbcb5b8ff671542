"""What a server lists: tables, people, wishes for a game, lines of the lobby, tournaments, and the own challenges."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TypeVar

from protocol import messages as m

T = TypeVar("T")
MAX_LINES = 500
MAX_TABLES = MAX_PEOPLE = 500
MAX_SEEKS = 200

_TABLE_KEY, _TABLE_AGE = attrgetter("table"), attrgetter("made")
_TOURNAMENT_KEY = attrgetter("tournament")
_PERSON_KEY, _PERSON_AGE = attrgetter("account"), attrgetter("since")
_SEEK_KEY, _SEEK_AGE = attrgetter("seek"), attrgetter("since")


class LobbyLists:
    """The lists at one server. A complete list replaces the one before, a delta changes it.

    They stay when the connection is lost, until the next sign-in brings complete lists.
    """

    def __init__(self) -> None:
        self.account = ""  # of this player: the own tables and tournaments stay where a list is too long
        self.tables: list[m.TableInfo] = []
        self.has_tables = False  # whether the server has sent its list of tables
        self.is_current = False  # whether it has done so since the last sign-in
        self.people: list[m.Person] = []
        self.count = 0  # of the people online; `people` may be a part of them
        self.lines: list[m.ChatLine] = []
        self.seeks: list[m.SeekInfo] | None = None  # None: the server was not asked, or is older
        self.tournaments: list[m.TournamentInfo] = []
        self.may_make_tournaments = False

    @property
    def names(self) -> dict[str, str]:
        """The names of the people online, by account."""
        return {person.account: person.name for person in self.people}

    def apply(self, push: m.Message) -> m.Tables | m.People | m.Seeks | m.Tournaments | None:
        """Return the complete list that the push changed; None for any other push."""
        match push:
            case m.Tables(tables=tables):
                self.tables, self.has_tables, self.is_current = tables, True, True
            case m.TablesDelta(changed=changed, gone=gone):
                tables = _merged(self.tables, changed, gone, _TABLE_KEY, _TABLE_AGE)
                self.tables = _limited(tables, MAX_TABLES, self._has_seat)
            case m.People(people=people, count=count):
                self.people, self.count = people, count
            case m.PeopleDelta(changed=people, gone=gone, count=count):
                self.people = _merged(self.people, people, gone, _PERSON_KEY, _PERSON_AGE)[:MAX_PEOPLE]
                self.count = count
            case m.Seeks(seeks=seeks):
                self.seeks = sorted(seeks, key=_SEEK_AGE, reverse=True)[-MAX_SEEKS:]
            case m.SeeksDelta(changed=seeks, gone=gone):
                self.seeks = _merged(self.seeks or [], seeks, gone, _SEEK_KEY, _SEEK_AGE)[-MAX_SEEKS:]
            case m.Tournaments(tournaments=tournaments):
                self.tournaments = tournaments[: m.MAX_TOURNAMENTS]
                self.may_make_tournaments = push.may_make
            case m.TournamentsDelta(changed=entries):
                found = _merged(self.tournaments, entries, (), _TOURNAMENT_KEY, _TABLE_AGE)
                self.tournaments = _limited(found, m.MAX_TOURNAMENTS, attrgetter("mine"))
            case m.Chat(room="lobby", lines=lines):
                self.lines = joined(self.lines, lines, MAX_LINES)
                return None
            case _:
                return None
        if isinstance(push, m.Tables | m.TablesDelta):
            return m.Tables(tables=self.tables)
        if isinstance(push, m.Seeks | m.SeeksDelta):
            return m.Seeks(seeks=self.seeks or [])
        if isinstance(push, m.Tournaments | m.TournamentsDelta):
            return m.Tournaments(tournaments=self.tournaments, may_make=self.may_make_tournaments)
        return m.People(people=self.people, count=self.count)

    def _has_seat(self, info: m.TableInfo) -> bool:
        return any(seat is not None and seat.account == self.account for seat in info.seats)


def joined(kept: Iterable[m.ChatLine], more: Iterable[m.ChatLine], most: int) -> list[m.ChatLine]:
    """Return the last lines of a chat, in the order of their numbers.

    A line may come again after a lost connection, and after the next one where two people write at once.
    """
    lines = {line.number: line for line in (*more, *kept)}
    return [lines[number] for number in sorted(lines)][-most:]


class OpenChallenges:
    """The open challenges of and to this player, the oldest first. The server does not say when time ends one."""

    def __init__(self) -> None:
        self._open: dict[str, m.ChallengeInfo] = {}

    def at(self, now: int) -> list[m.ChallengeInfo]:
        """Return those that are open at a time of the server, in ms."""
        return [info for info in self._open.values() if info.ends > now]

    def get(self, id: str) -> m.ChallengeInfo | None:
        """Return the challenge with that id."""
        return self._open.get(id)

    def apply(self, push: m.Challenges | m.ChallengeChanged) -> None:
        """Take over what the server says."""
        match push:
            case m.Challenges(challenges=challenges):
                self._open = {info.challenge: info for info in challenges}
            case m.ChallengeChanged(challenge=info, state="open"):
                self._open[info.challenge] = info
                if len(self._open) > m.MAX_ENTRIES:
                    self._open.pop(next(iter(self._open)))
            case m.ChallengeChanged(challenge=info):
                self._open.pop(info.challenge, None)

    def clear(self) -> None:
        """Forget all: a new connection gets those that are open."""
        self._open.clear()


def _merged(
    known: Iterable[T],
    changed: Iterable[T],
    gone: Iterable[str],
    key_of: Callable[[T], str],
    age_of: Callable[[T], int],
) -> list[T]:
    """Apply a delta. The newest entries come first; entries of the same age keep their order."""
    entries = [*known, *changed]
    merged = dict(zip(map(key_of, entries), entries, strict=True))
    for key in gone:
        merged.pop(key, None)
    return sorted(merged.values(), key=age_of, reverse=True)


def _limited(entries: list[T], most: int, is_own: Callable[[T], bool]) -> list[T]:
    """Return the first entries, but the own ones before others, as many as the list has at most."""
    if len(entries) <= most:
        return entries
    kept = {id(entry) for entry in sorted(entries, key=is_own, reverse=True)[:most]}
    return [entry for entry in entries if id(entry) in kept]
