"""The lobby of a server, profiles and history, by real clicks."""

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel, QLineEdit

from client_qt.app.main_window import MainWindow
from client_qt.net.table_list import ListedServer, from_tables
from client_qt.pages.history.page import finished_row
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.lobby.rows import person_rows, table_rows
from client_qt.settings.schema import Settings
from client_qt.text.computer_names import computer_name, name_with_computer
from client_qt.widgets.curve import Curve
from client_qt.widgets.list_view import ListView
from protocol.messages import Finished, Person, Profile, SeatInfo, Standing, TableInfo
from tests.client.clicks import choose_in_menu, click_row, press, settle, type_text
from tests.client.widget_tools import emitted

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


def shown(
    window: MainWindow, account: str, muted: frozenset[str] = frozenset(), *, moderator: bool = False
) -> LobbyPage:
    window.show_page("lobby")
    window.lobby.show_tables(table_rows([OPEN, PLAYED], account, 5 * MIN, moderator=moderator))
    people = person_rows(PEOPLE, [OPEN, PLAYED], account, muted, 5 * MIN, moderator=moderator)
    window.lobby.show_people(people, 2)
    settle()
    return window.lobby


def actions(view: ListView) -> dict[str, list[str]]:
    return {row.key: [action.name for action in row.actions] for row in view.rows}


def test_another_player_joins_an_open_table_and_watches_a_game(window: MainWindow) -> None:
    lobby = shown(window, "c")
    joined = emitted(lobby.join)
    watched = emitted(lobby.watch)

    press(lobby, "join_t1")
    press(lobby, "watch_t2")

    assert (joined, watched) == (["t1"], ["t2"])
    assert actions(lobby.tables) == {"t1": ["join", "watch"], "t2": ["watch"]}


def test_a_table_is_named_by_its_game_and_shows_its_own_name_below(window: MainWindow) -> None:
    rows = {row.key: row for row in shown(window, "c").tables.rows}

    assert {key: row.title for key, row in rows.items()} == {"t1": "Thud", "t2": "Clod"}
    assert PLAYED.title in rows["t2"].lines[0]


def test_lists_name_computer_players_as_such() -> None:
    robbie = replace(BOB, name="Robbie", computer="level 3")
    person = Person(account="b", name="Robbie", since=0, computer="level 3")
    played = replace(MATCH, names=("Ann", "Robbie"), computers=("", "level 3"))

    [seen] = person_rows([person], [], "a", frozenset(), 0)
    [table] = table_rows([replace(PLAYED, seats=(ANN, robbie))], "a", 0)
    [announced] = from_tables(ListedServer("recent", "ab" * 32, "Club", ()), [replace(PLAYED, seats=(ANN, robbie))])

    for row in (seen, table, finished_row(played)):
        assert row.accessible_text.count(computer_name("level 3")) == 1
    assert announced.names == ("Ann", name_with_computer("Robbie", "level 3"))


@pytest.mark.parametrize(("name", "computer"), [("Ann", ""), (computer_name("level 3"), "level 3")])
def test_a_name_that_says_all_stays_as_it_is(name: str, computer: str) -> None:
    assert name_with_computer(name, computer) == name


def test_a_player_with_an_open_table_invites_others(window: MainWindow) -> None:
    lobby = shown(window, "a")
    asked = emitted(lobby.invite)

    assert actions(lobby.tables) == {"t1": ["join", "invite"], "t2": ["join"]}
    (invite,) = lobby.invitation_menu("t1").actions()
    invite.trigger()

    assert (invite.text(), asked) == ("Cleo", [("t1", "c")])


def test_a_click_on_a_person_shows_the_profile(window: MainWindow) -> None:
    lobby = shown(window, "a")
    seen = emitted(lobby.profile)

    click_row(lobby.people, "c")

    assert seen == ["c"]


def test_a_person_is_muted_and_unmuted_by_their_menu(window: MainWindow) -> None:
    lobby = shown(window, "a")
    asked = emitted(lobby.mute)
    choose_in_menu(lobby.people, "mute_c")
    shown(window, "a", frozenset("c"))
    choose_in_menu(lobby.people, "mute_c")

    assert asked == [("c", True), ("c", False)]


def test_muted_people_are_kept_by_server() -> None:
    kept = Settings().with_muted("s1", "c", muted=True)
    assert kept.muted_at("s1") == {"c"}
    assert kept.muted_at("s2") == frozenset()
    assert kept.with_muted("s1", "c", muted=False) == Settings()


def test_a_line_is_counted_near_its_limit_cut_there_and_said_once(window: MainWindow) -> None:
    lobby = shown(window, "a")
    said = emitted(lobby.line_entered)
    field = lobby.findChild(QLineEdit, "chat_field")
    count = lobby.findChild(QLabel, "chat_field_length")

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


def test_only_a_moderator_closes_waiting_tables_of_others_and_moderates(window: MainWindow) -> None:
    lobby = shown(window, "c")
    closed = emitted(lobby.close_table)
    assert actions(lobby.people) == {"a": ["profile", "challenge", "write", "mute", "report"], "c": ["profile"]}

    shown(window, "c", moderator=True)
    choose_in_menu(lobby.tables, "close_t1")

    assert closed == ["t1"]
    assert actions(lobby.tables)["t2"] == ["watch"]
    assert actions(lobby.people)["a"] == ["profile", "challenge", "write", "mute", "report", "moderate"]


def test_the_history_grows_by_more_and_opens_and_saves_a_match(window: MainWindow) -> None:
    seen: list[str] = []
    page = window.history
    page.replay.connect(lambda table: seen.append(f"replay {table}"))
    page.save.connect(lambda table: seen.append(f"save {table}"))
    page.more.connect(lambda: seen.append("more"))
    window.show_page("history")
    page.begin("Played here")
    page.show_rows([finished_row(MATCH)], more=True)

    press(page, "replay_m1")
    press(page, "save_m1")
    press(page, "history_more")

    assert seen == ["replay m1", "save m1", "more"]
