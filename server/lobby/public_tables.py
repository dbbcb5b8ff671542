"""The tables that everybody may know of, in the order of the lists: a list costs the same however many there are."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator
from itertools import islice

from protocol import messages as m
from protocol.framing import encode_part
from server.tables.table import Table

MAX_LISTED = 500  # tables in one list; a frame to a client holds some 3000
MAX_KEPT = 2 * MAX_LISTED  # entries that were made and may be right next time


class PublicTables:
    """Public tables that are not over, the youngest first. `info` makes the entry of a table.

    An entry is made once, and again when the log of its table has grown or `forget` was called for it.
    """

    def __init__(self, info: Callable[[Table], m.TableInfo]) -> None:
        self._info = info
        self._tables: dict[str, Table] = {}
        self._keys: dict[str, tuple[int, int]] = {}  # by when it was made, and which table it was
        self._all: list[tuple[int, int, str]] = []
        self._open: list[tuple[int, int, str]] = []  # those that have not started
        self._frozen: set[str] = set()
        self._count = 0  # tables so far
        self._entries: dict[str, tuple[int, m.TableInfo, bytes]] = {}  # with the number of the last event

    def put(self, table: Table) -> None:
        """That table is in the lists, perhaps in another state than before."""
        key = self._keys.get(table.id)
        self.drop(table.id)
        if key is None:
            self._count += 1
            key = (-table.made, -self._count)
        self._tables[table.id], self._keys[table.id] = table, key
        insort(self._all, (*key, table.id))
        if table.state == "open":
            insort(self._open, (*key, table.id))
        elif table.state == "frozen":
            self._frozen.add(table.id)

    def drop(self, id: str) -> None:
        """That table is not in the lists any more."""
        if self._tables.pop(id, None) is not None:
            key = (*self._keys.pop(id), id)
            for order in (self._all, self._open):
                place = bisect_left(order, key)
                if order[place : place + 1] == [key]:
                    del order[place]
        self._frozen.discard(id)
        self._entries.pop(id, None)

    def forget(self, id: str) -> None:
        """The entry of that table is not right any more."""
        self._entries.pop(id, None)

    # ---- lists

    def youngest(self) -> list[m.TableInfo]:
        """The tables as far as one list goes."""
        return [self._entry(id)[0] for _, _, id in self._all[:MAX_LISTED]]

    def youngest_encoded(self) -> list[bytes]:
        """The same, each as msgpack."""
        return [self._entry(id)[1] for _, _, id in self._all[:MAX_LISTED]]

    def offered(self, most: int) -> list[str]:
        """The names of so many tables, those that have not started first."""
        found = [id for _, _, id in self._open[:most]]
        return found + list(islice(self._going_on(), most - len(found)))

    def offers(self, most: int) -> tuple[list[m.TableInfo], int]:
        """Those tables, and how many there are that one could name."""
        return [self._entry(id)[0] for id in self.offered(most)], len(self._all) - len(self._frozen)

    def offered_encoded(self, most: int, wanted: str = "") -> list[bytes]:
        """The same tables, each as msgpack; the wanted one in front of them, if it is in the lists."""
        first = [wanted] if wanted in self._tables else []
        return [self._entry(id)[1] for id in dict.fromkeys([*first, *self.offered(most)])]

    def _going_on(self) -> Iterator[str]:
        return (id for _, _, id in self._all if self._tables[id].state not in ("open", "frozen"))

    def _entry(self, id: str) -> tuple[m.TableInfo, bytes]:
        table = self._tables[id]
        kept = self._entries.get(id)
        if kept is None or kept[0] != table.number:
            if len(self._entries) >= MAX_KEPT:
                self._entries.clear()
            info = self._info(table)
            kept = self._entries[id] = table.number, info, encode_part(info)
        return kept[1], kept[2]
