"""Moderators mute, kick and ban people, read reports and close tables."""

from functools import partial
from typing import TYPE_CHECKING

import trio

from devtools.faults.player import Broken
from devtools.simulation.habits.base import HEARD_S, MEASURE_S, NOBODY, Group, Habit, Ways
from devtools.simulation.person import Person
from protocol import messages as m

if TYPE_CHECKING:
    from devtools.simulation.club import Club


MEASURES: Ways = {
    "ban": ("banned",), "kick": (), "mute": ("muted_here",),
    "reports": ("bad_text: Describe", "no_report", "too_fast: Too many reports"),
    "close": ("started: the match has started, so its",), "judges": ("not_moderator: You cannot",),
}  # fmt: skip


class Judges(Group):
    """Measures of moderators."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {
            "judge": Habit(2, MEASURES, self._judge),
        }

    async def _judge(self, judge: Person, other: Person) -> None:
        """Take a measure of a moderator against another person, which ends after a while."""
        if not judge.is_registered or other.account in self._world.promises.moderators:
            return
        await self._make_moderator(judge)
        moderate = partial(m.Moderate, account=other.account, reason="for a test")
        match self._choose(MEASURES):
            case "ban" | "kick" as what:
                await self._send_away(judge, other, what)
            case "mute":
                begun = trio.current_time()
                await judge.patient(partial(judge.ask, moderate(what="mute"), m.Done))
                await trio.sleep(HEARD_S)
                line = m.Say(room="lobby", text=f"{other.name} is muted at {begun}")
                if self._club.is_well_since(begun):
                    await other.forbidden(line)
                    await other.forbidden(m.MakeTable(game="clod", options={}, title="a line of chat"))
                    await other.forbidden(m.SetName(name=f"{other.line.name} muted"))
                await judge.patient(partial(judge.ask, moderate(what="unmute"), m.Done))
            case "reports":
                await self._report(other, judge)
            case "close":
                await self._close_tables(judge, other)
            case "judges":
                await judge.forbidden(m.Moderate(account=judge.account, what="ban"))
                await judge.forbidden(m.Moderate(account=NOBODY, what="ban"))

    async def _make_moderator(self, judge: Person) -> None:
        self._world.promises.moderators.add(judge.account)
        while self._club.service.disk.is_full:  # then the operator's command fails
            await trio.sleep(HEARD_S)
        self._club.service.accounts.make_moderator(judge.account)
        while judge.signed_in is None or not judge.signed_in.moderator:
            judge.line.cut()
            await trio.sleep(HEARD_S)

    async def _send_away(self, judge: Person, other: Person, what: m.ModerationAction) -> None:
        """Ban or kick another person. They come back after a while."""
        self._world.trace.note(other.name, what)
        other.sent_away_by = "banned" if what == "ban" else "kicked"
        moderate = partial(m.Moderate, account=other.account, reason="for a test")
        await judge.patient(partial(judge.ask, moderate(what=what, address=self._chance.random() < 0.5), m.Done))
        begun = trio.current_time()
        await trio.sleep(MEASURE_S)
        if what == "ban" and other.is_here_since(begun):
            raise Broken(f"{other.name} is banned, and online")
        if what == "ban" and other.token:
            sign_in = m.SignIn(name=other.line.name, token=other.token)
            await self._on_connection(other.line, lambda connection: self._refused(connection, sign_in))
        self._club.leave(other)
        await trio.sleep(MEASURE_S)
        self._club.check_gone(other, MEASURE_S)
        if what == "ban":
            await judge.patient(partial(judge.ask, moderate(what="unban"), m.Done))
            await trio.sleep(HEARD_S)  # until the other servers know that their address is not banned any more
        self._club.come_back(other)

    async def _report(self, person: Person, judge: Person) -> None:
        """Report a player to a moderator, who reads it."""
        report = partial(m.Report, account=judge.account)
        await person.forbidden(report(text="\u2800"))
        await person.forbidden(m.Report(account=NOBODY, text="nobody is rude"))
        await person.forbidden(report(text="rude", table=NOBODY))
        for number in range(self._chance.choice((1, 12))):
            await person.sent(report(text=f"{person.name} reports {number} at {trio.current_time()}"))
        found = await judge.sent(m.GetReports(closed=self._chance.random() < 0.5))
        if isinstance(found, m.Reports) and found.reports:
            await judge.sent(m.CloseReport(report=found.reports[0].report))
        await judge.forbidden(m.CloseReport(report=10**6))

    async def _close_tables(self, judge: Person, other: Person) -> None:
        """Close a table that waits for its start. One at which others play cannot be closed."""
        made = await other.sent(m.MakeTable(game="clod", options={}))
        if isinstance(made, m.Done):
            await judge.sent(m.CloseTable(table=made.table))
            await other.forbidden(m.CloseTable(table=made.table))
        if table := self._table_of_others(judge):
            await judge.forbidden(m.CloseTable(table=table))
        await judge.forbidden(m.CloseTable(table=NOBODY))
