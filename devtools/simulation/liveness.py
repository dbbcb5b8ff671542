"""Checks that challenges, wishes, offers, tables, mails and transfers make progress when all faults have stopped."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import trio
from sqlalchemy import select

from devtools.faults.player import Broken, Seen
from devtools.simulation.habits.handover import Handovers
from devtools.simulation.habits.play_now import OWN_CLOCK, SEEK_GAME
from devtools.simulation.person import Person
from protocol import messages as m
from protocol.client import ConnectError, Refusal
from server.storage import accounts_schema as t

if TYPE_CHECKING:
    from devtools.simulation.club import Club

PROGRESS_S = 300.0  # in which each of these has to go on, or be refused
LOOK_S = 5.0


async def check_progress(club: "Club") -> None:
    """Raise `Broken` if something stands still. All people are online, and nothing goes wrong.

    Rounds of tournaments are looked at by their directors.
    """
    await _answer_challenges(club)
    table = await _meet(club)
    if table is not None:
        await _answer_offer(club, table)
    await _end_tables(club)
    await _within("a mail", lambda: not _overdue(club))
    await _hand_over(club)


async def _within(what: str, is_it: Callable[[], bool]) -> None:
    """Wait until that is so."""
    with trio.move_on_after(PROGRESS_S):
        while not is_it():
            await trio.sleep(LOOK_S)
    if not is_it():
        raise Broken(f"{what} makes no progress in {PROGRESS_S:g} s without faults")


async def _answer_challenges(club: "Club") -> None:
    """Let all people decline the challenges that they got."""
    social, now = club.service.social, club.world.now_ms
    for person in club.people:
        for info in person.challenges.at(now()):
            if info.other == person.account:
                await person.sent(m.AnswerChallenge(challenge=info.challenge, accept=False))
                known = social.challenge(info.challenge)
                await _within(f"challenge {info.challenge}", lambda known=known: known is None or known.state != "open")  # type: ignore[misc]


async def _meet(club: "Club") -> str | None:
    """Let two people want the same game. Return its table, or None if a wish was refused."""
    relations = club.world.promises.relations
    blocked = {account for account, others in relations.items() if "block" in others.values()}
    pair = [person for person in club.people if person.account not in blocked][:2]
    before = [person.own_tables for person in pair]
    if len(pair) < 2:
        return None
    try:
        for person in pair:
            await person.seek(games=[SEEK_GAME], clocks=[OWN_CLOCK])
    except (Refusal, ConnectError):
        for person in pair:
            await person.sent(m.Unseek())
        return None
    met = [set[str]() for _ in pair]

    def have_met() -> bool:
        met[:] = [person.own_tables - old for person, old in zip(pair, before, strict=True)]
        return all(met)

    await _within(f"the wish of {pair[0].name} and {pair[1].name}", have_met)
    return min(met[0])


async def _answer_offer(club: "Club", table: str) -> None:
    """Let one player make an offer, and the other one answer it."""
    pair = [person for person in club.people if table in person.own_tables]
    for person in pair:
        person.seen[table] = Seen()
        await person.watch(table)
    done = await pair[0].sent(m.SendOffer(table=table, kind="pause"))
    if isinstance(done, m.Done):

        def is_open(person: Person) -> bool:
            match = person.seen[table].match
            return match is not None and done.number in match.offers

        await _within(f"an offer at table {table}", lambda: all(map(is_open, pair)))
        await pair[1].sent(m.SendAnswer(table=table, offer=done.number, accept=False))
        await _within(f"the answer to an offer at table {table}", lambda: not any(map(is_open, pair)))


async def _end_tables(club: "Club") -> None:
    """Let everybody leave their seats, or resign."""
    for person in club.people:
        for table in sorted(person.own_tables):
            if await person.sent(m.SendResign(table=table, match=True)) is None:
                await person.sent(m.LeaveSeat(table=table))
    started = {table for person in club.people for table in person.own_tables if _is_full(person, table)}
    await _within(f"a table of {sorted(started)}", lambda: not started & club.service.unfinished_tables())


def _is_full(person: Person, table: str) -> bool:
    return any(each.table == table and all(each.seats) for each in person.lobby.tables)


def _overdue(club: "Club") -> list[str]:
    """Return the mails and other notices that are due, and that no server has tried to send."""
    c, due_at = t.notice_outbox.c, club.world.now_ms() - int(PROGRESS_S * 1000)
    with club.service.accounts._read() as db:
        return list(db.execute(select(c.id).where(c.try_at < due_at)).scalars())


async def _hand_over(club: "Club") -> None:
    """Let two people bring a match from another server."""
    pair = [person for person in club.people if person.device is not None][:2]
    if len(pair) < 2:
        return
    handovers = Handovers(club)
    begun = await handovers.begin_elsewhere(*pair)
    if begun is not None and await handovers.bring(pair[0], begun) is None:
        raise Broken(f"{pair[0].name} brought a match from another server, and it does not go on")
