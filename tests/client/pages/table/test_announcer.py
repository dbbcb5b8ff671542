"""Announcements for screen readers: events, steps of a turn, refused clicks."""

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.view.announcements import event_words
from client_qt.text.offer_words import ended_words
from devtools.screenshots.staged_tables import Staged
from netgame.games import GAMES
from netgame.match.commands import Resign
from protocol.messages import ChatLine
from tests.client.clicks import settle
from tests.client.play import at_table, play_on, seeded_table
from tests.client.staging import ANN, click_cell, own_turn, sit_down


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
    match = table.match
    for event in table.log[3:]:  # those before are the creation and the seats
        words = event_words(table, match, event)

        assert words.endswith("."), event
        assert "{" not in words


def test_a_move_is_announced_before_the_own_turn(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(clock="none").play(1)
    model = sit_down(window, staged)
    assert "your turn" not in heard(announced)
    staged.play(1)
    match = model.match
    step = match.history[-1]
    sentence = str(match.game.describe(match.history[-2].state, step.move))
    words = heard(announced)

    assert words.lower().startswith(sentence.lower())
    assert "It is your turn." in words
    assert words.index("It is your turn.") > len(sentence)


def test_a_picked_cell_is_announced(window: MainWindow, announced: list[str]) -> None:
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


def test_a_refused_click_is_explained_by_the_rules(window: MainWindow, announced: list[str]) -> None:
    table = seeded_table("clod")
    at_table(window, table)
    play_on(table, 1)
    heard(announced)
    taken = min(window.table.builder.picks.pieces)
    click_cell(window.table.board, taken)
    words = heard(announced)

    assert table.match.game.board.name(taken) in words
    assert window.table.hint.words == words
    click_cell(window.table.board, min(c for c in window.table.builder.picks.next if isinstance(c, int)))
    assert window.table.hint.words != words


def test_chat_messages_and_the_end_of_the_match_are_announced(window: MainWindow, announced: list[str]) -> None:
    staged = Staged(clock="none").start()
    model = sit_down(window, staged)
    heard(announced)
    model.add_messages("table", [ChatLine(number=1, at=0, account="Ann", name="Ann", text="hello")])
    assert heard(announced) == "Ann says: hello"
    staged.do(Resign(match=True), ANN)

    assert ended_words(staged.story.match, staged.story.match.ended, ("Ann", "Mareike")) in heard(announced)


def test_a_lost_and_a_restored_connection_are_announced(window: MainWindow, announced: list[str]) -> None:
    model = sit_down(window, own_turn(clock="none"))
    model.server = "Club"
    heard(announced)
    model.set_status("connecting", "Mareike")
    assert "Club" in heard(announced)
    model.set_status("online", "Mareike")

    assert heard(announced).startswith("The connection is back. It is your turn.")


def test_low_time_is_announced_once_for_each_limit(window: MainWindow, announced: list[str]) -> None:
    staged = own_turn(2)  # free first moves are over
    sit_down(window, staged)
    heard(announced)
    left = 305_000
    words = []
    for until in (61_000, 59_000, 40_000, 19_000, 15_000, 9_000, 4_000):
        staged.wait(left - until)
        left = until
        window.table.clock_ticker.tick()
        words += [line for line in heard(announced).split(" | ") if "less than" in line]

    assert words == [f"You have less than {seconds} seconds." for seconds in (60, 20, 10, 5)]
