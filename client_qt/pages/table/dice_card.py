"""The dice apart from the board: a card between the players of a tall board, or the tray alone between two strips."""

from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from client_qt.pages.table.arrangement import COLUMN
from client_qt.pages.table.dice_tray import DiceTray
from client_qt.theme import Theme, restyle
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column

BETWEEN = 6.0  # em, the width of the tray between two strips
LEAST, MOST = 42, 26.0  # px and em, the height of the tray in the card
ANY = 16777215  # px; QWIDGETSIZE_MAX, which PySide6 does not have


class DiceCard(QFrame):
    """The tray, and below it who rolled what and what it allows."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.tray = DiceTray(theme, self)
        self.rolled, self.allows = ElidedLabel("", "name"), ElidedLabel("", "body", "muted")
        self._column = column(theme, self, gap="xs")
        self._column.addWidget(self.tray, 1)
        self._column.addWidget(self.rolled)
        self._column.addWidget(self.allows)
        self._column.addStretch(0)  # what a high card has left
        self._as_card = True
        theme.changed.connect(self._space)
        self.set_form(True)

    def set_form(self, as_card: bool) -> None:
        """A card with words, or the tray alone."""
        self._as_card = as_card
        restyle(self, card="surface" if as_card else "none")
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Ignored if as_card else policy.Fixed, policy.Expanding if as_card else policy.Ignored)
        for words in (self.rolled, self.allows):
            words.setVisible(as_card)
        self._space()

    def show_dice(self, dice: tuple[int, ...], words: str, allows: str) -> None:
        """The dice as they lie; an empty tray where none do."""
        self.tray.show_roll(dice, words, animate=self.isVisible())
        self.rolled.setText(words)
        self.allows.setText(allows)
        self.tray.setToolTip("" if self._as_card else words)

    def _space(self) -> None:
        px = self._theme.px
        edge = px(1) if self._as_card else 0
        self._column.setContentsMargins(edge, edge, edge, px(0.7) if self._as_card else 0)
        self.tray.setMinimumHeight(LEAST if self._as_card else 0)
        self.tray.setMaximumHeight(px(MOST) if self._as_card else ANY)
        self.setMinimumWidth(0 if self._as_card else px(BETWEEN))
        self.setMaximumWidth(px(COLUMN if self._as_card else BETWEEN))
