"""Rows of a position text."""

from collections.abc import Sequence

from netgame.errors import NotationError


def join_rows(rows: Sequence[str], widths: Sequence[int], letters: str, refusal: str) -> str:
    """Return the letters of all rows. Raise `NotationError` for a wrong number, width or letter (`refusal`)."""
    if len(rows) != len(widths):
        raise NotationError("the board has {count} rows, the text has {found}", count=len(widths), found=len(rows))
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), 1):
        if len(row) != width:
            raise NotationError("row {row} must have {count} cells", row=number, count=width)
        if not set(row) <= set(letters):
            raise NotationError(refusal, row=number)
    return "".join(rows)
