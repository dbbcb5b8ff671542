"""Properties of every game, searched by hypothesis over random games and texts."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devtools.harness.games.random_moves import play_out
from netgame.errors import NotationError, OptionError
from netgame.game import Over
from netgame.games import GAMES
from netgame.options import options_of
from tests.netgame.games import conformance
from tests.netgame.games.cases import AnyGame
from tests.netgame.games.conformance import is_taken
from tests.netgame.games.test_conformance import SMALL, names

GAMES_PLAYED = tuple(dict.fromkeys((*SMALL, *(kind() for kind in GAMES.values()))))
every_game = pytest.mark.parametrize("game", GAMES_PLAYED, ids=names(GAMES_PLAYED))
seeds = st.integers(0, 2**32)
plies = st.integers(0, 40)
# typing mistakes: a letter more, a letter less, another letter, two letters exchanged
letters = st.sampled_from([*"abcdABCDLdTRBWQVx12349 0-,./!?p", "ａ", "४", "\n"])
mistakes = st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from("+-=<"), letters), min_size=1, max_size=3)


def position(game: AnyGame, seed: int, plies: int) -> Any:
    """Return the last state of a random game that is not over."""
    _, states = play_out(game, Random(seed), plies)
    return next(state for state in reversed(states) if not isinstance(game.turn(state), Over))


def mistyped(text: str, changes: list[tuple[int, str, str]]) -> str:
    """Return the text with some mistakes in it."""
    for number, kind, letter in changes:
        at = number % (len(text) + 1)
        new = {"+": letter, "-": "", "=": letter, "<": text[at + 1 : at + 2] + text[at : at + 1]}[kind]
        text = text[:at] + new + text[at + {"+": 0, "<": 2}.get(kind, 1) :]
    return text


@pytest.mark.slow
@settings(max_examples=12)
@every_game
@given(seed=seeds, plies=plies, changes=mistakes)
def test_a_mistyped_position_is_refused_or_is_a_position(game: AnyGame, seed: int, plies: int, changes: Any) -> None:
    text = mistyped(game.write_position(position(game, seed % 50, plies)), changes)
    try:
        state = game.read_position(text)
    except NotationError as refused:
        assert 0 < len(str(refused)) < 200  # noqa: PT017
        return

    again = game.read_position(game.write_position(state))
    assert again == state
    assert game.turn(again) == game.turn(state)
    conformance.check_turn(game, state)
    conformance.check_view(game, state)


@pytest.mark.slow
@settings(max_examples=12)
@every_game
@given(seed=seeds, plies=plies, changes=mistakes)
def test_a_mistyped_move_is_refused_or_is_a_move(game: AnyGame, seed: int, plies: int, changes: Any) -> None:
    state = position(game, seed % 50, plies)
    moves = conformance.sample_moves(game, state, Random(seed), 20)
    if not moves:
        return
    try:
        move = game.parse(state, mistyped(game.format(state, moves[seed % len(moves)]), changes))
    except NotationError as refused:
        assert 0 < len(str(refused)) < 200  # noqa: PT017
        return

    if is_taken(game, state, move):
        conformance.check_notation(game, state, move)
        legal = conformance.few_moves(game, state)
        assert legal is None or move in legal


@pytest.mark.slow
@settings(max_examples=25)
@pytest.mark.parametrize("kind", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
def test_any_options_make_a_game_or_are_refused_with_the_reason(kind: type[AnyGame], data: st.DataObject) -> None:
    values: dict[str, Any] = {}
    for info in options_of(kind):
        known: list[Any] = [info.default, *info.choices, *info.offered]
        known += [False, True] if info.kind == "bool" else []
        numbers = st.integers(info.low, info.high) if info.kind == "int" else st.nothing()
        values[info.name] = data.draw(st.sampled_from(known) | numbers)
    try:
        game = kind(**values)
    except OptionError as refused:
        assert 0 < len(str(refused)) < 200  # noqa: PT017
        return

    assert game.write_position(game.read_position(game.write_position(game.start()))) == game.write_position(
        game.start()
    )
