"""A tournament as lists show it."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from netgame.tournaments.events import Ended
from netgame.tournaments.standings import standings
from netgame.tournaments.state import Tournament
from protocol import messages as m


def entry_of(tournament: Tournament) -> m.TournamentInfo:
    """Return the entry of a tournament, without names and without what differs between readers."""
    t, created = tournament, tournament.created
    return m.TournamentInfo(
        tournament=t.id, title=created.title, format=created.format, game=created.game, options=dict(created.options),
        clock=created.clock, rated=created.rated, entry=created.entry, director=m.Member(account=t.director, name=""),
        state=_state(t), players=len(t.active), places=created.places, round=len(t.rounds), rounds=t.planned,
        made=created.at, starts_at=created.starts_at, started_at=t.started_at, ends_at=t.ends_at if t.is_arena else 0,
        winners=[m.Member(account=account, name="") for account in _winners(t)],
    )  # fmt: skip


def _state(t: Tournament) -> str:
    if t.phase == "over":
        return "over" if isinstance(t.end, Ended) else "cancelled"
    return "paused" if t.is_paused else t.phase


def _winners(t: Tournament) -> list[str]:
    if not isinstance(t.end, Ended) or not t.rounds:
        return []
    return [each.account for each in standings(t.created.format, t.entrants, t.games) if each.rank == 1]


def accounts_in(entries: Iterable[m.TournamentInfo]) -> set[str]:
    """Return the accounts that entries name."""
    return {each.account for entry in entries for each in (entry.director, *entry.winners)}


def named(entry: m.TournamentInfo, names: Mapping[str, str], *, mine: bool, invited: bool) -> m.TournamentInfo:
    """Return an entry with names, for one reader."""

    def member(each: m.Member) -> m.Member:
        return m.Member(account=each.account, name=names.get(each.account, ""))

    return replace(
        entry, director=member(entry.director), winners=list(map(member, entry.winners)), mine=mine, invited=invited
    )
