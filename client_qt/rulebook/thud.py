"""The rules of Thud for players."""

from client_qt.models.rulebook import Book, Figure, Section, Step

STEP = "T dF5,dF7,TH6,RH8"
SHOVE = "T dF6,dF7,dF8,TK7,TL7,TM7,RH8"
HURL = "d dD12,dE12,dF12,TJ12,RH8"

AIM = Section(
    "Aim",
    (
        "Take more than you lose. A troll is worth 4 points, a dwarf 1. A match is two battles with the sides swapped, "
        "so that both play the dwarfs once; the points of both battles are added.",
    ),
)
BOARD = Section(
    "The board",
    (
        "165 squares in the shape of an octagon. In the middle, on H8, lies the Thudstone: nobody may stand on it or "
        "pass over it. 32 dwarfs begin along the edge, 8 trolls round the stone.",
    ),
    (Figure("The start. The dwarfs move first.", dots=False),),
)
TURN = Section(
    "A turn",
    (
        "Move one of your pieces; you cannot pass. Moves go straight, in any of the eight directions, and nothing is "
        "ever jumped.",
        "A dwarf moves any distance over empty squares. This takes nothing.",
        "A troll moves one square. Then it may take one dwarf beside its new square.",
    ),
    (
        Figure(
            "This dwarf may go wherever there is a dot. The Thudstone stops it on H9.",
            "d dH12,TF7,TJ7,RH8",
            picks=("H12",),
            legal=("dH12-H9", "dH12-B6"),
            illegal=("dH12-H8", "dH12-H7"),
        ),
        Figure(
            "The troll has gone from H6 to G6 and may now take F5 or F7, or neither, but not both.",
            STEP,
            picks=("H6", "G6"),
            legal=("TH6-G6", "TH6-G6xF5", "TH6-G6xF7"),
            illegal=("TH6-G6xF5xF7",),
        ),
    ),
)
SPECIAL = Section(
    "Hurling and shoving",
    (
        "Hurl: dwarfs in an unbroken straight line throw the one in front. It flies on in that direction, over empty "
        "squares, onto a troll and takes it. It flies at most as many squares as the line has dwarfs, itself included: "
        "so a dwarf alone takes a troll right beside it.",
        "Shove: trolls in a straight line push the one in front, at most as many squares as the line has trolls. It "
        "must land on an empty square and take at least one dwarf beside it; it may take all of them.",
        "You never have to capture.",
    ),
    (
        Figure(
            "Three dwarfs in a line: F12 can be hurled three squares, onto the troll on J12.",
            HURL,
            picks=("F12",),
            legal=("dF12-J12xJ12",),
        ),
        Figure(
            "With two dwarfs the same troll is out of reach.",
            "d dE12,dF12,TJ12,RH8",
            picks=("F12",),
            illegal=("dF12-J12xJ12",),
        ),
        Figure(
            "Three trolls in a line: K7 is shoved three squares to G7 and takes any of the three dwarfs beside it, "
            "or all of them. Without taking one the shove is not allowed.",
            SHOVE,
            picks=("K7", "G7"),
            legal=("TK7-G7xF6xF7xF8", "TK7-G7xF7"),
            illegal=("TK7-G7",),
        ),
    ),
)
END = Section(
    "End and score",
    (
        "A battle ends when both players agree to stop, or when the side to move has no legal move. Dwarfs score 4 for "
        "each troll they took, trolls 1 for each dwarf.",
        "Who resigns a battle loses all the pieces that are left to his side, and the points with them.",
    ),
)
NOTATION = Section(
    "Notation",
    (
        "Files have letters without I, ranks are numbered from the top. dO11-O9 is a dwarf's move, TF7-D5xC4xE4 a "
        "troll's with two dwarfs taken. A hurl names the square it lands on as taken: dF12-J12xJ12.",
    ),
)

STEPS = (
    Step(
        "You play the dwarfs. They move any distance in a straight line. Click the dwarf on H12 and send it up to H9, "
        "right below the Thudstone.",
        "d dH12,TF7,TJ7,RH8",
        ("dH12-H9",),
        "Go straight up to H9, the last square before the stone.",
        "Good. The stone stops everybody.",
    ),
    Step(
        "A troll stands right beside your dwarf. Take it: move the dwarf onto it.",
        "d dF12,TG11,RH8",
        ("dF12-G11xG11",),
        "That did not take the troll. Move the dwarf from F12 onto G11.",
        "A troll is worth 4 points.",
    ),
    Step(
        "This troll is three squares away. Three dwarfs in a line can hurl the first one that far. Do it.",
        HURL,
        ("dF12-J12xJ12",),
        "Click the front dwarf, F12, then the troll on J12.",
        "A line of dwarfs is what trolls fear.",
    ),
    Step(
        "Now you play the trolls. Move one square, next to the dwarf on F5, take it, and confirm.",
        "T dF5,dC9,TH6,RH8",
        ("TH6-G6xF5", "TH6-G5xF5"),
        "The dwarf is still there. Go to G6 or G5, click the dwarf on F5, then Confirm.",
        "A step takes one dwarf at most.",
    ),
    Step(
        "Three trolls in a line shove the first one up to three squares. Shove K7 to G7 and take all three dwarfs.",
        SHOVE,
        ("TK7-G7xF6xF7xF8",),
        "Click K7, then G7. All three dwarfs should be marked before you confirm.",
        "Thud! Those are the moves. Now play a battle.",
    ),
)

BOOK = Book((AIM, BOARD, TURN, SPECIAL, END, NOTATION), STEPS)
