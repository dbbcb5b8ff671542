"""Tournaments as files: a page that is safe whatever the names are, and JSON."""

import json
from html.parser import HTMLParser

import pytest

from netgame.tournaments.export import as_html, as_json, half_points
from netgame.tournaments.state import Tournament
from tests.netgame.tournaments.logs import TournamentLog

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></style><h1>",
    "&lt;b&gt;",
    "{name} {round}",
    "<!-- -->",
    "javascript:alert(1)",
]
TAGS = {
    "a", "bdi", "body", "h1", "h2", "head", "html", "li", "meta", "ol", "p", "style", "table", "td", "th", "title",
    "tr",
}  # fmt: skip


class Page(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags = set[str]()
        self.attributes = set[str]()
        self.links = list[str]()
        self.texts = list[str]()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [str(value) for name, value in attrs if name in ("href", "src")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


def name_of(account: str) -> str:
    return account.title()


def round_robin() -> Tournament:
    log = TournamentLog("round_robin", ["ann", "bob", "cid"])
    for points in ((2, 0), (1, 1), (0, 2)):
        log.play_round(points)
    return log.end()


def test_a_page_shows_places_and_results_and_a_cross_table() -> None:
    page = Page(as_html(round_robin(), name_of))

    for words in (
        "Winter",
        "Round robin",
        "Director: Dora",
        "1 Bob 2 0 1 2",
        "Sonneborn-Berger",
        "Round 3",
        "Cross table",
    ):
        assert words in page.text
    assert "2 : 0" not in page.text  # half points are points
    assert "1 : 0" in page.text


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_or_title_is_only_text(name: str) -> None:
    log = TournamentLog("swiss", ["ann", "bob", "cid"], title=name, clock=name)
    log.play_round((2, 0))

    page = Page(as_html(log.tournament, lambda account: name, {"table10": name}, tr=lambda text: text, terms=name))

    assert page.tags <= TAGS
    assert page.attributes <= {"lang", "charset", "http-equiv", "content", "name", "class", "title", "href"}
    assert all(link.startswith("./") for link in page.links)
    assert page.texts.count(name) >= 4


def test_characters_that_nobody_sees_are_shown() -> None:
    page = as_html(TournamentLog("swiss", ["ann"]).tournament, lambda account: "a\u202eb\x00c\ud800d")

    assert "a\ufffdb\ufffdc\ufffdd" in page
    page.encode()


def test_a_page_has_no_script_and_loads_nothing() -> None:
    page = as_html(round_robin(), name_of, {"table10": "one game.netgame"})

    assert "default-src 'none'" in page
    assert Page(page).links == ["./one%20game.netgame"]


def test_a_page_is_in_the_language_of_the_reader() -> None:
    page = as_html(round_robin(), name_of, tr=str.upper, language="de")

    assert '<html lang="de">' in page
    assert "STANDINGS" in page


def test_a_tournament_that_has_not_started_and_one_that_was_cancelled_have_pages() -> None:
    assert "2 Bob" not in Page(as_html(TournamentLog("arena", ["ann", "bob"]).tournament, name_of)).text
    assert "Cancelled" in as_html(TournamentLog("knockout", ["ann", "bob"]).cancel(), name_of)


def test_a_large_round_robin_has_no_cross_table() -> None:
    log = TournamentLog("round_robin", [f"player{number}" for number in range(31)])

    assert "Cross table" not in as_html(log.tournament, name_of)


def test_a_game_that_is_played_has_no_result_yet() -> None:
    log = TournamentLog("swiss", ["ann", "bob", "cid", "dot"])
    log.play_round((2, 0), None)

    assert "being played" in as_html(log.tournament, name_of)


def test_the_json_has_everything_by_numbers_of_players() -> None:
    content = json.loads(as_json(round_robin(), name_of, {"table10": "one.netgame"}))

    assert content["state"] == "over"
    players = [(each["number"], each["name"], each["rank"], each["half_points"]) for each in content["players"]]
    assert players == [(1, "Ann", 2, 1), (2, "Bob", 1, 4), (3, "Cid", 2, 1)]
    assert [len(boards) for boards in content["rounds"]] == [2, 2, 2]
    assert {board["record"] for boards in content["rounds"] for board in boards} == {"one.netgame", None}


def test_the_json_has_no_accounts_and_is_ascii() -> None:
    text = as_json(round_robin(), lambda account: "Zoë \ud800")

    assert text.isascii()
    assert not {"ann", "bob", "cid", "dora"} & set(text.replace('"', " ").split())


@pytest.mark.parametrize(("half", "text"), [(0, "0"), (1, "½"), (2, "1"), (3, "1½"), (20, "10")])
def test_points_are_shown_with_halves(half: int, text: str) -> None:
    assert half_points(half) == text
