"""The rules of Clod for players."""

from client_qt.models.rulebook import Book, Figure, Section, Step

EMPTY = "....../....../....../....../....../......"

AIM = Section("Aim", ("When the board is full, own the largest region: stones of your colour joined edge to edge.",))
BOARD = Section(
    "The board",
    (
        "Six rows and six columns. The dice printed along the diagonal number them: they show at a glance where row 4 "
        "or column 2 is. Every cell can hold one stone.",
    ),
)
TURN = Section(
    "A turn",
    (
        "Black begins. Each turn starts with a roll of two dice. They name two spots: the row of one die and the "
        "column of the other, and the other way round. A double names only one spot.",
        "Put one stone of your colour on a spot that is empty. If a spot is taken, you may use any empty cell of the "
        "up to eight around it instead. You cannot pass.",
    ),
    (
        Figure(
            "A roll of 4-2 on the empty board. The two spots are b4 (row 4) and d2 (row 2). No other cell is allowed.",
            f"B 42 {EMPTY}",
            legal=("b4", "d2"),
            illegal=("c3", "b2"),
        ),
        Figure(
            "The same roll with a stone on b4. The spot d2 is still free; instead of b4 each empty neighbour will do, "
            "but not c4, which is taken too.",
            "B 42 ....../....../....../.WB.../....../......",
            legal=("d2", "a3", "b3", "c3", "a4", "a5", "b5", "c5"),
            illegal=("b4", "c4", "e2"),
        ),
    ),
)
SPECIAL = Section(
    "No cell to go to",
    (
        "If both spots and everything around them are full, the dice are rolled again at once. If that roll allows "
        "nothing either, the turn is lost and the other side rolls.",
    ),
    (
        Figure(
            "A double, 1-1, has the single spot a1. It and its three neighbours are nearly full: only b2 is left.",
            "W 11 BW..../W...../....../....../....../......",
            legal=("b2",),
            illegal=("a1", "b1", "c3"),
        ),
    ),
)
END = Section(
    "End and score",
    (
        "Nothing is ever taken off. The game ends when all 36 cells are full. Your score is the size of your largest "
        "region; the larger one wins. Stones that touch only at a corner are not joined.",
        "Equal scores are a draw, unless it was agreed that White wins them.",
    ),
    (
        Figure(
            "The end of a game. The largest region of each side is outlined.",
            "B - BBBWWW/BWBWBW/BBWWBB/WBBWWB/WWBBWB/WBWWWB",
            dots=False,
        ),
    ),
)
NOTATION = Section(
    "Notation",
    ("A turn is written as its cell: the letter of the column, then the row counted from the top. A roll is 4-2.",),
)

STEPS = (
    Step(
        "You are Black and have rolled 4-2. The dots are your spots. Put a stone on b4: row 4, column 2.",
        f"B 42 {EMPTY}",
        ("b4",),
        "That is the other spot. b4 is in the second column from the left, fourth row.",
        "Good. Black and White take turns like this until the board is full.",
        roll=(4, 2),
    ),
    Step(
        "A double, 3-3: there is only one spot, and it is free. Take it.",
        "B 33 ....../...W../....../.B..../....../......",
        ("c3",),
        "The spot is c3.",
        "Right. It touches b4 only at a corner, so the two stones are not joined yet.",
        roll=(3, 3),
    ),
    Step(
        "4-3 names c4 and d3. One of them joins your two stones into one region of three. Find it.",
        "B 43 ....../...W../..B.../.B..../.W..../......",
        ("c4",),
        "Look for the cell with a black stone above it and one to its left.",
        "Yes: b4, c4 and c3 now are one region of three.",
        roll=(4, 3),
    ),
    Step(
        "4-2 again, but both spots are taken. Any empty cell next to a spot will do. Make your region four stones "
        "large: b3 is one way.",
        "B 42 ....../...W../..B.../.BB.../.W..../......",
        ("b3", "a4", "c5", "c2", "d3"),
        "That stone stands apart. Choose a cell that shares an edge with a black stone.",
        "Well done: four stones joined by their edges.",
        roll=(4, 2),
    ),
    Step(
        "Now White's view: it is as good to cut as to join. You are White with 4-4. Stop Black's two regions from "
        "meeting at d4.",
        "W 44 ....../....W./..B.../.BB.BB/.W..../...W..",
        ("d4",),
        "Through d4 Black would join c4 to e4. Take it.",
        "Exactly. Whoever has the larger region at the end wins. Play a game!",
        roll=(4, 4),
    ),
)

BOOK = Book((AIM, BOARD, TURN, SPECIAL, END, NOTATION), STEPS)
