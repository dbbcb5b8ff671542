"""Matches of the real games, from sitting down to the result."""

from itertools import islice
from random import Random
from typing import Any

from netgame.games import GAMES
from netgame.match import HOST, to_act
from netgame.match.commands import AnswerOffer, MakeOffer, MakeReady, Play, Resign, Sit
from netgame.match.events import LegEnded, Moved
from tests.netgame.match.match_helpers import TableByScript, created, kinds


class TableByChance(TableByScript):
    """A table of a real game with dice and moves from a seed."""

    def __init__(self, game: str, seed: int = 1, **options: Any) -> None:
        super().__init__(created(game, GAMES, **options), GAMES)
        self.chance = Random(seed)
        for player, name in enumerate(("Ann", "Bob")):
            self.do(Sit(player, name.lower(), name), HOST)  # type: ignore[arg-type]

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, sides) for _ in range(count))

    def move(self, text: str) -> tuple[Any, ...]:
        return self.do(Play(self.match.position, text), to_act(self.match))

    def move_at_random(self) -> None:
        game, state = self.match.game, self.match.state
        choice = list(islice(game.moves(state), 1 + self.chance.randrange(40)))[-1]
        self.move(game.format(state, choice))


def test_clod_rolls_before_every_move_and_ends_with_the_full_board() -> None:
    table = TableByChance("clod")
    while not table.match.ended:
        table.move_at_random()

    placed = [event for event in table.log if isinstance(event, Moved)]
    assert len(placed) == 36
    assert kinds(tuple(table.log[-3:])) == ["Moved", "LegEnded", "Ended"]


def test_a_battle_of_thud_that_both_stop_is_counted_and_the_sides_change() -> None:
    table = TableByChance("thud")
    for move in ("dE2-G4", "TG7-G6", "dG4-J4", "TG6-F5"):
        table.move(move)
    (offer,) = table.do(MakeOffer("count"), 0)

    table.do(AnswerOffer(offer.number, True), 1)
    table.do(MakeReady(), 0)
    table.do(MakeReady(), 1)

    assert table.match.legs_ended[0].reason == "agreed"
    assert to_act(table.match) == 1, "the second battle begins with the other player's dwarfs"


def test_resigning_a_battle_of_thud_counts_as_if_all_own_pieces_were_taken() -> None:
    table = TableByChance("thud")

    table.do(Resign(), 0)
    table.do(MakeReady(), 0)
    table.do(MakeReady(), 1)
    events = table.do(Resign(), 0)

    dwarfs_given_up, trolls_given_up = table.match.legs_ended
    assert (dwarfs_given_up.scores, trolls_given_up.scores) == ((0, 32), (0, 32))
    assert isinstance(events[0], LegEnded)
    assert table.match.ended is not None
    assert table.match.ended.totals == (-64, 64)
