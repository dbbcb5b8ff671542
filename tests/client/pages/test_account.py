from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.pages.account.page import AccountPage, Membership
from client_qt.widgets.form_card import form_problem
from devtools.harness.window.clicks import button, press, settle, type_text
from protocol.messages import Notices
from protocol.messages.accounts import Device, Vacation
from tests.client.widget_tools import emitted
from tests.client.widget_tools import label_text as words

DAY = 86_400_000
NOW = 400 * DAY + DAY // 2
GUEST = Membership("The club", "Ann", "guest")
MEMBER = Membership("The club", "Ann", "registered")
KINDS = ["turn", "time", "challenge", "round"]
DEVICES = (
    Device(device=1, kind="token", label="attic", made=0, used=NOW - DAY, here=False),
    Device(device=2, kind="key", label="cellar", made=NOW - 3 * DAY, used=NOW, here=False),
    Device(device=3, kind="key", label="kitchen", made=NOW, used=NOW - 9 * DAY, here=True),
)


def opened(window: MainWindow, who: Membership = GUEST) -> AccountPage:
    window.show_page("account")
    window.account.begin()
    window.account.show_membership(who)
    settle()
    return window.account


def field(page: QWidget, name: str) -> QLineEdit:
    return page.findChild(QLineEdit, name)


def forms_of(page: AccountPage) -> set[str]:
    return {name for name, form in page.forms.items() if form.isVisible()}


def test_each_member_sees_only_the_usable_forms(window: MainWindow) -> None:
    assert forms_of(opened(window)) == {"sign_up", "sign_in", "code"}
    assert forms_of(opened(window, MEMBER)) == {"password"}
    page = opened(window, Membership("The club", "Ann", "away", "Guests are not let in.", may_register=False))

    assert forms_of(page) == {"sign_in", "code"}
    assert words(page, "account_note") == "Guests are not let in."
    assert words(page, "no_sign_up")
    assert not page.devices.isVisible()
    assert not page.code.isVisible()


def test_a_form_is_checked_sent_once_and_waits_for_the_answer(window: MainWindow) -> None:
    page = opened(window)
    sent = emitted(page.sent)
    assert field(page, "sign_up_name").text() == "Ann"

    press(page, "sign_up_go")
    assert words(page, "sign_up_password_wrong")
    type_text(field(page, "sign_up_password"), "four green owls")
    type_text(field(page, "sign_up_again"), "four green elks")
    press(page, "sign_up_go")
    assert words(page, "sign_up_again_wrong")
    assert field(page, "sign_up_again").property("wrong") == "true"
    assert words(page, "sign_up_password_wrong") == ""
    assert sent == []

    QTest.keyClicks(field(page, "sign_up_again"), "four green owls")  # in place of what was wrong and is selected
    press(page, "sign_up_go")
    assert sent == [("sign_up", {"name": "Ann", "password": "four green owls", "again": "four green owls"})]
    assert not button(page, "sign_up_go").isEnabled()
    page.show_refusal("sign_up", "weak_password", "Take some words instead.")
    assert words(page, "sign_up_password_wrong") == "Take some words instead."
    assert button(page, "sign_up_go").isEnabled()

    for values, wrong in (
        ({"name": "  ", "password": "x"}, "name"),
        ({"old": "x", "new": "y", "again": "y"}, None),
        ({"old": "x", "new": "y", "again": "x"}, "again"),
        ({"passphrase": "x", "again": "y"}, "again"),
    ):
        problem = form_problem(values)
        assert (problem and problem.field) == wrong

    page.form_done("sign_up", "You are registered as Ann.")
    assert words(page, "account_done") == "You are registered as Ann."
    assert field(page, "sign_up_password").text() == ""
    page.show_refusal("sign_in", "too_soon", "Wait 30 s.")
    assert words(page, "sign_in_trouble") == "Wait 30 s.", "in the form, if it is about no field"


def test_a_deleted_name_stays_empty_and_a_password_visible_while_the_page_is_open(window: MainWindow) -> None:
    page = opened(window)
    name, password = field(page, "sign_up_name"), field(page, "sign_in_password")
    name.setFocus()
    QTest.keyClick(name, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(name, Qt.Key.Key_Delete)
    page.show_membership(GUEST)  # as after each update of the server
    assert name.text() == ""
    press(page, "sign_in_show")
    assert password.echoMode() == QLineEdit.EchoMode.Normal
    assert field(page, "sign_up_password").echoMode() == QLineEdit.EchoMode.Password

    opened(window)
    assert name.text() == "Ann"
    assert password.echoMode() == QLineEdit.EchoMode.Password
    assert not page.forms["code"].show_secrets.isVisible()


def test_a_code_is_copied_and_a_guest_signs_out_only_other_computers(window: MainWindow) -> None:
    page = opened(window)
    page.code.show_code("ABCD-EFGH", 300)
    settle()
    assert words(page, "link_code") == "ABCD-EFGH"
    assert "5:00" in words(page, "link_left")
    press(page, "copy_code")
    assert QApplication.clipboard().text() == "ABCD-EFGH"
    page.code.show_code("ABCD-EFGH", 0)
    assert words(page, "link_code") == ""
    assert words(page, "link_left")

    revoked, left = emitted(page.devices.revoke), emitted(page.devices.leave)
    page.show_devices(DEVICES, NOW)
    settle()
    lines = [line.objectName() for line in page.devices.findChildren(QWidget) if line.isVisible()]
    assert [line for line in lines if line.startswith("device_")] == ["device_3", "device_2", "device_1"]

    press(page, "revoke_2")
    press(page, "revoke_others")
    assert revoked == [(2, "cellar"), (0, "")]
    assert page.findChild(QWidget, "revoke_3") is None  # a guest could never come back
    page.show_devices(DEVICES[2:], NOW)
    assert page.findChild(QWidget, "revoke_others").isHidden()

    opened(window, MEMBER).show_devices(DEVICES, NOW)
    press(page, "revoke_3")
    assert left == [3]


def test_a_vacation_begins_for_the_chosen_days_and_is_ended(window: MainWindow) -> None:
    card = opened(window).vacation
    begun, ended = emitted(card.begin), emitted(card.end)
    card.show_vacation(Vacation(left=9, days=21))
    card.days.setValue(50)

    press(card, "begin_vacation")
    assert begun == [9]
    assert not button(card, "begin_vacation").isEnabled()
    card.show_vacation(Vacation(until=NOW, left=0, days=21))
    assert not card.days.isVisible()
    press(card, "end_vacation")

    assert len(ended) == 1
    card.show_error("Too late.")
    assert words(card, "vacation_error") == "Too late."
    assert button(card, "end_vacation").isEnabled()
    card.show_vacation(Vacation(left=0, days=0))
    assert not card.isVisible(), "a server without vacations"


def test_an_address_is_given_and_confirmed_by_its_code_with_the_keyboard(window: MainWindow) -> None:
    card = opened(window, MEMBER).notices
    addresses, codes, removed = emitted(card.address_given), emitted(card.code_given), emitted(card.removed)
    card.show_notices(Notices(has_mail=True, offered=KINDS, failed=True))
    assert words(card, "notices_error"), "the code could not be mailed"
    type_text(card.address, " ")
    assert not words(card, "notices_error")
    QTest.keyClick(card.address, Qt.Key.Key_Return)
    assert words(card, "notices_error")

    type_text(card.address, "ann@example.org ")
    QTest.keyClick(card.address, Qt.Key.Key_Return)
    card.show_notices(Notices(has_mail=True, offered=KINDS, waiting="ann@example.org", kinds=KINDS))
    settle()
    assert QApplication.focusWidget() is card.code
    assert "ann@example.org" in words(card, "notices_words")
    type_text(card.code, "abcd-efgh")
    press(card, "notices_code_go")
    assert (addresses, codes) == (["ann@example.org"], ["abcd-efgh"])

    card.show_notices(Notices(has_mail=True, offered=KINDS, address="ann@example.org", kinds=KINDS))
    assert (card.address.isVisible(), card.code.isVisible()) == (False, False)
    press(card, "remove_address")
    assert len(removed) == 1


def test_each_switch_is_sent_at_once_and_goes_back_if_the_server_refuses(window: MainWindow) -> None:
    card = opened(window, MEMBER).notices
    chosen = emitted(card.chosen)
    card.show_notices(Notices(has_mail=True, has_webhook=True, offered=["turn", "time"], kinds=["turn"]))
    assert not card.kinds["round"].isVisible()

    QTest.keyClick(card.kinds["time"], Qt.Key.Key_Space)
    QTest.keyClick(card.webhook, Qt.Key.Key_Space)
    card.restore()
    assert chosen == [(["turn", "time"], False), (["turn", "time"], True)]
    assert [card.kinds[kind].isChecked() for kind in ("turn", "time")] == [True, False]
    assert not card.webhook.isChecked()

    card.show_notices(Notices(has_mail=False, has_webhook=True, offered=KINDS))
    assert (card.webhook.isVisible(), card.address.isVisible()) == (True, False)
    card.show_notices(Notices(has_mail=False))
    assert not card.isVisible(), "a server without notices"
