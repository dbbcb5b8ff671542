"""Setting a game up: every kind of option, presets, options that do not fit, a position to start from."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
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
from tests.client.widget_tools import emitted, shown


@pytest.fixture
def here(window: MainWindow) -> SetupPage:
    page = window.here
    window.show_page("here")
    page.begin()
    page.position.set_text(None)
    for key, form in page.forms.items():
        form.set_values(option_values(GAMES[key]()))
    settle()
    return page


def errors(page: SetupPage) -> dict[str, str]:
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


def test_an_own_table_may_be_a_tournament_and_its_form_fits_the_game_and_the_position(window: MainWindow) -> None:
    pages = {name: getattr(window, name) for name in ("challenge", "here", "host")}
    for name in pages:
        window.show_page(name)
    assert [name for name, page in pages.items() if not page.hold_tournament.isHidden()] == ["host"]

    heights = []
    for key, name in (("clod", "option_ties"), ("thud", "option_battles")):
        window.host.choose(key)
        settle()
        heights.append(window.host.findChild(QWidget, name).parentWidget().parentWidget().height())
    assert heights[0] < heights[1] / 2

    seat = window.host.findChild(QComboBox, "seat")
    before = seat.itemText(1)
    window.host.position.set_text(position("thud", 1))
    assert seat.itemText(1) != before
    window.host.position.set_text(None)


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


def test_options_have_bounds_conditions_and_presets_and_misfits_are_explained(theme: Theme, qtbot: QtBot) -> None:
    form: OptionsForm = shown(OptionsForm(theme, Odd), qtbot)
    wrap, number, size = (form.fields[name] for name in ("wrap", "limit", "size"))
    assert not wrap.isVisible(), "it does not apply"
    for values, expected in (({"size": 9, "wrap": True}, True), ({"size": 5}, False), ({"size": 9}, True)):
        form.set_values(values)
        assert (wrap.isVisible(), form.values()["wrap"]) == (expected, expected)

    seen = [(number.value(), number.number.text())]
    number.none.setChecked(False)
    for steps in (0, -1, 60):
        number.number.stepBy(steps)
        seen.append((number.value(), number.number.text()))
    number.none.setChecked(True)
    seen.append((number.value(), number.number.text()))
    assert seen == [(None, ""), (1, "1"), (1, "1"), (50, "50"), (None, "")]

    size.number.lineEdit().selectAll()
    type_text(size.number.lineEdit(), "77")
    assert size.value() == 77
    assert form.errors["size"].text() == form.problem != ""
    form.set_values({"size": 5, "limit": 13})
    assert form.problem, "they do not go together"
    form.set_values({"limit": 14})
    assert form.problem == ""

    presets = form.findChild(QComboBox, "presets")
    presets.setCurrentIndex(presets.findText("large"))
    presets.activated.emit(presets.currentIndex())
    assert form.values()["size"] == 9
    form.set_values({"size": 8})
    assert presets.currentIndex() == 0, "a choice of one's own"


def test_numbers_are_offered_by_words_refused_beside_them_and_nothing_typed_is_lost(here: SetupPage) -> None:
    here.choose("blooms")
    side = here.form.fields["side"]
    assert [side.itemData(index) for index in range(side.count())] == [4, 5, 6, 8]
    assert all("cells" in side.itemText(index) for index in range(side.count()))
    here.form.set_values({"side": 7})
    assert (here.form.values()["side"], side.currentText()) == (7, "7"), "not offered, and still shown"
    assert here.button.isEnabled()
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


def test_every_game_starts_from_a_position_and_explains_a_wrong_or_finished_one(here: SetupPage) -> None:
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


def test_a_position_is_kept_while_it_is_folded_away_and_until_its_game_is_started(here: SetupPage) -> None:
    here.choose("thud")
    here.position.set_text("nonsense")
    assert not here.button.isEnabled()
    here.position.switch.setChecked(False)
    assert here.button.isEnabled()
    assert here.choice().position is None
    here.position.switch.setChecked(True)
    assert here.position.line.text() == "nonsense"
    here.position.set_text(position("thud"))
    for key, fits in (("thud", True), ("clod", False), ("thud", True)):
        here.choose(key)
        assert here.button.isEnabled() == fits

    here.begin()
    assert here.choice().position == position("thud")
    here.button.click()
    assert here.choice().position == position("thud")
    here.begin()
    assert here.choice().position is None
    assert not here.position.switch.isChecked()
