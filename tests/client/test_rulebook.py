"""The rules pages say what the rules are: every figure and every step is asked of the game itself."""

import pytest

from client_qt.models.rulebook import Figure, Step, book_of, options_of_book, read, sides_words, staged
from netgame.errors import RulesError
from netgame.game import ToRoll
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


@pytest.mark.parametrize(("key", "figure"), [found for found in FIGURES if "win" in found[1].caption.split()[-1]])
def test_a_figure_that_says_who_wins_is_right(key: str, figure: Figure) -> None:
    shown = staged(key, figure)

    assert shown.over is not None
    assert shown.over.winner is not None
    assert shown.game.seats[shown.over.winner].lower() in figure.caption.lower().rsplit(":", 1)[-1]


@pytest.mark.parametrize(("key", "step"), STEPS, ids=[f"{key}: {step.words[:40]}" for key, step in STEPS])
def test_what_a_step_wants_is_legal_and_not_all_that_is(key: str, step: Step) -> None:
    game, state = read(key, step.position, step.options)
    assert step.wanted

    for text in step.wanted:
        game.check(state, game.parse(state, text))


def test_every_game_has_a_written_page() -> None:
    for key in GAMES:
        assert len(book_of(key).sections) >= 5, key


def test_a_game_that_nobody_has_written_about_has_a_page_with_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.models.rulebook.BOOKS", "client_qt.models")  # no games are there

    book = book_of("clod")

    assert [figure for section in book.sections for figure in section.figures]
    assert sides_words("clod")
    assert options_of_book("clod")


@pytest.mark.parametrize("key", GAMES)
def test_the_dice_of_a_first_game_are_those_of_its_position(key: str) -> None:
    for step in book_of(key).steps:
        game, state = read(key, step.position, step.options)
        before = game.read_position(step.position.replace(f" {''.join(map(str, step.roll))} ", " - ", 1))
        waits_for_dice = isinstance(game.turn(before), ToRoll)

        assert waits_for_dice == bool(step.roll)
        assert not step.roll or game.rolled(before, step.roll) == state
