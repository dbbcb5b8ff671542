"""Strangers come, do what is refused, and leave."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Literal

import trio

from devtools.faults.player import Broken
from devtools.simulation.habits.base import PASSWORD, Group, Habit, Ways
from devtools.simulation.host import LIMITS
from protocol import messages as m
from protocol.client.connection import Connection
from server.ops.policy import Computers

if TYPE_CHECKING:
    from devtools.simulation.club import Club


VISITS: Ways = {
    "a bad name": ("bad_name",), "a wrong password": ("bad_password: Wrong",), "many passwords": ("too_soon",),
    "a wrong code": ("bad_link",), "a wrong signature": ("bad_proof",),
    "a computer": ("no_computers", "rated_computer"), "a strange computer": ("bad_computer",),
    "a name taken": ("name_taken",), "a weak password": ("weak_password",),
    "no sign-in": ("not_signed_in",), "no guests": ("guests_off",),
    "many sign-ins": ("too_fast: Too many sign-ins",), "a closed club": ("no_sign_up",), "a guest": (),
}  # fmt: skip


class Visits(Group):
    """Visits of strangers."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self._visitors = 0
        self._alone = trio.Lock()
        self.habits = {
            "visit": Habit(0, VISITS, self._visit),
        }

    async def _visit(self) -> None:
        """Let a stranger come, who does what is refused, and leave."""
        self._visitors += 1
        number = self._visitors
        line = self._club.line(f"Visitor {number}", f"10.9.{number // 250}.{1 + number % 250}")
        await self._on_connection(line, lambda connection: self._visit_on(connection, line.name))

    async def _visit_on(self, connection: Connection, name: str) -> None:
        sign_in = partial(m.SignIn, name=name, token=self._chance.randbytes(m.TOKEN_BYTES))
        taken = self._chance.choice([person for person in self._club.people if person.is_registered] or [None])
        refused = partial(self._refused, connection)
        match self._choose(VISITS):
            case "a bad name":
                await refused(sign_in(name="?"))
            case "a wrong password":
                await refused(m.SignIn(name=name, password="a wrong password"))
            case "many passwords":
                for _ in range(7):
                    await refused(m.SignIn(name=name, password="a wrong password"))
            case "a wrong code":
                await refused(m.SignIn(name=name, link="no such code"))
                await refused(m.SignIn(name=name, reset="no such code", password="a new password"))
            case "a wrong signature":
                key, nonce, signature = map(self._chance.randbytes, (32, m.NONCE_BYTES, 64))
                await refused(m.SignIn(name=name, device=m.DeviceProof(key=key, nonce=nonce, signature=signature)))
            case "a computer":
                await self._bring_computer(connection, sign_in(computer="level 3"))
            case "a strange computer":
                for host in self._club.service.hosts:
                    host.policy.computers = "all"
                await refused(sign_in(computer="level \u2800"))
            case "a name taken" if taken is not None:
                await refused(sign_in(name=taken.name, sign_up=True, password=PASSWORD))
            case "a weak password":
                await refused(sign_in(sign_up=True, password="password"))
            case "no sign-in":
                await refused(m.GetDevices())
            case "a closed club" if all(person.account for person in self._club.people):
                async with self._closed("sign_up"):
                    await refused(sign_in(sign_up=True, password=PASSWORD))
            case "no guests" if all(person.is_registered for person in self._club.everybody):
                async with self._closed("guests"):
                    await refused(sign_in())
            case "many sign-ins":
                await self._sign_in_often(name)
            case _:
                if await self._asked(connection, sign_in()) is not None:
                    await self._asked(connection, m.SetName(name=f"{name} again"))
                    await refused(m.MakeTable(key=self._chance.randbytes(16), game="clod", options={}, rated=True))
                    await trio.sleep(self._chance.choice((1, 30)))

    async def _sign_in_often(self, name: str) -> None:
        """Sign in from one address more often than a server allows."""
        line = self._club.line(name, f"10.11.0.{1 + self._visitors % 250}")
        for _ in range(LIMITS.sign_in_burst + 5):
            token = self._chance.randbytes(m.TOKEN_BYTES)
            await self._on_connection(line, partial(self._asked, message=m.SignIn(name=name, token=token)))

    @asynccontextmanager
    async def _closed(self, name: Literal["guests", "sign_up"]) -> AsyncIterator[None]:
        """Let all servers admit no guests, or register nobody, for the length of the block."""
        async with self._alone:
            for host in self._club.service.hosts:
                setattr(host.policy, name, False)
            try:
                yield
            finally:
                for host in self._club.service.hosts:
                    setattr(host.policy, name, True)

    def _has_no_computers(self) -> bool:
        """Tell whether no server admits computer players, although other people may want some."""
        return all(host.policy.computers == "off" for host in self._club.service.hosts)

    async def _bring_computer(self, connection: Connection, sign_in: m.SignIn) -> None:
        """Sign in as a computer player, which the club may not want."""
        policy: Computers = self._chance.choice(("off", "all"))
        for host in self._club.service.hosts:
            host.policy.computers = policy
        if policy == "off":
            if await self._asked(connection, sign_in) is not None and self._has_no_computers():
                raise Broken(f"a computer player has no right to sign in, and did it: {sign_in}")
        elif await self._asked(connection, sign_in) is not None:
            table = m.MakeTable(key=self._chance.randbytes(16), game="clod", options={}, rated=True)
            await self._refused(connection, table)
