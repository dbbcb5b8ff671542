"""The wishes for a game at all servers of a service, and which two of them are a pair."""

from typing import Protocol

import msgspec


class SeekRow(msgspec.Struct, frozen=True):
    """The wish of a user who is connected to `node`. Times are those of the service, in ms since 1970.

    `only`: the wish of another user that this one accepts; it is in no list. The fields after `until` are as in the
    message `Seek`. `draws_dice`: the program of the user can draw dice together with another one. `blocks` are the
    accounts with whom they do not play.
    """

    id: str
    account: str
    node: str
    name: str
    since: int
    until: int
    games: list[str]
    clocks: list[str]
    rated: bool | None = None
    within: int | None = None
    computers_after: int | None = None
    ratings: dict[str, int] = {}
    registered: bool = False
    computer: str = ""
    key: bytes = b""
    draws_dice: bool = False
    blocks: frozenset[str] = frozenset()
    only: str = ""


class SeekPair(msgspec.Struct, frozen=True):
    """Two wishes that are a pair, in the order of the players, and what they play at which table."""

    table: str
    first: SeekRow
    second: SeekRow
    game: str
    clock: str
    rated: bool


class SeekStore(Protocol):
    """The wishes. Methods raise `StoreBroken` if the database cannot be reached; repeating them is harmless."""

    async def put_seek(self, seek: SeekRow) -> bool:
        """Add a wish in place of another one of the account. False, and no change, if that one is paired."""

    async def remove_seek(self, id: str, *, paired: bool = False) -> None:
        """Remove a wish that is not paired, or one that is `paired`."""

    async def pair_seeks(self, pair: SeekPair) -> bool:
        """Note on both wishes that they are that pair. False, and no change, unless both are there and not paired."""

    async def seeks(self) -> list[tuple[SeekRow, SeekPair | None]]:
        """Return all wishes, with their pairs."""


class SeeksInMemory:
    """The `SeekStore` of a server that is alone."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[SeekRow, SeekPair | None]] = {}  # by account

    async def put_seek(self, seek: SeekRow) -> bool:
        known = self._rows.get(seek.account)
        if known is not None and known[1] is not None:
            return False
        self._rows[seek.account] = seek, None
        return True

    async def remove_seek(self, id: str, *, paired: bool = False) -> None:
        for seek, pair in list(self._rows.values()):
            if seek.id == id and (pair is not None) == paired:
                del self._rows[seek.account]

    async def pair_seeks(self, pair: SeekPair) -> bool:
        both = (pair.first, pair.second)
        known = [row for seek in both if (row := self._rows.get(seek.account)) is not None and row[0].id == seek.id]
        if len(known) < 2 or any(paired not in (None, pair) for _seek, paired in known):
            return False
        self._rows |= {seek.account: (seek, pair) for seek, _paired in known}
        return True

    async def seeks(self) -> list[tuple[SeekRow, SeekPair | None]]:
        return self.rows

    @property
    def rows(self) -> list[tuple[SeekRow, SeekPair | None]]:
        """All wishes, with their pairs."""
        return list(self._rows.values())

    def remove_seeks_of(self, node: str) -> None:
        """Remove the wishes of the users of a node that has ended."""
        self._rows = {account: row for account, row in self._rows.items() if row[0].node != node}
