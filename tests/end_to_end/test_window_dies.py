"""The window is killed between a turn and the server's answer: a sent turn counts, and the next start shows it.

The key of a command lives as long as the window, which suffices: a turn names the position it is for, so a turn that
arrived cannot be played twice, and one that did not arrive is missing when the window opens again.
"""

from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import known, running_on_loopback
from devtools.harness.window.opponent import opponent
from server.app import Serving
from tests.end_to_end.test_two_computers import client

pytestmark = [pytest.mark.slow, pytest.mark.needs_qt]


@pytest.mark.parametrize("steps", [0, pytest.param(40, marks=pytest.mark.sweep)])
async def test_a_turn_that_arrived_counts_and_one_that_did_not_can_be_played_again(tmp_path: Path, steps: int) -> None:
    with trio.fail_after(PATIENCE_S):
        async with running_on_loopback(tmp_path / "server", plain=False) as serving, opponent(known(serving)) as bob:
            table = await bob.session.make_table("thud", {}, player=1)
            link = f"netgame://127.0.0.1:{serving.port}/{table}"
            async with client(tmp_path / "ann", link) as ann:
                await ann.do("press", name="accept_server")
                await ann.do("press", name="take_seat")
                await ann.do("online")
                before, mine = turns(serving, table), (await ann.do("state"))["mine"]
                with pytest.raises(AssertionError, match="the client has ended"):
                    await ann.do("die_after_a_turn", steps=steps)

            async with client(tmp_path / "ann") as ann:
                await ann.do("press", name=f"continue_{table}")
                await ann.do("online")
                shown = await ann.do("state")
                arrived = turns(serving, table)

                assert shown["moves"] == arrived, "the window shows what the server has"
                assert shown["mine"] == mine
                assert len(arrived) - len(before) in (0, 1)
                assert steps < 40 or len(arrived) > len(before), "by then it was sent"
                if arrived == before:
                    await ann.do("play", turns=1)
                    assert len(turns(serving, table)) == len(before) + 1


def turns(serving: Serving, table: str) -> list[str]:
    """Return the turns of that match in the store."""
    match = serving.match(table)
    assert match is not None
    return [step.notation for step in match.history]
