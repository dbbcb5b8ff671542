"""Shows profiles of the current server."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.navigation import Navigation
from client_qt.pages.profile.page import ProfilePage
from client_qt.text.translation import tr
from protocol.messages import GetHeadToHead, HeadToHead, Profile


class ProfileController(QObject):
    """Asks the server for one profile at a time."""

    relating = Signal(str, str)  # account, and the relation to it that the user wants

    def __init__(self, navigation: Navigation, page: ProfilePage, lobby_controller: LobbyController) -> None:
        super().__init__(page)
        self._navigation, self._page, self._lobby = navigation, page, lobby_controller
        self.account = ""  # of the player whose profile is shown
        page.back.connect(lobby_controller.show_lobby)
        page.write.connect(lambda name: lobby_controller.write_to(self.account, name))
        page.relate.connect(lambda relation: self.relating.emit(self.account, relation))
        lobby_controller.related.connect(self._related)

    def show(self, account: str) -> None:
        """Show the profile of a player."""
        session = self._lobby.current()
        if session is None or not account:
            return
        self.account = account
        name = session.lobby.names.get(account, "")
        self._page.show_waiting(name, own=account == session.account, online=bool(name))
        self._navigation.show_page("profile", tr("Profile"))
        session.request(session.profile(account), self._received, self._page.show_error)

    def show_own(self) -> None:
        """Show the profile of this player."""
        if session := self._lobby.current():
            self.show(session.account)

    def _received(self, profile: Profile) -> None:
        session = self._lobby.current()
        if profile.account == self.account and session is not None:
            person = next((each for each in session.lobby.people if each.account == profile.account), None)
            is_here = person is not None and not person.computer
            is_other = profile.account != session.account
            is_reached = person is not None or profile.registered
            may_challenge = is_here or (person is None and profile.registered)
            self._page.show_profile(
                profile, may_challenge=is_other and may_challenge, may_write=is_other and is_reached
            )
            self._related()
            if is_other:
                received = partial(self._results_came, profile)
                question = GetHeadToHead(account=profile.account)
                session.order(question, HeadToHead, received, lambda _code, _why: None)  # an older server has none

    def _results_came(self, profile: Profile, between: HeadToHead) -> None:
        if between.account == self.account:
            self._page.show_results(between.results, profile.standings)

    def _related(self) -> None:
        """Show whether the user follows the player of the shown profile."""
        session = self._lobby.current()
        if session is not None and session.knows_relations and self.account not in ("", session.account):
            self._page.show_relation(session.relations.get(self.account, ""))
