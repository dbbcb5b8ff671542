"""Boards of squares."""

from netgame.boards.geometry import BORDER_WIDTH, Board, CellGeometry, Label, Point, column_letters


def square_board(rows: int, columns: int, borders: tuple[tuple[Point, Point], ...] = ()) -> Board:
    """Return a board of squares: columns lettered from the left, rows numbered from the top, both on all four sides."""
    letters = [column_letters(column) for column in range(columns)]
    cells = tuple(CellGeometry(f"{letters[c]}{r + 1}", c + 0.5, r + 0.5) for r in range(rows) for c in range(columns))
    half = BORDER_WIDTH / 2
    labels = [Label(letters[c], c + 0.5, y) for c in range(columns) for y in (-half, rows + half)]
    labels += [Label(str(r + 1), x, r + 0.5) for r in range(rows) for x in (-half, columns + half)]
    right, bottom = columns + BORDER_WIDTH, rows + BORDER_WIDTH
    outline = ((-BORDER_WIDTH, -BORDER_WIDTH), (right, -BORDER_WIDTH), (right, bottom), (-BORDER_WIDTH, bottom))
    return Board("square", cells, tuple(labels), outline, borders)
