"""Random tournaments, and a check of every promise by code that shares nothing with the pairings themselves.

Players come late, withdraw and do not appear, results are random. `play` raises `AssertionError` with the rule that was
broken, and returns what happened otherwise.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random
from time import process_time

import networkx

from netgame.tournaments import (
    Entrant,
    Format,
    Game,
    NoPairing,
    Pairing,
    Points,
    bracket,
    pair,
    pair_arena,
    rounds_of,
    settled,
    standings,
)  # fmt: skip
from netgame.tournaments.arena import REPEAT_AFTER_S

SMALL = 8  # players among whom all pairings are looked at
LATE, WITHDRAW, ABSENT = 0.1, 0.2, 0.04  # how many players come late, and withdraw; do not appear in a round


@dataclass
class Tournament:
    """A tournament so far, and what was seen in it."""

    format: Format
    rng: Random
    entrants: list[Entrant]
    rounds: list[list[Game]] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0  # the longest pairing

    def played(self) -> dict[str, list[tuple[int, str]]]:
        """Return the sides and opponents of the games that each player played."""
        found: dict[str, list[tuple[int, str]]] = {entrant.account: [] for entrant in self.entrants}
        for game in (game for games in self.rounds for game in games if game.played and game.pairing.second):
            first, second = game.pairing.accounts
            found[first].append((0, second))
            found[second].append((1, first))
        return found


def play(format: Format, count: int, seed: int) -> Tournament:
    """Play a tournament with that many players and check all rules."""
    rng = Random(f"{format} {count} {seed}")
    places = [*range(1, count + 1)]
    rng.shuffle(places)
    entrants = [Entrant(f"p{place}", place) for place in places]
    if format in ("swiss", "arena"):
        entrants = [
            Entrant(each.account, each.seed, rng.randint(2, 5)) if rng.random() < LATE and format == "swiss" else each
            for each in entrants
        ]
    tournament = Tournament(format, rng, entrants)
    if format == "arena":
        _play_arena(tournament)
    else:
        _play_rounds(tournament)
    _check_standings(tournament)
    return tournament


# ---- formats with rounds


def _play_rounds(tournament: Tournament) -> None:
    format, count = tournament.format, len(tournament.entrants)
    most = rounds_of(format, count)
    if format == "swiss":
        most = tournament.rng.randint(1, most + 4)
    number = 1
    while format == "knockout" or number <= most:
        start = process_time()
        try:
            pairings = pair(format, tournament.entrants, tournament.rounds, number)
        except NoPairing:
            _check_no_pairing(tournament, number)
            tournament.seen["ended early"] += 1
            return
        finally:
            tournament.slowest_s = max(tournament.slowest_s, process_time() - start)
        if not pairings:
            break
        CHECKS[format](tournament, number, pairings)
        tournament.rounds.append([_result(tournament, each, number) for each in pairings])
        tournament.seen["rounds"] += 1
        _withdraw(tournament, number, WITHDRAW / (most + 1))
        number += 1
    if format != "swiss":
        assert pair(format, tournament.entrants, tournament.rounds, number) == (), "it ends"
    if format == "knockout":
        _check_champion(tournament, number - 1)


def _result(tournament: Tournament, pairing: Pairing, number: int) -> Game:
    rng = tournament.rng
    known = settled(tournament.format, tournament.entrants, pairing, number)
    if known is not None:
        tournament.seen["byes" if pairing.second is None else "forfeits"] += 1
        return known
    absent = [rng.random() < ABSENT for _ in range(2)]
    points: Points = rng.choice(((2, 0), (2, 0), (0, 2), (1, 1)))
    if any(absent):
        tournament.seen["forfeits"] += 1
        points = (0 if absent[0] else 2, 0 if absent[1] else 2)
    tournament.seen["games"] += not any(absent)
    return Game(pairing, points, played=not any(absent))


def _withdraw(tournament: Tournament, number: int, share: float) -> None:
    for index, entrant in enumerate(tournament.entrants):
        if entrant.last_round is None and tournament.rng.random() < share:
            last = Entrant(entrant.account, entrant.seed, entrant.first_round, number)
            tournament.entrants[index] = last
            tournament.seen["withdrawals"] += 1


def _check_everybody_once(players: Sequence[str], pairings: Sequence[Pairing]) -> None:
    named = [account for each in pairings for account in each.accounts]
    assert Counter(named) == Counter(players), "everybody is paired once"
    assert sum(each.second is None for each in pairings) == len(players) % 2, "one bye with an odd number"


# ---- Swiss


def _check_swiss(tournament: Tournament, number: int, pairings: Sequence[Pairing]) -> None:
    active = [entrant.account for entrant in tournament.entrants if entrant.plays_in(number)]
    _check_everybody_once(active, pairings)
    history = tournament.played()
    played = {account: history[account] for account in active}
    allowed = _allowed(played, with_sides=True)
    for each in pairings:
        if each.second is None:
            _check_bye(tournament, active, each.first, allowed, played)
        else:
            assert each.second not in {opponent for _, opponent in played[each.first]}, "nobody meets twice"
    sides = {account: [side for side, _ in games] for account, games in played.items()}
    games = [each for each in pairings if each.second is not None]
    for account, side in [(each.accounts[side], side) for each in games for side in (0, 1)]:
        sides[account].append(side)
    if any(not _is_fair(each) for each in sides.values()):
        tournament.seen["rounds in which sides gave way"] += 1
        eligible = _eligible(tournament, active)
        assert not any(_is_whole(allowed, active, rests) for rests in eligible), "sides give way only without a choice"
    elif len(active) <= SMALL:
        _check_points(tournament, games, allowed)
    tournament.seen["sides differ by two"] += sum(abs(2 * sum(each) - len(each)) >= 2 for each in sides.values())
    tournament.seen["sides"] += len(sides)


def _allowed(played: dict[str, list[tuple[int, str]]], with_sides: bool) -> networkx.Graph:
    """Return the graph of all games that the rules allow."""
    graph = networkx.Graph()
    graph.add_nodes_from(played)
    met = {account: {opponent for _, opponent in games} for account, games in played.items()}
    fair = {
        account: [_is_fair([*(each for each, _ in games), side]) for side in (0, 1)]
        for account, games in played.items()
    }
    for one, other in combinations(played, 2):
        if other not in met[one]:
            (as_first, as_second), (other_first, other_second) = fair[one], fair[other]
            if not with_sides or (as_first and other_second) or (as_second and other_first):
                graph.add_edge(one, other)
    return graph


def _is_fair(sides: Sequence[int]) -> bool:
    """Say whether the last side is allowed: not the third of its kind in a row, nor three more than the other."""
    in_a_row = len(sides) >= 3 and len(set(sides[-3:])) == 1
    return not in_a_row and abs(2 * sum(sides) - len(sides)) <= 2


def _is_whole(graph: networkx.Graph, active: Sequence[str], rests: str | None) -> bool:
    """Say whether all players but the one who rests can be paired."""
    rest = graph.subgraph([account for account in active if account != rests])
    return 2 * len(networkx.max_weight_matching(rest, maxcardinality=True)) == len(rest)


def _eligible(tournament: Tournament, active: Sequence[str]) -> list[str | None]:
    """Return the players that may have the bye, the first choice first; only None with an even number."""
    if len(active) % 2 == 0:
        return [None]
    points = _swiss_points(tournament)
    unplayed = Counter[str]()
    won_by_forfeit = set[str]()
    for game in (game for games in tournament.rounds for game in games if not game.played):
        unplayed.update([game.pairing.first] if game.pairing.second is None else [])
        won_by_forfeit |= {
            account
            for account, half_points in zip(game.pairing.accounts, game.points or (), strict=False)
            if half_points == 2 and game.pairing.second is not None
        }
    seeds = {entrant.account: entrant.seed for entrant in tournament.entrants}
    eligible = [account for account in active if not unplayed[account]]
    return [*sorted(eligible, key=lambda account: (account in won_by_forfeit, points[account], -seeds[account]))]


def _check_bye(
    tournament: Tournament,
    active: Sequence[str],
    rests: str,
    allowed: networkx.Graph,
    played: dict[str, list[tuple[int, str]]],
) -> None:
    eligible = _eligible(tournament, active)
    assert rests in eligible, "nobody has two byes"
    before = eligible[: eligible.index(rests)]
    if not _is_whole(allowed, active, rests):  # sides give way
        assert not any(_is_whole(allowed, active, each) for each in eligible), "sides give way only without a choice"
        allowed = _allowed(played, with_sides=False)
    assert not any(_is_whole(allowed, active, each) for each in before), "the bye goes to the lowest possible"


def _check_points(tournament: Tournament, games: Sequence[Pairing], allowed: networkx.Graph) -> None:
    """Check that no other pairing of these players has smaller differences of points."""
    points = _swiss_points(tournament)

    def least(left: Sequence[str]) -> float:
        if not left:
            return 0
        one, *others = left
        return min(
            (
                (points[one] - points[other]) ** 2 + least([each for each in others if each != other])
                for other in others
                if allowed.has_edge(one, other)
            ),
            default=float("inf"),
        )

    difference = sum((points[each.first] - points[str(each.second)]) ** 2 for each in games)
    assert difference == least([account for each in games for account in each.accounts]), "equal points first"
    tournament.seen["rounds compared with all others"] += 1


def _swiss_points(tournament: Tournament) -> Counter[str]:
    points = _game_points(tournament)
    for entrant in tournament.entrants:
        if 1 < entrant.first_round <= len(tournament.rounds) + 1:
            points[entrant.account] += 1
    return points


def _game_points(tournament: Tournament) -> Counter[str]:
    points = Counter[str]()
    for game in (game for games in tournament.rounds for game in games):
        for account, half_points in zip(game.pairing.accounts, game.points or (), strict=False):
            points[account] += half_points
    return points


def _check_no_pairing(tournament: Tournament, number: int) -> None:
    active = [entrant.account for entrant in tournament.entrants if entrant.plays_in(number)]
    history = tournament.played()
    graph = _allowed({account: history[account] for account in active}, with_sides=False)
    possible = len(active) >= 2 and any(_is_whole(graph, active, rests) for rests in _eligible(tournament, active))
    assert not possible, "a round is paired if it can be"


# ---- round robin


def _check_round_robin(tournament: Tournament, number: int, pairings: Sequence[Pairing]) -> None:
    _check_everybody_once([entrant.account for entrant in tournament.entrants], pairings)
    if number < rounds_of(tournament.format, len(tournament.entrants)):
        return
    games = [*(game.pairing for played in tournament.rounds for game in played), *pairings]
    meetings = Counter(frozenset(each.accounts) for each in games if each.second is not None)
    count, cycles = len(tournament.entrants), 2 if tournament.format == "double_round_robin" else 1
    assert len(meetings) == count * (count - 1) // 2, "everybody meets everybody"
    assert set(meetings.values()) == {cycles}, "equally often"
    balance = Counter(each.first for each in games if each.second) - Counter()
    balance.subtract(each.second for each in games if each.second)
    assert all(abs(each) <= 1 for each in balance.values()), "sides are balanced"


# ---- knock-out


def _check_knockout(tournament: Tournament, number: int, pairings: Sequence[Pairing]) -> None:
    named = [account for each in pairings for account in each.accounts]
    assert len(named) == len(set(named)), "everybody is paired once at most"
    for each in pairings:
        earlier = [
            game for games in tournament.rounds for game in games if set(each.accounts) == set(game.pairing.accounts)
        ]
        if each.second is not None and earlier:
            assert [game.points for game in earlier] == [(1, 1)], "only a drawn game is played again, once"
            assert earlier[0].pairing == Pairing(each.second, each.first), "with sides swapped"
    lost = {
        game.pairing.accounts[side]
        for games in tournament.rounds
        for game in games
        if game.pairing.second is not None and game.points is not None
        for side in (0, 1)
        if game.points[side] == 0
    }
    assert not lost & set(named), "a player who lost is out"
    if number == 1:
        count = len(tournament.entrants)
        byes = {each.first for each in pairings if each.second is None}
        size = 1 << rounds_of("knockout", count)
        assert byes == {f"p{seed}" for seed in range(1, size - count + 1)}, "byes go to the best seeds"


def _check_champion(tournament: Tournament, rounds: int) -> None:
    stages = bracket(tournament.entrants, tournament.rounds)
    assert len(stages) == rounds_of("knockout", len(tournament.entrants)), "the bracket is complete"
    assert rounds <= 2 * len(stages), "a stage has two rounds at most"
    for before, after in pairwise(stages):
        assert [meeting.winner for meeting in before if meeting.winner] == [
            each for meeting in after for each in _in_order(before, meeting.better, meeting.worse) if each
        ], "winners go on"


def _in_order(before: Sequence[object], better: Entrant | None, worse: Entrant | None) -> list[Entrant | None]:
    winners = [getattr(meeting, "winner", None) for meeting in before]
    return sorted((better, worse), key=lambda each: winners.index(each) if each in winners else -1)


# ---- arena


def _play_arena(tournament: Tournament) -> None:
    """Let time pass in steps of ten seconds; games last for one to six steps."""
    rng, accounts = tournament.rng, [entrant.account for entrant in tournament.entrants]
    games = list[Game]()
    tournament.rounds = [games]
    ends = dict[int, int]()  # which step ends the game with that index
    since = {account: rng.randint(0, 3) for account in accounts}  # who waits since which step
    for step in range(12):
        for index in [index for index, end in ends.items() if end == step]:
            del ends[index]
            games[index] = Game(games[index].pairing, rng.choice(((2, 0), (0, 2), (1, 1))))
            since |= dict.fromkeys(games[index].pairing.accounts, step)
        waited_s = {account: (step - start) * 10.0 for account, start in since.items() if start <= step}
        start = process_time()
        pairings = pair_arena(tournament.entrants, games, waited_s)
        tournament.slowest_s = max(tournament.slowest_s, process_time() - start)
        _check_arena(tournament, pairings, waited_s)
        for each in pairings:
            ends[len(games)] = step + rng.randint(1, 6)
            games.append(Game(each))
            for account in each.accounts:
                del since[account]
        tournament.seen["games"] += len(pairings)
    tournament.seen["rounds"] += 1


def _check_arena(tournament: Tournament, pairings: Sequence[Pairing], waited_s: dict[str, float]) -> None:
    named = [account for each in pairings for account in each.accounts]
    assert len(named) == len(set(named)), "everybody is paired once at most"
    assert set(named) <= waited_s.keys(), "only those who wait are paired"
    games = tournament.rounds[0]
    last = {account: games[-1][1] for account, games in tournament.played().items() if games and account in waited_s}
    is_idle = all(game.points is not None for game in games)
    repeats = 0
    for each in pairings:
        if last.get(each.first) == each.second or last.get(str(each.second)) == each.first:
            repeats += 1
            late = all(waited_s[account] >= REPEAT_AFTER_S for account in each.accounts)
            assert late or is_idle, "the last opponent only after a while"
    tournament.seen["repeated opponents"] += repeats
    left = [account for account in waited_s if account not in named]
    assert len(left) <= 1 or all(
        last.get(one) == other or last.get(other) == one for one in left for other in left if one != other
    ), "nobody waits while another one who fits waits"


# ---- all


def _check_standings(tournament: Tournament) -> None:
    table = standings(tournament.format, tournament.entrants, tournament.rounds)
    assert sorted(place.account for place in table) == sorted(each.account for each in tournament.entrants), (
        "all places"
    )
    assert table[0].rank == 1, "there is a first one"
    assert all(one.rank <= other.rank for one, other in pairwise(table)), "ranks ascend"
    shuffled = [*tournament.entrants]
    tournament.rng.shuffle(shuffled)
    rounds = [tournament.rng.sample(games, len(games)) for games in tournament.rounds]
    assert standings(tournament.format, shuffled, rounds) == table, "the order of entries and games does not matter"
    points = {place.account: place.points for place in table}
    if tournament.format == "swiss":
        # those who came after the last round have no points yet
        assert points == {each.account: _swiss_points(tournament)[each.account] for each in tournament.entrants}
    if tournament.format == "arena":
        assert points == {each.account: _game_points(tournament)[each.account] for each in tournament.entrants}


CHECKS: dict[Format, Callable[[Tournament, int, Sequence[Pairing]], None]] = {
    "round_robin": _check_round_robin,
    "double_round_robin": _check_round_robin,
    "swiss": _check_swiss,
    "knockout": _check_knockout,
}
