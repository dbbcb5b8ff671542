"""The demonstration: two players find the server on the LAN, play every game, and compare every state."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from netgame.cli.main import main as command
from netgame.games import GAMES
from netgame.match import HOST, act, new_match
from netgame.match.commands import Sit
from netgame.match.create import created_event
from netgame.match.events import Created, Ended
from netgame.options import OptionValue, variants
from netgame.records.reader import read_record
from server.demo import __main__ as demo
from server.demo.player import DemoError, DemoPlayer, differences, random_move
from tests.server.computer.test_player import quick


def short_matches() -> list[tuple[demo.GameClass, str, dict[str, OptionValue]]]:
    """Return one variant of each game, with limits that end it soon. `./run demo` plays all of them."""
    return [(game, next(iter(variants(game))), quick(key)) for key, game in GAMES.items()]


@pytest.mark.slow
def test_every_game_is_played_to_the_end_and_one_with_a_clock_offers_chat_and_a_rematch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    chosen = short_matches()
    monkeypatch.setattr(demo, "matches", lambda: iter(chosen))
    code, shown = demo.main(["--seed", "7", "--records", str(tmp_path)]), capsys.readouterr().out

    assert code == 0, shown
    assert re.search(r"^Both players agree with the server after each of \d+ events", shown, re.MULTILINE)
    for game, variant, _options in chosen:
        assert re.search(rf"^{game.title}\b.* ((Ann|Bob) wins|a draw)\b.* \d+ moves", shown, re.MULTILINE)
        file = tmp_path / f"{game.key}-{variant.replace(' ', '-')}.netgame"
        assert isinstance(read_record(file.read_bytes(), GAMES)[-1], Ended)

    assert re.search(r"^Conquid with a clock .*a draw", shown, re.MULTILINE)
    assert "1 taken back; agreed: a take-back, a pause, more time, a draw" in shown
    assert "Bob says: Once more, with the sides swapped?" in shown
    assert re.search(r"^Conquid, the rematch .*a draw", shown, re.MULTILINE)
    assert "the series: 0 : 0, and 2 drawn" in shown
    again = read_record((tmp_path / "conquid-rematch.netgame").read_bytes(), GAMES)[0]
    assert isinstance(again, Created)
    assert again.previous is not None
    assert command(["verify", *map(str, tmp_path.iterdir())]) == 0, capsys.readouterr().out


@pytest.mark.slow
def test_a_difference_ends_it_and_is_reported(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    init = DemoPlayer.__init__

    def with_a_wrong_server(self: DemoPlayer, name, seed, server_match) -> None:
        init(self, name, seed, lambda table: replace(server_match(table), rolls=77))

    monkeypatch.setattr(DemoPlayer, "__init__", with_a_wrong_server)
    code = demo.main(["--seed", "7"])

    shown = capsys.readouterr().out
    assert code == 1
    assert re.search(r"After event \d+ of table \w+ (Ann|Bob) and the server differ in rolls", shown)
    assert "server: 77" in shown


def test_a_difference_is_another_position_and_not_that_the_server_is_ahead():
    before = new_match(created_event(GAMES["clod"](), at=0), GAMES)
    _, match = act(before, Sit(0, "a0", "Ann"), HOST, 0, lambda count, sides: (1,) * count)
    assert differences(match, replace(match)) == []
    assert [what for what, _, _ in differences(replace(match, position=99), match)] == ["position"]
    assert differences(before, match) == []
    assert [what for what, _, _ in differences(match, before)] == ["number"]


def test_a_button_that_wins_at_once_is_pressed():
    game = GAMES["conquid"](rows=7, columns=14, base=1)
    rows = [".............."] * 3 + ["....a1111b...."] + [".............."] * 3
    state = game.read_position(f"1 {'/'.join(rows)}")
    assert {game.format(state, random_move(game, state, Random(seed))) for seed in range(20)} == {"Q"}


def test_picks_without_a_move_are_an_error():
    class Stuck:
        title = "Stuck"
        buttons: ClassVar[dict[str, str]] = {}

        def picks(self, state, picked):
            return type("Offer", (), {"moves": (), "next": frozenset()})()

    with pytest.raises(DemoError, match="nothing can be picked"):
        random_move(Stuck(), None, Random(1))


def test_every_variant_is_played_and_only_limits_that_end_random_play_are_set():
    played = {(game.key, variant) for game, variant, _options in demo.matches()}
    assert played == {(key, variant) for key, game in GAMES.items() for variant in variants(game)}
    for game, variant, chosen in demo.matches():
        usual = variants(game)[variant]
        changed = {name for name in usual if chosen[name] != usual[name]}
        assert all(name.endswith("_limit") and chosen[name] for name in changed)
        game(**chosen)
