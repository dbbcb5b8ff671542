"""The card over the board while a seat is free: the addresses of the table, and what may keep others from joining."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from client_qt.text.computer_names import LEVELS, USUAL_LEVEL, level_text, level_words, short_level_words
from client_qt.text.translation import tr
from client_qt.theme import SELECTABLE, Button, ComboBox, Theme, card, label, restyle
from client_qt.widgets.form_card import let_shrink
from client_qt.widgets.labels import IconLabel
from client_qt.widgets.layouts import STRETCH, add_to, column, row, scrolled, turn_narrow
from netgame.text import fill


@dataclass(frozen=True)
class ComputerOffer:
    """Whether a computer player can take the free seat, the one to begin with, and what became of the last one."""

    computer: str  # "level 3", or the name of one of the user
    own: tuple[str, ...] = ()  # the names of those of the user
    shown: bool = False
    coming: bool = False
    problem: str = ""


WIDE, BUTTON_WIDTH = 31.0, 7.0  # em
SEEN_BESIDE = 27.0  # em; a narrower card has the question below what it is about
BESIDE = 24.0  # em; a narrower card has the level of a computer player above the button
MAX_ADDRESSES = 4


class WaitingCard(QFrame):
    """Shows the addresses of a table, an invitation to copy, the firewall, and whether another computer has connected.

    Its height fits its content; with less room the content scrolls.
    """

    closed = Signal()  # give the table up
    find_out = Signal()  # check the set-up
    new_code_wanted = Signal()
    computer_wanted = Signal(str)  # "level 3", or the name of one of the user

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._invitation = ""
        self.setProperty("card", "raised")
        self._hint = label("", "body", "muted", wrap=True)
        self._address = _selectable_label("first_address", "number")
        self._others = _selectable_label("other_addresses", "body")
        self._code = _selectable_label("waiting_code", "number")
        self._new_code = Button(
            theme, tr("Change the code"), kind="link", name="change_code", clicked=self.new_code_wanted
        )
        self._code_line = QWidget()
        add_to(row(theme, self._code_line, gap="s"), (self._code, 1), self._new_code)
        self._fingerprint_words = _selectable_label("to_compare", "small", "muted")
        self._firewall = self._make_firewall_card()
        self._reached, self._reached_icon = QWidget(), IconLabel(theme, "network", "ink_muted")
        self._reached_text = label("", "small", "muted", wrap=True)
        self._reached_text.setObjectName("reached")
        add_to(row(theme, self._reached, gap="s"), self._reached_icon, (self._reached_text, 1))
        self._find_out = Button(
            theme, tr("Why can't they see me?"), "doctor", "link", name="why_not_seen", clicked=self.find_out
        )
        seen = add_to(row(theme, gap="s"), (self._reached, 1), (self._find_out, Qt.AlignmentFlag.AlignLeft))
        self._computer = self._make_computer_row()
        self._content = QWidget()
        add_to(
            column(theme, self._content, gap="s"), self._hint, self._address, self._others, self._code_line,
            self._fingerprint_words, self._firewall, seen, self._computer, STRETCH,
        )  # fmt: skip
        turn_narrow(theme, self._content, seen, SEEN_BESIDE)

        close = Button(theme, tr("Close the table"), kind="ghost", name="close_table", clicked=self.closed)
        self.copy = Button(
            theme, tr("Copy invitation"), "copy", "primary", name="copy_invitation", clicked=self._copy_invitation
        )
        for button in (close, self.copy):
            theme.scale(button.setMinimumWidth, BUTTON_WIDTH)
        buttons = add_to(row(theme, gap="s"), close, STRETCH, self.copy)
        self._area = scrolled(self._content, self)
        title = label(tr("Waiting for an opponent"), "heading")
        self._layout = add_to(column(theme, self, gap="m", margin="l"), title, (self._area, 1), buttons)
        theme.scale(self.setFixedWidth, WIDE)
        self.show_addresses((), "")
        self.show_firewall(())
        self.show_reached(None)
        self.show_computer(ComputerOffer(level_text(USUAL_LEVEL)))

    def _make_firewall_card(self) -> QFrame:
        theme = self._theme
        self._commands = _selectable_label("firewall_lines", "small")
        self._commands.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        copy = Button(theme, tr("Copy"), "copy", "ghost", name="copy_firewall")
        copy.setAccessibleName(tr("Copy the lines for the firewall"))
        restyle(copy, extent="small")
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._commands.text()))
        words = tr("A firewall is on. An administrator lets others in with these lines:")
        head = add_to(row(theme, gap="s"), (label(words, "small", "muted", wrap=True), 1), copy)
        made = card("sunken")
        add_to(column(theme, made, gap="xs", margin="s"), head, self._commands)
        return made

    def _make_computer_row(self) -> QWidget:
        theme, made = self._theme, QWidget()
        self._player = ComboBox()
        self._player.setObjectName("computer_player")
        self._player.setAccessibleName(tr("How strong the computer plays"))
        for level in LEVELS:
            self._player.addItem(short_level_words(level), level_text(level))
            self._player.setItemData(self._player.count() - 1, level_words(level), Qt.ItemDataRole.ToolTipRole)
        let_shrink(self._player)
        self._seat_computer = Button(
            theme, tr("Let the computer play"), name="seat_computer", clicked=self._ask_computer
        )
        self._computer_problem = label("", "small", "danger", wrap=True, name="computer_problem")
        choice = add_to(row(theme, gap="s"), (self._player, 1), self._seat_computer)
        turn_narrow(theme, made, choice, BESIDE)
        add_to(column(theme, made, gap="xs"), choice, self._computer_problem)
        return made

    def _ask_computer(self) -> None:
        self.computer_wanted.emit(self._player.currentData())

    def show_computer(self, offer: ComputerOffer) -> None:
        """Show whether the computer can take the free seat."""
        if not self._computer.isVisibleTo(self):
            while self._player.count() > len(LEVELS):
                self._player.removeItem(len(LEVELS))
            for name in offer.own:
                self._player.addItem(name, name)
            at = self._player.findData(offer.computer)
            self._player.setCurrentIndex(at if at >= 0 else self._player.findData(level_text(USUAL_LEVEL)))
        self._computer.setVisible(offer.shown)
        self._player.setEnabled(not offer.coming)
        self._seat_computer.setEnabled(not offer.coming)
        self._seat_computer.setText(tr("The computer is coming ...") if offer.coming else tr("Let the computer play"))
        self._computer_problem.setText(offer.problem)
        self._computer_problem.setVisible(bool(offer.problem))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        margins = self._layout.contentsMargins()
        content_px = self._content.heightForWidth(self.width() - margins.left() - margins.right())
        area_px = self._area.sizeHint().expandedTo(self._area.minimumSizeHint()).height()
        others_px = super().sizeHint().height() - area_px
        return QSize(self.width(), others_px + content_px + self._theme.px(0.3))

    def show_addresses(self, addresses: Sequence[str], invitation: str, code: str = "", words: str = "") -> None:
        """Show how to reach a table: no addresses if another computer hosts it. `words` are those of its server."""
        self._invitation = invitation
        self._address.setText(addresses[0] if addresses else "")
        others = ", ".join(addresses[1:MAX_ADDRESSES])
        self._others.setText(fill(tr("or {addresses}"), {"addresses": others}))
        self._code.setText(fill(tr("Code: {code}"), {"code": code}))
        self._fingerprint_words.setText(fill(tr("To compare with the other screen:\n{words}"), {"words": words}))
        self._hint.setText(
            tr("Everybody on this network finds it under Join a game. Elsewhere, your friend types this address:")
            if addresses
            else tr("The game starts as soon as somebody takes the free seat.")
        )
        self.copy.setText(tr("Copy invitation"))
        for widget, shown in (
            (self._address, addresses), (self._others, others), (self._code_line, code),
            (self._fingerprint_words, words), (self.copy, invitation), (self._find_out, addresses),
        ):  # fmt: skip
            widget.setVisible(bool(shown))
        self.updateGeometry()

    def show_firewall(self, commands: Sequence[str]) -> None:
        """Show the commands that open the firewall of this system; none if it seems to be open."""
        self._commands.setText("\n".join(commands))
        self._firewall.setVisible(bool(commands))
        self.updateGeometry()

    def show_reached(self, is_reached: bool | None) -> None:
        """Show whether another computer has connected; None if that is unknown."""
        self._reached.setVisible(is_reached is not None)
        text = tr("Reached from another computer: yes") if is_reached else tr("Reached from another computer: not yet")
        self._reached_text.setText(text)
        restyle(self._reached_text, tone="ok" if is_reached else "muted")
        self._reached_icon.set_icon("confirm" if is_reached else "network", "ok" if is_reached else "ink_muted")
        self.updateGeometry()

    def _copy_invitation(self) -> None:
        QGuiApplication.clipboard().setText(self._invitation)
        self.copy.setText(tr("Copied"))


def _selectable_label(name: str, role: str, tone: str = "ink") -> QLabel:
    made = label("", role, tone, wrap=True)
    made.setObjectName(name)
    made.setTextInteractionFlags(SELECTABLE)
    return made
