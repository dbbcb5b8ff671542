"""One row for each server, out of everything that is heard."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from protocol.address import Address
from protocol.discovery.announcement import Announcement, TableBrief
from protocol.discovery.servers import ANSWER_KEEPS_S, DOUBT_S, MAX_ADDRESSES, MAX_SERVERS, Rows

ANN = Announcement("aa" * 32, "Ann", 4000, (1, 1), "test")
BOB = Announcement("bb" * 32, "Bob", 4001, (1, 1), "test")
WITH_TABLE = replace(ANN, tables=(TableBrief("t1", "Tea", "g"),))


def test_a_server_with_two_addresses_is_one_row():
    rows = Rows()

    rows.answered(ANN, "192.168.1.5", 2.0, 0)
    rows.answered(ANN, "10.0.0.5", 9.0, 0)

    (row,) = rows.found().values()
    assert row.addresses == (Address("192.168.1.5", 4000), Address("10.0.0.5", 4000))
    assert row.ping_ms == 2.0


def test_two_servers_on_one_computer_are_two_rows():
    rows = Rows()

    rows.answered(ANN, "192.168.1.5", 2.0, 0)
    rows.answered(BOB, "192.168.1.5", 2.0, 0)

    assert {row.announcement.name for row in rows.found().values()} == {"Ann", "Bob"}


def test_both_means_make_one_row():
    rows = Rows()

    rows.listed("Ann aaaaaa", ANN, ["192.168.1.5"], 0)
    rows.answered(ANN, "192.168.1.5", 2.0, 0)

    (row,) = rows.found().values()
    assert row.means == {"dns-sd", "query"}
    assert row.addresses == (Address("192.168.1.5", 4000),)


def test_the_own_computer_comes_before_the_lan_and_what_answered_before_what_was_told():
    rows = Rows()

    rows.listed("Ann aaaaaa", ANN, ["10.0.0.5"], 0)
    rows.answered(ANN, "169.254.3.4", 1.0, 0)
    rows.answered(ANN, "192.168.1.5", 3.0, 0)
    rows.answered(ANN, "127.0.0.1", 4.0, 0)

    (row,) = rows.found().values()
    assert [address.host for address in row.addresses] == ["127.0.0.1", "192.168.1.5", "169.254.3.4", "10.0.0.5"]


def test_a_server_that_no_longer_answers_leaves_the_list():
    rows = Rows()
    rows.answered(ANN, "192.168.1.5", 2.0, 0)

    rows.expire(ANSWER_KEEPS_S - 0.1)
    kept = rows.found()
    rows.expire(ANSWER_KEEPS_S)

    assert kept
    assert not rows.found()


def test_an_address_that_no_longer_answers_leaves_the_row():
    rows = Rows()
    rows.answered(ANN, "192.168.1.5", 2.0, 0)
    rows.answered(ANN, "10.0.0.5", 2.0, 5)

    rows.expire(ANSWER_KEEPS_S)

    assert rows.found()[ANN.fingerprint].addresses == (Address("10.0.0.5", 4000),)


def test_what_dns_sd_lists_stays_without_answers():
    rows = Rows()

    rows.listed("Ann aaaaaa", ANN, ["192.168.1.5"], 0)
    rows.expire(1000)

    assert rows.found()[ANN.fingerprint].ping_ms is None


def test_a_service_taken_back_removes_the_row_at_once():
    rows = Rows()
    rows.listed("Ann aaaaaa", ANN, ["192.168.1.5"], 0)

    rows.unlisted("Ann aaaaaa", 1)

    assert not rows.found()


def test_a_service_taken_back_while_the_server_answers_gets_a_moment_to_answer_again():
    rows = Rows()
    rows.listed("Ann aaaaaa", ANN, ["192.168.1.5"], 0)
    rows.answered(ANN, "192.168.1.5", 2.0, 0.5)

    assert rows.unlisted("Ann aaaaaa", 1)
    assert rows.deadline() == 1 + DOUBT_S
    rows.expire(1 + DOUBT_S)

    assert not rows.found()


def test_a_goodbye_removes_the_row_whatever_else_is_known():
    rows = Rows()
    rows.listed("Ann aaaaaa", ANN, ["192.168.1.5"], 0)
    rows.answered(ANN, "192.168.1.5", 2.0, 0)

    rows.left(ANN.fingerprint, "192.168.1.5")

    assert not rows.found()


def test_nobody_says_goodbye_for_another_computer():
    rows = Rows()
    rows.answered(ANN, "192.168.1.5", 2.0, 0)

    rows.left(ANN.fingerprint, "192.168.1.66")

    assert rows.found()


def test_an_offer_goes_before_what_dns_sd_tells():
    rows = Rows()

    rows.answered(WITH_TABLE, "192.168.1.5", 2.0, 0)
    rows.listed("Ann aaaaaa", ANN, ["192.168.1.5"], 1)

    assert rows.found()[ANN.fingerprint].announcement == WITH_TABLE


def test_news_by_dns_sd_alone_are_taken():
    rows = Rows()

    rows.listed("Ann aaaaaa", ANN, ["192.168.1.5"], 0)
    rows.listed("Ann aaaaaa", WITH_TABLE, ["192.168.1.5"], 1)

    assert rows.found()[ANN.fingerprint].announcement == WITH_TABLE


def test_a_server_started_again_at_another_port_has_the_new_one_only():
    rows = Rows()

    rows.answered(ANN, "192.168.1.5", 2.0, 0)
    rows.answered(replace(ANN, port=5000), "192.168.1.5", 2.0, 1)

    assert rows.found()[ANN.fingerprint].addresses == (Address("192.168.1.5", 5000),)


def test_a_flood_of_invented_servers_ends_at_the_limit():
    rows = Rows()

    for number in range(MAX_SERVERS + 50):
        rows.answered(replace(ANN, fingerprint=f"{number:064x}"), "192.168.1.5", 1.0, 0)

    assert len(rows.found()) == MAX_SERVERS


def test_invented_addresses_do_not_push_the_known_one_out():
    rows = Rows()
    rows.answered(ANN, "192.168.1.5", 1.0, 0)

    for number in range(100, 200):
        rows.answered(ANN, f"192.168.1.{number}", 0.1, 0)

    addresses = rows.found()[ANN.fingerprint].addresses
    assert len(addresses) == MAX_ADDRESSES
    assert Address("192.168.1.5", 4000) in addresses


heard = st.one_of(
    st.tuples(st.just("answered"), st.sampled_from([ANN, BOB, WITH_TABLE]), st.sampled_from(["10.0.0.1", "10.0.0.2"])),
    st.tuples(st.just("listed"), st.sampled_from([ANN, BOB]), st.sampled_from(["one", "two"])),
    st.tuples(st.just("unlisted"), st.just(ANN), st.sampled_from(["one", "two"])),
    st.tuples(st.just("left"), st.sampled_from([ANN, BOB]), st.sampled_from(["10.0.0.1", "10.0.0.2"])),
)


@given(st.lists(st.tuples(st.floats(0, 4), heard), max_size=40))
def test_whatever_is_heard_every_row_has_an_address_a_means_and_its_own_key(story: list):
    rows, now = Rows(), 0.0

    for pause, (what, told, where) in story:
        now += pause
        match what:
            case "answered":
                rows.answered(told, where, 1.0, now)
            case "listed":
                rows.listed(where, told, ["10.0.0.9"], now)
            case "unlisted":
                rows.unlisted(where, now)
            case "left":
                rows.left(told.fingerprint, where)
        rows.expire(now)
        for key, row in rows.found().items():
            assert key == row.fingerprint
            assert row.addresses
            assert row.means

    for service in ("one", "two"):
        rows.unlisted(service, now)
    rows.expire(now + ANSWER_KEEPS_S)
    assert not rows.found()
