from collections.abc import Iterator
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QScrollArea, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.pages.table.layout import BoardPlace
from client_qt.pages.table.panel.rail import Rail
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.strips.dice import DiceTray
from client_qt.pages.table.strips.player_strip import HEIGHTS, Form, PlayerStrip
from client_qt.pages.table.strips.result_strip import ResultStrip
from client_qt.pages.table.strips.waiting_card import ComputerOffer, WaitingCard
from client_qt.pages.table.view.actions import IN_MENU, TableAction
from client_qt.pages.table.view.players import PlayerState
from client_qt.pages.table.view.proof import ProofView
from client_qt.pages.table.view.result import ResultButton, ResultState
from client_qt.text.computer_names import computer_name
from client_qt.theme import Button, Theme
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.pieces import KindCounts, PieceTile
from devtools.harness.window.clicks import GUARD_MS, settle
from tests.client.widget_tools import LEFT, LONG, colours, emitted, image_of, shown, texts

TWO = ResultButton("next", "Next game", "players"), ResultButton("again", "Rematch", "flip", "primary")
SAVE = ResultButton("result_save", "Save", "save")


def test_a_tray_shows_the_rolled_dice_which_roll_and_come_to_rest(theme: Theme, qtbot: QtBot) -> None:
    tray = shown(DiceTray(theme), qtbot, 200)
    empty = image_of(tray)

    tray.roll((5, 1))
    resting = image_of(tray)
    assert tray.dice == (5, 1)
    assert tray.accessibleName() == "Dice: 5, 1"
    assert resting != empty
    tray.roll(())
    assert image_of(tray) == empty

    theme.choose(reduced_motion=False)
    tray.roll((5, 1))
    assert image_of(tray) != resting
    qtbot.waitUntil(lambda: image_of(tray) == resting, timeout=GUARD_MS)


def test_a_result_shows_the_pieces_of_the_winner_and_its_buttons_survive_updates(theme: Theme, qtbot: QtBot) -> None:
    strip, pieces = shown(ResultStrip(theme), qtbot), theme.board.pieces
    pressed = emitted(strip.pressed)
    strip.show_state(ResultState("Ann wins.", "", (("dwarf",),)))
    one = colours(strip)
    strip.show_state(ResultState("It is a draw.", LONG * 2, (("dwarf",), ("bloom_2a", "bloom_2b"))))
    assert pieces["dwarf"].name() in one
    assert pieces["bloom_2b"].name() not in one
    assert pieces["bloom_2b"].name() in colours(strip)
    assert strip.minimumSizeHint().width() < 300

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


@pytest.fixture
def roomy(theme: Theme, qtbot: QtBot) -> Iterator[ResultStrip]:
    """A strip in a window that has room for a second row."""
    window = shown(QWidget(), qtbot, 640)
    window.resize(640, 560)
    strip = ResultStrip(theme, window)
    strip.resize(640, strip.height())
    strip.show()
    yield strip
    window.close()


def test_buttons_lose_their_text_to_a_long_sentence_in_a_low_window(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(ResultStrip(theme), qtbot, 640)
    strip.show_state(ResultState("Ann wins.", "Bob resigned.", (), TWO))
    following, again = strip.findChild(Button, "next"), strip.findChild(Button, "again")
    assert following.text() == "Next game"
    strip.show_state(ResultState("Ann wins.", LONG * 3, (), TWO))
    assert (following.text(), following.toolTip(), again.text()) == ("", "Next game", "Rematch")

    strip.resize(500, strip.height())
    settle()
    image_of(strip)
    headline, detail = strip.findChildren(ElidedLabel)
    assert (headline.toolTip(), detail.toolTip()) == ("", LONG * 3), "the detail is cut and the headline is whole"


def test_buttons_of_the_result_lose_their_place_to_a_long_sentence(roomy: ResultStrip) -> None:
    strip, low = roomy, roomy.height()

    strip.show_state(ResultState("Ann wins.", LONG * 2, (), TWO))
    settle()
    following, (_headline, detail) = strip.findChild(Button, "next"), strip.findChildren(ElidedLabel)
    assert following.text() == "Next game"
    assert detail.geometry().bottom() < following.y()
    assert strip.height() > low

    strip.show_state(ResultState(""))
    assert strip.height() == low


@pytest.mark.parametrize(("height", "is_second_row"), [(400, False), (560, True)])
def test_only_known_icons_have_no_words_where_a_second_row_has_room(
    roomy: ResultStrip, height: int, is_second_row: bool
) -> None:
    strip = roomy
    strip.window().resize(640, height)
    strip.show_state(ResultState("Ann wins.", "Bob resigned.", (), (SAVE, *TWO)))
    low, save, following = strip.height(), strip.findChild(Button, "result_save"), strip.findChild(Button, "next")

    seen = list[tuple[str, str]]()
    for width in range(640, 300, -10):
        strip.resize(width, strip.height())
        if strip.height() == low:
            seen.append((save.text(), following.text()))

    icons_alone = [] if is_second_row else [("", "")]
    assert list(dict.fromkeys(seen)) == [("Save", "Next game"), ("", "Next game"), *icons_alone]


def test_long_words_of_the_result_and_of_the_rail_are_whole_or_left_to_the_tip(theme: Theme, qtbot: QtBot) -> None:
    strip = shown(ResultStrip(theme), qtbot, 742)
    strip.set_slim(True)
    words = (("Startseite", "home"), ("Abspielen", "play"), ("Speichern", "save"), ("Revanche", "flip"))
    buttons = tuple(ResultButton(icon, text, icon) for text, icon in words)

    for detail in ("Ann hat die Partie verlassen.", "Runde 1: Du gewinnst 1 zu 0.  Runde 2: Du gewinnst 8 zu 3."):
        strip.show_state(ResultState("Du gewinnst mit 6 Vorsprung.", detail, (), buttons))
        settle()
        image_of(strip)
        assert not any(words.toolTip() for words in strip.findChildren(ElidedLabel))

    rail = shown(Rail(theme), qtbot)
    resign = rail.resign_button
    names = ("take_back", "stop", "resign", "stop_watching", *IN_MENU)
    for text, style in (("Resign", "TextUnderIcon"), ("Unterschreiben", "IconOnly"), ("Aufgeben", "TextUnderIcon")):
        actions = {name: TableAction(name, text, True, True) for name in names}
        rail.action_bar.show_actions(actions, frozenset(("resign",)))
        assert resign.toolButtonStyle() == getattr(Qt.ToolButtonStyle, f"ToolButton{style}")
        assert resign.toolTip() == text
        assert style == "IconOnly" or resign.fontMetrics().horizontalAdvance(text) <= resign.width()


def test_the_only_answer_of_a_dialog_is_at_the_right_end(theme: Theme, qtbot: QtBot) -> None:
    parent = shown(QWidget(), qtbot, 600)
    for answers, is_right in (([], True), ([Answer("Yes", "primary", int, "yes")], False)):
        dialog = QuestionDialog(theme, "Sure?", ["Line 17."], answers, parent)
        dialog.show()
        assert (dialog.findChild(Button, "cancel").x() > dialog.width() / 2) == is_right
        dialog.close()


def test_a_strip_shows_the_turn_by_frame_chip_and_text_and_names_a_computer(theme: Theme, qtbot: QtBot) -> None:
    strip, robot = shown(PlayerStrip(theme), qtbot), computer_name("level 3")
    strip.show_player(PlayerState("<b>Ann</b><img src=x>", "Black", ("clod_black",)))
    assert all(words.textFormat() == Qt.TextFormat.PlainText for words in strip.findChildren(QLabel))
    strip.show_player(PlayerState("Robbie", "dwarfs", ("dwarf",), computer=robot))
    assert theme.ui.turn_frame.name() not in colours(strip)
    assert any(robot in text for text in texts(strip))
    assert robot in strip.accessibleName()

    strip.show_player(PlayerState("Ann", "dwarfs", ("dwarf",), True, "troll", 2, "largest region 7", "connection lost"))
    assert theme.ui.turn_frame.name() in colours(strip)
    assert set(texts(strip)) == {"Ann", "to move", "dwarfs", "largest region 7", "connection lost", "+2"}
    assert strip.accessibleName() == "Ann, dwarfs, to move, captures 2, largest region 7, connection lost"


def test_a_strip_changes_its_form_keeps_its_height_and_gives_way_in_width(theme: Theme, qtbot: QtBot) -> None:
    strip, pieces = shown(PlayerStrip(theme), qtbot), (("bloom_1a", 99), ("bloom_1b", 9))
    for form in get_args(Form) * 2:
        strip.set_form(form)
        strip.show_player(PlayerState("Ann", "dwarfs", ("dwarf",), standing="score 3"))
        settle()
        assert set(texts(strip)) == {"Ann", "dwarfs", "score 3"}
        assert all(strip.rect().contains(w.geometry()) for w in strip.findChildren(QLabel) if w.parent() is strip)

        strip.show_player(PlayerState(LONG, LONG, ("dwarf",), True, "troll", 32, LONG, LONG, pieces))
        assert strip.height() == theme.px(HEIGHTS[form])
        assert strip.minimumSizeHint().width() < theme.px(40)
    strip = shown(PlayerStrip(theme), qtbot, 300)
    strip.set_form("slim")
    strip.show_player(PlayerState(LONG[:24], "dwarfs", ("dwarf",), True))
    for width, has_chip in ((300, False), (500, True)):  # without room only the frame shows the turn
        strip.resize(width, strip.height())
        assert ("to move" in texts(strip), "dwarfs" in texts(strip)) == (has_chip, True)


def test_the_two_pieces_of_a_side_are_counted_and_on_a_tile_like_the_board(theme: Theme, qtbot: QtBot) -> None:
    strip, both = shown(PlayerStrip(theme), qtbot), ("bloom_1a", "bloom_1b")
    strip.show_player(PlayerState("Ann", "flower and ring", both, shape="hexagon"))
    tile = colours(strip.findChild(PieceTile))
    assert {theme.board.pieces[piece].name() for piece in both} <= tile
    assert theme.board_with("hexagon").cell_a.name() in tile
    narrow = strip.minimumSizeHint().width()

    strip.show_player(PlayerState("Ann", "flower and ring", both, counts=(("bloom_1a", 3), ("bloom_1b", 12))))

    assert strip.minimumSizeHint().width() > narrow
    assert strip.findChild(KindCounts).accessibleName() == "3, 12"


def test_the_card_of_an_open_table_is_as_high_as_its_content(theme: Theme, qtbot: QtBot) -> None:
    card = shown(WaitingCard(theme), qtbot, 434)
    card.show_addresses(("192.168.1.20", "pc.local"), "netgame://192.168.1.20/t", "", "pond hawk lemon waltz")
    card.show_firewall(("sudo ufw allow 7763/tcp",))
    settle()
    card.resize(card.sizeHint())
    settle()
    area = card.findChild(QScrollArea)
    assert 0 <= area.viewport().height() - area.widget().heightForWidth(area.viewport().width()) <= theme.em


def test_the_card_of_an_open_table_grows_with_what_is_added_later(theme: Theme, qtbot: QtBot) -> None:
    place = shown(BoardPlace(theme), qtbot, theme.px(64))
    place.resize(theme.px(64), theme.px(37))
    place.show_waiting(True)
    place.waiting.show_addresses(("127.0.0.1",), "netgame://127.0.0.1/t", "", "pond hawk lemon waltz")
    settle()
    area = place.waiting.findChild(QScrollArea)
    for add in (
        lambda: place.waiting.show_reached(False),
        lambda: place.waiting.show_computer(ComputerOffer("level 3", shown=True)),
        lambda: place.waiting.show_firewall(("sudo ufw allow 7763/tcp",)),
    ):
        add()
        settle()
        assert area.viewport().height() >= area.widget().heightForWidth(area.viewport().width())


def side_panel(theme: Theme, qtbot: QtBot) -> SidePanel:
    panel: SidePanel = shown(SidePanel(theme), qtbot, theme.px(24))
    panel.resize(theme.px(24), theme.px(60))
    return panel


def test_the_chat_returns_to_the_front_and_all_tabs_have_their_room(theme: Theme, qtbot: QtBot) -> None:
    panel = side_panel(theme, qtbot)
    for chosen, front in ((None, "chat"), ("rules", "rules")):
        panel.show_chat(True, 0)
        panel.show_tab("chat")
        panel.show_chat(False, 0)
        assert panel.tab == "people"
        if chosen:
            panel.show_tab(chosen)
        panel.show_chat(True, 0)
        assert panel.tab == front

    panel.show_chat(True, 12)
    panel.show_analysis(True)
    before = panel.tabs.height()
    panel.show_tab("analysis")
    qtbot.waitUntil(lambda: panel.tabs.height() > before)
    bar = panel.tabs.tabBar()
    for moves_in_tabs in (False, True):
        panel.set_moves_in_tabs(moves_in_tabs)
        for em in (34, 24, 18, 14):
            panel.resize(theme.px(em), theme.px(40))
            settle()
            shown = [index for index in range(bar.count()) if bar.isTabVisible(index)]
            assert len(shown) == 4 + moves_in_tabs
            assert all(panel.rect().contains(bar.tabRect(index).translated(bar.pos())) for index in shown)
            assert all(bar.accessibleTabName(index) for index in shown)


def test_the_shield_leads_to_the_words_about_signatures(theme: Theme, qtbot: QtBot) -> None:
    panel = side_panel(theme, qtbot)
    shield = panel.findChild(QToolButton, "proof")
    for proof in (ProofView("Not signed", not_proven=("The server alone.",)), None):
        panel.show_proof(proof)
        assert not shield.isVisible()

    panel.rules.show_rules("thud", [(f"term {number}", "yes") for number in range(30)])
    panel.show_proof(ProofView("Signed by both players and the server", ("Each move.",)))
    assert (shield.isVisible(), shield.accessibleName()) == (True, "Signed by both players and the server")

    qtbot.mouseClick(shield, LEFT)
    words = panel.rules.findChild(QLabel, "proof_title")
    qtbot.waitUntil(lambda: not words.visibleRegion().isEmpty())
