"""A really full disk and a real limit on open files: the server waits, reports it, and continues."""

import shutil
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from msgspec import structs

from devtools.harness import PATIENCE_S
from devtools.harness.server.process import ServerProcess
from devtools.harness.server.serving import Raw, move_of, new_key, opened, raw, table_of
from netgame.games import GAMES as RULES
from netgame.match import Match, evolve, new_match
from protocol import messages as m
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE, CommandError
from protocol.event_codec import event_from_plain
from server.accounts.sign_in import DISK_FAILED
from server.admin.control.health import check_health
from server.admin.databases import DATABASES
from server.admin.verify import verify
from server.config.settings import Config
from tests.server.smalldisk import SmallDisk, small_disk, why_not

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.slow

ROUNDS = 2
START = 4  # events until the first move


@pytest.fixture
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SmallDisk]:
    if (reason := why_not(request.param)) is not None:
        pytest.skip(reason)
    with small_disk(tmp_path / "disk", request.param) as made:
        yield made


@asynccontextmanager
async def started(disk: SmallDisk, **more: Any) -> AsyncIterator[ServerProcess]:
    """Run a server on that disk. It must stop in order."""
    server = await ServerProcess.start(disk.path, "--port", "0", "--plain", within=disk.within, **more)
    try:
        yield server
    finally:
        code, log = await server.end()
        while opened:
            await trio.aclose_forcefully(opened.pop().stream)
    assert code == 0, log
    assert "Traceback" not in log


class Player:
    """A client that plays the first legal move."""

    def __init__(self, line: Raw) -> None:
        self.line = line
        self.match: Match | None = None
        self.acknowledged: list[int] = []

    async def until(self, number: int) -> Match:
        """Read what happens up to that event."""
        while self.match is None or self.match.number < number:
            news = await self.line.push(m.TableEvents)
            for event in map(event_from_plain, news.events):
                self.match = evolve(self.match, event) if self.match is not None else new_match(event, RULES)
        return self.match

    async def move(self, table: str) -> Any:
        reply = await self.line.ask(structs.replace(move_of(self.match), table=table, key=new_key()))
        if isinstance(reply, m.Done):
            self.acknowledged.append(reply.number)
        return reply


async def two_players(server: ServerProcess, **fields: Any) -> tuple[Player, Player, str]:
    ann, bob = await raw(server, name="Ann"), await raw(server, name="Bob")  # type: ignore[arg-type]
    table = await table_of(ann, bob, game="thud", **fields)
    return Player(ann), Player(bob), table


@pytest.mark.parametrize("disk", ["ext4"], indirect=True)
async def test_games_wait_while_the_disk_is_full_and_continue_again_and_again(disk: SmallDisk, tmp_path: Path) -> None:
    async with started(disk) as server:
        ann, bob, table = await two_players(server, clock="sudden 600")
        players, number = (ann, bob), START
        for round in range(ROUNDS):
            disk.fill()
            while isinstance(reply := await (mover := await to_move(players, number)).move(table), m.Done):
                number += 1  # it fitted into what was allocated before
            assert reply.code == "unconfirmed"
            other = bob if mover is ann else ann
            assert (await other.line.push(m.Frozen)).table == table
            await refused_for_the_disk(server, f"Guest {round}")

            disk.make_room()
            number += 2  # the clocks were stopped, and go on
            mover = await to_move(players, number)
            for each in players:  # this passes over events, so they are read before
                await each.line.tables(lambda tables: [info.state for info in tables] == ["playing"])
            assert isinstance(await mover.move(table), m.Done)
            number += 1
        await raw(server, name="Guest")  # type: ignore[arg-type]

    for name in DATABASES:
        shutil.copy(disk.file(name), tmp_path)
    report = verify(tmp_path)
    assert report.findings == []
    assert report.events >= max(ann.acknowledged + bob.acknowledged)


async def to_move(players: tuple[Player, Player], number: int) -> Player:
    matches = [await player.until(number) for player in players]
    turn: Any = matches[0].turn
    return players[turn.seat]


async def refused_for_the_disk(server: ServerProcess, name: str) -> None:
    line = await raw(server)  # type: ignore[arg-type]
    reply = await line.ask(m.SignIn(name=name))
    assert reply.code == "internal"
    assert reply.template == DISK_FAILED.template


@pytest.mark.parametrize("disk", ["tmpfs"], indirect=True)
async def test_a_server_on_a_full_disk_is_not_healthy_until_there_is_room(disk: SmallDisk) -> None:
    settings, control = Config(data=disk.file("")), disk.file(CONTROL_FILE)
    check = partial(trio.to_thread.run_sync, check_health, settings, control, PATIENCE_S)
    async with started(disk):
        assert (await check()).warnings == ()

        disk.fill()
        with pytest.raises(CommandError, match=f"The disk of {disk.path} is full"):
            await check()
        [error] = (await trio.to_thread.run_sync(request, control, "status"))[1]["errors"]
        assert str(disk.path) in error

        disk.make_room()
        await check()


@pytest.mark.parametrize("disk", ["tmpfs"], indirect=True)
async def test_settings_are_read_again_while_disk_and_open_files_are_full(disk: SmallDisk, tmp_path: Path) -> None:
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(tmp_path / "notify"))
    async with started(disk, environ={"NOTIFY_SOCKET": str(tmp_path / "notify")}) as server:
        assert b"READY=1" in manager.recv(4096)
        ann = await raw(server, name="Ann")  # type: ignore[arg-type]
        disk.fill()
        before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (0, before[1]))  # those that are open stay
        server.process.send_signal(signal.SIGHUP)
        await server.logged("of RELOADING=1")
        await server.logged("of READY=1")
        assert isinstance(await ann.ask(m.ListTables()), m.Tables)

        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
        server.process.send_signal(signal.SIGHUP)
        for wanted in (b"RELOADING=1", b"READY=1"):
            while wanted not in await trio.to_thread.run_sync(manager.recv, 4096):
                pass
        disk.make_room()
    manager.close()
