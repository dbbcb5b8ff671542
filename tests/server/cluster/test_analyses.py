"""Players at different servers of a service who look at their finished match together."""

import pytest
import trio
from msgspec import structs

from devtools.harness.server.nodes import Client, Service, asked_at_once, flowing_time, seated, service_of
from devtools.harness.server.serving import new_key, order, tried
from protocol import messages as m
from server.tables import registry

TIME_FLOWS = True


async def finished(service: Service) -> tuple[Client, Client, str]:
    ann, bob, table = await seated(service, game="thud")
    await ann.ask(order(service.nodes[0], table))
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    await ann.until(table, "ended")
    return ann, bob, table


async def looking(service: Service) -> tuple[Client, Client, str]:
    """The same, and they look at it together."""
    ann, bob, table = await finished(service)
    await ann.ask(m.Analyse(table=table))
    while not any((await bob.push(m.AnalysisState)).wants):
        pass
    await bob.ask(m.Analyse(table=table))
    while (await ann.push(m.AnalysisState)).wants != (True, True):
        pass
    return ann, bob, table


async def shown(line: Client, lines: int = 0) -> m.AnalysisState:
    """The next state with a position, and with at least so many lines."""
    while (state := await line.push(m.AnalysisState)).shown is None or len(state.lines) < lines:
        pass
    found: m.AnalysisState = state
    return found


async def changes(line: Client) -> dict[int, m.AnalysisState]:
    """The changes of both players. A server may send the state again, with all lines, if both asked at once."""
    seen = dict[int, m.AnalysisState]()
    while len(seen) < 2:
        state = await shown(line)
        seen[state.by] = structs.replace(state, lines=[])
    return seen


@pytest.mark.parametrize("at_once", [False, True])
async def test_two_servers_agree_on_what_both_players_do_at_once(service: Service, at_once: bool) -> None:
    ann, bob, table = await finished(service)
    ask = m.Analyse(table=table)
    if at_once:
        await asked_at_once((ann, ask), (bob, ask))
        for line in (ann, bob):
            await line.send(ask)
    else:
        await ann.ask(ask)
        while not any((await bob.push(m.AnalysisState)).wants):
            pass
        await bob.send(ask)
    for line in (ann, bob):
        while (await line.push(m.AnalysisState)).wants != (True, True):
            pass

    lines = [tried(service.nodes[0], table, which) for which in (0, 1)]
    await ann.send(lines[0])
    await bob.send(lines[1])

    seen = [await changes(line) for line in (ann, bob)]
    assert seen[0] == seen[1]
    for line in (ann, bob):
        await line.send(ask)
    kept = [await shown(line, lines=2) for line in (ann, bob)]
    assert kept[0].shown == kept[1].shown
    assert sorted(line.moves for line in kept[0].lines) == sorted(line.moves for line in kept[1].lines)
    await ann.ask(m.CloseAnalysis(table=table))
    while (state := await bob.push(m.AnalysisState)).closed != "left":
        assert state.wants == (True, True)


async def test_a_player_who_leaves_elsewhere_does_not_decline_a_new_question(service: Service) -> None:
    ann, bob, table = await looking(service)
    for line, message in ((bob, m.CloseAnalysis), (bob, m.Analyse), (ann, m.CloseAnalysis)):
        await line.send(message(table=table, **({"own": True} if message is m.CloseAnalysis else {})))
    while (await ann.push(m.AnalysisState)).wants != (False, True):
        pass
    await trio.sleep(10)

    await ann.ask(m.Analyse(table=table))

    assert (await ann.ask(tried(service.nodes[0], table, 0))).number == 1
    assert (await shown(bob)).number == 1
    assert (await bob.ask(tried(service.nodes[1], table, 1))).number == 2


async def test_a_player_who_comes_back_at_another_server_goes_on_there() -> None:
    async with service_of(3) as service, flowing_time():
        ann, bob, table = await finished(service)
        await ann.ask(m.Analyse(table=table))
        await service.settled(lambda: True)
        while (await bob.push(m.AnalysisState)).wants != (True, False):
            pass
        await bob.ask(m.Analyse(table=table))
        line = tried(service.nodes[0], table, 0)
        await bob.ask(line)
        await shown(ann)
        service.nodes[0].kill()
        ann = await service.nodes[2].connect("Ann")
        await ann.ask(m.Watch(table=table))

        await ann.send(m.Analyse(table=table))

        state = await shown(ann)
        assert (state.wants, [each.moves for each in state.lines]) == ((True, True), [line.moves])
        await ann.ask(tried(service.nodes[1], table, 1))
        assert (await shown(bob)).by == 0


async def test_a_repeated_question_is_passed_on_once(service: Service) -> None:
    ann, bob, table = await looking(service)
    await ann.ask(m.Analyse(table=table))
    await trio.sleep(1)
    _messages, before = await service.shared.posted(0)

    await ann.ask(m.Analyse(table=table))
    await trio.sleep(10)

    _messages, number = await service.shared.posted(0)
    assert number <= before + 1
    await ann.ask(m.Analyse(table=table))
    await ann.ask(m.CloseAnalysis(table=table))
    await trio.sleep(10)
    assert await ann.refusal(m.CloseAnalysis(table=table)) == "no_analysis", "nobody has asked again"
    assert await bob.refusal(m.CloseAnalysis(table=table)) == "no_analysis"


async def test_a_server_that_has_forgotten_a_shared_board_gets_all_of_it_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "CACHE_S", 1)
    ann, bob, table = await looking(service)
    for which in range(3):
        await ann.ask(tried(service.nodes[0], table, which))
        await shown(bob)
    ann.reset()
    await service.settled(lambda: service.nodes[0].match(table) is None)
    ann = await service.nodes[0].connect("Ann")
    await ann.ask(m.Watch(table=table))

    await ann.ask(m.Analyse(table=table))

    again = await shown(ann)
    assert (again.wants, again.number, [line.by for line in again.lines]) == ((True, True), 3, [[0]] * 3)
    while (await ann.push(m.AnalysisState)).wants != (True, True):
        pass
    assert (await ann.ask(tried(service.nodes[0], table, 3))).number == 4
    assert (await shown(bob)).number == 4
