"""The form of "Play now"."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from client_qt.dialogs.dialog import Dialog, name_field
from client_qt.settings.schema import LastSeek
from client_qt.text.clock_words import seconds_words
from client_qt.text.rules_text import game_title
from client_qt.text.seek_words import short_clock, wanted_words, within_words
from client_qt.text.translation import tr
from client_qt.theme import Theme, label
from client_qt.widgets.fields import CheckBox, ChoiceBox
from client_qt.widgets.layouts import add_to, row
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import USUAL_CLOCKS

USUAL_CLOCK = "fischer 300+5"
WITHIN = (None, 100, 200, 400)  # points
COMPUTERS_AFTER = (None, 0, 30, 120)  # seconds
COLUMNS = 2


class PlayNowDialog(Dialog):
    """Asks for games, clocks and opponents. It stays open until the server has accepted the wish."""

    def __init__(self, theme: Theme, server: str, last: LastSeek, parent: QWidget, servers: int = 1) -> None:
        """`server` names all `servers` that look."""
        super().__init__(theme, "ask_play_now", tr("Play now"), parent, gap="s")
        one = tr("{server} finds somebody who wants the same, and your game begins at once.")
        many = tr("{server} find somebody who wants the same, and your game begins at once.")
        words = fill(one if servers < 2 else many, {"server": server})
        note = label(words, "body", "muted", wrap=True)
        theme.scale(note.setMinimumWidth, 30)
        self.add_heading(tr("Play now"))
        self.add(note)
        self.games = self._boxes("game", tr("The games"), {key: game_title(key) for key in GAMES}, last.games)
        self.clocks = self._boxes(
            "clock", tr("Time"), {clock: short_clock(clock) for clock in USUAL_CLOCKS}, last.clocks
        )
        self.rated = ChoiceBox("seek_rated", {rated: wanted_words(rated) for rated in (None, True, False)}, self)
        self.within = ChoiceBox("seek_within", {points: within_words(points) for points in WITHIN}, self)
        self.computers = ChoiceBox("seek_computers", {after: _computer_words(after) for after in COMPUTERS_AFTER}, self)
        for field, caption, value in (
            (self.rated, tr("Rating of the game"), last.rated), (self.within, tr("Opponent"), last.within),
            (self.computers, tr("Computer players, unrated"), last.computers_after),
        ):  # fmt: skip
            line = row(theme, gap="m")
            words_of = label(caption, "small", "muted", wrap=True)
            name_field(field, field.objectName(), words_of)
            self.body.addLayout(add_to(line, (words_of, 2), (field, 3)))
            field.choose(value)
        self.add(self.error)
        go = self.submit_button("play_now_go", tr("Play now"))
        go.setDefault(True)
        self.add_buttons([self.cancel_button()], [go])
        if not any(box.isChecked() for box in self.games.values()):
            next(iter(self.games.values())).setChecked(True)
        if not any(box.isChecked() for box in self.clocks.values()):
            self.clocks[USUAL_CLOCK].setChecked(True)
        for box in (*self.games.values(), *self.clocks.values()):
            box.edited.connect(self._edited)
        go.setFocus()

    def _boxes(self, name: str, caption: str, words: Mapping[str, str], chosen: Sequence[str]) -> dict[str, CheckBox]:
        """Add a grid of check boxes below a caption."""
        self.add(label(caption, "small", "muted"))
        grid, boxes = QGridLayout(), dict[str, CheckBox]()
        for side in range(COLUMNS):
            grid.setColumnStretch(side, 1)
        self.theme.scale(grid.setVerticalSpacing, 0.4)
        for number, (key, text) in enumerate(words.items()):
            box = boxes[key] = CheckBox(f"seek_{name}_{key}", text, self)
            box.setAccessibleName(f"{caption}: {text}")
            box.setChecked(key in chosen)
            left = Qt.AlignmentFlag.AlignLeft  # so that a click anywhere on a box is one on its text
            grid.addWidget(box, number // COLUMNS, number % COLUMNS, left)
        self.body.addLayout(grid)
        return boxes

    def value(self) -> LastSeek | None:
        """Return the wish; None without a game or a clock."""
        games, clocks = (
            tuple(key for key, box in boxes.items() if box.isChecked()) for boxes in (self.games, self.clocks)
        )
        if not games or not clocks:
            return None
        return LastSeek(games, clocks, self.rated.value(), self.within.value(), self.computers.value())

    def _edited(self) -> None:
        self.show_error("" if self.value() else tr("Choose a game and a time, or several."))


def _computer_words(after_s: int | None) -> str:
    if after_s is None:
        return tr("no, people only")
    if not after_s:
        return tr("at once")
    return fill(tr("after {time}"), {"time": seconds_words(after_s * 1000)})
