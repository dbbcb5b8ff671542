"""Tables in all states beside the moves, for screenshots and for tests that click there."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from client_qt.board.sample_positions import random_move
from client_qt.table.commands import Command
from client_qt.table.model import Result
from client_qt.table.remote import RemoteTable
from client_qt.table.server_time import ServerTime
from devtools.screenshots.staged import NAMES, Story
from netgame.game import ToRoll
from netgame.games import GAMES
from netgame.match import HOST, act
from netgame.match.commands import AnswerOffer, Leave, MakeOffer, MakeReady, MarkAbsent, Pause, Play, Resign, Sit, Tick
from netgame.match.create import created_event, new_match
from netgame.match.events import Player
from netgame.match.state import to_act
from protocol.messages import ChatLine, RematchState

BATTLES = next(key for key, kind in GAMES.items() if kind().legs > 1)
DICE = next(key for key, kind in GAMES.items() if isinstance(kind().turn(kind().start()), ToRoll))
START_MS = 1_700_000_000_000


@dataclass
class Watch:
    """A manual clock."""

    ms: int = 0

    def __call__(self) -> int:
        return self.ms


@dataclass
class Staged:
    """A match at a server with a manual clock. `sent` are the requests of a window."""

    game: str = BATTLES
    clock: str = "fischer 300+5"
    absence: str = "forfeit 60"
    more: dict[str, Any] = field(default_factory=dict)
    seed: int = 4

    def __post_init__(self) -> None:
        game = GAMES[self.game]()
        self.story = Story(self.game, {}, self.seed)
        created = created_event(game, at=START_MS, clock=self.clock, absence=self.absence, **self.more)
        self.story.events, self.story.match = [created], new_match(created, GAMES)
        self.now = START_MS
        self.watch = Watch()
        self.commands: list[Command] = []
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.tables: list[RemoteTable] = []

    def wait(self, ms: int) -> "Staged":
        """Let time pass at the server and in the windows."""
        self.now += ms
        self.watch.ms += ms
        return self

    def do(self, command: Any, by: Player | None = HOST) -> "Staged":
        """Carry out a command and send its events to every window."""
        story = self.story
        outcome = act(story.match, command, by, self.now, story._roll)
        assert isinstance(outcome, tuple), outcome
        events, story.match = outcome
        story.events += events
        for table in self.tables:
            table.apply_events(events)
        return self

    def start(self, ready: bool = True) -> "Staged":
        self.do(Sit(0, NAMES[0], NAMES[0], ready))
        return self.do(Sit(1, NAMES[1], NAMES[1], ready))

    def play(self, turns: int, each_ms: int = 4000) -> "Staged":
        """Play random turns, each after that time."""
        for _ in range(turns):
            match = self.story.match
            self.wait(each_ms)
            move = random_move(match.game, match.state, self.story.chance)
            by = self.mover()
            self.do(Play(match.position, match.game.format(match.state, move)), by)
        return self

    def mover(self) -> Player:
        """Return the player to move."""
        mover = to_act(self.story.match)
        assert mover is not None
        return mover

    def seen_by(self, name: str) -> RemoteTable:
        """Return the table in the window of a player or spectator."""
        table = RemoteTable("pictures", name, self._send, time=ServerTime(self.watch))
        table.set_status("online", name)
        table.apply_events(tuple(self.story.events))
        table.set_presence((True, True), now=self.now)
        self.tables.append(table)
        return table

    def _send(self, command: Command) -> None:
        self.commands.append(command)
        self.sent.append((command.message.__name__, dict(command.fields)))


ME: Player = 1


def clocks() -> RemoteTable:
    """Both clocks, the other one's goes."""
    return Staged().start().play(9).wait(21_000).seen_by(NAMES[ME])


def low_time() -> RemoteTable:
    """The own clock goes and is nearly out."""
    staged = Staged(clock="sudden 60").start().play(3, 200)
    return staged.wait(60_000 - 12_300).seen_by(NAMES[ME])


def periods() -> RemoteTable:
    """Byo-yomi, in the periods already."""
    return Staged(clock="byoyomi 20+3x30").start().play(3, 1000).play(4, 14_000).wait(5000).seen_by(NAMES[ME])


def first_move() -> RemoteTable:
    """The first move, free of charge, at a clock of days."""
    return Staged(clock="days 3").start().wait(7000).seen_by(NAMES[ME])


def offers() -> RemoteTable:
    """Three offers at once: two of the other side, an own one."""
    staged = Staged().start().play(6)
    staged.do(MakeOffer("count"), 0).do(MakeOffer("pause"), 0).do(MakeOffer("more_time"), 1)
    return staged.seen_by(NAMES[ME])


def take_back() -> RemoteTable:
    """The other side asks for a move back."""
    return Staged().start().play(7).do(MakeOffer("take_back"), 0).seen_by(NAMES[ME])


def vacation() -> RemoteTable:
    """The other side is to move and on vacation."""
    staged = Staged(clock="days 3").start().play(6)
    if staged.mover() == ME:
        staged.play(1)
    table = staged.do(Pause("vacation")).seen_by(NAMES[ME])
    table.set_presence((False, True), ("left", ""), vacations=(staged.now + 9 * 86_400_000, 0))
    return table


def conditional() -> RemoteTable:
    """The other side is to move; two lines say what is answered."""
    staged = Staged(clock="days 3").start().play(6)
    table = staged.seen_by(NAMES[ME])
    match = staged.story.match
    moves = [match.game.format(match.state, move) for move in islice(match.game.moves(match.state), 2)]
    table.set_conditional(match.history.last.event.number, tuple((move, "TH7-H8", move, "TH8-H7") for move in moves))
    return table


def paused() -> RemoteTable:
    """A pause, after which the other side wants to go on."""
    staged = Staged().start().play(6).do(MakeOffer("pause"), 0)
    staged.do(AnswerOffer(staged.story.match.number, True), 1)
    return staged.do(MakeReady(), 0).seen_by(NAMES[ME])


def away() -> RemoteTable:
    """The other side lost its connection."""
    staged = Staged().start().play(6).do(MarkAbsent(0, "lost"), HOST).wait(8000)
    table = staged.seen_by(NAMES[ME])
    table.set_presence((False, True), ("lost", ""))
    return table


def claim() -> RemoteTable:
    """Return a table that the opponent left for too long."""
    staged = Staged().start().play(6).do(MarkAbsent(0, "left"), HOST).wait(61_000)
    table = staged.seen_by(NAMES[ME])
    table.set_presence((False, True), ("left", ""))
    return table


def readiness() -> RemoteTable:
    """Return a table where both players sit and one is ready."""
    return Staged().start(ready=False).do(MakeReady(), 0).seen_by(NAMES[ME])


def chat() -> RemoteTable:
    """Return a table with a chat and spectators."""
    table = Staged(more={"spectator_chat": True}).start().play(6).wait(3000).seen_by(NAMES[ME])
    table.set_presence((True, True), ("", ""), ("Bob", "Zoe"), 14)
    said = (("Ann", "You let that line grow again."), ("Mareike", "It was bait. Mostly."), ("Ann", "<b>Mostly!</b>"))
    table.add_messages(
        "table", [ChatLine(number=i, at=0, account=n, name=n, text=t) for i, (n, t) in enumerate(said, 1)]
    )
    table.add_messages("spectators", [ChatLine(number=1, at=0, account="Bob", name="Bob", text="The trolls are late.")])
    return table


def watching() -> RemoteTable:
    """Return a table as a spectator sees it."""
    table = Staged().start().play(6).wait(3000).seen_by("Bob")
    table.set_presence((True, True), ("", ""), ("Bob",), 1)
    table.add_messages("table", [ChatLine(number=1, at=0, account="Ann", name="Ann", text="Good luck!")])
    table.add_messages("spectators", [ChatLine(number=1, at=0, account="Zoe", name="Zoe", text="The trolls are late.")])
    return table


def rematch() -> RemoteTable:
    """Lost by time in a series; the other side wants another one."""
    staged = Staged(DICE, clock="sudden 60", more={"previous": "before", "score": (1, 0, 0)}).start().play(4, 500)
    table = staged.wait(200_000).do(Tick(), HOST).seen_by(NAMES[ME])
    table.set_rematch_offers(RematchState(table="", offers=(True, None)))
    table.results = (Result(table.now(), 0), Result(table.now(), None))
    return table


def over() -> RemoteTable:
    """Resigned, with nothing said yet about another one."""
    return Staged(DICE).start().play(6).do(Resign(match=True), 0).seen_by(NAMES[ME])


def left() -> RemoteTable:
    """The other side walked off."""
    staged = Staged().start().play(6).do(Leave(), 0)
    table = staged.seen_by(NAMES[ME])
    table.set_presence((False, True), ("left", ""))
    return table


TABLES: dict[str, Callable[[], RemoteTable]] = {
    "clocks": clocks, "low_time": low_time, "periods": periods, "first_move": first_move, "offers": offers,
    "take_back": take_back, "paused": paused, "vacation": vacation, "conditional": conditional, "away": away,
    "claim": claim, "readiness": readiness, "chat": chat, "watching": watching, "rematch": rematch, "over": over,
    "left": left,
}  # fmt: skip
