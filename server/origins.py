"""From which address each unfinished table was made, since the server started: one address has a limit of them."""

from collections import Counter


class Origins:
    """The counts. Sync."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}  # table -> address
        self._counts: Counter[str] = Counter()

    def count(self, address: str) -> int:
        """How many unfinished tables were made from there."""
        return self._counts[address]

    def made(self, table: str, address: str) -> None:
        """That table is made from there; once more changes nothing."""
        if table not in self._of:
            self._of[table] = address
            self._counts[address] += 1

    def gone(self, table: str) -> None:
        """That table is over, or is not made after all."""
        address = self._of.pop(table, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]
