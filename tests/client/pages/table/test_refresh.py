"""How often the table page computes what it shows."""

from typing import Any

import pytest

from client_qt.app.main_window import MainWindow
from client_qt.pages.table import page
from client_qt.pages.table.player_strip import PlayerState, PlayerStrip
from client_qt.table import model
from netgame.match.commands import Play
from tests.client.clicks import settle
from tests.client.staging import own_turn, sit_down
from tests.screenshots.staged_tables import ME


@pytest.fixture
def states(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every state that the page computes."""
    found: list[Any] = []
    make = page.table_state
    monkeypatch.setattr(page, "table_state", lambda *args: found.append(make(*args)) or found[-1])
    return found


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every command that the rules are asked about."""
    found: list[Any] = []
    decide = model.decide
    monkeypatch.setattr(
        model, "decide", lambda match, command, *args: found.append(command) or decide(match, command, *args)
    )
    return found


def test_an_own_move_is_shown_as_sent_and_refreshed_once_when_it_is_confirmed(
    window: MainWindow, states: list[Any], decided: list[Any]
) -> None:
    staged = own_turn(2)
    sit_down(window, staged)
    match, table = staged.story.match, staged.tables[0]
    text = match.game.format(match.state, next(match.game.moves(match.state)))
    states.clear()
    decided.clear()

    window.table.builder.type_move(text)
    assert (len(states), decided) == (1, []), "sent"
    table.answered(None, match.number + 1)
    assert len(states) == 1, "the answer changes nothing until the event comes"
    staged.do(Play(match.position, text), ME)
    settle()

    assert len(states) == 2
    assert 0 < len(decided) <= 8
    assert len(set(decided)) == len(decided)


def test_an_unchanged_match_is_not_decided_again(window: MainWindow, decided: list[Any]) -> None:
    staged = own_turn(2)
    sit_down(window, staged)
    decided.clear()

    staged.tables[0].present((False, True), ("lost", ""))
    window.table.walk.first()
    window.table.walk.live()

    assert decided == []


def test_a_strip_ignores_equal_states(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(window, own_turn(2))
    names: list[str] = []
    describe = PlayerStrip.setAccessibleName
    monkeypatch.setattr(
        PlayerStrip, "setAccessibleName", lambda strip, name: names.append(name) or describe(strip, name)
    )

    window.table.refresh()
    assert names == []
    window.table.body.strips[0].show_player(PlayerState("Ann", "dwarfs"))
    assert names == ["Ann, dwarfs"]
