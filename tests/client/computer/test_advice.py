"""The engine of the hints: it stays, ends when nobody uses it, and is replaced."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
import trio
from PySide6.QtCore import QObject
from trio.testing import MockClock, wait_all_tasks_blocked

from client_qt.computer.advice import UNUSED_S, Adviser
from client_qt.computer.engines import Engines
from client_qt.settings.preferences import OwnEngine, Preferences
from devtools.harness.window.engines import FakeEngines
from devtools.harness.window.play import played
from netgame.match.state import Match
from netgame.text import Text

pytestmark = pytest.mark.usefixtures("qapp")


@asynccontextmanager
async def adviser(engines: Engines) -> AsyncIterator[tuple[Adviser, list[Any], list[Text]]]:
    """Run an adviser; collect its moves and the reasons of its failures."""
    parent, found, failed = QObject(), list[Any](), list[Text]()
    async with trio.open_nursery() as nursery:
        made = Adviser(engines, nursery, parent)
        made.found.connect(lambda _match, move: found.append(move))
        made.failed.connect(failed.append)
        yield made, found, failed
        nursery.cancel_scope.cancel()


@pytest.fixture
def match() -> Match:
    found = played("thud", 2).match
    assert found is not None
    return found


async def test_an_unused_engine_ends_and_another_one_follows(match: Match, mock_clock: MockClock) -> None:
    fake = FakeEngines()
    async with adviser(fake.engines) as (advice, found, _):
        for number in (1, 2):
            advice.advise(match)
            await wait_all_tasks_blocked()
            assert (len(found), fake.running, len(fake.commands)) == (number, 1, number)

            mock_clock.jump(UNUSED_S - 1)
            await wait_all_tasks_blocked()
            assert fake.running == 1
            mock_clock.jump(1)
            await wait_all_tasks_blocked()
            assert fake.running == 0


async def test_only_the_last_search_is_answered(match: Match) -> None:
    fake = FakeEngines()
    fake.hold()
    async with adviser(fake.engines) as (advice, found, _):
        for _ in range(3):
            advice.advise(match)
            await wait_all_tasks_blocked()
        fake.release()
        await wait_all_tasks_blocked()
        assert (len(found), fake.stopped, len(fake.commands)) == (1, 2, 1)

        fake.hold()
        advice.advise(match)
        await wait_all_tasks_blocked()
        fake.release()
        advice.stop()
        await wait_all_tasks_blocked()
        assert len(found) == 1


async def test_another_engine_is_used_when_the_preferences_name_it(match: Match) -> None:
    fake = FakeEngines()
    preferences = Preferences(engines=(OwnEngine("Robot", ("robot",)),))
    async with adviser(replace(fake.engines, preferences=lambda: preferences)) as (advice, found, _):
        advice.advise(match)
        await wait_all_tasks_blocked()
        preferences = replace(preferences, adviser="Robot")
        advice.advise(match)
        await wait_all_tasks_blocked()

        assert fake.commands[1:] == [["robot"]]
        assert (len(found), fake.running) == (2, 1)


async def test_after_a_failure_the_next_search_starts_another_engine(match: Match) -> None:
    fake = FakeEngines()
    fake.answer = "nonsense"
    async with adviser(fake.engines) as (advice, found, failed):
        advice.advise(match)
        await wait_all_tasks_blocked()
        assert (len(found), len(failed), fake.running) == (0, 1, 0)

        fake.answer = ""
        advice.advise(match)
        await wait_all_tasks_blocked()
        assert (len(found), len(failed), fake.running) == (1, 1, 1)
