"""Asks the director which two players of the last round meet."""

from PySide6.QtWidgets import QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.text.locale_formats import order
from client_qt.text.tournament_words import NameOf
from client_qt.text.translation import tr
from client_qt.theme import Theme, label
from client_qt.widgets.fields import ChoiceBox
from netgame.text import fill
from netgame.tournaments.state import Tournament

Pairings = list[tuple[str, str | None]]


class PairDialog(Dialog):
    """`submitted` carries the new pairings: of the two players, and of those whom they would have met."""

    def __init__(self, theme: Theme, t: Tournament, name_of: NameOf, parent: QWidget) -> None:
        super().__init__(theme, "pair_by_hand", tr("Pair by hand"), parent)
        self._t, self._name_of = t, name_of
        free = [
            account for account in t.active if (place := t.board_of(account)) is None or place.round == len(t.rounds)
        ]
        names = {account: name_of(account) for account in sorted(free, key=lambda account: order(name_of(account)))}
        self.first, self.second = ChoiceBox("pair_first", names, self), ChoiceBox("pair_second", names, self)
        self._words = label("", "body", wrap=True, name="pair_words")
        theme.scale(self._words.setMinimumWidth, 24)
        go = self.submit_button("pair_go", tr("Pair"))
        go.setDefault(True)
        self._go = go
        self.add_heading(tr("Pair by hand"))
        words = tr("These two play each other in round {round}. Their games in it must not be over.")
        self.add(label(fill(words, {"round": len(t.rounds)}), wrap=True))
        self.add_field(self.first, "pair_first", tr("Plays first"))
        self.add_field(self.second, "pair_second", tr("Plays second"))
        self.add(self._words, self.error)
        self.add_buttons([self.cancel_button()], [go])
        for box in (self.first, self.second):
            box.edited.connect(self._show)
        self.second.setCurrentIndex(min(1, self.second.count() - 1))
        self._show()

    def value(self) -> Pairings | None:
        return new_pairings(self._t, self.first.value(), self.second.value())

    def _show(self) -> None:
        pairings = self.value()
        self._go.setEnabled(pairings is not None)
        words = []
        for first, second in pairings or ():
            names = {"first": self._name_of(first), "second": self._name_of(second) if second else ""}
            words.append(fill(tr("{first} plays {second}.") if second else tr("{first} has no opponent."), names))
        self._words.setText(" ".join(words) or tr("Choose two different players."))


def new_pairings(t: Tournament, first: str | None, second: str | None) -> Pairings | None:
    """Return the pairings by which two players of the last round meet. The players whom they leave meet as well."""
    if not first or not second or first == second:
        return None
    left = []
    for board in t.rounds[-1]:
        if first in board.accounts or second in board.accounts:
            left += [account for account in board.accounts if account not in (first, second)]
    rest: Pairings = [(left[0], left[1] if len(left) > 1 else None)] if left else []
    return [(first, second), *rest]
