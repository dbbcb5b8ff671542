"""Conditional moves and a vacation by clicks in a whole client, against a player without a window."""

import pytest

from client_qt.app.application import Application
from client_qt.table.variation import VariationTable
from netgame.match.conditional import answer_of
from server.app import Serving
from tests.client.play import try_moves
from tests.client.program import press, until
from tests.client.visiting import Facing, link_of, to_account, visit
from tests.window.opponent import Opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
DAYS = "days 3"


async def test_the_server_answers_as_the_window_has_said_and_a_vacation_stops_the_clock_until_its_end(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    await visit(ann, serving)
    facing = Facing(ann, serving, other, await other.session.make_table("thud", {"battles": 1}, player=0, clock=DAYS))
    link_of(ann).take_seat(facing.table, ann.table_controller.show, print)
    await until(lambda: ann.window.page == "table")
    page, model = ann.window.table, ann.table_controller.model
    await until(lambda: model.match is not None and model.match.phase == "playing" and model.conditional is not None)

    page.panel.moves.bar.what_if.emit()
    variation = await until(lambda: page.model if isinstance(page.model, VariationTable) else None)
    move = variation.match.game.moves(variation.match.state)
    variation.play(next(iter(move)))  # the first one, as `Facing.move` plays
    try_moves(variation, 1)
    await press(page, "what_if_answers")
    await until(lambda: page.panel.conditional.lines)
    await facing.move()
    await until(lambda: sum(model.match.moved) == 2)
    assert model.match.history.last.event.conditional
    assert answer_of(model.match, 1, ()) is None
    await until(lambda: not page.panel.conditional.lines)

    account = await to_account(ann)
    await until(lambda: account.vacation.isVisible())
    await press(account, "begin_vacation")
    await until(lambda: any(model.vacations))
    await facing.move()
    await until(lambda: model.match.paused is not None)
    assert model.can_move
    await press(account, "end_vacation")
    await until(lambda: model.match.paused is None)
    assert model.can_move
