"""People challenge each other: they accept, decline, change and send back, and withdraw."""

from typing import TYPE_CHECKING

import trio

from devtools.faults.player import Broken
from devtools.simulation.habits.base import HEARD_S, NOBODY, Group, Habit, Ways
from devtools.simulation.person import Person
from netgame.games import GAMES
from protocol import messages as m
from server.lobby.new_tables import table_id

if TYPE_CHECKING:
    from devtools.simulation.club import Club

CHALLENGES: Ways = {
    "accept": ("challenge_over: This challenge was accepted",),
    "decline": ("challenge_over: This challenge was declined",),
    "change": ("challenge_over: This challenge was changed", "no_challenge: There is no such challenge any"),
    "withdraw": ("challenge_over: This challenge was withdrawn",),
    "cross": (), "leave it open": (),
    "wrong": ("self: You cannot challenge", "no_account", "unknown_game", "not_registered: A rated match is for two"),
    "many to one": ("too_many: You have {count} open challenges to this",),
    "many to many": ("too_many: You have {count} open challenges. W",),
    "many from many": ("too_many: This player has too many open",),
}  # fmt: skip
CLOCKS = ("none", "none", "fischer 300+5", "days 1", "days 3 weekdays")
MOST, TO_ONE, RECEIVED = 20, 3, 50  # open challenges that a server allows
PAUSE_S = 5.0  # that a server wants between many challenges
STAYS_OPEN = 0.2  # share of those that were not answered


class Challenges(Group):
    """Games that one player proposes to another."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {"challenge": Habit(2, CHALLENGES, self._challenge)}

    async def _challenge(self, person: Person, other: Person) -> None:
        match self._choose(CHALLENGES):
            case "wrong":
                await self._challenge_wrongly(person, other)
            case "many to one":
                for made in [await self._challenge_to(person, other) for _ in range(TO_ONE + 1)]:
                    await person.sent(m.WithdrawChallenge(challenge=made or NOBODY))
            case "many to many":
                await self._challenge_many(person)
            case "many from many" if len(self._club.people) * TO_ONE > RECEIVED:
                await self._challenge_from_many(other)
            case way:
                made = await self._challenge_to(person, other)
                if made is not None and (table := await self._answer(way, made, person, other)) is not None:
                    await self.play_out(table, person, other)

    async def _challenge_to(self, person: Person, other: Person, changes: str = "") -> str | None:
        """Challenge another person and return the id of the challenge; None if that was refused."""
        key, is_rated = self._chance.randbytes(m.KEY_BYTES), person.is_registered and other.is_registered
        terms = m.GameTerms(
            game=self._chance.choice(list(GAMES)), clock=self._chance.choice(CLOCKS),
            player=self._chance.choice((None, 0, 1)), rated=is_rated and self._chance.random() < 0.5,
        )  # fmt: skip
        dice: m.DiceSource = "players" if self._chance.random() < 0.5 else "host"
        challenge = m.Challenge(key=key, account=other.account, terms=terms, changes=changes, dice=dice)
        done = await person.sent(challenge)
        return table_id(f"challenge of {person.account} ", key) if done is not None else None

    async def _answer(self, way: str, made: str, person: Person, other: Person) -> str | None:
        """Answer a challenge, and let those commands be refused that come after its end. Return the table."""
        accept = m.AnswerChallenge(challenge=made, accept=True, dice=self._chance.choice(("host", "players")))
        decline, withdraw = m.AnswerChallenge(challenge=made, accept=False), m.WithdrawChallenge(challenge=made)
        match way:
            case "accept":
                if (table := self._table(made, await other.sent(accept))) is not None:
                    self._table(made, await other.sent(accept))
                    await other.forbidden(decline)
                    await person.forbidden(withdraw)
                return table
            case "decline":
                if await other.sent(decline) is not None:
                    await self._ended(made, other, accept)
            case "withdraw":
                if await person.sent(withdraw) is not None:
                    await self._ended(made, other, accept)
            case "change":
                await other.forbidden(m.WithdrawChallenge(challenge=made))
                changed = await self._challenge_to(other, person, changes=made)
                if changed is not None:
                    await self._ended(made, other, accept)
                    await self._ended(made, other, decline)
                    reply = await person.sent(m.AnswerChallenge(challenge=changed, accept=True))
                    return self._table(changed, reply)
            case "cross":
                return await self._cross(made, person, other)
            case _:
                return None
        if self._chance.random() > STAYS_OPEN:
            await person.sent(withdraw)
        return None

    async def _cross(self, made: str, person: Person, other: Person) -> str | None:
        """Accept a challenge while it is withdrawn. One of both has to be refused."""
        replies: dict[str, m.Message | None] = {}

        async def send(who: Person, message: m.Message) -> None:
            replies[who.name] = await who.sent(message)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(send, other, m.AnswerChallenge(challenge=made, accept=True))
            nursery.start_soon(send, person, m.WithdrawChallenge(challenge=made))
        table = self._table(made, replies[other.name])
        if table is not None and replies[person.name] is not None:
            raise Broken(f"the challenge {made} was withdrawn, and accepted with the table {table}")
        return table

    def _table(self, made: str, reply: m.Message | None) -> str | None:
        """Return the table of an accepted challenge from the reply. It is always the same."""
        if not isinstance(reply, m.Done):
            return None
        promises = self._world.promises
        promises.ended_challenges.add(made)
        promises.challenge_tables[made].add(reply.table)
        return reply.table

    async def _ended(self, made: str, other: Person, command: m.Message) -> None:
        """Note the end of a challenge. Another answer to it has to be refused."""
        self._world.promises.ended_challenges.add(made)
        await other.forbidden(command)

    async def _challenge_wrongly(self, person: Person, other: Person) -> None:
        terms = m.GameTerms(game="clod")
        for account, wrong in ((person.account, terms), (NOBODY, terms), (other.account, m.GameTerms(game="chess"))):
            await person.forbidden(m.Challenge(account=account, terms=wrong))
        if not (person.is_registered and other.is_registered):
            await person.forbidden(m.Challenge(account=other.account, terms=m.GameTerms(game="clod", rated=True)))

    async def _challenge_many(self, person: Person) -> None:
        """Challenge people until the server allows no more."""
        made = []
        for other in [other for other in self._club.people if other.account != person.account][: MOST // TO_ONE + 2]:
            for _ in range(TO_ONE):
                made.append(await self._challenge_to(person, other))
                await trio.sleep(PAUSE_S)
        for each in filter(None, made):
            await person.sent(m.WithdrawChallenge(challenge=each))

    async def _challenge_from_many(self, other: Person) -> None:
        """Let everybody who has nothing else to do challenge one person."""
        people = [person for person in self._club.people if person is not other and person.status == "online"]

        async def challenge(person: Person) -> None:
            with trio.move_on_after(2 * HEARD_S):  # they may leave meanwhile
                made = [await self._challenge_to(person, other) for _ in range(TO_ONE)]
                await trio.sleep(HEARD_S)
                for each in filter(None, made):
                    await person.sent(m.WithdrawChallenge(challenge=each))

        async with trio.open_nursery() as nursery:
            for person in people[: RECEIVED // TO_ONE + 2]:
                nursery.start_soon(challenge, person)
