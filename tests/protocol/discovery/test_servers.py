from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.address import Address
from protocol.discovery.announcement import Announcement, TableBrief
from protocol.discovery.servers import ANSWER_TTL_S, MAX_ADDRESSES, MAX_SERVERS, RECHECK_S, ServerList

ANN = Announcement("aa" * 32, "Ann", 4000, (1, 1), "test")
BOB = Announcement("bb" * 32, "Bob", 4001, (1, 1), "test")
WITH_TABLE = replace(ANN, tables=(TableBrief("t1", "Tea", "g"),))
SERVICE, HOST = "Ann aaaaaa", "192.168.1.5"


@pytest.fixture
def rows() -> ServerList:
    return ServerList()


def test_a_server_with_two_addresses_is_one_entry_with_its_newest_port_and_another_one_on_its_computer_is_another(
    rows: ServerList,
):
    rows.add_answer(ANN, HOST, 2.0, 0)
    rows.add_answer(ANN, "10.0.0.5", 9.0, 0)
    rows.add_answer(BOB, HOST, 2.0, 0)

    row, other = rows.servers().values()
    assert row.addresses == (Address(HOST, 4000), Address("10.0.0.5", 4000))
    assert row.ping_ms == 2.0
    assert other.announcement.name == "Bob"
    rows.add_answer(replace(BOB, port=5000), HOST, 2.0, 1)
    assert rows.servers()[BOB.fingerprint].addresses == (Address(HOST, 5000),)


def test_both_methods_make_one_entry_where_addresses_that_answered_come_first_and_this_computer_before_the_lan(
    rows: ServerList,
):
    rows.add_service(SERVICE, ANN, ["10.0.0.5", HOST], 0)
    for host, ping_ms in (("169.254.3.4", 1.0), (HOST, 3.0), ("127.0.0.1", 4.0)):
        rows.add_answer(ANN, host, ping_ms, 0)
    [row] = rows.servers().values()
    assert row.methods == {"dns-sd", "query"}
    assert [address.host for address in row.addresses] == ["127.0.0.1", HOST, "169.254.3.4", "10.0.0.5"]


def test_an_address_and_a_server_that_no_longer_answer_are_removed(rows: ServerList):
    rows.add_answer(ANN, HOST, 2.0, 0)
    rows.add_answer(ANN, "10.0.0.5", 2.0, 5)

    rows.expire(ANSWER_TTL_S - 0.1)
    assert len(rows.servers()[ANN.fingerprint].addresses) == 2
    rows.expire(ANSWER_TTL_S)
    assert rows.servers()[ANN.fingerprint].addresses == (Address("10.0.0.5", 4000),)
    rows.expire(5 + ANSWER_TTL_S)
    assert not rows.servers()


def test_a_dns_sd_service_stays_until_it_is_withdrawn_and_one_that_answered_has_time_to_answer_again(rows: ServerList):
    rows.add_service(SERVICE, ANN, [HOST], 0)
    rows.expire(1000)
    assert rows.servers()[ANN.fingerprint].ping_ms is None
    rows.remove_service(SERVICE, 1000)
    assert not rows.servers()

    rows.add_service(SERVICE, ANN, [HOST], 1000)
    rows.add_answer(ANN, HOST, 2.0, 1000.5)
    assert rows.remove_service(SERVICE, 1001)
    assert rows.next_expiry() == 1001 + RECHECK_S
    rows.expire(1001 + RECHECK_S)
    assert not rows.servers()


def test_a_goodbye_removes_the_server_unless_it_is_from_another_computer(rows: ServerList):
    rows.add_service(SERVICE, ANN, [HOST], 0)
    rows.add_answer(ANN, HOST, 2.0, 0)
    rows.remove_server(ANN.fingerprint, "192.168.1.66")
    assert rows.servers()
    rows.remove_server(ANN.fingerprint, HOST)
    assert not rows.servers()


def test_an_offer_overrides_a_dns_sd_announcement_and_without_one_its_last_update_counts():
    by_offer, by_service = ServerList(), ServerList()
    by_offer.add_answer(WITH_TABLE, HOST, 2.0, 0)
    by_offer.add_service(SERVICE, ANN, [HOST], 1)
    by_service.add_service(SERVICE, ANN, [HOST], 0)
    by_service.add_service(SERVICE, WITH_TABLE, [HOST], 1)
    for rows in (by_offer, by_service):
        assert rows.servers()[ANN.fingerprint].announcement == WITH_TABLE


def test_a_flood_of_invented_servers_and_addresses_ends_at_the_limit_and_replaces_no_known_address(rows: ServerList):
    rows.add_answer(ANN, HOST, 1.0, 0)

    for number in range(100, 200):
        rows.add_answer(ANN, f"192.168.1.{number}", 0.1, 0)
    for number in range(MAX_SERVERS + 50):
        rows.add_answer(replace(ANN, fingerprint=f"{number:064x}"), HOST, 1.0, 0)

    assert len(rows.servers()) == MAX_SERVERS
    addresses = rows.servers()[ANN.fingerprint].addresses
    assert len(addresses) == MAX_ADDRESSES
    assert Address(HOST, 4000) in addresses


heard = st.one_of(
    st.tuples(st.just("answered"), st.sampled_from([ANN, BOB, WITH_TABLE]), st.sampled_from(["10.0.0.1", "10.0.0.2"])),
    st.tuples(st.just("listed"), st.sampled_from([ANN, BOB]), st.sampled_from(["one", "two"])),
    st.tuples(st.just("unlisted"), st.just(ANN), st.sampled_from(["one", "two"])),
    st.tuples(st.just("left"), st.sampled_from([ANN, BOB]), st.sampled_from(["10.0.0.1", "10.0.0.2"])),
)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.floats(0, 4), heard), max_size=40))
def test_every_entry_has_an_address_a_method_and_its_own_fingerprint(story: list):
    rows, now = ServerList(), 0.0

    for pause, (what, told, where) in story:
        now += pause
        match what:
            case "answered":
                rows.add_answer(told, where, 1.0, now)
            case "listed":
                rows.add_service(where, told, ["10.0.0.9"], now)
            case "unlisted":
                rows.remove_service(where, now)
            case "left":
                rows.remove_server(told.fingerprint, where)
        rows.expire(now)
        for key, row in rows.servers().items():
            assert key == row.fingerprint
            assert row.addresses
            assert row.methods

    for service in ("one", "two"):
        rows.remove_service(service, now)
    rows.expire(now + ANSWER_TTL_S)
    assert not rows.servers()


@pytest.mark.parametrize("known", [frozenset[str](), frozenset({"192.168.1.66"})])
def test_a_neighbour_with_many_servers_hides_none_of_other_computers(rows: ServerList, known: frozenset[str]):
    rows.known = known
    for number in range(MAX_SERVERS):
        rows.add_answer(replace(ANN, fingerprint=f"{number:064x}"), "192.168.1.66", 1.0, number / 1000)
    rows.add_answer(ANN, HOST, 1.0, 1)
    rows.add_service("Bob bbbbbb", BOB, ["192.168.1.7"], 1)

    assert {ANN.fingerprint, BOB.fingerprint} <= rows.servers().keys()
    assert len(rows.servers()) == MAX_SERVERS
    rows.add_answer(replace(ANN, fingerprint="ff" * 32), "192.168.1.66", 1.0, 2)
    assert "ff" * 32 not in rows.servers()


def test_a_known_server_has_a_place_among_a_flood_of_invented_hosts(rows: ServerList):
    rows.known = frozenset({HOST})
    for number in range(MAX_SERVERS):
        rows.add_answer(replace(BOB, fingerprint=f"{number:064x}"), f"10.0.{number}.1", 1.0, 0)
    rows.add_answer(BOB, "192.168.1.8", 1.0, 0)
    rows.add_answer(ANN, HOST, 1.0, 0)

    assert ANN.fingerprint in rows.servers()
    assert BOB.fingerprint not in rows.servers()


INSTANCES = bytes(8), b"\1" * 8


def copies(announcement: Announcement = ANN) -> list[Announcement]:
    """Two servers whose data folder is the same one, copied."""
    return [replace(announcement, instance=instance) for instance in INSTANCES]


def test_a_copied_data_folder_makes_two_rows_that_name_each_other(rows: ServerList):
    first, second = copies()
    for now in (0, 2):
        rows.add_answer(first, HOST, 1.0, now)
        rows.add_answer(second, "192.168.1.66", 1.0, now + 0.1)

    shown = rows.servers().values()
    assert {row.announcement.instance: row.addresses for row in shown} == {
        first.instance: (Address(HOST, 4000),), second.instance: (Address("192.168.1.66", 4000),)
    }  # fmt: skip
    assert all(row.has_twin for row in shown)
    rows.remove_server(ANN.fingerprint, "192.168.1.66", second.instance)
    assert [(key, row.has_twin) for key, row in rows.servers().items()] == [(ANN.fingerprint, False)]


@pytest.mark.parametrize("port", [4000, 5000])
def test_a_server_that_was_killed_and_started_again_has_one_row_and_no_twin(rows: ServerList, port: int):
    first, second = copies()
    rows.add_service(SERVICE, first, [HOST, "10.0.0.5"], 0)
    rows.add_answer(first, HOST, 1.0, 1)

    rows.add_answer(replace(second, port=port), HOST, 1.0, 3)
    assert [row.announcement.instance for row in rows.servers().values()] == [second.instance]
    rows.add_service(SERVICE, replace(second, port=port), [HOST, "10.0.0.5"], 4)

    [row] = rows.servers().values()
    assert row.addresses[0] == Address(HOST, port)
    assert not row.has_twin


def test_two_copies_on_one_computer_are_two_rows_as_soon_as_both_have_answered_again(rows: ServerList):
    first, second = copies()[0], replace(copies()[1], port=5000)
    for now in (0, 2):
        rows.add_answer(first, HOST, 1.0, now)
        rows.add_answer(second, HOST, 1.0, now + 0.1)
    assert {row.addresses[0].port: row.has_twin for row in rows.servers().values()} == {4000: True, 5000: True}
