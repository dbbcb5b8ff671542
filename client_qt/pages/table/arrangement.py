"""How the table page lies: players above and below the board, side by side above it, or in a column at its left.

Decided by the proportions of the board and the size of the page alone, so that nothing that is said moves anything.
"""

from dataclasses import dataclass
from typing import Literal

from client_qt.theme import Theme

Form = Literal["standard", "wide", "tall"]

COLUMN = 15.0  # em: players and dice beside a tall board
GAP = 0.7  # em between the column and the board, and between players side by side
STRIP, SLIM_STRIP = 3.57, 2.4  # em
LINE, SLIM_LINE = 3.3, 2.86  # em: what is expected, with its buttons
EDGES = 1.55  # em: margins above and below all, and the gap over the line


@dataclass(frozen=True)
class Arrangement:
    """Where the players are, whether all is low, and whether the panel is only a rail."""

    form: Form = "standard"
    small: bool = False
    folded: bool = False


@dataclass(frozen=True)
class Room:
    """The page in pixels, and the board in cells."""

    width: float
    height: float
    columns: float
    rows: float

    def cell(self, beside: float, above: float) -> float:
        """How large a cell becomes when so much of the page is taken by other things."""
        return min((self.width - beside) / self.columns, (self.height - above) / self.rows)


def arrange(theme: Theme, room: Room, small: bool) -> Arrangement:
    """The arrangement of a page. A tall board keeps its column only while that makes its cells no smaller, and beside a
    wide one the panel stands open only where it takes nothing from the board."""
    layout, px = theme.tokens.layout, theme.px
    strip, line = (SLIM_STRIP, SLIM_LINE) if small else (STRIP, LINE)
    margins, rail, panel = px(2 * GAP), px(layout.rail), panel_width(theme)
    aspect = room.columns / room.rows
    if aspect > layout.wide_board_over:
        above = px(strip + line + EDGES)
        open_too = room.cell(margins + panel, above) >= room.cell(margins + rail, above)
        return Arrangement("wide", small, small or not open_too)
    beside = margins + (rail if small else panel)
    if aspect < layout.tall_board_under:
        column = room.cell(beside + px(COLUMN + GAP), px(line + EDGES))
        if column >= room.cell(beside, px(2 * strip + line + EDGES)):
            return Arrangement("tall", small, small)
    return Arrangement("standard", small, small)


def panel_width(theme: Theme) -> int:
    """In pixels."""
    layout = theme.tokens.layout
    return theme.px(min(layout.panel_max, max(layout.panel_min, layout.panel)))
