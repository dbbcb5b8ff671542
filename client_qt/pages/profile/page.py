"""The profile of somebody at a server: ratings, curves, matches won and lost."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.profile.curve import RatingCurve
from client_qt.pages.profile.texts import StandingRow, curve_words
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, label
from client_qt.widgets.labels import ElidedLabel, PageHeader
from client_qt.widgets.layouts import column, page, page_column, row, scrolled
from client_qt.widgets.tiles import game_scene


class ProfilePage(QWidget):
    """Shows one profile."""

    back = Signal()
    history = Signal()  # the matches of this person
    account = Signal()  # the own one

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profile")
        self._theme = theme
        page(self)
        theme = self._theme
        self._header = PageHeader(theme, tr("Profile"))
        self._header.back.connect(self.back)
        self._matches = Button(theme, tr("Matches"), "moves")
        self._matches.setObjectName("profile_history")
        self._matches.clicked.connect(self.history)
        self._header.add(self._matches)
        self._account = Button(theme, tr("Account"), "lock")
        self._account.setObjectName("profile_account")
        self._account.clicked.connect(self.account)
        self._account.hide()
        self._header.add(self._account)
        self._note = label("", "body", "muted", wrap=True)
        inner = QWidget(self)
        self._games = column(theme, inner, gap="m")
        whole = page_column(theme, self, gap="m")
        whole.addWidget(self._header)
        whole.addWidget(self._note)
        whole.addWidget(scrolled(inner, self), 1)

    def show_waiting(self, name: str, own: bool = False) -> None:
        """It was asked for and is not here yet."""
        self._account.setVisible(own)
        self.show_profile(name, tr("Asking the server ..."), ())
        self._matches.setEnabled(False)

    def show_trouble(self, words: str) -> None:
        """The server did not tell it."""
        self._note.setText(words)
        self._note.setVisible(bool(words))

    def show_profile(self, name: str, note: str, rows: Sequence[StandingRow]) -> None:
        """Show it; `note` is a sentence on the whole."""
        self._header.set_title(name or tr("Profile"))
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._matches.setEnabled(True)
        while (item := self._games.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for what in rows:
            self._games.addWidget(self._game(what))
        self._games.addStretch(1)  # what is left of the page is no part of the cards

    def _game(self, what: StandingRow) -> QWidget:
        theme = self._theme
        frame = card("surface", self)
        frame.setObjectName(f"standing_{what.game}")
        inside = row(theme, frame, gap="l", margin="m")
        scene = game_scene(theme, what.game, 0.5, frame)
        theme.scale(scene.setFixedSize, 6, 6)
        words = column(theme, gap="xs")
        words.addWidget(ElidedLabel(what.title, "heading"))
        words.addWidget(label(what.rating or tr("Not rated yet"), "lead", "ink" if what.rating else "muted"))
        words.addWidget(label(what.played, "body"))
        words.addWidget(label(what.note, "small", "muted", wrap=True))
        words.addStretch(1)
        inside.addWidget(scene, 0, Qt.AlignmentFlag.AlignTop)
        inside.addLayout(words, 2)
        if what.curve:
            curve = RatingCurve(theme, what.curve, curve_words(what.title, what.curve), frame)
            curve.setObjectName(f"curve_{what.game}")
            inside.addWidget(curve, 3)
        return frame
