"""The end of a game: a strip where the hint was, not a dialog."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from client_qt.theme import Button, Theme, restyle
from client_qt.theme.controls import Kind
from client_qt.widgets.labels import SMALLER, ElidedLabel
from client_qt.widgets.pieces import PieceTile

SLENDER = 34.0  # em of width; here the last button, too, does without its words
IN_TWO_LINES = 0.52  # of its width takes a sentence that is broken; beside it there is room for its longest word
TILE_AND_GAP, ROUND_WORDS, EDGES = 2.75, 4.5, 3.6  # em: of a tile, of a button round its words, of all


class ResultStrip(QFrame):
    """Who won, how it was counted, and what one can do now. As high as the hint line, so that the board stays.

    `acted`: one of the buttons has done what it does.
    """

    acted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = False
        self._actions: list[Button] = []
        self._spare: dict[tuple[str, str | None, Kind], Button] = {}  # by name, icon and kind: not wanted so far
        self._keys: dict[Button, tuple[str, str | None, Kind]] = {}
        self._does: dict[Button, Callable[[], None]] = {}
        self._words: dict[Button, str] = {}
        self._tiles = PieceTile(theme, self), PieceTile(theme, self)
        self._headline, self._detail = ElidedLabel("", "name"), ElidedLabel("", "body", "muted", lines=2)
        self.setProperty("card", "primary")
        self._row = QHBoxLayout(self)
        for tile in self._tiles:
            tile.set_framed(False)
            self._row.addWidget(tile)
        self._row.addWidget(self._headline)
        self._row.addWidget(self._detail, 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._space)
        self._space()

    def show_result(self, headline: str, detail: str = "", sides: Sequence[tuple[str, ...]] = ()) -> None:
        """The result in a word, and how it came about. `sides`: the pieces of who won, or of both in a draw."""
        for tile, kinds in zip(self._tiles, (*sides, (), ()), strict=False):
            tile.show_pieces(kinds)
            tile.setVisible(bool(kinds))
        self._headline.setText(headline)
        self._detail.setText(detail)
        self.setAccessibleName(" ".join(filter(None, (headline, detail))))
        self._fit()

    @contextmanager
    def changing(self) -> Iterator[None]:
        """The buttons that are added now come in place of those that are there. One that is there again with its name
        stays the same: somebody may be pressing it just now, or have the keyboard on it."""
        self._spare = {self._keys[button]: button for button in self._actions if button.objectName()}
        before, self._actions = self._actions, []
        yield
        for button in before:
            if button not in self._actions:
                self._forget(button)
        self._spare = {}
        self._fit()

    def add_action(self, text: str, icon: str | None = None, kind: Kind = "plain", name: str = "") -> Button:
        """A button at the right end."""
        button = self._spare.pop((name, icon, kind), None)
        if button is None:
            button = Button(self._theme, text, icon, kind, self)
            button.setObjectName(name)
            button.clicked.connect(self._pressed)
            self._keys[button] = (name, icon, kind)
        else:
            button.setToolTip("")
            self._row.removeWidget(button)
        self._actions.append(button)
        self._words[button] = text
        self._row.addWidget(button)
        self._fit()
        return button

    def when_pressed(self, button: Button, do: Callable[[], None]) -> None:
        """What one of the buttons does."""
        self._does[button] = do

    def clear_actions(self) -> None:
        """Take all buttons away."""
        with self.changing():
            pass

    def _forget(self, button: Button) -> None:
        button.hide()
        button.deleteLater()
        for known in (self._keys, self._does, self._words):
            known.pop(button, None)

    def set_slim(self, slim: bool) -> None:
        """The low form for small windows."""
        self._slim = slim
        self._space()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _pressed(self) -> None:
        button = self.sender()
        if isinstance(button, Button) and button in self._does:
            self._does[button]()
            self.acted.emit()

    def _fit(self) -> None:
        """Where the sentence would be cut even in two lines, the buttons with an icon do without their words, but for
        the last one."""
        full = sum(
            self._theme.px(ROUND_WORDS) + b.fontMetrics().horizontalAdvance(self._words[b]) for b in self._actions
        )
        said = self._headline.fontMetrics().horizontalAdvance(self._headline.text())
        measure = self._detail.fontMetrics().horizontalAdvance
        longest = max(map(measure, self._detail.text().split()), default=0)
        said += round(measure(self._detail.text()) * IN_TWO_LINES * SMALLER) + longest // 2
        tiles = sum(not tile.isHidden() for tile in self._tiles) * self._theme.px(TILE_AND_GAP)
        short = full + said + tiles + self._theme.px(EDGES) > self.width()
        for button in self._actions:
            last = button is self._actions[-1] and self.width() >= self._theme.px(SLENDER)
            bare = short and button.has_icon and not last
            if bare == bool(button.text()):  # it changes
                restyle(button, extent="small" if bare else None)
            button.setText("" if bare else self._words[button])
            button.setToolTip(button.toolTip() or (self._words[button] if bare else ""))
            button.setAccessibleName(self._words[button])

    def _space(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(1), 0, px(0.5), 0)
        self._row.setSpacing(px(0.75))
        self.setFixedHeight(px(2.86 if self._slim else 3.3))
