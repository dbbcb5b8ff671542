"""Variations as lines of the move list."""

import random

import pytest

from client_qt.table.move_rows import MoveRows, Row
from client_qt.table.variation import VariationTable
from client_qt.table.variation_rows import MAX_LINES, NO_BREAK, with_lines
from devtools.harness.window.play import moves_of, play_on, played, seeded_table, try_moves
from devtools.screenshots.staged_tables import BATTLES, DICE
from netgame.game import Over
from netgame.games import GAMES
from netgame.match.events import Forfeited, Started


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_line_after_any_step_of_every_game_can_be_loaded_again(key: str) -> None:
    source = played(key, 7)
    match = source.match
    chance = random.Random(7)
    for step in range(len(source.steps())):
        if isinstance(GAMES[key]().turn(source.steps()[step].state), Over):
            continue
        table = VariationTable(source, step)
        try_moves(table, 5, chance.randint(0, 99))
        again = VariationTable(source, table.anchor)
        assert again.load(table.path)
        assert [s.notation for s in again.steps()] == [s.notation for s in table.steps()]
        assert again.match.state == table.match.state
    assert source.match is match


@pytest.mark.parametrize("key", [DICE, BATTLES])
def test_lines_are_numbered_like_the_moves(key: str) -> None:
    source = seeded_table(key, seed=3)
    play_on(source, 30)
    rows = MoveRows().rows(source.steps(), 1, "")
    step = moves_of(source)[0]
    number = source.steps()[step].event.number
    path = tuple(s.notation for s in source.steps()[step + 1 :])
    source.comments = {number: (f"variation: {'; '.join(path)}",)}

    (line,) = [row.line for row in with_lines(rows, source) if row.line is not None]

    expected = " ".join(words_after(row, step) for row in rows)
    assert line.text.replace(NO_BREAK, " ").split() == expected.split()


def test_lines_between_two_battles_are_listed_at_their_battle() -> None:
    source = played(BATTLES, 5)
    source.resign(match=False)
    source.ready()
    play_on(source, 2)
    steps = source.steps()
    moves = [steps[index] for index in moves_of(source)]
    began = [step.event.number for step in steps if isinstance(step.event, Started)][1]
    source.comments = {moves[3].event.number: ("variation: a",), moves[4].event.number: ("variation: b",),
                       began: ("variation: c",)}  # fmt: skip
    rows = MoveRows().rows(steps, 2, "Battle {leg}")

    shown = with_lines(rows, source)

    words = [row.heading or (row.line.text[-1] if row.line else str(row.number)) for row in shown]
    assert words == ["Battle 1", "1", "2", "a", "3", "b", "Battle 2", "c", "1"]


def test_the_number_of_listed_lines_is_limited() -> None:
    source = played(BATTLES, 20)
    numbers = [source.steps()[index].event.number for index in moves_of(source)]
    source.comments = {number: tuple(f"variation: {a}; {number}" for a in range(90)) for number in numbers}
    shown = with_lines(MoveRows().rows(source.steps(), 1, ""), source)
    assert sum(row.line is not None for row in shown) == MAX_LINES


def words_after(row: Row, after: int) -> str:
    found = [(seat, entry) for seat, entry in enumerate(row.entries) if entry is not None and entry.step > after]
    front = f"{row.number}." if found and found[0][0] == 0 else f"{row.number}. ..."
    return " ".join([front, *(entry.text for _seat, entry in found)]) if found else ""


def test_lost_turns_are_in_a_line_of_dice() -> None:
    source = played(DICE, 400)
    steps = source.steps()
    lost = next(index for index, step in enumerate(steps) if isinstance(step.event, Forfeited))
    before = max(index for index in moves_of(source) if index < lost)
    table = VariationTable(source, before)

    assert table.load(tuple(step.notation for step in steps[before + 1 : lost + 2]))
    assert table.path[-2] == "--"
