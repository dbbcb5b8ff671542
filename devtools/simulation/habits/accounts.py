"""People register, change names, passwords and computers, and make too many tables."""

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from devtools.faults.player import Broken
from devtools.simulation.habits.base import MEASURE_S, PASSWORD, STEPS, Group, Habit, Ways
from devtools.simulation.host import LIMITS
from devtools.simulation.person import Person
from netgame.games import GAMES
from protocol import messages as m
from protocol.client import ConnectError
from protocol.client.connection import Connection
from protocol.client.credentials import Credentials
from protocol.identity.device_key import DeviceKey

if TYPE_CHECKING:
    from devtools.simulation.club import Club


QUIET_GAME = next(key for key, game in GAMES.items() if not game.has_dice)
TABLES: Mapping[str, dict[str, Any]] = {  # tables that are refused
    "unknown_game": {"game": "chess"}, "bad_code": {"access": "code"}, "bad_title": {"title": "\u0958" * m.MAX_TITLE},
    "bad_option": {"options": {"no such option": 1}}, "bad_clock": {"clock": "an hour"},
    "bad_absence": {"absence": "never"}, "dice": {"game": QUIET_GAME, "dice": "players"},
    "bad_position": {"position": "?"}, "not_registered": {"rated": True},
}  # fmt: skip
ACCOUNT: Ways = {
    "a weak password": ("weak_password",), "a bad name": ("bad_name",), "a name taken": ("name_taken",),
    "another name": ("registered",), "another password": (),
    "a wrong password": ("bad_password: The current", "not_registered: You have no"),
    "register again": ("registered",), "no such device": ("no_device",),
    "too many codes": ("too_fast: Too many requests",), "a device": (), "a table": tuple(TABLES),
    "many tables": ("too_many: You have a seat", "too_many: You are watching", "too_fast: You make"),
}  # fmt: skip


class Accounts(Group):
    """Changes of accounts."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {
            "register": Habit(2, {}, self._register),
            "account": Habit(2, ACCOUNT, self._change_account),
        }

    async def _register(self, *pair: Person) -> None:
        for person in pair:
            if not person.is_registered:
                await person.sign_up(PASSWORD)

    async def _change_account(self, person: Person, other: Person) -> None:
        for _ in range(STEPS):
            if person in self._club.people:  # they may have gone on at another computer
                await self._change_account_once(person, other)

    async def _change_account_once(self, person: Person, other: Person) -> None:
        new = f"a password from {trio.current_time()}"
        match self._choose(ACCOUNT):
            case "a weak password":
                await person.forbidden(m.SignUp(name=person.name, password=self._chance.choice(("short", "password"))))
            case "a bad name":
                await person.forbidden(m.SignUp(name="\u2800", password=PASSWORD))
            case "a name taken" if other.is_registered:
                await person.forbidden(m.SignUp(name=other.name, password=PASSWORD))
            case "another name" if person.is_registered:
                await person.forbidden(m.SetName(name=f"{person.line.name} again"))
            case "another name":
                await person.sent(m.SetName(name=f"{person.line.name} again"))
            case "a wrong password":
                await person.forbidden(m.SetPassword(old="not the password", new=new))
            case "another password" if person.password:
                if await person.sent(m.SetPassword(old=person.password, new=new, others=False)):
                    person.password = new
            case "register again" if person.is_registered:
                await person.forbidden(m.SignUp(name=f"{person.line.name} again", password=PASSWORD))
            case "no such device":
                await person.sent(m.GetDevices())
                await person.forbidden(m.Revoke(device=10**6))
            case "too many codes":
                for _ in range(25):
                    await person.sent(m.MakePairingCode())
            case "a device":
                await self._change_computer(person)
            case "a table":
                code = self._choose({code: (code,) for code in TABLES})
                if code != "not_registered" or not person.is_registered:
                    await person.forbidden(m.MakeTable(**{"game": "clod", "options": {}} | TABLES[code]))
            case "many tables":
                await self._make_many_tables(person)

    async def _make_many_tables(self, person: Person) -> None:
        """Make more tables than a person may, and watch more than they may."""
        for count in (LIMITS.seats + 1, LIMITS.table_burst - LIMITS.seats + 5):
            made = [await person.sent(m.MakeTable(game="clod", options={})) for _ in range(count)]
            tables = [each.table for each in made if isinstance(each, m.Done)]
            for kind in (m.Watch, m.Unwatch, m.LeaveSeat):
                for table in tables:
                    await person.sent(kind(table=table))

    async def _change_computer(self, person: Person) -> None:
        """Go on at another computer, which gets its access by a code, or by the password."""
        code = await person.sent(m.MakePairingCode())
        if isinstance(code, m.PairingCode) and person.status == "online":
            key = DeviceKey(Ed25519PrivateKey.from_private_bytes(self._chance.randbytes(32)))
            self._club.leave(person)
            await trio.sleep(10)
            self._club.come_back(person, device=key, link=code.code)
            if person.device is not None and self._chance.random() < 0.5:
                await self._revoke(person)

    async def _revoke(self, person: Person) -> None:
        """Let the computer before lose its access."""
        back = next(each for each in self._club.people if each.line is person.line)
        with trio.move_on_after(MEASURE_S):
            devices = await back.sent(m.GetDevices())
            others = (
                [each.device for each in devices.devices if not each.here] if isinstance(devices, m.Devices) else []
            )
            revoked = [await back.sent(m.Revoke(device=each)) for each in others]
            if len(revoked) == 1 and revoked[0] is not None:
                credentials = Credentials(person.line.name, device=person.device)
                account = person.account
                await self._on_connection(
                    person.line, lambda connection: self._be_revoked(connection, credentials, account)
                )

    async def _be_revoked(self, connection: Connection, credentials: Credentials, account: str) -> None:
        with suppress(ConnectError):
            if (await connection.sign_in_with(credentials)).account == account:
                raise Broken(f"{credentials.name} has signed in with a computer that has lost its access")
