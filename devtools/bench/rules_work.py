"""Work for the benchmark of the rules. Each function makes a piece of work that returns the number of units it did."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle, product
from random import Random
from typing import Any

from devtools.harness.games.random_moves import any_move, chooser, picked_move, play_out, random_turn
from devtools.harness.games.vectors import vectors
from netgame.formats.base import Transcript, from_transcript
from netgame.game import Game, Over, ToMove, ToRoll, apply
from netgame.games import GAMES
from netgame.games.blooms.game import Blooms
from netgame.games.conquid.board import conquer, conquest_path, vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Acquire
from netgame.match.events import Event
from netgame.match.evolve import replay
from netgame.records.reader import read_record

Work = Callable[[], int]
_DICE = tuple(product(range(1, 7), repeat=2))


def each(function: Callable[..., object], cases: Iterable[tuple[Any, ...]]) -> Work:
    """Apply the function to each case in turn."""
    known = list(cases)
    assert known

    def work() -> int:
        for case in known:
            function(*case)
        return len(known)

    return work


def generations(game: Game[Any, Any], text: str) -> Work:
    """All turns of one position."""
    state = game.read_position(text)
    return each(lambda: list(game.moves(state)), [()] * 50)


def random_games(game: Any) -> Work:
    """Random games to their end, one after the other; each returns its number of moves."""
    # drawn first, since the rules are measured and not the generator; two primes, so that no game repeats
    numbers = cycle(Random(1).choices(range(1 << 60), k=100_003))
    dice = cycle(Random(2).choices(_DICE, k=10_007))
    turn_of, rolled, choose, play = game.turn, game.rolled, partial(chooser(game.key), game), game.play

    def work() -> int:
        state, moved = game.start(), 0
        for number, roll in zip(numbers, dice, strict=False):
            turn = type(turn_of(state))
            if turn is ToRoll:
                state = rolled(state, roll)
                turn = type(turn_of(state))
            if turn is ToMove:
                state = play(state, choose(state, number))
                moved += 1
            elif turn is Over:
                break
        return moved

    return work


def checked_events(game: Any) -> Work:
    """The moves and rolls of a random game, each checked and played."""
    events, states = play_out(game, Random(5), 60)
    return each(partial(apply, game), zip(states, events, strict=False))


def offers(game: Any) -> Work:
    """The picks of one move after the other in a random game, as a view asks for them."""
    rng, cases = Random(5), []
    for state in play_out(game, Random(5), 60)[1]:
        if isinstance(game.turn(state), ToMove):
            picked = random_turn(game, state, rng)
            cases += [(state, picked[:count]) for count in range(len(picked) + 1)]
    return each(game.picks, cases)


def dice_positions(game: Any) -> Iterator[tuple[Any, tuple[int, int]]]:
    """Positions of random games in which a roll is due, each with a roll."""
    rng = Random(1)
    for _ in range(30):
        state = game.start()
        while isinstance(game.turn(state), ToRoll):
            dice = rng.choice(_DICE)
            yield state, dice
            state = game.rolled(state, dice)
            moves = list(game.moves(state))
            state = game.play(state, rng.choice(moves)) if moves else state


def legal_sets(game: Any) -> Work:
    """The legal cells that `rolled` computes, without the state around them."""
    board = game.dice_board
    return each(board.legal, [(board.rolls[dice], state[1]) for state, dice in dice_positions(game)])


def regions(game: Any) -> Work:
    """The largest region of one colour, on the boards of random games from beginning to end."""
    return each(game.dice_board.largest, [(state[0],) for state, _ in dice_positions(game)])


def territory_lists(side: int) -> Work:
    """Every turn of positions of the territory game with a quarter, half and three quarters of the cells taken."""
    game, rng = Blooms(side=side), Random(3)
    cells, states, state = len(game.board.cells), [], game.start()
    for share in (0.25, 0.5, 0.75):
        while len(game.pieces(state)) < share * cells and isinstance(game.turn(state), ToMove):
            if (move := any_move(game, state, rng.getrandbits(60))) != game.parse(state, "pass"):
                state = game.play(state, move)
        states.append(state)
    return each(lambda state: list(game.moves(state)), [(state,) for state in states])


# Conquid


def conquid_positions(rows: int) -> list[tuple[Any, int, int]]:
    """The known positions of that size: the layout, and the cells of each side and of its enemy."""
    found = []
    for case in vectors("conquid", "positions")["positions"]:
        if case["rows"] == rows:
            game = Conquid(rows=rows, columns=case["cols"], base=case["base_size"])
            state = game.read_position(f"1 {'/'.join(case['board'])}")
            found += [(game.layout, state.own, state.enemy), (game.layout, state.enemy, state.own)]
    return found


def conquers(rows: int) -> Work:
    return each(conquer, [(own, enemy, layout.stride) for layout, own, enemy in conquid_positions(rows)])


def corners(rows: int) -> Work:
    return each(vanquish_corners, [(own, enemy, layout) for layout, own, enemy in conquid_positions(rows)])


def paths(rows: int) -> Work:
    """In every position for both sides, as the table of actions asks after each turn; few have a path."""
    return each(conquest_path, [(own, layout) for layout, own, _ in conquid_positions(rows)])


def winding_paths(rows: int) -> Work:
    """Only positions with a path that turns."""
    known = [(own, layout) for layout, own, _ in conquid_positions(rows)]
    return each(conquest_path, [case for case in known if conquest_path(*case) not in (0, *case[1].straight)])


def conquid_game(game: Conquid, turns: int) -> list[str]:
    """The notation of a game of that many turns without a Conquest."""
    state, rng, texts = game.start(), Random(4), []
    while len(texts) < turns:
        button = rng.choice("ACCCVV" if len(texts) > turns // 3 else "AAAAACV")
        offered = game.picks(state, ()).next
        move = picked_move(game, state, rng, (button,)) if button in offered else next(_first(game, state))
        if button == "A" and not isinstance(move, Acquire):
            continue
        after = game.play(state, move)
        if isinstance(game.turn(after), ToMove):
            texts.append(game.format(state, move))
            state = after
    return texts


def _first(game: Conquid, state: Any) -> Iterator[Any]:
    return (move for move in game.moves(state) if game.format(state, move) != "Q")


def replays(game: Conquid, texts: list[str]) -> Work:
    """Read and replay the moves of a game with all checks."""

    def work() -> int:
        state = game.start()
        for text in texts:
            state = apply(game, state, game.parse(state, text))
        return len(texts)

    return work


def match_log(game: Conquid, texts: list[str]) -> tuple[Event, ...]:
    """The log of a match with these moves."""
    return from_transcript(Transcript(game, None, (tuple(texts),)))


def record_reading(text: bytes, games: Any) -> Work:
    """Read a whole record from its text, like the command line and the window."""

    def work() -> int:
        read_record(text, games)
        return 1

    return work


def fold(log: tuple[Event, ...]) -> Work:
    """Apply the log of a whole match, like every client and the server."""

    def work() -> int:
        replay(log, GAMES)
        return 1

    return work
