"""Tables and servers in lists: what was announced or told, what is asked about new servers, when one is asked again."""

import errno
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, cast

import pytest
import trio
import trio.testing
from msgspec import structs
from PySide6.QtCore import QObject, Signal

from client_qt.net import server_browser
from client_qt.net.known_servers import KnownServers, recent_servers
from client_qt.net.player_key import PlayerKey
from client_qt.net.server_browser import ServerBrowser, ServerReply
from client_qt.net.server_trust import NO_BREAK, by_public_name, is_near, proves_itself, stranger_question, to_compare
from client_qt.net.table_list import ListedServer, from_found, from_tables, version_problem
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer, Settings
from devtools.harness.window.program import until
from netgame.text import Text
from protocol.address import Address
from protocol.client import Server
from protocol.client import session as session_module
from protocol.discovery.announcement import Announcement, TableBrief
from protocol.discovery.browser import NO_NETWORK
from protocol.discovery.servers import DiscoveredServer
from protocol.identity.fingerprint_words import digits_of, words_of
from protocol.messages import SeatInfo, TableInfo
from protocol.platform import RESET_DROPS_UNREAD

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
def test_another_version_and_an_unknown_game_are_a_problem(protocols: tuple[int, int], game: str, words: str) -> None:
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


def test_a_problem_of_the_network_is_a_change_and_a_small_one_of_the_ping_is_not(browser: ServerBrowser) -> None:
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


def test_a_neighbour_with_hundreds_of_servers_fills_no_list_and_known_servers_come_first(
    browser: ServerBrowser,
) -> None:
    one = announced()
    tables = tuple(replace(one.announcement.tables[0], table=f"t{number}", title=f"A {number}") for number in range(16))

    def row(fingerprint: str, host: str) -> DiscoveredServer:
        announcement = replace(one.announcement, fingerprint=fingerprint, tables=tables)
        return replace(one, announcement=announcement, addresses=(Address(host),))

    made[-1].found = {f"{number:064x}": row(f"{number:064x}", "192.168.1.66") for number in range(200)}
    made[-1].found |= {
        each * 32: row(each * 32, host) for each, host in (("cd", "192.168.1.7"), ("ab", "192.168.1.66"))
    }
    browser.know([replace(PLACE, addresses=(Address("192.168.1.5"),))])
    made[-1].changed()

    assert [table.server.fingerprint for table in browser.tables[:16]] == ["ab" * 32] * 16
    assert sum(table.server.fingerprint == "cd" * 32 for table in browser.tables) == 16
    assert len(browser.tables) == 16 + 16 + server_browser.MOST_TABLES_OF_HOST
    assert len(browser.servers) == 2 + server_browser.MOST_SERVERS_OF_HOST


async def test_a_server_that_answers_no_more_is_told_or_leaves_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_browser, "Browser", FakeBrowser)
    monkeypatch.setattr(server_browser, "connect", unreachable)
    told = list[Text]()
    async with trio.open_nursery() as nursery:
        browser = ServerBrowser("none", nursery)
        browser.failed.connect(told.append)
        browser.show(ServerReply(PLACE, (table(state="open"),)))
        browser.know([PLACE])
        browser.set_list_shown(True)
        browser.query(PLACE.addresses[0], None)
        await until(lambda: told and not browser.tables)
        nursery.cancel_scope.cancel()
    assert f"{told[0]}" == "Nobody answers at 127.0.0.1. Check it with your friend."


def unreachable(_server: Server) -> NoReturn:
    raise OSError(errno.EHOSTUNREACH, "No route to host")


async def test_a_known_server_is_asked_where_it_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_browser, "Browser", FakeBrowser)
    asked: list[Server] = []

    def note(server: Server) -> NoReturn:
        asked.append(server)
        unreachable(server)

    monkeypatch.setattr(server_browser, "connect", note)
    async with trio.open_nursery() as nursery:
        browser, moved = ServerBrowser("none", nursery), Address("192.168.1.77")
        browser.know([PLACE])
        browser.show(ServerReply(replace(PLACE, addresses=(moved,)), (table(state="open"),)))
        browser.set_list_shown(True)
        await until(lambda: bool(asked))
        nursery.cancel_scope.cancel()
    assert asked[0].addresses == (moved, *PLACE.addresses)


NEW, OLD = "ab" * 32, "cd" * 32
NAME = "games.example.org"
PUBLIC = ListedServer("address", NEW, "Club", (Address(NAME, 7763),), public_name=NAME)


@pytest.mark.parametrize(("host", "near"), [
    ("192.168.1.5", True), ("10.0.0.1", True), ("fe80::1", True), ("127.0.0.1", True), ("ann-laptop", True),
    ("ann.local", True), ("8.8.8.8", False), ("play.example.org", False), ("2606:4700::1111", False),
])  # fmt: skip
def test_an_address_without_the_internet_in_between_is_near(host: str, near: bool) -> None:
    assert is_near(Address(host)) is near


@pytest.mark.parametrize("host", ["192.168.1.5", "play.example.org"])
def test_a_new_server_is_asked_about_with_the_words_of_its_fingerprint_to_compare(host: str) -> None:
    question = stranger_question(ListedServer("address", NEW, "ann", (Address(host),)), [])
    shown = to_compare(NEW).replace(NO_BREAK, " ")
    assert not question.instead_of
    assert to_compare(NEW) in question.words
    assert " ".join(words_of(NEW)) in shown
    assert digits_of(NEW) in shown


def test_another_server_at_a_public_address_replaces_the_old_one_which_keeps_its_other_addresses() -> None:
    address = Address("play.example.org")
    settings = Settings().with_server(KnownServer(OLD, "club", (str(address), "192.168.1.5:7763")))
    place = ListedServer("address", NEW, "club", (address,))
    assert stranger_question(place, settings.servers.values()).instead_of == OLD
    after = settings.without_address(OLD, str(address))
    assert after.servers[OLD].addresses == ("192.168.1.5:7763",)
    assert not stranger_question(place, after.servers.values()).instead_of


def test_a_server_whose_certificate_has_the_typed_name_proves_itself_unless_another_one_has_its_address() -> None:
    before = KnownServer(OLD, "Club", (str(PUBLIC.addresses[0]),))
    assert proves_itself(PUBLIC, [])
    assert not proves_itself(replace(PUBLIC, public_name=""), [])
    assert not proves_itself(replace(PUBLIC, public_name="other.example.org"), [])
    assert not proves_itself(PUBLIC, [before])
    assert proves_itself(PUBLIC, [replace(before, public_name=NAME)])


def test_a_server_with_a_renewed_certificate_is_the_known_one_whose_public_name_is_stored(tmp_path: Path) -> None:
    before = KnownServer(OLD, "Club", (str(PUBLIC.addresses[0]),), public_name=NAME)
    assert by_public_name(ServerReply(PUBLIC, ()), [before]).server.fingerprint == OLD
    assert by_public_name(ServerReply(PUBLIC, ()), []).server.fingerprint == NEW
    file = SettingsFile(tmp_path)
    file.change(file.value.with_server(before))
    (place,) = recent_servers(SettingsFile(tmp_path).value)
    assert (place.public_name, place.fingerprint) == (NAME, OLD)


KEY = "ab" * 32
A_TRY = 2 if RESET_DROPS_UNREAD else 1  # connections: the client listens once more where a reset takes what came


class Network(QObject):
    """A browser that finds the addresses of a test."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[Address, ...] = ()

    def addresses(self, fingerprint: str) -> tuple[Address, ...]:
        return self.found

    def know(self, places: object) -> None:
        pass

    def tell(self, *found: Address) -> None:
        self.found = found
        self.changed.emit()


class FullServer:
    """Closes and counts every connection, which it gets in memory."""

    connections = 0

    async def connect(self, *_address: object) -> trio.abc.Stream:
        self.connections += 1
        near, far = trio.testing.memory_stream_pair()
        await trio.aclose_forcefully(far)
        return near


def servers_of(folder: Path, network: Network | ServerBrowser, nursery: trio.Nursery) -> KnownServers:
    key = PlayerKey(folder, "this computer")
    return KnownServers(SettingsFile(folder), cast(ServerBrowser, network), nursery, lambda: "Ann", key, network)


async def test_an_address_that_a_person_broke_in_the_settings_is_left_out(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    settings.change(settings.value.with_server(KnownServer(KEY, "Club", ("no address:", "192.168.1.5:7763"))))
    async with trio.open_nursery() as nursery:
        servers = servers_of(tmp_path, Network(), nursery)
        assert servers.session_to(KEY).server.addresses == (Address("192.168.1.5"),)
        nursery.cancel_scope.cancel()


async def test_what_a_server_has_announced_is_dialed_with_care_after_a_start_too(tmp_path: Path) -> None:
    settings, (typed, told) = SettingsFile(tmp_path), (Address("club.example.org"), Address("two.example.org"))
    known = KnownServer(KEY, "Club", (str(told), str(typed)), announced=(str(told),))
    settings.change(settings.value.with_server(known))
    async with trio.open_nursery() as nursery:
        servers, (place,) = servers_of(tmp_path, Network(), nursery), recent_servers(settings.value)
        assert place.announced == servers.session_to(KEY).server.announced == {told}
        assert SettingsFile(tmp_path).value.servers[KEY].announced == (str(told),)
        nursery.cancel_scope.cancel()
    async with trio.open_nursery() as nursery:
        servers = servers_of(tmp_path, Network(), nursery)
        assert servers.session_at(place).server.announced == {told}
        nursery.cancel_scope.cancel()
    async with trio.open_nursery() as nursery:
        servers, own = servers_of(tmp_path, Network(), nursery), ListedServer("address", KEY, "Club", (told,))
        assert not servers.session_at(own).server.announced, "the player has typed it"
        nursery.cancel_scope.cancel()


async def test_only_the_return_of_a_full_server_ends_the_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 1000.0)
    monkeypatch.setattr(session_module, "LONGEST_PAUSE_S", 1000.0)
    full, network, address = FullServer(), Network(), Address("127.0.0.1", 7763)
    monkeypatch.setattr(trio, "open_tcp_stream", full.connect)
    async with trio.open_nursery() as nursery:
        link = servers_of(tmp_path, network, nursery).session_to(KEY, [address])
        # the player asks: two tries at once
        await until(lambda: full.connections == 2 * A_TRY and link.status == "waiting")

        network.tell(address)
        await until(lambda: full.connections == 3 * A_TRY and link.status == "waiting")
        for _ in range(5):
            network.tell(address)
            await trio.testing.wait_all_tasks_blocked(0.005)
        assert (full.connections, link.status) == (3 * A_TRY, "waiting")

        network.tell()
        network.tell(address)
        await until(lambda: full.connections >= 4 * A_TRY)
        nursery.cancel_scope.cancel()


async def test_a_lost_server_is_found_again_at_a_typed_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 1000.0)
    monkeypatch.setattr(session_module, "LONGEST_PAUSE_S", 1000.0)
    monkeypatch.setattr(server_browser, "Browser", FakeBrowser)
    tried: list[str] = []

    async def refuse(host: str, _port: int) -> NoReturn:
        tried.append(host)
        raise OSError(errno.EHOSTUNREACH, "No route to host")

    monkeypatch.setattr(trio, "open_tcp_stream", refuse)
    async with trio.open_nursery() as nursery:
        browser = ServerBrowser("none", nursery)
        link = servers_of(tmp_path, browser, nursery).session_to(KEY, [Address("192.168.1.5")])
        await until(lambda: tried.count("192.168.1.5") == 2 and link.status == "waiting")

        browser.show(ServerReply(replace(PLACE, addresses=(Address("192.168.1.77"),)), (table(state="open"),)))
        await until(lambda: "192.168.1.77" in tried)
        nursery.cancel_scope.cancel()
