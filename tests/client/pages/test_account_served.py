"""Registering, signing in and other computers, by clicks in whole clients at a real server."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog

from client_qt.app.application import Application
from client_qt.net.session import LEFT, ServerSession
from client_qt.text.rules_text import translate
from client_qt.theme import Theme
from netgame.text import Text
from server.app import Serving
from tests.client.clicks import button
from tests.client.kept import Client
from tests.client.program import press, until
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
from tests.qt_trio_plugin import KeptRun
from tests.server.serving import running

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


async def test_a_guest_registers_after_a_refused_password(ann: Application) -> None:
    account = link_of(ann).account
    page = await to_account(ann)
    fill(ann, sign_up_password="12345678", sign_up_again="12345678")
    await press(page, "sign_up_go")
    await shown(page, "sign_up_password_wrong")
    await register(ann, "Ann")

    assert link_of(ann).user.registered
    assert link_of(ann).account == account
    assert ann.window.account.forms["password"].isVisible()


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


async def test_this_computer_signs_out_and_has_a_new_account_the_next_time(ann: Application, serving: Serving) -> None:
    await register(ann, "Ann")
    account, page = link_of(ann).account, ann.window.account
    await press(page, "Sign out")
    await press(ann.window.findChild(QDialog, "ask"), "leave_account")
    await until(lambda: page.forms["sign_in"].isVisible())
    assert not ann.window.banner.shown

    ann.servers.forget_server(serving.fingerprint)
    await visit(ann, serving)
    assert link_of(ann).status == "online"
    assert not link_of(ann).user.registered
    assert link_of(ann).account != account


async def test_the_password_is_changed_with_the_old_one(ann: Application) -> None:
    await register(ann, "Ann")
    page = ann.window.account
    fill(ann, password_old=OTHER, password_new=OTHER, password_again=OTHER)
    await press(page, "password_go")
    await shown(page, "password_old_wrong")
    fill(ann, password_old=PASSWORD, password_new=OTHER, password_again=OTHER)
    await until(lambda: page.forms["password"].button.isEnabled())
    await press(page, "password_go")
    await shown(page, "account_done")


async def test_a_server_that_is_forgotten_during_the_sign_in_stays_forgotten(
    ann: Application, serving: Serving
) -> None:
    entered, failed = list[ServerSession](), list[Text]()
    ann.servers.enter(
        serving.fingerprint, "Eve", entered.append, lambda _code, why: failed.append(why),
        password=PASSWORD, sign_up=True,
    )  # fmt: skip

    ann.servers.forget_server(serving.fingerprint)
    await until(lambda: entered or failed)

    assert (entered, failed) == ([], [LEFT])
    assert not ann.servers.sessions
    assert not ann.servers.is_known(serving.fingerprint)


async def test_every_request_without_a_session_ends_with_a_reason(ann: Application, serving: Serving) -> None:
    page, history = await to_account(ann), ann.window.history
    history.show_rows([], more=True)
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
