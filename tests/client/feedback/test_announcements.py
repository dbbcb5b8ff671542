"""Urgent announcements interrupt the screen reader; all others wait for the end of its sentence."""

import pytest
from PySide6.QtGui import QAccessible

from client_qt.app.main_window import MainWindow
from client_qt.feedback import screen_reader
from client_qt.table.connection_loss import GONE_MS
from devtools.harness.window.clicks import settle
from devtools.screenshots.staged_tables import Staged
from netgame.match import HOST
from netgame.match.commands import MakeOffer, MarkAbsent, Resign
from protocol.messages import ChatLine
from tests.client.staging import ANN, ME, sit_down


class Announcements:
    """Announcements, by urgency."""

    def __init__(self) -> None:
        self.urgent_ones: list[str] = []
        self.other_ones: list[str] = []

    def add(self, event: screen_reader.QAccessibleAnnouncementEvent) -> None:
        urgent = event.politeness() is QAccessible.AnnouncementPoliteness.Assertive
        (self.urgent_ones if urgent else self.other_ones).append(event.message())

    def counts(self) -> tuple[int, int]:
        """How many urgent and other ones came since the last call."""
        settle()
        found = len(self.urgent_ones), len(self.other_ones)
        self.urgent_ones, self.other_ones = [], []
        return found


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Announcements:
    found = Announcements()

    class Reader:
        AnnouncementPoliteness = QAccessible.AnnouncementPoliteness
        isActive = staticmethod(lambda: True)
        updateAccessibility = found.add

    monkeypatch.setattr(screen_reader, "QAccessible", Reader)
    return found


@pytest.fixture
def staged() -> Staged:
    return Staged().start().play(6)


def test_a_lost_connection_or_server_is_urgent(window: MainWindow, announced: Announcements, staged: Staged) -> None:
    table, second = sit_down(window, staged), Staged().start().play(2).seen_by("Mareike")
    announced.counts()

    table.set_status("waiting", "")
    assert announced.counts()[0] == 1
    staged.wait(GONE_MS)
    window.table.clock_ticker.tick()
    assert announced.counts()[0] == 1
    table.set_status("online", "")
    assert announced.counts() == (0, 1)

    table.set_status("waiting", "")
    second.setParent(window)
    second.set_status("waiting", "")
    announced.counts()
    window.table.set_model(second)
    assert announced.counts()[0] == 1, "another table without a connection too"


def test_the_last_ten_seconds_are_urgent(window: MainWindow, announced: Announcements) -> None:
    staged = Staged(clock="sudden 300").start().play(6, 0)
    while staged.mover() != ME:
        staged.play(1, 0)
    sit_down(window, staged)
    announced.counts()

    staged.wait(245_000)
    window.table.clock_ticker.tick()
    assert (len(announced.urgent_ones), len(announced.other_ones)) == (0, 1)
    staged.wait(46_000)
    window.table.clock_ticker.tick()

    assert len(announced.urgent_ones) == 1


def test_rolls_moves_chat_and_offers_are_not_urgent_but_results(window: MainWindow, announced: Announcements) -> None:
    staged = Staged(game="clod").start().play(3)
    announced.counts()
    table = sit_down(window, staged)
    settle()
    said = " ".join(announced.other_ones)
    assert "rolled" in said
    assert said.endswith(window.table.hint.words)

    announced.counts()
    staged.play(1)
    table.add_messages(
        "table", [ChatLine(number=1, at=staged.now, account=table.name_of(ANN), name="Ann", text="hello")]
    )
    staged.do(MakeOffer("pause"), ANN)
    staged.do(MarkAbsent(ANN, "lost"), HOST)
    settle()

    assert announced.other_ones
    assert announced.urgent_ones == []
    staged.do(Resign(match=True), ANN)
    settle()
    assert any("Ann" in words for words in announced.urgent_ones)


def test_a_banner_with_an_error_and_error_dialogs_are_urgent(window: MainWindow, announced: Announcements) -> None:
    window.banner.show_text("Saved as kept.game.", "done")
    window.banner.show_text("The disk is full.", "danger")
    assert announced.other_ones == ["Saved as kept.game."]
    assert announced.urgent_ones == ["The disk is full."]

    window.show_error(ValueError("five"))
    window.ask("Your key cannot be used", ["It is broken."], [], "Close")
    settle()
    assert len(announced.urgent_ones) == 3
    assert "It is broken." in announced.urgent_ones[2]


def test_a_shown_move_is_read_with_its_number(window: MainWindow, announced: Announcements, staged: Staged) -> None:
    sit_down(window, staged)
    history = window.table.history
    for walk, number in ((history.back, 5), (history.first, 0), (history.live, 6)):
        announced.counts()
        walk()
        settle()
        (words,) = announced.other_ones
        assert words.startswith(f"Move {number} of 6. ")

    assert words.endswith(window.table.hint.words)


def test_results_of_an_address_and_page_errors_are_announced_once(window: MainWindow, announced: Announcements) -> None:
    window.show_page("join")
    announced.counts()
    window.join.show_connecting("ann.example", 5.0)
    window.join.show_address_result("No server answers there.")
    assert announced.other_ones == ["Connecting to ann.example ...", "No server answers there."]

    window.show_page("lobby")
    announced.counts()
    for _ in range(2):
        window.lobby.show_note("The table is full.")
    assert announced.other_ones == ["The table is full."]
