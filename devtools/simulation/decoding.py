"""A decoder that decodes once what a server sends to many people."""

from collections.abc import Iterator
from functools import lru_cache
from types import UnionType

from protocol.framing import Decoder, Frame

KEPT = 512  # pieces of bytes


class SharedDecoder(Decoder):
    """Decodes the bytes of one read, or knows their frames from another connection. Messages never change."""

    __slots__ = ("_limit", "_union")

    def __init__(self, union: UnionType, limit: int) -> None:
        super().__init__(union, limit)
        self._union, self._limit = union, limit

    def feed(self, data: bytes | bytearray | memoryview) -> Iterator[Frame]:
        """Yield the complete frames. Bytes that end where a frame does are decoded once in a run."""
        if not self._buffer and self._error is None and type(data) is bytes and _is_whole(data):
            return iter(_frames(self._union, self._limit, data))
        return super().feed(data)


def _is_whole(data: bytes) -> bool:
    """Tell whether the bytes are complete frames."""
    place, size = 0, len(data)
    while place + 4 <= size:
        place += 4 + int.from_bytes(data[place : place + 4], "big")
    return place == size


@lru_cache(KEPT)
def _frames(union: UnionType, limit: int, data: bytes) -> tuple[Frame, ...]:
    return tuple(Decoder(union, limit).feed(data))
