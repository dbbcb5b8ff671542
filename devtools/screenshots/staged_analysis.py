"""The analysis of a finished match: for pictures. Values are by chance, or from short searches."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import random_move
from client_qt.pages.table.analysis_words import analysis_state
from client_qt.table.model import ReviewTable
from devtools.screenshots.once import once
from devtools.screenshots.staged import SEED, whole
from devtools.screenshots.staged_tables import BATTLES, DICE
from netgame.game import ToMove
from netgame.match.state import Match
from netgame.players.analysis import Judgement, positions, swings
from netgame.players.choose import search
from netgame.players.limits import Limits

LINE = 4  # moves
NODES = 150  # of a search
_KEPT: list[ReviewTable] = []  # a page does not keep its model alive


def shots(window: MainWindow) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the screenshots by name."""
    yield "analysis", partial(_analysis, window, BATTLES)
    yield "analysis_dice", partial(_analysis, window, DICE, searched=True)
    yield "analysis_running", partial(_analysis, window, BATTLES, share=0.4)


def _analysis(window: MainWindow, game: str, share: float = 1.0, searched: bool = False) -> Callable[[], object]:
    match = whole(game, (), SEED).match
    table = ReviewTable((), match, "Ann - Bob.netgame")
    _KEPT.append(table)
    window.table.set_model(table)
    window.show_page("table")
    judged = searches(game) if searched else judgements(match, share)
    worst = swings(match, judged)[0].step
    window.table.history.go(worst)
    panel = window.table.panel
    for part in (panel, window.table.rail):
        part.show_analysis(True)
    state = analysis_state(table, match, worst, judged, panel.moves.rows)
    panel.analysis.show_state(replace(state, is_on=share < 1))
    return partial(window.table.body.open_tab, "analysis")


@once
def searches(key: str) -> dict[Any, Judgement]:
    """Judge all positions of a match by short searches."""
    match, found = whole(key, (), SEED).match, dict[Any, Judgement]()
    for step in positions(match):
        game, state, line = match.game, match.history[step].state, list[str]()
        choice = search(game, state, Limits(NODES, SEED))
        for move in choice.line:
            line.append(game.format(state, move))
            state = game.play(state, move)
        found[match.history[step].state] = Judgement(choice.value, tuple(line), 1)
    return found


def judgements(match: Match, share: float) -> dict[Any, Judgement]:
    """Judge the first share of the positions of a match by chance."""
    chance, found, value = random.Random(SEED), dict[Any, Judgement](), 0.0
    steps = list(positions(match))
    for step in steps[: round(share * len(steps))]:
        value = max(-0.97, min(0.97, value + chance.gauss(0, 0.05) + (chance.random() < 0.06) * chance.gauss(0, 0.4)))
        found[match.history[step].state] = Judgement(value, _line(match, step, chance), 1)
    return found


def _line(match: Match, step: int, chance: random.Random) -> tuple[str, ...]:
    game, state, line = match.game, match.history[step].state, list[str]()
    while len(line) < LINE and isinstance(game.turn(state), ToMove):
        move = random_move(game, state, chance)
        line.append(game.format(state, move))
        state = game.play(state, move)
    return tuple(line)
