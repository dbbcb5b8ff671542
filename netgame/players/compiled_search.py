"""The alpha-beta search of the kernels, compiled. It knows no game and asks a kernel for positions and moves.

`step` goes on until the kernel must do something, and returns what. So the search has a stack in an array instead of
calling itself, and it can pause after some nodes and go on later. It is the search of `alpha_beta.py`: iterative
deepening, null windows, a table of positions, a null move, reductions of late moves, killer moves and a history, and
forcing moves beyond the depth.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from netgame.errors import IllegalMove
from netgame.game import Game, ToMove
from netgame.players.choice import Choice, OnChoice, no_report
from netgame.players.limits import Budget
from netgame.players.machine_code import INTS, TABLE, Ints, U, compiled

# Orders to the kernel. PLAY: write the position after the move of the ply before, which may be a pass (0), and look
# at it. FORCING, MOVES_DUE: write the moves that are followed beyond the depth, or all moves, with the most that each
# may be worth, and their number.
DONE, PAUSED, PLAY, FORCING, MOVES_DUE = range(5)
# `stack`: what the search knows at each ply; the last six are from the kernel, which looks at each new position. KEY is
# of the position, TABLE_KEY also of a limit that is near; VALUE is the evaluation for the side to move, or that of the
# end if it is over (ENDED); REPEATED is the value of a position that comes again.
STAGE, DEPTH, ALPHA, BETA, LOW, BEST, BEST_MOVE, NEXT, MOVE, LEFT, MAY_PASS, FIRST, LEAST, MOVES, SEARCHED = range(15)
KEY, TABLE_KEY, VALUE, ENDED, REPEATED, CAN_PASS, FRAME = range(SEARCHED, SEARCHED + 7)
# stages; the last three say how the move that is being tried is searched
ENTER, PASSED, GENERATE, RATE, TRY, REDUCED, NULL, FULL = range(8)
# `run`: where the search is, the value of the position that it comes from, and settings: moves in a position, the same
# at depth one and in the position of the choice, the first move that is not quiet, and what the history of a good move
# counts for at depth one and at most
PLY, RESULT, NODES, WIDTH, WIDEST, LOUD, LESSON, MOST_LESSONS, RUN = range(9)
MAX_DEPTH, QUIET_PLIES = 30, 8
PLIES = MAX_DEPTH + QUIET_PLIES + 2
LATE, VERY_LATE = 4, 12  # moves of a position after which the search of others is one or two plies shallower
PASS = 2  # plies that the search after a pass is shallower, besides the pass itself
ENTRIES = 1 << 20  # of the table, 24 MB: the key, the value with depth and bound, and the best move
INFINITE = 500_000
FORCED = 2 * INFINITE  # the score of a move that is tried before quiet ones, in positions where all moves are due

# what a search remembers: run, stack, buffers and scores by ply, keys of earlier positions, table, killers, history
MEMORY = f"Tuple(({INTS},{TABLE},{TABLE},{TABLE},{INTS},{TABLE},{INTS},{INTS}))"


@compiled("int64(int64,int64)")
def lesson_of(ply: int, move: int) -> int:
    """Return where the history has a move. The sides move in turn, so the ply says who moves."""
    return (ply & 1) << 16 | (move ^ move >> 16 ^ move >> 32) & 0xFFFF


@compiled(f"int64({INTS})")
def drawn(chance: Ints) -> int:
    """Return a random number of 31 bits for kernels; the array has the state of the generator."""
    state = chance[0]
    state ^= state << 13
    state ^= state >> 7 & 0x1FFFFFFFFFFFFFF
    state ^= state << 17
    chance[0] = state
    number: int = state >> 20 & 0x7FFFFFFF
    return number


@compiled(f"int64({MEMORY},int64)")
def step(memory: tuple[Ints, ...], limit: int) -> int:
    """Go on until the kernel must do something, until there were `limit` nodes, or until the search is complete."""
    run, stack, buffers, scores, earlier, table, killers, history = memory
    while True:
        ply = run[PLY]
        frame = stack[U(ply)]
        out = buffers[U(ply)]
        score = scores[U(ply)]
        depth = frame[DEPTH]
        beta = frame[BETA]
        key = frame[TABLE_KEY]
        entry = table[U(key & (ENTRIES - 1))]
        over = False
        if frame[STAGE] == ENTER:
            if run[NODES] >= limit and ply > 0:
                return PAUSED
            run[NODES] += ply > 0
            value = frame[VALUE]
            frame[BEST] = -INFINITE
            frame[BEST_MOVE] = 0
            frame[LOW] = frame[ALPHA]
            frame[NEXT] = 0
            frame[STAGE] = GENERATE
            if ply > 0 and frame[ENDED]:
                frame[BEST] = value - ply if value > 0 else value + ply if value < 0 else 0  # a win is not put off
                over = True
            elif depth <= 0:  # only forcing moves, or none of them
                frame[BEST] = value
                over = value >= beta or frame[LEFT] == 0
                if not over:
                    frame[STAGE] = TRY
                    frame[ALPHA] = max(frame[ALPHA], value)
                    return FORCING
            elif ply > 0:
                for back in range(ply - 4, -1, -2):
                    if stack[U(back), KEY] == frame[KEY]:  # nothing is gained by moving to and fro
                        frame[BEST] = frame[REPEATED]
                        over = True
                if not over and entry[0] == key and (entry[1] >> 2 & 63) >= depth:
                    known = entry[1] >> 8
                    bound = entry[1] & 3
                    if bound == 0 or (bound == 1 and known >= beta) or (bound == 2 and known <= frame[ALPHA]):
                        frame[BEST] = known
                        over = True
                null_window = beta - frame[ALPHA] == 1
                if not over and depth > 2 and frame[CAN_PASS] and frame[MAY_PASS] and null_window and value >= beta:
                    # whoever is well off after a pass is better off after a move
                    frame[STAGE] = PASSED
                    frame[MOVE] = 0
                    below = stack[U(ply + 1)]
                    below[STAGE] = ENTER
                    below[DEPTH] = depth - 1 - PASS
                    below[LEFT] = QUIET_PLIES
                    below[ALPHA] = -beta
                    below[BETA] = 1 - beta
                    below[MAY_PASS] = 0
                    run[PLY] = ply + 1
                    return PLAY
        elif frame[STAGE] == PASSED:
            frame[STAGE] = GENERATE
            if -run[RESULT] >= beta:
                frame[BEST] = beta
                over = True
        if frame[STAGE] == GENERATE and not over:
            frame[STAGE] = RATE
            frame[FIRST] = entry[2] if entry[0] == key else 0
            # a move to the last depth is never better than the evaluation says, as the other side need not capture
            frame[LEAST] = frame[ALPHA] if depth == 1 and ply > 0 else -INFINITE
            return MOVES_DUE
        if frame[STAGE] == RATE:
            frame[STAGE] = TRY
            first, killer = frame[FIRST], killers[U(ply)]
            for index in range(frame[MOVES]):
                move = out[U(index)]
                value = score[U(index)]
                if move == first:
                    score[U(index)] = 2 * FORCED
                elif value < FORCED and depth > 1:
                    score[U(index)] = INFINITE if move == killer else value + history[U(lesson_of(ply, move))]
            over = frame[MOVES] < 0  # there is none, and the kernel has written the value
        if over:
            run[RESULT] = frame[BEST]
            if ply == 0:
                return DONE
            run[PLY] = ply - 1
            continue
        alpha = frame[ALPHA]
        again = FULL
        if frame[STAGE] > TRY:  # back from a move
            move = frame[MOVE]
            value = -run[RESULT]
            if ply == 0 and value > alpha:
                for index in range(earlier.size):
                    if earlier[index] == stack[1, KEY]:
                        value = min(value, -stack[1, REPEATED])
            if frame[STAGE] == REDUCED and value > alpha:
                again = NULL
            elif frame[STAGE] == NULL and alpha < value < beta:
                again = FULL
            else:
                frame[STAGE] = TRY
                frame[NEXT] += 1
                if value > frame[BEST]:
                    frame[BEST] = value
                    frame[BEST_MOVE] = move
                    if value > alpha:
                        alpha = value
                        frame[ALPHA] = value
                        if value >= beta and move < run[LOUD] and depth > 0:
                            killers[U(ply)] = move
                            lesson = U(lesson_of(ply, move))
                            history[lesson] = min(history[lesson] + depth * depth * run[LESSON], run[MOST_LESSONS])
        if frame[STAGE] == TRY:
            index = frame[NEXT]
            count = min(frame[MOVES], run[WIDTH if depth > 1 and ply > 0 else WIDEST])
            at = index
            value = score[U(at)]
            for other in range(index + 1, frame[MOVES]):
                if score[U(other)] > value:
                    at = other
                    value = score[U(other)]
            move = out[U(at)]
            score[U(at)], out[U(at)] = score[U(index)], out[U(index)]
            score[U(index)], out[U(index)] = value, move
            # the bounds of the others are not better either
            hopeless = depth <= 1 and index < frame[MOVES] and ply > 0 and value <= alpha
            if index >= count or alpha >= beta or hopeless:
                best = frame[BEST]
                if depth == 1 and ply > 0:
                    best = max(best, frame[LOW])
                elif hopeless:
                    best = max(best, value)
                if depth > 0:
                    entry[0] = key
                    entry[1] = best << 8 | depth << 2 | (1 if best >= beta else 2 if best <= frame[LOW] else 0)
                    entry[2] = frame[BEST_MOVE]
                run[RESULT] = best
                if ply == 0:
                    return DONE
                run[PLY] = ply - 1
                continue
            frame[MOVE] = move
            if depth <= 1 or index == 0:
                again = FULL
            elif depth >= 3 and index >= LATE and move < run[LOUD]:
                again = REDUCED
            else:
                again = NULL
        frame[STAGE] = again
        below = stack[U(ply + 1)]
        below[STAGE] = ENTER
        below[DEPTH] = depth - 1
        if again == REDUCED:
            below[DEPTH] -= 1 if frame[NEXT] < VERY_LATE or depth == 3 else 2
        below[LEFT] = QUIET_PLIES if depth > 0 else frame[LEFT] - 1
        below[ALPHA] = -beta if again == FULL else -alpha - 1
        below[BETA] = -alpha
        below[MAY_PASS] = 1
        run[PLY] = ply + 1
        return PLAY


class AlphaBetaKernel:
    """A kernel that searches by `step`. A game derives its own."""

    level_nodes: ClassVar[int]  # about a second
    slice: ClassVar[int]  # nodes between two questions whether to stop, some milliseconds
    whole: ClassVar[int]  # the value of a won game
    most_moves: ClassVar[int]  # of a position
    settings: ClassVar[tuple[int, ...]]  # WIDTH to MOST_LESSONS
    # The compiled search. Its arguments are those of `position`, MEMORY and the number of nodes; it returns whether the
    # search is complete.
    search: ClassVar[Any]

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def plays(self, state: Any) -> bool:
        """Return whether it knows these options and this position."""
        raise NotImplementedError

    def position(self, state: Any, seed: int) -> tuple[Any, ...]:
        """Return a position as the compiled search has it."""
        raise NotImplementedError

    def frame(self, state: Any) -> Ints:
        """Return a row of the stack with what the search must know about a position."""
        raise NotImplementedError

    def move(self, code: int, state: Any) -> Any:
        """Return a move of the kernel as one of the rules."""
        raise NotImplementedError

    def find(
        self, state: Any, budget: Budget, seed: int, report: OnChoice = no_report, earlier: Sequence[Any] = ()
    ) -> Choice:
        """Return the best move found until the budget is spent. Report the best one of each depth."""
        turn = self._game.turn(state)
        assert isinstance(turn, ToMove)
        run: Ints = np.zeros(RUN, np.int64)
        run[WIDTH:] = self.settings
        stack: Ints = np.zeros((PLIES, FRAME), np.int64)
        stack[0] = self.frame(state)
        buffers, scores = np.zeros((2, PLIES, self.most_moves), np.int64)
        known: Ints = np.array([self.frame(old)[KEY] for old in earlier if self.plays(old)], np.int64)
        table: Ints = np.zeros((ENTRIES, 3), np.int64)
        killers, history = np.zeros(PLIES, np.int64), np.zeros(1 << 17, np.int64)
        memory = run, stack, buffers, scores, known, table, killers, history
        position = self.position(state, seed)
        nodes, frame = budget.left, stack[0]
        first = next(iter(self._game.moves(state)))
        best = Choice(first, None, (first,))
        for depth in range(1, MAX_DEPTH + 1):
            before = run[NODES]
            run[PLY] = 0
            frame[:SEARCHED] = 0
            frame[[DEPTH, ALPHA, BETA]] = depth, -INFINITE, INFINITE
            complete = False
            while not complete and budget.left > 0 and not budget.stop():
                complete = self.search(*position, memory, min(nodes, int(run[NODES]) + self.slice))
                budget.left = nodes - int(run[NODES])
            if frame[BEST_MOVE]:  # the best move of the depth before was searched first
                value = max(-1.0, min(1.0, int(frame[BEST]) / self.whole)) * (1 - 2 * turn.seat)
                move = self.move(int(frame[BEST_MOVE]), state)
                best = Choice(move, value, self._line(state, move, depth, table), nodes - budget.left)
            if complete:
                report(best)
            decided = abs(int(frame[BEST])) > self.whole - PLIES
            if not complete or run[NODES] == before or decided:
                break  # nothing left to search
        return best

    def _line(self, state: Any, move: Any, depth: int, table: Ints) -> tuple[Any, ...]:
        """Return the moves that the search expects, from its table."""
        line = [move]
        while len(line) < depth:
            state = self._game.play(state, move)
            key = self.frame(state)[TABLE_KEY]
            entry = table[key & ENTRIES - 1]
            if entry[0] != key or not entry[2]:
                break
            move = self.move(int(entry[2]), state)
            try:
                self._game.check(state, move)
            except IllegalMove:  # the game is over, or two positions looked alike to the search
                break
            line.append(move)
        return tuple(line)
