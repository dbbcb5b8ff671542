"""Codes of tables and invitations to them: in memory for tables in memory, in the annals for all."""

import hmac
from dataclasses import dataclass, field

from protocol import messages as m
from server.names import tidy
from server.ops.limits import RateLimit, RateLimiter
from server.tables.commands import User
from server.tables.table import Table

NO_SPECTATORS = m.Refused(code="no_spectators", template="Nobody watches this table but its players")
NOT_INVITED = m.Refused(code="not_invited", template="This table is for people whom its players have invited")
WRONG_CODE = m.Refused(code="wrong_code", template="That is not the code of this table. Ask whoever made it")
TOO_FAST = m.Refused(code="too_fast", template="Too many wrong codes; wait a moment before you try again")


@dataclass
class AccessRule:
    """The code of a table, empty if it has none, and who was invited."""

    code: str = ""
    guests: set[str] = field(default_factory=set)


class TableAccess:
    """The doors of the tables in memory that have one. The caller reads and writes the annals, before, in a thread."""

    def __init__(self) -> None:
        self._doors: dict[str, AccessRule] = {}
        self._places: dict[str, set[str]] = {}  # account -> tables to which it was invited
        self._tries = RateLimiter(RateLimit(5, 0.1))

    def remember(self, table: str, code: str, guests: set[str]) -> None:
        """A table was read from disk, and this is its door."""
        self._doors[table] = AccessRule(code, guests)
        for account in guests:
            self._places.setdefault(account, set()).add(table)

    def forget(self, table: str) -> None:
        """The table is not in memory any more."""
        for account in self._doors.pop(table, AccessRule()).guests:
            self._places[account].discard(table)
            if not self._places[account]:
                del self._places[account]

    def of(self, table: str) -> AccessRule:
        """The door of a table; one that stands open if nothing else is known."""
        return self._doors.get(table) or AccessRule()

    def lock(self, table: str, code: str) -> None:
        """The table has that code."""
        self._doors.setdefault(table, AccessRule()).code = written(code)

    def invite(self, table: str, account: str) -> None:
        """That account may enter."""
        self._doors.setdefault(table, AccessRule()).guests.add(account)
        self._places.setdefault(account, set()).add(table)

    def invited_to(self, account: str) -> set[str]:
        """The tables to which that account was invited."""
        return self._places.get(account, set())

    def knows(self, table: Table, account: str) -> bool:
        """Whether a table by invitation shows itself to that account."""
        return account in table.accounts or account in self.of(table.id).guests

    def knowing(self, table: Table) -> set[str]:
        """All of those."""
        return self.of(table.id).guests | {account for account in table.accounts if account is not None}

    def refusal(self, table: Table, who: User, code: str, now: int) -> m.Refused | None:
        """Why somebody may not sit down or look on with that code; None if he may."""
        if table.access == "open" or self.knows(table, who.account):
            return None
        if table.access == "invited":
            return NOT_INVITED
        if code and self._tries.is_empty(who.account, now):
            return TOO_FAST
        if hmac.compare_digest(written(code).encode(), self.of(table.id).code.encode()) and code:
            return None
        if code:
            self._tries.take(who.account, now)
        return WRONG_CODE

    def refusal_to_watch(self, table: Table, who: User, code: str, now: int) -> m.Refused | None:
        """Why somebody may not look on."""
        if (refused := self.refusal(table, who, code, now)) is not None:
            return refused
        match = table.match
        if match is None or match.created.spectators or who.account in table.accounts or match.phase == "over":
            return None
        return NO_SPECTATORS


def written(code: str) -> str:
    """A code as it is compared: people write it in small or capital letters, with blanks or without."""
    return tidy(code).replace(" ", "").replace("-", "").casefold()
