"""Tables as lists need them: those in memory, and the entries of unfinished tables that only other servers have."""

from collections.abc import Callable

import msgspec

from protocol import messages as m
from server.tables.table import Table

Accounts = tuple[str | None, str | None]

_decode = msgspec.msgpack.Decoder(m.TableInfo).decode


class ListedTable:
    """An entry as the store has it. There may be many, so each list decodes it.

    The store has no entries of finished tables. `state` is that of a table that was set aside.
    """

    __slots__ = (
        "_entry", "access", "accounts", "clock", "computers", "delay", "id", "keeps_time", "made", "number", "paused",
        "ready", "state",
    )  # fmt: skip

    def __init__(self, entry: bytes, number: int, state: str = "") -> None:
        info = _decode(entry)
        first, second = info.seats
        self._entry, self.id, self.number, self.made = entry, info.table, number, info.made
        self.state, self.access = state or info.state, str(info.access)
        self.paused, self.ready = info.paused, info.ready
        self.accounts: Accounts = (first.account if first else None, second.account if second else None)
        self.computers = (first.computer if first else "", second.computer if second else "")
        self.clock, self.delay = info.clock, info.delay
        is_measured = info.clock != "none" or info.absence != "wait"
        self.keeps_time = is_measured and self.state in ("playing", "between")

    @property
    def is_over(self) -> bool:
        """Whether the match goes on elsewhere."""
        return self.state == "over"

    def in_state(self, state: str) -> "ListedTable":
        """Return the same entry of a table that was set aside, and so in that state; empty: as the store has it."""
        return ListedTable(self._entry, self.number, state)

    def info(self, is_online: Callable[[str], bool], watching: int = 0) -> m.TableInfo:
        """Return the entry with the presence of now."""
        info = _decode(self._entry)
        first, second = (
            msgspec.structs.replace(seat, present=is_online(seat.account)) if seat is not None else None
            for seat in info.seats
        )
        return msgspec.structs.replace(info, state=self.state, seats=(first, second), watching=watching)


Listable = Table | ListedTable
