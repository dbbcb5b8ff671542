"""Pictures of the board that is shown, and of a whole match as an animation: saved or copied."""

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio
from PySide6.QtCore import QBuffer, QIODevice, QObject
from PySide6.QtGui import QGuiApplication, QImage

from client_qt.app.main_window import MainWindow
from client_qt.board.cell_state import last_of
from client_qt.board.export import BoardExporter, BoardPicture
from client_qt.dialogs.export import AnimationDialog, AnimationOptions, PictureDialog, PictureOptions, ProgressDialog
from client_qt.dialogs.files import ask_save
from client_qt.pages.records.controller import RecordsController
from client_qt.records.animation import Cancelled, Frame, command, is_possible, write_animation
from client_qt.records.files import suggested_name
from client_qt.table.model import TableModel
from client_qt.table.status import view
from client_qt.table.walk import is_stop
from client_qt.text.rules_text import say, tr
from client_qt.theme import Theme
from client_qt.trio_guest import Starts
from netgame.match.state import Match
from netgame.text import Text, fill
from protocol.files import write_whole

T = TypeVar("T")
BoardPictures = Sequence[Callable[[], BoardPicture]]
log = logging.getLogger(__name__)


class PictureController(QObject):
    """What the table page shows is what is painted, as it lies there. It is painted piece by piece between all else
    that the window does, and packed and written by a thread."""

    def __init__(
        self, window: MainWindow, theme: Theme, records_controller: RecordsController, nursery: Starts
    ) -> None:
        super().__init__(window)
        self._window, self._theme, self._records_controller, self._nursery = window, theme, records_controller, nursery
        self._wish, self._animation = PictureOptions(), AnimationOptions()
        for name, slot in (
            ("export_picture", self.ask_picture), ("copy_picture", self.copy_picture),
            ("export_animation", self.ask_animation),
        ):  # fmt: skip
            window.action(name).triggered.connect(slot)

    # ---- one picture

    def ask_picture(self) -> None:
        """Ask what it is to be like, then save or copy it."""
        sight = self._sight()
        if sight is not None:
            sized = partial(_height, sight)
            asking = PictureDialog(self._theme, self._wish, sized, self._window)
            asking.save_requested.connect(partial(self._where, sight))
            asking.copy_requested.connect(partial(self._copy, sight))
            asking.open()

    def copy_picture(self) -> None:
        """To the clipboard, as the last picture was wanted."""
        sight = self._sight()
        if sight is not None:
            self._copy(sight, replace(self._wish, format="png"))

    def _where(self, sight: BoardPicture, wish: PictureOptions) -> None:
        self._wish = wish
        words = {"png": tr("Pictures"), "svg": tr("Drawings")}
        filters = [(words[wish.format], (wish.format,))]
        chosen = partial(self._save, sight, wish)
        ask_save(self._window, tr("Save the picture"), self._records_controller.folder(), self._name(), filters, chosen)

    def _save(self, sight: BoardPicture, wish: PictureOptions, path: str, _kind: int) -> None:
        self._nursery.start_soon(self._write_picture, sight, wish, Path(path))

    async def _write_picture(self, sight: BoardPicture, wish: PictureOptions, path: Path) -> None:
        sight = replace(sight, coordinates=wish.coordinates)
        portrait = BoardExporter(self._theme, sight, wish.width_px)
        if wish.format == "svg":
            data = await _made(portrait.svg(sight, path.stem))
            work = partial(write_whole, path, data)
        else:
            work = partial(_write_png, path, await _made(portrait.image(sight)))
        await self._written(path, work)

    def _copy(self, sight: BoardPicture, wish: PictureOptions) -> None:
        self._wish = wish
        self._nursery.start_soon(self._put_on_clipboard, replace(sight, coordinates=wish.coordinates), wish.width_px)

    async def _put_on_clipboard(self, sight: BoardPicture, width_px: int) -> None:
        portrait = BoardExporter(self._theme, sight, width_px)
        image = await _made(portrait.image(sight, self._theme.ui.window))  # clear would be black in many programs
        QGuiApplication.clipboard().setImage(image)
        self._window.note(tr("The picture is copied."))

    # ---- an animation

    def ask_animation(self) -> None:
        """Ask what it is to be like, then where it goes."""
        sight, model = self._sight(), self._window.table.model
        if sight is None or model is None or model.match is None:
            return
        moves = len(_stops(model.match)) - 1
        if moves < 1:
            self._window.note(tr("There is no move yet to be shown."), "turn")
            return
        wish = replace(self._animation, first=0, last=moves)
        missing = "" if is_possible() else command()
        asking = AnimationDialog(self._theme, wish, moves, partial(_height, sight), missing, self._window)
        asking.save_requested.connect(partial(self._where_animation, model))
        asking.open()

    def _where_animation(self, model: TableModel, wish: AnimationOptions) -> None:
        self._animation = wish
        filters = [(tr("Animations"), (wish.format,))]
        assert model.match is not None
        chosen = partial(self._save_animation, self._sights(model.match, wish), wish)
        ask_save(
            self._window, tr("Save the animation"), self._records_controller.folder(), self._name(), filters, chosen
        )

    def _save_animation(self, sights: BoardPictures, wish: AnimationOptions, path: str, _k: int) -> None:
        self._nursery.start_soon(self._write_animation, sights, wish, Path(path))

    async def _write_animation(self, sights: BoardPictures, wish: AnimationOptions, path: Path) -> None:
        progress = ProgressDialog(self._theme, tr("Painting the animation"), 2 * len(sights), self._window)
        stopped = trio.Event()
        progress.rejected.connect(stopped.set)
        progress.open()
        frames: list[Frame] = []
        portrait = BoardExporter(self._theme, sights[0](), wish.width_px)
        ground = self._theme.ui.window
        for number, sight in enumerate(sights):
            image = await _made(portrait.image(sight(), ground), stopped)
            if image is None:
                return
            frames.append(await trio.to_thread.run_sync(Frame.of, image))
            progress.show_done(number)

        def go_on(count: int) -> bool:
            trio.from_thread.run_sync(progress.show_done, len(sights) + count)  # is cancelled when the window closes
            return not stopped.is_set()

        await self._written(path, partial(write_animation, path, frames, wish.pause_ms, wish.format, go_on))
        if not stopped.is_set():
            progress.close()

    # ---- what both have in common

    def _sight(self) -> BoardPicture | None:
        """What the board shows."""
        page = self._window.table
        model = page.model
        match = model.match if model is not None else None
        if match is None or self._window.page != "table":
            return None
        live = page.walk.at is None
        over = match.over.cells if live and match.over is not None else frozenset()
        return replace(_seen(match, page.walk.index(match.history), live), over=over, sixths=page.board.turned)

    def _sights(self, match: Match, wish: AnimationOptions) -> "list[Callable[[], BoardPicture]]":
        """One for each move of the range, made when it is painted."""
        sixths = self._window.table.board.turned
        return [
            partial(_turned, match, step, sixths, wish.coordinates)
            for step in _stops(match)[wish.first : wish.last + 1]
        ]

    def _name(self) -> str:
        model = self._window.table.model
        assert model is not None
        assert model.match is not None
        return suggested_name(model.match, [model.name_of(0), model.name_of(1)])

    async def _written(self, path: Path, work: Callable[[], object]) -> None:
        try:
            await trio.to_thread.run_sync(work)
        except Cancelled:
            return
        except OSError as error:
            self._trouble(path, Text("The file cannot be written: {reason}.", {"reason": error.strerror or str(error)}))
        except (ImportError, ValueError, MemoryError) as error:
            log.warning("no picture in %s", path, exc_info=error)
            self._trouble(
                path, Text("The library that packs pictures gave up: {reason}.", {"reason": str(error)[:200]})
            )
        else:
            self._window.note(fill(tr("Saved as {file}."), {"file": path.name}))

    def _trouble(self, path: Path, why: Text) -> None:
        self._window.ask(tr("The picture is not saved"), [str(path), say(why)], [], tr("Close"))


async def _made(steps: Iterator[T | None], stopped: trio.Event | None = None) -> T:
    """What comes in the end, with all else having its turn after every part."""
    made: T | None = None
    for part in steps:
        made = part
        await trio.sleep(0)
        if stopped is not None and stopped.is_set():
            break
    return made  # type: ignore[return-value]  # None only where it was stopped


def _write_png(path: Path, image: QImage) -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    write_whole(path, bytes(buffer.data().data()))


def _height(sight: BoardPicture, width_px: int, coordinates: bool) -> int:
    return replace(sight, coordinates=coordinates).size(width_px).height()


def _stops(match: Match) -> list[int]:
    """The steps that one walks through: the start of each leg and every move."""
    return [index for index, step in enumerate(match.history) if is_stop(step.event)]


def _seen(match: Match, step: int, live: bool) -> BoardPicture:
    shown = view(match, step, live)
    return BoardPicture(match.game.board, dict(shown.pieces), shown.marks, last_of(shown.before, shown.after))


def _turned(match: Match, step: int, sixths: int, coordinates: bool) -> BoardPicture:
    last = step == _stops(match)[-1]
    over = match.over.cells if last and match.over is not None else frozenset()
    return replace(_seen(match, step, live=False), sixths=sixths, coordinates=coordinates, over=over)
