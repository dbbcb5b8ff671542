"""Two players at a table of their own who send any command at any time, between valid moves."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import trio

from devtools.fuzz.attacks import MOST, Attackers
from devtools.fuzz.grammar import framed
from devtools.fuzz.line import Line, TurnedAway, lined
from devtools.fuzz.words import OFFERS
from netgame.errors import RulesError
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match, to_act
from netgame.match.events import Event
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_plain

SECOND = 20_000_000  # offset of the number of the second connection
AFTER_THE_END = 30  # frames that are sent after the end of the match
CLAIMS = ("win", "draw", "adjourn")


class Insiders:
    """Two connections and their table. The events that they receive must fit."""

    def __init__(self, all: Attackers, lines: tuple[Line, Line], rng: Random) -> None:
        self._all, self._lines, self._rng = all, lines, rng
        self._table, self._id = "", 10
        self._events: list[Event] = []
        self._match: Match | None = None
        lines[0].on_events = self._told

    async def play(self, most: int) -> None:
        """Send that many frames, or stop shortly after the end of the match."""
        first, second = self._lines
        await self._ask(first, "make_table", **{**self._all.world.good_table(self._rng), "player": 0, "access": "open"})
        self._table = first.news.get("done", {}).get("table", "")
        if not self._table:
            return  # refused: too many tables
        await self._ask(first, "watch", table=self._table)
        await self._ask(second, "take_seat", table=self._table, key=self._rng.randbytes(16))
        await self._ask(second, "watch", table=self._table)
        left = AFTER_THE_END
        for _ in range(min(most, MOST)):
            left -= self._match is not None and self._match.ended is not None
            if left < 0 or not await self._act():
                break

    async def _act(self) -> bool:
        """Let one of them act. Return False when they are disconnected."""
        player = self._rng.randrange(2)
        match = self._match
        if match is not None and self._rng.random() < 0.5 and (mover := to_act(match)) is not None:
            player = mover
        tag, body = self._rng.choice(ACTS)(self._rng, match, player)
        waits = self._rng.random() < 0.8
        return await self._ask(self._lines[player], tag, waits, table=self._table, key=self._rng.randbytes(16), **body)

    async def _ask(self, line: Line, tag: str, waits: bool = True, **body: Any) -> bool:
        self._id += 1
        line.asked[self._id] = tag
        if not await line.send(framed(tag, self._id, body), "insider"):
            return False
        return await self._answered(line) if waits else True

    async def _answered(self, line: Line) -> bool:
        with trio.move_on_after(30):
            return await line.answered()
        self._all.tally.fail(f"{line.name}: no answer to {', '.join(line.asked.values())}")
        return False

    def _told(self, table: str, plain: list[dict[str, Any]]) -> None:
        try:
            for event in map(event_from_plain, plain):
                if table == self._table and event.number == len(self._events) + 1:
                    self._events.append(event)
                    match = self._match
                    self._match = evolve(match, event) if match else new_match(event, GAMES)  # type: ignore[arg-type]
        except (RulesError, ProtocolError) as error:
            self._all.tally.fail(f"{self._lines[0].name}: what was told of table {table} does not fold: {error}")


Act = Callable[[Random, Match | None, int], tuple[str, dict[str, Any]]]


def _move(rng: Random, match: Match | None, player: int) -> tuple[str, dict[str, Any]]:
    """Send a legal move if there is one, sometimes from another position."""
    if match is None or not isinstance(match.turn, ToMove) or match.phase != "playing":
        return "move", {"position": rng.randrange(5), "move": "a1"}
    game: Any = match.game
    move = rng.choice(list(islice(game.moves(match.state), 60)))
    position = match.position if rng.random() < 0.95 else rng.randrange(match.number + 2)
    return "move", {"position": position, "move": game.format(match.state, move)}


def _offer(rng: Random, match: Match | None, player: int) -> tuple[str, dict[str, Any]]:
    to = rng.randrange(match.number + 2) if match is not None and rng.random() < 0.3 else None
    return "offer", {"kind": rng.choice(OFFERS), "to": to}


def _answer(rng: Random, match: Match | None, player: int) -> tuple[str, dict[str, Any]]:
    offers = [offer.number for offer in match.offers.values()] if match is not None else []
    number = rng.choice(offers) if offers else rng.randrange(20)
    if rng.random() < 0.2:
        return "withdraw", {"offer": number}
    return "answer", {"offer": number, "accept": rng.random() < 0.7}


def _rarely(rng: Random, match: Match | None, player: int) -> tuple[str, dict[str, Any]]:
    """Commands that end matches or legs, or usually have no effect."""
    tag = rng.choice(
        ("resign", "resign", "leave", "claim", "claim", "rematch", "close_rematch", "leave_seat", "take_seat",
         "analyse", "analyse", "show_line", "close_analysis")
    )  # fmt: skip
    if tag == "show_line":
        plies = match.history[-rng.randrange(1, 4) :] if match is not None else ()
        moves = [ply.notation or "?" for ply in plies[1:]]
        return tag, {"after": plies[0].event.number if plies else 1, "moves": moves, "at": rng.randint(-1, 3)}
    if tag == "resign":
        return tag, {"match": rng.random() < 0.3}
    return tag, {"what": rng.choice(CLAIMS)} if tag == "claim" else {}


def _ready(rng: Random, match: Match | None, player: int) -> tuple[str, dict[str, Any]]:
    return "ready", {}


def _look(rng: Random, match: Match | None, player: int) -> tuple[str, dict[str, Any]]:
    """Watch from elsewhere, stop watching, or chat."""
    tag = rng.choice(("watch", "watch", "unwatch", "say")) if player else "watch"  # the first one keeps watching
    if tag == "say":
        return tag, {"room": rng.choice(("table", "spectators")), "text": "well played"}
    return tag, {
        "after": len(match.history) if match is not None and rng.random() < 0.5 else 0
    } if tag == "watch" else {}


ACTS: tuple[Act, ...] = (*[_move] * 12, *[_offer] * 4, *[_answer] * 4, *[_ready] * 3, *[_look] * 2, _rarely)


async def insider(all: Attackers, line: Line, rng: Random, most: int) -> None:
    """Run an attack by two; the second connection belongs to the first."""
    if not await all.enter(line, rng):
        return
    try:
        async with (
            lined(all.target, line.number + SECOND, "insider", all.tally) as other,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(other.read)
            if await all.enter(other, rng):
                await Insiders(all, (line, other), rng).play(most)
                if rng.random() < 0.3:
                    other.reset()
            nursery.cancel_scope.cancel()
    except TurnedAway:
        return
