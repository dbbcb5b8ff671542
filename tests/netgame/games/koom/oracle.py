"""Koom Valley Thud square by square, written from the rules page: (file, rank), 1..15, to d, T or R."""

from collections.abc import Iterator

from tests.netgame.games.thud.oracle import DIRECTIONS, Board, Square, name, on_board

Way = tuple[Square, tuple[Square, ...], frozenset[Square]]  # from, landing squares in order, captured set
GOALS = ("F1", "G1", "H1", "J1", "K1")


def legal_moves(board: Board, side: str, escort: int = 1, chains: bool = True) -> set[str]:
    """Return the notation of every legal move of a battle that is not over."""
    if side == "T":
        return {_written("T", way) for way in _troll_moves(board, chains)}
    dwarfs = {_written("d", way) for way in _dwarf_moves(board)}
    return dwarfs | {_written("R", way) for way in _rock_moves(board, escort)}


def result(board: Board, side: str, escort: int, quiet: int, limit: int) -> tuple[int, int] | None:
    """Return the result of the battle if it is over before this side moves; else None."""
    (rock,) = [square for square, kind in board.items() if kind == "R"]
    if side == "T" and name(rock) in GOALS:
        return (1, 0)
    if side == "d" and len(_beside(board, rock, "T")) >= 3:
        return (0, 1)
    if quiet >= limit or not legal_moves(board, side, escort):
        return (0, 0)
    return None


def played(board: Board, text: str) -> Board:
    """Return the board after a legal move given as notation."""
    way, *captured = text[1:].split("x")
    squares = way.split("-")
    found = {name(square): kind for square, kind in board.items()}
    piece = found.pop(squares[0])
    for taken in captured:
        del found[taken]
    found[squares[-1]] = piece
    return {_square(text): kind for text, kind in found.items()}


def progresses(text: str) -> bool:
    """Return whether the move resets the count of plies without progress."""
    return "x" in text or text[0] == "R"


def _square(text: str) -> Square:
    return ("ABCDEFGHJKLMNOP".index(text[0]) + 1, int(text[1:]))


def _written(letter: str, way: Way) -> str:
    start, landings, captured = way
    takes = sorted(captured, key=lambda square: (square[1], square[0]))
    return f"{letter}{name(start)}" + "".join(f"-{name(s)}" for s in landings) + "".join(f"x{name(s)}" for s in takes)


def _step(square: Square, direction: Square, count: int) -> Square:
    return (square[0] + count * direction[0], square[1] + count * direction[1])


def _beside(board: Board, square: Square, kind: str) -> list[Square]:
    return [near for near in (_step(square, way, 1) for way in DIRECTIONS) if board.get(near) == kind]


def _empty(board: Board, square: Square) -> bool:
    return on_board(square) and square not in board


def _reached(board: Board, start: Square, most: int) -> Iterator[Square]:
    for direction in DIRECTIONS:
        for count in range(1, most + 1):
            target = _step(start, direction, count)
            if not _empty(board, target):
                break
            yield target


def _dwarf_moves(board: Board) -> Iterator[Way]:
    for start in [square for square, kind in board.items() if kind == "d"]:
        for target in _reached(board, start, 15):
            after = {square: kind for square, kind in board.items() if square != start}
            captured = [
                _step(target, direction, 1)
                for direction in DIRECTIONS
                if after.get(_step(target, direction, 1)) == "T" and after.get(_step(target, direction, 2)) == "d"
            ]
            yield start, (target,), frozenset(captured)


def _rock_moves(board: Board, escort: int) -> Iterator[Way]:
    (rock,) = [square for square, kind in board.items() if kind == "R"]
    for target in _reached(board, rock, 1):
        if all(len(_beside(board, square, "d")) >= escort for square in (rock, target)):
            yield rock, (target,), frozenset()


def _troll_moves(board: Board, chains: bool) -> Iterator[Way]:
    for start in [square for square, kind in board.items() if kind == "T"]:
        for target in _reached(board, start, 3):
            yield start, (target,), frozenset()
        yield from _tramples(board, start, chains)


def _tramples(board: Board, start: Square, chains: bool) -> Iterator[Way]:
    for direction in DIRECTIONS:
        jumped, landing = _step(start, direction, 1), _step(start, direction, 2)
        if board.get(jumped) == "d" and _empty(board, landing):
            yield start, (landing,), frozenset({jumped})
            if chains:
                after = {square: kind for square, kind in board.items() if square not in (start, jumped)}
                after[landing] = "T"
                for _, landings, captured in _tramples(after, landing, chains):
                    yield start, (landing, *landings), captured | {jumped}
