"""Whom the player follows and blocks, the page of players, and the news that a friend comes online."""

from PySide6.QtCore import QObject, Signal

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.news import OFFER, NewsItem, NewsKey
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.lobby.page import RELATIONS, LobbyPage
from client_qt.pages.navigation import Navigation
from client_qt.pages.people.page import PeoplePage, player_rows
from client_qt.settings.file import SettingsFile
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.text import Text, fill
from protocol.client import StatusChanged
from protocol.messages import (
    Done,
    FindPlayers,
    GetOpponents,
    GetRelations,
    People,
    PlayerInfo,
    Players,
    Relations,
    SetRelation,
)


class PeopleController(QObject):
    """Keeps the relations of each session as its server has them. Older servers know none."""

    profile = Signal(str)  # account
    challenge = Signal(str, str)  # account, name
    friend_came = Signal(object)  # NewsItem

    def __init__(
        self, window: Navigation, page: PeoplePage, lobby_page: LobbyPage, servers: KnownServers,
        lobby: LobbyController, settings: SettingsFile,
    ) -> None:  # fmt: skip
        super().__init__(page)
        self._window, self._page, self._lobby, self._settings = window, page, lobby, settings
        self._found: list[PlayerInfo] = []
        self._opponents: list[PlayerInfo] = []
        self._here: dict[ServerSession, set[str]] = {}  # accounts online, as the last list had them
        page.searched.connect(self._search)
        page.chosen.connect(self._chosen)
        lobby_page.relate.connect(self.relate)
        servers.updated.connect(self._updated)
        servers.replaced.connect(lambda old, _session: self._here.pop(old, None))

    def open(self) -> None:
        """Show the page of players of the current server."""
        session = self._lobby.current()
        if session is None:
            return
        self._found, self._opponents = [], []
        self._window.show_page("people", tr("Players"))
        self._page.name_field.setFocus()
        self._show()
        session.order(GetOpponents(), Players, self._opponents_came, self._failed)
        self._read(session)

    def relate(self, account: str, relation: str) -> None:
        """Follow or block a player of the current server, or end both."""
        session = self._lobby.current()
        if session is not None and relation in ("", "follow", "block"):
            order = SetRelation(account=account, relation=relation)  # type: ignore[arg-type]  # it is one of these
            session.order(order, Done, lambda _done: self._read(session), self._failed)

    # ---- the page

    def _search(self, name: str) -> None:
        session = self._lobby.current()
        if session is not None and name:
            session.order(FindPlayers(name=name), Players, self._found_some, self._failed)

    def _found_some(self, found: Players) -> None:
        self._found = found.players
        self._show("" if found.players else tr("No player of that name was found."))

    def _opponents_came(self, opponents: Players) -> None:
        self._opponents = opponents.players
        self._show()

    def _show(self, note: str = "") -> None:
        session = self._lobby.current()
        if session is None or self._window.page != "people":
            return
        groups = {
            tr("Found"): self._found, tr("Friends"): session.related.follows,
            tr("Opponents of the last weeks"): self._opponents, tr("Blocked"): session.related.blocks,
        }  # fmt: skip
        relations = session.relations
        rows = [
            row for group, players in groups.items() for row in player_rows(group, players, session.account, relations)
        ]
        self._page.show_rows(rows, note or ("" if rows else tr("Search for a player, or follow one in the lobby.")))

    def _chosen(self, player: PlayerInfo, action: str) -> None:
        match action:
            case "profile":
                self.profile.emit(player.account)
            case "challenge":
                self.challenge.emit(player.account, player.name)
            case "write":
                self._lobby.write_to(player.account, player.name)
            case _:
                self.relate(player.account, RELATIONS[action])

    def _failed(self, code: str, why: Text) -> None:
        words = tr("This server cannot do that yet. Its operator can update it.")
        words = words if code == "unknown_type" else translate(why)
        if self._window.page == "people":
            self._page.show_note(words)
        else:
            self._window.show_message(words, "danger")

    # ---- what the servers say

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        match update:
            case StatusChanged() if session.status == "online":
                if session.related_to != session.account:
                    self._read(session)
            case StatusChanged():
                session.related_to = ""
                self._here.pop(session, None)
            case People(people=people):
                self._note_friends(session, {person.account for person in people})

    def _read(self, session: ServerSession) -> None:
        session.related_to = session.account

        def read(relations: Relations) -> None:
            session.related, session.knows_relations = relations, True
            blocked = {each.account for each in relations.blocks}
            self._settings.change(self._settings.value.without_opponents(session.fingerprint, blocked))
            self._lobby.refresh()
            self._lobby.related.emit()
            self._show()

        session.order(GetRelations(), Relations, read, lambda _code, _why: None)  # an older server has none

    def _note_friends(self, session: ServerSession, here: set[str]) -> None:
        """Tell the player of friends who came since the last list; the first one has no news."""
        before = self._here.get(session)
        self._here[session] = here
        if before is None or not self._settings.value.preferences.friends:
            return
        names = session.lobby.names
        for account in sorted(here - before):
            if session.relations.get(account) == "follow":
                words = fill(tr("{name} is online now."), {"name": names.get(account, "")})
                key, title = NewsKey(session.fingerprint, "friend", account), tr("A friend is online")
                self.friend_came.emit(NewsItem(key, words, (), title, OFFER, "chat", place="note"))
