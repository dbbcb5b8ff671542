"""The list of tables: entries for tables that were announced, and for those of servers that were asked."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from client_qt.net import server_browser
from client_qt.net.server_browser import ServerBrowser, ServerReply
from client_qt.net.table_list import ListedServer, from_found, from_tables, version_problem
from protocol.address import Address
from protocol.discovery.announcement import Announcement, TableBrief
from protocol.discovery.browser import NO_NETWORK
from protocol.discovery.servers import DiscoveredServer
from protocol.messages import SeatInfo, TableInfo

PLACE = ListedServer("address", "ab" * 32, "x", (Address("127.0.0.1"),), 20.0)


def announced(protocols: tuple[int, int] = (1, 1), game: str = "thud") -> DiscoveredServer:
    briefs = (TableBrief("t1", "Ann's table", game, {"battles": 1}, 1, ("Ann",)),)
    announcement = Announcement("ab" * 32, "ann-laptop", 7763, protocols, "netgame 0.1.0", briefs)
    return DiscoveredServer(announcement, (Address("192.168.1.5"),), 3.2, frozenset({"query"}), 1.0)


def table(*accounts: str, state: str = "playing") -> TableInfo:
    first, second = (*(SeatInfo(name="Ann", account=account, present=True) for account in accounts), None, None)[:2]
    return TableInfo(
        table="t1", title="", game="clod", rules=1, options={}, seats=(first, second), state=state, events=4, made=0
    )


def test_an_announced_table_has_its_title_ping_and_version() -> None:
    (entry,) = from_found(announced())

    assert (entry.title, entry.names, entry.server.ping_ms, entry.server.version) == (
        "Ann's table", ("Ann",), 3.2, "0.1.0",
    )  # fmt: skip
    assert entry.options == {"battles": 1}
    assert entry.is_free


@pytest.mark.parametrize(("protocols", "game", "words"), [
    ((0, 0), "thud", ""), ((7, 9), "thud", ""), ((1, 1), "chess", "chess"),
])  # fmt: skip
def test_a_server_of_another_version_and_an_unknown_game_are_a_problem(
    protocols: tuple[int, int], game: str, words: str
) -> None:
    (entry,) = from_found(announced(protocols, game))
    assert entry.problem
    assert words in entry.problem
    assert not entry.is_free
    assert game == "thud" or not entry.details()


def test_the_problem_names_the_older_side() -> None:
    assert version_problem((0, 0), "netgame 0.9", "x") != version_problem((7, 9), "netgame 0.9", "x")
    assert version_problem((1, 3), "netgame 0.9", "x") == ""


def test_the_own_seat_is_recognised_by_the_account_not_the_name_and_tables_that_are_over_are_not_listed() -> None:
    ((mine,), (other,)) = (from_tables(PLACE, [table("1", "2")], account) for account in ("2", "3"))
    assert (mine.mine, mine.is_free) == (True, True)
    assert (other.mine, other.is_free) == (False, False)
    assert from_tables(PLACE, [table(state="over"), table(state="frozen")]) == []


def test_a_table_is_listed_as_unrated_rated_or_rated_also_against_computers() -> None:
    info = table("1")
    also = structs.replace(info, rated=True, rated_computers=True)
    tables = [info, structs.replace(info, rated_computers=True), structs.replace(info, rated=True), also]
    unrated, ignored, rated, with_computers = from_tables(PLACE, tables)

    assert (unrated.terms_line, unrated.details()) == (ignored.terms_line, ignored.details())
    assert len({entry.terms_line for entry in (unrated, rated, with_computers)}) == 3
    assert len({str(entry.details()) for entry in (unrated, rated, with_computers)}) == 3


class FakeBrowser:
    """The browser of the network, which finds what a test says."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.changed = changed
        self.problem: object = None
        self.found: dict[str, DiscoveredServer] = {}
        self.remembered: list[Address] = []
        made.append(self)

    def remember(self, addresses: object) -> None:
        self.remembered = list(addresses)


made: list[FakeBrowser] = []


class NoTasks:
    """A nursery for a browser that starts nothing."""

    def start_soon(self, *_work: object) -> None:
        raise AssertionError("this test starts no tasks")


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> ServerBrowser:
    monkeypatch.setattr(server_browser, "Browser", FakeBrowser)
    return ServerBrowser("none", NoTasks())


def test_a_problem_of_the_network_is_a_change_also_of_an_empty_list_but_a_small_one_of_the_ping_is_not(
    browser: ServerBrowser,
) -> None:
    changes = []
    browser.changed.connect(lambda: changes.append(browser.trouble))
    for problem in (NO_NETWORK, NO_NETWORK, None):
        made[-1].problem = problem
        made[-1].changed()
    assert changes == [NO_NETWORK, None]

    for ping_ms in (20.0, 21.0):
        browser.show(ServerReply(replace(PLACE, ping_ms=ping_ms), (table(state="open"),)))
    assert len(changes) == 3
    browser.know([PLACE])
    assert made[-1].remembered == list(PLACE.addresses), "known servers are asked directly"
