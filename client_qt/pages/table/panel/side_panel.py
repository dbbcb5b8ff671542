"""The panel beside the board: moves and comment above, tabs below, actions at the foot."""

from collections.abc import Mapping
from weakref import ref

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from client_qt.pages.table.panel.action_bar import ActionBar
from client_qt.pages.table.panel.analysis_tab import AnalysisView
from client_qt.pages.table.panel.comments import CommentField
from client_qt.pages.table.panel.conditional import ConditionalList
from client_qt.pages.table.panel.move_list import MoveList
from client_qt.pages.table.panel.people import PeopleView
from client_qt.pages.table.panel.rules import RulesView
from client_qt.pages.table.view.actions import TableAction
from client_qt.pages.table.view.proof import ProofView
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, hairline, label, restyle, show_text
from client_qt.theme.controls import Kind
from client_qt.widgets.chat import ChatView
from client_qt.widgets.fitting import Fitting
from client_qt.widgets.layouts import column, page, row, set_tab_order

MORE_WIDTH = 2.2  # em
TAB_ROOMS = "wide", "narrow", "tight", ""  # beside the words of a tab, in the style sheet; without room, icons
STRETCH, STRETCH_ANALYSIS = (13, 9), (9, 13)  # of the moves and the tabs; a curve needs height
Tab = str  # moves, chat, people, rules, analysis
TAB_ICONS: dict[Tab, str] = {
    "moves": "moves", "chat": "chat", "people": "players", "rules": "rules", "analysis": "analysis",
}  # fmt: skip


def watching_words(count: int) -> str:
    """Return how many spectators a table has; empty without any."""
    return tr("%n spectator(s)", count) if count else ""


class SidePanel(QWidget):
    """In a small window the moves are the first of the tabs."""

    seen = Signal()  # the panel was shown or hidden

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._moves_in_tabs = False
        self._chat_was_shown = False  # the chat was in front when its tab was hidden
        self._before_analysis: Tab = "chat"  # the tab in front before that of the analysis
        page(self, "surface")
        self.moves = MoveList(theme, self)
        self.comment = CommentField(theme, self.moves, self)
        self.conditional = ConditionalList(theme, self)
        self.chat, self.people, self.rules = ChatView(theme, self), PeopleView(theme, self), RulesView(theme, self)
        self.analysis = AnalysisView(theme, self.moves.bar, self)
        self.tabs = QTabWidget(self)
        self.tabs.setObjectName("table_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(tr("Beside the board"))
        self.tabs.setFocusProxy(None)  # type: ignore[arg-type]  # otherwise Tab stops twice at the tab bar
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.tabBar().setAccessibleName(tr("Beside the board"))
        self.tabs.tabBar().setProperty("ring", True)
        self.tabs.setUsesScrollButtons(False)
        self._tab_words: dict[QWidget, str] = {
            self.chat: tr("Chat"), self.people: tr("Players"), self.rules: tr("Rules"), self.analysis: tr("Analysis"),
        }  # fmt: skip
        for widget, words in self._tab_words.items():
            self.tabs.addTab(widget, words)
        self._moves_area = QWidget(self)
        moves = column(theme, self._moves_area, margin="l")
        moves.addWidget(self.moves)
        moves.addWidget(self.conditional)
        moves.addWidget(self.comment)
        self._line = hairline()
        self.take_back_button = self._button("take_back", tr("Take back"), "take-back")
        self.stop_button = self._button("stop", tr("End battle"), "draw")
        self.resign_button = self._button("resign", tr("Resign"), "resign", "danger")
        self.pause_button = self._button("pause", tr("Pause"), "pause")
        self.stop_watching_button = self._button("stop_watching", tr("Stop watching"), "leave")
        self._buttons = (
            self.take_back_button, self.stop_button, self.resign_button, self.pause_button, self.stop_watching_button,
        )  # fmt: skip
        self._evening = label("", "small", wrap=True, name="evening")
        self._watching = label("", "small", "muted", name="watching")
        for below in (self._evening, self._watching):
            theme.scale(below.setContentsMargins, 1, 0.2, 1, 0.5)
            below.hide()
        self.more_button = Button(theme, "", "more", name="more")
        self.more_button.setToolTip(tr("More"))
        self.more_button.setAccessibleName(tr("More"))
        theme.scale(self.more_button.setFixedWidth, MORE_WIDTH)
        by_name = {button.objectName(): button for button in self.buttons}
        self.action_bar = ActionBar(self, by_name, _show_words, beside=False)
        self.menu = self.action_bar.menu
        self._foot = QWidget(self)
        foot = column(theme, self._foot, gap=0)
        foot.addWidget(hairline())
        line = row(theme, gap="xs", margin="s")
        for button in self.buttons:
            line.addWidget(button)
        foot.addLayout(line)
        whole = column(theme, self, gap=0)
        self._top = QVBoxLayout()
        # while it is empty: Qt for Python makes wrappers of the items of a layout that is added to another one,
        # and uses them for new objects after an item was removed
        whole.addLayout(self._top, 1)
        self._top.setSpacing(0)
        self._top.addWidget(self._moves_area)
        self._top.addWidget(self._line)
        self._top.addWidget(self.tabs)
        panel = ref(self)

        def share_height() -> None:
            if (there := panel()) is not None:  # the tabs also change while the panel ends
                there._share_height()
                there._note_tab()

        self.moves.proof_wanted.connect(self._show_proof_words)
        self.tabs.currentChanged.connect(share_height)
        share_height()
        whole.addWidget(self._evening)
        whole.addWidget(self._watching)
        whole.addWidget(self._foot)
        self._fitting_buttons = Fitting(theme, self._foot, lambda: range(len(self._buttons) + 2), self._hide_icons)
        bar = self.tabs.tabBar()
        self._fitting_tabs = Fitting(
            theme, self.tabs, lambda: TAB_ROOMS, self._show_tabs, lambda _room: bar.sizeHint().width()
        )
        self.show_analysis(False)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons at the foot, from left to right."""
        return (*self._buttons, self.more_button)

    def set_moves_in_tabs(self, wanted: bool) -> None:
        """Set whether the moves are a tab, because there is no room for moves and tabs."""
        if wanted == self._moves_in_tabs:
            return
        self._moves_in_tabs = wanted
        if wanted:
            self._top.removeWidget(self._moves_area)
            self.tabs.insertTab(0, self._moves_area, tr("Moves"))
            self._tab_words[self._moves_area] = tr("Moves")
            self.tabs.setCurrentIndex(0)
        else:
            self.tabs.removeTab(self.tabs.indexOf(self._moves_area))
            del self._tab_words[self._moves_area]
            self._top.insertWidget(0, self._moves_area)
            self._moves_area.show()
        self._line.setVisible(not wanted)
        self._evening.setVisible(not wanted and bool(self._evening.text()))
        self._share_height()
        self._fitting_tabs.refresh()

    def _note_tab(self) -> None:
        if self.tab != "analysis":
            self._before_analysis = self.tab

    def _share_height(self) -> None:
        """Share the height between the moves and the tabs."""
        moves, tabs = STRETCH_ANALYSIS if self.tab == "analysis" else STRETCH
        self._top.setStretchFactor(self._moves_area, moves)
        self._top.setStretchFactor(self.tabs, tabs)

    def _show_tabs(self, room: str) -> None:
        """Show all tabs: with less space between their words, or at last with icons in place of the words."""
        bar, theme = self.tabs.tabBar(), self._theme
        restyle(bar, room=room or "narrow")
        for widget, words in self._tab_words.items():
            index, icon = self.tabs.indexOf(widget), TAB_ICONS[self._name_of(widget)]
            self.tabs.setTabText(index, words if room else "")
            self.tabs.setTabIcon(index, QIcon() if room else theme.icon(icon, "ink_muted"))
            self.tabs.setTabToolTip(index, "" if room else words)
            bar.setAccessibleTabName(index, words)

    def order_focus(self) -> None:
        """Let Tab go from top to bottom: moves, bar, comment, tabs, the shown tab, buttons."""
        inner = self.findChildren(QWidget)

        def within(parent: QWidget) -> list[QWidget]:
            return [w for w in inner if parent.isAncestorOf(w) and w.focusPolicy() & Qt.FocusPolicy.TabFocus]

        bar = within(self.moves.bar)
        shown = [widget for part in self._in_tabs for widget in within(part)]
        moves = [widget for widget in within(self.moves) if widget not in bar]
        set_tab_order(
            *moves, *bar, *within(self.conditional), *within(self.comment), self.tabs.tabBar(), *shown, *self.buttons
        )

    def show_tab(self, tab: Tab) -> None:
        widget = {"moves": self._moves_area, **{name: found for found, name in self._in_tabs.items()}}[tab]
        if self.tabs.indexOf(widget) >= 0:
            self.tabs.setCurrentWidget(widget)

    @property
    def tab(self) -> Tab:
        """The tab in front."""
        return self._name_of(self.tabs.currentWidget())

    def _name_of(self, tab: QWidget) -> Tab:
        return self._in_tabs.get(tab, "moves")

    @property
    def _in_tabs(self) -> dict[QWidget, Tab]:
        return {self.chat: "chat", self.people: "people", self.rules: "rules", self.analysis: "analysis"}

    def show_chat(self, there: bool, unread: int) -> None:
        """Show or hide the tab of the chat. A chat that comes back is in front again if it was in front before."""
        index = self.tabs.indexOf(self.chat)
        if there != self.tabs.isTabVisible(index):
            back = there and self._chat_was_shown and self.tab == "people"  # the tab that Qt chose instead
            self._chat_was_shown = not there and self.tab == "chat"
            self.tabs.setTabVisible(index, there)
            self._fitting_tabs.refresh()
            if back:
                self.show_tab("chat")
        words = tr("Chat") + (f" ({unread})" if unread else "")
        if words != self._tab_words[self.chat]:
            self._tab_words[self.chat] = words
            self._fitting_tabs.refresh()

    def show_analysis(self, there: bool) -> None:
        """Show or hide the tab of the analysis."""
        index = self.tabs.indexOf(self.analysis)
        if there != self.tabs.isTabVisible(index):
            back = self._before_analysis if not there and self.tab == "analysis" else ""
            self.tabs.setTabVisible(index, there)
            if back:  # Qt chose the tab beside it
                is_there = back != "chat" or self.tabs.isTabVisible(self.tabs.indexOf(self.chat))
                self.show_tab(back if is_there else "people")
            self._fitting_tabs.refresh()

    def _show_proof_words(self) -> None:
        self.show_tab("rules")
        self.rules.go_to_proof()

    def show_proof(self, proof: ProofView | None) -> None:
        """Show what the signatures of the match prove: a shield beside the moves, and words below the rules."""
        self.moves.show_proof(proof)
        self.rules.show_proof(proof)

    def show_watching(self, count: int) -> None:
        """Show how many spectators the table has."""
        show_text(self._watching, watching_words(count))

    def show_evening(self, words: str) -> None:
        """Show the score of the evening. A small window has it only among the people."""
        self._evening.setText(words)
        self._evening.setVisible(bool(words) and not self._moves_in_tabs)

    def show_actions(self, actions: Mapping[str, TableAction], shown: frozenset[str]) -> None:
        """Show what can be done now; `shown` are the actions that have buttons."""
        self.action_bar.show_actions(actions, shown)
        self.pause_button.set_icon(actions["pause"].icon)
        self._foot.setVisible(bool(shown))
        self._fitting_buttons.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit()

    def _hide_icons(self, count: int) -> None:
        """Hide icons from the left; at last the pause has its icon alone, and a shorter word goes back."""
        is_tight, pause, back = count > len(self._buttons), self.pause_button, self.take_back_button
        for place, button in enumerate(self._buttons):
            button.show_icon(place >= count or (is_tight and button is pause))
        pause.setText("" if is_tight else pause.accessibleName())
        back.setText(tr("Back") if is_tight else back.accessibleName())

    def _button(self, name: str, words: str, icon: str, kind: Kind = "plain") -> Button:
        button = Button(self._theme, words, icon, kind, name=name)
        restyle(button, dense="true", extent="small")  # four of them share the width
        return button


def _show_words(button: Button, words: str, tip: str) -> None:
    button.setText(words)
    button.setAccessibleName(words)
    button.setToolTip(tip)
