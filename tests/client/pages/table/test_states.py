"""A table that is paused, not started or over, or whose players are absent."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QMenu, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.text.offer_words import claim_words
from client_qt.widgets.banner import Banner
from client_qt.widgets.labels import ElidedLabel
from devtools.harness.window.clicks import button, click, press, settle
from devtools.screenshots import staged_tables
from devtools.screenshots.staged_tables import Staged
from netgame.match import HOST
from netgame.match.commands import (
    AnswerOffer,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    Resign,
    Sit,
    WithdrawOffer,
)
from netgame.text import Text
from protocol.messages import RematchState
from tests.client.staging import ANN, ME, notices, own_turn, sent, sit_down
from tests.client.widget_tools import emitted

SIZES = [(1280, 800), (800, 560)]


def pause(staged: Staged) -> None:
    staged.do(MakeOffer("pause"), ME)
    staged.do(AnswerOffer(staged.story.match.number, True), ANN)
    settle()


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


def test_a_paused_board_waits_until_both_players_agree_to_go_on(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    staged.play(1)
    pause(staged)
    assert not table.can_move
    assert not window.table.builder.active
    table.ready()
    staged.commands[-1].refuse(Text("that cannot be done now"))
    settle()
    assert notices(window) == ["news"], "the hint line is hidden"
    sent(staged)

    press(window.table.result, "resume")
    assert sent(staged) == [("ReadyUp", {})]
    staged.do(MakeReady(), ME)
    settle()
    assert not button(window.table.result, "resume").isEnabled()
    staged.do(MakeReady(), ANN)
    settle()

    assert window.table.hint.isVisible()


def test_a_claim_is_made_in_its_notice(window: MainWindow, staged: Staged) -> None:
    table = sit_down(window, staged)
    staged.do(MarkAbsent(ANN, "lost"), HOST).wait(61_000)
    window.table.clock_ticker.tick()
    settle()
    assert window.table.builder.active == table.can_move

    press(window.table.banner, claim_words("win"))

    assert sent(staged) == [("SendClaim", {"what": "win"})]


@pytest.mark.parametrize(
    ("alone", "name", "request_sent"),
    [
        (False, "stand", ("LeaveSeat", {})),
        (False, "ready", ("ReadyUp", {})),
        (True, "change_sides", ("TakeSeat", {"player": 0, "ready": True})),
    ],
)
def test_a_player_can_get_ready_leave_or_change_the_seat_before_the_start(
    window: MainWindow, alone: bool, name: str, request_sent: tuple[str, dict[str, object]]
) -> None:
    staged = Staged().do(Sit(1, "Mareike", "Mareike"), HOST) if alone else Staged().start(ready=False)
    sit_down(window, staged)

    press(window.table.result, name)

    assert sent(staged) == [request_sent]


def resigned() -> Staged:
    return Staged("clod").start().play(4).do(Resign(match=True), ANN)


@pytest.mark.parametrize("closed", ["declined", "left"])
def test_a_closed_rematch_offer_is_a_notice(window: MainWindow, closed: str) -> None:
    table = sit_down(window, resigned())
    table.set_rematch_offers(RematchState(table="", offers=(None, True)))
    assert notices(window) == ["rematch_own"]

    table.set_rematch_offers(RematchState(table="", offers=(None, None), closed=closed))

    assert "news" in notices(window)
    assert button(window.table.result, "rematch").isEnabled() == (closed == "declined")


def test_a_rematch_is_offered_with_the_sides_swapped_or_not(window: MainWindow) -> None:
    staged = resigned()
    table = sit_down(window, staged)
    rematch = button(window.table.result, "rematch")
    click(rematch)
    assert sent(staged) == [("Rematch", {"swap": True})], "one click is enough for the usual one"
    for action in button(window.table.result, "rematch_choices").findChild(QMenu).actions():
        action.trigger()
    assert sent(staged) == [("Rematch", {"swap": True}), ("Rematch", {"swap": False})]

    table.set_rematch_offers(RematchState(table="", offers=(False, None)))
    settle()
    click(button(window.table.result, "rematch"))
    assert sent(staged) == [("Rematch", {"swap": False})], "as the other side has offered"


@pytest.mark.parametrize("zoom", [1.0, 1.5])
def test_news_of_the_window_covers_no_name_no_clock_and_no_cell(
    window: MainWindow, staged: Staged, zoom: float
) -> None:
    sit_down(window, staged)
    window.theme.choose(zoom=zoom)
    window.show_message("Bob has sent a message that is long enough to need some room, and it has a button.")

    for size in SIZES:
        window.resize(*size)
        settle()
        settle()
        (news,) = [banner for banner in window.findChildren(Banner) if banner.isVisible()]
        taken = place_in(window, news)
        parts = [part for strip in window.table.body.strips for part in (strip.clock, *words_of(strip))]
        assert not [part for part in parts if taken.intersects(place_in(window, part))]
        assert not [cell for cell in cells_in(window) if taken.intersects(cell)]
    click(news.buttons[0])
    settle()
    assert not window.banner.shown
    assert window.table.board.hasFocus()


def test_a_rematch_of_the_other_side_is_accepted_or_declined(window: MainWindow) -> None:
    staged = resigned()
    table = sit_down(window, staged)
    table.set_rematch_offers(RematchState(table="", offers=(True, None)))
    assert notices(window) == ["rematch"]

    press(window.table.banner, "Accept")
    press(window.table.banner, "Decline")

    assert sent(staged) == [("Rematch", {"swap": True}), ("CloseRematch", {})]


def test_the_table_of_an_accepted_rematch_opens(window: MainWindow) -> None:
    table = sit_down(window, resigned())
    opened = emitted(window.table.open_table)
    table.set_rematch_offers(RematchState(table="", offers=(True, None)))

    table.set_rematch_offers(RematchState(table="", offers=(True, True), made="t2"))
    settle()
    assert opened == ["t2"]
    press(window.table.result, "to_rematch")

    assert opened == ["t2", "t2"]


def test_replay_and_save_are_where_the_result_is(window: MainWindow) -> None:
    sit_down(window, resigned())
    replayed, saved = (emitted(window.action(name).triggered) for name in ("replay", "save_record"))

    press(window.table.result, "result_save")
    press(window.table.result, "result_replay")

    assert (len(replayed), len(saved)) == (1, 1)


def test_every_staged_table_is_painted_and_fits_a_small_window(new_window: MainWindow) -> None:
    new_window.resize(800, 560)
    new_window.show_page("table")
    for name, staging in staged_tables.TABLES.items():
        table = staging()
        table.setParent(new_window)
        new_window.table.set_model(table)
        settle()

        assert (name, new_window.width(), new_window.height()) == (name, 800, 560)


@pytest.mark.parametrize(("game", "form"), [("thud", "standard"), ("conquid", "wide"), ("royalclod", "tall")])
def test_notices_and_panel_do_not_cover_a_clock(window: MainWindow, game: str, form: str) -> None:
    staged = Staged(game).start().play(4)
    sit_down(window, staged)
    staged.do(MakeOffer("pause"), ANN)
    body = window.table.body

    for size in SIZES:
        window.resize(*size)
        settle()
        if body.rail.isVisible() and not body.panel.isVisible():
            click(body.rail.chat_button)
            settle()
        assert body.arrangement.form == form
        over = [part for part in (body.banner, body.panel) if part.isVisible()]
        assert over == [body.banner, body.panel]
        clocks = [place_in(window, strip.clock) for strip in body.strips]
        assert not [clock for clock in clocks for part in over if place_in(window, part).intersects(clock)]


@pytest.mark.parametrize("game", ["koom", "clod"])
def test_the_board_moves_aside_for_an_open_panel_and_keeps_its_size(window: MainWindow, game: str) -> None:
    sit_down(window, Staged(game).start())
    window.resize(1180, 560)
    settle()
    body, board = window.table.body, window.table.board
    cell_px, at = board.cell_rect(0).height(), board.cell_rect(0).x()

    click(body.rail.chat_button)
    settle()

    cells = [board.cell_rect(number).toAlignedRect() for number in range(len(board.board.cells))]
    rightmost = max(board.mapTo(body, each.topRight()).x() for each in cells)
    assert body.panel.isVisible()
    assert (rightmost < body.panel.x(), board.cell_rect(0).height()) == (True, cell_px)

    body.close_panel()
    settle()

    assert board.cell_rect(0).x() == at


@pytest.mark.parametrize("game", ["clod", "conquid", "royalclod"])  # one of each form
@pytest.mark.parametrize("clock", ["fischer 300+5", "none"])
def test_notices_cover_no_cell_and_no_name(window: MainWindow, game: str, clock: str) -> None:
    staged = Staged(game, clock=clock).start().play(4)
    sit_down(window, staged)
    body = window.table.body

    for size, kind in zip((*SIZES, *SIZES), ("pause", "", "adjourn", ""), strict=True):
        window.resize(*size)
        if kind:
            staged.do(MakeOffer(kind), ANN)
        settle()
        rows = [place_in(window, row) for row in body.banner.findChildren(Banner) if row.shown]
        names = [next(label for label in words_of(each) if label.text() == each.state.name) for each in body.strips]
        if game == "clod" and clock != "none" and kind in ("pause", ""):
            names = words_of(body.strips[0])
            assert len(names) > 2, "the status of the side is one of them"
        parts = cells_in(window) + [place_in(window, name) for name in names]
        assert not [(row, part) for row in rows for part in parts if row.intersects(part)]


@pytest.mark.parametrize("game", ["clod", "blooms", "conquid", "royalclod"])
def test_nothing_moves_the_board_while_a_turn_is_made(window: MainWindow, game: str) -> None:
    staged = own_turn(2, game=game)
    table, board = sit_down(window, staged), window.table.board
    for size in SIZES:
        window.resize(*size)
        settle()
        before, places = (cells_in(window)[0], board.size()), list[object]()
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
            places.append((cells_in(window)[0], board.size()))

        assert [place for place in places if place != before] == []
