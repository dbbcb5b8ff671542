"""Formats, results and events of tournaments in words."""

from collections.abc import Callable

from client_qt.text.clock_words import seconds_words
from client_qt.text.locale_formats import local_time, moment
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from netgame.text import fill
from netgame.tournaments import events as e
from netgame.tournaments.export import CAUSES, END_CAUSES, FORMAT_NAMES, half_points
from netgame.tournaments.state import Appointment, Board
from netgame.tournaments.values import Points

NameOf = Callable[[str], str]  # the name of an account


def format_words(format: str) -> str:
    """Return the name of a format; the key of an unknown one."""
    return tr(FORMAT_NAMES.get(format, format))


def format_sentence(format: str) -> str:
    """Explain a format in one sentence."""
    return {
        "round_robin": tr("Everybody plays everybody once."),
        "double_round_robin": tr("Everybody plays everybody twice, once on each side."),
        "swiss": tr("In each round players with about the same points meet, and nobody meets the same player twice."),
        "knockout": tr("The loser of a match leaves, until one player is left."),
        "arena": tr("For a fixed time, each player who is free gets the next opponent at once."),
    }[format]  # fmt: skip


def result_words(points: Points) -> str:
    """Return the result of a game."""
    return " : ".join(map(half_points, points))


def cause_words(board: Board) -> str:
    """Say why a board has its result; empty for a game that was played."""
    return tr(CAUSES[board.cause]) if board.cause in CAUSES else ""


def when_words(at_ms: int) -> str:
    """Return a date and time of the server in the zone of this computer."""
    return moment(local_time(at_ms))


def wait_words(seconds: int) -> str:
    """Return a time that was agreed, in words."""
    days = seconds // 86_400
    return tr("%n day(s)", days) if days and not seconds % 86_400 else seconds_words(seconds * 1000)


def event_words(event: e.Event, name_of: NameOf, board: e.Paired | None = None) -> str:
    """Return what happened, as a sentence. `board` is the one whose result the event is."""
    by = fill(tr("by {name}"), {"name": name_of(event.by)}) if event.by else ""
    match event:
        case e.Created(title=title):
            return fill(tr("{name} made the tournament {title}"), {"name": name_of(event.by), "title": title})
        case e.Invited(account=account):
            return dotted(_about(tr("{name} is invited"), account, name_of), by)
        case e.Entered(account=account):
            return _about(tr("{name} takes part"), account, name_of)
        case e.Withdrew(account=account):
            return _about(tr("{name} withdrew"), account, name_of)
        case e.Removed(account=account):
            return dotted(_about(tr("{name} was removed"), account, name_of), by)
        case e.Started():
            return dotted(tr("The tournament started"), by)
        case e.RoundPaired(round=number, boards=boards):
            words = fill(tr("Round {round} was paired"), {"round": number})
            return dotted(words, tr("%n game(s)", len(boards)))
        case e.GameFinished(round=number, points=points) | e.Corrected(round=number, points=points):
            corrected = tr("set by the director") if isinstance(event, e.Corrected) else ""
            forfeit = "" if event.played or isinstance(event, e.GameFinished) else tr("by forfeit")
            template = tr("Round {round}: {first} and {second}, {result}")
            return dotted(_about_board(template, number, board, name_of, points), forfeit, corrected, by)
        case e.TimeProposed() | e.TimeAgreed() | e.TimeWithdrawn() | e.GameBegun():
            game_words = _about_board(tr("Round {round}: {first} and {second}"), event.round, board, name_of)
            return dotted(game_words, _time_words(event, name_of), by if isinstance(event, e.TimeWithdrawn) else "")
        case e.Replayed(round=number, game=game):
            template = tr("Round {round}: {first} and {second} play again")
            return dotted(_about_board(template, number, game, name_of), by)
        case e.PairedByHand(round=number):
            return dotted(fill(tr("Round {round} was paired by hand"), {"round": number}), by)
        case e.Paused():
            return dotted(tr("Paused"), by)
        case e.Resumed():
            return dotted(tr("Resumed"), by)
        case e.Directed(account=account):
            return dotted(_about(tr("{name} directs the tournament"), account, name_of), by)
        case e.Banned(account=account, until=until):
            return f"{name_of(account)}: {ban_words(until)}"
        case e.Unbanned(account=account):
            return _about(tr("{name} is no longer banned"), account, name_of)
        case e.Cancelled(cause=cause):
            why = {"too_few": tr("fewer than two players"), "lapsed": tr("it was not started for long")}.get(cause, "")
            return dotted(tr("Cancelled"), why, by)
        case e.Ended(cause=cause) if cause in END_CAUSES:
            return dotted(tr("The tournament is over"), tr(END_CAUSES[cause]), by)
        case e.Confirmed():
            return dotted(tr("The results are final"), by)
    return dotted(tr("The tournament is over"), by)


def _time_words(event: e.TimeProposed | e.TimeAgreed | e.TimeWithdrawn | e.GameBegun, name_of: NameOf) -> str:
    match event:
        case e.TimeProposed(by=by, starts_at=starts_at):
            return proposal_words(name_of(by), starts_at)
        case e.TimeAgreed(starts_at=starts_at):
            return fill(tr("agreed for {when}"), {"when": when_words(starts_at)})
        case e.TimeWithdrawn():
            return tr("the proposed time does not count any more")
    return tr("the game begins")


def proposal_words(name: str, at_ms: int) -> str:
    """Say which time a player proposes."""
    return fill(tr("{name} proposes {when}"), {"name": name, "when": when_words(at_ms)})


def appointment_words(appointment: Appointment | None, name_of: NameOf) -> str:
    """Say when a game begins that has not begun, and which other time is proposed; empty for other games."""
    if appointment is None:
        return ""
    template = tr("agreed for {when}") if appointment.agreed_at else tr("no time agreed, begins on {when}")
    begins = fill(template, {"when": when_words(appointment.begins_at)})
    at = appointment.proposed_at
    return dotted(begins, proposal_words(name_of(appointment.proposed_by), at) if at else "")


def ban_words(until: int) -> str:
    """Return until when a player is banned from the server; 0: until the ban is lifted."""
    if not until:
        return tr("banned from the server")
    return fill(tr("banned from the server until {when}"), {"when": moment(local_time(until))})


def _about(template: str, account: str, name_of: NameOf) -> str:
    return fill(template, {"name": name_of(account)})


def _about_board(template: str, number: int, board: e.Paired | None, name_of: NameOf, points: Points = (0, 0)) -> str:
    first, second = (board.first, board.second or "") if board is not None else ("", "")
    words: dict[str, str | int] = {
        "round": number,
        "first": name_of(first),
        "second": name_of(second),
        "result": result_words(points),
    }
    return fill(template, words)
