"""People follow and block others, search for them, and look at ladders and results."""

from typing import TYPE_CHECKING

from devtools.faults.player import Broken
from devtools.simulation.habits.base import NOBODY, STEPS, Group, Habit, Ways
from devtools.simulation.person import Person
from netgame.games import GAMES
from protocol import messages as m

if TYPE_CHECKING:
    from devtools.simulation.club import Club

FRIENDS: Ways = {
    "follow": (), "forget": (), "look": (),
    "block": ("blocked: One of you two",),
    "wrong": ("self: That is your own", "no_account"),
    "search": ("bad_name: Type at least",),
    "many searches": ("too_fast: Too many requests",),
    "ladder": ("unknown_game: This server has no",),
    "results": (),
}  # fmt: skip
MOST_FOUND = 20
SEARCHES = 25  # more than a server answers at once


class Friends(Group):
    """Relations between people, searches and ladders."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {"friends": Habit(2, FRIENDS, self._meet)}

    async def _meet(self, person: Person, other: Person) -> None:
        for _ in range(STEPS):
            await self._meet_once(person, other)

    async def _meet_once(self, person: Person, other: Person) -> None:
        match self._choose(FRIENDS):
            case "follow":
                await self.relate(person, other, "follow")
            case "forget":
                await self.relate(person, other, "")
            case "block":
                if await self.relate(person, other, "block"):
                    await self._be_blocked(person, other)
            case "wrong":
                await person.forbidden(m.SetRelation(account=person.account, relation="follow"))
                await person.forbidden(m.SetRelation(account=NOBODY, relation="block"))
            case "look":
                await self._look(person)
            case "search":
                await person.forbidden(m.FindPlayers(name="P"))
                await self._search(person, other)
            case "many searches":
                await self._together(person, [m.FindPlayers(name="Person")] * SEARCHES)
            case "ladder":
                await person.forbidden(m.GetLadder(game="chess"))
                await self._read_ladder(person)
            case "results":
                await person.sent(m.GetOpponents())
                await person.sent(m.GetHeadToHead(account=other.account))

    async def _be_blocked(self, person: Person, other: Person) -> None:
        """Try to reach a person who blocks the other one, and the other way round."""
        for blocked, by in ((other, person), (person, other)):
            await blocked.forbidden(m.Say(room="direct", account=by.account, text="are you there?"))
            await blocked.forbidden(m.Challenge(account=by.account, terms=m.GameTerms(game="clod")))
        made = await other.sent(m.MakeTable(game="clod", options={}))
        if isinstance(made, m.Done):
            await other.forbidden(m.Invite(table=made.table, account=person.account))
            await other.sent(m.LeaveSeat(table=made.table))
        if self._chance.random() < 0.5:
            await self.relate(person, other, "")

    async def _look(self, person: Person) -> None:
        """Compare whom the server says that a person follows and blocks with what it has acknowledged."""
        found = await person.sent(m.GetRelations())
        if isinstance(found, m.Relations) and person.account not in self._world.promises.unsure:
            told = {each.account: "follow" for each in found.follows} | {each.account: "block" for each in found.blocks}
            kept = self._world.promises.relations[person.account]
            if told != kept:
                raise Broken(f"{person.name} is told the relations {told}, and has {kept}")

    async def _search(self, person: Person, other: Person) -> None:
        """Search for a registered person, whose whole name finds at most 20."""
        found = await person.sent(m.FindPlayers(name=other.name))
        listed = [each.account for each in found.players] if isinstance(found, m.Players) else []
        if listed and other.is_registered and len(listed) < MOST_FOUND and other.account not in listed:
            raise Broken(f"{person.name} does not find {other.name}")

    async def _read_ladder(self, person: Person) -> None:
        ladder = await person.sent(m.GetLadder(game=self._chance.choice(list(GAMES))))
        if isinstance(ladder, m.Ladder):
            ratings = [entry.rating for entry in ladder.entries]
            if ratings != sorted(ratings, reverse=True):
                raise Broken(f"the ladder of {ladder.game} has the order {ratings}")
