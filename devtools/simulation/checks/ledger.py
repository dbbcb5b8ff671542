"""A check of one connection: each request gets exactly one answer while it lives."""

from collections.abc import Iterator
from typing import Any

import msgpack
import trio

HEAD = 4  # bytes, the length of a frame
ANSWER_S = 300.0  # until a request is answered, however slow the disk is


class Ledger(trio.abc.HalfCloseableStream):
    """The client's end of a connection. `asked` has the open requests and when they were sent."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._out, self._in = bytearray(), bytearray()
        self.asked: dict[int, float] = {}
        self.doubled: list[int] = []  # requests that were answered twice, or answers to no request
        self.late: set[int] = set()  # requests without an answer for too long
        self.is_over = False

    @property
    def is_right(self) -> bool:
        """Whether each request had one answer, so far."""
        return not (self.doubled or self.late)

    def asked_before(self, at: float) -> list[int]:
        """Return the requests from before that time that have no answer, while the connection lives."""
        return [] if self.is_over else [id for id, asked_at in self.asked.items() if asked_at < at]

    async def send_all(self, data: Any) -> None:
        self._out += data
        for id in _ids(self._out):
            self.asked[id] = trio.current_time()
        await self._stream.send_all(data)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        try:
            data: bytes = await self._stream.receive_some(max_bytes)
        except trio.BrokenResourceError:
            self.is_over = True
            raise
        self.is_over = not data
        self._in += data
        self.doubled += [id for id in _ids(self._in) if self.asked.pop(id, None) is None]
        if self.asked and next(iter(self.asked.values())) < trio.current_time() - ANSWER_S:  # the oldest
            self.late.update(self.asked_before(trio.current_time() - ANSWER_S))
        return data

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        self.is_over = True
        await self._stream.send_eof()

    async def aclose(self) -> None:
        self.is_over = True
        await self._stream.aclose()


def _ids(buffer: bytearray) -> Iterator[int]:
    """Take all complete frames from a buffer, and yield their ids but 0, which is that of no request."""
    start, size = 0, len(buffer)
    while size >= start + HEAD:
        end = start + HEAD + int.from_bytes(buffer[start : start + HEAD], "big")
        if size < end:
            break
        if id := _id(buffer, start + HEAD, end):
            yield id
        start = end
    del buffer[:start]


def _id(buffer: bytearray, start: int, end: int) -> int:
    """Return the second entry of an array in msgpack. Read the usual encoding by hand: a short tag, a small number."""
    place = start + 2 + (buffer[start + 1] & 0x1F)
    if buffer[start] == 0x93 and buffer[start + 1] & 0xE0 == 0xA0 and buffer[place] < 0x80:
        return buffer[place]
    unpacker = msgpack.Unpacker()
    unpacker.feed(buffer[start:end])
    unpacker.read_array_header()
    unpacker.skip()
    return int(unpacker.unpack())
