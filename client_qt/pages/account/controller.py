"""Signing in and registering: what the account page asks for is carried out here, and what a server refuses is said."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import Answer
from client_qt.net.known_servers import KnownServers
from client_qt.net.player_key import PlayerKey
from client_qt.net.session import ServerSession
from client_qt.pages.account.key_controller import KeyController
from client_qt.pages.account.model import Membership, State, device_rows, refusal_problem
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.navigation import PageName
from client_qt.text.rules_text import say, tr
from client_qt.trio_guest import Starts
from client_qt.widgets.banner import Action
from netgame.text import Text, fill
from protocol.messages import Done
from protocol.messages import accounts as a

SIGN_IN = ("guests_off", "revoked", "bad_name")  # who is refused by these signs in in another way
NOT_LET_IN = (*SIGN_IN, "banned", "kicked")


class AccountController(QObject):
    """One server at a time, by fingerprint: its link may be replaced while the page is open."""

    def __init__(
        self,
        window: MainWindow,
        servers: KnownServers,
        lobby_controller: LobbyController,
        key: PlayerKey,
        tasks: Starts,
    ) -> None:
        super().__init__(window)
        self._window, self._page, self._servers, self._lobby_controller, self._key = (
            window,
            window.account,
            servers,
            lobby_controller,
            key,
        )
        self._at = ""  # the fingerprint of the server
        self._before: PageName = "lobby"
        self._told: ServerSession | None = None  # whose refusal was said
        self._left: set[ServerSession] = set()  # where this computer signs out, or has signed out
        self._keys = KeyController(window, window.account, key, tasks)
        self._keys.replaced.connect(self._key_replaced)
        page = self._page
        page.back.connect(self._back)
        page.sent.connect(self._sent)
        page.link_wanted.connect(self._make_link)
        page.revoke.connect(self._ask_revoke)
        page.leave.connect(self._ask_leave)
        window.lobby.account.connect(self.show_current)
        window.profile.account.connect(self.show_current)
        window.action("account").triggered.connect(self.show_current)
        servers.changed.connect(self._changed)
        key.changed.connect(self._changed)

    def show_current(self) -> None:
        """The account at the server that is looked at."""
        session = self._lobby_controller.current()
        if session is not None:
            self.show_at(session.fingerprint)

    def show_at(self, fingerprint: str) -> None:
        """The account at that server, even if one is not let in."""
        if self._window.page != "account":
            self._before = self._window.page
        self._at = fingerprint
        self._page.begin()
        self._window.show_page("account")
        self._window.show_subject(tr("Account"))
        self._refresh()
        self._ask_devices()

    # ---- what is shown

    def _session(self) -> ServerSession | None:
        return self._servers.sessions.get(self._at)

    def _changed(self) -> None:
        for session in self._servers.sessions.values():
            if session.status == "failed" and session.error_code in NOT_LET_IN and self._told is not session:
                self._told = session
                if session in self._left:
                    self._servers.forget_me(session.fingerprint)
                    self._page.note_done(tr("You are signed out here."))
                else:
                    self._say_refusal(session)
        if self._window.page == "account":
            self._refresh()

    def _say_refusal(self, session: ServerSession) -> None:
        if self._window.page == "account" and session.fingerprint == self._at:
            return  # the page says it
        banner, why = self._window.banner, say(session.error or Text("The server does not let you in"))
        words = fill("{server}: {words}", {"server": self._servers.name_of(session.fingerprint), "words": why})

        def go() -> None:
            banner.hide_text()
            self.show_at(session.fingerprint)

        def come_back() -> None:
            banner.hide_text()
            self._servers.session_to(session.fingerprint)

        actions: tuple[Action, ...] = ((tr("Close"), banner.hide_text),)
        if session.error_code in SIGN_IN:
            actions += ((tr("Sign in ..."), go),)
        elif session.error_code == "kicked":
            actions += ((tr("Come back"), come_back),)
        banner.show_text(words, "danger", actions)

    def _refresh(self) -> None:
        session = self._session()
        if session is not None:
            self._page.show_membership(self._membership(session))

    def _membership(self, session: ServerSession) -> Membership:
        state: State = "away"
        if session.status != "failed" and session.account:
            state = "registered" if session.registered else "guest"
        welcome = session.welcome
        return Membership(
            server=self._servers.name_of(session.fingerprint),
            name=session.name or self._window.home.name,
            wish=self._window.home.name,
            state=state,
            trouble=say(session.error)
            if session.status == "failed" and session.error and session not in self._left
            else "",
            may_register=welcome is None or welcome.sign_up,
            has_key=self._key.key is not None,
        )

    def _ask_devices(self) -> None:
        session = self._session()
        if session is None or session.status == "failed":
            return

        def told(devices: a.Devices) -> None:
            if self._session() is session:
                self._page.show_devices(device_rows(devices.devices, session.time.now()))

        session.order(a.GetDevices(), a.Devices, told, lambda _code, why: self._page.devices.say(say(why)))

    # ---- forms

    def _sent(self, form: str, values: dict[str, str]) -> None:
        session = self._session()
        if session is None:
            return
        name, password = values.get("name", ""), values.get("password", "")
        if form == "password":
            self._change_password(session, values)
        elif form == "sign_up" and self._membership(session).state == "guest":
            sign_up = a.SignUp(name=name, password=password)
            session.order(sign_up, a.SignedIn, lambda _told: self._entered(form), self._refused(form))
        elif form == "sign_up":
            self._enter(form, name, password=password, sign_up=True)
        elif form == "sign_in":
            self._enter(form, name, password=password)
        else:
            self._enter(form, self._window.home.name, link=values["code"].strip())

    def _enter(self, form: str, name: str, **proof: object) -> None:
        def entered(session: ServerSession) -> None:
            self._lobby_controller.follow(session)
            self._entered(form)

        self._servers.enter(self._at, name, entered, self._refused(form), **proof)

    def _entered(self, form: str) -> None:
        session = self._session()
        words = tr("You are registered as {name}.") if form == "sign_up" else tr("You are signed in as {name}.")
        self._page.done(form, fill(words, {"name": session.name if session is not None else ""}))
        self._refresh()
        self._ask_devices()

    def _refused(self, form: str) -> Callable[[str, Text], None]:
        def refused(code: str, why: Text) -> None:
            fields = self._page.forms[form].fields  # type: ignore[index]
            self._page.say(form, refusal_problem(code, say(why), fields))

        return refused

    def _change_password(self, session: ServerSession, values: dict[str, str]) -> None:
        def changed(_done: Done) -> None:
            self._page.done("password", tr("The password is changed."))
            self._ask_devices()

        message = a.SetPassword(old=values["old"], new=values["new"], others=self._page.others.isChecked())
        session.order(message, Done, changed, self._refused("password"))

    # ---- other computers

    def _make_link(self) -> None:
        def failed(_code: str, why: Text) -> None:
            self._page.code.say(say(why))

        session = self._session()
        if session is not None:
            session.order(
                a.MakePairingCode(), a.PairingCode, lambda it: self._page.code.show_code(it.code, it.seconds), failed
            )

    def _ask_revoke(self, device: int, title: str) -> None:
        if device:
            question = fill(tr("Sign out “{computer}”?"), {"computer": title})
        else:
            question = tr("Sign out all other computers?")
        words = [tr("Who is signed in there is signed out. Without your password or a new code nobody comes back.")]
        answer = Answer(tr("Sign out"), "danger", lambda: self._revoke(device), "revoke")
        self._window.ask(question, words, [answer])

    def _revoke(self, device: int) -> None:
        session = self._session()
        if session is not None:
            session.order(
                a.Revoke(device=device),
                Done,
                lambda _done: self._ask_devices(),
                lambda _code, why: self._page.devices.say(say(why)),
            )

    def _ask_leave(self, device: int) -> None:
        words = [
            tr("You come back with your name and your password, or with a code of another computer."),
            tr("Games that you play here go on without you until then."),
        ]
        answer = Answer(tr("Sign out"), "danger", lambda: self._leave(device), "leave_account")
        self._window.ask(tr("Sign out this computer?"), words, [answer])

    def _leave(self, device: int) -> None:
        session = self._session()
        if session is not None:
            self._left.add(session)
            session.order(
                a.Revoke(device=device), Done, lambda _done: None, lambda _code, _why: self._still_here(session)
            )

    def _still_here(self, session: ServerSession) -> None:
        """The server did not do it; what ends the link is its answer as well."""
        if session.status != "failed":
            self._left.discard(session)
            self._page.devices.say(tr("The server did not sign you out. Try again in a moment."))

    # ---- pages

    def _key_replaced(self) -> None:
        """Every server is to know the new key from now on."""
        self._servers.again()
        self._refresh()

    def _back(self) -> None:
        self._window.show_page(self._before)
        self._window.show_subject("")
