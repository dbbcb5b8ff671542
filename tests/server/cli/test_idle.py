"""When a server in the background ends: it looks when something happens there, and otherwise sleeps."""

import random

import pytest
import trio
import trio.testing

from netgame.games import GAMES
from protocol import messages as m
from server.cli.idle import ABANDONED_S, until_idle
from server.lobby.lobby import Lobby
from server.tables.commands import AnyCommand, Dice, User
from server.tables.table import Table

IDLE_S = 60.0
Mocked = trio.testing.MockClock  # a test asks for it itself
ANN, BOB = User("a", "Ann"), User("b", "Bob")


class Wakes(trio.abc.Instrument):
    """How often any task was woken."""

    def __init__(self) -> None:
        self.count = 0

    def task_scheduled(self, task: trio.lowlevel.Task) -> None:
        self.count += 1


class Scene:
    """A lobby with one table, and when the server there would have ended."""

    def __init__(self) -> None:
        self.lobby = Lobby[str]()
        self.table = Table("t", GAMES, Dice(random.Random(1)))
        self.began = trio.current_time()
        self.ended: float | None = None

    async def run(self) -> None:
        await until_idle(self.lobby, IDLE_S)
        self.ended = trio.current_time() - self.began

    def do(self, who: User, order: AnyCommand) -> None:
        self.table.evolve(self.table.decide(who, order, 1000))
        if self.table.id in self.lobby.tables:
            self.lobby.changed(self.table)
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
    made.lobby.enter("line", "a", "Ann")
    nursery.start_soon(made.run)
    await trio.testing.wait_all_tasks_blocked()
    return made


async def test_as_long_as_something_is_played_it_sleeps(autojump_clock: Mocked, scene: Scene) -> None:
    wakes = Wakes()
    trio.lowlevel.add_instrument(wakes)

    await trio.sleep(23 * 3600)

    trio.lowlevel.remove_instrument(wakes)
    assert scene.ended is None
    assert wakes.count <= 2, "this task alone, when its time is up"


async def test_it_ends_a_while_after_the_last_game_when_everybody_has_gone(
    autojump_clock: Mocked, scene: Scene
) -> None:
    await trio.sleep(100)
    scene.end()
    scene.lobby.leave("line", "a")
    await trio.sleep(IDLE_S + 1)

    assert scene.ended == pytest.approx(100 + IDLE_S)


async def test_who_is_still_there_may_want_another_game(autojump_clock: Mocked, scene: Scene) -> None:
    scene.end()
    await trio.sleep(5 * IDLE_S)
    assert scene.ended is None
    scene.lobby.leave("line", "a")
    await trio.sleep(1)

    assert scene.ended == pytest.approx(5 * IDLE_S), "the last game has been over for long"


async def test_whoever_stays_for_ever_keeps_it_no_longer_than_ten_times_that(
    autojump_clock: Mocked, scene: Scene
) -> None:
    scene.end()
    await trio.sleep(11 * IDLE_S)

    assert scene.ended == pytest.approx(10 * IDLE_S)


async def test_a_game_that_both_have_forgotten_keeps_no_computer_busy(autojump_clock: Mocked, scene: Scene) -> None:
    await trio.sleep(10)
    scene.lobby.leave("line", "a")
    await trio.sleep(ABANDONED_S + 1)

    assert scene.ended == pytest.approx(10 + ABANDONED_S)


async def test_who_comes_back_in_time_keeps_it_going(autojump_clock: Mocked, scene: Scene) -> None:
    scene.lobby.leave("line", "a")
    await trio.sleep(ABANDONED_S - 10)
    scene.lobby.enter("other line", "b", "Bob")
    await trio.sleep(3600)

    assert scene.ended is None


async def test_where_nothing_is_played_at_the_start_it_ends_by_itself(autojump_clock: Mocked) -> None:
    began = trio.current_time()

    await until_idle(Lobby[str](), IDLE_S)

    assert trio.current_time() - began == pytest.approx(IDLE_S)
