"""What the table page says of a match."""

from client_qt.models.local import LocalTable
from client_qt.windows.tableshown import hint_words
from netgame.games import GAMES
from netgame.text import Text
from tests.client.play import play_on


def test_a_turn_lost_to_the_dice_is_told_until_the_next_move() -> None:
    rolls = iter([(1, 1), (1, 1), (6, 6), (5, 5)])
    rows = ["BWBWBW", "WBWBWB", "BWBWBW", "WBWBWB", "BWBW..", "WBWB.."]
    table = LocalTable(
        GAMES["clod"], {}, ("Ann", "Bob"), roll=lambda count, sides: next(rolls), position="B - " + "/".join(rows)
    )
    hint = Text("Choose a cell.")

    assert table.match is not None
    assert hint_words(table, table.match, hint, composing=True, sent=False) == (
        "Two rolls allowed Black nothing. White: Choose a cell."
    )
    play_on(table, 1)
    assert hint_words(table, table.match, hint, composing=True, sent=False) == "Black: Choose a cell."
