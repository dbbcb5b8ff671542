"""People want notices while they are away, confirm an address, and switch them off."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import trio

from devtools.simulation.habits.boards import QUIET_GAMES, Boards
from devtools.simulation.habits.lines import can_move
from devtools.simulation.person import Person
from protocol import messages as m

if TYPE_CHECKING:
    from devtools.simulation.club import Club


from devtools.simulation.checks.promises import Wanting
from devtools.simulation.habits.base import HEARD_S, MEASURE_S, Habit, Ways

NOTICES: Ways = {
    "address": ("bad_code", "no_notices", "no_mail"),
    "away": (), "switch off": (), "remove the address": (),
    "wrong": ("bad_address", "not_registered: Notices", "no_code"),
    "many codes": ("too_soon: Too many codes",),
}  # fmt: skip
KINDS = ("turn", "time", "challenge", "round")
AWAY_S = (240, 600)
CODES = 4  # more than a server mails in 20 minutes


class Notices(Boards):
    """Addresses and choices of notices."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {"notices": Habit(2, NOTICES, self._choose_notices)}

    async def _choose_notices(self, person: Person, other: Person) -> None:
        address = f"{person.account}@example.org"
        match self._choose(NOTICES):
            case "wrong":
                await person.forbidden(m.SetAddress(address="nowhere"))
                if not person.is_registered:
                    await person.forbidden(m.SetNotices(kinds=["turn"]))
                await person.forbidden(m.ConfirmAddress(code="no such code"))
            case "many codes":
                for _ in range(CODES):
                    await self._confirm(person, address)
            case "remove the address":
                await self._change(person, m.RemoveAddress(), mail=False)
            case "address":
                await self._confirm(person, address)
            case "away":
                kinds = self._chance.sample(KINDS, self._chance.randint(1, len(KINDS)))
                await self._set(person, kinds, webhook=self._chance.random() < 0.8)
                await self._be_away(person, other)
            case _:
                await self._be_away(person, other, switches_off=True)

    async def _confirm(self, person: Person, address: str) -> None:
        """Set and confirm an address."""
        if await person.sent(m.SetAddress(address=address)) is None:
            return
        await trio.sleep(HEARD_S)
        await person.forbidden(m.ConfirmAddress(code="no such code"))
        if (code := self._club.service.sinks.mail.codes.get(address)) is not None:
            await self._change(person, m.ConfirmAddress(code=code), mail=True)

    async def _set(self, person: Person, kinds: Sequence[str], webhook: bool) -> None:
        await self._change(
            person, m.SetNotices(kinds=list(kinds), webhook=webhook), kinds=frozenset(kinds), webhook=webhook
        )

    async def _change(self, person: Person, message: m.Message, **changes: Any) -> None:
        """Change what a person wants. Until the server has acknowledged it, that is not known."""
        self._want(person, **dict.fromkeys(changes))
        if await person.sent(message) is not None:
            self._want(person, **changes)

    def _want(self, person: Person, **changes: Any) -> None:
        wants = self._world.promises.wants[person.account]
        wants.append(replace(wants[-1] if wants else Wanting(), at=self._world.now_ms(), **changes))

    async def _be_away(self, person: Person, other: Person, *, switches_off: bool = False) -> None:
        """Leave the club, while another person challenges this one and makes a move. Perhaps switch off what waits."""
        table = await self.begin_game(person, other, self._chance.choice(QUIET_GAMES), "days 1", 0)
        match = await other.wait_for(table, can_move) if table is not None else None
        if table is not None:
            await person.unwatch(table)
            del person.seen[table]
        self._club.leave(person)
        await trio.sleep(MEASURE_S)
        if table is not None and match is not None and self.mover(match, other) is other:
            await self.move(table, match, other)
        await other.sent(m.Challenge(account=person.account, terms=m.GameTerms(game="clod")))
        with trio.move_on_after(self._chance.choice(AWAY_S)):
            await self._club.closing.wait()
        person = await self._come_back(person)
        if switches_off:
            await self._set(person, (), webhook=False)
        if table is not None:
            await self.end_game(table, other)
