"""What the window says about offers."""

from client_qt.text.offer_words import asked_words
from devtools.harness.games.match_helpers import TableByScript, seated


def question(table: TableByScript, to: int) -> str:
    number = table.offer("take_back", 0, to)
    return asked_words(table.match, table.match.offers[number], "Ann")


def test_the_question_of_a_take_back_says_if_a_roll_is_known_then() -> None:
    fair, foretold = (seated(4, 4, 4, dice=dice) for dice in (False, True))
    for table in (fair, foretold):
        table.play("+1", "+2")
    moves = [next(event.number for event in table.log if type(event).__name__ == "Moved") for table in (fair, foretold)]
    without = question(fair, moves[0])

    assert question(foretold, moves[1]).startswith(f"{without} ")
