"""The actor of a table: in which order it takes commands, and what it does when something fails."""

import random
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from devtools.harness import raising
from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import move_of, new_key
from netgame.games import GAMES
from netgame.match.commands import MarkAbsent, MarkReturned, Pause, Resume, Tick
from netgame.records.proof import prove
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from protocol.framing import TO_CLIENT, Decoder
from protocol.identity.device_key import DeviceKey, verify
from server.cluster.messages import TableChanged
from server.lobby.lobby import Lobby
from server.lobby.shared_service import SharedService
from server.ops.counters import Counters
from server.ops.faults import FaultPoint, no_faults
from server.storage.event_store import Append, Problems
from server.tables.actor import (
    DISK_FULL,
    MAX_QUEUED,
    MAX_RACES,
    STORE_FAILED,
    YOUR_DISK_FULL,
    CommandEnvelope,
    TableActor,
)
from server.tables.commands import Dice, HostCommand, User
from server.tables.commit import GroupCommit
from server.tables.host_keys import HostKeys
from server.tables.rating_gate import RatingGate
from server.tables.service import Service
from server.tables.table import SEALED_EVERY, Table
from server.tables.users import Peer
from tests.server.services import Line as QuietLine

ANN, BOB, EVE = User("a1", "Ann"), User("b2", "Bob"), User("e3", "Eve")
NOW = 1_000_000
NO_RATINGS: Any = None  # no match here is rated


class Line(QuietLine):
    """A connection that keeps the messages it gets."""

    def __init__(self, *, is_local: bool = False) -> None:
        super().__init__()
        self.got: list[object] = []
        self.is_local = is_local

    def send(self, frame: bytes) -> None:
        self.got += [each.message for each in Decoder(m.ToClient, TO_CLIENT).feed(frame)]

    answer = send


class Disk(MemoryStore):
    """A store that takes appends when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[tuple[Sequence[Append], Callable[[Problems], None]]] = []

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        self.held.append((appends, done))

    def write(self) -> None:
        appends, done = self.held.pop(0)
        done([self.log.append_one(append) for append in appends])

    def append_elsewhere(self, append: Append) -> None:
        assert self.log.append_one(append) is None


class Scene:
    """A table with a clock of 60 s and a policy for the absent, at which Ann is to move."""

    def __init__(self, signs: DeviceKey | None = None) -> None:
        self.work: list[Callable[[], Awaitable[None]]] = []  # tasks that the test does by hand
        self.lobby: Lobby[Peer] = Lobby()
        self.table = Table("t", GAMES, Dice(random.Random(1)), keys=HostKeys([signs]) if signs is not None else None)
        self.lobby.add(self.table)
        self.now, self.disk, self.fault = NOW, Disk(), no_faults
        service = self.service_of()
        self.actor = TableActor(
            self.table, self.lobby, GroupCommit(self.disk, service, self.work.append),
            RatingGate(NO_RATINGS, no_task), service, on_change=lambda actor, before, is_own: None,
            on_idle=lambda actor: None, now=lambda: self.now,
            tell_spectators=lambda table, frame, peers: [peer.send(frame) for peer in peers],
            counters=Counters(), faults=lambda point: self.fault(point),
        )  # fmt: skip
        make = m.MakeTable(key=new_key(), game="thud", options={}, player=0, clock="sudden 60", absence="forfeit 60")
        self.give(ANN, make, NOW)
        self.give(BOB, m.TakeSeat(table="t", key=new_key()), NOW)
        self.write()
        self.seen = self.table.number

    def service_of(self) -> Service:
        return Service(self.disk)

    def give(
        self, user: User | None, command: m.MakeTable | m.TableCommand | HostCommand, now: int, peer: Line | None = None
    ) -> None:
        self.actor.post(CommandEnvelope(command, now, user, peer, 1))

    def write(self) -> None:
        """Commit everything, also what is decided after a commit."""
        while self.disk.held:
            self.disk.write()

    @property
    def told(self) -> list[str]:
        """The kinds of the events since the start of the match."""
        return [type(event_from_bytes(body)).__name__ for body in self.table.log[self.seen :]]

    def move(self) -> m.SendMove:
        return structs.replace(move_of(self.table.match), table="t", key=new_key())

    def watched_by(self, *users: User) -> list[Line]:
        """Return the connections of users who watch the table."""
        lines = [Line() for _ in users]
        for line, user in zip(lines, users, strict=True):
            self.lobby.enter(line, user)
            self.lobby.watch(line, "t")
        return lines


def no_task(_work: Callable[[], Awaitable[None]]) -> None:
    """Start nothing: the tests do by hand what a task would do."""


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_move_that_came_in_before_the_flag_fell_is_decided_before_it(scene: Scene) -> None:
    deadline = NOW + 90_000
    move = scene.move()
    scene.give(None, MarkAbsent(1, "lost"), deadline - 1)  # all others wait for this commit
    scene.give(None, Tick(), deadline + 100)
    scene.give(ANN, move, deadline)  # another command of Ann delayed it
    scene.write()
    assert scene.told == ["Absent", "Moved"]


def test_a_command_is_decided_at_once_and_stays_in_front(scene: Scene) -> None:
    scene.give(ANN, scene.move(), NOW + 5_000)
    assert len(scene.disk.held) == 1
    assert scene.told == []
    scene.give(BOB, m.SendResign(table="t", key=new_key()), NOW + 4_000)
    scene.write()
    assert scene.told[:2] == ["Moved", "LegEnded"]


@pytest.mark.parametrize("is_here", [False, True])
def test_no_claim_succeeds_while_the_absent_player_is_connected_or_back_before_it(scene: Scene, is_here: bool) -> None:
    scene.give(None, MarkAbsent(1, "lost"), NOW + 1_000)
    if is_here:
        scene.write()
        scene.watched_by(ANN, BOB)
    scene.give(ANN, m.SendClaim(table="t", key=new_key(), what="win"), NOW + 70_000)
    if not is_here:
        scene.give(None, MarkReturned(1), NOW + 70_000)
    scene.write()
    assert scene.told == (["Absent"] if is_here else ["Absent", "Returned"])


def test_a_stop_of_the_server_is_always_queued_in_front_of_what_came_after_it(scene: Scene) -> None:
    scene.give(None, MarkAbsent(1, "lost"), NOW + 1)
    for _ in range(MAX_QUEUED + 5):
        scene.give(EVE, m.SendResign(table="t", key=new_key()), NOW + 1)
    scene.give(ANN, scene.move(), NOW + 50_000)
    scene.give(None, Pause("drain"), NOW + 2)
    scene.write()
    assert scene.told == ["Absent", "Paused"]


def test_time_that_a_move_waits_at_the_server_is_charged_to_neither_player(scene: Scene) -> None:
    for user in (ANN, BOB):  # the first move of each is free
        scene.give(user, scene.move(), NOW)
        scene.write()
    scene.now = NOW + 5_000  # another task delayed the move so long
    scene.give(ANN, scene.move(), NOW + 1_000)
    scene.now = NOW + 8_000  # and the disk
    scene.write()
    scene.now = NOW + 10_000
    scene.give(BOB, scene.move(), NOW + 10_000)
    scene.write()

    assert scene.table.match.clocks.left == (59_000, 58_000)


def test_no_flag_falls_while_the_disk_delays_the_move_before(scene: Scene) -> None:
    for user in (ANN, BOB):
        scene.give(user, scene.move(), NOW)
        scene.write()
    scene.give(ANN, scene.move(), NOW)
    scene.now = NOW + 50_000
    scene.write()
    for at in (NOW + 61_000, NOW + 109_000):
        scene.give(None, Tick(), at)
        scene.write()

    assert not scene.table.is_over
    scene.give(None, Tick(), NOW + 111_000)
    scene.write()
    assert scene.table.is_over


def test_a_fault_after_the_commit_is_no_refusal_and_the_others_see_the_move(scene: Scene) -> None:
    ann, bob = scene.watched_by(ANN, BOB)

    def fault(point: FaultPoint) -> None:
        assert point != "before_acknowledge"

    scene.fault = fault
    scene.give(ANN, scene.move(), NOW, ann)
    scene.write()
    assert isinstance(ann.got[0], m.Done)
    assert [type(each) for each in bob.got] == [m.TableEvents]
    assert scene.actor.is_idle


def test_a_fault_before_the_commit_changes_nothing(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, move = Line(), scene.move()
    with monkeypatch.context() as broken:
        broken.setattr(scene.table, "decide", raising(ZeroDivisionError()))
        scene.give(ANN, move, NOW, ann)
    scene.give(ANN, move, NOW, ann)
    scene.write()

    assert [type(each) for each in ann.got] == [m.Refused, m.Done]
    assert scene.told == ["Moved"]


async def test_a_table_that_differs_from_its_log_on_disk_is_read_again(scene: Scene) -> None:
    ann, rows = Line(), scene.disk.rows["t"]
    scene.give(ANN, scene.move(), NOW, ann)
    rows.pop()
    scene.write()
    assert scene.table.number == len(rows) + 1
    while scene.work:
        await scene.work.pop()()

    assert scene.table.number == len(rows)
    assert isinstance(ann.got[0], m.Refused)
    assert scene.actor.is_idle


class SharedScene(Scene):
    """The same table at a node of a service. Another node changes it, too."""

    def __init__(self) -> None:
        self.hints = list[object]()  # that other nodes get
        super().__init__()

    def service_of(self) -> Service:
        unused: Any = None
        bus: Any = SimpleNamespace(on_gap=[], send=self.hints.append, subscribe=lambda *_arguments: None)
        return SharedService(self.lobby, unused, bus, unused, unused)

    async def act_elsewhere(self, *commands: HostCommand) -> None:
        other = Table("t", GAMES, Dice(random.Random(1)))
        other.load(await self.disk.read("t"))
        for command in commands:
            decision = other.decide(None, command, NOW)
            other.evolve(decision)
            self.disk.append_elsewhere(decision.append)

    async def settle(self) -> None:
        """Write and read until the actor has nothing to do."""
        while self.disk.held or self.work:
            self.write()
            if self.work:
                await self.work.pop(0)()


@pytest.fixture
def shared() -> SharedScene:
    return SharedScene()


async def test_a_command_that_was_too_late_is_decided_again_after_events_of_the_other_node(shared: SharedScene) -> None:
    [ann] = shared.watched_by(ANN)
    shared.give(ANN, shared.move(), NOW, ann)
    await shared.act_elsewhere(MarkAbsent(1, "lost"))
    await shared.settle()
    assert shared.told == ["Absent", "Moved"]
    assert [type(each) for each in ann.got] == [m.TableEvents, m.Done, m.TableEvents]


async def test_a_command_that_always_comes_too_late_is_refused_in_the_end(shared: SharedScene) -> None:
    [ann] = shared.watched_by(ANN)
    shared.give(ANN, shared.move(), NOW, ann)
    for _ in range(MAX_RACES):
        assert {type(each) for each in ann.got} <= {m.TableEvents}
        await shared.act_elsewhere(MarkAbsent(1, "lost"), MarkReturned(1))
        shared.disk.write()
        await shared.work.pop(0)()
    assert [each.code for each in ann.got if isinstance(each, m.Refused)] == ["busy"]
    assert shared.actor.is_idle


async def test_a_command_that_was_too_late_and_has_lost_its_line_is_not_decided_again(shared: SharedScene) -> None:
    """Another node may have refused it meanwhile, when the program gave it there again."""
    shared.give(ANN, shared.move(), NOW, Line())
    await shared.act_elsewhere(MarkAbsent(1, "lost"))
    await shared.settle()
    assert shared.told == ["Absent"]
    assert shared.actor.is_idle


async def test_a_fault_while_a_log_is_read_ends_the_command(
    shared: SharedScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    [ann] = shared.watched_by(ANN)
    shared.give(ANN, shared.move(), NOW, ann)
    await shared.act_elsewhere(MarkAbsent(1, "lost"))
    monkeypatch.setattr(shared.disk, "read", raising(KeyError("read")))
    await shared.settle()
    assert [each.code for each in ann.got if isinstance(each, m.Refused)] == ["internal"]
    assert shared.actor.is_frozen_by_disk
    assert shared.actor.is_idle


async def test_events_of_another_node_wait_until_the_commit_under_way_is_known(shared: SharedScene) -> None:
    shared.give(ANN, shared.move(), NOW)
    before = shared.table.number
    await shared.act_elsewhere(MarkAbsent(1, "lost"))
    shared.actor.follow(shared.disk.rows["t"])
    assert shared.table.number == before
    await shared.settle()
    assert shared.told == ["Absent", "Moved"]


async def test_a_full_disk_is_that_of_the_player_at_the_computer_of_the_server(shared: SharedScene) -> None:
    host, guest = Line(is_local=True), Line()
    for line in (host, guest):
        shared.lobby.watch(line, "t")
    shared.actor.freeze(DISK_FULL)
    told = [[each.template for each in line.got if isinstance(each, m.Frozen)] for line in (host, guest)]
    assert told == [[YOUR_DISK_FULL.template], [DISK_FULL.template]]


async def test_a_table_whose_store_is_back_sends_what_others_added_as_far_as_it_fits(shared: SharedScene) -> None:
    [ann], before = shared.watched_by(ANN), shared.table.number
    shared.actor.freeze(STORE_FAILED)
    await shared.act_elsewhere(MarkAbsent(1, "lost"))
    shared.disk.append_elsewhere(Append("t", before + 1, [b"no event"]))
    shared.actor.thaw((await shared.disk.read("t"))[before:])
    assert [event["type"] for each in ann.got if isinstance(each, m.TableEvents) for event in each.events] == ["absent"]
    assert (shared.table.number, shared.table.state) == (before + 1, "frozen")
    assert not shared.actor.is_frozen_by_disk


async def test_each_commit_is_a_hint_for_the_other_nodes(shared: SharedScene) -> None:
    shared.hints.clear()
    shared.give(ANN, shared.move(), NOW)
    await shared.settle()
    assert shared.hints == [TableChanged("t", shared.table.number)]


async def test_a_pause_for_a_stop_is_dropped_if_the_service_has_paused_and_resumed_since(shared: SharedScene) -> None:
    await shared.act_elsewhere(Pause("restart"), Resume())
    shared.actor.follow(shared.disk.rows["t"])
    shared.give(None, Pause("restart"), NOW - 1)
    await shared.settle()
    assert shared.told == ["Paused", "Resumed"]


async def test_the_end_of_a_long_log_that_was_read_waits_for_its_heads() -> None:
    scene, ann = Scene(DeviceKey.from_seed(bytes(32))), Line()
    for number in range(2 * SEALED_EVERY):
        scene.give((ANN, BOB)[number % 2], scene.move(), NOW)
        scene.write()
    scene.table.load(await scene.disk.read("t"))
    scene.give(ANN, m.SendResign(table="t", key=new_key(), match=True), NOW, ann)
    scene.give(BOB, m.SendOffer(table="t", key=new_key(), kind="pause"), NOW)

    assert ann.got == []
    assert scene.disk.held == []
    [work] = scene.work
    await work()
    scene.write()
    assert isinstance(ann.got[0], m.Done)
    assert scene.table.is_over
    assert prove(map(event_from_bytes, scene.table.log), verify).sealed == scene.table.number
