"""Rematches: live ones need both players, and those of games by days wait for the next visit."""

from collections.abc import AsyncIterator

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.nodes import flowing_time
from devtools.harness.server.serving import Raw, new_key, order, raw, table_of
from protocol import messages as m
from server.app import Serving
from server.lobby.rematch import AWAY_MS

ANN, BOB, EVE = b"a" * 32, b"b" * 32, b"e" * 32
BY_DAYS = "days 3"


async def finished(serving: Serving, clock: str) -> tuple[Raw, Raw, str]:
    """Ann (player 0) and Bob at their finished table."""
    ann, bob = await raw(serving, name="Ann", token=ANN), await raw(serving, name="Bob", token=BOB)
    table = await table_of(ann, bob, clock=clock)
    await ann.ask(order(serving, table))
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    return ann, bob, table


@pytest.fixture
async def time_flows(mock_clock: MockClock) -> AsyncIterator[None]:
    async with flowing_time():
        yield


def rematch(table: str, swap: bool = True) -> m.Rematch:
    return m.Rematch(table=table, key=new_key(), swap=swap)


async def offered(line: Raw) -> m.RematchState:
    """Return the next news of offers of a rematch."""
    while (state := await line.push(m.RematchState)).offers == (None, None):
        pass
    return state


async def closed(line: Raw) -> str:
    while not (state := await line.push(m.RematchState)).closed:
        pass
    return state.closed


async def challenged(line: Raw, by: Raw, account: str, clock: str) -> str:
    """Let a player be challenged, and return the id of the challenge."""
    terms = m.GameTerms(game="clod", clock=clock)
    assert await by.ask(m.Challenge(key=new_key(), account=account, terms=terms)) == m.Done()
    return str((await line.push(m.ChallengeChanged)).challenge.challenge)


async def open_challenges(serving: Serving) -> list[str]:
    """Return the open challenges of Bob after a new sign-in."""
    bob = await raw(serving, name="Bob", token=BOB)
    return [info.challenge for info in (await bob.push(m.Challenges)).challenges]


def names_at(serving: Serving, table: str) -> list[str]:
    return [seat.name for seat in serving.match(table).seats if seat]


async def test_a_live_rematch_waits_while_its_author_plays_elsewhere(serving: Serving) -> None:
    ann, bob, table = await finished(serving, "sudden 60")
    eve = await raw(serving, name="Eve", token=EVE)
    await ann.ask(rematch(table))
    other = await table_of(ann, eve, clock="sudden 600")
    assert await bob.refusal(rematch(table)) == "playing"
    await eve.ask(m.SendResign(table=other, key=new_key(), match=True))

    assert (await bob.ask(rematch(table))).table


@pytest.mark.parametrize("author", [True, False])
async def test_a_live_rematch_outlives_a_short_loss_of_the_network(
    serving: Serving, time_flows: None, author: bool
) -> None:
    ann, bob, table = await finished(serving, "sudden 60")
    await ann.ask(rematch(table))
    await offered(bob)
    here = bob if author else ann
    await here.people(lambda people: len(people) == 2)
    (ann if author else bob).reset()
    away, token = ("Ann", ANN) if author else ("Bob", BOB)
    await here.people(lambda people: len(people) == 1)
    if author:
        assert await bob.refusal(rematch(table)) == "not_here"
    line = await raw(serving, name=away, token=token)
    await line.ask(m.Watch(table=table))
    assert (await offered(line)).offers == (True, None)
    await trio.sleep(AWAY_MS / 1000 + 1)

    made = (await (bob if author else line).ask(rematch(table))).table
    assert names_at(serving, made) == ["Bob", "Ann"]


@pytest.mark.parametrize("author", [True, False])
async def test_a_live_rematch_ends_when_a_player_leaves_or_stays_away(
    serving: Serving, time_flows: None, author: bool
) -> None:
    ann, bob, table = await finished(serving, "sudden 60")
    one, other = (ann, bob) if author else (bob, ann)
    await ann.ask(rematch(table))
    await one.ask(m.Unwatch(table=table))
    assert await closed(other) == "left"
    await one.ask(m.Watch(table=table))
    await ann.ask(rematch(table))
    await offered(bob)
    await other.people(lambda people: len(people) == 2)
    one.reset()
    await other.people(lambda people: len(people) == 1)
    await trio.sleep(AWAY_MS / 1000 + 1)
    assert await closed(other) == "left"


@pytest.mark.parametrize("swap", [True, False])
async def test_a_rematch_by_days_waits_for_the_next_visit(serving: Serving, swap: bool) -> None:
    ann, bob, table = await finished(serving, BY_DAYS)
    await ann.people(lambda people: len(people) == 2)
    await bob.stream.aclose()
    await ann.people(lambda people: len(people) == 1)
    assert await ann.ask(rematch(table, swap)) == m.Done()
    assert (await offered(ann)).offers == (swap, None)
    await ann.stream.aclose()

    bob = await raw(serving, name="Bob", token=BOB)
    [wish] = (await bob.push(m.Challenges)).challenges
    assert (wish.name, wish.rematch, wish.terms.clock) == ("Ann", table, BY_DAYS)
    await bob.ask(m.Watch(table=table))
    assert (await offered(bob)).offers == (swap, None)
    made = (await bob.ask(rematch(table, swap))).table
    assert names_at(serving, made) == (["Bob", "Ann"] if swap else ["Ann", "Bob"])
    assert serving.match(made).created.previous == table
    assert await bob.ask(m.AnswerChallenge(challenge=wish.challenge, accept=True)) == m.Done(table=made, number=1)


async def test_wishes_by_days_for_other_sides_meet_as_a_question(serving: Serving) -> None:
    ann, bob, table = await finished(serving, BY_DAYS)
    await ann.ask(rematch(table, swap=True))
    assert await bob.ask(rematch(table, swap=False)) == m.Done(), "no table yet"
    while not (news := await ann.push(m.ChallengeChanged)).challenge.changes:
        pass
    assert (news.state, news.challenge.name, news.challenge.terms.player) == ("open", "Bob", 1)

    made = (await ann.ask(m.AnswerChallenge(challenge=news.challenge.challenge, accept=True))).table
    assert names_at(serving, made) == ["Ann", "Bob"]
    assert (await bob.ask(rematch(table, swap=True))).table == made, "there is one rematch"


async def test_wishes_by_days_at_once_make_one_table_at_most(serving: Serving) -> None:
    ann, bob, table = await finished(serving, BY_DAYS)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ann.ask, rematch(table, swap=True))
        nursery.start_soon(bob.ask, rematch(table, swap=False))
    assert len(serving.services.lobby.tables) == 1
    made = {(await line.ask(rematch(table, swap=False))).table for line in (ann, bob)} - {""}

    assert len(made) == 1
    assert len(serving.services.lobby.tables) == 2


@pytest.mark.parametrize(("author", "why"), [(True, "withdrawn"), (False, "declined")])
async def test_a_wish_by_days_is_closed_and_can_come_again(serving: Serving, author: bool, why: str) -> None:
    ann, bob, table = await finished(serving, BY_DAYS)
    wish = rematch(table)
    await ann.ask(wish)
    await (ann if author else bob).ask(m.CloseRematch(table=table, key=new_key()))
    assert await closed(bob if author else ann) == why
    assert await bob.refusal(m.CloseRematch(table=table, key=new_key())) == "no_offer"

    assert await ann.ask(rematch(table)) == m.Done()
    assert (await bob.ask(rematch(table))).table


@pytest.mark.parametrize("how", ["rematch", "challenge"])
async def test_two_who_play_again_have_no_open_question_of_the_evening(serving: Serving, how: str) -> None:
    ann, bob, table = await finished(serving, "sudden 60")
    anns, bobs = (account or "" for account in serving.services.lobby.tables[table].accounts)
    now, by_days = [await challenged(bob, ann, bobs, clock) for clock in ("sudden 60", BY_DAYS)]
    eve = await raw(serving, name="Eve", token=EVE)
    hers = await challenged(bob, eve, bobs, "sudden 60")
    back = await challenged(ann, bob, anns, "sudden 60")
    await ann.ask(rematch(table))

    if how == "rematch":
        await bob.ask(rematch(table))
    else:
        await ann.send(m.AnswerChallenge(challenge=back, accept=True))

    ended = set[tuple[str, str]]()
    while len(ended) < 2:
        news = await ann.push(m.ChallengeChanged)
        ended.add((news.challenge.challenge, news.state))
    assert ended == {(now, "withdrawn"), (back, "withdrawn" if how == "rematch" else "accepted")}
    assert {*await open_challenges(serving)} == {by_days, hers}


async def test_an_accepted_challenge_ends_the_offer_of_a_rematch(serving: Serving) -> None:
    ann, bob, table = await finished(serving, "sudden 60")
    anns = serving.services.lobby.tables[table].accounts[0] or ""
    by_days, now = [await challenged(ann, bob, anns, clock) for clock in (BY_DAYS, "sudden 60")]
    await ann.ask(rematch(table))
    await ann.ask(m.AnswerChallenge(challenge=by_days, accept=True))
    await bob.ask(m.Watch(table=table))
    assert (await offered(bob)).offers == (True, None), "a game by days is beside it"
    await ann.send(m.AnswerChallenge(challenge=now, accept=True))

    assert await closed(bob) == "withdrawn"
    assert await bob.refusal(m.CloseRematch(table=table, key=new_key())) == "no_offer"


async def test_a_rematch_by_days_leaves_the_questions_of_the_evening_open(serving: Serving) -> None:
    ann, bob, table = await finished(serving, BY_DAYS)
    bobs = serving.services.lobby.tables[table].accounts[1] or ""
    now = await challenged(bob, ann, bobs, "sudden 60")

    for line in (ann, bob):
        await line.ask(rematch(table))

    assert await open_challenges(serving) == [now]
