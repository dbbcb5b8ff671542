"""Frames broken as bytes: flipped, cut, spliced, with false lengths; and msgpack that is meant to be expensive."""

import struct
from collections.abc import Callable
from random import Random

Mutation = Callable[[bytes, Random], bytes]


def flip(frame: bytes, rng: Random) -> bytes:
    """Flip some bits, in the length as well."""
    broken = bytearray(frame)
    for _ in range(rng.choice((1, 1, 2, 8))):
        broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
    return bytes(broken)


def flip_body(frame: bytes, rng: Random) -> bytes:
    """Flip some bits of the body only, so that it is decoded to the end."""
    return _relength(flip(frame, rng)[4:]) if len(frame) > 4 else frame


def cut(frame: bytes, rng: Random) -> bytes:
    """Cut off the end without correcting the length."""
    return frame[: rng.randrange(len(frame))]


def cut_body(frame: bytes, rng: Random) -> bytes:
    """Cut off the end of the body and correct the length."""
    return _relength(frame[4 : rng.randrange(4, len(frame) + 1)])


def splice(frame: bytes, rng: Random) -> bytes:
    """Drop, double or move a piece, and correct the length."""
    body = frame[4:]
    a, b = sorted(rng.randrange(len(body) + 1) for _ in range(2))
    c = rng.randrange(len(body) + 1)
    pieces = rng.choice(((body[:a], body[b:]), (body[:b], body[a:]), (body[:c], body[a:b], body[c:])))
    return _relength(b"".join(pieces))


def swap(frame: bytes, rng: Random) -> bytes:
    """Replace a byte by one with another meaning in msgpack."""
    broken = bytearray(frame)
    broken[rng.randrange(4, len(broken))] = rng.choice(
        b"\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc4\xc7\xca\xcb\xcf\xd3\xd8\xdb\xdd\xdf"
    )
    return bytes(broken)


def lie(frame: bytes, rng: Random) -> bytes:
    """Falsify the length: by a little, by much, or entirely."""
    length = rng.choice(
        (0, 1, len(frame) - 5, len(frame) - 3, len(frame) + 100, 4096, 4097, 16384, 16385, 2**31, 2**32 - 1)
    )
    return max(length, 0).to_bytes(4, "big") + frame[4:]


def noise(frame: bytes, rng: Random) -> bytes:
    """Replace everything by noise."""
    return rng.choice((rng.randbytes, _noise_with_length))(rng.choice((1, 4, 5, 60, 3000))) if frame else b""


def _noise_with_length(size: int) -> bytes:
    return _relength(Random(size).randbytes(size))


def _relength(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


MUTATIONS: tuple[Mutation, ...] = (flip, flip_body, flip_body, cut, cut_body, splice, splice, swap, swap, lie, noise)


# ---- bombs


def bomb(rng: Random, most: int) -> bytes:
    """Make a frame of at most that many bytes that would cost much memory or time if it were trusted."""
    return _relength(rng.choice(BOMBS)(rng, most)[:most])


def _deep(rng: Random, most: int) -> bytes:
    """Nest arrays deeply."""
    return _in_ping(rng.choice((b"\x91", b"\x81\xa1x", b"\x92\x01", b"\xdd\x00\x00\x00\x01")) * (most // 5))


def _huge(rng: Random, most: int) -> bytes:
    """Claim an array, map or text with four thousand million entries."""
    head = rng.choice((0xDD, 0xDF, 0xDB, 0xC6, 0xC9))
    size = rng.choice((2**32 - 1, 2**31, 2**28, 70_000))
    huge = struct.pack(">BI", head, size) + rng.randbytes(rng.choice((0, 1, 500)))
    return rng.choice((huge, _in_ping(b"\x81\xa1x" + huge), b"\x93" + huge, b"\x93\xa4ping\x03" + huge))


def _many_huge(rng: Random, most: int) -> bytes:
    """Nest as many of them as fit, each with the largest allowed length."""
    return _in_ping(rng.choice((b"\xdc\x3f\xff", b"\xde\x00\x40\xa1x", b"\xdc\x40\x00")) * (most // 5))


def _same_keys(rng: Random, most: int) -> bytes:
    """Repeat one field, or use keys that are not text."""
    pairs = rng.choice((b"\xa5table\xa1a", b"\xa0\xc0", b"\x01\x01", b"\xc4\x01x\xc0", b"\xc0\xc0"))
    count = rng.choice((2, 15, 64, 65, min(500, most // 10)))
    return b"\x93\xa5watch\x03" + struct.pack(">BH", 0xDE, count) + pairs * count


def _extension(rng: Random, most: int) -> bytes:
    """Use an extension type or a timestamp."""
    kind, data = rng.choice((b"\x80", b"\xff", b"\x00", b"\x05", b"\x7f")), rng.randbytes(20)
    return _in_ping(b"\x81\xa1x" + rng.choice((b"\xc7\x14" + kind + data, b"\xd7" + kind + data[:8], b"\xd4" + kind)))


def _float(rng: Random, most: int) -> bytes:
    """Use a floating-point number, also infinity and NaN."""
    value = rng.choice((0.5, 1.0, -0.0, 1e308, float("inf"), float("nan")))
    packed = rng.choice((b"\xcb" + struct.pack(">d", value), b"\xca" + rng.randbytes(4)))
    return rng.choice(
        (_in_ping(b"\x81\xa1x" + packed), b"\x93\xa4ping" + packed + b"\x80", b"\x93\xa4echo\x03\x81\xa5nonce" + packed)
    )


def _wide(rng: Random, most: int) -> bytes:
    """Use as many small values as fit."""
    one = rng.choice((b"\x90", b"\x80", b"\xc0", b"\xa0", b"\x91\x90"))
    count = min(most - 20, 60_000) // len(one)
    return _in_ping(b"\x81\xa1x" + struct.pack(">BH", 0xDC, count) + one * count)


def _wide_maps(rng: Random, most: int) -> bytes:
    """Use maps with many different keys."""
    maps = (most - 20) // 400
    one = b"\xde\x00\x40" + b"".join(struct.pack(">BHB", 0xA2, number, 0xC0) for number in range(64))
    return _in_ping(b"\x81\xa1x" + struct.pack(">BH", 0xDC, max(maps, 1)) + one * max(maps, 1))


def _bad_text(rng: Random, most: int) -> bytes:
    """Use invalid UTF-8 in a text: overlong, half a surrogate, cut."""
    bad = rng.choice((b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"\xe2\x82", b"\x80"))
    return rng.choice((
        b"\x93\xa5watch\x03\x81\xa5table" + bytes([0xA0 + len(bad)]) + bad,
        b"\x93" + bytes([0xA0 + len(bad)]) + bad + b"\x03\x80",
        b"\x93\xa4ping\x03\x81" + bytes([0xA0 + len(bad)]) + bad + b"\xc0",
    ))  # fmt: skip


def _in_ping(body: bytes) -> bytes:
    return b"\x93\xa4ping\x03" + body


BOMBS = (_deep, _huge, _huge, _many_huge, _same_keys, _extension, _float, _wide, _wide_maps, _bad_text)
