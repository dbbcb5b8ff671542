"""A computer player at one table: it follows the match and acts, with an engine of its own."""

import logging
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Protocol

import trio

from netgame.game import IllegalMove, NotationError
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, Play, Resign
from netgame.match.events import Created, Event, Player
from netgame.match.seats import computer_text
from netgame.match.state import MatchError, OtherPosition
from netgame.players.dice_links import DiceLinks, LogForked
from netgame.players.manners import Think, next_step, thinking_ms, transcript
from netgame.text import Text
from protocol import messages as m
from protocol.client import Session
from protocol.engine import Choice, Engine, EngineError, Limit, open_engine
from protocol.errors import Refusal
from server.computer.dice import TableMessage, link_message
from server.errors import leaves

log = logging.getLogger(__name__)

PACE_S = 0.5
HURRY_MS = 10_000  # with less on its clock it does not wait for people to follow
REMATCH_WAIT_S = 600.0  # for an offer, after the end
SEEDS = 1 << 32


class OpenEngine(Protocol):
    """Starts an engine, which ends with the context."""

    def __call__(self, command: Sequence[str], /) -> AbstractAsyncContextManager[Engine]: ...


@dataclass(frozen=True)
class EngineSettings:
    """An engine by its command, its level, and the least time of a move, so that people can follow.

    A level of None is the full strength of the engine.
    """

    command: Sequence[str]
    level: int | None = None
    pace_s: float = PACE_S
    open: OpenEngine = open_engine


def description(level: int | None, name: str = "") -> str:
    """Return what the log says of this player: "level 3", or the name of an engine that is not the built-in one."""
    return computer_text(name if level is None else f"{name} level {level}")


class ComputerSeat:
    """One table of a computer player. `receive` and its neighbours take the updates of the session; `play` acts."""

    def __init__(self, session: Session, table: str, settings: EngineSettings, dice: DiceLinks) -> None:
        self.table = table
        self.match: Match | None = None
        self.rematch = ""  # the table of the rematch that both players agreed on
        self.is_given_up = False  # its engine has failed, or its events cannot be read: playing on would repeat that
        self._session, self._settings, self._dice = session, settings, dice
        self._values: list[float] = []  # of the engine, in this leg
        self._leg = -1
        self._heard_at = 0.0  # when the last event came, on trio's clock
        self._rematch_offers: tuple[bool | None, bool | None] = (None, None)
        self._present = (True, True)
        self._over: Text | None = None  # why this table cannot be followed any longer
        self._misfit: MatchError | None = None  # an event that does not fit the rules of this program
        self._changed = trio.Event()

    # ---- updates of the session

    def restart(self) -> None:
        """Forget the match; all its events follow."""
        self.match = None

    def receive(self, events: Sequence[Event]) -> None:
        """Take over events, unless an earlier one did not fit."""
        if self._misfit is not None:
            return
        self._heard_at = trio.current_time()
        self._dice.follow(self.table, events)
        try:
            for event in events:
                if self.match is not None:
                    self.match = evolve(self.match, event)
                elif isinstance(event, Created):
                    self.match = new_match(event, GAMES)
        except MatchError as error:
            self._misfit, self._over = error, Text(str(error))
        self._notice()

    def set_present(self, present: tuple[bool, bool]) -> None:
        """Note which players are online."""
        self._present = present
        self._notice()

    def set_rematch(self, state: m.RematchState) -> None:
        """Note the offers of a rematch, or its table."""
        self._rematch_offers, self.rematch = state.offers, state.made or self.rematch
        self._notice()

    def end(self, reason: Text) -> None:
        """Stop following the table."""
        self._over, self.is_given_up = reason, True
        self._notice()

    def _notice(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    # ---- acting

    @property
    def player(self) -> Player | None:
        """The player of the own seat."""
        assert self._session.signed_in is not None, "events come after signing in"
        seats = self.match.seats if self.match is not None else (None, None)
        own = (seat is not None and seat.account == self._session.signed_in.account for seat in seats)
        return next((player for player, is_own in zip(PLAYERS, own, strict=True) if is_own), None)

    @property
    def is_playing(self) -> bool:
        """Whether the match is not over."""
        return self._over is None and (self.match is None or self.match.ended is None)

    async def play(self) -> None:
        """Play until the match is over, and answer offers of a rematch as long as the opponent is online.

        If an event does not fit the rules of this program, report it and fetch the log once more; then resign.
        """
        await self._play_to_end()
        if self._misfit is not None and self._misfit.number > 1:
            await self._report(self._misfit)
            self._misfit = self._over = self.match = None
            await self._session.watch_again(self.table)
            await self._play_to_end()
        if self._misfit is not None:
            await self._give_up(Text(str(self._misfit)))
        elif self._over is None:
            await self._wait_for_rematch()

    async def _play_to_end(self) -> None:
        try:
            while self.is_playing and self.player is None:
                await self._changed.wait()
            if self.is_playing:
                await self._play()
        except* EngineError as group:
            await self._give_up(next(error.text for error in leaves(group)))
        except* LogForked as group:
            self.end(next(error.text for error in leaves(group)))
        except* OSError as group:
            reason = "; ".join(error.strerror or str(error) for error in leaves(group))
            self.end(Text("This computer cannot keep the notes for its dice: {reason}", {"reason": reason}))

    async def _play(self) -> None:
        async with self._settings.open(self._settings.command) as engine:
            while self.is_playing:
                match, player = self.match, self.player
                if match is None:
                    await self._changed.wait()
                    continue
                if player is None:  # it lost its seat before the start
                    return
                await engine.set_game(match.game.key, match.created.options)
                if match.leg != self._leg:
                    self._leg, self._values = match.leg, []
                step = self._dice.command(self.table, match, player) or next_step(match, player, self._values)
                if isinstance(step, Think):
                    await self._move(engine, match, player)
                elif step is None or not await self._send(self._message(step, match, player), match):
                    await self._change_of(match)

    async def _move(self, engine: Engine, match: Match, player: Player) -> None:
        """Choose a move and send it, unless the match changes meanwhile."""
        choice = await self._think(engine, match, player)
        if choice is None:
            return
        self._values += [choice.value] if choice.value is not None else []
        try:
            match.game.check(match.state, match.game.parse(match.state, choice.move))
        except (IllegalMove, NotationError) as error:
            raise EngineError(error.text) from error
        move = match.game.format(match.state, match.game.parse(match.state, choice.move))  # as the log has it
        step = Play(match.position, move, link=self._dice.for_move(self.table, match, player, move))
        if not await self._send(self._message(step, match, player), match):
            await self._change_of(match)

    async def _think(self, engine: Engine, match: Match, player: Player) -> Choice | None:
        wanted, found = _decision_key(match), None
        at = match.at + int((trio.current_time() - self._heard_at) * 1000)
        clocks = match.clocks
        pace_s = 0.0 if clocks is not None and clocks.read(at)[player] < HURRY_MS else self._settings.pace_s
        earliest = trio.current_time() + pace_s
        seed = (match.created.at * 1000 + match.number) % SEEDS
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._cancel_after_change, wanted, nursery.cancel_scope)
            await engine.set_position(*transcript(match))
            choice = await engine.choose(
                Limit(level=self._settings.level, ms=thinking_ms(match, player, at), seed=seed)
            )
            await trio.sleep_until(earliest)
            found = choice
            nursery.cancel_scope.cancel()
        return found if self.match is not None and _decision_key(self.match) == wanted else None

    async def _cancel_after_change(self, wanted: tuple[object, ...], scope: trio.CancelScope) -> None:
        while self.match is not None and self._over is None and _decision_key(self.match) == wanted:
            await self._changed.wait()
        scope.cancel()

    def _message(self, step: Command, match: Match, player: Player) -> TableMessage:
        """Return the message of a command of a computer player, with its signature."""
        kind, fields = _message(step)
        return kind, fields | self._dice.logs.signature(self.table, match, player, step)

    async def _send(self, message: TableMessage, match: Match) -> bool:
        """Send a command and wait for its events. Return False if the server refuses it."""
        kind, values = message
        try:
            done = await self._session.command(self.table, kind, **values)
        except Refusal as refusal:
            log.info("table %s: %s refused: %s", self.table, kind.__name__, refusal)
            return False
        while self._over is None and self.match is not None and self.match.number < max(done.number, match.number + 1):
            await self._changed.wait()
        return True

    async def _change_of(self, match: Match) -> None:
        while self.match is match and self._over is None:
            await self._changed.wait()

    async def _report(self, misfit: MatchError) -> None:
        """Tell the server that this program cannot follow the match."""
        cause = misfit.__cause__
        stated, computed = (cause.stated, cause.computed) if isinstance(cause, OtherPosition) else (b"", b"")
        report = m.ReportPosition(table=self.table, number=misfit.number, stated=stated, computed=computed)
        with suppress(Refusal):  # of an older server, for example
            await self._session.request_with_retry(report, m.Done)

    async def _give_up(self, reason: Text) -> None:
        """Say why, and resign the match."""
        self.is_given_up = True
        log.error("table %s: %s", self.table, reason)
        try:
            await self._session.say("table", self.table, f"{reason}"[: m.MAX_CHAT])
        except Refusal as refusal:
            log.info("table %s: the reason cannot be said: %s", self.table, refusal)
        match = self.match
        if self._misfit is not None:
            await self._leave_unknown_match()
        elif match is not None and match.ended is None and self.player is not None:
            resignation = self._message(Resign(match=True), match, self.player)
            await self._send((m.LeaveSeat, {}) if match.phase == "open" else resignation, match)

    async def _leave_unknown_match(self) -> None:
        """Leave the seat, or resign a match that has started. Do nothing if it is over."""
        for kind, values in ((m.LeaveSeat, {}), (m.SendResign, {"match": True})):
            with suppress(Refusal):
                await self._session.command(self.table, kind, **values)
                return

    async def _wait_for_rematch(self) -> None:
        """Accept an offer of the opponent. Return when there is a rematch, or when none is to be expected."""
        player = self.player
        with trio.move_on_after(REMATCH_WAIT_S):
            while player is not None and not self.rematch and self._over is None and self._present[1 - player]:
                changed = self._changed
                offer = self._rematch_offers[1 - player]
                if offer is not None:
                    self._rematch_offers = (None, None)
                    try:
                        done = await self._session.command(self.table, m.Rematch, swap=offer)
                    except Refusal as refusal:
                        log.info("table %s: no rematch: %s", self.table, refusal)
                        continue
                    self.rematch = done.table if done.table != self.table else self.rematch
                    continue
                await changed.wait()


PLAYERS: tuple[Player, Player] = (0, 1)


def _message(step: Command) -> TableMessage:
    """Return the message for a command of a computer player."""
    if (message := link_message(step)) is not None:
        return message
    match step:
        case Play(position=position, move=move, link=link):
            return m.SendMove, {"position": position, "move": move, "link": link}
        case MakeReady():
            return m.ReadyUp, {}
        case AnswerOffer(offer, accept):
            return m.SendAnswer, {"offer": offer, "accept": accept}
        case MakeOffer(kind, to):
            return m.SendOffer, {"kind": kind, "to": to}
        case Resign(match=whole):
            return m.SendResign, {"match": whole}
    raise AssertionError(f"{step} is none of the commands of a computer player")


def _decision_key(match: Match) -> tuple[object, ...]:
    """Return what a move is chosen for; an offer interrupts it."""
    return match.position, match.leg, match.phase, match.paused, tuple(match.offers)
