"""The pictures of the documents: windows, and the boards of the rules."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.pages.rules.page import FigureBoard
from client_qt.text.rulebook import figure_of
from client_qt.theme import Theme
from devtools.guide.pages import Board, boards
from devtools.screenshots.pictures import LOOKS
from devtools.screenshots.pictures import paint as paint_scenes
from netgame.games import GAMES

SIZES = WIDE, USUAL = (1280, 800), (1080, 680)
COLOURS = 200
DESCRIPTION = "Description"  # the text in a file that says which position it shows
BOARD_ZOOM = 1.25  # of the boards, against the rules page of the window
WINDOWS = {  # picture in docs/pictures: scene, its look, size of the window
    "table": ("table_drawn", "light", WIDE),
    "home": ("home_first", "light", USUAL),
    "host": ("host_thud", "light", USUAL),
    "waiting": ("table_waiting", "light", USUAL),
    "join": ("join", "light", USUAL),
    "join-nobody": ("join_nobody", "light", USUAL),
    "check-setup": ("check_setup", "light", USUAL),
    "offers": ("session_offers", "light", USUAL),
    "away": ("session_claim", "light", WIDE),
    "over": ("session_over", "light", USUAL),
    "record": ("record", "light", USUAL),
    "what-if": ("what_if", "light", USUAL),
    "records": ("records", "light", USUAL),
    "picture": ("dialog_picture", "light", USUAL),
    "account": ("account_registered", "light", USUAL),
    "tournament": ("tournament_standings", "light", USUAL),
    "tournament-new": ("tournament_new", "light", USUAL),
    "lobby": ("lobby", "light", USUAL),
    "preferences": ("preferences_look", "light", USUAL),
    "shortcuts": ("preferences_shortcuts", "light", USUAL),
    "dark": ("table_clod_middle", "dark", USUAL),
    "contrast": ("table_blooms_middle", "contrast", USUAL),
    "computer": ("computer_thinks", "light", USUAL),
    "analysis": ("analysis_dice", "light", WIDE),
    "hint": ("hint_thud", "light", USUAL),
    "conquid": ("table_conquid_large_end", "dark", USUAL),
    "royalclod": ("table_royalclod_tall_middle", "light", USUAL),
}


def paint(root: Path, only: str) -> Iterator[Path]:
    """Write the pictures whose names contain `only`, and yield their files."""
    wanted = {name: window for name, window in WINDOWS.items() if only in name}
    scenes, looks = {scene for scene, _, _ in wanted.values()}, {look for _, look, _ in wanted.values()}
    with TemporaryDirectory() as folder:
        shots = paint_scenes(
            Path(folder), scenes.__contains__, [replace(look, sizes=SIZES) for look in LOOKS if look.name in looks]
        )
        files = {shot.name: shot for shot in shots}
        for name, (scene, look, (width, height)) in wanted.items():
            picture = Image.open(files[f"{scene}_{look}_{width}x{height}.png"])
            yield _save(picture, root / f"docs/pictures/{name}.png")
    app = QApplication.instance() or QApplication(["guide"])
    assert isinstance(app, QApplication)
    theme = Theme(app, base_px=14)
    theme.choose(ui="light", zoom=BOARD_ZOOM)
    for key, board in boards():
        if only in board.picture:
            yield _save(_picture(theme, key, board), root / board.picture, board.block)


def _picture(theme: Theme, key: str, board: Board) -> Image.Image:
    """Return the picture of a board."""
    view = FigureBoard(theme, key, figure_of(GAMES[key], board.info, board.block))
    image = QImage(view.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    view.render(image, renderFlags=QWidget.RenderFlag.DrawChildren)
    view.deleteLater()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return Image.open(BytesIO(buffer.data().data()))


def _save(image: Image.Image, file: Path, description: str = "") -> Path:
    """Write a picture with few colours, so that the file is small; it keeps the description."""
    text = PngInfo()
    if description:
        text.add_text(DESCRIPTION, description)
    file.parent.mkdir(parents=True, exist_ok=True)
    few = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(file, optimize=True, pnginfo=text)
    return file
