"""`./run bench players` measures every game; how fast the players are, is not tested."""

import json
from importlib.util import find_spec

import pytest

from devtools.bench import kernels, players
from netgame.games import GAMES
from netgame.players.kernels import has_kernel

FIGURES = ("nodes", "stop")


@pytest.mark.slow
@pytest.mark.sweep
def test_every_game_has_its_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(players, "NODES_SHARE", 0.0)
    monkeypatch.setattr(players, "PLIES", (0,))

    players.main(["--json"])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = {f"{key}_{what}" for key in GAMES for what in FIGURES}
    names |= {
        f"{key}_compiled_{what}" for key, kind in GAMES.items() if has_kernel(kind) for what in (*FIGURES, "ratio")
    }
    assert {line["name"] for line in lines} == names
    assert all(line["value"] > 0 for line in lines)


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it")
def test_every_compiled_search_agrees_with_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    kernels.main(["--json", "50"])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["name"] for line in lines} == {f"{key}_agreeing" for key, kind in GAMES.items() if has_kernel(kind)}
