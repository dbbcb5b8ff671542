"""People look for a game with play now."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import trio

from devtools.faults.player import Broken
from devtools.simulation.habits.base import HEARD_S, MEASURE_S, NOBODY, Group, Habit, Ways
from devtools.simulation.person import Person
from netgame.games import GAMES
from protocol import messages as m
from protocol.client import ConnectError, Refusal
from protocol.client.connection import Connection

if TYPE_CHECKING:
    from devtools.simulation.club import Club


SEEK_GAME = next(key for key, game in GAMES.items() if not game.has_dice)
OWN_CLOCK = "fischer 240+3"  # of wishes that only meet each other
SEEK: Ways = {
    "cancel": (), "accept": ("gone: That player is no", "unwanted"), "own": ("own_seek",),
    "wrong": ("unknown_game: No game", "bad_clock", "not_registered: A rated match is for players"),
}  # fmt: skip
RANGES = (None, None, 1, 50, 400)  # points of rating
MEETINGS: Ways = {
    "block": (), "block while it waits": (), "be blocked while it waits": (),
    "a rating": ("unwanted",), "together": ("paired",),
    "a computer": (
        "computer: Computer players neither", "no_computers: Computer players do", "other_player",
        "too_many: Too many computer",
    ),
}  # fmt: skip


class PlayNow(Group):
    """Wishes for a game."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self._computers = 0
        self.habits = {"seek": Habit(2, SEEK, self._seek), "meet": Habit(2, MEETINGS, self._meet)}

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
                self._note_wish(person)
                clocks = list(m.USUAL_CLOCKS[: self._chance.choice((1, 2))])
                await person.seek(games=[SEEK_GAME], clocks=clocks, within=self._chance.choice(RANGES))
            await trio.sleep(self._chance.choice((0, 1, 10)))
            others = [info.seek for info in person.lobby.seeks or () if info.account != person.account]
            match self._choose(SEEK):
                case "accept":
                    wishes += 1
                    self._note_wish(person)
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

    # ---- two wishes that only meet each other

    async def _meet(self, person: Person, other: Person) -> None:
        """Let two people want the same game, who may block each other or want another rating."""
        before = {each.name: each.own_tables for each in (person, other)}
        way = self._choose(MEETINGS)
        with trio.move_on_after(MEASURE_S):  # they may leave meanwhile
            if way == "a computer":
                await self._meet_computer(person)
            else:
                await self._wish_both(way, person, other)
        for each in (person, other):
            await each.sent(m.Unseek())
        await trio.sleep(HEARD_S)
        if way.startswith("b"):
            for one, two in ((person, other), (other, person)):
                if self._world.promises.relations[one.account].get(two.account) == "block":
                    await self.relate(one, two, "")
        for each in (person, other):
            for table in each.own_tables - before[each.name]:
                await each.sent(m.SendResign(table=table, match=True))

    async def _wish_both(self, way: str, person: Person, other: Person) -> None:
        within = self._chance.choice(RANGES) if way == "a rating" else None
        if way == "block":
            await self.relate(person, other, "block")
        if not await self._wish(person, within=within):
            return
        if way.startswith("b"):
            by, blocked = (other, person) if way == "be blocked while it waits" else (person, other)
            await self.relate(by, blocked, "block")
            await trio.sleep(HEARD_S)
        if way == "a rating":
            await person.sent(m.WatchSeeks())
            for info in [info for info in person.lobby.seeks or () if info.account == person.account]:
                self._note_wish(other)
                await other.sent(m.AcceptSeek(seek=info.seek))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._wish, other)
            if way == "together":
                nursery.start_soon(self._wish, person)
        await trio.sleep(self._chance.choice((0, 1, 10)))

    async def _wish(self, person: Person, **fields: Any) -> bool:
        self._note_wish(person)
        with suppress(Refusal, ConnectError):
            await person.seek(games=[SEEK_GAME], clocks=[OWN_CLOCK], **fields)
            return True
        return False

    def _note_wish(self, person: Person) -> None:
        self._world.promises.wishes[person.account].append(self._world.now_ms())

    async def _meet_computer(self, person: Person) -> None:
        """Let a computer player come that wants the same game as a person, and nothing else."""
        self._computers += 1
        for host in self._club.service.hosts:
            host.policy.computers = "all"
        line = self._club.line(f"Computer {self._computers}", f"10.10.{self._computers // 250}.{self._computers % 250}")
        await self._wish(person, computers_after=self._chance.choice((0, 10)))
        await self._on_connection(line, lambda connection: self._be_computer(connection, line.name, person))

    async def _be_computer(self, connection: Connection, name: str, person: Person) -> None:
        token, key = self._chance.randbytes(m.TOKEN_BYTES), self._chance.randbytes(m.KEY_BYTES)
        signed_in = await self._asked(connection, m.SignIn(name=name, token=token, computer="level 1"))
        if isinstance(signed_in, m.SignedIn):
            terms = m.GameTerms(game=SEEK_GAME)
            await person.forbidden(m.Challenge(account=signed_in.account, terms=terms))
            await self._refused(connection, m.Challenge(key=key, account=person.account, terms=terms))
            await self._asked(connection, m.Seek(key=key, games=[SEEK_GAME], clocks=[OWN_CLOCK]))
            for cup in sorted(self._world.promises.cups)[:1]:
                await self._refused(connection, m.EnterTournament(key=key, tournament=cup))
            await trio.sleep(HEARD_S)
            others = [m.SignIn(name=name, token=token, computer="level 2")] if person.own_tables else []
            for sign_in in (*others, m.SignIn(name=name, token=self._chance.randbytes(16), computer="level 1")):
                line = self._club.line(f"{name} again", f"10.12.0.{1 + self._computers % 250}")
                await self._on_connection(line, partial(self._asked, message=sign_in))
