import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import trio
import trio.testing

from devtools.harness.server.timing import counted_steps
from netgame.games import GAMES
from protocol import messages as m
from server.admin.control.service import Hold
from server.cli.idle import ABANDONED_S, until_idle
from server.lobby.lobby import Lobby
from server.tables.commands import AnyCommand, Dice, User
from server.tables.table import Table

IDLE_S = 60.0
Mocked = trio.testing.MockClock  # a test asks for it itself
ANN, BOB = User("a", "Ann"), User("b", "Bob")


class Tournaments:
    """Tournaments that are not over, as `TournamentLogs` has them."""

    def __init__(self) -> None:
        self.open: list[Any] = []
        self.on_change: list[Callable[[object], None]] = []

    def set(self, phase: str) -> None:
        self.open = [SimpleNamespace(phase=phase)]
        for call in self.on_change:
            call(None)


class Scene:
    """A lobby with one table, and the time when its server would have exited."""

    def __init__(self) -> None:
        self.lobby = Lobby[str]()
        self.hold = Hold()
        self.tournaments = Tournaments()
        self.table = Table("t", GAMES, Dice(random.Random(1)))
        self.began = trio.current_time()
        self.ended: float | None = None

    async def run(self) -> None:
        await until_idle(self.lobby, self.hold, self.tournaments, IDLE_S)
        self.ended = trio.current_time() - self.began

    def do(self, who: User, order: AnyCommand) -> None:
        self.table.evolve(self.table.decide(who, order, 1000))
        if self.table.id in self.lobby.tables:
            self.lobby.update(self.table)
        else:
            self.lobby.add(self.table)

    def play(self) -> None:
        self.do(ANN, m.MakeTable(key=bytes(16), game="clod", options={}, player=0))
        self.do(BOB, m.TakeSeat(table="t", key=b"1" * 16))

    def end(self) -> None:
        self.do(BOB, m.SendResign(table="t", key=b"2" * 16, match=True))


@pytest.fixture
async def scene(nursery: trio.Nursery) -> Scene:
    made = Scene()
    made.play()
    made.lobby.enter("line", User("a", "Ann"))
    nursery.start_soon(made.run)
    await trio.testing.wait_all_tasks_blocked()
    return made


async def test_it_sleeps_during_a_match_and_returns_some_time_after_the_last_one_when_all_have_left(
    autojump_clock: Mocked, scene: Scene
) -> None:
    with counted_steps() as steps:
        await trio.sleep(23 * 3600)
    assert scene.ended is None
    assert steps.count <= 2, "this task alone, when its time is up"

    scene.end()
    scene.lobby.leave("line", "a")
    await trio.sleep(IDLE_S + 1)
    assert scene.ended == pytest.approx(23 * 3600 + IDLE_S)


@pytest.mark.parametrize("times", [5, 11])
async def test_it_waits_longer_for_players_who_are_connected_but_at_most_ten_times_as_long(
    autojump_clock: Mocked, scene: Scene, times: int
) -> None:
    scene.end()
    await trio.sleep(times * IDLE_S)
    assert (scene.ended is None) == (times < 10)
    scene.lobby.leave("line", "a")
    await trio.sleep(1)
    assert scene.ended == pytest.approx(min(times, 10) * IDLE_S), "the last game has been over for long"


async def test_it_returns_when_both_players_abandoned_their_match_and_neither_has_returned(
    autojump_clock: Mocked, scene: Scene
) -> None:
    scene.lobby.leave("line", "a")
    await trio.sleep(ABANDONED_S - 10)
    scene.lobby.enter("other line", BOB)
    await trio.sleep(3600)
    assert scene.ended is None

    began = trio.current_time() - scene.began
    scene.lobby.leave("other line", "b")
    await trio.sleep(ABANDONED_S + 1)
    assert scene.ended == pytest.approx(began + ABANDONED_S)


async def test_a_tournament_that_runs_keeps_it_running_between_two_rounds(autojump_clock: Mocked, scene: Scene) -> None:
    scene.tournaments.set("running")
    scene.end()
    scene.lobby.leave("line", "a")
    await trio.sleep(100 * IDLE_S)
    assert scene.ended is None

    scene.tournaments.set("open")
    await trio.sleep(IDLE_S + 1)
    assert scene.ended == pytest.approx(101 * IDLE_S)


async def test_it_waits_for_a_window_that_holds_it(autojump_clock: Mocked, scene: Scene) -> None:
    scene.end()
    scene.lobby.leave("line", "a")
    window, other = object(), object()

    assert scene.hold.set(window, on=True)
    assert not scene.hold.set(other, on=True)
    await trio.sleep(100 * IDLE_S)
    assert scene.ended is None
    scene.hold.set(other, on=False)
    await trio.sleep(IDLE_S + 1)
    assert scene.ended is None
    scene.hold.set(window, on=False)
    await trio.sleep(IDLE_S + 1)

    assert scene.ended == pytest.approx(101 * IDLE_S + 1 + IDLE_S)


async def test_without_a_match_at_the_start_it_returns_and_what_does_not_exit_by_itself_cannot_be_held(
    autojump_clock: Mocked,
) -> None:
    hold, began = Hold(), trio.current_time()
    assert not hold.set(object(), on=True)
    await until_idle(Lobby[str](), hold, Tournaments(), IDLE_S)
    assert trio.current_time() - began == pytest.approx(IDLE_S)
