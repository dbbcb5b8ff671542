"""The analysis of the shown match: a record, a finished match, or moves that are only tried."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QTimer

from client_qt.computer.match_analysis import Analysis
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.analysis_words import AnalysisState, analysis_state, comment_mark, swing_comment
from client_qt.pages.table.page import TablePage
from client_qt.settings.schema import AnalysisLevel
from client_qt.table.model import TableModel
from client_qt.table.move_rows import VariationLine
from client_qt.table.status import both
from client_qt.table.terms import allows_hints
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.match.state import Match
from netgame.players.analysis import Judgement, Swing, annotated, best_line, variation
from netgame.records.comments import comment_lines
from netgame.records.variations import Branch

THINKING_MS: dict[AnalysisLevel, int] = {"quick": 250, "normal": 1000, "deep": 4000}  # for each move


class AnalysisController(QObject):
    """Analyses one table at a time. The judgements are kept while the table is open, for each adviser by its name.

    A rated match can be analysed only when it is over. Any other match can be analysed before that, but only on a board
    with tried moves.
    """

    def __init__(
        self,
        navigation: Navigation,
        page: TablePage,
        analysis: Analysis,
        open_line: Callable[[VariationLine], None],
        adviser: Callable[[], str] = str,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page = navigation, page
        self._analysis, self._open_line, self._adviser = analysis, open_line, adviser
        self._view = page.panel.analysis
        self._model: TableModel | None = None
        self._was_on = False
        self._judged = WeakKeyDictionary[TableModel, dict[str, dict[Any, Judgement]]]()
        page.shown.connect(self._shown)
        page.history.changed.connect(self._refresh)
        navigation.page_changed.connect(self._page_changed)
        self._soon = QTimer(self, singleShot=True, interval=0)  # once for all lines of a moment
        self._soon.timeout.connect(self._refresh)
        analysis.changed.connect(self._soon.start)
        self._view.started.connect(self.start)
        self._view.stopped.connect(analysis.stop)
        self._view.level_chosen.connect(self._level_chosen)
        self._view.go.connect(page.history.go)
        self._view.line_chosen.connect(self._show_line)
        self._view.kept.connect(self._keep)
        self._shown()

    def open(self) -> None:
        """Show the tab and start."""
        if self._match is not None:
            self._page.body.open_tab("analysis")
            self.start()

    def start(self) -> None:
        match = self._match
        if match is not None and not self._analysis.is_on:
            self._analysis.start(match, self._page.history.step, self._judgements, self._ms)

    @property
    def _ms(self) -> int:
        """The time for each move."""
        return THINKING_MS[self._view.level]

    @property
    def _judgements(self) -> dict[Any, Judgement]:
        by_adviser = self._judged.get(self._model.original, {}) if self._model is not None else {}
        return by_adviser.setdefault(self._adviser(), {})

    @property
    def _match(self) -> Match | None:
        """The shown match if it may be analysed."""
        return self._model.match if self._model is not None and may_analyse(self._model) else None

    def _shown(self) -> None:
        """Follow another table of the page, or a board with tried moves."""
        old, model = self._model, self._page.model
        if old is not None:
            old.changed.disconnect(self._refresh)
        if old is None or model is None or old.original is not model.original:
            self._analysis.stop()
            if old is not None and model is not None and not old.is_record and any(self._judged[old.original].values()):
                self._navigation.note(tr("The analysis has ended with its game. Its record can be analysed again."))
        self._model = model
        if model is not None:
            model.changed.connect(self._refresh)
            self._judged.setdefault(model.original, {})
        self._refresh()

    def _page_changed(self) -> None:
        if self._navigation.page != "table":
            self._analysis.stop()
        else:
            self._refresh()  # there may be another adviser

    def _level_chosen(self) -> None:
        if self._analysis.is_on:
            self._analysis.stop()
            self.start()
        self._refresh()

    def _refresh(self) -> None:
        model, match, step = self._model, self._match, self._page.history.step
        for part in (self._page.panel, self._page.rail):
            part.show_analysis(match is not None)
        self._navigation.action("analysis").setEnabled(match is not None)
        if model is None or match is None or not 0 <= step < len(match.history):
            self._analysis.stop()
            self._view.show_state(AnalysisState())
            return
        analysis = self._analysis
        if analysis.is_on:
            analysis.follow(match, step)
        state = analysis_state(model, match, step, self._judgements, self._page.panel.moves.rows, analysis.current)
        left = analysis.missing(match, self._judgements, self._ms)
        is_on = analysis.is_on and left > 0
        if self._was_on and analysis.is_on and not is_on:
            self._page.board.announce(tr("The analysis is complete."))
        self._was_on = is_on
        trouble = translate(analysis.error) if analysis.error is not None and not analysis.is_on else ""
        self._view.show_state(replace(state, is_on=is_on, can_start=left > 0, trouble=trouble))

    def _show_line(self, step: int) -> None:
        """Show the best line from a step on a board for tried moves."""
        match = self._match
        if match is not None:
            line = best_line(match, step, self._judgements)
            number, path = variation(match, step, line)
            self._open_line(VariationLine("", number, Branch(path, len(path) - len(line))))

    def _keep(self, with_lines: bool) -> None:
        """Save the largest swings of the match as comments."""
        source = self._model.original if self._model is not None else None
        if source is None or source.match is None or self._match is None:
            return
        match = source.match

        def words(found: Swing) -> str:
            return comment_lines(swing_comment(match, found, self._judgements, both(source)))[0]

        comments = annotated(source.comments, match, self._judgements, words, comment_mark(), with_lines)
        for number, lines in comments.items():
            source.comment(number, lines)
        self._page.refresh_later()
        self._navigation.note(tr("The largest swings have comments now. The moves with comments are marked."))


def may_analyse(model: TableModel) -> bool:
    """Return whether the shown moves may be analysed: a record, a match that is over, or tried moves beside a match
    that allows hints."""
    source = model.original
    match = source.match
    if match is None or not match.history:
        return False
    return source.is_record or match.phase == "over" or (model is not source and allows_hints(match.created))
