"""Clod and RoyalClod cell by cell, written from the rules page: a board is a list of strings of . B W."""

Cell = tuple[int, int]
SIZE = 6
LAYOUTS = {
    "clod": [[""]],
    "tall": [["", ""], ["h", "h"], ["v", ""]],
    "wide": [["", "h", ""], ["v", "hv", ""]],
}


def spots(dice: tuple[int, int], layout: str = "clod") -> set[Cell]:
    """Return the spots (row d1, column d2) and (row d2, column d1) of every sub-board, mirrored by its orientation."""
    found = set()
    for row_die, column_die in (dice, dice[::-1]):
        for down, line in enumerate(LAYOUTS[layout]):
            for across, orientation in enumerate(line):
                row = 7 - row_die if "v" in orientation else row_die
                column = 7 - column_die if "h" in orientation else column_die
                found.add((SIZE * down + row - 1, SIZE * across + column - 1))
    return found


def legal_cells(rows: list[str], dice: tuple[int, int], layout: str = "clod") -> set[Cell]:
    """Return for each spot on its own the spot if it is empty, else the empty cells around it."""
    legal = set()
    for row, column in spots(dice, layout):
        if rows[row][column] == ".":
            legal.add((row, column))
        else:
            legal |= {cell for cell in _round(row, column, rows) if rows[cell[0]][cell[1]] == "."}
    return legal


def _round(row: int, column: int, rows: list[str]) -> set[Cell]:
    near = {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)}
    return {(r, c) for r, c in near - {(row, column)} if 0 <= r < len(rows) and 0 <= c < len(rows[0])}


def largest_region(rows: list[str], colour: str) -> int:
    """Return the size of the largest region of a colour."""
    left = {(r, c) for r in range(len(rows)) for c in range(len(rows[0])) if rows[r][c] == colour}
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
