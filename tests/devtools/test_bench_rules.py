"""`./run bench rules` measures everything that the rules pages know a speed of; how fast it is, is not tested."""

import json

import pytest

from devtools.bench import rules

KNOWN = {
    "thud_dwarf_generations", "thud_troll_generations", "thud_random_plies", "clod_legal_sets", "clod_random_games",
    "royalclod_random_games", "blooms_random_turns_4", "blooms_random_turns_5", "blooms_random_turns_6",
    "blooms_territory_lists_4", "blooms_territory_lists_5", "blooms_territory_lists_6", "conquid_conquer_14x28",
    "conquid_conquer_21x42", "conquid_vanquish_corners_14x28", "conquid_vanquish_corners_21x42",
    "conquid_conquest_path_14x28", "conquid_conquest_path_21x42", "conquid_fold_200_turns",
    "record_sitting", "record_shuttling", "record_haggling", "record_taking_back",
}  # fmt: skip


@pytest.mark.slow
def test_every_known_speed_has_a_line_with_its_ratio(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules, "RUNS", 1)
    monkeypatch.setattr(rules, "RUN_S", 0.001)
    monkeypatch.setattr(rules, "MAX_EVENTS", 400)

    rules.main(["--json"])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["name"] for line in lines if line["known"]} == KNOWN
    assert all(line["ratio"] > 0 for line in lines if line["known"])
    assert all(line["value"] > 0 for line in lines)


def test_a_ratio_says_how_many_times_as_fast_also_where_less_is_better() -> None:
    assert rules.Figure("moves", 300.0, known=100).ratio == 3
    assert rules.Figure("fold", 2.0, unit="ms", known=5).ratio == 2.5
    assert "2.50" in rules.Figure("fold", 2.0, unit="ms", known=5).line()
