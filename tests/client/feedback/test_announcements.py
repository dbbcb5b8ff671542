"""What a screen reader says at once, in the middle of whatever it says, and what waits until it has ended."""

import pytest
from PySide6.QtGui import QAccessible

from client_qt.app.main_window import MainWindow
from client_qt.feedback import screen_reader
from client_qt.table.connection_loss import GONE_MS
from netgame.match import HOST
from netgame.match.commands import MakeOffer, MarkAbsent, Resign
from protocol.messages import ChatLine
from tests.client.clicks import settle
from tests.client.staging import ANN, ME, sit_down
from tests.screenshots.staged_tables import Staged


class Heard:
    """What was handed to screen readers."""

    def __init__(self) -> None:
        self.at_once: list[str] = []
        self.in_turn: list[str] = []

    def take(self, event: screen_reader.QAccessibleAnnouncementEvent) -> None:
        urgent = event.politeness() is QAccessible.AnnouncementPoliteness.Assertive
        (self.at_once if urgent else self.in_turn).append(event.message())

    def forget(self) -> None:
        settle()
        self.at_once, self.in_turn = [], []


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    found = Heard()

    class Reader:
        AnnouncementPoliteness = QAccessible.AnnouncementPoliteness
        isActive = staticmethod(lambda: True)
        updateAccessibility = found.take

    monkeypatch.setattr(screen_reader, "QAccessible", Reader)
    return found


@pytest.fixture
def staged() -> Staged:
    return Staged().start().play(6)


def test_a_lost_line_is_said_at_once_and_so_is_a_host_who_is_gone(
    window: MainWindow, heard: Heard, staged: Staged
) -> None:
    table = sit_down(window, staged)
    heard.forget()

    table.online("waiting", "")
    settle()
    assert any("Connection lost" in words for words in heard.at_once)
    heard.forget()
    staged.wait(GONE_MS)
    window.table.clock_ticker.tick()
    settle()
    assert any("The server has not answered" in words for words in heard.at_once)
    heard.forget()
    table.online("online", "")
    settle()
    assert heard.in_turn == ["The connection is back."]
    assert heard.at_once == []


def test_the_next_table_says_again_what_holds_for_it_too(window: MainWindow, heard: Heard, staged: Staged) -> None:
    first, second = sit_down(window, staged), Staged().start().play(2).seen_by("Mareike")
    second.setParent(window)
    first.online("waiting", "")
    settle()
    second.online("waiting", "")
    heard.forget()

    window.table.set_model(second)
    settle()

    assert sum("Connection lost" in words for words in heard.at_once) == 1


def test_the_end_of_the_match_is_said_at_once(window: MainWindow, heard: Heard, staged: Staged) -> None:
    sit_down(window, staged)
    heard.forget()

    staged.do(Resign(match=True), ANN)
    settle()

    assert any("Ann" in words and "win" in words for words in heard.at_once)


def test_a_flag_that_is_about_to_fall_is_said_at_once(window: MainWindow, heard: Heard) -> None:
    staged = Staged(clock="sudden 300").start().play(6, 0)
    while staged.mover() != ME:
        staged.play(1, 0)
    sit_down(window, staged)
    heard.forget()

    staged.wait(245_000)
    window.table.clock_ticker.tick()
    assert (heard.at_once, heard.in_turn) == ([], ["You have less than 60 seconds."])
    staged.wait(46_000)
    window.table.clock_ticker.tick()

    assert heard.at_once == ["You have less than 10 seconds."]


def test_moves_chat_and_offers_wait_for_their_turn(window: MainWindow, heard: Heard, staged: Staged) -> None:
    table = sit_down(window, staged)
    heard.forget()

    staged.play(1)
    table.said("table", [ChatLine(number=1, at=staged.now, account=table.name_of(ANN), name="Ann", text="hello")])
    staged.do(MakeOffer("pause"), ANN)
    staged.do(MarkAbsent(ANN, "lost"), HOST)
    settle()

    assert heard.in_turn
    assert heard.at_once == []


def test_what_went_wrong_is_said_at_once_over_every_page(window: MainWindow, heard: Heard) -> None:
    window.banner.show_text("Saved as kept.game.", "done")
    window.banner.show_text("The disk is full.", "danger")

    assert heard.in_turn == ["Saved as kept.game."]
    assert heard.at_once == ["The disk is full."]


def test_dialogs_that_tell_of_an_error_are_read_out_at_once(window: MainWindow, heard: Heard) -> None:
    window.show_error(ValueError("five"))
    window.ask("Your key cannot be used", ["It is broken."], [], "Close")
    settle()

    assert "Your games are safe" in heard.at_once[0]
    assert heard.at_once[1] == "Your key cannot be used. It is broken."
