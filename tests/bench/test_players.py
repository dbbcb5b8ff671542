"""`./run bench players` measures every game; how fast the players are, is not tested."""

import json

import pytest

from netgame.games import GAMES
from tests.bench import players


@pytest.mark.slow
def test_every_game_has_its_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(players, "NODES_SHARE", 0.0)
    monkeypatch.setattr(players, "PLIES", (0,))

    players.main(["--json"])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["name"] for line in lines} == {f"{key}_{what}" for key in GAMES for what in ("nodes", "stop")}
    assert all(line["value"] > 0 for line in lines)
