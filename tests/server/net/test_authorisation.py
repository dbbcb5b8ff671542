"""Rights: each message from players, spectators, guests and connections without a sign-in."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, get_args

import pytest

from protocol import messages as m
from server.app import Serving
from tests.server.serving import Raw, new_key, raw, running

Role = Literal["stranger", "guest", "player elsewhere", "spectator", "moderator", "player"]  # who changes most, last
ROLES: Final[tuple[Role, ...]] = get_args(Role)
Ask = Callable[["Club"], m.Message]


@dataclass
class Club:
    """Ann and Bob play at a table, Cid watches it, Dan plays at another one. Gil is a guest, Mia a moderator.

    One connection has only sent its greeting.
    """

    serving: Serving
    lines: dict[Role, Raw]
    accounts: dict[str, str]
    table: str  # where Ann and Bob play
    finished: str  # what Ann and Bob have played before


@dataclass(frozen=True)
class Row:
    """A message and what it comes to, by role; who is not named gets what `others` get."""

    ask: Ask
    others: str
    but: dict[Role, str]


def row(ask: Ask, others: str, stranger: str = "not_signed_in", **but: str) -> Row:
    """`player_elsewhere` and so on in place of the roles."""
    named: dict[Role, str] = {"stranger": stranger}
    return Row(ask, others, named | {key.replace("_", " "): value for key, value in but.items()})  # type: ignore[misc]


def at_table(message: type[Any], /, **fields: Any) -> Ask:
    return lambda club: message(table=club.table, key=new_key(), **fields)


def in_tournament(message: type[Any], /, **fields: Any) -> Ask:
    """Return an order to a tournament that does not exist."""
    return lambda _: message(tournament="x", key=new_key(), **fields)


def moderate(club: Club, what: m.ModerationAction) -> m.Message:
    return m.Moderate(account=club.accounts["Bob"], what=what)


ABOUT_TOURNAMENTS = (
    m.EnterTournament, m.LeaveTournament, m.StartTournament, m.PauseTournament, m.ResumeTournament, m.CancelTournament,
    m.FinishTournament,
)  # fmt: skip


def to_no_tournament(message: type[Any], _club: Club) -> m.Message:
    """A message about a tournament that does not exist."""
    made: m.Message = message(tournament="none", key=new_key())
    return made


# Done, Tables...: the reply; a code: refused with it; "-": no answer; "Closing": the connection ends
TABLE: dict[type[m.Message], list[Row]] = {
    m.Hello: [row(lambda _: m.Hello(protocols=m.PROTOCOL, program="again"), "greeted", "greeted")],
    m.ListTables: [row(lambda _: m.ListTables(), "Tables", "Tables")],
    m.Ping: [row(lambda _: m.Ping(), "Pong", "Pong")],
    m.Echo: [row(lambda _: m.Echo(nonce=99), "-", "-")],
    m.Bye: [row(lambda _: m.Bye(), "-", "-")],
    m.SignIn: [
        row(lambda _: m.SignIn(name="Zoe"), "signed_in", "SignedIn"),
        row(lambda _: m.SignIn(name="Zoe", password="four old trolls"), "signed_in", "bad_password"),
        row(lambda _: m.SignIn(name="Zoe", link="ABCD-EFGH"), "signed_in", "bad_link"),
    ],
    m.SignUp: [row(lambda _: m.SignUp(name="Zoe", password="short"), "weak_password")],
    m.SetName: [row(lambda _: m.SetName(name="Zoe"), "SignedIn")],
    m.SetPassword: [row(lambda _: m.SetPassword(old="four old trolls", new="three dwarfs"), "not_registered")],
    m.MakePairingCode: [row(lambda _: m.MakePairingCode(), "PairingCode")],
    m.GetDevices: [row(lambda _: m.GetDevices(), "Devices")],
    m.Revoke: [
        row(lambda _: m.Revoke(device=1), "no_device", player="Done"),  # it is Ann's
        row(lambda _: m.Revoke(device=0), "Done"),
    ],
    m.Report: [row(lambda club: m.Report(key=new_key(), account=club.accounts["Bob"], text="rude"), "Done")],
    m.GetReports: [row(lambda _: m.GetReports(), "not_moderator", moderator="Reports")],
    m.CloseReport: [row(lambda _: m.CloseReport(report=7), "not_moderator", moderator="no_report")],
    m.Moderate: [
        row(partial(moderate, what=what), "not_moderator", moderator="Done") for what in get_args(m.ModerationAction)
    ],
    m.CloseTable: [row(lambda club: m.CloseTable(table=club.table), "not_moderator", moderator="started")],
    m.TakeVacation: [row(lambda _: m.TakeVacation(days=1), "Vacation")],
    m.EndVacation: [row(lambda _: m.EndVacation(), "not_on_vacation")],
    m.GetVacation: [row(lambda _: m.GetVacation(), "Vacation")],
    m.GetNotices: [row(lambda _: m.GetNotices(), "Notices")],  # of a server that sends none
    m.SetAddress: [row(lambda _: m.SetAddress(address="ann@example.org"), "no_notices")],
    m.ConfirmAddress: [row(lambda _: m.ConfirmAddress(code="ABCD-EFGH"), "no_notices")],
    m.RemoveAddress: [row(lambda _: m.RemoveAddress(), "no_notices")],
    m.SetNotices: [row(lambda _: m.SetNotices(kinds=["turn"]), "no_notices")],
    m.SetConditionalMoves: [
        row(lambda club: m.SetConditionalMoves(table=club.table, base=0, lines=[["a1"]]), "no_seat", player="stale")
    ],
    m.GetConditionalMoves: [
        row(lambda club: m.GetConditionalMoves(table=club.table), "no_seat", player="ConditionalMoves")
    ],
    m.Seek: [row(lambda _: m.Seek(key=new_key(), games=["clod"], clocks=["fischer 300+5"]), "Done")],
    m.Unseek: [row(lambda _: m.Unseek(), "Done")],
    m.WatchSeeks: [row(lambda _: m.WatchSeeks(), "Done")],
    m.AcceptSeek: [row(lambda _: m.AcceptSeek(key=new_key(), seek="x"), "gone")],
    m.ListTournaments: [row(lambda _: m.ListTournaments(), "Tournaments")],
    m.UnlistTournaments: [row(lambda _: m.UnlistTournaments(), "Done")],
    m.WatchTournament: [row(lambda _: m.WatchTournament(tournament="x"), "no_tournament")],
    m.UnwatchTournament: [row(lambda _: m.UnwatchTournament(tournament="x"), "Done")],
    m.MakeTournament: [
        row(
            lambda _: m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={}),
            "may_not",  # guests
        )
    ],
    m.EnterTournament: [row(in_tournament(m.EnterTournament), "no_tournament")],
    m.LeaveTournament: [row(in_tournament(m.LeaveTournament), "no_tournament")],
    m.InviteToTournament: [row(in_tournament(m.InviteToTournament, account="x"), "no_account")],
    m.RemoveFromTournament: [row(in_tournament(m.RemoveFromTournament, account="x"), "no_tournament")],
    m.StartTournament: [row(in_tournament(m.StartTournament), "no_tournament")],
    m.PauseTournament: [row(in_tournament(m.PauseTournament), "no_tournament")],
    m.ResumeTournament: [row(in_tournament(m.ResumeTournament), "no_tournament")],
    m.CancelTournament: [row(in_tournament(m.CancelTournament), "no_tournament")],
    m.FinishTournament: [row(in_tournament(m.FinishTournament), "no_tournament")],
    m.DirectTournament: [row(in_tournament(m.DirectTournament, account="x"), "no_account")],
    m.CorrectResult: [row(in_tournament(m.CorrectResult, round=1, board=0, points=(2, 0)), "no_tournament")],
    m.ReplayGame: [row(in_tournament(m.ReplayGame, round=1, board=0), "no_tournament")],
    m.PairByHand: [row(in_tournament(m.PairByHand, round=1, pairings=[("a", "b")]), "no_tournament")],
    m.MakeTable: [
        row(lambda _: m.MakeTable(key=new_key(), game="clod", options={}), "Done"),
        row(lambda _: m.MakeTable(key=new_key(), game="clod", options={}, rated=True), "not_registered"),
    ],
    m.Watch: [row(lambda club: m.Watch(table=club.table), "Done")],
    m.Unwatch: [row(lambda club: m.Unwatch(table=club.table), "Done")],
    m.ReportPosition: [row(lambda club: m.ReportPosition(table=club.table, number=1), "no_table", spectator="Done")],
    m.TakeSeat: [row(at_table(m.TakeSeat), "full", player="started")],
    m.LeaveSeat: [row(at_table(m.LeaveSeat), "no_seat", player="started")],
    m.CommitDice: [row(at_table(m.CommitDice, tip=bytes(32)), "no_seat", player="started")],
    m.RevealLink: [row(at_table(m.RevealLink, link=bytes(32)), "no_seat", player="host_rolls")],
    m.ReadyUp: [row(at_table(m.ReadyUp), "no_seat", player="not_between")],
    m.SendMove: [row(at_table(m.SendMove, position=3, move="a1"), "no_seat", player="stale")],
    m.SendResign: [row(at_table(m.SendResign), "no_seat", player="Done")],
    m.SendOffer: [row(at_table(m.SendOffer, kind="pause"), "no_seat", player="Done")],
    m.SendAnswer: [row(at_table(m.SendAnswer, offer=1, accept=True), "no_seat", player="no_offer")],
    m.SendWithdraw: [row(at_table(m.SendWithdraw, offer=1), "no_seat", player="no_offer")],
    m.SendClaim: [row(at_table(m.SendClaim, what="win"), "no_seat", player="no_claim")],
    m.SendLeave: [row(at_table(m.SendLeave), "no_seat", player="Done")],
    m.Rematch: [
        row(lambda club: m.Rematch(table=club.finished, key=new_key()), "no_seat", player="Done"),
        row(lambda club: m.Rematch(table=club.table, key=new_key()), "no_seat", player="not_over"),
    ],
    m.CloseRematch: [
        row(lambda club: m.CloseRematch(table=club.finished, key=new_key()), "no_seat", player="no_offer")
    ],
    m.Invite: [
        row(
            lambda club: m.Invite(table=club.table, key=new_key(), account=club.accounts["Gil"]),
            "no_seat",
            player="Done",
        )
    ],
    m.Say: [
        row(lambda _: m.Say(key=new_key(), room="lobby", text="hello"), "Done"),
        row(
            lambda club: m.Say(key=new_key(), room="table", table=club.table, text="hello"),
            "players_only",
            player="Done",
        ),
        row(
            lambda club: m.Say(key=new_key(), room="spectators", table=club.table, text="hello"),
            "spectators_only",
            spectator="Done",
        ),
        row(lambda club: m.Say(key=new_key(), room="direct", account=club.accounts["Bob"], text="hello"), "Done"),
    ],
    m.Challenge: [
        row(
            lambda club: m.Challenge(key=new_key(), account=club.accounts["Bob"], terms=m.GameTerms(game="clod")),
            "Done",
        )
    ],
    m.AnswerChallenge: [row(lambda _: m.AnswerChallenge(challenge="x", accept=True), "no_challenge")],
    m.WithdrawChallenge: [row(lambda _: m.WithdrawChallenge(challenge="x"), "no_challenge")],
    m.SetRelation: [
        row(lambda club: m.SetRelation(account=club.accounts["Bob"], relation="follow"), "Done"),
    ],
    m.GetRelations: [row(lambda _: m.GetRelations(), "Relations")],
    m.FindPlayers: [row(lambda _: m.FindPlayers(name="Bo"), "Players")],
    m.GetOpponents: [row(lambda _: m.GetOpponents(), "Players")],
    m.GetLadder: [row(lambda _: m.GetLadder(game="clod"), "Ladder")],
    m.GetHeadToHead: [row(lambda club: m.GetHeadToHead(account=club.accounts["Bob"]), "HeadToHead")],
    m.GetHistory: [row(lambda _: m.GetHistory(), "History")],
    m.GetProfile: [row(lambda club: m.GetProfile(account=club.accounts["Bob"]), "Profile")],
    m.Seek: [row(lambda _: m.Seek(key=new_key(), games=["clod"], clocks=["fischer 300+5"]), "Done")],
    m.Unseek: [row(lambda _: m.Unseek(), "Done")],
    m.WatchSeeks: [row(lambda _: m.WatchSeeks(), "Done")],
    m.AcceptSeek: [row(lambda _: m.AcceptSeek(key=new_key(), seek="none"), "gone")],
    m.MakeTournament: [
        row(
            lambda _: m.MakeTournament(key=new_key(), title="Cup", format="swiss", game="clod", options={}),
            "may_not",
        )
    ],
    m.InviteToTournament: [
        row(
            lambda club: m.InviteToTournament(tournament="none", key=new_key(), account=club.accounts["Bob"]),
            "no_tournament",
        )
    ],
    m.RemoveFromTournament: [
        row(
            lambda club: m.RemoveFromTournament(tournament="none", key=new_key(), account=club.accounts["Bob"]),
            "no_tournament",
        )
    ],
    m.DirectTournament: [
        row(
            lambda club: m.DirectTournament(tournament="none", key=new_key(), account=club.accounts["Bob"]),
            "no_tournament",
        )
    ],
    m.CorrectResult: [
        row(
            lambda _: m.CorrectResult(tournament="none", key=new_key(), round=1, board=0, points=(2, 0)),
            "no_tournament",
        )
    ],
    m.ReplayGame: [row(lambda _: m.ReplayGame(tournament="none", key=new_key(), round=1, board=0), "no_tournament")],
    m.PairByHand: [
        row(lambda _: m.PairByHand(tournament="none", key=new_key(), round=1, pairings=[]), "no_tournament")
    ],
    m.ListTournaments: [row(lambda _: m.ListTournaments(), "Tournaments")],
    m.UnlistTournaments: [row(lambda _: m.UnlistTournaments(), "Done")],
    m.WatchTournament: [row(lambda _: m.WatchTournament(tournament="none"), "no_tournament")],
    m.UnwatchTournament: [row(lambda _: m.UnwatchTournament(tournament="none"), "Done")],
    **{kind: [row(partial(to_no_tournament, kind), "no_tournament")] for kind in ABOUT_TOURNAMENTS},
}


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with running(tmp_path) as serving:
        accounts: dict[str, str] = {}
        lines = {name: await signed_in(serving, name, accounts) for name in ("Ann", "Bob", "Cid", "Dan", "Gil")}
        mia = await raw(serving)
        token = (await mia.ask(m.SignIn(name="Mia"))).token
        serving.services.accounts.make_moderator(serving.services.accounts.enter("Mia", token).id)
        mia = await raw(serving)
        assert (await mia.ask(m.SignIn(name="Mia", token=token))).moderator
        finished = await played(lines["Ann"], lines["Bob"])
        await lines["Ann"].ask(m.SendResign(table=finished, key=new_key(), match=True))
        table = await played(lines["Ann"], lines["Bob"])
        await played(lines["Dan"], lines["Bob"])
        await lines["Cid"].ask(m.Watch(table=table))
        people: dict[Role, Raw] = {
            "stranger": await raw(serving),
            "guest": lines["Gil"],
            "player": lines["Ann"],
            "player elsewhere": lines["Dan"],
            "spectator": lines["Cid"],
            "moderator": mia,
        }
        yield Club(serving, people, accounts, table, finished)


async def signed_in(serving: Serving, name: str, accounts: dict[str, str]) -> Raw:
    line = await raw(serving)
    accounts[name] = (await line.ask(m.SignIn(name=name))).account
    return line


async def played(first: Raw, second: Raw) -> str:
    done = await first.ask(m.MakeTable(key=new_key(), game="clod", options={}, player=0))
    await second.ask(m.TakeSeat(table=done.table, key=new_key()))
    table: str = done.table
    return table


async def outcome(line: Raw, message: m.Message, is_silent: bool) -> str:
    """Send a message and return its outcome as in the table above. A ping after it proves that there is no answer."""
    await line.send(message, 1000)
    if is_silent:
        await line.send(m.Ping(), 1001)
    while (frame := await line.frame()) is not None:
        if isinstance(frame.message, m.Closing):
            return "Closing"
        if frame.id == 1001:
            return "-"
        if frame.id == 1000:
            reply = frame.message
            return reply.code if isinstance(reply, m.Refused) else type(reply).__name__
    return "Closing"


def test_every_message_has_a_row() -> None:
    assert TABLE.keys() == set(get_args(m.ToServer))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "number"), [(kind, n) for kind, rows in TABLE.items() for n in range(len(rows))])
async def test_the_outcome_is_that_of_the_table(club: Club, kind: type[m.Message], number: int) -> None:
    row = TABLE[kind][number]
    expected = {role: row.but.get(role, row.others) for role in ROLES}

    found = {role: await outcome(club.lines[role], row.ask(club), expected[role] == "-") for role in ROLES}

    assert found == expected
