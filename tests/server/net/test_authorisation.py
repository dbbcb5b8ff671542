"""Rights: each message from players, spectators, guests and connections without a sign-in."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

import pytest
from trio.testing import MockClock

from devtools.harness.server.serving import Raw, new_key, raw, running, table_of
from protocol import messages as m

Role = Literal["stranger", "guest", "player elsewhere", "spectator", "moderator", "player"]  # who changes most, last
ROLES: Final[tuple[Role, ...]] = get_args(Role)
Ask = Callable[["Club"], m.Message]


@dataclass
class Club:
    """Ann and Bob play at a table, Cid watches it, Dan plays at another one. Gil is a guest, Mia a moderator.

    One connection has only sent its greeting.
    """

    lines: dict[Role, Raw]
    accounts: dict[str, str]
    table: str  # where Ann and Bob play
    finished: str  # what Ann and Bob have played before
    other: str  # where they play as well


@dataclass(frozen=True)
class Row:
    """A message and what it comes to, by role; who is not named gets what `others` get."""

    ask: Ask
    others: str
    but: dict[Role, str]


def row(ask: m.Message | Ask, others: str, stranger: str = "not_signed_in", **but: str) -> Row:
    """`player_elsewhere` and so on in place of the roles."""
    named: dict[Role, str] = {"stranger": stranger}
    named |= {key.replace("_", " "): value for key, value in but.items()}  # type: ignore[misc]
    return Row(ask if callable(ask) else lambda _club: ask, others, named)


def at_table(message: type[Any], /, where: str = "table", **fields: Any) -> Ask:
    def ask(club: Club) -> m.Message:
        key = {"key": new_key()} if "key" in message.__struct_fields__ else {}
        return message(table=getattr(club, where), **key, **fields)

    return ask


def to_bob(message: type[Any], /, **fields: Any) -> Ask:
    return lambda club: message(account=club.accounts["Bob"], **fields)


def in_no_tournament(message: type[Any], /, **fields: Any) -> Row:
    return row(message(tournament="none", key=new_key(), **fields), "no_tournament")


BLITZ, CUP = ["fischer 300+5"], {"title": "Cup", "format": "swiss", "game": "clod", "options": {}}
# Done, Tables...: the reply; a code: refused with it; "-": no answer. All rows are asked in one club, in this order.
TABLE: dict[type[m.Message], list[Row]] = {
    m.Hello: [row(m.Hello(protocols=m.PROTOCOL, program="again"), "greeted", "greeted")],
    m.ListTables: [row(m.ListTables(), "Tables", "Tables")],
    m.Ping: [row(m.Ping(), "Pong", "Pong")],
    m.Echo: [row(m.Echo(nonce=99), "-", "-")],
    m.Bye: [row(m.Bye(), "-", "-")],
    m.SignUp: [row(m.SignUp(name="Zoe", password="short"), "weak_password")],
    m.SetPassword: [row(m.SetPassword(old="four old trolls", new="three dwarfs"), "not_registered")],
    m.MakePairingCode: [row(m.MakePairingCode(), "PairingCode")],
    m.GetDevices: [row(m.GetDevices(), "Devices")],
    m.Report: [row(to_bob(m.Report, key=new_key(), text="rude"), "Done")],
    m.GetReports: [row(m.GetReports(), "not_moderator", moderator="Reports")],
    m.CloseReport: [row(m.CloseReport(report=7), "not_moderator", moderator="no_report")],
    m.CloseTable: [row(at_table(m.CloseTable), "not_moderator", moderator="started")],
    m.EndVacation: [row(m.EndVacation(), "not_on_vacation")],
    m.GetVacation: [row(m.GetVacation(), "Vacation")],
    m.GetNotices: [row(m.GetNotices(), "Notices")],  # of a server that sends none
    m.SetAddress: [row(m.SetAddress(address="ann@example.org"), "no_notices")],
    m.ConfirmAddress: [row(m.ConfirmAddress(code="ABCD-EFGH"), "no_notices")],
    m.RemoveAddress: [row(m.RemoveAddress(), "no_notices")],
    m.SetNotices: [row(m.SetNotices(kinds=["turn"]), "no_notices")],
    m.SetConditionalMoves: [row(at_table(m.SetConditionalMoves, base=0, lines=[["a1"]]), "no_seat", player="stale")],
    m.GetConditionalMoves: [row(at_table(m.GetConditionalMoves), "no_seat", player="ConditionalMoves")],
    m.Seek: [row(m.Seek(key=new_key(), games=["clod"], clocks=BLITZ), "Done")],
    m.Unseek: [row(m.Unseek(), "Done")] * 2,  # also without a wish
    m.WatchSeeks: [row(m.WatchSeeks(), "Done")],
    m.AcceptSeek: [row(m.AcceptSeek(key=new_key(), seek="none"), "gone")],
    m.ListTournaments: [row(m.ListTournaments(), "Tournaments")],
    m.UnlistTournaments: [row(m.UnlistTournaments(), "Done")],
    m.WatchTournament: [row(m.WatchTournament(tournament="none"), "no_tournament")],
    m.UnwatchTournament: [row(m.UnwatchTournament(tournament="none"), "Done")],
    m.MakeTournament: [row(m.MakeTournament(key=new_key(), **CUP), "may_not")],  # they are guests
    m.EnterTournament: [in_no_tournament(m.EnterTournament)],
    m.LeaveTournament: [in_no_tournament(m.LeaveTournament)],
    m.InviteToTournament: [
        row(m.InviteToTournament(tournament="none", key=new_key(), account="nobody"), "no_account"),
        row(to_bob(m.InviteToTournament, tournament="none", key=new_key()), "no_tournament"),
    ],
    m.RemoveFromTournament: [in_no_tournament(m.RemoveFromTournament, account="nobody")],
    m.StartTournament: [in_no_tournament(m.StartTournament)],
    m.PauseTournament: [in_no_tournament(m.PauseTournament)],
    m.ResumeTournament: [in_no_tournament(m.ResumeTournament)],
    m.CancelTournament: [in_no_tournament(m.CancelTournament)],
    m.FinishTournament: [in_no_tournament(m.FinishTournament)],
    m.ConfirmTournament: [in_no_tournament(m.ConfirmTournament)],
    m.DirectTournament: [
        row(m.DirectTournament(tournament="none", key=new_key(), account="nobody"), "no_account"),
        row(to_bob(m.DirectTournament, tournament="none", key=new_key()), "no_tournament"),
    ],
    m.ProposeTime: [in_no_tournament(m.ProposeTime, round=1, board=0, starts_at=1)],
    m.WithdrawTime: [in_no_tournament(m.WithdrawTime, round=1, board=0)],
    m.CorrectResult: [in_no_tournament(m.CorrectResult, round=1, board=0, points=(2, 0))],
    m.ReplayGame: [in_no_tournament(m.ReplayGame, round=1, board=0)],
    m.PairByHand: [in_no_tournament(m.PairByHand, round=1, pairings=[("a", "b")])],
    m.MakeTable: [
        row(m.MakeTable(key=new_key(), game="clod", options={}), "Done"),
        row(m.MakeTable(key=new_key(), game="clod", options={}, rated=True), "not_registered"),
    ],
    m.ReportPosition: [row(at_table(m.ReportPosition, number=1), "no_table", spectator="Done", player="Done")],
    m.ShowCourse: [row(at_table(m.ShowCourse, after=1, events=[]), "no_seat", player="not_longer")],
    m.TakeSeat: [row(at_table(m.TakeSeat), "full", player="started")],
    m.LeaveSeat: [row(at_table(m.LeaveSeat), "no_seat", player="started")],
    m.CommitDice: [row(at_table(m.CommitDice, tip=bytes(32)), "no_seat", player="started")],
    m.RevealLink: [row(at_table(m.RevealLink, link=bytes(32)), "no_seat", player="host_rolls")],
    m.ReadyUp: [row(at_table(m.ReadyUp), "no_seat", player="not_between")],
    m.SendMove: [row(at_table(m.SendMove, position=3, move="a1"), "no_seat", player="stale")],
    m.SendAnswer: [row(at_table(m.SendAnswer, offer=1, accept=True), "no_seat", player="no_offer")],
    m.SendWithdraw: [row(at_table(m.SendWithdraw, offer=1), "no_seat", player="no_offer")],
    m.SendClaim: [row(at_table(m.SendClaim, what="win"), "no_seat", player="no_claim")],
    m.CloseRematch: [row(at_table(m.CloseRematch, "finished"), "no_seat", player="no_offer")],
    m.Rematch: [
        row(at_table(m.Rematch, "finished"), "no_seat", player="Done"),
        row(at_table(m.Rematch), "no_seat", player="not_over"),
    ],
    m.Analyse: [row(at_table(m.Analyse, "finished"), "no_seat", player="Done")],
    m.ShowLine: [row(at_table(m.ShowLine, "finished", after=1, moves=[], at=0), "no_seat", player="no_analysis")],
    m.CloseAnalysis: [row(at_table(m.CloseAnalysis, "finished"), "no_seat", player="Done")],
    m.SetCode: [row(at_table(m.SetCode, code="barley"), "no_seat", player="no_code")],
    m.Invite: [row(lambda club: at_table(m.Invite, account=club.accounts["Gil"])(club), "no_seat", player="Done")],
    m.Say: [
        row(m.Say(key=new_key(), room="lobby", text="hello"), "Done"),
        row(at_table(m.Say, room="table", text="hello"), "players_only", player="Done"),
        row(at_table(m.Say, room="spectators", text="hello"), "spectators_only", spectator="Done"),
        row(to_bob(m.Say, key=new_key(), room="direct", text="hello"), "Done"),
    ],
    m.Challenge: [row(to_bob(m.Challenge, key=new_key(), terms=m.GameTerms(game="clod")), "Done")],
    m.AnswerChallenge: [row(m.AnswerChallenge(challenge="x", accept=True), "no_challenge")],
    m.WithdrawChallenge: [row(m.WithdrawChallenge(challenge="x"), "no_challenge")],
    m.SetRelation: [row(to_bob(m.SetRelation, relation="follow"), "Done")],
    m.GetRelations: [row(m.GetRelations(), "Relations")],
    m.FindPlayers: [row(m.FindPlayers(name="Bo"), "Players")],
    m.GetOpponents: [row(m.GetOpponents(), "Players")],
    m.GetLadder: [row(m.GetLadder(game="clod"), "Ladder")],
    m.GetHeadToHead: [row(to_bob(m.GetHeadToHead), "HeadToHead")],
    m.GetHistory: [row(m.GetHistory(), "History")],
    m.GetProfile: [row(to_bob(m.GetProfile), "Profile")],
    # what changes the answers to others
    m.TakeVacation: [row(m.TakeVacation(days=1), "Vacation")],
    m.SetName: [row(m.SetName(name="Zoe"), "SignedIn")],
    m.SendOffer: [row(at_table(m.SendOffer, kind="pause"), "no_seat", player="Done")],
    m.SendLeave: [row(at_table(m.SendLeave, "other"), "no_seat", player="Done")],
    m.SendResign: [row(at_table(m.SendResign), "no_seat", player="Done")],
    m.Watch: [row(at_table(m.Watch), "Done")],
    m.Unwatch: [row(at_table(m.Unwatch), "Done")],
    m.Moderate: [
        row(to_bob(m.Moderate, what=what), "not_moderator", moderator="Done") for what in get_args(m.ModerationAction)
    ],
    m.Revoke: [
        row(m.Revoke(device=0), "Done"),
        row(m.Revoke(device=1), "no_device", player="Done"),  # it is Ann's
    ],
    m.SignIn: [
        row(m.SignIn(name="Zoe", password="four old trolls"), "signed_in", "bad_password", player="Closing"),
        row(m.SignIn(name="Zoe", link="ABCD-EFGH"), "signed_in", "bad_link", player="Closing"),
        row(m.SignIn(name="Zoe"), "signed_in", "SignedIn", player="Closing"),
    ],
    m.ForgotPassword: [row(m.ForgotPassword(name="Zoe"), "no_mail", "no_mail", player="Closing")],
}


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with running(tmp_path) as serving:
        lines, accounts = dict[str, Raw](), dict[str, str]()
        for name in ("Ann", "Bob", "Cid", "Dan", "Gil"):
            lines[name] = await raw(serving)
            accounts[name] = (await lines[name].ask(m.SignIn(name=name))).account
        mia = await raw(serving)
        token = (await mia.ask(m.SignIn(name="Mia"))).token
        serving.services.accounts.make_moderator(serving.services.accounts.enter("Mia", token).id)
        mia = await raw(serving)
        assert (await mia.ask(m.SignIn(name="Mia", token=token))).moderator
        finished = await table_of(lines["Ann"], lines["Bob"])
        await lines["Ann"].ask(m.SendResign(table=finished, key=new_key(), match=True))
        table, other = [await table_of(lines["Ann"], lines["Bob"]) for _ in range(2)]
        await table_of(lines["Dan"], lines["Bob"])
        await lines["Cid"].ask(m.Watch(table=table))
        people: dict[Role, Raw] = {
            "stranger": await raw(serving), "guest": lines["Gil"], "player": lines["Ann"],
            "player elsewhere": lines["Dan"], "spectator": lines["Cid"], "moderator": mia,
        }  # fmt: skip
        yield Club(people, accounts, table, finished, other)


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


async def test_the_outcomes_are_those_of_the_table(mock_clock: MockClock, club: Club) -> None:
    wrong = list[object]()
    for kind, row in ((kind, row) for kind, rows in TABLE.items() for row in rows):
        expected = {role: row.but.get(role, row.others) for role in ROLES}
        found = {role: await outcome(club.lines[role], row.ask(club), expected[role] == "-") for role in ROLES}
        wrong += [(kind.__name__, role, found[role], expected[role]) for role in ROLES if found[role] != expected[role]]
    assert wrong == []
