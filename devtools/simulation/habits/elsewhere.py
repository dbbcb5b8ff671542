"""People play elsewhere, or have left, while a game with them could begin. Then it may not begin."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import trio

from devtools.faults.games import short_options
from devtools.faults.player import Broken
from devtools.simulation.habits.base import HEARD_S, Habit, Ways
from devtools.simulation.habits.boards import QUIET_GAMES, Boards
from devtools.simulation.person import Person
from netgame.match.events import Absent, Paused
from protocol import messages as m
from protocol.client import ConnectError, Refusal
from server.lobby.new_tables import table_id

if TYPE_CHECKING:
    from devtools.simulation.club import Club

ELSEWHERE: Ways = {
    "a challenge": ("playing",), "a rematch": (), "a challenge of one who has left": ("not_here",), "a wish": (),
    "an arena": (),
}  # fmt: skip
CLOCK = "fischer 300+5"
ONLY_CLOCK = "fischer 200+2"  # of wishes that only meet each other
MOVES = 2  # of both players together


class Elsewhere(Boards):
    """Games that cannot begin, because a player is in another one or not there."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self._made = 0
        self.habits = {"elsewhere": Habit(3, ELSEWHERE, self._be_elsewhere)}

    async def _be_elsewhere(self, person: Person, other: Person, third: Person) -> None:
        match self._choose(ELSEWHERE):
            case "a challenge":
                if (accept := await self._challenge(person, other)) is not None:
                    await self._accept_while_playing(person, other, third, accept)
            case "a rematch":
                old = await self.begin_game(person, other, self._game(), CLOCK, MOVES)
                if old is not None and await person.sent(m.SendResign(table=old, match=True)) is not None:
                    await other.wait_for(old, lambda match: match.ended is not None)
                    if await person.sent(m.Rematch(table=old)) is not None:
                        await self._accept_while_playing(person, other, third, m.Rematch(table=old))
                    await self.end_game(old, person, other)
            case "a challenge of one who has left":
                if (accept := await self._challenge(person, other)) is not None:
                    self._club.leave(person)
                    await trio.sleep(HEARD_S)
                    await other.forbidden(accept)
                    await self._come_back(person)
            case "a wish":
                await self._wish_while_playing(person, other, third)
            case _:
                await self._pair_while_playing(person, other, third)

    def _game(self) -> str:
        return self._chance.choice(QUIET_GAMES)

    async def _challenge(self, person: Person, other: Person) -> m.AnswerChallenge | None:
        key, terms = self._chance.randbytes(m.KEY_BYTES), m.GameTerms(game=self._game(), clock=CLOCK)
        if await person.sent(m.Challenge(key=key, account=other.account, terms=terms)) is None:
            return None
        return m.AnswerChallenge(challenge=table_id(f"challenge of {person.account} ", key), accept=True)

    async def _accept_while_playing(self, person: Person, other: Person, third: Person, accept: Any) -> None:
        """Let the other player accept while the author plays with a third one."""
        since = trio.current_time()
        table = await self.begin_game(person, third, self._game(), CLOCK, MOVES)
        if table is None:
            return
        await trio.sleep(HEARD_S)
        is_known = self._is_known(table)
        done = await other.sent(accept)
        old = accept.table if isinstance(accept, m.Rematch) else ""  # then the offer has ended, and this is another one
        begun = done.table if isinstance(done, m.Done) and done.table != old else ""
        if begun and is_known and self._plays(table, since, person, third):
            raise Broken(f"{other.name} begins a game with {person.name}, who plays at table {table}")
        if begun:
            await other.sent(m.SendResign(table=begun, match=True))
        await self.end_game(table, person, third)

    def _plays(self, table: str, since: float, *players: Person) -> bool:
        """Tell whether both players of a table are there and play, that was so since that time, and servers know it."""
        match = players[0].seen[table].match
        is_interrupted = any(isinstance(event, Paused | Absent) for event in players[0].seen[table].events)
        are_here = all(player.is_here_since(since) for player in players)
        is_played = match is not None and match.phase == "playing" and are_here and not is_interrupted
        return is_played and self._is_known(table)

    def _is_known(self, table: str) -> bool:
        """Tell whether each server that runs knows of a game. Of several, one that is cut off does not know it yet."""
        for lobby in (host.services.lobby for host in self._club.service.hosts if host.services is not None):
            known = lobby.live(table)
            if known is None or known.state != "playing" or not all(map(lobby.is_online, filter(None, known.accounts))):
                return False
        return True

    async def _wish_while_playing(self, person: Person, other: Person, third: Person) -> None:
        """Let a player wait for an opponent, begin a game meanwhile, and another one look for the same."""
        game = self._game()
        since, before = trio.current_time(), person.own_tables
        if await self._wish(person, game):
            table = await self.begin_game(person, third, self._game(), CLOCK, MOVES)
            if table is not None:
                await trio.sleep(HEARD_S)
                is_known = self._is_known(table)
                await self._wish(other, game)
                await trio.sleep(HEARD_S)
                met = (person.own_tables & other.own_tables) - before
                if met and is_known and self._plays(table, since, person, third):
                    raise Broken(f"play now pairs {person.name}, who plays at table {table}")
                for new in met:
                    await other.sent(m.SendResign(table=new, match=True))
                await self.end_game(table, person, third)
        for each in (person, other):
            await each.sent(m.Unseek())

    async def _wish(self, person: Person, game: str) -> bool:
        with suppress(Refusal, ConnectError):
            await person.seek(games=[game], clocks=[ONLY_CLOCK])
            return True
        return False

    async def _pair_while_playing(self, person: Person, other: Person, third: Person) -> None:
        """Let an arena of two players begin while one of them plays with a third one, who directs it."""
        game = self._game()
        self._made += 1
        terms: dict[str, Any] = {"format": "arena", "arena_minutes": 2, "clock": "fischer 10+1"}
        title, options = f"Arena {self._made}", short_options(game)
        made = await third.sent(m.MakeTournament(title=title, game=game, options=options, **terms))
        if not isinstance(made, m.Done):  # they have not registered
            return
        cup, since, before = made.table, trio.current_time(), person.own_tables
        self._world.promises.cups.add(cup)
        table = await self.begin_game(person, third, game, CLOCK, MOVES)
        if table is not None:
            for each in (person, other):
                await each.sent(m.EnterTournament(tournament=cup))
            await trio.sleep(HEARD_S)
            is_known = self._is_known(table)
            await third.sent(m.StartTournament(tournament=cup))
            await trio.sleep(HEARD_S)
            paired = (person.own_tables & other.own_tables) - before
            if paired and is_known and self._plays(table, since, person, third):
                raise Broken(f"tournament {cup} pairs {person.name}, who plays at table {table}")
            await self.end_game(table, person, third)
        await third.sent(m.CancelTournament(tournament=cup))
        for new in (person.own_tables & other.own_tables) - before:
            await other.sent(m.SendResign(table=new, match=True))
