"""The Join page with its tables, servers and addresses, and Check my set-up, by real clicks and keys."""

from dataclasses import replace
from pathlib import Path

import pytest
import trio
from PySide6.QtCore import QDateTime, QLocale, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QProgressBar, QWidget

from client_qt.__main__ import main
from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.feedback.sounds import NoLoudspeaker, Sounds
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pages.check_setup.controller import check_sound
from client_qt.pages.check_setup.page import CheckSetupPage
from client_qt.pages.join.page import JoinPage, ServerEntry
from client_qt.pages.lobby.rows import ago_words
from client_qt.text.clock_words import policy_words
from devtools.harness.server.serving import listening, running_on_loopback
from devtools.harness.window.clicks import button, choose_in_menu, click, click_row, list_part, press, settle, type_text
from devtools.harness.window.program import press as press_when_there
from devtools.harness.window.program import until
from devtools.harness.window.together import host
from netgame.games import GAMES
from netgame.text import Text
from protocol.address import Address
from protocol.diagnostics import Check, Finding, Setup
from protocol.diagnostics.ports import check_port
from tests.client.feedback.test_sounds import Speaker
from tests.client.widget_tools import emitted, texts

pytestmark = pytest.mark.qt_trio
HERE = ListedServer("network", "aa", "ann-laptop", (), 3.0, "0.1.0")
OLD = ListedServer("recent", "bb", "bruno", (), None, "0.0.2", problem="bruno has the older version 0.0.2.")
FREE = ListedTable(HERE, "t1", "Ann's table", "thud", {"battles": 1}, ("Ann",))
FULL = ListedTable(HERE, "t2", "The long war", "thud", {}, ("Mika", "Jo"))
WRONG = ListedTable(OLD, "t3", "Cellar", "koom", {}, ("Bruno",), problem=OLD.problem)


@pytest.fixture
def join(window: MainWindow) -> JoinPage:
    window.show_page("join")
    window.join.show_tables([FREE, FULL, WRONG])
    return window.join


def test_a_free_seat_is_taken_once_by_two_clicks_until_the_answer_comes(join: JoinPage) -> None:
    taken = emitted(join.take)
    click_row(join, "t1")
    press(join, "take_seat")
    join.show_tables([replace(FREE, title="Another title"), FULL])
    choose_in_menu(join, "take_aa/t1")

    assert not join.details.button.isEnabled()
    assert not join.details.watch_button.isEnabled()
    join.details.answer("Somebody was faster.")
    assert join.details.button.isEnabled()
    assert taken == [(FREE, "")]


def test_a_table_is_joined_by_the_keyboard_alone_and_asks_for_its_code(window: MainWindow) -> None:
    taken, locked = emitted(window.join.take), replace(FREE, access="code")
    window.join.show_tables([locked])
    window.show_page("join")
    settle()

    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert taken == []
    assert window.join.details.code.hasFocus()
    QTest.keyClicks(window.focusWidget(), "moon 7")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)

    assert taken == [(locked, "moon 7")]


def test_a_full_table_and_a_wrong_version_cannot_be_joined_but_watched_where_spectators_may(join: JoinPage) -> None:
    for table, problem in (("t2", ""), ("t3", OLD.problem)):
        click_row(join, table)
        assert not join.details.button.isEnabled()
        assert join.tables.selected.problem == problem

    watched = emitted(join.watch)
    join.show_tables([FULL, replace(FREE, may_watch=False)])
    click_row(join, "t2")
    press(join, "watch_table")
    assert [entry for entry, _code in watched] == [FULL]
    click_row(join, "t1")
    assert not join.details.watch_button.isVisible()


def test_open_tables_come_first_rows_begin_with_the_game_and_the_details_have_the_terms(join: JoinPage) -> None:
    made = QDateTime.currentSecsSinceEpoch() - 3 * 3600 - 1800
    other = replace(FREE, table="t4", game="koom", made=made)
    join.show_tables([FULL, WRONG, replace(FULL, table="t0", mine=True), other, FREE])
    assert [row.item.table for row in join.tables.rows] == ["t4", "t1", "t0", "t2", "t3"]
    waiting = join.tables.rows[0]
    assert waiting.title == GAMES["koom"].title
    assert all(words in waiting.lines[0] for words in (FREE.title, ago_words(3 * 3_600_000)))
    assert all(name in join.tables.rows[3].lines[0] for name in FULL.names)

    terms = {policy_words("adjourn 300"), "Dwarfs"}
    join.show_tables([replace(FREE, absence="adjourn 300", free=0), replace(FREE, table="t5", absence="x"), FULL])
    for table, expected in (("t1", terms), ("t5", set()), ("t2", set())):
        click_row(join, table)
        settle()
        assert terms & set(texts(join.details)) == expected
    set_up = replace(FREE, table="t6", set_up=True)
    assert ("position" in FREE.terms_line, "from a position" in set_up.terms_line) == (False, True)
    assert ("Start", "a position that was set up") in set_up.details()
    join.show_tables([set_up])
    assert join.tables.selected is None, "that table has gone"
    assert not join.details.button.isVisible()


def test_connect_emits_the_typed_address_and_shows_progress_until_an_answer(join: JoinPage) -> None:
    typed = emitted(join.dial)
    type_text(join.address, "192.168.1.5")
    press(join, "connect")
    assert typed == ["192.168.1.5"]
    join.address.clear()

    join.show_connecting("10.0.0.7", 6)
    assert join.is_connecting
    join.show_address_result("Nobody answers.")
    assert not join.is_connecting
    assert join.findChild(QLabel, "address_error").isVisible()
    assert not join.findChild(QLabel, "connecting").isVisible()


def test_a_question_survives_a_minimised_window_and_is_asked_twice(window: MainWindow, join: JoinPage) -> None:
    join.ask("This is Ann's server. It is new here.")
    settle()
    assert button(join, "accept_server").accessibleDescription() == "This is Ann's server. It is new here."
    window.showMinimized()
    settle()
    window.showNormal()
    settle()
    assert button(join, "accept_server").isVisible()
    window.show_page("home")
    window.show_page("join")
    assert not join.findChild(QWidget, "accept_server").isVisible()

    asked = emitted(join.accepted)
    join.accepted.connect(lambda: len(asked) == 1 and join.ask("Is it this one: pond hawk lemon waltz?"))
    window.activateWindow()
    join.ask("Another server is there.", forget=True)
    press(join, "accept_server")
    settle()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert len(asked) == 2
    assert not join.findChild(QWidget, "accept_server").isVisible()
    assert window.focusWidget() in (join.address, join.tables), "and not at Back"


def test_a_known_server_is_forgotten_after_a_question(window: MainWindow, join: JoinPage) -> None:
    forgotten = emitted(join.forgotten)
    join.show_servers([ServerEntry(HERE, known=True)])

    assert list_part(join, "lobby_aa") is None
    press(join, "forget_aa")
    press(window, "cancel")
    assert not forgotten
    press(join, "forget_aa")
    press(window, "forget_server")

    assert forgotten == ["aa"]


def test_after_a_while_without_tables_the_page_offers_to_find_out_why_and_moves_no_button(window: MainWindow) -> None:
    asked, looked = emitted(window.join.find_out), emitted(window.join.look_through)
    window.show_page("join")
    window.join.show_tables([])
    type_text(window.join.address, "192.168.1.20")
    connect = button(window.join, "connect")
    before = connect.mapTo(window, QPoint(0, 0))

    window.join.findChild(QTimer, "patience").start(0)
    press(window.join, "look_through")
    press(window.join, "find_out_now")

    assert asked == ["192.168.1.20"]
    assert len(looked) == 1
    assert connect.mapTo(window, QPoint(0, 0)) == before


FIREWALL = Check("firewall", Text("The firewall"), trio.sleep_forever)
SHUT = Finding("problem", Text("It is shut."), Text("Open it."), "sudo one\nsudo two")


def is_running(page: CheckSetupPage) -> bool:
    return page.findChild(QProgressBar).isVisible()


def test_rows_appear_with_advice_and_commands_to_copy_and_an_address_is_checked_at_any_time(window: MainWindow) -> None:
    QLocale.setDefault(QLocale("de_DE"))
    page, clock = window.check_setup, Text("The clock shows {time}", {"time": "2026-11-22 18:05"})
    asked, stopped = emitted(page.check), emitted(page.stop)
    window.show_page("check_setup")
    page.show_step(FIREWALL, 3, 12)
    page.add(Check("clock", Text("The clock"), trio.sleep_forever), Finding("fine", clock))
    page.add(FIREWALL, SHUT)
    settle()
    assert "Open it." in texts(page)
    rows = [page.findChild(QWidget, f"check_setup_{key}").accessibleName() for key in ("clock", "firewall")]
    assert "22.11.2026 18:05" in rows[0], "in the notation of the locale"
    assert rows[1].endswith("The firewall It is shut.")
    press(page, "copy_firewall")
    assert QApplication.clipboard().text() == SHUT.commands

    for is_over in (False, True):
        if is_over:
            page.show_done()
        assert is_running(page) != is_over
        settle()
        page.friend.clear()
        type_text(page.friend, "192.168.1.20")
        QTest.keyClick(page.friend, Qt.Key.Key_Return)
    assert asked == ["192.168.1.20"] * 2
    page.show_step(FIREWALL, 0, 12)
    press(page, "check_setup_go")
    assert len(stopped) == 1
    page.friend.clear()


class QuickChecks:
    """Two checks in place of the usual ones: a friend whose address is typed does not answer, and may take long."""

    def __init__(self) -> None:
        self.setups: list[Setup] = []
        self.slow = False

    def __call__(self, setup: Setup) -> tuple[Check, ...]:
        self.setups.append(setup)

        async def find(state: str) -> Finding:
            if self.slow:
                await trio.sleep_forever()
            return Finding(state, Text(f"It is {state}."))

        return (
            Check("friend", Text("Your friend"), lambda: find("problem" if setup.friend else "fine")),
            Check("own_server", Text("Your server"), lambda: find("fine" if setup.own else "unknown")),
        )


@pytest.mark.slow
async def test_the_check_is_opened_from_pages_and_tables(ann: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.pages.check_setup.controller.checks_for", checks := QuickChecks())
    window, page, waiting = ann.window, ann.window.check_setup, ann.window.table.place.waiting

    async def found() -> dict[str, str]:
        await until(lambda: page.isVisible() and page.findings and not is_running(page))
        return {check.key: finding.state for check, finding in page.findings}

    await press_when_there(window.home, "check_setup")
    assert {"friend", "own_server", "screen", "sound", "tray"} == (await found()).keys()
    window.action("home").trigger()
    window.action("check_setup").trigger()
    assert (await found())["own_server"] == "unknown"
    page.back.emit()
    assert window.page == "home"

    click(window.home.join_tile)
    await until(lambda: window.page == "join")
    type_text(window.join.address, "127.0.0.1:1")
    await press_when_there(window.join, "find_out")
    assert (await found())["friend"] == "problem"
    assert checks.setups[-1].friend == "127.0.0.1:1"
    checks.slow = True
    for running in (True, False):
        await press_when_there(page, "check_setup_go")
        await until(lambda running=running: is_running(page) == running)
    assert not page.findings, "stopped before the end"
    checks.slow = False
    page.back.emit()
    assert window.page == "join"

    window.action("home").trigger()
    await host(ann)
    reached, server = waiting.findChild(QLabel, "reached"), ann.hosting.server
    assert reached.property("tone") == "muted"
    listening[Address("127.0.0.1", server.port)].connect("10.0.0.2")
    await until(lambda: reached.property("tone") == "ok")
    await press_when_there(waiting, "why_not_seen")
    assert (await found())["own_server"] == "fine"
    assert checks.setups[-1].own.port == server.port
    await press_when_there(page, "check_setup_copy")
    assert all(check.title.template in QApplication.clipboard().text() for check, _ in page.findings)
    page.back.emit()
    assert window.page == "table"


async def test_a_port_where_another_netgame_hosts_is_fine(tmp_path: Path) -> None:
    async with running_on_loopback(tmp_path / "server", plain=False) as serving:
        finding = await check_port(Setup("lo", "test-computer.local", tmp_path, port=serving.port))
    assert (finding.state, finding.commands) == ("fine", "")


async def test_the_check_runs_on_a_terminal_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.app.check_setup.checks_for", QuickChecks())
    for friend, code in (("127.0.0.1:1", 1), ("", 0)):
        words = ["--check", *filter(None, [friend]), "--home", str(tmp_path)]
        assert await trio.to_thread.run_sync(main, words) == code

        said = capsys.readouterr().out
        assert ("[PROBLEM]" in said, "[fine]" in said) == (bool(code), True)


async def test_the_check_of_sounds_agrees_with_the_preferences() -> None:
    def no_speaker() -> Speaker:
        raise NoLoudspeaker

    for open_speaker, state in ((Speaker, "fine"), (no_speaker, "unknown")):
        sounds = Sounds(open_speaker=open_speaker)
        finding = await check_sound(sounds)
        sounds.close()
        assert finding.state == state
        assert bool(sounds.why_not) == (state != "fine")
