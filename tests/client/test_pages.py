"""The pages by real clicks: two people at one screen, setting up, the list of tables."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QWidget

from client_qt.look import Theme
from client_qt.models.local import LocalTable
from client_qt.models.openings import Opening, Place
from client_qt.windows.ask import Answer, Ask
from client_qt.windows.home import ResumeRow
from client_qt.windows.main import MainWindow
from client_qt.windows.options import NumberField, OptionsForm
from client_qt.windows.setup import Wanted
from netgame.errors import OptionError
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.games.clod import Clod
from netgame.options import option, options_of
from tests.client.clicks import click, click_cell, click_picks, press, settle, type_text
from tests.client.play import play_on, random_turn, seeded_table


@pytest.fixture
def window(theme: Theme) -> Iterator[MainWindow]:
    made = MainWindow(theme)
    made.resize(1280, 800)  # the screen of the tests is smaller
    made.show()
    settle()
    yield made
    made.may_close = True
    made.close()
    made.deleteLater()
    settle()


def at_table(window: MainWindow, table: LocalTable) -> None:
    window.table.set_model(table)
    window.show_page("table")
    settle()


def click_turn(window: MainWindow, table: LocalTable, chance: random.Random) -> None:
    """One legal turn by the mouse alone."""
    assert table.match is not None
    before = table.match.number
    picked = random_turn(table.match.game, table.match.state, chance)
    for pick in picked:
        staged = window.table.composer.picks
        if staged is not None and pick not in staged.picked:  # a suggestion may have picked it already
            click_picks(window.table.board, (pick,))
    if table.match.number == before and window.table.composer.can_confirm:
        press(window.table, "Confirm")


def plays_by_clicks(window: MainWindow, table: LocalTable, turns: int) -> None:
    chance = random.Random(5)
    for _ in range(turns):
        assert table.match is not None
        if table.match.phase != "playing" or not isinstance(table.match.turn, ToMove):
            return
        click_turn(window, table, chance)


@pytest.mark.slow
def test_a_whole_game_at_one_screen_is_played_by_the_mouse(window: MainWindow) -> None:
    table = seeded_table("clod")
    at_table(window, table)

    plays_by_clicks(window, table, 40)

    assert table.match is not None
    assert table.match.phase == "over"
    assert window.table.result.isVisible()
    assert "Play again" in [b.text() for b in window.table.result.findChildren(type(window.table.panel.stop_button))]


@pytest.mark.slow
def test_a_battle_with_captures_is_played_by_the_mouse(window: MainWindow) -> None:
    table = seeded_table("thud", battles=1, no_capture_limit=6)
    at_table(window, table)

    plays_by_clicks(window, table, 300)

    assert table.match is not None
    assert table.match.phase == "over"


def test_the_button_plays_the_chosen_game_here(window: MainWindow) -> None:
    wanted: list[Wanted] = []
    window.here.go.connect(wanted.append)
    window.show_page("here")
    settle()

    click(next(tile for tile in window.here.findChildren(QWidget) if tile.objectName() == "game_thud"))
    press(window.here, "go")

    assert wanted[0].game == "thud"
    assert GAMES["thud"](**wanted[0].options) == GAMES["thud"]()


def test_looking_back_does_not_stop_the_game(window: MainWindow) -> None:
    table = seeded_table("thud")
    play_on(table, 4)
    at_table(window, table)

    window.table.walk_back()
    play_on(table, 1)

    assert window.table.walk.at is not None
    window.table.walk_live()
    assert window.table.composer.active


def test_undo_takes_back_what_is_staged_and_nothing_more(window: MainWindow) -> None:
    table = seeded_table("thud")
    at_table(window, table)
    assert table.match is not None
    dwarf = table.match.game.board.cell("F1")

    click_cell(window.table.board, dwarf)
    assert window.table.composer.staging
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    assert not window.table.composer.staging
    assert table.match.number == 4


def test_resigning_a_battle_is_asked_first_and_says_how_it_counts(window: MainWindow) -> None:
    table = seeded_table("thud")
    at_table(window, table)

    press(window.table.panel, "resign")
    asked = window.table.talk._asking
    assert asked is not None
    assert any("Dwarfs" in words.text() for words in asked.findChildren(type(window.home._network)))
    assert table.match is not None
    assert table.match.phase == "playing"
    press(asked, "resign_leg")

    assert table.match.phase == "between"
    press(window.table.result, "ready")
    assert table.match.leg == 1


def test_ending_a_battle_at_one_screen_counts_it(window: MainWindow) -> None:
    table = seeded_table("thud", battles=1)
    at_table(window, table)

    press(window.table.panel, "stop")
    asked = window.table.talk._asking
    assert asked is not None
    press(asked, "offer_stop")

    assert table.match is not None
    assert table.match.legs_ended[0].reason == "agreed"


def test_a_typed_move_is_played_and_a_wrong_one_explained(window: MainWindow) -> None:
    table = seeded_table("thud")
    at_table(window, table)
    assert table.match is not None

    window.table.hint.typed.emit("dF1-A1")
    assert table.match.number == 4
    window.table.hint.typed.emit("dF1-F2")

    assert table.match.number == 5


def test_small_windows_have_a_rail_that_opens_the_moves(window: MainWindow) -> None:
    window.resize(800, 560)
    at_table(window, seeded_table("thud"))

    assert window.table.rail.isVisible()
    assert not window.table.panel.isVisible()
    click(window.table.rail.moves_button)

    assert window.table.panel.isVisible()
    window.resize(1280, 800)
    settle()
    assert window.table.panel.isVisible()
    assert not window.table.rail.isVisible()


@pytest.mark.parametrize("page", ["home", "host", "here", "join", "table"])
def test_every_page_fits_into_the_smallest_window(window: MainWindow, page: str) -> None:
    at_table(window, seeded_table("thud"))
    window.resize(800, 560)
    window.show_page(page)  # type: ignore[arg-type]
    settle()

    least = window.minimumSizeHint()

    assert (window.width(), window.height()) == (800, 560)
    assert least.width() <= 800
    assert least.height() <= 560


# ---- setting up


@dataclass(frozen=True)
class Odd(Clod):
    """A game with an option of every kind, and two that do not go together."""

    title: ClassVar[str] = "Odd"
    presets: ClassVar[dict[str, Any]] = {"large": {"size": 9, "wrap": True}}
    size: int = field(default=5, metadata=option("Size", low=3, high=9))
    wrap: bool = field(default=False, metadata=option("Wrapped", when=("size", 9)))
    limit: int | None = field(default=None, metadata=option("Limit", low=1, high=50))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.limit == 13:
            raise OptionError("a limit of {limit} brings bad luck", limit=13)


def test_the_form_has_a_field_for_every_option(theme: Theme, qtbot) -> None:  # type: ignore[no-untyped-def]
    form = OptionsForm(theme, Odd)
    qtbot.addWidget(form)
    form.show()

    assert set(form.fields) == {info.name for info in options_of(Odd)}
    assert form.values() == {info.name: info.default for info in options_of(Odd)}
    assert not form.fields["wrap"].isVisible()


def test_an_option_that_does_not_apply_is_hidden_and_keeps_its_default(theme: Theme, qtbot) -> None:  # type: ignore[no-untyped-def]
    form = OptionsForm(theme, Odd)
    qtbot.addWidget(form)
    form.show()

    form.take({"size": 9, "wrap": True})
    assert form.fields["wrap"].isVisible()
    assert form.values()["wrap"] is True
    form.take({"size": 5})

    assert form.values()["wrap"] is False


def test_options_that_do_not_go_together_are_explained(theme: Theme, qtbot) -> None:  # type: ignore[no-untyped-def]
    form = OptionsForm(theme, Odd)
    qtbot.addWidget(form)

    form.take({"limit": 13})
    assert form.problem() == "A limit of 13 brings bad luck."
    form.take({"limit": 14})

    assert form.problem() == ""


def test_a_number_stays_in_its_bounds_and_may_be_none(theme: Theme, qtbot) -> None:  # type: ignore[no-untyped-def]
    form = OptionsForm(theme, Odd)
    qtbot.addWidget(form)
    form.show()
    number = form.fields["limit"]
    assert isinstance(number, NumberField)
    assert number.none is not None

    assert number.value() is None
    number.none.setChecked(False)
    number.number.setValue(0)
    type_text(number.number.lineEdit(), "999")

    value = number.value()
    assert isinstance(value, int)
    assert 1 <= value <= 50


def test_a_preset_fills_the_form_and_an_edit_makes_it_an_own_choice(theme: Theme, qtbot) -> None:  # type: ignore[no-untyped-def]
    form = OptionsForm(theme, Odd)
    qtbot.addWidget(form)
    presets = form.findChild(QComboBox, "presets")
    assert presets is not None

    presets.setCurrentIndex(presets.findText("large"))
    presets.activated.emit(presets.currentIndex())
    assert form.values()["size"] == 9
    form.take({"size": 8})

    assert presets.currentIndex() == 0


def test_no_number_stands_in_the_box_where_there_is_none(theme: Theme, qtbot) -> None:  # type: ignore[no-untyped-def]
    form = OptionsForm(theme, Odd)
    qtbot.addWidget(form)
    number = form.fields["limit"]
    assert isinstance(number, NumberField)
    assert number.none is not None

    assert number.number.text() == ""
    number.none.setChecked(False)
    assert number.number.text() == "1"
    number.none.setChecked(True)

    assert number.number.text() == ""
    assert number.value() is None


# ---- the list


HERE = Place("network", "aa" * 32, "ann-laptop", (), 3.0, "0.1.0")
OLD = Place("recent", "bb" * 32, "bruno", (), None, "0.0.2", problem="bruno has the older version 0.0.2.")
FREE = Opening(HERE, "t1", "Ann's table", "thud", {"battles": 1}, ("Ann",))
FULL = Opening(HERE, "t2", "The long war", "thud", {}, ("Mika", "Jo"))
WRONG = Opening(OLD, "t3", "Cellar", "koom", {}, ("Bruno",), problem=OLD.problem)


def row_named(window: MainWindow, table: str) -> QWidget:
    found = window.join.findChild(QWidget, f"opening_{table}")
    assert isinstance(found, QWidget)
    return found


def test_a_row_is_chosen_and_its_free_seat_taken_by_two_clicks(window: MainWindow) -> None:
    taken: list[Opening] = []
    window.join.take.connect(taken.append)
    window.show_page("join")
    window.join.show_openings([FREE, FULL, WRONG])
    settle()

    click(row_named(window, "t1"))
    press(window.join, "take_seat")

    assert taken == [FREE]


def test_a_full_table_and_a_wrong_version_cannot_be_joined(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_openings([FREE, FULL, WRONG])
    settle()

    click(row_named(window, "t2"))
    assert not window.join.details.button.isEnabled()
    click(row_named(window, "t3"))

    assert not window.join.details.button.isEnabled()
    assert "older version" in window.join.details._players.text()


def test_rows_stay_where_they_are_when_the_list_grows(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_openings([FREE])
    settle()
    row = row_named(window, "t1")
    click(row)

    window.join.show_openings([FREE, FULL])

    assert row_named(window, "t1") is row
    assert window.join.details.button.isEnabled()


def test_a_chosen_table_that_goes_away_is_chosen_no_more(window: MainWindow) -> None:
    window.show_page("join")
    window.join.show_openings([FREE])
    settle()
    click(row_named(window, "t1"))

    window.join.show_openings([])

    assert not window.join.details.button.isVisible()


def test_an_address_is_handed_on_as_it_was_typed(window: MainWindow) -> None:
    typed: list[str] = []
    window.join.dial.connect(typed.append)
    window.show_page("join")
    settle()

    type_text(window.join.address, "192.168.1.5")
    press(window.join, "connect")

    assert typed == ["192.168.1.5"]


# ---- home


def test_tables_to_pick_up_again_have_a_button_each(window: MainWindow) -> None:
    rows = [ResumeRow("aa", "t1", "thud", "Thud against Ann", "being played", my_turn=True)]
    chosen: list[ResumeRow] = []
    window.home.resume.connect(chosen.append)

    window.home.show_resume(rows)
    settle()
    press(window.home, "continue_t1")

    assert chosen == rows


def test_the_shelf_hosts_the_game_that_is_clicked(window: MainWindow) -> None:
    chosen: list[str] = []
    window.home.host.connect(chosen.append)

    click(next(t for t in window.home.findChildren(QWidget) if t.accessibleName() == "Thud"))

    assert chosen == ["thud"]


def test_a_new_window_fits_on_its_screen_with_its_frame(theme: Theme, qtbot) -> None:  # type: ignore[no-untyped-def]
    fresh = MainWindow(theme)
    qtbot.addWidget(fresh)
    room = fresh.screen().availableSize()

    assert fresh.width() == max(800, min(1280, room.width() - theme.px(1)))
    assert fresh.height() < room.height() - theme.em


@pytest.mark.parametrize("page", ["host", "here", "join"])
def test_a_page_opens_with_the_keyboard_where_one_begins(window: MainWindow, page: str) -> None:
    window.show_page(page)  # type: ignore[arg-type]
    settle()

    expected = "address" if page == "join" else "game_clod"
    assert window.focusWidget().objectName() == expected


def test_the_options_take_only_the_room_of_the_game_that_is_chosen(window: MainWindow) -> None:
    window.show_page("host")
    heights = []
    for key in ("thud", "clod"):
        window.host.choose(key)
        settle()
        form = window.host.findChild(QWidget, "option_battles" if key == "thud" else "option_ties")
        assert form is not None
        heights.append(form.parentWidget().parentWidget().height())

    assert heights[1] < heights[0] / 2


def test_a_closed_window_only_asks_to_leave(window: MainWindow, qtbot) -> None:  # type: ignore[no-untyped-def]
    with qtbot.waitSignal(window.leaving):
        window.close()

    assert window.isVisible()


def test_a_table_is_joined_by_the_keyboard_alone(window: MainWindow) -> None:
    taken: list[Opening] = []
    window.join.take.connect(taken.append)
    place = Place("network", "a", "ann", (), 1.0, "0.1")
    window.join.show_openings([Opening(place, "t", "Ann's table", "clod", {}, ("Ann",))])
    window.show_page("join")
    settle()

    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)

    assert [opening.table for opening in taken] == ["t"]


def test_return_in_a_question_presses_the_button_that_has_the_keyboard(window: MainWindow) -> None:
    done: list[str] = []
    window.ask("Sure?", ["Think."], [Answer("Do it", "danger", lambda: done.append("done"), "do_it")])
    settle()
    dialog = window.findChild(Ask)
    assert dialog is not None

    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert done == []
    window.ask("Sure?", ["Think."], [Answer("Do it", "danger", lambda: done.append("done"), "do_it")])
    settle()
    dialog = window.findChildren(Ask)[-1]
    QTest.keyClick(dialog, Qt.Key.Key_Tab)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    assert done == ["done"]


def test_the_menu_offers_only_what_can_be_done(window: MainWindow) -> None:
    at_table(window, seeded_table("clod", 1))
    entries = {action.objectName(): action for action in window.actions()}

    assert entries["action_resign"].isEnabled()
    assert not entries["action_stop"].isEnabled()
