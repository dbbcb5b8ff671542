"""Boards of Conquid for tests, drawn as text."""

from typing import Any

from netgame.games.conquid.game import Conquid
from netgame.games.conquid.state import State
from tests.netgame.games import conformance

SMALL = Conquid(**Conquid.presets["small"])
MEDIUM = Conquid()


def sized(case: dict[str, Any]) -> Conquid:
    return Conquid(rows=case["rows"], columns=case["cols"], base=case["base_size"])


def at(game: Conquid, rows: list[str], player: int = 1) -> State:
    return game.read_position(f"{player} {'/'.join(rows)}")


def rows_of(game: Conquid, state: State) -> list[str]:
    return game.write_position(state)[2:].split("/")


def played(game: Conquid, *moves: str) -> State:
    """Return the state after moves from the start."""
    found: State = conformance.played(game, moves)
    return found


NINE = Conquid(rows=9, columns=14, base=1)  # bases on e5 and j5
OPEN = "." * 14


def nine(*rows: str, player: int = 1) -> State:
    """Return a board of nine rows; missing rows are empty."""
    return at(NINE, [*rows, *([OPEN] * 4 + ["....a....b...."] + [OPEN] * 4)[len(rows) :]], player)
