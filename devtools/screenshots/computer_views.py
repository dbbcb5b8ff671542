"""Screenshots of games against the computer: it thinks, it plays against itself, and it suggests a move."""

from collections.abc import Callable, Iterator
from functools import partial

from client_qt.app.main_window import MainWindow
from client_qt.board.cell_state import last_of
from client_qt.pages.table.view.hint import Suggestion
from client_qt.table.local import LocalTable
from client_qt.table.local_time import LocalTime
from client_qt.text.computer_names import computer_name, level_text
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from devtools.harness.window.play import scripted_dice
from devtools.screenshots.staged_tables import Watch
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match.commands import Play
from netgame.match.events import Player
from netgame.players import choose_greedily
from netgame.text import fill

TURNS = 14
ROLLING, MOVING = "clod", "thud"


def shots(window: MainWindow) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the screenshots by name."""
    yield "computer_thinks", partial(_thinks, window)
    yield "computer_watched", partial(_watched, window)
    yield "here_on_time", partial(_on_time, window, False)
    yield "here_paused", partial(_on_time, window, True)
    for key in (ROLLING, MOVING):
        yield f"hint_{key}", partial(_hint, window, key)


def _table(
    window: MainWindow, key: str, levels: tuple[int, int], turns: int, clock: str = "none", each_ms: int = 0
) -> LocalTable:
    watch, at_ms = Watch(), 1_780_000_000_000
    time = LocalTime(watch, lambda: at_ms, lambda: 0)
    computers = tuple(level_text(level) if level else "" for level in levels)
    names = tuple(computer_name(computer) if computer else "Mareike" for computer in computers)
    table = LocalTable.new(
        GAMES[key], {}, (names[0], names[1]), roll=scripted_dice(1), time=time,
        computers=(computers[0], computers[1]), clock=clock,
    )  # fmt: skip
    for turn in range(turns):
        match, player = table.match, table.to_move
        if match is None or player is None or not isinstance(match.turn, ToMove):
            break
        move = choose_greedily(match.game, match.state, turn)
        watch.ms += each_ms
        if player in table.mine:
            table.play(move)
        else:
            table.act_for_computer(player, Play(match.position, match.game.format(match.state, move)))
    window.table.set_model(table)
    window.show_page("table")
    return table


def _think(table: LocalTable, player: Player) -> None:
    table.set_thinking(player, True)


def _thinks(window: MainWindow) -> None:
    _think(_table(window, MOVING, (0, 3), TURNS + 1), 1)


def _watched(window: MainWindow) -> None:
    _think(_table(window, MOVING, (2, 5), TURNS), 0)


def _on_time(window: MainWindow, paused: bool) -> None:
    table = _table(window, MOVING, (0, 0), TURNS, "fischer 300+5", 4_700)
    if paused:
        table.pause()


def _hint(window: MainWindow, key: str) -> None:
    match = _table(window, key, (0, 3), TURNS).match
    assert match is not None
    game, state = match.game, match.state
    move = choose_greedily(game, state, 1)
    last = last_of(game.pieces(state), game.pieces(game.play(state, move)))
    words = fill(tr("Hint: {move}"), {"move": translate(game.describe(state, move))})
    window.table.set_suggestion(Suggestion(state, words, last.origins | last.targets))
