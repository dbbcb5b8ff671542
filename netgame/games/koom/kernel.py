"""The compiled search of the computer player of Koom Valley Thud: moves and values for the shared alpha-beta."""

from typing import ClassVar

from netgame.boards.octagon import GRID
from netgame.games.koom import player
from netgame.games.koom.game import TROLLS_TO_WIN, Koom
from netgame.games.koom.moves import DWARF, ROCK, TROLL, TROLL_REACH, Move
from netgame.games.koom.state import State
from netgame.games.shared import octagon_kernel as octagon
from netgame.games.shared.octagon_kernel import (
    CAPTURES,
    DWARF_PIECE,
    EMPTY,
    POSITION,
    ROCK_PIECE,
    STEPS,
    TROLL_PIECE,
    OctagonKernel,
    around,
    captured_by,
    count_of,
    play,
    rate,
    slides,
    square_of,
)
from netgame.players import compiled_search as search
from netgame.players.compiled_search import MEMORY, step
from netgame.players.machine_code import INTS, Ints, U, compiled

GOALS_END = 32  # the squares of the first row are the goals
MOST_JUMPS, MOST_CHAINS = 6, 120  # of a troll in a move, and its moves that capture
MOST_PIECES = 16  # of a kind
WIN = player.WHOLE
GAINS = 3500, 1500  # the most that a capture is worth, by the seat that makes it
FREE_PLIES, QUIET_KEY = 20, 0x3C6EF372FE94F82B  # plies before the limit in which it is a part of a position


@compiled("boolean(int64,int64)")
def is_beside(one: int, other: int) -> bool:
    """Return whether two squares are neighbours."""
    return max(abs((one >> 4) - (other >> 4)), abs((one & 15) - (other & 15))) == 1


@compiled(f"int64({INTS},int64,int64)")
def beside(place: Ints, kind: int, square: int) -> int:
    """Return how many pieces of a kind are beside a square."""
    return CAPTURES[U(around(place, kind, square))] >> 16 & 15


@compiled(f"void({INTS},{INTS},{INTS})")
def look(place: Ints, _weights: Ints, frame: Ints) -> None:
    """Write what the search must know about a position."""
    seat, quiet = place[U(octagon.SEAT)], place[U(octagon.QUIET)]
    rock = square_of(place, ROCK_PIECE, 0)
    frame[search.KEY] = place[U(octagon.KEY_OF)]
    near = quiet > place[U(octagon.LIMIT)] - FREE_PLIES
    frame[search.TABLE_KEY] = place[U(octagon.KEY_OF)] ^ (QUIET_KEY * quiet if near else 0)
    frame[search.VALUE] = -place[U(octagon.STATIC)] if seat else place[U(octagon.STATIC)]
    is_lost = rock < GOALS_END if seat else beside(place, TROLL_PIECE, rock) >= TROLLS_TO_WIN
    frame[search.ENDED] = is_lost or quiet >= place[U(octagon.LIMIT)] or count_of(place, DWARF_PIECE + seat) == 0
    if frame[search.ENDED]:
        frame[search.VALUE] = -WIN if is_lost else 0
    frame[search.CAN_PASS] = 1


# ---- moves


@compiled(f"int64({INTS},{INTS},{INTS},boolean)")
def dwarf_moves(place: Ints, out: Ints, hot: Ints, quiet: bool) -> int:
    """Write moves of the dwarfs, and return their number. `quiet` are those that neither capture nor win.

    `hot` has what a dwarf that arrives on a square captures.
    """
    count = 0
    rock = square_of(place, ROCK_PIECE, 0)
    if (quiet or rock < GOALS_END + 16) and around(place, DWARF_PIECE, rock):
        for way in range(8):
            target = rock + STEPS[U(way)]
            if place[U(target)] == EMPTY and (quiet or target < GOALS_END) and around(place, DWARF_PIECE, target):
                out[U(count)] = rock | target << 8 | octagon.CARRY | (octagon.WINNING if target < GOALS_END else 0)
                count += 1
    hot[:] = 0
    captures = False
    for index in range(count_of(place, TROLL_PIECE)):
        troll = square_of(place, TROLL_PIECE, index)
        for way in range(8):
            if place[U(troll + STEPS[U(way)])] == DWARF_PIECE and place[U(troll - STEPS[U(way)])] == EMPTY:
                hot[U(troll - STEPS[U(way)])] += CAPTURES[U(1 << way)]
                captures = True
    if quiet or captures:
        for index in range(count_of(place, DWARF_PIECE)):
            count = slides(place, out, count, square_of(place, DWARF_PIECE, index), 15, hot, quiet)
    return count


@compiled(f"int64({INTS},{INTS},int64,int64)")
def tramples(place: Ints, out: Ints, count: int, origin: int) -> int:
    """Write the moves of a troll that capture, and return the number of all moves. Chains may be cut short."""
    most = min(count + MOST_CHAINS, out.size - 512)  # the moves without a capture fit into the rest
    at = origin
    path = jumps = way = 0
    place[U(origin)] = EMPTY
    while True:
        if way == 8:
            if jumps == 0:
                break
            jumps -= 1
            way = path >> 3 * jumps & 7
            path ^= way << 3 * jumps
            place[U(at - STEPS[U(way)])] = DWARF_PIECE
            at -= 2 * STEPS[U(way)]
        else:
            over = at + STEPS[U(way)]
            if (
                place[U(over)] == DWARF_PIECE and place[U(over + STEPS[U(way)])] == EMPTY
                and jumps < MOST_JUMPS and count < most
            ):  # fmt: skip
                place[U(over)] = EMPTY
                at = over + STEPS[U(way)]
                path |= way << 3 * jumps
                jumps += 1
                out[U(count)] = origin | at << 8 | jumps << 16 | path << octagon.JUMPS
                count += 1
                way = -1
        way += 1
    place[U(origin)] = TROLL_PIECE
    return count


@compiled(f"int64({INTS},{INTS},boolean)")
def troll_moves(place: Ints, out: Ints, quiet: bool) -> int:
    """Write moves of the trolls, and return their number. `quiet` are those that neither capture nor win."""
    count = 0
    rock = square_of(place, ROCK_PIECE, 0)
    near = beside(place, TROLL_PIECE, rock)
    for index in range(count_of(place, TROLL_PIECE)):
        origin = square_of(place, TROLL_PIECE, index)
        first = count
        others = near - is_beside(rock, origin)
        if quiet or others >= TROLLS_TO_WIN - 1:
            count = slides(place, out, count, origin, TROLL_REACH, octagon.NOTHING, True)
        if not quiet and others < TROLLS_TO_WIN:  # it must arrive beside the Rock
            end, count = count, first
            for number in range(first, end):
                if is_beside(rock, out[U(number)] >> 8):
                    out[U(count)] = out[U(number)]
                    count += 1
        count = tramples(place, out, count, origin)
    return count


@compiled(f"int64({INTS},{INTS},{INTS},boolean)")
def legal_moves(place: Ints, out: Ints, hot: Ints, quiet: bool) -> int:
    """Write the moves of the side to move, without `quiet` only those that capture or win. Return their number."""
    if place[U(octagon.SEAT)]:
        return troll_moves(place, out, quiet)
    return dwarf_moves(place, out, hot, quiet)


# ---- the search


@compiled(f"boolean({POSITION},{MEMORY},int64)")
def go_on(places: Ints, weights: Ints, field: Ints, seed: int, memory: tuple[Ints, ...], limit: int) -> bool:
    """Go on with the search until it is complete, or until there were `limit` nodes. Return whether it is complete."""
    run, stack, buffers, scores, _, _, killers, _ = memory
    while True:
        ask = step(memory, limit)
        if ask <= search.PAUSED:
            return ask == search.DONE
        ply = run[search.PLY]
        place, frame, out, score = places[U(ply)], stack[U(ply)], buffers[U(ply)], scores[U(ply)]
        if ask == search.PLAY:
            play(places, weights, ply - 1, stack[U(ply - 1), search.MOVE])
            look(place, weights, frame)
            continue
        count = legal_moves(place, out, field, ask == search.MOVES_DUE)
        if ask == search.MOVES_DUE:
            frame[search.MOVES] = rate(
                place, weights, field, frame, count, out, score, killers[U(ply)], 0 if ply else seed
            )
            if count == 0:
                frame[search.MOVES] = -1
                frame[search.BEST] = 0
        else:
            frame[search.MOVES] = count
            for index in range(count):
                captured = out[U(index)] >> 16 & 15
                wins = captured == 0 or out[U(index)] & octagon.CARRY
                score[U(index)] = WIN if wins else frame[search.VALUE] + captured * GAINS[place[U(octagon.SEAT)]]


class KoomKernel(OctagonKernel):
    """A compiled player of Koom Valley Thud with the default options."""

    slice: ClassVar[int] = 2000  # 2 to 4 ms
    whole: ClassVar[int] = WIN
    settings: ClassVar[tuple[int, ...]] = (32, OctagonKernel.most_moves, octagon.LOUD, 3, 120)
    look = staticmethod(look)
    search = staticmethod(go_on)

    def __init__(self, game: Koom) -> None:
        pairs = {
            (DWARF_PIECE, DWARF_PIECE): player.DWARF_PAIRS,
            (DWARF_PIECE, TROLL_PIECE): player.MIXED_PAIRS,
            (TROLL_PIECE, TROLL_PIECE): player.TROLL_PAIRS,
            (DWARF_PIECE, ROCK_PIECE): player.ROCK_DWARFS,
            (TROLL_PIECE, ROCK_PIECE): player.ROCK_TROLLS,
        }
        super().__init__(game, pairs, (player.DWARFS, player.TROLLS))
        for bit, value in player.ROCK_SQUARES.items():
            self.weights[octagon.ROCKS + bit + 16] = value
        self._fits = game.rock_escort == 1 and game.chain_captures
        self._limit = game.no_progress_limit

    def plays(self, state: State) -> bool:
        """Return whether it knows these options and this position: no more pieces of a kind than usual."""
        return self._fits and max(state.dwarfs.bit_count(), state.trolls.bit_count()) <= MOST_PIECES

    def place(self, state: State) -> Ints:
        place = self.place_of(state.dwarfs, state.trolls, state.rock, state.seat)
        place[[octagon.QUIET, octagon.LIMIT]] = state.quiet, self._limit
        return place

    def move(self, code: int, state: State) -> Move:
        origin, target = (code & 255) - 16, (code >> 8 & 255) - 16
        captured, landings = captured_by(code) if code >= octagon.LOUD else 0, [target]
        if code & octagon.CARRY:
            return Move(ROCK, state.rock, (GRID.cell[target],))
        if state.seat and code >= octagon.LOUD:
            landings = [origin]
            for jump in range(code >> 16 & 15):
                over = int(STEPS[code >> octagon.JUMPS + 3 * jump & 7])
                captured |= 1 << landings[-1] + over
                landings.append(landings[-1] + 2 * over)
            del landings[0]
        kind = TROLL if state.seat else DWARF
        return Move(kind, GRID.cell[origin], tuple([GRID.cell[bit] for bit in landings]), captured)


KERNEL = KoomKernel
