"""Public unfinished tables in the order of the lists. A list costs the same for any number of tables."""

from bisect import bisect_left, insort
from collections.abc import Callable
from itertools import islice

from protocol import messages as m
from protocol.framing import encode_part
from server.lobby.listed_table import Listable

MAX_LISTED = 500  # tables in one list; a frame to a client holds some 3000
MAX_CACHED = 2 * MAX_LISTED  # entries


class PublicTables:
    """Public unfinished tables, the newest first. `info` makes the entry of a table.

    An entry is cached until the log of its table grows or `forget` is called.
    """

    def __init__(self, info: Callable[[Listable], m.TableInfo]) -> None:
        self._info = info
        self._tables: dict[str, Listable] = {}
        self._keys: dict[str, tuple[int, int]] = {}  # by time of creation, then by order of `put`
        self._all: list[tuple[int, int, str]] = []
        self._open: list[tuple[int, int, str]] = []  # tables that have not started
        self._frozen: set[str] = set()
        self._count = 0  # calls of `put` for new tables
        self._entries: dict[str, tuple[int, m.TableInfo, bytes]] = {}  # number of events, entry, entry as msgpack

    def put(self, table: Listable) -> None:
        """Add a table, or update its state."""
        key = self._keys.get(table.id)
        self.remove(table.id)
        if key is None:
            self._count += 1
            key = (-table.made, -self._count)
        self._tables[table.id], self._keys[table.id] = table, key
        insort(self._all, (*key, table.id))
        if table.state == "open":
            insort(self._open, (*key, table.id))
        elif table.state == "frozen":
            self._frozen.add(table.id)

    def renew(self, table: Listable) -> None:
        """Use this object for a table in the lists whose state is the same."""
        if table.id in self._tables and self._tables[table.id] is not table:
            self._tables[table.id] = table
            self._entries.pop(table.id, None)

    def remove(self, id: str) -> None:
        """Remove a table."""
        if self._tables.pop(id, None) is not None:
            key = (*self._keys.pop(id), id)
            for order in (self._all, self._open):
                place = bisect_left(order, key)
                if order[place : place + 1] == [key]:
                    del order[place]
        self._frozen.discard(id)
        self._entries.pop(id, None)

    def forget(self, id: str) -> None:
        """Make the entry of a table again next time."""
        self._entries.pop(id, None)

    # ---- lists

    def newest_encoded(self) -> list[bytes]:
        """Return the entries of the newest tables as msgpack, as many as fit into one list."""
        return [self._entry(id)[1] for _, _, id in self._all[:MAX_LISTED]]

    def offered(self, most: int) -> list[str]:
        """Return the ids of up to `most` tables, those that have not started first."""
        found = [id for _, _, id in self._open[:most]]
        started = (id for _, _, id in self._all if self._tables[id].state not in ("open", "frozen"))
        return found + list(islice(started, most - len(found)))

    def offers(self, most: int) -> tuple[list[m.TableInfo], int]:
        """Return the entries of these tables, and the number of all tables that are not frozen."""
        return [self._entry(id)[0] for id in self.offered(most)], len(self._all) - len(self._frozen)

    def offered_encoded(self, most: int, wanted: str = "") -> list[bytes]:
        """Return the same entries as msgpack, with the wanted table first if it is public."""
        first = [wanted] if wanted in self._tables else []
        return [self._entry(id)[1] for id in dict.fromkeys([*first, *self.offered(most)])]

    def _entry(self, id: str) -> tuple[m.TableInfo, bytes]:
        table = self._tables[id]
        kept = self._entries.get(id)
        if kept is None or kept[0] != table.number:
            if len(self._entries) >= MAX_CACHED:
                self._entries.clear()
            info = self._info(table)
            kept = self._entries[id] = table.number, info, encode_part(info)
        return kept[1], kept[2]
