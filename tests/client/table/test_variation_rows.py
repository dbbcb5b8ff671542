"""Lines of other moves: kept under the move that they follow, branched from, walked on the board, taken away again."""

import random
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QTableView

from client_qt.app.main_window import MainWindow
from client_qt.board.sample_positions import random_move
from client_qt.pages.table.variation_controller import VariationController
from client_qt.records.files import read_match, write_match
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.table.variation import VariationTable
from client_qt.table.variation_rows import MAX_LINES, NO_BREAK, with_lines
from client_qt.table.walk import Row, VariationLine, move_rows
from client_qt.theme import Theme
from netgame.formats.convert import RECORD, LoadedMatch
from netgame.game import Over, ToMove
from netgame.games import GAMES
from netgame.match.events import Forfeited, Moved, Started
from netgame.records.variations import branches, paths_of
from tests.client.clicks import click_picks, press, settle
from tests.client.play import at_table, held, play_on, seeded_table
from tests.random_moves import random_turn
from tests.screenshots.staged_tables import BATTLES, DICE

MENU = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen


@pytest.fixture
def controller(window: MainWindow, theme: Theme) -> VariationController:
    controller = VariationController(window, window.table)
    controller.setParent(window)  # deleted after the test
    return controller


def begun(window: MainWindow, game: str = BATTLES, turns: int = 5) -> LocalTable:
    table = seeded_table(game)
    play_on(table, turns)
    at_table(window, table)
    return table


def tried(controller: VariationController) -> VariationTable:
    assert controller.table is not None
    return controller.table


def try_moves(table: VariationTable, count: int, seed: int = 1) -> None:
    """Random moves, with the rolls that they need."""
    chance = random.Random(seed)
    while count and (match := table.viewed_match) is not None:
        if table.to_roll is not None:
            table.roll(tuple(chance.randint(1, table.to_roll.sides) for _ in range(table.to_roll.count)))
        elif isinstance(match.turn, ToMove):
            table.play(random_move(match.game, match.state, chance))
            count -= 1
        else:
            return


def lines(window: MainWindow) -> list[VariationLine]:
    return [row.line for row in window.table.panel.moves.rows if row.line is not None]


def shown(window: MainWindow) -> list[str]:
    return [f"{'.' * line.branch.depth}{line.text}".replace(NO_BREAK, " ") for line in lines(window)]


def click_line(window: MainWindow, number: int = 0) -> None:
    view = window.table.panel.moves
    rows = [place for place, row in enumerate(view.rows) if row.line is not None]
    table = view.findChild(QTableView)
    rect = table.visualRect(table.model().index(rows[number], 1))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, rect.center())
    settle()


def menu_of_line(window: MainWindow, entry: str) -> None:
    window.table.panel.moves.line_menu.emit(lines(window)[0], window.mapToGlobal(window.rect().center()))
    (menu,) = [menu for menu in window.table.findChildren(QMenu) if menu.isVisible()]
    next(action for action in menu.actions() if action.objectName() == entry).trigger()
    menu.close()
    settle()


# ---- kept and shown


def test_a_saved_line_is_listed_under_its_move(window: MainWindow, controller: VariationController) -> None:
    table = begun(window)
    step = [index for index, s in enumerate(table.steps()) if isinstance(s.event, Moved)][2]
    controller.start(step)
    try_moves(tried(controller), 3)
    moves = [s.notation for s in tried(controller).steps()[step + 1 :]]

    press(window.table.variation_bar, "what_if_keep")
    press(window.table.variation_bar, "what_if_keep")
    press(window.table.variation_bar, "what_if_back")

    assert shown(window) == [f"2. ... {moves[0]}  3. {moves[1]}  {moves[2]}"], "once"
    rows = window.table.panel.moves.rows
    place = next(n for n, row in enumerate(rows) if row.line is not None)
    assert rows[place - 1].number == 2
    assert rows[place + 1].number == 3
    assert window.table.panel.comment.text.toPlainText() == "", "it is no comment that one writes over"


@pytest.mark.slow
def test_lines_and_branches_are_listed_separately(window: MainWindow, controller: VariationController) -> None:
    begun(window)
    for seed in (1, 2):
        controller.start()
        try_moves(tried(controller), 3, seed)
        press(window.table.variation_bar, "what_if_keep")
        controller.leave()
    click_line(window)  # at its first move
    window.table.walk_forward()
    try_moves(tried(controller), 1, 3)
    window.table.walk_live()
    try_moves(tried(controller), 1, 3)
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()

    depths = [line.branch.depth for line in lines(window)]
    assert depths == [0, 1, 0], shown(window)
    assert lines(window)[1].branch.path[:2] == lines(window)[0].branch.path[:2]


def test_a_line_opens_at_its_first_own_move(window: MainWindow, controller: VariationController) -> None:
    begun(window)
    controller.start()
    try_moves(tried(controller), 3)
    path = tried(controller).path
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()

    click_line(window)

    table, page = tried(controller), window.table
    assert table.path == path
    assert page.walk.at == table.base + 1
    page.walk_forward()
    assert page.walk.at == table.base + 2
    page.walk_forward()
    assert page.walk.at is None
    assert lines(window) == [], "what is shown on the board does not stand there twice"


def test_another_move_in_a_line_starts_a_branch_and_saves_the_old_one(
    window: MainWindow, controller: VariationController
) -> None:
    table = begun(window)
    controller.start()
    try_moves(tried(controller), 3)
    first = tried(controller).path
    window.table.walk_back()
    here = tried(controller).viewed_match
    assert here is not None
    following = tried(controller).steps()[-1].notation
    chance = random.Random(5)
    picks = random_turn(here.game, here.state, chance)
    while here.game.format(here.state, here.game.picks(here.state, picks).moves[0]) == following:
        picks = random_turn(here.game, here.state, chance)

    click_picks(window.table.board, picks)
    window.table.builder.confirm()
    settle()

    second = tried(controller).path
    assert second[:2] == first[:2]
    assert second != first
    (kept,) = table.comments.values()
    assert paths_of(kept) == (first,), "the line that was left"
    assert window.banner.shown
    assert shown(window) == [f"4. ... {first[2]}"], "beside the one that is tried now"


def test_the_next_move_of_the_line_only_walks_on(window: MainWindow, controller: VariationController) -> None:
    table = begun(window)
    controller.start()
    try_moves(tried(controller), 3)
    path = tried(controller).path
    window.table.walk_back()
    window.table.walk_back()

    window.table.hint.typed.emit(tried(controller).steps()[-2].notation)

    assert tried(controller).path == path
    assert window.table.walk.at == len(tried(controller).steps()) - 2
    assert table.comments == {}


@MENU
@pytest.mark.slow
@pytest.mark.parametrize("entry", ["remove_line", "delete"])
def test_a_line_can_be_removed(window: MainWindow, controller: VariationController, entry: str) -> None:
    table = begun(window)
    table.comment(table.steps()[-1].event.number, ("Said.",))
    controller.start()
    try_moves(tried(controller), 2)
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()
    assert len(lines(window)) == 1

    if entry == "delete":
        view = window.table.panel.moves
        row = next(place for place, one in enumerate(view.rows) if one.line is not None)
        rows = view.findChild(QTableView)
        rows.setCurrentIndex(rows.model().index(row, 1))
        QTest.keyClick(rows, Qt.Key.Key_Delete)
    else:
        menu_of_line(window, entry)

    assert lines(window) == []
    assert list(table.comments.values()) == [("Said.",)]


def test_a_comment_does_not_change_the_lines_of_its_move(window: MainWindow, controller: VariationController) -> None:
    begun(window)
    controller.start()
    try_moves(tried(controller), 2)
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()

    window.table.comments.write()
    QTest.keyClicks(window.focusWidget(), "Strong.")
    window.table.comments.keep()

    assert len(lines(window)) == 1
    assert window.table.panel.comment.text.toPlainText() == "Strong."


@MENU
def test_an_illegal_line_is_played_up_to_its_first_illegal_move(
    window: MainWindow, controller: VariationController
) -> None:
    table = begun(window)
    table.comment(table.steps()[-1].event.number, ("variation: nonsense; more",))
    window.table.refresh()

    menu_of_line(window, "open_line")

    assert tried(controller).path == ()
    assert "cannot be played" in window.banner.accessibleName()


# ---- every game


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_line_of_every_game_goes_through_a_record_and_back_onto_the_board(key: str, tmp_path: Path) -> None:
    source = seeded_table(key)
    play_on(source, 7)
    chance = random.Random(7)
    for step in range(len(source.steps())):
        if isinstance(GAMES[key]().turn(source.steps()[step].state), Over):
            continue
        table = VariationTable(source, step)
        try_moves(table, 5, chance.randint(0, 99))
        again = VariationTable(source, table.anchor)
        assert again.load(table.path)
        assert [s.notation for s in again.steps()] == [s.notation for s in table.steps()]
        assert again.match is not None
        assert table.match is not None
        assert again.match.state == table.match.state


@pytest.mark.parametrize("key", [DICE, BATTLES])
def test_lines_are_numbered_like_the_moves(key: str) -> None:
    source = seeded_table(key, seed=3)
    play_on(source, 30)
    rows = move_rows(source.steps(), 1, "")
    number, step = next((s.event.number, i) for i, s in enumerate(source.steps()) if isinstance(s.event, Moved))
    path = tuple(s.notation for s in source.steps()[step + 1 :])
    source.comments = {number: (f"variation: {'; '.join(path)}",)}

    (line,) = [row.line for row in with_lines(rows, source) if row.line is not None]

    expected = " ".join(_told(row, step) for row in rows)
    assert line.text.replace(NO_BREAK, " ").split() == expected.split()


def test_lines_between_two_battles_are_listed_at_their_battle() -> None:
    source = seeded_table(BATTLES)
    play_on(source, 5)
    source.resign(match=False)
    source.ready()
    play_on(source, 2)
    steps = source.steps()
    moves = [step for step in steps if isinstance(step.event, Moved)]
    began = [step.event.number for step in steps if isinstance(step.event, Started)][1]
    source.comments = {moves[3].event.number: ("variation: a",), moves[4].event.number: ("variation: b",),
                       began: ("variation: c",)}  # fmt: skip
    rows = move_rows(steps, 2, "Battle {leg}")

    shown = with_lines(rows, source)

    words = [row.heading or (row.line.text[-1] if row.line else str(row.number)) for row in shown]
    assert words == ["Battle 1", "1", "2", "a", "3", "b", "Battle 2", "c", "1"]


def test_the_number_of_listed_lines_is_limited() -> None:
    source = seeded_table(BATTLES)
    play_on(source, 20)
    numbers = [step.event.number for step in source.steps() if isinstance(step.event, Moved)]
    source.comments = {number: tuple(f"variation: {a}; {number}" for a in range(90)) for number in numbers}

    shown = with_lines(move_rows(source.steps(), 1, ""), source)

    assert sum(row.line is not None for row in shown) == MAX_LINES


def test_unchanged_rows_with_lines_are_cached() -> None:
    source = seeded_table(BATTLES)
    play_on(source, 4)
    source.comments = {source.steps()[-1].event.number: ("variation: a",)}
    first = with_lines(move_rows(source.steps(), 1, ""), source)

    assert with_lines(move_rows(source.steps(), 1, ""), source) is first
    source.comment(source.steps()[-1].event.number, ("variation: b",))
    assert with_lines(move_rows(source.steps(), 1, ""), source) is not first
    play_on(source, 1)
    assert len(with_lines(move_rows(source.steps(), 1, ""), source)) > 0


def _told(row: Row, after: int) -> str:
    found = [(seat, entry) for seat, entry in enumerate(row.entries) if entry is not None and entry.step > after]
    front = f"{row.number}." if found and found[0][0] == 0 else f"{row.number}. ..."
    return " ".join([front, *(entry.text for _seat, entry in found)]) if found else ""


def test_lost_turns_are_in_a_line_of_dice() -> None:
    source = seeded_table(DICE)
    play_on(source, 400)
    steps = source.steps()
    lost = next(index for index, step in enumerate(steps) if isinstance(step.event, Forfeited))
    before = max(index for index in range(lost) if isinstance(steps[index].event, Moved))
    table = VariationTable(source, before)

    assert table.load(tuple(step.notation for step in steps[before + 1 : lost + 2]))
    assert table.path[-2] == "--"


# ---- in records


def test_lines_are_saved_with_the_record_and_come_back(
    window: MainWindow, controller: VariationController, tmp_path: Path
) -> None:
    source = begun(window)
    controller.start()
    try_moves(tried(controller), 3)
    press(window.table.variation_bar, "what_if_keep")
    controller.leave()
    before = shown(window)
    path = tmp_path / "a.netgame"

    write_match(path, held(source))
    kept = read_match(path)
    assert isinstance(kept, LoadedMatch)
    assert kept.form == RECORD
    review = ReviewTable(kept.log, kept.match, path.name)
    review.comments = kept.comments
    window.table.set_model(review)

    assert shown(window) == before
    assert [b.path for b in branches(paths_of(next(iter(kept.comments.values()))))] == [lines(window)[0].branch.path]
