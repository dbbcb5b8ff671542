"""The lists of tables and people: whole to whoever comes, and to everybody what has changed of them since."""

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import trio

from protocol import messages as m
from protocol.framing import encode, encode_tables
from server.lobby.broadcast import tell_all

if TYPE_CHECKING:
    from server.house import House
    from server.tables.actor import Peer

T = TypeVar("T")
TABLES_EVERY_S = 0.2  # a table that changes ten times in that time is told once
PEOPLE_EVERY_S = 0.5
BYTES_PER_S = 20_000_000  # for everybody together: where many change and many are told it is done less often,
FRAMES_PER_S = 1000  # and where many are told very little as well
IN_A_FRAME = 500  # tables or people
SHORT = 50  # a list that is made anew for each who comes


class ListPublisher:
    """Belongs to a house. Whatever is told may be told twice, so that nobody has to know who knows what.

    Who comes gets lists that may be older than he is, but not older than what was told last: he gets that of the rest.
    """

    def __init__(self, house: "House") -> None:
        self._house, self._lobby = house, house.lobby
        self._old_tables, self._old_people = trio.Event(), trio.Event()
        self._people_frame: bytes | None = None  # for new connections; None: to be made
        self._count = 0  # people, as told last
        self._audiences: set[str] = set()  # tables whose spectators are others than was told
        self._lobby.on_change.append(self.tables_changed)
        self._lobby.on_people.append(self._people_changed)
        self._lobby.on_audience.append(self._audience_changed)

    async def run(self) -> None:
        """Until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tell_tables)
            nursery.start_soon(self._tell_people)

    # ---- to whoever comes

    def show_tables(self, peer: "Peer", account: str) -> None:
        """The list of tables, and those by invitation that this account may know of."""
        peer.send(encode_tables(self._lobby.listing.youngest_encoded()))
        known = {*self._lobby.tables_of(account), *self._house.club.doors.invited_to(account)}
        hidden = [self._lobby.info(table) for table in self._lobby.hidden(sorted(known))]
        if hidden:
            peer.send(encode(m.TablesDelta(changed=hidden)))

    def show_people(self, peer: "Peer") -> None:
        """The list of who is here."""
        frame = self._people_frame
        if frame is None:
            people = self._lobby.people()
            frame = encode(people)
            self._people_frame = frame if len(people.people) > SHORT else None
        peer.send(frame)

    # ---- to everybody

    def tables_changed(self) -> None:
        """Something that the list of tables tells is different: the lobby knows of which table."""
        self._old_tables.set()

    def _people_changed(self) -> None:
        self._old_people.set()

    def _audience_changed(self, table: str) -> None:
        self._audiences.add(table)
        self._old_people.set()

    async def _tell_tables(self) -> None:
        while True:
            await self._old_tables.wait()
            self._old_tables = trio.Event()
            await trio.sleep(max(TABLES_EVERY_S, await self._tell_table_news()))

    # not in the loop that waits: that would keep who was told last

    async def _tell_table_news(self) -> float:
        touched = self._lobby.touched_tables()
        hidden = self._hidden(touched)
        live = [table for id in touched if (table := self._lobby.live(id)) is not None and table.access != "invited"]
        gone = [id for id in touched if self._lobby.live(id) is None]
        pieces = _pieces([self._lobby.info(table) for table in live], gone)
        taken = await self._tell_all([encode(m.TablesDelta(changed=some, gone=others)) for some, others in pieces])
        for account, frame in hidden:
            peer = self._lobby.peer_of(account)
            if peer is not None:
                peer.send(frame)
                await trio.lowlevel.checkpoint()
        return taken

    def _hidden(self, touched: Mapping[str, set[str]]) -> list[tuple[str, bytes]]:
        """News of tables by invitation: accounts that may know of them, or might until now, and the frame for each."""
        found: list[tuple[str, bytes]] = []
        knowing = self._house.club.doors.knowing
        for id, seated in touched.items():
            table = self._lobby.live(id)
            if table is not None and table.access == "invited":
                changed = encode(m.TablesDelta(changed=[self._lobby.info(table)]))
                gone = encode(m.TablesDelta(gone=[id]))
                found += [(account, changed) for account in knowing(table)]
                found += [(account, gone) for account in seated - knowing(table)]
        return found

    async def _tell_people(self) -> None:
        while True:
            await self._old_people.wait()
            self._old_people = trio.Event()
            await trio.sleep(max(PEOPLE_EVERY_S, await self._tell_people_news()))

    async def _tell_people_news(self) -> float:
        changed, gone, count = self._lobby.people_changes()
        self._people_frame = None
        frames = [
            encode(m.PeopleDelta(changed=some, gone=others, count=count)) for some, others in _pieces(changed, gone)
        ]
        if not frames and count != self._count:
            frames = [encode(m.PeopleDelta(count=count))]
        self._count = count
        taken = await self._tell_all(frames)
        audiences, self._audiences = self._audiences, set()
        for table in filter(None, map(self._lobby.tables.get, audiences)):
            self._lobby.touch(table.id)
            self._house.tell_presence(table.id)
        return taken

    async def _tell_all(self, frames: list[bytes]) -> float:
        """How many seconds to wait before the next time."""
        if not frames:
            return 0.0
        peers = self._lobby.peers
        await tell_all(frames, peers)
        return len(peers) * max(sum(map(len, frames)) / BYTES_PER_S, len(frames) / FRAMES_PER_S)


def _pieces(changed: list[T], gone: list[str]) -> list[tuple[list[T], list[str]]]:
    """As they fit into frames."""
    most = max(len(changed), len(gone))
    return [
        (list(islice(changed, start, start + IN_A_FRAME)), list(islice(gone, start, start + IN_A_FRAME)))
        for start in range(0, most, IN_A_FRAME)
    ]
