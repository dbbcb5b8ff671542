"""The messages that a client may send, each with the right to it and its rates.

A rate counts by account and by address. The address of IPv6 is the /64 network, and the /48 network counts as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from protocol import messages as m
from server.ops.rate_limit import RateLimit

ACCOUNTS_OF_ADDRESS = 16  # an address may send as much as this many accounts

Right = Literal["anybody", "user", "moderator"]  # what a user may do at one table or tournament is decided there


@dataclass(frozen=True)
class Rate:
    """How often one account may do something, and one address.

    A name is that of a setting: `chat` for `chat_burst` and `chat_per_minute`. Without `address`, an address may do it
    as often as `accounts` accounts. One that `delays` refuses nothing: the server reads that connection more slowly,
    and each connection counts for itself.
    """

    account: RateLimit | str
    meaning: str
    address: str = ""
    accounts: int = ACCOUNTS_OF_ADDRESS
    delays: bool = False


RATES: Mapping[str, Rate] = {
    "message": Rate("message", "messages of any kind", delays=True),
    "move": Rate("move", "commands of tables", delays=True),
    "request": Rate(RateLimit(200, 10), "requests of the last group", delays=True),
    "reply": Rate("reply", "KiB of answers with a log, a page or a list", accounts=8),
    "lists": Rate("reply", "KiB of lists and talks after a sign-in", accounts=64),
    "table": Rate("table", "new tables"),
    "watch": Rate(RateLimit(500, 10), "requests to follow tables and tournaments"),
    "read": Rate(RateLimit(60, 1 / 2), "requests for which a table is read from the disk", accounts=4),
    "differs": Rate(RateLimit(3, 1 / 600), "reports of programs that compute another position"),
    "course": Rate(RateLimit(10, 1 / 30), "logs that are shown to a table which they have left behind"),
    "chat": Rate("chat", "lines of chat"),
    "away": Rate(RateLimit(20, 1 / 30), "lines of chat to players who are away", accounts=4),
    "invite": Rate(RateLimit(10, 1 / 5), "invitations, and new codes of tables"),
    "rematch": Rate(RateLimit(20, 1 / 2), "offers of a rematch, and answers to them"),
    "analysis": Rate(RateLimit(10, 1 / 5), "questions to look at a match together, and answers to them"),
    "line": Rate(RateLimit(100, 5), "positions shown to a player with whom one looks at a match"),
    "challenge": Rate(RateLimit(10, 1 / 5), "challenges"),
    "answer": Rate(RateLimit(20, 1 / 2), "answers to challenges"),
    "relation": Rate(RateLimit(30, 1 / 2), "players followed or blocked"),
    "question": Rate(RateLimit(20, 2), "questions about history and players", address="question"),
    "search": Rate(RateLimit(10, 1 / 2), "searches for players"),
    "seek": Rate(RateLimit(20, 1 / 2), "wishes for a game"),
    "abort": Rate(RateLimit(3, 1 / 600), "rated matches aborted alone, before the next wish or challenge", accounts=4),
    "leave": Rate(RateLimit(6, 1 / 60), "pairs left for a game at another server", accounts=4),
    "seeks": Rate(RateLimit(20, 1 / 2), "requests about the list of wishes"),
    "account": Rate(RateLimit(60, 2), "requests about accounts, reports and notices"),
    "change": Rate(RateLimit(20, 1 / 6), "changes of the name, the password and of devices"),
    "report": Rate(RateLimit(5, 1 / 60), "reports to the moderators", accounts=4),
    "lines": Rate(RateLimit(10, 1 / 5), "conditional moves set"),
    "tournaments": Rate(RateLimit(20, 1 / 2), "requests about the list of tournaments"),
    "tournament": Rate(RateLimit(60, 2), "commands of tournaments"),
    "tournament_invite": Rate(RateLimit(30, 1 / 5), "invitations to tournaments"),
    "make_tournament": Rate(RateLimit(10, 1 / 60), "new tournaments", accounts=4),
}  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """The right to send a message, and its rates. `is_large`: the answer may be much longer than the message."""

    right: Right = "user"
    rates: tuple[str, ...] = ()
    is_large: bool = False


def _rules() -> dict[type[m.Message], Rule]:
    """Return the table."""
    anybody, command, account = Rule("anybody"), Rule(rates=("move",)), Rule(rates=("account",))
    moderator = Rule("moderator", ("account",))
    question = Rule(rates=("question",), is_large=True)
    tournament = Rule(rates=("tournament",))
    return {
        **dict.fromkeys((m.Hello, m.Ping, m.Echo, m.Bye), anybody),
        m.SignIn: Rule("anybody", is_large=True),  # for its other limits see `SignInService`
        m.ForgotPassword: anybody,  # its limits are those of codes that are mailed
        m.ListTables: anybody,  # `Admission` counts its bytes
        **dict.fromkeys(get_args(m.TableCommand), command),
        m.MakeTable: Rule(rates=("table",)),
        m.Watch: Rule(rates=("watch",), is_large=True),
        m.Unwatch: Rule(rates=("watch",)),
        m.ReportPosition: Rule(rates=("differs",)),
        m.ShowCourse: Rule(rates=("course",)),
        m.Say: Rule(rates=("chat",)),
        m.Invite: Rule(rates=("invite",)),
        m.SetCode: Rule(rates=("invite",)),
        m.Rematch: Rule(rates=("rematch",)),
        m.CloseRematch: Rule(rates=("rematch",)),
        m.Analyse: Rule(rates=("analysis",), is_large=True),
        m.CloseAnalysis: Rule(rates=("analysis",)),
        m.ShowLine: Rule(rates=("line",)),
        m.Challenge: Rule(rates=("challenge",)),
        m.AnswerChallenge: Rule(rates=("answer",)),
        m.WithdrawChallenge: Rule(rates=("answer",)),
        m.SetRelation: Rule(rates=("relation",)),
        **dict.fromkeys((m.GetHistory, m.GetProfile, *get_args(m.PeopleQuestion)), question),
        m.FindPlayers: Rule(rates=("question", "search"), is_large=True),
        m.Seek: Rule(rates=("seek",)),
        m.AcceptSeek: Rule(rates=("seek",)),
        m.Unseek: Rule(rates=("seeks",)),
        m.WatchSeeks: Rule(rates=("seeks",), is_large=True),
        m.SignUp: Rule(rates=("account", "change")),
        m.SetName: Rule(rates=("account", "change")),
        m.SetPassword: Rule(rates=("account", "change")),
        m.MakePairingCode: Rule(rates=("account", "change")),
        m.GetDevices: Rule(rates=("account",), is_large=True),
        m.Revoke: Rule(rates=("account", "change")),
        m.TakeVacation: account,
        m.EndVacation: account,
        m.GetVacation: account,
        m.SetConditionalMoves: Rule(rates=("account", "lines"), is_large=True),
        m.GetConditionalMoves: Rule(rates=("account",), is_large=True),
        **dict.fromkeys(get_args(m.NoticeCommand), account),
        m.Report: Rule(rates=("report",)),
        m.GetReports: Rule("moderator", ("account",), is_large=True),
        m.CloseReport: moderator,
        m.Moderate: moderator,
        m.CloseTable: moderator,
        **dict.fromkeys(get_args(m.TournamentCommand), tournament),
        m.InviteToTournament: Rule(rates=("tournament", "tournament_invite")),
        m.MakeTournament: Rule(rates=("tournament", "make_tournament")),
        m.ListTournaments: Rule(rates=("tournaments",), is_large=True),
        m.UnlistTournaments: Rule(rates=("tournaments",)),
        m.WatchTournament: Rule(rates=("watch",), is_large=True),
        m.UnwatchTournament: Rule(rates=("watch",)),
    }  # fmt: skip


RULES: Mapping[type[m.Message], Rule] = _rules()


def is_keyed(message: m.Message) -> bool:
    """Tell whether a message has a key: its service looks for the key before it draws on rates."""
    return "key" in message.__struct_fields__
