"""Pictures of the boards and of what stands round them, to be looked at after a change.

Run `python -m tests.client.gallery FOLDER`: it shows nothing on the screen and writes PNG files.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from client_qt.board.move_builder import MoveBuilder
from client_qt.board.preview import BoardPreview, scene_of
from client_qt.board.widget import BoardView, LastMove
from client_qt.pages.table.dice import DiceTray
from client_qt.pages.table.hint_line import HintLine
from client_qt.pages.table.panel.move_list import MoveList
from client_qt.pages.table.player_strip import PlayerState, PlayerStrip
from client_qt.pages.table.result_strip import ResultButton, ResultState, ResultStrip
from client_qt.table.walk import Entry, Row
from client_qt.theme import Button, Theme, UiName, label
from client_qt.widgets.banner import Banner
from client_qt.widgets.labels import PageHeader
from netgame.game import Game
from netgame.games import GAMES
from tests.client.gallery import boards

THUD = (
    "T dF1,dG1,dJ1,dK1,dE2,dL2,dM3,dN4,dO5,dA6,dP6,dA7,dP7,dE8,dA9,dE9,dP9,dA10,dF10,dM10,dB11,dO11,dC12,dN12,dD13,dE14"
    ",dJ15,TK6,TG7,TH7,TJ7,TG8,TH9,TJ9,RH8"
)
CLOD = "B 51 .B...W/..WW.B/BBB..W/..BW../.WBB../...WW."
MOVES = ("dG15-G11 TG9-G10xG11", "dN11-L9 TJ8-K7xL9", "dE10-E9 TK7-K6", "dB5-E8 TG10-H9", "dF15-F10 TF7-G8", "dM13-M10")


class Sheet:
    """Widgets of one table, as two people would see them in the middle of a game."""

    def __init__(self, theme: Theme, slim: bool) -> None:
        self.theme, self.slim = theme, slim
        self.page = QWidget()
        self.page.setProperty("page", "window")
        self.builder = MoveBuilder(self.page)

    def board(self, key: str, text: str, picks: Sequence[str], last: LastMove) -> BoardView:
        """A board with something staged on it."""
        game: Game[object, object] = GAMES[key]()
        state = game.read_position(text)
        self.builder.begin(game, state)
        for name in picks:
            self.builder.pick(game.board.cell(name))
        board = BoardView(self.theme)
        board.set_position(game.board, game.pieces(state), game.marks(state), last)
        board.set_own_seats(frozenset({0}))
        board.set_picks(self.builder.picks, self.builder.seat, self.builder.preview)
        return board

    def strip(self, player: PlayerState) -> PlayerStrip:
        """A player."""
        strip = PlayerStrip(self.theme)
        strip.set_form("slim" if self.slim else "full")
        strip.show_player(player)
        return strip

    def hint(self) -> HintLine:
        """The hint line, as the composer fills it."""
        hint = HintLine(self.theme)
        hint.set_slim(self.slim)
        hint.show_hint(str(self.builder.hint or ""))
        hint.show_captures(self.builder.captures)
        hint.show_move(self.builder.notation)
        hint.show_cancel(self.builder.staging)
        hint.show_confirm(self.builder.needs_confirm, self.builder.can_confirm)
        return hint

    def moves(self) -> MoveList:
        """The move list."""
        listed = MoveList(self.theme)
        listed.set_heads("Dwarfs: Ann", "Trolls: you")
        listed.set_rows(rows(), 10, True)
        return listed


def rows() -> list[Row]:
    """The moves of a battle."""
    found = [Row(0, heading="Battle 1")]
    for index, pair in enumerate(MOVES):
        words = [*pair.split(), ""][:2]
        first, second = (Entry(text, 2 * index + side) if text else None for side, text in enumerate(words))
        found.append(Row(9 + index, (first, second)))
    return found


def thud_table(theme: Theme, slim: bool) -> QWidget:
    """Thud with a shove staged."""
    sheet = Sheet(theme, slim)
    origin, target = (GAMES["thud"]().board.cell(name) for name in ("M13", "M10"))
    board = sheet.board("thud", THUD, ("G8", "F9", "E8"), LastMove(frozenset({origin}), frozenset({target})))
    left = _column(theme)
    left.addWidget(sheet.strip(PlayerState("Ann", "dwarfs", ("dwarf",), False, "troll", 1)))
    left.addWidget(board, 1)
    left.addWidget(sheet.strip(PlayerState("You", "trolls", ("troll",), True, "dwarf", 5)))
    left.addSpacing(theme.px(0.43))
    left.addWidget(sheet.hint())
    return _with_panel(sheet, left, () if slim else (sheet.moves(),))


def clod_table(theme: Theme, slim: bool) -> QWidget:
    """Clod after a roll, the keyboard's cursor on the board, and news in a banner."""
    sheet = Sheet(theme, slim)
    place = GAMES["clod"]().board.cell
    board = sheet.board("clod", CLOD, (), LastMove(frozenset(), frozenset({place("f1")})))
    board.set_cursor(place("d2"))
    left = _column(theme)
    left.addWidget(
        sheet.strip(
            PlayerState(
                "Bruno with a very long name indeed",
                "White",
                ("clod_white",),
                trouble="connection lost, 52 s left",
            )
        )
    )
    left.addWidget(board, 1)
    left.addWidget(sheet.strip(PlayerState("You", "Black", ("clod_black",), True, standing="largest region 7")))
    left.addSpacing(theme.px(0.43))
    left.addWidget(sheet.hint())
    tray = DiceTray(theme)
    tray.roll((5, 1), animate=False)
    page = _with_panel(sheet, left, (tray, *((sheet.moves(),) if not slim else ())))
    banner = Banner(theme, page)
    banner.show_text("Connection lost. Reconnecting ...", actions=(("Now", page.update), ("Leave", page.update)))
    return page


def odds(theme: Theme, slim: bool) -> QWidget:
    """Scenes, the result strip, headers."""
    page = QWidget()
    page.setProperty("page", "window")
    grid = QGridLayout(page)
    grid.addWidget(PageHeader(theme, "Join a game"), 0, 0, 1, 4)
    thud, clod = GAMES["thud"](), GAMES["clod"]()
    crops: list[tuple[Game[object, object], str | None, float]] = [
        (thud, THUD, 7.0),
        (clod, CLOD, 5.5),
        (thud, None, 9.0),
        (clod, None, 7.5),
    ]
    for column, (game, text, across) in enumerate(crops):
        scene = BoardPreview(theme)
        scene.show_scene(*scene_of(game, text), cells_across=across, board_name="slate" if column == 2 else "auto")
        grid.addWidget(scene, 1, column)
    strip = ResultStrip(theme)
    strip.set_slim(slim)
    buttons = ResultButton("replay", "Replay", "play"), ResultButton("save", "Save", "save", "primary")
    detail = "Battle 1: 12 to 4. Battle 2: 9 to 3. Counted as the pieces stood."
    strip.show_state(ResultState("You win by 14.", detail, (), buttons))
    grid.addWidget(strip, 2, 0, 1, 4)
    for column, kind in enumerate(("plain", "primary", "soft", "danger")):
        grid.addWidget(Button(theme, kind.title(), "confirm", kind), 3, column)  # type: ignore[arg-type]
    grid.addWidget(label("A heading", "heading"), 4, 0)
    return page


def _column(theme: Theme) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(0)
    edge = theme.px(0.6)
    column.setContentsMargins(edge, edge, edge, edge)
    return column


def _with_panel(sheet: Sheet, left: QVBoxLayout, panel: Sequence[QWidget]) -> QWidget:
    row = QHBoxLayout(sheet.page)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addLayout(left, 1)
    if panel:
        side = QWidget()
        side.setProperty("page", "surface")
        side.setFixedWidth(sheet.theme.px(12 if sheet.slim else 25))
        column = QVBoxLayout(side)
        for widget in panel:
            column.addWidget(widget, 1)
        row.addWidget(side)
    return sheet.page


def paint(theme: Theme, folder: Path, looks: Sequence[UiName]) -> list[Path]:
    """All pictures, in both sizes and in those colours; the files that were written."""
    written = []
    for ui in looks:
        theme.choose(ui=ui, reduced_motion=True)
        for name, make in (("thud", thud_table), ("clod", clod_table), ("odds", odds)):
            for width, height in ((1280, 800), (800, 560)):
                page = make(theme, width < 1000)
                written.append(_keep(page, width, height, folder / f"{name}_{ui}_{width}.png"))
        for name, board in boards():
            for width, height in ((1200, 600), (740, 400)):  # what a window leaves of those sizes
                written.append(_keep(board(theme), width, height, folder / f"{name}_{ui}_{width}.png"))
    return written


def _keep(page: QWidget, width: int, height: int, file: Path) -> Path:
    page.resize(width, height)
    page.show()
    QApplication.processEvents()
    picture = QPixmap(page.size() * page.devicePixelRatioF())
    picture.setDevicePixelRatio(page.devicePixelRatioF())
    painter = QPainter(picture)
    page.render(painter, QPoint())
    painter.end()
    picture.save(str(file))
    page.close()
    page.deleteLater()
    return file


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.client.gallery", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    paint(Theme(app, base_px=14), folder, ("light", "dark", "contrast"))


if __name__ == "__main__":
    main()
