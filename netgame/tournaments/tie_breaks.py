"""Tie-breaks: what separates players with equal points. The window shows their names and explanations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from netgame.text import N_
from netgame.tournaments.sheet import Line, Sheet
from netgame.tournaments.values import Format


@dataclass(frozen=True)
class TieBreak:
    """A tie-break for people: its name, an explanation, and how many units of its value make one point."""

    name: str
    explanation: str
    units: int


TIE_BREAKS: Mapping[str, TieBreak] = {
    "direct": TieBreak(
        N_("Direct encounter"),
        N_("Points from the games of the tied players against each other, if all of them have met."),
        2,
    ),
    "buchholz": TieBreak(
        N_("Buchholz"),
        N_(
            "The points of all opponents. A round without a game counts as an opponent who had as many points before it"
            " and draws all later games. Rounds that an opponent did not play count as draws."
        ),
        2,
    ),
    "sonneborn_berger": TieBreak(
        N_("Sonneborn-Berger"),
        N_("The points of the opponents whom the player beat, and half of the points of those with whom they drew."),
        4,
    ),
    "wins": TieBreak(N_("Wins"), N_("The number of games that the player won. Byes do not count."), 1),
}
ORDER: Mapping[Format, tuple[str, ...]] = {
    "round_robin": ("direct", "sonneborn_berger", "wins"),
    "double_round_robin": ("direct", "sonneborn_berger", "wins"),
    "swiss": ("direct", "buchholz", "sonneborn_berger", "wins"),
    "knockout": (),
    "arena": ("wins",),
}


@dataclass(frozen=True)
class Field:
    """The sheets from which tie-breaks are computed. In a round robin a forfeit counts as a game that was played."""

    sheets: Mapping[str, Sheet]
    forfeits_count: bool

    def break_tie(self, format: Format, tied: Sequence[str]) -> dict[str, dict[str, int]]:
        """Return the tie-breaks of the format, in their order, for each of all players with the same points."""
        functions = {"buchholz": self.buchholz, "sonneborn_berger": self.sonneborn_berger, "wins": self.wins}
        direct = self.direct(tied) if "direct" in ORDER[format] else {}
        return {
            account: {name: direct[account] if name == "direct" else functions[name](account) for name in ORDER[format]}
            for account in tied
        }

    def direct(self, tied: Sequence[str]) -> dict[str, int]:
        """Return the half points of each against the others, 0 for all unless all of them have met each other."""
        group = set(tied)
        games = {account: [line for line in self._games(account) if line.opponent in group] for account in tied}
        if any(len({line.opponent for line in lines}) < len(group) - 1 for lines in games.values()):
            return dict.fromkeys(tied, 0)
        return {account: sum(line.points for line in lines) for account, lines in games.items()}

    def buchholz(self, account: str) -> int:
        """Return the sum of the half points of all opponents."""
        return sum(self._worth(account, line) for line in self.sheets[account].lines)

    def sonneborn_berger(self, account: str) -> int:
        """Return the sum of the points of beaten opponents and of half those of drawn ones, in quarter points."""
        return sum(line.points * self._worth(account, line) for line in self.sheets[account].lines)

    def wins(self, account: str) -> int:
        """Return the number of won games."""
        return sum(line.points == 2 for line in self._games(account))

    def _games(self, account: str) -> list[Line]:
        """Return the games that count as played."""
        lines = self.sheets[account].lines
        return [line for line in lines if line.opponent is not None and (line.played or self.forfeits_count)]

    def _worth(self, account: str, line: Line) -> int:
        """Return the half points of the opponent in that round; in a Swiss also of a virtual one."""
        if self.forfeits_count:
            return 0 if line.opponent is None else self.sheets[line.opponent].points
        if line.opponent is not None and line.played:
            return self.sheets[line.opponent].points_for_opponents
        lines = self.sheets[account].lines
        before = sum(each.points for each in lines if each.number < line.number)
        return before + (2 - line.points) + (lines[-1].number - line.number)
