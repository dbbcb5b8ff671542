"""`./run bench`: each part measures what it names. How fast things are, is not tested."""

import json
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest

from devtools.bench import connections, kernels, pairings, players, rules
from devtools.bench.files import room_for
from devtools.bench.floors import boundless
from devtools.bench.idle import EACH_ADDRESS, address_of
from devtools.bench.proof import GAMES_OF, fairness, sizes, upper_gamma
from devtools.bench.storage import logs, measure
from devtools.harness.games import random_tournaments
from netgame.games import GAMES
from netgame.players.kernels import has_kernel
from netgame.tournaments import Entrant, Pairing

COMPILED = {key for key, kind in GAMES.items() if has_kernel(kind)}
KNOWN = {
    "thud_dwarf_generations", "thud_troll_generations", "thud_random_plies", "clod_legal_sets", "clod_random_games",
    "royalclod_random_games", "blooms_random_turns_4", "blooms_random_turns_5", "blooms_random_turns_6",
    "blooms_territory_lists_4", "blooms_territory_lists_5", "blooms_territory_lists_6", "conquid_conquer_14x28",
    "conquid_conquer_21x42", "conquid_vanquish_corners_14x28", "conquid_vanquish_corners_21x42",
    "conquid_conquest_path_14x28", "conquid_conquest_path_21x42", "conquid_fold_200_turns",
    "record_sitting", "record_shuttling", "record_haggling", "record_taking_back",
}  # fmt: skip

Printed = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Return the printed objects, one for each line."""
    return lambda: [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.slow
def test_connections_come_stay_and_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SETTLE_S", 0.1)
    figure = connections.connections(20, True, 0.2, ("", ""))
    assert figure["unit"] == "KiB a connection"
    assert min(float(str(figure[name])) for name in ("accepted_per_s", "storm_per_s", "told_kib_coming")) > 0


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_where_too_few_files_may_be_open_a_sentence_says_how_many_connections_are_possible() -> None:
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard == resource.RLIM_INFINITY:
        pytest.skip("as many files as one likes")
    assert f"--connections {hard - 100}" in room_for(hard)
    assert room_for(10) == ""


def test_nobody_is_held_back_by_limits_while_measuring_and_connections_come_from_addresses_with_ports_enough() -> None:
    limits = boundless()
    bursts = (limits.unauthenticated_per_lan_address, limits.sign_in_burst, limits.move_burst, limits.connections)
    assert min(bursts) >= 100_000
    if sys.platform == "linux":  # elsewhere this computer has one address
        assert len({address_of(number) for number in range(10_000)}) == -(-10_000 // EACH_ADDRESS)


@pytest.mark.slow
def test_a_short_run_of_pairings_prints_that_no_rule_was_broken(
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


@pytest.mark.slow
@pytest.mark.sweep
def test_every_game_has_its_figures_of_players(monkeypatch: pytest.MonkeyPatch, printed: Printed) -> None:
    monkeypatch.setattr(players, "NODES_SHARE", 0.0)
    monkeypatch.setattr(players, "PLIES", (0,))

    players.main(["--json"])

    lines = printed()
    names = {f"{key}_{what}" for key in GAMES for what in ("nodes", "stop")}
    names |= {f"{key}_compiled_{what}" for key in COMPILED for what in ("nodes", "stop", "ratio")}
    assert {line["name"] for line in lines} == names
    assert all(line["value"] > 0 for line in lines)


@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.skipif(find_spec("numba") is None, reason="numba is not installed; ./run fast installs it")
def test_every_compiled_search_agrees_with_the_rules(printed: Printed) -> None:
    kernels.main(["--json", "50"])
    assert {line["name"] for line in printed()} == {f"{key}_agreeing" for key in COMPILED}


@pytest.mark.slow
def test_p_is_that_of_the_tables_and_a_sample_of_rolls_is_fair() -> None:
    for freedom, chi_square, p in (
        (1, 3.841, 0.05), (5, 11.070, 0.05), (5, 1.145, 0.95), (5, 0, 1), (20, 37.566, 0.01), (35, 57.342, 0.01),
        (35, 22.465, 0.95),
    ):  # fmt: skip
        assert upper_gamma(freedom / 2, chi_square / 2) == pytest.approx(p, rel=0.002)

    found = list(fairness(20_000, seed=1))
    assert len(found) == 4
    assert all(figure.value > 0.001 for figure in found)  # the sample is always the same


@pytest.mark.slow
def test_signatures_have_their_price() -> None:
    found = list(sizes())
    assert len(found) == 5 * len(GAMES_OF)
    for plain, linked, signed in zip(found[::5], found[1::5], found[2::5], strict=True):
        assert plain.value <= linked.value < signed.value


@pytest.mark.slow
def test_every_known_speed_of_rules_has_a_line_with_its_ratio(
    monkeypatch: pytest.MonkeyPatch, printed: Printed
) -> None:
    monkeypatch.setattr(rules, "RUNS", 1)
    monkeypatch.setattr(rules, "RUN_S", 0.001)
    monkeypatch.setattr(rules, "MAX_EVENTS", 400)

    rules.main(["--json"])

    lines = printed()
    assert {line["name"] for line in lines if line["known"]} == KNOWN
    assert all(line["ratio"] > 0 for line in lines if line["known"])
    assert all(line["value"] > 0 for line in lines)


def test_a_ratio_says_how_many_times_as_fast_also_where_less_is_better() -> None:
    assert rules.Figure("moves", 300.0, known=100).ratio == 3
    assert rules.Figure("fold", 2.0, unit="ms", known=5).ratio == 2.5
    assert "2.50" in rules.Figure("fold", 2.0, unit="ms", known=5).line()


@pytest.mark.slow
def test_both_kinds_of_logs_have_figures(postgres: object) -> None:
    with logs(["sqlite", "postgres"]) as opened:
        figures = {kind: measure(log, backend, kind, 3, 0.01) for kind, (log, backend) in opened.items()}
    assert set(figures) == {"sqlite", "postgres"}
    assert all(int(str(figure["value"])) > 0 for figure in figures.values())
