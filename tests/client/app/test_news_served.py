"""News of servers in the window: its answers reach the session of the moment, and lists withdraw it."""

import gc
from pathlib import Path
from weakref import ref

import pytest
from PySide6.QtGui import QAccessible

from client_qt.app.application import Application
from client_qt.feedback import screen_reader
from devtools.harness.server.serving import known, running
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.program import press, until
from protocol.messages import Challenges, GameTerms, Invite, LeaveSeat
from server.app import Serving
from tests.client.visiting import Facing, link_of, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


async def test_an_invitation_is_accepted_after_a_new_sign_in(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    first = await visit(ann, serving)
    table = await other.session.make_table("clod", {}, player=0)
    await other.session.command(table, Invite, account=first.account)
    await until(lambda: ann.window.banner.shown)
    ann.servers.sign_in_again()
    await until(lambda: link_of(ann) is not first and link_of(ann).status == "online")

    await press(ann.window, "Join")

    await until(lambda: ann.window.page == "table" and table in link_of(ann).own_seats())


async def test_an_invitation_to_a_table_that_is_gone_is_withdrawn(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    session = await visit(ann, serving)
    table = await other.session.make_table("clod", {}, player=0)
    await until(lambda: session.lobby.tables)
    await other.session.command(table, Invite, account=session.account)
    await until(lambda: ann.window.banner.shown)

    await other.session.command(table, LeaveSeat)

    await until(lambda: not ann.window.banner.shown)


async def test_messages_of_two_players_with_one_name_are_two_questions(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "a", plain=False) as one, running(tmp_path / "b", plain=False) as two, opponent(
        known(one), "Anna"
    ) as first, opponent(known(two), "Anna") as second:  # fmt: skip
        for serving, anna in ((one, first), (two, second)):
            session = ann.servers.session_to(serving.fingerprint, serving.addresses, "Club")
            await until(lambda session=session: session.status == "online")
            await anna.session.say("direct", "", "Good evening", session.account)
        await until(lambda: ann.window.banner.waiting == 2)

        await press(ann.window, "Read")

        await until(lambda: ann.window.page == "lobby")
        assert ann.window.banner.waiting == 1


async def test_two_servers_that_refuse_a_player_are_both_told(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "a", plain=False, guests=False) as one, running(
        tmp_path / "b", plain=False, guests=False
    ) as two:  # fmt: skip
        for serving in (one, two):
            ann.servers.session_to(serving.fingerprint, serving.addresses, "Club")
        await until(lambda: ann.window.banner.waiting == 2)

        await press(ann.window, "Close")

        assert ann.window.banner.waiting == 1
        ann.servers.changed.emit()
        assert ann.window.banner.waiting == 1, "each is told once"

        refused = ref(ann.servers.sessions[two.fingerprint])
        ann.servers.forget_server(two.fingerprint)
        ann.window.show_home()
        await until(lambda: gc.collect() >= 0 and refused() is None)


async def test_a_challenge_that_is_not_in_the_list_is_withdrawn(
    ann: Application, serving: Serving, other: Opponent
) -> None:
    session = await visit(ann, serving)
    await other.session.challenge(session.account, GameTerms(game="thud"))
    await until(lambda: ann.window.banner.shown)

    ann.servers.updated.emit(session, Challenges(challenges=[]))

    assert not ann.window.banner.shown


@pytest.mark.parametrize("is_left", [False, True])
async def test_a_turn_is_said_on_another_page_unless_it_was_known(
    facing: Facing, monkeypatch: pytest.MonkeyPatch, is_left: bool
) -> None:
    said: list[str] = []

    class Reader:
        AnnouncementPoliteness = QAccessible.AnnouncementPoliteness
        isActive = staticmethod(lambda: True)
        updateAccessibility = staticmethod(lambda event: said.append(event.message()))

    monkeypatch.setattr(screen_reader, "QAccessible", Reader)
    app = facing.app
    if is_left:
        await facing.move()
        await until(lambda: app.window.table.model.can_move)
    app.home_controller.open()
    if not is_left:
        await facing.move()

    await until(lambda: app.waiting_games.games)

    assert (app.waiting_games.games[0].text in said) is not is_left
