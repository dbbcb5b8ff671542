"""Export of the shown board as a picture, and of a match as an animation."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import trio
from PySide6.QtCore import QBuffer, QIODevice, QObject
from PySide6.QtGui import QGuiApplication, QImage

from client_qt.board.cell_state import last_of
from client_qt.board.export import BoardExporter, BoardPicture
from client_qt.dialogs.export import (
    AnimationDialog,
    AnimationOptions,
    PictureDialog,
    PictureOptions,
    ProgressDialog,
    pauses_of,
)
from client_qt.dialogs.files import ask_save, show_folder, words_with_folder
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from client_qt.pages.table.panel.walk_bar import LONGEST_MS
from client_qt.records.animation import Cancelled, Frame, write_animation
from client_qt.records.files import suggested_name
from client_qt.table.move_rows import is_stop
from client_qt.table.status import view
from client_qt.text.disk_words import disk_words
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.boards.geometry import Cell
from netgame.match.state import Match
from netgame.text import Text
from protocol.files import write_whole

T = TypeVar("T")
log = logging.getLogger(__name__)


class PictureController(QObject):
    """Exports what the table page shows. Pictures are painted in parts between other events; threads write the files.

    `folder` returns the folder for the file dialogs.
    """

    def __init__(self, navigation: Navigation, page: TablePage, folder: Callable[[], str], nursery: Starts) -> None:
        super().__init__(page)
        self._navigation, self._page, self._folder, self._nursery = navigation, page, folder, nursery
        self._theme = navigation.theme
        self._options, self._animation_options = PictureOptions(), AnimationOptions()

    def ask_picture(self) -> None:
        """Ask for the options, then save or copy the picture."""
        picture = self._picture()
        if picture is not None:
            dialog = PictureDialog(self._theme, self._options, partial(_height, picture), self._page)
            dialog.save_requested.connect(partial(self._ask_picture_file, picture))
            dialog.copy_requested.connect(partial(self._copy, picture))
            dialog.open()

    def copy_picture(self) -> None:
        """Copy the picture with the last options."""
        picture = self._picture()
        if picture is not None:
            self._copy(picture, replace(self._options, format="png"))

    def _ask_picture_file(self, picture: BoardPicture, options: PictureOptions) -> None:
        self._options = options
        words = {"png": tr("Pictures"), "svg": tr("Drawings")}

        def save(path: str, _kind: int) -> None:
            self._nursery.start_soon(self._write_picture, picture, options, Path(path))

        self._ask_file(tr("Save the picture"), words[options.format], options.format, save)

    async def _write_picture(self, picture: BoardPicture, options: PictureOptions, path: Path) -> None:
        picture = replace(picture, coordinates=options.coordinates)
        exporter = BoardExporter(self._theme, picture, options.width_px)
        if options.format == "svg":
            work = partial(write_whole, path, await _painted(exporter.svg(picture, path.stem)))
        else:
            work = partial(_write_png, path, await _painted(exporter.image(picture)))
        await self._write(path, work)

    def _copy(self, picture: BoardPicture, options: PictureOptions) -> None:
        self._options = options
        self._nursery.start_soon(self._put_on_clipboard, picture, options)

    async def _put_on_clipboard(self, picture: BoardPicture, options: PictureOptions) -> None:
        picture = replace(picture, coordinates=options.coordinates)
        exporter = BoardExporter(self._theme, picture, options.width_px)
        # many programs show transparency as black
        QGuiApplication.clipboard().setImage(await _painted(exporter.image(picture, self._theme.ui.window)))
        self._navigation.note(tr("The picture is copied."))

    def ask_animation(self) -> None:
        """Ask for the options and the file, then save the animation."""
        picture, model = self._picture(), self._page.model
        if picture is None or model is None or model.match is None:
            return
        match = model.match
        played_ms = _played_ms(match, model.move_times())
        if not played_ms:
            self._navigation.note(tr("There is no move yet to be shown."), "turn")
            return
        options = replace(self._animation_options, first=0, last=len(played_ms))
        dialog = AnimationDialog(self._theme, options, played_ms, partial(_height, picture), self._page)
        dialog.save_requested.connect(partial(self._ask_animation_file, match, played_ms))
        dialog.open()

    def _ask_animation_file(self, match: Match, played_ms: Sequence[int | None], options: AnimationOptions) -> None:
        self._animation_options, pauses = options, pauses_of(options, played_ms)

        def save(path: str, _kind: int) -> None:
            self._nursery.start_soon(self._write_animation, match, options, pauses, Path(path))

        self._ask_file(tr("Save the animation"), tr("Animations"), options.format, save)

    async def _write_animation(
        self, match: Match, options: AnimationOptions, pauses: Sequence[int], path: Path
    ) -> None:
        steps, turned = _stops(match)[options.first : options.last + 1], self._page.board.turned
        progress = ProgressDialog(self._theme, tr("Creating the animation"), 2 * len(steps), self._page)
        stopped = trio.Event()
        progress.rejected.connect(stopped.set)
        progress.open()
        frames: list[Frame] = []
        exporter: BoardExporter | None = None
        for number, step in enumerate(steps):
            over = match.over.cells if step == _stops(match)[-1] and match.over is not None else frozenset[Cell]()
            picture = board_picture(match, step, live=False)
            picture = replace(picture, over=over, sixths=turned, coordinates=options.coordinates)
            exporter = exporter or BoardExporter(self._theme, picture, options.width_px)
            image = await _painted(exporter.image(picture, self._theme.ui.window), stopped)
            if image is None:
                return
            frames.append(await trio.to_thread.run_sync(Frame.of, image))
            progress.show_done(number)

        def go_on(count: int) -> bool:
            trio.from_thread.run_sync(progress.show_done, len(steps) + count)  # cancelled when the window closes
            return not stopped.is_set()

        await self._write(path, partial(write_animation, path, frames, pauses, options.format, go_on))
        if not stopped.is_set():
            progress.close()

    def _picture(self) -> BoardPicture | None:
        """Return the shown board."""
        page = self._page
        match = page.model.match if page.model is not None else None
        if match is None or self._navigation.page != "table":
            return None
        picture = board_picture(match, page.history.step, page.history.at is None)
        return replace(picture, sixths=page.board.turned)

    def _ask_file(self, title: str, kind: str, suffix: str, save: Callable[[str, int], None]) -> None:
        model = self._page.model
        if model is not None and model.match is not None:
            name = suggested_name(model.match, [model.name_of(0), model.name_of(1)])
            ask_save(self._page, title, self._folder(), name, [(kind, (suffix,))], save)

    async def _write(self, path: Path, work: Callable[[], object]) -> None:
        try:
            await trio.to_thread.run_sync(work)
        except Cancelled:
            return
        except OSError as error:
            why = Text("The file cannot be written: {reason}.", {"reason": disk_words(error)})
        except (ImportError, ValueError, MemoryError) as error:
            log.warning("no picture in %s", path, exc_info=error)
            why = Text("The picture library failed: {reason}.", {"reason": str(error)[:200]})
        else:
            words = words_with_folder(tr("Saved as {file} in {folder}."), path)
            self._navigation.note(words, actions=(show_folder(path),))
            return
        self._navigation.ask(tr("The picture is not saved"), [str(path), translate(why)], [], tr("Close"))


def board_picture(match: Match, step: int, live: bool) -> BoardPicture:
    """Return the board after that step; if `live`, with the cells that decided the leg."""
    shown = view(match, step, live)
    over = match.over.cells if live and match.over is not None else frozenset()
    last = last_of(shown.before, shown.after)
    return BoardPicture(match.game.board, dict(shown.pieces), shown.marks, last, over=over)


def _stops(match: Match) -> list[int]:
    """Return the steps of an animation: the start of each leg and every move."""
    return [index for index, step in enumerate(match.history) if is_stop(step.event)]


def _played_ms(match: Match, times: Mapping[int, int]) -> list[int | None]:
    """Return how long each step of an animation took, without the first; long ones are shortened as in a replay."""
    found = [times.get(match.history[step].event.number) for step in _stops(match)[1:]]
    return [None if ms is None else min(ms, LONGEST_MS) for ms in found]


async def _painted(parts: Iterator[T | None], stopped: trio.Event | None = None) -> T:
    """Return the last part; other events are handled after each part."""
    made: T | None = None
    for part in parts:
        made = part
        await trio.sleep(0)
        if stopped is not None and stopped.is_set():
            break
    return made  # type: ignore[return-value]  # None only if it was stopped


def _write_png(path: Path, image: QImage) -> None:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    write_whole(path, bytes(buffer.data().data()))


def _height(sight: BoardPicture, width_px: int, coordinates: bool) -> int:
    return replace(sight, coordinates=coordinates).size(width_px).height()
