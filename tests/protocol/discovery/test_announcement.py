from dataclasses import replace

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.discovery import announcement as discovery
from protocol.discovery.announcement import Announcement, Goodbye, Offer, Query, TableBrief

NONCE = bytes(range(8))
TABLE = TableBrief("t1", "A quiet game", "some-game", {"size": 5, "draws": True, "limit": None}, 1, ("Ann",))
SERVER = Announcement("ab" * 32, "Ann's computer", 7763, (1, 1), "netgame 0.1.0", (TABLE,), tournaments=2)

words = st.text(max_size=90)
options = st.dictionaries(words, words | st.integers(-(2**40), 2**40) | st.booleans() | st.none(), max_size=9)
tables = st.builds(
    TableBrief,
    table=st.text("abcdef0123456789", min_size=1, max_size=32),
    title=words,
    game=st.text("abcdefghij", min_size=1, max_size=20),
    options=options,
    players=st.integers(0, 2),
    names=st.lists(words, max_size=2).map(tuple),
    set_up=st.booleans(),
    access=st.sampled_from(["open", "code"]) | words,
    clock=st.sampled_from(["none", "fischer 300+5"]) | words,
    rated=st.booleans(),
    free=st.integers(0, 1),
)
servers = st.builds(
    Announcement,
    fingerprint=st.binary(min_size=32, max_size=32).map(bytes.hex),
    name=words,
    port=st.integers(1, 65535),
    protocols=st.tuples(st.integers(0, 9), st.integers(9, 99)),
    program=words,
    tables=st.lists(tables, max_size=20).map(tuple),
    more=st.integers(0, 99),
    tournaments=st.integers(0, 99),
)


def as_properties(announcement: Announcement) -> dict[bytes, bytes]:
    return {key.encode(): value for key, value in discovery.write_properties(announcement).items()}


def test_a_query_has_the_maximum_size_of_an_offer_and_is_ignored_without_its_padding():
    assert len(discovery.write_query(NONCE)) == discovery.MAX_DATAGRAM
    assert discovery.read_datagram(discovery.write_query(NONCE)) == Query(NONCE)
    assert discovery.read_datagram(discovery.MAGIC + msgpack.packb(["query", NONCE, {}])) is None


@pytest.mark.parametrize(
    "brief",
    [
        TABLE,
        replace(TABLE, access="code"),
        replace(TABLE, clock="byoyomi 600+5x30"),
        replace(TABLE, rated=True),
        replace(TABLE, hints=False),
        replace(TABLE, set_up=True, access="code", clock="days 3", rated=True),
    ],
)
def test_an_offer_a_goodbye_and_properties_survive_encoding(brief: TableBrief):
    whole = replace(SERVER, tables=(brief,))
    assert discovery.read_datagram(discovery.write_offer(NONCE, whole)) == Offer(NONCE, whole)
    assert discovery.read_properties(as_properties(whole), SERVER.port) == whole
    goodbye = discovery.write_goodbye(NONCE, SERVER.fingerprint)
    assert discovery.read_datagram(goodbye) == Goodbye(NONCE, SERVER.fingerprint)


@settings(max_examples=25)
@given(servers)
def test_every_offer_fits_and_counts_the_tables_it_leaves_out(server: Announcement):
    written = discovery.write_offer(NONCE, server)
    read = discovery.read_datagram(written)

    assert len(written) <= discovery.MAX_DATAGRAM
    assert isinstance(read, Offer)
    assert len(read.announcement.tables) + read.announcement.more == len(server.tables) + server.more
    assert [table.table for table in read.announcement.tables] == [
        table.table for table in server.tables[: len(read.announcement.tables)]
    ]


long_words = st.text("\N{GHOST}\N{GAME DIE}", min_size=40, max_size=60)
crowded = st.builds(replace, tables, title=long_words, names=st.tuples(long_words, long_words))


@settings(max_examples=25)
@given(servers | st.builds(replace, servers, tables=st.lists(crowded, max_size=4).map(tuple)))
def test_properties_with_many_tables_fit_and_can_be_decoded(server: Announcement):
    properties = as_properties(server)
    read = discovery.read_properties(properties, server.port)
    assert sum(len(key) + len(value) + 2 for key, value in properties.items()) <= discovery.MAX_PROPERTIES
    assert all(len(key) + len(value) + 1 <= discovery.MAX_PROPERTY for key, value in properties.items())
    assert read is not None
    assert (read.fingerprint, read.port, read.protocols) == (server.fingerprint, server.port, server.protocols)
    assert len(read.tables) + read.more == len(server.tables) + server.more


def test_names_lose_control_characters_and_an_invalid_port_is_refused():
    read = discovery.read_datagram(discovery.write_offer(NONCE, replace(SERVER, name="A\n\x1b[2J\u202eb")))
    assert isinstance(read, Offer)
    assert read.announcement.name == "A[2Jb"
    for port in (0, -1, 65536):
        assert discovery.read_properties(as_properties(SERVER), port) is None


def test_fields_of_a_later_version_are_ignored():
    whole = replace(SERVER, tables=(replace(TABLE, free=0, absence="wait", made=1_790_000_000),))
    body = discovery._body(whole) | {"later": [1, 2]}
    body["tables"] = [[*row, True, "later"] for row in body["tables"]]
    assert discovery.read_datagram(discovery._datagram("offer", NONCE, body)) == Offer(NONCE, whole)


@given(
    st.binary(max_size=1300), st.dictionaries(st.binary(max_size=9), st.none() | st.binary(max_size=255), max_size=12)
)
def test_foreign_bytes_and_properties_of_other_services_decode_to_none(data: bytes, others: dict[bytes, bytes | None]):
    assert discovery.read_datagram(data) is None
    discovery.read_datagram(discovery.MAGIC + data)
    assert discovery.read_properties(others, 7763) is None


@given(st.integers(0, 1199), st.binary(min_size=1, max_size=4))
def test_a_damaged_offer_decodes_to_none_or_something_known(at: int, noise: bytes):
    whole = discovery.write_offer(NONCE, SERVER)
    at %= len(whole)
    read = discovery.read_datagram(whole[:at] + noise + whole[at + len(noise) :])
    assert isinstance(read, Offer | Query | Goodbye | None)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=25)
@given(st.sampled_from(["query", "offer", "goodbye", "other"]), plain, plain, plain)
def test_values_of_wrong_types_decode_to_none(kind: str, nonce: object, body: object, field: object):
    broken = discovery._body(SERVER) | {"tables": field}
    assert discovery.read_datagram(discovery.MAGIC + msgpack.packb([kind, nonce, body])) is None
    discovery.read_datagram(discovery.MAGIC + msgpack.packb([kind, NONCE, broken]))


@given(st.sampled_from(sorted(as_properties(SERVER))), st.none() | st.binary(max_size=255))
def test_a_damaged_property_never_does_more_than_hide_the_server(key: bytes, value: bytes | None):
    read = discovery.read_properties(as_properties(SERVER) | {key: value}, 7763)
    assert read is None or isinstance(read, Announcement)


def test_default_terms_of_a_table_take_no_bytes_and_an_offer_has_room_for_ten_tables():
    many = replace(SERVER, tables=tuple(replace(TABLE, table=f"t{at}") for at in range(100)))
    written = discovery.write_offer(NONCE, many)
    tables = msgpack.unpackb(written[len(discovery.MAGIC) :])[2]["tables"]
    assert len(tables) >= 10
    assert len(tables[0]) == 6


def test_a_table_with_long_names_in_many_bytes_is_cut_until_it_fits_a_property():
    names = ("\N{GRINNING FACE}" * 20, "\N{GHOST}" * 20)
    clock = "byoyomi 36000+30x3600"
    large = replace(TABLE, title="\N{GAME DIE}" * 15, options={}, players=2, names=names, clock=clock)

    properties = as_properties(replace(SERVER, tables=(large,)))

    assert len(b"t0=" + properties[b"t0"]) <= discovery.MAX_PROPERTY
    read = discovery.read_properties(properties, SERVER.port)
    assert read is not None
    [table] = read.tables
    assert large.title.startswith(table.title)
    assert replace(table, title=large.title) == large


def test_a_table_too_long_for_a_property_keeps_its_clock_or_is_counted_and_later_tables_are_kept():
    long = replace(TABLE, title="t" * 60, options={"o" * 40: "v" * 40, "p" * 40: "w" * 40}, clock="sudden 600")
    hopeless = replace(TABLE, access="\N{GHOST}" * 40, clock="\N{GHOST}" * 40)
    told = replace(SERVER, tables=(hopeless, long, TABLE), more=3)
    read = discovery.read_properties(as_properties(told), SERVER.port)
    assert read is not None
    assert (read.tables, read.more) == ((replace(long, options={}), TABLE), 4)
