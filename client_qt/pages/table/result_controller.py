"""What stands in place of the hint line while nobody is to move: readiness, pauses, the results of legs and matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from client_qt.pages.table.actions import TableActions
from client_qt.pages.table.result_strip import ResultStrip
from client_qt.table.clocks import control_words
from client_qt.table.model import TableModel
from client_qt.table.offers import ended_words, pause_headline, pause_words, rating_words, series_words
from client_qt.table.status import both, winning_pieces
from client_qt.text.rules_text import leg_result, match_result, options_line, say, side, tr
from client_qt.theme import Theme
from client_qt.theme.controls import Kind
from netgame.match.state import Match, other
from netgame.match.time_control import read_control
from netgame.text import fill

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage


class ResultController(QObject):
    """Belongs to one table page and speaks through its result strip."""

    def __init__(self, theme: Theme, page: TablePage, deeds: TableActions) -> None:
        super().__init__(page)
        self._theme = theme
        self._page = page
        self._deeds = deeds
        page.result.acted.connect(lambda: page.board.setFocus())
        self._shown: object = None  # what the result strip shows, so that its buttons stay while nothing changes

    def forget(self) -> None:
        """Another table is shown."""
        self._shown = None

    def ask_resign(self) -> None:
        self._deeds.ask_resign()

    def ask_stop(self) -> None:
        self._deeds.ask_stop()

    def show_bottom(self, model: TableModel, live: bool) -> None:
        """The strip in place of the hint line, where there is something to say or to do that is no move."""
        match = model.match
        kind = _kind(model, match) if match is not None else ""
        self._page.show_result_strip(live and bool(kind))
        if match is None or not kind:
            self._shown = None
            return
        ready = tuple(sorted(match.ready))
        key = (kind, match.leg, ready, model.status, match.seats, match.paused, model.rematch_offers, match.away,
               model.presence)  # fmt: skip
        if key == self._shown:
            return
        self._shown = key
        shows: dict[str, Callable[[TableModel, Match], None]] = {
            "seats": self._show_seats, "paused": self._show_paused, "between": self._show_between,
            "over": self._show_over,
        }  # fmt: skip
        with self._strip.changing():
            shows[kind](model, match)

    @property
    def _strip(self) -> ResultStrip:
        return self._page.result

    # ---- before the start

    def _show_seats(self, model: TableModel, match: Match) -> None:
        """Both agree on what is played, or change it by standing up."""
        me = next(iter(model.mine), None)
        names = [seated.name for seated in match.seats if seated is not None and seated.player not in match.ready]
        if me is None:
            waits = fill(tr("Waiting for {names}"), {"names": ", ".join(names)}) if names else ""
            free = not all(match.seats)
            self._strip.show_result(tr("A seat is free") if free else waits, self._agreed(match))
            if free and not model.is_local:
                self._button(tr("Sit down"), "join", "primary", "sit", model.take_seat)
            return
        ready = me in match.ready
        full = all(match.seats)
        headline = fill(tr("You play {side}"), {"side": side(match, me)})
        self._strip.show_result(headline, self._agreed(match))
        self._button(tr("Stand up"), None, "plain", "stand", model.leave_seat)
        if not full:
            self._button(tr("Change sides"), "flip", "plain", "change_sides", self._change_sides)
        words = tr("Ready") if not ready else tr("Waiting for the other side")
        self._button(words, "confirm", "primary", "ready", model.ready, enabled=not ready)

    def _agreed(self, match: Match) -> str:
        """What is played, in a line."""
        created = match.created
        parts = [match.game.title, options_line(type(match.game), created.options)]
        if created.clock != "none":
            parts.append(control_words(read_control(created.clock)))
        return "  ·  ".join([*parts, *([tr("rated")] if created.rated else [])])

    def _change_sides(self) -> None:
        model = self._page.model
        if model is not None and len(model.mine) == 1:
            me = next(iter(model.mine))
            match = model.match
            model.take_seat(other(me), ready=match is not None and me in match.ready)

    # ---- in between

    def _show_paused(self, model: TableModel, match: Match) -> None:
        assert match.paused is not None
        agreed = match.paused.cause in ("agreed", "adjourned")
        missing = [p for p in (0, 1) if p not in match.ready] if match.ready else []
        waits = model.name_of(1 if missing[0] else 0) if agreed and missing else ""
        mine = bool(model.mine) and set(model.mine) <= match.ready
        detail = pause_words(match, match.paused, waits if mine or not model.mine else "")
        if agreed and waits and not mine and model.mine:
            detail = fill(tr("{name} wants to go on."), {"name": both(model)[1 if 1 in match.ready else 0]})
        self._strip.show_result(pause_headline(match.paused), detail)
        if model.mine and agreed:
            self._button(tr("Go on"), "play", "primary", "resume", model.ready, enabled=not mine)

    def _show_between(self, model: TableModel, match: Match) -> None:
        ended = match.legs_ended[-1]
        headline = leg_result(match, ended, both(model), model.mine)
        self._strip.show_result(headline, _reason(match), winning_pieces(match, ended.winner))
        if not model.mine:
            return
        ready = frozenset(model.mine) <= match.ready
        words = fill(tr("Start battle {leg}"), {"leg": match.leg + 2})
        words = tr("Waiting for the other side") if ready else words
        self._button(words, "play", "primary", "ready", model.ready, enabled=not ready)

    # ---- the end

    def _show_over(self, model: TableModel, match: Match) -> None:
        ended = match.ended
        assert ended is not None
        names = both(model)
        headline = match_result(match, ended, names, model.mine)
        how = _reason(match) if match.game.legs == 1 else self._legs(model, match)
        parts = (
            ended_words(match, ended, names, model.mine) or how,
            rating_words(ended, names),
            series_words(match, names),
        )
        pieces = winning_pieces(match, ended.winner) if match.game.legs == 1 else ()  # else the sides swapped
        detail = "  ·  ".join(part for part in parts if part)
        self._strip.show_result(headline, detail, pieces if ended.reason != "aborted" else ())
        page = self._page
        self._button(tr("Home"), "home", "plain", "result_home", page.home.emit)
        self._button(tr("Replay"), "play", "plain", "result_replay", page.replay.emit)
        self._button(tr("Save"), "save", "plain", "result_save", page.save.emit)
        if model.is_local:
            self._button(tr("Play again"), "play", "primary", "again", page.again.emit)
        elif len(model.mine) == 1:
            self._rematch(model)

    def _rematch(self, model: TableModel) -> None:
        """Offer it, or go to the table that came of it."""
        offers, me = model.rematch_offers, next(iter(model.mine))
        if offers.made:
            self._button(tr("To the rematch"), "play", "primary", "to_rematch", self._open_rematch)
            return
        there = model.presence[other(me)] and offers.closed != "left"
        free = offers.offers[me] is None and there and model.status == "online"
        button = self._strip.add_action(tr("Rematch"), "flip", "primary", "rematch")
        button.setEnabled(free)
        if not there:
            button.setToolTip(tr("The other side has gone."))
        if button.menu() is not None:
            return
        menu = QMenu(button)
        for words, name, slot in (
            (tr("With the sides swapped"), "rematch_swap", self._rematch_swapped),
            (tr("With the same sides"), "rematch_same", self._rematch_same),
        ):
            action = menu.addAction(words)
            action.setObjectName(name)
            action.triggered.connect(slot)
        button.setMenu(menu)

    def _rematch_swapped(self) -> None:
        if self._page.model is not None:
            self._page.model.rematch(True)

    def _rematch_same(self) -> None:
        if self._page.model is not None:
            self._page.model.rematch(False)

    def _open_rematch(self) -> None:
        if self._page.model is not None:
            self._page.open_table.emit(self._page.model.rematch_offers.made)

    def _legs(self, model: TableModel, match: Match) -> str:
        results = []
        for leg in match.legs_ended:
            words: dict[str, str | int] = {
                "leg": leg.leg + 1,
                "result": leg_result(match, leg, both(model), model.mine),
            }
            results.append(fill(tr("Battle {leg}: {result}"), words))
        return "  ".join(results)

    def _button(
        self, words: str, icon: str | None, kind: Kind, name: str, do: Callable[[], None], enabled: bool = True
    ) -> None:
        button = self._strip.add_action(words, icon, kind, name)
        model = self._page.model
        online = model is not None and (model.status == "online" or name.startswith("result") or name == "again")
        button.setEnabled(enabled and online)
        self._strip.when_pressed(button, do)


def _kind(model: TableModel, match: Match) -> str:
    """What the strip is about; empty while the hint line stands there."""
    if match.phase == "over":
        return "over"
    if model.is_review:
        return "between" if match.phase == "between" else ""
    if match.paused is not None:
        return "paused"
    if match.phase == "between":
        return "between"
    return "seats" if match.phase == "open" else ""


def _reason(match: Match) -> str:
    """How it was counted."""
    return say(match.over.reason) if match.over is not None else ""
