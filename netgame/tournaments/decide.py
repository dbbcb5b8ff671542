"""Decide what a command to a tournament causes: events, or a sentence that refuses it."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, get_args

from netgame.errors import RulesError
from netgame.match.absence import read_new_absence, write_absence
from netgame.match.decide import Refused
from netgame.match.state import Games, InvalidEvent
from netgame.match.time_control import Control, read_control, write_control
from netgame.options import option_values
from netgame.text import N_
from netgame.tournaments import commands, events
from netgame.tournaments.commands import Command
from netgame.tournaments.events import Cancelled, Entry, Event, GameFinished, NoShow, Paired
from netgame.tournaments.pairing import pair
from netgame.tournaments.sheet import sheets
from netgame.tournaments.state import Appointment, Place, Tournament, evolve, table_of
from netgame.tournaments.values import FORMATS

MIN_PLACES, MAX_PLACES = 2, 200
MAX_ROUNDS = 50
MAX_ARENA_MINUTES = 360
DAY_S = 86_400
MAX_WAIT_S = 30 * DAY_S  # between rounds, and to appear
MAX_AHEAD_MS = 366 * 86_400_000  # of a start
MAX_INVITED = 1000
MAX_PROPOSALS = 20  # of times for one game
MAX_ENTRIES = 5  # of one player, who may leave and come back
MAX_EVENTS = 20_000  # of a log; then nothing but results and the end is added
RESULTS = ((2, 0), (1, 1), (0, 2), (0, 0))
CORRECTABLE_MS = 86_400_000  # from the end until results are final, if the director does not confirm them before


HandPairings = Sequence[tuple[str, str | None]]  # accounts of player 0 and player 1; None: a bye


@dataclass(frozen=True, slots=True)
class Actor:
    """The user who gives a command. A moderator may do all that a director may."""

    account: str
    is_moderator: bool = False


def decide(
    tournament: Tournament | None, command: Command, by: Actor, now: int, games: Games
) -> tuple[Event, ...] | Refused:
    """Return the events that a command causes, in order, as one append, or why it is refused. `now` is in ms."""
    try:
        if isinstance(command, commands.Create):
            if tournament is not None:
                raise InvalidEvent("key_reused", N_("There is a tournament with that id already"))
            return (_created(command, by, now, games),)
        if tournament is None:
            raise InvalidEvent("no_tournament", N_("There is no such tournament here"))
        return _Decision(tournament, by, now).decide(command)
    except RulesError as error:
        return Refused(getattr(error, "code", "bad_tournament"), error.text)


# ---- a new tournament


def _created(command: commands.Create, by: Actor, now: int, games: Games) -> events.Created:
    terms = asdict(command)
    kind = games.get(command.game)
    if kind is None:
        raise InvalidEvent("unknown_game", N_("No game called {game} is known here"), game=command.game[:40])
    if command.format not in FORMATS:
        raise InvalidEvent("bad_format", N_("No kind of tournament is called {format}"), format=command.format[:40])
    if command.entry not in get_args(Entry):
        raise InvalidEvent("bad_entry", N_("A tournament is open, or by invitation"))
    if command.no_show not in get_args(NoShow):
        raise InvalidEvent("bad_no_show", N_("Players who did not appear are asked, withdrawn, or kept"))
    if not command.title.strip():
        raise InvalidEvent("bad_title", N_("Give the tournament a title"))
    control = read_control(command.clock)
    terms["options"] = option_values(kind(**command.options))
    terms["clock"], terms["absence"] = write_control(control), write_absence(read_new_absence(command.absence, control))
    _check_range(command.places, MIN_PLACES, MAX_PLACES, N_("A tournament has from {low} to {high} places"))
    most = MAX_ROUNDS if command.format == "swiss" else 0
    if command.rounds and not most:
        raise InvalidEvent("bad_rounds", N_("Only a Swiss tournament has a number of rounds to choose"))
    _check_range(command.rounds, 0, most, N_("A tournament has at most {high} rounds"))
    _check_range(command.pause_s, 0, MAX_WAIT_S, _WAIT)
    _check_range(command.round_every_s, 0, MAX_WAIT_S, _WAIT)
    _check_range(command.appear_s, 0, MAX_WAIT_S, _WAIT)
    _check_start(command.starts_at, now)
    if command.round_every_s == 0 or command.round_every_s % DAY_S or command.format == "arena":
        terms["zone"] = ""
    if command.appointments and command.format != "swiss" and "round_robin" not in command.format:
        raise InvalidEvent("bad_terms", N_("Players agree on times only in a Swiss or a round robin"))
    if not command.pauses and terms["absence"].startswith("adjourn"):
        raise InvalidEvent("bad_terms", N_("Without pauses no game can be adjourned when a player is absent"))
    if command.format == "arena":
        _check_arena(command, control)
    else:
        terms["arena_minutes"] = 0
    return events.Created(number=1, at=now, by=by.account, **terms)


_WAIT = N_("A pause, or the time in which players have to appear, is at most {high} seconds")


def _check_range(value: int, low: int, high: int, template: str) -> None:
    if not low <= value <= high:
        raise InvalidEvent("bad_number", template, low=low, high=high)


def _check_start(starts_at: int | None, now: int) -> None:
    if starts_at is None:
        return
    if starts_at < now:
        raise InvalidEvent("bad_date", N_("The start of the tournament is in the past"))
    if starts_at > now + MAX_AHEAD_MS:
        raise InvalidEvent("bad_date", N_("The start of the tournament is more than a year ahead"))


def _check_arena(command: commands.Create, control: Control) -> None:
    _check_range(command.arena_minutes, 1, MAX_ARENA_MINUTES, N_("An arena lasts from {low} to {high} minutes"))
    if control.kind in ("none", "days"):
        raise InvalidEvent("bad_clock", N_("An arena needs clocks of minutes, so that its games end in time"))


# ---- a tournament that is there


@dataclass(frozen=True, slots=True)
class Doubts:
    """What a director may not have meant: the accounts of players who would have a second bye, or no game at all."""

    second_byes: tuple[str, ...]
    left_over: tuple[str, ...]


def doubts_of_pairing(tournament: Tournament, pairings: HandPairings) -> Doubts:
    """Return what to ask a director about pairings by hand of the last round."""
    *before, boards = tournament.rounds
    named = {account for pairing in pairings for account in pairing if account is not None}
    dissolved = (board for board in boards if set(board.accounts) & named)
    left = (account for board in dissolved for account in board.accounts if account not in named)
    known = sheets(tournament.entrants, tournament.games[: len(before)])
    byes = (first for first, second in pairings if second is None and first in known)
    return Doubts(
        tuple(account for account in byes if known[account].had_bye),
        tuple(account for account in left if tournament.players[account].last_round is None),
    )


def is_correctable(tournament: Tournament, now: int) -> bool:
    """Tell whether results of a tournament that is over can still be corrected at a time in ms."""
    end = tournament.end
    is_open = end is not None and not isinstance(end, Cancelled) and not tournament.is_confirmed
    return is_open and end is not None and now < end.at + CORRECTABLE_MS


class _Decision:
    """The decision on one command."""

    def __init__(self, tournament: Tournament, by: Actor, now: int) -> None:
        self._t, self._by, self._at = tournament, by, max(now, tournament.at)
        self._events: list[Event] = []

    def decide(self, command: Command) -> tuple[Event, ...]:
        t = self._t
        if t.phase == "over" and not (
            isinstance(command, commands.Correct | commands.Confirm) and is_correctable(t, self._at)
        ):
            raise InvalidEvent("over", N_("The tournament is over"))
        if t.number >= MAX_EVENTS and not isinstance(command, commands.Cancel | commands.Finish | commands.Correct):
            raise InvalidEvent("too_long", N_("The log of the tournament is full. The director can end it"))
        match command:
            case commands.Enter(rating=rating):
                self._enter(rating)
            case commands.Withdraw():
                if not self._plays(self._by.account):
                    raise InvalidEvent("not_entered", N_("You do not take part in this tournament"))
                self._leave(self._by.account, events.Withdrew)
            case commands.ProposeTime(round, board, starts_at):
                self._propose_time(self._place(round, board), starts_at)
            case commands.WithdrawTime(round, board):
                self._withdraw_time(self._place(round, board))
            case _:
                self._check_director()
                self._direct(command)
        return tuple(self._events)

    def _check_director(self) -> None:
        if self._by.account != self._t.director and not self._by.is_moderator:
            raise InvalidEvent("not_director", N_("Only the director of the tournament can do that"))

    def _direct(self, command: Command) -> None:
        t = self._t
        match command:
            case commands.Invite(account):
                self._invite(account)
            case commands.Remove(account):
                if not self._plays(account) and account not in t.invited:
                    raise InvalidEvent("not_entered", N_("That player does not take part in this tournament"))
                self._leave(account, events.Removed)
            case commands.Start():
                if t.phase != "open":
                    raise InvalidEvent("started", N_("The tournament has started already"))
                if len(t.players) < MIN_PLACES:
                    raise InvalidEvent("too_few", N_("A tournament needs two players or more"))
                self._add(events.Started)
            case commands.Pause() | commands.Resume():
                if t.is_paused == isinstance(command, commands.Pause):
                    raise InvalidEvent(
                        "no_change", N_("The tournament is paused already") if t.is_paused else N_("It is not paused")
                    )
                self._add(events.Resumed if t.is_paused else events.Paused)
            case commands.Cancel():
                self._add(events.Cancelled)
            case commands.Finish():
                self._check_running()
                if next(t.open_boards, None) is not None:
                    raise InvalidEvent("games_open", N_("Some games are not over. Set their results first"))
                self._add(events.Ended, cause="director")
            case commands.Confirm():
                if t.phase != "over":
                    raise InvalidEvent("not_over", N_("Results are confirmed when the tournament is over"))
                self._add(events.Confirmed)
            case commands.Direct(account):
                if account == t.director:
                    raise InvalidEvent("no_change", N_("That player directs the tournament already"))
                self._add(events.Directed, account=account)
            case commands.Correct(round, board, points, played):
                self._correct(round, board, points, played)
            case commands.Replay(round, board):
                self._replay(round, board)
            case commands.PairByHand(round, pairings, anyway):
                self._pair_by_hand(round, pairings, anyway)
            case _:
                raise InvalidEvent("unknown_command", N_("A tournament knows no such command"))

    def _add(self, event: Callable[..., Event], **values: Any) -> None:
        made = event(number=self._t.number + 1, at=self._at, by=self._by.account, **values)
        self._t = evolve(self._t, made)
        self._events.append(made)

    def _check_running(self) -> None:
        if self._t.phase != "running":
            raise InvalidEvent("not_started", N_("The tournament has not started yet"))

    def _plays(self, account: str) -> bool:
        player = self._t.players.get(account)
        return player is not None and player.last_round is None

    # ---- players

    def _enter(self, rating: int) -> None:
        t, account = self._t, self._by.account
        if self._plays(account) and not t.players[account].is_asked:
            raise InvalidEvent("entered", N_("You take part in this tournament already"))
        if account in t.removed:
            raise InvalidEvent("removed", N_("The director has removed you from this tournament"))
        if t.created.entry == "invited" and account not in t.invited:
            raise InvalidEvent("not_invited", N_("This tournament is by invitation. Ask its director for one"))
        if not self._plays(account):
            self._check_entries()
        if t.entries.get(account, 0) >= MAX_ENTRIES:
            raise InvalidEvent("too_often", N_("You have entered and left this tournament too often"))
        if len(t.active) >= t.created.places and not self._plays(account):
            raise InvalidEvent("full", N_("All {count} places of the tournament are taken"), count=t.created.places)
        self._add(events.Entered, account=account, rating=rating)

    def _check_entries(self) -> None:
        if not self._t.takes_entries():
            raise InvalidEvent("started", N_("The tournament has started, and takes no more players"))

    def _leave(self, account: str, event: Callable[..., Event]) -> None:
        place = self._t.board_of(account)
        self._add(event, account=account)
        if place is not None:
            points = (0, 2) if place.board.paired.first == account else (2, 0)
            self._add(GameFinished, round=place.round, board=place.index, points=points, played=False, cause="withdrew")

    def _invite(self, account: str) -> None:
        t = self._t
        if self._plays(account):
            raise InvalidEvent("entered", N_("That player takes part already"))
        if account in t.unanswered:
            raise InvalidEvent("no_change", N_("That player has an invitation already"))
        self._check_entries()
        if len(t.invited) >= MAX_INVITED:
            raise InvalidEvent("too_many", N_("A tournament has at most {count} invitations"), count=MAX_INVITED)
        self._add(events.Invited, account=account)

    # ---- games

    def _place(self, round: int, index: int) -> Place:
        """Return a board with two players. Raise `InvalidEvent` if its result is fixed."""
        if self._t.phase != "over":
            self._check_running()
        rounds = self._t.rounds
        if not 1 <= round <= len(rounds) or not 0 <= index < len(rounds[round - 1]):
            raise InvalidEvent("no_game", N_("There is no such game in this tournament"))
        board = rounds[round - 1][index]
        if board.paired.second is None:
            raise InvalidEvent("no_game", N_("A bye is no game"))
        if self._t.created.format == "knockout" and round < len(rounds):
            raise InvalidEvent("too_late", N_("The next round of this knock-out has begun, so its results stay"))
        return Place(round, index, board)

    def _appointment(self, place: Place) -> Appointment:
        """Return the appointment of an own game that has not begun. Raise `InvalidEvent` without one."""
        if self._by.account not in place.board.accounts:
            raise InvalidEvent("not_yours", N_("Only the two players of a game agree on its time"))
        if place.board.appointment is None:
            raise InvalidEvent("no_appointment", N_("This game begins without an appointment, or has begun"))
        return place.board.appointment

    def _propose_time(self, place: Place, starts_at: int) -> None:
        known = self._appointment(place)
        if starts_at < self._at:
            raise InvalidEvent("bad_date", N_("This time is in the past"))
        if starts_at > known.latest_at:
            raise InvalidEvent("bad_date", N_("The game has to begin before the time of its round is over"))
        is_agreed = known.proposed_by not in ("", self._by.account) and known.proposed_at == starts_at
        if not is_agreed and (starts_at == known.agreed_at or starts_at == known.proposed_at):
            raise InvalidEvent("no_change", N_("This time is agreed or proposed already"))
        if not is_agreed and known.proposals >= MAX_PROPOSALS:
            raise InvalidEvent(
                "too_often", N_("Too many times were proposed for this game. Accept or decline the last")
            )
        event = events.TimeAgreed if is_agreed else events.TimeProposed
        self._add(event, round=place.round, board=place.index, starts_at=starts_at)

    def _withdraw_time(self, place: Place) -> None:
        if not self._appointment(place).proposed_at:
            raise InvalidEvent("no_change", N_("No time is proposed for this game"))
        self._add(events.TimeWithdrawn, round=place.round, board=place.index)

    def _correct(self, round: int, index: int, points: tuple[int, int], played: bool) -> None:
        board = self._place(round, index).board
        if points not in RESULTS:
            raise InvalidEvent("bad_result", N_("A result is a win, a draw, or no point for both"))
        if points == (1, 1) and not played:
            raise InvalidEvent("bad_result", N_("A draw cannot be by forfeit"))
        if (points, played and sum(points) > 0) == (board.points, board.played):
            raise InvalidEvent("no_change", N_("The game has that result already"))
        self._add(events.Corrected, round=round, board=index, points=points, played=played)
        t = self._t
        is_knockout_over = t.phase == "over" and t.created.format == "knockout"
        missing = pair("knockout", t.entrants, t.games, len(t.rounds) + 1) if is_knockout_over else ()
        if any(set(pairing.accounts) == set(board.accounts) for pairing in missing):
            raise InvalidEvent("bad_result", N_("The tournament is over, so this meeting needs a winner"))

    def _replay(self, round: int, index: int) -> None:
        board = self._place(round, index).board
        for account in board.accounts:
            if not self._plays(account):
                raise InvalidEvent("not_entered", N_("A player of that game has left the tournament"))
            if (place := self._t.board_of(account)) is not None and place.board is not board:
                raise InvalidEvent("plays", N_("A player of that game plays another one now"))
        game = replace(board.paired, table=table_of(self._t.id, self._t.number + 1, index))
        self._add(events.Replayed, round=round, board=index, game=game)

    def _pair_by_hand(self, round: int, pairings: HandPairings, anyway: bool) -> None:
        self._check_running()
        t = self._t
        if t.created.format != "swiss":
            raise InvalidEvent(
                "bad_pairing", N_("Only a Swiss can be paired by hand: in other tournaments later rounds would not fit")
            )
        if not t.rounds or round != len(t.rounds):
            raise InvalidEvent("bad_pairing", N_("Only the pairings of the last round can be changed"))
        named = [account for pairing in pairings for account in pairing if account is not None]
        if not named or len(named) != len(set(named)):
            raise InvalidEvent("bad_pairing", N_("Name each player of the new pairings once"))
        if not all(map(self._plays, named)):
            raise InvalidEvent("bad_pairing", N_("A player of these pairings does not take part"))
        there = {(board.paired.first, board.paired.second) for board in t.rounds[-1]}
        pairings = [pairing for pairing in pairings if pairing not in there]
        if not pairings:
            raise InvalidEvent("no_change", N_("The players are paired like that already"))
        named = [account for pairing in pairings for account in pairing if account is not None]
        if any(place.round < round and set(place.board.accounts) & set(named) for place in t.open_boards):
            raise InvalidEvent("plays", N_("A player of these pairings replays a game of an earlier round now"))
        boards: list[Paired | None] = []
        for board in t.rounds[-1]:
            is_kept = not set(board.accounts) & set(named)
            if not is_kept and not board.is_open and board.paired.table:
                raise InvalidEvent("bad_pairing", N_("The game of one of these players is over in this round"))
            boards.append(board.paired if is_kept else None)
        doubts = doubts_of_pairing(t, pairings)
        if doubts.second_byes and not anyway:
            raise InvalidEvent("second_bye", N_("A player would have a second bye. Confirm that this is right"))
        if doubts.left_over and not anyway:
            raise InvalidEvent("left_over", N_("A player would be without a game. Confirm that this is right"))
        for pairing in pairings:  # boards keep their index where that is possible
            index = boards.index(None) if None in boards else len(boards)
            table = table_of(t.id, t.number + 1, index) if pairing[1] is not None else ""
            boards[index : index + 1] = [Paired(*pairing, table=table)]
        self._add(events.PairedByHand, round=round, boards=tuple(filter(None, boards)))
