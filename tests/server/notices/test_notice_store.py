"""Notices in an SQLite file and in PostgreSQL, where two servers may claim them at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from server.storage.accounts import AccountStore
from server.storage.notices import KINDS, MAX_WAITING, Channel, News

CHANNELS: tuple[Channel, ...] = ("mail", "webhook")
CODE, OTHER = b"c" * 32, b"d" * 32
NEWS = News("turn t 5", "turn", "Thud", "b", "t")
AT = 1_000_000_000_000


@pytest.fixture
def ann(accounts: AccountStore) -> str:
    """A member with a confirmed address and the webhook."""
    account = accounts.add("Ann", "hash", 1)
    accounts.offer_address(account, "ann@example.org", CODE, AT)
    accounts.confirm_address(account, CODE, 2)
    accounts.set_notices(account, KINDS, True)
    return account


def tell(accounts: AccountStore, account: str, *news: News, now: int = AT, a_day: int = 10) -> int:
    return accounts.tell(account, news, now, CHANNELS, gap_ms=60_000, a_day=a_day)


def at_the_same_time(calls: list[Callable[[], object]]) -> list[object]:
    with ThreadPoolExecutor(len(calls)) as threads:
        return [done.result() for done in [threads.submit(call) for call in calls]]


def test_a_new_code_takes_the_place_of_the_last_one_and_the_old_address_stays_until_then(
    accounts: AccountStore, ann: str
) -> None:
    accounts.offer_address(ann, "new@example.org", OTHER, AT)
    accounts.withdraw_code(ann, CODE)  # which was not mailed
    assert accounts.notices_of(ann).waiting == "new@example.org"
    accounts.withdraw_code(ann, OTHER)
    assert accounts.notices_of(ann).waiting == ""
    assert accounts.confirm_address(ann, OTHER, 3) == "none"
    accounts.offer_address(ann, "new@example.org", OTHER, AT)
    assert accounts.notices_of(ann).address == "ann@example.org"
    assert accounts.confirm_address(ann, CODE, 3) == "wrong"
    assert accounts.confirm_address(ann, OTHER, AT) == "none"  # too late
    assert accounts.confirm_address(ann, OTHER, AT - 1) == "confirmed"

    assert (accounts.notices_of(ann).address, accounts.notices_of(ann).waiting) == ("new@example.org", "")


def test_one_of_two_servers_claims_a_member_and_a_notice(accounts: AccountStore, ann: str, place: Path | str) -> None:
    with closing(AccountStore(place)) as second:
        both = accounts, second
        members = at_the_same_time([partial(each.claim_members, AT, AT + 60_000, 10, CHANNELS) for each in both])
        told = at_the_same_time([partial(tell, each, ann, NEWS) for each in both])
        claimed = at_the_same_time([partial(each.claim_outgoing, AT, AT + 60_000, 10, CHANNELS) for each in both])

    assert sorted(len(each) for each in members) == [0, 1]  # type: ignore[arg-type]
    assert sorted(told) == [0, 1]  # type: ignore[type-var]
    assert sum(len(each) for each in claimed) == 2  # type: ignore[arg-type, misc]
    assert accounts.claim_members(AT + 59_999, AT, 10, CHANNELS) == []
    assert [member.account for member in accounts.claim_members(AT + 60_000, AT, 10, CHANNELS)] == [ann]


def test_a_notice_waits_until_it_is_sent_also_if_its_sender_is_killed(accounts: AccountStore, ann: str) -> None:
    tell(accounts, ann, NEWS)
    first = accounts.claim_outgoing(AT, AT + 60_000, 10, CHANNELS)
    assert accounts.claim_outgoing(AT + 1, AT, 10, CHANNELS) == []
    again = accounts.claim_outgoing(AT + 60_000, AT + 120_000, 10, CHANNELS)
    for notice in again:
        accounts.postpone_outgoing(notice.id, AT + 300_000)
    last = accounts.claim_outgoing(AT + 300_000, AT, 10, ["mail"])
    accounts.drop_outgoing(last[0].id)

    assert sorted(notice.id for notice in first) == sorted(notice.id for notice in again)
    assert {(notice.channel, notice.address, notice.name, notice.news) for notice in first} == {
        (channel, "ann@example.org", "Ann", (NEWS,)) for channel in CHANNELS
    }
    assert (last[0].failures, last[0].made) == (1, AT)
    assert [left.channel for left in accounts.claim_outgoing(AT + 300_000, AT, 10, CHANNELS)] == ["webhook"]


def test_news_are_told_once_and_kept_ones_are_bounded(accounts: AccountStore, ann: str) -> None:
    for number in range(MAX_WAITING + 10):
        accounts.add_news(ann, News(f"challenge {number}", "challenge", "Thud"), AT)
    accounts.add_news(ann, News("other", "unknown", "Thud"), AT)
    assert tell(accounts, ann, NEWS) == MAX_WAITING + 1
    accounts.add_news(ann, News("challenge 1", "challenge", "Thud"), AT + 1)
    assert tell(accounts, ann, NEWS, now=AT + 60_000) == 0
    accounts.forget_news(AT + 1)
    assert tell(accounts, ann, NEWS, now=AT + 60_000) == 1


def test_a_member_who_was_online_is_not_told_what_waited_and_a_removed_address_gets_no_more(
    accounts: AccountStore, ann: str
) -> None:
    accounts.add_news(ann, News("challenge 1", "challenge", "Thud"), AT)
    accounts.seen_online([ann], AT + 5)
    assert tell(accounts, ann) == 0
    assert accounts.claim_members(AT, AT, 1, CHANNELS)[0].seen == AT + 5
    tell(accounts, ann, NEWS)
    accounts.remove_address(ann)
    assert [notice.channel for notice in accounts.claim_outgoing(AT, AT, 10, CHANNELS)] == ["webhook"]
    assert accounts.claim_members(AT, AT, 10, ["mail"]) == []


def test_who_has_chosen_nothing_is_told_nothing_and_what_a_member_switches_off_is_not_sent_any_more(
    accounts: AccountStore, ann: str
) -> None:
    other = accounts.add("Other", "hash")
    assert accounts.notices_of(other).kinds == ()
    assert [member.account for member in accounts.claim_members(AT, AT + 1, 10, CHANNELS)] == [ann]
    assert tell(accounts, other, NEWS) == 0

    challenge = News("challenge c", "challenge", "Thud", "b")
    tell(accounts, ann, NEWS, challenge)
    accounts.set_notices(ann, ["challenge"], False)
    [mail] = accounts.claim_outgoing(AT, AT, 10, CHANNELS)
    assert (mail.channel, mail.news) == ("mail", (challenge,))
    accounts.set_notices(ann, [], False)
    assert accounts.claim_outgoing(AT, AT, 10, CHANNELS) == []


@pytest.mark.parametrize("deleted", ["lock_out", "erase"])
def test_a_deleted_account_leaves_no_address_and_no_news(accounts: AccountStore, ann: str, deleted: str) -> None:
    accounts.add_news(ann, News("challenge 1", "challenge", "Thud"), AT)
    tell(accounts, ann, NEWS)
    getattr(accounts, deleted)(ann)
    digests = accounts.digests()
    assert [digests[f"notice_{kept}"][0] for kept in ("people", "news", "outbox")] == [0, 0, 0]


def test_news_that_this_program_cannot_read_hold_up_no_others(accounts: AccountStore, ann: str) -> None:
    odd = News("odd", "turn", 5)  # type: ignore[arg-type]
    tell(accounts, ann, odd)
    assert {each.news for each in accounts.claim_outgoing(AT, AT + 1, 10, CHANNELS)} == {()}
    accounts.set_notices(ann, KINDS, True)
    accounts.add_news(ann, News("odder", "turn", 6), AT)  # type: ignore[arg-type]

    assert tell(accounts, ann, NEWS, now=AT + 60_000) == 1
