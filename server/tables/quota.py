"""From which address each unfinished table was made, since the server started: one address has a limit of them."""

from collections import Counter


class TableQuota:
    """The counts. Sync."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}  # table -> address
        self._counts: Counter[str] = Counter()

    def make(self, table: str, address: str, most: int) -> bool:
        """Count a table that is about to be made from there; False where that would be more than so many. The same one
        again counts once."""
        if table in self._of:
            return True
        if self._counts[address] >= most:
            return False
        self._of[table] = address
        self._counts[address] += 1
        return True

    def gone(self, table: str) -> None:
        """That table is over, or is not made after all."""
        address = self._of.pop(table, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]
