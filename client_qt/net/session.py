"""The session of this player at one server: the models of its tables, and requests that end in a callback."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import outcome
import trio
from msgspec import structs

from client_qt.net.direct_messages import DirectMessages
from client_qt.net.tournaments import RemoteTournament
from client_qt.table.change import Change
from client_qt.table.commands import Command
from client_qt.table.connection_loss import STOPPED_HERE, ConnectionLoss
from client_qt.table.remote import RemoteTable
from client_qt.table.server_time import ServerTime
from client_qt.trio_guest import Starts, emission
from netgame.games import GAMES
from netgame.match.create import check_rules, options_at
from netgame.match.events import Created
from netgame.match.state import UnknownRules
from netgame.players.dice_links import DiceLinks
from netgame.text import Text
from netgame.tournaments.events import Event as TournamentEvent
from protocol.client import (
    ConnectError,
    NewEvents,
    NewTournamentEvents,
    Refusal,
    Server,
    Session,
    StatusChanged,
    TournamentWatchEnded,
    Update,
    WatchEnded,
    WatchStarted,
)
from protocol.client.reasons import breaks_rules
from protocol.messages import (
    DICE_PROTOCOL,
    AccountCommand,
    AnalysisState,
    ChallengeChanged,
    ChallengeCommand,
    ChallengeInfo,
    Challenges,
    Chat,
    ChatLine,
    Done,
    Frozen,
    GameTerms,
    Invited,
    LeaveSeat,
    ListTables,
    Message,
    Notice,
    Notices,
    People,
    PeopleQuestion,
    Presence,
    Relations,
    RematchState,
    ReportPosition,
    SeekEnded,
    SeekPaired,
    Seeks,
    SetRelation,
    SignedIn,
    TableInfo,
    Tables,
    TakeSeat,
    Tournaments,
)

log = logging.getLogger(__name__)
Opened = Callable[[RemoteTable], object]
Failed = Callable[[Text], object]
FailedWithCode = Callable[[str, Text], object]
T = TypeVar("T")
ReplyT = TypeVar("ReplyT", bound=Message)
MOST_OVER = 20  # finished matches that are followed for offers of a rematch; servers allow 100 tables a connection
LEFT = Text("This program has left the server")
NOBODY = SignedIn(account="", name="")  # before the first sign-in
PATIENCE_S = 15.0  # the button is disabled meanwhile


@dataclass(frozen=True)
class TableFollowed:
    """A model was made, before its first events."""

    model: RemoteTable


@dataclass(frozen=True)
class DirectMessagesReceived:
    """Another player wrote these new lines to this one."""

    account: str
    lines: list[ChatLine]


@dataclass(frozen=True)
class RematchChanged:
    """The offers of a rematch at a finished table changed."""

    model: RemoteTable


@dataclass(frozen=True)
class TogetherChanged:
    """The other player of a finished match asks to look at it together, or does not any more.

    `has_begun`: both want it now.
    """

    model: RemoteTable
    has_begun: bool = False


@dataclass(frozen=True)
class RematchMade:
    """A finished match of this player is played again at another table."""

    model: RemoteTable
    table: str


@dataclass(frozen=True)
class TournamentChanged:
    """New events of a tournament are here; none where no more of them come."""

    model: RemoteTournament
    events: Sequence[TournamentEvent] = ()


SessionUpdate = (
    StatusChanged | Tables | People | Seeks | Chat | Invited | Notice | Challenges | ChallengeChanged
    | SeekPaired | SeekEnded | Tournaments | TournamentChanged | Notices
    | TableFollowed | DirectMessagesReceived | RematchChanged | TogetherChanged
    | RematchMade | WatchEnded
)  # fmt: skip
SessionUpdated = Callable[["ServerSession", SessionUpdate], object]


class ServerSession(Session):
    """The session at a server, and the models of the tables that are followed there.

    `KnownServers` owns it, gets its updates, and closes it. It owns the models of its tables, and each says once that
    it has ended. Each request ends once, by `done` or `failed`.
    """

    def __init__(
        self,
        server: Server,
        name: str,
        nursery: Starts,
        updated: SessionUpdated,
        **more: Any,
    ) -> None:
        """`updated` gets the news; `more` are further arguments of `protocol.client.Session`."""
        super().__init__(server, name, None, **more)
        self.updated = updated
        self.direct = DirectMessages()
        self.time = ServerTime()
        self.lost = ConnectionLoss()
        self.is_closed = False
        self.dice: DiceLinks | None = None  # of this player here, once the key of this computer was read
        self.given = server  # as it was asked for; the session adds what the server announces
        self.related = Relations()  # whom this player follows and blocks
        self.related_to = ""  # the account for which the server was asked for them on this connection
        self.knows_relations = False  # whether the server has them
        self._models: dict[str, RemoteTable] = {}
        self._leaving: dict[str, trio.Event] = {}  # tables with an `Unwatch` that the server has not answered yet
        self.has_tournaments: bool | None = None  # None until the server has said it; older ones have none
        self._tournament_models: dict[str, RemoteTournament] = {}
        self._only_for_talk: set[str] = set()  # finished tables that are followed for their rematch
        self._is_strange = False  # whether the user was told that the server has broken the protocol
        self._nursery = nursery
        self._scope = trio.CancelScope()
        self._last_sent = trio.Event()  # set when the last command was sent
        self._last_sent.set()

    @property
    def user(self) -> SignedIn:
        """The account of this player; an empty one before the first sign-in."""
        return self.signed_in or NOBODY

    @property
    def account(self) -> str:
        return self.user.account

    @property
    def relations(self) -> dict[str, str]:
        """Whom this player follows and blocks, by account."""
        related = self.related
        return {each.account: "follow" for each in related.follows} | {each.account: "block" for each in related.blocks}

    @property
    def fingerprint(self) -> str:
        """The key of the server in the settings; a server with a public name may have a new certificate."""
        return self.given.fingerprint or self.server.fingerprint or ""

    @property
    def retry_in(self) -> float | None:
        """Seconds until the next attempt to connect; None during an attempt, and when the program ends."""
        is_waiting = self.status == "waiting" and trio.lowlevel.in_trio_run()
        return max(0.0, self.retry_at - trio.current_time()) if is_waiting else None

    def note_stopped_here(self) -> None:
        """Note that the user of this window has stopped the server."""
        self.lost.cause = STOPPED_HERE
        for model in self.models:
            model.lost.cause = STOPPED_HERE
        self._update_all_status()

    def retry_if_lost(self) -> None:
        """Connect now; the server was found on the network."""
        if self.status in ("connecting", "waiting"):
            self.retry_now(reset_pauses=False)

    def close(self, successor: "ServerSession | None" = None) -> None:
        """End the session; seats at tables are kept. Open requests fail. Shown tables go on at the successor, and all
        others are closed."""
        self.end()
        self.is_closed = True
        self._scope.cancel()
        for model in self.models:
            goes_on = successor is not None and model.is_shown
            model.close(LEFT, successor.model(model.table, model.code) if successor is not None and goes_on else None)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run the session until `close`."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen)
                await super().run(task_status=task_status)

    # ---- requests

    def request(self, work: Awaitable[T], done: Callable[[T], object], failed: Failed) -> None:
        """Carry out a request; either `done` or `failed` is called, within PATIENCE_S."""
        self._nursery.start_soon(self._request, work, done, lambda _code, text: failed(text))

    def request_now(self, work: Callable[[], Awaitable[T]], done: Callable[[T], object], failed: Failed) -> None:
        """Carry out a request as `request` does, but fail as soon as the server cannot be connected."""
        self._nursery.start_soon(self._request_now, work, done, failed)

    def order(
        self,
        message: AccountCommand | ChallengeCommand | SetRelation | PeopleQuestion,
        kind: type[ReplyT],
        done: Callable[[ReplyT], object],
        failed: FailedWithCode,
    ) -> None:
        """Send a command about accounts, challenges or people; `failed` gets a code and a sentence."""
        self._nursery.start_soon(self._request, self.ask(message, kind), done, failed)

    def challenge_player(
        self, account: str, terms: GameTerms, changes: str, done: Callable[[None], object], failed: FailedWithCode
    ) -> None:
        """Challenge a player; `failed` gets a code and a sentence."""
        self._nursery.start_soon(self._request, self._challenge_known(account, terms, changes), done, failed)

    def open_table(self, game: str, options: dict[str, Any], opened: Opened, failed: Failed, **terms: Any) -> None:
        """Create a table and take a seat. `terms` holds the other fields of `MakeTable`: title, player, clock, ..."""
        terms["dice"] = "players" if GAMES[game].has_dice else "host"
        work = self._outlasting(partial(self._make_known, game, options, terms), self.leave_seat)
        self.request(work, lambda table: opened(self.model(table)), failed)

    def take_seat(self, table: str, opened: Opened, failed: Failed, code: str = "") -> None:
        """Take a free seat."""
        work = self._outlasting(partial(self._sit_at_known, table, code), lambda _done: self.leave_seat(table))
        self.request(work, lambda _done: opened(self.model(table, code)), failed)

    async def _make_known(self, game: str, options: dict[str, Any], terms: dict[str, Any]) -> str:
        """Make a table that this program and the server can play. Raise `Refusal` that says which must be updated."""
        versions = (await self.online()).welcome.games
        try:
            options = options_at(versions.get(game), game, options, GAMES)
        except UnknownRules as error:
            raise Refusal("version", error.text) from error
        return await self.make_table(game, options, **terms)

    async def _challenge_known(self, account: str, terms: GameTerms, changes: str) -> None:
        """Propose a game that this program and the server can play, as `_make_known`."""
        versions = (await self.online()).welcome.games
        try:
            options = options_at(versions.get(terms.game), terms.game, terms.options, GAMES)
        except UnknownRules as error:
            raise Refusal("version", error.text) from error
        await self.challenge(account, structs.replace(terms, options=options), changes, "players")

    async def _sit_at_known(self, table: str, code: str) -> Done:
        """Take a seat, but not where this program could not play. Raise `Refusal` that says what must be updated."""
        await self.online()
        known = (
            self.lobby.tables if self.lobby.has_tables else (await self.request_with_retry(ListTables(), Tables)).tables
        )
        for info in known:
            if info.table == table:
                try:
                    check_rules(info.game, info.rules, info.match_rules, info.options, GAMES, is_live=True)
                except UnknownRules as error:
                    raise Refusal("version", error.text) from error
        return await self.command(table, TakeSeat, code=code)

    async def seek_known(self, games: Sequence[str], **wish: Any) -> None:
        """Look for an opponent in those of the games that the server knows, too. Raise `Refusal` if there is none."""
        versions, known = (await self.online()).welcome.games, list[str]()
        problem: UnknownRules | None = None
        for game in games:
            try:
                options_at(versions.get(game), game, {}, GAMES)
                known.append(game)
            except UnknownRules as error:
                problem = error
        if problem is not None and not known:
            raise Refusal("version", problem.text)
        await self.seek(games=known, **wish)

    def leave_seat(self, table: str) -> None:
        """Leave a seat before the match has started."""
        work = self.command(table, LeaveSeat)
        self.request(work, lambda _done: None, lambda text: log.info("table %s: %s", table, text))

    def watch_table(self, table: str, opened: Opened, failed: Failed, code: str = "") -> None:
        """Follow a table as a spectator; `failed` gets the reason of a refusal."""
        if table in self._models:
            opened(self._models[table])
            return

        def refused(text: Text) -> None:
            model.close(text)
            failed(text)

        model = self._new_model(table, code)
        self.request(self._follow(model), lambda _done: opened(model), refused)

    def fetch_finished(self, table: str, done: Opened, failed: Failed) -> None:
        """Fetch a finished match; `done` gets its model when all events are here."""
        was_known = table in self._models

        def opened(model: RemoteTable) -> None:
            self.request(_finished(model), partial(end, done), partial(end, failed))

        def end(tell: Callable[[T], object], answer: T) -> None:
            tell(answer)
            if not was_known:
                self.forget(table)

        self.watch_table(table, opened, failed)

    # ---- tables

    def own_tables(self) -> list[TableInfo]:
        """The tables at which this player has a seat."""
        return [info for info in self.lobby.tables if any(seat and seat.account == self.account for seat in info.seats)]

    def own_seats(self) -> set[str]:
        """The tables at which this player has a seat, also those that the list does not show yet."""
        followed = {table for table, model in self._models.items() if model.mine}
        return followed | {info.table for info in self.own_tables()}

    def is_seated(self, table: str) -> bool:
        """Whether this player follows an own match there that goes on, which the list may not show yet."""
        model = self._models.get(table)
        match = model.match if model is not None and model.mine and not model.continued_at else None
        return match is not None and match.ended is None

    def challenges_to(self, account: str) -> list[ChallengeInfo]:
        """The open challenges of this player to that account."""
        found = self.challenges.at(self.time.now())
        return [info for info in found if (info.account, info.other) == (self.account, account)]

    @property
    def is_played_at(self) -> bool:
        """Is a match or a tournament in progress there? The tables that are followed know it sooner than the list.

        A match that goes on at another server is not in progress there."""
        matches = ((model, model.match) for model in self.models if model.match is not None)
        followed = {model.table: "over" if model.continued_at else match.phase for model, match in matches}
        listed = (info.state for info in self.lobby.tables if info.table not in followed)
        is_played = any(state in ("playing", "between") for state in (*followed.values(), *listed))
        return is_played or any(
            info.state == "running" or (info.state == "paused" and info.started_at) for info in self.lobby.tournaments
        )

    @property
    def models(self) -> list[RemoteTable]:
        """The tables that are followed."""
        return list(self._models.values())

    def known_model(self, table: str) -> RemoteTable | None:
        return self._models.get(table)

    def model(self, table: str, code: str = "") -> RemoteTable:
        """Follow a table. `code` is for a table with an access code."""
        model = self._models.get(table)
        if model is None:
            model = self._new_model(table, code)
            self._nursery.start_soon(self._try_to_follow, model)
        return model

    def forget(self, table: str) -> None:
        """Stop following a table, unless it is shown."""
        model = self._models.get(table)
        if model is not None and not model.is_shown:
            model.close(LEFT)

    def _new_model(self, table: str, code: str) -> RemoteTable:
        over = [model for model in self.models if model.match is not None and model.match.phase == "over"]
        for model in over[: max(0, len(over) - MOST_OVER)]:
            self.forget(model.table)
        model = RemoteTable(table, self.account, self._send, self.time)
        model.code, model.origin, model.dice = code, f"{self.fingerprint}/{table}", lambda: self.dice
        model.challenges = lambda: self.challenges.at(model.now())
        model.retry_in = lambda: self.retry_in
        model.start_again = lambda report: self._nursery.start_soon(self._start_again, report)
        stop_following = partial(self._stop_following, table)
        model.closed.connect(stop_following)
        model.replaced.connect(stop_following)
        self._models[table] = model
        self._update_status(model)
        self.updated(self, TableFollowed(model))
        return model

    def _stop_following(self, table: str, _end: object) -> None:
        """Drop a model that is closed; the next one asks the server again."""
        del self._models[table]
        if self.dice is not None:
            self.dice.logs.forget(table)
        if table not in self._leaving and not self.is_closed:  # otherwise a request is under way
            self._leaving[table] = trio.Event()
            self._nursery.start_soon(self._unwatch, table)

    def _keep_talk(self, model: RemoteTable, table: str) -> None:
        """Let a rematch show the talk at the table before. After a restart that table is followed for it, but none
        before that one: a series may be long."""
        if table not in self._models:
            if model.table in self._only_for_talk:
                return
            self._only_for_talk.add(table)
        model.follow_up(self.model(table))

    # ---- tournaments

    def follow_tournaments(self) -> None:
        """Follow the list of tournaments, and learn whether the server has any."""

        def refused(code: str, text: Text) -> None:
            log.info("tournaments: %s", text)
            if code == "unknown_type":
                self.has_tournaments = False
                self.updated(self, StatusChanged())

        self._nursery.start_soon(self._request, self.list_tournaments(), lambda _done: None, refused)

    def tournament(self, tournament: str) -> RemoteTournament:
        """Follow a tournament; ask the server again if it refused or did not answer. The model stays the same."""
        model = self._tournament_models.get(tournament)
        if model is None:
            model = self._tournament_models[tournament] = RemoteTournament(tournament)
        elif model.reason is None or not model.is_readable:
            return model
        tell = partial(self._tell_of_tournament, model)
        self.request(self.watch_tournament(tournament), lambda _done: tell(None), tell)
        return model

    def _tell_of_tournament(self, model: RemoteTournament, reason: Text | None) -> None:
        model.end(reason)
        self.updated(self, TournamentChanged(model))

    def forget_tournament(self, tournament: str) -> None:
        """Stop following a tournament."""
        if self._tournament_models.pop(tournament, None) is not None:
            self.request(self.unwatch_tournament(tournament), lambda _done: None, lambda _text: None)

    # ---- updates

    async def _listen(self) -> None:
        async for update in self.updates:
            self._receive(update)

    def _receive(self, update: Update) -> None:
        match update:
            case StatusChanged():
                self.lost.note(self.status, self.error_code)
                if self.error_code == "breaks_rules" and not self._is_strange:
                    self._is_strange = True  # said once, for the next connection may end in the same way
                    text = self.error or breaks_rules(self.server.addresses[0]).text  # it may be online again
                    self.updated(self, Notice(template=text.template, args=dict(text.args)))
                if self.status != "online" and not self.has_tournaments:
                    self.has_tournaments = None  # the server may be newer when it is back
                self._update_all_status()
            case NewTournamentEvents(tournament=tournament, events=events, names=names):
                if (followed := self._tournament_models.get(tournament)) is not None:
                    followed.add(events, names)
                    self.updated(self, TournamentChanged(followed, events))
            case TournamentWatchEnded(tournament=tournament, text=text):
                if (followed := self._tournament_models.get(tournament)) is not None:
                    followed.end(text)
                    self.updated(self, TournamentChanged(followed))
            case Tournaments():
                self.has_tournaments = True
                self.updated(self, update)
            case (
                Tables() | Seeks() | SeekPaired() | SeekEnded() | Invited() | Notice() | Notices() | Challenges()
                | ChallengeChanged() | Chat(room="lobby")
            ):  # fmt: skip
                self.updated(self, update)
                if isinstance(update, Challenges | ChallengeChanged):
                    for model in self.models:
                        model.changed.emit(Change.REMATCH)
            case People(people=people):
                for person in people:  # before any table is watched, this tells the server's time
                    self.time.note(person.since)
                if self.direct.came_at is None:
                    self.direct.came_at = next((who.since for who in people if who.account == self.account), None)
                self.updated(self, update)
            case Chat(room="direct", account=account, lines=lines, unread=unread):
                new = self.direct.add(account, lines, unread)
                self.updated(self, update)
                if new:
                    self.updated(self, DirectMessagesReceived(account, new))
            case _ if update.table in self._models:
                self._receive_at(update, self._models[update.table])

    def _receive_at(self, update: Update, model: RemoteTable) -> None:
        match update:
            case NewEvents(events=events):
                first = events[0]
                if isinstance(first, Created) and first.previous:
                    self._keep_talk(model, first.previous)
                model.apply_events(events)
            case WatchStarted(after=after):
                model.restart_log(after)
                for changed in (RematchChanged(model), TogetherChanged(model)):
                    self.updated(self, changed)  # the server asks again what is still open
            case Presence() as now:
                model.set_presence(now.present, now.causes, tuple(now.spectators), now.watching, now.now, now.vacations)
                if not now.frozen:
                    model.stop(None)
            case Chat(room=("table" | "spectators") as room, lines=lines):
                model.add_messages(room, lines)
            case RematchState(made=made):
                was_made = model.rematch_offers.made
                model.set_rematch_offers(update)
                self.updated(self, RematchChanged(model))
                if made and not was_made and model.mine:
                    self.updated(self, RematchMade(model, made))
            case AnalysisState():
                had_begun = model.together.has_begun
                model.set_analysis(update)
                self.updated(self, TogetherChanged(model, model.together.has_begun and not had_begun))
            case Frozen(text=text):
                model.stop(text)
            case WatchEnded(text=text):
                model.close(text)
                self.updated(self, update)

    def _update_all_status(self) -> None:
        for model in self.models:
            self._update_status(model)
        self.updated(self, StatusChanged())

    def _update_status(self, model: RemoteTable) -> None:
        model.server = self.welcome.server if self.welcome is not None else ""
        model.server_program = self.welcome.program if self.welcome is not None else ""
        model.is_server_here = self.is_server_here
        model.may_ask_together = self.welcome is not None and self.welcome.protocol >= DICE_PROTOCOL
        model.set_status(self.status, self.account, self.error, self.error_code)

    # ---- tasks

    async def _try_to_follow(self, model: RemoteTable) -> None:
        try:
            await self._follow(model)
        except (Refusal, ConnectError) as refusal:
            model.close(refusal.text)

    async def _follow(self, model: RemoteTable) -> None:
        """Follow a table, after a request to stop following it was answered. Raise `Refusal` if it ends meanwhile."""
        left = self._leaving.get(model.table)
        if left is not None:
            await left.wait()
        if self.known_model(model.table) is model:
            await self.watch(model.table, code=model.code)
        if model.reason is not None:
            raise Refusal("closed", model.reason)

    async def _start_again(self, report: ReportPosition) -> None:
        """Tell the server where this program cannot follow, and fetch all events once more."""
        try:
            with suppress(Refusal):  # an older server, or too many reports
                await self.request_with_retry(report, Done)
            await self.watch_again(report.table)
        except (Refusal, ConnectError) as refusal:
            if report.table in self._models:
                self._models[report.table].close(refusal.text)

    async def _unwatch(self, table: str) -> None:
        try:
            await self.unwatch(table)
        except (Refusal, ConnectError) as refusal:
            log.info("table %s: %s", table, refusal.text)
        finally:
            self._leaving.pop(table).set()

    async def _request_now(self, work: Callable[[], Awaitable[T]], done: Callable[[T], object], failed: Failed) -> None:
        with trio.move_on_after(PATIENCE_S):
            while self.status == "connecting":
                await self.status_change()
        if self.status == "online":
            await self._request(work(), done, lambda _code, text: failed(text))
        else:
            failed(self.error or Text("The server does not answer. Try it again in a moment."))

    async def _outlasting(self, work: Callable[[], Awaitable[T]], late: Callable[[T], object]) -> T:
        """Carry out a request that goes on when nobody waits for it any more: the server may have done it already.

        `late` then gets the result, to take it back. Without a connection it does not begin: it would hours later.
        """
        await self.online()
        ended, is_awaited = trio.Event(), True
        found = list[outcome.Outcome[T]]()

        async def carry_out() -> None:
            found.append(await outcome.acapture(work))
            ended.set()
            if not is_awaited and isinstance(found[0], outcome.Value):
                late(found[0].value)

        self._nursery.start_soon(carry_out)
        try:
            await ended.wait()
        except trio.Cancelled:
            is_awaited = False
            raise
        return found[0].unwrap()

    async def _request(self, work: Awaitable[T], done: Callable[[T], object], failed: FailedWithCode) -> None:
        try:
            with trio.fail_after(PATIENCE_S):
                answer = await work
        except (Refusal, ConnectError) as refusal:
            failed(refusal.code, refusal.text)
        except trio.TooSlowError:
            failed("timeout", self.error or Text("The server does not answer. Try it again in a moment."))
        else:
            if self.is_closed:
                failed("closed", LEFT)
            else:
                done(answer)

    def _send(self, command: Command) -> None:
        before, self._last_sent = self._last_sent, trio.Event()
        self._nursery.start_soon(self._carry_out, command, before, self._last_sent)

    async def _carry_out(self, command: Command, before: trio.Event, sent: trio.Event) -> None:
        """Send a command after the one before it, as tasks begin in any order, and end it."""
        try:
            if not before.is_set():
                await before.wait()
            await self.online()
            sent.set()  # the next one goes on after this one was sent
            done = await self.command(command.table, command.message, **command.fields)
        except Refusal as refusal:
            command.refuse(refusal.text, refusal.code)
        except ConnectError as error:
            command.lose(error.text)
        except trio.Cancelled:
            command.lose()
            raise
        else:
            command.accept(done.number)
        finally:
            sent.set()


async def _finished(model: RemoteTable) -> RemoteTable:
    """Wait until all events of a finished match are here. Raise `Refusal` if its table is closed before."""
    while model.match is None or model.match.ended is None:
        if model.reason is not None:
            raise Refusal("closed", model.reason)
        if model.text is not None:
            raise Refusal("version", model.text.why)
        await emission(model.changed, model.closed, model.replaced)
    return model
