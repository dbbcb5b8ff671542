"""File dialogs that open without blocking: `exec` would stop the trio tasks."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QDir, QSize, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from client_qt.text.translation import tr
from client_qt.widgets.banner import Action
from netgame.text import fill

Filter = tuple[str, tuple[str, ...]]  # words, suffixes without dot
WIDTH, HEIGHT = 36, 24  # lines of text, at least; what Qt's own dialog chooses cuts its texts


def ask_open(
    parent: QWidget, folder: str, filters: Sequence[Filter], chosen: Callable[[str], object], title: str = ""
) -> None:
    dialog = _dialog(parent, title or tr("Open a record"), folder, [*filters, (tr("All files"), ("",))])
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(lambda path: chosen(QDir.toNativeSeparators(path)))
    dialog.open()


def ask_save(
    parent: QWidget, title: str, folder: str, name: str, filters: Sequence[Filter], chosen: Callable[[str, int], object]
) -> None:
    """Ask where to save; `chosen` gets the path and the index of the chosen filter."""
    dialog = _dialog(parent, title, folder, filters)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    names = dialog.nameFilters()

    def filter_index() -> int:
        return names.index(dialog.selectedNameFilter()) if dialog.selectedNameFilter() in names else 0

    def set_suffix() -> None:
        dialog.setDefaultSuffix(filters[filter_index()][1][0])

    dialog.filterSelected.connect(set_suffix)
    set_suffix()
    dialog.selectFile(f"{name}.{filters[0][1][0]}")
    dialog.fileSelected.connect(lambda path: chosen(QDir.toNativeSeparators(path), filter_index()))
    dialog.open()


def ask_folder(parent: QWidget, folder: str, chosen: Callable[[str], object], title: str = "") -> None:
    dialog = _dialog(parent, title or tr("Another folder"), folder, [(tr("All files"), ("",))])
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(lambda path: chosen(QDir.toNativeSeparators(path)))
    dialog.open()


def usual_folder(last: str) -> str:
    """Return the folder of the last file, or the user's documents folder."""
    if last and Path(last).parent.is_dir():
        return str(Path(last).parent)
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)


def show_folder(path: Path) -> Action:
    """Return the words and the slot of a button that shows the folder of a file, in the program of the system."""
    return tr("Show in folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def words_with_folder(template: str, path: Path) -> str:
    """Fill a sentence with the name of a file and its folder."""
    return fill(template, {"file": path.name, "folder": str(path.parent)})


def _dialog(parent: QWidget, title: str, folder: str, filters: Sequence[Filter]) -> QFileDialog:
    dialog = QFileDialog(parent, title, folder)
    dialog.setObjectName("files")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    patterns = [" ".join(f"*.{suffix}" if suffix else "*" for suffix in suffixes) for _words, suffixes in filters]
    names = [words for words, _suffixes in filters]
    dialog.ensurePolished()  # it has the font of the window from now on
    line = dialog.fontMetrics().height()
    least = QSize(WIDTH * line, HEIGHT * line).boundedTo(parent.screen().availableSize())
    dialog.resize(dialog.sizeHint().expandedTo(least))
    dialog.setNameFilters([f"{name} ({pattern})" for name, pattern in zip(names, patterns, strict=True)])
    return dialog
