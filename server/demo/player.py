"""A player of the demonstration: finds the server, plays at random, and compares its match with the server's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from random import Random
from typing import Any

import trio

from netgame.game import Game, Over, Pick, ToMove
from netgame.games import GAMES
from netgame.match import Match, Ply, evolve, new_match, player_of, to_act
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play
from netgame.match.events import Event, LegEnded, Moved, OfferClosed, Offered, OfferKind, Paused, Player
from netgame.match.state import find_move
from netgame.text import Text
from protocol.client import NewEvents, Server, Session, Update
from protocol.client.dial import Dial, dial
from protocol.discovery.browser import Browser
from protocol.discovery.servers import DiscoveredServer
from protocol.identity.device_key import DeviceKey
from protocol.limits import Interfaces
from protocol.messages import Chat, ReadyUp, RematchState, SendAnswer, SendMove, SendOffer, TakeSeat
from server.computer.dice import link_message, passing_links

ServerMatch = Callable[[str], Match | None]  # the server's own state of a table
OfferPlan = Sequence[tuple[int, OfferKind]]  # offers, each after so many own moves
PLAYERS: tuple[Player, Player] = (0, 1)
MAX_PICKS = 400  # no turn takes more, even with picks that are undone on the way


class DemoError(Exception):
    """The demonstration failed; the message says where."""


@dataclass(frozen=True)
class LegResult:
    """The result of one leg: scores and names by side, and the reason."""

    scores: tuple[int, int]
    names: tuple[str, str]
    reason: Text


@dataclass
class PlayedMatch:
    """One match as a player received it."""

    match: Match
    log: list[Event]
    legs: list[LegResult] = field(default_factory=list)

    @property
    def accepted(self) -> list[OfferKind]:
        """The accepted offers, in order."""
        offers = {event.number: event.kind for event in self.log if isinstance(event, Offered)}
        return [offers[e.offer] for e in self.log if isinstance(e, OfferClosed) and e.outcome == "accepted"]

    def add(self, event: Event) -> None:
        """Apply an event, and note the result of a leg that it ends."""
        self.match = match = evolve(self.match, event)
        self.log.append(event)
        if isinstance(event, LegEnded) and match.over is not None:
            first, second = (player_of(seat, match.leg) for seat in (0, 1))
            names = [seat.name if seat else "nobody" for seat in match.seats]
            self.legs.append(
                LegResult((event.scores[first], event.scores[second]), (names[first], names[second]), match.over.reason)
            )


class DemoPlayer:
    """A client without a window. Without `server_match` it compares nothing."""

    def __init__(self, name: str, seed: int, server_match: ServerMatch | None = None) -> None:
        self.name = name
        self.compared = 0  # events after which the match was compared with the server's
        self._rng = Random(f"{seed} {name}")
        self._server_match = server_match
        self._browser = Browser()
        self._fingerprint = ""
        self._ready = ("", 0)  # the table and event for which this player was last ready
        self._key = DeviceKey.new()
        self._dice = passing_links(self._key, lambda: self.session.signing_key)
        self._linked = ("", 0)  # the table and event of its last link
        self._answered = ("", 0)  # the table and the offer that this player last accepted
        self._done = 0  # the number of the event of the last offer or move, which may come after other events
        self._offers: list[tuple[int, OfferKind]] = []

    async def connect(self, server: Server, nursery: trio.Nursery, dial: Dial = dial) -> None:
        """Sign in at a server."""
        self.session = Session(server, self.name, None, device=self._key, dial=dial)
        await nursery.start(self.session.run)

    async def discover(self, fingerprint: str, interfaces: Interfaces, nursery: trio.Nursery) -> DiscoveredServer:
        """Find a server on the LAN and sign in there."""
        self._fingerprint = fingerprint
        await nursery.start(partial(self._browser.run, interfaces=interfaces))
        found = await self._browser.until(lambda row: row.fingerprint == fingerprint)
        await self.connect(Server(fingerprint, found.addresses), nursery)
        return found

    async def make_table(self, game: type[Game[Any, Any]], options: dict[str, Any], **terms: Any) -> str:
        """Create a table with this player in the first seat. The programs of both players draw its dice."""
        terms = {"dice": "players" if game.has_dice else "host"} | terms
        return await self.session.make_table(game.key, options, f"{game.title} with {self.name}", 0, **terms)

    async def join(self, table: str) -> None:
        """Take the free seat of a table as soon as the LAN announces it."""
        self._browser.refresh()
        await self._browser.until(
            lambda row: row.fingerprint == self._fingerprint and any(t.table == table for t in row.announcement.tables)
        )
        await self.session.command(table, TakeSeat)

    async def play(self, table: str, offers: OfferPlan = (), stays: bool = False) -> PlayedMatch:
        """Play the match to its end, and keep watching the table if `stays`. Accept all offers of the other player."""
        self._offers, self._done = list(offers), 0
        await self.session.watch(table)
        played: PlayedMatch | None = None
        async for update in self.session.updates:
            if not (isinstance(update, NewEvents) and update.table == table):
                continue
            self._dice.follow(table, update.events)
            for event in update.events:
                if played is None:
                    played = PlayedMatch(new_match(event, GAMES), [event])  # type: ignore[arg-type]  # it checks that
                else:
                    played.add(event)
                self._compare(played.match, table)
            assert played is not None, "an update has events"
            if played.match.ended is not None:
                if not stays:
                    await self.session.unwatch(table)
                return played
            await self._act(played, table)
        raise DemoError(f"{self.name} received no more events of the match")

    async def wait_for_chat(self, table: str, name: str, text: str) -> None:
        """Wait until that text of that person is in the chat of the table."""
        await self._update(
            lambda update: (
                isinstance(update, Chat)
                and (update.room, update.table) == ("table", table)
                and any((line.name, line.text) == (name, text) for line in update.lines)
            )
        )

    async def wait_for_rematch_offer(self, table: str) -> None:
        """Wait until a player offers a rematch."""
        await self._update(
            lambda update: isinstance(update, RematchState) and update.table == table and any(update.offers)
        )

    async def wait_for_rematch(self, table: str) -> str:
        """Wait until both players agreed on a rematch, and return its table."""
        found = await self._update(
            lambda update: isinstance(update, RematchState) and update.table == table and update.made != ""
        )
        assert isinstance(found, RematchState)
        return found.made

    async def _update(self, is_wanted: Callable[[Update], bool]) -> Update:
        async for update in self.session.updates:
            if is_wanted(update):
                return update
        raise DemoError(f"{self.name} received no more updates from the server")

    def _compare(self, match: Match, table: str) -> None:
        if self._server_match is None:
            return
        server = self._server_match(table)
        if server is None:
            raise DemoError(f"The server does not have table {table}, which {self.name} watches")
        for what, own, other in differences(match, server):
            raise DemoError(
                f"After event {match.number} of table {table} {self.name} and the server differ in {what}:\n"
                f"  {self.name}: {own!r:.300}\n  server: {other!r:.300}"
            )
        self.compared += 1

    def _signature(self, table: str, match: Match, player: int, command: Command) -> dict[str, Any]:
        return self._dice.logs.signature(table, match, PLAYERS[player], command)

    async def _act(self, played: PlayedMatch, table: str) -> None:
        """Do what the match needs from this player: get ready, accept an offer, offer or move."""
        match, signed_in = played.match, self.session.signed_in
        assert signed_in is not None, "events come after signing in"
        accounts = [seat.account if seat else None for seat in match.seats]
        if signed_in.account not in accounts:
            return
        player = accounts.index(signed_in.account)
        if match.phase == "between" or (match.paused and match.phase == "playing"):
            since = max(event.number for event in played.log if isinstance(event, LegEnded | Paused))
            if self._ready != (table, since):  # once for each leg or pause
                self._ready = (table, since)
                await self.session.command(table, ReadyUp, **self._signature(table, match, player, MakeReady()))
            return
        due = self._dice.command(table, match, PLAYERS[player])
        if due is not None and (message := link_message(due)) is not None:
            if self._linked[0] != table or match.number >= self._linked[1]:  # otherwise its event is on its way
                fields = message[1] | self._signature(table, match, player, due)
                done = await self.session.command(table, message[0], **fields)
                self._linked = (table, done.number)
            return
        received = [offer.number for offer in match.offers.values() if offer.player != player]
        if received and self._answered != (table, received[0]):
            self._answered = (table, received[0])
            answer = AnswerOffer(received[0], accept=True)
            fields = self._signature(table, match, player, answer)
            await self.session.command(table, SendAnswer, offer=received[0], accept=True, **fields)
        elif match.number < self._done:
            return
        elif not match.offers and to_act(match) == player and isinstance(match.turn, ToMove):
            moves = sum(isinstance(event, Moved) and event.player == player for event in played.log)
            if self._offers and moves >= self._offers[0][0]:
                kind = self._offers.pop(0)[1]
                own = find_move(match, PLAYERS[player], None) if kind == "take_back" else None
                to = match.history[own].event.number if own is not None else None
                fields = self._signature(table, match, player, MakeOffer(kind, to))
                done = await self.session.command(table, SendOffer, kind=kind, to=to, **fields)
            else:
                move = match.game.format(match.state, random_move(match.game, match.state, self._rng))
                link = self._dice.for_move(table, match, PLAYERS[player], move)
                fields = self._signature(table, match, player, Play(match.position, move, link=link))
                fields |= {"position": match.position, "move": move, "link": link}
                done = await self.session.command(table, SendMove, **fields)
            self._done = done.number


async def play_together(
    players: Sequence[DemoPlayer], table: str, offers: OfferPlan = (), stays: bool = False
) -> PlayedMatch:
    """Let both players play a match, the first one with these offers. `DemoError` if they received different events."""
    seen: dict[str, PlayedMatch] = {}

    async def play(player: DemoPlayer, own: OfferPlan) -> None:
        seen[player.name] = await player.play(table, own, stays)

    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(play, player, offers if player is players[0] else ())
    first, second = (seen[player.name] for player in players)
    if first.log != second.log:
        raise DemoError(f"The players received different events of table {table}")
    return first


def random_move(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """Return a legal move found with `picks` alone, as on a board; prefer a button that wins at once."""
    for button in game.buttons:
        moves = game.picks(state, (button,)).moves if button in game.picks(state, ()).next else ()
        for move in moves:
            turn, after = game.turn(state), game.turn(game.play(state, move))
            if isinstance(turn, ToMove) and isinstance(after, Over) and after.winner == turn.seat:
                return move
    picked: tuple[Pick, ...] = ()
    for _ in range(MAX_PICKS):
        offer = game.picks(state, picked)
        if offer.moves and (not offer.next or rng.random() < 0.5):
            return offer.moves[0]
        if not offer.next:
            raise DemoError(f"{game.title}: after the picks {picked} nothing can be picked and no move is complete")
        picked = (*offer.picked, rng.choice(sorted(offer.next, key=str)))
    raise DemoError(f"{game.title}: no move was complete after {MAX_PICKS} picks")


def differences(match: Match, server: Match) -> list[tuple[str, object, object]]:
    """Return how a player's match differs from the server's, or only the board of that event if the server is ahead."""
    if server.number < match.number:
        return [("number", match.number, server.number)]
    if server.number > match.number:
        plies = [ply for ply in server.history if ply.event.number == match.number]
        return [("state", match.state, ply.state) for ply in plies if ply.state != match.state]

    def compared(match: Match) -> dict[str, object]:
        # at the end the whole history, before that only its newest part
        history: tuple[Ply, ...] = tuple(match.history if match.ended else match.history[-1:])
        values = {item.name: getattr(match, item.name) for item in fields(Match)}
        return values | {"history": (len(match.history), history)}

    own, other = compared(match), compared(server)
    return [(name, own[name], other[name]) for name in own if own[name] != other[name]]
