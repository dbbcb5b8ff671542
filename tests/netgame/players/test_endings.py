"""Games between computer players end, and those of a person with a computer player do when the person wants it."""

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from netgame.game import Game
from netgame.games import GAMES
from netgame.match import HOST, Match, Refused, act, new_match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, Play, Sit
from netgame.match.create import created_event
from netgame.match.events import LegEnded, Player
from netgame.options import options_of
from netgame.players import LEVELS, Limits, choose_randomly, search_by_level
from netgame.players.manners import NO_CAPTURE_MOVES, Think, next_step
from tests.netgame.games.cases import AnyGame, cases_of


def one_battle(kind: type[AnyGame]) -> dict[str, int]:
    return {info.name: 1 for info in options_of(kind) if info.name == "battles"}


Chooses = Callable[[Match], Any]
FEW = "d dF1,dG15,dN5,TH7,TB10,TN11,RH8"  # pieces of Thud that are far apart
MOST_PLIES = 3_000  # of a match
SMALL = [(kind(**cases_of(key).small[0], **one_battle(kind)), 2) for key, kind in GAMES.items()]
USUAL = [pytest.param(kind(), 100, marks=pytest.mark.sweep) for kind in GAMES.values()]


def begun(game: Game[Any, Any], position: str | None, computers: tuple[str, str]) -> Match:
    match = new_match(created_event(game, at=1, position=position), GAMES)
    for player, computer in zip((0, 1), computers, strict=True):
        match = after(match, Sit(player, "", "Somebody", computer=computer), HOST)  # type: ignore[arg-type]
    return match


def after(match: Match, command: Command, by: Player | None) -> Match:
    chance = Random(match.number)
    done = act(
        match, command, by, match.at + 1, lambda dice, sides: tuple(chance.randint(1, sides) for _ in range(dice))
    )
    assert not isinstance(done, Refused), done
    return done[1]


def by_level(level: int, nodes: int) -> Chooses:
    """Return a player of that level with at most so many nodes, which knows the positions of the leg."""

    def chosen(match: Match) -> Any:
        earlier = tuple(ply.state for ply in match.history if ply.leg == match.leg)
        return search_by_level(match.game, match.state, level, Limits(nodes, match.number, earlier=earlier[:-1])).move

    return chosen


def quietly(match: Match) -> Any:
    """Return a random move that captures nothing."""
    game, state = match.game, match.state
    moves = (choose_randomly(game, state, seed) for seed in count(match.number))
    return next(move for move in moves if len(game.pieces(game.play(state, move))) == len(game.pieces(state)))


def played(match: Match, chosen: Chooses, moves: int = MOST_PLIES) -> Match:
    """Let the manners of both players act until the match is over or so many moves were made."""
    while match.ended is None and sum(match.moved) < moves:
        players: tuple[Player, ...] = (0, 1)
        steps = [(step, player) for player in players if (step := next_step(match, player)) is not None]
        step, player = min(steps, key=lambda entry: isinstance(entry[0], Think))  # thinking takes longest
        if isinstance(step, Think):
            step = Play(match.position, match.game.format(match.state, chosen(match)))
        match = after(match, step, player)
    return match


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "nodes"), [*SMALL, *USUAL], ids=repr)
def test_a_match_between_computer_players_of_a_level_ends(game: AnyGame, nodes: int, level: int) -> None:
    assert played(begun(game, None, ("level", "level")), by_level(level, nodes)).ended is not None


def test_two_computer_players_count_after_200_moves_without_a_capture() -> None:
    match = played(begun(GAMES["thud"](battles=1), FEW, ("level 1", "level 1")), quietly)

    end = next(ply.event for ply in match.history if isinstance(ply.event, LegEnded))
    assert (end.reason, sum(match.moved)) == ("agreed", NO_CAPTURE_MOVES)
    assert end.winner == 1


@pytest.mark.parametrize("moves", [NO_CAPTURE_MOVES - 1, NO_CAPTURE_MOVES])
def test_a_computer_player_lets_a_person_count_then_and_asks_for_nothing(moves: int) -> None:
    match = played(begun(GAMES["thud"](battles=1), FEW, ("", "level 1")), quietly, moves)
    assert not match.offers
    match = after(match, MakeOffer("count"), 0)

    answer = next_step(match, 1, [-1.0])  # it expects to win by much more

    assert isinstance(answer, AnswerOffer)
    assert answer.accept is (moves >= NO_CAPTURE_MOVES)
