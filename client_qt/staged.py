"""Tables in a given state, as one of the players sees them over the network: for pictures. No network is used."""

import random
from collections.abc import Mapping

from client_qt.models.remote import RemoteTable
from client_qt.models.samples import random_move
from netgame.events import Command, Created, Event, MakeReady, OptionValue, Play, Player, Sit
from netgame.facts import Match, player_of
from netgame.fold import new_match
from netgame.game import Picks, ToMove
from netgame.games import GAMES
from netgame.match import HOST, act
from netgame.options import option_values

NAMES = ("Ann", "Mareike")
LONGEST = 3000  # turns
SEARCHED = 60  # turns, and random pick sequences in each, for one that captures


class Story:
    """A match from its creation on, played at random: the same every time."""

    def __init__(self, key: str, options: Mapping[str, OptionValue], seed: int) -> None:
        game = GAMES[key](**options)
        self.chance = random.Random(seed)
        title = f"Table of {game.title}"
        created = Created(number=1, at=0, title=title, game=key, rules=game.version, options=option_values(game))
        self.events: list[Event] = [created]
        self.match: Match = new_match(created, GAMES)

    def do(self, command: Command, by: Player | None) -> None:
        outcome = act(self.match, command, by, 1000 * len(self.events), self._roll)
        assert isinstance(outcome, tuple), outcome
        events, self.match = outcome
        self.events += events

    def sit(self, *players: Player) -> None:
        for player in players:
            self.do(Sit(player, NAMES[player], NAMES[player]), HOST)

    def play(self, turns: int = LONGEST) -> int:
        """Play on, to the end of the leg at most; how many turns there were."""
        for done in range(turns):
            match = self.match
            if match.phase != "playing" or not isinstance(match.turn, ToMove):
                return done
            move = random_move(match.game, match.state, self.chance)
            by = player_of(match.turn.seat, match.leg)
            self.do(Play(match.position, match.game.format(match.state, move)), by)
        return turns

    def play_all(self) -> None:
        """Play every leg."""
        self.play()
        while self.match.phase == "between":
            self.do(MakeReady(), 0)
            self.do(MakeReady(), 1)
            self.play()

    def play_until_a_capture(self, player: Player) -> Picks:
        """Play on until that player could take something; the picks of such a turn, short of its last."""
        found = None
        for _ in range(SEARCHED):
            turn = self.match.turn
            if isinstance(turn, ToMove) and player_of(turn.seat, self.match.leg) == player:
                found = self._staged()
                if _captures(found):
                    break
            self.play(1)
        assert found is not None, "it is nobody's move"
        return found

    def seen_by(self, player: Player) -> RemoteTable:
        """The table in that player's window."""
        table = RemoteTable("pictures", NAMES[player], lambda *_args, **_fields: None)
        table.online("online", NAMES[player])
        table.happened(tuple(self.events))
        return table

    def _staged(self) -> Picks:
        match, chance = self.match, self.chance
        for _ in range(SEARCHED):
            picks = match.game.picks(match.state, ())
            while picks.next and not _captures(picks):
                picks = match.game.picks(match.state, (*picks.picked, chance.choice(sorted(picks.next, key=str))))
            if picks.next and _captures(picks):
                break
        return picks

    def _roll(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, sides) for _ in range(count))


def _captures(picks: Picks) -> bool:
    return any(mark.kind == "capture" for mark in picks.marks)
