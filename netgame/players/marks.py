"""Simple players with the same knowledge of a game, to measure others against: two plies, and random playouts."""

from itertools import islice
from typing import Any

from netgame.game import Game, Over, ToMove, ToRoll
from netgame.players.chance import Random, generator
from netgame.players.choose import heuristics_of
from netgame.players.heuristics import AnyHeuristics, roll
from netgame.players.rules_board import RulesBoard
from netgame.players.search_board import ANY, SearchBoard

PLAYOUTS, PLAYOUT_MOVES = 200, 20
PLAYOUT_PLIES = 4  # of a playout in a game without dice; one with dice is played to its end
_WIDTH = 30  # moves, and replies to each, that two plies look at


def choose_by_two_plies(game: Game[Any, Any], state: Any, seed: int) -> Any:
    """Return the move with the best value after the best reply, or with dice before the next roll.

    A move must be due.
    """
    heuristics, chance = heuristics_of(game), generator(seed)
    if game.has_dice:
        sign = _sign(game, state)
        moves = list(islice(heuristics.candidates(state, chance), _WIDTH))
        return max(moves, key=lambda move: sign * _judged(heuristics, game.play(state, move), chance))
    board = heuristics.board(chance) or RulesBoard(heuristics, chance)
    node = board.node(state)
    return board.move(node, max(_codes(board, node), key=lambda code: -_best_reply(board, board.after(node, code))))


def choose_by_playouts(game: Game[Any, Any], state: Any, seed: int) -> Any:
    """Return the best of some random moves by the mean value of random playouts. A move must be due."""
    heuristics, chance, sign = heuristics_of(game), generator(seed), _sign(game, state)
    moves = list({heuristics.random_move(state, chance): None for _ in range(PLAYOUT_MOVES)})
    plies = None if game.has_dice else PLAYOUT_PLIES
    each = PLAYOUTS // len(moves)

    def total(move: Any) -> float:
        after = game.play(state, move)
        return sign * sum(_played_out(heuristics, after, plies, chance) for _ in range(each))

    return max(moves, key=total)


def _sign(game: Game[Any, Any], state: Any) -> int:
    turn = game.turn(state)
    assert isinstance(turn, ToMove)
    return 1 - 2 * turn.seat


def _judged(heuristics: AnyHeuristics, state: Any, chance: Random) -> float:
    turn = heuristics.game.turn(state)
    return heuristics.result(turn) if isinstance(turn, Over) else heuristics.judge(state, chance, lambda: False)[0]


def _codes(board: SearchBoard[Any], node: Any) -> list[Any]:
    rated = sorted(board.moves(node, ANY, 0), key=lambda entry: entry[0], reverse=True)
    return [code for _, code in rated[:_WIDTH]]


def _best_reply(board: SearchBoard[Any], node: Any) -> int:
    """Return the value of a position after the best reply, for the side that makes it."""
    values = []
    ended = board.ended(node)
    if ended is not None:
        return ended
    for code in _codes(board, node):
        after = board.after(node, code)
        ended = board.ended(after)
        values.append(-(board.value(after) if ended is None else ended))
    return max(values, default=board.stuck(node))


def _played_out(heuristics: AnyHeuristics, state: Any, plies: int | None, chance: Random) -> float:
    game = heuristics.game
    while True:
        match game.turn(state):
            case Over() as over:
                return heuristics.result(over)
            case ToRoll(_, count, sides):
                state = game.rolled(state, roll(chance, count, sides))
            case ToMove() if plies == 0:
                return heuristics.evaluate(state)
            case ToMove():
                state = game.play(state, heuristics.random_move(state, chance))
                plies = None if plies is None else plies - 1
