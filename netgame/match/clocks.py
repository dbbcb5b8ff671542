"""The clocks of one leg as a value. Times are whole milliseconds.

The state of a player's clock is one number: how long until the flag falls. Free time before the first move of a side is
kept beside it. A bank of network lag limits how much lag is not charged; each move refills a little of it. So a player
gains little by pretending a slow connection.
"""

from typing import NamedTuple

from netgame.match.events import Player
from netgame.match.match_rules import CURRENT_RULES, MatchRules
from netgame.match.time_control import Control, last_moment_of, weekdays_until

Pair = tuple[int, int]


class Clocks(NamedTuple):  # two are made for every move: a named tuple is faster than a frozen dataclass
    """Both clocks of a leg, by player.

    `running` is the player whose clock runs, since the server's time `since`. `spent` is the time of this turn that was
    charged before that.
    """

    control: Control
    rules: MatchRules
    left: Pair
    free: Pair
    bank: Pair
    running: Player | None = None
    since: int = 0
    spent: int = 0
    added: Pair = (0, 0)  # by agreement, in this leg

    @classmethod
    def start(cls, control: Control, rules: MatchRules = CURRENT_RULES) -> "Clocks":
        """Return the clocks at the start of a leg."""
        full, free, bank = control.full, rules.free_first_move_ms, rules.lag_bank_ms
        return cls(control, rules, (full, full), (free, free), (bank, bank))

    def run(self, player: Player, at: int) -> "Clocks":
        """Start the clock of a player; both must be stopped."""
        return Clocks(self.control, self.rules, self.left, self.free, self.bank, player, at, self.spent, self.added)

    def stop(self, at: int) -> "Clocks":
        """Stop both clocks and charge the time since `since`."""
        player = self.running
        if player is None:
            return self
        free, charged = self._charge(player, at)
        left = _put(self.left, player, max(0, self.left[player] - charged))
        free_times = _put(self.free, player, free)
        return Clocks(self.control, self.rules, left, free_times, self.bank, None, at, self.spent + charged, self.added)

    def end_turn(self, at: int) -> "Clocks":
        """Stop both clocks after a turn without a move, as dice, links or a take-back end it.

        The time is charged, and none is given. A clock with a time for each move is full again.
        """
        stopped, player = self.stop(at), self.running
        if player is not None and self.rules.renews_every_turn and self.control.kind in ("days", "move"):
            stopped = stopped._replace(left=_put(stopped.left, player, max(stopped.left[player], self.control.full)))
        return stopped._replace(spent=0)

    def press(self, player: Player, at: int, queued: int = 0, lag: int = 0) -> "Clocks":
        """Stop both clocks after a move, and give the player the time that the control gives for it.

        The time until the move is charged, without the time that it waited in a queue and without the given lag.
        """
        left, spent = self.left[player], self.spent
        if self.running is not None:
            _free, charged = self._charge(self.running, max(self.since, at - queued - lag))
            spent += charged
            if self.running == player:
                left = max(0, left - charged)
        bank = min(self.rules.lag_bank_ms, self.bank[player] - lag + self.rules.lag_refill_ms)
        return Clocks(
            self.control,
            self.rules,
            _put(self.left, player, self.control.after_move(left, spent)),
            _put(self.free, player, 0),
            _put(self.bank, player, bank),
            None,
            at,
            0,
            self.added,
        )

    def read(self, at: int) -> Pair:
        """Return what the clocks show at that time: ms until each flag falls, without free time."""
        player = self.running
        if player is None:
            return self.left
        _free, charged = self._charge(player, at)
        return _put(self.left, player, max(0, self.left[player] - charged))

    @property
    def deadline(self) -> int | None:
        """The last moment at which a move of the player whose clock runs still counts."""
        if self.running is None:
            return None
        left = self.free[self.running] + self.left[self.running]
        return last_moment_of(weekdays_until(self.since) + left) if self.control.weekdays else self.since + left

    def uncharged_lag(self, player: Player, rtt: int, at: int) -> int:
        """Return how much of the measured network lag is not charged for a move that arrived then."""
        if self.running != player:
            return 0
        _free, charged = self._charge(player, at)
        return max(0, min(rtt, self.bank[player], charged))

    def add(self, player: Player, ms: int) -> "Clocks":
        """Give a player more time."""
        left, added = _put(self.left, player, self.left[player] + ms), _put(self.added, player, self.added[player] + ms)
        return self._replace(left=left, added=added)

    def restore(self, player: Player, before: "Clocks") -> "Clocks":
        """Set the clock of a player back to that turn in `before`, with the time that was added by agreement since.

        The lag bank is not filled again.
        """
        added = self.added[player] - before.added[player] if self.rules.keeps_added_time else 0
        left = _put(self.left, player, before.left[player] + added)
        return self._replace(left=left, free=_put(self.free, player, before.free[player]), spent=before.spent)

    def _charge(self, player: Player, at: int) -> Pair:
        """Return the free time that is left, and the time that is charged, if the clock stops then."""
        passed, free = max(0, at - self.since), self.free[player]
        if passed and self.control.weekdays:
            passed = weekdays_until(at) - weekdays_until(self.since)
        return max(0, free - passed), max(0, passed - free)


def _put(pair: Pair, player: Player, value: int) -> Pair:
    return (pair[0], value) if player else (value, pair[1])
