"""A match at one screen, of two people or with computer players: without a server, and with this computer's dice."""

import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from client_qt.table.change import Change
from client_qt.table.model import TableModel
from netgame.errors import RulesError
from netgame.game import Game
from netgame.match import HOST, Match, Refused, act, new_match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play, Resign, Sit, Tick, WithdrawOffer
from netgame.match.create import created_event
from netgame.match.events import Event, Moved, OfferKind, OptionValue, Player, Started, TakenBack
from netgame.match.state import other
from netgame.text import Text

PLAYERS: tuple[Player, Player] = (0, 1)
WATCHED_OFFERS: tuple[OfferKind, ...] = ("pause",)  # in a game between computer players
RollDice = Callable[[int, int], tuple[int, ...]]


def system_dice(count: int, sides: int) -> tuple[int, ...]:
    """Roll dice with the operating system's random numbers."""
    chance = random.SystemRandom()
    return tuple(chance.randint(1, sides) for _ in range(count))


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class LocalTable(TableModel):
    """A match at one screen. It decides offers itself, but leaves a draw or the end of a battle to a computer player.

    `key` identifies the match. `mine` are the people; the others are computer players, and `client_qt.computer` plays
    for them.
    """

    is_local = True
    offer_kinds: tuple[OfferKind, ...] = ("take_back", "abort", "count")

    def __init__(
        self,
        log: Sequence[Event],
        match: Match,
        names: tuple[str, str],
        roll: RollDice = system_dice,
        now: Callable[[], int] = wall_ms,
        computers: tuple[str, str] = ("", ""),
    ) -> None:
        """Continue a match: its log and the result of it. `names` and `computers` are for free seats; a computer is
        empty for a person."""
        assert match.ended is None, "a finished match does not go on"
        super().__init__()
        self.key = secrets.token_hex(8)
        self._roll, self._now = roll, now
        self.undone: list[str] = []  # the moves that were taken back, the last one first
        self.match, self.log = match, list(log)
        for player in PLAYERS:
            if match.phase == "open" and match.seats[player] is None:
                self._act(Sit(player, "", names[player], computer=computers[player]), HOST)
        self.mine = frozenset(player for player in PLAYERS if not self.computer_of(player))
        if not self.mine:
            self.offer_kinds = WATCHED_OFFERS
        if match.phase == "playing":  # a roll may be due, or the end of a leg that the log does not have yet
            self._act(Tick(), HOST)

    @classmethod
    def new(
        cls,
        game: type[Game[Any, Any]],
        options: Mapping[str, OptionValue],
        names: tuple[str, str],
        roll: RollDice = system_dice,
        now: Callable[[], int] = wall_ms,
        position: str | None = None,
        computers: tuple[str, str] = ("", ""),
    ) -> Self:
        """Begin a match. `MatchError` for options or a position that the game does not take."""
        created = created_event(game(**options), at=now(), title=game.title, position=position)
        return cls([created], new_match(created, {game.key: game}), names, roll, now, computers)

    @property
    def shared_screen(self) -> bool:  # type: ignore[override]
        return len(self.mine) == 2

    def go_back(self, log: Sequence[Event], match: Match) -> None:
        """Go back to an earlier state: the beginning of the log and the match after it."""
        assert self.match is not None
        self.undone += moves_after(self.match, match)
        self.match, self.log = match, list(log)
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
        self.offer_kinds = type(self).offer_kinds
        self.changed.emit(Change.MATCH)

    def set_thinking(self, player: Player, thinking: bool, getting_faster: bool = False) -> None:
        """Note whether a computer player thinks, and whether its engine is getting faster meanwhile."""
        now = self.thinking | {player} if thinking else self.thinking - {player}
        if now != self.thinking:
            self.thinking, self.getting_faster = now, getting_faster
            self.changed.emit(Change.THINKING)

    def resign(self, match: bool) -> None:
        self._act(Resign(match), self.actor)

    def offer(self, kind: OfferKind, to: int | None = None) -> None:
        """Make an offer. All but a draw or the end of a battle against a computer player is accepted at once."""
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
        """Say for the people that they are ready; where none plays, for the computer players."""
        for player in sorted(self.mine or PLAYERS):
            if self.match is not None and player not in self.match.ready:
                self._act(MakeReady(), player)

    def _act(self, command: Command, by: Player | None) -> bool:
        why_not = self._try(command, by)
        if why_not is not None:
            self.refused.emit(why_not)
        return why_not is None

    def _try(self, command: Command, by: Player | None) -> Text | None:
        """Carry out a command; return why it is refused. Another move than the one taken back ends the redo."""
        assert self.match is not None
        try:
            outcome = act(self.match, command, by, self._now(), self._roll)
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
        self.changed.emit(Change.MATCH)
        for event in events:
            self.event_added.emit(event)
        return None


def moves_after(later: Match, earlier: Match | None) -> list[str]:
    """Return the moves of a match that an earlier state of it does not have, the last one first."""
    kept = len(earlier.history) if earlier is not None else 0
    return [step.notation for step in reversed(later.history[kept:]) if isinstance(step.event, Moved)]
