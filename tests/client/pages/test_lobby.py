from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPlainTextEdit, QPushButton, QTextEdit, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.form import ReportDialog
from client_qt.net.table_list import ListedServer, from_tables
from client_qt.pages.history.page import finished_row
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.lobby.rows import person_rows, seek_rows, table_rows
from client_qt.pages.play_now.dialog import USUAL_CLOCK, PlayNowDialog
from client_qt.pages.reports.moderation import ModerationDialog
from client_qt.settings.schema import LastSeek
from client_qt.text.computer_names import computer_name, name_with_computer
from client_qt.text.seek_words import rating_words, short_clock
from client_qt.widgets.chat import Spoken
from client_qt.widgets.curve import Curve
from client_qt.widgets.list_view import ListView
from devtools.harness.window.clicks import choose_in_menu, press, settle, type_text
from protocol.messages import Finished, Person, Profile, SeatInfo, SeekInfo, Standing, TableInfo
from protocol.messages.accounts import Moderate, ReportInfo, ReportLine
from tests.client.widget_tools import emitted
from tests.client.widget_tools import label_text as words
from tests.client.widget_tools import texts as label_texts

MIN = 60_000
ANN = SeatInfo(name="Ann", account="a", present=True)
BOB = SeatInfo(name="Bob", account="b", present=True)
OPEN = TableInfo(
    table="t1", title="Ann's table", game="thud", rules=1, options={}, seats=(ANN, None), state="open", events=2,
    made=0, clock="fischer 300+5",
)  # fmt: skip
PLAYED = TableInfo(
    table="t2", title="The long war", game="clod", rules=1, options={}, seats=(ANN, BOB), state="playing", events=9,
    made=0, started=2 * MIN, access="code", watching=3, paused="adjourned",
)  # fmt: skip
PEOPLE = [
    Person(account="a", name="Ann", since=0, registered=True, table="t2"),
    Person(account="c", name="Cleo", since=4 * MIN),
]
MATCH = Finished(
    place=1, table="m1", title="", game="thud", rules=1, names=("Ann", "Bob"), accounts=("a", "b"), winner=1,
    reason="flag", totals=(0, 32), ended=0, clock="sudden 600", rated=True,
)  # fmt: skip


def shown(window: MainWindow, account: str, *, moderator: bool = False) -> LobbyPage:
    window.show_page("lobby")
    window.lobby.show_tables(table_rows([OPEN, PLAYED], account, 5 * MIN, moderator=moderator))
    people = person_rows(PEOPLE, [OPEN, PLAYED], account, frozenset(), 5 * MIN, moderator=moderator)
    window.lobby.show_people(people, 2)
    settle()
    return window.lobby


def actions(view: ListView) -> dict[str, list[str]]:
    return {row.key: [action.name for action in row.actions] for row in view.rows}


def test_a_row_tells_for_how_long_a_table_is_open_or_played_but_not_since_when_it_is_paused() -> None:
    def says_time(info: TableInfo) -> bool:
        return table_rows([info], "b", 5 * MIN)[0].lines != table_rows([info], "b", 65 * MIN)[0].lines

    played = replace(PLAYED, paused=None)
    between = replace(played, state="between")
    assert [says_time(info) for info in (OPEN, played, between, PLAYED)] == [True, True, False, False]


def test_a_table_is_joined_watched_offered_to_others_or_closed_by_a_moderator(window: MainWindow) -> None:
    lobby = shown(window, "c")
    joined, watched = emitted(lobby.join), emitted(lobby.watch)
    rows = {row.key: row for row in lobby.tables.rows}
    assert {key: row.title for key, row in rows.items()} == {"t1": "Thud", "t2": "Clod"}
    assert PLAYED.title in rows["t2"].lines[0], "the name of its own is below"
    assert actions(lobby.tables) == {"t1": ["join", "watch"], "t2": ["watch"]}
    assert actions(lobby.people) == {"a": ["profile", "challenge", "write", "mute", "report"], "c": ["profile"]}
    press(lobby, "join_t1")
    press(lobby, "watch_t2")
    assert (joined, watched) == (["t1"], ["t2"])

    shown(window, "a")
    asked = emitted(lobby.invite)
    assert actions(lobby.tables) == {"t1": ["join", "invite"], "t2": ["join"]}
    (invite,) = lobby.invitation_menu("t1").actions()
    invite.trigger()
    assert (invite.text(), asked) == ("Cleo", [("t1", "c")])

    shown(window, "c", moderator=True)
    closed = emitted(lobby.close_table)
    choose_in_menu(lobby.tables, "close_t1")
    assert closed == ["t1"]
    assert actions(lobby.tables)["t2"] == ["watch"]
    assert actions(lobby.people)["a"] == ["profile", "challenge", "write", "mute", "report", "moderate"]


def test_lists_name_computer_players_as_such() -> None:
    level = computer_name("level 3")
    robbie = replace(BOB, name="Robbie", computer="level 3")
    person = Person(account="b", name="Robbie", since=0, computer="level 3")
    played = replace(MATCH, names=("Ann", "Robbie"), computers=("", "level 3"))

    [seen] = person_rows([person], [], "a", frozenset(), 0)
    [table] = table_rows([replace(PLAYED, seats=(ANN, robbie))], "a", 0)
    [announced] = from_tables(ListedServer("recent", "ab" * 32, "Club", ()), [replace(PLAYED, seats=(ANN, robbie))])

    for row in (seen, table, finished_row(played)):
        assert row.accessible_text.count(level) == 1
    assert announced.names == ("Ann", name_with_computer("Robbie", "level 3"))
    assert (name_with_computer("Ann", ""), name_with_computer(level, "level 3")) == ("Ann", level), "they say all"


def test_a_profile_draws_a_curve_only_for_who_is_rated(window: MainWindow) -> None:
    rated = Standing(game="thud", won=3, lost=1, drawn=0, rating=161_234, deviation=9000, provisional=True,
                     curve=[(0, 150_000), (MIN, 158_000), (2 * MIN, 161_234)])  # fmt: skip
    plain = Standing(game="clod", won=0, lost=1, drawn=0)
    window.show_page("profile")
    window.profile.show_profile(Profile(account="a", name="Ann", registered=True, standings=[rated, plain]))
    settle()

    curves = window.profile.findChildren(Curve)
    assert [curve.objectName() for curve in curves] == ["curve_thud"]
    assert all(rating in curves[0].accessibleName() for rating in ("1500", "1612"))
    heights = [point.y() for point in curves[0].points()]
    assert heights == sorted(heights, reverse=True)


def test_the_form_begins_with_the_last_wish_and_cannot_be_sent_without_a_game(window: MainWindow) -> None:
    last = LastSeek(("thud",), ("fischer 180+2", "days 3"), True, 100, 30)
    dialog = PlayNowDialog(window.theme, "The club", last, window)
    dialog.open()
    settle()
    sent, go = emitted(dialog.submitted), dialog.findChild(QPushButton, "play_now_go")
    assert dialog.value() == last
    assert len(PlayNowDialog(window.theme, "The club", LastSeek(), window).value().games) == 1, "a first wish"

    dialog.findChild(QCheckBox, "seek_game_thud").click()
    assert not go.isEnabled()
    assert dialog.error.text()
    for name in ("seek_game_clod", "seek_game_thud", "seek_clock_days 3"):
        dialog.findChild(QCheckBox, name).click()
    press(dialog, "play_now_go")

    assert sent == [LastSeek(("clod", "thud"), ("fischer 180+2",), True, 100, 30)]
    dialog.close()


def test_the_lobby_lists_the_wishes_of_others_and_the_own_search(window: MainWindow) -> None:
    lobby = window.lobby
    window.show_page("lobby")
    wish = SeekInfo(seek="wme", account="me", name="Me", games=["thud"], clocks=[USUAL_CLOCK], since=0)
    others = {"bob": {"since": MIN}, "ann": {"ratings": {"thud": 161_234}}, "eve": {"games": ["chess"]}}
    wishes = [replace(wish, seek=f"w{name}", account=name, name=name, **more) for name, more in others.items()]
    lobby.show_seeks(seek_rows([*wishes, wish], "me", 5 * MIN))
    lobby.show_search("The club looks for an opponent")
    settle()
    assert [row.key for row in lobby.seeks.rows] == ["wann", "wbob"]
    assert "1612" in lobby.seeks.rows[0].accessible_text
    assert words(lobby, "play_now_words")

    assert rating_words(["thud"], {}) == "1500", "a new player"
    assert rating_words(["thud", "clod"], {"thud": 161_234}) == "1500 to 1612"
    assert short_clock("hourglass 60") == "hourglass 60", "an unknown one"

    lobby.show_seeks([])
    lobby.show_search("")
    assert not lobby.seeks.isVisible()
    assert not words(lobby, "play_now_words")


def test_a_line_is_said_once_cut_at_its_limit_and_its_author_reported_from_it(window: MainWindow) -> None:
    lobby = shown(window, "a")
    said, reported = emitted(lobby.line_entered), emitted(lobby.report)
    field, count = lobby.findChild(QLineEdit, "chat_field"), lobby.findChild(QLabel, "chat_field_length")
    press(lobby, "chat_send")
    assert said == []
    type_text(field, "Hello")
    assert not count.isVisible()
    press(lobby, "chat_send")
    field.insert("x" * 380)
    assert (count.isVisible(), count.text()) == (True, "380/400")
    field.insert("x" * 500)
    assert said == ["Hello"]
    assert (len(field.text()), count.text()) == (400, "400/400")

    own = Spoken("You", "hello", own=True, account="a")
    lobby.chat.show_lines([own])
    lobby.chat.show_lines([own, Spoken("Cleo", "rude things", account="c")])
    settle()
    text = lobby.chat.findChild(QTextEdit)

    def menu(line: int) -> QAction | None:
        rect = text.document().documentLayout().blockBoundingRect(text.document().findBlockByNumber(line))
        return lobby.chat.menu_at(QPoint(4, int(rect.center().y()))).findChild(QAction, "report_line")

    assert menu(0) is None
    menu(3).trigger()
    assert reported == [("c", "Cleo")]


def test_a_report_needs_a_text_a_moderation_asks_for_what_it_needs_and_a_ban_is_lifted(window: MainWindow) -> None:
    banned, asking = (ModerationDialog(window.theme, "c", "Cleo", is_banned, window) for is_banned in (True, False))
    assert [each.action.findData("unban") >= 0 for each in (banned, asking)] == [True, False]

    report = ReportDialog(window.theme, "Ann", window)
    for text, can_be_sent in (("  ", False), ("x" * 400, True), ("x" * 401, False)):
        report.findChild(QPlainTextEdit, "report_text").setPlainText(text)
        assert report.findChild(QWidget, "report_go").isEnabled() == can_be_sent

    chosen = emitted(asking.submitted)
    asking.open()
    settle()
    assert (asking.minutes.isVisible(), asking.reason.isVisible()) == (True, False)
    assert len({asking.minutes.itemText(n) for n in range(asking.minutes.count())}) == asking.minutes.count() > 3
    asking.action.setCurrentIndex(asking.action.findData("ban"))
    asking.minutes.setCurrentIndex(asking.minutes.findData(1440))
    type_text(asking.reason, "rude things")
    asking.address.setChecked(True)
    press(asking, "moderation_go")
    asking.show_error("")
    asking.action.setCurrentIndex(asking.action.findData("kick"))
    press(asking, "moderation_go")

    assert chosen == [
        Moderate(account="c", what="ban", minutes=1440, reason="rude things", address=True),
        Moderate(account="c", what="kick", reason="rude things"),
    ]


def test_the_history_and_reports_grow_by_more_and_their_rows_are_acted_on(window: MainWindow) -> None:
    history = window.history
    got = [emitted(signal) for signal in (history.replay, history.save, history.more)]
    window.show_page("history")
    history.begin("Played here")
    history.show_rows([finished_row(MATCH)], more=True)
    for name in ("replay_m1", "save_m1", "history_more"):
        press(history, name)
    assert got == [["m1"], ["m1"], [()]]

    report = ReportInfo(
        report=7, at=0, by="c", by_name="Cleo", account="a", name="Ann", table="t1", text="Ann says rude things",
        lines=[ReportLine(number=1, at=0, account="a", name="Ann", text="rude things", room="direct")],
    )  # fmt: skip
    page = window.reports
    seen = [emitted(signal) for signal in (page.opened, page.moderate, page.resolved, page.more)]
    window.show_page("reports")
    page.show_reports([report], more=True)
    settle()

    for name in ("open_7", "moderate_7", "close_7", "reports_more"):
        press(page, name)

    assert seen == [["t1"], [("a", "Ann")], [7], [()]]
    texts = " | ".join(label_texts(page))
    assert all(part in texts for part in ("Ann", "[Direct message] Ann: rude things", "Cleo"))
    page.show_reports([], more=False)
    assert words(page, "reports_note")
