"""The rules of Blooms for players. The boards are of side 4."""

from client_qt.models.rulebook import Book, Figure, Section, Step

SIDE = {"side": 4}
EMPTY = "1 ..../...../....../......./....../...../.... 0-0 - -"
CAPTURE = "1 ..../...../....../......./....../b..../ca.. 0-0 - -"

AIM = Section(
    "Aim",
    ("Own more of the board at the end: your stones, and the empty cells that only your stones enclose.",),
)
BOARD = Section(
    "The board",
    (
        "A hexagon of hexagons. Each player has two colours of stones: Blue has blue and sky, Red has red and yellow.",
        "Stones of one colour that touch form a bloom; your two colours never join. A bloom is fenced when no cell "
        "beside it is empty; the edge and stones of every other colour fence it, your own second colour too.",
    ),
    (Figure("A board of side 4, good for a first game.", EMPTY, dots=False, options=SIDE),),
)
TURN = Section(
    "A turn",
    (
        "The very first turn is one stone. After that place one stone of either of your colours, or one of each on two "
        "cells.",
        "Then all fenced enemy blooms are taken off, all at once.",
    ),
    (
        Figure(
            "Red may answer with one stone, or with one of each colour.",
            "2 ..../...../....../...a.../....../...../.... 0-0 - -",
            dots=False,
            legal=("1d5,2d3", "1e3", "2e3"),
            illegal=("1d5,1d3", "1d4"),
            options=SIDE,
        ),
        Figure(
            "The stone in the corner has one empty cell left beside it: b2.",
            CAPTURE,
            dots=False,
            legal=("1b2", "2b2"),
            options=SIDE,
        ),
        Figure("Blue has played there: the bloom was fenced and is gone.", CAPTURE, move="1b2", options=SIDE),
    ),
)
SPECIAL = Section(
    "Your own blooms",
    (
        "After your captures none of your own blooms may be fenced; such a turn is not allowed. A turn that captures "
        "something and so gets room is.",
        "Instead of placing you may pass, but not on the first turn. Two passes in a row end the game.",
        "Two holes do not make a bloom safe: the enemy can fill both in one turn. It takes three.",
    ),
    (
        Figure(
            "Blue may not play in the corner a1: the stone would be fenced, and nothing is captured.",
            "1 ..../...../....../......./....../dc.../.c.. 0-0 - -",
            dots=False,
            illegal=("1a1", "2a1"),
            legal=("pass",),
            options=SIDE,
        ),
    ),
)
END = Section(
    "End and score",
    (
        "You score your stones and your territory: empty regions that touch only your stones. Captured stones count "
        "nothing. If the scores are equal, whoever made the first pass of the game wins.",
        "In the race, the other variant, there is no pass: your own blooms may be fenced, and whoever first has "
        "captured the agreed number of stones wins.",
    ),
    (
        Figure(
            "Both have passed. Each side has six stones and nine cells of territory; the middle row is nobody's. "
            "Blue passed first, and wins.",
            "2 ..../...../aaaaaa/......./cccccc/...../.... 0-0 1 p",
            move="pass",
            options=SIDE,
        ),
    ),
)
NOTATION = Section(
    "Notation",
    (
        "Rows have letters from the bottom, places numbers from the left. 1d5,2d3 places your first colour on d5 and "
        "your second on d3.",
    ),
)

STEPS = (
    Step(
        "You are Blue. The first turn of the game is a single stone: put it on d4, in the middle, and confirm.",
        EMPTY,
        ("1d4", "2d4"),
        "The middle of the board is d4: row d, fourth place.",
        "From now on a turn may have two stones, one of each colour.",
        SIDE,
    ),
    Step(
        "The red stone in the corner has one empty cell left beside it. Capture it with one stone on b2, and confirm.",
        CAPTURE,
        ("1b2", "2b2"),
        "The stone is still there, or you placed two. One stone on b2 will do.",
        "It was fenced, and is gone.",
        SIDE,
    ),
    Step(
        "This stone has two empty cells left, b1 and b2. Place one stone of each of your colours there, in one turn.",
        "1 ..../...../....../......./....../...../ca.. 0-0 - -",
        ("1b1,2b2", "1b2,2b1"),
        "Fill both b1 and b2 before you confirm.",
        "That is why two holes do not keep a bloom safe.",
        SIDE,
    ),
    Step(
        "You are Red. Blue threatens your stone on a1 through b2. Take that cell with the same colour, red, so that it "
        "joins your stone and gets room.",
        "2 ..../...../....../......./....../b..../ca.. 0-0 - -",
        ("1b2",),
        "Put one red stone on b2. A yellow one would not join.",
        "The bloom of two has empty cells beside it again.",
        SIDE,
    ),
    Step(
        "Blue has passed, and you, Red, have as much as Blue; but who passed first wins a tie. Take one more cell: "
        "place one stone on d1, and confirm.",
        "2 ..../...../aaaaaa/......./cccccc/...../.... 0-0 1 p",
        ("1d1", "2d1"),
        "One stone on d1, at the left end of the middle row.",
        "Now you are ahead. Play a whole game!",
        SIDE,
    ),
)

BOOK = Book((AIM, BOARD, TURN, SPECIAL, END, NOTATION), STEPS)
