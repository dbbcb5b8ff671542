"""Clod cell by cell, written from the rules page: a board is a list of six strings of . B W."""

Cell = tuple[int, int]
SIZE = 6


def legal_cells(rows: list[str], dice: tuple[int, int]) -> set[Cell]:
    """For each spot on its own: itself if it is empty, else the empty cells round it."""
    legal = set()
    for row, column in {(dice[0] - 1, dice[1] - 1), (dice[1] - 1, dice[0] - 1)}:
        if rows[row][column] == ".":
            legal.add((row, column))
        else:
            legal |= {cell for cell in _round(row, column) if rows[cell[0]][cell[1]] == "."}
    return legal


def _round(row: int, column: int) -> set[Cell]:
    near = {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)}
    return {(r, c) for r, c in near - {(row, column)} if 0 <= r < SIZE and 0 <= c < SIZE}


def largest_region(rows: list[str], colour: str) -> int:
    """The most cells of a colour joined by edges."""
    left = {(r, c) for r in range(SIZE) for c in range(SIZE) if rows[r][c] == colour}
    best = 0
    while left:
        region, edge = set(), [left.pop()]
        while edge:
            row, column = edge.pop()
            region.add((row, column))
            for cell in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if cell in left:
                    left.remove(cell)
                    edge.append(cell)
        best = max(best, len(region))
    return best
