"""The real program under a real X server with a window manager: mouse, keys, focus, frame; and without its screen."""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import trio

from devtools.harness import heed_signals
from devtools.harness.server.serving import running_on_loopback
from devtools.harness.window.opponent import Opponent, opponent
from protocol.address import Address
from protocol.client import Server
from tests.end_to_end.test_two_computers import Client
from tests.window.screen import GUARD_S, Screen
from tests.window.screen_players import ScreenKeyPlayer, ScreenMousePlayer, click, tab_to, window

pytestmark = pytest.mark.slow
ASKED_AT = 9  # the event after which the window is to be closed


@asynccontextmanager
async def opponent_joins(ann: Client) -> AsyncIterator[Opponent]:
    served = await ann.do("served")
    server = Server(served["fingerprint"], (Address("127.0.0.1", served["port"]),))
    async with opponent(server) as bob, trio.open_nursery() as nursery:
        await bob.sit_down(served["table"])
        nursery.start_soon(bob.play, served["table"])
        yield bob
        nursery.cancel_scope.cancel()


async def agree(ann: Client, desk: Screen, port: int) -> None:
    """Let window and window manager agree: menus and dialogs take the keyboard and give it back; the frame resizes the
    window; a question that is open when it is minimised is there when it is restored."""
    await tab_to(ann, desk, "tile_join")
    desk.press("alt+h")
    await ann.do("looks", popup="QMenu")
    desk.press("Up", "Return")  # the last entry
    await ann.do("looks", popup="", window="about")
    desk.press("Escape")
    await ann.do("looks", window="main", focus="tile_join")
    desk.press("Return")
    size = (await ann.do("looks", page="join"))["size"]
    desk.resize("netgame", 800, 560)
    await ann.do("looks", size=[800, 560])
    await click(ann, desk, "address")
    await ann.do("looks", focus="address")
    desk.write(f"127.0.0.1:{port}")
    desk.press("Return")
    await ann.do("place", name="accept_server")
    number = (await ann.do("look"))["number"]
    desk.minimise(number)
    await ann.do("looks", minimised=True)
    desk.restore(number)
    await ann.do("looks", minimised=False)
    await ann.do("place", name="accept_server")
    desk.resize("netgame", *size)
    desk.press("ctrl+h")
    await ann.do("looks", page="home", size=size)


@pytest.mark.parametrize(
    "player_class",
    [pytest.param(ScreenMousePlayer, id="mouse"), pytest.param(ScreenKeyPlayer, id="keys", marks=pytest.mark.sweep)],
)
async def test_the_window_obeys_the_frame_a_game_is_hosted_and_played_by_hand_and_the_frame_closes_the_window(
    desk: Screen, tmp_path: Path, player_class: type[ScreenMousePlayer]
) -> None:
    async with window(desk, tmp_path / "ann") as ann:
        async with running_on_loopback(tmp_path / "server", plain=False) as serving:
            await agree(ann, desk, serving.port)
        player = player_class(ann, desk)
        await player.host("clod")
        async with opponent_joins(ann) as bob:
            await player.play(ASKED_AT)
            desk.close()
            await ann.do("looks", window="ask")
            desk.press("Escape")
            await ann.do("looks", window="main")
            await player.play()
            state = await ann.do("state")
            desk.close()
            with trio.fail_after(GUARD_S):
                assert await ann.process.wait() == 0

    assert state["phase"] == "over"
    assert state["legs"][0][0] == "board"
    assert bob.match is not None
    assert state["number"] == bob.match.number


MOST_LINES = 3
READY = "ready"
PROGRAM = f"""
import sys
import trio.testing
from client_qt.__main__ import arguments, start
async def say():
    await trio.testing.wait_all_tasks_blocked()
    print("{READY}", flush=True)
sys.exit(start(arguments().parse_args(sys.argv[1:]), ready=lambda _app: trio.lowlevel.spawn_system_task(say)))
"""


@contextmanager
def ready_window(home: Path, environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """Start a window and wait until it is ready; kill it at the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--home", str(home)],
        env={**os.environ, "NETGAME_LAN": "lo", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=heed_signals,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == READY
        yield process
    finally:
        process.kill()
        process.communicate()


def test_without_its_screen_the_window_ends_after_a_few_lines(tmp_path: Path, desk: Screen) -> None:
    with ready_window(tmp_path, {**desk.environment, "QT_QPA_PLATFORM": "xcb"}) as process:
        desk.lose()
        said, _ = process.communicate(timeout=GUARD_S)
    assert len(said.splitlines()) <= MOST_LINES, said


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
def test_without_its_terminal_the_window_ends_as_when_it_is_closed(tmp_path: Path) -> None:
    with ready_window(tmp_path, {"QT_QPA_PLATFORM": "offscreen"}) as process:
        process.send_signal(signal.SIGHUP)
        said, _ = process.communicate(timeout=GUARD_S)
    assert process.returncode == 0
    assert said == ""
