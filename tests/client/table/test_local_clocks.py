"""Clocks of a match at one screen, with a clock that the tests move."""

from dataclasses import dataclass, field

import pytest
from PySide6.QtWidgets import QApplication

from client_qt.table.local import TICK_MS, LocalTable
from client_qt.table.local_time import GAP_MS, LocalTime
from devtools.harness.window.play import play_on, scripted_dice
from devtools.screenshots.staged_tables import START_MS, Watch
from netgame.games import GAMES
from netgame.match import replay
from netgame.match.commands import Play
from netgame.match.events import Paused
from netgame.records.reader import load_record
from netgame.records.writer import write_record

FREE_MS = 30_000  # the first move of each side


@dataclass
class Computer:
    """The clocks of this computer."""

    steady: Watch = field(default_factory=Watch)
    wall: Watch = field(default_factory=lambda: Watch(START_MS))
    asleep: Watch = field(default_factory=Watch)

    def time(self) -> LocalTime:
        return LocalTime(self.steady, self.wall, self.asleep)

    def table(self, clock: str = "sudden 60", computers: tuple[str, str] = ("", "")) -> LocalTable:
        return LocalTable.new(
            GAMES["thud"], {}, ("Ann", "Bob"), scripted_dice(1), self.time(), computers=computers, clock=clock
        )

    def wait(self, table: LocalTable, ms: int) -> None:
        """Let time pass, with the ticks of the timer."""
        while ms > 0:
            step = min(ms, TICK_MS)
            self.steady.ms += step
            self.wall.ms += step
            ms -= step
            table.tick()


@pytest.fixture
def here(qapp: QApplication) -> Computer:
    return Computer()


def begun(here: Computer) -> LocalTable:
    """A table after the first move of each side; player 0 is to move and has 60 s."""
    table = here.table()
    play_on(table, 2)
    return table


def left(table: LocalTable) -> tuple[int, int]:
    assert table.match is not None
    assert table.match.clocks is not None
    return table.match.clocks.read(table.now())


def test_clocks_run_after_the_first_move_of_each_side_and_are_in_the_record(here: Computer) -> None:
    table = here.table("fischer 60+5")
    here.wait(table, FREE_MS)
    play_on(table, 1)
    here.wait(table, FREE_MS + 7_000)
    assert left(table) == (65_000, 53_000)
    play_on(table, 1)
    here.wait(table, 10_000)
    assert left(table) == (55_000, 58_000)
    play_on(table, 1)
    assert left(table) == (60_000, 58_000)

    record = load_record(write_record(table.log), GAMES)
    assert record.match == table.match == replay(table.log, GAMES)
    assert record.log[-1].clocks == left(table)

    table.offer("take_back")
    assert left(table) == (65_000, 58_000), "its time is given back"


def test_a_flag_falls_by_itself_and_a_move_after_it_is_too_late(here: Computer) -> None:
    table = begun(here)
    here.wait(table, 60_000)
    assert table.match.ended is None
    here.wait(table, 1)
    ended = table.match.ended
    assert (ended.reason, ended.winner, ended.player) == ("flag", 1, 0)

    table = begun(here)
    here.wait(table, 59_000)
    here.steady.ms += 2_000
    play_on(table, 1)
    table.tick()
    assert table.match.ended.reason == "flag"


def test_a_pause_stops_the_clocks_as_often_as_wanted_where_there_are_clocks(here: Computer) -> None:
    table = begun(here)
    for _ in range(8):
        here.wait(table, 1_000)
        assert table.can_offer("pause")
        table.offer("pause")
        assert not table.can_move
        here.wait(table, 100_000)
        table.ready()
        assert table.can_move
    assert left(table)[0] == 52_000

    unlimited = here.table("none")
    play_on(unlimited, 3)
    here.wait(unlimited, 1_000)
    unlimited.pause()
    assert not unlimited.can_offer("pause")
    assert not any(isinstance(event, Paused) for event in unlimited.log)


@pytest.mark.parametrize("jump_ms", [-3_600_000, 3_600_000])
def test_setting_the_clock_of_the_computer_changes_no_clock(here: Computer, jump_ms: int) -> None:
    table = begun(here)
    here.wait(table, 1_000)
    here.wall.ms += jump_ms
    here.wait(table, 1_000)
    play_on(table, 1)
    assert left(table)[0] == 58_000
    assert replay(table.log, GAMES) == table.match


@pytest.mark.parametrize("clock", ["steady", "asleep"])  # the steady clock of some systems stops meanwhile
def test_a_sleep_of_the_computer_pauses_as_of_the_last_tick(here: Computer, clock: str) -> None:
    table = begun(here)
    here.wait(table, 3_000)
    getattr(here, clock).ms += 8 * 3_600_000
    table.tick()
    assert isinstance(table.log[-1], Paused)
    assert left(table) == (57_000, 60_000)


def test_a_move_after_a_sleep_finds_the_match_paused_and_a_pause_is_no_sleep(here: Computer) -> None:
    table = begun(here)
    here.steady.ms += GAP_MS + 1
    refused = []
    table.refused.connect(refused.append)
    play_on(table, 1)
    assert refused
    assert table.match.paused is not None
    assert left(table)[0] == 60_000

    here.steady.ms += 10 * GAP_MS
    table.ready()
    here.wait(table, 1_000)
    assert table.match.paused is None
    assert left(table)[0] == 59_000


def test_a_match_opens_paused_with_the_time_after_its_last_event(here: Computer) -> None:
    table = begun(here)
    here.wait(table, 10_000)
    play_on(table, 2)
    here.wait(table, 20_000)
    here.wall.ms -= 3_600_000  # set back meanwhile

    again = LocalTable(table.log, table.match, ("", ""), time=here.time())
    assert again.match.paused is not None
    here.wait(again, 100_000)
    assert left(again) == (50_000, 60_000)

    again.ready()
    here.wait(again, 1_000)
    assert left(again) == (49_000, 60_000)


# ---- against the computer


def answer(table: LocalTable) -> None:
    """Move for the computer player as its engine does."""
    match = table.match
    assert match is not None
    move = next(iter(match.game.moves(match.state)))
    assert table.act_for_computer(1, Play(match.position, match.game.format(match.state, move))) is None


def facing_computer(here: Computer) -> LocalTable:
    """A table after the first moves of both and the second one of the person."""
    table = here.table(computers=("", "level 1"))
    play_on(table, 1)
    answer(table)
    play_on(table, 1)
    return table


def test_the_clock_of_a_computer_player_stands_still_until_it_thinks(here: Computer) -> None:
    table = facing_computer(here)
    here.wait(table, 500_000)  # its engine starts
    assert left(table)[1] == 60_000
    table.set_thinking(1, True)
    here.wait(table, 3_000)
    table.set_thinking(1, False)
    answer(table)
    assert left(table)[1] == 57_000

    here.wait(table, 4_000)
    assert left(table)[0] == 56_000


def test_a_computer_player_may_lose_on_time_and_who_takes_over_has_its_clock(here: Computer) -> None:
    table = facing_computer(here)
    table.set_thinking(1, True)
    here.wait(table, 60_001)
    assert (table.match.ended.reason, table.match.ended.player) == ("flag", 1)

    taken = facing_computer(here)
    taken.take_over(1)
    here.wait(taken, 5_000)
    assert left(taken)[1] == 55_000
    assert taken.can_offer("pause")
