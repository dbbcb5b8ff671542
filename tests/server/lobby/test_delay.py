"""A table with a delay: its players alone learn of the end, and of what follows from it, before spectators see it."""

from pathlib import Path
from typing import Any

from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, order, raw, running
from devtools.harness.server.timing import pass_time
from protocol import messages as m
from server.app import Serving

DELAY_S = 30
LAST = 2**32 - 1  # the id of a request


async def player(serving: Serving, name: str) -> tuple[Raw, str]:
    """Sign a registered player in. Return the account as well."""
    line = await raw(serving)
    return line, (await line.ask(m.SignIn(name=name, password="four old trolls", sign_up=True))).account


async def start(ann: Raw, bob: Raw, **terms: Any) -> str:
    """Start a rated match whose spectators are behind, which both players watch."""
    usual: dict[str, Any] = {
        "game": "clod",
        "options": {},
        "player": 0,
        "delay": DELAY_S,
        "rated": True,
        "clock": "sudden 600",
    }
    table: str = (await ann.ask(m.MakeTable(key=new_key(), **(usual | terms)))).table
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    for line in (ann, bob):
        await line.ask(m.Watch(table=table))
    return table


async def facts(clock: MockClock, line: Raw, account: str, table: str) -> dict[str, Any]:
    """Return all that a user can learn of the results of an account and of a table."""
    await pass_time(clock, 1)
    profile, history = await line.ask(m.GetProfile(account=account)), await line.ask(m.GetHistory())
    asked = (await line.ask(m.ListTables())).tables
    return {
        "history": [match.table for match in history.matches],
        "of the player": [match.table for match in (await line.ask(m.GetHistory(account=account))).matches],
        "results": [(each.won, each.lost) for each in profile.standings],
        "ratings": [each.rating for each in profile.standings],
        "asked": [each.state for each in asked if each.table == table],
        "listed": [each.state for each in await line.tables(lambda _: True) if each.table == table],
        "plays": [each.table for each in await line.people(lambda _: True) if each.account == account],
    }


async def chat(clock: MockClock, line: Raw, table: str) -> list[str]:
    """Return what a connection has got of the chat of the players since the last message that it waited for."""
    await pass_time(clock, 1)
    await line.send(m.Ping(), LAST)
    found = list[str]()
    while (frame := await line.frame()) is not None and frame.id != LAST:
        if isinstance(frame.message, m.Chat) and (frame.message.room, frame.message.table) == ("table", table):
            found += [written.text for written in frame.message.lines]
    return found


async def test_the_end_is_shown_everywhere_when_spectators_see_it(mock_clock: MockClock, serving: Serving) -> None:
    (ann, _), (bob, bobs), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Eve")]
    table = await start(ann, bob)
    await pass_time(mock_clock, DELAY_S + 1)
    await ann.ask(order(serving, table))
    before = await facts(mock_clock, eve, bobs, table)
    assert isinstance(await bob.ask(m.SendResign(table=table, key=new_key(), match=True)), m.Done)

    assert await facts(mock_clock, eve, bobs, table) == before
    assert before["listed"] == before["asked"] == ["playing"]
    assert before["plays"] == [table]
    own = await facts(mock_clock, ann, bobs, table)
    assert (own["history"], own["results"], own["listed"]) == ([table], [(0, 1)], [])
    await pass_time(mock_clock, DELAY_S + 1)
    after = await facts(mock_clock, eve, bobs, table)
    assert after["history"] == after["of the player"] == [table]
    assert (after["results"], after["asked"], after["listed"], after["plays"]) == ([(0, 1)], [], [], [""])
    assert after["ratings"] == own["ratings"] != [None]


async def test_after_a_restart_spectators_see_the_end_no_earlier(mock_clock: MockClock, tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        (ann, _), (bob, bobs), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Eve")]
        table = await start(ann, bob)
        await pass_time(mock_clock, DELAY_S + 1)
        await ann.ask(order(serving, table))
        before = await facts(mock_clock, eve, bobs, table)
        await bob.ask(m.SendResign(table=table, key=new_key(), match=True))

    async with running(tmp_path) as serving:
        eve = await raw(serving, name="Guest")
        await (await raw(serving)).ask(m.SignIn(name="Bob", password="four old trolls"))
        seen = (await eve.ask(m.Watch(table=table))).number
        assert await facts(mock_clock, eve, bobs, table) == before
        await pass_time(mock_clock, DELAY_S + 1)
        assert (await eve.ask(m.Watch(table=table))).number > seen
        after = await facts(mock_clock, eve, bobs, table)
        assert (after["history"], after["asked"], after["listed"], after["plays"]) == ([table], [], [], [""])


async def test_a_rating_in_another_match_waits_for_the_end_that_it_follows_from(
    mock_clock: MockClock, serving: Serving
) -> None:
    (ann, _), (bob, _), (cid, cids), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Cid", "Eve")]
    late, other, old = await start(ann, bob), await start(ann, cid, delay=0), await start(ann, cid, delay=0)
    await eve.ask(m.Watch(table=other))
    for line, table in ((cid, old), (bob, late), (cid, other)):
        await line.ask(m.SendResign(table=table, key=new_key(), match=True))
        await pass_time(mock_clock, 1)
    assert (await eve.ask(m.Watch(table=old))).number == (await cid.ask(m.Watch(table=old))).number

    guest = await raw(serving, name="Gil")
    seen = [(await line.ask(m.Watch(table=other))).number for line in (cid, eve, guest)]
    assert seen[0] > seen[1] == seen[2]
    assert (await facts(mock_clock, eve, cids, other))["results"] == [(0, 1)]
    await pass_time(mock_clock, DELAY_S + 1)
    while (await eve.push(m.TableEvents)).events[-1]["number"] < seen[0]:
        pass
    assert (await eve.ask(m.Watch(table=other))).number == seen[0]
    assert (await facts(mock_clock, eve, cids, other))["results"] == [(0, 2)]


async def test_a_table_counts_only_the_events_that_spectators_see(mock_clock: MockClock, serving: Serving) -> None:
    (ann, _), (bob, _), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Eve")]
    table = await start(ann, bob)
    await ann.ask(order(serving, table))
    await pass_time(mock_clock, 1)

    seen = (await eve.ask(m.Watch(table=table, after=1000))).number
    [listed] = (await eve.ask(m.ListTables())).tables

    match = serving.match(table)
    assert match is not None
    assert listed.events <= seen < match.number
    differs = [await eve.ask(m.ReportPosition(table=table, number=number)) for number in (seen, seen + 1)]
    assert [isinstance(answer, m.Done) for answer in differs] == [True, False]


async def test_spectators_learn_of_a_rematch_when_they_have_seen_the_end(
    mock_clock: MockClock, serving: Serving
) -> None:
    (ann, _), (bob, _), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Eve")]
    table = await start(ann, bob)
    await eve.ask(m.Watch(table=table))
    taken = [await eve.refusal(m.TakeSeat(table=table, key=new_key(), player=0))]
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    taken.append(await eve.refusal(m.TakeSeat(table=table, key=new_key(), player=0)))
    await ann.ask(m.Rematch(table=table, key=new_key()))
    made = await bob.ask(m.Rematch(table=table, key=new_key()))
    assert isinstance(made, m.Done)
    await pass_time(mock_clock, 1)

    assert [each.table for each in (await eve.ask(m.ListTables())).tables] == [table]
    assert (await eve.ask(m.Watch(table=made.table))).number == 0
    assert taken[0] == taken[1]
    await ann.tables(lambda tables: [each.table for each in tables] == [made.table])  # its players see it at once
    await pass_time(mock_clock, DELAY_S + 1)
    assert [each.table for each in (await eve.ask(m.ListTables())).tables] == [made.table]


async def test_spectators_read_the_chat_of_the_players_with_the_delay(mock_clock: MockClock, serving: Serving) -> None:
    (ann, _), (bob, _), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Eve")]
    table = await start(ann, bob)
    await eve.ask(m.Watch(table=table))
    await ann.ask(m.Say(key=new_key(), room="table", table=table, text="I resign"))
    await pass_time(mock_clock, 1)
    assert [line.text for line in (await bob.push(m.Chat)).lines] == ["I resign"]
    late, _ = await player(serving, "Liz")
    await late.ask(m.Watch(table=table))

    assert [await chat(mock_clock, line, table) for line in (eve, late)] == [[], []]
    await pass_time(mock_clock, DELAY_S)
    assert [await chat(mock_clock, line, table) for line in (eve, late)] == [["I resign"], ["I resign"]]
    newest, _ = await player(serving, "Nia")
    await newest.ask(m.Watch(table=table))
    assert await chat(mock_clock, newest, table) == ["I resign"]


async def test_lines_before_the_start_reach_spectators_at_once(mock_clock: MockClock, serving: Serving) -> None:
    (ann, _), (bob, _), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Eve")]
    make = m.MakeTable(key=new_key(), game="clod", options={}, player=0, delay=DELAY_S)
    table: str = (await ann.ask(make)).table
    await ann.ask(m.Say(key=new_key(), room="table", table=table, text="Who plays?"))
    await pass_time(mock_clock, 1)
    await bob.ask(m.TakeSeat(table=table, key=new_key()))
    await eve.ask(m.Watch(table=table))
    assert await chat(mock_clock, eve, table) == ["Who plays?"]


async def test_a_table_without_spectators_opens_when_they_see_the_end(mock_clock: MockClock, serving: Serving) -> None:
    (ann, _), (bob, _), (eve, _) = [await player(serving, name) for name in ("Ann", "Bob", "Eve")]
    table = await start(ann, bob, spectators=False)
    codes = [await eve.refusal(m.Watch(table=table))]
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    codes.append(await eve.refusal(m.Watch(table=table)))
    assert codes == ["no_spectators"] * 2
    assert isinstance(await ann.ask(m.Watch(table=table)), m.Done)
    await pass_time(mock_clock, DELAY_S + 1)
    assert isinstance(await eve.ask(m.Watch(table=table)), m.Done)


async def test_a_fault_in_what_is_shown_later_does_not_keep_the_rest_from_being_shown(
    mock_clock: MockClock, serving: Serving
) -> None:
    called = list[str]()
    serving.services.lobby.later(1000, lambda: called.append(str(1 // 0)))
    serving.services.lobby.later(1000, lambda: called.append("the rest"))
    await pass_time(mock_clock, 1.1)

    assert called == ["the rest"]
    assert serving.services.counters.faults == {"spectators": 1}
