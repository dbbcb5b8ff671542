"""People play games with days for each move: they go on vacation, and say what they will answer."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import trio

from devtools.faults.player import Broken
from devtools.simulation.checks.promises import Lines
from devtools.simulation.habits.base import HEARD_S, MEASURE_S, NOBODY, STEPS, Habit, Ways
from devtools.simulation.habits.boards import QUIET_GAMES, Boards
from devtools.simulation.habits.lines import can_move, is_over, line_after, moves_of, turn_after
from devtools.simulation.host import LIMITS
from devtools.simulation.person import Person
from netgame.game import ToRoll
from netgame.games import GAMES
from netgame.match import Match
from netgame.match.conditional import MAX_LINES, MAX_MOVES, base_of
from netgame.match.events import Moved
from protocol import messages as m

if TYPE_CHECKING:
    from devtools.simulation.club import Club

VACATIONS: Ways = {
    "short": ("paused vacation", "on_vacation", "not_on_vacation"),
    "away": ("paused vacation",),
    "too long": ("no_days_left",),
    "during a live game": ("live_game",),
    "not here": ("no_vacation",),
}  # fmt: skip
CONDITIONS: Ways = {
    "it comes": (), "another one comes": (), "withdrawn": (), "on vacation": (),
    "wrong": ("your_turn", "stale", "two_answers", "no_answer", "no_seat", "illegal"),
    "no days": ("no_days",),
    "too many": ("too_many: at a table you can",),
    "at dice": ("roll_due: a line ends",),
    "to the end": ("line_over",),
}  # fmt: skip
DICE_GAME = next(key for key, game in GAMES.items() if game.has_dice)
CLOCKS = ("days 1", "days 3", "days 2 weekdays")
MOVES = 4  # at most, of both players together, before something happens
VACATION_S = (1800, 3600, 4 * 3600)  # of somebody who leaves the club
YEAR = 21  # days of vacation that a server allows
ANSWER_S = 20.0  # until a conditional move is played, while all is well


class Days(Boards):
    """Vacations and conditional moves."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self._closed = trio.Lock()
        self.habits = {
            "vacation": Habit(2, VACATIONS, self._rest),
            "conditions": Habit(2, CONDITIONS, self._set_conditions),
        }

    # ---- vacations

    async def _rest(self, person: Person, other: Person) -> None:
        """Go on vacation while a game by days waits for a move."""
        match way := self._choose(VACATIONS):
            case "too long":
                await person.forbidden(m.TakeVacation(days=YEAR + 1))
            case "not here":
                await self._close_vacations(person)
            case "during a live game":
                await self._play_live(person, other)
            case _:
                game, clock = self._chance.choice(QUIET_GAMES), self._chance.choice(CLOCKS)
                table = await self.begin_game(person, other, game, clock, self._chance.randrange(MOVES))
                match = person.seen[table].match if table is not None else None
                rests = self.mover(match, person, other) if match is not None else None
                if table is not None and rests is not None:
                    waits = other if rests is person else person
                    await self._go_on_vacation(rests, "" if way == "short" else table)
                    await self.end_game(table, *[each for each in (waits, rests) if table in each.seen])
                elif table is not None:
                    await self.end_game(table, person, other)

    async def _go_on_vacation(self, person: Person, leaves: str) -> None:
        """Go on vacation, and come back. `leaves`: the table that nobody watches meanwhile; empty: stay at the club."""
        if not await self._take_vacation(person):
            return
        if not leaves:
            await person.forbidden(m.TakeVacation(days=1))
            await trio.sleep(self._chance.choice((1, HEARD_S, MEASURE_S)))
        else:
            await person.unwatch(leaves)
            del person.seen[leaves]
            person = await self._leave_for(person, self._chance.choice(VACATION_S))
        self._end_promise(person)
        if await person.sent(m.EndVacation()) is not None:
            await person.forbidden(m.EndVacation())

    async def _take_vacation(self, person: Person) -> bool:
        reply = await person.sent(m.TakeVacation(days=self._chance.choice((1, 2, 3))))
        if not isinstance(reply, m.Vacation):
            return False
        if reply.left < 0:
            raise Broken(f"{person.name} has {reply.left} days of vacation left")
        self._world.promises.vacations[person.account].append((self._world.now_ms(), 0))
        return True

    def _end_promise(self, person: Person) -> None:
        """Note that a vacation may end from now on."""
        vacations = self._world.promises.vacations[person.account]
        vacations[-1] = (vacations[-1][0], self._world.now_ms())

    async def _play_live(self, person: Person, other: Person) -> None:
        made = await person.sent(m.MakeTable(game="clod", options={}, clock="fischer 300+5"))
        if isinstance(made, m.Done) and await other.sent(m.TakeSeat(table=made.table)) is not None:
            await trio.sleep(HEARD_S)  # the server of the person may hear of the second player later
            playing = [each.table for each in person.lobby.tables if each.state == "playing"]
            if made.table in playing:
                await person.forbidden(m.TakeVacation(days=1))
            await person.sent(m.SendResign(table=made.table, match=True))
        elif isinstance(made, m.Done):
            await person.sent(m.LeaveSeat(table=made.table))

    async def _close_vacations(self, person: Person) -> None:
        async with self._closed:
            for host in self._club.service.hosts:
                host.policy.limits = replace(LIMITS, vacation_days=0)
            await person.forbidden(m.TakeVacation(days=1))
            for host in self._club.service.hosts:
                host.policy.limits = LIMITS

    # ---- conditional moves

    async def _set_conditions(self, person: Person, other: Person) -> None:
        """Say what to answer to a move, which then comes or does not."""
        way = self._choose(CONDITIONS)
        game = DICE_GAME if way == "at dice" else self._chance.choice(QUIET_GAMES)
        clock, moves = "none" if way == "no days" else self._chance.choice(CLOCKS), self._chance.randrange(MOVES)
        table = await self.begin_game(person, other, game, clock, moves)
        match = await person.wait_for(table, can_move) if table is not None else None
        mover = self.mover(match, person, other) if match is not None else None
        if table is None:
            return
        if match is not None and mover is not None and can_move(match):
            waits = other if mover is person else person
            lines = [line for move in moves_of(match, 3) if len(line := line_after(match, [move], self._chance, 2)) > 1]
            if way in ("wrong", "no days", "too many", "at dice", "to the end"):
                await self._set_wrong(way, table, match, waits, mover)
            elif lines:
                await self._answer(way, table, match, lines, waits, mover)
        await self.end_game(table, person, other)

    async def _answer(
        self, way: str, table: str, match: Match, lines: list[list[str]], waits: Person, mover: Person
    ) -> None:
        """Give lines for the next move, let it come or another one, and look what is played."""
        begun, base = trio.current_time(), base_of(match)
        lines = lines[:1] if way == "another one comes" else lines
        self._world.promises.lines.append(Lines(waits.account, table, base, lines))
        is_set = await waits.sent(m.SetConditionalMoves(table=table, base=base, lines=lines)) is not None
        if way == "withdrawn":
            is_set = is_set and await waits.sent(m.SetConditionalMoves(table=table, base=base, lines=[])) is None
        rests = way == "on vacation" and await self._take_vacation(waits)
        firsts = {line[0] for line in lines}
        others = [move for move in moves_of(match, 5) if move not in firsts]
        move = self._chance.choice(others) if way == "another one comes" and others else lines[0][0]
        done = await self.move(table, match, mover, waits, move=move)
        if done is not None:
            with trio.move_on_after(ANSWER_S):
                await waits.wait_for(table, lambda match: match.number > done.number)
            await trio.sleep(ANSWER_S)
            answers = [event for event in waits.seen[table].events if isinstance(event, Moved) and event.conditional]
            if answers and not (move == lines[0][0] and way != "withdrawn"):
                raise Broken(f"a conditional move was played at table {table}, and its condition did not come")
            if not answers and is_set and move == lines[0][0] and self._club.is_well_since(begun):
                raise Broken(f"the condition came at table {table}, and the move {lines[0][1]} was not played")
        if rests:
            self._end_promise(waits)
            await waits.sent(m.EndVacation())

    async def _set_wrong(self, way: str, table: str, match: Match, waits: Person, mover: Person) -> None:
        """Give lines that have to be refused."""
        base = base_of(match)
        line = line_after(match, moves_of(match, 1), self._chance, MAX_MOVES - 1)
        wrong = partial(m.SetConditionalMoves, table=table, base=base)
        if way == "wrong":
            answers = [line_after(match, line[:1], self._chance, 2) for _ in range(STEPS)]
            if len({tuple(each) for each in answers}) > 1:
                await waits.forbidden(wrong(lines=answers))
            await mover.forbidden(wrong(lines=[line[:2]]))
            await waits.forbidden(wrong(lines=[line[:1]]))
            await waits.forbidden(wrong(lines=[["?", "?"]]))
            await waits.forbidden(m.SetConditionalMoves(table=table, base=base + 1, lines=[line[:2]]))
            await waits.forbidden(m.SetConditionalMoves(table=NOBODY, base=base, lines=[]))
            if others := self._table_of_others(waits):
                await waits.forbidden(m.SetConditionalMoves(table=others, base=base, lines=[line[:2]]))
            await waits.sent(m.GetConditionalMoves(table=table))
            return
        is_wrong = {
            "no days": True, "at dice": isinstance(turn_after(match, line), ToRoll), "to the end": is_over(match, line),
        }  # fmt: skip
        if way == "too many":
            await waits.forbidden(wrong(lines=[line[:2]] * (MAX_LINES + 1)))
        elif is_wrong[way]:
            await waits.forbidden(wrong(lines=[[*line, line[0]]]))
