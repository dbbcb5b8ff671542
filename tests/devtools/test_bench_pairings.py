"""`./run bench pairings`: a short run has no broken rule, and a broken rule is found."""

import pytest

from devtools.bench import pairings
from netgame.tournaments import Entrant, Pairing
from tests.netgame.tournaments import random_tournaments


@pytest.mark.slow
def test_a_short_run_prints_that_no_rule_was_broken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pairings, "MOST", 12)
    monkeypatch.setattr(pairings, "SWISS", 10)

    assert pairings.main(["--tournaments", "20", "--processes", "1"]) == 0
    assert "20 tournaments" in capsys.readouterr().out


@pytest.mark.parametrize("format", ["round_robin", "swiss", "knockout"])
def test_pairings_that_repeat_break_a_rule(monkeypatch: pytest.MonkeyPatch, format: str) -> None:
    def neighbours(format: str, entrants: list[Entrant], rounds: object, number: int) -> tuple[Pairing, ...]:
        names = [entrant.account for entrant in entrants]
        return tuple(Pairing(one, other) for one, other in zip(names[::2], names[1::2], strict=True))

    monkeypatch.setattr(random_tournaments, "pair", neighbours)

    with pytest.raises(AssertionError):
        random_tournaments.play(format, 8, 3)  # type: ignore[arg-type]
