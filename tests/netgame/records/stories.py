"""Matches with every kind of event about people at a table, for logs and records."""

from dataclasses import replace

from devtools.harness.games.match_helpers import NAMES, TableByScript, created, rated_by_host
from netgame.match import HOST, act
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    MarkReturned,
    Pause,
    Play,
    Resume,
    Sit,
    Tick,
)


class RatedTable(TableByScript):
    """A table whose host rates the match; both players are beginners."""

    def flag(self) -> None:
        """Let the time of the player to move run out."""
        clocks = self.match.clocks
        assert clocks
        assert clocks.deadline is not None
        done = act(self.match, Tick(), HOST, clocks.deadline + 1, self.roll, rated_by_host)
        assert isinstance(done, tuple), done
        events, self.match = done
        self.log += events


def sat_down(table: TableByScript) -> TableByScript:
    for player in (0, 1):
        table.do(Sit(player, NAMES[player].lower(), NAMES[player]), HOST)  # type: ignore[arg-type]
    return table


def flag_story() -> TableByScript:
    """Fischer, with dice: lag, a queue, a take-back over a forfeited turn, more time, a flag, ratings."""
    table = RatedTable(created(clock="fischer 60+2", rated=True, length=9, battles=1), dice=(3, 1, 1, 4, 5))
    sat_down(table)
    table.after(35_000).do(Play(5, "+3", rtt=250), 0)
    table.after(12_345).do(MakeOffer("take_back"), 0)
    table.after(1_000).do(AnswerOffer(11, accept=True), 1)
    table.after(500).play("+2")
    table.after(4_000).do(MakeOffer("more_time"), 1)
    table.do(AnswerOffer(table.match.number, accept=True), 0)
    table.after(-3_000).play("+4")  # it had arrived before the offer, and lay in a queue
    table.flag()
    return table


def away_story() -> TableByScript:
    """Byo-yomi: a pause, a restart of the server, an absence, an adjournment, another absence, a claim."""
    first = created(clock="byoyomi 10+3x5", absence="forfeit 30", dice=False, length=9, battles=1)
    table = sat_down(TableByScript(replace(first, previous="t1", score=(1, 0, 2))))
    table.after(1_000).play("+1")
    table.after(31_000).play("+1")
    table.after(12_000).agree("pause", 1)
    table.after(60_000).do(MakeReady(), 0)
    table.after(3_000).do(MakeReady(), 1)
    table.after(1_500).play("+2")
    table.after(700).do(MarkAbsent(1, "lost"), HOST)
    table.after(20_000).do(MarkReturned(1), HOST)
    table.do(Pause("restart"), HOST)
    table.after(9_000).do(Resume(), HOST)
    table.after(300).play("+3")
    table.agree("adjourn", 0)
    table.after(86_400_000).do(MakeReady(), 1)
    table.do(MakeReady(), 0)
    table.do(MarkAbsent(1, "left"), HOST)
    table.after(6_000).play("+4")
    table.after(4_000).do(Claim("win"), 0)
    return table


def claim_story() -> TableByScript:
    """No clock: a table with a code, changed seats, and a draw claimed from an absent player."""
    agreed = {"absence": "forfeit 10", "access": "code", "spectators": False, "spectator_chat": True, "delay": 30}
    table = TableByScript(replace(created(battles=1, dice=False, length=9), **agreed))  # type: ignore[arg-type]
    table.do(Sit(0, "bob", "Bob", ready=False), HOST)
    table.do(Sit(1, "bob", "Bob"), HOST)
    table.do(Sit(0, "ann", "Ann", ready=False), HOST)
    table.after(1_000).do(MakeReady(), 0)
    table.after(2_000).play("+1", "+2")
    table.do(MakeOffer("take_back"), 0)
    table.after(1_000).do(MarkAbsent(1, "lost"), HOST)
    table.after(500).play("+1")
    table.after(9_500).do(Claim("draw"), 0)
    return table
