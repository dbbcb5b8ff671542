r"""The language of the scenarios: one sentence per line. An unknown sentence is an error with its line number.

Sentences are functions with a pattern: `@word(r"(?P<seconds>\d+) s pass")`. Named groups become arguments.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Word = Callable[..., Awaitable[None]]
NAMES = r"(?:Ann|Bob|Carl|Eve|Dora)"

_WORDS: list[tuple[re.Pattern[str], Word]] = []


class ScenarioError(Exception):
    """A line cannot be read, or its expectation does not hold."""


@dataclass(frozen=True)
class Step:
    """One line that was understood."""

    place: str  # file:line
    text: str
    word: Word
    said: dict[str, str | None]


@dataclass(frozen=True)
class Scenario:
    """A file. Its first comment tells the story in a sentence."""

    name: str
    steps: tuple[Step, ...]


def word(pattern: str) -> Callable[[Word], Word]:
    """Register a function for lines that match the pattern."""

    def known(does: Word) -> Word:
        _WORDS.append((re.compile(pattern.replace("NAME", NAMES)), does))
        return does

    return known


def read(path: Path) -> Scenario:
    """Read the scenario in that file. `ScenarioError` names the first unknown line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or not lines[0].startswith("# "):
        raise ScenarioError(f"{path.name}:1: the first line tells the story, after '# '")
    steps = [_step(f"{path.name}:{n}", said) for n, line in enumerate(lines, 1) if (said := _sentence(line))]
    if not any(step.text.startswith("expect") for step in steps):
        raise ScenarioError(f"{path.name}: nothing is expected")
    return Scenario(path.stem, tuple(steps))


def _sentence(line: str) -> str:
    """Remove the comment, which starts the line or follows two blanks."""
    return re.split(r"(?:^|\s\s+)#\s", line.rstrip(), maxsplit=1)[0].strip()


def _step(place: str, text: str) -> Step:
    found = [(does, hit.groupdict()) for pattern, does in _WORDS if (hit := pattern.fullmatch(text))]
    if len(found) != 1:
        why = "nobody knows what this means" if not found else "this can mean more than one thing"
        raise ScenarioError(f"{place}: {why}: {text}")
    return Step(place, text, *found[0])


def fits(said: bool, why: Any) -> None:
    """Raise `ScenarioError` unless both values are equal."""
    if not said:
        raise ScenarioError(str(why))
