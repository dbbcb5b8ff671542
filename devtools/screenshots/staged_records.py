"""Comments, tried moves and pictures of boards as they look in the window: for pictures."""

import random
from collections.abc import Callable, Iterator
from functools import partial

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import random_move
from client_qt.dialogs.export import AnimationDialog, AnimationOptions, PictureDialog, PictureOptions, ProgressDialog
from client_qt.pages.table.controllers.variation_controller import VariationController
from client_qt.table.move_rows import is_stop
from client_qt.table.variation import VariationTable
from client_qt.text.translation import tr
from devtools.screenshots.staged import NAMES
from devtools.screenshots.staged_tables import BATTLES, DICE, ME, Staged
from netgame.game import ToMove
from netgame.match.state import Match

TRIED = 3  # moves
SAID = ("The line grows again, and nobody looks at the left.", "Better: keep the two together.")


def shots(window: MainWindow) -> Iterator[tuple[str, Callable[[], None]]]:
    """Each with its name."""
    desk = VariationController(window, window.table)
    yield "comments", partial(_comments, window)
    yield "what_if", partial(_what_if, window, desk, BATTLES)
    yield "what_if_turn", partial(_what_if, window, desk, BATTLES, urgent=True)
    yield "what_if_days", partial(_what_if, window, desk, BATTLES, clock="days 3")
    yield "what_if_dice", partial(_dice, window, desk)
    yield "lines", partial(_lines, window, desk, BATTLES)
    yield "lines_dice", partial(_lines, window, desk, DICE)
    yield "lines_open", partial(_lines, window, desk, BATTLES, opened=True)
    yield "dialog_picture", partial(_picture, window)
    yield "dialog_animation", partial(_animation, window)
    yield "dialog_progress", partial(_progress, window)
    yield "here_names", partial(_here, window)


def _staged(window: MainWindow, game: str = BATTLES, clock: str = "fischer 300+5") -> Staged:
    staged = Staged(game, clock).start().play(9).wait(8000)
    _KEPT.append(staged)
    table = staged.seen_by(NAMES[ME])
    table.set_conditional(0, ())
    window.table.set_model(table)
    window.show_page("table")
    return staged


_KEPT: list[Staged] = []  # a page does not keep its model alive


def _comments(window: MainWindow) -> None:
    staged = _staged(window)
    (table,) = staged.tables
    stops = [step.event.number for step in table.steps() if is_stop(step.event)]
    table.comment(stops[3], ("Ann gives up the corner.",))
    table.comment(stops[-3], SAID)
    window.table.history.go(next(i for i, step in enumerate(table.steps()) if step.event.number == stops[-3]))


def _what_if(
    window: MainWindow, desk: VariationController, game: str, urgent: bool = False, clock: str = "fischer 300+5"
) -> None:
    staged = _staged(window, game, clock)
    if staged.mover() == ME:
        staged.play(1)
    desk.start()
    assert desk.table is not None
    while len(desk.table.steps()) - 1 - desk.table.base < TRIED:
        match = desk.table.match
        assert match is not None
        desk.table.play(random_move(match.game, match.state, staged.story.chance))
    if urgent:
        staged.play(1)


def _lines(window: MainWindow, desk: VariationController, game: str, opened: bool = False) -> None:
    """Three lines under one move, one of them a branch, and the first of them on the board if wanted."""
    staged = _staged(window, game)
    (table,) = staged.tables
    chance = staged.story.chance
    at = [index for index, step in enumerate(table.steps()) if is_stop(step.event)][4]
    path: tuple[str, ...] = ()
    for moves, kept in ((4, 0), (2, 2), (3, 0)):
        desk.start(at)
        assert desk.table is not None
        desk.table.load(path[:kept])
        _try(desk.table, moves, chance)
        path = desk.table.path
        window.table.variation_bar.keep.emit()
    desk.leave()
    window.banner.hide_text()
    if opened:
        desk.open_line(next(row.line for row in window.table.panel.moves.rows if row.line is not None))


def _try(table: VariationTable, moves: int, chance: random.Random) -> None:
    while moves and table.match is not None:
        if table.to_roll is not None:
            table.roll(tuple(chance.randint(1, table.to_roll.sides) for _ in range(table.to_roll.count)))
        else:
            table.play(random_move(table.match.game, table.match.state, chance))
            moves -= 1


def _dice(window: MainWindow, desk: VariationController) -> None:
    staged = _staged(window, DICE)
    desk.start(_before_a_roll(staged.story.match))


def _before_a_roll(match: Match) -> int:
    steps = match.history
    turns = (match.game.turn(step.state) for step in steps)
    return next(i for i, turn in enumerate(turns) if i > 4 and not isinstance(turn, ToMove))


def _picture(window: MainWindow) -> None:
    _staged(window)
    PictureDialog(window.theme, PictureOptions(), lambda width, _names: width, window).open()


def _animation(window: MainWindow) -> None:
    _staged(window)
    wish = AnimationOptions(last=30)
    AnimationDialog(window.theme, wish, [4000] * 30, lambda width, _names: width, window).open()


def _progress(window: MainWindow) -> None:
    _staged(window)
    progress = ProgressDialog(window.theme, tr("Creating the animation"), 60, window)
    progress.show_done(21)
    progress.open()


def _here(window: MainWindow) -> None:
    window.here.choose(BATTLES)
    window.here.position.set_text(None)
    window.show_page("here")
