"""Events while answers are under way: other commands, the end of the session, and pages that are left."""

from pathlib import Path

import pytest

from client_qt.app.application import Application
from client_qt.dialogs.form import TableCodeDialog
from client_qt.net.session import LEFT
from client_qt.table.commands import Command
from client_qt.table.remote import RemoteTable
from netgame.match.state import Match
from netgame.text import Text
from protocol.messages import Say, SendMove
from server.app import Serving
from tests.client.clicks import type_text
from tests.client.net.test_lives import made_table
from tests.client.program import press, until
from tests.client.visiting import face, link_of, visit
from tests.window.opponent import Opponent

pytestmark = [pytest.mark.qt_trio, pytest.mark.slow]


def any_move(match: Match) -> object:
    return next(iter(match.game.moves(match.state)))


async def test_a_move_and_a_message_on_their_way_are_both_accepted(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    await face(ann, serving, other, mine=0)
    model = ann.window.table.model
    await until(lambda: model.can_move)
    ended: list[Command] = []
    model.command_ended.connect(ended.append)
    position = model.match.position

    model.play(any_move(model.match))
    model.write("table", "Good luck")
    await until(lambda: len(ended) == 2 and model.rooms["table"])

    assert {(command.message, command.state) for command in ended} == {(SendMove, "accepted"), (Say, "accepted")}
    assert model.match.position > position
    assert not model.waiting


async def test_all_that_is_under_way_ends_once_when_the_session_is_closed(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, _ann, table):
        sat, ended, closed, failed = list[RemoteTable](), list[Command](), list[Text](), list[Text]()
        eve.take_seat(table, sat.append, failed.append)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
        model = sat[0]
        model.command_ended.connect(ended.append)
        model.closed.connect(closed.append)

        model.write("table", "Good luck")
        model.resign(match=True)
        eve.request(eve.profile(eve.account), print, failed.append)
        eve.fetch_finished(table, print, failed.append)
        eve.close()
        eve.close()
        await until(lambda: (len(ended), len(closed), len(failed)) == (2, 1, 2))

        assert {command.state for command in ended} == {"lost"}
        assert not model.waiting
        assert eve.models == []


async def test_a_refused_sign_in_says_why_and_the_session_before_stays(ann: Application, serving: Serving) -> None:
    before, refused = await visit(ann, serving), list[tuple[str, Text]]()

    def failed(code: str, why: Text) -> None:
        refused.append((code, why))

    ann.servers.enter(serving.fingerprint, "Nobody", print, failed, password="not the right one")
    await until(lambda: refused)

    ((code, why),) = refused
    assert code == "bad_password"
    assert why != LEFT
    assert link_of(ann) is before
    assert before.status == "online"


async def test_an_answer_that_comes_after_its_page_was_left_shows_no_page(ann: Application, serving: Serving) -> None:
    session = await visit(ann, serving)
    answered: list[object] = []
    ann.window.action("history").trigger()
    ann.window.action("profile").trigger()
    ann.window.action("home").trigger()
    session.request(session.profile(session.account), answered.append, print)
    await until(lambda: answered)  # what was asked later is answered later

    assert ann.window.page == "home"
    assert not ann.window.banner.shown


async def test_a_code_that_is_accepted_after_its_dialog_was_closed_opens_the_table(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    await visit(ann, serving)
    table = await other.session.make_table("clod", {}, access="code", code="owl-elk")
    ann.lobby_controller.show_lobby()
    await press(ann.window.lobby, f"join_{table}")
    asking = ann.window.findChild(TableCodeDialog)
    assert asking is not None
    type_text(asking.field, "owl-elk")
    await press(asking, "code_go")
    asking.reject()

    await until(lambda: ann.window.page == "table" and ann.window.table.model is not None)
