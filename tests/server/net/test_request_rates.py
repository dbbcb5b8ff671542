"""The table of requests: each message has a right and rates, by account and by address."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from itertools import count, product
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import structs
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.serving import HURRIED, Raw, new_key, raw, running, two_at_a_table
from protocol import messages as m
from server.app import Serving
from server.ops.counters import Counters
from server.ops.limiter import KIB, Limiter
from server.ops.policy import Policy
from server.ops.rate_limit import RateLimit
from server.ops.remote import Remote
from server.ops.requests import RATES, RULES
from tests.server.net.test_authorisation import TABLE, Club

# their limits are at the door and in the sign-in, see test_admission and test_sign_in
AT_THE_DOOR = {m.Hello, m.SignIn, m.ForgotPassword, m.ListTables, m.Ping, m.Echo, m.Bye}
COUNTED = [kind for kind in get_args(m.ToServer) if kind not in AT_THE_DOOR]


def test_each_message_has_a_rule_and_each_request_a_rate() -> None:
    assert set(RULES) == set(get_args(m.ToServer))
    assert {kind for kind, rule in RULES.items() if not rule.rates} == AT_THE_DOOR
    assert {name for rule in RULES.values() for name in rule.rates} <= RATES.keys()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rates of two at once for an account, and of four for an address, except those that delay."""
    for name, rate in RATES.items():
        if not rate.delays:
            monkeypatch.setitem(RATES, name, replace(rate, account=RateLimit(2, 1e-9), accounts=2, address=""))  # type: ignore[arg-type]


@pytest.mark.parametrize(("behind_proxy", "by_network"), [(False, [4] * 4 + [0] * 2), (True, [6] * 6)])
def test_rates_count_by_account_by_64_bits_and_by_48_bits(behind_proxy: bool, by_network: list[int], few: None) -> None:
    limiter, homes = Limiter(Policy(behind_proxy=behind_proxy), Counters(), lambda: 0), dict[str, Remote]()
    limiter.remote_of = homes.get
    for kind in (kind for kind in COUNTED if RULES[kind].rates != ("move",)):
        sent = Counter[int]()
        for network, number, _again in product(range(6), range(3), range(3)):
            account = f"{kind.__name__} {network} {number}"
            homes[account] = Remote(f"2001:db8:{COUNTED.index(kind):x}:{network}::{number}")
            sent[network] += limiter.takes_request(kind, account)
        assert [sent[network] for network in range(6)] == by_network, kind


@pytest.mark.parametrize("kind", [m.SignUp, m.SetPassword])
def test_one_account_does_not_keep_the_hashing_of_passwords_busy(kind: type[m.Message]) -> None:
    now = 0
    limiter = Limiter(Policy(), Counters(), lambda: now)
    taken = 0
    for now in range(0, 120_000, 100):  # noqa: B007  # the limiter reads it
        taken += limiter.takes_request(kind, "Ann")
    assert taken <= 40  # each takes some 0.2 s of a core


def addresses() -> Iterator[str]:
    for number in count():
        yield f"2001:db8:{number:x}::1"


@pytest.fixture
async def serving(tmp_path: Path) -> AsyncIterator[Serving]:
    async with running(tmp_path, plain=False) as started:  # behind a proxy no addresses are known
        yield started


async def test_each_request_is_refused_above_its_rates(serving: Serving, few: None) -> None:
    hosts = addresses()
    bob = await raw(serving, host=next(hosts))
    club = Club({}, {"Bob": (await bob.ask(m.SignIn(name="Bob"))).account, "Gil": "none"}, "none", "none", "none")
    wrong = list[object]()
    for kind in COUNTED:
        if RULES[kind].rates == ("move",) or RULES[kind].right == "moderator":
            continue
        host, message = next(hosts), TABLE[kind][-1].ask(club)
        lines = [await raw(serving, name="Guest", host=host) for _ in range(3)]
        codes = [[await code_of(line, fresh(message)) for _ in range(3)] for line in lines]
        is_right = [codes[line].count("too_fast") for line in range(3)] == [1, 1, 3]
        wrong += [] if is_right else [(kind.__name__, codes)]
        for line in lines:
            line.close()
    assert wrong == []


def fresh(message: m.Message) -> m.Message:
    """Return the message with a key of its own, so that it is another command."""
    return structs.replace(message, key=new_key()) if "key" in message.__struct_fields__ else message


async def code_of(line: Raw, message: m.Message) -> str:
    reply: Any = await line.ask(message)
    return reply.code if isinstance(reply, m.Refused) else ""


async def test_who_was_sent_much_waits_for_the_next_long_answer(tmp_path: Path) -> None:
    async with running(tmp_path, limits=replace(HURRIED, reply_burst=2, reply_per_minute=1)) as serving:
        ann, _bob, table = await two_at_a_table(serving)
        answers = [await code_of(ann, m.Watch(table=table)) for _ in range(20)]
        assert (answers[0], answers[-1]) == ("", "too_fast")

        club = Club({}, {"Bob": "none", "Gil": "none"}, table, table, table)
        large = [kind for kind, rule in RULES.items() if rule.is_large and rule.right == "user"]
        for kind in large:
            assert await code_of(ann, TABLE[kind][-1].ask(club)) == "too_fast", kind
        assert await code_of(ann, m.Unwatch(table=table)) == ""


def test_the_bytes_of_long_answers_count_by_address() -> None:
    limiter, here, there = Limiter(Policy(), Counters(), lambda: 0), Remote("192.0.2.1"), Remote("192.0.2.2")
    for number in range(RATES["reply"].accounts):
        assert limiter.may_send("reply", f"account {number}", here)
        limiter.sent("reply", f"account {number}", here, limiter.rate_of_account("reply").size * KIB)
    assert [limiter.may_send("reply", "another", remote) for remote in (here, there)] == [False, True]


async def test_players_see_their_own_game_whatever_others_at_their_address_ask_for(serving: Serving) -> None:
    ann, bob, table = await two_at_a_table(serving)
    eve = await raw(serving, name="Eve")
    limiter, address = serving.services.limiter, next(iter(serving.services.admission.connections)).remote
    limiter.sent("reply", "somebody", address, 2 * limiter.rate_of_address("reply").size * KIB)

    codes = [await code_of(line, m.Watch(table=table)) for line in (ann, bob, eve)]
    assert codes == ["", "", "too_fast"]


def test_connections_of_one_address_share_the_rates_that_delay() -> None:
    limiter, home, rate = Limiter(Policy(), Counters(), lambda: 0), Remote("192.0.2.1"), RATES["move"]
    burst = limiter.rate_of_account("move").size
    lines = [limiter.pace("move", home) for _ in range(rate.accounts + 1)]
    waits = [max(line.wait_s(0.0) for _ in range(burst)) for line in lines]
    assert [wait > 0 for wait in waits] == [False] * rate.accounts + [True]
    assert limiter.pace("move", Remote("192.0.2.2")).wait_s(0.0) <= 0


async def test_requests_before_a_sign_in_are_read_more_slowly_above_their_rate(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with running(tmp_path) as serving:
        line, limiter = await raw(serving), serving.services.limiter
        size = int(limiter.rate_of_account("request").size)
        for number in range(size + 1):
            await line.send(m.ForgotPassword(name=f"Name {number}"), number + 1)
        await line.reply(size)
        await wait_all_tasks_blocked()
        assert limiter.counters.limits["request"] == 1


async def test_who_signs_in_again_and_again_waits_for_the_next_lists(tmp_path: Path) -> None:
    async with running(tmp_path, limits=replace(HURRIED, reply_burst=1, reply_per_minute=1)) as serving:
        token = (await (await raw(serving)).ask(m.SignIn(name="Ann"))).token
        codes = [await code_of(await raw(serving), m.SignIn(name="Ann", token=token)) for _ in range(20)]
        assert (codes[0], codes[-1]) == ("", "too_fast")
        assert await code_of(await raw(serving), m.SignIn(name="Bob")) == ""


@pytest.fixture
async def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tables that are over. The server keeps at most one of them in memory."""
    monkeypatch.setattr("server.tables.registry.CACHE_SIZE", 1)
    tables = list[str]()
    async with running(tmp_path, plain=False) as before:
        for _ in range(3):
            ann, _bob, table = await two_at_a_table(before)
            await ann.ask(m.SendResign(table=table, key=new_key(), match=True))
            tables.append(table)
    return tables


async def test_requests_for_tables_that_are_read_from_the_disk_have_a_rate_of_their_own(
    finished: list[str], serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RATES, "read", replace(RATES["read"], account=RateLimit(2, 1e-9), accounts=1000))
    zoe = await (await raw(serving)).ask(m.SignIn(name="Zoe"))
    club = Club({}, {"Bob": zoe.account, "Gil": "none"}, "none", "none", "none")
    _ann, bob, live = await two_at_a_table(serving)
    wrong = list[object]()
    for kind in (m.Say, m.Report, m.Rematch, m.Invite, m.GetConditionalMoves, m.SendMove, m.TakeSeat, m.Watch):
        message: Any = TABLE[kind][-1].ask(club)
        if kind is m.Say:
            message = m.Say(room="table", table="none", text="Hello")
        line, tables = await raw(serving, name="Guest"), ["none"] * 3 + finished
        codes = [await code_of(line, fresh(structs.replace(message, table=table))) for table in tables]
        wrong += [] if [code == "too_fast" for code in codes] == [False] * 5 + [True] else [(kind.__name__, codes)]
        assert await code_of(line, m.Watch(table=live)) == ""
    assert wrong == []
    assert [await code_of(bob, m.Watch(table=live)) for _ in range(5)] == [""] * 5
