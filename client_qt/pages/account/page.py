"""The account at a server: sign in, register, change the password, and manage the computers of the account."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.account.cards import CodeCard, DevicesCard, KeyCard, VacationCard
from client_qt.pages.account.notices import NoticesCard
from client_qt.pages.titled_page import TitledPage
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.fields import CheckBox
from client_qt.widgets.form_card import FieldInfo, FormCard, Problem
from client_qt.widgets.layouts import STRETCH, add_to, column, listed, row, turn_narrow
from netgame.text import fill
from protocol.messages.accounts import MAX_PASSWORD, Device
from protocol.messages.base import MAX_NAME

State = Literal["away", "guest", "registered"]
WIDEST = 84.0  # em; two columns of a line's length
TWO_COLUMNS = 60.0  # em; in a narrower page the switches of the notices have no room beside the other cards
FIELDS_OF_CODES: Mapping[str, tuple[str, ...]] = {  # of a refusal: the first of these that the form has
    "bad_name": ("name",), "name_taken": ("name",), "registered": ("name",),
    "weak_password": ("new", "password"), "bad_password": ("old", "password"), "bad_link": ("code",),
}  # fmt: skip


@dataclass(frozen=True)
class Membership:
    """The player at a server. `trouble` says why the server does not let them in."""

    server: str
    name: str
    state: State
    trouble: str = ""
    may_register: bool = True
    has_key: bool = True  # otherwise servers recognize this computer by tokens
    preferred_name: str = ""


class AccountPage(TitledPage):
    sent = Signal(str, dict)  # the name of the form, field -> text
    forgotten = Signal(str)  # the registered name whose password the player has forgotten

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "account", tr("Account"), parent, gap="s")
        self._registered = self._has_code = False

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        self._done = label("", "strong", "ok", wrap=True, name="account_done")
        self._done.hide()
        self.forms = _forms(theme)
        self.others = CheckBox("password_others", tr("Sign out my other computers"))
        self.forms["password"].extra.addWidget(self.others)
        self.forgot = Button(theme, tr("Forgot your password?"), name="forgot_password", clicked=self._forget)
        self.forms["sign_in"].buttons.insertWidget(0, self.forgot)
        for name, form in self.forms.items():
            form.sent.connect(lambda values, name=name: self.sent.emit(name, values))
        self._closed = label(
            tr("Registration is closed. Ask the operator of the server for an account."), "body", "muted", wrap=True,
            name="no_sign_up",
        )  # fmt: skip
        self._closed.hide()
        self.code, self.devices, self.key = CodeCard(theme), DevicesCard(theme), KeyCard(theme)
        self.vacation, self.notices = VacationCard(theme), NoticesCard(theme)
        inner = QWidget(self)
        theme.scale(inner.setMaximumWidth, WIDEST)
        both = row(theme, inner, gap="l")
        for widgets in (
            (
                self.forms["sign_up"],
                self._closed,
                self.forms["sign_in"],
                self.forms["reset"],
                self.forms["password"],
                self.vacation,
                self.notices,
            ),
            (self.forms["code"], self.code, self.devices, self.key),
        ):
            side = add_to(column(theme, gap="m"), *widgets, STRETCH)
            side.setAlignment(Qt.AlignmentFlag.AlignTop)
            both.addLayout(side, 1)
        turn_narrow(theme, self, both, TWO_COLUMNS)
        add_to(self._body, self._done, (listed(theme, inner, self), 1))

    def show_membership(self, member: Membership) -> None:
        """Show who the player is at the server, and the forms for that."""
        registered = self._registered = member.state == "registered"
        title = fill(tr("Account at {server}"), {"server": member.server}) if member.server else tr("Account")
        self._header.set_title(title)
        if registered:
            words = tr("You are registered: nobody else can use the name {name} here.")
        elif member.state == "guest":
            words = tr(
                "You play as a guest, called {name} while you are here. If you register, you keep the name, play "
                "rated matches, and come back from any computer."
            )
        else:
            words = "" if member.trouble else tr("You are not signed in here.")
        self.show_note(fill(words, {"name": member.name}) or member.trouble)
        restyle(self._note, tone="danger" if member.state == "away" and member.trouble else "ink")
        signed_in = member.state != "away"
        for part, shown in (
            (self.forms["sign_up"], not registered and member.may_register),
            (self._closed, not registered and not member.may_register),
            (self.forms["sign_in"], not registered), (self.forms["reset"], not registered and self._has_code),
            (self.forms["code"], not registered),
            (self.forms["password"], registered), (self.code, signed_in), (self.devices, signed_in),
        ):  # fmt: skip
            part.setVisible(shown)
        self.key.show_key(member.has_key)
        if not signed_in:
            self.code.hide_code()
            self.vacation.hide()
            self.notices.hide()
            self.show_devices((), 0)
        for name in ("sign_up", "sign_in"):
            self.forms[name].fill_in("name", member.preferred_name or member.name)

    def show_devices(self, devices: Sequence[Device], now_ms: int) -> None:
        self.devices.show_devices(devices, now_ms, self._registered)

    def begin(self) -> None:
        """Empty the page before it is shown."""
        self.show_done("")
        self.code.hide_code()
        self.devices.show_error("")
        self._has_code = False
        self.forgot.setEnabled(True)
        for form in self.forms.values():
            form.done()

    def _forget(self) -> None:
        form = self.forms["sign_in"]
        name = form.fields["name"].text()
        if not name.strip():
            form.show_problem(Problem("name", tr("Please fill this in.")))
            return
        self.forgot.setEnabled(False)
        self.forgotten.emit(name)

    def show_code_mailed(self, name: str) -> None:
        """Ask for the code that the server has mailed, and a new password."""
        self._has_code = True
        self.forgot.setEnabled(True)
        form = self.forms["reset"]
        form.done()
        form.fields["name"].setText(name)
        form.show()
        form.fields["code"].setFocus()
        self.show_done(tr("If this account has a confirmed mail address, a mail with a code is on its way."))

    def show_no_code(self, code: str, words: str) -> None:
        """Show why the server mails no code."""
        self.forgot.setEnabled(True)
        self.show_refusal("sign_in", code, words)

    def show_refusal(self, form: str, code: str, words: str) -> None:
        """Show in a form why the server refused it, beside the field that the refusal is about."""
        self.show_done("")
        field = next((name for name in FIELDS_OF_CODES.get(code, ()) if name in self.forms[form].fields), "")
        self.forms[form].show_problem(Problem(field, words))

    def form_done(self, form: str, sentence: str) -> None:
        """Empty a form that the server accepted."""
        self.forms[form].done()
        self.show_done(sentence)

    def show_done(self, sentence: str) -> None:
        show_announced(self._done, sentence)


def _forms(theme: Theme) -> dict[str, FormCard]:
    """Make the forms by name."""
    name, code = FieldInfo("name", tr("Name"), longest=MAX_NAME), FieldInfo("code", tr("Code"), longest=20)
    password, again, old, new = (
        FieldInfo(field, words, secret=True, longest=2 * MAX_PASSWORD)
        for field, words in (
            ("password", tr("Password")), ("again", tr("Repeat the password")),
            ("old", tr("Current password")), ("new", tr("New password")),
        )
    )  # fmt: skip
    return {
        "reset": FormCard(
            theme, "reset", tr("A new password"), (name, code, new, again), tr("Set it and sign in"),
            tr("Your other computers are signed out: they need the new password too."),
        ),
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
