"""What a moderator does about somebody: what, for how long, and why."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QWidget

from client_qt.pages.reports.texts import FOR_A_TIME, MEASURES, MINUTES, measure_words, minutes_words
from client_qt.pages.setup.fields import give_way
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label, title_text
from client_qt.widgets.layouts import Patient, column, row
from netgame.text import fill
from protocol.messages.accounts import MAX_REASON, Moderate


class ModerationDialog(Patient):
    """`chosen` is called with the order; `say` tells why it did not work."""

    def __init__(
        self, theme: Theme, account: str, name: str, chosen: Callable[[Moderate], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("ask_measure")
        title = fill(tr("What about {name}?"), {"name": name})
        self.setWindowTitle(title_text(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._account, self._chosen = account, chosen
        self.what, self.minutes = QComboBox(self), QComboBox(self)
        for measure in MEASURES:
            self.what.addItem(measure_words(measure), measure)
        for minutes in MINUTES:
            self.minutes.addItem(minutes_words(minutes), minutes)
        self.reason = QLineEdit(self)
        self.reason.setMaxLength(MAX_REASON)
        self.address = QCheckBox(tr("Their address as well (others may share it)"))
        names = (
            (self.what, "measure", tr("What")),
            (self.minutes, "measure_minutes", tr("For how long")),
            (self.reason, "measure_reason", tr("Why; they read it")),
        )
        body = column(theme, self, gap="s", margin="xl")
        heading = label(title, "heading", wrap=True)
        theme.scale(heading.setMinimumWidth, 33)  # as wide as what can be chosen, in German too
        body.addWidget(heading)
        self._labels = {}
        for widget, object_name, words in names:
            widget.setObjectName(object_name)
            widget.setAccessibleName(words)
            self._labels[object_name] = label(words, "small", "muted")
            body.addWidget(self._labels[object_name])
            body.addWidget(widget)
        for box in (self.what, self.minutes):
            give_way(box)
        self.address.setObjectName("measure_address")
        body.addWidget(self.address)
        self._wrong = label("", "body", "danger", wrap=True)
        self._wrong.setObjectName("measure_wrong")
        self._wrong.hide()
        body.addWidget(self._wrong)
        self._go = Button(theme, tr("Do it"), kind="danger")
        self._go.setObjectName("measure_go")
        self._go.clicked.connect(self._send)
        cancel = Button(theme, tr("Cancel"), kind="ghost")
        cancel.setObjectName("cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = row(theme, gap="m")
        buttons.addWidget(cancel)
        buttons.addStretch(1)
        buttons.addWidget(self._go)
        body.addLayout(buttons)
        self.what.currentIndexChanged.connect(self._show_fields)
        self._show_fields()

    def say(self, sentence: str) -> None:
        """Why it did not work; it can be tried again."""
        if not self.is_there:
            return
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))
        self._go.setEnabled(True)

    def _show_fields(self) -> None:
        what = self.what.currentData()
        for widget in (self.minutes, self._labels["measure_minutes"]):
            widget.setVisible(what in FOR_A_TIME)
        for shown in (self.reason, self._labels["measure_reason"]):
            shown.setVisible(what in ("kick", "ban"))
        self.address.setVisible(what == "ban")

    def _send(self) -> None:
        what = self.what.currentData()
        self._go.setEnabled(False)
        self._chosen(
            Moderate(
                account=self._account,
                what=what,
                minutes=self.minutes.currentData() if what in FOR_A_TIME else 0,
                reason=self.reason.text().strip() if what in ("kick", "ban") else "",
                address=what == "ban" and self.address.isChecked(),
            )
        )
