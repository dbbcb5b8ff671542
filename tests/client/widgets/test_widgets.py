"""What stands round the board: dice, result, banner, crops."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from client_qt.board.preview import BoardPreview, scene_of
from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.pages.table.actions import TableAction
from client_qt.pages.table.dice import DiceTray
from client_qt.pages.table.hint_line import HintLine
from client_qt.pages.table.panel.rail import Rail
from client_qt.pages.table.player_strip import PlayerState, PlayerStrip
from client_qt.pages.table.result_strip import ResultButton, ResultState, ResultStrip
from client_qt.theme import Button, Theme
from client_qt.widgets.banner import Banner
from client_qt.widgets.labels import ElidedLabel, LiveChip, PageHeader
from netgame.games import GAMES
from tests.client.clicks import GUARD_MS, settle
from tests.client.widget_tools import LEFT, LONG, button, colours, image_of, shown, texts

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


def test_a_text_of_two_lines_needs_no_tip_until_they_are_full(theme: Theme, qtbot: QtBot) -> None:
    words = shown(ElidedLabel(LONG, lines=2), qtbot, 330)
    words.resize(330, 44)

    image_of(words)
    assert words.toolTip() == ""
    words.setText(LONG * 2)
    image_of(words)

    assert words.toolTip() == LONG * 2


def test_the_header_leads_back(theme: Theme, qtbot: QtBot) -> None:
    header = shown(PageHeader(theme, "Join a game"), qtbot)

    with qtbot.waitSignal(header.back):
        QTest.mouseClick(header.findChild(QToolButton), LEFT)


def test_a_chip_is_as_wide_as_its_words(theme: Theme, qtbot: QtBot) -> None:
    chip = shown(LiveChip(theme, "Live"), qtbot)
    narrow = chip.sizeHint().width()

    chip.set_text("Looking on this network")

    assert chip.sizeHint().width() > narrow


# ---- dice


def test_dice_show_what_fell(theme: Theme, qtbot: QtBot) -> None:
    tray = shown(DiceTray(theme), qtbot, 200)
    empty = image_of(tray)

    tray.roll((5, 1))

    assert tray.dice == (5, 1)
    assert tray.accessibleName() == "Dice: 5, 1"
    assert image_of(tray) != empty
    tray.roll(())
    assert image_of(tray) == empty


@pytest.mark.slow
def test_dice_roll_and_come_to_rest(theme: Theme, qtbot: QtBot) -> None:
    tray = shown(DiceTray(theme), qtbot, 200)
    tray.roll((5, 1))
    resting = image_of(tray)
    theme.choose(reduced_motion=False)

    tray.roll((5, 1))

    assert image_of(tray) != resting
    qtbot.waitUntil(lambda: image_of(tray) == resting, timeout=GUARD_MS)


# ---- result and banner


def test_a_button_of_the_result_that_stays_can_be_pressed_during_an_update(theme: Theme, qtbot: QtBot) -> None:
    strip, pressed = shown(ResultStrip(theme), qtbot), []
    strip.pressed.connect(pressed.append)

    def offer(*names: str) -> Button:
        buttons = tuple(ResultButton(name, f"{name} {len(names)}", "play") for name in names)
        strip.show_state(ResultState("Over", "", (), buttons))
        settle()
        return strip.findChild(Button, names[-1])

    ready = offer("save", "ready")
    QTest.mousePress(ready, LEFT)
    assert offer("home", "save", "ready") is ready
    QTest.mouseRelease(ready, LEFT)

    assert pressed == ["ready"]
    assert offer("ready") is ready
    strip.show_state(ResultState("Over"))
    assert not [found for found in strip.findChildren(Button) if found.isVisible()]


def test_the_result_shows_the_pieces_of_the_winner(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(ResultStrip(theme), qtbot)
    strip.show_state(ResultState("Ann wins.", "", (("dwarf",),)))
    one = colours(strip)

    strip.show_state(ResultState("It is a draw.", LONG * 2, (("dwarf",), ("bloom_2a", "bloom_2b"))))

    assert theme.board.pieces["dwarf"].name() in one
    assert theme.board.pieces["bloom_2b"].name() not in one
    assert theme.board.pieces["bloom_2b"].name() in colours(strip)
    assert strip.minimumSizeHint().width() < 300


def test_buttons_of_the_result_lose_their_text_only_to_a_long_sentence(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(ResultStrip(theme), qtbot, 640)
    buttons = ResultButton("save", "Save", "save"), ResultButton("again", "Rematch", "flip", "primary")

    strip.show_state(ResultState("Ann wins.", "Bob resigned.", (), buttons))
    save, again = strip.findChild(Button, "save"), strip.findChild(Button, "again")
    assert save.text() == "Save"
    strip.show_state(ResultState("Ann wins.", LONG * 3, (), buttons))
    assert (save.text(), save.toolTip(), again.text()) == ("", "Save", "Rematch")


def test_a_long_result_is_whole_in_the_smallest_window(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(ResultStrip(theme), qtbot, 742)
    strip.set_slim(True)
    words = (("Startseite", "home"), ("Abspielen", "play"), ("Speichern", "save"), ("Revanche", "flip"))
    buttons = tuple(ResultButton(icon, text, icon) for text, icon in words)

    for detail in ("Ann hat die Partie verlassen.", "Runde 1: Du gewinnst 1 zu 0.  Runde 2: Du gewinnst 8 zu 3."):
        strip.show_state(ResultState("Du gewinnst mit 6 Vorsprung.", detail, (), buttons))
        settle()
        image_of(strip)
        assert not any(words.toolTip() for words in strip.findChildren(ElidedLabel))


def test_a_word_of_the_rail_is_whole_or_left_to_the_tip(theme: Theme, qtbot: QtBot) -> None:
    rail = shown(Rail(theme), qtbot)
    resign = rail.resign_button
    for words, style in (("Resign", "TextUnderIcon"), ("Unterschreiben", "IconOnly"), ("Aufgeben", "TextUnderIcon")):
        rail.show_actions({"resign": TableAction("resign", words, True, True)}, True)
        assert resign.toolButtonStyle() == getattr(Qt.ToolButtonStyle, f"ToolButton{style}")
        assert resign.toolTip() == words
        assert style == "IconOnly" or resign.fontMetrics().horizontalAdvance(words) <= resign.width()


def test_the_rail_has_a_word_that_says_what_is_taken_back(theme: Theme, qtbot: QtBot) -> None:
    rail = shown(Rail(theme), qtbot)

    assert rail.take_back_button.text() == "Back"
    assert rail.take_back_button.toolTip() == "Take back"


def test_the_only_answer_of_a_dialog_stands_at_the_right_end(theme: Theme, qtbot: QtBot) -> None:
    parent = shown(QWidget(), qtbot, 600)
    news = QuestionDialog(theme, "It cannot be opened", ["Line 17."], [], parent, "Close")
    question = QuestionDialog(theme, "Sure?", ["It is."], [Answer("Yes", "primary", int, "yes")], parent)

    news.show()
    question.show()

    assert news.findChild(Button, "cancel").x() > news.width() / 2
    assert question.findChild(Button, "cancel").x() < question.width() / 2
    for dialog in (news, question):
        dialog.close()


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
    qtbot.waitUntil(lambda: banner.isVisible() and banner.y() > 0, timeout=GUARD_MS)
    QTest.mouseClick(button(banner, "Now"), LEFT)
    page.resize(400, 300)
    assert banner.geometry().right() <= 400

    banner.hide_text()
    qtbot.waitUntil(lambda: not banner.isVisible(), timeout=GUARD_MS)
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
    scene = shown(BoardPreview(theme), qtbot, 160)
    scene.resize(160, 110)
    game = GAMES[key]()
    scene.show_scene(*scene_of(game), cells_across=5, board_name="paper")
    paper = theme.tokens.board["paper"]

    seen = colours(scene)

    assert {paper.cell_a.name(), paper.cell_b.name()} <= seen
    assert image_of(scene).pixelColor(QPoint(0, 0)) != paper.frame


def test_a_crop_is_centred_where_it_is_told(theme: Theme, qtbot: QtBot) -> None:
    scene = shown(BoardPreview(theme), qtbot, 160)
    scene.resize(150, 150)
    game = GAMES["thud"]()
    board, pieces, marks = scene_of(game)
    place = board.cells[board.cell("G7")]

    scene.show_scene(board, pieces, marks, centre=(place.x, place.y), cells_across=3)

    assert image_of(scene).pixelColor(75, 80).name() in {
        theme.board.pieces["troll"].name(), theme.board.outline.name()
    }  # fmt: skip


def test_a_picture_has_what_is_printed_on_the_board_and_nothing_of_the_turn() -> None:
    printed = {key: {mark.kind for mark in scene_of(GAMES[key]())[2]} for key in GAMES}

    assert printed["koom"] == {"goal"}
    assert printed["clod"] == {f"die-{face}" for face in range(1, 7)}
    assert printed["thud"] == set()


def test_a_crop_that_is_disabled_is_pale(theme: Theme, qtbot: QtBot) -> None:
    scene = shown(BoardPreview(theme), qtbot, 160)
    scene.show_whole(*scene_of(GAMES["clod"]()))
    strong = image_of(scene)

    scene.setEnabled(False)

    assert image_of(scene) != strong


# ---- all looks


@pytest.mark.slow
@pytest.mark.parametrize("ui", ["light", "dark", "contrast", "contrast_dark"])
def test_everything_can_be_drawn_in_every_look_and_size(theme: Theme, qtbot: QtBot, ui: Any) -> None:
    strip, hint, tray = shown(PlayerStrip(theme), qtbot), shown(HintLine(theme), qtbot), shown(DiceTray(theme), qtbot)
    strip.show_player(PlayerState("Ann", "dwarfs", ("dwarf",), True, "troll", 3))
    tray.roll((6, 6))

    for zoom in (0.75, 1.0, 2.0):
        theme.choose(ui=ui, zoom=zoom)
        for widget in (strip, hint, tray):
            assert not image_of(widget).isNull()
        assert strip.height() == theme.px(3.57)


def test_a_text_of_two_lines_is_not_cut_where_it_has_just_room(theme: Theme, qtbot: QtBot) -> None:
    text = "Ann bietet an, die Runde zu beenden."
    words = shown(ElidedLabel(text, lines=2), qtbot)
    whole = words.fontMetrics().horizontalAdvance(text)
    for width in range(whole * 2 // 3, whole + 20):
        words.resize(width, 40)
        image_of(words)
        assert words.toolTip() == ""
