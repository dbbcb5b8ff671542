"""A table that is paused, not started or over; and the place of notices."""

from collections.abc import Iterable
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QMenu, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.widgets.banner import Banner
from client_qt.widgets.labels import ElidedLabel
from devtools.harness.window.clicks import button, click, press, settle
from devtools.harness.window.input_devices import Mouse, within
from devtools.harness.window.play import at_table, played
from devtools.screenshots.staged_tables import TABLES, Staged
from netgame.match import HOST
from netgame.match.commands import AnswerOffer, MakeOffer, MakeReady, Resign, Sit, WithdrawOffer
from netgame.text import Text
from protocol.messages import RematchState
from tests.client.staging import ANN, ME, notices, own_turn, sent, sit_down
from tests.client.widget_tools import emitted

SIZES = [(1280, 800), (800, 560)]


def place_in(window: QWidget, part: QWidget) -> QRect:
    """The place of a part in the window; of a text, without the empty room after it."""
    place = QRect(part.mapTo(window, QPoint(0, 0)), part.size())
    if isinstance(part, ElidedLabel):
        place.setWidth(min(part.width(), part.fontMetrics().horizontalAdvance(part.text())))
    return place


def words_of(strip: QWidget) -> list[ElidedLabel]:
    return [label for label in strip.findChildren(ElidedLabel) if label.isVisible() and label.text()]


def cells_in(window: MainWindow) -> list[QRect]:
    board = window.table.board
    corner = board.mapTo(window, QPoint(0, 0))
    return [board.cell_rect(cell).toAlignedRect().translated(corner) for cell in range(board.cell_count)]


def covered(window: MainWindow, over: QWidget, parts: Iterable[QWidget]) -> list[QRect]:
    """The places of parts, and of cells of the board, that something in the window covers."""
    taken = place_in(window, over)
    return [place for place in (*cells_in(window), *(place_in(window, p) for p in parts)) if taken.intersects(place)]


def test_seats_change_before_the_start_and_after_a_pause_both_go_on(window: MainWindow, staged: Staged) -> None:
    both, alone = Staged().start(ready=False), Staged().do(Sit(1, "Mareike", "Mareike"), HOST)
    for opened, name, request in (
        (both, "stand", ("LeaveSeat", {})),
        (both, "ready", ("ReadyUp", {})),
        (alone, "change_sides", ("TakeSeat", {"player": 0, "ready": True})),
    ):
        sit_down(window, opened)
        press(window.table.result, name)
        assert sent(opened) == [request]

    table = sit_down(window, staged)
    staged.play(1).do(MakeOffer("pause"), ME).do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()
    assert (table.can_move, window.table.builder.active) == (False, False)
    table.ready()
    staged.commands[-1].refuse(Text("that cannot be done now"))
    assert notices(window) == ["news"], "the hint line is hidden"
    sent(staged)
    Mouse().click(within(window.table.result, "resume"))
    assert sent(staged) == [("ReadyUp", {})]
    staged.do(MakeReady(), ME)
    settle()
    assert not button(window.table.result, "resume").isEnabled()
    staged.do(MakeReady(), ANN)
    settle()
    assert window.table.hint.isVisible()
    assert window.table.board.hasFocus()


def test_after_the_end_a_rematch_is_offered_answered_and_opened_or_the_record_used(window: MainWindow) -> None:
    staged = Staged("clod").start().play(4).do(Resign(match=True), ANN)
    table, result = sit_down(window, staged), window.table.result
    actions = [emitted(window.action(name).triggered) for name in ("replay", "save_record")]
    opened = emitted(window.table.open_table)

    def offered(*swaps: bool | None, **more: str) -> None:
        table.set_rematch_offers(RematchState(table="", offers=swaps, **more))
        settle()

    press(result, "rematch")
    assert sent(staged) == [("Rematch", {"swap": True})], "one click is enough for the usual one"
    for action in button(result, "rematch_choices").findChild(QMenu).actions():
        action.trigger()
    assert sent(staged) == [("Rematch", {"swap": True}), ("Rematch", {"swap": False})]
    for closed in ("declined", "left"):
        offered(None, True)
        assert "rematch_own" in notices(window)
        offered(None, None, closed=closed)
        assert "news" in notices(window)

    offered(False, None)
    press(result, "rematch")
    assert sent(staged) == [("Rematch", {"swap": False})], "as the other side has offered"
    press(window.table.banner, "Accept")
    press(window.table.banner, "Decline")
    assert sent(staged) == [("Rematch", {"swap": False}), ("CloseRematch", {})]
    offered(True, True, made="t2")
    press(result, "to_rematch")
    assert opened == ["t2", "t2"], "at once, and by the button"
    for name in ("result_save", "result_replay"):
        press(result, name)
    assert [len(found) for found in actions] == [1, 1]


def test_news_covers_nothing_and_in_large_text_nothing_overlaps(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    body = window.table.body
    window.show_message("Bob has sent a message that is long enough to need some room, and it has a button.")
    for zoom in (1.0, 1.5):
        window.theme.choose(zoom=zoom)
        for size in SIZES:
            window.resize(*size)
            settle()
            settle()
            (news,) = [banner for banner in window.findChildren(Banner) if banner.isVisible()]
            parts = [part for strip in body.strips for part in (strip.clock, *words_of(strip))]
            assert covered(window, news, parts) == []
    click(news.buttons[0])
    settle()
    assert not window.banner.shown
    assert window.table.board.hasFocus()

    at_table(window, played("royalclod", 6))
    settle()
    settle()
    shown = [place_in(window, part) for part in (*body.strips, body.dice, body.place, body.hint) if part.isVisible()]
    assert len(shown) >= 4
    assert not [(one, other) for one, other in combinations(shown, 2) if one.intersects(other)]


class Paintings(QObject):
    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_staged_tables_are_painted_in_a_small_window_and_a_tick_only_the_clock(new_window: MainWindow) -> None:
    new_window.resize(800, 560)
    for name, staging in TABLES.items():
        table = staging()
        table.setParent(new_window)
        at_table(new_window, table)
        assert (name, new_window.width(), new_window.height()) == (name, *SIZES[1])

    staged = Staged().start().play(3)
    sit_down(new_window, staged)
    board, clock = Paintings(), Paintings()
    new_window.table.board.installEventFilter(board)
    new_window.table.body.strips[1].clock.installEventFilter(clock)
    settle()
    board.count = clock.count = 0
    staged.wait(3_000)
    new_window.table.clock_ticker.tick()
    settle()
    assert (board.count, clock.count) == (0, 1)


@pytest.mark.parametrize(
    ("game", "form", "clock"),
    [
        ("clod", "standard", "fischer 300+5"),
        ("conquid", "wide", "fischer 300+5"),
        ("royalclod", "tall", "fischer 300+5"),
        ("royalclod", "tall", "none"),
    ],
)
def test_notices_cover_no_cell_no_name_and_no_clock(window: MainWindow, game: str, form: str, clock: str) -> None:
    staged = Staged(game, clock=clock).start().play(4)
    sit_down(window, staged)
    body = window.table.body
    for kind, size in (("pause", SIZES[0]), ("", SIZES[1]), ("adjourn", SIZES[1]), ("", SIZES[0])):
        window.resize(*size)
        if kind:
            staged.do(MakeOffer(kind), ANN)
        settle()
        assert body.arrangement.form == form
        rows = [row for row in body.banner.findChildren(Banner) if row.shown]
        assert rows
        names = [next(label for label in words_of(each) if label.text() == each.state.name) for each in body.strips]
        if game == "clod" and kind != "adjourn":
            names = words_of(body.strips[0])
            assert len(names) > 2, "the status of the side is one of them"
        assert [place for row in rows for place in covered(window, row, names)] == []

        if body.rail.isVisible() and not body.panel.isVisible():
            click(body.rail.chat_button)
            settle()
        clocks = [place_in(window, strip.clock) for strip in body.strips if strip.clock.isVisible()]
        assert len(clocks) == (2 if clock != "none" else 0)
        assert body.panel.isVisible()
        assert not [c for c in clocks for part in (body.banner, body.panel) if place_in(window, part).intersects(c)]
        body.close_panel()


def test_a_notice_is_as_wide_as_two_players_beside_each_other(window: MainWindow) -> None:
    sit_down(window, own_turn(2, game="conquid"))
    window.resize(*SIZES[1])
    window.note("An invitation to a tournament.")
    settle()
    (notice,) = [row for row in window.table.banner.findChildren(Banner) if row.shown]

    strips = [place_in(window, strip) for strip in window.table.body.strips]
    shown = place_in(window, notice)
    edge = window.theme.em
    assert abs(shown.left() - min(strip.left() for strip in strips)) < edge
    assert abs(shown.right() - max(strip.right() for strip in strips)) < edge


@pytest.mark.parametrize("game", ["clod", "conquid", "royalclod"])  # one of each form
def test_nothing_moves_the_board_while_a_turn_is_made(window: MainWindow, game: str) -> None:
    staged = own_turn(2, game=game)
    table, board = sit_down(window, staged), window.table.board
    for size in SIZES:
        window.resize(*size)
        settle()
        before = board.cell_rect(0), board.mapTo(window, QPoint(0, 0)), board.size()
        for change in (
            lambda: staged.do(MakeOffer("pause"), ANN),
            lambda: staged.do(MakeOffer("adjourn"), ANN),
            lambda: window.table.banners.show_news("Ann agreed."),
            lambda: window.note("Saved.", "done"),
            lambda: table.set_status("waiting", ""),
            lambda: table.set_status("online", ""),
            lambda: staged.do(WithdrawOffer(table.open_offers(mine=False)[0].number), ANN),
            lambda: staged.do(WithdrawOffer(table.open_offers(mine=False)[0].number), ANN),
        ):
            change()
            settle()
            if table.open_offers(mine=False):
                assert notices(window)
                assert window.table.banner.rows_px > 0, "the first of them has its place"
            assert (board.cell_rect(0), board.mapTo(window, QPoint(0, 0)), board.size()) == before


@pytest.mark.parametrize("game", ["clod", "conquid", "royalclod"])  # one of each form
@pytest.mark.parametrize("is_first", [True, False])
def test_a_question_is_seen_beside_an_own_offer_while_a_turn_is_made(
    window: MainWindow, game: str, is_first: bool
) -> None:
    staged = own_turn(2, game=game)
    if is_first:  # before the table is shown
        staged.do(MakeOffer("adjourn"), ME)
    sit_down(window, staged)
    for size in SIZES:
        window.resize(*size)
        settle()
        if not is_first:
            staged.do(MakeOffer("adjourn"), ME)
            settle()
        board = window.table.board
        before = board.cell_rect(0), board.mapTo(window, QPoint(0, 0)), board.size()
        staged.do(MakeOffer("pause"), ANN)
        settle()

        first, second = sorted(
            (row for row in window.table.banner.findChildren(Banner) if row.isVisible()), key=Banner.y
        )
        assert (len(first.buttons), len(second.buttons)) == (2, 1), "the question, and the own offer"
        assert second.geometry().bottom() <= window.table.banner.height()
        assert (board.cell_rect(0), board.mapTo(window, QPoint(0, 0)), board.size()) == before
        for offer in staged.story.match.offers.values():
            staged.do(WithdrawOffer(offer.number), offer.player)
        if is_first:
            break
