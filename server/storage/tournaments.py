"""The part of the social database that has tournaments: their logs, and what lists need of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Executable, insert, select, update

from server.storage import social_schema as t
from server.storage.sql import SqlStore

Role = Literal["director", "player", "invited"]


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """One event of a tournament. The first event of a command has its key."""

    number: int
    key: bytes | None
    body: bytes


@dataclass(frozen=True, slots=True)
class TournamentAppend:
    """Events of one tournament that follow event `expected`, and what lists show after them.

    `people` are accounts that the events concern, with their roles. `at` is the time of the append.
    """

    tournament: str
    expected: int
    rows: Sequence[TournamentRow]
    entry: bytes
    is_over: bool
    at: int
    people: Collection[tuple[str, Role]] = ()


class TournamentStore(SqlStore):
    """Tournaments: each has a log of events with numbers from 1."""

    def append_to_tournament(self, append: TournamentAppend) -> bool:
        """Store events, all or none. Return False if another server has added events meanwhile."""
        id, last, rows = append.tournament, append.rows[-1].number, t.tournaments.c
        values = {"number": last, "changed": append.at, "over": append.is_over, "entry": append.entry}
        with self._transaction() as db:
            if append.expected == 0:
                new = self._database.insert(t.tournaments).values(tournament=id, **values).on_conflict_do_nothing()
                is_next = db.scalar(new.returning(rows.tournament)) is not None
            else:
                known = update(t.tournaments).where(rows.tournament == id, rows.number == append.expected)
                is_next = db.execute(known.values(values)).rowcount > 0
            if not is_next:
                return False
            events = [{"tournament": id, "number": row.number, "key": row.key, "body": row.body} for row in append.rows]
            db.execute(insert(t.tournament_events), events)
            if append.people:
                people = [{"account": a, "tournament": id, "role": role} for a, role in sorted(set(append.people))]
                db.execute(self._database.insert(t.tournament_people).on_conflict_do_nothing(), people)
        return True

    def tournament_rows(self, tournament: str, after: int = 0) -> list[TournamentRow]:
        """Return the events of a tournament after that number, in order."""
        rows = t.tournament_events.c
        query = select(rows.number, rows.key, rows.body).where(rows.tournament == tournament, rows.number > after)
        return [TournamentRow(*row) for row in self._rows(query.order_by(rows.number))]

    def open_tournaments(self) -> list[str]:
        """Return the tournaments that are not over."""
        rows = t.tournaments.c
        return [id for (id,) in self._rows(select(rows.tournament).where(rows.over.is_(False)))]

    def changed_tournaments(self, since: int) -> dict[str, int]:
        """Return the number of events of those tournaments that have changed since a time."""
        rows = t.tournaments.c
        return dict(self._pairs(select(rows.tournament, rows.number).where(rows.changed >= since)))

    def finished_tournaments(self, most: int) -> list[tuple[str, bytes]]:
        """Return the ids and entries of the last tournaments that are over, the last one first."""
        rows = t.tournaments.c
        query = select(rows.tournament, rows.entry).where(rows.over).order_by(rows.changed.desc()).limit(most)
        return self._pairs(query)

    def tournaments_of(self, account: str, role: Role) -> set[str]:
        """Return the tournaments in which an account has, or had, a role."""
        rows = t.tournament_people.c
        return {id for (id,) in self._rows(select(rows.tournament).where(rows.account == account, rows.role == role))}

    def _pairs(self, query: Executable) -> list[tuple[str, Any]]:
        return [(first, second) for first, second in self._rows(query)]
