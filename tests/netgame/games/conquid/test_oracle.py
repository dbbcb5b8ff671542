"""Conquid compared with the slow oracle, and properties of the four actions."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netgame.boards.bitboard import bits
from netgame.errors import IllegalMove
from netgame.game import Over, apply
from netgame.games.conquid.board import conquer, conquest_path, is_joined, vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Acquire, Action, Conquer, Conquest, Vanquish
from netgame.games.conquid.state import State
from tests.netgame.games.conquid import oracle

SIZES = [(7, 14, 1), (14, 28, 2), (21, 42, 3), (5, 11, 1), (5, 13, 2), (5, 15, 3), (6, 12, 1), (9, 22, 3), (60, 100, 3)]
BOARDS = [Conquid(rows=rows, columns=columns, base=base) for rows, columns, base in SIZES]
SMALLEST = BOARDS[3]


def filled(game: Conquid, rng: Random) -> State:
    """Return a random board: few or many cells of either side, in blocks or one by one."""
    board = oracle.new(game.rows, game.columns, game.base)
    letters = rng.choice([".12", "1112", "122222", ".......12", "11111111112", "..........1"])
    for square in oracle.squares(board, "."):
        board[square[0]][square[1]] = rng.choice(letters)
    for _ in range(rng.randrange(8)):
        row, column, letter = rng.randrange(game.rows), rng.randrange(game.columns), rng.choice(".12")
        for r, c in oracle.block((row, column)):
            if r < game.rows and c < game.columns and board[r][c] in ".12":
                board[r][c] = letter
    return game.read_position(f"{rng.choice('12')} {oracle.write(board)}")


@st.composite
def positions(draw: st.DrawFn, games: tuple[Conquid, ...] = tuple(BOARDS[:-1])) -> tuple[Conquid, State]:
    game = draw(st.sampled_from(games))
    return game, filled(game, draw(st.randoms(use_true_random=False)))


def read(game: Conquid, state: State) -> tuple[str, oracle.Board]:
    """Return the side to move and the board for the oracle."""
    player, rows = game.write_position(state).split(" ")
    return player, oracle.read(rows)


def squares(game: Conquid, mask: int) -> list[tuple[int, int]]:
    return [divmod(game.layout.grid.cell[bit], game.columns) for bit in bits(mask)]


def same_actions(game: Conquid, state: State) -> None:
    player, board = read(game, state)
    path = oracle.shortest_path(board, player)

    corners = vanquish_corners(state.own, state.enemy, game.layout)
    assert squares(game, corners) == oracle.vanquish_corners(board, player)
    assert read(game, game.play(state, Conquer()))[1] == oracle.conquer(board, player)
    assert squares(game, conquest_path(state.own, game.layout)) == sorted(path or [])
    assert is_joined(state.own, game.layout) == (path is not None)


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(positions())
def test_the_actions_of_any_board_agree_with_the_second_reading(case: tuple[Conquid, State]) -> None:
    same_actions(*case)


@pytest.mark.slow
@pytest.mark.parametrize("game", BOARDS, ids=str)
def test_random_games_agree_with_the_second_reading(game: Conquid) -> None:
    rng = Random(game.rows * game.columns)
    state, board = game.start(), oracle.new(game.rows, game.columns, game.base)

    for _ in range(10 if game.rows > 20 else 50):
        if isinstance(game.turn(state), Over):
            break
        player = str(state.seat + 1)
        action, after = random_turn(game, board, player, rng)
        state, board = apply(game, state, action), after
        assert read(game, state)[1] == board
        if game.rows < 20 or rng.random() < 0.1:
            same_actions(game, state)


def random_turn(game: Conquid, board: oracle.Board, player: str, rng: Random) -> tuple[Action, oracle.Board]:
    """Return a legal action by the oracle; most cells are close to each other."""
    empty, choice = oracle.squares(board, "."), rng.random()
    if choice < 0.15 and (corners := oracle.vanquish_corners(board, player)):
        corner = rng.choice(corners)
        after = oracle.vanquish(board, player, corner)
        assert after is not None
        return Vanquish(corner[0] * game.columns + corner[1]), after
    if choice < 0.35 or len(empty) < 3:
        return Conquer(), oracle.conquer(board, player)
    first = rng.randrange(len(empty))
    window = [empty[(first + step) % len(empty)] for step in range(min(len(empty), 3 + rng.randrange(20)))]
    chosen = rng.sample(window, 3)
    taken = oracle.acquire(board, player, chosen)
    assert taken is not None
    return Acquire(frozenset(r * game.columns + c for r, c in chosen)), taken


@pytest.mark.slow
@settings(max_examples=35, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_conquer_is_a_closure_in_any_order(case: tuple[Conquid, State], rng: Random) -> None:
    game, state = case
    player, board = read(game, state)

    while taken := oracle.can_be_taken(board, player):
        row, column = rng.choice(taken)
        board[row][column] = player

    own, enemy = conquer(state.own, state.enemy, game.layout.stride)
    assert read(game, game.play(state, Conquer()))[1] == board
    assert conquer(own, enemy, game.layout.stride) == (own, enemy)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(positions(games=(BOARDS[3], BOARDS[4], BOARDS[5])))
def test_no_path_is_shorter_than_the_winning_one(case: tuple[Conquid, State]) -> None:
    game, state = case
    player, board = read(game, state)
    cells = squares(game, conquest_path(state.own, game.layout))

    for length in range(1, min(len(cells), 6) if cells else 6):
        assert not any(oracle.all_paths(board, player, length))
    if 0 < len(cells) < 6:
        assert min(oracle.all_paths(board, player, len(cells))) == oracle.shortest_path(board, player)


def crowded(rng: Random) -> State:
    """Return the smallest board with few empty cells."""
    state = filled(SMALLEST, rng)
    empty = list(bits(SMALLEST.layout.ordinary & ~(state.cells[0] | state.cells[1])))
    taken = sum(1 << bit for bit in rng.sample(empty, max(0, len(empty) - rng.randrange(9))))
    sides = list(state.cells)
    sides[rng.randrange(2)] |= taken
    return SMALLEST.read_position(SMALLEST.write_position(state._replace(cells=(sides[0], sides[1]))))


def is_legal(state: State, action: Action) -> bool:
    try:
        SMALLEST.check(state, action)
    except IllegalMove:
        return False
    return True


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_listed_actions_are_legal_and_allowed_by_the_second_reading(rng: Random) -> None:
    state = crowded(rng)
    player, board = read(SMALLEST, state)
    cells, columns = range(len(SMALLEST.board.cells)), SMALLEST.columns
    listed = list(SMALLEST.moves(state))

    assert len(set(listed)) == len(listed)
    assert all(is_legal(state, move) for move in listed)
    assert {move.corner for move in listed if isinstance(move, Vanquish)} == {
        cell for cell in cells if is_legal(state, Vanquish(cell))
    } == {r * columns + c for r, c in oracle.vanquish_corners(board, player)}  # fmt: skip
    assert (Conquest() in listed) == is_legal(state, Conquest())
    assert Conquer() in listed
    for chosen in {frozenset(rng.sample(cells, 3)) for _ in range(60)}:
        places = [divmod(cell, columns) for cell in chosen]
        legal = oracle.acquire(board, player, places) is not None
        assert (Acquire(chosen) in listed) == is_legal(state, Acquire(chosen)) == legal
    empty = len(oracle.squares(board, "."))
    assert sum(isinstance(move, Acquire) for move in listed) == empty * (empty - 1) * (empty - 2) // 6


def test_rare_actions_are_listed_first_and_the_list_is_lazy() -> None:
    game = Conquid(**Conquid.presets["large"])
    bridge, base, empty = f"....aaa{'1' * 28}bbb....", f"....aaa{'.' * 28}bbb....", "." * 42
    state = game.read_position(f"1 {'/'.join([*[empty] * 9, bridge, base, base, *[empty] * 9])}")

    first = [game.format(state, move) for move in islice(game.moves(state), 60)]

    assert first[:3] == ["Q", "C", "V h6"]
    assert [text[0] for text in first] == ["Q", "C", *["V"] * 50, *["A"] * 8]
    assert first[52] == "A a1 b1 c1"
