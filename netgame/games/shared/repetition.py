"""The earlier boards of a game as part of its state, for rules about repetition."""

from collections.abc import Callable, Hashable, Iterator, Sequence

_FILTER_BITS = 4096  # a game of a few hundred turns rarely sets the same bit twice


class RepetitionHistory:
    """The boards from the start to now, in order; immutable, so states share it, also across a take-back.

    `occurrences` says how often the latest board has occurred, itself included. Equality and hash cover the whole
    sequence.
    """

    __slots__ = ("_filter", "_hash", "_parent", "key", "length", "occurrences")

    def __init__(self, key: Hashable, parent: "RepetitionHistory | None" = None) -> None:
        own = hash(key)
        bit = 1 << own % _FILTER_BITS
        self.key = key
        self._parent = parent
        if parent is None:
            self.length, self.occurrences, self._filter, self._hash = 1, 1, bit, hash((own,))
        else:
            # a clear bit means that the board is new; only a set one makes a search necessary
            earlier = parent.count(key) if parent._filter & bit else 0
            self.length, self.occurrences = parent.length + 1, earlier + 1
            self._filter, self._hash = parent._filter | bit, hash((parent._hash, own))

    def appended(self, key: Hashable) -> "RepetitionHistory":
        """Return these boards and one more."""
        return RepetitionHistory(key, self)

    def count(self, key: Hashable) -> int:
        """Return how often a board has occurred."""
        if not self._filter >> hash(key) % _FILTER_BITS & 1:
            return 0
        step: RepetitionHistory | None = self
        while step is not None:
            if step.key == key:
                return step.occurrences
            step = step._parent
        return 0

    def __iter__(self) -> Iterator[Hashable]:
        """Yield the boards from the latest to the first."""
        step: RepetitionHistory | None = self
        while step is not None:
            yield step.key
            step = step._parent

    def __reduce__(self) -> "tuple[Callable[[Sequence[Hashable]], RepetitionHistory], tuple[Sequence[Hashable]]]":
        # following the parents, pickling would recurse as deep as the game is long
        return _from_boards, (tuple(self)[::-1],)

    def __deepcopy__(self, memo: object) -> "RepetitionHistory":
        return self

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RepetitionHistory):
            return NotImplemented
        if self.length != other.length or self._hash != other._hash:
            return False
        mine: RepetitionHistory | None = self
        theirs: RepetitionHistory | None = other
        while mine is not theirs and mine is not None and theirs is not None:
            if mine.key != theirs.key:
                return False
            mine, theirs = mine._parent, theirs._parent
        return True

    def __repr__(self) -> str:
        return f"RepetitionHistory({self.length} boards, the last one {self.occurrences} times)"


def _from_boards(boards: Sequence[Hashable]) -> RepetitionHistory:
    past = RepetitionHistory(boards[0])
    for board in boards[1:]:
        past = past.appended(board)
    return past
