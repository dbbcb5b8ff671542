"""The habits of people at a simulated club besides playing: they talk, register, meddle, report, are banned."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from devtools.faults.player import Broken
from devtools.simulation.host import LIMITS
from devtools.simulation.network import Line
from devtools.simulation.person import Person
from netgame.games import GAMES
from netgame.match.events import Access, ClaimKind
from protocol import messages as m
from protocol.client import ConnectError, Refusal
from protocol.client.connection import Connection, connect
from protocol.errors import ProtocolError
from protocol.identity.device_key import DeviceKey
from server.ops.policy import Computers

if TYPE_CHECKING:
    from devtools.simulation.club import Club

HABIT_S = 600.0  # between two habits of one person, on average
STEPS = 5  # of one habit
HEARD_S = 20.0  # until everybody has a line of chat, and every server knows what a moderator did
PASSWORD = "a password of theirs"
NOBODY = "nobody"  # no account, table or name
MEASURE_S = 60.0  # of a moderator

Ways = Mapping[str, Sequence[str]]

TALK: Ways = {  # what people say and ask that is refused, and why
    "an empty line": ("bad_text",), "to oneself": ("not_here",), "at no table": ("no_table",),
    "among players": ("players_only",), "among spectators": ("spectators_only",), "too much": ("too_fast: You write",),
    "many questions": ("too_fast: Too many requests",), "many lists": ("too_fast: You request",),
    "about nobody": ("no_account",), "watch nothing": ("no_table",), "a message unknown": ("unknown_type",),
    "a second greeting": ("greeted",), "a second sign-in": ("signed_in",), "no such report": ("not_moderator",),
}  # fmt: skip
TABLES: Mapping[str, dict[str, Any]] = {  # tables that are refused
    "unknown_game": {"game": "chess"}, "bad_code": {"access": "code"}, "bad_title": {"title": "\ufb03" * m.MAX_TITLE},
    "bad_option": {"options": {"no such option": 1}}, "bad_clock": {"clock": "an hour"},
    "bad_absence": {"absence": "never"}, "bad_position": {"position": "?"}, "not_registered": {"rated": True},
}  # fmt: skip
ACCOUNT: Ways = {
    "a weak password": ("weak_password",), "a bad name": ("bad_name",), "a name taken": ("name_taken",),
    "another name": ("registered",), "another password": (),
    "a wrong password": ("bad_password: The current", "not_registered: You have no"),
    "register again": ("registered",), "no such device": ("no_device",),
    "too many codes": ("too_fast: Too many changes",), "a device": (), "a table": tuple(TABLES),
    "many tables": ("too_many: You have a seat", "too_many: You are watching", "too_fast: You make"),
}  # fmt: skip
SEATS: Ways = {
    "sit": ("wrong_code", "not_invited", "full", "already_seated", "seat_taken", "not_registered"),
    "leave": ("unseated",), "both sit": (), "a code": ("too_fast: Too many wrong codes",),
    "invite": ("no_seat: Only players at", "not_here"), "watch": ("no_spectators",),
    "begin": ("not_started",), "ready": ("ready", "already_ready"),
}  # fmt: skip
MEASURES: Ways = {
    "ban": ("banned",), "kick": (), "mute": ("muted_here",),
    "reports": ("bad_text: Describe", "no_report", "too_fast: Too many reports"),
    "close": ("started: the match has started, so its",), "judges": ("not_moderator: You cannot",),
}  # fmt: skip
SEEK_GAME = next(key for key, game in GAMES.items() if not game.has_dice)
SEEK: Ways = {
    "cancel": (), "accept": ("gone: That player is no", "unwanted"), "own": ("own_seek",),
    "wrong": ("unknown_game: No game", "bad_clock", "not_registered: A rated match"),
}  # fmt: skip
AWAY: Ways = {
    "wait": ("absent left", "ended absent", "not_yet", "gone", "is_back: {name} is back"),
}
VISITS: Ways = {
    "a bad name": ("bad_name",), "a wrong password": ("bad_password: Wrong",), "many passwords": ("too_soon",),
    "a wrong code": ("bad_link",), "a wrong signature": ("bad_proof",),
    "a computer": ("no_computers", "rated_computer"), "a strange computer": ("bad_computer",),
    "a name taken": ("name_taken",), "a weak password": ("weak_password",),
    "no sign-in": ("not_signed_in",), "a closed club": ("no_sign_up",), "a guest": (),
}  # fmt: skip


@dataclass(frozen=True)
class Habit:
    """Something that people do now and then. `are_idle`: only people who have nothing else to do."""

    people: int
    ways: Ways
    do: Callable[..., Awaitable[None]]
    are_idle: bool = True


class Habits:
    """The habits of the people of a club."""

    def __init__(self, club: "Club") -> None:
        self._club, self._world = club, club.world
        self._chance = club.world.chance("habit")
        self._moderators = set[str]()
        self._visitors = 0
        self._all = {
            "talk": Habit(2, {}, self._talk, are_idle=False),
            "ask": Habit(2, TALK, self._ask, are_idle=False),
            "register": Habit(2, {}, self._register),
            "account": Habit(2, ACCOUNT, self._change_account),
            "seats": Habit(3, SEATS, self._change_seats),
            "meddle": Habit(1, {"meddle": ("no_seat", "no_claim")}, self._meddle),
            "wait": Habit(2, AWAY, self._wait_for_absent),
            "judge": Habit(2, MEASURES, self._judge),
            "seek": Habit(2, SEEK, self._seek),
            "visit": Habit(0, VISITS, self._visit),
        }

    async def keep(self, games: trio.Nursery) -> None:
        """Let people do what they do besides playing, until the club closes."""
        while not self._club.is_over:
            await trio.sleep(self._chance.expovariate(max(1, len(self._club.people)) / HABIT_S))
            ways = {name: [code for way in habit.ways.values() for code in way] for name, habit in self._all.items()}
            habit = self._all[self._world.coverage.choose(self._chance, ways)]
            online = [person for person in self._club.people if person.status == "online"]
            free = [person for person in online if not person.is_busy] if habit.are_idle else online
            if len(free) >= habit.people and not self._club.is_over:
                games.start_soon(self._do, habit, self._chance.sample(free, habit.people))

    async def _do(self, habit: Habit, people: Sequence[Person]) -> None:
        for person in people if habit.are_idle else ():
            person.is_busy = True
        await habit.do(*people)
        for person in people if habit.are_idle else ():
            person.is_busy = False

    def _choose(self, ways: Ways) -> str:
        return self._world.coverage.choose(self._chance, ways)

    # ---- talk

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
            case "a message unknown":
                await person.forbidden(m.Pong())
            case "a second greeting":
                await person.forbidden(m.Hello(protocols=m.PROTOCOL, program="test"))
            case "a second sign-in":
                await person.forbidden(m.SignIn(name=person.name, token=person.token or None))
            case "no such report" if person.account not in self._moderators:
                await person.forbidden(m.GetReports())
                await person.forbidden(m.CloseReport(report=1))
                await person.forbidden(m.CloseTable(table=NOBODY))
                await person.forbidden(m.Moderate(account=other.account, what="ban"))

    async def _together(self, person: Person, messages: Sequence[m.Message]) -> None:
        async with trio.open_nursery() as nursery:
            for message in messages:
                nursery.start_soon(person.sent, message)

    def _table_of_others(self, person: Person) -> str:
        """Return a table at which two others play; empty if there is none."""
        found = [
            table.table for table in person.lobby.tables
            if table.state == "playing" and table.access == "open"
            and all(seat is not None and seat.account != person.account for seat in table.seats)
        ]  # fmt: skip
        return self._chance.choice(found) if found else ""

    async def _meddle(self, person: Person) -> None:
        """Try to act at the table of others."""
        if not (table := self._table_of_others(person)):
            return
        kinds = (*get_args(m.TableCommand), m.Rematch, m.CloseRematch, m.Invite)
        for kind in self._chance.sample(kinds, STEPS):
            await person.forbidden(person.made(kind, table))

    # ---- accounts

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

    # ---- seats

    async def _change_seats(self, maker: Person, *others: Person) -> None:
        """Take seats and leave them at a table whose match never starts."""
        access, code = self._chance.choice(get_args(Access)), "1234"
        rated = maker.is_registered and self._chance.random() < 0.3
        message = m.MakeTable(
            game=self._chance.choice(list(GAMES)), options={}, access=access, code=code if access == "code" else "",
            rated=rated, spectators=self._chance.random() < 0.5, ready=False, title=f"{maker.name} waits",
        )  # fmt: skip
        if not isinstance(done := await maker.sent(message), m.Done):
            return
        table, people, invited = done.table, (maker, *others), {maker.account}
        for _ in range(2 * STEPS):
            person = self._chance.choice(people)
            sit = m.TakeSeat(table=table, player=self._chance.choice((None, 0, 1)), ready=False)
            right = sit if access != "code" else m.TakeSeat(table=table, player=sit.player, ready=False, code=code)
            match self._choose(SEATS):
                case "sit" if access != "open" and person.account not in invited:
                    await person.forbidden(sit)
                case "sit" if rated and not person.is_registered:
                    await person.forbidden(right)
                case "sit":
                    if await person.sent(right) is not None:
                        invited.add(person.account)
                case "both sit" if access == "open" or invited.issuperset(each.account for each in others):
                    async with trio.open_nursery() as nursery:
                        for each in others:
                            nursery.start_soon(each.sent, right)
                case "leave":
                    await person.sent(m.LeaveSeat(table=table))
                case "a code" if access == "code":
                    for number in range(7):
                        await others[0].sent(m.TakeSeat(table=table, code=f"{number}", ready=False))
                case "invite":
                    if await maker.sent(m.Invite(table=table, account=person.account)) is not None:
                        invited.add(person.account)
                    await others[1].sent(m.Invite(table=table, account=NOBODY))
                case "watch":
                    if await person.sent(m.Watch(table=table, code=code)) is not None:
                        await person.sent(m.Unwatch(table=table))
                case "begin":
                    kinds = (m.SendMove, m.SendResign, m.SendLeave, m.SendClaim, m.SendOffer)
                    await person.forbidden(person.made(self._chance.choice(kinds), table))
                case "ready":
                    await others[0].sent(m.ReadyUp(table=table))
        for person in people:
            await person.sent(m.LeaveSeat(table=table))

    async def _wait_for_absent(self, person: Person, other: Person) -> None:
        """Play against a person who leaves, and claim the match, too early at first."""
        made = await person.sent(m.MakeTable(game=self._chance.choice(list(GAMES)), options={}, absence="forfeit 30"))
        if not isinstance(made, m.Done) or await other.sent(m.TakeSeat(table=made.table)) is None:
            return
        claim = m.SendClaim(table=made.table, what=self._chance.choice(get_args(ClaimKind)))
        await person.forbidden(claim)
        self._club.leave(other)
        for _ in range(3):
            await trio.sleep(self._chance.choice((5, 20, 60)))
            await person.sent(claim)
        await person.sent(m.Rematch(table=made.table))
        self._club.come_back(other)
        await person.sent(m.SendResign(table=made.table, match=True))

    # ---- moderators

    async def _judge(self, judge: Person, other: Person) -> None:
        """Take a measure of a moderator against another person, which ends after a while."""
        if not judge.is_registered or other.account in self._moderators:
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
        self._moderators.add(judge.account)
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

    # ---- play now

    async def _seek(self, *people: Person) -> None:
        """Press "Play now" together. Nobody gets two tables for one wish."""
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(self._seek_game, person)

    async def _seek_game(self, person: Person) -> None:
        before, wishes = person.own_tables, 1
        with trio.move_on_after(MEASURE_S):  # they may leave meanwhile
            await person.sent(m.WatchSeeks())
            with suppress(Refusal, ConnectError):
                await person.seek(games=[SEEK_GAME], clocks=list(m.USUAL_CLOCKS[: self._chance.choice((1, 2))]))
            await trio.sleep(self._chance.choice((0, 1, 10)))
            others = [info.seek for info in person.lobby.seeks or () if info.account != person.account]
            match self._choose(SEEK):
                case "accept":
                    wishes += 1
                    await person.sent(m.AcceptSeek(seek=self._chance.choice(others or [NOBODY])))
                case "own":
                    for info in person.lobby.seeks or ():
                        if info.account == person.account:
                            await person.forbidden(m.AcceptSeek(seek=info.seek))
                case "wrong":
                    clocks = list(m.USUAL_CLOCKS)
                    await person.forbidden(m.Seek(games=["chess"], clocks=clocks))
                    await person.forbidden(m.Seek(games=[SEEK_GAME], clocks=["an hour"]))
                    if not person.is_registered:
                        await person.forbidden(m.Seek(games=[SEEK_GAME], clocks=clocks, rated=True))
            await person.sent(m.Unseek())
        await trio.sleep(HEARD_S)
        if len(made := person.own_tables - before) > wishes:
            raise Broken(f"{person.name} had {wishes} wishes for a game, and got the tables {made}")
        for table in made:
            await person.sent(m.SendResign(table=table, match=True))

    # ---- strangers

    async def _visit(self) -> None:
        """Let a stranger come, who does what is refused, and leave."""
        self._visitors += 1
        number = self._visitors
        line = self._club.line(f"Visitor {number}", f"10.9.{number // 250}.{1 + number % 250}")
        await self._on_connection(line, lambda connection: self._visit_on(connection, line.name))

    async def _on_connection(self, line: Line, act: Callable[[Connection], Awaitable[None]]) -> None:
        """Do something on a connection of its own, if a server is there."""
        try:
            async with connect(self._club.service.known_to(self._visitors), plain=True, dial=line.dial) as connection:
                with trio.move_on_after(MEASURE_S):
                    await act(connection)
        except (ConnectError, ProtocolError):
            pass  # no server was there, or it ended

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
                for host in self._club.service.hosts:
                    host.policy.sign_up = False
                await refused(sign_in(sign_up=True, password=PASSWORD))
                for host in self._club.service.hosts:
                    host.policy.sign_up = True
            case _:
                if await self._asked(connection, sign_in()) is not None:
                    await self._asked(connection, m.SetName(name=f"{name} again"))
                    await refused(m.MakeTable(key=self._chance.randbytes(16), game="clod", options={}, rated=True))
                    await trio.sleep(self._chance.choice((1, 30)))

    async def _bring_computer(self, connection: Connection, sign_in: m.SignIn) -> None:
        """Sign in as a computer player, which the club may not want."""
        policy: Computers = self._chance.choice(("off", "all"))
        for host in self._club.service.hosts:
            host.policy.computers = policy
        if policy == "off":
            await self._refused(connection, sign_in)
        elif await self._asked(connection, sign_in) is not None:
            table = m.MakeTable(key=self._chance.randbytes(16), game="clod", options={}, rated=True)
            await self._refused(connection, table)

    async def _refused(self, connection: Connection, message: m.Message) -> None:
        if await self._asked(connection, message) is not None:
            raise Broken(f"a stranger has no right to this, and did it: {message}")

    async def _asked(self, connection: Connection, message: m.Message) -> m.Message | None:
        try:
            return await connection.request(message)
        except Refusal:
            return None
