"""`python -m netgame duel`: two computer players compared."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from netgame.cli.duel import MARKS, PLAYERS, Duel, Tally, play_match
from netgame.cli.main import main
from netgame.games import GAMES
from tests.project.sources import ROOT

COMMAND = [sys.executable, "-P", "-m", "netgame", "duel"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def duel(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(["duel", *words, "--json", "--jobs", "1"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("key", GAMES)
def test_a_duel_counts_every_game_and_repeats_with_its_seed(capsys: pytest.CaptureFixture[str], key: str) -> None:
    words = (key, "greedy", "random", "--games", "2", "--seed", "3", "--plies", "60")
    first, again = duel(capsys, *words), duel(capsys, *words)

    assert first == again
    assert first["game"] == key
    assert first["duel"] == ["greedy", "random"]
    assert first["complete"] is True
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 2


@pytest.mark.parametrize("key", ["royalclod", "thud"])
@pytest.mark.parametrize("players", [("greedy", "random"), ("random", "greedy")])
def test_the_first_player_wins_if_it_is_the_stronger_one_in_either_seat(key: str, players: tuple[str, str]) -> None:
    points = [play_match(Duel(key, {}, players, 6, 2, 400), number) for number in range(6)]
    assert (sum(points) > 0) == (players[0] == "greedy")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["blooms"])
def test_the_middle_level_and_a_greedy_player_beat_each_other(key: str) -> None:
    duel = Duel(key, {}, ("3", "greedy"), 20, 1, 60)
    points: set[int] = set()
    for number in range(duel.matches):
        points.add(play_match(duel, number))
        if points >= {1, -1}:
            break

    assert points >= {1, -1}


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("key", GAMES)
def test_every_mark_plays_every_game(key: str, mark: str) -> None:
    assert play_match(Duel(key, {}, (mark, mark), 1, 1, 1), 0) in (1, 0, -1)


def test_a_leg_that_takes_too_long_is_counted_as_if_both_agreed() -> None:
    # after 10 plies no side has taken a piece
    assert play_match(Duel("koom", {"battles": 1}, ("random", "random"), 1, 1, 10), 0) == 0


def test_an_unknown_player_or_game_and_a_compiled_search_that_a_game_lacks_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["duel", "clod", "compiled", "random"]) == 1
    assert "numba" in capsys.readouterr().err
    assert main(["duel", "clod", "6", "random"]) == 2
    assert main(["duel", "chess", "1", "random"]) == 2
    assert "6" not in PLAYERS


def test_a_duel_can_limit_the_time_of_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    # level 5 would think for seconds
    found = duel(capsys, "thud", "5", "random", "--games", "1", "--plies", "20", "--ms", "1")
    assert found["ms"] == 1
    assert found["games"] == 1


@pytest.mark.slow
def test_several_processes_find_the_same_results_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("clod", "greedy", "random", "--games", "7", "--seed", "2")
    several = subprocess.run(
        [*COMMAND, *words, "--json", "--jobs", "2"], cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, check=True
    )
    assert json.loads(several.stdout) == duel(capsys, *words)


@pytest.mark.parametrize(
    ("tally", "low", "high"),
    [(Tally(8, 0, 2), 0.49, 0.95), (Tally(0, 10, 0), 0.23, 0.77), (Tally(400, 0, 100), 0.76, 0.84)],
)
def test_the_interval_is_around_the_share(tally: Tally, low: float, high: float) -> None:
    share, least, most = tally.shares()
    assert least < share < most
    assert (round(least, 1), round(most, 1)) == (round(low, 1), round(high, 1))


def test_three_of_four_points_are_191_elo_and_all_points_have_no_upper_limit() -> None:
    middle, low, high = Tally(wins=20).elo()
    assert Tally(70, 10, 20).elo()[0] == 191
    assert (middle, high) == (None, None)
    assert low is not None
    assert low > 0
