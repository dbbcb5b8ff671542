"""The actions of a table, tried by clicks, and ratings beside the names of the players."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu

from client_qt.app.main_window import MainWindow
from client_qt.pages.profile.page import rating_change
from client_qt.pages.table.controllers.table_controller import Ratings
from client_qt.table.change import Change
from client_qt.table.remote import RemoteTable
from client_qt.text.offer_words import agree_words
from devtools.harness.window.clicks import click, press, settle
from devtools.harness.window.input_devices import usable
from devtools.harness.window.play import at_table as at_local_table
from devtools.harness.window.play import moves_of, played
from devtools.screenshots.staged_tables import Staged
from netgame.match.commands import AnswerOffer, MakeOffer
from netgame.match.events import OfferKind, Rating, RatingChange
from netgame.text import Text
from protocol.messages import Profile, Standing
from tests.client.staging import ANN, ME, answer, more, notices, own_turn, seen, sent, sit_down


def moves_by(table: RemoteTable, player: int) -> list[int]:
    """The steps that are moves of a player, by their index."""
    return [index for index in moves_of(table) if getattr(table.steps()[index].event, "player") == player]  # noqa: B009


@pytest.mark.parametrize("kind", ["pause", "more_time"])
def test_harmless_offers_need_no_question(window: MainWindow, staged: Staged, kind: str) -> None:
    sit_down(window, staged)

    assert window.table.panel.menu.toolTipsVisible()
    more(window, kind).trigger()
    assert sent(staged) == [("SendOffer", {"kind": kind, "to": None})]
    window.action(kind).trigger()
    assert sent(staged) == [("SendOffer", {"kind": kind, "to": None})]


@pytest.mark.parametrize(("turns", "kind"), [(6, "abort"), (1, "abort"), (6, "adjourn"), (6, "leave")])
def test_ending_a_match_needs_an_answer_first(window: MainWindow, turns: int, kind: str) -> None:
    staged = Staged().start().play(turns)
    sit_down(window, staged)

    more(window, kind).trigger()
    answer(window, "cancel")
    assert sent(staged) == []
    more(window, kind).trigger()
    answer(window, "leave_match" if kind == "leave" else f"ask_{kind}")

    assert sent(staged) == [("SendLeave", {}) if kind == "leave" else ("SendOffer", {"kind": kind, "to": None})]


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


def test_an_own_move_is_asked_back_with_one_click_or_while_it_is_looked_at(window: MainWindow, staged: Staged) -> None:
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


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_an_own_move_of_the_list_has_a_menu_to_take_it_back(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    own = moves_by(table, ME)[0]
    window.table.panel.moves.menu_wanted.emit(moves_by(table, ANN)[0], QPoint(0, 0))
    (menu,) = window.table.panel.moves.findChildren(QMenu, "", Qt.FindChildOption.FindDirectChildrenOnly)
    assert "take_back_here" not in [action.objectName() for action in menu.actions()]
    menu.close()
    settle()

    window.table.panel.moves.menu_wanted.emit(own, QPoint(0, 0))
    menu = window.table.panel.moves.findChildren(QMenu, "", Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    next(action for action in menu.actions() if action.objectName() == "take_back_here").trigger()
    menu.close()
    answer(window, "take_back_to")

    assert sent(staged) == [("SendOffer", {"kind": "take_back", "to": table.steps()[own].event.number})]


def test_a_move_taken_back_leaves_the_list_and_the_last_move_is_the_one_before(
    window: MainWindow, staged: Staged
) -> None:
    table = sit_down(window, staged)
    before = len(table.steps())
    staged.do(MakeOffer("take_back", table.steps()[-1].event.number), ME)
    staged.do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()

    texts = [entry.text for row in window.table.panel.moves.rows for entry in row.entries if entry is not None]
    assert len(table.steps()) == before - 1
    assert texts[-1] == table.steps()[-1].notation
    assert table.can_move, "the clock and the turn are whose move it was"
    assert notices(window) == ["news"]


@pytest.mark.parametrize("kind", ["pause", "more_time", "adjourn", "abort", "take_back"])
def test_an_offer_is_answered_in_its_notice(window: MainWindow, staged: Staged, kind: OfferKind) -> None:
    sit_down(window, staged)
    move = [step.event for step in staged.story.match.history if getattr(step.event, "player", None) == ANN][-1]
    staged.do(MakeOffer(kind, move.number if kind == "take_back" else None), ANN)
    settle()
    number = staged.story.match.number
    assert notices(window) == [f"offer{number}"]

    press(window.table.banner, agree_words(kind))
    assert sent(staged) == [("SendAnswer", {"offer": number, "accept": True})]
    press(window.table.banner, "Play on")
    assert sent(staged) == [("SendAnswer", {"offer": number, "accept": False})]


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


def test_at_one_screen_a_game_is_aborted_without_asking_anybody(window: MainWindow) -> None:
    table = played("clod", 4)
    at_local_table(window, table)
    names = [action.objectName() for action in window.table.panel.menu.actions() if action.isVisible()]
    assert names == ["more_abort"]

    more(window, "abort").trigger()
    answer(window, "ask_abort")

    assert table.match.ended.reason == "aborted"


def test_the_button_and_the_menu_agree_whether_a_hint_is_possible(window: MainWindow) -> None:
    found = []
    for terms in ({}, {"rated": True}):
        sit_down(window, own_turn(6, more=terms))
        settle()
        found.append((window.action("hint").isEnabled(), usable(window.table.hint, "hint") is not None))

    assert found == [(True, True), (False, False)]


class LobbyController(QObject):
    """A server with ratings; it answers when the test says so."""

    status = "online"

    def __init__(self, ratings: dict[str, int]) -> None:
        super().__init__()
        self.ratings, self.waiting = ratings, dict[str, Callable[[], None]]()
        self.asked: list[str] = []

    def profile(self, account: str) -> str:
        """The request itself: the account that it is about."""
        return account

    def request(self, account: str, done: Callable[[Profile], None], failed: Callable[[Text], None]) -> None:
        standing = Standing(game="thud", won=1, lost=0, drawn=0, rating=self.ratings.get(account), provisional=False)
        profile = Profile(account=account, name=account, registered=True, standings=[standing])
        self.asked.append(account)
        self.waiting[account] = lambda: done(profile) if account in self.ratings else failed(Text("Busy."))

    def answer(self) -> None:
        for request in self.waiting.values():
            request()
        self.waiting.clear()


def shown(window: MainWindow, table: RemoteTable, club: LobbyController) -> Ratings:
    ratings = Ratings(window)
    ratings.follow(table, club)
    return ratings


def accounts(table: RemoteTable) -> list[str]:
    return [seated.account for seated in table.match.seats if seated is not None]


def test_ratings_are_requested_once_and_shown_beside_the_sides(window: MainWindow) -> None:
    table = sit_down(window, Staged().start())
    first, second = accounts(table)
    club = LobbyController({first: 154_000, second: 148_760})
    _kept = shown(window, table, club)

    table.changed.emit(Change.MATCH)
    club.answer()

    assert sorted(club.asked) == sorted([first, second])
    assert "1540" in seen(window.table)
    assert "1488" in seen(window.table)


def test_without_an_answer_no_rating_is_shown(window: MainWindow) -> None:
    table = sit_down(window, Staged().start())
    before = seen(window.table)
    _kept = shown(window, table, club := LobbyController({}))

    club.answer()

    assert seen(window.table) == before


def test_an_answer_about_another_table_is_not_shown_at_this_one(window: MainWindow) -> None:
    first = sit_down(window, Staged().start())
    club = LobbyController(dict.fromkeys(accounts(first), 199_900))
    ratings = shown(window, first, club)
    second = sit_down(window, Staged().start())
    ratings.follow(second, None)

    club.answer()

    assert "1999" not in seen(window.table)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ((150_000, 5_000, 60_000), (151_240, 4_900, 60_000), "1512 (+12)"),
        ((150_000, 35_000, 60_000), (133_810, 29_000, 60_000), "1338 ? (-162)"),
        ((150_000, 3_000, 60_000), (150_010, 3_000, 60_000), "1500 (+0)"),
    ],
)
def test_after_a_match_the_change_of_the_rating_is_shown(before: Rating, after: Rating, words: str) -> None:
    assert rating_change(RatingChange(before=before, after=after)) == words
