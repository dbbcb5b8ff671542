from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from client_qt.app.main_window import MainWindow
from client_qt.pages.profile.page import rating_change
from client_qt.pages.table.controllers.table_controller import Ratings
from client_qt.table.change import Change
from client_qt.table.remote import RemoteTable
from client_qt.text.offer_words import agree_words, claim_words, rating_words
from devtools.harness.window.clicks import click, press, settle
from devtools.harness.window.input_devices import usable
from devtools.harness.window.play import at_table, moves_of, played
from devtools.screenshots.staged_tables import NAMES, Staged
from netgame.match import HOST
from netgame.match.commands import AnswerOffer, MakeOffer, MarkAbsent
from netgame.match.events import Ended, OfferKind, RatingChange
from protocol.messages import Profile, Standing
from tests.client.staging import ANN, ME, answer, more, notices, own_turn, seen, sent, sit_down


def moves_by(table: RemoteTable, player: int) -> list[int]:
    return [index for index in moves_of(table) if getattr(table.steps()[index].event, "player") == player]  # noqa: B009


@pytest.mark.parametrize(("turns", "kinds"), [(6, ("abort", "adjourn", "leave")), (1, ("abort",))])
def test_ending_a_match_needs_an_answer_first_and_harmless_offers_do_not(
    window: MainWindow, turns: int, kinds: tuple[str, ...]
) -> None:
    staged = Staged().start().play(turns)
    sit_down(window, staged)
    for kind in kinds:
        more(window, kind).trigger()
        answer(window, "cancel")
        assert sent(staged) == []
        more(window, kind).trigger()
        answer(window, "leave_match" if kind == "leave" else f"ask_{kind}")
        assert sent(staged) == [("SendLeave", {}) if kind == "leave" else ("SendOffer", {"kind": kind, "to": None})]

    assert window.table.panel.menu.toolTipsVisible()
    for kind in ("pause", "more_time"):
        for action in (more(window, kind), window.action(kind)):
            action.trigger()
            assert sent(staged) == [("SendOffer", {"kind": kind, "to": None})]


def test_a_newer_question_is_not_forgotten_with_an_older_one(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    actions = window.table.table_actions
    more(window, "adjourn").trigger()
    older = actions.asking
    more(window, "abort").trigger()
    newer = actions.asking
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    assert newer is not older
    assert actions.asking is newer
    answer(window, "cancel")


def menu_of_move(window: MainWindow, step: int) -> QMenu:
    window.table.panel.moves.menu_wanted.emit(step, QPoint(0, 0))
    return window.table.panel.moves.findChildren(QMenu, "", Qt.FindChildOption.FindDirectChildrenOnly)[-1]


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_an_own_move_is_asked_back_while_it_is_shown_or_by_its_menu(window: MainWindow, staged: Staged) -> None:
    table, take_back = sit_down(window, staged), window.table.panel.take_back_button
    own, others = moves_by(table, ME), moves_by(table, ANN)

    def request(place: int) -> list[tuple[str, object]]:
        return [("SendOffer", {"kind": "take_back", "to": table.steps()[place].event.number})]

    click(take_back)
    assert sent(staged) == request(own[-1])

    window.table.history.go(own[0])
    settle()
    click(take_back)
    answer(window, "cancel")
    assert sent(staged) == []
    click(take_back)
    answer(window, "take_back_to")
    assert sent(staged) == request(own[0])
    window.table.history.go(others[0])
    settle()
    assert not take_back.isEnabled(), "a move of the other side"

    menu = menu_of_move(window, others[0])
    assert menu.findChild(QAction, "take_back_here") is None
    menu.close()
    settle()
    menu = menu_of_move(window, own[0])
    menu.findChild(QAction, "take_back_here").trigger()
    menu.close()
    answer(window, "take_back_to")
    assert sent(staged) == request(own[0])


def test_an_offer_is_answered_and_a_claim_is_made_in_its_notice(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    move = table.steps()[moves_by(table, ANN)[-1]].event.number
    kinds: tuple[OfferKind, ...] = ("pause", "more_time", "adjourn", "abort", "take_back")
    for kind in kinds:
        staged.do(MakeOffer(kind, move if kind == "take_back" else None), ANN)
        number = staged.story.match.number
        assert notices(window)[0] == f"offer{number}"
        for words, accept in ((agree_words(kind), True), ("Play on", False)):
            press(window.table.banner, words)
            assert sent(staged) == [("SendAnswer", {"offer": number, "accept": accept})]
        staged.do(AnswerOffer(number, False), ME)

    staged.do(MarkAbsent(ANN, "lost"), HOST).wait(61_000)
    window.table.clock_ticker.tick()
    press(window.table.banner, claim_words("win"))
    assert sent(staged) == [("SendClaim", {"what": "win"})]


def test_several_offers_are_open_at_once_and_each_has_its_buttons(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    staged.do(MakeOffer("count"), ANN).do(MakeOffer("pause"), ANN).do(MakeOffer("more_time"), ME)
    settle()

    assert notices(window) == [f"offer{number}" for number in staged.story.match.offers]
    press(window.table.banner, "Withdraw")
    press(window.table.banner, "Pause")
    offers = {offer.kind: offer.number for offer in staged.story.match.offers.values()}
    assert sent(staged) == [
        ("SendWithdraw", {"offer": offers["more_time"]}),
        ("SendAnswer", {"offer": offers["pause"], "accept": True}),
    ]
    staged.do(AnswerOffer(offers["more_time"], False), ANN)
    settle()
    assert "news" in notices(window), "the outcome"


def test_a_game_at_one_screen_is_aborted_by_anybody_and_a_rated_match_has_no_hints(window: MainWindow) -> None:
    for terms, possible in (({}, True), ({"rated": True}, False)):
        sit_down(window, own_turn(6, more=terms))
        assert window.action("hint").isEnabled() == possible
        assert (usable(window.table.hint, "hint") is not None) == possible

    table = played("clod", 4)
    at_table(window, table)
    names = [action.objectName() for action in window.table.panel.menu.actions() if action.isVisible()]
    assert names == ["more_abort"]
    more(window, "abort").trigger()
    answer(window, "ask_abort")
    assert table.match.ended.reason == "aborted"


class RatedServer:
    """A server with ratings; it answers when the test says so."""

    status = "online"

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[Profile], None]] = {}

    def profile(self, account: str) -> str:
        """The request itself: the account that it is about."""
        return account

    def request(self, account: str, done: Callable[[Profile], None], _failed: object) -> None:
        assert account not in self.answers, "each is requested once"
        self.answers[account] = done

    def answer(self, account: str, rating: int) -> None:
        standing = Standing(game="thud", won=1, lost=0, drawn=0, rating=rating, provisional=False)
        self.answers[account](Profile(account=account, name=account, registered=True, standings=[standing]))


def test_ratings_are_requested_once_and_shown_beside_the_sides_of_their_own_table(window: MainWindow) -> None:
    table, server, ratings = sit_down(window, Staged().start()), RatedServer(), Ratings(window)
    ratings.follow(table, server)
    table.changed.emit(Change.MATCH)
    server.answer(NAMES[ANN], 154_000)
    server.answer(NAMES[ME], 148_760)
    assert all(rating in seen(window.table) for rating in ("1540", "1488"))

    ratings.follow(sit_down(window, Staged().start()), None)
    server.answer(NAMES[ANN], 199_900)
    assert "1999" not in seen(window.table)


def test_after_a_match_the_change_of_each_rating_is_shown() -> None:
    up, down, none = (
        RatingChange(before=before, after=after)
        for before, after in (
            ((150_000, 5_000, 60_000), (151_240, 4_900, 60_000)),
            ((150_000, 35_000, 60_000), (133_810, 29_000, 60_000)),
            ((150_000, 3_000, 60_000), (150_010, 3_000, 60_000)),
        )
    )
    assert [rating_change(change) for change in (up, down, none)] == ["1512 (+12)", "1338 ? (-162)", "1500 (+0)"]
    ended = Ended(number=9, at=0, reason="legs", winner=0, totals=(1, -1), ratings=(up, down))
    assert rating_words(ended, ("Ann", "Bob")).endswith("Ann 1512 (+12), Bob 1338 (-162)")
    assert rating_words(replace(ended, ratings=None), ("Ann", "Bob")) == ""
