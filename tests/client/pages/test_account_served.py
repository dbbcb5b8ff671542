"""Registering, signing in, other computers, copies of the key and notices, by clicks in whole clients at a server."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QLineEdit

from client_qt.app.application import Application
from client_qt.dialogs.form import FormDialog
from client_qt.net.session import LEFT, ServerSession
from client_qt.text.rules_text import translate
from devtools.harness.server.serving import running
from devtools.harness.window.clicks import button, type_text
from devtools.harness.window.program import press, until
from devtools.harness.window.qt_run import KeptRun
from netgame.text import Text
from protocol.identity.device_key import load_or_make
from server.app import Serving
from server.notices.channels import MailServer, SendFailed
from tests.client.visiting import (
    OTHER,
    PASSWORD,
    fill,
    link_of,
    register,
    shown,
    sign_in_again,
    submit,
    to_account,
    visit,
)
from tests.client.widget_tools import label_text

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]
PHRASE = "twelve green parrots"
TO = "visitor@example.org"


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    kept_run.call(lambda: visit(ann, serving))
    return ann


@pytest.fixture
def bob(kept_run: KeptRun, bob: Application, serving: Serving) -> Application:
    kept_run.call(lambda: visit(bob, serving))
    return bob


async def test_a_guest_registers_changes_the_password_and_signs_out(ann: Application, serving: Serving) -> None:
    account, page = link_of(ann).account, await to_account(ann)
    await submit(ann, "sign_up", "sign_up_password_wrong", password="12345678", again="12345678")
    await submit(ann, "sign_up", password=PASSWORD, again=PASSWORD)
    assert (link_of(ann).user.registered, link_of(ann).account) == (True, account)

    await submit(ann, "password", "password_old_wrong", old=OTHER, new=OTHER, again=OTHER)
    await submit(ann, "password", old=PASSWORD, new=OTHER, again=OTHER)
    await press(page, "Sign out")
    await press(ann.window.findChild(QDialog, "ask"), "leave_account")
    await until(lambda: page.forms["sign_in"].isVisible())
    assert not ann.window.banner.shown

    ann.servers.forget_server(serving.fingerprint)
    await visit(ann, serving)
    assert (link_of(ann).status, link_of(ann).user.registered) == ("online", False)
    assert link_of(ann).account != account


async def test_another_computer_signs_in_with_the_password(ann: Application, bob: Application) -> None:
    await register(ann, "Ann")
    account, guest = link_of(ann).account, link_of(bob)
    await to_account(bob)
    await submit(bob, "sign_in", "sign_in_password_wrong", name="Ann", password=OTHER)
    assert link_of(bob) is guest
    assert guest.status == "online"
    await submit(bob, "sign_in", password=PASSWORD)
    assert link_of(bob).account == account

    await sign_in_again(bob)
    assert (link_of(bob).account, link_of(bob).name) == (account, "Ann"), "by the key"


async def test_another_computer_signs_in_by_a_code_and_signs_the_others_out(ann: Application, bob: Application) -> None:
    await register(ann, "Ann")
    await press(ann.window.account, "make_link")
    await shown(ann.window.account, "link_left")

    page = await to_account(bob)
    await submit(bob, "code", "code_code_wrong", code="AAAA-AAAA")
    await submit(bob, "code", code=ann.window.account.code.code.text())
    assert link_of(bob).account == link_of(ann).account

    await press(page, "revoke_others")
    await press(bob.window.findChild(QDialog, "ask"), "revoke")
    await until(lambda: link_of(ann).status == "failed")
    assert link_of(bob).status == "online"


async def test_every_request_without_a_session_ends_with_a_reason(ann: Application, serving: Serving) -> None:
    page, history, reports = await to_account(ann), ann.window.history, ann.window.reports
    history.show_rows([], more=True)
    entered, failed = list[ServerSession](), list[Text]()
    ann.servers.enter(
        serving.fingerprint, "Eve", entered.append, lambda _code, why: failed.append(why),
        password=PASSWORD, sign_up=True,
    )  # fmt: skip
    ann.servers.forget_server(serving.fingerprint)

    fill(ann, sign_up_password=PASSWORD, sign_up_again=PASSWORD)
    for widget, name, note in (
        (page, "sign_up_go", "sign_up_trouble"),
        (page, "make_link", "link_left"),
        (history, "history_more", "history_note"),
    ):
        ann.window.show_page(widget.objectName())
        button(widget, name).click()
        assert button(widget, name).isEnabled()
        assert label_text(widget, note) == translate(LEFT)
    ann.window.show_page("reports")
    reports.reload.emit()
    assert label_text(reports, "reports_note") == translate(LEFT)

    await until(lambda: entered or failed)
    assert (entered, failed) == ([], [LEFT]), "a sign-in that was under way"
    assert not ann.servers.sessions
    assert not ann.servers.is_known(serving.fingerprint)


async def form(app: Application, **values: str) -> FormDialog:
    asking: FormDialog = await until(lambda: app.window.findChild(FormDialog))
    for name, text in values.items():
        field = asking.findChild(QLineEdit, name)
        field.clear()
        type_text(field, text)
    return asking


async def test_a_copy_brings_the_player_to_another_computer(alone: Application, tmp_path: Path) -> None:
    copy, key, window, page = tmp_path / "copy.key", alone.player_key, alone.window, alone.window.account

    async def choose() -> None:
        dialog = await until(lambda: window.findChild(QFileDialog, "files"))
        dialog.fileSelected.emit(str(copy))
        dialog.close()
        await until(lambda: window.findChild(QFileDialog, "files") is None)

    async def use_copy(phrase: str = PHRASE) -> FormDialog:
        await press(page, "import_key")
        await choose()
        asking = await form(alone, import_passphrase=phrase)
        await press(asking, "import_go")
        return asking

    async def answer(name: str) -> None:
        await press(await until(lambda: window.findChild(QDialog, "ask")), name)

    async def note(words: str) -> None:
        await until(lambda: words in label_text(page, "account_done"))

    window.show_page("account")
    await press(page, "export_key")
    asking = await form(alone, export_passphrase="short", export_again="short")
    await press(asking, "export_go")
    assert asking.findChild(QLabel, "export_passphrase_wrong").isVisible()
    await form(alone, export_passphrase=PHRASE, export_again=PHRASE)
    await press(asking, "export_go")
    await choose()
    await note(copy.name)

    player, other = key.key, load_or_make(tmp_path / "other.key")
    await key.take(other)  # as on another computer
    before = key.path.read_bytes()
    await use_copy()
    await answer("cancel")
    await until(lambda: window.findChild(QDialog, "ask") is None)
    assert key.path.read_bytes() == before

    asking = await use_copy("not the passphrase")
    await until(asking.findChild(QLabel, "import_passphrase_wrong").isVisible)
    await form(alone, import_passphrase=PHRASE)
    await press(asking, "import_go")
    await answer("replace_key")
    await note("player-2.key")
    assert key.key.public == player.public != other.public

    await use_copy()
    await note("has that key already")


async def test_a_member_confirms_an_address_after_a_refused_mail_and_switches_a_kind_off(
    alone: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = list[str]()

    def send(_server: MailServer, _id: str, to: str, _subject: str, text: str) -> None:
        mails.append(f"{to}: {text}")
        if len(mails) == 1:
            raise SendFailed("the mail server refuses the receiver", is_final=True, is_alone=True)

    monkeypatch.setattr(MailServer, "send", send)
    sends = {"mail_server": "mail.example.org", "mail_tls": "none", "mail_sender": "club@example.org"}
    async with running(tmp_path / "server", plain=False, **sends) as serving:
        await visit(alone, serving)
        card = (await to_account(alone)).notices
        assert not card.isVisible(), "a guest has none"
        await register(alone, "Ann")
        await until(card.isVisible)
        type_text(card.address, TO)
        await press(card, "notices_address_go")
        await shown(card, "notices_error")
        assert (card.address.isVisible(), card.code.isVisible()) == (True, False)

        type_text(card.address, TO)
        await press(card, "notices_address_go")
        await until(lambda: card.code.isVisible() and len(mails) == 2)
        type_text(card.code, "AAAA-AAAA")
        await press(card, "notices_code_go")
        await shown(card, "notices_error")
        card.code.clear()
        type_text(card.code, mails[-1].partition("The code is ")[2].partition(". ")[0])
        await press(card, "notices_code_go")
        await until(lambda: not card.code.isVisible())
        await press(card, "notices_time")

        def stored() -> tuple[str, tuple[str, ...]]:
            member = serving.services.accounts.notices_of(link_of(alone).account)
            return member.address, member.kinds

        await until(lambda: stored() == (TO, ("turn", "challenge", "round")))
        assert mails[-1].startswith(TO)


async def test_a_player_who_forgot_the_password_sets_a_new_one_by_mail(
    alone: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = list[str]()
    monkeypatch.setattr(MailServer, "send", lambda _server, _id, _to, _subject, text: mails.append(text))
    sends = {"mail_server": "mail.example.org", "mail_tls": "none", "mail_sender": "club@example.org"}
    async with running(tmp_path / "server", plain=False, **sends) as serving:
        accounts = serving.services.accounts
        account = accounts.add("Ann", "hash", 1)
        accounts.offer_address(account, TO, b"code", 2**50)
        accounts.confirm_address(account, b"code", 1)
        await visit(alone, serving)
        page = await to_account(alone)
        fill(alone, sign_in_name="Ann")
        await press(page, "forgot_password")
        await until(lambda: page.forms["reset"].isVisible() and mails)
        await submit(alone, "reset", "reset_code_wrong", code="AAAA-AAAA", new=OTHER, again=OTHER)
        await submit(alone, "reset", code=mails[-1].partition("The code is ")[2].partition(". ")[0])
        assert (link_of(alone).account, link_of(alone).user.registered) == (account, True)
