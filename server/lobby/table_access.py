"""Access to tables: codes and invitations. They are in memory for tables in memory, and on disk for all tables."""

import hmac
from dataclasses import dataclass, field

from netgame.text import N_
from protocol import messages as m
from server.cluster.messages import AccessChanged
from server.cluster.relay import Relay
from server.lobby.listed_table import Listable
from server.names import tidy
from server.ops.rate_limit import RateLimit, RateLimiter
from server.storage.social import SocialStore
from server.tables.commands import User
from server.tables.table import Table

NO_SPECTATORS = m.Refused(code="no_spectators", template=N_("This table has no spectators"))
NOT_INVITED = m.Refused(code="not_invited", template=N_("This table is only for invited players"))
WRONG_CODE = m.Refused(code="wrong_code", template=N_("Wrong code. Ask the player who made the table"))
TOO_FAST = m.Refused(code="too_fast", template=N_("Too many wrong codes. Wait a moment and try again"))
WRONG_CODES = RateLimit(5, 0.1)  # of one account


@dataclass
class AccessRule:
    """The code of a table, empty if it has none, and the invited accounts."""

    code: str = ""
    guests: set[str] = field(default_factory=set)


class TableAccess:
    """The access rules of the tables in memory. Methods that read or write the disk raise `DatabaseFailed`."""

    def __init__(self, social: SocialStore, relay: Relay | None = None) -> None:
        self._social, self._relay = social, relay or Relay()
        self._rules: dict[str, AccessRule] = {}
        self._invited: dict[str, set[str]] = {}  # account -> tables to which it is invited
        self._attempts = RateLimiter(WRONG_CODES)

    async def load(self, table: str) -> None:
        """Read the rule of a table. Guests and codes are only added: an invitation may be given meanwhile."""
        code, guests = await self._social.in_thread(self._social.access, table)
        rule = self._rules.setdefault(table, AccessRule())
        rule.code = code or rule.code
        for account in guests:
            self.note_guest(table, account)

    def forget(self, table: str) -> None:
        """Drop the rule of a table that leaves memory."""
        for account in self._rules.pop(table, AccessRule()).guests:
            self._invited[account].discard(table)
            if not self._invited[account]:
                del self._invited[account]

    async def set_code(self, table: str, code: str) -> None:
        """Give a table a code. It is on disk before the table is created, so no table waits behind an unknown code."""
        await self._social.in_thread(self._social.set_code, table, normalized(code))
        self._rules.setdefault(table, AccessRule()).code = normalized(code)
        self._relay.send(AccessChanged(table))

    async def invite(self, table: str, account: str) -> None:
        """Let an account enter."""
        await self._social.in_thread(self._social.invite, table, account)
        self.note_guest(table, account)
        self._relay.send(AccessChanged(table, account))

    @property
    def known(self) -> list[str]:
        """The tables whose rules are in memory."""
        return list(self._rules)

    def knows(self, table: str) -> bool:
        """Tell whether the rule of a table is in memory."""
        return table in self._rules

    def note_guest(self, table: str, account: str) -> None:
        """Know in memory that an account may enter."""
        self._rules.setdefault(table, AccessRule()).guests.add(account)
        self._invited.setdefault(account, set()).add(table)

    async def copy(self, old: str, new: str) -> None:
        """Give a new table the rule of another one."""
        rule = self.rule(old)
        await self.set_code(new, rule.code)
        for guest in list(rule.guests):
            await self.invite(new, guest)

    def rule(self, table: str) -> AccessRule:
        """Return the rule of a table in memory."""
        return self._rules.get(table) or AccessRule()

    def invitations(self, account: str) -> set[str]:
        """Return the tables in memory to which an account is invited."""
        return self._invited.get(account, set())

    def is_known_to(self, table: Listable, account: str) -> bool:
        """Tell whether an account sees a table that is not public."""
        return account in table.accounts or account in self.rule(table.id).guests

    def known_to(self, table: Listable) -> set[str]:
        """Return all accounts that see a table that is not public."""
        return self.rule(table.id).guests | set(filter(None, table.accounts))

    def refusal(self, table: Table, user: User, code: str, now: int) -> m.Refused | None:
        """Tell why a user may not enter with a code; None if they may."""
        if table.access == "open" or self.is_known_to(table, user.account):
            return None
        if table.access == "invited":
            return NOT_INVITED
        if code and self._attempts.is_empty(user.account, now):
            return TOO_FAST
        if hmac.compare_digest(normalized(code).encode(), self.rule(table.id).code.encode()) and code:
            return None
        if code:
            self._attempts.take(user.account, now)
        return WRONG_CODE

    def refusal_to_watch(self, table: Table, user: User, code: str, now: int) -> m.Refused | None:
        """Tell why a user may not watch."""
        if (refused := self.refusal(table, user, code, now)) is not None:
            return refused
        return None if table.has_spectators or table.is_played_by(user) else NO_SPECTATORS


def normalized(code: str) -> str:
    """Return a code for comparison: case, spaces and hyphens make no difference."""
    return tidy(code).replace(" ", "").replace("-", "").casefold()
