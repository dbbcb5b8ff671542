"""Help > About netgame: version, licences, and the details of this computer for a report."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QTabWidget, QWidget

from client_qt import program_info
from client_qt.dialogs.dialog import Dialog
from client_qt.text.translation import tr
from client_qt.theme import Theme, label, program_icon
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import add_to, column, row
from netgame import __version__
from netgame.text import fill

WIDTH, HEIGHT = 38.0, 30.0  # em


class AboutDialog(Dialog):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "about", tr("About netgame"), parent)
        details = program_info.details()
        tabs = QTabWidget(self)
        tabs.setAccessibleName(tr("About netgame"))
        tabs.setObjectName("about_tabs")
        tabs.setDocumentMode(True)
        for words, title in (
            (details, tr("Details")), (program_info.licence(), tr("Licence")),
            (program_info.font_licences(), tr("Fonts")),
        ):  # fmt: skip
            text = QPlainTextEdit(words, readOnly=True, tabChangesFocus=True)
            text.setAccessibleName(title)
            text.setProperty("kind", "plain")
            tabs.addTab(text, title)
        icon = label("")
        icon.setPixmap(program_icon().pixmap(theme.px(4), theme.px(4)))
        lines = add_to(
            column(theme, gap="xs"),
            label("netgame", "title"),
            label(fill(tr("Version {version}"), {"version": __version__}), "strong"),
            WrappedLabel(tr("Board games for two, over the network or at one screen.")),
        )
        for words in (
            tr("Free software, MIT licence. Made with Qt and PySide6, which are free under the LGPL."),
            tr("The fonts are Hanken Grotesk and Vollkorn, under the SIL Open Font License."),
        ):
            lines.addWidget(WrappedLabel(words, "small", "muted"))
        head = add_to(row(theme, gap="l"), (icon, Qt.AlignmentFlag.AlignTop), (lines, 1))
        self.body.addLayout(head)
        self.body.addWidget(tabs, 1)
        copy = self.button(
            "copy_details", tr("Copy details"), lambda: QGuiApplication.clipboard().setText(details), icon="copy"
        )
        close = self.button("close", tr("Close"), self.accept, "primary")
        self.add_buttons([copy], [close])
        close.setFocus()
        self.resize(theme.px(WIDTH), min(theme.px(HEIGHT), parent.height() - theme.px(3)))
