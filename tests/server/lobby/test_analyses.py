"""Players who look at their finished match together: consent, lines, and the end."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.nodes import flowing_time
from devtools.harness.server.serving import Raw, new_key, order, raw, table_of, tried
from netgame.records.shared_lines import MAX_LINES
from protocol import messages as m
from server.app import Serving
from server.errors import StoreBroken
from server.lobby import analyses
from server.lobby.paired_tables import PairedTables
from server.lobby.rematch import AWAY_MS

ANN, BOB = b"a" * 32, b"b" * 32


async def finished(serving: Serving, **fields: Any) -> tuple[Raw, Raw, str]:
    """Ann (player 0) and Bob at their finished table, after one move of each."""
    ann, bob = await raw(serving, name="Ann", token=ANN), await raw(serving, name="Bob", token=BOB)
    table = await table_of(ann, bob, game="thud", **fields)
    for line in (ann, bob):
        await line.ask(order(serving, table))
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    return ann, bob, table


async def looking(serving: Serving) -> tuple[Raw, Raw, str]:
    """The same, and they look at it together."""
    ann, bob, table = await finished(serving)
    for line in (ann, bob):
        await line.ask(m.Analyse(table=table))
    while (await state(ann)).wants != (True, True):
        pass
    return ann, bob, table


@pytest.fixture
async def time_flows(mock_clock: MockClock) -> AsyncIterator[None]:
    async with flowing_time():
        yield


async def state(line: Raw) -> m.AnalysisState:
    found: m.AnalysisState = await line.push(m.AnalysisState)
    return found


async def closed(line: Raw) -> str:
    while not (found := await state(line)).closed:
        pass
    return found.closed


@pytest.mark.parametrize("other_first", [False, True])
async def test_both_have_to_agree_before_a_line_is_shown(serving: Serving, other_first: bool) -> None:
    ann, bob, table = await finished(serving)
    one, other = (bob, ann) if other_first else (ann, bob)
    assert await one.refusal(m.CloseAnalysis(table=table)) == "no_analysis"

    assert await one.ask(m.Analyse(table=table)) == m.Done(table=table)
    asked = await state(other)
    assert asked.wants == ((False, True) if other_first else (True, False))
    assert await one.refusal(tried(serving, table, 3)) == "no_analysis"
    await other.ask(m.Analyse(table=table))

    assert (await one.ask(tried(serving, table, 3))).number == 1


async def test_both_see_each_change_in_one_order_and_whose_each_move_is(serving: Serving) -> None:
    ann, bob, table = await looking(serving)
    first, second = tried(serving, table, 3), tried(serving, table, 3, 4)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ann.send, first)
        nursery.start_soon(bob.send, second)
    seen = [[await state(line), await state(line)] for line in (ann, bob)]

    assert seen[0] == seen[1]
    assert [change.number for change in seen[0]] == [1, 2]
    assert [change.shown.after for change in seen[0] if change.shown] == [first.after] * 2
    await ann.ask(second)
    shown = (await state(bob)).shown
    whose_first = seen[0][0].by
    assert shown is not None
    assert (shown.moves, shown.by) == (second.moves, [whose_first, 1])


async def test_a_program_that_comes_back_gets_the_lines_again(serving: Serving, time_flows: None) -> None:
    ann, bob, table = await looking(serving)
    long, other = tried(serving, table, 3, 4), tried(serving, table, 5)
    for line, shown in ((ann, tried(serving, table, 3)), (bob, long), (ann, other)):
        await line.ask(shown)
    await ann.people(lambda people: len(people) == 2)
    bob.reset()
    await ann.people(lambda people: len(people) == 1)
    bob = await raw(serving, name="Bob", token=BOB)
    await bob.ask(m.Watch(table=table))
    await state(bob)
    await trio.sleep(AWAY_MS / 1000 + 1)

    await bob.send(m.Analyse(table=table))

    again = await state(bob)
    assert again.wants == (True, True)
    assert [(line.moves, line.by) for line in again.lines] == [(long.moves, [0, 1]), (other.moves, [0])]
    assert again.shown is not None
    assert (again.shown.moves, again.at, again.number) == (other.moves, 1, 3)


async def test_a_player_who_leaves_does_not_decline_a_new_question(serving: Serving) -> None:
    ann, bob, table = await looking(serving)
    await bob.ask(m.CloseAnalysis(table=table))
    await bob.ask(m.Analyse(table=table))

    assert await ann.refusal(m.CloseAnalysis(table=table, own=True)) == "no_analysis"

    await ann.ask(m.Analyse(table=table))
    assert (await ann.ask(tried(serving, table, 3))).number == 1, "the question was still open"


async def test_what_the_rules_do_not_allow_is_not_shown(serving: Serving) -> None:
    ann, bob, table = await looking(serving)
    good = tried(serving, table, 3)

    def changed(**fields: Any) -> m.ShowLine:
        return m.ShowLine(**{"table": table, "after": good.after, "moves": good.moves, "at": 1} | fields)

    bad = [
        changed(moves=["nonsense"]), changed(moves=[*good.moves, *good.moves]), changed(moves=["--"]),
        changed(moves=["3-4"]), changed(after=1), changed(after=2**52), changed(at=2), changed(at=-2),
        changed(moves=[good.moves[0].swapcase()]),
    ]  # fmt: skip
    for show in bad:
        reply = await ann.ask(show)
        assert isinstance(reply, m.Refused), show
        assert reply.code == "illegal"
    assert await ann.refusal(changed(moves=["x" * 500] * 2)) == "too_long"
    assert await ann.refusal(changed(moves=["x"] * 61)) == "malformed"

    await ann.ask(good)
    assert (await state(bob)).number == 1, "nothing was shown before"


async def test_there_are_as_many_lines_as_the_bound(serving: Serving) -> None:
    ann, bob, table = await looking(serving)
    for number in range(MAX_LINES):
        assert isinstance(await ann.ask(tried(serving, table, number, step=0)), m.Done)

    assert await bob.refusal(tried(serving, table, MAX_LINES, step=0)) == "too_many"
    assert isinstance(await bob.ask(tried(serving, table, 0, step=0)), m.Done), "a known line"
    assert isinstance(await bob.ask(tried(serving, table, 0, 0, step=0)), m.Done), "it goes on with a known line"


async def test_a_program_that_is_started_again_hears_who_wants_to_look(serving: Serving) -> None:
    ann, bob, table = await finished(serving)
    await ann.ask(m.Analyse(table=table))
    bob = await raw(serving, name="Bob", token=BOB)

    await bob.ask(m.Watch(table=table))

    assert (await state(bob)).wants == (True, False)


async def test_the_players_of_the_oldest_one_hear_that_there_are_too_many(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MAX_OPEN", 1)
    ann, bob, _first = await looking(serving)
    table = await table_of(ann, bob)
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))

    await ann.ask(m.Analyse(table=table))

    assert await closed(bob) == "left"


@pytest.mark.parametrize(
    "how", ["declined", "withdrawn", "left", "unwatched", "lost", "replaced", "rematch", "blocked"]
)
async def test_each_way_to_leave_ends_it_for_both(serving: Serving, time_flows: None, how: str) -> None:
    ann, bob, table = await (finished if how in ("declined", "withdrawn") else looking)(serving)
    why = how if how in ("declined", "withdrawn", "rematch") else "left"
    match how:
        case "declined" | "withdrawn":
            await (ann if how == "withdrawn" else bob).ask(m.Analyse(table=table))
            await ann.ask(m.CloseAnalysis(table=table))
        case "left":
            await ann.ask(m.CloseAnalysis(table=table))
        case "unwatched":
            await ann.ask(m.Unwatch(table=table))
        case "lost":
            ann.reset()
            await bob.people(lambda people: len(people) == 1)
            assert isinstance(await bob.ask(tried(serving, table, 3)), m.Done), "for a while it goes on"
            await trio.sleep(AWAY_MS / 1000 + 1)
        case "replaced":
            await raw(serving, name="Ann", token=ANN)
            await trio.sleep(AWAY_MS / 1000 + 1)
        case "blocked":
            him = next(each.account for each in await ann.people(lambda people: len(people) == 2) if each.name == "Bob")
            await ann.ask(m.SetRelation(account=him, relation="block"))
        case "rematch":
            for line in (bob, ann):
                await line.ask(m.Rematch(table=table, key=new_key()))

    assert await closed(bob) == why
    assert await bob.refusal(tried(serving, table, 3)) == "no_analysis"


async def test_a_rematch_that_cannot_be_made_does_not_end_it(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_arguments: object) -> bool:
        raise StoreBroken("full")

    ann, bob, table = await looking(serving)
    await bob.ask(m.Rematch(table=table, key=new_key()))
    with monkeypatch.context() as broken:
        broken.setattr(PairedTables, "exists", fails)
        await ann.refusal(m.Rematch(table=table, key=new_key()))

    assert isinstance(await ann.ask(tried(serving, table, 3)), m.Done)


@pytest.mark.parametrize("who", ["away", "elsewhere", "blocked", "computer", "old"])
async def test_a_player_who_cannot_look_is_not_asked(serving: Serving, who: str) -> None:
    serving.services.policy.computers = "all"
    if who in ("computer", "old"):
        ann, bob = await raw(serving, name="Ann", token=ANN), await raw(serving, greet=False)
        await bob.ask(m.Hello(protocols=(1, 1) if who == "old" else m.PROTOCOL, program="test"))
        await bob.ask(m.SignIn(name="Bob", token=BOB, computer="level 1" if who == "computer" else ""))
        table = await table_of(*((bob, ann) if who == "old" else (ann, bob)))
        await bob.ask(m.SendLeave(table=table, key=new_key()))
    else:
        ann, bob, table = await finished(serving)
    if who == "away":
        await ann.people(lambda people: len(people) == 2)
        await bob.stream.aclose()
        await ann.people(lambda people: len(people) == 1)
    elif who == "elsewhere":
        await bob.ask(m.Unwatch(table=table))
    elif who == "blocked":
        me = next(each.account for each in await bob.people(lambda people: len(people) == 2) if each.name == "Ann")
        await bob.ask(m.SetRelation(account=me, relation="block"))

    codes = {"away": "gone", "elsewhere": "gone", "old": "version"}
    assert await ann.refusal(m.Analyse(table=table)) == codes.get(who, who)
