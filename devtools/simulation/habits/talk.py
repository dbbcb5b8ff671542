"""People talk, ask what is refused, and meddle with the games of others."""

from typing import TYPE_CHECKING, get_args

import trio

from devtools.faults.player import Broken
from devtools.simulation.habits.base import HEARD_S, MEASURE_S, NOBODY, STEPS, Group, Habit, Ways
from devtools.simulation.person import Person
from protocol import messages as m

if TYPE_CHECKING:
    from devtools.simulation.club import Club


TALK: Ways = {  # what people say and ask that is refused, and why
    "an empty line": ("bad_text",), "to oneself": ("not_here",), "at no table": ("no_table",),
    "among players": ("players_only",), "among spectators": ("spectators_only",), "too much": ("too_fast: You write",),
    "many questions": ("too_fast: Too many requests",), "many lists": ("too_fast: You request",),
    "about nobody": ("no_account",), "watch nothing": ("no_table", "ahead: The server has fewer events of this table"),
    "a message unknown": ("unknown_type",),
    "a second greeting": ("greeted",), "a second sign-in": ("signed_in",), "no such report": ("not_moderator",),
}  # fmt: skip


class Talk(Group):
    """Lines of chat and questions."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {
            "talk": Habit(2, {}, self._talk, are_idle=False),
            "ask": Habit(2, TALK, self._ask, are_idle=False),
            "meddle": Habit(1, {"meddle": ("no_seat", "no_claim")}, self._meddle),
        }

    async def _talk(self, person: Person, other: Person) -> None:
        """Say something to another person or to all. They have to hear it, also while they play."""
        text, begun = f"{person.name} says at {trio.current_time()}", trio.current_time()
        is_direct, is_said = self._chance.random() < 0.5, False
        account = other.account if is_direct else ""
        with trio.move_on_after(HEARD_S):  # they may leave meanwhile
            is_said = bool(
                await person.sent(m.Say(room="direct" if is_direct else "lobby", account=account, text=text))
            )
        await trio.sleep(HEARD_S)
        for each in [other] if is_direct else self._club.people:
            if is_said and each in self._club.people and each.is_here_since(begun) and text not in each.heard:
                raise Broken(f"{each.name} did not hear {text!r}")

    async def _ask(self, person: Person, other: Person) -> None:
        """Say and ask what is refused."""
        with trio.move_on_after(MEASURE_S):  # they may leave meanwhile
            for _ in range(STEPS):
                await self._ask_once(person, other)

    async def _ask_once(self, person: Person, other: Person) -> None:
        text = f"{person.name} asks at {trio.current_time()}"
        table = self._table_of_others(person)
        match self._choose(TALK):
            case "an empty line":
                await person.forbidden(m.Say(room="lobby", text=" \u2800 "))
            case "to oneself":
                await person.forbidden(m.Say(room="direct", account=person.account, text=text))
            case "at no table":
                await person.forbidden(m.Say(room="table", table=NOBODY, text=text))
            case "among players" if table:
                await person.forbidden(m.Say(room="table", table=table, text=text))
            case "among spectators" if table and not person.is_busy:
                await person.forbidden(m.Say(room="spectators", table=table, text=text))
            case "too much":
                for number in range(8):
                    await person.sent(m.Say(room="lobby", text=f"{text}, {number}"))
            case "many questions":
                await self._together(person, [m.GetHistory(account=other.account, limit=2)] * 30)
            case "many lists":
                await self._together(person, [m.ListTables()] * 80)
            case "about nobody":
                await person.sent(m.GetProfile(account=other.account))
                await person.forbidden(m.GetProfile(account=NOBODY))
            case "watch nothing":
                await person.forbidden(m.Watch(table=NOBODY))
                is_shown = any((each.table, each.delay) == (table, 0) for each in person.lobby.tables)
                if is_shown and not person.is_busy:  # with a delay nobody learns how many events there are
                    await person.forbidden(m.Watch(table=table, after=10**6))
            case "a message unknown":
                await person.forbidden(m.Pong())
            case "a second greeting":
                await person.forbidden(m.Hello(protocols=m.PROTOCOL, program="test"))
            case "a second sign-in":
                await person.forbidden(m.SignIn(name=person.name, token=person.token or None))
            case "no such report" if person.account not in self._world.promises.moderators:
                await person.forbidden(m.GetReports())
                await person.forbidden(m.CloseReport(report=1))
                await person.forbidden(m.CloseTable(table=NOBODY))
                await person.forbidden(m.Moderate(account=other.account, what="ban"))

    async def _meddle(self, person: Person) -> None:
        """Try to act at the table of others."""
        if not (table := self._table_of_others(person)):
            return
        kinds = (*get_args(m.TableCommand), m.Rematch, m.CloseRematch, m.Invite)
        for kind in self._chance.sample(kinds, STEPS):
            await person.forbidden(person.made(kind, table))
