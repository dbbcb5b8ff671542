"""Every control of a table, tried by clicks: offers, take-backs, what became of them."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from client_qt.app.main_window import MainWindow
from netgame.match.commands import AnswerOffer, MakeOffer, WithdrawOffer
from netgame.match.events import Moved
from tests.client.clicks import click, press, settle
from tests.client.play import at_table as at_local_table
from tests.client.play import play_on, seeded_table
from tests.client.staging import ANN, ME, answer, more, seen, sent, sit_down
from tests.screenshots.staged_tables import Staged


@pytest.fixture
def staged() -> Staged:
    """Thud with a clock, six turns played; Mareike's window comes with `sit_down`."""
    return Staged().start().play(6)


# ---- asking


@pytest.mark.parametrize("kind", ["pause", "more_time"])
def test_what_costs_nothing_is_asked_for_at_once(window: MainWindow, staged: Staged, kind: str) -> None:
    sit_down(window, staged)

    more(window, kind).trigger()

    assert sent(staged) == [("SendOffer", {"kind": kind, "to": None})]


@pytest.mark.parametrize("kind", ["abort", "adjourn"])
def test_what_ends_the_evening_is_asked_for_after_a_question(window: MainWindow, staged: Staged, kind: str) -> None:
    sit_down(window, staged)

    more(window, kind).trigger()
    answer(window, "cancel")
    assert sent(staged) == []
    more(window, kind).trigger()
    answer(window, f"ask_{kind}")

    assert sent(staged) == [("SendOffer", {"kind": kind, "to": None})]


def test_aborting_before_both_have_moved_says_that_nobody_is_asked(window: MainWindow) -> None:
    staged = Staged().start().play(1)
    sit_down(window, staged)

    more(window, "abort").trigger()
    settle()

    assert window.table.table_actions.asking is not None
    assert "Until each side has moved" in seen(window.table.table_actions.asking)
    answer(window, "ask_abort")
    assert sent(staged) == [("SendOffer", {"kind": "abort", "to": None})]


def test_leaving_the_match_says_that_it_is_lost(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    more(window, "leave").trigger()
    settle()
    assert window.table.table_actions.asking is not None
    assert "You lose the match" in seen(window.table.table_actions.asking)
    answer(window, "cancel")
    assert sent(staged) == []

    more(window, "leave").trigger()
    answer(window, "leave_match")

    assert sent(staged) == [("SendLeave", {})]


def test_every_deed_of_the_panel_is_in_the_menu_too(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    action = window.findChild(QAction, "action_pause")
    assert isinstance(action, QAction)

    action.trigger()

    assert sent(staged) == [("SendOffer", {"kind": "pause", "to": None})]
    clock = window.findChild(QAction, "action_more_time")
    assert isinstance(clock, QAction)
    assert clock.isEnabled()


def test_time_is_not_asked_for_where_there_is_no_clock(window: MainWindow) -> None:
    staged = Staged(clock="none").start().play(4)
    sit_down(window, staged)

    assert not more(window, "more_time").isVisible()
    assert more(window, "pause").isVisible()


def test_an_offer_that_was_made_cannot_be_made_again(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)

    staged.do(MakeOffer("pause"), ME)

    assert not more(window, "pause").isEnabled()
    assert more(window, "adjourn").isEnabled()


# ---- take-back


def test_the_last_own_move_is_asked_back_with_one_click(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    own = [step.event.number for step in table.steps() if isinstance(step.event, Moved) and step.event.player == ME]

    click(window.table.panel.take_back_button)

    assert sent(staged) == [("SendOffer", {"kind": "take_back", "to": own[-1]})]


def test_an_earlier_own_move_is_asked_back_while_it_is_looked_at(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    steps = list(table.steps())
    place = next(i for i, step in enumerate(steps) if isinstance(step.event, Moved) and step.event.player == ME)
    window.table.walk_to(place)

    click(window.table.panel.take_back_button)
    answer(window, "cancel")
    assert sent(staged) == []
    click(window.table.panel.take_back_button)
    answer(window, "take_back_to")

    assert sent(staged) == [("SendOffer", {"kind": "take_back", "to": steps[place].event.number})]


def test_a_move_of_the_other_side_cannot_be_asked_back(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    steps = list(table.steps())
    place = next(i for i, step in enumerate(steps) if isinstance(step.event, Moved) and step.event.player == ANN)

    window.table.walk_to(place)

    assert not window.table.panel.take_back_button.isEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_an_own_move_of_the_list_has_a_menu_to_take_it_back(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    steps = list(table.steps())
    places = [i for i, step in enumerate(steps) if isinstance(step.event, Moved)]
    own = next(i for i in places if steps[i].event.player == ME)  # type: ignore[union-attr]
    window.table.panel.moves.menu_wanted.emit(places[0], QPoint(0, 0))
    (menu,) = window.table.panel.moves.findChildren(QMenu, "", Qt.FindChildOption.FindDirectChildrenOnly)
    assert "take_back_here" not in [action.objectName() for action in menu.actions()]
    menu.close()
    settle()

    window.table.panel.moves.menu_wanted.emit(own, QPoint(0, 0))
    menu = window.table.panel.moves.findChildren(QMenu, "", Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    next(action for action in menu.actions() if action.objectName() == "take_back_here").trigger()
    menu.close()
    answer(window, "take_back_to")

    assert sent(staged) == [("SendOffer", {"kind": "take_back", "to": steps[own].event.number})]


def test_a_move_taken_back_leaves_the_list_and_the_last_move_is_the_one_before(
    window: MainWindow, staged: Staged
) -> None:
    table = sit_down(window, staged)
    before = len(table.steps())
    staged.do(MakeOffer("take_back", table.steps()[-1].event.number), ME)
    staged.do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()

    model = window.table.panel.moves._model
    texts = [entry.text for row in model.rows for entry in row.entries if entry is not None]
    assert len(table.steps()) == before - 1
    assert texts[-1] == table.steps()[-1].notation
    assert window.table.panel.moves._table.current_step == len(table.steps()) - 1
    assert table.can_move, "the clock and the turn are whose move it was"
    assert "Ann agreed." in seen(window.table.banner)


def test_at_one_screen_undo_takes_the_last_turn_back(window: MainWindow) -> None:
    table = seeded_table("thud")
    play_on(table, 3)
    at_local_table(window, table)
    action = window.findChild(QAction, "action_undo")
    assert isinstance(action, QAction)
    assert action.isEnabled()

    action.trigger()

    assert sum(isinstance(step.event, Moved) for step in table.steps()) == 2
    assert table.to_move == 0


# ---- being asked


@pytest.mark.parametrize(
    ("kind", "words", "yes"),
    [
        ("pause", "Ann asks for a pause.", "Pause"), ("more_time", "Ann asks for a minute more.", "Give it"),
        ("adjourn", "Ann asks to go on another day.", "Adjourn"),
        ("abort", "Ann asks to end the match without a result.", "Abort"),
        ("take_back", "Ann asks to take dL2-K2 back.", "Allow"),
    ],
)  # fmt: skip
def test_what_the_other_side_asks_is_answered_in_the_banner(
    window: MainWindow, staged: Staged, kind: Any, words: str, yes: str
) -> None:
    sit_down(window, staged)
    own = [s for s in staged.story.match.history if isinstance(s.event, Moved) and s.event.player == ANN][-1]
    staged.do(MakeOffer(kind, own.event.number if kind == "take_back" else None), ANN)
    settle()
    number = staged.story.match.number
    assert words.replace("dL2-K2", own.notation) in seen(window.table.banner)

    press(window.table.banner, yes)
    assert sent(staged) == [("SendAnswer", {"offer": number, "accept": True})]
    press(window.table.banner, "Play on")
    assert sent(staged) == [("SendAnswer", {"offer": number, "accept": False})]


def test_several_offers_are_open_at_once_and_each_has_its_buttons(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    staged.do(MakeOffer("count"), ANN).do(MakeOffer("pause"), ANN).do(MakeOffer("more_time"), ME)
    settle()

    words = seen(window.table.banner)
    assert "Ann offers to end the battle." in words
    assert "Ann asks for a pause." in words
    assert "You asked for a minute more." in words
    press(window.table.banner, "Take it back")
    press(window.table.banner, "Pause")
    offers = {offer.kind: offer.number for offer in staged.story.match.offers.values()}
    assert sent(staged) == [
        ("SendWithdraw", {"offer": offers["more_time"]}),
        ("SendAnswer", {"offer": offers["pause"], "accept": True}),
    ]


def test_what_became_of_an_offer_is_said(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    staged.do(MakeOffer("pause"), ME).do(AnswerOffer(staged.story.match.number + 0, False), ANN)
    settle()
    assert "Ann would rather play on." in seen(window.table.banner)

    staged.do(MakeOffer("adjourn"), ANN)
    staged.do(WithdrawOffer(staged.story.match.number), ANN)
    settle()
    assert "Ann took the question back." in seen(window.table.banner)


def test_the_news_does_not_cover_a_clock(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    staged.do(MakeOffer("pause"), ANN)
    settle()

    clock = window.table.body.strips[0].clock
    left = clock.mapTo(window, QPoint(0, 0)).x()
    banner = window.table.banner
    assert banner.mapTo(window, QPoint(banner.width(), 0)).x() <= left


def test_at_one_screen_a_game_is_aborted_without_asking_anybody(window: MainWindow) -> None:
    table = seeded_table("clod")
    play_on(table, 4)
    at_local_table(window, table)
    names = [action.objectName() for action in window.table.panel.menu.actions() if action.isVisible()]
    assert names == ["more_abort"]

    more(window, "abort").trigger()
    answer(window, "ask_abort")

    assert table.match is not None
    assert table.match.ended is not None
    assert table.match.ended.reason == "aborted"
    assert "It was aborted and does not count." in seen(window.table.result)
