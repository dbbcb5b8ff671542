"""What stands round the board: strips, hint line, dice, moves, result, banner, crops."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from client_qt.look import Button, Theme
from client_qt.models.walk import Entry, Row
from client_qt.views.banner import Banner
from client_qt.views.dice import DiceTray
from client_qt.views.hint import HintLine, MoveBox
from client_qt.views.moves import MoveList
from client_qt.views.result import ResultStrip
from client_qt.views.scene import Scene, scene_of
from client_qt.views.small import ElidedLabel, LiveChip, PageHeader
from client_qt.views.strip import Player, PlayerStrip
from netgame.games import GAMES

LONG = "Bartholomew the Exceedingly Verbose, third of his name and keeper of the long table"
LEFT = Qt.MouseButton.LeftButton


def shown(widget: QWidget, qtbot: QtBot, width: int = 700) -> Any:
    qtbot.addWidget(widget)
    widget.resize(width, max(widget.sizeHint().height(), 40))
    widget.show()
    return widget


def image_of(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def colours(widget: QWidget) -> set[str]:
    image = image_of(widget)
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def button(widget: QWidget, text: str) -> QPushButton:
    return next(found for found in widget.findChildren(QPushButton) if found.text() == text)


def texts(widget: QWidget) -> list[str]:
    return [found.text() for found in widget.findChildren(QLabel) if found.isVisible() and found.text()]


# ---- small things


def test_a_long_text_gives_way_and_is_whole_in_the_tip(theme: Theme, qtbot: QtBot) -> None:
    words = shown(ElidedLabel(LONG), qtbot, 100)

    image_of(words)

    assert words.minimumSizeHint().width() < 60
    assert words.toolTip() == LONG


def test_a_text_that_fits_needs_no_tip(theme: Theme, qtbot: QtBot) -> None:
    words = shown(ElidedLabel("Ann"), qtbot, 100)

    image_of(words)

    assert words.toolTip() == ""


def test_a_name_is_never_read_as_markup(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)

    strip.show_player(Player("<b>Ann</b><img src=x>", "Black", "clod_black"))

    assert all(words.textFormat() == Qt.TextFormat.PlainText for words in strip.findChildren(QLabel))


def test_the_header_leads_back(theme: Theme, qtbot: QtBot) -> None:
    header = shown(PageHeader(theme, "Join a game"), qtbot)

    with qtbot.waitSignal(header.back):
        QTest.mouseClick(header.findChild(QToolButton), LEFT)


def test_a_chip_is_as_wide_as_its_words(theme: Theme, qtbot: QtBot) -> None:
    chip = shown(LiveChip(theme, "Live"), qtbot)
    narrow = chip.sizeHint().width()

    chip.set_text("Looking on this network")

    assert chip.sizeHint().width() > narrow


# ---- players


def test_a_strip_says_who_moves_with_frame_chip_and_words(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)
    strip.show_player(Player("Ann", "dwarfs", "dwarf"))
    assert theme.ui.turn_frame.name() not in colours(strip)

    strip.show_player(Player("Ann", "dwarfs", "dwarf", True, "troll", 2, "largest region 7"))

    assert theme.ui.turn_frame.name() in colours(strip)
    assert texts(strip) == ["Ann", "to move", "dwarfs", "largest region 7", "2"]
    assert strip.accessibleName() == "Ann, dwarfs, to move, captures 2, largest region 7"


@pytest.mark.parametrize("slim", [True, False])
def test_a_strip_keeps_its_height_and_gives_way_in_width(theme: Theme, qtbot: QtBot, slim: bool) -> None:
    strip = shown(PlayerStrip(theme), qtbot)
    strip.set_slim(slim)
    empty = strip.height()

    strip.show_player(Player(LONG, LONG, "dwarf", True, "troll", 32, LONG, "danger"))

    assert strip.height() == empty == theme.px(2.4 if slim else 3.57)
    assert strip.minimumSizeHint().width() < 560


def test_a_strip_may_change_its_form_again_and_again(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(PlayerStrip(theme), qtbot)
    strip.show_player(Player("Ann", "dwarfs", "dwarf"))

    for slim in (True, False, True, True, False):
        strip.set_slim(slim)

    assert texts(strip) == ["Ann", "dwarfs"]


# ---- the hint line


def test_confirm_and_cancel_stand_at_opposite_ends(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    hint.show_cancel(True)
    hint.show_confirm(True)
    hint.show_hint("Click dwarfs to take or spare them.")
    qtbot.waitExposed(hint)
    QTest.qWait(0)

    cancel, confirm = button(hint, "Cancel").geometry(), button(hint, "Confirm").geometry()
    assert cancel.left() < hint.width() * 0.1
    assert confirm.right() > hint.width() * 0.95
    assert confirm.left() - cancel.right() > hint.width() * 0.3


def test_confirm_is_dead_after_its_first_click(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    heard: list[str] = []
    hint.confirmed.connect(lambda: heard.append("confirmed"))
    hint.show_confirm(True)

    QTest.mouseClick(button(hint, "Confirm"), LEFT)
    QTest.mouseClick(button(hint, "Confirm"), LEFT)
    assert heard == ["confirmed"]

    hint.show_confirm(True)
    QTest.mouseClick(button(hint, "Confirm"), LEFT)
    assert heard == ["confirmed", "confirmed"]


def test_a_turn_that_is_not_complete_cannot_be_confirmed(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)

    hint.show_confirm(True, enabled=False)

    assert button(hint, "Confirm").isVisible()
    assert not button(hint, "Confirm").isEnabled()


def test_the_count_of_captures_is_a_chip(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    hint.show_captures(2)
    assert "captures 2" in texts(hint)

    hint.show_captures(0)
    assert "captures 2" not in texts(hint)


def test_a_move_is_written_and_sent_with_enter(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    heard: list[str] = []
    hint.typed.connect(heard.append)
    hint.focus_move_box()
    box = hint.findChild(MoveBox)

    QTest.keyClicks(box, " d6 ")
    QTest.keyClick(box, Qt.Key.Key_Return)

    assert heard == ["d6"]


def test_what_somebody_writes_is_not_written_over(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    hint.activateWindow()
    qtbot.waitUntil(hint.isActiveWindow)
    hint.focus_move_box()
    box = hint.findChild(MoveBox)
    QTest.keyClicks(box, "d6")

    hint.show_move("a1")
    assert box.text() == "d6"

    with qtbot.waitSignal(hint.left):
        QTest.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == "a1"


def test_a_wrong_move_is_said_in_the_line_and_at_the_box(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    box = hint.findChild(MoveBox)
    QTest.keyClicks(box, "zz")

    hint.say_wrong("zz is no cell of this board")

    assert "zz is no cell of this board" in texts(hint)
    assert theme.ui.danger.name() in colours(box)


def test_a_game_may_have_buttons_of_its_own(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    hint.show_buttons(("pass", "Q"))
    heard: list[str] = []
    hint.pressed.connect(heard.append)

    QTest.mouseClick(button(hint, "Q"), LEFT)
    hint.show_buttons(())

    assert heard == ["Q"]
    assert not [b for b in hint.findChildren(QPushButton) if b.isVisible() and b.text() in ("pass", "Q")]


def test_a_long_hint_does_not_widen_the_window(theme: Theme, qtbot: QtBot) -> None:
    hint = shown(HintLine(theme), qtbot)
    height = hint.height()
    hint.show_hint(LONG * 3)
    hint.show_cancel(True)
    hint.show_confirm(True)
    hint.show_captures(30)
    hint.show_move("TG8-F9" + "xE8" * 8)

    assert hint.minimumSizeHint().width() <= 700
    assert hint.height() == height


# ---- dice


def test_dice_show_what_fell(theme: Theme, qtbot: QtBot) -> None:
    tray = shown(DiceTray(theme), qtbot, 200)
    empty = image_of(tray)

    tray.roll((5, 1))

    assert tray.dice == (5, 1)
    assert tray.accessibleName() == "Dice: 5, 1"
    assert image_of(tray) != empty
    tray.clear()
    assert image_of(tray) == empty


@pytest.mark.slow
def test_dice_roll_and_come_to_rest(theme: Theme, qtbot: QtBot) -> None:
    tray = shown(DiceTray(theme), qtbot, 200)
    tray.roll((5, 1))
    resting = image_of(tray)
    theme.choose(reduced_motion=False)

    tray.roll((5, 1))

    assert image_of(tray) != resting
    qtbot.waitUntil(lambda: image_of(tray) == resting)


# ---- moves


def listed(count: int) -> list[Row]:
    rows = [Row(0, heading="Battle 1")]
    rows += [Row(i + 1, (Entry(f"a{i}", 2 * i + 1), Entry(f"b{i}", 2 * i + 2))) for i in range(count)]
    return rows


@pytest.fixture
def moves(theme: Theme, qtbot: QtBot) -> MoveList:
    listing: MoveList = shown(MoveList(theme), qtbot, 350)
    listing.resize(350, 500)
    listing.set_heads("Dwarfs: Ann", "Trolls: you")
    listing.set_rows(listed(4), 8, True)
    QTest.qWait(0)
    return listing


def table(listing: MoveList) -> QTableView:
    found = listing.findChild(QTableView)
    assert found is not None
    return found


def click(listing: MoveList, row: int, column: int) -> None:
    view = table(listing)
    QTest.mouseClick(view.viewport(), LEFT, pos=view.visualRect(view.model().index(row, column)).center())


def test_a_click_on_a_move_goes_there(moves: MoveList) -> None:
    heard: list[int] = []
    moves.go.connect(heard.append)

    click(moves, 2, 1)
    click(moves, 3, 2)
    click(moves, 0, 0)

    assert heard == [3, 6]


def test_the_current_move_is_marked(moves: MoveList, theme: Theme) -> None:
    view = table(moves)
    place = view.visualRect(view.model().index(4, 2))
    image = image_of(view.viewport())
    assert image.pixelColor(place.right() - 8, place.center().y()) == theme.ui.turn_soft

    moves.set_rows(listed(4), 1, False)

    image = image_of(view.viewport())
    first = view.visualRect(view.model().index(1, 1))
    assert image.pixelColor(first.right() - 8, first.center().y()) == theme.ui.turn_soft
    assert image.pixelColor(place.right() - 8, place.center().y()) != theme.ui.turn_soft


def test_a_new_move_keeps_the_rows_that_are_there(moves: MoveList) -> None:
    inserted: list[tuple[int, int]] = []
    table(moves).model().rowsInserted.connect(lambda _, first, last: inserted.append((first, last)))

    moves.set_rows(listed(5), 10, True)

    assert inserted == [(5, 5)]


def test_a_new_match_may_be_shorter(moves: MoveList) -> None:
    moves.set_rows([Row(1, (Entry("x", 1), None))], 1, True)

    assert table(moves).model().rowCount() == 1
    assert table(moves).columnSpan(0, 0) == 1


def test_the_buttons_know_where_one_can_go(moves: MoveList) -> None:
    by_name = {found.accessibleName(): found for found in moves.findChildren(Button)}
    assert by_name["First move"].isEnabled()
    assert not by_name["One move on"].isEnabled()

    moves.set_rows(listed(4), 0, False)

    assert not by_name["First move"].isEnabled()
    assert by_name["Last move"].isEnabled()
    assert by_name["One move on"].isEnabled()
    assert button(moves, "Back to live").isVisible()


@pytest.mark.parametrize(
    ("key", "signal"), [("Left", "back"), ("Right", "forward"), ("Home", "first"), ("End", "last")]
)
def test_keys_walk_the_moves(moves: MoveList, qtbot: QtBot, key: str, signal: str) -> None:
    with qtbot.waitSignal(getattr(moves, signal)):
        QTest.keyClick(table(moves), getattr(Qt.Key, f"Key_{key}"))


def test_a_long_match_stays_quick(moves: MoveList) -> None:
    moves.set_rows(listed(600), 1200, True)

    last = table(moves).visualRect(table(moves).model().index(600, 2))
    assert table(moves).viewport().rect().contains(last.center())


# ---- result and banner


def test_the_result_has_actions(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(ResultStrip(theme), qtbot)
    strip.show_result("You win by 14.", "Counted as the pieces stood.")
    replay = strip.add_action("Replay", "play")

    with qtbot.waitSignal(replay.clicked):
        QTest.mouseClick(replay, LEFT)
    strip.clear_actions()

    assert texts(strip) == ["You win by 14.", "Counted as the pieces stood."]
    assert not replay.isVisible()


def test_the_result_is_as_high_as_the_hint(theme: Theme, qtbot: QtBot) -> None:
    hint, result = shown(HintLine(theme), qtbot), shown(ResultStrip(theme), qtbot)

    for slim in (False, True):
        hint.set_slim(slim)
        result.set_slim(slim)
        assert hint.height() == result.height()


@pytest.mark.slow
@pytest.mark.parametrize("still", [True, False])
def test_a_banner_slides_in_over_the_page_and_out_again(theme: Theme, qtbot: QtBot, still: bool) -> None:
    theme.choose(reduced_motion=still)
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(600, 300)
    page.show()
    banner = Banner(theme, page)
    heard: list[str] = []

    banner.show_text("Connection lost. Reconnecting ...", "turn", (("Now", lambda: heard.append("now")),))
    qtbot.waitUntil(lambda: banner.isVisible() and banner.y() > 0)
    QTest.mouseClick(button(banner, "Now"), LEFT)
    page.resize(400, 300)
    assert banner.geometry().right() <= 400

    banner.hide_text()
    qtbot.waitUntil(lambda: not banner.isVisible())
    assert heard == ["now"]


def test_a_banner_changes_its_words_without_sliding_again(theme: Theme, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(600, 300)
    page.show()
    banner = Banner(theme, page)
    banner.show_text("Reconnecting in 3 s")
    place = banner.pos()

    banner.show_text("Reconnecting in 2 s", "danger")

    assert banner.pos() == place
    assert "Reconnecting in 2 s" in texts(banner)


# ---- crops of boards


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_crop_shows_a_real_position(theme: Theme, qtbot: QtBot, key: str) -> None:
    scene = shown(Scene(theme), qtbot, 160)
    scene.resize(160, 110)
    game = GAMES[key]()
    scene.show_scene(*scene_of(game), cells_across=5, board_name="paper")
    paper = theme.tokens.board["paper"]

    seen = colours(scene)

    assert {paper.cell_a.name(), paper.cell_b.name()} <= seen
    assert image_of(scene).pixelColor(QPoint(0, 0)) != paper.frame


def test_a_crop_is_centred_where_it_is_told(theme: Theme, qtbot: QtBot) -> None:
    scene = shown(Scene(theme), qtbot, 160)
    scene.resize(150, 150)
    game = GAMES["thud"]()
    board, pieces, marks = scene_of(game)
    place = board.cells[board.cell("G7")]

    scene.show_scene(board, pieces, marks, centre=(place.x, place.y), cells_across=3)

    assert image_of(scene).pixelColor(75, 80).name() in {
        theme.board.pieces["troll"].name(), theme.board.outline.name()
    }  # fmt: skip


def test_a_crop_that_is_disabled_is_pale(theme: Theme, qtbot: QtBot) -> None:
    scene = shown(Scene(theme), qtbot, 160)
    scene.show_whole(*scene_of(GAMES["clod"]()))
    strong = image_of(scene)

    scene.setEnabled(False)

    assert image_of(scene) != strong


# ---- all looks


@pytest.mark.slow
@pytest.mark.parametrize("ui", ["light", "dark", "contrast", "contrast_dark"])
def test_everything_can_be_drawn_in_every_look_and_size(theme: Theme, qtbot: QtBot, ui: Any) -> None:
    strip, hint, tray = shown(PlayerStrip(theme), qtbot), shown(HintLine(theme), qtbot), shown(DiceTray(theme), qtbot)
    strip.show_player(Player("Ann", "dwarfs", "dwarf", True, "troll", 3))
    tray.roll((6, 6))

    for zoom in (0.75, 1.0, 2.0):
        theme.choose(ui=ui, zoom=zoom)
        for widget in (strip, hint, tray):
            assert not image_of(widget).isNull()
        assert strip.height() == theme.px(3.57)
