"""Asking for a file. A dialog opens and returns at once: one that blocks would stop trio as well."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from client_qt.text.rules_text import tr

Filter = tuple[str, tuple[str, ...]]  # words, suffixes without dot


def ask_open(
    parent: QWidget, folder: str, filters: Sequence[Filter], chosen: Callable[[str], object], title: str = ""
) -> None:
    """Ask which file to read."""
    dialog = _dialog(parent, title or tr("Open a record"), folder, [*filters, (tr("All files"), ("",))])
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def ask_save(
    parent: QWidget, title: str, folder: str, name: str, filters: Sequence[Filter], chosen: Callable[[str, int], object]
) -> None:
    """Ask where to write; `chosen` gets the path and which of the filters is meant."""
    dialog = _dialog(parent, title, folder, filters)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    words = [_words(one) for one in filters]

    def kind() -> int:
        return words.index(dialog.selectedNameFilter()) if dialog.selectedNameFilter() in words else 0

    def show_suffix() -> None:
        dialog.setDefaultSuffix(filters[kind()][1][0])

    dialog.filterSelected.connect(show_suffix)
    show_suffix()
    dialog.selectFile(f"{name}.{filters[0][1][0]}")
    dialog.fileSelected.connect(lambda path: chosen(path, kind()))
    dialog.open()


def ask_folder(parent: QWidget, folder: str, chosen: Callable[[str], object]) -> None:
    """Ask for a folder."""
    dialog = _dialog(parent, tr("Another folder"), folder, [(tr("All files"), ("",))])
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def usual_folder(last: str) -> str:
    """Where to look first: beside the file of last time, or among the user's documents."""
    if last and Path(last).parent.is_dir():
        return str(Path(last).parent)
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)


def _dialog(parent: QWidget, title: str, folder: str, filters: Sequence[Filter]) -> QFileDialog:
    dialog = QFileDialog(parent, title, folder)
    dialog.setObjectName("files")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setNameFilters([_words(one) for one in filters])
    return dialog


def _words(one: Filter) -> str:
    words, suffixes = one
    return f"{words} ({' '.join(f'*.{suffix}' if suffix else '*' for suffix in suffixes)})"
