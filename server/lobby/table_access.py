"""Access to tables: codes and invitations. They are in memory for tables in memory, and on disk for all tables."""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from netgame.text import N_
from protocol import messages as m
from protocol.texts import normalized_code
from server.cluster.messages import AccessChanged
from server.cluster.relay import Relay
from server.lobby.listed_table import Listable
from server.ops.rate_limit import RateLimit, RateLimiter
from server.storage.social import SocialStore
from server.tables.commands import User
from server.tables.table import Table

NO_SPECTATORS = m.Refused(code="no_spectators", template=N_("This table has no spectators"))
NOT_INVITED = m.Refused(code="not_invited", template=N_("This table is only for invited players"))
WRONG_CODE = m.Refused(code="wrong_code", template=N_("Wrong code. Ask the player who made the table"))
TOO_FAST = m.Refused(code="too_fast", template=N_("Too many wrong codes. Wait a moment and try again"))
OF_ACCOUNT, OF_NETWORK = RateLimit(5, 0.1), RateLimit(20, 0.2)  # wrong codes
# wrong codes of a table in a day; then its players get a notice. Each server counts for itself since its start, as with
# all rates: ten servers, or ten restarts, add up to 10,000 guesses, and the shortest new code is one of 1.6 million
OF_TABLE = RateLimit(1000, 1000 / 86_400)


@dataclass
class AccessRule:
    """The code of a table, empty if it has none, and the invited accounts."""

    code: str = ""
    guests: set[str] = field(default_factory=set)


class TableAccess:
    """The access rules of the tables in memory. Methods that read or write the disk raise `DatabaseFailed`.

    The callables of `on_new_code` are called with the id of a table that has got another code, or lost a guest, those
    of `on_guessed` with that of a table for which too many wrong codes were sent.
    """

    def __init__(self, social: SocialStore, relay: Relay | None = None) -> None:
        self._social, self._relay = social, relay or Relay()
        self._rules: dict[str, AccessRule] = {}
        self._invited: dict[str, set[str]] = {}  # account -> tables to which it is invited
        self.on_new_code: list[Callable[[str], None]] = []
        self.on_guessed: list[Callable[[str], None]] = []
        self._by_account, self._by_network = RateLimiter(OF_ACCOUNT), RateLimiter(OF_NETWORK)
        self._by_table = RateLimiter(OF_TABLE)

    async def load(self, table: str) -> None:
        """Read the rule of a table. Guests and codes are only added: an invitation may be given meanwhile."""
        code, guests = await self._social.in_thread(self._social.access, table)
        rule = self._rules.setdefault(table, AccessRule())
        for account in guests:
            self.note_guest(table, account)
        self._note_code(table, code or rule.code)

    def forget(self, table: str) -> None:
        """Drop the rule of a table that leaves memory."""
        for account in self._rules.pop(table, AccessRule()).guests:
            self._forget_guest(table, account)

    def _forget_guest(self, table: str, account: str) -> None:
        self._invited[account].discard(table)
        if not self._invited[account]:
            del self._invited[account]

    async def set_code(self, table: str, code: str) -> None:
        """Give a table a code. It is on disk before the table is created, so no table waits behind an unknown code."""
        await self._social.in_thread(self._social.set_code, table, normalized_code(code))
        self._note_code(table, normalized_code(code))
        self._relay.send(AccessChanged(table))

    def _note_code(self, table: str, code: str) -> None:
        rule = self._rules.setdefault(table, AccessRule())
        before, rule.code = rule.code, code
        if before not in ("", code):
            for hook in self.on_new_code:
                hook(table)

    async def invite(self, table: str, account: str) -> None:
        """Let an account enter."""
        await self._social.in_thread(self._social.invite, table, account)
        self.note_guest(table, account)
        self._relay.send(AccessChanged(table, account))

    async def uninvite(self, tables: Sequence[str], account: str) -> None:
        """Take back the invitations of an account."""
        await self._social.in_thread(self._social.uninvite, tables, account)
        for table in tables:
            self.note_uninvited(table, account)
            self._relay.send(AccessChanged(table, account, revoked=True))

    def note_uninvited(self, table: str, account: str) -> None:
        """Know in memory that an account is not invited any more."""
        if account in self.rule(table).guests:
            self._rules[table].guests.discard(account)
            self._forget_guest(table, account)
            for hook in self.on_new_code:
                hook(table)

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

    def refusal(self, table: Table, user: User, code: str, now: int, network: str = "") -> m.Refused | None:
        """Tell why a user may not enter with a code that came from a network; None if they may. Wrong codes count."""
        is_tried = bool(code) and table.access == "code" and not self.is_known_to(table, user.account)
        if is_tried and (
            self._by_account.is_empty(user.account, now) or (network and self._by_network.is_empty(network, now))
        ):
            return TOO_FAST
        refused = self._refusal(table, user, code)
        if refused is not None and is_tried:
            self._by_account.take(user.account, now)
            if network:
                self._by_network.take(network, now)
            if self._by_table.take(table.id, now) and self.is_guessed(table.id, now):
                for hook in self.on_guessed:
                    hook(table.id)
        return refused

    def _refusal(self, table: Table, user: User, code: str) -> m.Refused | None:
        if table.access == "open" or self.is_known_to(table, user.account):
            return None
        if table.access == "invited":
            return NOT_INVITED
        given, right = normalized_code(code).encode(), self.rule(table.id).code.encode()
        return None if given and hmac.compare_digest(given, right) else WRONG_CODE

    def is_guessed(self, table: str, now: int) -> bool:
        """Tell whether so many wrong codes were sent for a table in a day that its players should know."""
        return self._by_table.is_empty(table, now)

    def refusal_to_watch(self, table: Table, user: User, code: str, now: int, network: str = "") -> m.Refused | None:
        """Tell why a user may not watch, as `refusal` does."""
        return self.refusal(table, user, code, now, network) or self._refusal_of_spectator(table, user)

    def refusal_to_go_on(self, table: Table, user: User, code: str) -> m.Refused | None:
        """Tell why a user may not go on watching, after a `watch` with that code."""
        return self._refusal(table, user, code) or self._refusal_of_spectator(table, user)

    def _refusal_of_spectator(self, table: Table, user: User) -> m.Refused | None:
        return None if table.has_spectators or table.is_played_by(user) else NO_SPECTATORS
