"""Digests of positions in events: when there is one, what it covers, and who notices a wrong one."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from devtools.harness.games.match_helpers import TALLY, TableByScript, Take, Tally, TallyState, seated
from netgame.games import GAMES
from netgame.match import MatchError, created_event, evolve, new_match, replay
from netgame.match.digest import DIGEST_BYTES, DIGEST_EVERY, position_digest, position_summary
from netgame.match.events import BoardChanged, Event, Rolled
from netgame.match.state import Games, OtherPosition


@dataclass(frozen=True)
class Miscounting(Tally):
    """A copy of the game that counts one point too many after the tenth turn."""

    def play(self, state: TallyState, move: Take) -> TallyState:
        right = super().play(state, move)
        first, second = right.scores
        return replace(right, scores=(first + 1, second)) if state.turns == 10 else right


MISCOUNTING: Games = {"tally": Miscounting}


def after_moves(count: int, **options: object) -> TableByScript:
    table = seated(length=100, **options)
    table.play(*["+1"] * count)
    return table


def digests(log: list[Event]) -> dict[int, bytes]:
    return {event.number: event.digest for event in log if isinstance(event, BoardChanged) and event.digest}


def test_every_sixteenth_change_of_the_board_has_a_digest_and_rolls_count_as_moves() -> None:
    log = after_moves(40, dice=False).log
    changes = [event.number for event in log if isinstance(event, BoardChanged)]
    assert list(digests(log)) == changes[DIGEST_EVERY - 1 :: DIGEST_EVERY]
    assert {len(digest) for digest in digests(log).values()} == {DIGEST_BYTES}

    table = after_moves(40)
    with_digest = {type(event) for event in table.log if event.number in digests(table.log)}
    assert with_digest == {Rolled}
    assert replay(table.log, TALLY) == table.match


def test_a_take_back_and_a_move_spelt_otherwise_may_have_the_digest_and_a_pause_has_none() -> None:
    back, moved, paused = (after_moves(DIGEST_EVERY - 2, dice=False) for _ in range(3))
    moved.play("1")
    assert not digests([*paused.agree("pause", 0)])
    assert [*digests([*back.agree("take_back", 0)])] == [back.match.position]
    assert [*digests(moved.log)] == [moved.match.number]


def test_a_digest_covers_the_position_its_leg_its_rolls_and_the_turn() -> None:
    match, ended = after_moves(1).match, seated(dice=False, length=1, battles=1)
    ended.play("+2")
    assert position_summary(match) == "0 2 move 1\n1 move 6 1 0 1"
    assert position_summary(ended.match).startswith("0 0 won 0 2 0\n")
    assert len({position_digest(replace(match, leg=leg, rolls=rolls)) for leg in (0, 1) for rolls in (2, 3)}) == 4


def test_a_wrong_digest_is_refused_with_both_and_another_board_noticed_at_the_next_digest() -> None:
    table = after_moves(DIGEST_EVERY, dice=False)
    place = next(place for place, event in enumerate(table.log) if event.number in digests(table.log))
    match = replay(table.log[:place], TALLY)
    wrong = replace(table.log[place], digest=b"wrong!")  # type: ignore[call-arg]

    with pytest.raises(MatchError) as caught:
        evolve(match, wrong)
    cause = caught.value.__cause__
    assert (cause.stated, cause.computed) == (b"wrong!", digests(table.log)[wrong.number])

    log = after_moves(40, dice=False).log
    with pytest.raises(MatchError) as caught:
        replay(log, MISCOUNTING)
    assert caught.value.number == min(digests(log))
    assert isinstance(caught.value.__cause__, OtherPosition)


def test_a_log_without_digests_is_replayed_and_goes_on_with_one() -> None:
    table = after_moves(40, dice=False)
    table.log = [replace(event, digest=b"") if isinstance(event, BoardChanged) else event for event in table.log]
    table.match = replay(table.log, TALLY)
    table.play("+1")
    assert [*digests(table.log)] == [table.match.number]


def test_the_example_of_the_protocol_page_is_right() -> None:
    page = (Path(__file__).parents[3] / "PROTOCOL.md").read_text("utf-8").split("## Digests\n", 1)[1]
    match = new_match(created_event(GAMES["clod"](), at=0), GAMES)
    first, second = position_summary(match).split("\n")
    assert f"`{first}` and `{second}`, with the digest\n`{position_digest(match).hex()}`" in page
