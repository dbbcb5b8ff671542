"""Facts about Conquid for the tests that all games share."""

from collections.abc import Iterator
from itertools import combinations

from tests.netgame.games.cases import AnyGame, Cases

# A player without a plan never reaches a block to vanquish or a path from base to base on a large board.
SCRIPTS = {
    "medium": (
        "A g8 h8 i8, A m9 n9 o9, A j8 k8 l8, A p9 m10 n10, A m8 n8 o8, A o10 p10 m11, A p8 q8 r8, A n11 o11 p11, "
        "A s8 t8 u8, A m12 n12 o12, A b2 d2 v8, A b1 a2 p12, V m9, C, Q"
    ),
    "large": (
        "A h12 i12 j12, A t13 u13 v13, A k12 l12 m12, A w13 t14 u14, A n12 o12 p12, A v14 w14 t15, A q12 r12 s12, "
        "A u15 v15 w15, A t12 u12 v12, A t16 u16 v16, A w12 x12 y12, A b1 a2 w16, A z12 aa12 ab12, A an1 ao1 ap1, "
        "A ac12 ad12 ae12, A ak1 al1 am1, A af12 ag12 ah12, A ah1 ai1 aj1, A b2 d2 ai12, A ae1 af1 ag1, V t13, C, Q"
    ),
}


def _actions(game: AnyGame) -> Iterator[str]:
    cells = [place.name for place in game.board.cells]
    yield from "CQ"
    for cell in cells:
        yield f"V {cell}"
    for three in combinations(cells, 3):
        yield f"A {' '.join(three)}"


CASES = Cases(_actions, small=({"rows": 5, "columns": 11, "base": 1},), scripts=SCRIPTS)
