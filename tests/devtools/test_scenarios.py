"""Every scenario of devtools/scenarios, at a server in memory, with a clock that is moved by hand."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from trio.testing import MockClock

from devtools import scenarios
from devtools.harness.server.serving import forget_kept  # noqa: F401
from devtools.scenarios import actions, expectations  # noqa: F401  # the words
from devtools.scenarios.language import Scenario, ScenarioError, read
from devtools.scenarios.service import ServiceWorld
from devtools.scenarios.world import World, world

FOLDER = Path(scenarios.__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
_DISK = "a database that is away is another fault than a full disk: tests/server/cluster"
NOT_OVER_NODES = {  # scenario -> why it is not played at a service of several nodes
    "disk-full": _DISK,
    "disk-full-for-two-minutes": _DISK,
    "disk-full-while-a-flag-falls": _DISK,
    "killed-at-each-point": "it kills a process: ./run faults --nodes kills those of a service",
    "back-in-the-tick-of-the-claim": "the return and the claim are at different nodes, so no order between them exists",
}


def _parameters() -> Iterator[object]:
    for path in FILES:
        slow = [pytest.mark.slow] if "# slow" in path.read_text(encoding="utf-8").splitlines() else []
        yield pytest.param(World, path, id=path.stem, marks=slow)
        if path.stem not in NOT_OVER_NODES:
            sweep = [pytest.mark.slow, pytest.mark.sweep]
            yield pytest.param(ServiceWorld, path, id=f"{path.stem}-with-players-at-different-nodes", marks=sweep)


@pytest.mark.parametrize(("kind", "path"), list(_parameters()))
async def test_it_goes_as_it_is_told(
    kind: type[World], path: Path, tmp_path: Path, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    if failure := await _played(read(path), tmp_path, mock_clock, monkeypatch, kind):
        pytest.fail(failure, pytrace=False)


async def _played(
    scenario: Scenario, folder: Path, clock: MockClock, patch: pytest.MonkeyPatch, kind: type[World]
) -> str:
    """Play the scenario. Return what went wrong and where; empty if nothing did."""
    told = [scenario.name]
    failures: list[str] = []
    try:
        async with world(folder, clock, patch, kind) as made:
            await _play(made, scenario, told)
    except* ScenarioError as group:
        failures.append(_first(group))
    return "".join(failures)


def _first(failure: BaseException) -> str:
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    return str(failure)


async def _play(made: World, scenario: Scenario, told: list[str]) -> None:
    for step in scenario.steps:
        told.append(f"{step.place}: {step.text}")
        if made.refused and not step.text.startswith("expect"):
            raise ScenarioError(f"{told[-2]}: refused with {made.refused}")
        try:
            await step.word(made, **step.said)
        except (ScenarioError, AssertionError) as error:
            raise ScenarioError(f"{told[-1]}: {error}") from error
    if made.refused:
        raise ScenarioError(f"{told[-1]}: refused with {made.refused}")
    told.append(f"{scenario.name}: the check at the end")
    await made.check()


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("# A story\ntable thud\nAnn plaid\nexpect no clock runs\n", "x.txt:3: nobody knows"),
        ("table thud\n", "x.txt:1: the first line"),
        ("# A story\n\ntable thud\n", "nothing is expected"),
    ],
)
def test_a_line_that_means_nothing_is_an_error_with_its_number(tmp_path: Path, text: str, what: str) -> None:
    (tmp_path / "x.txt").write_text(text)
    with pytest.raises(ScenarioError, match=what):
        read(tmp_path / "x.txt")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("Bob plays", "x.txt:3: Bob plays: refused with \\['not_your_turn'\\]"),
        ("expect Bob to move", "x.txt:3: expect Bob to move: player 0 is to move"),
    ],
)
async def test_what_goes_otherwise_is_told_with_its_line(
    tmp_path: Path, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch, line: str, what: str
) -> None:
    (tmp_path / "x.txt").write_text(f"# A story\ntable thud\n{line}\n1 s pass\nexpect Ann to move\n")
    failure = await _played(read(tmp_path / "x.txt"), tmp_path, mock_clock, monkeypatch, World)
    assert re.match(what, failure), failure
