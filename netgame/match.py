"""A match as a value: `decide` says what a command makes happen, `evolve` folds what happened, `act` does both.

A player is 0 or 1 for the whole match, a seat is the side in one leg; `seat_of` and `player_of` alone convert them.
The host decides and evolves, everybody else only evolves.
"""

from collections.abc import Callable
from dataclasses import dataclass

from netgame.due import due, leg_end, match_end
from netgame.errors import IllegalMove, NotationError
from netgame.events import (
    AnswerOffer,
    Command,
    Event,
    MakeOffer,
    MakeReady,
    Moved,
    OfferClosed,
    Offered,
    OfferKind,
    OfferOutcome,
    Play,
    Player,
    Ready,
    Resign,
    Rolled,
    Seated,
    Sit,
    Stand,
    Started,
    Throw,
    Tick,
    Unseated,
    WithdrawOffer,
)
from netgame.facts import Games, Match, MatchError, Misfit, Phase, Step, name_of, player_of, seat_of, to_act, write_dice
from netgame.fold import READY_WAIT_MS, evolve, fold, may_start, new_match, replay
from netgame.game import ToRoll
from netgame.text import Text

__all__ = [
    "HOST",
    "READY_WAIT_MS",
    "Games",
    "Match",
    "MatchError",
    "Phase",
    "Refused",
    "Step",
    "act",
    "decide",
    "evolve",
    "name_of",
    "new_match",
    "player_of",
    "replay",
    "seat_of",
    "to_act",
    "waiting_for_roll",
    "write_dice",
]

HOST: None = None  # `by` of the commands that only the host gives: Sit, Throw, Tick
_BY_HOST = (Sit, Throw, Tick)
Dice = Callable[[int, int], tuple[int, ...]]  # (count, sides) -> as they fell


@dataclass(frozen=True)
class Refused:
    """A command that was not taken; nothing changed. `position` is the current one where the command was stale."""

    code: str
    text: Text
    position: int | None = None


def decide(match: Match, command: Command, by: Player | None, now: int) -> tuple[Event, ...] | Refused:
    """The events that a command makes happen, in order, as one append: none, some, or why it is refused."""
    decided = _decided(match, command, by, now)
    return decided if isinstance(decided, Refused) else tuple(decided.events)


def act(
    match: Match, command: Command, by: Player | None, now: int, roll: Dice
) -> tuple[tuple[Event, ...], Match] | Refused:
    """Decide and fold, and throw the host's dice for as long as a roll is due: one append, and the match after it."""
    decided = _decided(match, command, by, now)
    if isinstance(decided, Refused):
        return decided
    while wanted := waiting_for_roll(decided.match):
        decided.do(Throw(roll(wanted.count, wanted.sides)), HOST)
    return tuple(decided.events), decided.match


def waiting_for_roll(match: Match) -> ToRoll | None:
    """The roll that the host has to throw now."""
    return match.turn if match.phase == "playing" and isinstance(match.turn, ToRoll) else None


def _decided(match: Match, command: Command, by: Player | None, now: int) -> "_Append | Refused":
    append = _Append(match, max(now, match.at))
    try:
        _check_authority(match, command, by)
        append.settle()
        append.do(command, by)
    except Misfit as exc:
        return Refused(exc.code, exc.text, match.position if exc.code == "stale" else None)
    except NotationError as exc:
        return Refused("notation", exc.text)
    except IllegalMove as exc:
        return Refused("illegal", exc.text)
    return append


def _check_authority(match: Match, command: Command, by: Player | None) -> None:
    if match.ended:
        raise Misfit("over", "the match is over")
    if isinstance(command, _BY_HOST):
        if by is not HOST:
            raise Misfit("host_only", "only the host of the table can do that")
    elif by not in (0, 1) or match.seats[by] is None:
        raise Misfit("no_seat", "you have no seat at this table")


class _Append:
    """The events of one command while they are found, and the match after them. The fold refuses what does not fit."""

    def __init__(self, match: Match, at: int) -> None:
        self.match = match
        self.at = at
        self.events: list[Event] = []

    @property
    def next(self) -> int:
        return self.match.number + 1

    def add(self, event: Event) -> None:
        self.match = fold(self.match, event)
        self.events.append(event)

    def settle(self) -> None:
        """Add what follows by itself."""
        while event := due(self.match, self.at):
            self.add(event)

    def do(self, command: Command, by: Player | None) -> None:
        """Add what the command makes happen, and what follows."""
        match command:
            case Sit(player, account, name):
                self.add(Seated(number=self.next, at=self.at, player=player, account=account, name=name))
            case Throw(dice):
                self._throw(dice)
            case Tick():
                if may_start(self.match, self.at):
                    self.add(Started(number=self.next, at=self.at, leg=self.match.leg + 1))
            case _:
                assert by is not None, "checked before"
                self._do_of_player(command, by)
        self.settle()

    def _do_of_player(
        self,
        command: Command,
        by: Player,
    ) -> None:
        match command:
            case Play(position, move):
                self._play(by, position, move)
            case Resign(match=whole):
                self._resign(by, whole)
            case MakeOffer(kind):
                self._offer(by, kind)
            case AnswerOffer(offer, accept):
                self._answer(by, offer, accept)
            case WithdrawOffer(offer):
                self._withdraw(by, offer)
            case MakeReady():
                self.add(Ready(number=self.next, at=self.at, player=by))
            case Stand():
                self.add(Unseated(number=self.next, at=self.at, player=by))
            case _:
                raise Misfit("unknown_command", "nothing of that kind can be done here")

    def _throw(self, dice: tuple[int, ...]) -> None:
        player = to_act(self.match)
        if player is None or waiting_for_roll(self.match) is None:
            raise Misfit("no_roll", "no roll of the dice is due")
        self.add(Rolled(number=self.next, at=self.at, player=player, index=self.match.rolls, dice=dice))

    def _play(self, by: Player, position: int, text: str) -> None:
        if position != self.match.position:
            raise Misfit("stale", "the board has changed since; the move was made for an earlier position")
        before = self.match
        event = Moved(number=self.next, at=self.at, player=by, move=text)
        after = fold(before, event)
        # the log holds the notation as the rules page writes it, however the player spelt it
        written = before.game.format(before.state, after.history[-1].move)
        if written == text:
            self.match = after
            self.events.append(event)
        else:
            self.add(Moved(number=event.number, at=self.at, player=by, move=written))

    def _resign(self, by: Player, whole: bool) -> None:
        match self.match.phase:
            case "playing":
                self.add(leg_end(self.match, self.at, "resigned", by))
            case "open":
                raise Misfit("not_started", "the match has not started yet")
            case "between" if not whole:
                raise Misfit("between_legs", "the leg is over already; what can be given up now is the match")
        if whole:
            self.add(match_end(self.match, self.at, by))

    def _offer(self, by: Player, kind: OfferKind) -> None:
        crossing = [o.number for o in self.match.offers.values() if o.kind == kind and o.player != by]
        if crossing:
            # both want the same of the same board, for any move would have closed the other's offer
            self._close(crossing[0], "accepted")
        else:
            self.add(Offered(number=self.next, at=self.at, player=by, kind=kind))

    def _answer(self, by: Player, offer: int, accept: bool) -> None:
        opened = self.match.offers.get(offer)
        if opened and opened.player == by:
            raise Misfit("own_offer", "that is your own offer; the other side answers it")
        self._close(offer, "accepted" if accept else "declined")

    def _withdraw(self, by: Player, offer: int) -> None:
        opened = self.match.offers.get(offer)
        if opened and opened.player != by:
            raise Misfit("not_your_offer", "only who made an offer can withdraw it")
        self._close(offer, "withdrawn")

    def _close(self, offer: int, outcome: OfferOutcome) -> None:
        self.add(OfferClosed(number=self.next, at=self.at, offer=offer, outcome=outcome))
