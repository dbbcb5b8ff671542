"""The rules page of each game, with boards drawn by the board view."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from client_qt.board.widget import BoardView
from client_qt.pages.rules.first_game import FirstGame
from client_qt.pages.titled_page import TitledPage
from client_qt.text.rulebook import Figure, Rulebook, book_of, options_of_book, staged
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label, markdown
from client_qt.widgets.chapters import Chapters
from client_qt.widgets.layouts import STRETCH, add_to, column, row, scrolled
from netgame.games import GAMES

FEW_CELLS = 100  # boards with more are drawn larger
AREAS, BOARD_WIDEST, BOARD_HIGHEST = (290.0, 460.0), 24.0, 25.0  # em
AIR = 0.8  # em round a board, so that its shadow is not cut
LIST_WIDTH, TEXT_WIDTH, CAPTION_LEAST = 11.0, 54.0, 10.0  # em
AROUND, INSIDE = 6.0, 2.0  # em, of margins and bars: of the page, of a figure
LEAST = 16.0  # em, for a text; no page is narrower when it is seen
LISTED, BESIDE = 54.0, 38.0  # em; a page has no room for a list, a text for a caption beside its board


class FigureBoard(BoardView):
    """A board without input."""

    def __init__(self, theme: Theme, key: str, figure: Figure, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        shown = staged(key, figure)
        game, state = shown.game, shown.state
        self.set_position(game.board, game.pieces(state), game.marks(state))
        if shown.picks is not None:
            self.set_picks(shown.picks, getattr(game.turn(state), "seat", None))
        if shown.over is not None:
            self.set_deciding_cells(shown.over.cells)
            self.set_own_seats(frozenset((0, 1)))
        self.setAccessibleName(figure.caption)
        self.fit(theme)

    def fit(self, theme: Theme, widest: float = BOARD_WIDEST) -> None:
        """Choose the size by the number of cells, at most `widest` em wide."""
        area = AREAS[self.cell_count > FEW_CELLS]
        self.set_margin(AIR)
        height = min((area / self.aspect) ** 0.5, BOARD_HIGHEST, min(widest, BOARD_WIDEST) / self.aspect)
        self.setFixedSize(theme.px(height * self.aspect + 2 * AIR), theme.px(height + 2 * AIR))


class RulesPage(TitledPage):
    """A list of the games, and the page of the chosen one."""

    host = Signal(str)  # the key of the game
    computer = Signal(str)  # the key of a game against the computer

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "rules", tr("Rules"), parent)
        self.key = ""
        self.first_game: FirstGame | None = None

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        self._first = Button(theme, tr("First game"), "play", "primary", name="rules_first_game")
        self._first.clicked.connect(self.open_first_game)
        self._header.add(self._first)
        self._header.add(Button(theme, tr("Host it"), "host", name="rules_host", clicked=self._host))
        titles = {key: game.title for key, game in GAMES.items()}
        self._games = Chapters(theme, "rules", tr("Rules"), titles, LIST_WIDTH, self)
        self._games.chosen.connect(self.show_game)
        self._figure_lines: list[QBoxLayout] = []
        self._area = scrolled(QWidget(), self)
        self._area.setProperty("ring", True)
        self._games.lay_out(self._body, self._area)
        theme.changed.connect(self._space)
        self._space()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._space()

    def show_game(self, key: str) -> None:
        """Open the page of a game; for an unknown key the last game shown, or the first one."""
        key = key if key in GAMES else self.key or next(iter(GAMES))
        if key != self.key:
            self.key = key
            self._show_book()
        self._area.verticalScrollBar().setValue(0)

    def figures(self) -> list[FigureBoard]:
        """The boards of the page."""
        return self._area.findChildren(FigureBoard)

    def _space(self) -> None:
        """On a narrow page a box replaces the list, and each caption is under its board."""
        px, em = self._theme.px, self._theme.em
        listed = self.width() >= px(LISTED)
        self._games.set_narrow(not listed)
        room = max(LEAST, self.width() / em - (LIST_WIDTH + AROUND if listed else AROUND))
        beside = QBoxLayout.Direction.LeftToRight if room >= BESIDE else QBoxLayout.Direction.TopToBottom
        for board in self.figures():
            board.fit(self._theme, BOARD_WIDEST if room >= BESIDE else room - 2 * AIR - INSIDE)
        for line in self._figure_lines:
            line.setDirection(beside)

    def _show_book(self) -> None:
        self._games.show_chosen(self.key)
        book = book_of(self.key)
        self._first.setVisible(bool(book.steps))
        self._area.setWidget(self._content(book))
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the keys scroll it
        self._area.setAccessibleName(GAMES[self.key].title)
        self._space()

    def _content(self, book: Rulebook) -> QWidget:
        theme = self._theme
        self._figure_lines = []
        inner, text = QWidget(), QWidget()
        inner.setProperty("clear", "true")
        theme.scale(text.setMaximumWidth, TEXT_WIDTH)
        add_to(row(theme, inner), STRETCH, (text, 1000), STRETCH)  # centre the text on a wide page
        lines = column(theme, text, gap="m", margin=(0, 0, 0.8, 0))
        add_to(lines, label(GAMES[self.key].title, "title", wrap=True), label(book.lead, "lead", "muted", wrap=True))
        for section in book.sections:
            lines.addWidget(self._heading(section.title))
            for part in section.parts:
                lines.addWidget(self._figure(part) if isinstance(part, Figure) else markdown(part))
        if agreed := options_of_book(self.key):
            lines.addWidget(self._heading(tr("Options and their usual values")))
            for name, value in agreed:
                lines.addWidget(label(f"{name}: {value}", wrap=True))
        lines.addStretch(1)
        return inner

    def _heading(self, text: str) -> QLabel:
        heading = label(text, "heading", wrap=True)
        self._theme.scale(heading.setContentsMargins, 0, 0.5, 0, 0)
        return heading

    def _figure(self, figure: Figure) -> QWidget:
        theme = self._theme
        frame = card("surface", self)
        frame.setProperty("figure", True)
        caption = markdown(figure.caption)
        theme.scale(caption.setMinimumWidth, CAPTION_LEAST)
        board = FigureBoard(theme, self.key, figure, frame)
        inside = add_to(row(theme, frame, gap="l", margin="m"), (board, Qt.AlignmentFlag.AlignTop))
        inside.addWidget(caption, 1, Qt.AlignmentFlag.AlignVCenter)
        self._figure_lines.append(inside)
        return frame

    def _host(self) -> None:
        self.host.emit(self.key)

    def open_first_game(self) -> None:
        """Open the first game of the shown game."""
        self.first_game = FirstGame(self._theme, self.key, self)
        self.first_game.play.connect(self.computer)
        self.first_game.open()
