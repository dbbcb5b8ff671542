"""Playing with random legal turns, as tests and pictures do."""

import random
from pathlib import Path

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import random_move
from client_qt.records.files import write_match
from client_qt.table.local import LocalTable, RollDice
from client_qt.table.local_time import LocalTime
from client_qt.table.model import TableModel
from client_qt.table.variation import VariationTable
from devtools.harness.games.random_moves import random_turn
from devtools.harness.window.clicks import settle
from netgame.formats.convert import RECORD, LoadedMatch
from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match.events import Moved


def seeded_table(key: str, seed: int = 1, **options: object) -> LocalTable:
    """A local table whose dice are known."""
    ticks = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))
    return LocalTable.new(
        GAMES[key], options, ("Ann", "Bob"), roll=scripted_dice(seed), time=LocalTime(wall=lambda: next(ticks))
    )


def scripted_dice(seed: int) -> RollDice:
    """Dice whose rolls are known."""
    chance = random.Random(seed)
    return lambda count, sides: tuple(chance.randint(1, sides) for _ in range(count))


def played(key: str, turns: int = 12, **options: object) -> LocalTable:
    """A local table after so many turns."""
    table = seeded_table(key, **options)
    play_on(table, turns)
    return table


def held(table: LocalTable) -> LoadedMatch:
    """The table as a file holds it."""
    assert table.match is not None
    return LoadedMatch(RECORD, tuple(table.log), table.match, table.comments)


def saved(path: Path, key: str = "thud", turns: int = 8, **options: object) -> LocalTable:
    """Save a local table as a record."""
    table = played(key, turns, **options)
    write_match(path, held(table))
    return table


def play_on(table: LocalTable, turns: int, seed: int = 1) -> None:
    """Play random turns until the number is reached or the game ends."""
    chance = random.Random(seed)
    for _ in range(turns):
        match = table.match
        if match is None or match.phase != "playing" or not isinstance(match.turn, ToMove):
            return
        picked = random_turn(match.game, match.state, chance)
        table.play(match.game.picks(match.state, picked).moves[0])


def moves_of(table: TableModel) -> list[int]:
    """The steps of a table that are moves, by their index."""
    return [index for index, step in enumerate(table.steps()) if isinstance(step.event, Moved)]


def try_moves(table: VariationTable | None, count: int = 3, seed: int = 1) -> None:
    """Random moves in a variation, with the rolls that they need."""
    assert table is not None
    chance = random.Random(seed)
    while count and (match := table.viewed_match) is not None:
        if table.to_roll is not None:
            table.roll(tuple(chance.randint(1, table.to_roll.sides) for _ in range(table.to_roll.count)))
        elif isinstance(match.turn, ToMove):
            table.play(random_move(match.game, match.state, chance))
            count -= 1
        else:
            return


def at_table(window: MainWindow, table: TableModel) -> None:
    """Show that table in the window."""
    window.table.set_model(table)
    window.show_page("table")
    settle()
