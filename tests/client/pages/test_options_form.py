"""The form of a game's options: every kind of option, presets, and what does not go together."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.pages.setup.options_form import OptionsForm
from client_qt.theme import Theme
from netgame.errors import OptionError
from netgame.games.clod.game import Clod
from netgame.options import option
from tests.client.clicks import settle, type_text


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
    assert not form.fields["wrap"].isVisible()
    form.set_values({"size": 9, "wrap": True})
    assert form.fields["wrap"].isVisible()
    assert form.values()["wrap"] is True
    form.set_values({"size": 5})
    assert not form.fields["wrap"].isVisible()
    assert form.values()["wrap"] is False
    form.set_values({"size": 9})
    assert form.values()["wrap"] is True


def test_options_that_do_not_go_together_are_explained(form: OptionsForm) -> None:
    form.set_values({"limit": 13})
    assert form.problem
    form.set_values({"limit": 14})

    assert form.problem == ""


def test_a_number_steps_within_its_bounds_and_may_be_none(form: OptionsForm) -> None:
    number = form.fields["limit"]

    assert (number.value(), number.number.text()) == (None, "")
    number.none.setChecked(False)
    assert (number.value(), number.number.text()) == (1, "1")
    number.number.stepBy(-1)
    assert number.value() == 1
    number.number.stepBy(60)
    assert number.value() == 50
    number.none.setChecked(True)
    assert (number.value(), number.number.text()) == (None, "")


def test_a_number_typed_out_of_its_bounds_stays_and_is_explained(form: OptionsForm) -> None:
    size = form.fields["size"]

    size.number.lineEdit().selectAll()
    type_text(size.number.lineEdit(), "77")

    assert size.value() == 77
    assert form.errors["size"].text() == form.problem != ""


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
