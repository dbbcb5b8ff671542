"""The profile of a player at a server: ratings, curves, matches won and lost."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.titled_page import TitledPage
from client_qt.text.locale_formats import day, local_time, moment
from client_qt.text.rules_text import game_title
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label
from client_qt.widgets.curve import Chart, Curve, padded
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import STRETCH, add_to, clear, column, row, scrolled
from client_qt.widgets.tiles import game_scene
from netgame.match.events import RatingChange
from netgame.match.rating import is_provisional
from netgame.text import fill
from protocol.messages import Profile, Results, Standing

LEAST_SPAN = 5000  # hundredths of a point; a smaller range would make small changes look large
ROOM = 0.08  # above the highest and below the lowest rating, as a share of the range


class ProfilePage(TitledPage):
    """Shows one profile."""

    history = Signal()  # the matches of this player
    account = Signal()  # the player's own account
    write = Signal(str)  # a direct message to this player, with their name
    challenge = Signal(str)  # this player, with their name
    against = Signal()  # the matches of this player against the user
    relate = Signal(str)  # follow this player, or with an empty text no longer

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "profile", tr("Profile"), parent)

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        self._matches = Button(theme, tr("Matches"), "moves", name="profile_history", clicked=self.history)
        self._account = Button(theme, tr("Account"), "lock", name="profile_account", clicked=self.account)
        self._write = Button(theme, tr("Write a message"), "chat", name="profile_write", clicked=self._wish_to_write)
        self._challenge = Button(
            theme, tr("Challenge ..."), "players", "primary", name="profile_challenge", clicked=self._wish_challenge
        )
        self._follow = Button(theme, tr("Follow"), "players", name="profile_follow", clicked=self._wish_to_follow)
        self._against = Button(theme, tr("Against me"), "moves", name="profile_against", clicked=self.against)
        self._name, self._follows = "", False
        self._results: dict[str, Results] = {}  # of the user against this player, by game
        for button in (
            self._challenge, self._write, self._follow, self._against, self._matches, self._account,
        ):  # fmt: skip
            self._header.add(button)
            button.setVisible(button is self._matches)
        inner = QWidget(self)
        self._games = add_to(column(theme, inner, gap="m"), STRETCH)
        self._body.addWidget(scrolled(inner, self), 1)

    @property
    def player(self) -> str:
        """The name of the player whose profile is shown."""
        return self._name

    def show_waiting(self, name: str, own: bool = False, online: bool = False) -> None:
        """Show that the server is asked for a profile. Others can be written to while they are online."""
        self._name = name
        self._account.setVisible(own)
        self._results = {}
        for hidden in (self._challenge, self._follow, self._against):
            hidden.hide()
        self._write.setVisible(online and not own)
        self._matches.setEnabled(False)
        self._header.set_title(name or tr("Profile"))
        self._show_standings([])
        self.show_note(tr("Asking the server ..."))

    def show_profile(self, profile: Profile, *, may_challenge: bool = False, may_write: bool = False) -> None:
        """Show a profile."""
        self._name = profile.name
        self._challenge.setVisible(may_challenge)
        self._write.setVisible(may_write)
        self._header.set_title(profile.name or tr("Profile"))
        guest = tr("A guest: rated matches need a registered account.")
        notes = [tr("Registered at this server.") if profile.registered else guest]
        if profile.vacation:
            notes.append(fill(tr("On vacation until {time}."), {"time": moment(local_time(profile.vacation))}))
        if profile.aborted:
            notes.append(fill(tr("Rated games aborted alone: {count}."), {"count": profile.aborted}))
        if not profile.standings:
            notes.append(tr("No match finished yet. Ratings and results appear here."))
        self.show_note(" ".join(notes))
        self._matches.setEnabled(True)
        self._show_standings(profile.standings)

    def show_results(self, results: Sequence[Results], standings: Sequence[Standing]) -> None:
        """Show the results of the user against this player beside the standings."""
        self._results = {each.game: each for each in results}
        self._against.setVisible(bool(results))
        self._show_standings(standings)

    def show_relation(self, relation: str) -> None:
        """Offer to follow this player, or to end that. One who is blocked cannot be followed."""
        self._follows = relation == "follow"
        self._follow.setText(tr("Unfollow") if self._follows else tr("Follow"))
        self._follow.setVisible(relation != "block")

    def _wish_to_follow(self) -> None:
        self.relate.emit("" if self._follows else "follow")

    def _wish_to_write(self) -> None:
        self.write.emit(self._name)

    def _wish_challenge(self) -> None:
        self.challenge.emit(self._name)

    def _show_standings(self, standings: Sequence[Standing]) -> None:
        clear(self._games)
        for standing in standings:
            self._games.insertWidget(self._games.count() - 1, self._game(standing))

    def _own_results(self, game: str) -> list[QWidget]:
        results = self._results.get(game)
        return [label(_own_words(results), "body", wrap=True, name=f"against_{game}")] if results is not None else []

    def _game(self, standing: Standing) -> QWidget:
        theme, rating = self._theme, rating_words(standing)
        title = game_title(standing.game)
        frame = card("surface", self)
        frame.setObjectName(f"standing_{standing.game}")
        scene = game_scene(theme, standing.game, 0.5, frame)
        theme.scale(scene.setFixedSize, 6, 6)
        note = tr("The question mark: too few matches to be sure of it.") if standing.provisional else ""
        if not rating:
            note = tr("No rated match of this game yet. Ratings begin with the first one.")
        counts = {"won": standing.won, "lost": standing.lost, "drawn": standing.drawn}
        words = add_to(
            column(theme, gap="xs"),
            ElidedLabel(title, "heading"),
            label(rating or tr("Not rated yet"), "lead", "ink" if rating else "muted"),
            label(fill(tr("{won} won, {lost} lost, {drawn} drawn"), counts), "body"),
            *self._own_results(standing.game),
            label(note, "small", "muted", wrap=True),
            STRETCH,
        )
        inside = add_to(row(theme, frame, gap="l", margin="m"), (scene, Qt.AlignmentFlag.AlignTop), (words, 2))
        if rating and standing.curve:
            described = _curve_words(title, standing.curve)
            curve = Curve(theme, _chart(standing.curve), described, frame)
            curve.setObjectName(f"curve_{standing.game}")
            curve.setToolTip(described)
            inside.addWidget(curve, 3)
        return frame


def _own_words(results: Results) -> str:
    counts = {"won": results.won, "lost": results.lost, "drawn": results.drawn}
    return fill(tr("You against this player: {won} won, {lost} lost, {drawn} drawn"), counts)


def rating_words(standing: Standing) -> str:
    """The rating in whole points, with a question mark while it is provisional."""
    if standing.rating is None:
        return ""
    return f"{round(standing.rating / 100)}{' ?' if standing.provisional else ''}"


def rating_change(change: RatingChange) -> str:
    """The rating after a match and the change by it: "1512 (+12)"."""
    before, after = round(change.before[0] / 100), round(change.after[0] / 100)
    doubt = " ?" if is_provisional(change.after) else ""
    return f"{after}{doubt} ({after - before:+d})"


def _chart(curve: list[tuple[int, int]]) -> Chart:
    """The rating after each rated match; the scale has the highest and the lowest."""
    ratings = [rating for _at, rating in curve]
    low, high = padded(ratings, LEAST_SPAN, ROOM)
    scale = tuple((float(rating), str(round(rating / 100))) for rating in (max(ratings), min(ratings)))
    return Chart(tuple(ratings), low, high, scale, dots=frozenset((len(ratings) - 1,)))


def _curve_words(title: str, curve: list[tuple[int, int]]) -> str:
    """A curve for a screen reader."""
    ratings = [round(rating / 100) for _at, rating in curve]
    words: dict[str, str | int] = {
        "game": title, "n": len(ratings), "first": ratings[0], "last": ratings[-1], "low": min(ratings),
        "high": max(ratings), "since": day(local_time(curve[0][0])),
    }  # fmt: skip
    if len(ratings) == 1:
        return fill(tr("Rating in {game}: one match, {last}"), words)
    return fill(
        tr("Rating in {game} over {n} matches since {since}: from {first} to {last}, lowest {low}, highest {high}"),
        words,
    )
