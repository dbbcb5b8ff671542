"""Players of a club at the nodes of a service, who go on at another node when theirs dies."""

from collections.abc import Callable
from typing import Any

import trio

from devtools.harness.server.nodes import Client, Node, Service
from devtools.harness.server.serving import new_key
from netgame.tournaments.state import Place, Tournament
from protocol import messages as m
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
        """Return the tournament, if a living node has it."""
        known = (node.services.tournament_logs.get(self.tournament) for node in self.alive)
        return next((each.state for each in known if each is not None), None)

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
