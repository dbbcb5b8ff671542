"""Colours that everybody can tell apart, computed from the tokens: pieces from each other, marks from the boards.

The views of the colour deficiencies are those of Machado, Oliveira and Fernandes (2009) at full severity, applied to
linear light; distances are CIE76.
"""

from itertools import combinations

import pytest
from PySide6.QtGui import QColor

from client_qt.board.painting.marks import ahead_colour, suggested_colour
from client_qt.theme import PIECE_SETS
from client_qt.theme.tokens import tokens
from netgame.games import GAMES

Rows = tuple[tuple[float, float, float], ...]

VIEWS: dict[str, Rows] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TOLD_APART, SIGNS_HELP_TOO = 24, 20  # pieces that fill their cells have a sign in each of them
BOARDS = tuple(tokens().board)
CELLS = ("cell_a", "cell_b")
MARKS = ("outline", "legal", "last", "staged", "capture", "cursor", "spot", "region")
READ, STRONG, STRONGEST, SEEN = 4.5, 7.0, 10.0, 3.0
UI_TEXT = {
    STRONGEST: ("ink on window", "ink on surface", "ink on raised"),
    STRONG: ("ink on turn_soft", "ink on accent_soft"),
    READ: (
        "ink_muted on window", "ink_muted on surface", "ink_muted on raised", "accent on surface",
        "accent on accent_soft", "accent_ink on accent", "turn_ink on turn", "danger on surface",
        "danger on danger_soft",
    ),
    SEEN: (
        "line_strong on surface", "line_strong on raised", "focus on window", "focus on raised",
        "turn_frame on window", "ok on surface",
    ),
}  # fmt: skip


def linear(value: QColor) -> list[float]:
    parts = (value.redF(), value.greenF(), value.blueF())
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: QColor, other: QColor) -> float:
    """As the accessibility guidelines for the web define it."""
    dark, light = sorted(
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x), strict=True)) for x in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)


def lab(value: QColor, view: Rows) -> tuple[float, float, float]:
    light = linear(value)
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in view)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: QColor, other: QColor, view: str) -> float:
    pairs = zip(lab(one, VIEWS[view]), lab(other, VIEWS[view]), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def closest(board: str, piece_set: str, game: str, view: str) -> tuple[float, str]:
    colours = tokens().pieces_on(board, piece_set)
    kinds = colours.keys() & GAMES[game].piece_names.keys()
    return min((distance(colours[a], colours[b], view), f"{a} / {b}") for a, b in combinations(sorted(kinds), 2))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("piece_set", PIECE_SETS)
def test_any_two_pieces_of_a_game_are_told_apart_with_all_kinds_of_sight(piece_set: str, board: str, game: str) -> None:
    found = {view: closest(board, piece_set, game, view) for view in VIEWS}
    wanted = SIGNS_HELP_TOO if GAMES[game].piece_names.keys() & tokens().ground.keys() else TOLD_APART
    assert min(found.values())[0] >= wanted, found


@pytest.mark.parametrize("board", BOARDS)
def test_outlines_marks_and_hints_stand_out_from_every_cell_and_coordinates_can_be_read(board: str) -> None:
    colours = tokens().board[board]
    on_halos = (suggested_colour(colours), ahead_colour(colours))

    found = {(mark, cell): contrast(getattr(colours, mark), getattr(colours, cell)) for mark in MARKS for cell in CELLS}
    assert min(found.values()) >= SEEN, found
    for line in on_halos:
        assert contrast(line, colours.halo) >= SEEN
        assert all(max(contrast(one, getattr(colours, cell)) for one in (line, colours.halo)) >= SEEN for cell in CELLS)
    assert contrast(colours.outline, colours.frame) >= SEEN
    assert contrast(colours.coord, colours.frame) >= READ


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("piece_set", PIECE_SETS)
def test_a_set_says_every_colour_that_a_board_draws_with(piece_set: str, board: str) -> None:
    assert tokens().pieces_on(board, piece_set).keys() == tokens().board[board].pieces.keys()


@pytest.mark.parametrize("ui", tokens().ui)
def test_words_and_signs_of_the_interface_can_be_read(ui: str) -> None:
    colours = tokens().ui[ui]
    for least, pairs in UI_TEXT.items():
        ratios = {pair: contrast(*(getattr(colours, name) for name in pair.split(" on "))) for pair in pairs}
        assert {pair: ratio for pair, ratio in ratios.items() if ratio < least} == {}
