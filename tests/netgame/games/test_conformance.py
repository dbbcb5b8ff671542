"""Every game in GAMES keeps the contract with every option, and each variant has a golden playthrough."""

import time
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from devtools.harness.games.random_moves import any_move, play_out
from netgame.errors import NotationError, OptionError
from netgame.game import Over, Roll, ToMove, apply
from netgame.games import GAMES
from netgame.options import option_values, options_of
from tests.netgame.games import conformance, playthrough
from tests.netgame.games.cases import AnyGame, cases_of


def names(games: tuple[AnyGame, ...]) -> list[str]:
    """Test ids of these games."""
    return [" ".join([game.key, *(f"{k}={v}" for k, v in option_values(game).items())]) for game in games]


VARIANTS = conformance.variants()
SMALL = conformance.small_games()
every_variant = pytest.mark.parametrize("game", VARIANTS, ids=names(VARIANTS))
every_small_game = pytest.mark.parametrize("game", SMALL, ids=names(SMALL))
every_game = pytest.mark.parametrize("game", [kind() for kind in GAMES.values()], ids=list(GAMES))


@pytest.mark.slow
@every_variant
def test_random_picks_play_a_game_in_which_every_state_keeps_the_contract(game: AnyGame) -> None:
    events, states = play_out(game, Random(7), 60)
    looked_at = {0, 1, len(events) - 2, len(events) - 1, *range(2, len(events), 1 + len(events) // 10)}
    for number in sorted(number for number in looked_at if 0 <= number < len(events)):
        conformance.check_state(game, states[number], events[number])


@pytest.mark.slow
@every_game
def test_random_picks_end_the_game_with_a_result(game: AnyGame) -> None:
    game = conformance.short(game)
    _, states = play_out(game, Random(3), 5000)

    assert isinstance(over := game.turn(states[-1]), Over)
    assert str(over.reason)
    assert not list(game.moves(states[-1]))
    assert not game.picks(states[-1], ()).next
    conformance.check_view(game, states[-1])
    for event in (None, Roll((1, 1)), next(iter(conformance.some_moves(game)))):
        conformance.refusal(game, states[-1], event)


# the same moves by listing, checking and picks


@pytest.mark.slow
@every_variant
def test_moves_by_listing_picks_and_numbers_are_legal_and_those_of_other_positions_iff_listed(game: AnyGame) -> None:
    rng = Random(11)
    events, states = play_out(game, rng, 40)
    for state in rng.sample(states, min(4, len(states))):
        conformance.check_strange_picks(game, state, rng)
        for move in conformance.sample_moves(game, state, rng):
            game.check(state, move)
            assert game.parse(state, game.format(state, move)) == move
    everything = {move for state in states[::5] for move in islice(game.moves(state), 150)}
    everything |= {event for event in events if not isinstance(event, Roll)}

    for state in [state for state in states[3::8] if isinstance(game.turn(state), ToMove)]:
        for number in (0, 1, *(rng.getrandbits(60) for _ in range(8))):
            move = any_move(game, state, number)
            game.check(state, move)
            assert move == any_move(game, state, number)
        if (legal := conformance.few_moves(game, state)) is not None:
            before, text = hash(state), game.write_position(state)
            taken = {move for move in everything if conformance.is_taken(game, state, move)}
            assert taken == everything & set(legal)
            assert (hash(state), game.write_position(state)) == (before, text)


@pytest.mark.slow
@every_small_game
def test_picks_reach_exactly_the_listed_moves(game: AnyGame) -> None:
    compared = 0

    for state, moves in conformance.small_positions(game, Random(17)):
        found = conformance.moves_by_picks(game, state)
        if found is not None:
            assert found == set(moves)
            compared += 1
        if compared == 5:
            break
    assert compared == 5, "the test must find positions with few moves"


def readable(game: AnyGame, state: Any) -> Iterator[Any]:
    for text in cases_of(game.key).move_texts(game):
        try:
            yield game.parse(state, text)
        except NotationError:  # a move that no position allows may have no notation
            continue


@pytest.mark.slow
@every_small_game
def test_of_all_moves_that_can_be_written_exactly_the_listed_ones_are_legal(game: AnyGame) -> None:
    positions = list(islice(conformance.small_positions(game, Random(23)), 2))
    assert len(positions) == 2
    for state, legal in positions:
        everything = set(readable(game, state))
        assert {move for move in everything if conformance.is_taken(game, state, move)} == everything & set(legal)
        assert everything >= set(legal) or not cases_of(game.key).all_moves


# histories


@every_game
def test_replaying_a_log_gives_the_live_states_with_their_history(game: AnyGame) -> None:
    events, states = play_out(game, Random(5), 40)

    folded: Any = game.start()
    for event, live in zip(events, states[1:], strict=True):
        text = None if isinstance(event, Roll) else game.format(folded, event)
        folded = apply(game, folded, event if text is None else game.parse(folded, text))
        assert folded == live
        assert hash(folded) == hash(live)
    assert len(set(states)) > len(states) // 2


@every_small_game
def test_a_take_back_and_other_moves_do_not_change_earlier_states(game: AnyGame) -> None:
    rng = Random(19)
    events, states = play_out(game, rng, 30)
    known = [(hash(state), game.turn(state), game.write_position(state)) for state in states]

    for back in rng.sample(range(len(events)), min(4, len(events))):
        play_out(game, rng, 6, states[back])
        state = states[back]
        for number, event in enumerate(events[back:], back + 1):
            state = apply(game, state, event)
            assert state == states[number]
            assert (hash(state), game.turn(state), game.write_position(state)) == known[number]


# text


BAD_TEXTS = [
    "", " ", "\n", "x" * 1_000_000, "9" * 100_000, "-1", "-" * 50, "ａ１", "b４", "é", "\0", "a0", "a-1", "a01", "None",
    "a" * 100, "1a", "dA6-B6x", "{}", "{cell}", "A" + "1" * 5000,
]  # fmt: skip


@every_game
def test_bad_text_is_refused_with_a_sentence(game: AnyGame) -> None:
    for text in BAD_TEXTS:
        assert_no_notation(game, game.parse, text)
        assert_no_notation(game, lambda _, text: game.read_position(text), text)


@pytest.mark.slow
@every_game
def test_endless_repetitions_of_good_text_are_refused_in_bounded_time(game: AnyGame) -> None:
    position, size = game.write_position(game.start()), 2_000_000
    move = next(game.format(game.start(), move) for move in conformance.some_moves(game))

    began = time.process_time()
    for text in (position, position.split(" ")[-1] + "/", position[:-1] + position[-1] * size, f" {position}"):
        assert_no_notation(game, lambda _, text: game.read_position(text), text * (size // len(text) + 1))
    for text in (move, move + ",", move + " ", move + "x", move[-2:], " ", "-", "(", "1" + move[-2:] + ",2"):
        assert_no_notation(game, game.parse, text * (size // len(text) + 1))
        assert_no_notation(game, game.parse, move + text * (size // len(text) + 1))
    assert time.process_time() - began < 5, "the time to refuse a text is linear in its length"


def assert_no_notation(game: AnyGame, read: Callable[[Any, str], Any], text: str) -> None:
    """Check that reading refuses the text with a short sentence."""
    with pytest.raises(NotationError) as refused:
        read(game.start(), text)
    assert 0 < len(str(refused.value)) < 200


# options, boards and views


BAD_VALUES = ("nonsense", "", "４", "x" * 1_000_000, -1, 10**30, -(10**5000), 1.5, b"", [], object())


@every_game
def test_options_have_labels_bounds_and_refuse_other_values(game: AnyGame) -> None:
    for info in options_of(type(game)):
        assert info.label
        assert info.kind != "int" or (info.low is not None and info.high is not None)
        outside = (*BAD_VALUES, *(() if info.low is None or info.high is None else (info.low - 1, info.high + 1)))
        for value in (*outside, *(() if info.kind == "bool" else (True,)), *(() if info.optional else (None,))):
            assert_no_option(lambda name=info.name, value=value: type(game)(**{name: value}))
    for name in ("colour", "", "ü", "x" * 1_000_000):
        assert_no_option(lambda name=name: type(game)(**{name: "red"}))
    assert_no_option(lambda: type(game)("draw"))


def assert_no_option(make: Callable[[], Any]) -> None:
    """Check that options are refused with a short sentence."""
    with pytest.raises(OptionError) as refused:
        make()
    assert 0 < len(str(refused.value)) < 200


@every_game
def test_a_game_is_a_value_under_its_key_and_the_variants_have_every_bound_of_its_options(game: AnyGame) -> None:
    again = type(game)(**option_values(game))
    assert (again, hash(again), GAMES[game.key]) == (game, hash(game), type(game))

    variants = [option_values(variant) for variant in VARIANTS if variant.key == game.key]
    for info in options_of(type(game)):
        values = {values[info.name] for values in variants}
        assert values >= set(info.choices)
        assert info.kind != "int" or {info.low, info.high} <= values


@every_variant
def test_a_board_names_its_cells_and_lays_them_out_in_rows(game: AnyGame) -> None:
    board = game.board
    assert [board.cell(place.name) for place in board.cells] == list(range(len(board.cells)))
    assert len({place.name for place in board.cells}) == len(board.cells)
    assert [(p.y, p.x) for p in board.cells] == sorted((p.y, p.x) for p in board.cells)


@every_game
def test_views_get_the_pieces_of_each_side_and_an_example(game: AnyGame) -> None:
    example = game.read_position(game.example)

    assert len(game.side_icons) == 2
    assert all(game.side_icons)
    assert not set(game.side_icons[0]) & set(game.side_icons[1])
    assert not isinstance(game.turn(example), Over)
    for piece in game.pieces(example).values():
        assert piece.seat is None or piece.kind not in game.side_icons[1 - piece.seat]
    conformance.check_view(game, example)


@every_game
def test_a_preview_has_a_position_and_a_short_caption(game: AnyGame) -> None:
    preview = type(game).preview
    shown = type(game)(**preview.options)
    state = shown.read_position(preview.position or game.example)
    xs, ys = [place.x for place in shown.board.cells], [place.y for place in shown.board.cells]

    assert 0 < len(preview.caption) <= 24
    assert not isinstance(shown.turn(state), Over)
    assert preview.centre is None or (min(xs) < preview.centre[0] < max(xs) and min(ys) < preview.centre[1] < max(ys))


# ---- golden playthroughs


PLAYED = playthrough.games()


@pytest.mark.parametrize("name", list(PLAYED))
def test_the_golden_game_replays_exactly(name: str) -> None:
    lines = playthrough.path(name).read_text(encoding="utf-8").splitlines()
    assert list(playthrough.replayed(PLAYED[name], lines)) == lines


def test_every_playthrough_belongs_to_a_variant() -> None:
    assert set(playthrough.FOLDER.glob("*/playthroughs/*")) == {playthrough.path(name) for name in PLAYED}


@pytest.mark.parametrize("key", GAMES)
def test_the_golden_games_show_every_kind_of_move_and_a_win(key: str) -> None:
    texts = [playthrough.path(name).read_text(encoding="utf-8") for name in PLAYED if PLAYED[name].key == key]
    for button in GAMES[key].buttons:
        assert any(f": {button} " in text for text in texts), button
    assert any("; winner 0" in text or "; winner 1" in text for text in texts)
