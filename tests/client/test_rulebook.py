"""The rules pages say what the rules are: every figure and every step is asked of the game itself."""

import pytest

from client_qt.models.rulebook import Figure, Step, book_of, read, staged
from netgame.errors import RulesError
from netgame.games import GAMES

FIGURES = [(key, figure) for key in GAMES for section in book_of(key).sections for figure in section.figures]
STEPS = [(key, step) for key in GAMES for step in book_of(key).steps]


@pytest.mark.parametrize(("key", "figure"), FIGURES, ids=[f"{key}: {figure.caption[:40]}" for key, figure in FIGURES])
def test_a_figure_is_a_position_of_its_game_and_its_caption_is_true(key: str, figure: Figure) -> None:
    staged(key, figure)
    game, state = read(key, figure.position, figure.options)

    for text in figure.legal:
        game.check(state, game.parse(state, text))
    for text in figure.illegal:
        with pytest.raises(RulesError):
            game.check(state, game.parse(state, text))


@pytest.mark.parametrize(("key", "step"), STEPS, ids=[f"{key}: {step.words[:40]}" for key, step in STEPS])
def test_what_a_step_wants_is_legal_and_not_all_that_is(key: str, step: Step) -> None:
    game, state = read(key, step.position, step.options)
    assert step.wanted

    for text in step.wanted:
        game.check(state, game.parse(state, text))
