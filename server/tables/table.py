"""One table as a value that grows: decides commands, and takes over their events. Sync, without network or disk."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgpack
import msgspec

from netgame.match import HOST, Games, Match, MatchError, Refused, act, evolve, new_match, replay, wakes_at
from netgame.match.absence import read_absence, running_away, spent_away
from netgame.match.commands import CloseTable, Command, Pause, Rehost, Resume, Sit
from netgame.match.events import (
    Created,
    Ended,
    Event,
    LegEnded,
    PauseCause,
    Paused,
    Player,
    Proof,
    terms_of,
)
from netgame.match.state import resting_player
from netgame.match.time_control import WEEKDAYS
from netgame.records.lines import MAX_EVENTS
from netgame.records.proof import author_of, checkpoint, head_after, origin, signed
from netgame.text import N_, Text
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes, event_to_bytes
from protocol.framing import encode_part
from protocol.identity.device_key import DeviceKey
from server.refusals import NO_TABLE, OLD_FOR_DICE, OLD_FOR_RULES, OLD_FOR_WEEKDAYS, OTHER_PLAYER, RATED_COMPUTER
from server.storage.event_store import Append, Row
from server.tables.commands import (
    HOST_COMMANDS,
    PLAYERS,
    SERVER_COMMANDS,
    AnyCommand,
    CheckVacation,
    ContinuedTable,
    Decision,
    Dice,
    NewTable,
    RatingBook,
    RenamePlayer,
    User,
    command_of,
    digest_of,
)
from server.tables.create import InvalidTable, opened, rules_for
from server.tables.host_keys import HostKeys

MOST_EVENTS = MAX_EVENTS - 1000  # leaves room in a record for events of the server and the end
MOST_BEFORE_START = 2000  # users may come and go, but must not fill memory and disk
LOADED_AT_ONCE = 50  # events, two milliseconds
SEALED_EVERY = 64  # events
LAPSE_CHECK_MS = 60_000  # between two looks at a table that waits for its start
# after a flag fell, before any node looks at a table that another one should have looked at. By then a node that is
# dead is known to be dead, and the tables of its players are paused
OVERDUE_MS = 5_000
_DEFAULTS = {field.name: field.default for field in msgspec.structs.fields(m.TableInfo)}
_ENDING_COMMANDS = (m.SendResign, m.SendLeave, m.SendClaim, m.SendAnswer, m.SendWithdraw, m.LeaveSeat)

ELSEWHERE = Text(N_("This game goes on elsewhere: you both have signed more of it there"))

Mark = tuple[bytes, bytes]  # key and digest of a command


class ContinuedElsewhere(Exception):
    """Both players of a table have signed a longer log of its match, and the server was shown that log."""


class Table:
    """The log of one table and the match that it adds up to. `decide` changes nothing; `evolve` takes durable events.

    `accounts` are those of the players, None for a free seat. `published` is the number of the last event before those
    that are being sent to the connections that watch the table. `frozen` is the reason why the table takes no commands.
    """

    def __init__(
        self,
        id: str,
        games: Games,
        dice: Dice,
        ratings: RatingBook | None = None,
        keys: HostKeys | None = None,
        is_on_vacation: Callable[[str, int], bool] = lambda _account, _now: False,
    ) -> None:
        """One of the `keys` signs the log; a log that names none of them is not signed.

        `is_on_vacation` says whether an account is on vacation at that time.
        """
        self.id = id
        self.match: Match | None = None
        self.accounts: tuple[str | None, str | None] = (None, None)
        self.log: list[bytes] = []
        self.published = 0
        self.frozen: Text | None = None
        self._games, self._dice, self._ratings, self._host_keys = games, dice, ratings, keys
        self._is_on_vacation = is_on_vacation
        self._origin = origin(keys.public, id) if keys is not None else ""
        self._head, self._hashed = b"", 0  # the head of the log up to this number, see `netgame.records.proof`
        self._seen = [0, 0]  # by player, up to where they have signed the log
        self._newest: tuple[set[bytes], set[bytes]] = (set(), set())  # by player, their signatures for just that
        self._keys: dict[bytes, tuple[int, bytes]] = {}  # key -> number and digest of the command

    # ---- state

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, or goes on elsewhere."""
        return self.is_elsewhere or (self.match is not None and self.match.ended is not None)

    @property
    def is_elsewhere(self) -> bool:
        """Whether both players have signed a longer log of the match than this one."""
        return self.frozen == ELSEWHERE

    @property
    def is_abandoned(self) -> bool:
        """Whether both players left before the match started."""
        return self.match is not None and self.match.phase == "open" and self.match.seats == (None, None)

    @property
    def state(self) -> str:
        """The state as lists name it."""
        if self.frozen is not None:
            return "over" if self.is_elsewhere else "frozen"
        return self.match.phase if self.match is not None else "open"

    @property
    def is_timed(self) -> bool:
        return self.match is not None and self.match.created.clock != "none"

    @property
    def clock(self) -> str:
        """The time control, in its notation."""
        return self.match.created.clock if self.match is not None else "none"

    @property
    def is_in_progress(self) -> bool:
        """Whether the match has started and is not over."""
        return self.frozen is None and self.match is not None and self.match.phase in ("playing", "between")

    @property
    def counts_absence(self) -> bool:
        """Whether it matters now which player is absent."""
        return self.is_in_progress and self.match is not None and self.match.created.absence != "wait"

    @property
    def keeps_time(self) -> bool:
        """Whether a stop of the server would cost a player time."""
        return self.counts_absence or (self.is_in_progress and self.is_timed)

    def measures_time(self, now: int) -> bool:
        """Whether a player is charged for the time that passes now."""
        match = self.match
        if match is None or not self.is_in_progress or match.paused is not None:
            return False
        if match.clocks is not None and match.clocks.running is not None:
            return True
        away = running_away(match)
        return away is not None and spent_away(match, now)[away] < read_absence(match.created.absence).budget

    @property
    def paused(self) -> PauseCause | None:
        """Why the match is paused, if it is."""
        return self.match.paused.cause if self.match is not None and self.match.paused is not None else None

    def was_paused_since(self, at: int) -> bool:
        """Whether the match was paused, or resumed, after that time."""
        for body in reversed(self.log):
            event = msgpack.unpackb(body)
            if event["at"] <= at:
                return False
            if event["type"] in ("paused", "resumed"):
                return True
        return False

    @property
    def ready(self) -> tuple[bool, bool]:
        """By player, whether they are ready for the start. Both are, once the match has started."""
        return _ready(self.match) if self.match is not None else (True, True)

    def is_away(self, player: Player) -> bool:
        """Whether this player is absent, as the log has it."""
        return self.match is not None and player in self.match.away

    @property
    def computers(self) -> tuple[str, str]:
        """By player, which computer player has the seat; empty for a person."""
        first, second = self.match.seats if self.match is not None else (None, None)
        return (first.computer if first else "", second.computer if second else "")

    @property
    def access(self) -> str:
        """Which users may take a seat: "open", "code" or "invited"."""
        if self.match is None or self.match.rehosted is not None:  # then only the keys of its players open the seats
            return "open"
        return self.match.created.access

    @property
    def has_spectators(self) -> bool:
        """Whether others than the players may watch the match."""
        match = self.match
        if match is None:
            return True
        if match.rehosted is not None and match.created.access != "open":
            return False  # the codes and invitations are at the host before
        return match.created.spectators or match.phase == "over"

    def is_played_by(self, user: User) -> bool:
        """Whether a user has a seat here, or one waits for their key since this server continued the match."""
        return user.account in self.accounts or any(self._waits_for(user, player) for player in PLAYERS)

    def _waits_for(self, user: User, player: Player) -> bool:
        match = self.match
        if match is None or player not in match.vacant:
            return False
        seat = match.seats[player]
        return seat is not None and seat.key == user.key

    @property
    def delay(self) -> int:
        """How many seconds later spectators see events."""
        return self.match.created.delay if self.match is not None else 0

    @property
    def has_dice_of_players(self) -> bool:
        """Whether the programs of both players draw the dice."""
        return self.match is not None and self.match.created.dice == "players"

    @property
    def made(self) -> int:
        """When the table was made, server's time in ms."""
        return self.match.created.at if self.match is not None else 0

    def info(self, is_online: Callable[[str], bool], watching: int = 0) -> m.TableInfo:
        """The table as lists show it."""
        if self.match is None:  # its first event cannot be read
            return m.TableInfo(
                table=self.id, title="", game="", rules=0, options={}, seats=(None, None), state=self.state,
                events=self.number, made=0,
            )  # fmt: skip
        return table_info(self.id, self.match, self.state, is_online, watching)

    def late_info(self, shown: int) -> m.TableInfo:
        """The table as spectators who see the events up to that number know it. The start is no secret."""
        assert self.match is not None, "a match that began"
        start = self.match.history[0].event.number if self.match.history else self.number
        known = replay(map(event_from_bytes, self.log[: max(shown, start)]), self._games)
        return msgspec.structs.replace(table_info(self.id, known), events=shown)

    def knows(self, key: bytes) -> bool:
        """Whether a command with that key was carried out."""
        return key in self._keys

    # ---- deciding

    def decide(
        self,
        user: User | None,
        command: AnyCommand,
        now: int,
        rtt: int = 0,
        last_player: Player | None = None,
        carried_out_at: int = 0,
    ) -> Decision:
        """The events that the command causes, or its refusal. `user` is None for the server itself.

        `now` is the time of arrival, `rtt` the round-trip time of the connection, both in ms. `last_player` is the side
        of this user in their last match of the game; a new table may give them the other one. `carried_out_at` is
        the time at which a move is carried out, if that is later.
        """
        if user is None:
            return self._decide_for_server(command, now)
        assert not isinstance(command, SERVER_COMMANDS), "only the server gives these"
        mark = (command.key, digest_of(command, user.account))
        if not command.key:
            return refused("malformed", N_("A command has to carry a key of 16 bytes"))
        if known := self._keys.get(command.key):  # the same command again gets the same answer
            number, digest = known
            return Decision(m.Done(table=self.id, number=number)) if digest == mark[1] else _KEY_REUSED
        if self.frozen is not None:
            return _refusal("frozen", self.frozen)
        if isinstance(command, m.MakeTable):
            return self._make(user, command, now, mark, last_player)
        if self.match is None:
            return Decision(NO_TABLE)
        most = MOST_BEFORE_START if self.match.phase == "open" else MOST_EVENTS
        if self.number >= most and not isinstance(command, _ENDING_COMMANDS):
            return _TOO_LONG
        if isinstance(command, m.TakeSeat):
            return self._sit(self.match, user, command, now, mark)
        player = self._player(user)
        if player is not None and self.computers[player] != user.computer:
            return Decision(OTHER_PLAYER)
        is_start = isinstance(command, m.ReadyUp) and self.match.phase == "open"
        if is_start and (old := refusal_of_program(self.match.created, user)) is not None:
            return Decision(old)  # the seat was taken with another program
        proof = self._proof_of(user, command)
        return self._act(command_of(command, rtt), player, now, mark, carried_out_at, proof)

    def _proof_of(self, user: User, command: m.TableCommand) -> Proof | None:
        """Return the signature of a command for the log; None without one that programs can check.

        Programs of players check it, not the server: that takes as long as a whole move. One of another form, or of
        another device than that of the seat, is left out, since the command is valid without it. So is one that was
        overtaken by a later one of this player, because both were sent again after a lost connection, one that is
        there already, because a command was given twice before its event was seen, and one of a player who had not seen
        the event that the command is about, but knew it from the reply: the log would seem to be wrong.
        """
        by, current = self._player(user), self.match
        seat = current.seats[by] if current is not None and by is not None else None
        if (
            current is None
            or seat is None
            or not isinstance(command, m.SignedCommand)
            or len(command.signature) != m.SIGNATURE_BYTES
        ):
            return None
        match command:
            case m.SendAnswer(offer=about) | m.SendWithdraw(offer=about) | m.SendMove(position=about):
                pass
            case m.SendOffer(kind="take_back", to=to):
                about = current.position if to is None else to
            case _:
                about = 0
        is_current = max(seat.number, self._seen[seat.player], about) <= command.seen <= self.number
        if not is_current or command.signature in self._newest[seat.player]:
            return None
        if not seat.key or seat.key != user.key or not self._is_signed:
            return None
        return Proof(seen=command.seen, signature=command.signature)

    @property
    def _is_signed(self) -> bool:
        """Whether the log is one that this server signs. It is not if it was begun by an older version."""
        return self._signer is not None

    @property
    def _signer(self) -> DeviceKey | None:
        """The key that the log names, if this server has it."""
        keys, match = self._host_keys, self.match
        if keys is None or match is None or not match.origin:
            return None
        return keys.newest if match.origin == self._origin else keys.signer(self.id, match.origin)

    def _decide_for_server(self, command: AnyCommand, now: int) -> Decision:
        if isinstance(command, CloseTable):
            return self._close(command, now)
        if isinstance(command, NewTable):
            return self._begin(command, now)
        if isinstance(command, ContinuedTable):
            return self._continue(command, now)
        if isinstance(command, RenamePlayer):
            self._rename(command)
            return Decision(m.Done(table=self.id, number=self.number))
        if isinstance(command, CheckVacation):
            due = self._vacation_command(self.match, now) if self.match is not None and self.frozen is None else None
            return self._act(due, HOST, now, None) if due is not None else Decision()
        assert isinstance(command, HOST_COMMANDS), "all other commands have a user"
        return self._act(command, HOST, now, None) if self.frozen is None else Decision()

    def _close(self, command: CloseTable, now: int) -> Decision:
        if self.frozen is not None:
            return _refusal("frozen", self.frozen)
        if self.match is None:
            return Decision(NO_TABLE)
        decision = self._act(command, HOST, now, None)
        done = m.Done(table=self.id, number=self.number + 1)
        return msgspec.structs.replace(decision, reply=done) if decision.append is not None else decision

    def _rename(self, command: RenamePlayer) -> None:
        for number, seat in command.seats.items():
            self.log[number - 1] = event_to_bytes(seat)
        if self.match is not None:
            first, second = (command.seats.get(seat.number, seat) if seat else None for seat in self.match.seats)
            self._set_match(replace(self.match, seats=(first, second)))

    def _make(self, user: User, command: m.MakeTable, now: int, mark: Mark, last_player: Player | None) -> Decision:
        if self.match is not None:
            return _KEY_REUSED
        if user.is_old and command.clock.endswith(WEEKDAYS):  # the match rules for old programs have no such clock
            return Decision(OLD_FOR_WEEKDAYS)
        try:
            created, match = opened(command, now, self._games, self._origin, rules_for(user))
        except InvalidTable as error:
            return _refusal(error.code, error.text)
        if (old := refusal_of_program(created, user)) is not None:
            return Decision(old)
        if command.rated and user.computer and not command.rated_computers:
            return Decision(RATED_COMPUTER)
        if command.rated and not user.registered:
            return _NOT_REGISTERED
        if command.player is not None:
            player = PLAYERS[command.player]
        elif command.alternate and last_player is not None:
            player = PLAYERS[1 - last_player]
        else:
            player = self._dice.player()
        sit = Sit(player, user.account, user.name, command.ready, user.computer, user.key)
        seated = act(match, sit, HOST, now, self._dice.roll)
        assert not isinstance(seated, Refused), "a new table has free seats"
        events, after = seated
        return self._decision((created, *events), after, mark)

    def _begin(self, command: NewTable, now: int) -> Decision:
        done = m.Done(table=self.id, number=1)
        if self.match is not None:  # the server sent the command twice
            return Decision(done)
        created = replace(command.created, at=max(now, 0), origin=self._origin)
        match, events = new_match(created, self._games), list[Event]([created])
        for player, user in zip(PLAYERS, (command.first, command.second), strict=True):
            if (old := refusal_of_program(created, user)) is not None:
                return Decision(old)
            sit = Sit(player, user.account, user.name, computer=user.computer, key=user.key)
            seated = act(match, sit, HOST, now, self._dice.roll)
            if isinstance(seated, Refused):  # a player of a rated match has come back as a computer player
                return _refusal(seated.code, seated.text)
            events, match = [*events, *seated[0]], seated[1]
        return msgspec.structs.replace(self._decision(tuple(events), match, None), reply=done)

    def _continue(self, command: ContinuedTable, now: int) -> Decision:
        done = m.Done(table=self.id, number=1)
        if self.match is not None:
            return Decision(done)
        outcome = act(command.match, Rehost(self._origin), HOST, now, self._dice.roll)
        if isinstance(outcome, Refused):
            return _refusal(outcome.code, outcome.text)
        events, after = outcome
        bodies, entry = (*command.bodies, *map(event_to_bytes, events)), encode_part(table_info(self.id, after))
        append = Append(self.id, 0, bodies, closes=after.ended is not None, due=due_at(after), entry=entry)
        return Decision(done, events, after, append)

    def _sit(self, match: Match, user: User, command: m.TakeSeat, now: int, mark: Mark) -> Decision:
        if (old := refusal_of_program(match.created, user)) is not None:
            return Decision(old)
        if match.is_rated and not user.registered and (match.created.rated_computers or not user.computer):
            return _NOT_REGISTERED  # for other computer players the match gives the reason
        free = [player for player in PLAYERS if match.seats[player] is None or self._waits_for(user, player)]
        if match.created.delay and not free and self._player(user) is None:
            return refused("full", N_("Both seats of this table are taken"))  # not whether the match is over
        if command.player is not None:
            player = PLAYERS[command.player]
        elif match.vacant and free:
            player = free[0]
        elif (own := self._player(user)) is not None:
            player = own  # the match refuses this with the right reason
        elif free:
            player = free[0]
        else:
            return refused("full", N_("Both seats of this table are taken"))
        sit = Sit(player, user.account, user.name, command.ready, user.computer, user.key)
        return self._act(sit, HOST, now, mark)

    def _act(
        self,
        command: Command,
        by: Player | None,
        now: int,
        mark: Mark | None,
        carried_out_at: int = 0,
        proof: Proof | None = None,
    ) -> Decision:
        assert self.match is not None, "checked before"
        rate = self._ratings.rate if self._ratings is not None else None
        outcome = act(self.match, command, by, now, self._dice.roll, rate, carried_out_at)
        if isinstance(outcome, Refused):
            return _refusal(outcome.code, outcome.text, outcome.position)
        events, after = outcome
        return self._decision(signed(events, command, proof) if proof is not None else events, after, mark)

    def _decision(self, events: tuple[Event, ...], after: Match, mark: Mark | None) -> Decision:
        """These events, to be stored as one append, and the reply for when that is done."""
        done = m.Done(table=self.id, number=events[0].number if events else self.number) if mark is not None else None
        if not events:
            return Decision(done)
        if (due := self._vacation_command(after, after.at)) is not None:
            more = act(after, due, HOST, after.at, self._dice.roll)
            assert not isinstance(more, Refused), "the match allows it"
            events, after = (*events, *more[0]), more[1]
        if self._is_signed and self._is_seal_due(events):
            if self.unhashed > SEALED_EVERY:
                return HEADS_MISSING
            events = self._sealed(events)
        key, digest = mark if mark is not None else (None, None)
        bodies = tuple(map(event_to_bytes, events))
        entry = encode_part(table_info(self.id, after)) if is_listed_differently(self.match, after) else b""
        rated: Sequence[tuple[str, str, int]] = ()
        if self._ratings is not None and after.ended is not None and after.ended.ratings is not None:
            rated = self._ratings.versions(after)
        append = Append(
            self.id, self.number, bodies, key, digest, closes=after.ended is not None, due=due_at(after), entry=entry,
            rated=rated,
        )  # fmt: skip
        return Decision(done, events, after, append)

    def _vacation_command(self, match: Match, now: int) -> Pause | Resume | None:
        """Return the pause when the player to act is on vacation, and the resume after it."""
        if match.ended is not None or (match.paused is not None and match.paused.cause != "vacation"):
            return None
        player = resting_player(match)
        seat = match.seats[player] if player is not None else None
        is_on_vacation = seat is not None and self._is_on_vacation(seat.account, now)
        if is_on_vacation == (match.paused is not None):
            return None
        return Pause("vacation") if is_on_vacation else Resume()

    # ---- signing

    def _is_seal_due(self, events: Sequence[Event]) -> bool:
        """Whether the last of these next events gets a signature of this server.

        It does now and then, and where a record may end or a match stops for long. When the server stops or starts it
        pauses all tables at once, and has no time for that.
        """
        last, kinds = self.number + len(events), set(map(type, events))
        if last // SEALED_EVERY > self.number // SEALED_EVERY or not _ENDS.isdisjoint(kinds):
            return True
        return Paused in kinds and any(isinstance(e, Paused) and e.cause in _LONG_PAUSES for e in events)

    def _sealed(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        signer = self._signer
        assert signer is not None, "the log is signed"
        assert self.match is not None, "the log is signed"
        for _ in self.hashing():
            pass
        head, last = self._head, events[-1]
        for event in events:
            head = head_after(head, event)
        seal = signer.sign(checkpoint(self.match.origin, last.number, head))
        return (*events[:-1], replace(last, proof=replace(last.proof or Proof(), seal=seal)))

    @property
    def unhashed(self) -> int:
        """How many of the last events are missing in the head of the log: those that were read from the store."""
        return self.number - self._hashed

    def hashing(self) -> Iterator[None]:
        """Compute the head of the log, in steps of 2 ms."""
        while self.unhashed:
            for body in self.log[self._hashed : self._hashed + LOADED_AT_ONCE]:
                self._head, self._hashed = head_after(self._head, event_from_bytes(body)), self._hashed + 1
            yield

    def _note_signature(self, event: Event) -> None:
        """Note up to where the signature of a player under one of the next events is for the log."""
        if self.match is None or event.proof is None or not event.proof.signature:
            return
        player = author_of(event, self.match.offers)
        if player is not None:
            if event.proof.seen != self._seen[player]:
                self._newest[player].clear()
            self._seen[player] = event.proof.seen
            self._newest[player].add(event.proof.signature)

    def _player(self, user: User) -> Player | None:
        first, second = self.accounts
        return 0 if user.account == first else 1 if user.account == second else None

    # ---- evolving

    def evolve(self, decision: Decision) -> Append:
        """Take over the events of the decision, which are durable. Return them."""
        append = decision.append
        assert append is not None, "only a decision with events changes the table"
        if append.key is not None and append.digest is not None:
            self._keys[append.key] = (self.number + 1, append.digest)
        for event in decision.events:
            self._note_signature(event)
        self._set_match(decision.match)
        if self._is_signed and not self.unhashed and len(append.bodies) == len(decision.events):
            for event in decision.events:
                self._head = head_after(self._head, event)
            self._hashed += len(decision.events)
        self.log.extend(append.bodies)
        return append

    def _set_match(self, match: Match | None) -> None:
        if match is None:
            self.accounts = (None, None)
        elif self.match is None or match.seats is not self.match.seats:
            first, second = match.seats
            self.accounts = (first.account or None if first else None, second.account or None if second else None)
        self.match = match

    def load(self, rows: Sequence[Row]) -> None:
        """Start again with the log as the store has it. A log that does not fit the rules freezes the table."""
        for _ in self.loading(rows):
            pass

    def loading(self, rows: Sequence[Row]) -> Iterator[None]:
        """The same in steps of 2 ms: a long log takes half a second, and other tasks need their turns."""
        self._set_match(None)
        self.log, self._keys, self.frozen = [], {}, None
        self._head, self._hashed, self._seen, self._newest = b"", 0, [0, 0], (set(), set())
        yield from self._replay(rows)

    def follow(self, rows: Sequence[Row]) -> None:
        """Take over events that another node has stored, as far as they follow the last one known here.

        Events that are known already may be among them, and events may come twice. An event that does not fit the rules
        freezes the table.
        """
        new: list[Row] = []
        for row in rows:
            if row.number == self.number + len(new) + 1:
                new.append(row)
        for _ in self._replay(new):
            pass

    def _replay(self, rows: Sequence[Row]) -> Iterator[None]:
        for count, row in enumerate(rows, 1):
            if count % LOADED_AT_ONCE == 0:
                yield
            try:
                event = event_from_bytes(row.body)
                if self.match is not None:
                    self._note_signature(event)
                    self._set_match(evolve(self.match, event))
                elif isinstance(event, Created):
                    self._set_match(new_match(event, self._games))
                else:
                    raise MatchError(event.number, Text("a match begins with the event created"))
            except (MatchError, ProtocolError) as error:
                self.frozen = Text(
                    "This table cannot go on: its event {number} does not fit ({reason})",
                    {"number": row.number, "reason": str(error)},
                )
                return
            self.log.append(row.body)
            if row.key is not None and row.digest is not None:
                self._keys[row.key] = (row.number, row.digest)


def table_info(
    id: str, match: Match, state: str | None = None, is_online: Callable[[str], bool] | None = None, watching: int = 0
) -> m.TableInfo:
    """Return a table as lists show it; by default without presence, and in the state of its match."""
    created = match.created
    first, second = (
        m.SeatInfo(
            name=seat.name,
            account=seat.account,
            present=is_online is not None and is_online(seat.account),
            computer=seat.computer,
        )
        if seat
        else None
        for seat in match.seats
    )
    fields: dict[str, Any] = {
        "table": id,
        "title": created.title,
        "game": created.game,
        "rules": created.rules,
        "match_rules": created.match_rules,
        "options": dict(created.options),
        "set_up": created.position is not None,
        "seats": (first, second),
        "state": state or match.phase,
        "events": match.number,
        "made": created.at,
        "started": match.history[0].event.at if match.history else None,
        "paused": match.paused.cause if match.paused is not None else None,
        "ready": _ready(match),
        "watching": watching,
        "previous": created.previous,
        "score": created.score,
        **terms_of(created),
    }
    if match.rehosted is not None:
        fields |= {"origin": created.origin, "access": "open", "rated": False}
    # messages leave out a field that has the default itself, not one that is equal
    return m.TableInfo(**{name: value for name, value in fields.items() if value != _DEFAULTS[name]})


def refusal_of_program(created: Created, user: User) -> m.Refused | None:
    """Tell why the program of a user is too old for a seat at a table."""
    if user.is_old and created.dice == "players":
        return OLD_FOR_DICE
    if user.is_old and created.clock.endswith(WEEKDAYS):
        return OLD_FOR_WEEKDAYS
    return OLD_FOR_RULES if user.is_old and created.match_rules > rules_for(user) else None


def is_listed_differently(before: Match | None, after: Match) -> bool:
    """Tell whether lists show a table differently after a change, beyond the number of its events."""
    return (
        before is None
        or after.phase != before.phase
        or after.seats is not before.seats
        or after.paused is not before.paused
        or after.ready is not before.ready
    )


def due_at(match: Match) -> int:
    """Return when any node has to look at a table, in case none has it in memory; 0: never."""
    if match.phase == "open":
        return match.at + LAPSE_CHECK_MS
    wakes = wakes_at(match) if match.paused is None else None
    return 0 if wakes is None else wakes + OVERDUE_MS


def _ready(match: Match) -> tuple[bool, bool]:
    return (0 in match.ready, 1 in match.ready) if match.phase == "open" else (True, True)


def refused(code: str, template: str, **args: str | int) -> Decision:
    """Nothing happens, for that reason."""
    return Decision(m.Refused(code=code, template=template, args=args))


def _refusal(code: str, text: Text, position: int | None = None) -> Decision:
    return Decision(m.Refused(code=code, template=text.template, args=dict(text.args), position=position))


HEADS_MISSING = Decision()  # call `Table.hashing` and decide again
_ENDS = frozenset((LegEnded, Ended))
_LONG_PAUSES = ("agreed", "adjourned", "vacation")
_KEY_REUSED = refused("key_reused", N_("The key of an earlier command was used for another one"))
_NOT_REGISTERED = refused(
    "not_registered", N_("A rated table is for players who have registered here; an unrated one is for all")
)
_TOO_LONG = refused("too_long", N_("More has happened at this table than a record can hold. Open a new one"))
