"""Two computers, two windows, one game: the real client on both, everything done by clicks."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from tests import netns
from tests.end_to_end.desk import OFFSCREEN, Desk
from tests.end_to_end.test_networks import QUICK, Row, add_bridges, set_addresses, set_up
from tests.netns import Computer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs_qt,
    pytest.mark.skipif(netns.why_not() is not None, reason=str(netns.why_not())),
]

CHECKOUT = Path(__file__).parents[2]
Facts = dict[str, Any]


class Client:
    """A client on one of the computers, and the connection to the robot inside it."""

    def __init__(self, process: trio.Process, log: Path) -> None:
        self.process = process
        self._log = log
        self._unread = b""

    async def do(self, order: str, within: float = PATIENCE_S, **fields: Any) -> Facts:
        """Give a command and wait for its answer. If it fails, the test fails with a description of the window."""
        line = json.dumps({"do": order, "within": within, "with": fields}) + "\n"
        assert self.process.stdin is not None
        await self.process.stdin.send_all(line.encode())
        with trio.move_on_after(within + 15):
            answer = await self.answer()
            assert answer["ok"], f"{order} {fields}: {answer.pop('error')}\n{answer}\n{self.log()}"
            return answer
        raise AssertionError(f"no answer to {order} {fields}\n{self.log()}")

    async def answer(self) -> Facts:
        assert self.process.stdout is not None
        while b"\n" not in self._unread:
            data = await self.process.stdout.receive_some()
            assert data, f"the client has ended\n{self.log()}"
            self._unread += data
        line, _, self._unread = self._unread.partition(b"\n")
        answer: Facts = json.loads(line)
        return answer

    def log(self) -> str:
        return self._log.read_text(errors="replace")[-4000:]


@asynccontextmanager
async def client(
    home: Path, *words: str, on: Computer | None = None, desk: Desk = OFFSCREEN, robot: str = "robot"
) -> AsyncIterator[Client]:
    """Run a client on that computer, or on loopback. The name of its folder is the name of the player."""
    home.mkdir(exist_ok=True)
    command = [sys.executable, "-m", f"tests.end_to_end.{robot}", "--home", str(home), *words]
    environment = {**os.environ, "NETGAME_LAN": "all" if on else "lo", "LOGNAME": home.name, "USER": home.name}
    environment |= desk.environ
    async with as_process(on.command(*command) if on else command, environment, home / "log.txt") as made:
        yield made


@asynccontextmanager
async def as_process(
    command: list[str], environment: dict[str, str], log: Path, start_within: float = PATIENCE_S
) -> AsyncIterator[Client]:
    """Run a client as a process with a robot inside it; it ends with the block."""
    with log.open("ab") as errors:
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment, cwd=str(CHECKOUT)
        )
    made = Client(process, log)
    assert process.stdin is not None
    assert process.stdout is not None
    async with process.stdin, process.stdout:
        try:
            with trio.fail_after(start_within):
                await made.answer()
            yield made
        finally:
            with trio.CancelScope(shield=True):
                if process.returncode is None:
                    process.terminate()
                    with trio.move_on_after(10):
                        await process.wait()
                if process.returncode is None:
                    process.kill()
                    await process.wait()


async def host(ann: Client, game: str) -> None:
    """Open a table through the client's own form."""
    await ann.do("click_on", name="tile_host")
    await ann.do("page", name="host")
    await ann.do("click_on", name=f"game_{game}")
    await ann.do("press", name="go")
    await ann.do("page", name="table")
    await ann.do("shown", name="close_table")


async def join(bob: Client, game: str) -> Facts:
    """Find the table in the list and take its free seat."""
    await bob.do("click_on", name="tile_join")
    row = await bob.do("row", game=game)
    await bob.do("press", name="take_seat")
    await bob.do("page", name="table")
    return row


async def play(*clients: Client, number: int) -> list[Facts]:
    """Let both play at the same time up to that event, each when the board waits for a turn."""
    outcomes: dict[Client, Facts] = {}

    async def one(player: Client) -> None:
        outcomes[player] = await player.do("play", number=number)

    async with trio.open_nursery() as nursery:
        for player in clients:
            nursery.start_soon(one, player)
    return [outcomes[player] for player in clients]


def agree(one: Facts, other: Facts) -> None:
    """Check that both windows have seen the same match, each from its own side."""
    for fact in ("number", "phase", "position", "legs", "ended", "names", "moves"):
        assert one[fact] == other[fact], fact
    assert one["mine"] != other["mine"]


async def test_a_game_goes_on_after_a_pulled_cable_and_a_killed_host(computers: list[Computer], tmp_path: Path) -> None:
    async with client(tmp_path / "bob", on=computers[1]) as bob:
        async with client(tmp_path / "ann", on=computers[0]) as ann:
            await host(ann, "clod")
            row = await join(bob, "clod")
            calm = (await play(ann, bob, number=12))[1]

            computers[0].pull_cable()
            await ann.do("notice", key="network")
            await bob.do("notice", key="connection")
            pulled = await ann.do("state")
            computers[0].put_cable_back()
            await ann.do("notice", key="network", is_shown=False)
            await bob.do("online")
            back = await bob.do("state")

            before = (await play(ann, bob, number=24))[1]
            ann.process.kill()
            await ann.process.wait()

        async with client(tmp_path / "ann", on=computers[0]) as ann:
            await ann.do("press", name=f"continue_{row['table']}")
            await ann.do("online")
            await bob.do("online")
            again = await ann.do("state")
            await play(ann, bob, number=36)
            await ann.do("resign")
            await bob.do("over")
            at_ann, at_bob = await ann.do("state"), await bob.do("state")

    assert row["players"] == ["ann"]
    assert pulled["paused"] == "restart"
    assert back["absences"] == calm["absences"], "a pulled cable of the host costs the guest nothing"
    assert again["moves"][: len(before["moves"])] == before["moves"]
    agree(at_ann, at_bob)
    assert len(at_ann["moves"]) > len(again["moves"])
    assert at_ann["ended"][:2] == ["resigned", *at_bob["mine"]]
    assert ["You win." in " ".join(facts["result"]) for facts in (at_ann, at_bob)] == [False, True]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "row", [*QUICK[:2], Row("bridges", more=[add_bridges(("docker0", "virbr0", "eth0"))])], ids=str
)
async def test_two_windows_find_each_other_and_play(row: Row, desks: list[Desk], tmp_path: Path) -> None:
    with netns.lan(2, switches=3) as computers:
        set_up(row, *computers)
        async with (
            client(tmp_path / "ann", on=computers[0], desk=desks[0]) as ann,
            client(tmp_path / "bob", on=computers[1], desk=desks[1]) as bob,
        ):
            await host(ann, "clod")
            await bob.do("click_on", name="tile_join")
            await bob.do("row", game="clod")
            for name, each in zip(("ann", "bob"), desks, strict=True):
                each.keep(f"{row}, {name}")
            await bob.do("press", name="take_seat")
            await play(ann, bob, number=12)
            await ann.do("resign")
            await bob.do("over")
            agree(await ann.do("state"), await bob.do("state"))


@pytest.mark.sweep
async def test_a_game_goes_on_when_its_computers_get_new_addresses(computers: list[Computer], tmp_path: Path) -> None:
    async with client(tmp_path / "ann", on=computers[0]) as ann, client(tmp_path / "bob", on=computers[1]) as bob:
        await host(ann, "clod")
        set_addresses(computers[0], ["10.77.0.71/24"])
        await join(bob, "clod")
        await play(ann, bob, number=12)
        set_addresses(computers[0], ["10.77.0.72/24"])
        await play(ann, bob, number=18)
        set_addresses(computers[1], ["10.77.0.73/24"])
        await play(ann, bob, number=24)
        for number, computer in enumerate(computers, 1):
            set_addresses(computer, [f"192.168.5.{number}/24"])
        await play(ann, bob, number=30)
        await ann.do("resign")
        await bob.do("over")
        agree(await ann.do("state"), await bob.do("state"))
