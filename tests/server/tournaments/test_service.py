"""Tournaments at the servers of a service: rounds, absences, crashes at every step, and two servers."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.nodes import IDLE_S, Client, Node, Service, flowing_time, service_of, shared_time
from devtools.harness.server.serving import new_key
from devtools.harness.server.timing import settled
from netgame.tournaments.state import Place, Tournament, evolve
from protocol import messages as m
from protocol.event_codec import tournament_codec
from protocol.time_zones import next_slot
from server.cluster.messages import TournamentChanged
from server.ops.faults import FaultPoint

LOOK_EVERY_S = 0.5
POINTS: tuple[FaultPoint, ...] = ("before_tournament", "after_tournament")


class Club:
    """All players, their clients, and one tournament. Nodes that die are replaced."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.clients: dict[str, tuple[Node, Client]] = {}
        self.accounts: dict[str, str] = {}  # name -> account
        self.tournament = ""
        self.away: set[str] = set()  # names of players who do not connect any more
        self.dies: Callable[[int], bool] = lambda reached: False  # at which fault points of tournaments a node dies
        self.reached = 0
        self.deaths = 0
        for node in service.nodes:
            self._prepare(node)

    def _prepare(self, node: Node) -> None:
        node.services.policy.tournaments = "anybody"

        def fault(point: FaultPoint) -> None:
            if point in POINTS and not node.is_dead:
                self.reached += 1
                if self.dies(self.reached):
                    self.deaths += 1
                    node.kill()

        node.fault = fault

    @property
    def alive(self) -> list[Node]:
        return [node for node in self.service.nodes if not node.is_dead]

    async def client(self, name: str) -> Client:
        """Return the client of a player, who signs in again if that is necessary."""
        node, client = self.clients.get(name, (None, None))
        if client is None or node is None or node.is_dead:
            if not self.alive:
                self._prepare(await self.service.add())
            node = self.alive[hash(name) % len(self.alive)]
            client = await node.connect(name)
            self.clients[name] = node, client
            self.accounts[name] = client.signed_in.account
        return client

    async def ask(self, name: str, message: m.Message) -> Any:
        """Send a command until it has an answer."""
        while True:
            try:
                reply = await (await self.client(name)).ask(message)
            except (trio.BrokenResourceError, AssertionError):
                reply = None
            if reply is None:  # the node died, or closed a silent connection
                self.clients.pop(name, None)
            elif getattr(reply, "code", "") != "unconfirmed":
                return reply

    async def order(self, name: str, kind: type[m.TournamentOrder], **fields: Any) -> Any:
        """Give a command to the tournament."""
        return await self.ask(name, kind(tournament=self.tournament, key=new_key(), **fields))

    async def make(self, name: str = "Dora", **terms: Any) -> Any:
        """Make the tournament."""
        usual: dict[str, Any] = {"title": "Cup", "format": "round_robin", "game": "clod", "options": {}}
        reply = await self.ask(name, m.MakeTournament(key=new_key(), **usual | terms))
        if isinstance(reply, m.Done):
            self.tournament = reply.table
        return reply

    async def enter(self, *names: str) -> None:
        for name in names:
            reply = await self.order(name, m.EnterTournament)
            assert isinstance(reply, m.Done), reply

    def leave(self, name: str) -> None:
        """Let a player close the program for good."""
        self.away.add(name)
        self.clients.pop(name)[1].close()

    # ---- what the servers know

    @property
    def state(self) -> Tournament:
        """The tournament as a living node has it."""
        state = self.state_or_none()
        assert state is not None, "no node knows the tournament"
        return state

    def state_or_none(self) -> Tournament | None:
        """Return the tournament, if a living node has it, with all events that any of them has."""
        known = (node.services.tournament_logs.get(self.tournament) for node in self.alive)
        states = (each.state for each in known if each is not None and each.state is not None)
        return max(states, key=lambda state: state.number, default=None)

    async def until(self, is_it: Callable[[Tournament], bool]) -> Tournament:
        """Wait until the tournament is like that. Players keep their connections."""
        while True:
            if not self.alive:
                self._prepare(await self.service.add())
            state = self.state_or_none()
            if state is not None and is_it(state):
                return state
            for name in self.accounts.keys() - self.away:
                await self.ask(name, m.Ping())
            await trio.sleep(LOOK_EVERY_S)

    def name_of(self, account: str) -> str:
        return next(name for name, known in self.accounts.items() if known == account)

    async def play_round(self, number: int) -> None:
        """Let the players of all open boards of a round play: the later name in the alphabet gives up."""
        state = await self.until(lambda t: len(t.rounds) >= number or t.phase == "over")
        for place in [place for place in state.open_boards if place.round == number]:
            if self.away.isdisjoint(map(self.name_of, place.board.accounts)):
                await self.play(place)

    async def play(self, place: Place) -> None:
        loser = max(map(self.name_of, place.board.accounts))
        table = place.board.paired.table
        key = new_key()
        while True:
            reply = await self.ask(loser, m.SendResign(table=table, key=key, match=True))
            if isinstance(reply, m.Done) or reply.code == "over":
                return
            assert reply.code in ("no_table", "not_started"), reply
            await trio.sleep(LOOK_EVERY_S)


@asynccontextmanager
async def club_at(nodes: int) -> AsyncIterator[Club]:
    async with service_of(nodes) as service, flowing_time(0.5):
        yield Club(service)


@pytest.fixture
async def club(mock_clock: MockClock) -> AsyncIterator[Club]:
    async with club_at(2) as made:
        yield made


def is_over(tournament: Tournament) -> bool:
    return tournament.phase == "over"


def story(tournament: Tournament, club: Club) -> list[list[tuple[tuple[str, ...], tuple[int, int] | None]]]:
    """Return the players of each board, by round, and the points."""
    return [
        [(tuple(map(club.name_of, board.accounts)), board.points) for board in boards] for boards in tournament.rounds
    ]


async def test_a_round_robin_is_played_to_its_end(club: Club) -> None:
    await club.make()
    await club.enter("Ann", "Bob", "Cleo", "Hal")
    assert isinstance(await club.order("Dora", m.StartTournament), m.Done)
    for number in (1, 2, 3):
        await club.play_round(number)
    state = await club.until(is_over)

    assert len(state.rounds) == 3
    points = dict.fromkeys(club.accounts, 0)
    for board in (board for boards in state.rounds for board in boards):
        for account, half in zip(board.accounts, board.points or (), strict=True):
            points[club.name_of(account)] += half
    assert points == {"Dora": 0, "Ann": 6, "Bob": 4, "Cleo": 2, "Hal": 0}


async def test_players_agree_on_the_time_of_their_game_and_its_clocks_wait_for_it(club: Club) -> None:
    zone, every_s = "Africa/Casablanca", 30 * 86_400  # where the clocks change on 7 February 2027
    terms: dict[str, Any] = {"format": "swiss", "clock": "sudden 60", "appear_s": 5, "appointments": True}
    await club.make(zone=zone, round_every_s=every_s, pauses=False, vacations=False, **terms)
    await club.enter("Ann", "Bob")
    await club.order("Dora", m.StartTournament)
    state = await club.until(lambda t: bool(t.rounds))
    [paired_at] = state.round_at
    assert state.next_at == next_slot(zone, paired_at, 30, paired_at)
    agreed = {"round": 1, "board": 0, "starts_at": paired_at + 30_000}
    assert (await club.order("Dora", m.ProposeTime, **agreed)).code == "not_yours"
    assert isinstance(await club.order("Ann", m.ProposeTime, **agreed), m.Done)
    assert isinstance(await club.order("Bob", m.WithdrawTime, round=1, board=0), m.Done)
    for name in ("Bob", "Ann"):
        assert isinstance(await club.order(name, m.ProposeTime, **agreed), m.Done)
    club.leave("Bob")
    table = club.state.rounds[0][0].paired.table
    while shared_time() < agreed["starts_at"] - 1000:
        assert (await club.ask("Ann", m.Watch(table=table))).code == "no_table"
        await trio.sleep(10)
    begun = await club.until(lambda t: t.rounds[0][0].appointment is None)
    assert begun.rounds[0][0].at >= agreed["starts_at"]

    assert (await club.until(is_over)).rounds[0][0].cause == "absent"
    assert isinstance(reply := await club.ask("Ann", m.Watch(table=table)), m.Done), reply
    created = await (await club.client("Ann")).until(table, "created")
    assert (created["vacations"], created["pauses"]) == (False, False)


@pytest.mark.parametrize("replaces", ["replay", "pair_by_hand"])
async def test_a_running_game_that_the_director_replaces_ends_without_a_result(club: Club, replaces: str) -> None:
    await club.make(format="swiss")
    await club.enter("Ann", "Bob", "Cleo", "Hal")
    await club.order("Dora", m.StartTournament)
    one, other = (await club.until(lambda t: bool(t.rounds))).rounds[0]
    old = one.paired.table
    while isinstance(reply := await club.ask("Ann", m.Watch(table=old)), m.Refused):
        assert reply.code == "no_table"
        await trio.sleep(LOOK_EVERY_S)
    if replaces == "replay":
        reply = await club.order("Dora", m.ReplayGame, round=1, board=0)
    else:
        pairings = list(zip(one.accounts, other.accounts, strict=True))
        reply = await club.order("Dora", m.PairByHand, round=1, pairings=pairings)

    assert isinstance(reply, m.Done), reply
    ended = await (await club.client("Ann")).until(old, "ended")
    assert ended["reason"] == "aborted"
    await club.play_round(1)
    assert (await club.until(lambda t: len(t.rounds) == 2)).stopped[0] == old


async def eventful(club: Club) -> Tournament:
    """Play three rounds with a late entry, a withdrawal, and a player who does not come back."""
    await club.make(format="swiss", rounds=3, appear_s=5, pause_s=1)
    await club.enter("Ann", "Bob", "Cleo", "Hal", "Eve", "Fay")
    await club.order("Dora", m.StartTournament)
    await club.play_round(1)
    club.leave("Fay")
    await club.until(lambda t: len(t.rounds) == 2)
    await club.enter("Gil")
    await club.play_round(2)
    await club.until(lambda t: len(t.rounds) == 3)
    await club.order("Bob", m.LeaveTournament)
    await club.play_round(3)
    return await club.until(is_over)


async def test_an_arena_ends_in_time(club: Club) -> None:
    await club.make(format="arena", arena_minutes=1, clock="sudden 60")
    await club.enter("Ann", "Bob", "Cleo")
    await club.order("Dora", m.StartTournament)
    while club.state.phase != "over":
        for place in list(club.state.open_boards):
            await club.play(place)
        await trio.sleep(3)
        for name in club.accounts:
            await club.ask(name, m.Ping())

    assert len(club.state.rounds) > 3
    assert all(board.points is not None for boards in club.state.rounds for board in boards)


async def test_an_arena_pairs_nobody_in_another_live_game(club: Club) -> None:
    await club.make(format="arena", arena_minutes=5, clock="sudden 60")
    await club.enter("Ann", "Bob")
    ann, eve = await club.client("Ann"), await club.client("Eve")
    other = (await ann.ask(m.MakeTable(key=new_key(), game="clod", options={}, clock="sudden 600"))).table
    assert isinstance(await eve.ask(m.TakeSeat(table=other, key=new_key())), m.Done)
    lobbies = [node.services.lobby for node in club.alive]
    await club.service.settled(lambda: all(lobby.live_games_of(club.accounts["Ann"]) for lobby in lobbies))
    await club.order("Dora", m.StartTournament)
    await club.enter("Cleo")
    [first] = (await club.until(lambda t: bool(t.rounds))).rounds
    assert [sorted(map(club.name_of, board.accounts)) for board in first] == [["Bob", "Cleo"]]

    await ann.ask(m.SendResign(table=other, key=new_key(), match=True))
    await club.enter("Fred")
    state = await club.until(lambda t: len(t.rounds) == 2)
    assert [sorted(map(club.name_of, board.accounts)) for board in state.rounds[1]] == [["Ann", "Fred"]]


async def test_who_watches_gets_all_events_and_names(club: Club) -> None:
    await club.make()
    ann = await club.client("Ann")
    assert isinstance(await ann.ask(m.WatchTournament(tournament=club.tournament)), m.Done)
    await club.enter("Bob", "Cleo")
    await club.order("Dora", m.StartTournament)
    state, seen, names = None, [], {}
    while not seen or seen[-1].number < 5:
        pushed = await ann.push(m.TournamentEvents)
        seen += [tournament_codec.from_plain(event) for event in pushed.events]
        names |= {person.account: person.name for person in pushed.people}
    for event in seen:
        state = evolve(state, event)

    assert state is not None
    assert len(state.rounds) == 1
    assert {names[account] for account in state.players} == {"Bob", "Cleo"}
    assert names[state.director] == "Dora"


async def test_readers_of_the_list_get_its_changes_once(club: Club) -> None:
    ann = await club.client("Ann")
    assert (await ann.ask(m.ListTournaments())).tournaments == []
    await club.make()
    news = await ann.push(m.TournamentsDelta)
    assert [(entry.title, entry.director.name, entry.state) for entry in news.changed] == [("Cup", "Dora", "open")]
    await ann.ask(m.UnlistTournaments())
    await club.enter("Bob")
    await trio.sleep(2)
    assert isinstance(await ann.ask(m.Ping()), m.Pong)


async def test_a_game_that_two_servers_make_at_the_same_moment_can_be_watched_at_once(club: Club) -> None:
    first, second = club.service.nodes
    links = [node.links[0] for node in club.service.nodes]

    def hold_tables(tournament: Tournament) -> None:
        for link in links:
            if tournament.rounds and link.held is None:
                link.held = []

    club.clients["Dora"] = first, await first.connect("Dora")
    eve = await second.connect("Eve")
    await club.make()
    await club.enter("Ann", "Bob")
    hooks = [node.services.tournament_logs.on_change for node in club.service.nodes]  # either may pair the players
    for each in hooks:
        each.append(hold_tables)
    await club.order("Dora", m.StartTournament)
    await club.service.settled(lambda: all(link.held for link in links))
    for each in hooks:
        each.remove(hold_tables)
    links[0].send_held()
    (listed,) = await eve.tables(bool)
    await eve.send(m.Watch(table=listed.table), 100)
    await settled(IDLE_S)
    links[1].send_held()

    assert isinstance(await eve.reply(100), m.Done)
    await club.play_round(1)
    numbers = list(range(1, len(club.service.store.rows[listed.table]) + 1))
    assert await eve.up_to(listed.table, numbers[-1]) == numbers


async def test_the_same_key_gets_the_same_answer(club: Club) -> None:
    make = m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={})
    made = await club.ask("Dora", make)
    again = await club.ask("Dora", make)
    club.tournament = made.table
    enter = m.EnterTournament(tournament=made.table, key=new_key())
    assert made == again
    assert await club.ask("Ann", enter) == await club.ask("Ann", enter)
    assert (await club.order("Ann", m.EnterTournament)).code == "entered"


async def test_bad_terms_are_refused(club: Club) -> None:
    bad_terms: list[tuple[dict[str, Any], str]] = [
        ({"starts_at": 1000}, "bad_date"), ({"places": 10_000}, "bad_number"), ({"game": "chess"}, "unknown_game"),
        ({"options": {"size": 10**9}}, "bad_tournament"), ({"title": "\u202e"}, "bad_title"),
        ({"format": "league"}, "bad_format"), ({"clock": "x"}, "bad_tournament"),
        ({"zone": "Europe/Atlantis", "round_every_s": 86_400}, "bad_zone"), ({"zone": "../UTC"}, "bad_zone"),
    ]  # fmt: skip
    for terms, code in bad_terms:
        assert (await club.make(**terms)).code == code
        assert club.state_or_none() is None


async def test_strangers_direct_nothing(club: Club) -> None:
    await club.make()
    await club.enter("Ann", "Bob")
    account = club.accounts["Ann"]
    orders: list[tuple[type[m.TournamentOrder], dict[str, Any]]] = [
        (m.StartTournament, {}), (m.CancelTournament, {}), (m.PauseTournament, {}), (m.FinishTournament, {}),
        (m.RemoveFromTournament, {"account": account}), (m.DirectTournament, {"account": account}),
        (m.CorrectResult, {"round": 1, "board": 0, "points": (2, 0)}), (m.ReplayGame, {"round": 1, "board": 0}),
        (m.PairByHand, {"round": 1, "pairings": [(account, None)]}),
    ]  # fmt: skip

    assert {(await club.order("Bob", kind, **fields)).code for kind, fields in orders} == {"not_director"}
    assert (await club.ask("Bob", m.EnterTournament(tournament="none", key=new_key()))).code == "no_tournament"
    assert (await club.ask("Bob", m.EnterTournament(tournament=club.tournament))).code == "malformed"
    assert (await club.order("Dora", m.InviteToTournament, account="nobody")).code == "no_account"


async def test_the_settings_say_who_makes_tournaments_and_how_many(club: Club) -> None:
    await club.client("Dora")
    policies = [node.services.policy for node in club.alive]
    for makers in ("nobody", "moderators", "members"):
        for policy in policies:
            policy.tournaments = makers
        assert (await club.make()).code == "may_not"
        assert not (await club.ask("Dora", m.ListTournaments())).may_make

    for policy in policies:
        policy.tournaments = "anybody"
        policy.limits = replace(policy.limits, tournaments_per_account=2)
    replies = [await club.make() for _ in range(3)]
    assert [getattr(reply, "code", "") for reply in replies] == ["", "", "too_many"]


async def test_a_swiss_goes_on_without_those_who_leave_whenever_a_server_dies(mock_clock: MockClock) -> None:
    async with club_at(2) as club:
        state = await eventful(club)
        rounds = story(state, club)
    assert [any("Gil" in names for names, _ in boards) for boards in rounds] == [False, False, True]
    boards = [board for boards in state.rounds for board in boards]
    assert {board.cause for board in boards} >= {"played", "absent", "withdrew"}
    assert all(board.points is not None for board in boards)

    for first in (0, 1):
        async with club_at(1) as club:
            club.dies = lambda reached, first=first: reached % 2 == first  # type: ignore[misc]
            assert story(await eventful(club), club) == rounds
            assert club.deaths > 8


async def test_a_tournament_is_found_though_hints_of_others_come_all_the_time(mock_clock: MockClock) -> None:
    async with service_of(2) as service:
        first, second = service.nodes
        first.services.policy.tournaments = "anybody"
        first.services.tournament_logs.announce = lambda id, number: None  # the hints of this server are lost
        ann = await first.connect("Ann")
        made = await ann.ask(m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={}))

        for _ in range(20):
            second.bus.deliver(TournamentChanged("another", 1))
            mock_clock.jump(0.3)
            await settled(IDLE_S)

        assert second.services.tournament_logs.get(made.table) is not None
