"""Games at this screen, of people and computer players: start, restart, and continue after the window was closed."""

import secrets
from dataclasses import replace
from functools import partial
from pathlib import Path

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.dialogs import question
from client_qt.news import Answer, NewsItem, NewsKey
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.page import SetupChoice, SetupPage
from client_qt.records.local_games import Keep, LocalGames
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LocalSeats
from client_qt.single_instance import hand_over
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable, TableModel
from client_qt.text.computer_names import computer_name
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.games import GAMES
from netgame.text import fill

UNSAVED, UNRECORDED = NewsKey("", "unsaved"), NewsKey("", "unrecorded")


class LocalController(QObject):
    """Makes and stores local tables. `opened` carries a table to show, or a read-only copy."""

    opened = Signal(object)  # TableModel

    def __init__(
        self,
        navigation: Navigation,
        page: SetupPage,
        settings: SettingsFile,
        folder: Path,
        nursery: Starts,
        keep: Keep,
    ) -> None:
        """`folder` stores the games, and `keep` writes records of those that are over. The folder of the settings
        identifies this window to others."""
        super().__init__(page)
        self._navigation, self._page, self._settings, self._nursery = navigation, page, settings, nursery
        self.games = LocalGames(folder, nursery, self, settings.path.parent, keep)
        self.games.opened.connect(self.opened)
        self.games.played_elsewhere.connect(self._ask)
        gone = tr("This game has ended in another window.")
        self.games.game_deleted.connect(lambda: navigation.note(gone, "turn"))
        self.games.refused.connect(self._show_refusal)
        self.games.unrecorded.connect(self._show_unrecorded)
        navigation.news.acts[UNRECORDED.kind] = self._try_again
        page.go.connect(self.begin)

    def _show_refusal(self, why: str) -> None:
        """Say that the disk does not store a game of this computer."""
        words = tr("This game is not saved: {reason}. Save the record elsewhere before you close the window.")
        self._show_trouble(UNSAVED, words, why)

    def _show_unrecorded(self, why: str) -> None:
        """Say that a finished game waits for its record."""
        words = tr("A finished game has no record yet: {reason}. The game is kept, and the next start tries again.")
        self._show_trouble(UNRECORDED, words, why, (("again", tr("Try again")),))

    def _show_trouble(self, key: NewsKey, words: str, why: str, answers: tuple[Answer, ...] = ()) -> None:
        """Say what is wrong until the player has closed that; nothing if there is no reason any more."""
        news = self._navigation.news
        if why:
            item = NewsItem(key, fill(words, {"reason": why}), answers, calls=False, tone="danger")
            news.tell(item, again=True)
        else:
            news.withdraw(key)

    def _try_again(self, _item: NewsItem, answer: str) -> None:
        if answer == "again":
            self._nursery.start_soon(self.games.save_again)

    def open(self) -> None:
        """Open the form of a new game of two people."""
        self._open(None, tr("Play on this computer"))

    def open_computer(self, game: str = "") -> None:
        """Open the form of a new game against the computer, with the last choices, or for that game."""
        self._open(self._settings.value.computer, tr("Play against the computer"))
        if game in GAMES:
            self._page.choose(game)

    def _open(self, seats: LocalSeats | None, title: str) -> None:
        value = self._settings.value
        self._page.set_local(
            seats, value.name, [engine.name for engine in value.preferences.engines], value.local_clock
        )
        self._page.begin()
        self._navigation.show_page("here", title)

    def begin(self, wanted: SetupChoice) -> None:
        self._settings.change(replace(self._settings.value, local_clock=wanted.clock))
        if wanted.computers.count("") == 1:  # the next game is not watched
            seats = LocalSeats(wanted.game, wanted.computers, wanted.random)
            self._settings.change(replace(self._settings.value, computer=seats))
        self._begin(swapped(wanted) if wanted.random and secrets.randbelow(2) else wanted)

    def _begin(self, wanted: SetupChoice) -> None:
        first, second = self._names(wanted)
        if wanted.turn_board is not None:
            self._settings.change(self._settings.value.prefer(turning=wanted.turn_board))
        game = GAMES[wanted.game]
        table = LocalTable.new(
            game, wanted.options, (first, second), position=wanted.position, computers=wanted.computers,
            clock=wanted.clock,
        )  # fmt: skip
        self.games.add(table)
        self.opened.emit(table)

    def _names(self, wanted: SetupChoice) -> tuple[str, str]:
        usual = [tr("Player 1"), tr("Player 2")]
        if wanted.computers.count("") == 1 and self._settings.value.name:
            usual = [self._settings.value.name] * 2  # of the only person
        first, second = (
            computer_name(computer) if computer else name or words
            for computer, name, words in zip(wanted.computers, wanted.names, usual, strict=True)
        )
        return first, second

    def play_again(self, model: TableModel | None, swap: bool = False) -> None:
        """Start the same game again, with the same players; `swap` changes their sides."""
        if model is not None and (same := _same_game(model)) is not None:
            self._begin(swapped(same) if swap else same)

    def next_game(self, model: TableModel) -> None:
        """Open the form of another game of the same players."""
        same = _same_game(model)
        if same is not None:
            seats = LocalSeats(same.game, same.computers) if any(same.computers) else None
            self._open(seats, tr("Next game"))
            self._page.set_choice(same)

    def go_on(self, key: str) -> None:
        table = next((table for table in self.games.tables if table.key == key), None)
        if table is not None:
            self.games.open(table)

    def ask_remove(self, key: str) -> None:
        """Delete an unfinished game after a question."""
        table = next((table for table in self.games.tables if table.key == key), None)
        if table is not None:
            title, words = tr("Delete this game?"), [tr("Its moves are deleted too. Save a record first to keep them.")]
            delete = question.Answer(tr("Delete"), "danger", partial(self.games.remove, table), "delete_game")
            self._navigation.ask(title, words, [delete])

    def _ask(self, table: LocalTable, path: Path, owner: str) -> None:
        """The game is open in another window: offer a copy, or to show that window."""
        title = tr("This game is open in another window")
        words = [tr("The game goes on there. Here you can watch it as it is now.")]
        look = question.Answer(tr("Watch"), "plain", partial(self._look_at, table, path), "look_at_game")
        show_there = partial(self._nursery.start_soon, self._show_other_window, path, owner)
        show = question.Answer(tr("Go to that window"), "primary", show_there, "show_there")
        self._navigation.ask(title, words, [look, show])

    def _look_at(self, table: LocalTable, path: Path) -> None:
        assert table.match is not None
        copy = ReviewTable(table.log, table.match, tr("Played in another window"))
        copy.comments, copy.origin = table.comments, f"here/{path.stem}"
        self.opened.emit(copy)

    async def _show_other_window(self, path: Path, owner: str) -> None:
        if not await trio.to_thread.run_sync(hand_over, Path(owner), str(path)):
            self._navigation.note(tr("The other window does not answer."), "danger")


def _same_game(model: TableModel) -> SetupChoice | None:
    """Return the choice that leads to the same game with the same players."""
    match = model.match
    if match is None:
        return None
    made, computers = match.created, (model.computer_of(0), model.computer_of(1))
    return SetupChoice(
        match.game.key, dict(made.options), position=made.position, names=(model.name_of(0), model.name_of(1)),
        computers=computers, clock=made.clock,
    )  # fmt: skip


def swapped(choice: SetupChoice) -> SetupChoice:
    """Return the choice with the sides of both players swapped."""
    names, computers = choice.names[::-1], choice.computers[::-1]
    return replace(choice, names=(names[0], names[1]), computers=(computers[0], computers[1]))
