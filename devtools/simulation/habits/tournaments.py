"""People make tournaments, take part in them, and direct them."""

import math
from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import trio

from devtools.faults.games import short_options
from devtools.faults.player import Broken
from devtools.simulation.habits.base import NOBODY, Group, Habit, Ways
from devtools.simulation.person import Person
from netgame.games import GAMES
from netgame.tournaments.decide import MAX_PROPOSALS
from netgame.tournaments.state import Place, Tournament
from netgame.tournaments.values import FORMATS
from protocol import messages as m

if TYPE_CHECKING:
    from devtools.simulation.club import Club

PLAYERS = 5  # of one tournament, with its director
TOURNAMENTS: Ways = {
    **dict.fromkeys(FORMATS, ("before_tournament", "after_tournament")),
    "wrong": (
        "bad_title: The title", "bad_format", "unknown_game: No game", "bad_entry", "bad_rounds", "bad_number",
        "bad_date", "bad_zone: No time zone", "bad_terms: Players", "bad_terms: Without", "bad_clock: An arena",
        "bad_title: Give", "may_not", "no_tournament: There is no such tournament h",
    ),
    "many": ("too_many: You direct", "too_few", "not_started: The tournament"),
}  # fmt: skip
DIRECTIONS: Ways = {  # what a director does while a tournament runs
    "pause": ("paused", "not_paused"), "correct": ("no_change: The game", "bad_result", "no_game"),
    "replay": (), "pair": ("bad_pairing",), "remove": ("removed",), "invite": ("entered: That",), "nothing": (),
    "finish": (), "cancel": (), "hand over": ("not_director",),
}  # fmt: skip
DEVIATIONS: Ways = {  # what a player does
    "play": (), "withdraw": ("not_entered: You",), "come late": ("started: The tournament",), "come back": (),
    "enter twice": ("entered: You",), "be absent": (), "be idle": (),
}  # fmt: skip
TIMES: Ways = {  # what a player does about the time of a game
    "propose": ("no_change: This time",), "answer": ("bad_date: This time",), "withdraw": ("no_change: No time",),
    "too late": ("bad_date: The game",), "often": ("too_often: Too many times",),
    "of others": ("not_yours", "no_appointment"), "wait": (),
}  # fmt: skip
ROUND_S = 120  # of tournaments whose players agree on times
MOVES = (0, 2, 3)  # of each player in a game
MINUTES = 2  # of an arena
APPEAR_S = (0, 60, 60)
PAUSES_S = (0, 5, 100)
ABSENT_S = 300.0
IDLE_S = 90.0  # without a move; in an arena the game is lost by then
LOOKS_S = 10.0  # until a player looks again whether there is a game
SOON_S = 0.3  # the same, if the servers are about to make its table
UNLISTED_S = 120.0  # until a table is in the list, also if its server is cut off or slow; or it was never made
LONGEST_S = 3600.0  # of one tournament; then its director cancels it
PROGRESS_S = 3600.0  # until a tournament is over, when all faults have stopped and everybody resigns
WRONG = 6  # tournaments that are refused; a server looks at few in a minute
MOST_MADE = 5  # tournaments that one person directs


class Tournaments(Group):
    """Tournaments of a few people, which last some minutes."""

    def __init__(self, club: "Club") -> None:
        super().__init__(club)
        self._made = 0
        self.habits = {"tournament": Habit(PLAYERS, TOURNAMENTS, self._hold)}

    async def _hold(self, *people: Person) -> None:
        """Make a tournament, and play it to its end."""
        director = next((person for person in people if person.is_registered), None)
        match way := self._choose(TOURNAMENTS):
            case "wrong":
                await self._make_wrongly(*people)
            case "many" if director is not None:
                await self._make_many(director)
            case _ if director is not None and way in FORMATS:
                await self._play(way, director, people)

    # ---- making

    def _terms(self, format: str, people: Sequence[Person]) -> dict[str, Any]:
        self._made += 1
        game, is_arena = self._chance.choice(list(GAMES)), format == "arena"
        may_agree = format not in ("arena", "knockout")
        return {
            "title": f"Cup {self._made}", "format": format, "game": game, "options": short_options(game),
            "clock": "fischer 10+1" if is_arena else self._chance.choice(("none", "fischer 300+5")),
            "rated": self._chance.random() < 0.3,
            "rounds": 3 if format == "swiss" else 0, "arena_minutes": MINUTES if is_arena else 0,
            "entry": self._chance.choice(("open", "open", "invited")), "appear_s": self._chance.choice(APPEAR_S),
            "pause_s": self._chance.choice((0, 5)), "places": self._chance.choice((PLAYERS - 1, 20)),
            "pauses": self._chance.random() < 0.8, "vacations": self._chance.random() < 0.8,
            **(self._chance.choice(({}, {"appointments": True, "round_every_s": ROUND_S})) if may_agree else {}),
            "no_show": self._chance.choice(("ask", "withdraw", "keep")),
        }  # fmt: skip

    async def _make_wrongly(self, *people: Person) -> None:
        """Make tournaments that have to be refused, and give commands to one that is not there."""
        right = self._terms("swiss", people)
        wrong: Sequence[dict[str, Any]] = (
            {"title": "\u2800"}, {"title": " "}, {"format": "a race"}, {"game": "chess"}, {"entry": "nobody"},
            {"format": "round_robin", "rounds": 3}, {"places": 1}, {"rounds": 99}, {"pause_s": 10**9},
            {"starts_at": 1}, {"starts_at": 4 * 10**12}, {"format": "arena", "arena_minutes": 0},
            {"format": "arena", "arena_minutes": 5, "clock": "none"}, {"clock": "an hour"},
            {"zone": "Europe/Atlantis"}, {"format": "knockout", "rounds": 0, "appointments": True},
            {"pauses": False, "clock": "fischer 300+5", "absence": "adjourn 60"},
        )  # fmt: skip
        person = next((person for person in people if person.is_registered), people[0])
        for change in self._chance.sample(wrong, WRONG):
            await person.forbidden(m.MakeTournament(**right | change))
        for other in people:
            if not other.is_registered:
                await other.forbidden(m.MakeTournament(**right))
        await person.forbidden(m.EnterTournament(tournament=NOBODY))
        await person.forbidden(m.WatchTournament(tournament=NOBODY))

    async def _make_many(self, director: Person) -> None:
        """Make more tournaments than a person may direct, and cancel them."""
        made = [await director.sent(m.MakeTournament(**self._terms("swiss", []))) for _ in range(MOST_MADE + 1)]
        for each in made:
            if isinstance(each, m.Done):
                await director.forbidden(m.StartTournament(tournament=each.table))
                await director.forbidden(m.CorrectResult(tournament=each.table, round=1, board=0, points=(1, 1)))
                await director.sent(m.CancelTournament(tournament=each.table))

    # ---- playing

    async def _play(self, format: str, director: Person, people: Sequence[Person]) -> None:
        terms = self._terms(format, people)
        made = await director.sent(m.MakeTournament(**terms))
        if not isinstance(made, m.Done):
            return
        cup = made.table
        self._world.promises.cups.add(cup)
        ways = [self._choose(DEVIATIONS) for _ in people]
        for person, way in zip(people, ways, strict=True):
            await person.patient(partial(person.watch_tournament, cup))
            if terms["entry"] == "invited":
                await person.sent(m.EnterTournament(tournament=cup))
                await director.sent(m.InviteToTournament(tournament=cup, account=person.account))
            if way != "come late":
                await person.sent(m.EnterTournament(tournament=cup))
        await director.sent(m.InviteToTournament(tournament=cup, account=NOBODY))
        await director.sent(m.StartTournament(tournament=cup))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._direct, director, people, cup)
            for person, way in zip(people, ways, strict=True):
                is_needed = person is director and way == "be absent"
                nursery.start_soon(self._take_part, person, cup, terms["title"], "play" if is_needed else way)

    async def _take_part(self, person: Person, cup: str, title: str, way: str) -> None:
        """Play all games of a tournament until it is over."""
        if way == "be absent":
            person = await self._leave_for(person, ABSENT_S)
            person.is_busy = True
            await person.patient(partial(person.watch_tournament, cup))
        played: set[str] = set()
        ends_at = trio.current_time() + self._chance.choice((1, 10, 60))
        are_several = len(self._club.service.hosts) > 1  # they may make a table at once, while a player comes to it

        def has_table() -> bool:
            return bool(self._tables(person, title) - played)

        while True:
            tables = self._tables(person, title) - played
            for table in sorted(tables):
                played.add(table)
                if way == "be idle":
                    way = "play"
                    await person.wait_until(lambda table=table: table not in person.own_tables, IDLE_S)  # type: ignore[misc]
                await person.play(table, self._chance.choice(MOVES))
                await person.unwatch(table)
                person.seen[table].match = None
            if is_over(person, cup) and not tables:
                # a table made just before the end is listed later, and its game goes on
                unlisted_s = LOOKS_S if are_several else 0.0
                if _waits_for_table(person, cup, played):
                    unlisted_s = UNLISTED_S
                if not unlisted_s or not await person.wait_until(has_table, unlisted_s):
                    break
                continue
            if (place := _appointment_of(person, cup)) is not None:
                await self._agree(person, cup, place)
            if trio.current_time() >= ends_at:
                ends_at = math.inf
                await self._deviate(person, cup, way)
            looks_s = SOON_S if are_several and _waits_for_table(person, cup, played) else LOOKS_S
            await person.wait_until(lambda: has_table() or is_over(person, cup), looks_s)
        await person.unwatch_tournament(cup)
        await person.forbidden(m.WatchTournament(tournament=cup, after=10**6))
        if way == "be absent":
            person.is_busy = False

    def _tables(self, person: Person, title: str) -> set[str]:
        """Return the tables of a tournament at which a person has a seat."""
        titles = {table.table: table.title for table in person.lobby.tables}
        return {table for table in person.own_tables if titles[table] == title or titles[table].startswith(f"{title} ")}

    async def _agree(self, person: Person, cup: str, place: Place) -> None:
        """Do something about the time of the own game, which has not begun."""
        appointment, now = place.board.appointment, self._world.now_ms()
        assert appointment is not None, "the caller has looked"
        propose = partial(m.ProposeTime, tournament=cup, round=place.round, board=place.index)
        match self._choose(TIMES):
            case "propose":
                for _ in range(2):
                    await person.sent(propose(starts_at=now + self._chance.choice((5_000, 20_000, 60_000))))
            case "answer" if appointment.proposed_at:
                await person.sent(propose(starts_at=appointment.proposed_at))
            case "withdraw":
                for _ in range(2):
                    await person.sent(m.WithdrawTime(tournament=cup, round=place.round, board=place.index))
            case "too late":
                await person.sent(propose(starts_at=appointment.latest_at + 1))
            case "often":
                for seconds in range(MAX_PROPOSALS + 1):
                    await person.sent(propose(starts_at=now + 20_000 + 1000 * seconds))
            case "of others":
                await person.sent(propose(board=place.index + 1, starts_at=now + 10_000))

    async def _deviate(self, person: Person, cup: str, way: str) -> None:
        leave, enter = m.LeaveTournament(tournament=cup), m.EnterTournament(tournament=cup)
        match way:
            case "withdraw":
                if await person.sent(leave) is not None:
                    await person.forbidden(leave)
            case "come back":
                for _ in range(self._chance.choice((1, 6))):
                    await person.sent(leave)
                    await person.sent(enter)
            case "come late":
                await person.sent(enter)
            case "enter twice":
                await person.sent(enter)

    # ---- directing

    async def _direct(self, director: Person, people: Sequence[Person], cup: str) -> None:
        """Direct a tournament, and cancel it if it lasts too long. When all faults have stopped, it ends by itself."""
        until, closing = trio.current_time() + LONGEST_S, False
        while not await director.wait_until(partial(is_over, director, cup), 3 * LOOKS_S):
            state = director.cups.get(cup)
            if self._club.is_over and not closing:
                closing, until = True, trio.current_time() + PROGRESS_S
                await director.sent(m.ResumeTournament(tournament=cup))
            if state is not None and state.phase == "open":
                await director.sent(m.CancelTournament(tournament=cup))
            elif closing and trio.current_time() >= until:
                raise Broken(
                    f"tournament {cup} makes no progress in {PROGRESS_S:g} s without faults: {_waiting(state)}"
                )
            elif trio.current_time() >= until:
                await director.sent(m.CancelTournament(tournament=cup))
            elif not closing and state is not None and state.rounds:
                await self._direct_once(director, people, cup, state)
        await director.sent(m.PauseTournament(tournament=cup))
        await director.sent(m.CorrectResult(tournament=cup, round=1, board=0, points=(2, 0)))
        await director.sent(m.ConfirmTournament(tournament=cup))

    async def _direct_once(self, director: Person, people: Sequence[Person], cup: str, state: Tournament) -> None:
        here = [person for person in people if person in self._club.people]  # the others come back as other objects
        other = self._chance.choice(here)
        round = self._chance.randint(1, len(state.rounds))
        board = self._chance.randrange(len(state.rounds[round - 1]))
        match self._choose(DIRECTIONS):
            case "pause":
                for kind in (m.PauseTournament, m.PauseTournament, m.ResumeTournament, m.ResumeTournament):
                    await director.sent(kind(tournament=cup))
                    await trio.sleep(self._chance.choice(PAUSES_S))
                await director.sent(m.ResumeTournament(tournament=cup))
            case "correct":
                correct = partial(m.CorrectResult, tournament=cup, round=round, board=board)
                for points in ((2, 0), (2, 0), (0, 0), (1, 2)):
                    await director.sent(correct(points=points))
                await director.sent(correct(points=(0, 2), played=False))
                await director.sent(m.CorrectResult(tournament=cup, round=99, board=0, points=(1, 1)))
            case "replay":
                await director.sent(m.ReplayGame(tournament=cup, round=round, board=board))
            case "pair":
                await self._pair_by_hand(director, cup, state)
            case "remove" if other is not director:
                await director.sent(m.RemoveFromTournament(tournament=cup, account=other.account))
                await other.sent(m.EnterTournament(tournament=cup))
                await director.sent(m.RemoveFromTournament(tournament=cup, account=NOBODY))
            case "invite":
                for _ in range(2):
                    await director.sent(m.InviteToTournament(tournament=cup, account=other.account))
            case "hand over" if other is not director:
                if await director.sent(m.DirectTournament(tournament=cup, account=other.account)) is not None:
                    if director.account not in self._world.promises.moderators:
                        await director.forbidden(m.FinishTournament(tournament=cup))
                    await self._hand_back(director, other, cup)
            case "finish":
                await director.sent(m.FinishTournament(tournament=cup))
            case "cancel":
                await director.sent(m.CancelTournament(tournament=cup))

    async def _hand_back(self, director: Person, other: Person, cup: str) -> None:
        """Let the first director direct again, also if the other one has left and come back meanwhile."""
        while not is_over(director, cup):
            there = [each for each in self._club.people if each.line is other.line]
            direct = m.DirectTournament(tournament=cup, account=director.account)
            if there and await there[0].sent(direct) is not None:
                break
            await trio.sleep(LOOKS_S)

    async def _pair_by_hand(self, director: Person, cup: str, state: Tournament) -> None:
        """Swap the players of two boards of the last round, and try what is not possible."""
        boards, last = state.rounds[-1], len(state.rounds)
        first, *others = [account for board in boards for account in board.accounts]
        pair = partial(m.PairByHand, tournament=cup)
        wrong: Sequence[list[tuple[str, str | None]]] = ([], [(first, first)], [(first, NOBODY)])
        for pairings in wrong:
            await director.forbidden(pair(round=last, pairings=pairings))
        await director.forbidden(pair(round=last + 99, pairings=[(first, None)]))
        if len(others) >= 3:
            await director.sent(pair(round=last, pairings=[(first, others[-1]), (others[0], others[-2])]))


def is_over(person: Person, cup: str) -> bool:
    """Tell whether a person knows that a tournament is over."""
    state = person.cups.get(cup)
    return state is not None and state.phase == "over"


def _waiting(state: Tournament | None) -> str:
    """Name the boards of a tournament that are open."""
    open_boards = state.open_boards if state is not None else ()
    boards = [f"round {each.round} board {each.index} at table {each.board.paired.table}" for each in open_boards]
    return ", ".join(boards) or "no board is open"


def _waits_for_table(person: Person, cup: str, played: Collection[str]) -> bool:
    """Tell whether a person has a board in a tournament, and has not played at its table."""
    state = person.cups.get(cup)
    place = state.board_of(person.account) if state is not None else None
    return place is not None and place.board.appointment is None and place.board.paired.table not in played


def _appointment_of(person: Person, cup: str) -> Place | None:
    """Return the own board of a person in a tournament if its players may agree on a time."""
    state = person.cups.get(cup)
    place = state.board_of(person.account) if state is not None and state.phase == "running" else None
    return place if place is not None and place.board.appointment is not None else None
