"""The computer that hosts a game is gone, and comes back: the guest goes on at the own computer, on a real screen.

NETGAME_PICTURES names a folder for pictures of both screens.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tests import netns
from tests.end_to_end.test_two_computers import agree, client, host, join, play
from tests.netns import Computer
from tests.window import screen as screens
from tests.window.screen import Screen, screen

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs_qt,
    pytest.mark.skipif(netns.why_not() is not None, reason=str(netns.why_not())),
    pytest.mark.skipif(screens.why_not() is not None, reason=str(screens.why_not())),
]
AWAY_S = 10  # that a player may be away; then the guest is asked
PICTURES = os.environ.get("NETGAME_PICTURES")


@pytest.fixture
def computers() -> Iterator[list[Computer]]:
    with netns.lan(2) as made:
        yield made


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[list[Screen]]:
    """Return a screen for each computer."""
    folders = [tmp_path / "screen0", tmp_path / "screen1"]
    for folder in folders:
        folder.mkdir()
    with screen(folders[0]) as first, screen(folders[1]) as second:
        yield [first, second]


def shown_on(desk: Screen) -> dict[str, str]:
    return {"QT_QPA_PLATFORM": "xcb", "DISPLAY": desk.environment["DISPLAY"]}


def keep(desk: Screen, name: str) -> None:
    if PICTURES:
        desk.keep_picture(Path(PICTURES) / f"{name}.png")


def let_players_be_away(home: Path) -> None:
    """Set for how long players may be away at the tables that are made by the window of that home."""
    from client_qt.settings.file import Folders, SettingsFile  # here, since Qt cannot load everywhere
    from client_qt.table.terms import Terms

    settings = SettingsFile(Folders.find(str(home)).config)
    settings.change(replace(settings.value, terms=Terms(absence=f"forfeit {AWAY_S}").plain()))


def switch_off(computer: Computer) -> None:
    """Kill everything that runs on a computer."""
    for pid in netns.pids(computer):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


async def test_the_guest_goes_on_at_home_and_the_host_that_is_back_joins_there(
    computers: list[Computer], desks: list[Screen], tmp_path: Path
) -> None:
    let_players_be_away(tmp_path / "ann")
    async with client(computers[1], tmp_path / "bob", "bob", **shown_on(desks[1])) as bob:
        async with client(computers[0], tmp_path / "ann", "ann", **shown_on(desks[0])) as ann:
            await host(ann, "clod")
            row = await join(bob, "clod")
            before = (await play(ann, bob, number=20))[1]
            switch_off(computers[0])
            await ann.process.wait()

        await bob.do("press", name="Continue here", within=60.0)
        alone = await bob.do("until_vacant", count=1)
        keep(desks[1], "bob-waits")

        async with client(computers[0], tmp_path / "ann", "ann", **shown_on(desks[0])) as ann:
            await ann.do("press", name=f"continue_{row['table']}")
            await ann.do("notice", key="elsewhere")
            keep(desks[0], "ann-is-back")
            await bob.do("notice", key="elsewhere")
            keep(desks[1], "bob-when-ann-is-back")
            await ann.do("press", name="Go on there")
            await ann.do("until_vacant", count=0)
            await bob.do("until_vacant", count=0)
            keep(desks[0], "ann-at-bobs")
            at_ann, at_bob = await play(ann, bob)

    assert alone["moves"][: len(before["moves"])] == before["moves"]
    agree(at_ann, at_bob)
    assert at_ann["ended"][0] == "legs"
    assert at_ann["moves"][: len(before["moves"])] == before["moves"]
