"""A player of the demonstration: finds the server on the LAN, sits down, plays at random, and compares every state."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from random import Random
from typing import Any

import trio

from netgame.game import Game, Over, Pick, ToMove
from netgame.games import GAMES
from netgame.match import Match, Ply, evolve, new_match, player_of, to_act
from netgame.match.events import Event, LegEnded, Moved, OfferClosed, Offered, OfferKind, Paused
from netgame.text import Text
from protocol.client import NewEvents, Server, Session, Update
from protocol.discovery.browser import Browser
from protocol.discovery.servers import DiscoveredServer
from protocol.limits import Interfaces
from protocol.messages import Chat, ReadyUp, RematchState, SendAnswer, SendMove, SendOffer, TakeSeat

Authority = Callable[[str], Match | None]  # the server's own state of a table
MOST_PICKS = 400  # no turn takes so many, even with picks that are taken back on the way


class DemoError(Exception):
    """The demonstration failed; the sentence says at what."""


@dataclass
class Leg:
    """How one leg ended: the score and name by side, and the reason."""

    scores: tuple[int, int]
    names: tuple[str, str]
    reason: Text


@dataclass
class Played:
    """One match as a guest saw it."""

    match: Match
    log: list[Event]
    legs: list[Leg] = field(default_factory=list)

    @property
    def agreed(self) -> list[OfferKind]:
        """What was offered and accepted, in order."""
        offers = {event.number: event.kind for event in self.log if isinstance(event, Offered)}
        return [offers[e.offer] for e in self.log if isinstance(e, OfferClosed) and e.outcome == "accepted"]


class Guest:
    """One person at one computer, without a window."""

    def __init__(self, name: str, seed: int, authority: Authority) -> None:
        self.name = name
        self.compared = 0  # events after which the own state was compared with the server's
        self._rng = Random(f"{seed} {name}")
        self._authority = authority
        self._browser = Browser()
        self._fingerprint = ""
        self._ready = ("", 0)  # the table, and the event after which this guest said so
        self._answered = ("", 0)  # the table, and the last offer that this guest accepted
        self._wishes: list[tuple[int, OfferKind]] = []  # after so many own moves

    async def arrive(self, fingerprint: str, interfaces: Interfaces, nursery: trio.Nursery) -> DiscoveredServer:
        """Look for that server on the LAN, and sign in there under the address that was found."""
        self._fingerprint = fingerprint
        await nursery.start(partial(self._browser.run, interfaces=interfaces))
        found = await self._browser.until(lambda row: row.fingerprint == fingerprint)
        self.session = Session(Server(fingerprint, found.addresses), self.name, None)
        await nursery.start(self.session.run)
        return found

    async def open(self, game: type[Game[Any, Any]], options: dict[str, Any], player: int, **more: Any) -> str:
        """Open a table and sit at it; `more` is what else is agreed."""
        return await self.session.make_table(game.key, options, f"{game.title} with {self.name}", player, **more)

    async def join(self, table: str) -> None:
        """Take the free seat of a table, as soon as the LAN tells of it."""
        self._browser.refresh()
        await self._browser.until(
            lambda row: row.fingerprint == self._fingerprint and any(t.table == table for t in row.announcement.tables)
        )
        await self.session.command(table, TakeSeat)

    async def play(self, table: str, wishes: Sequence[tuple[int, OfferKind]] = (), stays: bool = False) -> Played:
        """Play the match at that table to its end, and go on watching if this guest `stays`.

        `wishes` are offers, each made in the turn after so many own moves; those of the other player are accepted.
        """
        self._wishes = list(wishes)
        await self.session.watch(table)
        played: Played | None = None
        async for update in self.session.updates:
            if not (isinstance(update, NewEvents) and update.table == table):
                continue
            for event in update.events:
                played = self._took(played, event)
                self._compare(played.match, table)
            assert played is not None, "an update has events"
            if played.match.ended is not None:
                if not stays:
                    await self.session.unwatch(table)
                return played
            await self._act(played, table)
        raise DemoError(f"{self.name} heard no more of the match")

    async def hear(self, table: str, name: str, text: str) -> None:
        """Wait until that person has said that at the table."""
        await self._until(
            lambda update: (
                isinstance(update, Chat)
                and (update.room, update.table) == ("table", table)
                and any((line.name, line.text) == (name, text) for line in update.lines)
            )
        )

    async def rematch_offered(self, table: str) -> None:
        """Wait until somebody offers to play that match again."""
        await self._until(
            lambda update: isinstance(update, RematchState) and update.table == table and any(update.offers)
        )

    async def rematch_made(self, table: str) -> str:
        """Wait until it is agreed to play that match again; the table where."""
        found = await self._until(
            lambda update: isinstance(update, RematchState) and update.table == table and update.made != ""
        )
        assert isinstance(found, RematchState)
        return found.made

    async def _until(self, wanted: Callable[[Update], bool]) -> Update:
        async for update in self.session.updates:
            if wanted(update):
                return update
        raise DemoError(f"{self.name} heard no more from the server")

    def _took(self, played: Played | None, event: Event) -> Played:
        if played is None:
            return Played(new_match(event, GAMES), [event])  # type: ignore[arg-type]  # which checks that
        played.match = evolve(played.match, event)
        played.log.append(event)
        if isinstance(event, LegEnded) and played.match.over is not None:
            played.legs.append(_leg(played.match, event, played.match.over))
        return played

    def _compare(self, mine: Match, table: str) -> None:
        theirs = self._authority(table)
        if theirs is None:
            raise DemoError(f"The server knows nothing of table {table}, which {self.name} follows")
        for what, own, server in differences(mine, theirs):
            raise DemoError(
                f"After event {mine.number} of table {table} {self.name} and the server differ in {what}:\n"
                f"  {self.name}: {own!r:.300}\n  server: {server!r:.300}"
            )
        self.compared += 1

    async def _act(self, played: Played, table: str) -> None:
        match, me = played.match, self._player(played.match)
        if me is None:
            return
        if match.phase == "between" or (match.paused and match.phase == "playing"):
            await self._say_ready(played, table)
            return
        asked = [offer.number for offer in match.offers.values() if offer.player != me]
        if asked:
            if self._answered != (table, asked[0]):
                self._answered = (table, asked[0])
                await self.session.command(table, SendAnswer, offer=asked[0], accept=True)
        elif to_act(match) == int(me) and isinstance(match.turn, ToMove) and not match.offers:
            await self._take_turn(played, table, me)

    def _player(self, match: Match) -> int | None:
        signed_in = self.session.signed_in
        assert signed_in is not None, "events come after signing in"
        accounts = [seat.account if seat else None for seat in match.seats]
        return accounts.index(signed_in.account) if signed_in.account in accounts else None

    async def _say_ready(self, played: Played, table: str) -> None:
        """Once for each leg or pause, and not again when the other one's is told."""
        since = max(event.number for event in played.log if isinstance(event, LegEnded | Paused))
        if self._ready != (table, since):
            self._ready = (table, since)
            await self.session.command(table, ReadyUp)

    async def _take_turn(self, played: Played, table: str, me: int) -> None:
        match = played.match
        moved = sum(isinstance(event, Moved) and event.player == me for event in played.log)
        if self._wishes and moved >= self._wishes[0][0]:
            await self.session.command(table, SendOffer, kind=self._wishes.pop(0)[1])
            return
        move = match.game.format(match.state, random_move(match.game, match.state, self._rng))
        await self.session.command(table, SendMove, position=match.position, move=move)


def random_move(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """A legal move led by picks alone, as a person finds it on the board; a button that wins at once is pressed."""
    for button in game.buttons:
        moves = game.picks(state, (button,)).moves if button in game.picks(state, ()).next else ()
        for move in moves:
            if _wins(game, state, move):
                return move
    picked: tuple[Pick, ...] = ()
    for _ in range(MOST_PICKS):
        offer = game.picks(state, picked)
        if offer.moves and (not offer.next or rng.random() < 0.5):
            return offer.moves[0]
        if not offer.next:
            raise DemoError(f"{game.title}: after the picks {picked} nothing can be picked and no turn is complete")
        picked = (*offer.picked, rng.choice(sorted(offer.next, key=str)))
    raise DemoError(f"{game.title}: no turn was complete after {MOST_PICKS} picks")


def _wins(game: Game[Any, Any], state: Any, move: Any) -> bool:
    turn, after = game.turn(state), game.turn(game.play(state, move))
    return isinstance(turn, ToMove) and isinstance(after, Over) and after.winner == turn.seat


def differences(mine: Match, server: Match) -> list[tuple[str, object, object]]:
    """What differs between a guest's match and the server's, which may be ahead: then the board after that event."""
    if server.number < mine.number:
        return [("number", mine.number, server.number)]
    if server.number > mine.number:
        steps = [step for step in server.history if step.event.number == mine.number]
        return [("state", mine.state, step.state) for step in steps if step.state != mine.state]
    pairs = [(item.name, getattr(mine, item.name), getattr(server, item.name)) for item in fields(Match)]
    pairs = [(name, own, theirs) for name, own, theirs in pairs if name != "history"]
    pairs.append(("history", _recent(mine), _recent(server)))
    return [(name, own, theirs) for name, own, theirs in pairs if own != theirs]


def _recent(match: Match) -> tuple[int, tuple[Ply, ...]]:
    """What to compare of the history: all of it at the end, before that what is new since the last comparison."""
    return len(match.history), tuple(match.history if match.ended else match.history[-1:])


def _leg(match: Match, event: LegEnded, over: Over) -> Leg:
    players = [player_of(seat, match.leg) for seat in (0, 1)]
    names = [seat.name if seat else "nobody" for seat in match.seats]
    return Leg(
        (event.scores[players[0]], event.scores[players[1]]), (names[players[0]], names[players[1]]), over.reason
    )
