"""Registering, signing in, other computers, copies of the key and notices, by clicks in whole clients at a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QLineEdit

from client_qt.app.application import Application
from client_qt.dialogs.form import FormDialog
from client_qt.net.player_key import FILE
from client_qt.net.session import LEFT, ServerSession
from client_qt.text.rules_text import translate
from client_qt.theme import Theme
from devtools.harness.server.serving import running
from devtools.harness.window.clicks import button, type_text
from devtools.harness.window.program import client, press, until
from devtools.harness.window.qt_run import KeptRun
from netgame.text import Text
from server.app import Serving
from tests.client.kept import Client
from tests.client.visiting import (
    OTHER,
    PASSWORD,
    fill,
    link_of,
    register,
    shown,
    sign_in_again,
    to_account,
    visit,
)
from tests.client.widget_tools import label_text
from tests.server.notices.receivers import LOOPBACK, Inbox, code_in, mail_server

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    """Ann as a guest of the server."""
    kept_run.call(lambda: visit(ann, serving))
    return ann


@pytest.fixture
def bob(kept_run: KeptRun, bob: Application, serving: Serving) -> Application:
    """Bob as a guest of the same server."""
    kept_run.call(lambda: visit(bob, serving))
    return bob


@pytest.fixture
def alone(kept_client: Client, theme: Theme) -> Application:
    """A client at no server."""
    return kept_client("Ann")


async def test_a_server_without_guests_offers_to_register(alone: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False, guests=False) as serving:
        await visit(alone, serving)
        assert link_of(alone).error_code == "guests_off"
        await until(lambda: alone.window.banner.shown)
        await press(alone.window, "Sign in ...")
        page = alone.window.account
        await shown(page, "account_note")
        fill(alone, sign_up_password=PASSWORD, sign_up_again=PASSWORD)
        await press(page, "sign_up_go")
        await shown(page, "account_done")

        assert link_of(alone).status == "online"


async def test_a_guest_registers_after_a_refused_password_changes_it_and_signs_out(
    ann: Application, serving: Serving
) -> None:
    account, page = link_of(ann).account, await to_account(ann)
    fill(ann, sign_up_password="12345678", sign_up_again="12345678")
    await press(page, "sign_up_go")
    await shown(page, "sign_up_password_wrong")
    await register(ann, "Ann")
    assert link_of(ann).user.registered
    assert link_of(ann).account == account
    assert page.forms["password"].isVisible()

    fill(ann, password_old=OTHER, password_new=OTHER, password_again=OTHER)
    await press(page, "password_go")
    await shown(page, "password_old_wrong")
    fill(ann, password_old=PASSWORD, password_new=OTHER, password_again=OTHER)
    await until(lambda: page.forms["password"].button.isEnabled())
    await press(page, "password_go")
    await shown(page, "account_done")

    await press(page, "Sign out")
    await press(ann.window.findChild(QDialog, "ask"), "leave_account")
    await until(lambda: page.forms["sign_in"].isVisible())
    assert not ann.window.banner.shown
    ann.servers.forget_server(serving.fingerprint)
    await visit(ann, serving)
    assert (link_of(ann).status, link_of(ann).user.registered) == ("online", False)
    assert link_of(ann).account != account


async def test_another_computer_signs_in_with_the_password_after_a_wrong_one(
    ann: Application, bob: Application
) -> None:
    await register(ann, "Ann")
    account, guest = link_of(ann).account, link_of(bob)
    page = await to_account(bob)
    fill(bob, sign_in_name="Ann", sign_in_password=OTHER)
    await press(page, "sign_in_go")
    await shown(page, "sign_in_password_wrong")
    assert link_of(bob) is guest
    assert guest.status == "online"
    fill(bob, sign_in_password=PASSWORD)
    await until(lambda: bob.window.account.forms["sign_in"].button.isEnabled())
    await press(page, "sign_in_go")
    await shown(page, "account_done")
    assert link_of(bob).account == account

    await sign_in_again(bob)
    assert (link_of(bob).account, link_of(bob).name) == (account, "Ann"), "by the key"


async def test_a_code_makes_a_second_computer_one_of_the_account_and_revoking_ends_it(
    ann: Application, bob: Application
) -> None:
    await register(ann, "Ann")
    account = link_of(ann).account
    await press(ann.window.account, "make_link")
    await shown(ann.window.account, "link_left")
    code = ann.window.account.code.code.text()

    page = await to_account(bob)
    fill(bob, code_code="AAAA-AAAA")
    await press(page, "code_go")
    await shown(page, "code_code_wrong")
    fill(bob, code_code=code)
    await until(lambda: bob.window.account.forms["code"].button.isEnabled())
    await press(page, "code_go")
    await shown(page, "account_done")
    assert link_of(bob).account == account

    await press(page, "revoke_others")
    await press(bob.window.findChild(QDialog, "ask"), "revoke")
    await until(lambda: link_of(ann).status == "failed")
    assert link_of(bob).status == "online"


async def test_every_request_without_a_session_ends_with_a_reason(ann: Application, serving: Serving) -> None:
    page, history = await to_account(ann), ann.window.history
    history.show_rows([], more=True)
    entered, failed = list[ServerSession](), list[Text]()
    ann.servers.enter(
        serving.fingerprint, "Eve", entered.append, lambda _code, why: failed.append(why),
        password=PASSWORD, sign_up=True,
    )  # fmt: skip
    ann.servers.forget_server(serving.fingerprint)

    fill(ann, sign_up_password=PASSWORD, sign_up_again=PASSWORD)
    page.forms["sign_up"].button.click()
    assert page.forms["sign_up"].button.isEnabled()
    assert label_text(page, "sign_up_trouble") == translate(LEFT)
    page.code.button.click()
    assert page.code.button.isEnabled()
    assert label_text(page, "link_left") == translate(LEFT)
    ann.window.show_page("history")
    button(history, "history_more").click()
    assert button(history, "history_more").isEnabled()
    assert label_text(history, "history_note") == translate(LEFT)
    ann.window.show_page("reports")
    ann.window.reports.reload.emit()
    assert label_text(ann.window.reports, "reports_note") == translate(LEFT)

    await until(lambda: entered or failed)
    assert (entered, failed) == ([], [LEFT]), "a sign-in that was under way"
    assert not ann.servers.sessions
    assert not ann.servers.is_known(serving.fingerprint)


PHRASE = "twelve green parrots"


async def form(app: Application, **values: str) -> FormDialog:
    asking: FormDialog = await until(lambda: app.window.findChild(FormDialog))
    for name, text in values.items():
        field = asking.findChild(QLineEdit, name)
        field.clear()
        type_text(field, text)
    return asking


async def choose(app: Application, path: Path) -> None:
    dialog = await until(lambda: app.window.findChild(QFileDialog, "files"))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    await until(lambda: app.window.findChild(QFileDialog, "files") is None)


async def note(app: Application, words: str) -> None:
    await until(lambda: words in label_text(app.window.account, "account_done"))


async def save_copy(app: Application, path: Path) -> None:
    app.window.show_page("account")
    await press(app.window.account, "export_key")
    asking = await form(app, export_passphrase=PHRASE, export_again=PHRASE)
    await press(asking, "export_go")
    await choose(app, path)
    await until(path.exists)  # the note of an earlier test may still be shown
    await note(app, path.name)


async def use_copy(app: Application, path: Path, phrase: str = PHRASE) -> FormDialog:
    app.window.show_page("account")
    await press(app.window.account, "import_key")
    await choose(app, path)
    asking = await form(app, import_passphrase=phrase)
    await press(asking, "import_go")
    return asking


async def test_a_copy_makes_another_computer_the_same_player(alone: Application, theme: Theme, tmp_path: Path) -> None:
    copy = tmp_path / "copy.key"
    await save_copy(alone, copy)
    async with client(theme, tmp_path / "b", "Ann") as there:
        await there.player_key.ready()
        file = there.settings.path.parent / FILE
        before = file.read_bytes()
        await use_copy(there, copy)
        await press(await until(lambda: there.window.findChild(QDialog, "ask")), "cancel")
        await until(lambda: there.window.findChild(QDialog, "ask") is None)
        assert file.read_bytes() == before

        asking = await use_copy(there, copy, "not the passphrase")
        wrong = asking.findChild(QLabel, "import_passphrase_wrong")
        await until(wrong.isVisible)
        await form(there, import_passphrase=PHRASE)
        await press(asking, "import_go")
        await press(await until(lambda: there.window.findChild(QDialog, "ask")), "replace_key")
        await note(there, "player-1.key")
        assert alone.player_key.key.public == there.player_key.key.public

        await use_copy(there, copy)
        await note(there, "has that key already")


async def test_nothing_is_saved_with_a_short_passphrase_or_after_cancel(alone: Application) -> None:
    alone.window.show_page("account")
    await press(alone.window.account, "export_key")
    asking = await form(alone, export_passphrase="short", export_again="short")
    await press(asking, "export_go")
    assert asking.findChild(QLabel, "export_passphrase_wrong").isVisible()
    await press(asking, "cancel")
    await until(lambda: alone.window.findChild(FormDialog) is None)

    assert alone.window.findChild(QFileDialog, "files") is None


TO = "visitor@example.org"


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    with mail_server(tls=False) as opened:
        yield opened


@pytest.fixture
def mailing(kept_run: KeptRun, tmp_path: Path, inbox: Inbox) -> Iterator[Serving]:
    """A server that sends mails."""
    sends = {"mail_server": LOOPBACK, "mail_port": inbox.port, "mail_tls": "none", "mail_sender": "club@example.org"}
    with kept_run.entered(running(tmp_path / "server", plain=False, **sends)) as made:
        yield made


@pytest.fixture
def visitor(kept_run: KeptRun, alone: Application, mailing: Serving) -> Application:
    """Ann as a guest of that server."""
    kept_run.call(lambda: visit(alone, mailing))
    return alone


async def test_a_member_confirms_an_address_after_a_refused_mail_and_switches_a_kind_off(
    visitor: Application, mailing: Serving, inbox: Inbox
) -> None:
    inbox.refuse_receiver = "550 unknown"
    card = (await to_account(visitor)).notices
    assert not card.isVisible()  # a guest has none
    await register(visitor, "Ann")
    await until(card.isVisible)
    type_text(card.address, TO)
    await press(card, "notices_address_go")
    await until(lambda: label_text(card, "notices_error"))
    assert (card.address.isVisible(), card.code.isVisible()) == (True, False)

    inbox.refuse_receiver = ""
    card.address.clear()
    type_text(card.address, TO)
    await press(card, "notices_address_go")
    await until(lambda: card.code.isVisible() and inbox.mails)
    type_text(card.code, "AAAA-AAAA")
    await press(card, "notices_code_go")
    await until(lambda: label_text(card, "notices_error"))
    card.code.clear()
    type_text(card.code, code_in(inbox))
    await press(card, "notices_code_go")
    await until(lambda: not card.code.isVisible())
    await press(card, "notices_time")

    def stored() -> tuple[str, tuple[str, ...]]:
        member = mailing.services.accounts.notices_of(visitor.lobby_controller.current().account)
        return member.address, member.kinds

    await until(lambda: stored() == (TO, ("turn", "challenge", "round")))
    assert inbox.receivers == [TO]
