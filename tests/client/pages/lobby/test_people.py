"""Following and blocking, the page of players, ratings, and results against one player, at a server."""

import pytest
from PySide6.QtWidgets import QLabel

from client_qt.app.application import Application
from protocol.client import Session
from protocol.errors import Refusal
from server.app import Serving
from server.storage.social import FinishedMatch, Outcome
from tests.client.clicks import choose_in_menu, type_text
from tests.client.program import press, until
from tests.client.visiting import link_of, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
RATING = 150_000, 5_000, 6_000


def bob_of(app: Application) -> str:
    return next(person.account for person in link_of(app).lobby.people if person.name == "Bob")


def actions(app: Application) -> set[str]:
    """The actions of Bob's row in the lobby."""
    return {action.name for row in app.window.lobby.people.rows if row.key == bob_of(app) for action in row.actions}


def groups(app: Application) -> list[tuple[str, str]]:
    """The names in the list of players, with the heading above them."""
    return [(row.item.name, row.group) for row in app.window.people.view.rows]


async def played(serving: Serving, first: str, second: str) -> None:
    """Add a rated match that the first player won."""
    match = FinishedMatch(
        place=1, table="t1", title="", game="clod", rules=1, names=("Ann", "Bob"), accounts=(first, second), winner=0,
        reason="resigned", totals=(1, 0), ended=serving.services.clock.now(), clock="none", rated=True,
    )  # fmt: skip
    serving.services.social.add_matches(0, [(1, Outcome(match, True, (RATING, RATING)))])


async def test_a_friend_is_marked_in_the_lobby_and_listed_among_the_players(ann: Application, session: Session) -> None:
    choose_in_menu(ann.window.lobby.people, f"follow_{bob_of(ann)}")
    await until(lambda: "unfollow" in actions(ann))
    ann.window.action("people").trigger()
    await until(lambda: groups(ann))
    assert [name for name, _group in groups(ann)] == ["Bob"]

    ann.window.people.view.triggered.emit(ann.window.people.view.rows[0], "unfollow")
    await until(lambda: not groups(ann))


async def test_a_blocked_player_cannot_write_and_can_be_unblocked(ann: Application, session: Session) -> None:
    choose_in_menu(ann.window.lobby.people, f"block_{bob_of(ann)}")
    await until(lambda: "unblock" in actions(ann))
    with pytest.raises(Refusal, match="blocks"):
        await session.say("direct", "", "hello", link_of(ann).account)

    choose_in_menu(ann.window.lobby.people, f"unblock_{bob_of(ann)}")
    await until(lambda: "block" in actions(ann))
    await session.say("direct", "", "hello", link_of(ann).account)


async def test_a_player_is_found_by_the_beginning_of_the_name(ann: Application, session: Session) -> None:
    ann.window.action("people").trigger()
    type_text(ann.window.people.name_field, "bo")
    await press(ann.window.people, "find_player")
    await until(lambda: groups(ann))
    assert [name for name, _group in groups(ann)] == ["Bob"]

    ann.window.people.view.triggered.emit(ann.window.people.view.rows[0], "challenge")
    assert ann.window.page == "challenge"


async def test_ratings_have_the_own_place_and_lead_to_profiles(
    ann: Application, session: Session, serving: Serving
) -> None:
    await played(serving, link_of(ann).account, bob_of(ann))
    ann.window.action("ratings").trigger()
    ann.window.ratings.games.set_value("clod")
    await until(lambda: len(ann.window.ratings.view.rows) == 2)

    ann.window.ratings.view.triggered.emit(
        next(row for row in ann.window.ratings.view.rows if row.key == bob_of(ann)), "profile"
    )
    await until(lambda: ann.window.profile.findChild(QLabel, "against_clod"))
    await press(ann.window.profile, "profile_against")
    await until(lambda: len(ann.window.history.view.rows) == 1)


async def test_the_program_says_when_a_friend_comes_online(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await visit(bob, serving)
    await until(lambda: len(ann.window.lobby.people.rows) == 2 and link_of(ann).knows_relations)
    account, said = bob_of(ann), list[str]()
    ann.people_controller.friend_came.connect(said.append)
    ann.people_controller.relate(account, "follow")
    await until(lambda: link_of(ann).relations.get(account) == "follow")
    bob.servers.forget_server(serving.fingerprint)
    await until(lambda: len(link_of(ann).lobby.people) == 1)
    assert not said

    await visit(bob, serving)

    await until(lambda: said)
    for app in (ann, bob):  # otherwise they connect again while the server ends
        app.servers.forget_server(serving.fingerprint)
