"""Round robins: everybody meets everybody, with balanced sides."""

import pytest

from netgame.tournaments import Entrant, Format, Game, Pairing, pair, rounds_of, settled
from tests.netgame.tournaments.fields import field


def schedule(format: Format, entrants: list[Entrant]) -> list[tuple[Pairing, ...]]:
    count = rounds_of(format, len(entrants))
    assert pair(format, entrants, (), count + 1) == ()
    return [pair(format, entrants, (), number) for number in range(1, count + 1)]


@pytest.mark.parametrize("count", [2, 3, 4, 9, 10])
def test_a_second_cycle_swaps_the_sides(count: int) -> None:
    rounds = schedule("double_round_robin", field(count))
    half = len(rounds) // 2
    for once, again in zip(rounds[:half], rounds[half:], strict=True):
        assert {(game.first, game.second) for game in once if game.second} == {
            (game.second, game.first) for game in again if game.second
        }


def test_one_player_meets_nobody() -> None:
    assert pair("round_robin", field(1), (), 1) == ()
    assert pair("round_robin", [], (), 1) == ()


def test_a_rest_is_worth_nothing_and_an_opponent_who_withdrew_a_win() -> None:
    entrants = [Entrant("ann", 1), Entrant("bob", 2, last_round=1), Entrant("cid", 3)]
    assert settled("round_robin", entrants, Pairing("ann", None), 2) == Game(Pairing("ann", None), (0, 0), played=False)
    for pairing, points in ((Pairing("bob", "ann"), (0, 2)), (Pairing("ann", "bob"), (2, 0))):
        assert settled("round_robin", entrants, pairing, 2) == Game(pairing, points, played=False)
    assert settled("round_robin", entrants, Pairing("bob", "ann"), 1) is None
