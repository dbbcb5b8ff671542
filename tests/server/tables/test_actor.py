"""The queue of a table: what came in first is decided first, whoever had to wait for it."""

import random
from itertools import count

import pytest

from netgame.games import GAMES
from netgame.match.commands import MarkAbsent, MarkReturned, Pause, Tick
from protocol import messages as m
from protocol.framing import TO_CLIENT, Decoder
from server.lobby.lobby import Lobby
from server.tables.actor import MAX_JOBS, CommandEnvelope, Peer, TableActor
from server.tables.commands import Decision, Dice, HostCommand, User
from server.tables.table import Table

ANN, BOB, EVE = User("a1", "Ann"), User("b2", "Bob"), User("e3", "Eve")
NOW = 1_000_000
keys = count(1)


class Line:
    """A connection that notes nothing."""

    def send(self, frame: bytes) -> None: ...
    def answer(self, frame: bytes) -> None: ...
    def dismiss(self, closing: m.Closing) -> None: ...
    def check_silence(self) -> None: ...
    def probe(self) -> None: ...


class Scene:
    """A table with a clock of 60 s and a policy for the absent, at which Ann is to move."""

    def __init__(self) -> None:
        self.lobby: Lobby[Peer] = Lobby()
        self.table = Table("t", GAMES, Dice(random.Random(1)))
        self.lobby.add(self.table)
        self.now = NOW
        self.room = TableActor(
            self.table, self.lobby, lambda table, message: None, lambda room: None, lambda room, before: None,
            clock=lambda: self.now,
        )  # fmt: skip
        self.told: list[str] = []
        make = m.MakeTable(key=key(), game="thud", options={}, player=0, clock="sudden 60", absence="forfeit 60")
        self.give(ANN, make, NOW)
        self.give(BOB, m.TakeSeat(table="t", key=key()), NOW)
        self.work()
        self.told.clear()

    def give(self, who: User | None, order: m.MakeTable | m.TableCommand | HostCommand, now: int) -> None:
        self.room.post(CommandEnvelope(order, now, who))

    def work(self) -> None:
        """Carry out all that waits."""
        while self.room._jobs:
            decision = self.room.decide()
            if decision is not None:
                self.finish(decision)
            self.room.next()

    def finish(self, decision: Decision) -> None:
        """It is on disk."""
        self.told += [type(event).__name__ for event in decision.append]
        self.room.finish(decision)

    def move(self) -> m.SendMove:
        match = self.table.match
        assert match is not None
        move = next(iter(match.game.moves(match.state)))
        return m.SendMove(table="t", key=key(), position=match.position, move=match.game.format(match.state, move))


def key() -> bytes:
    return next(keys).to_bytes(16, "big")


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_move_that_came_in_before_the_flag_fell_is_decided_before_it(scene: Scene) -> None:
    deadline = NOW + 90_000

    scene.give(None, Tick(), deadline + 100)
    scene.give(ANN, scene.move(), deadline)  # it had to wait for something else of Ann's
    scene.work()

    assert scene.told == ["Moved"]


def test_an_order_under_way_stays_in_front(scene: Scene) -> None:
    first, second = scene.move(), m.SendResign(table="t", key=key())
    scene.give(ANN, first, NOW + 5_000)
    decision = scene.room.decide()
    assert decision is not None
    scene.give(BOB, second, NOW + 4_000)

    scene.finish(decision)
    scene.work()

    assert scene.told[:2] == ["Moved", "LegEnded"]


def test_a_stop_of_the_server_is_in_front_of_what_came_after_it(scene: Scene) -> None:
    scene.give(ANN, scene.move(), NOW + 50_000)
    scene.give(None, Pause("restart"), NOW + 10_000)
    scene.work()

    assert scene.told == ["Paused"]


def test_who_returns_is_back_before_a_claim_that_waits(scene: Scene) -> None:
    scene.give(None, MarkAbsent(1, "lost"), NOW + 1_000)
    scene.work()

    scene.give(ANN, m.SendClaim(table="t", key=key(), what="win"), NOW + 70_000)
    scene.give(None, MarkReturned(1), NOW + 70_000)
    scene.work()

    assert scene.told == ["Absent", "Returned"]


def test_nobody_claims_who_is_absent_while_he_is_here(scene: Scene) -> None:
    scene.give(None, MarkAbsent(1, "lost"), NOW + 1_000)
    scene.work()
    scene.lobby.enter(Line(), "a1", "Ann")
    scene.lobby.enter(Line(), "b2", "Bob")

    scene.give(ANN, m.SendClaim(table="t", key=key(), what="win"), NOW + 70_000)
    scene.work()

    assert scene.told == ["Absent"]


def test_the_server_itself_is_always_heard(scene: Scene) -> None:
    for _ in range(MAX_JOBS + 5):
        scene.give(EVE, m.SendResign(table="t", key=key()), NOW + 1)
    scene.give(None, Pause("drain"), NOW + 2)
    scene.work()

    assert scene.told == ["Paused"]


def test_what_a_move_waits_at_the_server_is_charged_to_neither_player(scene: Scene) -> None:
    for who in (ANN, BOB):  # the first move of each is free
        scene.give(who, scene.move(), NOW)
        scene.work()

    scene.give(ANN, scene.move(), NOW + 1_000)
    scene.now = NOW + 5_000  # something before it took so long
    decision = scene.room.decide()
    assert decision is not None
    scene.now = NOW + 8_000  # and the disk
    scene.finish(decision)
    scene.give(BOB, scene.move(), NOW + 10_000)
    scene.now = NOW + 10_000
    scene.work()

    assert scene.table.match is not None
    clocks = scene.table.match.clocks
    assert clocks is not None
    assert clocks.left == (59_000, 58_000)


def test_no_flag_falls_while_the_disk_delays_the_move_before(scene: Scene) -> None:
    for who in (ANN, BOB):
        scene.give(who, scene.move(), NOW)
        scene.work()
    scene.give(ANN, scene.move(), NOW)
    decision = scene.room.decide()
    assert decision is not None
    scene.now = NOW + 50_000
    scene.finish(decision)
    scene.room.next()

    for at in (NOW + 61_000, NOW + 109_000):
        scene.give(None, Tick(), at)
    scene.work()

    assert not scene.table.is_over
    scene.give(None, Tick(), NOW + 111_000)
    scene.work()
    assert scene.table.is_over


def test_a_fault_after_the_commit_is_no_refusal_and_the_others_are_told_of_the_move(scene: Scene) -> None:
    class Heard(Line):
        def __init__(self) -> None:
            self.replies: list[object] = []

        def answer(self, frame: bytes) -> None:
            self.replies += [each.message for each in Decoder(m.ToClient, TO_CLIENT).feed(frame)]

        def send(self, frame: bytes) -> None:
            self.answer(frame)

    ann, bob = Heard(), Heard()
    for line, who in ((ann, ANN), (bob, BOB)):
        scene.lobby.enter(line, who.account, who.name)
        scene.lobby.watch(line, "t")
        line.replies.clear()

    def fault(point: str) -> None:
        assert point != "before_acknowledge"

    room = TableActor(scene.table, scene.lobby, lambda sends: None, lambda room: None, lambda room, before: None, fault)
    room.post(CommandEnvelope(scene.move(), NOW, ANN, ann, 1))
    decision = room.decide()
    assert decision is not None

    with pytest.raises(AssertionError):
        room.finish(decision)
    room.failed()

    assert isinstance(ann.replies[0], m.Done)
    assert [type(each) for each in bob.replies] == [m.TableEvents]
    assert room.is_idle or not room.next()
