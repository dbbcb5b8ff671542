"""Faults that are planted into challenges, play now, vacations, conditional moves, tournaments, notices, handovers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from devtools.simulation.club import Wanted
from netgame.match.conditional import Line
from netgame.match.events import Moved
from netgame.match.state import Match
from netgame.records.handover import continued_part
from netgame.tournaments import events as cups
from netgame.tournaments.due import result_of
from netgame.tournaments.pairing import pair, settled
from netgame.tournaments.sheet import Sheet
from netgame.tournaments.values import Game
from protocol.event_codec import tournament_codec
from server.lobby.conditional_moves import ConditionalMoves
from server.lobby.lobby import Lobby
from server.lobby.new_tables import table_id
from server.lobby.play_now.seeks import Seeks
from server.storage.accounts import AccountStore, Vacation
from server.storage.notices import News
from server.storage.social import SocialStore
from server.tables.actor import TableActor, chunk
from server.tables.table import Table

Plant = Callable[[pytest.MonkeyPatch], None]


async def _nothing(*_: Any) -> None:
    pass


def keep_challenges(patch: pytest.MonkeyPatch) -> None:
    """Say that a challenge has ended, and keep it."""
    patch.setattr(SocialStore, "end_challenge", lambda *_: True)


def make_table_twice(patch: pytest.MonkeyPatch) -> None:
    """Make another table each time that the same challenge is accepted."""
    number = count()
    another = lambda id: table_id("challenge ", f"{id} {next(number)}".encode())  # noqa: E731
    patch.setattr("server.lobby.challenges.challenge_table", another)


def forget_blocks(patch: pytest.MonkeyPatch) -> None:
    """Do not tell a wish that waits whom its player blocks."""
    patch.setattr(Seeks, "relations_changed", _nothing)


def forget_live_games(patch: pytest.MonkeyPatch) -> None:
    """Begin a game with a player who is away or plays another one."""
    patch.setattr(Lobby, "refusal_of_live_game", lambda *_: None)


def keep_wishes(patch: pytest.MonkeyPatch) -> None:
    """Pair a player who has begun another game since their wish."""
    patch.setattr(Seeks, "_live_games", lambda *_: frozenset())


def charge_vacations(patch: pytest.MonkeyPatch) -> None:
    """Let clocks run for players on vacation."""
    patch.setattr(Table, "_vacation_command", lambda *_: None)


def allow_all_days(patch: pytest.MonkeyPatch) -> None:
    """Do not count days of vacation."""

    def generous(vacation: Vacation, days: int, most: int, now: int) -> Vacation:
        return Vacation(vacation.year, vacation.used + days, now + days * 86_400_000)

    patch.setattr("server.lobby.vacations.taken", generous)


def answer_all_moves(patch: pytest.MonkeyPatch) -> None:
    """Play a conditional move also after another move than that of its condition."""

    def careless(match: Match, base: int, lines: Sequence[Line]) -> tuple[Line, ...]:
        played = sum(isinstance(ply.event, Moved) and ply.event.number > base for ply in match.history)
        return tuple(line[played:] for line in lines if line[played:])

    patch.setattr("server.lobby.conditional_moves.left_of", careless)


def answer_no_move(patch: pytest.MonkeyPatch) -> None:
    """Keep conditional moves, and never play them."""
    patch.setattr(ConditionalMoves, "_check", _nothing)


def pair_again(patch: pytest.MonkeyPatch) -> None:
    """Let players of a Swiss meet again."""
    patch.setattr(Sheet, "met", frozenset())


def pair_twice(patch: pytest.MonkeyPatch) -> None:
    """Give the first players of a round two boards."""

    def generous(*arguments: Any) -> Any:
        pairings = pair(*arguments)
        return (*pairings, pairings[0]) if pairings else ()

    patch.setattr("netgame.tournaments.due.pair", generous)


def swap_results(patch: pytest.MonkeyPatch) -> None:
    """Give the points of a game to the other player."""

    def swapped(*arguments: Any) -> Any:
        points, is_played = result_of(*arguments)
        return points[::-1], is_played

    patch.setattr("netgame.tournaments.due.result_of", swapped)


def forget_byes(patch: pytest.MonkeyPatch) -> None:
    """Give no points for a bye."""

    def mean(*arguments: Any) -> Game | None:
        game = settled(*arguments)
        return game and replace(game, points=(0, 0))

    patch.setattr("netgame.tournaments.state.settled", mean)


def show_other_results(patch: pytest.MonkeyPatch) -> None:
    """Send other results of a tournament than those in its log."""

    def other(log: list[bytes], sent: int, until: int) -> list[bytes]:
        return [_with_other_points(body) for body in chunk(log, sent, until)]

    patch.setattr("server.tournaments.publisher.chunk", other)


def _with_other_points(body: bytes) -> bytes:
    event = tournament_codec.from_bytes(body)
    if isinstance(event, cups.GameFinished):
        return tournament_codec.to_bytes(replace(event, points=event.points[::-1]))
    return body


def tell_again(patch: pytest.MonkeyPatch) -> None:
    """Forget which notices a member got."""
    tell = AccountStore.tell

    def forgetful(self: AccountStore, account: str, current: Sequence[News], now: int, *more: Any, **terms: Any) -> int:
        told = tell(self, account, current, now, *more, **terms)
        self.forget_news(now + 1)
        return told

    patch.setattr(AccountStore, "tell", forgetful)


def tell_everybody(patch: pytest.MonkeyPatch) -> None:
    """Do not switch notices off."""
    choose = AccountStore.set_notices

    def deaf(self: AccountStore, account: str, kinds: Collection[str], webhook: bool) -> None:
        choose(self, account, ("turn", "time", "challenge", "round"), True)

    patch.setattr(AccountStore, "set_notices", deaf)


def lose_signatures(patch: pytest.MonkeyPatch) -> None:
    """Leave out the signatures of a match that comes from another server."""

    def without(*arguments: Any) -> Any:
        kept, *more = continued_part(*arguments)
        return tuple(replace(event, proof=None) for event in kept), *more

    patch.setattr("server.tables.continuation.continued_part", without)


def go_on_here_too(patch: pytest.MonkeyPatch) -> None:
    """Let a table go on whose match goes on elsewhere."""
    patch.setattr(TableActor, "set_aside", lambda *_: None)


_CHALLENGES, _DAYS, _NOTICES = frozenset(("challenge",)), frozenset(("vacation", "conditions")), frozenset(("notices",))
_ELSEWHERE = frozenset(("elsewhere",))
_CUPS = frozenset(("tournament",))
IN_THE_LOBBY: Mapping[str, tuple[Plant, Wanted]] = {
    "a challenge open after its answer": (keep_challenges, Wanted(1, hours=0.2, only=_CHALLENGES)),
    "two tables of one challenge": (make_table_twice, Wanted(1, hours=0.2, only=_CHALLENGES)),
    "a block that a wish does not know": (forget_blocks, Wanted(2, hours=0.2, only=frozenset(("meet",)))),
    "a game with one who plays another": (forget_live_games, Wanted(1, hours=0.3, only=_ELSEWHERE)),
    "a wish that outlives the begin of a game": (keep_wishes, Wanted(1, hours=0.3, only=_ELSEWHERE)),
    "a vacation that stops no clock": (charge_vacations, Wanted(1, hours=0.7, only=_DAYS)),
    "too many days of vacation": (allow_all_days, Wanted(1, hours=0.2, only=_DAYS)),
    "a conditional move without its condition": (answer_all_moves, Wanted(1, hours=0.3, only=_DAYS)),
    "a conditional move left out": (answer_no_move, Wanted(1, hours=0.3, only=_DAYS)),
    "a pairing again": (pair_again, Wanted(1, hours=0.5, only=_CUPS)),
    "two opponents in one round": (pair_twice, Wanted(1, hours=0.2, only=_CUPS)),
    "a result for the other player": (swap_results, Wanted(1, hours=0.2, only=_CUPS)),
    "a bye without points": (forget_byes, Wanted(2, hours=0.5, only=_CUPS)),
    "another result for those who watch": (show_other_results, Wanted(1, hours=0.2, only=_CUPS)),
    "a notice sent twice": (tell_again, Wanted(1, hours=0.5, only=_NOTICES)),
    "a notice that was switched off": (tell_everybody, Wanted(1, hours=0.5, only=_NOTICES)),
    "a match that goes on at two tables": (go_on_here_too, Wanted(1, hours=0.2, only=frozenset(("handover",)))),
    "signatures lost at a handover": (lose_signatures, Wanted(1, hours=0.2, only=frozenset(("handover",)))),
}
