"""The lobby of a server, profiles and history, by real clicks."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.lobby.texts import person_rows, table_rows
from client_qt.pages.profile.curve import RatingCurve
from client_qt.pages.profile.texts import finished_row, standing_row
from client_qt.settings.file import Settings
from protocol.messages import Finished, Person, SeatInfo, Standing, TableInfo
from tests.client.clicks import button, press, settle, type_text

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


def shown(window: MainWindow, account: str, muted: frozenset[str] = frozenset()) -> LobbyPage:
    window.show_page("lobby")
    window.lobby.show_tables(table_rows([OPEN, PLAYED], account, 5 * MIN))
    window.lobby.show_people(person_rows(PEOPLE, [OPEN, PLAYED], account, muted, 5 * MIN), 2)
    settle()
    return window.lobby


def words_in(widget: QWidget) -> str:
    return " | ".join(found.text() for found in widget.findChildren(QLabel) if found.isVisible())


def test_a_stranger_joins_what_is_free_and_watches_what_is_played(new_window: MainWindow) -> None:
    joined: list[str] = []
    watched: list[str] = []
    lobby = shown(new_window, "c")
    lobby.join.connect(joined.append)
    lobby.watch.connect(watched.append)

    press(lobby, "join_t1")
    press(lobby, "watch_t2")

    assert (joined, watched) == (["t1"], ["t2"])
    assert not any(found.objectName() == "join_t2" for found in lobby.findChildren(QWidget))
    words = words_in(lobby)
    assert "adjourned for 3 min" in words
    assert "3 watching" in words
    assert "plays at The long war" in words


def test_who_has_an_open_table_invites_somebody_else(window: MainWindow) -> None:
    asked: list[tuple[str, str]] = []
    lobby = shown(window, "a")
    lobby.invite.connect(lambda table, account: asked.append((table, account)))

    assert button(lobby, "invite_to_t1").isEnabled()
    menu = lobby.invitation_menu("t1")
    assert [action.text() for action in menu.actions()] == ["Cleo"]
    menu.actions()[0].trigger()

    assert asked == [("t1", "c")]


def test_muting_is_asked_for_and_taken_back_and_kept_by_server(window: MainWindow) -> None:
    asked: list[tuple[str, bool]] = []
    lobby = shown(window, "a")
    lobby.mute.connect(lambda account, muted: asked.append((account, muted)))
    press(lobby, "mute_c")
    shown(window, "a", frozenset("c"))
    press(lobby, "mute_c")

    assert asked == [("c", True), ("c", False)]
    kept = Settings().with_muted("s1", "c", muted=True)
    assert kept.muted_at("s1") == {"c"}
    assert kept.muted_at("s2") == frozenset()
    assert kept.with_muted("s1", "c", muted=False) == Settings()


def test_a_line_is_counted_cut_at_400_and_said_once(window: MainWindow) -> None:
    said: list[str] = []
    lobby = shown(window, "a")
    lobby.said.connect(said.append)
    field = lobby.findChild(QLineEdit, "chat_field")
    count = lobby.findChild(QLabel, "chat_count")
    assert isinstance(field, QLineEdit)
    assert isinstance(count, QLabel)

    press(lobby, "chat_send")
    assert said == []
    type_text(field, "Hello")
    assert count.text() == "395"
    press(lobby, "chat_send")
    field.insert("x" * 500)

    assert said == ["Hello"]
    assert (len(field.text()), count.text()) == (400, "0")


def test_an_empty_lobby_says_what_to_do(window: MainWindow) -> None:
    window.show_page("lobby")
    window.lobby.show_tables([])
    window.lobby.show_people([], 0)
    window.lobby.show_lines([])
    settle()

    assert "Make a new one" in words_in(window.lobby)
    assert "Nobody else is here yet" in words_in(window.lobby)


def test_a_profile_draws_a_curve_only_for_who_is_rated(window: MainWindow) -> None:
    rated = Standing(game="thud", won=3, lost=1, drawn=0, rating=161_234, deviation=9000, provisional=True,
                     curve=[(0, 150_000), (MIN, 158_000), (2 * MIN, 161_234)])  # fmt: skip
    plain = Standing(game="clod", won=0, lost=1, drawn=0)
    window.show_page("profile")
    window.profile.show_profile("Ann", "", [standing_row(rated), standing_row(plain)])
    settle()

    curves = window.profile.findChildren(RatingCurve)
    assert [curve.objectName() for curve in curves] == ["curve_thud"]
    assert "from 1500 to 1612" in curves[0].accessibleName()
    heights = [point.y() for point in curves[0].points()]
    assert heights == sorted(heights, reverse=True)
    words = words_in(window.profile)
    assert "1612 ?" in words
    assert "3 won, 1 lost, 0 drawn" in words
    assert "No rated match of this game yet" in words


def test_only_a_moderator_closes_tables_and_only_those_of_others_that_wait(window: MainWindow) -> None:
    closed: list[str] = []
    lobby = shown(window, "c")
    lobby.close_table.connect(closed.append)
    assert lobby.findChild(QAction, "close_t1") is None

    lobby.show_tables(table_rows([OPEN, PLAYED], "c", 5 * MIN, moderator=True))
    settle()
    action = lobby.findChild(QAction, "close_t1")
    assert isinstance(action, QAction)
    action.trigger()

    assert closed == ["t1"]
    assert lobby.findChild(QAction, "close_t2") is None


def test_the_history_grows_by_more_and_opens_and_saves_a_match(window: MainWindow) -> None:
    seen: list[str] = []
    page = window.history
    page.replay.connect(lambda table: seen.append(f"replay {table}"))
    page.save.connect(lambda table: seen.append(f"save {table}"))
    page.more.connect(lambda: seen.append("more"))
    window.show_page("history")
    page.begin("Played here")
    assert "Asking the server" in words_in(page)
    page.show_rows([finished_row(MATCH)], more=True)
    settle()

    press(page, "replay_m1")
    press(page, "save_m1")
    press(page, "history_more")

    assert seen == ["replay m1", "save m1", "more"]
    assert "Bob wins on time" in finished_row(MATCH).note
    page.show_rows([], more=False)
    settle()
    assert "No match has been finished yet" in words_in(page)
