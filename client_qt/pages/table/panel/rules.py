"""Panel beside the board: the options of this table and the rules of its game."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from client_qt.pages.table.view.proof import ProofView
from client_qt.text.rulebook import book_of
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, markdown
from client_qt.widgets.labels import IconLabel
from client_qt.widgets.layouts import STRETCH, add_to, clear, column, row, scrolled
from netgame.games import GAMES


class RulesView(QWidget):
    """The options, and below them the rules without boards. `wanted` asks for the page with boards."""

    wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: tuple[str, tuple[tuple[str, str], ...]] = ("", ())
        self._read = ""  # the key of the game whose rules are filled in
        inner = QWidget()
        whole = column(theme, inner, gap="m", margin="l")
        self._agreed, self._rules = column(theme, gap="s"), column(theme, gap="s")
        self._signatures = QWidget(inner)
        self._proof = column(theme, self._signatures, gap="s")
        self._proven: ProofView | None = None
        more = Button(theme, tr("Rules with boards"), "rules", name="rules_with_boards", clicked=self.wanted)
        add_to(whole, self._agreed, self._signatures, more, self._rules, STRETCH)
        self._scrolled = scrolled(inner, self)
        column(theme, self).addWidget(self._scrolled)

    def show_rules(self, key: str, agreed: Sequence[tuple[str, str]]) -> None:
        """Show a game and its options, as pairs of label and value."""
        shown = (key, tuple(agreed))
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._agreed)
        self._agreed.addWidget(label(GAMES[key].title, "strong", wrap=True))
        for name, value in agreed:
            self._agreed.addWidget(label(f"{name}: {value}", "small", wrap=True))
        if self.isVisible():
            self._write()

    def show_proof(self, proof: ProofView | None) -> None:
        """Show what the signatures of the match prove, and what they do not."""
        if proof == self._proven:
            return
        self._proven = proof
        clear(self._proof)
        if proof is None:
            return
        shield = IconLabel(self._theme, "shield", proof.tone)
        title = label(proof.title, "strong", wrap=True, name="proof_title")
        self._proof.addLayout(add_to(row(self._theme, gap="xs"), shield, (title, 1)))
        for heading, sentences in ((tr("Proven"), proof.proven), (tr("Not proven"), proof.not_proven)):
            if sentences:
                self._proof.addWidget(label(heading, "caption", "muted"))
            for sentence in sentences:
                self._proof.addWidget(label(sentence, "small", wrap=True))

    def go_to_proof(self) -> None:
        """Scroll to what the signatures prove, once the panel has its size."""
        QTimer.singleShot(0, self, lambda: self._scrolled.verticalScrollBar().setValue(self._signatures.y()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._write()

    def _write(self) -> None:
        """Fill in the rules when the panel is first visible; most players never open it."""
        key = self._shown[0]
        if not key or key == self._read:
            return
        self._read = key
        clear(self._rules)
        for section in book_of(key).sections:
            heading = label(section.title, "strong", wrap=True)
            self._theme.scale(heading.setContentsMargins, 0, 0.5, 0, 0)
            self._rules.addWidget(heading)
            for paragraph in section.paragraphs:
                self._rules.addWidget(markdown(paragraph))
