"""Conditional moves and a vacation by clicks in a whole client, against a player without a window."""

from functools import partial

import pytest

from client_qt.app.application import Application
from client_qt.table.remote import RemoteTable
from client_qt.table.variation import VariationTable
from netgame.match.conditional import answer_of
from server.app import Serving
from tests.client.play import try_moves
from tests.client.program import press, until
from tests.client.visiting import Facing, to_account, visit
from tests.qt_trio_plugin import KeptRun
from tests.window.opponent import Opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    """Ann, who knows the server."""
    kept_run.call(partial(visit, ann, serving))
    return ann


async def face_by_days(ann: Application, serving: Serving, other: Opponent) -> tuple[Facing, RemoteTable]:
    """Sit down opposite the other player, who is to move, with days for each move."""
    table = await other.session.make_table("thud", {"battles": 1}, player=0, clock="days 3")
    link = ann.servers.session_to(serving.fingerprint, serving.addresses, "Club")
    link.take_seat(table, ann.table_controller.show, print)
    await until(lambda: ann.window.page == "table")
    model = ann.table_controller.model
    assert isinstance(model, RemoteTable)
    await until(lambda: model.match is not None and model.match.phase == "playing" and model.conditional is not None)
    return Facing(ann, serving, other, table), model


async def test_the_server_answers_as_the_window_has_said(ann: Application, serving: Serving, other: Opponent) -> None:
    facing, model = await face_by_days(ann, serving, other)
    page = ann.window.table
    page.panel.moves.bar.what_if.emit()
    variation = await until(lambda: page.model if isinstance(page.model, VariationTable) else None)
    move = variation.match.game.moves(variation.match.state)
    variation.play(next(iter(move)))  # the first one, as `Facing.move` plays
    try_moves(variation, 1)

    await press(page, "what_if_answers")
    await until(lambda: page.panel.conditional.lines)
    await facing.move()

    match = await until(lambda: model.match if model.match is not None and sum(model.match.moved) == 2 else None)
    assert match.history.last.event.conditional
    assert answer_of(match, 1, ()) is None
    await until(lambda: not page.panel.conditional.lines)


async def test_a_vacation_stops_the_clock_and_the_end_lets_it_run(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    facing, model = await face_by_days(ann, serving, other)
    page = await to_account(ann)
    await until(lambda: ann.window.account.vacation.isVisible())

    await press(page, "begin_vacation")
    await until(lambda: any(model.vacations))
    await facing.move()
    await until(lambda: model.match is not None and model.match.paused is not None)
    assert model.can_move
    await press(page, "end_vacation")

    await until(lambda: model.match is not None and model.match.paused is None)
    assert model.can_move
