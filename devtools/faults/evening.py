"""The players at their tables, a spectator of every table, and the killer."""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

import trio

from devtools.faults.cup import play_cups
from devtools.faults.games import Plan, plans
from devtools.faults.player import Broken, Player, Seen
from devtools.faults.results import Result, Wanted
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match import replay
from protocol.client import Server
from protocol.identity.device_key import DeviceKey

REGISTERED = 2  # players; the next ones sign in with a device key, the others with a token
DEVICES = 4
CUP_PLAYERS = 3
LOOKED_AT = 4  # tables at once
THINKS_S = 2.0  # at most, during an upgrade: many games as people play them
STUCK_S = 60.0  # without an acknowledged command
ORDERS_FOR_KILL = 10  # a run has at least so many: on a busy machine the server is killed before anybody moves
CAUGHT_UP_S = 10.0
NEWCOMERS_S = 1.0  # between two spectators
NOTE_EVERY = 100  # kills


class Killer(Protocol):
    """Runs one server, or a service of several, and kills it again and again."""

    kills: Counter[str]  # by what was killed, or what it was doing
    stops: int  # orderly stops
    failures: int  # failed commits, and links that were cut or slow
    lines: int  # broken connections
    readers: int  # clients that asked for very much
    answers_s: list[float]  # until commands were answered meanwhile

    def taken(self) -> None:
        """Count one more acknowledged command."""

    def server(self, number: int) -> Server:
        """Return the server as that player knows it."""

    async def begin(self, players: Sequence[Player]) -> None:
        """Start it. The list of players may change later."""

    async def harm(self) -> None:
        """Do one kind of harm."""

    async def heal(self) -> None:
        """Return when everything works again."""

    async def is_caught_up(self) -> bool:
        """Say whether the history holds all finished matches."""

    async def stop(self) -> None:
        """Stop everything in order."""


class Evening:
    """One run. Call `go` to do all of it."""

    def __init__(self, wanted: Wanted, killer: Killer, tell: Callable[[str], None]) -> None:
        self._wanted, self._killer, self._tell = wanted, killer, tell
        self._people: list[Player] = []  # players who are connected
        self._everybody: list[Player] = []
        self._onlooker = self._person("Onlooker")
        self._players = [self._person(f"Player {number}", number) for number in range(1, 2 * wanted.tables + 1)]
        self._cup_players = [self._person(f"Cup {number}", REGISTERED + number) for number in range(1, CUP_PLAYERS + 1)]
        self._plans = plans(wanted.seed)
        self._begun = self._looked_at = 0
        self._played = False
        self._ends = trio.current_time() + wanted.seconds if wanted.seconds is not None else None
        self.result = Result(self._killer.kills)

    def _person(self, name: str, number: int = 0) -> Player:
        more: dict[str, Any] = {}
        if 0 <= number <= DEVICES:
            more = {"device": DeviceKey.new()}
        if 0 < number <= REGISTERED:
            more |= {"password": f"the password of {name}", "sign_up": True}
        server = self._killer.server(len(self._everybody))
        person = Player(name, self._wanted.seed, server, self._killer.taken, plain=self._wanted.plain, **more)
        person.may_fail = person.may_freeze = bool(self._wanted.nodes)  # a cut link is like a full disk
        person.thinks_s = THINKS_S if self._wanted.rolling else 0.0
        self._people.append(person)
        self._everybody.append(person)
        return person

    async def go(self) -> None:
        """Play everything; return when the server has stopped in order."""
        try:
            await self._killer.begin(self._people)
            async with trio.open_nursery() as sessions:
                for person in self._people:
                    await sessions.start(person.run)
                    sessions.start_soon(person.listen)
                sessions.start_soon(self._watch_progress)
                await self._play_all()
                await self._caught_up()
                sessions.cancel_scope.cancel()
            await self._killer.stop()
        finally:
            self._note_result()

    def _note_result(self) -> None:
        self.result.stops, self.result.failures = self._killer.stops, self._killer.failures
        self.result.lines, self.result.readers = self._killer.lines, self._killer.readers
        self.result.answers_s = self._killer.answers_s
        self.result.registered = [person.account for person in self._everybody if person.is_registered]
        for person in self._everybody:
            self.result.returns += person.returns
            self.result.away.setdefault(person.account, []).extend(person.away)
        for person in self._people:
            self.result.orders += person.orders
            for table, seen in person.seen.items():
                self.result.logs.setdefault(table, []).append(seen.events)

    async def _caught_up(self) -> None:
        """Wait until the history holds every finished match; it follows the logs at its own pace."""
        with trio.move_on_after(CAUGHT_UP_S):
            while not await self._killer.is_caught_up():
                await trio.sleep(0.1)

    async def _play_all(self) -> None:
        async with trio.open_nursery() as killing, trio.open_nursery() as looking:
            killing.start_soon(self._kill_on)
            killing.start_soon(self._register_on)
            async with trio.open_nursery() as playing:
                playing.start_soon(play_cups, self._cup_players, self._is_last, self.result.games)
                for first, second in zip(self._players[::2], self._players[1::2], strict=True):
                    playing.start_soon(self._play_on, (first, second), looking)
            self._played = True

    async def _kill_on(self) -> None:
        noted = 0
        while not self._is_over() and not self._played:
            await self._killer.harm()
            count = self._killer.kills.total()
            if count // NOTE_EVERY > noted:
                noted = count // NOTE_EVERY
                self._tell(f"{count} kills, {self._begun} games, {self._accepted()} orders accepted")
        for player in self._players:
            player.resigning = True
        await self._killer.heal()

    async def _register_on(self) -> None:
        """Register new accounts, one after the other, until cancelled."""
        number = 0
        while not self._is_over() and not self._played:
            number += 1
            newcomer = self._person(f"Newcomer {number}", REGISTERED)
            async with trio.open_nursery() as session:
                session.start_soon(newcomer.run)
                session.start_soon(newcomer.listen)
                await newcomer.registered()
                session.cancel_scope.cancel()
            self._people.remove(newcomer)
            await trio.sleep(NEWCOMERS_S)

    def _is_over(self) -> bool:
        wanted, kills = self._wanted, self._killer.kills.total()
        out_of_time = self._ends is not None and trio.current_time() >= self._ends
        is_enough = wanted.kills is not None and kills >= wanted.kills and self._accepted() >= ORDERS_FOR_KILL * kills
        return out_of_time or is_enough

    def _is_last(self) -> bool:
        """Let no other match begin."""
        return self._is_over() or (self._wanted.games is not None and self._begun >= self._wanted.games)

    async def _watch_progress(self) -> None:
        known = -1
        while (now := self._accepted()) > known:
            known = now
            await trio.sleep(STUCK_S)
        waiting = "; ".join(each for person in self._people for each in person.unanswered())
        raise Broken(f"no order was accepted for {STUCK_S:.0f} seconds; unanswered: {waiting}")

    def _accepted(self) -> int:
        return sum(order.done is not None for person in self._people for order in person.orders)

    # ---- matches

    async def _play_on(self, pair: tuple[Player, Player], looking: trio.Nursery) -> None:
        while not self._is_last():
            plan = next(self._plans)
            maker, guest = pair[plan.maker], pair[1 - plan.maker]
            self._begun += 1
            table = await maker.open(plan, plan.rated and maker.is_registered and guest.is_registered)
            looking.start_soon(self._look_on, table, plan.code)
            await self._play(table, plan, maker, guest)
            if plan.again and not self._is_last():
                self._begun += 1
                again = await _agreed(table, pair)
                looking.start_soon(self._look_on, again, plan.code)
                await self._play(again, plan, *pair, is_full=True)
                await _for_both(pair, lambda player: player.unwatch(again))  # noqa: B023
            await _for_both(pair, lambda player: player.unwatch(table))  # noqa: B023

    async def _look_on(self, table: str, code: str) -> None:
        """Watch, unless enough is watched already: after every kill all of it is requested again."""
        if self._looked_at < LOOKED_AT:
            self._looked_at += 1
            await self._onlooker.look_on(table, code)
            self._looked_at -= 1

    async def _play(self, table: str, plan: Plan, maker: Player, guest: Player, is_full: bool = False) -> None:
        """Play the match to its end. The guest takes a seat first, unless both have one."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(maker.play, table, plan.moves, plan.code)
            if not is_full:
                await guest.join(table, plan.code)
            nursery.start_soon(guest.play, table, plan.moves, plan.code)
        _check_fold(table, maker.seen[table], guest.seen[table])
        self.result.games[plan.game] += 1


async def _agreed(table: str, pair: tuple[Player, Player]) -> str:
    """Return the table at which both play the rematch."""
    made: set[str] = set()

    async def agree(player: Player) -> None:
        made.add(await player.play_again(table))

    await _for_both(pair, agree)
    if len(made) != 1:
        raise Broken(f"the players of table {table} were told different rematches: {made}")
    return made.pop()


async def _for_both(pair: tuple[Player, Player], do: Callable[[Player], Awaitable[None]]) -> None:
    async with trio.open_nursery() as nursery:
        for player in pair:
            nursery.start_soon(do, player)


def _check_fold(table: str, first: Seen, second: Seen) -> None:
    """Check that both players, and a replay of what each received, came to the same match."""
    try:
        offline = replay(first.events, GAMES)
    except RulesError as error:
        raise Broken(f"table {table} does not fold: {error}") from error
    if not first.match == second.match == offline:
        raise Broken(f"the players of table {table} and an offline fold came to different matches")
    first.match = second.match = None  # the states of thousands of matches are large
