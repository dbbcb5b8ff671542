"""The page of a match that this program cannot follow by its rules: the moves as text, the chat, and the ways out."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent, QTextOption
from PySide6.QtWidgets import QTextEdit, QWidget

from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.feedback.screen_reader import announce
from client_qt.table.commands import Command
from client_qt.table.model import ChatRoom
from client_qt.table.remote import RemoteTable
from client_qt.table.text_match import TextMatch
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label, show_text
from client_qt.widgets.chat import ChatView, Spoken
from client_qt.widgets.layouts import STRETCH, add_to, column, page, row
from protocol.messages import Say

WIDTH = 54.0  # em; a longer line is hard to read


class TextMatchView(QWidget):
    """Shows the `TextMatch` of a table. No part of it needs the rules of the game."""

    home = Signal()
    watching_stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("text_match")
        page(self)
        self._theme = theme
        self._model: RemoteTable | None = None
        self._lines: tuple[str, ...] = ()
        self._is_at_end = True
        self._muted: frozenset[str] = frozenset()
        self._title = label("", "heading", wrap=True)
        self._why = label("", "body", "danger", wrap=True)
        self._advice = label("", "body", wrap=True)
        self._trouble = label("", "body", "danger", wrap=True)
        for name, part in (("title", self._title), ("why", self._why), ("advice", self._advice)):
            part.setObjectName(f"text_match_{name}")
        self._moves = QTextEdit(self)
        self._moves.setObjectName("text_match_moves")
        self._moves.setReadOnly(True)
        self._moves.setProperty("kind", "chat")
        self._moves.setFrameShape(QTextEdit.Shape.NoFrame)
        self._moves.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._moves.setAccessibleName(tr("Moves"))
        self._moves.setTabChangesFocus(True)
        self.setFocusProxy(self._moves)
        self.chat = ChatView(theme, self)
        self.chat.line_entered.connect(self._say)
        self.chat.left.connect(lambda: self._moves.setFocus(Qt.FocusReason.OtherFocusReason))
        home = Button(theme, tr("Home"), "home", name="text_match_home", clicked=self.home)
        self._stop = Button(theme, tr("Stop watching"), "cancel", name="text_match_stop", clicked=self.watching_stopped)
        self._stand = Button(theme, tr("Leave the seat"), "cancel", name="text_match_stand", clicked=self._leave_seat)
        self._resign = Button(
            theme, tr("Resign the match"), None, "danger", name="text_match_resign", clicked=self._ask_resign
        )
        self._end = label("", "strong", wrap=True)
        self._end.setObjectName("text_match_end")
        inner, moves, talk = QWidget(self), card("raised", self), card("raised", self)
        theme.scale(inner.setMaximumWidth, WIDTH)
        add_to(row(theme, self, margin="m"), STRETCH, (inner, 100), STRETCH)
        add_to(column(theme, moves, gap="s", margin="m"), label(tr("Moves"), "heading"), (self._moves, 1), self._end)
        add_to(column(theme, talk), self.chat)
        buttons = add_to(row(theme, gap="s"), home, STRETCH, self._stop, self._stand, self._resign)
        words = self._title, self._why, self._advice
        add_to(column(theme, inner, gap="m"), *words, (moves, 3), (talk, 2), self._trouble, buttons)
        bar = self._moves.verticalScrollBar()
        bar.actionTriggered.connect(self._scrolled)
        bar.rangeChanged.connect(self._keep_at_end)

    def set_model(self, model: RemoteTable | None) -> None:
        if self._model is not None:
            self._model.chatted.disconnect(self._show_chat)
            self._model.command_ended.disconnect(self._command_ended)
        self._model, self._lines, self._is_at_end = model, (), True
        self._moves.clear()
        self.chat.show_lines(())
        show_text(self._trouble, "")
        if model is not None:
            model.chatted.connect(self._show_chat)
            model.command_ended.connect(self._command_ended)
        self.refresh()

    def set_muted(self, accounts: frozenset[str]) -> None:
        """Hide the messages of these accounts."""
        self._muted = accounts
        self._show_chat()

    def refresh(self) -> None:
        """Show the current state of the match."""
        model = self._model
        text = model.text if model is not None else None
        if model is None or text is None:
            return
        plays, online = bool(model.mine), model.status == "online"
        show_text(self._title, text.title)
        show_text(self._why, translate(text.why))
        show_text(self._advice, self._advice_words(text, plays and not text.is_over))
        show_text(self._end, text.lines[-1] if text.is_over and text.lines else "")
        self._stop.setVisible(not plays)
        self._stand.setVisible(plays and not text.is_started and not text.is_over)
        self._resign.setVisible(plays and text.is_started and not text.is_over)
        for button in (self._stand, self._resign):
            button.setEnabled(online)
        self._show_moves(text.lines)
        self._show_chat()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        announce(self, self.words, urgent=True)

    @property
    def words(self) -> str:
        """The text of the page, without the moves."""
        return " ".join((f"{self._title.text()}.", self._why.text(), self._advice.text()))

    def _advice_words(self, text: TextMatch, plays: bool) -> str:
        words = [tr("The moves are shown as text, without a board, because it could be wrong.")]
        if plays and text.is_started:
            words.append(tr("You cannot move here. You can resign, or come back with another version of the program."))
            if text.created is not None and text.created.clock != "none":
                words.append(tr("Your clock does not stop for that."))
        elif plays:
            words.append(tr("You cannot play here. Leave the seat, so that somebody else can."))
        return " ".join(words)

    def _show_moves(self, lines: tuple[str, ...]) -> None:
        known = self._lines
        if lines == known:
            return
        self._lines = lines
        if not known or lines[: len(known)] != known:
            self._moves.setPlainText("\n".join(lines))
        else:
            for line in lines[len(known) :]:
                self._moves.append(line)
                announce(self._moves, line)

    def _scrolled(self) -> None:
        bar = self._moves.verticalScrollBar()
        self._is_at_end = bar.sliderPosition() >= bar.maximum()

    def _keep_at_end(self) -> None:
        """Show the last move, unless the user reads the others."""
        bar = self._moves.verticalScrollBar()
        if self._is_at_end:
            bar.setValue(bar.maximum())

    @property
    def _room(self) -> ChatRoom:
        return "table" if self._model is not None and self._model.mine else "spectators"

    def _show_chat(self, _room: str = "") -> None:
        model = self._model
        if model is None or model.text is None:
            return
        lines = [line for line in model.rooms[self._room] if line.account not in self._muted]
        own = [bool(model.account) and line.account == model.account for line in lines]
        spoken = zip(lines, own, strict=True)
        self.chat.show_lines([Spoken(tr("You") if mine else o.name, o.text, mine, o.account) for o, mine in spoken])
        online = model.status == "online"
        self.chat.set_may_write(online, "" if online else tr("You can write again when the connection is back."))

    def _say(self, words: str) -> None:
        if self._model is not None:
            self._model.write(self._room, words)

    def _command_ended(self, command: Command) -> None:
        if command.message is Say and command.state != "accepted":
            self.chat.keep(command.fields["text"])
        show_text(self._trouble, translate(command.why) if command.why is not None else "")

    def _leave_seat(self) -> None:
        if self._model is not None:
            self._model.leave_seat()

    def _ask_resign(self) -> None:
        if self._model is not None:
            resign = partial(self._model.resign, match=True)
            answer = Answer(tr("Resign the match"), "danger", resign, "resign_match")
            words = [tr("The other side wins.")]
            QuestionDialog(self._theme, tr("Resign?"), words, [answer], self.window()).open()
