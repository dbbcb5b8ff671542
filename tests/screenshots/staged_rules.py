"""Screenshots of the rules pages and first games."""

from collections.abc import Callable, Iterator
from functools import partial

from client_qt.app.main_window import MainWindow
from client_qt.pages.rules.first_game import FirstGame
from client_qt.text.rulebook import book_of
from netgame.games import GAMES

PARTS = (0.0, 0.35, 0.7, 1.0)  # of the way down a page


def shots(window: MainWindow) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield each page from top to bottom, and steps of each first game."""
    for key in GAMES:
        for number, part in enumerate(PARTS):
            yield f"rules_{key}_{number + 1}", partial(_page, window, key, part)
        if steps := book_of(key).steps:
            yield f"rules_{key}_first-game", partial(_step, window, key, 0, "")
            yield f"rules_{key}_first-game-hint", partial(_step, window, key, min(3, len(steps) - 1), "wrong")


def _page(window: MainWindow, key: str, part: float) -> None:
    window.rules.show_game(key)
    window.show_page("rules")
    window.rules.scroll_to(part)


def _step(window: MainWindow, key: str, number: int, made: str) -> None:
    _page(window, key, 0.0)
    first = FirstGame(window.theme, key, window)
    first.open()
    first.show_step(number)
    if made:
        game, state = first.shown
        step = book_of(key).steps[number]
        other = next(move for move in game.moves(state) if game.format(state, move) not in step.wanted)
        first.composer.type_move(game.format(state, other))
