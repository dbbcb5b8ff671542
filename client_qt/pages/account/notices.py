"""The card of notices: an address, its confirmation, and what the server tells a member whose program is closed."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QLineEdit, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import LEFT, ServerSession, SessionUpdate
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, show_text
from client_qt.widgets.fields import CheckBox
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import STRETCH, add_to, column, row
from client_qt.widgets.titled_card import TitledCard
from netgame.text import Text, fill
from protocol.messages import NoticeCommand
from protocol.messages.notices import (
    MAX_MAIL_ADDRESS,
    ConfirmAddress,
    GetNotices,
    Notices,
    RemoveAddress,
    SetAddress,
    SetNotices,
)

MAX_CODE = 20


class NoticesCard(TitledCard):
    """Hidden until a server says that it sends notices. Each switch is sent at once."""

    address_given = Signal(str)
    code_given = Signal(str)
    removed = Signal()
    chosen = Signal(list, bool)  # kinds, the program of the operator

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "notices_card", tr("Notices"))
        self._now = Notices(has_mail=False)
        self._words = label("", "body", "muted", wrap=True, name="notices_words")
        self.address, self._address_part = self._asking(
            "notices_address", tr("Your e-mail address"), MAX_MAIL_ADDRESS, tr("Mail a code"), self.address_given
        )
        self.code, self._code_part = self._asking(
            "notices_code", tr("Code of the mail"), MAX_CODE, tr("Confirm"), self.code_given
        )
        self._error = label("", "small", "danger", wrap=True, name="notices_error")
        self._error.hide()
        self._remove = Button(theme, tr("Remove the address"), name="remove_address", clicked=self.removed)
        self._what = label(tr("Tell me that"), "small", "muted")
        self.kinds = {
            kind: CheckBox(f"notices_{kind}", words)
            for kind, words in (
                ("turn", tr("it is my turn in a game by days")),
                ("time", tr("my time for a move is short")),
                ("challenge", tr("somebody challenges me")),
                ("round", tr("a round of a tournament begins")),
            )
        }
        self.webhook = CheckBox("notices_webhook", tr("Tell the program of the operator too"))
        self._about = WrappedLabel(
            tr("That may be a chat bot of your club. It gets your name and these news."), "small", "muted"
        )
        self.add(self._words, self._code_part, self._address_part, self._error)
        self.add_line(STRETCH, self._remove)
        left = Qt.AlignmentFlag.AlignLeft  # so that a click anywhere on a switch is one on its text
        self.add(self._what, *((box, left) for box in (*self.kinds.values(), self.webhook)), self._about)
        for box in (*self.kinds.values(), self.webhook):
            box.edited.connect(self._choose)
        self.hide()

    def _asking(
        self, name: str, words: str, longest: int, button: str, given: SignalInstance
    ) -> tuple[QLineEdit, QWidget]:
        """Make a field with a button; Return presses it."""
        part, field = QWidget(self), QLineEdit(self, maxLength=longest)
        field.setObjectName(name)
        field.setAccessibleName(words)
        field.textEdited.connect(lambda: self.show_error(""))

        def give() -> None:
            if field.text().strip():
                given.emit(field.text().strip())
            else:
                self.show_error(tr("Please fill this in."))

        field.returnPressed.connect(give)
        caption = label(words, "small", "muted")
        caption.setBuddy(field)
        go = Button(self._theme, button, name=f"{name}_go", clicked=give)
        add_to(column(self._theme, part, gap="xs"), caption, add_to(row(self._theme, gap="s"), (field, 1), go))
        return field, part

    def show_notices(self, now: Notices) -> None:
        """Show what the server says; nothing where it sends no notices."""
        self._now = now
        self.setVisible(now.has_mail or now.has_webhook)
        if now.waiting:
            words = fill(tr("A code was mailed to {address}. It is valid for 30 minutes."), {"address": now.waiting})
        elif now.address:
            words = fill(tr("Mails go to {address}. Nobody else sees it."), {"address": now.address})
        else:
            words = tr("The server can tell you what happens while this program is closed.")
        show_text(self._words, words)
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self._code_part.setVisible(bool(now.waiting))
        self._address_part.setVisible(now.has_mail and not now.address)
        self._remove.setVisible(bool(now.address or now.waiting))
        self._remove.setText(tr("Remove the address") if now.address else tr("Forget this address"))
        for kind, box in self.kinds.items():
            box.setVisible(kind in now.offered)
        self.webhook.setVisible(now.has_webhook)
        self._about.setVisible(now.has_webhook)
        self._tick()
        self.code.clear()
        self.address.setText(now.waiting)
        if now.waiting and had_focus:
            self.code.setFocus()
        self.show_error(tr("The code could not be mailed. Check the address.") if now.failed else "")

    def show_error(self, sentence: str) -> None:
        show_announced(self._error, sentence)

    def restore(self) -> None:
        """Show the switches as the server has them, after it refused a change."""
        self._tick()

    def _tick(self) -> None:
        for kind, box in (*self.kinds.items(), ("", self.webhook)):
            box.blockSignals(True)
            box.setChecked(kind in self._now.kinds if kind else self._now.webhook)
            box.blockSignals(False)

    def _choose(self) -> None:
        offered = [kind for kind, box in self.kinds.items() if box.isChecked()]
        self.chosen.emit(offered, self.webhook.isChecked())


class NoticesController(QObject):
    """Carries out what the card asks for, at the server whose account is shown."""

    def __init__(
        self, card: NoticesCard, session: Callable[[], ServerSession | None], servers: KnownServers, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._card, self._session = card, session
        card.address_given.connect(lambda address: self._order(SetAddress(address=address)))
        card.code_given.connect(lambda code: self._order(ConfirmAddress(code=code)))
        card.removed.connect(lambda: self._order(RemoveAddress()))
        card.chosen.connect(lambda kinds, webhook: self._order(SetNotices(kinds=kinds, webhook=webhook)))
        servers.updated.connect(self._updated)

    def load(self) -> None:
        """Ask the server. A guest has no notices, nor has anybody at an older server."""
        self._card.hide()
        session = self._session()
        if session is not None and session.status != "failed" and session.user.registered:
            self._order(GetNotices())

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        if isinstance(update, Notices) and session is self._session():
            self._card.show_notices(update)

    def _order(self, message: NoticeCommand) -> None:
        session, card = self._session(), self._card
        if session is None:
            card.show_error(translate(LEFT))
            return

        def done(notices: Notices) -> None:
            if self._session() is session:
                card.show_notices(notices)

        def failed(_code: str, why: Text) -> None:
            if self._session() is session and not isinstance(message, GetNotices):
                card.restore()
                card.show_error(translate(why))

        session.order(message, Notices, done, failed)
