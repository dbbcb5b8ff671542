"""Creation of tables: limits by account, by address and by memory, and the actor of the new table."""

import base64
import hashlib
import logging
import math
from collections import Counter

import trio

from netgame.match.events import Player
from netgame.text import N_, Text
from protocol import messages as m
from server.accounts.sanctions import MUTED, Sanctions
from server.errors import StoreProblem
from server.lobby.history import History
from server.lobby.lobby import Lobby
from server.lobby.table_access import TableAccess
from server.ops.limiter import Limiter
from server.ops.process import is_memory_full
from server.ops.remote import Remote
from server.refusals import DISK_FAILED
from server.tables.actor import TableActor
from server.tables.commands import User
from server.tables.registry import TableRegistry
from server.tables.users import Peer

log = logging.getLogger(__name__)

MEMORY_CHECK_S = 1.0
MEMORY_FULL = Text("The server has no memory left for more tables. Try again later")
TOO_FAST = m.Refused(code="too_fast", template=N_("You make tables too fast. Wait a moment and try again"))
TOO_MANY_SEATS = N_("You have a seat at {count} tables. Finish some first")
OTHER_IS_FULL = m.Refused(
    code="too_many", template=N_("The other player has a seat at too many tables, and has to finish some first")
)
TOO_MANY_ABORTS = N_("You have aborted several rated games in a short time. Look for the next game in {minutes} min")
TOO_MANY_TABLES = N_("There are {count} tables from your address. Finish some first")


class NewTables:
    """Decides which tables may be created. `closed`: why the operator allows none at the moment."""

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, access: TableAccess, history: History,
        sanctions: Sanctions, limiter: Limiter,
    ) -> None:  # fmt: skip
        self._lobby, self._registry, self._access, self._history = lobby, registry, access, history
        self._sanctions, self._limiter = sanctions, limiter
        self.closed: Text | None = None
        self._is_memory_full, self._memory_read_at = False, -math.inf
        self._origins: dict[str, str] = {}  # unfinished table -> the network from which it was made
        self._by_network: Counter[str] = Counter()

    async def make(
        self, command: m.MakeTable, user: User, remote: Remote
    ) -> tuple[TableActor, Player | None] | m.Refused:
        """Check the limits. Return the actor that decides on the command, and the player that its user was last.

        If the command was carried out before, its table answers it by its key, whatever the limits are now.
        """
        table = table_id(user.account, command.key)
        last_player: Player | None = None
        try:
            if (actor := await self._registry.load(table)) is not None:
                return actor, None
            if (refused := self._refusal(table, command, user, remote)) is not None:
                return refused
            if command.alternate:
                last_player = await self._history.last_player(user.account, command.game)
            if command.access == "code" and not self._registry.refuses(table, command, user):
                await self._access.set_code(table, command.code)
        except StoreProblem as error:
            log.error("a table cannot be made: %s", error)
            self.forget(table)
            return DISK_FAILED
        except BaseException:  # such as the end of the connection
            self.forget(table)
            raise
        return self._registry.create(table), last_player

    def _refusal(self, table: str, command: m.MakeTable, user: User, remote: Remote) -> m.Refused | None:
        """Tell why a user may not make a table. Otherwise count it for their address."""
        limits = self._limiter.limits
        if (full := self.refusal_of_seat(user, remote)) is not None:
            return full
        if command.title and self._sanctions.is_muted(user.account, self._limiter.now()):  # everybody reads the title
            return MUTED
        if (closed := self.refusal_if_closed()) is not None:
            return closed
        if not self._limiter.takes_request(type(command), user.account):
            return TOO_FAST
        if self._limiter.policy.behind_proxy or table in self._origins:
            return None
        most, network = limits.tables_per_address * self._limiter.policy.share(remote), remote.network
        if self._by_network[network] >= most:
            self._limiter.count("tables_per_address", remote)
            return m.Refused(code="too_many", template=TOO_MANY_TABLES, args={"count": most})
        self._origins[table] = network
        self._by_network[network] += 1
        return None

    def refusal_of_seat(self, user: User, remote: Remote | None = None) -> m.Refused | None:
        """Tell whether a user has seats at too many tables already."""
        if not self.has_all_seats(user.account):
            return None
        self._limiter.count("seats", remote)
        return m.Refused(code="too_many", template=TOO_MANY_SEATS, args={"count": self._limiter.limits.seats})

    def refusal_of_seats(self, user: User, other: str) -> m.Refused | None:
        """Tell whether a user or the account of their opponent has seats at too many tables already."""
        return self.refusal_of_seat(user) or (OTHER_IS_FULL if self.has_all_seats(other) else None)

    def refusal_after_aborts(self, user: User) -> m.Refused | None:
        """Tell whether a user has aborted so many rated matches alone that the next wish or challenge has to wait."""
        if not (wait_ms := self._limiter.wait_ms("abort", user.account)):
            return None
        self._limiter.count("abort")
        return m.Refused(code="aborted", template=TOO_MANY_ABORTS, args={"minutes": math.ceil(wait_ms / 60_000)})

    def has_all_seats(self, account: str) -> bool:
        """Tell whether an account has seats at as many tables as it may."""
        return len(self._lobby.unfinished_tables_of(account)) >= self._limiter.limits.seats

    def why_closed(self) -> Text | None:
        """Return why no tables are created at all at the moment."""
        now = trio.current_time()
        if now >= self._memory_read_at + MEMORY_CHECK_S:
            was_full, self._memory_read_at = self._is_memory_full, now
            self._is_memory_full = is_memory_full(self._limiter.limits.memory_mib)
            if self._is_memory_full and not was_full:
                self._limiter.count("memory")
        return self.closed or (MEMORY_FULL if self._is_memory_full else None)

    def refusal_if_closed(self) -> m.Refused | None:
        """Tell why no tables are created at the moment."""
        closed = self.why_closed()
        return None if closed is None else m.Refused(code="closed", template=closed.template, args=dict(closed.args))

    def forget(self, table: str) -> None:
        """Count a table for its address no longer: it is over, or it was not made after all."""
        network = self._origins.pop(table, None)
        if network is not None:
            self._by_network[network] -= 1
            if not self._by_network[network]:
                del self._by_network[network]


def table_id(account: str, key: bytes) -> str:
    """Return the id of the table that a command makes. The same command again makes the same table."""
    digest = hashlib.blake2b(account.encode() + key, digest_size=10).digest()
    return base64.b32encode(digest).decode().lower()
