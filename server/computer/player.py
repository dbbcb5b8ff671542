"""A computer player at one server: it finds its tables again, takes seats, and plays at several tables at once."""

import logging
from collections.abc import Callable
from contextlib import suppress

import trio

from netgame.games import GAMES
from netgame.match import CURRENT_RULES
from netgame.match.create import check_rules
from netgame.match.state import UnknownRules
from netgame.players.dice_links import DiceLinks
from protocol import messages as m
from protocol.client import ConnectError, NewEvents, Refusal, Session, StatusChanged, Update, WatchEnded, WatchStarted
from server.computer.seat import ComputerSeat, EngineSettings
from server.errors import ServerError

log = logging.getLogger(__name__)

LEAVE_S = 2.0  # to leave the seats at tables that have not started
SEEK_RETRY_S = 60.0  # after the server refused the wish for a game
BUSY = "I play at as many tables as I may. Invite me again when one of them is over."


class CannotPlay(ServerError):
    """The computer player cannot sign in, or does not get the seat."""


class KeyInUse(CannotPlay):
    """Another program signs in with the same key, perhaps on another computer. To sign in again would end that one."""


class ComputerPlayer:
    """Plays for the account of a session, at `most` tables at once, and first at those where it has a seat already.

    `seated` is called with each table where it has a seat.
    """

    def __init__(
        self, session: Session, settings: EngineSettings, dice: DiceLinks, most: int, seated: Callable[[str], object]
    ) -> None:
        self._session, self._settings, self._dice, self._most, self._seated = session, settings, dice, most, seated
        self._seats: dict[str, ComputerSeat] = {}
        self._given_up: set[str] = set()
        self._stays = False
        self._scope = trio.CancelScope()
        self._online, self._listed, self._seat_left = trio.Event(), trio.Event(), trio.Event()
        self._may_seek = trio.Event()

    async def run(self, table: str = "", code: str = "", *, stays: bool = False, seeks: bool = False) -> None:
        """Take the free seat of a table, and play until no match is left. Raise `CannotPlay` if that is impossible.

        `stays`: accept invitations until stopped. `seeks`: meanwhile, look for people who want a computer player.
        """
        self._stays = stays
        async with trio.open_nursery() as connection:
            connection.start_soon(self._session.run)
            with self._scope:
                async with trio.open_nursery() as self._nursery:
                    self._nursery.start_soon(self._follow)
                    await self._online.wait()
                    await self._listed.wait()
                    if table and table not in self._seats:
                        await self._sit(table, code)
                    if seeks:
                        self._nursery.start_soon(self._keep_seeking)
                    while stays or self._seats:
                        await self._seat_left.wait()
                        self._seat_left = trio.Event()
                    self._nursery.cancel_scope.cancel()
            await self._leave_waiting_tables()
            connection.cancel_scope.cancel()

    def stop(self) -> None:
        """End `run` in order. The seats at unfinished matches stay taken."""
        self._scope.cancel()

    async def _leave_waiting_tables(self) -> None:
        with trio.move_on_after(LEAVE_S):
            for seat in self._seats.values():
                if seat.match is not None and seat.match.phase == "open":
                    with suppress(Refusal, ConnectError):
                        await self._session.command(seat.table, m.LeaveSeat)

    async def _keep_seeking(self) -> None:
        """Have a wish for a game, whenever there is room for one more."""
        while True:
            self._may_seek = trio.Event()
            if self._session.status == "online" and not self._is_busy:
                try:
                    welcome = (await self._session.online()).welcome
                    games = [key for key, version in welcome.games.items() if _is_known(key, version)]
                    await self._session.seek(games=games, clocks=list(m.USUAL_CLOCKS), rated=False)
                except ConnectError:
                    pass  # the next connection looks again
                except Refusal as refusal:
                    log.info("looks for no opponent: %s", refusal.text)
                    with trio.move_on_after(SEEK_RETRY_S):
                        await self._may_seek.wait()
                    continue
            await self._may_seek.wait()

    @property
    def _is_busy(self) -> bool:
        return sum(seat.is_playing for seat in self._seats.values()) >= self._most

    # ---- tables

    async def _sit(self, table: str, code: str = "") -> None:
        """Take the free seat of a table and play there. Raise `CannotPlay` if the server refuses it, or without a seat
        if this program does not know the rules of the table."""
        for info in self._session.lobby.tables:
            if info.table == table:
                try:
                    check_rules(info.game, info.rules, info.match_rules, info.options, GAMES, is_live=True)
                except UnknownRules as error:
                    raise CannotPlay(error.text) from error
        seat = self._seats[table] = ComputerSeat(self._session, table, self._settings, self._dice)
        try:
            await self._session.watch(table, code=code)
            await self._session.command(table, m.TakeSeat, code=code)
        except Refusal as refusal:
            if refusal.code != "already_seated":
                del self._seats[table]
                await self._session.unwatch(table)
                raise CannotPlay(refusal.text) from refusal
        self._nursery.start_soon(self._play, seat)

    def _return_to(self, table: str) -> None:
        """Play at a table where this account has a seat."""
        if table not in self._seats and table not in self._given_up:
            seat = self._seats[table] = ComputerSeat(self._session, table, self._settings, self._dice)
            self._nursery.start_soon(self._watch_and_play, seat)

    async def _watch_and_play(self, seat: ComputerSeat) -> None:
        try:
            await self._session.watch(seat.table)
        except Refusal as refusal:
            seat.end(refusal.text)
        await self._play(seat)

    async def _play(self, seat: ComputerSeat) -> None:
        self._seated(seat.table)
        log.info("table %s: plays", seat.table)
        await seat.play()
        log.info("table %s: leaves", seat.table)
        if seat.rematch:
            self._return_to(seat.rematch)
        if seat.is_given_up:
            self._given_up.add(seat.table)
        del self._seats[seat.table]
        self._dice.logs.forget(seat.table)
        await self._session.unwatch(seat.table)
        self._seat_left.set()
        self._may_seek.set()

    async def _accept(self, invited: m.Invited) -> None:
        """Take a seat by invitation, or say why not."""
        why_not = ""
        if self._is_busy:
            why_not = BUSY
        elif invited.table.table not in self._seats:
            try:
                await self._sit(invited.table.table)
            except CannotPlay as error:
                why_not = str(error)
        if why_not:
            log.info("table %s: declines: %s", invited.table.table, why_not)
            with suppress(Refusal):
                await self._session.say("direct", "", why_not, invited.account)

    # ---- updates

    async def _follow(self) -> None:
        async for update in self._session.updates:
            await trio.lowlevel.checkpoint_if_cancelled()  # a program that ends does not say that its session has ended
            self._handle(update)

    def _handle(self, update: Update) -> None:
        match update:
            case StatusChanged():
                self._check_status()
            case m.Tables(tables=tables):
                for info in tables:
                    if self._has_seat(info) and info.state != "frozen":
                        self._return_to(info.table)
            case m.People():  # it comes after the complete list of tables
                self._listed.set()
            case m.Invited() if self._stays:
                self._nursery.start_soon(self._accept, update)
            case m.SeekPaired(table=table):
                self._return_to(table)
                self._may_seek.set()
            case m.SeekEnded():
                self._may_seek.set()
            case WatchStarted(table=table, after=0) if table in self._seats:
                self._seats[table].restart()
            case NewEvents(table=table, events=events) if table in self._seats:
                self._seats[table].receive(events)
                if not self._seats[table].is_playing:
                    self._may_seek.set()
            case WatchEnded(table=table, text=text) if table in self._seats:
                self._seats[table].end(text)
            case m.Presence(table=table, present=present) if table in self._seats:
                self._seats[table].set_present(present)
            case m.RematchState(table=table) if table in self._seats:
                self._seats[table].set_rematch(update)

    def _check_status(self) -> None:
        status, error = self._session.status, self._session.error
        if status == "online":
            self._online.set()
            self._may_seek.set()
        elif error is not None and (
            status == "failed" or not self._online.is_set() or self._session.error_code == "other_instance"
        ):  # a restored backup: nobody is here to answer, and the next start knows it
            raise (KeyInUse if self._session.error_code == "replaced" else CannotPlay)(error)
        elif status == "waiting":
            log.warning("%s: %s", self._session.name, error)

    def _has_seat(self, info: m.TableInfo) -> bool:
        own = self._session.signed_in
        return own is not None and any(seat is not None and seat.account == own.account for seat in info.seats)


def _is_known(game: str, version: int) -> bool:
    """Tell whether this program knows these rules, which a table would have."""
    try:
        check_rules(game, version, CURRENT_RULES.version, {}, GAMES, is_live=True)
    except UnknownRules:
        return False
    return True
