from typing import Any

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.view.announcements import captures_words, event_words
from client_qt.table.local import LocalTable
from client_qt.table.status import view
from client_qt.text.offer_words import ended_words, rating_words
from devtools.harness.window.clicks import settle
from devtools.harness.window.play import at_table, play_on, seeded_table
from netgame.games import GAMES
from netgame.match.commands import Resign
from netgame.match.events import Ended, RatingChange
from protocol.messages import ChatLine
from tests.client.staging import ANN, click_cell, next_cell, own_turn, sit_down


def heard(announced: list[str]) -> str:
    """Return and clear the announced sentences."""
    settle()
    words = " | ".join(announced)
    announced.clear()
    return words


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_event_of_every_game_is_a_sentence(key: str) -> None:
    table = seeded_table(key)
    play_on(table, 6)
    for event in table.log[3:]:  # those before are the creation and the seats
        words = event_words(table, table.match, event)
        assert words.endswith("."), event
        assert "{" not in words


def test_a_move_is_announced_before_the_own_turn(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(clock="none").play(1)
    match = sit_down(window, staged).match
    assert "your turn" not in heard(announced)
    staged.play(1)
    before, step = staged.story.match.history[-2:]
    sentence = str(match.game.describe(before.state, step.move))
    words = heard(announced)
    assert words.lower().startswith(sentence.lower())
    assert words.index("It is your turn.") > len(sentence)


def test_a_picked_cell_is_announced_with_what_it_captures(window: MainWindow, announced: list[str]) -> None:
    table = seeded_table("thud")
    at_table(window, table)
    heard(announced)
    board = window.table.board
    start = min(window.table.builder.picks.next)
    click_cell(board, start)
    words = heard(announced)

    assert words.startswith(table.match.game.board.name(start))
    assert "chosen" in words
    assert window.table.hint.words in words
    click_cell(board, start)
    words = heard(announced)
    assert board.describe_cell(start) not in words
    assert words.endswith(window.table.hint.words)
    assert words != window.table.hint.words
    click_cell(board, next(cell for cell in range(50, 100) if cell not in window.table.builder.picks.next))
    assert heard(announced) == window.table.hint.words, "without a reason of the rules the hint is repeated"

    at_table(window, LocalTable.new(GAMES["thud"], {}, ("Ann", "Bob"), position="T dE9,dA6,TG8,RH8"))
    for name in ("G8", "F9"):
        click_cell(board, board.board.cell(name))
    assert captures_words(1) in heard(announced)


def test_a_refused_click_is_explained_by_the_rules(window: MainWindow, announced: list[str]) -> None:
    table = seeded_table("clod")
    play_on(table, 1)
    at_table(window, table)
    heard(announced)
    taken = min(window.table.builder.picks.pieces)
    click_cell(window.table.board, taken)
    words = heard(announced)
    assert table.match.game.board.name(taken) in words
    assert window.table.hint.words == words
    click_cell(window.table.board, next_cell(window))
    assert window.table.hint.words != words


def test_chat_connection_and_the_end_of_the_match_are_announced(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(clock="none")
    model = sit_down(window, staged)
    model.server = "Club"
    heard(announced)
    model.add_messages("table", [ChatLine(number=1, at=0, account="Ann", name="Ann", text="hello")])
    assert heard(announced) == "Ann says: hello"
    model.set_status("connecting", "Mareike")
    assert "Club" in heard(announced)
    model.set_status("online", "Mareike")
    assert heard(announced).startswith("The connection is back. It is your turn.")

    staged.do(Resign(match=True), ANN)
    assert ended_words(staged.story.match, staged.story.match.ended, ("Ann", "Mareike")) in heard(announced)


def test_low_time_is_announced_once_for_each_limit(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(2)  # free first moves are over
    sit_down(window, staged)
    left, words = 305_000, list[str]()
    for until in (61_000, 59_000, 40_000, 19_000, 15_000, 9_000, 4_000):
        staged.wait(left - until)
        left = until
        window.table.clock_ticker.tick()
        words += [line for line in heard(announced).split(" | ") if "less than" in line]
    assert words == [f"You have less than {seconds} seconds." for seconds in (60, 20, 10, 5)]


def over(**fields: Any) -> Ended:
    return Ended(number=9, at=0, **{"reason": "legs", "winner": 0, "totals": (1, -1), **fields})


def test_every_early_end_has_a_text_and_another_for_the_own_end() -> None:
    match, reasons = seeded_table("clod").match, ("flag", "left", "resigned", "absent")
    for reason in reasons:
        words = ended_words(match, over(reason=reason, player=1), ("Ann", "Bob"))
        own = ended_words(match, over(reason=reason, player=1), ("Ann", "Bob"), frozenset({1}))
        assert ("Bob" in words, "Bob" in own, own != "") == (True, False, True)
    assert ended_words(match, over(player=None), ("Ann", "Bob")) == ""


def test_a_rated_match_names_both_new_ratings() -> None:
    up = RatingChange(before=(150_000, 35_000, 60_000), after=(166_231, 29_000, 60_000))
    down = RatingChange(before=(150_000, 35_000, 60_000), after=(133_769, 29_000, 60_000))
    words = rating_words(over(ratings=(up, down)), ("Ann", "Bob"))
    assert all(part in words for part in ("Ann", "1662", "+162", "Bob", "1338", "-162"))
    assert rating_words(over(), ("Ann", "Bob")) == ""


def test_spots_of_the_dice_are_gone_with_the_game() -> None:
    table = seeded_table("clod")
    for has_spots in (True, False):
        assert any(mark.kind == "spot" for mark in view(table.match, -1, live=True).marks) == has_spots
        table.resign(match=True)
