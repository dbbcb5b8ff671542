"""Tables as lists need them: those in memory, and the entries of unfinished tables that only other servers have."""

from collections.abc import Callable

import msgspec

from protocol import messages as m
from server.tables.table import Table

Accounts = tuple[str | None, str | None]

_decode = msgspec.msgpack.Decoder(m.TableInfo).decode


class ListedTable:
    """An entry as the store has it. There may be many, so each list decodes it."""

    is_over = False  # the store has no entries of finished tables

    __slots__ = (
        "_entry", "access", "accounts", "clock", "computers", "id", "keeps_time", "made", "number", "paused", "ready",
        "state",
    )  # fmt: skip

    def __init__(self, entry: bytes, number: int) -> None:
        info = _decode(entry)
        first, second = info.seats
        self._entry, self.id, self.number, self.made = entry, info.table, number, info.made
        self.state, self.access = info.state, str(info.access)
        self.paused, self.ready = info.paused, info.ready
        self.accounts: Accounts = (first.account if first else None, second.account if second else None)
        self.computers = (first.computer if first else "", second.computer if second else "")
        self.clock = info.clock
        is_measured = info.clock != "none" or info.absence != "wait"
        self.keeps_time = is_measured and info.state in ("playing", "between")

    def info(self, is_online: Callable[[str], bool], watching: int = 0) -> m.TableInfo:
        """Return the entry with the presence of now."""
        info = _decode(self._entry)
        first, second = (
            msgspec.structs.replace(seat, present=is_online(seat.account)) if seat is not None else None
            for seat in info.seats
        )
        return msgspec.structs.replace(info, seats=(first, second), watching=watching)


Listable = Table | ListedTable
