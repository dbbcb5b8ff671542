"""The ratings beside the names of the players."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.pages.profile.page import rating_change
from client_qt.pages.table.controllers.table_controller import Ratings
from client_qt.table.change import Change
from client_qt.table.remote import RemoteTable
from devtools.screenshots.staged_tables import Staged
from netgame.match.events import Rating, RatingChange
from netgame.text import Text
from protocol.messages import Profile, Standing
from tests.client.staging import seen, sit_down


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
        for answer in self.waiting.values():
            answer()
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
