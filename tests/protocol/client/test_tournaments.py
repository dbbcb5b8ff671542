from typing import Any

import pytest
from msgspec import structs

from devtools.harness.server.serving import until
from netgame.tournaments.events import Created, Entered
from protocol import messages as m
from protocol.client import NewTournamentEvents, Refusal, TournamentWatchEnded
from protocol.client import session as session_module
from protocol.framing import encode
from tests.protocol.client.scripted_server import Scripted, push, signed_in

CREATED = {
    "type": "created", "number": 1, "at": 0, "by": "a", "tournament": "t", "title": "Friday", "format": "swiss",
    "game": "clod", "options": {},
}  # fmt: skip
ENTERED = {"type": "entered", "number": 2, "at": 0, "by": "b", "account": "b"}
INFO = m.TournamentInfo(
    tournament="t", title="Friday", format="swiss", game="clod", options={}, clock="none", rated=False, entry="open",
    director=m.Member(account="a", name="Ann"), state="open", players=0, places=8, made=0,
)  # fmt: skip


def news(*plain: Any) -> bytes:
    return push("tournament_events", tournament="t", events=plain, people=[{"account": "a", "name": "Ann"}])


async def test_events_of_watched_tournaments_come_once_with_the_names_that_are_new() -> None:
    stray = push("tournament_events", tournament="not watched", events=[CREATED], people=[])
    async with signed_in(Scripted({m.WatchTournament: stray + news(CREATED) + news(CREATED, ENTERED)})) as ann:
        await ann.watch_tournament("t")
        first = await until(ann, lambda update: isinstance(update, NewTournamentEvents))
        second = await until(ann, lambda update: isinstance(update, NewTournamentEvents))

    assert [type(event) for event in first.events] == [Created]
    assert [type(event) for event in second.events] == [Entered]
    assert first.names == {"a": "Ann"}


async def test_an_unreadable_event_ends_the_watch_but_not_the_session() -> None:
    script = Scripted({m.WatchTournament: news({**CREATED, "more": 1})})
    async with signed_in(script) as ann:
        await ann.watch_tournament("t")
        ended = await until(ann, lambda update: isinstance(update, TournamentWatchEnded))
        assert ended.tournament == "t"
        assert (ann.status, len(script.lines)) == ("online", 1)


async def test_after_a_lost_connection_only_new_events_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 0.01)
    script = Scripted(
        {m.WatchTournament: news(CREATED), m.UnwatchTournament: encode(m.Closing(code="lost", template="x"))}
    )
    script.replies[m.ListTournaments] = m.Tournaments(tournaments=[INFO])
    async with signed_in(script) as ann:
        await ann.list_tournaments()
        await ann.watch_tournament("t")
        await until(ann, lambda update: isinstance(update, NewTournamentEvents))
        script.asked.clear()
        await (await ann.online()).request(m.UnwatchTournament(tournament="other"))
        await until(ann, lambda _update: len(script.lines) == 2 and ann.status == "online")

    assert m.WatchTournament(tournament="t", after=1) in script.asked
    assert m.ListTournaments() in script.asked


async def test_changes_of_the_list_are_applied_after_the_list() -> None:
    running = structs.replace(INFO, state="running")
    script = Scripted({m.ListTournaments: encode(m.TournamentsDelta(changed=[running]))})
    script.replies[m.ListTournaments] = m.Tournaments(tournaments=[INFO], may_make=True)
    async with signed_in(script) as ann:
        await ann.list_tournaments()
        await until(ann, lambda update: isinstance(update, m.Tournaments) and update.tournaments == [running])

        assert ann.lobby.tournaments == [running]
        assert ann.lobby.may_make_tournaments


async def test_an_older_server_is_asked_once() -> None:
    script = Scripted()
    script.replies[m.ListTournaments] = m.Refused(code="unknown_type", template="no", args={})
    async with signed_in(script) as ann:
        with pytest.raises(Refusal, match="no"):
            await ann.list_tournaments()
