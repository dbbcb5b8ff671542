"""The rules of Conquid for players. The boards are of the small size, where most is to be seen."""

from client_qt.models.rulebook import Book, Figure, Section, Step

SMALL = {"rows": 7, "columns": 14, "base": 1}
ROW = "." * 14
EMPTY = f"1 {ROW}/{ROW}/{ROW}/....a....b..../{ROW}/{ROW}/{ROW}"
CONQUER = f"1 {ROW}/.....11......./....1222....../....a....b..../{ROW}/{ROW}/{ROW}"
BLOCK = f"1 .....1111...../.....2222...../.....2222...../....a2222b..../.....2222...../{ROW}/{ROW}"
PATH = f"1 {ROW}/{ROW}/..22....2...../....a1111b..../.....2..2...../{ROW}/{ROW}"

AIM = Section(
    "Aim",
    ("Join your base to the enemy's by an unbroken path of your cells, and declare it before the enemy breaks it.",),
)
BOARD = Section(
    "The board",
    (
        "A rectangle of cells with a base near each end. The left base begins. A cell is empty, or belongs to one of "
        "the two. Bases never change hands and take no part in conquering. Neighbours share an edge.",
    ),
    (Figure("The small board at the start.", EMPTY, dots=False, options=SMALL),),
)
TURN = Section(
    "A turn",
    (
        "Do one of four things. There is no pass.",
        "Acquire: take three different empty cells, wherever you like. It is always exactly three.",
        "Conquer: every enemy cell with at least two of your cells beside it becomes yours. The new ones count at "
        "once, so this goes on until nothing changes.",
    ),
    (
        Figure(
            "Acquire: two of three cells are chosen.",
            EMPTY,
            picks=("A", "f4", "g4"),
            dots=False,
            legal=("A f4 g4 h4", "A a1 n7 g1"),
            illegal=("A e4 f4 g4",),
            options=SMALL,
        ),
        Figure("The left base is about to conquer.", CONQUER, dots=False, legal=("C",), options=SMALL),
        Figure(
            "It took f3, which had two of its cells beside it, and with its help g3. h3 had only one and stays.",
            CONQUER,
            move="C",
            options=SMALL,
        ),
    ),
)
SPECIAL = Section(
    "Vanquish and Conquest",
    (
        "Vanquish: choose a block of four by four cells without a base, all yours, all the enemy's, or all empty. At "
        "least four of your cells must touch its sides from outside. The whole block becomes empty.",
        "Conquest: if a path of your cells joins your base to the enemy's, declare it and win. The path alone does not "
        "win: the enemy has a turn to break it.",
    ),
    (
        Figure(
            "Four cells of the left base touch this enemy block from above: it may vanquish it. The block is named by "
            "its top left cell, f2.",
            BLOCK,
            picks=("V", "f2"),
            legal=("V f2",),
            illegal=("V f3", "Q"),
            options=SMALL,
        ),
        Figure("The path stands, and it is the left base's turn: Conquest.", PATH, move="Q", options=SMALL),
    ),
)
END = Section(
    "End and score",
    (
        "Conquest wins. The game is drawn if both agree, if the same board with the same side to move comes up for the "
        "third time, or at a limit of turns if one was agreed.",
    ),
)
NOTATION = Section(
    "Notation",
    ("A f4 g4 h4 acquires three cells, C conquers, V f2 vanquishes the block with that top left cell, Q is Conquest.",),
)

STEPS = (
    Step(
        "You have the left base. Acquire three cells: f4, g4 and h4, in a row from your base. Then confirm.",
        EMPTY,
        ("A f4 g4 h4",),
        "Those were other cells. Take f4, g4 and h4.",
        "One more cell, i4, and the bases would be joined.",
        SMALL,
    ),
    Step(
        "Your cells lie beside the enemy's. Conquer: press the button and confirm.",
        CONQUER,
        ("C",),
        "Press Conquer, then Confirm.",
        "f3 fell first, and with its help g3. h3 had only one of your cells beside it.",
        SMALL,
    ),
    Step(
        "A wall of the enemy blocks the way. Four of your cells touch it from above: press Vanquish and choose f2, the "
        "top left cell of the block.",
        BLOCK,
        ("V f2",),
        "Press Vanquish, click f2, and confirm.",
        "The whole wall is gone.",
        SMALL,
    ),
    Step(
        "Nearly there: i4 closes the path from base to base. Acquire i4 and two more cells of your choice: take g3 and "
        "g5, so that the path is harder to break.",
        f"1 {ROW}/{ROW}/..22........../....a111.b..../.....2......../{ROW}/{ROW}",
        ("A g3 i4 g5",),
        "Take i4, g3 and g5.",
        "The path stands. The enemy now has one turn to break it.",
        SMALL,
    ),
    Step(
        "The path still stands, and it is your turn: declare Conquest and win.",
        PATH,
        ("Q",),
        "Press Conquest, then Confirm.",
        "You have won. Now play a whole game.",
        SMALL,
    ),
)

BOOK = Book((AIM, BOARD, TURN, SPECIAL, END, NOTATION), STEPS)
