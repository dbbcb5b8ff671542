"""Conquid: the four actions, the ends of a game, refusals, against known positions, moves and games."""

from typing import Any

import pytest

from netgame.errors import IllegalMove
from netgame.game import apply
from netgame.games.conquid import Conquid
from netgame.games.conquid_board import conquer, conquest_path, is_joined, vanquish_corners
from netgame.games.conquid_moves import Conquer, State, Vanquish
from tests.netgame.vectors import vectors

POSITIONS = vectors("conquid_positions")["positions"]
ILLEGAL = vectors("conquid_illegal")["cases"]
GAMES = vectors("conquid_games")["games"]


def sized(case: dict[str, Any]) -> Conquid:
    return Conquid(rows=case["rows"], columns=case["cols"], base=case["base_size"])


def at(game: Conquid, rows: list[str], player: int = 1) -> State:
    return game.read_position(f"{player} {'/'.join(rows)}")


def rows_of(game: Conquid, state: State) -> list[str]:
    return game.write_position(state)[2:].split("/")


def cell(game: Conquid, square: list[int]) -> int:
    return square[0] * game.columns + square[1]


# known positions, moves and games


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: f"{case['id']}-{case['kind']}")
def test_the_actions_of_known_positions(case: dict[str, Any], player: int) -> None:
    game, known = sized(case), case["players"][str(player)]
    state = at(game, case["board"], player)
    corners = game.layout.grid.cells(vanquish_corners(state.own, state.enemy, game.layout))

    assert rows_of(game, apply(game, state, Conquer())) == known["conquer"]
    assert corners == {cell(game, corner) for corner in known["vanquish_corners"]}
    assert conquest_path(state.own, game.layout).bit_count() == (known["conquest_path_len"] or 0)
    assert is_joined(state.own, game.layout) == (known["conquest_path_len"] is not None)
    assert (conquer(state.own, state.enemy, game.layout.stride)[0] ^ state.own).bit_count() == known["conquered"]


def test_a_vanquish_is_accepted_at_the_known_corners_alone() -> None:
    for case in POSITIONS:
        game = sized(case)
        for player in (1, 2):
            state = at(game, case["board"], player)
            accepted = []
            for corner in range(len(game.board.cells)):
                try:
                    apply(game, state, Vanquish(corner))
                except IllegalMove:
                    continue
                accepted.append([corner // game.columns, corner % game.columns])
            assert accepted == sorted(case["players"][str(player)]["vanquish_corners"])
