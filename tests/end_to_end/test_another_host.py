"""The computer that hosts a game is gone, and comes back: the guest goes on at the own computer."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests import netns
from tests.end_to_end.desk import Desk
from tests.end_to_end.test_two_computers import agree, client, host, join, play
from tests.netns import Computer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.sweep,  # in memory: tests/client/hosting
    pytest.mark.needs_qt,
    pytest.mark.skipif(netns.why_not() is not None, reason=str(netns.why_not())),
]
AWAY_S = 10  # that a player may be away; then the guest is asked


def let_players_be_away(home: Path) -> None:
    """Set for how long players may be away at the tables that are made by the window of that home."""
    from client_qt.settings.file import Folders, SettingsFile  # here, since Qt cannot load everywhere
    from client_qt.table.terms import Terms

    settings = SettingsFile(Folders.find(str(home)).config)
    settings.change(replace(settings.value, terms=Terms(absence=f"forfeit {AWAY_S}").plain()))


async def test_the_guest_goes_on_and_the_host_joins(
    computers: list[Computer], desks: list[Desk], tmp_path: Path
) -> None:
    let_players_be_away(tmp_path / "ann")
    async with client(tmp_path / "bob", on=computers[1], desk=desks[1]) as bob:
        async with client(tmp_path / "ann", on=computers[0], desk=desks[0]) as ann:
            await host(ann, "clod")
            row = await join(bob, "clod")
            before = (await play(ann, bob, number=20))[1]
            computers[0].pull_plug()
            await ann.process.wait()

        await bob.do("press", name="Continue here", within=60.0)
        alone = await bob.do("until_vacant", count=1)
        desks[1].keep("bob-waits")

        async with client(tmp_path / "ann", on=computers[0], desk=desks[0]) as ann:
            await ann.do("press", name=f"continue_{row['table']}")
            await ann.do("notice", key="elsewhere")
            desks[0].keep("ann-is-back")
            await bob.do("notice", key="elsewhere")
            desks[1].keep("bob-when-ann-is-back")
            await ann.do("press", name="Go on there")
            await ann.do("until_vacant", count=0)
            await bob.do("until_vacant", count=0)
            desks[0].keep("ann-at-bobs")
            await play(ann, bob, number=alone["number"] + 12)
            await ann.do("resign")
            await bob.do("over")
            at_ann, at_bob = await ann.do("state"), await bob.do("state")

    assert alone["moves"][: len(before["moves"])] == before["moves"]
    agree(at_ann, at_bob)
    assert at_ann["ended"][0] == "resigned"
    assert at_ann["moves"][: len(before["moves"])] == before["moves"]
    assert len(at_ann["moves"]) > len(before["moves"])
