"""Forgets the codes and invitations of tables that are over, or that were never made."""

import trio

from server.ops.supervision import keep_trying
from server.storage.event_store import EventStore
from server.storage.social import SocialStore

DAY_S = 86_400
MAKING_S = 60.0  # longer than a table takes to be made, whose code is stored before it


class OldAccess:
    """Looks for such codes and invitations at the start and once a day. Tables in memory keep theirs there."""

    def __init__(self, social: SocialStore, store: EventStore) -> None:
        self._social, self._store = social, store

    async def run(self) -> None:
        """Forget them until cancelled."""
        while True:
            await keep_trying("codes and invitations of finished tables", self.forget)
            await trio.sleep(DAY_S)

    async def forget(self) -> None:
        """Delete the codes and invitations of all tables that are not unfinished."""
        stored = await self._social.in_thread(self._social.tables_with_access)
        if stored:
            await trio.sleep(MAKING_S)
            over = stored.difference(await self._store.unfinished())
            await self._social.in_thread(self._social.forget_access, sorted(over))
