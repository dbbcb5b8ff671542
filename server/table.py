"""One table as a value that grows: what a command makes happen, and what happened. Sync, without network or disk."""

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from netgame.errors import RulesError
from netgame.events import (
    AnswerOffer,
    Command,
    Created,
    Event,
    MakeOffer,
    MakeReady,
    Play,
    Player,
    Resign,
    Sit,
    Stand,
    Tick,
    WithdrawOffer,
)
from netgame.match import HOST, READY_WAIT_MS, Games, Match, MatchError, Refused, act, evolve, new_match
from netgame.options import option_values
from netgame.text import Text
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.events import event_from_bytes, event_to_bytes
from server.accounts import is_seen, tidy
from server.store import Append, Row

Order = m.MakeTable | m.TableCommand | Tick  # what a table can be told to do
PLAYERS: Final[tuple[Player, Player]] = (0, 1)

_digest_of = msgspec.msgpack.Encoder(order="deterministic")


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody signed in."""

    account: str
    name: str


class Decision(msgspec.Struct, frozen=True):
    """What follows from an order: events to make durable first, the table after them, and the answer.

    The events go to everybody who watches. Without events nothing changes.
    """

    reply: m.Done | m.Refused | None = None
    append: tuple[Event, ...] = ()
    match: Match | None = None
    key: bytes | None = None
    digest: bytes | None = None
    bodies: tuple[bytes, ...] = ()  # the events as they are stored and told


@dataclass
class Dice:
    """Where chance comes from; the system's own, which nobody can foresee."""

    source: random.Random = field(default_factory=random.SystemRandom)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """That many dice with that many faces."""
        return tuple(self.source.randint(1, sides) for _ in range(count))

    def player(self) -> Player:
        """One of the two."""
        return self.source.choice(PLAYERS)


class Table:
    """The log of one table and its fold. `handle` decides and changes nothing; `took` folds what is durable."""

    def __init__(self, id: str, games: Games, dice: Dice) -> None:
        self.id = id
        self.match: Match | None = None
        self.log: list[bytes] = []
        self.frozen: Text | None = None
        self._games, self._dice = games, dice
        self._keys: dict[bytes, tuple[int, bytes]] = {}  # key -> number and digest of the command

    # ---- what is so

    @property
    def number(self) -> int:
        """Of the last event."""
        return len(self.log)

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.match.ended is not None

    @property
    def is_abandoned(self) -> bool:
        """Nobody is left at it, and the match has not started."""
        return self.match is not None and self.match.phase == "open" and self.match.seats == (None, None)

    @property
    def state(self) -> str:
        """As lists name it."""
        if self.frozen is not None:
            return "frozen"
        return self.match.phase if self.match is not None else "open"

    @property
    def accounts(self) -> tuple[str | None, str | None]:
        """Who has the seats, by player."""
        if self.match is None:
            return (None, None)
        first, second = self.match.seats
        return (first.account if first else None, second.account if second else None)

    @property
    def wakes_at(self) -> int | None:
        """When a `Tick` makes something happen, if nobody does before."""
        if self.frozen is not None or self.match is None or self.match.phase != "between":
            return None
        return self.match.legs_ended[-1].at + READY_WAIT_MS

    def info(self, is_present: Callable[[str], bool]) -> m.TableInfo:
        """The table as a list shows it."""
        created = self.match.created if self.match is not None else None
        seats = self.match.seats if self.match is not None else (None, None)
        first, second = (
            m.SeatInfo(name=seat.name, account=seat.account, present=is_present(seat.account)) if seat else None
            for seat in seats
        )
        return m.TableInfo(
            table=self.id,
            title=created.title if created else "",
            game=created.game if created else "",
            rules=created.rules if created else 0,
            options=dict(created.options) if created else {},
            set_up=created is not None and created.position is not None,
            seats=(first, second),
            state=self.state,
            events=self.number,
            made=created.at if created else 0,
        )

    # ---- what shall be

    def handle(self, who: Who | None, order: Order, now: int) -> Decision:
        """What the order makes happen here, or why it is refused. `who` is None for the server itself."""
        if isinstance(order, Tick):
            return self._decided(Tick(), HOST, now, None)
        assert who is not None, "only the clock acts without a person"
        mark = _Mark(order.key, _digest(order, who.account))
        if not mark.key:
            return refused("malformed", "A command has to carry a key of 16 bytes")
        if known := self._keys.get(mark.key):
            return self._again(known, mark)
        if self.frozen is not None:
            return Decision(m.Refused(code="frozen", template=self.frozen.template, args=dict(self.frozen.args)))
        if isinstance(order, m.MakeTable):
            return self._create(who, order, now, mark)
        if self.match is None:
            return refused("no_table", "There is no such table")
        if isinstance(order, m.TakeSeat):
            return self._sit(self.match, who, order.player, now, mark)
        return self._decided(_command(order), self._player(who), now, mark)

    def _again(self, known: tuple[int, bytes], mark: "_Mark") -> Decision:
        number, digest = known
        if digest != mark.digest:
            return refused("key_reused", "The key of an earlier command was used for another one")
        return Decision(m.Done(table=self.id, number=number))

    def _create(self, who: Who, order: m.MakeTable, now: int, mark: "_Mark") -> Decision:
        if self.match is not None:
            return refused("key_reused", "The key of an earlier command was used for another one")
        kind = self._games.get(order.game)
        if kind is None:
            return refused("unknown_game", "No game called {game} is known here", game=order.game[:40])
        title = tidy(order.title)
        if len(title) > m.MAX_TITLE or (title and not is_seen(title)):  # it may have grown by being tidied
            template = "The title of a table has at most {most} characters, all of which can be seen"
            return refused("bad_title", template, most=m.MAX_TITLE)
        try:
            options = option_values(kind(**order.options))
        except RulesError as error:
            return _refusal("bad_option", error.text)
        created = Created(
            number=1,
            at=max(now, 0),
            title=title,
            game=order.game,
            rules=kind.version,
            options=options,
            position=order.position,
        )
        try:
            match = new_match(created, self._games)
        except MatchError as error:  # all else about it was checked above
            return _refusal("bad_position", error.reason)
        player = self._dice.player() if order.player is None else PLAYERS[order.player]
        seated = act(match, Sit(player, who.account, who.name), HOST, now, self._dice.roll)
        assert not isinstance(seated, Refused), "everybody may sit down at a new table"
        events, after = seated
        return self._decision((created, *events), after, mark)

    def _sit(self, match: Match, who: Who, wanted: int | None, now: int, mark: "_Mark") -> Decision:
        free = [player for player in PLAYERS if match.seats[player] is None]
        if wanted is None and not free and who.account not in self.accounts:
            return refused("full", "Both seats of this table are taken")
        player = PLAYERS[wanted] if wanted is not None else (free or PLAYERS)[0]
        return self._decided(Sit(player, who.account, who.name), HOST, now, mark)

    def _decided(self, command: Command, by: Player | None, now: int, mark: "_Mark | None") -> Decision:
        assert self.match is not None, "checked before"
        outcome = act(self.match, command, by, now, self._dice.roll)
        if isinstance(outcome, Refused):
            return _refusal(outcome.code, outcome.text, outcome.position)
        return self._decision(*outcome, mark)

    def _decision(self, events: tuple[Event, ...], after: Match, mark: "_Mark | None") -> Decision:
        bodies = tuple(map(event_to_bytes, events))
        if mark is None:
            return Decision(None, events, after, bodies=bodies)
        done = m.Done(table=self.id, number=events[0].number if events else self.number)
        return Decision(done, events, after, mark.key, mark.digest, bodies)

    def _player(self, who: Who) -> Player | None:
        accounts = self.accounts
        for player in PLAYERS:
            if accounts[player] == who.account:
                return player
        return None

    # ---- what became so

    def as_append(self, decision: Decision) -> Append:
        """What the store has to do before anything of a decision is told to anybody."""
        assert decision.match is not None, "only a decision with events is stored"
        closes = decision.match.ended is not None
        return Append(self.id, self.number, decision.bodies, decision.key, decision.digest, closes)

    def took(self, decision: Decision) -> None:
        """The events of the decision are durable: they have happened."""
        if decision.key is not None and decision.digest is not None:
            self._keys[decision.key] = (self.number + 1, decision.digest)
        self.match = decision.match
        self.log.extend(decision.bodies)

    def load(self, rows: Sequence[Row]) -> None:
        """Begin anew with the log as the store has it. Where it does not fold the table is frozen, and says where."""
        self.match, self.log, self._keys, self.frozen = None, [], {}, None
        for row in rows:
            try:
                event = event_from_bytes(row.body)
                self.match = self._folded(event)
            except (MatchError, ProtocolError) as error:
                self.frozen = Text(
                    "This table cannot go on: its event {number} does not fit ({reason})",
                    {"number": row.number, "reason": str(error)},
                )
                return
            self.log.append(row.body)
            if row.key is not None and row.digest is not None:
                self._keys[row.key] = (row.number, row.digest)

    def _folded(self, event: Event) -> Match:
        if self.match is not None:
            return evolve(self.match, event)
        if not isinstance(event, Created):
            raise MatchError(event.number, Text("a match begins with the event created"))
        return new_match(event, self._games)


class _Mark(msgspec.Struct, frozen=True):
    """By which a command is known again."""

    key: bytes
    digest: bytes


def _command(order: m.TableCommand) -> Command:
    match order:
        case m.SendMove(position=position, move=move):
            return Play(position, move)
        case m.SendResign(match=whole):
            return Resign(whole)
        case m.SendOffer(kind=kind):
            return MakeOffer(kind)  # type: ignore[arg-type]  # the match refuses kinds it does not know
        case m.SendAnswer(offer=offer, accept=accept):
            return AnswerOffer(offer, accept)
        case m.SendWithdraw(offer=offer):
            return WithdrawOffer(offer)
        case m.ReadyUp():
            return MakeReady()
        case m.LeaveSeat():
            return Stand()
        case _:
            raise AssertionError(f"{order} is not a command of a player")


def _digest(order: m.MakeTable | m.TableCommand, account: str) -> bytes:
    kind = type(order).__struct_config__.tag
    fields = msgspec.structs.asdict(order)
    del fields["key"]
    return hashlib.blake2b(_digest_of.encode((kind, account, fields)), digest_size=16).digest()


def refused(code: str, template: str, **args: str | int) -> Decision:
    """Nothing happens, for that reason."""
    return Decision(m.Refused(code=code, template=template, args=args))


def _refusal(code: str, text: Text, position: int | None = None) -> Decision:
    return Decision(m.Refused(code=code, template=text.template, args=dict(text.args), position=position))
