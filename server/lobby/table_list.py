"""The lists of tables and of users online: complete for a connection that signs in, then changes for everybody."""

from collections.abc import Collection, Mapping
from itertools import zip_longest
from typing import TypeVar

import msgspec
import trio

from protocol import messages as m
from protocol.framing import PAGE_ENTRIES, encode, encode_tables, pages
from server.lobby.broadcast import Broadcast, send_all
from server.lobby.lobby import Lobby
from server.lobby.table_access import TableAccess
from server.ops.supervision import Wakeup
from server.tables.users import Peer

T = TypeVar("T", bound=msgspec.Struct)
NEWS_EVERY_S = 0.2  # a table that changes ten times in that time is sent once
BYTES_PER_S = 20_000_000  # to all connections together; with many changes or connections, updates are less frequent
SENDS_PER_S = 1000  # the same for little news
SMALL_LIST = 50  # tables or users; a list of up to so many is not kept for the next connection
KEPT_LIST_S = 1.0  # for so long a list of tables is kept: it has more than the news, such as the number of events
MAX_INVITED = 100  # tables by invitation in the list of a connection that signs in, besides the own ones
SHORT_LIST = 20  # tables, some 10 KiB, for connections that have not signed in


class ListPublisher:
    """Sends both lists. An entry may be sent twice: updates are idempotent.

    A connection that signs in gets lists that may be older than the moment, but not older than the last update.
    """

    def __init__(self, lobby: Lobby[Peer], access: TableAccess, broadcast: Broadcast) -> None:
        self._lobby, self._access, self._broadcast = lobby, access, broadcast
        self._changed = Wakeup()
        self._unsent = b""  # news on their way, which are sent again after a fault
        self._unsent_hidden: list[tuple[str, bytes]] = []
        # lists for new connections; None: not encoded since the last news
        self._tables_frame: bytes | None = None
        self._people_frame: bytes | None = None
        self._tables_until = 0.0  # when the list of tables is dropped
        self._count = 0  # users online, as sent last
        self._audiences: set[str] = set()  # tables whose spectators have changed since they were sent
        lobby.on_change.append(self._note_change)
        lobby.on_people.append(self._note_change)
        lobby.on_audience.append(self._audience_changed)

    async def run(self) -> None:
        """Send changes of both lists, until cancelled."""
        while True:
            if not self._unsent and not self._unsent_hidden:
                await self._changed.wait()
            await trio.sleep(max(NEWS_EVERY_S, await self._send_changes()))

    # ---- complete lists

    def complete(self, account: str) -> bytes:
        """Return both lists for a connection that signs in: the tables that an account may know of, and the users."""
        seated = self._lobby.hidden(sorted(self._lobby.tables_of(account)))
        invited = self._lobby.hidden(sorted(self._access.invitations(account).difference(each.id for each in seated)))
        newest = sorted(invited, key=lambda table: -table.made)[:MAX_INVITED]
        hidden = list(map(self._lobby.info, [*seated, *newest]))
        tables = [encode(m.TablesDelta(changed=some)) for some in pages(hidden)]  # others may invite to many tables
        own = map(self._own_news, self._lobby.delayed_of(account))
        return b"".join((self._public_tables(), *tables, *own, self._people()))

    def _own_news(self, id: str) -> bytes:
        """Return a table with a delay as its players see it."""
        table = self._lobby.live(id)
        return encode(m.TablesDelta(changed=[self._lobby.info(table)]) if table else m.TablesDelta(gone=[id]))

    def _public_tables(self) -> bytes:
        if self._tables_frame is not None and trio.current_time() < self._tables_until:
            return self._tables_frame
        entries = self._lobby.listing.newest_encoded()
        frame = encode_tables(entries)
        self._tables_frame = frame if len(entries) > SMALL_LIST else None
        self._tables_until = trio.current_time() + KEPT_LIST_S
        return frame

    def _people(self) -> bytes:
        if self._people_frame is not None:
            return self._people_frame
        people = self._lobby.people()
        frame = encode(people)
        self._people_frame = frame if len(people.people) > SMALL_LIST else None
        return frame

    def tables_reply(self, id: int, wanted: str | None = None) -> bytes:
        """Return the list of tables as the reply to a request.

        For a connection that has not signed in, `wanted` names the first table of a short list.
        """
        if wanted is None:
            return encode_tables(self._lobby.listing.newest_encoded(), id)
        return encode_tables(self._lobby.listing.offered_encoded(SHORT_LIST, wanted), id)

    # ---- changes

    def _note_change(self) -> None:
        self._changed.set()

    def _audience_changed(self, table: str) -> None:
        self._audiences.add(table)
        self._changed.set()

    # a function of its own, for the loop would keep its variables, and so closed connections, in memory

    async def _send_changes(self) -> float:
        """Send all changes since the last time. Return for how many seconds to wait before the next time."""
        audiences, self._audiences = self._audiences, set()
        watched = [id for id in audiences if id in self._lobby.tables]
        for id in watched:
            self._lobby.touch(id)
        touched = self._lobby.take_touched_tables()
        own = [(account, self._own_news(id)) for id in touched for account in self._lobby.players_of_delayed(id)]
        hidden = self._hidden_changes(touched) + own
        self._tables_frame = self._people_frame = None
        self._unsent += b"".join((*self._table_news(touched), *self._people_news()))
        self._unsent_hidden += hidden
        size, peers = len(self._unsent), self._lobby.peers
        for id in watched:
            self._broadcast.send_presence(id)
        if size:
            await send_all(self._unsent, peers)
            self._unsent = b""
        while self._unsent_hidden:
            account, frame = self._unsent_hidden.pop(0)
            peer = self._lobby.peer_of(account)
            if peer is not None:
                peer.send(frame)
                await trio.lowlevel.checkpoint()
        return len(peers) * max(size / BYTES_PER_S, bool(size) / SENDS_PER_S)

    def _table_news(self, touched: Collection[str]) -> list[bytes]:
        live = [table for id in touched if (table := self._lobby.listed(id)) is not None and table.access != "invited"]
        gone = [id for id in touched if self._lobby.listed(id) is None and not self._lobby.is_secret(id)]
        parts = _parts([self._lobby.info(table) for table in live], gone)
        return [encode(m.TablesDelta(changed=some, gone=others)) for some, others in parts]

    def _people_news(self) -> list[bytes]:
        changed, gone, count = self._lobby.take_people_changes()
        before, self._count = self._count, count
        if not changed and not gone and count != before:
            return [encode(m.PeopleDelta(count=count))]
        parts = _parts(changed, gone)
        return [encode(m.PeopleDelta(changed=some, gone=others, count=count)) for some, others in parts]

    def _hidden_changes(self, touched: Mapping[str, set[str]]) -> list[tuple[str, bytes]]:
        """Return changes of tables by invitation, as frames for the accounts that know of them or did until now."""
        found: list[tuple[str, bytes]] = []
        for id, seated in touched.items():
            table = self._lobby.listed(id)
            if table is not None and table.access == "invited":
                known_to = self._access.known_to(table)
                changed = encode(m.TablesDelta(changed=[self._lobby.info(table)]))
                gone = encode(m.TablesDelta(gone=[id]))
                found += [(account, changed) for account in known_to]
                found += [(account, gone) for account in seated - known_to]
        return found


def _parts(changed: list[T], gone: list[str]) -> list[tuple[list[T], list[str]]]:
    """Split changes as they fit into frames."""
    ids = [gone[start : start + PAGE_ENTRIES] for start in range(0, len(gone), PAGE_ENTRIES)]
    return [(some or [], others or []) for some, others in zip_longest(pages(changed), ids)]
