"""The rules of Koom Valley Thud for players."""

from client_qt.models.rulebook import Book, Figure, Section, Step

ROCK = "d dG8,TF2,RH8"
CHAIN = "T dG3,dJ4,TF2,RH8"
SANDWICH = "d dH3,dF5,TG5,RH8"

AIM = Section(
    "Aim",
    (
        "The dwarfs want to bring the Rock to the top edge, onto one of the five squares F1 to K1. The trolls want "
        "three of their own beside the Rock.",
    ),
)
BOARD = Section(
    "The board",
    ("The octagon of Thud, with 16 dwarfs, 8 trolls and the Rock, which begins on H8 and can be moved.",),
    (Figure("The start. The goal squares are marked; the dwarfs move first.", dots=False),),
)
TURN = Section(
    "A turn",
    (
        "Move one piece. A dwarf goes any distance in a straight line, a troll one, two or three squares, both over "
        "empty squares only.",
        "Instead of a dwarf, the dwarfs may move the Rock: one square in any direction. A dwarf must stand beside the "
        "Rock before and after that.",
    ),
    (
        Figure(
            "The dwarf on G8 escorts the Rock. It may go to H7, but not to J7: there no dwarf would be beside it.",
            ROCK,
            picks=("H8",),
            legal=("RH8-H7",),
            illegal=("RH8-J7",),
        ),
    ),
)
SPECIAL = Section(
    "Trampling and sandwiching",
    (
        "A troll takes a dwarf right beside it by jumping over it to the empty square behind. It may go on jumping "
        "from there, in any direction, and stop when it likes.",
        "Dwarfs take a troll by catching it directly between two of them: whoever arrives second takes it. A troll "
        "that moves in between by itself is safe.",
    ),
    (
        Figure(
            "The troll on F2 jumps over G3 to H4, and may go on over J4 to K4.",
            CHAIN,
            picks=("F2", "H4"),
            legal=("TF2-H4xG3", "TF2-H4-K4xG3xJ4"),
        ),
        Figure(
            "Here the square behind the dwarf is taken: no jump.",
            "T dG3,dH4,TF2,RH8",
            picks=("F2",),
            illegal=("TF2-H4xG3",),
        ),
        Figure(
            "The dwarf on H3 goes to H5. The troll on G5 is then between two dwarfs, and is taken.",
            SANDWICH,
            picks=("H3",),
            legal=("dH3-H5xG5",),
            illegal=("dH3-H5",),
        ),
    ),
)
END = Section(
    "End and score",
    (
        "The dwarfs win when the Rock reaches a goal square, the trolls when three of them stand beside the Rock after "
        "a move of theirs. It is a draw if both agree, if the side to move cannot move, or if for long nothing is "
        "taken and the Rock stays where it is.",
        "A battle won counts one point. A match is two battles with the sides swapped.",
    ),
    (
        Figure("The Rock has come to H1: the dwarfs win.", "d dG2,TA8,RH2", move="RH2-H1", legal=("RH2-H1",)),
        Figure("Three trolls stand beside the Rock: the trolls win.", "T dP9,TG7,TH7,TK9,RH8", move="TK9-J9"),
    ),
)
NOTATION = Section(
    "Notation",
    ("TF2-F4 is a move, TF2-H4xG3 a jump, TF2-H4-K4xG3xJ4 two of them. The Rock is R: RH8-H7.",),
)

STEPS = (
    Step(
        "You play the dwarfs. The Rock wants to go up. Your dwarf on G8 stands beside it: move the Rock to H7.",
        ROCK,
        ("RH8-H7",),
        "Click the Rock on H8, then H7.",
        "The dwarf is still beside the Rock, so it can go on next time.",
    ),
    Step(
        "Catch the troll on G5 between two dwarfs: bring the dwarf from H3 to its other side.",
        SANDWICH,
        ("dH3-H5xG5",),
        "The troll is still there. The square on its other side is H5.",
        "The troll is taken.",
    ),
    Step(
        "Now the trolls. Jump over the dwarf on G3 and stop on H4; then Confirm.",
        CHAIN,
        ("TF2-H4xG3",),
        "Click F2, H4, and Confirm.",
        "One dwarf less. But there was more to take.",
    ),
    Step(
        "The same again, but this time go on and take both dwarfs.",
        CHAIN,
        ("TF2-H4-K4xG3xJ4",),
        "Click F2, H4, then K4.",
        "Both are gone in one move.",
    ),
    Step(
        "Two trolls stand beside the Rock. Bring the third one there and win.",
        "T dP9,TG7,TH7,TK9,RH8",
        ("TK9-J9", "TK9-J8"),
        "From K9 the squares J8 and J9 are beside the Rock.",
        "The trolls have the Rock. Now play a battle.",
    ),
)

BOOK = Book((AIM, BOARD, TURN, SPECIAL, END, NOTATION), STEPS)
