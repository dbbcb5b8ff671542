import dataclasses

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QDateTime, QRegularExpression, QTimeZone
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea

from client_qt.app.main_window import MainWindow
from client_qt.pages.tournaments.controller import show_tab
from client_qt.pages.tournaments.list_page import tournament_rows
from client_qt.pages.tournaments.page import TABS, TournamentPage
from client_qt.pages.tournaments.pair_dialog import new_pairings
from client_qt.pages.tournaments.save_controller import record_names
from client_qt.pages.tournaments.time_dialog import TimeDialog
from client_qt.pages.tournaments.view import (
    Viewer,
    cross_table,
    log_rows,
    places_of,
    round_rows,
    standing_rows,
    state_line,
    tie_break_words,
)
from client_qt.text.clock_words import time_words
from client_qt.text.tournament_words import when_words
from client_qt.widgets.list_view import ListRow
from devtools.harness.window.clicks import button, press, settle, type_text
from devtools.screenshots.staged_tournaments import DIRECTOR, MINUTE, NAMES, NOW, Staging, played
from netgame.tournaments import FORMATS, commands
from protocol.messages import Member, TournamentInfo
from protocol.time_zones import is_zone
from tests.client.widget_tools import emitted, nameless

INFO = TournamentInfo(
    tournament="t1", title="Friday night", format="swiss", game="thud", options={}, clock="days 3", rated=False,
    entry="open", director=Member(account="a", name="Ann"), state="running", players=9, places=16, round=2, rounds=5,
    made=0,
)  # fmt: skip
PLAYER = Viewer("Mareike", directs=False, name_of=str)
DIRECTING = Viewer(DIRECTOR, directs=True, name_of=str)


def shown(window: MainWindow, staging: Staging, viewer: Viewer, tab: str = "standings") -> TournamentPage:
    page = window.tournament
    window.show_page("tournament")
    page.tabs.setCurrentIndex(TABS.index(tab))
    show_tab(page, staging.model(), staging.state, viewer)
    settle()
    return page


def test_the_list_has_running_ones_first_marks_own_ones_and_a_click_opens_one(window: MainWindow) -> None:
    states = ("over", "open", "cancelled", "paused", "running")
    infos = [replace(INFO, tournament=state, state=state, started_at=1) for state in states]
    rows = tournament_rows([replace(INFO, tournament="waits", state="paused", round=0), *infos])
    assert [row.key for row in rows] == ["paused", "running", "waits", "open", "over", "cancelled"]
    assert len({row.group for row in rows}) == 3
    assert str(INFO.places) in rows[2].lines[1], "a pause before the start begins nothing"
    plain, mine, invited, over = tournament_rows(
        [INFO, replace(INFO, mine=True), replace(INFO, invited=True), replace(INFO, mine=True, state="over")]
    )
    assert (plain.chip, over.chip) == ("", "")
    assert len({"", mine.chip, invited.chip}) == 3

    page = window.tournaments
    chosen, new = emitted(page.chosen), emitted(page.new)
    window.show_page("tournaments")
    page.show_tournaments(tournament_rows([INFO]), may_make=True)
    press(page, "open_t1")
    press(page, "tournament_new")
    assert (chosen, len(new)) == (["t1"], 1)
    page.show_nothing("no tournaments")  # as at an older server
    settle()
    assert not page.findChild(QAbstractButton, "tournament_new").isVisible()
    assert page.findChild(QLabel, "tournaments_note").text() == "no tournaments"


def test_the_form_has_the_fields_of_its_format_and_sends_only_what_the_rules_accept(window: MainWindow) -> None:
    form, own = window.new_tournament, {"swiss": {"rounds"}, "arena": {"arena_minutes"}}
    sent = emitted(form.sent)
    window.show_page("new_tournament")
    for format in FORMATS:
        form.format.choose(format)
        settle()
        seen = {name for name in ("rounds", "arena_minutes") if form.findChild(object, name).isVisible()}
        assert seen == own.get(format, set())
        assert form.terms()["format"] == format

    for wrong in ("date", "clock"):
        form.begin(may_rate=False)
        form.title_field.setText("Friday")
        form.now = lambda wrong=wrong: 4 * NOW if wrong == "date" else NOW
        form.start.choose("at a time" if wrong == "date" else "by hand")
        form.format.choose("arena" if wrong == "clock" else "swiss")
        form.clock.set_notation("days 3" if wrong == "clock" else "fischer 300+5")
        press(form, "tournament_go")
        assert sent == []
        assert form.findChild(QLabel, "tournament_problem").text()

    scroll = form.findChild(QScrollArea).verticalScrollBar()
    scroll.setValue(scroll.maximum())
    assert scroll.value()
    form.begin(may_rate=False)
    assert scroll.value() == 0
    form.format.choose("swiss")
    form.rounds.setValue(7)
    form.clock.set_notation("fischer 300+5")
    type_text(form.title_field, "Friday")
    press(form, "tournament_go")
    [terms] = sent
    assert (terms["title"], terms["format"], terms["rounds"], terms["starts_at"]) == ("Friday", "swiss", 7, None)
    assert not button(form, "tournament_go").isEnabled()


def test_a_missing_title_of_a_tournament_is_marked_until_it_is_written(window: MainWindow) -> None:
    form = window.new_tournament
    sent = emitted(form.sent)
    window.show_page("new_tournament")
    form.begin(may_rate=False)
    settle()
    wrong = form.findChild(QLabel, "tournament_title_wrong")

    press(form, "tournament_go")
    settle()
    assert sent == []
    assert (wrong.isVisible(), form.title_field.property("wrong")) == (True, "true")
    assert form.title_field.hasFocus()
    assert not form.title_field.visibleRegion().isEmpty()
    assert not form.findChild(QLabel, "tournament_problem").isVisible()

    type_text(form.title_field, "Friday")
    assert (wrong.isVisible(), form.title_field.property("wrong")) == (False, "false")


@pytest.mark.parametrize("format", FORMATS)
def test_every_part_of_every_format_has_accessible_rows(window: MainWindow, format: str) -> None:
    staging = played(format)
    for viewer in (PLAYER, DIRECTING):
        for tab in TABS:
            page = shown(window, staging, viewer, tab)
            assert nameless(page) == []
        assert all((page.standings.rows, page.rounds.rows, page.log.rows))
    if format == "swiss":
        shown(window, staging, PLAYER)
        assert [len(row.columns) for row in page.standings.rows] == [5] * 8, "points and tie-breaks"
        assert page.findChild(QLabel, "tie_breaks").text()
    if format == "round_robin":
        table = cross_table(played(format, rounds=7, more=0).state, PLAYER)
        assert len(table.captions) == 10
        assert [len(row) for row in table.rows] == [10] * 8
        assert all(text for row in table.rows for text in row), "everybody has met everybody"


def test_own_games_are_first_in_their_round_and_any_game_can_be_watched(window: MainWindow) -> None:
    staging = played("swiss", more=0)
    page = shown(window, staging, PLAYER, "rounds")
    chosen = emitted(page.chosen)

    rows = page.rounds.rows
    assert "Mareike" in rows[0].title
    assert all(row.actions for row in rows)
    press(page, f"open_{rows[1].key}")

    [(item, action)] = chosen
    assert (item.round, item.is_open, item.is_mine, action) == (3, True, False, "open")


def test_only_the_director_corrects_results_removes_players_who_still_play_and_has_a_menu(window: MainWindow) -> None:
    staging = played("swiss")
    staging.give(commands.Withdraw(), "Cleo")
    t = staging.state

    def may(rows: list[ListRow], action: str) -> set[str]:
        return {row.key for row in rows if any(each.name.startswith(action) for each in row.actions)}

    assert may(standing_rows(t, places_of(t), DIRECTING), "remove") == set(t.active)
    assert not may(standing_rows(t, places_of(t), PLAYER), "remove")
    assert may(round_rows(t, DIRECTING), "result")
    assert not may(round_rows(t, PLAYER), "result")

    page = shown(window, staging, DIRECTING)
    page.show_orders(("pause", "cancel"), play=False, directs=True)
    page.show_people([("zoe", "Zoe")])
    actions = page.director_menu().findChildren(QAction, QRegularExpression("^(direct|invite)_"))
    assert [action.objectName() for action in actions] == ["direct_pause", "direct_cancel", "invite_zoe"]


@pytest.mark.parametrize(("format", "has_rounds"), [("swiss", True), ("arena", False)])
def test_only_formats_with_rounds_say_since_when_a_player_takes_part(format: str, has_rounds: bool) -> None:
    t = played(format).state
    late = dataclasses.replace(t.players["Mareike"], first_round=2)
    before = standing_rows(t, places_of(t), PLAYER)
    t = dataclasses.replace(t, players=t.players | {"Mareike": late})
    assert (standing_rows(t, places_of(t), PLAYER) != before) == has_rounds


@pytest.mark.parametrize("format", FORMATS)
def test_an_order_against_the_points_is_explained(format: str) -> None:
    t = played(format).state
    places = places_of(t)
    assert len(tie_break_words(t, places[::-1])) > len(tie_break_words(t, places))


def test_a_forfeit_by_the_director_differs_from_a_result() -> None:
    staging = played("swiss", more=0)
    staging.give(commands.Correct(len(staging.state.rounds), 0, (2, 0)), DIRECTOR)
    result = round_rows(staging.state, PLAYER)
    staging.give(commands.Correct(len(staging.state.rounds), 0, (2, 0), played=False), DIRECTOR)
    assert round_rows(staging.state, PLAYER) != result


def test_the_state_counts_down_and_names_the_opponent_and_a_pairing_by_hand_pairs_the_others() -> None:
    staging = Staging("swiss", starts_at=NOW + 2 * MINUTE)
    assert time_words(2 * MINUTE) in state_line(staging.state, PLAYER, NOW, None)
    staging = played("swiss", rounds=1, more=4)
    assert time_words(MINUTE) in state_line(staging.state, PLAYER, NOW, NOW + MINUTE)

    t = played("swiss", more=0).state
    (other,) = set(t.board_of("Mareike").board.accounts) - {"Mareike"}
    running = state_line(t, PLAYER, NOW, None)
    assert other in running
    paused = state_line(dataclasses.replace(t, paused_at=NOW), PLAYER, NOW, None)
    assert paused.startswith(running)
    assert paused != running

    first, second, third, fourth = (*t.rounds[-1][0].accounts, *t.rounds[-1][1].accounts)
    assert new_pairings(t, first, third) == [(first, third), (second, fourth)]
    assert new_pairings(t, second, first) == [(second, first)]
    assert new_pairings(t, first, first) is None


def test_an_arena_whose_time_is_over_counts_no_time_and_promises_no_opponent() -> None:
    t = played("arena").state
    resting = Viewer(next(account for account in t.active if t.board_of(account) is None), directs=False, name_of=str)
    nobody = Viewer("nobody", directs=False, name_of=str)
    still = state_line(t, resting, t.ends_at, None)
    assert state_line(t, resting, t.ends_at - 1, None) != still == state_line(t, nobody, t.ends_at, None)


def test_the_own_game_offers_to_agree_on_a_time(window: MainWindow) -> None:
    staging = Staging("swiss", appointments=True, round_every_s=7 * 86_400)
    staging.enter(*NAMES[:4])
    staging.give(commands.Start(), DIRECTOR)
    staging.let_happen()
    [place] = [place for place in staging.state.open_boards if "Mareike" in place.board.accounts]
    (other,) = set(place.board.accounts) - {"Mareike"}
    times = [NOW + 60 * MINUTE, NOW + 120 * MINUTE]

    def actions(viewer: Viewer) -> list[str]:
        rows = round_rows(staging.state, viewer)
        return [each.name for row in rows if row.key == f"1/{place.index}" for each in row.actions]

    def propose(account: str, at: int) -> None:
        staging.give(commands.ProposeTime(1, place.index, at), account)

    assert actions(PLAYER) == ["propose"]
    assert actions(Viewer("Nobody", directs=False, name_of=str)) == []
    propose("Mareike", times[0])
    assert actions(PLAYER) == ["decline", "propose"]
    propose(other, times[1])
    assert actions(PLAYER) == ["accept", "decline", "propose"]
    assert when_words(times[1]) in state_line(staging.state, PLAYER, NOW, None)
    propose("Mareike", times[1])
    assert actions(PLAYER) == ["propose"]

    appointment = staging.state.rounds[0][place.index].appointment
    assert appointment is not None
    dialog = TimeDialog(window.theme, appointment, NOW, window)
    dialog.field.setDateTime(QDateTime.fromMSecsSinceEpoch(NOW - 60 * MINUTE))
    assert dialog.value() > NOW, "no time that is past"
    assert "yyyy" in dialog.field.displayFormat()
    dialog.close()

    staging.now = times[1]
    staging.let_happen()
    assert actions(PLAYER) == ["open"]
    titles = [row.title for row in log_rows(staging.events, lambda account: f"<{account}>")]
    assert all("<Mareike>" in title for title in titles[:1]), "the game that begins has its players"


def test_the_form_offers_the_zone_of_this_computer_and_terms_of_the_games(window: MainWindow) -> None:
    form = window.new_tournament
    window.show_page("new_tournament")
    form.begin(may_rate=False)
    form.format.choose("swiss")
    assert (form.terms()["zone"], form.terms()["vacations"], form.terms()["pauses"]) == ("", True, True)
    form.every.choose(7 * 86_400)
    form.clock.set_notation("days 3")
    settle()
    for box in (form.vacations, form.pauses):
        box.setChecked(False)
    form.appointments.setChecked(True)
    here = bytes(QTimeZone.systemTimeZoneId().data()).decode()
    terms = form.terms()
    assert terms["zone"] == (here if is_zone(here) else "")
    assert (terms["vacations"], terms["pauses"], terms["appointments"]) == (False, False, True)
    form.format.choose("arena")
    settle()
    assert (form.terms()["zone"], form.terms()["appointments"]) == ("", False)


def test_the_log_says_who_did_what_and_each_record_has_a_name_that_every_system_allows() -> None:
    staging = Staging("swiss")
    staging.enter(*NAMES[:3])
    staging.give(commands.Remove("Mareike"), DIRECTOR)
    finished = log_rows(played("swiss").events, lambda account: f"<{account}>")[0]
    assert finished.title.count("<") == 2
    staging.give(commands.Pause(), DIRECTOR)
    assert "round" not in log_rows(staging.events, str)[0].title, "an arena has none"
    removed = log_rows(staging.events[:-1], lambda account: f"<{account}>")[0]
    assert all(name in removed.title for name in ("<Mareike>", f"<{DIRECTOR}>"))

    t = played("swiss", rounds=3, more=0).state
    names = record_names(t, lambda account: f"{account}/:*?" + "x" * 300)
    assert len(set(names.values())) == len(names) == 12
    assert all(len(name) < 130 and not set(name) & set('/\\:*?"<>|') for name in names.values())
