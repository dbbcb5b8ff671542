"""What a table is beside its moves, tried by clicks: paused, somebody away, not started yet, over."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.widgets.banner import Banner
from client_qt.widgets.labels import ElidedLabel
from netgame.match import HOST
from netgame.match.commands import AnswerOffer, Claim, MakeOffer, MakeReady, MarkAbsent, MarkReturned, Resign, Tick
from netgame.text import Text
from tests.client.clicks import button, click, press, settle
from tests.client.staging import ANN, ME, seen, sent, sit_down
from tests.screenshots import staged_tables
from tests.screenshots.staged_tables import Staged


@pytest.fixture
def staged() -> Staged:
    """Thud with a clock, six turns played; Mareike's window comes with `sit_down`."""
    return Staged().start().play(6)


# ---- pauses


def test_a_paused_board_waits_and_goes_on_when_both_say_so(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    staged.play(1)
    staged.do(MakeOffer("pause"), ME)
    staged.do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()
    assert not table.can_move
    assert not window.table.builder.active
    assert "Paused" in seen(window.table.result)

    press(window.table.result, "resume")
    assert sent(staged) == [("ReadyUp", {})]
    staged.do(MakeReady(), ME)
    settle()
    assert "Waiting for Ann." in seen(window.table.result)
    assert not button(window.table.result, "resume").isEnabled()
    staged.do(MakeReady(), ANN)
    settle()

    assert window.table.hint.isVisible()


def test_an_adjourned_match_says_so(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    staged.do(MakeOffer("adjourn"), ME)
    staged.do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()

    assert "Adjourned" in seen(window.table.result)


# ---- absence


def test_both_see_how_long_somebody_may_still_be_away(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    staged.do(MarkAbsent(ANN, "lost"), HOST)
    table.present((False, True), ("lost", ""))
    staged.wait(8_000)
    window.table.clock_ticker.tick()

    assert "Ann: connection lost, 52 s left" in seen(window.table.banner)
    staged.do(MarkReturned(ANN), HOST)
    table.present((True, True))
    settle()
    assert "connection lost" not in seen(window.table.banner)
    assert "Ann is back." in seen(window.table.banner)


def test_who_left_is_told_from_who_lost_the_line(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)

    staged.do(MarkAbsent(ANN, "left"), HOST)

    assert "Ann has left for now, 60 s left to come back" in seen(window.table.banner)


def test_who_has_not_come_back_since_the_server_was_started_lost_no_line(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)

    table.present((False, True), ("", ""))
    settle()

    assert "Ann is not back yet." in seen(window.table.banner)
    assert "connection lost" not in seen(window.table)


def test_the_one_whose_line_is_broken_sees_his_own_time_run(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    table.online("waiting", "")
    staged.wait(10_000)
    window.table.clock_ticker.tick()

    assert "You may be away for another 50 s." in seen(window.table.banner)


def test_after_the_end_nobody_counts_how_long_one_is_away(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged.do(Resign(match=True), ANN))
    table.online("waiting", "")

    assert "Connection lost" in seen(window.table.banner)
    assert "You may be away" not in seen(window.table.banner)


@pytest.mark.parametrize(
    ("what", "words"), [("win", "Claim the win"), ("draw", "Claim a draw"), ("adjourn", "Adjourn")]
)
def test_a_claim_is_there_when_the_time_is_spent_and_not_before(
    window: MainWindow, staged: Staged, what: str, words: str
) -> None:
    sit_down(window, staged)
    staged.do(MarkAbsent(ANN, "lost"), HOST).wait(59_000)
    window.table.clock_ticker.tick()
    assert "Claim" not in seen(window.table.banner)
    assert not [b for b in window.table.banner.findChildren(QWidget) if b.property("text") == words and b.isVisible()]

    staged.wait(2_000)
    window.table.clock_ticker.tick()
    settle()
    press(window.table.banner, words)

    assert sent(staged) == [("SendClaim", {"what": what})]


def test_who_may_claim_may_also_move(window: MainWindow) -> None:
    staged = Staged().start().play(7)
    table = sit_down(window, staged)
    staged.do(MarkAbsent(ANN, "lost"), HOST).wait(61_000)
    window.table.clock_ticker.tick()

    assert table.can_move
    assert window.table.builder.active


def test_the_own_time_that_was_spent_is_in_the_list_of_players(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    staged.do(MarkAbsent(ME, "lost"), HOST).wait(12_000).do(MarkReturned(ME), HOST)
    window.table.panel.show_tab("people")
    settle()

    assert "was away 12 s of 60 s" in seen(window.table.panel.people)


# ---- before the start


def test_one_says_that_one_is_ready_or_stands_up(window: MainWindow) -> None:
    staged = Staged().start(ready=False)
    sit_down(window, staged)
    assert "You play Trolls" in seen(window.table.result)

    press(window.table.result, "stand")
    press(window.table.result, "ready")

    assert sent(staged) == [("LeaveSeat", {}), ("ReadyUp", {})]


def test_alone_at_a_table_one_may_change_sides(window: MainWindow) -> None:
    from netgame.match.commands import Sit

    staged = Staged().do(Sit(1, "Mareike", "Mareike"), HOST)
    sit_down(window, staged)

    press(window.table.result, "change_sides")

    assert sent(staged) == [("TakeSeat", {"player": 0, "ready": True})]


# ---- the end


def test_a_rematch_is_offered_with_the_sides_swapped_or_not(window: MainWindow) -> None:
    staged = Staged("clod").start().play(4).do(Resign(match=True), ANN)
    sit_down(window, staged)
    menu = button(window.table.result, "rematch").findChild(QMenu)
    assert menu is not None

    for action in menu.actions():
        action.trigger()

    assert sent(staged) == [("Rematch", {"swap": True}), ("Rematch", {"swap": False})]


def test_a_rematch_of_the_other_side_is_accepted_or_declined(window: MainWindow) -> None:
    staged = Staged("clod").start().play(4).do(Resign(match=True), ANN)
    table = sit_down(window, staged)
    table.rematch_changed((True, None), "", "")
    assert "Ann wants a rematch with the sides swapped." in seen(window.table.banner)

    press(window.table.banner, "Accept")
    press(window.table.banner, "Decline")

    assert sent(staged) == [("Rematch", {"swap": True}), ("CloseRematch", {})]


def test_a_rematch_that_came_about_is_gone_to(window: MainWindow) -> None:
    staged = Staged("clod").start().play(4).do(Resign(match=True), ANN)
    table = sit_down(window, staged)
    opened: list[str] = []
    window.table.open_table.connect(opened.append)
    table.rematch_changed((True, None), "", "")

    table.rematch_changed((True, True), "t2", "")
    settle()
    assert opened == ["t2"]
    press(window.table.result, "to_rematch")

    assert opened == ["t2", "t2"]


@pytest.mark.parametrize(
    ("closed", "words"),
    [("declined", "Ann does not want a rematch."), ("left", "Ann has gone, so there is no rematch.")],
)
def test_a_rematch_that_does_not_come_about_is_said(window: MainWindow, closed: str, words: str) -> None:
    staged = Staged("clod").start().play(4).do(Resign(match=True), ANN)
    table = sit_down(window, staged)
    table.rematch_changed((None, True), "", "")

    table.rematch_changed((None, None), "", closed)
    settle()

    assert words in seen(window.table.banner)
    assert button(window.table.result, "rematch").isEnabled() == (closed == "declined")


def test_replay_and_save_are_where_the_result_is(window: MainWindow) -> None:
    staged = Staged("clod").start().play(4).do(Resign(match=True), ANN)
    sit_down(window, staged)
    asked: list[str] = []
    window.table.replay.connect(lambda: asked.append("replay"))
    window.table.save.connect(lambda: asked.append("save"))

    press(window.table.result, "result_save")
    press(window.table.result, "result_replay")

    assert asked == ["save", "replay"]


def test_the_score_of_a_series_stands_beside_the_result(window: MainWindow) -> None:
    series = {"previous": "before", "score": (1, 0, 2)}
    staged = Staged("clod", more=series).start().play(4).do(Resign(match=True), ANN)
    sit_down(window, staged)

    assert "Series: Ann 1, Mareike 1, 2 drawn" in seen(window.table.result)


def test_why_a_match_is_over_is_said(window: MainWindow) -> None:
    staged = Staged("clod", clock="sudden 60").start().play(4).wait(300_000).do(Tick(), HOST)
    sit_down(window, staged)
    assert "ran out of time." in seen(window.table.result)

    staged = Staged("clod").start().play(4).do(MarkAbsent(ANN, "lost"), HOST).wait(61_000).do(Claim("draw"), ME)
    sit_down(window, staged)
    assert "Ann was away for too long, and a draw was claimed." in seen(window.table.result)


# ---- a small window, and every staged table


@pytest.mark.parametrize("name", list(staged_tables.TABLES))
def test_every_staged_table_fits_a_small_window(window: MainWindow, name: str) -> None:
    window.resize(800, 560)
    table = staged_tables.TABLES[name]()
    table.setParent(window)
    window.table.set_model(table)
    window.show_page("table")
    settle()

    assert (window.width(), window.height()) == (800, 560)


def test_a_refusal_is_said_where_the_hint_line_is_not(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    staged.do(MakeOffer("pause"), ME)
    staged.do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()

    table.answered(Text("that cannot be done now"))
    settle()

    assert "That cannot be done now." in seen(window.table.banner)


def test_keys_reach_what_the_buttons_do(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    window.activateWindow()
    window.table.board.setFocus()

    QTest.keyClick(window.table.board, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)

    assert [kind for kind, _fields in sent(staged)] == ["SendOffer"]


@pytest.mark.parametrize(("game", "form"), [("thud", "standard"), ("conquid", "wide"), ("royalclod", "tall")])
@pytest.mark.parametrize("size", [(1280, 800), (800, 560)])
def test_news_and_panel_leave_every_clock_to_be_seen(
    window: MainWindow, game: str, form: str, size: tuple[int, int]
) -> None:
    staged = Staged(game).start().play(4)
    sit_down(window, staged)
    window.resize(*size)
    settle()
    staged.do(MakeOffer("pause"), ANN)
    settle()
    body = window.table.body
    if body.rail.isVisible():
        click(body.rail.chat_button)
        settle()

    assert body.arrangement.form == form
    over = [part for part in (body.banner, body.panel) if part.isVisible()]
    assert body.banner in over
    for strip in body.strips:
        corner = strip.clock.mapTo(body, QPoint(0, 0))
        clock = strip.clock.rect().translated(corner)
        assert not [1 for part in over if part.rect().translated(part.mapTo(body, QPoint(0, 0))).intersects(clock)]


@pytest.mark.parametrize("size", [(1280, 800), (800, 560)])
def test_no_ends_of_words_are_seen_between_news_and_clock(window: MainWindow, size: tuple[int, int]) -> None:
    staged = Staged("clod").start().play(4)
    sit_down(window, staged)
    window.resize(*size)
    staged.do(MakeOffer("pause"), ANN)
    settle()

    strip, (row,) = window.table.body.strips[0], window.table.banner.findChildren(Banner)
    end = row.mapTo(window, row.rect().topRight()).x()
    words = [label for label in strip.findChildren(ElidedLabel) if label.isVisible() and label.text()]
    assert len(words) > 2, "how it stands is one of them"
    assert max(label.mapTo(window, label.rect().topRight()).x() for label in words) <= end


def test_an_offer_is_announced_to_who_does_not_see_it(
    window: MainWindow, staged: Staged, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(window, staged)
    said: list[str] = []
    monkeypatch.setattr(window.table.board, "announce", lambda words, urgent=False: said.append(words))

    staged.do(MakeOffer("pause"), ANN)
    window.table.refresh()
    settle()

    assert "Ann asks for a pause." in " ".join(said)
