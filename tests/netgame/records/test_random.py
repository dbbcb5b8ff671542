"""Records of random matches: they read back, and reports show them."""

import pytest

from netgame.cli.json_report import match_value
from netgame.cli.text_report import match_lines
from netgame.formats.convert import LoadedMatch
from netgame.games import GAMES
from netgame.match import HOST, Refused, act, to_act, wakes_at
from netgame.match.absence import claims
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    Command,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    MarkReturned,
    Pause,
    Play,
    Resign,
    Resume,
    Tick,
    WithdrawOffer,
)
from netgame.match.events import Event, Moved, Player, TakenBack
from tests.netgame.games.conformance import picked_move
from tests.netgame.match.match_helpers import rated_by_host
from tests.netgame.records.random_matches import RandomTable

CLOCKS = ["none", "move 30", "sudden 200", "fischer 60+5", "bronstein 60+5", "byoyomi 30+3x20", "days 1"]
OFFERS = ["count", "take_back", "take_back", "take_back", "pause", "more_time", "adjourn", "abort"]


class LivelyTable(RandomTable):
    """A table at which players also do other things than move; refused commands change nothing."""

    def live(self, steps: int) -> None:
        """Take that many steps, or play to the end."""
        for _ in range(steps):
            if self.match.ended:
                return
            self.rng.choice((self._move, self._move, self._move, self._fuss))()

    def attempt(self, command: Command, by: Player | None, after: int = 0) -> None:
        now = self.match.at + after
        done = act(self.match, command, by, now - self.rng.choice((0, 0, 900)), self.roll, rated_by_host)
        if not isinstance(done, Refused):
            events, self.match = done
            self.log += events

    def _move(self) -> None:
        if self.match.paused:
            self.attempt(Resume(), HOST, 60_000)
        elif self.match.phase == "between":
            self.attempt(Tick(), HOST, 60_000)
        elif (player := to_act(self.match)) is not None:
            move = picked_move(self.game, self.match.state, self.rng)
            play = Play(self.match.position, self.game.format(self.match.state, move), self.rng.randint(0, 900))
            after = self.rng.choice((0, 40, 3_000, 20_000))
            at = wakes_at(self.match)
            if at is not None and self.match.at + after >= at:
                self.attempt(Tick(), HOST, after + 900)  # the flag
            else:
                self.attempt(play, player, after)

    def _fuss(self) -> None:
        by: Player = self.rng.choice((0, 1))  # type: ignore[assignment]
        for command, whose in self.rng.choice(self._ways(by)):
            self.attempt(command, whose, self.rng.choice((0, 1_000)))

    def _ways(self, by: Player) -> list[list[tuple[Command, Player | None]]]:
        next_number = self.match.number + 1
        # until both have moved, to offer to abort is to do it
        offered = MakeOffer(self.rng.choice(OFFERS if 0 not in self.match.moved else OFFERS[:-1]))  # type: ignore[arg-type]
        found: list[list[tuple[Command, Player | None]]] = [
            [(offered, by), (AnswerOffer(next_number, accept=True), 1 - by)],  # type: ignore[list-item]
            [(offered, by), (AnswerOffer(next_number, accept=True), 1 - by)],  # type: ignore[list-item]
            [(offered, by), (AnswerOffer(next_number, accept=False), 1 - by)],  # type: ignore[list-item]
            [(offered, by), (WithdrawOffer(next_number), by)],
            [(offered, by)],
            [(MarkAbsent(by, self.rng.choice(("lost", "left"))), HOST)],  # type: ignore[arg-type]
            [(MarkReturned(by), HOST)],
            [(Pause(self.rng.choice(("restart", "drain"))), HOST)],  # type: ignore[arg-type]
            [(MakeReady(), 0), (MakeReady(), 1)],
        ]
        if self.rng.random() < 0.05:
            found.append([(Resign(), by)])
        if self.rng.random() < 0.2 and "draw" in claims(self.match, by, self.match.at):
            found.append([(Claim("draw"), by)])
        return found


def lively(key: str, clock: str, seed: int, steps: int) -> LivelyTable:
    mixed = seed * 100 + CLOCKS.index(clock) * 10 + len(key)  # or all would do the same things at the same time
    table = LivelyTable(GAMES[key](), mixed, clock=clock, absence="forfeit 30", rated=seed % 2 == 0)
    table.live(steps)
    return table


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_report_of_a_match_has_every_move(key: str) -> None:
    taken: list[Event] = []
    for seed in range(3):
        table = lively(key, "byoyomi 30+3x20", seed, 60)
        held = LoadedMatch("record", tuple(table.log), table.match)

        lines = "\n".join(match_lines(held, positions=True))
        value = match_value(held)

        made = [event.number for event in table.log if isinstance(event, Moved)]
        assert [move["number"] for move in value["moves"] if move["kind"] == "move"] == made
        assert all(f"\n{number:5} " in lines for number in made)
        standing = {step.event.number for step in table.match.history}
        assert {move["number"] for move in value["moves"] if move["taken_back"] is None} <= standing
        assert not {move["number"] for move in value["moves"] if move["taken_back"]} & standing
        taken += [event for event in table.log if isinstance(event, TakenBack)]
        assert lines.count(" takes back ") == sum(isinstance(event, TakenBack) for event in table.log)
    assert taken, "some are to be seen"
