"""Records of every version of the rules, which every later version must read.

`python -m tests.netgame.records.version_records` writes those that the current versions lack. Never change or delete
one that is there.
"""

from pathlib import Path

from devtools.harness.games.match_helpers import rated_by_host
from devtools.harness.games.random_matches import RandomTable
from netgame.games import GAMES
from netgame.match import CURRENT_RULES, HOST, Refused, act
from netgame.match.commands import AnswerOffer, Command, MakeOffer, MakeReady, MarkAbsent, MarkReturned, Pause, Resume
from netgame.match.events import Moved, OfferKind, Player
from netgame.match.state import other
from netgame.records.writer import write_record

FOLDER = Path(__file__).with_name("versions")


def current_records() -> dict[str, Path]:
    """Return the file of each game for its current version and the current match rules."""
    return {
        key: FOLDER / f"{key}-{kind.version}-{CURRENT_RULES.version}.netgame" for key, kind in sorted(GAMES.items())
    }


class VersionTable(RandomTable):
    """A rated table with a clock and an absence policy, to play everything that the match rules limit."""

    def do(self, command: Command, by: Player | None) -> None:
        now = self.match.at + self.rng.choice((7, 1_500, 4_321))
        done = act(self.match, command, by, now, self.roll, rated_by_host)
        assert not isinstance(done, Refused), done
        events, self.match = done
        self.log += events

    def offer(self, kind: OfferKind, accept: bool) -> None:
        """Make an offer as the player who moved last, and answer it."""
        player = next(event.player for event in reversed(self.log) if isinstance(event, Moved))
        self.do(MakeOffer(kind), player)
        self.do(AnswerOffer(self.match.number, accept), other(player))

    def play_story(self) -> None:
        self.play(6)
        self.offer("take_back", accept=True)
        self.play(1)
        self.offer("more_time", accept=True)
        self.play(1)
        for _ in range(CURRENT_RULES.mute_after):
            self.offer("pause", accept=False)
        self.offer("adjourn", accept=True)
        self.do(MakeReady(), 0)
        self.do(MakeReady(), 1)
        self.do(MarkAbsent(1, "lost"), HOST)
        self.do(MarkReturned(1), HOST)
        self.do(Pause("restart"), HOST)
        self.do(Resume(), HOST)
        while not self.match.ended:
            self.play(3)
            if self.match.phase == "playing":
                self.do(MakeOffer("take_back"), 0)
                self.play(1)  # which lets the offer lapse
            self.stop()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for key, path in current_records().items():
        if not path.exists():
            table = VersionTable(GAMES[key](), seed=1, clock="days 3 weekdays", absence="forfeit 60", rated=True)
            table.play_story()
            path.write_bytes(write_record(table.log).encode())


if __name__ == "__main__":
    main()
