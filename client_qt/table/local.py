"""A match at one screen, of two people or with computer players: without a server, and with this computer's dice."""

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from PySide6.QtCore import QTimer

from client_qt.table.change import Change
from client_qt.table.local_time import LocalTime
from client_qt.table.model import TableModel
from netgame.errors import RulesError
from netgame.game import Game
from netgame.match import HOST, Match, Refused, act, new_match, wakes_at
from netgame.match.commands import (
    AnswerOffer,
    Command,
    MakeOffer,
    MakeReady,
    Pause,
    Play,
    Resign,
    Resume,
    Sit,
    Tick,
    WithdrawOffer,
)
from netgame.match.create import created_event
from netgame.match.events import Event, Moved, OfferKind, OptionValue, Player, Started, TakenBack
from netgame.match.state import other
from netgame.text import Text

PLAYERS: tuple[Player, Player] = (0, 1)
TICK_MS = 1_000  # at most, while a clock runs
RollDice = Callable[[int, int], tuple[int, ...]]


def system_dice(count: int, sides: int) -> tuple[int, ...]:
    """Roll dice with the operating system's random numbers."""
    chance = random.SystemRandom()
    return tuple(chance.randint(1, sides) for _ in range(count))


class LocalTable(TableModel):
    """A match at one screen. It decides offers itself, but leaves a draw or the end of a battle to a computer player.

    `key` identifies the match, and names its file. `mine` are the people; the others are computer players, and
    `client_qt.computer` plays for them. While a clock runs, a timer lets flags fall, and a sleep of this computer
    pauses the match. The clock of a computer player runs only while it thinks.
    """

    is_local = True

    def __init__(
        self,
        log: Sequence[Event],
        match: Match,
        names: tuple[str, str],
        roll: RollDice = system_dice,
        time: LocalTime | None = None,
        computers: tuple[str, str] = ("", ""),
    ) -> None:
        """Continue a match: its log and the result of it. `names` and `computers` are for free seats; a computer is
        empty for a person. A match with a running clock is paused as of its last event."""
        super().__init__()
        self.key = f"{log[0].at}-{secrets.token_hex(3)}"
        self._roll, self._time = roll, time or LocalTime()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.tick)
        self.undone: list[str] = []  # the moves that were taken back, the last one first
        self.match, self.log = match, list(log)
        self._time.reach(match.at)
        for player in PLAYERS:
            if match.phase == "open" and match.seats[player] is None:
                self._act(Sit(player, "", names[player], computer=computers[player]), HOST)
        self.mine = frozenset(player for player in PLAYERS if not self.computer_of(player))
        self._stop_clocks_of(match)
        if match.phase == "playing":  # a roll may be due, or the end of a leg that the log does not have yet
            self._act(Tick(), HOST)
        self._keep_time()

    @classmethod
    def new(
        cls,
        game: type[Game[Any, Any]],
        options: Mapping[str, OptionValue],
        names: tuple[str, str],
        roll: RollDice = system_dice,
        time: LocalTime | None = None,
        position: str | None = None,
        computers: tuple[str, str] = ("", ""),
        clock: str = "none",
    ) -> Self:
        """Begin a match. `MatchError` for options, a position or a clock that the game does not take."""
        time = time or LocalTime()
        created = created_event(game(**options), at=time.now(), title=game.title, position=position, clock=clock)
        return cls([created], new_match(created, {game.key: game}), names, roll, time, computers)

    @property
    def shared_screen(self) -> bool:  # type: ignore[override]
        return len(self.mine) == 2

    @property
    def offer_kinds(self) -> tuple[OfferKind, ...]:  # type: ignore[override]
        """A pause is for clocks, and for a game between computer players."""
        has_clocks = self.match is not None and self.match.created.clock != "none"
        acting: tuple[OfferKind, ...] = ("take_back", "abort", "count") if self.mine else ()
        return (*acting, "pause") if has_clocks or not self.mine else acting

    def now(self) -> int:
        """The time of the clocks."""
        return self._time.now()

    def pause(self) -> None:
        """Stop the clocks until a player goes on, for example because the window shows something else."""
        if self._running is not None:
            self._act(Pause("restart"), HOST)

    def tick(self) -> None:
        """Do what time causes: a pause if this computer has slept, or the fall of a flag."""
        wakes = wakes_at(self.match) if self.match is not None and self._running is not None else None
        if not self._pause_after_sleep() and wakes is not None and self.now() >= wakes:
            self._act(Tick(), HOST)
        self._keep_time()

    @property
    def _running(self) -> Player | None:
        """The player whose clock runs."""
        match = self.match
        return match.clocks.running if match is not None and match.clocks is not None else None

    def _keep_time(self) -> None:
        """Let the time go on for the player whose clock runs, or stand still, and set the timer."""
        match, running = self.match, self._running
        acts = running in self.mine or running in self.thinking
        self._time.set_pace("wall" if running is None else "steady" if acts else "still")
        wakes = wakes_at(match) if match is not None and running is not None and acts else None
        if wakes is None:
            self._timer.stop()
        else:
            self._timer.start(max(0, min(TICK_MS, wakes - self.now())))

    def _pause_after_sleep(self) -> bool:
        asleep_at = self._time.gap()
        if asleep_at is not None:
            self._carry_out(Pause("restart"), HOST, asleep_at)
        return asleep_at is not None

    def _stop_clocks_of(self, match: Match) -> None:
        """Pause a match from a log as of its last event: nothing shows how long a clock ran after it."""
        if match.clocks is not None and match.clocks.running is not None:
            self._carry_out(Pause("restart"), HOST, match.at)

    def go_back(self, log: Sequence[Event], match: Match) -> None:
        """Go back to an earlier state: the beginning of the log and the match after it."""
        assert self.match is not None
        self.undone += moves_after(self.match, match)
        self.match, self.log = match, list(log)
        self._stop_clocks_of(match)
        self._keep_time()
        self.changed.emit(Change.MATCH)

    def play(self, move: Any) -> None:
        if self.match is not None and self.to_move in self.mine:
            self._play(self.match.game.format(self.match.state, move))

    def redo(self) -> None:
        if self.can_redo:
            self._play(self.undone[-1])

    @property
    def can_redo(self) -> bool:
        return bool(self.undone) and self.can_move

    def _play(self, move: str) -> None:
        match, player = self.match, self.to_move
        if match is not None and player is not None:
            self._act(Play(match.position, move), player)

    def act_for_computer(self, player: Player, command: Command) -> Text | None:
        """Carry out a command of a computer player. Return why the rules refuse it."""
        assert self.computer_of(player), "people act by the other methods"
        return self._try(command, player)

    def take_over(self, player: Player) -> None:
        """Let the people at this screen move for a computer player that this program does not have."""
        self.mine |= {player}
        self._keep_time()
        self.changed.emit(Change.MATCH)

    def set_thinking(self, player: Player, thinking: bool, getting_faster: bool = False) -> None:
        """Note whether a computer player thinks, and whether its engine is getting faster meanwhile."""
        now = self.thinking | {player} if thinking else self.thinking - {player}
        if now != self.thinking:
            self.thinking, self.getting_faster = now, getting_faster
            self._keep_time()
            self.changed.emit(Change.THINKING)

    def resign(self, match: bool) -> None:
        self._act(Resign(match), self.actor)

    def offer(self, kind: OfferKind, to: int | None = None) -> None:
        """Make an offer. All but a draw or the end of a battle against a computer player is accepted at once."""
        if kind == "pause":
            self._act(Pause("restart"), HOST)
            return
        match, player = self.match, self.offerer(kind, to)
        if match is None or player is None or not self._act(MakeOffer(kind, to), player):
            return
        if kind != "count" or other(player) in self.mine or not self.mine:
            for offer in tuple(self.match.offers.values() if self.match is not None else ()):
                self.answer(offer.number, accept=True)

    def offerer(self, kind: OfferKind, to: int | None = None) -> Player | None:
        if kind == "take_back":
            return self._mover(to)
        return self.actor if self.actor is not None else 0

    def _mover(self, to: int | None) -> Player | None:
        """Return the player of that move of the leg, or of the last one of a person."""
        for step in reversed(self.steps()):
            if isinstance(step.event, Started):
                return None
            if isinstance(step.event, Moved) and step.event.player in self.mine and to in (None, step.event.number):
                return step.event.player
        return None

    def answer(self, offer: int, accept: bool) -> None:
        assert self.match is not None
        self._act(AnswerOffer(offer, accept), other(self.match.offers[offer].player))

    def withdraw(self, offer: int) -> None:
        assert self.match is not None
        self._act(WithdrawOffer(offer), self.match.offers[offer].player)

    def ready(self) -> None:
        """Go on after a pause; else say that the people are ready, or where none plays the computer players."""
        if self.match is not None and self.match.paused is not None:
            self._act(Resume(), HOST)
            return
        for player in sorted(self.mine or PLAYERS):
            if self.match is not None and player not in self.match.ready:
                self._act(MakeReady(), player)

    def _act(self, command: Command, by: Player | None) -> bool:
        why_not = self._try(command, by)
        if why_not is not None:
            self.refused.emit(why_not)
        return why_not is None

    def _try(self, command: Command, by: Player | None) -> Text | None:
        """Carry out a command now; return why it is refused."""
        self._pause_after_sleep()
        return self._carry_out(command, by, self.now())

    def _carry_out(self, command: Command, by: Player | None, at: int) -> Text | None:
        """Carry out a command. Another move than the one taken back ends the redo."""
        assert self.match is not None
        try:
            outcome = act(self.match, command, by, at, self._roll)
        except RulesError as error:
            return error.text
        if isinstance(outcome, Refused):
            return outcome.text
        events, after = outcome
        if isinstance(command, Play):
            self.undone = self.undone[:-1] if self.undone[-1:] == [command.move] else []
        elif any(isinstance(event, TakenBack) for event in events):
            self.undone += moves_after(self.match, after)
        self.match = after
        self.log += events
        self._keep_time()
        self.changed.emit(Change.MATCH)
        for event in events:
            self.event_added.emit(event)
        return None


def moves_after(later: Match, earlier: Match | None) -> list[str]:
    """Return the moves of a match that an earlier state of it does not have, the last one first."""
    kept = len(earlier.history) if earlier is not None else 0
    return [step.notation for step in reversed(later.history[kept:]) if isinstance(step.event, Moved)]
