"""Access rules of tables, and when no tables are made."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import trio
from msgspec import structs
from trio.testing import MockClock

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import Raw, new_key, raw
from devtools.harness.server.timing import pass_time, settled
from protocol import messages as m
from server.app import Serving
from server.lobby.new_tables import MEMORY_FULL
from server.lobby.old_access import MAKING_S, OldAccess
from server.lobby.table_access import TableAccess
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.storage.social import SocialStore
from server.tables.commands import User
from tests.server.services import services_in_memory


async def test_an_invitation_that_is_given_while_the_rule_is_read_counts() -> None:
    class Social(SocialStore):
        async def in_thread(self, call: Callable[..., Any], *args: Any) -> Any:
            found = await super().in_thread(call, *args)
            if call == self.access:
                await access.invite("t", "bob")
            return found

    social = Social(":memory:")
    social.set_code("t", "abc")
    social.invite("t", "ann")
    access = TableAccess(social)
    await access.load("t")

    assert (access.rule("t").code, access.rule("t").guests) == ("abc", {"ann", "bob"})
    social.close()


async def test_a_table_that_is_refused_leaves_no_code(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    for wrong, code in (
        ({"options": {"no": 1}}, "bad_option"), ({"code": " "}, "bad_code"), ({"rated": True}, "not_registered"),
    ):  # fmt: skip
        assert (await ann.ask(structs.replace(make, key=new_key(), **wrong))).code == code
    assert serving.services.social.digests()["codes"][0] == 0
    assert isinstance(await ann.ask(make), m.Done)
    assert serving.services.social.digests()["codes"][0] == 1


async def test_codes_and_invitations_go_with_their_tables(serving: Serving, mock_clock: MockClock) -> None:
    ann = await raw(serving, name="Ann")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    tables = [(await ann.ask(structs.replace(make, key=new_key()))).table for _ in range(2)]
    social = serving.services.social
    for table in tables:
        social.invite(table, "bob")
    social.set_code("never made", "sesame")
    assert isinstance(await ann.ask(m.LeaveSeat(table=tables[0], key=new_key())), m.Done)
    await pass_time(mock_clock, 100)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(OldAccess(social, serving.services.store).forget)
        await pass_time(mock_clock, 2 * MAKING_S)

    assert social.tables_with_access() == {tables[1]}
    assert social.access(tables[1]) == ("sesame", {"bob"})


async def test_no_table_is_made_while_the_memory_is_full(mock_clock: MockClock) -> None:
    async with services_in_memory(MemoryStore(), limits=Limits(memory_mib=1)) as services:
        for _ in range(2):
            assert services.new_tables.why_closed() == MEMORY_FULL
            mock_clock.jump(60)
        assert services.counters.limits["memory"] == 1  # once for the whole time
        services.policy.update(Policy())
        assert services.new_tables.why_closed() is None


# ---- the end of a right


Lose = Callable[[Raw, Raw, str], Awaitable[Any]]  # Ann, Bob, table


async def leaves_seat(_ann: Raw, bob: Raw, table: str) -> Any:
    return await bob.ask(m.LeaveSeat(table=table, key=new_key()))


async def has_old_code(ann: Raw, bob: Raw, table: str) -> Any:
    await leaves_seat(ann, bob, table)
    await bob.ask(m.Watch(table=table, code="sesame"))
    return await ann.ask(m.SetCode(table=table, key=new_key(), code="barley"))


@pytest.mark.parametrize(
    ("rules", "lose", "code"),
    [
        ({"access": "code", "code": "sesame"}, leaves_seat, "wrong_code"),
        ({"access": "code", "code": "sesame"}, has_old_code, "wrong_code"),
        ({"spectators": False}, leaves_seat, "no_spectators"),
    ],
)
async def test_who_loses_the_right_to_a_table_gets_nothing_more_of_it(
    serving: Serving, rules: dict[str, Any], lose: Lose, code: str
) -> None:
    ann, bob, cid = [await raw(serving, name=name) for name in ("Ann", "Bob", "Cid")]
    table = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, **rules))).table
    await bob.ask(m.TakeSeat(table=table, key=new_key(), ready=False, code="sesame"))
    for line in (ann, bob):
        assert isinstance(await line.ask(m.Watch(table=table)), m.Done)

    assert isinstance(await lose(ann, bob, table), m.Done)
    ended = await bob.push(m.WatchEnded)
    await cid.ask(m.TakeSeat(table=table, key=new_key(), code="barley" if lose is has_old_code else "sesame"))
    await ann.ask(m.Say(key=new_key(), room="table", table=table, text="Hello"))
    assert await ann.push(m.Chat)

    assert (ended.table, ended.code) == (table, code)
    await bob.send(m.Ping(), 99)
    while (frame := await bob.frame()) is not None and frame.id != 99:
        assert not isinstance(frame.message, m.TableEvents | m.Chat)


async def test_players_of_a_private_table_that_is_closed_see_its_end(serving: Serving) -> None:
    ann = await raw(serving, name="Ann")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    table = (await ann.ask(make)).table
    await ann.ask(m.Watch(table=table))
    actor = serving.services.registry.get(table)
    assert actor is not None

    await serving.services.registry.close_table(actor, m.Notice(template="Closed"))

    assert (await ann.push(m.TableEvents)).events[-1]["type"] == "seated"
    assert (await ann.push(m.TableEvents)).events[-1]["type"] == "ended"


# ---- guessing a code


def guess(table: str, number: int = 0) -> m.TakeSeat:
    return m.TakeSeat(table=table, key=new_key(), code=f"guess{number}")


async def test_guesses_of_all_guests_of_one_network_count_together(serving: Serving) -> None:
    serving.services.policy.update(replace(serving.services.policy, behind_proxy=False))
    ann = await raw(serving, name="Ann", host="10.0.0.1")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    table = (await ann.ask(make)).table
    guests = [await raw(serving, name=f"Guest {number}", host="10.0.0.2") for number in range(10)]

    codes = [(await line.ask(guess(table, number))).code for line in guests for number in range(4)]
    codes += [(await line.ask(m.Watch(table=table, code="other"))).code for line in guests]

    assert codes.count("wrong_code") == 20
    assert codes.count("too_fast") == 30
    friend = await raw(serving, name="Friend", host="10.0.0.3")
    assert isinstance(await friend.ask(m.TakeSeat(table=table, key=new_key(), code="Sesame")), m.Done)


async def test_players_are_told_of_a_thousand_wrong_codes_in_a_day_and_the_right_one_still_counts(
    serving: Serving,
) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    table, access = (await ann.ask(make)).table, serving.services.access
    for number in range(1000):
        refused = access.refusal(serving.services.lobby.tables[table], User(f"{number}", "Guest"), "wrong", 0)
        assert refused is not None
        assert refused.code == "wrong_code"

    assert (await ann.push(m.Notice)).args["count"] == 1000
    assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key(), code="sesame")), m.Done)
    assert await bob.refusal(m.SetCode(table=table, key=new_key(), code="a-b c")) == "bad_code"
    assert isinstance(await bob.ask(m.SetCode(table=table, key=new_key(), code="a-b cd")), m.Done)
    assert await (await raw(serving, name="Eve")).refusal(m.Watch(table=table, code="sesame")) == "wrong_code"


@pytest.mark.parametrize("code", ["", " ", "abc", "a-b c", "----"])
async def test_a_new_code_has_at_least_four_letters(serving: Serving, code: str) -> None:
    ann = await raw(serving, name="Ann")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code=code)
    assert await ann.refusal(make) == "bad_code"
    assert isinstance(await ann.ask(structs.replace(make, key=new_key(), code=f"{code} 1234")), m.Done)


async def test_a_shorter_code_of_an_older_version_stays_valid(serving: Serving) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    table = (await ann.ask(make)).table
    await serving.services.access.set_code(table, "x")
    assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key(), code="X")), m.Done)


@pytest.mark.parametrize("code", ["-", " - ", "\u00ad", ""])
async def test_a_code_of_an_older_version_without_letters_lets_nobody_in(serving: Serving, code: str) -> None:
    ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="sesame")
    table = (await ann.ask(make)).table
    await serving.services.access.set_code(table, "--")
    assert await bob.refusal(m.TakeSeat(table=table, key=new_key(), code=code)) == "wrong_code"


# ---- how many seats one account may have


Way = Callable[[Raw, Raw, str], Awaitable[list[str]]]  # Ann, Bob, the account of Ann; the codes of what was refused


async def one_table(line: Raw) -> str:
    """The only table at which a user may have a seat."""
    made = await line.ask(m.MakeTable(key=new_key(), game="clod", options={}))
    assert isinstance(made, m.Done)
    return made.table


async def by_seat(ann: Raw, bob: Raw, _account: str) -> list[str]:
    await one_table(ann)
    return [await ann.refusal(m.TakeSeat(table=await one_table(bob), key=new_key()))]


async def by_challenge(ann: Raw, bob: Raw, account: str) -> list[str]:
    for _ in range(2):
        await bob.ask(m.Challenge(key=new_key(), account=account, terms=m.GameTerms(game="clod")))
    first, second = [(await ann.push(m.ChallengeChanged)).challenge.challenge for _ in range(2)]
    mine = await one_table(ann)
    codes = [await ann.refusal(m.AnswerChallenge(challenge=first, accept=True))]
    await ann.ask(m.LeaveSeat(table=mine, key=new_key()))
    await one_table(bob)
    return [*codes, await ann.refusal(m.AnswerChallenge(challenge=second, accept=True))]


async def by_rematch(ann: Raw, bob: Raw, _account: str) -> list[str]:
    table = await one_table(ann)
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    await one_table(ann)
    return [await line.refusal(m.Rematch(table=table, key=new_key())) for line in (ann, bob)]


async def by_tournament(ann: Raw, bob: Raw, _account: str) -> list[str]:
    cup = m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={})
    await one_table(ann)
    return [await ann.refusal(m.EnterTournament(tournament=(await bob.ask(cup)).table, key=new_key()))]


async def by_wish(ann: Raw, bob: Raw, _account: str) -> list[str]:
    wish = m.Seek(key=new_key(), games=["clod"], clocks=["fischer 300+5"])
    await ann.ask(wish)
    await one_table(ann)
    assert isinstance(await bob.ask(structs.replace(wish, key=new_key())), m.Done)
    assert await ann.push(m.SeekEnded)
    return [await ann.refusal(structs.replace(wish, key=new_key()))]


@pytest.mark.parametrize("way", [by_seat, by_challenge, by_rematch, by_tournament, by_wish])
async def test_seats_are_counted_however_a_seat_is_taken(serving: Serving, way: Way) -> None:
    limits = replace(serving.services.policy.limits, seats=1)
    serving.services.policy.update(replace(serving.services.policy, limits=limits, tournaments="anybody"))
    ann, bob = await raw(serving), await raw(serving)
    sign_ins = [
        await line.ask(m.SignIn(name=name, password="four old trolls", sign_up=True))
        for line, name in ((ann, "Ann"), (bob, "Bob"))
    ]

    codes = await way(ann, bob, sign_ins[0].account)

    assert set(codes) == {"too_many"}


async def test_of_seats_that_are_taken_at_once_as_many_are_given_as_allowed(serving: Serving) -> None:
    limits = replace(serving.services.policy.limits, seats=2)
    serving.services.policy.update(replace(serving.services.policy, limits=limits))
    lines = [await raw(serving, name=f"Player {number}") for number in range(5)]
    tables = [await one_table(line) for line in lines[1:]]
    for id, table in enumerate(tables, 100):
        await lines[0].send(m.TakeSeat(table=table, key=new_key()), id)
    answers = [await lines[0].reply(id) for id in range(100, 104)]
    assert [isinstance(answer, m.Done) for answer in answers] == [True, True, False, False]


async def test_a_seat_that_is_taken_while_a_table_is_made_is_counted(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = replace(serving.services.policy.limits, seats=1)
    serving.services.policy.update(replace(serving.services.policy, limits=limits))
    ann, bob, is_free = await raw(serving, name="Ann"), await raw(serving, name="Bob"), trio.Event()
    table, set_code = await one_table(ann), serving.services.access.set_code

    async def slow(table: str, code: str) -> None:
        await is_free.wait()
        await set_code(table, code)

    monkeypatch.setattr(serving.services.access, "set_code", slow)
    await bob.send(m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="swordfish"), 101)
    await settled()
    await bob.send(m.TakeSeat(table=table, key=new_key()), 102)
    await settled()
    is_free.set()

    assert isinstance(await bob.reply(101), m.Done)
    assert isinstance(await bob.reply(102), m.Refused)


async def test_a_player_returns_to_a_table_with_a_code_without_the_code(serving: Serving) -> None:
    tokens = {name: name.encode().ljust(m.TOKEN_BYTES, b"x") for name in ("Ann", "Bob", "Eve")}
    ann, bob, eve = [await raw(serving, name=name, token=tokens[name]) for name in tokens]
    make = m.MakeTable(key=new_key(), game="clod", options={}, player=0, access="code", code="sesame")
    table = (await ann.ask(make)).table
    assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key(), code="sesame")), m.Done)

    for line, name in ((ann, "Ann"), (bob, "Bob")):
        line.reset()
        again = await raw(serving, name=name, token=tokens[name])
        assert isinstance(await again.ask(m.Watch(table=table)), m.Done)
    assert await eve.refusal(m.Watch(table=table)) == "wrong_code"
