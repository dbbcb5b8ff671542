"""The service that a server is part of, as its tables and sessions use it. This one is for a server that is alone."""

import math
from collections.abc import Callable, Sequence

from server.cluster.seeks import SeeksInMemory, SeekStore
from server.cluster.store import Node
from server.storage.event_store import Append, EventStore
from server.tables.commands import User
from server.tables.table import Table
from server.tables.users import Peer


class Service:
    """The service of a server that is alone. That of several servers (`SharedService`) overrides everything.

    `seeks` are the wishes for a game, which are read again every `seeks_every_s`. The callables of `on_seeks` are
    called when other servers have changed them, those of `on_entered` when an account has come online here.
    """

    is_shared = False
    seeks_every_s = math.inf

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.seeks: SeekStore = SeeksInMemory()
        self.on_seeks: list[Callable[[], None]] = []
        self.on_entered: list[Callable[[str], None]] = []

    @property
    def nodes(self) -> Sequence[Node]:
        """The servers, if there are several."""
        return ()

    # ---- the store

    @property
    def is_away(self) -> bool:
        """Whether the store has not answered for long."""
        return False

    @property
    def away_from(self) -> int:
        """The time of the last answer of the store, if it is away now; 0 if it is not."""
        return 0

    @property
    def is_settled(self) -> bool:
        """Whether the store answers, and has done so for long enough to let flags fall."""
        return True

    @property
    def away_since(self) -> int:
        """The time of the last answer of the store before it was away last; 0: it never was."""
        return 0

    async def note_alive(self, at: int) -> None:
        """Store that the server ran at that time, for its next start. `StoreProblem` if the disk fails."""
        await self._store.alive(at)

    async def last_alive(self) -> int:
        """Return the last time that `note_alive` stored; 0: none."""
        return await self._store.last_alive()

    # ---- tables

    def is_current(self, table: Table) -> bool:
        """Tell whether the table has all events of its log. If that is not known, a refusal needs a read first."""
        return True

    def has_gone_on(self, table: Table, at: int) -> bool:
        """Tell whether other servers have paused or resumed the table after that time."""
        return False

    def keeps(self, table: Table) -> bool:
        """Tell whether this server keeps the table in memory while no connection watches it."""
        return table.match is not None and not table.is_over and not table.is_abandoned

    async def tables_to_open(self) -> list[str]:
        """Return the tables that a server has in memory from its start, the oldest first."""
        return await self._store.unfinished()

    def committed(self, append: Append) -> None:
        """Tell the other servers about events that are durable."""

    # ---- users

    async def claim(self, user: User, peer: Peer) -> str | None:
        """Let a user be online here and at no other server. Return their name; None if another server claimed them.

        Raises:
            StoreProblem: The user does not come online.
        """
        return user.name

    def release(self, account: str, cause: str) -> None:
        """Let a user who was online here be offline."""

    def is_elsewhere(self, account: str | None) -> bool:
        """Tell whether a user is online at another server."""
        return False

    def count_elsewhere(self, network: str) -> int:
        """Return how many users from a network are online at other servers."""
        return 0

    def seeks_changed(self) -> None:
        """Tell the other servers that wishes for a game have changed."""

    # ---- the servers

    async def begin(self) -> None:
        """Join the service, and read its users and tables."""

    async def pause_running_tables(self) -> None:
        """Pause the tables that are still running after a time without any server. `StoreProblem` if that fails.

        The users of servers that are dead go offline.
        """

    async def run(self) -> None:
        """Follow the other servers until cancelled."""

    async def leave(self) -> None:
        """Leave the service in order. The users of this server are offline from now on."""
