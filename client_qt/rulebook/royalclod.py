"""The rules of RoyalClod for players."""

from client_qt.models.rulebook import Book, Figure, Section, Step

ROW = "." * 12
EMPTY = "/".join([ROW] * 18)
CORNER = "/".join([*[ROW] * 5, ".....B......", *[ROW] * 12])

AIM = Section("Aim", ("As in Clod: when the board is full, own the largest region of stones joined edge to edge.",))
BOARD = Section(
    "The board",
    (
        "Six boards of Clod, side by side, as one. Stones are neighbours and join across the borders between them. "
        "Some of the six are mirrored, so the same roll falls on other cells there; the dice printed on the board "
        "show how.",
    ),
    (Figure("The board, 12 cells wide and 18 high. A wide one can be agreed.", f"B - {EMPTY}", dots=False),),
)
TURN = Section(
    "A turn",
    (
        "Roll two dice. They name two spots on each of the six boards, so twelve in all; a double names six. Put one "
        "stone on any of them. Where a spot is taken, the empty cells around it are open instead, also those on "
        "the next board.",
    ),
    (
        Figure(
            "A roll of 5-1 on the empty board: twelve spots.",
            f"B 51 {EMPTY}",
            legal=("e1", "k1", "a5", "g5", "b7", "h7", "f11", "l11", "k13", "a14", "g17", "e18"),
            illegal=("a1", "f6"),
        ),
        Figure(
            "A double, 6-6. The spot f6 is taken; its neighbours are open on all four boards that meet there.",
            f"W 66 {CORNER}",
            legal=("g7", "g6", "f7", "e5", "l6", "a12", "g12", "f13", "l18"),
            illegal=("f6",),
        ),
    ),
)
SPECIAL = Section(
    "No cell to go to",
    (
        "Only if the roll allows nothing on the whole board, the dice are rolled again at once. If that allows nothing "
        "either, the turn is lost.",
    ),
)
END = Section(
    "End and score",
    (
        "The game ends when all 216 cells are full. The larger largest region wins. Equal scores are a draw, unless it "
        "was agreed that White wins them.",
    ),
)
NOTATION = Section("Notation", ("A turn is its cell: the letter of the column, then the row from the top, as in g7.",))

JOIN = "/".join([*[ROW] * 5, ".....BW.....", *[ROW] * 12])

STEPS = (
    Step(
        "You are Black and have rolled 5-1: twelve spots, two on each of the six boards. Take f11, near the middle.",
        f"B 51 {EMPTY}",
        ("f11",),
        "f11 is in the sixth column, eleventh row.",
        "The middle is worth much: regions from all boards can meet there.",
        roll=(5, 1),
    ),
    Step(
        "6-6 and the spot f6 is taken, but the empty cells around it are open. Join f6 across the border, on f7.",
        f"B 66 {JOIN}",
        ("f7",),
        "f7 is right below f6, on the next board.",
        "The two are one region: borders do not part stones.",
        roll=(6, 6),
    ),
    Step(
        "Now you are White, with the same roll. Stop Black below f6.",
        f"W 66 {JOIN}",
        ("f7",),
        "The cell below f6 is f7.",
        "Black must go another way.",
        roll=(6, 6),
    ),
    Step(
        "You are Black. 5-1 again: a spot right above your stone on g18 joins it.",
        "B 51 " + "/".join([*[ROW] * 17, "......B....."]),
        ("g17",),
        "The spot above g18 is g17.",
        "A region of two.",
        roll=(5, 1),
    ),
    Step(
        "A double, 6-6, names six spots. Take g12, which touches your stone on f12 in the board beside it.",
        "B 66 " + "/".join([*[ROW] * 11, ".....B......", *[ROW] * 6]),
        ("g12",),
        "g12 is right of f12.",
        "Well done. Now play a whole game.",
        roll=(6, 6),
    ),
)

BOOK = Book((AIM, BOARD, TURN, SPECIAL, END, NOTATION), STEPS)
