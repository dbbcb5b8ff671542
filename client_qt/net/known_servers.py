"""The sessions at servers, and the settings about servers and tables there."""

import re
import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import trio
from msgspec import to_builtins
from PySide6.QtCore import QObject, Signal

from client_qt.net.player_key import PlayerKey, key_id
from client_qt.net.server_browser import ServerBrowser
from client_qt.net.session import (
    LEFT,
    PATIENCE_S,
    FailedWithCode,
    ServerSession,
    SessionUpdate,
    SessionUpdated,
    TableFollowed,
)
from client_qt.net.table_list import ListedServer
from client_qt.pace import Pace
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import KnownServer, LastOpponent, LastTable, Settings
from client_qt.table.model import TableModel
from client_qt.table.remote import RemoteTable
from client_qt.table.status import opponent
from client_qt.table.terms import same_terms
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.match.state import other as other_player
from netgame.players.dice_links import DiceLinks
from netgame.players.table_logs import TableLogs
from netgame.text import Text
from protocol.address import Address
from protocol.client import Server, StatusChanged, WatchEnded, connect
from protocol.client.link_notes import LinkNotes
from protocol.errors import AddressError, WireError
from protocol.messages import LINK_BYTES, Done, ForgotPassword, Notice, Tables

_NUMBER = re.compile(r" \d+\Z")  # a server puts it behind a name that another player has
LINKS_FILE = "links.json"
KEEP_ADDRESSES = 10  # for each server


class KnownServers(QObject):
    """One session for each server, by fingerprint. `changed`: status, name or tables of any of them.

    `updated` carries everything that a session says, as a `SessionUpdate`.
    It owns the sessions: whoever keeps one lets go when `replaced` says that it has ended.
    """

    changed = Signal()
    updated = Signal(object, object)  # ServerSession, SessionUpdate
    replaced = Signal(object, object)  # a ServerSession that has ended, and the one in its place or None

    def __init__(
        self,
        settings: SettingsFile,
        browser: ServerBrowser,
        nursery: Starts,
        name: Callable[[], str],
        key: PlayerKey,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.sessions: dict[str, ServerSession] = {}
        self._seen: dict[str, frozenset[Address]] = {}  # addresses at the last look at the network
        self._settings, self._browser, self._nursery, self._name = settings, browser, nursery, name
        self._key, self._notes = key, LinkNotes(key.path.with_name(LINKS_FILE))
        self._named = settings.value.name  # as the servers know it
        settings.follow(self._rename)
        self._pace = Pace(self.changed.emit, self)  # of lists of tables
        browser.changed.connect(self._reconnect)

    def session_at(self, server: ListedServer) -> ServerSession:
        given = [address for address in server.addresses if address not in server.announced]
        return self.session_to(
            server.fingerprint, given, server.name, server.public_name,
            instance=self.instance_of(server.fingerprint) or server.instance,
        )  # fmt: skip

    def session_to(
        self,
        fingerprint: str,
        addresses: Iterable[Address] = (),
        name: str = "",
        public_name: str = "",
        instance: str = "",
    ) -> ServerSession:
        """The session at a server; a new one if there is none or it failed."""
        session = self.sessions.get(fingerprint)
        if session is None or session.status == "failed":
            session = self._new_session(fingerprint, addresses, public_name=public_name, instance=instance)
            self._put(fingerprint, session)
        session.retry_now()
        name = name or self.name_of(fingerprint)
        self._note(
            fingerprint, name=name, seen=int(time.time()), public_name=session.given.public_name, **_kept(session)
        )  # fmt: skip
        self._browser.know(recent_servers(self._settings.value))
        return session

    def reconnect(self) -> None:
        """Connect to the servers with unfinished games: the player is present there, and hears of moves and offers."""
        if self._name():
            for fingerprint in {table.server for table in self._settings.value.tables}:
                self.session_to(fingerprint)

    def name_of(self, fingerprint: str) -> str:
        """The last known name of a server; empty if unknown."""
        return self._known(fingerprint).name

    def is_known(self, fingerprint: str) -> bool:
        """Is the server in the settings or on the network?"""
        return fingerprint in self._settings.value.servers or bool(self._browser.addresses(fingerprint))

    def of(self, model: TableModel | None) -> ServerSession | None:
        """The session of a table; None for a local one."""
        if not isinstance(model, RemoteTable):
            return None
        return next((each for each in self.sessions.values() if each.known_model(model.table) is model), None)

    def tables(self) -> list[RemoteTable]:
        """All tables that this window follows."""
        return [table for session in self.sessions.values() for table in session.models]

    def own_seats(self) -> set[tuple[str, str]]:
        """The seats of this player: fingerprint and table."""
        return {(key, table) for key, session in self.sessions.items() for table in session.own_seats()}

    def remember(self, session: ServerSession, model: RemoteTable, game: str, other: str = "") -> None:
        """Keep a table in the settings, to continue it later; drop it when its match is over."""
        value = self._settings.value
        if model.match is not None and model.match.phase == "over":
            self._settings.change(value.without_table(session.fingerprint, model.table))
            return
        made = model.match.created.at if model.match is not None else 0
        last = LastTable(session.fingerprint, model.table, game, opponent(model) or other, made=made)
        if last not in value.tables[:1]:
            self._settings.change(value.with_table(last))

    def note_opponent(self, model: RemoteTable) -> None:
        """Keep the opponent of a finished match in the settings, with its terms."""
        session, match = self.of(model), model.match
        if session is None or match is None or match.ended is None or match.ended.reason == "aborted":
            return
        me = next(iter(model.mine))
        seat = match.seats[other_player(me)]
        if seat is not None and not seat.computer and session.relations.get(seat.account) != "block":
            terms = to_builtins(same_terms(match.created, me))
            ended = round(time.time() * 1000) - max(
                0, session.time.now() - match.ended.at
            )  # the server's clock may differ
            last = LastOpponent(session.fingerprint, seat.account, seat.name, seat.key.hex(), ended, terms)
            self._settings.change(self._settings.value.with_opponent(last))

    def forget(self, session: ServerSession, table: str) -> None:
        self._settings.change(self._settings.value.without_table(session.fingerprint, table))

    def forget_me(self, fingerprint: str) -> None:
        """Forget the token of this player at a server."""
        if fingerprint in self._settings.value.servers:
            self._note(fingerprint, token="", keyed="")

    def accept_copy(self, fingerprint: str) -> None:
        """Go on at a server with that identity, whatever its data: it has moved, or was restored from a backup."""
        self._note(fingerprint, instance="")
        self._put(fingerprint, self._new_session(fingerprint, ()))
        self.changed.emit()

    def become_new(self) -> None:
        """Sign in everywhere as a new player, after a new key was made. Registered players can sign in by password."""
        for fingerprint in self._settings.value.servers:
            self.forget_me(fingerprint)
        self.sign_in_again()

    def instance_of(self, fingerprint: str) -> str:
        """The instance of the server where this player was last; empty if unknown."""
        session = self.sessions.get(fingerprint)
        kept = session.server.instance.hex() if session is not None else ""
        return kept or self._known(fingerprint).instance

    def other_name(self, session: ServerSession) -> str:
        """Return the name there if the server had to change the player's name and they were not told of it yet."""
        known = self._known(session.fingerprint)
        bare = _NUMBER.sub("", session.name)
        is_numbered = bare not in (session.name, "") and self._name() != session.name and self._name().startswith(bare)
        is_new = session.status == "online" and session.name != known.told_name
        return session.name if is_numbered and is_new else ""

    def mark_name_known(self, session: ServerSession) -> None:
        """Note that the player knows their name there."""
        if session.fingerprint in self._settings.value.servers:
            self._note(session.fingerprint, told_name=session.name)

    def forget_server(self, fingerprint: str) -> None:
        """Leave a server and remove it from the settings."""
        self._put(fingerprint, None)
        self._settings.change(self._settings.value.without_server(fingerprint))
        self._browser.know(recent_servers(self._settings.value))
        self.changed.emit()

    def _rename(self) -> None:
        """Tell the servers the new name of the player."""
        if self._settings.value.name != self._named:
            self._named = self._settings.value.name
            for session in self.sessions.values():
                refused = partial(self._rename_refused, session)
                session.request(session.rename(self._named), lambda _done: None, refused)

    def _rename_refused(self, session: ServerSession, why: Text) -> None:
        self.updated.emit(session, Notice(template=why.template, args=dict(why.args)))

    def _reconnect(self) -> None:
        """Reconnect to servers that the network shows at a new address."""
        for fingerprint, session in self.sessions.items():
            before, now = self._seen.get(fingerprint, frozenset()), frozenset(self._browser.addresses(fingerprint))
            self._seen[fingerprint] = now
            if now - before:
                session.retry_if_lost()

    def enter(
        self, fingerprint: str, name: str, done: Callable[[ServerSession], object], failed: FailedWithCode, **proof: Any
    ) -> None:
        """Sign in by `password`, `link`, `reset` or `sign_up`. The present session is replaced when this has succeeded,
        unless the server was forgotten meanwhile."""

        def sign_in_updated(session: ServerSession, update: SessionUpdate) -> None:
            if not isinstance(update, StatusChanged) or session.status == "connecting":
                return
            session.updated = self._updated
            is_known = fingerprint in self._settings.value.servers
            if session.status == "online" and is_known:
                self._put(fingerprint, session)
                self._updated(session, update)
                done(session)
            else:
                code, why = session.error_code, session.error or Text("The server does not answer")
                session.close()
                failed(code, why if is_known else LEFT)

        self._new_session(fingerprint, (), name, updated=sign_in_updated, **proof)

    def mail_code(self, fingerprint: str, name: str, done: Callable[[], object], failed: FailedWithCode) -> None:
        """Let a server mail a code for a new password. It needs no sign-in: the server may not let this player in."""
        self._nursery.start_soon(self._mail_code, fingerprint, name, done, failed)

    async def _mail_code(self, fingerprint: str, name: str, done: Callable[[], object], failed: FailedWithCode) -> None:
        known = self._known(fingerprint)
        found = tuple(dict.fromkeys((*self._browser.addresses(fingerprint), *_addresses(known))))
        try:
            with trio.fail_after(PATIENCE_S):
                announced, instance = _parsed(known.announced), bytes.fromhex(known.instance)
                server = Server(fingerprint, found, known.public_name, frozenset(announced), instance)
                async with connect(server) as connection:
                    await connection.ask(ForgotPassword(name=name), Done)
        except WireError as error:
            failed(error.code, error.text)
        except trio.TooSlowError:
            failed("timeout", Text("The server does not answer. Try it again in a moment."))
        else:
            done()

    def sign_in_again(self) -> None:
        """Sign in again everywhere, after a change of the key of this computer."""
        for fingerprint in list(self.sessions):
            self._put(fingerprint, self._new_session(fingerprint, ()))
        self.changed.emit()

    def _new_session(
        self,
        fingerprint: str,
        addresses: Iterable[Address],
        name: str = "",
        public_name: str = "",
        updated: SessionUpdated | None = None,
        instance: str = "",
        **proof: Any,
    ) -> ServerSession:
        known = self._known(fingerprint)
        given = tuple(addresses)
        found = tuple(dict.fromkeys((*given, *_addresses(known))))
        instance = instance or known.instance  # a copy of the data folder must not get this player
        announced = frozenset(_parsed(known.announced)).difference(given)
        server = Server(fingerprint, found, public_name or known.public_name, announced, bytes.fromhex(instance))
        name = name or self._name() or tr("Player")
        locate = partial(self._browser.addresses, fingerprint)
        session = ServerSession(
            server, name, self._nursery, updated or self._updated, locate=locate, label=self._key.label, **proof
        )
        self._nursery.start_soon(self._run, session)
        return session

    async def _run(self, session: ServerSession) -> None:
        """Wait for the key of this computer, then run the session."""
        key = await self._key.ready()
        known = self._known(session.fingerprint)
        by_key = key is not None and known.keyed == key_id(key)
        secret = key.derive(b"dice") if key is not None else secrets.token_bytes(LINK_BYTES)
        public, sign = (key.public, key.sign) if key is not None else (b"", None)
        logs = TableLogs(public, sign, lambda: session.signing_key, lambda: session.former_keys)
        session.dice = DiceLinks(secret, session.fingerprint, self._notes, logs)
        given = bytes.fromhex(known.token) if known.token and not by_key else None
        session.identify(given, key, self._key.installation)
        token, is_current = session.token.hex(), self.sessions.get(session.fingerprint) is session
        if is_current and token and session.fingerprint in self._settings.value.servers:
            self._note(session.fingerprint, token=token)  # at once, so that the next connection is the same player
        await session.run()

    def _put(self, fingerprint: str, session: ServerSession | None) -> None:
        """Make this the session of its server, or none. This is the only place where the session before ends."""
        old = self.sessions.pop(fingerprint, None)
        if session is not None:
            self.sessions[fingerprint] = session
        if old is not None:
            old.close(session)
            self.replaced.emit(old, session)

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        if self.sessions.get(session.fingerprint) is not session:
            return
        if isinstance(update, StatusChanged):
            self._store_sign_in(session)
        if isinstance(update, TableFollowed):
            update.model.others = self.tables
        self.updated.emit(session, update)
        if isinstance(update, StatusChanged):
            self.changed.emit()
        elif isinstance(update, Tables | WatchEnded):
            self._pace.ask()

    def _store_sign_in(self, session: ServerSession) -> None:
        """Note how this player signs in there, and the addresses."""
        if session.fingerprint in self._settings.value.servers and session.status == "online":
            token = session.token.hex() or self._known(session.fingerprint).token
            keyed = key_id(self._key.key) if self._key.key is not None else ""
            self._note(session.fingerprint, token=token, keyed=keyed, instance=session.server.instance.hex(),
                **_kept(session),
            )  # fmt: skip

    def _known(self, fingerprint: str) -> KnownServer:
        """The server in the settings; an empty one if it is not there."""
        return self._settings.value.servers.get(fingerprint, KnownServer(fingerprint))

    def _note(self, fingerprint: str, **changes: Any) -> None:
        """Store what has changed about a server."""
        self._settings.change(self._settings.value.with_server(replace(self._known(fingerprint), **changes)))


def recent_servers(settings: Settings) -> list[ListedServer]:
    """The servers that this player has visited, to ask them for their tables."""
    found = []
    for server in settings.servers.values():
        addresses = _addresses(server)
        elsewhere = any(not address.host.startswith("127.") for address in addresses)
        if elsewhere and server.name:
            found.append(
                ListedServer(
                    "recent",
                    server.fingerprint,
                    server.name,
                    addresses,
                    announced=frozenset(_parsed(server.announced)),
                    public_name=server.public_name,
                    instance=server.instance,
                )
            )
    return found


def _kept(session: ServerSession) -> dict[str, tuple[str, ...]]:
    kept = session.server.addresses[:KEEP_ADDRESSES]
    announced = [address for address in kept if address in session.server.announced]
    return {"addresses": tuple(map(str, kept)), "announced": tuple(map(str, announced))}


def _addresses(server: KnownServer) -> tuple[Address, ...]:
    """Return the valid addresses; the settings file may have been edited."""
    return _parsed(server.addresses)


def _parsed(texts: Iterable[str]) -> tuple[Address, ...]:
    valid = []
    for text in texts:
        with suppress(AddressError):
            valid.append(Address.parse(text)[0])
    return tuple(valid)
