"""The lobby of a server: a new name, and direct messages."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QTextEdit

from client_qt.app.application import Application
from protocol.client import Session
from tests.client.clicks import choose_in_menu, click_row
from tests.client.program import press, until
from tests.client.visiting import link_of, register
from tests.window.input_devices import Keys, activate

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
KEYS = Keys()


def rename(app: Application, name: str) -> None:
    app.window.action("home").trigger()
    activate(app.window)
    app.window.home.name_field.setFocus()
    KEYS.write(name)
    KEYS.press(Qt.Key.Key_Return)


def names(app: Application) -> set[str]:
    return {person.name for person in link_of(app).lobby.people}


async def test_a_changed_name_is_seen_by_others_at_once(ann: Application, bob: Application) -> None:
    rename(bob, "Robert")
    await until(lambda: names(ann) == {"Ann", "Robert"})
    await until(lambda: any(row.title == "Robert" for row in ann.window.lobby.people.rows))

    assert link_of(bob).name == "Robert"


async def test_a_registered_player_is_told_that_the_name_stays(ann: Application, session: Session) -> None:
    await register(ann, "Ann")
    rename(ann, "Anna")
    await until(lambda: ann.window.banner.shown)

    assert link_of(ann).name == "Ann"


# ---- direct messages


def account_of(app: Application, name: str) -> str:
    return next(person.account for person in link_of(app).lobby.people if person.name == name)


def show_lobby(app: Application) -> None:
    app.lobby_controller.show_lobby()
    activate(app.window)


def lines(app: Application) -> str:
    return app.window.lobby.findChild(QTextEdit).toPlainText()


def rooms(app: Application) -> dict[str, str]:
    """The visible buttons of rooms with their texts, by account."""
    found = app.window.lobby.chat.findChildren(QPushButton)
    buttons = {each.objectName(): each.text() for each in found if each.isVisible()}
    return {name.removeprefix("room_"): text for name, text in buttons.items() if name.startswith("room_")}


async def write_to(app: Application, name: str, text: str) -> None:
    """Write to a player from the list of people."""
    show_lobby(app)
    choose_in_menu(app.window.lobby.people, f"write_{account_of(app, name)}")
    KEYS.write(text)
    KEYS.press(Qt.Key.Key_Return)
    await until(lambda: text in lines(app))


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
async def test_a_message_is_written_by_keys_alone(ann: Application, session: Session) -> None:
    show_lobby(ann)
    people, bob = ann.window.lobby.people, account_of(ann, "Bob")
    KEYS.tab_to(people)
    while people.current is None or people.current.key != bob:
        KEYS.press(Qt.Key.Key_Down)
    KEYS.combine("Shift+F10")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.findChild(QAction, f"write_{bob}") in menu.actions()
    while menu.activeAction() is None or menu.activeAction().objectName() != f"write_{bob}":
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    activate(ann.window)  # as a window manager does after a menu

    assert QApplication.focusWidget().objectName() == "chat_field"
    KEYS.write("Thud?")
    KEYS.press(Qt.Key.Key_Return)
    await until(lambda: "Thud?" in lines(ann))


async def test_two_players_write_to_each_other_beside_the_lobby(ann: Application, bob: Application) -> None:
    from_ann = account_of(bob, "Ann")
    await write_to(ann, "Bob", "Thud & <b>tea</b>?")
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


async def test_a_message_is_announced_on_other_pages_until_it_is_read(ann: Application, session: Session) -> None:
    ann.window.action("home").trigger()
    for text in ("Thud?", "Or Koom?"):
        await session.say("direct", "", text, link_of(ann).account)
    await until(lambda: ann.window.banner.shown)
    await press(ann.window, "Read")
    await until(lambda: "Or Koom?" in lines(ann))

    assert (ann.window.page, ann.window.banner.waiting) == ("lobby", 0)
    assert QApplication.focusWidget().objectName() == "chat_field"


async def test_messages_of_a_muted_player_are_not_shown(ann: Application, session: Session) -> None:
    from_bob = account_of(ann, "Bob")
    choose_in_menu(ann.window.lobby.people, f"mute_{from_bob}")
    ann.window.action("home").trigger()
    await session.say("direct", "", "Thud?", link_of(ann).account)
    await until(lambda: link_of(ann).direct.lines(from_bob))

    assert not ann.window.banner.shown
    show_lobby(ann)
    assert from_bob not in rooms(ann)
    assert not any(row.chip for row in ann.window.lobby.people.rows)


async def test_a_half_written_message_stays_in_its_room(ann: Application, session: Session) -> None:
    await write_to(ann, "Bob", "Thud?")
    field = ann.window.lobby.findChild(QLineEdit, "chat_field")
    KEYS.write("Only for you")
    await press(ann.window.lobby, "room_lobby")
    assert field.text() == ""
    await press(ann.window.lobby, f"room_{account_of(ann, 'Bob')}")

    assert field.text() == "Only for you"


async def test_nothing_can_be_written_to_a_player_who_has_left(ann: Application, bob: Application) -> None:
    await write_to(ann, "Bob", "Thud?")
    link_of(bob).close()
    await until(lambda: not ann.window.lobby.findChild(QLineEdit, "chat_field").isVisible())
    await press(ann.window.lobby, "room_lobby")

    assert ann.window.lobby.findChild(QLineEdit, "chat_field").isVisible()


async def test_a_profile_leads_to_a_message(ann: Application, session: Session) -> None:
    click_row(ann.window.lobby.people, account_of(ann, "Bob"))
    await press(ann.window.profile, "profile_write")

    await until(lambda: account_of(ann, "Bob") in rooms(ann))

    assert ann.window.page == "lobby"


async def test_the_lobby_copies_an_invitation_to_its_server(ann: Application, session: Session) -> None:
    await press(ann.window.lobby, "lobby_copy")

    assert QApplication.clipboard().text() == link_of(ann).server.addresses[0].link()
