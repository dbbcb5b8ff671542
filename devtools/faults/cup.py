"""Small tournaments, one after the other, that survive every crash of the server."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count

import trio

from devtools.faults.player import Broken, Player
from netgame.tournaments.due import result_of
from netgame.tournaments.events import Ended
from netgame.tournaments.state import Tournament
from protocol import messages as m

FORMATS = ("round_robin", "knockout", "swiss")
MOVES = 2  # of a player in a game
LOOKS_S = 0.2


async def play_cups(players: Sequence[Player], is_last: Callable[[], bool], games: Counter[str]) -> None:
    """Play tournaments until `is_last` says that no other one begins, and count their games."""
    for number in count():
        if is_last():
            return
        games["tournament"] += await _play_cup(players, FORMATS[number % len(FORMATS)])


async def _play_cup(players: Sequence[Player], format: str) -> int:
    """Play a tournament, and return how many tables it had."""
    director = players[0]
    terms = {"title": "Cup", "format": format, "game": "clod", "options": {}}
    cup = await director.patient(partial(director.make_tournament, **terms))
    for player in players:
        await player.patient(partial(player.order_in, cup, m.EnterTournament))
        await player.patient(partial(player.watch_tournament, cup))
    await director.patient(partial(director.order_in, cup, m.StartTournament))
    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(_play_all, player, cup)
    first, *others = (player.cups[cup] for player in players)
    if any(other != first for other in others):
        raise Broken(f"the players of tournament {cup} saw different ones")
    return _check_results(first, players)


async def _play_all(player: Player, cup: str) -> None:
    """Play all games of a player until the tournament is over."""
    played: set[str] = set()
    while (state := player.cups.get(cup)) is None or state.end is None:
        place = state.board_of(player.account) if state is not None else None
        if place is None or place.board.paired.table in played:
            await trio.sleep(LOOKS_S)
            continue
        table = place.board.paired.table
        if any(listed.table == table for listed in player.lobby.tables):
            await player.play(table, MOVES)
            await player.unwatch(table)
            played.add(table)
        else:  # the server is about to make it
            await trio.sleep(LOOKS_S)
    await player.unwatch_tournament(cup)


def _check_results(tournament: Tournament, players: Sequence[Player]) -> int:
    """Check that each game counts as its match ended. Return how many there were."""
    if not isinstance(tournament.end, Ended):
        raise Broken(f"tournament {tournament.id} was cancelled")
    ends = {table: seen.events[-1] for player in players for table, seen in player.seen.items()}
    boards = [board for boards in tournament.rounds for board in boards if board.paired.table]
    for board in boards:
        ended = ends[board.paired.table]
        if (board.points, board.played) != result_of(ended, tournament.created.format):  # type: ignore[arg-type]
            raise Broken(f"tournament {tournament.id} counts table {board.paired.table} as {board.points}")
    return len(boards)
