"""The compiled search of the computer player of Thud: moves and values for the shared alpha-beta."""

from typing import ClassVar

from netgame.boards.octagon import GRID
from netgame.games.shared import octagon_kernel as octagon
from netgame.games.shared.octagon_kernel import (
    CAPTURES,
    DWARF_PIECE,
    EMPTY,
    POSITION,
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
from netgame.games.thud import player
from netgame.games.thud.game import DWARFS, TROLLS, Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.state import THUDSTONE, State
from netgame.players import compiled_search as search
from netgame.players.compiled_search import MEMORY, PLIES, step
from netgame.players.machine_code import INTS, Ints, U, compiled

# The rule of captures: what a step takes besides none, one dwarf, two or more, all; and whether a shove takes one or
# more, not only all
STEP_ONE, STEP_SOME, STEP_ALL, SHOVE_SOME = 1, 2, 4, 8
STEPS_TAKE = {"one": STEP_ONE, "any": STEP_ONE | STEP_SOME | STEP_ALL, "all_or_none": STEP_ALL}
HURL = octagon.LOUD  # of the troll on the target
HURL_GAIN = 8000  # the most that a capture of a troll is worth
ONE_DWARF = player.DWARF


@compiled(f"int64({INTS},{INTS})")
def margin(place: Ints, weights: Ints) -> int:
    """Return the value of a battle that ends here, for the side to move."""
    value = 0
    for kind in range(DWARF_PIECE, TROLL_PIECE + 1):
        value += weights[U(octagon.NUMBERS + (octagon.MOST + 1) * kind + count_of(place, kind))]
    return -value if place[U(octagon.SEAT)] else value


@compiled(f"void({INTS},{INTS},{INTS})")
def look(place: Ints, weights: Ints, frame: Ints) -> None:
    """Write what the search must know about a position."""
    frame[search.KEY] = place[U(octagon.KEY_OF)]
    frame[search.TABLE_KEY] = place[U(octagon.KEY_OF)]
    frame[search.VALUE] = -place[U(octagon.STATIC)] if place[U(octagon.SEAT)] else place[U(octagon.STATIC)]
    frame[search.REPEATED] = margin(place, weights)
    frame[search.CAN_PASS] = count_of(place, DWARF_PIECE) * count_of(place, TROLL_PIECE)


# ---- moves


@compiled(f"int64({INTS},{INTS})")
def hurls(place: Ints, out: Ints) -> int:
    """Write the hurls, and return their number: from each troll outward look for the head of a line."""
    count = 0
    for index in range(count_of(place, TROLL_PIECE)):
        troll = square_of(place, TROLL_PIECE, index)
        for way in range(8):
            step = STEPS[U(way)]
            distance = 1
            square = troll + step
            while place[U(square)] == EMPTY:
                square += step
                distance += 1
            if place[U(square)] != DWARF_PIECE:
                continue
            head = square
            line = 1
            square += step
            while line < distance and place[U(square)] == DWARF_PIECE:
                line += 1
                square += step
            if line >= distance:
                out[U(count)] = head | troll << 8 | HURL
                count += 1
    return count


@compiled(f"int64({INTS},{INTS},boolean,boolean)")
def troll_moves(place: Ints, out: Ints, quiet: bool, every_set: bool) -> int:
    """Write moves of the trolls, and return their number.

    `quiet` are the moves without a capture. A troll takes every set of dwarfs that it may take, or, if it may take all,
    only all of them.
    """
    count = 0
    rule = place[U(octagon.RULE)]
    for index in range(count_of(place, TROLL_PIECE)):
        origin = square_of(place, TROLL_PIECE, index)
        for way in range(8):
            step = STEPS[U(way)]
            target = origin + step
            if place[U(target)] != EMPTY:
                continue
            line = 1
            behind = origin - step
            while place[U(behind)] == TROLL_PIECE:
                line += 1
                behind -= step
            distance = 1
            while distance <= line and place[U(target)] == EMPTY and count < out.size - 256:
                move = origin | target << 8
                if quiet and distance == 1:
                    out[U(count)] = move
                    count += 1
                near = around(place, DWARF_PIECE, target)
                may = rule & (STEP_ONE | STEP_SOME | STEP_ALL) if distance == 1 else 0
                if line > 1:
                    may |= STEP_ALL | (STEP_ONE | STEP_SOME if rule & SHOVE_SOME else 0)
                chosen = near if may & STEP_ALL else 0
                while chosen:
                    out[U(count)] = move | CAPTURES[U(chosen)]
                    count += 1
                    chosen = (chosen - 1) & near if every_set and may & STEP_SOME else 0
                if may & STEP_ONE and not may & STEP_SOME and (every_set or not may & STEP_ALL):
                    rest = near if not may & STEP_ALL or near & (near - 1) else 0
                    while rest:
                        one = rest & -rest
                        out[U(count)] = move | CAPTURES[U(one)]
                        count += 1
                        rest ^= one
                distance += 1
                target += step
    return count


@compiled(f"int64({INTS},{INTS},boolean)")
def legal_moves(place: Ints, out: Ints, every_set: bool) -> int:
    """Write the moves of the side to move, and return their number."""
    if place[U(octagon.SEAT)]:
        return troll_moves(place, out, True, every_set)
    count = hurls(place, out)
    for index in range(count_of(place, DWARF_PIECE)):
        count = slides(place, out, count, square_of(place, DWARF_PIECE, index), 15, octagon.NOTHING, True)
    return count


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
            if ply == 1:  # if it is an earlier position of the game, the side that is behind must do something else
                frame[search.REPEATED] += ONE_DWARF * (
                    int(frame[search.REPEATED] > 0) - int(frame[search.REPEATED] < 0)
                )
        elif ask == search.MOVES_DUE:
            count = legal_moves(place, out, False)
            frame[search.MOVES] = rate(
                place, weights, field, frame, count, out, score, killers[U(ply)], 0 if ply else seed
            )
            if count == 0:
                frame[search.MOVES] = -1
                frame[search.BEST] = margin(place, weights)
        elif place[U(octagon.SEAT)] == 0:
            frame[search.MOVES] = hurls(place, out)
            score[: frame[search.MOVES]] = frame[search.VALUE] + HURL_GAIN
        else:
            frame[search.MOVES] = troll_moves(place, out, False, False)
            for index in range(frame[search.MOVES]):
                play(places, weights, ply, out[U(index)])
                score[U(index)] = -places[U(ply + 1), U(octagon.STATIC)]


class ThudKernel(OctagonKernel):
    """A compiled player of Thud."""

    slice: ClassVar[int] = 3000  # 2 to 5 ms
    whole: ClassVar[int] = player.WHOLE
    settings: ClassVar[tuple[int, ...]] = (60, 240, octagon.LOUD, 4, 160)
    look = staticmethod(look)
    search = staticmethod(go_on)

    def __init__(self, game: Thud) -> None:
        pairs = {
            (DWARF_PIECE, DWARF_PIECE): player.DWARF_PAIRS,
            (DWARF_PIECE, TROLL_PIECE): player.MIXED_PAIRS,
            (TROLL_PIECE, TROLL_PIECE): player.TROLL_PAIRS,
        }
        worth = player.DWARF, -player.TROLL
        super().__init__(game, pairs, [[each * count for count in range(octagon.MOST + 1)] for each in worth])
        self._limit = game.no_capture_limit
        self._rule = STEPS_TAKE[game.step_captures] | (SHOVE_SOME if game.shove_captures == "any" else 0)

    def plays(self, state: State) -> bool:
        """Return whether it knows this position: no more pieces than usual, and no limit is near."""
        few = state.dwarfs.bit_count() <= DWARFS and state.trolls.bit_count() <= TROLLS
        return few and (self._limit is None or state.quiet + PLIES < self._limit)

    def place(self, state: State) -> Ints:
        place = self.place_of(state.dwarfs, state.trolls, THUDSTONE, state.seat)
        place[[octagon.RULE, octagon.QUIET]] = self._rule, state.quiet
        return place

    def move(self, code: int, state: State) -> Move:
        origin, target = (code & 255) - 16, (code >> 8 & 255) - 16
        captured = captured_by(code) if code >> octagon.AROUND else 1 << target if code & HURL else 0
        return Move(state.seat, GRID.cell[origin], GRID.cell[target], captured)


KERNEL = ThudKernel
