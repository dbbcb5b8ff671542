"""Who one is at a server: signing in, registering, the password, and the computers that belong to it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from client_qt.pages.account.devices import CodeCard, DevicesCard, KeyCard
from client_qt.pages.account.model import DeviceRow, FormName, Membership, membership_words
from client_qt.text.rules_text import tr
from client_qt.theme import Theme, label, restyle
from client_qt.widgets.form_card import FieldInfo, FormCard, Problem
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import column, listed, page, page_column, row
from client_qt.widgets.two_columns import TURNED, Turned
from netgame.text import fill
from protocol.messages.accounts import MAX_PASSWORD
from protocol.messages.base import MAX_NAME

WIDEST = 84.0  # em; two columns of a line's length


class AccountPage(QWidget):
    """Shows what it is given; says what somebody filled in or clicked."""

    back = Signal()
    sent = Signal(str, dict)  # FormName, field -> text
    link_wanted = Signal()
    revoke = Signal(int, str)
    leave = Signal(int)  # the number of this computer
    export = Signal()
    import_ = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("account")
        self._theme, self._registered = theme, False
        page(self)
        theme = self._theme
        self._header = PageHeader(theme, tr("Account"))
        self._header.back.connect(self.back)
        self._note = label("", "body", wrap=True)
        self._note.setObjectName("account_note")
        self._done = label("", "strong", "ok", wrap=True)
        self._done.setObjectName("account_done")
        self._done.hide()
        self.forms: dict[FormName, FormCard] = _forms(theme)
        self.others = QCheckBox(tr("Sign out my other computers"))
        self.others.setObjectName("password_others")
        self.forms["password"].extra.addWidget(self.others)
        for name, form in self.forms.items():
            form.sent.connect(lambda values, name=name: self.sent.emit(name, values))
        self._closed = label("", "body", "muted", wrap=True)
        self._closed.setObjectName("no_sign_up")
        self.code, self.devices, self.key = CodeCard(theme), DevicesCard(theme), KeyCard(theme)
        self.code.wanted.connect(self.link_wanted)
        self.devices.revoke.connect(self.revoke)
        self.devices.leave.connect(self.leave)
        self.key.export.connect(self.export)
        self.key.import_.connect(self.import_)
        self._lay_out()

    def show_membership(self, who: Membership) -> None:
        """What the player is at that server."""
        self._header.set_title(fill(tr("Account at {server}"), {"server": who.server}) if who.server else tr("Account"))
        self._note.setText(membership_words(who))
        restyle(self._note, tone="danger" if who.state == "away" and who.trouble else "ink")
        registered = self._registered = who.state == "registered"
        self.forms["sign_up"].setVisible(not registered and who.may_register)
        self.forms["sign_in"].setVisible(not registered)
        self.forms["code"].setVisible(not registered)
        self.forms["password"].setVisible(registered)
        self._closed.setText(tr("Nobody registers here by himself. Ask whoever runs the server for a name."))
        self._closed.setVisible(not registered and not who.may_register)
        inside = who.state != "away"
        self.code.setVisible(inside)
        self.devices.setVisible(inside)
        self.key.show_key(who.has_key)
        if not inside:
            self.code.forget()
            self.devices.show_rows(())
        for name in ("sign_up", "sign_in"):
            self.forms[name].fill_in("name", who.wish or who.name)

    def show_devices(self, rows: Sequence[DeviceRow]) -> None:
        """The computers that sign in by themselves."""
        self.devices.show_rows(rows, self._registered)

    def begin(self) -> None:
        """The page is opened anew: nothing of before is on it."""
        self.note_done("")
        self.code.forget()
        self.devices.say("")
        for form in self.forms.values():
            form.done()

    def say(self, form: str, problem: Problem) -> None:
        """What was wrong with a form."""
        self.note_done("")
        self.forms[form].say(problem)  # type: ignore[index]

    def done(self, form: str, sentence: str) -> None:
        """A form was taken."""
        self.forms[form].done()  # type: ignore[index]
        self.note_done(sentence)

    def note_done(self, sentence: str) -> None:
        """What has just been done."""
        self._done.setText(sentence)
        self._done.setVisible(bool(sentence))

    def _lay_out(self) -> None:
        theme = self._theme
        inner = QWidget(self)
        theme.scale(inner.setMaximumWidth, WIDEST)
        left, right = column(theme, gap="m"), column(theme, gap="m")
        for widget in (self.forms["sign_up"], self._closed, self.forms["sign_in"], self.forms["password"]):
            left.addWidget(widget)
        for card in (self.forms["code"], self.code, self.devices, self.key):
            right.addWidget(card)
        both = row(theme, inner, gap="l")
        for side in (left, right):
            side.setAlignment(Qt.AlignmentFlag.AlignTop)
            side.addStretch(1)
            both.addLayout(side, 1)
        Turned(theme, self, both, TURNED)
        whole = page_column(theme, self, gap="s")
        whole.addWidget(self._header)
        whole.addWidget(self._note)
        whole.addWidget(self._done)
        whole.addWidget(listed(theme, inner, self), 1)


def _forms(theme: Theme) -> dict[FormName, FormCard]:
    name = FieldInfo("name", tr("Name"), longest=MAX_NAME)
    password = FieldInfo("password", tr("Password"), secret=True, longest=2 * MAX_PASSWORD)
    again = FieldInfo("again", tr("The same password again"), secret=True, longest=2 * MAX_PASSWORD)
    old = FieldInfo("old", tr("The password up to now"), secret=True, longest=2 * MAX_PASSWORD)
    new = FieldInfo("new", tr("New password"), secret=True, longest=2 * MAX_PASSWORD)
    code = FieldInfo("code", tr("Code"), longest=20)
    return {
        "sign_up": FormCard(theme, "sign_up", tr("Register"), (name, password, again), tr("Register")),
        "sign_in": FormCard(
            theme, "sign_in", tr("Sign in"), (name, password), tr("Sign in"), tr("You have registered here before.")
        ),
        "code": FormCard(
            theme, "code", tr("I have a code"), (code,), tr("Use the code"),
            tr("Your other computer shows it under “Add another computer”."),
        ),
        "password": FormCard(theme, "password", tr("Change the password"), (old, new, again), tr("Change it")),
    }  # fmt: skip
