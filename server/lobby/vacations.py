"""Vacations of players: while a player is on vacation, no clock of a match by days runs at their turns.

The database decides. A start of the server, a change and the end of a vacation are one case: `run` compares what is
stored with what was carried out, and lets the tables of the accounts that differ check themselves. Each node does it,
so a table is also right that two nodes changed at the same time.
"""

import logging
from functools import partial

from netgame.text import N_, Text
from protocol import messages as m
from server.accounts.vacation import days_left, ended, taken
from server.cluster.messages import VacationChanged
from server.cluster.relay import Relay
from server.errors import RequestRefused, StoreProblem
from server.lobby.lobby import Lobby
from server.ops.limiter import Limiter
from server.ops.supervision import Supervision, Wakeup, keep_trying
from server.storage.accounts import AccountStore
from server.tables.commands import CheckVacation, User
from server.tables.registry import TableRegistry
from server.tables.users import Peer

log = logging.getLogger(__name__)

READ_EVERY_S = 60.0  # what other nodes have stored, in case one of them stopped before it said so
LIVE_GAME = Text(N_("You play a game on time at the moment. Finish it before your vacation"))


class Vacations:
    """The vacations of all accounts."""

    def __init__(
        self, accounts: AccountStore, lobby: Lobby[Peer], registry: TableRegistry, limiter: Limiter, relay: Relay,
        supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._supervision = supervision or Supervision()
        self._accounts, self._lobby, self._registry, self._limiter = accounts, lobby, registry, limiter
        self._relay = relay
        self._until: dict[str, int] = {}  # account -> the end of its vacation, also if that is past
        self._carried_out: dict[str, int] = {}
        self._changed = Wakeup()
        relay.subscribe(VacationChanged, lambda _message: self._changed.set())
        relay.on_missed.append(lambda: self._changed.set())

    def until(self, account: str) -> int:
        """Return when the vacation of an account ends; 0 if it is on none."""
        until = self._until.get(account, 0)
        return until if self._limiter.now() < until else 0

    def is_on(self, account: str, now: int) -> bool:
        """Tell whether an account is on vacation at that time."""
        return now < self._until.get(account, 0)

    async def answer(self, message: m.TakeVacation | m.EndVacation | m.GetVacation, user: User) -> m.Vacation:
        """Carry out what a user wants, and return their vacation. Raise `RequestRefused`."""
        accounts, account, now = self._accounts, user.account, self._limiter.now()
        most = self._limiter.limits.vacation_days
        match message:
            case m.TakeVacation(days=days):
                if any(_is_live(table.state, table.clock) for table in self._lobby.unfinished_tables_of(account)):
                    raise RequestRefused("live_game", LIVE_GAME)
                change = partial(taken, days=days, most=most, now=now)
                vacation = await accounts.in_thread(accounts.change_vacation, account, change)
            case m.EndVacation():
                vacation = await accounts.in_thread(accounts.change_vacation, account, partial(ended, now=now))
            case m.GetVacation():
                vacation = await accounts.in_thread(accounts.vacation, account)
        if not isinstance(message, m.GetVacation):
            self._until[account] = vacation.until
            self._relay.send(VacationChanged(account))
            self._changed.set()
        until = vacation.until if now < vacation.until else 0
        return m.Vacation(until=until, left=days_left(vacation, most, now), days=most)

    async def begin(self) -> None:
        """Read who is on vacation, before any table goes on."""
        self._until = await self._accounts.in_thread(self._accounts.vacations)

    async def run(self) -> None:
        """Carry out what is stored, again and again until cancelled."""
        while True:
            await keep_trying("vacations", self._carry_out)
            await self._changed.wait(self._next_s())

    def _next_s(self) -> float:
        """Return for how many seconds nothing is due."""
        now = self._limiter.now()
        ends = min((until for until in self._until.values() if until > now), default=None)
        return READ_EVERY_S if ends is None else min(READ_EVERY_S, (ends - now) / 1000)

    async def _carry_out(self) -> None:
        stored, now = await self._accounts.in_thread(self._accounts.vacations), self._limiter.now()
        self._until = stored
        problems: list[StoreProblem] = []
        for account in stored.keys() | self._carried_out.keys():
            until = stored.get(account, 0)
            is_over = until <= now
            is_known = self._carried_out.get(account) == until and not is_over
            if is_known or self._supervision.item("vacation", account) is not None:
                continue
            with self._supervision.attempt("vacation", account, problems):
                await self._check_tables(account)
                if is_over and until:
                    await self._accounts.in_thread(self._accounts.settle_vacation, account, until)
                if is_over:
                    self._carried_out.pop(account, None)
                else:
                    self._carried_out[account] = until
                self._lobby.presence_changed(account)
        if problems:
            raise problems[0]

    async def _check_tables(self, account: str) -> None:
        for table in self._lobby.unfinished_tables_of(account):
            if table.clock.startswith("days") and (actor := await self._registry.load(table.id)) is not None:
                with self._registry.pinned(actor):
                    await actor.carry_out(CheckVacation(), self._limiter.now())


def _is_live(state: str, clock: str) -> bool:
    return state in ("playing", "between") and clock != "none" and not clock.startswith("days")
