"""RoyalClod: six sub-boards in two layouts; known positions and games are in the tests of Clod."""

import pytest

from devtools.harness.games.vectors import vectors
from netgame.errors import NotationError, OptionError
from netgame.game import Roll, apply
from netgame.games.royalclod.game import RoyalClod
from netgame.options import option_values, variants
from tests.netgame.games.clod.test_vectors import GAMES, at, cells, legal

TALL, WIDE = "royal_3rows_2cols", "royal_2rows_3cols"


@pytest.mark.parametrize("layout", [TALL, WIDE])
def test_each_sub_board_shows_the_die_faces_on_its_own_diagonal(layout: str) -> None:
    faces = {mark.kind: mark.cells for mark in GAMES[layout].marks(GAMES[layout].start())}
    known = vectors("clod", "spots")["spots"][layout]
    assert faces == {f"die-{die}": cells(layout, known[f"{die}{die}"]) for die in range(1, 7)}


def test_an_occupied_spot_opens_cells_of_the_next_sub_board() -> None:
    state = apply(GAMES[TALL], at(TALL, ["." * 5 + "W" + "." * 6, *["." * 12] * 17]), Roll((1, 6)))
    opened = {GAMES[TALL].board.name(cell) for cell in legal(TALL, state)}
    assert {"e1", "e2", "f2", "g1", "g2"} <= opened
    assert "f1" not in opened


def test_there_are_two_layouts_of_216_cells_and_tall_is_the_default() -> None:
    assert list(variants(RoyalClod)) == ["tall", "wide"]
    assert option_values(RoyalClod()) == {"layout": "tall", "ties": "draw"}
    with pytest.raises(OptionError):
        RoyalClod(layout="round")  # type: ignore[arg-type]
    for layout, last in ((TALL, "l18"), (WIDE, "r12")):
        places = GAMES[layout].board.cells
        assert (places[0].name, places[-1].name, len(places)) == ("a1", last, 216)
    with pytest.raises(NotationError, match="the board has 18 rows, the text has 12"):
        GAMES[TALL].read_position(GAMES[WIDE].write_position(GAMES[WIDE].start()))


def test_the_option_ties_decides_over_equal_regions() -> None:
    state = at(TALL, ["BBBBBBWWWWWW"] * 18)
    draw, white = (RoyalClod(ties=ties).turn(state) for ties in ("draw", "white"))
    assert (draw.winner, draw.scores) == (None, (108, 108))
    assert (white.winner, white.scores) == (1, (108, 108))
