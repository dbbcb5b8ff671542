"""Where the computer may suggest moves: in a match that is still played only if its terms allow it."""

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.variation import VariationTable
from netgame.match.commands import Resign
from tests.client.clicks import settle
from tests.client.play import at_table, played
from tests.client.staging import own_turn, sit_down
from tests.window.input_devices import usable


def has_hint(window: MainWindow) -> bool:
    settle()
    enabled = window.action("hint").isEnabled()
    assert enabled == (usable(window.table.hint, "hint") is not None), "the button and the menu agree"
    return enabled


@pytest.mark.parametrize(("terms", "allowed"), [({}, True), ({"rated": True}, False), ({"hints": False}, False)])
def test_a_match_at_a_server_has_hints_if_its_terms_allow_it(
    window: MainWindow, terms: dict[str, bool], allowed: bool
) -> None:
    table = sit_down(window, own_turn(6, more=terms))
    assert has_hint(window) is allowed

    variation = VariationTable(table, len(table.steps()) - 1)
    window.table.set_model(variation)
    assert has_hint(window) is allowed
    window.table.set_model(table)


def test_a_rated_match_that_is_over_has_hints(window: MainWindow) -> None:
    staged = own_turn(6, more={"rated": True})
    sit_down(window, staged)
    assert not has_hint(window)

    staged.do(Resign(match=True), 0)
    window.table.history.back()
    window.table.history.back()
    assert has_hint(window)


@pytest.mark.parametrize("make", [lambda: played("thud", 6), lambda: review(played("thud", 6))], ids=["here", "record"])
def test_local_games_and_records_have_hints_at_every_move(window: MainWindow, make: object) -> None:
    table = make()  # type: ignore[operator]
    at_table(window, table)
    assert has_hint(window)
    window.table.history.back()
    assert has_hint(window)


def review(table: TableModel) -> TableModel:
    assert table.match is not None
    return ReviewTable(table.log, table.match, "a file")
