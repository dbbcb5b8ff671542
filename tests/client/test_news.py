"""News is known by its server, its kind and its id. These tests need no window."""

import pytest

from client_qt.news import MOST, News, NewsItem, NewsKey, Place


class Told:
    """News, and what its views and answers see."""

    def __init__(self) -> None:
        self.news = News()
        self.new: list[NewsKey] = []
        self.answers: list[tuple[NewsKey, str]] = []
        self.news.told.append(lambda item: self.new.append(item.key))
        self.news.acts["challenge"] = lambda item, answer: self.answers.append((item.key, answer))

    def tell(
        self, server: str, id: str, words: str = "Ann", place: Place = "question", *, again: bool = False
    ) -> NewsKey:
        key = NewsKey(server, "challenge", id)
        self.news.tell(NewsItem(key, words, (("yes", "Accept"),), place=place), again=again)
        return key

    @property
    def asked(self) -> list[NewsKey]:
        return [item.key for item in self.news.questions]


@pytest.fixture
def told() -> Told:
    return Told()


def test_the_same_words_from_two_servers_are_two_questions(told: Told) -> None:
    first, second = told.tell("one", "1"), told.tell("two", "1")
    assert told.asked == told.new == [first, second]

    told.news.withdraw(first)
    assert told.asked == [second]


def test_a_full_list_withdraws_what_is_not_in_it(told: Told) -> None:
    kept, other = told.tell("one", "1"), told.tell("two", "2")
    told.tell("one", "2")
    told.news.keep("one", "challenge", ["1"])
    assert told.asked == [kept, other]

    told.news.leave("one")
    assert told.asked == [other]


def test_an_answered_question_that_is_listed_again_is_not_asked_again(told: Told) -> None:
    key = told.tell("one", "1")
    told.news.answer(key, "yes")
    told.news.answer(key, "yes")
    told.tell("one", "1")
    assert (told.answers, told.asked, told.new) == ([(key, "yes")], [], [key])

    told.tell("one", "1", again=True)
    assert told.asked == [key]
    told.news.close(key)
    told.news.withdraw(key)
    told.tell("one", "1")
    assert told.asked == [key], "a withdrawn one is forgotten"


def test_a_danger_is_asked_before_other_questions(told: Told) -> None:
    first, danger = told.tell("one", "1"), NewsKey("two", "refusal")
    told.news.tell(NewsItem(danger, "The server does not let you in.", tone="danger"))
    assert told.asked == [danger, first]


def test_known_news_gets_new_words_without_a_call(told: Told) -> None:
    key = told.tell("one", "1")
    told.tell("one", "1", "Anna")
    assert told.new == [key]
    assert [item.words for item in told.news.questions] == ["Anna"]


def test_a_flood_of_one_server_leaves_room_for_others(told: Told) -> None:
    for number in range(3 * MOST):
        told.tell("flood", str(number))
    key = told.tell("two", "1")
    assert len(told.asked) == MOST + 1
    assert told.asked[-1] == key

    told.news.answer(told.asked[0], "yes")
    for number in range(3 * MOST):
        told.tell("flood", str(number))
    assert len(told.asked) == MOST + 1, "the next list fills the place that is free"


def test_what_was_for_a_moment_is_passed_by(told: Told) -> None:
    badge, _note = told.tell("one", "1", place="badge"), told.tell("one", "2", place="note")
    told.news.pass_by()
    assert [item.key for item in told.news.badge] == [badge]

    told.news.open(badge)
    assert told.answers == [(badge, "open")]
    assert told.news.is_open(badge), "it stays until its game is shown"
