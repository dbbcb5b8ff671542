"""Records of all versions stay readable, and logs of unknown versions are refused with a clear sentence."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

import pytest

from devtools.harness.games.match_helpers import Tally, created
from devtools.harness.games.random_matches import random_log
from netgame.games import GAMES
from netgame.match import CURRENT_RULES, MatchError, match_rules, new_match, replay
from netgame.match.events import Absent, Created, Offered, TakenBack, TimeAdded
from netgame.options import option
from netgame.records.lines import RecordError
from netgame.records.reader import read_match, read_record
from netgame.records.writer import write_record
from tests.netgame.records.version_records import FOLDER, current_records

RECORDS = sorted(FOLDER.glob("*.netgame"))


@dataclass(frozen=True)
class NewTally(Tally):
    """A later version of Tally: its new option had one value before."""

    version: ClassVar[int] = 4
    speed: int = field(default=2, metadata=option("speed", 1, 3, since=4, older=1))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_any_version_is_read_and_written_again(path: Path) -> None:
    data = path.read_bytes()
    assert write_record(read_record(data, GAMES)).encode() == data


@pytest.mark.parametrize("key", GAMES)
def test_the_current_versions_have_a_record_that_shows_what_the_match_rules_limit(key: str) -> None:
    path = current_records()[key]
    assert path.exists(), "run: python -m tests.netgame.records.version_records"
    log, match = read_match(path.read_bytes(), GAMES)
    assert {Absent, Offered, TakenBack, TimeAdded} <= {type(event) for event in log}
    assert match.clocks is not None
    assert match.ended.ratings is not None


def test_a_log_keeps_the_match_rules_it_was_played_by(monkeypatch: pytest.MonkeyPatch) -> None:
    first, next_rules = created(), CURRENT_RULES.version + 1
    later = replace(CURRENT_RULES, version=next_rules, ready_wait_ms=5)
    monkeypatch.setattr("netgame.match.create.MATCH_RULES", {**match_rules.MATCH_RULES, next_rules: later})
    old = new_match(first, {"tally": Tally})
    new = new_match(replace(first, match_rules=next_rules), {"tally": Tally})
    assert old.rules.ready_wait_ms == 60_000
    assert new.rules.ready_wait_ms == 5


def test_a_new_option_has_its_older_value_in_an_older_log_and_is_named_in_a_new_one() -> None:
    log, first = [created()], created(games={"tally": NewTally}, speed=3)
    match = replay(log, {"tally": NewTally})
    assert match.game.speed == 1
    assert match.created == log[0]
    assert first.rules == 4
    assert new_match(first, {"tally": NewTally}).game.speed == 3


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (replace(created(), match_rules=9), r"version 9 of the match rules.*up to 3; update it"),
        (replace(created(games={"tally": NewTally}), rules=3), "no option speed"),
        (replace(created(), rules=2), "version 2 of the rules of Tally"),  # no option explains it
    ],
)
def test_other_versions_of_rules_are_refused(first: Created, reason: str) -> None:
    with pytest.raises(MatchError, match=reason):
        new_match(first, {"tally": NewTally})


def test_a_record_by_newer_match_rules_is_refused_by_its_line() -> None:
    text = write_record(random_log("clod", {}, seed=1, plies=1))
    newer = text.replace("match_rules: 3\n", "match_rules: 9\n")
    with pytest.raises(RecordError, match="version 9 of the match rules") as caught:
        read_record(newer, GAMES)
    assert newer.split("\n")[caught.value.line - 1] == "match_rules: 9"
