"""Every game of the list, with every option, keeps the promises of the contract."""

from random import Random
from typing import Any

import pytest

from netgame.errors import NotationError, OptionError
from netgame.game import Over, Roll, ToMove, apply
from netgame.games import GAMES
from netgame.options import option_values, options_of
from tests.netgame import conformance
from tests.netgame.conformance import AnyGame

VARIANTS = list(conformance.variants())
NAMES = [" ".join([game.key, *(f"{k}={v}" for k, v in option_values(game).items())]) for game in VARIANTS]
every_variant = pytest.mark.parametrize("game", VARIANTS, ids=NAMES)
every_game = pytest.mark.parametrize("game", [kind() for kind in GAMES.values()], ids=list(GAMES))


@pytest.mark.slow
@every_variant
def test_random_picks_play_a_game_in_which_every_state_keeps_the_contract(game: AnyGame) -> None:
    rng = Random(7)

    events, states = conformance.play_out(game, rng, 150)

    for number, (state, event) in enumerate(zip(states, events, strict=False)):
        if number % 5 == 0 or number > len(events) - 5:
            conformance.check_state(game, state, event)


@pytest.mark.slow
@every_game
def test_random_picks_end_the_game_with_a_result(game: AnyGame) -> None:
    if "no_capture_limit" in option_values(game):
        game = type(game)(no_capture_limit=30)

    _, states = conformance.play_out(game, Random(3), 5000)

    assert isinstance(over := game.turn(states[-1]), Over)
    assert str(over.reason)
    assert not list(game.moves(states[-1]))
    assert not game.picks(states[-1], ()).next
    for event in (None, Roll((1, 1)), next(iter(conformance.some_moves(game)))):
        conformance.assert_refused(game, states[-1], event)


@pytest.mark.slow
@every_variant
def test_moves_and_picks_and_check_agree(game: AnyGame) -> None:
    rng = Random(11)
    _, states = conformance.play_out(game, rng, 60)

    for state in rng.sample(states, min(6, len(states))):
        conformance.check_strange_picks(game, state, rng)
        moves = set(game.moves(state))
        assert conformance.moves_by_picks(game, state) == moves
        for move in moves:
            game.check(state, move)


@pytest.mark.slow
@every_variant
def test_moves_of_other_positions_are_taken_iff_they_are_listed(game: AnyGame) -> None:
    _, states = conformance.play_out(game, Random(13), 40)
    everything = {move for state in states[::5] for move in game.moves(state)}

    for state in states[3::8]:
        if isinstance(game.turn(state), ToMove):
            legal = set(game.moves(state))
            for move in everything - legal:
                conformance.assert_refused(game, state, move)


@every_game
def test_the_fold_of_a_log_equals_the_live_state_history_included(game: AnyGame) -> None:
    events, states = conformance.play_out(game, Random(5), 40)

    folded: Any = game.start()
    for event, live in zip(events, states[1:], strict=True):
        text = None if isinstance(event, Roll) else game.format(folded, event)
        folded = apply(game, folded, event if text is None else game.parse(folded, text))
        assert folded == live
        assert hash(folded) == hash(live)
    assert len(set(states)) > len(states) // 2


@every_game
@pytest.mark.parametrize(
    "text",
    ["", " ", "\n", "x" * 10_000_000, "9" * 100_000, "-1", "-" * 50, "ａ１", "b４", "é", "\0", "a0", "a-1", "a01",
     "None", "a" * 100, "1a", "dA6-B6x", "{}", "{cell}", "A" + "1" * 5000],
    ids=lambda text: ascii(text[:10]),
)  # fmt: skip
def test_bad_text_is_refused_with_a_sentence(game: AnyGame, text: str) -> None:
    with pytest.raises(NotationError) as move:
        game.parse(game.start(), text)
    with pytest.raises(NotationError) as position:
        game.read_position(text)

    assert 0 < len(str(move.value)) < 200
    assert 0 < len(str(position.value)) < 200


@every_game
def test_options_have_words_bounds_and_a_default_that_is_taken(game: AnyGame) -> None:
    for info in options_of(type(game)):
        assert info.label
        assert info.kind != "int" or (info.low is not None and info.high is not None)
        for value in ("nonsense", -1, 10**30, 1.5, b"", [], object()):
            with pytest.raises(OptionError):
                type(game)(**{info.name: value})
    with pytest.raises(OptionError):
        type(game)(colour="red")
    with pytest.raises(OptionError):
        type(game)("draw")


@every_game
def test_the_same_options_make_equal_games(game: AnyGame) -> None:
    again = type(game)(**option_values(game))

    assert again == game
    assert hash(again) == hash(game)


@every_game
def test_a_board_names_its_cells_and_lays_them_out_in_rows(game: AnyGame) -> None:
    board = game.board

    assert [board.cell(place.name) for place in board.cells] == list(range(len(board.cells)))
    assert len({place.name for place in board.cells}) == len(board.cells)
    assert [(p.y, p.x) for p in board.cells] == sorted((p.y, p.x) for p in board.cells)


def test_the_list_holds_each_game_under_its_key() -> None:
    assert list(GAMES) == [kind.key for kind in GAMES.values()]
    assert {"clod", "thud"} <= set(GAMES)
