"""Checks of the game contract. Each function checks one promise and names the broken one.

A position may have millions of moves, so no check lists them all. If there are few, the comparison is complete;
otherwise it takes the first ones in order and some that random picks find.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest

from devtools.harness.games.random_moves import dice, picked_move, play_out
from netgame.errors import IllegalMove, OptionError
from netgame.game import Mark, Over, Pick, Picks, Piece, Roll, Text, ToMove, ToRoll, apply
from netgame.games import GAMES
from netgame.options import OptionInfo, option_values, options_of
from tests.netgame.games.cases import AnyGame, cases_of

FEW = 1000  # up to so many moves, a comparison is complete
MOST_OFFERS = 12_000  # picks tried in the search for every move that picks complete


def variants() -> tuple[AnyGame, ...]:
    """Return every game with its defaults, its presets, and each option at each of its values or bounds."""
    found: dict[AnyGame, None] = {}
    for kind in GAMES.values():
        usual = [kind(), *(kind(**values) for values in kind.presets.values())]
        found |= dict.fromkeys(usual)
        bases = [*usual, *(kind(**values) for values in (*cases_of(kind.key).small, *cases_of(kind.key).bases))]
        for info in options_of(kind):
            for value in _values(info):
                # some values need others beside them: a narrow board has room only for small bases
                found |= dict.fromkeys(islice(_with(bases, info.name, value), 1))
    return tuple(found)


def _with(games: list[AnyGame], name: str, value: object) -> Iterator[AnyGame]:
    for game in games:
        with suppress(OptionError):
            yield type(game)(**{**option_values(game), name: value})


def _values(info: OptionInfo) -> tuple[object, ...]:
    match info.kind:
        case "choice":
            return info.choices
        case "bool":
            return (False, True)
    return (info.low, info.high, *([None] if info.optional else []))


def small_games() -> tuple[AnyGame, ...]:
    """Return every game on the smallest boards that it has."""
    return tuple(kind(**values) for key, kind in GAMES.items() for values in cases_of(key).small)


def short(game: AnyGame, count: int = 30) -> AnyGame:
    """Return the game with all its limits near that count, so that it ends."""
    limits = {
        info.name: min(max(count, info.low or 0), info.high or count)
        for info in options_of(type(game))
        if info.name.endswith("_limit")
    }
    return type(game)(**{**option_values(game), **limits})


def few_moves(game: AnyGame, state: Any, most: int = FEW) -> list[Any] | None:
    """Return every legal move, or None if there are many."""
    found = list(islice(game.moves(state), most + 1))
    return found if len(found) <= most else None


def small_positions(game: AnyGame, rng: Random, games: int = 12) -> Iterator[tuple[Any, list[Any]]]:
    """Yield states of random games with few legal moves, and those moves; about three states of each game."""
    for _ in range(games):
        _, states = play_out(game, rng, 60)
        found = 0
        for state in rng.sample(states, len(states)):
            if moves := few_moves(game, state):
                yield state, moves
                found += 1
            if found == 3:
                break


def sample_moves(game: AnyGame, state: Any, rng: Random, count: int = 60) -> list[Any]:
    """Return some legal moves: the first in order and those that random picks find."""
    found = list(islice(game.moves(state), count))
    if len(found) == count:
        found += [picked_move(game, state, rng) for _ in range(10)]
    return found


def check_state(game: AnyGame, state: Any, event: Any) -> None:
    """Check all promises about one state that is not over, and the event that followed."""
    check_turn(game, state)
    check_view(game, state)
    check_position_text(game, state)
    check_refusals(game, state, event)
    if isinstance(game.turn(state), ToMove):
        check_notation(game, state, event)


def check_turn(game: AnyGame, state: Any) -> None:
    """Check that `moves` is empty unless a move is due, has a fixed order, and lists each move once."""
    turn, moves = game.turn(state), list(islice(game.moves(state), FEW))
    assert bool(moves) == isinstance(turn, ToMove), "moves exist iff a move is due"
    assert moves == list(islice(game.moves(state), FEW)), "the order of moves is fixed"
    assert len(set(moves)) == len(moves), "a move is named once"
    assert hash(state) == hash(game.start()) or state != game.start()
    if isinstance(turn, Over):
        assert turn.winner in (None, 0, 1)
        assert len(turn.scores) == 2
        assert str(turn.reason)


def check_view(game: AnyGame, state: Any) -> None:
    """Check that pieces and marks have cells of the board, and the results of resigning and agreeing."""
    cells, pieces = set(range(len(game.board.cells))), game.pieces(state)
    assert set(pieces) <= cells
    assert all(isinstance(piece, Piece) for piece in pieces.values())
    assert all(isinstance(mark, Mark) and mark.cells <= cells for mark in game.marks(state))
    for seat in (0, 1):
        assert isinstance(game.resigned(state, seat), Over)
        status = game.status_text(state, seat)
        assert status is None or (str(status) and "{" not in str(status))
    assert isinstance(game.agreed(state), Over | None)


def check_position_text(game: AnyGame, state: Any) -> None:
    """Check that the text of a position reads back as the same position with the same legal moves."""
    text = game.write_position(state)
    again = game.read_position(text)
    assert game.write_position(again) == text
    assert game.pieces(again) == game.pieces(state)
    assert game.turn(again) == game.turn(state)
    mine, theirs = (set(islice(game.moves(each), FEW)) for each in (state, again))
    if mine != theirs:  # the text does not include the boards that superko forbids
        assert option_values(game).get("repetition") == "superko", "the same legal turns"
        for move in mine:
            game.check(again, move)


def check_notation(game: AnyGame, state: Any, move: Any) -> None:
    """Check that notation reads back as the move, and that its description has no open slots."""
    text = game.format(state, move)
    assert game.parse(state, text) == move
    sentence = game.describe(state, move)
    assert isinstance(sentence, Text)
    assert "{" not in str(sentence)


def check_refusals(game: AnyGame, state: Any, event: Any) -> None:
    """Check that events that are not due, or from the wrong seat, are refused and change nothing."""
    before, text, turn = hash(state), game.write_position(state), game.turn(state)
    first = list(islice(game.moves(state), 20))
    assert not isinstance(turn, Over)
    wrong_kind = Roll((1, 1)) if isinstance(turn, ToMove) else next(iter(some_moves(game)))
    for wrong in (None, 7, "a1", b"", (), [], {}, object(), game, wrong_kind):
        assert not is_taken(game, state, wrong)
    refusal(game, state, event, seat=1 - turn.seat)
    if isinstance(turn, ToRoll):
        for bad in ((), (1,), (1,) * (turn.count + 1), (0,) * turn.count, (turn.sides + 1,) * turn.count, (-1, -1),
                    ("1", "2"), (1.0, 2.0), (True, True), None, (10**1000, 1), ((), ()),
                    [1] * turn.count, {1, 2}, b"\1\2", "12", range(1, turn.count + 1)):  # fmt: skip
            refusal(game, state, Roll(bad))  # type: ignore[arg-type]
    assert (hash(state), game.write_position(state), game.turn(state)) == (before, text, turn)
    assert list(islice(game.moves(state), 20)) == first


def refusal(game: AnyGame, state: Any, event: Any, seat: int | None = None) -> str:
    """Return the complete sentence with which `apply` refuses an event, or a move as text."""
    event = game.parse(state, event) if isinstance(event, str) else event
    with pytest.raises(IllegalMove) as refused:
        apply(game, state, event, seat=seat)
    sentence = str(refused.value)
    assert sentence
    assert "{" not in sentence
    return sentence


def played(game: AnyGame, moves: Iterable[str], state: Any = None) -> Any:
    """Return the state after some moves, from the start or from that state."""
    state = game.start() if state is None else state
    for move in moves:
        state = apply(game, state, game.parse(state, move))
    return state


def legal(game: AnyGame, state: Any) -> set[str]:
    """Return the notation of every legal move."""
    return {game.format(state, move) for move in game.moves(state)}


def is_taken(game: AnyGame, state: Any, move: Any) -> bool:
    """Return whether `apply` accepts a move; a refusal is a complete sentence."""
    try:
        apply(game, state, move)
    except IllegalMove as refusal:
        sentence = str(refusal)
    else:
        return True
    assert sentence
    assert "{" not in sentence
    return False


def some_moves(game: AnyGame) -> Iterator[Any]:
    """Yield moves of the first position in which one is due."""
    state, rng = game.start(), Random(1)
    while isinstance(turn := game.turn(state), ToRoll):
        state = apply(game, state, dice(turn, rng))
    return game.moves(state)


def moves_by_picks(game: AnyGame, state: Any, most: int = MOST_OFFERS) -> set[Any] | None:
    """Return every move that picks can complete, found by trying all picks; each offer is checked on the way.

    None if there are too many ways to pick.
    """
    found: set[Any] = set()
    seen: set[tuple[Pick, ...]] = {()}
    waiting: list[tuple[Pick, ...]] = [()]
    while waiting:
        picked = waiting.pop()
        offer = game.picks(state, picked)
        assert offer.picked == picked, "normalised picks do not change"
        check_offer(game, state, offer)
        found |= set(offer.moves)
        most -= len(offer.next)
        if most < 0:
            return None
        for pick in offer.next:
            following = game.picks(state, (*picked, pick))
            if following.picked not in seen:
                seen.add(following.picked)
                waiting.append(following.picked)
    return found


def check_offer(game: AnyGame, state: Any, offer: Picks) -> None:
    """Check that views can show the offer and that its move is legal."""
    cells = set(range(len(game.board.cells)))
    assert len(offer.moves) <= 1
    assert all(pick in game.buttons if isinstance(pick, str) else pick in cells for pick in offer.next)
    assert set(offer.suggested) <= offer.next
    assert set(offer.pieces) <= cells
    assert all(mark.cells <= cells for mark in offer.marks)
    assert offer.hint is None or "{" not in str(offer.hint)
    for move in offer.moves:
        game.check(state, move)
    picked = offer.picked
    for pick in offer.suggested:
        picked = game.picks(state, (*picked, pick)).picked
    assert not offer.suggested or game.picks(state, picked).moves, "the suggested picks complete a turn"


def check_strange_picks(game: AnyGame, state: Any, rng: Random) -> None:
    """Check that a pick that is not offered cancels all picks, wherever in a turn."""
    cells = range(len(game.board.cells))
    strange: list[Any] = [-1, len(cells), 10**30, True, "", "no such button", *game.buttons, *cells]
    offer = game.picks(state, ())
    for _ in range(4):
        for pick in rng.sample(strange, min(12, len(strange))):
            if pick is True or pick not in offer.next:
                assert game.picks(state, (*offer.picked, pick)).picked == ()
        if not offer.next:
            break
        offer = game.picks(state, (*offer.picked, rng.choice(sorted(offer.next, key=str))))
