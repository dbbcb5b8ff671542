"""The lobby of a server with two windows, or with a player without one: talks, relations, challenges, play now."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)

from client_qt.app.application import Application
from client_qt.dialogs.form import ReportDialog
from client_qt.pages.play_now.dialog import USUAL_CLOCK, PlayNowDialog
from client_qt.pages.reports.moderation import ModerationDialog
from devtools.harness.window.clicks import button, choose_in_menu, click_row, row_action, settle, type_text
from devtools.harness.window.input_devices import Keys, activate
from devtools.harness.window.opponent import Opponent
from devtools.harness.window.program import press, until
from devtools.harness.window.qt_run import KeptRun
from netgame.match.events import Created
from protocol.client import Session
from protocol.errors import Refusal
from protocol.messages import GameTerms, SendResign
from server.app import Serving
from server.net.session import STOPPING
from server.storage.social import FinishedMatch, Outcome, place_of_talk
from tests.client.visiting import link_of, make_table, register, sign_in_again, sit_together, visit
from tests.client.widget_tools import emitted
from tests.client.widget_tools import texts as label_texts

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
KEYS = Keys()
RATING = 150_000, 5_000, 6_000


def rename(app: Application, name: str) -> None:
    app.window.action("home").trigger()
    activate(app.window)
    app.window.home.name_field.setFocus()
    KEYS.write(name)
    KEYS.press(Qt.Key.Key_Return)


def show_lobby(app: Application) -> None:
    app.lobby_controller.show_lobby()
    activate(app.window)


async def enter(app: Application, serving: Serving) -> None:
    await visit(app, serving)
    app.lobby_controller.show_lobby()


async def meets_somebody(*apps: Application) -> None:
    for app in apps:
        await until(lambda app=app: len(app.window.lobby.people.rows) == 2 and link_of(app).knows_relations)


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    kept_run.call(lambda: enter(ann, serving))
    return ann


@pytest.fixture
def bob(kept_run: KeptRun, bob: Application, ann: Application, serving: Serving) -> Application:
    kept_run.call(lambda: enter(bob, serving))
    kept_run.call(partial(meets_somebody, ann, bob))
    return bob


@pytest.fixture
def session(kept_run: KeptRun, ann: Application, other: Opponent) -> Session:
    kept_run.call(partial(meets_somebody, ann))
    return other.session


def account_of(app: Application, name: str = "Bob") -> str:
    return next(person.account for person in link_of(app).lobby.people if person.name == name)


def lines(app: Application) -> str:
    return app.window.lobby.findChild(QTextEdit).toPlainText()


def rooms(app: Application) -> dict[str, str]:
    """The visible buttons of rooms with their texts, by account."""
    found = app.window.lobby.chat.findChildren(QPushButton)
    buttons = {each.objectName(): each.text() for each in found if each.isVisible()}
    return {name.removeprefix("room_"): text for name, text in buttons.items() if name.startswith("room_")}


async def test_two_windows_see_a_new_name_and_write_to_each_other(ann: Application, bob: Application) -> None:
    rename(bob, "Robert")
    await until(lambda: "Robert" in {row.title for row in ann.window.lobby.people.rows})
    assert link_of(bob).name == "Robert"

    bob.lobby_controller.show_lobby()
    show_lobby(ann)
    choose_in_menu(ann.window.lobby.people, f"write_{account_of(ann, 'Robert')}")
    KEYS.write("Thud & <b>tea</b>?")
    KEYS.press(Qt.Key.Key_Return)
    from_ann = account_of(bob, "Ann")
    await until(lambda: "(1)" in rooms(bob).get(from_ann, ""))
    assert "tea" not in lines(bob)
    assert next(row for row in bob.window.lobby.people.rows if row.key == from_ann).chip
    await press(bob.window.lobby, f"room_{from_ann}")
    await until(lambda: "Thud & <b>tea</b>?" in lines(bob))
    assert "(" not in rooms(bob)[from_ann]
    bob.window.lobby.chat.begin()
    activate(bob.window)
    KEYS.write("Yes")
    KEYS.press(Qt.Key.Key_Return)
    await until(lambda: "Yes" in lines(ann))
    await press(bob.window.lobby, "room_lobby")
    assert "Yes" not in lines(bob)

    link_of(bob).close()
    field = ann.window.lobby.findChild(QLineEdit, "chat_field")
    await until(lambda: not field.isVisible())
    await press(ann.window.lobby, "room_lobby")
    assert field.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
async def test_messages_are_written_by_keys_and_announced_until_read(
    ann: Application, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, bob, lobby, banner = link_of(ann).account, account_of(ann), ann.window.lobby, ann.window.banner
    show_lobby(ann)
    KEYS.tab_to(lobby.people)
    while lobby.people.current is None or lobby.people.current.key != bob:
        KEYS.press(Qt.Key.Key_Down)
    KEYS.combine("Shift+F10")
    menu = QApplication.activePopupWidget()
    assert menu.findChild(QAction, f"write_{bob}") in menu.actions()
    while menu.activeAction() is None or menu.activeAction().objectName() != f"write_{bob}":
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    activate(ann.window)  # as a window manager does after a menu
    field = QApplication.focusWidget()
    assert field.objectName() == "chat_field"
    KEYS.write("Good evening")
    KEYS.press(Qt.Key.Key_Return)
    await until(lambda: "Good evening" in lines(ann))
    KEYS.write("Only for you")
    await press(lobby, "room_lobby")
    assert field.text() == ""
    click_row(lobby.people, bob)
    await press(ann.window.profile, "profile_write")
    await until(lambda: bob in rooms(ann))
    assert (ann.window.page, field.text()) == ("lobby", "Only for you")

    ann.window.action("home").trigger()
    with monkeypatch.context() as away:  # a line about the message does not cover the question
        away.setattr(ann.window, "isActiveWindow", lambda: False)
        for text in ("Thud?", "Or Koom?"):
            await session.say("direct", "", text, me)
        await until(lambda: banner.shown)
        line = ann.window.news.of(link_of(ann).fingerprint, "line")[0]
        ann.attention.desktop.unshown.emit(line)
    assert banner.waiting == 1
    await press(ann.window, "Read")
    assert not ann.window.news.is_open(line.key)
    await until(lambda: "Or Koom?" in lines(ann))
    assert (ann.window.page, banner.waiting) == ("lobby", 0)
    assert QApplication.focusWidget().objectName() == "chat_field"

    choose_in_menu(lobby.people, f"mute_{bob}")
    ann.window.action("home").trigger()
    await session.say("direct", "", "Now?", me)
    await session.challenge(me, GameTerms(game="thud"))
    await until(lambda: len(link_of(ann).direct.lines(bob)) == 4 and link_of(ann).challenges.at(0))
    assert not banner.shown
    show_lobby(ann)
    assert bob not in rooms(ann)
    assert not any(row.chip for row in lobby.people.rows)
    assert not lobby.challenges.rows


async def test_a_player_is_followed_blocked_and_found_by_a_name(ann: Application, session: Session) -> None:
    people, me = ann.window.people, link_of(ann).account

    def actions() -> set[str]:
        rows = ann.window.lobby.people.rows
        return {action.name for row in rows if row.title == "Bob" for action in row.actions}

    def found() -> list[str]:
        return [row.item.name for row in people.view.rows]

    choose_in_menu(ann.window.lobby.people, f"follow_{account_of(ann)}")
    await until(lambda: "unfollow" in actions())
    ann.window.action("people").trigger()
    await until(lambda: found() == ["Bob"])
    people.view.triggered.emit(people.view.rows[0], "unfollow")
    await until(lambda: not found())

    ann.lobby_controller.show_lobby()
    choose_in_menu(ann.window.lobby.people, f"block_{account_of(ann)}")
    await until(lambda: "unblock" in actions())
    with pytest.raises(Refusal, match="blocks"):
        await session.say("direct", "", "hello", me)
    choose_in_menu(ann.window.lobby.people, f"unblock_{account_of(ann)}")
    await until(lambda: "block" in actions())
    await session.say("direct", "", "hello", me)

    ann.window.action("people").trigger()
    await until(lambda: not found())
    type_text(people.name_field, "bo")
    await press(people, "find_player")
    await until(lambda: found() == ["Bob"])
    people.view.triggered.emit(people.view.rows[0], "challenge")
    assert ann.window.page == "challenge"


async def test_ratings_lead_to_profiles(ann: Application, session: Session, serving: Serving) -> None:
    match = FinishedMatch(
        place=1, table="t1", title="", game="clod", rules=1, names=("Ann", "Bob"), winner=0, rated=True,
        accounts=(link_of(ann).account, account_of(ann)), reason="resigned", totals=(1, 0), clock="none",
        ended=serving.services.clock.now(),
    )  # fmt: skip
    serving.services.social.add_matches(0, [(1, Outcome(match, True, (RATING, RATING)))])
    ann.window.action("ratings").trigger()
    ratings = ann.window.ratings
    ratings.games.set_value("clod")
    await until(lambda: len(ratings.view.rows) == 2)

    ratings.view.triggered.emit(next(row for row in ratings.view.rows if row.key == account_of(ann)), "profile")
    await press(ann.window.profile, "profile_against")
    await until(lambda: len(ann.window.history.view.rows) == 1)


async def test_a_friend_who_comes_online_is_announced(ann: Application, bob: Application, serving: Serving) -> None:
    account, said = account_of(ann), emitted(ann.people_controller.friend_came)
    ann.people_controller.relate(account, "follow")
    await until(lambda: link_of(ann).relations.get(account) == "follow")
    bob.servers.forget_server(serving.fingerprint)
    await until(lambda: len(link_of(ann).lobby.people) == 1)
    assert not said
    await visit(bob, serving)
    await until(lambda: said)
    for app in (ann, bob):  # otherwise they connect again while the server ends
        app.servers.forget_server(serving.fingerprint)


async def challenge_bob(app: Application) -> None:
    app.lobby_controller.show_lobby()
    choose_in_menu(app.window.lobby.people, f"challenge_{account_of(app)}")
    await send(app, "thud")


async def send(app: Application, game: str) -> None:
    assert app.window.page == "challenge"
    app.window.challenge.choose(game)
    await press(app.window.challenge, "go")
    await until(lambda: app.window.page != "challenge")


async def challenged(app: Application) -> str:
    return await until(lambda: next((row.key for row in app.window.lobby.challenges.rows), ""))


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
async def test_challenges_are_sent_answered_and_repeated(ann: Application, bob: Application, serving: Serving) -> None:
    shown = {app: app.window.lobby.challenges for app in (ann, bob)}
    await challenge_bob(ann)
    await challenged(bob)
    choose_in_menu(shown[ann], f"withdraw_{await challenged(ann)}")
    await until(lambda: not shown[ann].rows and not shown[bob].rows)

    ann.window.banner.hide_text()
    await challenge_bob(ann)
    choose_in_menu(shown[bob], f"decline_{await challenged(bob)}")
    bob.window.lobby.findChild(QAction, "decline_too_fast").trigger()
    await until(lambda: not shown[ann].rows and ann.window.banner.shown and not shown[bob].rows)

    await challenge_bob(ann)
    await until(lambda: bob.window.banner.shown)
    choose_in_menu(shown[bob], f"change_{await challenged(bob)}")
    assert bob.window.challenge.choice().game == "thud"
    await send(bob, "clod")
    await until(lambda: [row.game for row in shown[ann].rows] == ["clod"])
    choose_in_menu(shown[ann], f"accept_{await challenged(ann)}")
    for app in (ann, bob):
        await until(lambda app=app: app.window.page == "table" and app.window.table.model.match is not None)
        assert app.window.table.model.match.created.dice == "players"
    await until(lambda: not link_of(bob).challenges.at(0))

    model = ann.window.table.model
    await until(lambda: model.match.phase == "playing")
    await link_of(bob).command(model.table, SendResign, match=True)
    await until(lambda: model.match.phase == "over" and ann.window.table.result.isVisible())
    ann.window.table.result.findChild(QAction, "challenge_again").trigger()
    choice = ann.window.challenge.choice()
    assert ann.window.page == "challenge"
    assert (choice.game, {choice.player}) == ("clod", {0, 1} - model.mine), "with the other side"
    for app in (ann, bob):  # otherwise they connect again while the server ends
        app.servers.forget_server(serving.fingerprint)


def search_words(app: Application) -> str:
    page = app.window.lobby if app.window.page == "lobby" else app.window.home
    words = page.findChild(QLabel, "play_now_words")
    return words.text() if words is not None and words.isVisible() else ""


async def search(app: Application, button: str) -> None:
    await until(lambda: link_of(app).lobby.seeks is not None)
    await press(app.window, button)
    dialog = await until(lambda: app.window.findChild(PlayNowDialog))
    await press(dialog, "play_now_go")
    await until(lambda: app.window.findChild(PlayNowDialog) is None)


async def test_a_wish_is_accepted_and_two_who_want_the_same_play_at_once(ann: Application, other: Opponent) -> None:
    async def created() -> Created:
        await until(lambda: ann.window.page == "table" and ann.table_controller.model is not None)
        model = ann.table_controller.model
        await until(lambda: model.match is not None and None not in model.match.seats)
        return model.match.created

    ann.lobby_controller.show_lobby()
    await other.session.seek(games=["thud"], clocks=["days 3"])
    await until(lambda: ann.window.lobby.seeks.rows)
    await press(ann.window.lobby, f"accept_{ann.window.lobby.seeks.rows[0].key}")
    terms = await created()
    assert (terms.game, terms.clock) == ("thud", "days 3")

    ann.window.table.set_model(None)
    ann.window.action("home").trigger()
    found = emitted(ann.play_now_controller.found)
    await search(ann, "play_now_button")
    await until(lambda: "Club" in search_words(ann))
    await other.session.seek(games=["clod"], clocks=[USUAL_CLOCK])
    await until(lambda: found)
    assert (await created()).clock == USUAL_CLOCK
    assert len(found) == 1
    assert ann.settings.value.seek.clocks == (USUAL_CLOCK,)


async def test_a_search_is_cancelled_and_ends_with_the_connection(ann: Application, serving: Serving) -> None:
    ann.lobby_controller.show_lobby()
    await search(ann, "lobby_play_now")
    await until(lambda: search_words(ann))

    await press(ann.window, "play_now_cancel")
    await until(lambda: not search_words(ann))
    await search(ann, "lobby_play_now")
    await until(lambda: search_words(ann))
    for peer in serving.services.lobby.peers:
        peer.dismiss(STOPPING)
    await until(lambda: not search_words(ann) and ann.window.banner.shown)

    ann.window.action("home").trigger()
    link_of(ann).close()
    ann.servers.sessions.clear()
    ann.play_now_controller.show()
    assert "Club" in search_words(ann), "home offers the last server without a connection"


async def report(app: Application, action: QAction, text: str) -> None:
    action.trigger()
    asking = await until(lambda: app.window.findChild(ReportDialog))
    asking.findChild(QPlainTextEdit, "report_text").setPlainText(text)
    await press(asking, "report_go")
    await until(lambda: not app.window.findChildren(ReportDialog))


async def moderate_player(ann: Application, bob: Application, what: str, reason: str) -> None:
    action = await until(lambda: row_action(ann.window.lobby, f"moderate_{link_of(bob).account}"))
    action.trigger()
    asking = await until(lambda: ann.window.findChild(ModerationDialog))
    box = asking.findChild(QComboBox, "moderation_action")
    box.setCurrentIndex(box.findData(what))
    settle()
    type_text(asking.findChild(QLineEdit, "moderation_reason"), reason)
    await press(asking, "moderation_go")
    await until(lambda: ann.window.findChild(ModerationDialog) is None)


async def test_a_player_is_reported_kicked_and_banned(ann: Application, bob: Application, serving: Serving) -> None:
    lobby, reports = ann.window.lobby, ann.window.reports
    await register(ann, "Ann")
    serving.services.accounts.make_moderator(link_of(ann).account)
    await sign_in_again(ann)
    bob.lobby_controller.show_lobby()
    rename(ann, "Anna")
    await until(lambda: ann.window.banner.shown)
    assert link_of(ann).name == "Ann", "the name of a registered player stays"
    ann.lobby_controller.show_lobby()

    action = await until(lambda: row_action(bob.window.lobby, f"report_{link_of(ann).account}"))
    await report(bob, action, "bans everybody")
    assert not bob.window.lobby.findChild(QWidget, "lobby_reports").isVisible()
    await press(lobby, "lobby_reports")
    await press(reports, "close_1")
    await until(lambda: not reports.findChildren(QWidget, "report_1"))

    ann.lobby_controller.show_lobby()
    await moderate_player(ann, bob, "kick", "take a walk")
    await until(lambda: "take a walk" in bob.window.banner.accessibleName())
    assert link_of(bob).status == "failed"
    await press(bob.window, "Come back")
    await until(lambda: link_of(bob).status == "online")
    await press(lobby, "lobby_copy")
    assert QApplication.clipboard().text() == link_of(ann).server.addresses[0].link(), "an invitation"
    waiting = await make_table(bob)
    (await until(lambda: row_action(lobby, f"close_{waiting.table}"))).trigger()
    await until(lambda: not link_of(ann).lobby.tables)

    await sit_together(ann, bob)
    table = ann.window.table.model
    ann.lobby_controller.show_lobby()
    await report(bob, bob.window.action("report"), "plays too slowly")
    ann.window.show_page("home")
    ann.lobby_controller.show_lobby()
    await until(lambda: button(lobby, "lobby_reports").text() == "Reports (1)")
    await press(lobby, "lobby_reports")
    await press(reports, "open_2")
    await until(lambda: ann.window.page == "table")
    assert ann.window.table.model is table

    ann.lobby_controller.show_lobby()
    while bob.window.banner.shown:
        bob.window.banner.hide_text()
    await moderate_player(ann, bob, "ban", "cheats")
    notice = bob.window.table.banner
    await until(lambda: "cheats" in " ".join(label_texts(notice)))
    assert not bob.window.banner.shown, "the end of the ban is read once"
    assert "The ban ends" in " ".join(label_texts(notice))
    assert "Reconnect here" not in " ".join(label_texts(notice))


async def test_a_member_who_is_away_is_written_to(ann: Application, serving: Serving) -> None:
    cleo = serving.services.accounts.add("Cleo", "hash", 1)
    ann.lobby_controller.write_to(cleo, "Cleo")
    activate(ann.window)
    KEYS.write("Thud on Friday?")
    KEYS.press(Qt.Key.Key_Return)
    place = place_of_talk(cleo, link_of(ann).account)
    await until(
        lambda: [line.text for line in serving.services.social.lines("direct", place, 9)] == ["Thud on Friday?"]
    )
    assert serving.services.social.waiting_lines(cleo) == {link_of(ann).account: 1}


async def test_messages_that_came_while_the_window_was_closed_are_unread(ann: Application, session: Session) -> None:
    await register(ann, "Ann")
    account, author = link_of(ann).account, session.signed_in
    assert author is not None
    link_of(ann).close()
    await until(lambda: account not in {person.account for person in session.lobby.people})
    await session.say("direct", "", "Thud on Friday?", account)
    await sign_in_again(ann)
    await until(lambda: link_of(ann).direct.unread(author.account) == 1)
    show_lobby(ann)
    await until(lambda: "(1)" in rooms(ann).get(author.account, ""))
