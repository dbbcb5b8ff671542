"""Challenges between two windows, and with a player without one."""

import pytest
from PySide6.QtGui import QAction

from client_qt.app.application import Application
from protocol.client import Session
from protocol.messages import AnswerChallenge, Done, GameTerms, SendResign
from server.app import Serving
from tests.client.clicks import choose_in_menu
from tests.client.program import press, until
from tests.client.visiting import link_of, meet

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


def account_of(app: Application, name: str) -> str:
    return next(person.account for person in link_of(app).lobby.people if person.name == name)


async def send(app: Application, game: str) -> None:
    """Choose a game in the open form of a challenge, and send it."""
    assert app.window.page == "challenge"
    app.window.challenge.choose(game)
    await press(app.window.challenge, "go")
    await until(lambda: app.window.page != "challenge")


async def challenged(app: Application) -> str:
    """Wait until the lobby shows a challenge, and return its id."""
    return await until(lambda: next((row.key for row in app.window.lobby.challenges.rows), ""))


async def test_a_challenge_is_changed_sent_back_and_accepted(
    ann: Application, bob: Application, serving: Serving
) -> None:
    choose_in_menu(ann.window.lobby.people, f"challenge_{account_of(ann, 'Bob')}")
    await send(ann, "thud")

    await until(lambda: bob.window.banner.shown)
    choose_in_menu(bob.window.lobby.challenges, f"change_{await challenged(bob)}")
    assert bob.window.challenge.choice().game == "thud"
    await send(bob, "clod")

    await until(lambda: [row.game for row in ann.window.lobby.challenges.rows] == ["clod"])
    choose_in_menu(ann.window.lobby.challenges, f"accept_{await challenged(ann)}")

    for app in (ann, bob):
        await until(lambda app=app: app.window.page == "table" and app.window.table.model.match is not None)
        assert app.window.table.model.match.created.dice == "players"
    await until(lambda: not link_of(bob).challenges.at(0))
    for app in (ann, bob):  # otherwise they connect again while the server ends
        app.servers.forget_server(serving.fingerprint)


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
async def test_a_declined_challenge_says_why(ann: Application, bob: Application) -> None:
    choose_in_menu(ann.window.lobby.people, f"challenge_{account_of(ann, 'Bob')}")
    await send(ann, "thud")
    choose_in_menu(bob.window.lobby.challenges, f"decline_{await challenged(bob)}")
    bob.window.lobby.findChild(QAction, "decline_too_fast").trigger()

    await until(lambda: not ann.window.lobby.challenges.rows)
    await until(lambda: ann.window.banner.shown)
    await until(lambda: not bob.window.lobby.challenges.rows)


async def test_an_own_challenge_is_withdrawn(ann: Application, bob: Application) -> None:
    choose_in_menu(ann.window.lobby.people, f"challenge_{account_of(ann, 'Bob')}")
    await send(ann, "thud")
    await challenged(bob)
    choose_in_menu(ann.window.lobby.challenges, f"withdraw_{await challenged(ann)}")

    for app in (ann, bob):
        await until(lambda app=app: not app.window.lobby.challenges.rows)


async def test_challenges_of_players_who_are_muted_here_are_not_shown(ann: Application, session: Session) -> None:
    bob = account_of(ann, "Bob")
    ann.lobby_controller.mute_at(link_of(ann), bob, True)
    await session.challenge(link_of(ann).account, GameTerms(game="thud"))

    await until(lambda: link_of(ann).challenges.at(0))
    assert not ann.window.lobby.challenges.rows
    assert not ann.window.banner.shown


async def test_an_accepted_challenge_opens_its_table(ann: Application, session: Session) -> None:
    choose_in_menu(ann.window.lobby.people, f"challenge_{account_of(ann, 'Bob')}")
    await send(ann, "thud")
    id = await challenged(ann)

    done = await session.ask(AnswerChallenge(challenge=id, accept=True), Done)

    await until(lambda: ann.window.page == "table")
    assert ann.window.table.model.table == done.table


async def test_the_opponent_of_a_finished_match_is_challenged_again_with_its_terms(
    ann: Application, bob: Application, serving: Serving
) -> None:
    table = await meet(serving, ann, bob)
    await link_of(bob).command(table, SendResign, match=True)
    await until(lambda: ann.window.table.model.match.phase == "over")
    await until(lambda: ann.window.table.result.isVisible())

    ann.window.table.result.findChild(QAction, "challenge_again").trigger()

    choice = ann.window.challenge.choice()
    assert ann.window.page == "challenge"
    assert (choice.game, choice.player) == ("clod", 1), "Ann was player 0"
