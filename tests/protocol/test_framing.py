import gc
import struct
import tracemalloc
import weakref
from contextlib import suppress

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import messages as m
from protocol.framing import (
    MAX_DEPTH,
    TO_CLIENT,
    TO_SERVER,
    UNSIGNED,
    Decoder,
    Frame,
    Malformed,
    ProtocolError,
    Unknown,
    as_version_1,
    encode,
    encode_events,
    encode_part,
    encode_tables,
)

KEY = bytes(range(16))
MOVE = m.SendMove(table="t", key=KEY, position=3, move="b4")


def framed(plain: object) -> bytes:
    return raw(msgpack.packb(plain))


def raw(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def read(data: bytes, limit: int = TO_SERVER) -> list[Frame]:
    return list(Decoder(m.ToServer, limit).feed(data))


def refused_by(data: bytes, limit: int = TO_SERVER) -> str:
    with pytest.raises(ProtocolError) as caught:
        read(data, limit)
    return caught.value.code


ids, keys = st.text(min_size=1, max_size=32), st.binary(min_size=16, max_size=16)
messages = st.one_of(
    st.builds(m.ListTables),
    st.builds(m.Ping),
    st.builds(m.SignIn, name=st.text(max_size=64), token=st.none() | st.binary(min_size=32, max_size=32)),
    st.builds(m.Watch, table=ids, after=st.integers(0, 2**53 - 1)),
    st.builds(m.SendMove, table=ids, key=keys, position=st.integers(0, 2**53 - 1), move=st.text(max_size=200)),
    st.builds(
        m.MakeTable,
        key=keys,
        game=st.text(max_size=20),
        options=st.dictionaries(st.text(max_size=20), st.text(max_size=9) | st.booleans() | st.none(), max_size=5),
        player=st.sampled_from([None, 0, 1]),
    ),
)
frames = st.lists(st.tuples(st.integers(0, 2**32 - 1), messages), max_size=6)


@pytest.mark.slow
@given(frames, st.lists(st.integers(0, 400), max_size=20))
def test_bytes_may_be_cut_anywhere(sent: list[tuple[int, m.Message]], cuts: list[int]) -> None:
    data = b"".join(encode(message, id) for id, message in sent)
    decoder, got, start = Decoder(m.ToServer, TO_SERVER), [], 0
    for end in [*sorted(cuts), len(data)]:
        got += decoder.feed(data[start:end])
        start = max(start, end)
    assert got == [Frame(id, message) for id, message in sent]
    decoder.end()


@given(st.binary(max_size=300))
def test_garbage_raises_nothing_but_protocol_errors(data: bytes) -> None:
    decoder = Decoder(m.ToServer, TO_SERVER)
    try:
        list(decoder.feed(data))
        list(decoder.feed(raw(data)))
        decoder.end()
    except ProtocolError:
        with pytest.raises(ProtocolError):
            list(decoder.feed(b""))


small_heads = st.sampled_from([b"\x91", b"\x9f", b"\x81\xa1x", b"\x8f\xa1x", b"\x93\xa4ping\x01"])
heads = st.builds(
    struct.pack, st.just(">BH"), st.sampled_from([0xDA, 0xDC, 0xDE, 0xC5, 0xC8]), st.integers(0, 2**16 - 1)
)
long_heads = st.builds(
    struct.pack, st.just(">BI"), st.sampled_from([0xDB, 0xDD, 0xDF, 0xC6, 0xC9]), st.integers(0, 2**32 - 1)
)
pieces = st.tuples(small_heads | heads | long_heads | st.binary(max_size=4), st.integers(1, 2000))


def memory_for(body: bytes, limit: int) -> int:
    """Return the peak memory while that body is decoded."""
    data = raw(body)
    tracemalloc.start()
    try:
        with suppress(ProtocolError):
            read(data, limit)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@given(st.lists(pieces, max_size=4))
def test_no_frame_costs_more_memory_than_a_few_times_its_largest_size(found: list[tuple[bytes, int]]) -> None:
    body = b"".join(piece * times for piece, times in found)[:TO_SERVER]
    assert memory_for(body, TO_SERVER) < 64 * TO_SERVER


@pytest.mark.parametrize("limit", [UNSIGNED, TO_SERVER])
def test_nested_arrays_with_false_lengths_allocate_no_memory(limit: int) -> None:
    promising = [struct.pack(">BH", 0xDC, size) for size in (16, 64, 1000, 0x3FFF, 0xFFFF)]
    assert max(memory_for(b"\x93\xa4ping\x01" + head * 1000, limit) for head in promising) < 64 * limit


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.slow
@given(st.sampled_from(["move", "hello", "sign_in", "make_table", "nonsense"]), plain)
def test_any_msgpack_is_a_message_or_an_error(tag: str, body: object) -> None:
    try:
        [frame] = read(framed([tag, 7, body]))
    except ProtocolError:
        return
    assert isinstance(frame.message, m.Message | Unknown | Malformed)
    assert frame.id == 7


def test_unknown_fields_are_ignored_and_unknown_types_and_bodies_reported() -> None:
    assert read(framed(["watch", 1, {"table": "t", "colour": {"r": [1, 2]}}])) == [Frame(1, m.Watch(table="t"))]
    assert read(framed(["dance", 9, {}])) == [Frame(9, Unknown("dance"))]
    for body in ({"table": "t"}, [1]):  # a field is missing; it is no map
        assert [type(found.message) for found in read(framed(["move", 1, body]))] == [Malformed]


@pytest.mark.parametrize(
    "change",
    [{"position": "3"}, {"position": True}, {"position": -1}, {"position": 2**60}, {"position": None}, {"move": b"b4"},
     {"move": "x" * 5000}, {"key": b"short"}, {"key": "AAAAAAAAAAAAAAAAAAAAAA=="}, {"table": ""}, {"table": 5}],
)  # fmt: skip
def test_a_wrong_field_is_reported_and_the_next_frame_is_decoded(change: dict[str, object]) -> None:
    body = {"table": "t", "key": KEY, "position": 3, "move": "b4", **change}
    wrong, right = read(framed(["move", 4, body]) + encode(MOVE, 5))
    assert isinstance(wrong.message, Malformed)
    assert wrong.message.tag == "move"
    assert right == Frame(5, MOVE)


NESTED_MOVE = encode(MOVE)[4:].partition(b"\xa5table")[0] + b"\xa5table" + b"\x91" * 10_000 + b"\x90"


def test_other_arrays_are_a_protocol_error() -> None:
    for plain in (
        [], ["ping"], ["ping", 1], ["ping", 1, {}, 2], {"ping": 1}, "ping", None, 3, [1, 1, {}], ["ping", "1", {}],
        ["ping", -1, {}], ["ping", 2**32, {}], ["ping", True, {}],
    ):  # fmt: skip
        assert refused_by(framed(plain)) in {"not_a_frame", "not_msgpack"}, plain


@pytest.mark.parametrize(
    "body",
    [b"", b"\xc1", b"\x93", NESTED_MOVE, b"\x93\xa4ping\x01\x80\x00", b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff",
     b"\xdb\xff\xff\xff\xff", b"\x91" * 3000, b"\xa2\xff\xff", b"\x93\xa4ping\x01\xd4\x05\x00",
     b"\x93\xa4ping\x01\xc7\x00\x05", b"\x93\xa4ping\x01\xd6\xff\x00\x00\x00\x00", b"\x93\xa4ping\x01\x81\x01\x01"],
)  # fmt: skip
def test_other_bytes_are_a_protocol_error(body: bytes) -> None:
    assert refused_by(raw(body)) == "not_msgpack"


def test_floats_and_too_deep_nesting_are_a_protocol_error_even_in_unknown_fields() -> None:
    def nest(depth: int) -> object:
        return [nest(depth - 1)] if depth else 1

    assert read(framed(["ping", 1, {"x": nest(MAX_DEPTH - 2)}]))
    for value in (nest(MAX_DEPTH), 1.0, [1.5], {"deep": [{"x": float("nan")}]}):
        assert refused_by(framed(["ping", 1, {"x": value}])) == "not_msgpack"


@pytest.mark.parametrize("limit", [UNSIGNED, TO_SERVER, TO_CLIENT])
def test_a_frame_over_the_limit_is_refused_before_its_body_arrives(limit: int) -> None:
    assert refused_by((limit + 1).to_bytes(4, "big"), limit) == "too_large"
    assert read(limit.to_bytes(4, "big"), limit) == []


def test_the_limit_may_be_raised_between_two_frames_of_one_packet() -> None:
    long = m.SendMove(table="t", key=KEY, position=1, move="x" * 4000)
    more = m.MakeTable(key=KEY, game="g", options={str(i): "x" * 190 for i in range(30)})
    decoder = Decoder(m.ToServer, UNSIGNED)
    got = []

    for frame in decoder.feed(encode(long, 1) + encode(more, 2)):
        got.append(frame.id)
        decoder.limit = TO_SERVER

    assert got == [1, 2]


def test_an_end_inside_a_frame_is_a_protocol_error() -> None:
    decoder = Decoder(m.ToServer, TO_SERVER)
    list(decoder.feed(encode(MOVE)[:-1]))
    with pytest.raises(ProtocolError) as caught:
        decoder.end()
    assert caught.value.code == "truncated"


def test_events_and_tables_that_were_encoded_before_make_the_same_frame_however_many_they_are() -> None:
    events = [{"type": "ready", "number": number, "at": 2, "player": 0} for number in range(4096)]
    tables = [
        m.TableInfo(
            table=f"t{number}", title="Tea", game="clod", rules=1, options={}, seats=(None, None), state="open",
            events=2, made=5,
        )
        for number in range(3)
    ]  # fmt: skip

    data = encode_events("t", [msgpack.packb(event) for event in events])

    assert list(Decoder(m.ToClient, TO_CLIENT).feed(data)) == [Frame(0, m.TableEvents(table="t", events=events))]
    assert encode_tables([encode_part(info) for info in tables], 7) == encode(m.Tables(tables=tables), 7)


def test_a_failed_decoder_is_freed_without_the_garbage_collector() -> None:
    gc.disable()
    try:
        decoder = Decoder(m.ToServer, UNSIGNED)
        with suppress(ProtocolError):
            list(decoder.feed(b"\xff" * 4))
        gone = weakref.ref(decoder)
        del decoder
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("text", [b"b\xc4", b"\xff\xff", b"\xc4\xc4"])
@pytest.mark.parametrize("place", [b"\xa2b4", b"\xa4move"])
def test_a_move_with_invalid_utf_8_ends_the_connection_in_order(place: bytes, text: bytes) -> None:
    body = encode(MOVE)[4:]
    broken = body.replace(place, place[:1] + text + place[1 + len(text) :])
    assert broken != body
    assert refused_by(raw(broken)) == "not_msgpack"


def test_events_for_version_1_are_encoded_once_for_all_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    unpack, unpacked = msgpack.unpackb, list[bytes]()
    monkeypatch.setattr("protocol.framing.msgpack.unpackb", lambda body: unpacked.append(body) or unpack(body))
    events = encode_events("a table of this test", [msgpack.packb({"type": "x", "number": 1, "key": b"k"})])

    frames = {as_version_1(encode(m.Done(), id) + events) for id in range(1, 5)}

    assert len(frames) == 4
    assert len(unpacked) == 1
    assert all(b"key" not in frame for frame in frames)
