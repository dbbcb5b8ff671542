"""Help > About netgame: what program this is, by which licences, and on what it runs, to copy into a report."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QTabWidget, QVBoxLayout, QWidget

from client_qt import program_info as thisprogram
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label, program_icon
from client_qt.widgets.layouts import column, row
from netgame.text import fill

WIDTH, HEIGHT = 38.0, 30.0  # em


class AboutDialog(QDialog):
    """Closed by Esc or its button."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("about")
        self.setWindowTitle(tr("About netgame"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._details = thisprogram.details()
        tabs = QTabWidget(self)
        tabs.setAccessibleName(tr("About netgame"))
        tabs.setObjectName("about_tabs")
        tabs.setDocumentMode(True)
        tabs.addTab(_text(self._details, tr("Details")), tr("Details"))
        tabs.addTab(_text(thisprogram.licence(), tr("Licence")), tr("Licence"))
        tabs.addTab(_text(thisprogram.font_licences(), tr("Fonts")), tr("Fonts"))
        whole = column(theme, self, gap="m", margin="xl")
        head = row(theme, gap="l")
        icon = label("")
        icon.setPixmap(program_icon(theme).pixmap(theme.px(4), theme.px(4)))
        head.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(self._words(theme), 1)
        whole.addLayout(head)
        whole.addWidget(tabs, 1)
        whole.addLayout(self._buttons(theme))
        self._close.setFocus()
        self.resize(theme.px(WIDTH), min(theme.px(HEIGHT), parent.height() - theme.px(3)))

    def _words(self, theme: Theme) -> QVBoxLayout:
        lines = column(theme, gap="xs")
        lines.addWidget(label("netgame", "title"))
        lines.addWidget(label(fill(tr("Version {version}"), {"version": thisprogram.version()}), "strong"))
        lines.addWidget(label(tr("Board games for two, across the room or across the table."), "body", wrap=True))
        free = tr("Free software, MIT licence. Made with Qt and PySide6, which are free by the LGPL.")
        fonts = tr("The fonts are Hanken Grotesk and Vollkorn, by the SIL Open Font License.")
        for words in (free, fonts):
            lines.addWidget(label(words, "small", "muted", wrap=True))
        return lines

    def _buttons(self, theme: Theme) -> QHBoxLayout:
        copy = Button(theme, tr("Copy details"), "copy")
        copy.setObjectName("copy_details")
        copy.clicked.connect(self._copy)
        self._close = Button(theme, tr("Close"), kind="primary")
        self._close.setObjectName("close")
        self._close.clicked.connect(self.accept)
        line = row(theme, gap="m")
        line.addWidget(copy)
        line.addStretch(1)
        line.addWidget(self._close)
        return line

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)


def _text(words: str, name: str) -> QPlainTextEdit:
    box = QPlainTextEdit(words)
    box.setReadOnly(True)
    box.setProperty("kind", "plain")
    box.setAccessibleName(name)
    box.setTabChangesFocus(True)
    return box
