"""Setting a game up: every kind of option, presets, options that do not fit, a position to start from."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pages.setup.options_form import OptionsForm
from client_qt.pages.setup.page import SetupPage
from client_qt.table.local import LocalTable
from client_qt.theme import Theme
from client_qt.widgets.tiles import CardButton
from devtools.harness.window.clicks import press, settle, type_text
from devtools.harness.window.play import played
from netgame.errors import OptionError
from netgame.games import GAMES
from netgame.games.clod.game import Clod
from netgame.options import option, option_values, options_of, variants
from tests.client.widget_tools import emitted


@pytest.fixture
def here(window: MainWindow) -> SetupPage:
    """The page of a game at this computer, with the usual rules of every game."""
    page = window.here
    window.show_page("here")
    page.begin()
    page.position.set_text(None)
    for key, form in page.forms.items():
        form.set_values(option_values(GAMES[key]()))
    settle()
    return page


def errors(page: SetupPage) -> dict[str, str]:
    """Return the visible errors beside the fields."""
    return {name: words.text() for name, words in page.form.errors.items() if words.isVisible()}


def test_the_chosen_game_is_checked_for_screen_readers_too_and_tab_leads_only_there(here: SetupPage) -> None:
    for _ in range(2):
        press(here, "game_thud")

    tiles = {key: here.findChild(CardButton, f"game_{key}") for key in GAMES}
    spoken = {key: QAccessible.queryAccessibleInterface(tile) for key, tile in tiles.items()}
    assert {tile.role() for tile in spoken.values() if tile is not None} == {QAccessible.Role.RadioButton}
    assert [key for key, tile in spoken.items() if tile is not None and tile.state().checked] == ["thud"]
    assert [key for key, tile in tiles.items() if tile.focusPolicy() & Qt.FocusPolicy.TabFocus] == ["thud"]

    tiles["thud"].setFocus()
    QTest.keyClick(tiles["thud"], Qt.Key.Key_Left)
    assert here.choice().game == "conquid"
    assert tiles["conquid"].hasFocus()
    assert tiles["conquid"].focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_only_the_form_of_an_own_table_offers_a_tournament(window: MainWindow) -> None:
    pages = {name: getattr(window, name) for name in ("host", "challenge", "here")}
    for name in pages:
        window.show_page(name)

    assert [name for name, page in pages.items() if not page.hold_tournament.isHidden()] == ["host"]


@pytest.mark.parametrize("key", list(GAMES))
def test_a_form_begins_with_the_usual_rules_and_offers_every_variant(theme: Theme, key: str, qtbot: QtBot) -> None:
    form = OptionsForm(theme, GAMES[key])
    qtbot.addWidget(form)
    presets = form.findChild(QComboBox, "presets")
    assert form.fields.keys() == {info.name for info in options_of(GAMES[key])}
    assert form.values() == option_values(GAMES[key]())
    assert presets is None or "usual rules" in presets.currentText()

    for name, values in variants(GAMES[key]).items():
        if presets is None:
            assert name == "usual"
            continue
        at = next(i for i in range(presets.count()) if presets.itemText(i).startswith(name))
        presets.setCurrentIndex(at)
        presets.activated.emit(at)
        assert (form.values(), form.problem) == (values, "")
        assert "_" not in presets.itemText(at)


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


@pytest.fixture
def form(theme: Theme, qtbot: QtBot) -> OptionsForm:
    form = OptionsForm(theme, Odd)
    qtbot.addWidget(form)
    form.show()
    return form


def test_an_option_that_does_not_apply_is_hidden_and_has_its_default_until_it_applies_again(form: OptionsForm) -> None:
    wrap = form.fields["wrap"]
    assert not wrap.isVisible()
    form.set_values({"size": 9, "wrap": True})
    assert (wrap.isVisible(), form.values()["wrap"]) == (True, True)
    form.set_values({"size": 5})
    assert (wrap.isVisible(), form.values()["wrap"]) == (False, False)
    form.set_values({"size": 9})
    assert form.values()["wrap"] is True


def test_a_number_steps_within_its_bounds_and_may_be_none(form: OptionsForm) -> None:
    number = form.fields["limit"]
    shown = [(number.value(), number.number.text())]
    number.none.setChecked(False)
    for steps in (0, -1, 60):
        number.number.stepBy(steps)
        shown.append((number.value(), number.number.text()))
    number.none.setChecked(True)
    shown.append((number.value(), number.number.text()))

    assert shown == [(None, ""), (1, "1"), (1, "1"), (50, "50"), (None, "")]


def test_values_out_of_bounds_or_that_do_not_go_together_stay_and_are_explained(form: OptionsForm) -> None:
    size = form.fields["size"]
    size.number.lineEdit().selectAll()
    type_text(size.number.lineEdit(), "77")
    assert size.value() == 77
    assert form.errors["size"].text() == form.problem != ""

    form.set_values({"size": 5, "limit": 13})
    assert form.problem
    form.set_values({"limit": 14})
    assert form.problem == ""


def test_a_preset_fills_the_form_and_an_edit_makes_it_an_own_choice(form: OptionsForm) -> None:
    presets = form.findChild(QComboBox, "presets")
    presets.setCurrentIndex(presets.findText("large"))
    presets.activated.emit(presets.currentIndex())
    assert form.values()["size"] == 9

    form.set_values({"size": 8})
    assert presets.currentIndex() == 0


def test_the_options_take_only_the_room_of_the_game_that_is_chosen(window: MainWindow) -> None:
    window.show_page("host")
    heights = []
    for key in ("thud", "clod"):
        window.host.choose(key)
        settle()
        form = window.host.findChild(QWidget, "option_battles" if key == "thud" else "option_ties")
        heights.append(form.parentWidget().parentWidget().height())

    assert heights[1] < heights[0] / 2


def test_numbers_that_are_offered_are_chosen_by_words_and_others_are_still_shown(here: SetupPage) -> None:
    here.choose("blooms")
    side = here.form.fields["side"]
    assert [side.itemData(index) for index in range(side.count())] == [4, 5, 6, 8]
    assert all("cells" in side.itemText(index) for index in range(side.count()))

    here.form.set_values({"side": 7})
    assert here.form.values()["side"] == 7
    assert side.currentText() == "7"
    assert here.button.isEnabled()


def test_numbers_that_do_not_fit_are_refused_beside_them_and_nothing_typed_is_lost(here: SetupPage) -> None:
    here.choose("blooms")
    here.form.set_values({"variant": "race", "side": 4, "target": 60})
    assert set(errors(here)) == {"target"}
    assert not here.button.isEnabled()
    here.form.set_values({"side": 8})
    assert errors(here) == {}
    assert here.button.isEnabled()

    here.choose("conquid")
    form = here.form
    rows, columns = form.fields["rows"], form.fields["columns"]
    rows.number.setValue(17)
    columns.number.lineEdit().selectAll()
    type_text(columns.number.lineEdit(), "12")
    assert set(errors(here)) == {"columns"}, "too few for the bases"
    assert not here.button.isEnabled()
    here.choose("thud")
    assert here.button.isEnabled()
    here.choose("conquid")
    assert (rows.number.value(), columns.number.value()) == (17, 12)
    form.set_values({"base": 1})
    assert here.button.isEnabled()


def position(key: str, turns: int = 4) -> str:
    table = played(key, turns)
    return table.match.game.write_position(table.match.state)


def test_every_game_starts_from_a_position_text(here: SetupPage) -> None:
    wanted = emitted(here.go)
    for key, game in GAMES.items():
        text = position(key)
        here.begin()
        here.choose(key)
        here.position.set_text(f"  {text}\n")
        here.button.click()

        assert wanted[-1].position == text
        table = LocalTable.new(game, wanted[-1].options, ("A", "B"), position=text)
        assert table.match.game.write_position(table.match.history[0].state) == text


def test_a_position_is_kept_while_it_is_folded_away_and_looked_at_again_when_the_game_changes(here: SetupPage) -> None:
    here.choose("thud")
    here.position.set_text("nonsense")
    assert not here.button.isEnabled()
    here.position.switch.setChecked(False)
    assert here.button.isEnabled()
    assert here.choice().position is None
    here.position.switch.setChecked(True)
    assert here.position.line.text() == "nonsense"
    here.position.set_text(position("thud"))
    assert here.button.isEnabled()
    here.choose("clod")
    assert not here.button.isEnabled()
    here.choose("thud")
    assert here.button.isEnabled()


def test_a_wrong_or_finished_position_is_explained_below_its_field(here: SetupPage) -> None:
    for key, texts in {
        "thud": ["?", "x" * 9000, "T dA6,RH8"],  # the last one is over, as are others below
        "clod": ["?", "\u2603", "B - " + "/".join(["BBBWWW"] * 6)],
        "conquid": ["?", "1 " + "/" * 40],
        "koom": ["?", "T dA6,RH8"],
        "blooms": ["?"],
        "royalclod": ["?"],
    }.items():
        here.choose(key)
        for text in texts:
            here.position.set_text(text)
            assert here.findChild(QLabel, "position_error").text() == here.position.problem != ""
            assert not here.button.isEnabled()


def test_a_position_counts_for_one_game_and_is_kept_until_that_is_started(here: SetupPage) -> None:
    here.choose("thud")
    here.position.set_text(position("thud"))
    here.begin()
    assert here.choice().position == position("thud")

    here.button.click()
    assert here.choice().position == position("thud")
    here.begin()
    assert here.choice().position is None
    assert not here.position.switch.isChecked()


def test_the_seats_say_who_moves_first_in_the_position(window: MainWindow) -> None:
    window.show_page("host")
    window.host.choose("thud")
    seat = window.host.findChild(QComboBox, "seat")
    before = seat.itemText(1)

    window.host.position.set_text(position("thud", 1))
    assert seat.itemText(1) != before
    window.host.position.set_text(None)


def test_a_table_from_a_position_says_so_in_the_list() -> None:
    place = ListedServer("network", "a", "ann", (), 1.0, "0.1")
    plain = ListedTable(place, "t", "Ann's table", "thud", {}, ("Ann",))

    assert "position" not in plain.terms_line
    assert "from a position" in replace(plain, set_up=True).terms_line
    assert ("Start", "a position that was set up") in replace(plain, set_up=True).details()
