"""One table as a value that grows: what a command makes happen, and what happened. Sync, without network or disk."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import msgspec

from netgame.match import HOST, Games, Match, MatchError, Refused, act, evolve, new_match
from netgame.match.absence import read_absence, running_away, spent_away
from netgame.match.commands import CloseTable, Command, Sit
from netgame.match.events import Created, Event, PauseCause, Player
from netgame.records.lines import MAX_EVENTS
from netgame.text import Text
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes, event_to_bytes
from server.storage.event_store import Append, Row
from server.tables.commands import (
    HOST_COMMANDS,
    PLAYERS,
    AnyCommand,
    Decision,
    Dice,
    NewTable,
    Registry,
    User,
    command_of,
    digest_of,
)
from server.tables.create import InvalidTable, check_rated, opened

MOST_EVENTS = MAX_EVENTS - 1000  # what happens by itself, and the end, still fits a record then
MOST_BEFORE_START = 2000  # people come and go; but who does nothing else would fill memory and disk
LOADED_AT_ONCE = 50  # events, two milliseconds
_LAST_WORDS = (m.SendResign, m.SendLeave, m.SendClaim, m.SendAnswer, m.SendWithdraw, m.LeaveSeat)


class Table:
    """The log of one table and its fold. `handle` decides and changes nothing; `took` folds what is durable."""

    def __init__(self, id: str, games: Games, dice: Dice, registry: Registry | None = None) -> None:
        self.id = id
        self.match: Match | None = None
        self.log: list[bytes] = []
        self.frozen: Text | None = None
        self._games, self._dice, self._registry = games, dice, registry
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
    def is_timed(self) -> bool:
        return self.match is not None and self.match.created.clock != "none"

    @property
    def is_on(self) -> bool:
        """The match has started and is not over."""
        return self.frozen is None and self.match is not None and self.match.phase in ("playing", "between")

    @property
    def counts_absence(self) -> bool:
        """It matters now who is away."""
        return self.is_on and self.match is not None and self.match.created.absence != "wait"

    @property
    def keeps_time(self) -> bool:
        """A stop of the server would cost somebody time."""
        return self.counts_absence or (self.is_on and self.is_timed)

    def measures_time(self, now: int) -> bool:
        """Whether a player is charged for the time that passes now."""
        match = self.match
        if match is None or not self.is_on or match.paused is not None:
            return False
        if match.clocks is not None and match.clocks.running is not None:
            return True
        away = running_away(match)
        return away is not None and spent_away(match, now)[away] < read_absence(match.created.absence).budget

    @property
    def paused(self) -> PauseCause | None:
        """Why it is paused, if it is."""
        return self.match.paused.cause if self.match is not None and self.match.paused is not None else None

    @property
    def ready(self) -> tuple[bool, bool]:
        """By player, who is ready for the start; everybody, once there is nothing to start."""
        if self.match is None or self.match.phase != "open":
            return (True, True)
        return (0 in self.match.ready, 1 in self.match.ready)

    def is_away(self, player: Player) -> bool:
        """Whether the log has it that this player is away."""
        return self.match is not None and player in self.match.away

    @property
    def access(self) -> str:
        """Who may sit down: "open", "code" or "invited"."""
        return self.match.created.access if self.match is not None else "open"

    @property
    def delay(self) -> int:
        """By how many seconds spectators are behind."""
        return self.match.created.delay if self.match is not None else 0

    @property
    def made(self) -> int:
        """When it was made, server's time in ms."""
        return self.match.created.at if self.match is not None else 0

    def info(self, is_present: Callable[[str], bool], watching: int = 0) -> m.TableInfo:
        """The table as a list shows it."""
        match = self.match
        if match is None:  # frozen before its first event could be read
            return m.TableInfo(
                table=self.id, title="", game="", rules=0, options={}, seats=(None, None), state=self.state,
                events=self.number, made=0,
            )  # fmt: skip
        created = match.created
        first, second = (
            m.SeatInfo(name=seat.name, account=seat.account, present=is_present(seat.account)) if seat else None
            for seat in match.seats
        )
        return m.TableInfo(
            table=self.id,
            title=created.title,
            game=created.game,
            rules=created.rules,
            options=dict(created.options),
            set_up=created.position is not None,
            seats=(first, second),
            state=self.state,
            events=self.number,
            made=created.at,
            started=match.history[0].event.at if match.history else None,
            paused=self.paused,
            clock=created.clock,
            absence=created.absence,
            rated=created.rated,
            access=created.access,
            spectators=created.spectators,
            spectator_chat=created.spectator_chat,
            delay=created.delay,
            ready=self.ready,
            watching=watching,
            previous=created.previous,
            score=created.score,
        )

    def knows(self, key: bytes) -> bool:
        """Whether the command with that key was carried out here."""
        return key in self._keys

    @property
    def _is_long(self) -> bool:
        """So much has happened here that nothing new may begin."""
        before_start = self.match is not None and self.match.phase == "open"
        return self.number >= (MOST_BEFORE_START if before_start else MOST_EVENTS)

    # ---- what shall be

    def handle(
        self,
        who: User | None,
        order: AnyCommand,
        now: int,
        rtt: int = 0,
        last_player: Player | None = None,
        done: int = 0,
    ) -> Decision:
        """The events that follow from the order, or its refusal. `who` is None for the server itself.

        `now` is the time of its arrival, `rtt` that of the line there and back, both in ms. `last_player` is the side
        of that person in their last match of the game, for a new table at which they take the other one. `done` is when
        a move is carried out, if later.
        """
        if isinstance(order, CloseTable):
            return self._close(order, now)
        if isinstance(order, HOST_COMMANDS):
            return self._decided(order, HOST, now, None) if self.frozen is None else Decision()
        if isinstance(order, NewTable):
            return self._begin(order, now)
        assert who is not None, "only the server acts without a person"
        mark = _Mark(order.key, digest_of(order, who.account))
        if not mark.key:
            return refused("malformed", "A command has to carry a key of 16 bytes")
        if known := self._keys.get(mark.key):
            return self._again(known, mark)
        if self.frozen is not None:
            return Decision(m.Refused(code="frozen", template=self.frozen.template, args=dict(self.frozen.args)))
        if isinstance(order, m.MakeTable):
            return self._make(who, order, now, mark, last_player)
        if self.match is None:
            return _NO_TABLE
        if self._is_long and not isinstance(order, _LAST_WORDS):
            return _TOO_LONG
        if isinstance(order, m.TakeSeat):
            return self._sit(self.match, who, order, now, mark)
        return self._decided(command_of(order, rtt), self._player(who), now, mark, done)

    def _close(self, order: CloseTable, now: int) -> Decision:
        if self.frozen is not None:
            return _refusal("frozen", self.frozen)
        if self.match is None:
            return _NO_TABLE
        decision = self._decided(order, HOST, now, None)
        done = m.Done(table=self.id, number=self.number + 1)
        return msgspec.structs.replace(decision, reply=done) if decision.append else decision

    def _again(self, known: tuple[int, bytes], mark: "_Mark") -> Decision:
        number, digest = known
        if digest != mark.digest:
            return refused("key_reused", "The key of an earlier command was used for another one")
        return Decision(m.Done(table=self.id, number=number))

    def _make(self, who: User, order: m.MakeTable, now: int, mark: "_Mark", last_player: Player | None) -> Decision:
        if self.match is not None:
            return refused("key_reused", "The key of an earlier command was used for another one")
        try:
            created, match = opened(order, now, self._games)
            if order.rated:
                check_rated(order)
        except InvalidTable as error:
            return _refusal(error.code, error.text)
        if order.rated and not who.registered:
            return _NOT_REGISTERED
        sit = Sit(self._first_player(order, last_player), who.account, who.name, order.ready)
        seated = act(match, sit, HOST, now, self._dice.roll)
        assert not isinstance(seated, Refused), "everybody may sit down at a new table"
        events, after = seated
        return self._decision((created, *events), after, mark)

    def _begin(self, order: NewTable, now: int) -> Decision:
        if self.match is not None:  # it was asked for twice, and is there
            return Decision(m.Done(table=self.id, number=1))
        created = replace(order.created, at=max(now, 0))
        match, events = new_match(created, self._games), list[Event]([created])
        for player, who in zip(PLAYERS, (order.first, order.second), strict=True):
            seated = act(match, Sit(player, who.account, who.name), HOST, now, self._dice.roll)
            assert not isinstance(seated, Refused), "everybody may sit down at a new table"
            events, match = [*events, *seated[0]], seated[1]
        bodies = tuple(map(event_to_bytes, events))
        return Decision(m.Done(table=self.id, number=1), tuple(events), match, bodies=bodies)

    def _first_player(self, order: m.MakeTable, last_player: Player | None) -> Player:
        if order.player is not None:
            return PLAYERS[order.player]
        return self._dice.player() if last_player is None or not order.alternate else PLAYERS[1 - last_player]

    def _sit(self, match: Match, who: User, order: m.TakeSeat, now: int, mark: "_Mark") -> Decision:
        if match.created.rated and not who.registered:
            return _NOT_REGISTERED
        free = [player for player in PLAYERS if match.seats[player] is None]
        if order.player is not None:
            player = PLAYERS[order.player]
        elif (own := self._player(who)) is not None:
            player = own  # it is not asked for the other one, so that he is told
        elif free:
            player = free[0]
        else:
            return refused("full", "Both seats of this table are taken")
        return self._decided(Sit(player, who.account, who.name, order.ready), HOST, now, mark)

    def _decided(self, command: Command, by: Player | None, now: int, mark: "_Mark | None", done: int = 0) -> Decision:
        assert self.match is not None, "checked before"
        rate = self._registry.rate if self._registry is not None else None
        outcome = act(self.match, command, by, now, self._dice.roll, rate, done)
        if isinstance(outcome, Refused):
            return _refusal(outcome.code, outcome.text, outcome.position)
        return self._decision(*outcome, mark)

    def _decision(self, events: tuple[Event, ...], after: Match, mark: "_Mark | None") -> Decision:
        bodies = tuple(map(event_to_bytes, events))
        if mark is None:
            return Decision(None, events, after, bodies=bodies)
        done = m.Done(table=self.id, number=events[0].number if events else self.number)
        return Decision(done, events, after, mark.key, mark.digest, bodies)

    def _player(self, who: User) -> Player | None:
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
        for _ in self.loading(rows):
            pass

    def loading(self, rows: Sequence[Row]) -> Iterator[None]:
        """The same, piece by piece: a long log takes half a second, and others want something meanwhile."""
        self.match, self.log, self._keys, self.frozen = None, [], {}, None
        yield from self._taking(rows)

    def go_on(self, rows: Sequence[Row]) -> None:
        """The table is frozen no longer. `rows` are what the store has after the events that are known here."""
        self.frozen = None
        for _ in self._taking(rows):
            pass

    def _taking(self, rows: Sequence[Row]) -> Iterator[None]:
        for count, row in enumerate(rows, 1):
            if count % LOADED_AT_ONCE == 0:
                yield
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


def refused(code: str, template: str, **args: str | int) -> Decision:
    """Nothing happens, for that reason."""
    return Decision(m.Refused(code=code, template=template, args=args))


def _refusal(code: str, text: Text, position: int | None = None) -> Decision:
    return Decision(m.Refused(code=code, template=text.template, args=dict(text.args), position=position))


_NO_TABLE = refused("no_table", "There is no such table")
_NOT_REGISTERED = refused(
    "not_registered", "A rated table is for players who have registered here; an unrated one is for all"
)
_TOO_LONG = refused("too_long", "More has happened at this table than a record can hold. Open a new one")
