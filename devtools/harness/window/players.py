"""Players of a whole game in the window: open or join a table, play every leg, see the result."""

import random
from dataclasses import dataclass, field
from typing import Any

import trio
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QSpinBox, QWidget

from client_qt.app.application import Application
from client_qt.board.sample_positions import random_move
from client_qt.pages.setup.options_form import NumberField, OptionsForm
from client_qt.pages.setup.page import SetupPage
from client_qt.settings.shortcuts import button_default
from devtools.harness.games.random_moves import any_move
from devtools.harness.window.clicks import list_part, settle
from devtools.harness.window.input_devices import Keys, Mouse, row_part, shortest_way, usable, within
from devtools.harness.window.opponent import Opponent
from devtools.harness.window.program import until
from devtools.harness.window.together import position
from netgame.game import Pick, Roll, ToRoll, apply
from netgame.games import GAMES
from protocol.address import Address
from protocol.client import Server

Names = dict[str, int]


@dataclass(frozen=True)
class Kind:
    """A game with options or a position that make it short, but that end it on the board."""

    game: str
    preset: str = ""
    numbers: Names = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)  # the same, for tables that are made without the form
    played: int = 0  # turns played before the start

    @property
    def position(self) -> str | None:
        """The position in which the game begins; None for the usual one."""
        if not self.played:
            return None
        chance, game = random.Random(1), GAMES[self.game](**self.options)
        state = game.start()
        for _ in range(self.played):
            while isinstance(turn := game.turn(state), ToRoll):
                state = apply(game, state, Roll(tuple(chance.randint(1, turn.sides) for _ in range(turn.count))))
            state = apply(game, state, random_move(game, state, chance))
        return game.write_position(state)


SHORT = [  # with their default options these games take long
    Kind("clod", played=24),
    Kind("royalclod", "wide", {}, {"layout": "wide"}, 204),
    Kind("blooms", "race", {"target": 1}, {"side": 5, "variant": "race", "target": 1}),
    Kind("conquid", "small", {"turn_limit": 8}, {"rows": 7, "columns": 14, "base": 1, "turn_limit": 8}),
    Kind("thud", "", {"no_capture_limit": 8}, {"no_capture_limit": 8}),
    Kind("koom", "", {"no_progress_limit": 12, "battles": 1}, {"no_progress_limit": 12, "battles": 1}),
]
KINDS = {key: Kind(key) for key in GAMES} | {kind.game: kind for kind in SHORT}


def phase(app: Application) -> str:
    model = app.window.table.model
    return model.match.phase if model is not None and model.match is not None else ""


class Player:
    """Plays with the mouse alone or with the keyboard alone; picks at random among what the board allows."""

    def __init__(self, app: Application, seed: int = 1) -> None:
        self.app = app
        self.window, self.table = app.window, app.window.table
        self.turns = 0
        self._chance = random.Random(seed)

    async def play(self) -> None:
        """Play to the end of the match."""
        while True:
            await until(lambda: self._may_move() or phase(self.app) in ("between", "over"))
            if phase(self.app) == "over":
                await until(self.table.result.isVisible)
                return
            if phase(self.app) == "between":
                await self._be_ready()
            else:
                await self.turn()

    def _may_move(self) -> bool:
        return self.table.model is not None and self.table.model.can_move and self.table.builder.active

    async def turn(self) -> None:
        """Play one random legal turn."""
        before, builder = position(self.app), self.table.builder
        self.turns += 1
        if not self._writes():
            while builder.active:
                picks = builder.picks
                assert picks is not None
                if builder.can_confirm and (not picks.next or self._chance.random() < 0.7):
                    self.confirm()
                    break
                self.pick(self._choice(picks.next))
        await until(lambda: position(self.app) > before)

    def _choice(self, picks: frozenset[Pick]) -> Pick:
        """Prefer cells to buttons: passing twice would end many games at once."""
        cells: list[Pick] = sorted(pick for pick in picks if isinstance(pick, int))
        buttons: list[Pick] = sorted(pick for pick in picks if isinstance(pick, str))
        return self._chance.choice(cells if cells and self._chance.random() < 0.8 else buttons or cells)

    async def _be_ready(self) -> None:
        await until(lambda: usable(self.table.result, "ready"))
        self.press(within(self.table.result, "ready"))
        await until(lambda: phase(self.app) != "between")

    async def host(self, kind: Kind) -> None:
        """Open a table by the form."""
        self.press(self.window.home.host_tile)
        await until(lambda: self.window.page == "host")
        self._fill(self.window.host, kind)
        self.press(within(self.window.host, "go"))
        await until(lambda: self.window.page == "table")

    async def play_computer(self, kind: Kind) -> None:
        """Start a game against the computer of the lowest level."""
        self.press(self.window.home.computer_tile)
        await until(lambda: self.window.page == "here")
        page = self.window.here
        self._fill(page, kind)
        box = within(page, "kind_1")
        assert isinstance(box, QComboBox)
        self.choose(box, box.findData("level 1"))
        if kind.position is not None:
            self.press(page.position.switch)
            page.position.set_text(kind.position)
        self.press(within(page, "go"))
        await until(lambda: self.window.page == "table")

    def _fill(self, page: SetupPage, kind: Kind) -> None:
        """Choose the game and its options in the form."""
        self.choose_game(page, kind.game)
        if kind.preset:
            box = within(page, "presets")
            assert isinstance(box, QComboBox)
            self.choose(box, box.findText(kind.preset))
        for name, value in kind.numbers.items():
            field = within(page, f"option_{name}")
            assert isinstance(field, NumberField)
            if field.none is not None and field.none.isChecked():
                self.press(field.none)
            self.set_number(field.number, value)
            assert field.number.value() == value
        form = next(form for form in page.findChildren(OptionsForm) if form.isVisible())
        assert {name: form.values()[name] for name in kind.options} == kind.options

    def choose_game(self, page: SetupPage, game: str) -> None:
        self.press(within(page, f"game_{game}"))

    def press(self, part: QWidget) -> None:
        raise NotImplementedError

    def choose(self, box: QComboBox, index: int) -> None:
        raise NotImplementedError

    def set_number(self, box: QSpinBox, value: int) -> None:
        raise NotImplementedError

    def pick(self, pick: Pick) -> None:
        raise NotImplementedError

    def confirm(self) -> None:
        raise NotImplementedError

    def _writes(self) -> bool:
        """Type the turn if this player types turns; return whether it was typed."""
        return False

    def button(self, words: str) -> QAbstractButton:
        settle()
        found = [b for b in self.table.hint.findChildren(QAbstractButton) if b.isVisible() and b.text() == words]
        assert found, f"no button {words} beside the hint"
        return found[0]


class MousePlayer(Player):
    def __init__(self, app: Application, seed: int = 1) -> None:
        super().__init__(app, seed)
        self.mouse = Mouse()

    async def join(self, table: str) -> None:
        """Join a table of a known server from the list."""
        self.mouse.click(self.window.home.join_tile)
        await until(lambda: list_part(self.window.join, table))
        self.mouse.click(*row_part(self.window.join, table))
        self.mouse.click(within(self.window.join, "take_seat"))
        await until(lambda: self.window.page == "table")

    def press(self, part: QWidget) -> None:
        self.mouse.click(part)

    def pick(self, pick: Pick) -> None:
        if isinstance(pick, str):
            self.mouse.click(within(self.table.hint, f"action_{pick}"))
        else:
            self.mouse.click_cell(self.table.board, pick)

    def confirm(self) -> None:
        self.mouse.click(self.button("Confirm"))

    def choose(self, box: QComboBox, index: int) -> None:
        self.mouse.choose(box, index)

    def set_number(self, box: QSpinBox, value: int) -> None:
        self.mouse.step(box, value - box.value())


class KeyPlayer(Player):
    def __init__(self, app: Application, seed: int = 1) -> None:
        super().__init__(app, seed)
        self.keys = Keys()

    async def join(self, invitation: str) -> None:
        """Join by an invitation, typed into the address field."""
        self.keys.combine("Ctrl+J")
        await until(lambda: self.window.page == "join")
        self.keys.tab_to(self.window.join.address)
        self.keys.write(invitation)
        self.keys.press(Qt.Key.Key_Return)
        await until(lambda: usable(self.window.join, "accept_server"))
        self.keys.press(Qt.Key.Key_Space)
        await until(lambda: usable(self.window.join, "take_seat"))
        self.keys.tab_to(within(self.window.join, "take_seat"))
        self.keys.press(Qt.Key.Key_Space)
        await until(lambda: self.window.page == "table")

    def choose_game(self, page: SetupPage, game: str) -> None:
        """Go to the chosen game with Tab, and from there to another one with the arrow keys."""
        keys = list(GAMES)
        steps = keys.index(game) - keys.index(page.choice().game)
        self.keys.tab_to(within(page, f"game_{page.choice().game}"))
        self.keys.press(*[Qt.Key.Key_Right if steps > 0 else Qt.Key.Key_Left] * abs(steps))
        assert page.choice().game == game

    def press(self, part: QWidget) -> None:
        self.keys.tab_to(part)
        self.keys.press(Qt.Key.Key_Space)

    def _choice(self, picks: frozenset[Pick]) -> Pick:
        """Nearly always choose the nearest cell, which needs fewer arrow keys."""
        cells = frozenset(pick for pick in picks if isinstance(pick, int))
        if cells and self.table.board.has_cursor and self._chance.random() < 0.95:
            return shortest_way(self.table.board, cells)[0]
        return super()._choice(picks)

    def pick(self, pick: Pick) -> None:
        if isinstance(pick, str):
            self._press_game_button(pick)
            return
        if QApplication.focusWidget() is not self.table.board:
            self.keys.tab_to(self.table.board)
        self.keys.go_to(self.table.board, pick)
        self.keys.press(Qt.Key.Key_Space)

    def confirm(self) -> None:
        if QApplication.focusWidget() is not self.table.board:
            self.keys.tab_to(self.table.board)
        self.keys.press(Qt.Key.Key_Return)

    def _press_game_button(self, pick: str) -> None:
        shown = within(self.table.hint, f"action_{pick}")
        assert isinstance(shown, QAbstractButton)
        key = button_default(pick)
        if key:
            self.keys.combine(key)
        else:
            self.press(shown)

    def _writes(self) -> bool:
        """Type every other turn in the notation of the game."""
        if self.turns % 2:
            return False
        match = self.table.model.match if self.table.model is not None else None
        assert match is not None
        move = any_move(match.game, match.state, self._chance.randrange(1000))
        self.keys.combine("/")
        self.keys.write(match.game.format(match.state, move))
        self.keys.press(Qt.Key.Key_Return)
        return True

    def choose(self, box: QComboBox, index: int) -> None:
        self.keys.choose(box, index)

    def set_number(self, box: QSpinBox, value: int) -> None:
        self.keys.tab_to(box)
        self.keys.write(str(value))


def table_of(app: Application) -> str:
    return str(getattr(app.window.table.model, "table"))  # noqa: B009


def served_by(app: Application) -> Server:
    served = app.hosting.server
    assert served is not None
    return Server(served.fingerprint, (Address("127.0.0.1", served.port),))


async def play_out(player: Player, other: Opponent, table: str) -> None:
    """Let both play to the end, and check that both have the same match."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(other.play, table)
        await player.play()
    match = player.table.model.match if player.table.model is not None else None
    assert match is not None
    assert other.match is not None
    assert match.ended is not None
    assert (match.number, match.ended, match.state) == (other.match.number, other.match.ended, other.match.state)
    assert all(leg.reason == "board" for leg in match.legs_ended)
    await until(player.table.result.isVisible)
    assert player.turns >= 3
