"""Carries out what the account page asks for at one server, and shows refusals of all servers."""

from collections.abc import Callable
from functools import partial
from weakref import WeakSet

from PySide6.QtCore import QObject

from client_qt.dialogs.question import Answer
from client_qt.net.known_servers import KnownServers
from client_qt.net.player_key import PlayerKey
from client_qt.net.session import LEFT, ServerSession
from client_qt.news import NewsItem, NewsKey
from client_qt.pages.account.key_controller import KeyController
from client_qt.pages.account.notices import NoticesController
from client_qt.pages.account.page import AccountPage, Membership, State
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from client_qt.text.plain import said_by
from client_qt.text.refusals import SIGN_IN, refusal_text
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.text import Text, fill
from protocol.messages import Done
from protocol.messages import accounts as a

REFUSALS = (*SIGN_IN, "banned", "kicked")


class AccountController(QObject):
    """Keeps the fingerprint of the server, because its session may be replaced while the page is open."""

    def __init__(
        self,
        navigation: Navigation,
        page: AccountPage,
        servers: KnownServers,
        lobby: LobbyController,
        table_page: TablePage,
        key: PlayerKey,
        tasks: Starts,
        player_name: Callable[[], str],
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._servers, self._lobby = navigation, page, servers, lobby
        self._table_page, self._key, self._player_name = table_page, key, player_name
        self._fingerprint = ""
        self._reported = WeakSet[ServerSession]()  # sessions whose refusal was shown
        self._signed_out = WeakSet[ServerSession]()  # sessions where this computer signs out, or has signed out
        self._news = navigation.news
        self._news.acts["refusal"] = self._answer_refusal
        key_controller = KeyController(navigation, page, key, tasks)
        key_controller.replaced.connect(servers.sign_in_again)
        key_controller.replaced.connect(self._refresh)
        key_controller.renewed.connect(servers.become_new)
        key_controller.renewed.connect(self._refresh)
        page.sent.connect(self._send)
        page.forgotten.connect(self._mail_code)
        page.when_built(self._connect)
        table_page.banners.sign_in.connect(self._sign_in_at_table)
        servers.changed.connect(self._servers_changed)
        key.changed.connect(self._servers_changed)

    def _connect(self) -> None:
        page = self._page
        page.code.wanted.connect(self._make_code)
        page.devices.revoke.connect(self._ask_revoke)
        page.devices.leave.connect(self._ask_leave)
        self._notices = NoticesController(page.notices, self._session, self._servers, self)
        page.vacation.begin.connect(lambda days: self._order_vacation(a.TakeVacation(days=days)))
        page.vacation.end.connect(lambda: self._order_vacation(a.EndVacation()))

    def show_current(self) -> None:
        """Show the account at the server of the lobby."""
        if session := self._lobby.current():
            self.show_at(session.fingerprint)

    def show_at(self, fingerprint: str) -> None:
        """Show the account at that server, which may have refused the player."""
        self._fingerprint = fingerprint
        self._page.begin()
        self._navigation.show_page("account", tr("Account"))
        self._refresh()
        self._load_devices()

    def _session(self) -> ServerSession | None:
        return self._servers.sessions.get(self._fingerprint)

    def _servers_changed(self) -> None:
        for session in self._servers.sessions.values():
            if session.status == "failed" and _is_refused(session) and session not in self._reported:
                self._reported.add(session)
                if session in self._signed_out:
                    self._servers.forget_me(session.fingerprint)
                    self._page.show_done(tr("You are signed out here."))
                elif not self._is_shown_by_page(session):
                    self._tell_refusal(session)
            elif session.status != "failed":
                self._reported.discard(session)
                self._news.withdraw(NewsKey(session.fingerprint, "refusal"))
        if self._navigation.page == "account":
            self._refresh()

    def _is_shown_by_page(self, session: ServerSession) -> bool:
        """Does the page itself say why that server does not let the player in?"""
        pages = {"account": self._session(), "table": self._servers.of(self._table_page.model)}
        return pages.get(self._navigation.page) is session

    def _sign_in_at_table(self) -> None:
        if session := self._servers.of(self._table_page.model):
            self.show_at(session.fingerprint)

    def _tell_refusal(self, session: ServerSession) -> None:
        answers: tuple[tuple[str, str], ...] = ()
        if session.error_code in SIGN_IN:
            answers = (("sign_in", tr("Sign in ...")),)
        elif session.error_code in ("kicked", "replaced"):
            answers = (("come_back", tr("Come back")),)
        why = refusal_text(session.error or Text("The server does not let you in"))
        words, key = said_by(self._servers.name_of(session.fingerprint), why), NewsKey(session.fingerprint, "refusal")
        self._news.tell(NewsItem(key, words, answers, calls=False, tone="danger"))

    def _answer_refusal(self, item: NewsItem, answer: str) -> None:
        if answer == "sign_in":
            self.show_at(item.key.server)
        elif answer == "come_back":
            self._servers.session_to(item.key.server)

    def _refresh(self) -> None:
        if session := self._session():
            self._page.show_membership(self._membership(session))

    def _membership(self, session: ServerSession) -> Membership:
        state: State = "away"
        if session.status != "failed" and session.account:
            state = "registered" if session.user.registered else "guest"
        error = session.error if session.status == "failed" and session not in self._signed_out else None
        return Membership(
            server=self._servers.name_of(session.fingerprint),
            name=session.name or self._player_name(),
            preferred_name=self._player_name(),
            state=state,
            trouble=refusal_text(error) if error is not None else "",
            may_register=session.welcome is None or session.welcome.sign_up,
            has_key=self._key.key is not None,
        )

    def _load_devices(self) -> None:
        session = self._session()
        if session is None or session.status == "failed":
            return

        def loaded(devices: a.Devices) -> None:
            if self._session() is session:
                self._page.show_devices(devices.devices, session.time.now())

        session.request(session.ask(a.GetDevices(), a.Devices), loaded, self._device_error)
        self._order_vacation(a.GetVacation())
        self._notices.load()

    def _order_vacation(self, message: a.TakeVacation | a.EndVacation | a.GetVacation) -> None:
        session, card = self._session(), self._page.vacation

        def done(vacation: a.Vacation) -> None:
            if self._session() is session:
                card.show_vacation(vacation)

        def failed(code: str, why: Text) -> None:
            if code == "unknown_type":  # an older server
                card.hide()
            elif not isinstance(message, a.GetVacation):
                card.show_error(translate(why))

        if session is not None:
            session.order(message, a.Vacation, done, failed)
        elif not isinstance(message, a.GetVacation):
            card.show_error(translate(LEFT))

    def _device_error(self, why: Text) -> None:
        self._page.devices.show_error(translate(why))

    def _send(self, form: str, values: dict[str, str]) -> None:
        session = self._session()
        if session is None:
            self._refused(form)("", LEFT)
            return
        name, password = values.get("name", ""), values.get("password", "")
        if form == "password":
            new = a.SetPassword(old=values["old"], new=values["new"], others=self._page.others.isChecked())
            session.order(new, Done, self._password_changed, self._refused(form))
        elif form == "sign_up" and self._membership(session).state == "guest":
            sign_up = a.SignUp(name=name, password=password)
            session.order(sign_up, a.SignedIn, lambda _answer: self._signed_in(form), self._refused(form))
        elif form == "sign_up":
            self._enter(form, name, password=password, sign_up=True)
        elif form == "sign_in":
            self._enter(form, name, password=password)
        elif form == "reset":
            self._enter(form, name, password=values["new"], reset=values["code"].strip())
        else:
            self._enter(form, self._player_name(), link=values["code"].strip())

    def _mail_code(self, name: str) -> None:
        page = self._page

        def failed(code: str, why: Text) -> None:
            too_old = tr("This server cannot do that yet. Its operator can update it.")
            page.show_no_code(code, too_old if code == "unknown_type" else translate(why))

        self._servers.mail_code(self._fingerprint, name, partial(page.show_code_mailed, name), failed)

    def _enter(self, form: str, name: str, **proof: object) -> None:
        def entered(session: ServerSession) -> None:
            self._lobby.follow(session)
            self._signed_in(form)

        self._servers.enter(self._fingerprint, name, entered, self._refused(form), **proof)

    def _signed_in(self, form: str) -> None:
        session = self._session()
        words = tr("You are registered as {name}.") if form == "sign_up" else tr("You are signed in as {name}.")
        self._page.form_done(form, fill(words, {"name": session.name if session is not None else ""}))
        self._refresh()
        self._load_devices()

    def _refused(self, form: str) -> Callable[[str, Text], None]:
        return lambda code, why: self._page.show_refusal(form, code, translate(why))

    def _password_changed(self, _done: Done) -> None:
        self._page.form_done("password", tr("The password is changed."))
        self._load_devices()

    def _make_code(self) -> None:
        card = self._page.code

        def made(answer: a.PairingCode) -> None:
            card.show_code(answer.code, answer.seconds)

        if session := self._session():
            work = session.ask(a.MakePairingCode(), a.PairingCode)
            session.request(work, made, lambda why: card.hide_code(translate(why)))
        else:
            card.hide_code(translate(LEFT))

    def _ask_revoke(self, device: int, title: str) -> None:
        one, all_others = tr("Sign out “{computer}”?"), tr("Sign out all other computers?")
        question = fill(one, {"computer": title}) if device else all_others
        words = [tr("That computer needs your password or a new code to sign in again.")]

        def revoke() -> None:
            if session := self._session():
                work = session.ask(a.Revoke(device=device), Done)
                session.request(work, lambda _done: self._load_devices(), self._device_error)

        self._navigation.ask(question, words, [Answer(tr("Sign out"), "danger", revoke, "revoke")])

    def _ask_leave(self, device: int) -> None:
        words = [
            tr("To come back, you need your name and your password, or a code of another computer."),
            tr("Until then, games that you play here go on without you."),
        ]
        answer = Answer(tr("Sign out"), "danger", lambda: self._leave(device), "leave_account")
        self._navigation.ask(tr("Sign out this computer?"), words, [answer])

    def _leave(self, device: int) -> None:
        session = self._session()
        if session is None:
            return

        def failed(_why: Text) -> None:
            if session.status != "failed":  # otherwise the end of the session is the answer
                self._signed_out.discard(session)
                self._page.devices.show_error(tr("The server did not sign you out. Try again in a moment."))

        self._signed_out.add(session)
        session.request(session.ask(a.Revoke(device=device), Done), lambda _done: None, failed)


def _is_refused(session: ServerSession) -> bool:
    """Return whether a failed session needs the player. With "place" the own key is on that computer, too."""
    has_copied_key = session.error is not None and session.error_code == "replaced" and "place" in session.error.args
    return session.error_code in REFUSALS or has_copied_key
