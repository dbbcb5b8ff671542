"""People take seats and leave them, and wait for somebody who has left."""

from typing import TYPE_CHECKING, get_args

import trio

from devtools.simulation.habits.base import NOBODY, STEPS, Group, Habit, Ways
from devtools.simulation.person import Person
from netgame.games import GAMES
from netgame.match.events import Access, ClaimKind
from protocol import messages as m

if TYPE_CHECKING:
    from devtools.simulation.club import Club


DICE_GAME = next(key for key, game in GAMES.items() if game.has_dice)
SEATS: Ways = {
    "sit": ("wrong_code", "not_invited", "full", "already_seated", "seat_taken", "not_registered"),
    "leave": ("unseated",), "both sit": (), "a code": ("too_fast: Too many wrong codes",),
    "invite": ("no_seat: Only players at", "not_here"), "watch": ("no_spectators",),
    "begin": ("not_started",), "ready": ("ready", "already_ready"), "chains": ("committed: {name} has", "tip: a chain"),
}  # fmt: skip
AWAY: Ways = {
    "wait": ("absent left", "ended absent", "not_yet", "gone", "is_back: {name} is back"),
}


class Seats(Group):
    """Seats at tables whose match has not begun, and players who have left."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self.habits = {
            "seats": Habit(3, SEATS, self._change_seats),
            "wait": Habit(2, AWAY, self._wait_for_absent),
        }

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
                case "chains":
                    await self._commit_twice(maker, others[0])
                case "ready":
                    await others[0].sent(m.ReadyUp(table=table))
        for person in people:
            await person.sent(m.LeaveSeat(table=table))

    async def _commit_twice(self, maker: Person, other: Person) -> None:
        """Give chains for the dice of a match again, and that of the other player."""
        made = await maker.sent(m.MakeTable(game=DICE_GAME, options={}, dice="players", ready=False))
        if isinstance(made, m.Done):
            await other.sent(m.TakeSeat(table=made.table, ready=False))
            commit = m.CommitDice(table=made.table, tip=self._chance.randbytes(m.LINK_BYTES))
            for person in (maker, other, maker):
                await person.sent(commit)
            for person in (other, maker):
                await person.sent(m.LeaveSeat(table=made.table))

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
