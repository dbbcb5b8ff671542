"""Whole matches played by the program itself, as one of the players sees them over the network: for pictures."""

import random
from collections.abc import Mapping
from typing import Any

from client_qt.board.sample_positions import random_move, random_picks
from client_qt.table.remote import RemoteTable
from devtools.screenshots.once import once
from netgame.game import Game, Over, Picks, Seat, ToMove
from netgame.games import GAMES
from netgame.match import HOST, act
from netgame.match.commands import Command, MakeReady, Play, Sit
from netgame.match.create import created_event, new_match
from netgame.match.events import Event, Moved, OptionValue, Player
from netgame.match.evolve import replay
from netgame.match.state import Match, player_of
from netgame.options import option_values, options_of
from netgame.players.table_logs import LogCheck

NAMES = ("Ann", "Mareike")
SEED = 4  # of the matches in the screenshots
LONGEST = 700  # turns; a longer match is played again with limits
LIMIT = 80  # of whatever the game lets one limit
LAZY = 0.3  # of the turns are made without thinking, for two careful players may never come to an end
CANDIDATES = 3  # turns that a player looks at
SEEDS = 4  # matches to try until one has a winner
SEARCHED = 400  # random pick sequences, for one that captures
STEPS = 8  # of one: a repeated pick may only change what was picked, so a sequence need not end by itself


class Story:
    """A match from its creation on. The same every time: the dice and the players have a seed."""

    def __init__(self, key: str, options: Mapping[str, OptionValue], seed: int) -> None:
        game = GAMES[key](**options)
        self.chance = random.Random(seed)
        title = f"Table of {game.title}"
        created = created_event(game, at=0, title=title)
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

    def play_leg(self) -> None:
        """Play to the end of the leg, or for as long as anybody would look."""
        for _ in range(LONGEST):
            match = self.match
            if match.phase != "playing" or not isinstance(match.turn, ToMove):
                return
            move = _good_move(match.game, match.state, match.turn.seat, self.chance)
            by = player_of(match.turn.seat, match.leg)
            self.do(Play(match.position, match.game.format(match.state, move)), by)

    def play_all(self) -> None:
        """Play every leg."""
        self.play_leg()
        while self.match.phase == "between":
            self.do(MakeReady(), 0)
            self.do(MakeReady(), 1)
            self.play_leg()

    def turns(self, player: Player | None = None) -> list[int]:
        """Return the numbers of the events of the first leg before a move, or before a move of that player."""
        moved = [step.event for step in self.match.history if step.leg == 0 and isinstance(step.event, Moved)]
        return [event.number - 1 for event in moved if player in (None, event.player)]

    def up_to(self, number: int) -> "Story":
        """Return the match up to that event."""
        story = Story.__new__(Story)
        story.events = self.events[:number]
        story.match = replay(story.events, GAMES)
        story.chance = random.Random(number)
        return story

    def seen_by(self, player: Player) -> RemoteTable:
        """The table in that player's window."""
        table = RemoteTable("pictures", NAMES[player], lambda *_args, **_fields: None)
        table.proof = LogCheck(is_signed=True)
        table.set_status("online", NAMES[player])
        table.apply_events(tuple(self.events))
        return table

    def _roll(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, sides) for _ in range(count))


def whole(key: str, options: tuple[tuple[str, OptionValue], ...], seed: int) -> Story:
    """Return a whole match, with a winner if one of a few matches has one. Matches without an end get the limits of
    the game."""
    return _whole(key, tuple(option_values(GAMES[key](**dict(options))).items()), seed)


@once
def _whole(key: str, options: tuple[tuple[str, OptionValue], ...], seed: int) -> Story:
    values = dict(options)
    found = None
    for chance in range(seed, seed + SEEDS):
        story = _played(key, values, chance)
        if story.match.ended is None:
            break
        found = story
        if story.match.over is not None and story.match.over.winner is not None:
            return story
    return found or _played(key, values | _limits(key, values), seed)


def _limits(key: str, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    return {
        info.name: min(info.high or LIMIT, max(info.low or 1, LIMIT))
        for info in options_of(GAMES[key])
        if info.kind == "int" and info.optional and values.get(info.name) is None
    }


def _played(key: str, options: Mapping[str, OptionValue], seed: int) -> Story:
    story = Story(key, options, seed)
    story.sit(0, 1)
    story.play_all()
    return story


def before_a_capture(story: Story, player: Player) -> tuple[Story, Picks]:
    """Return the match before a capture of that player, and the picks of that turn without the last one. Without a
    capture it is any turn."""
    turns = story.turns(player)
    taken = [number for number in turns[len(turns) // 3 :] if _takes(story, number, player)]
    then = story.up_to((taken or turns[len(turns) // 2 :])[0])
    return then, _staged(then.match.game, then.match.state, then.chance)


def _takes(story: Story, number: int, player: Player) -> bool:
    """Are there fewer pieces of the other side after the move that follows that event?"""
    steps, game = story.match.history, story.match.game
    at = next(index for index, step in enumerate(steps) if step.event.number == number + 1)
    theirs = [
        sum(piece.seat == 1 - player for piece in game.pieces(steps[index].state).values()) for index in (at - 1, at)
    ]
    return theirs[1] < theirs[0]


def _staged(game: Game[Any, Any], state: Any, chance: random.Random) -> Picks:
    found = game.picks(state, ())
    for button in _buttons(found):
        found = game.picks(state, (button,))
        if _captures(found):
            return found
    for _ in range(SEARCHED):
        tried = _until_a_capture(game, state, chance)
        found = tried if _captures(tried) or not _captures(found) else found
        if _captures(found) and found.next:  # one that still waits for something can be shown in full
            break
    return found


def _until_a_capture(game: Game[Any, Any], state: Any, chance: random.Random) -> Picks:
    picks = game.picks(state, ())
    for _ in range(STEPS):
        if _captures(picks) or not picks.next:
            break
        picks = game.picks(state, (*picks.picked, chance.choice(sorted(picks.next, key=str))))
    return picks


def _buttons(picks: Picks) -> list[str]:
    return sorted(pick for pick in picks.next if isinstance(pick, str))


def _good_move(game: Game[Any, Any], state: Any, seat: Seat, chance: random.Random) -> Any:
    """A turn that wins if a button does, else the one of a few that leaves most of the own pieces on the board."""
    found, lazy = [], chance.random() < LAZY
    for button in _buttons(game.picks(state, ())):
        move = random_picks(game, state, chance, (button,)).moves[0]
        over = game.turn(game.play(state, move))
        if isinstance(over, Over):
            if over.winner == seat:
                return move
            continue  # a player does not end a game without winning
        found.append(move)
    if lazy:
        return random_move(game, state, chance)
    found += [random_move(game, state, chance) for _ in range(CANDIDATES)]
    return max(reversed(found), key=lambda move: _worth(game, game.play(state, move), seat))


def _worth(game: Game[Any, Any], state: Any, seat: Seat) -> int:
    pieces = game.pieces(state).values()
    return sum(1 if piece.seat == seat else -1 for piece in pieces if piece.seat is not None)


def _captures(picks: Picks) -> bool:
    return any(mark.kind == "capture" for mark in picks.marks)
