"""Tournaments as files: a page that is safe whatever the names are, and JSON."""

import json
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from netgame.tournaments.commands import Cancel
from netgame.tournaments.export import MOST_CROSS, as_html, as_json, half_points
from netgame.tournaments.state import Tournament
from tests.netgame.tournaments.scripted import Scripted

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


name_of = str.title


def a_table(tournament: Tournament) -> str:
    return tournament.rounds[0][0].paired.table


def test_a_page_says_how_far_a_tournament_is_in_the_language_of_the_reader() -> None:
    scripted, large = Scripted(format="knockout"), Scripted(format="round_robin", places=MOST_CROSS + 1)
    scripted.enter("ann", "bob")
    before = as_html(scripted.t, name_of)
    scripted.order(Cancel())
    large.enter(*(f"player{number}" for number in range(MOST_CROSS + 1)))
    german = as_html(round_robin(), name_of, tr=str.upper, language="de")

    assert "has not started" in before
    assert "Cancelled" in as_html(scripted.t, name_of)
    assert "being played" in as_html(Scripted.started("ann", "bob").t, name_of)
    assert "Cross table" not in as_html(large.t, name_of)
    assert '<html lang="de">' in german
    assert "STANDINGS" in german
    assert [half_points(half) for half in (0, 1, 2, 3, 20)] == ["0", "½", "1", "1½", "10"]


def round_robin() -> Tournament:
    """Bob wins both games, ann and cid draw."""
    scripted = Scripted.started("ann", "bob", "cid", format="round_robin")
    for _ in range(3):
        scripted.play(lambda board: board.accounts.index("bob") if "bob" in board.accounts else None)
    return scripted.t


def test_a_page_shows_places_and_results_and_a_cross_table() -> None:
    page = Page(as_html(round_robin(), name_of))

    shown = ("Cup", "Round robin", "Director: Dora", "1 Bob 2 0 1 2", "Sonneborn-Berger", "Round 3", "Cross table")
    for words in shown:
        assert words in page.text
    assert "2 : 0" not in page.text  # half points are points
    assert "1 : 0" in page.text


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_or_title_is_only_text(name: str) -> None:
    t = Scripted.started("ann", "bob", "cid").t
    t = replace(t, created=replace(t.created, title=name, clock=name))
    page = Page(as_html(t, lambda account: name, {a_table(t): name}, tr=lambda text: text, terms=name))

    assert page.tags <= TAGS
    assert page.attributes <= {"lang", "charset", "http-equiv", "content", "name", "class", "title", "href"}
    assert all(link.startswith("./") for link in page.links)
    assert page.texts.count(name) >= 4


def test_a_page_shows_characters_that_nobody_sees_has_no_script_and_loads_nothing() -> None:
    page = as_html(Scripted.started("ann", "bob").t, lambda account: "a\u202eb\x00c\ud800d")
    assert "a\ufffdb\ufffdc\ufffdd" in page
    page.encode()

    t = round_robin()
    page = as_html(t, name_of, {a_table(t): "one game.netgame"})
    assert "default-src 'none'" in page
    assert Page(page).links == ["./one%20game.netgame"]


def test_the_json_has_everything_by_numbers_of_players_and_no_accounts() -> None:
    t = round_robin()
    content = json.loads(as_json(t, name_of, {a_table(t): "one.netgame"}))

    assert content["state"] == "over"
    players = [(each["number"], each["name"], each["rank"], each["half_points"]) for each in content["players"]]
    assert players == [(1, "Ann", 2, 1), (2, "Bob", 1, 4), (3, "Cid", 2, 1)]
    assert [len(boards) for boards in content["rounds"]] == [2, 2, 2]
    assert {board["record"] for boards in content["rounds"] for board in boards} == {"one.netgame", None}
    text = as_json(round_robin(), lambda account: "Zoë \ud800")
    assert text.isascii()
    assert not {"ann", "bob", "cid", "dora"} & set(text.replace('"', " ").split())
