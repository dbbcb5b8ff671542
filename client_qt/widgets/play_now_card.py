"""The card with the button "Play now", which shows the search while it goes on."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import add_to, row


class PlayNowCard(QFrame):
    """Shows what it is given; emits what the player wants."""

    wanted = Signal()
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("play_now")
        self.setProperty("card", "surface")
        self._words = WrappedLabel("", "body")
        self._words.setObjectName("play_now_words")
        self._go = Button(theme, tr("Play now"), "play", "primary", name="play_now_button", clicked=self.wanted)
        self._cancel = Button(theme, tr("Cancel"), None, name="play_now_cancel", clicked=self.cancelled)
        add_to(row(theme, self, gap="l", margin="m"), (self._words, 1), self._cancel, self._go)
        self.show_words("", is_searching=False)

    def show_words(self, words: str, *, is_searching: bool) -> None:
        """Show where a game can be looked for, or the search that goes on."""
        self._words.setText(words)
        self.setAccessibleName(words)
        self._go.setVisible(not is_searching)
        self._cancel.setVisible(is_searching)
