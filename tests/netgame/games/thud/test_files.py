"""`.thud` files: read with every ply checked, written from any match of Thud."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devtools.harness.games.match_helpers import TableByScript, created
from netgame.formats.base import FormatError, LegStop, Transcript, from_transcript, replayed
from netgame.formats.registry import FORMATS
from netgame.game import Over
from netgame.games import GAMES
from netgame.games.koom.game import Koom
from netgame.games.thud.files import MAX_PLIES, ThudFile
from netgame.games.thud.game import Thud
from netgame.match import HOST
from netgame.match.commands import MakeReady, Resign, Sit
from netgame.match.events import Moved
from tests.netgame.games.octagon_turns import THUD

FORM = ThudFile()
START = THUD.write_position(THUD.start())[2:]
OPENING = ("dF1-F6", "TG7-G6", "dA6-D6")


def text_of(*rounds: tuple[str, ...]) -> str:
    return "\n".join("\n".join(lines) + "\n" for lines in rounds)


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as refused:
        FORM.read(text)
    return str(refused.value)


def test_a_round_is_a_battle_with_any_line_ends_and_plies_may_have_blanks_commas_and_a_small_t() -> None:
    assert FORM.read(text_of((START, *OPENING))) == Transcript(Thud(battles=1), None, (OPENING,))
    assert FORM.read(START).legs == ((),)
    lines = f"\ufeff\r\n{START} \r\ndF1-F6\t\r\n \r\n\r\n{START}\r\n d K1-K5\r\n\r\n\n"
    assert FORM.read(lines).legs == (("dF1-F6",), ("dK1-K5",))

    setup = "TC8,TD8,dG9,dE9,dP6,RH8"
    for ply in ("T D8-F8xE9xG9", "tD8-F8xG9xE9", "TD8-F8xE9,G9", "t D8-F8xG9,xE9"):
        assert FORM.read(text_of((setup, ply))).legs == (("TD8-F8xE9xG9",),)


def test_two_rounds_are_two_battles_and_the_first_ends_by_agreement() -> None:
    read = FORM.read(text_of((START, *OPENING), (START, "dK1-K5")))
    assert read == Transcript(Thud(battles=2), None, (OPENING, ("dK1-K5",)))
    match = replayed(read)
    assert (match.leg, match.phase, match.legs_ended[0].reason) == (1, "playing", "agreed")


def test_another_set_up_is_the_position_and_the_first_ply_gives_the_side_to_move() -> None:
    read = FORM.read(text_of(("TC8,dE9,TD8,RH8,dA6", "tC8-C9")))
    assert read.position == "T dA6,dE9,TC8,TD8,RH8"
    assert FORM.read("TC8,dE9,RH8").position == "d dE9,TC8,RH8"
    assert FORM.read(text_of((START, "TG7-G6"))).position == f"T {START}"


def test_a_file_that_needs_the_published_rules_is_read_by_them() -> None:
    setup = "TE8,dE10,dF10,dP6,RH8"
    assert FORM.read(text_of((setup, "TE8-E9xE10"))).game == Thud(battles=1)
    assert FORM.read(text_of((setup, "TE8-E9xE10xF10"))).game == Thud(battles=1, step_captures="any")
    both = FORM.read(text_of((setup, "TE8-E9xE10"), (setup, "TE8-E9xE10xF10")))
    assert both.game == Thud(step_captures="any")
    assert replayed(both).leg == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the file is empty"),
        ("\n \r\n", "the file is empty"),
        ("dF1-F6\n", "line 1: a round begins with its set-up list, like dF1,dG1,TG7,RH8"),
        (f"{START}\ndF1-F6\nTG7-G6\ndF1-F2\n", "line 4: there is no dwarf on F1"),
        (f"{START}\n\n{START}\n\n{START}\n", "line 5: a match has two rounds at most"),
        (f"{START}\ndF1-F6\n\ndG1-G5\n", "line 4: a round begins with its set-up list, like dF1,dG1,TG7,RH8"),
        (f"{START}\nhello\n", "line 2: hello is not a move: write it like dO11-O9 or TF7-D5xC4"),
        (f"{START}\nTG7-G6\nTG6-G5\n", "line 3: Dwarfs to move"),
        (f"{START}\ndF1-F6\n\n{START}\nTG7-G6\n", "line 5: Dwarfs to move"),
        (f"{START}\n\ndF1,TF2,RH8\n", "line 3: the second round starts from another set-up than the first"),
        ("dF1,dF1,RH8\n", "line 1: F1 is named twice"),
        ("dF1,TG7,RG8\n", "line 1: the Thudstone is on H8, not on G8"),
        ("dF1,TG7\n", "line 1: the list must name the square of the stone or Rock, like RH8"),
        ("dF1,RH8\ndF1-F2\nTF3-F4\n", "line 3: the battle is over"),
        ("TE8,TF8,dA6,dH10,RH8\nTE8-E9xA6\n", "line 2: there is no dwarf on A6 next to E9 to capture"),
        (f"{START}\ndF1-F6 TG7-G6\n", "line 2: dF1-F6 TG7-G6 is not a move: write it like dO11-O9 or TF7-D5xC4"),
        (f"{START}\ndF1--999999\n", "line 2: dF1--999999 is not a move: write it like dO11-O9 or TF7-D5xC4"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_the_line_and_the_reason(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_koom_valley_and_files_that_are_too_long_are_refused_at_once() -> None:
    koom = Koom()
    setup = koom.write_position(koom.start())[2:]
    assert refusal(f"{setup}\ndA10-A6\n") == "line 1: this is Koom Valley Thud, and a .thud file holds Thud"
    assert "characters" in refusal(START + "\n" * 11_000_000)
    assert "plies" in refusal(START + "\nx" * (MAX_PLIES + 1))
    assert refusal("dF1," * 200_000) == "line 1: a set-up list is shorter than this text"


@settings(max_examples=60)
@given(st.lists(st.sampled_from([START, *OPENING, "", "TG7", "\0", "dF1,RH8", "RH8-H7", "x" * 50, "d", "-"])))
def test_any_lines_at_all_are_read_or_refused(lines: list[str]) -> None:
    try:
        read = FORM.read("\n".join(lines))
    except FormatError:
        return
    assert replayed(read).created.game == "thud"


def test_a_file_is_recognised_by_its_first_line() -> None:
    assert FORM.recognises(f"\n{START}\n")
    assert not FORM.recognises('{"size": "small"}')
    assert not FORM.recognises("netgame record 1\n")
    assert FORMATS["thud"].suffix == "thud"


def table(position: str | None = None) -> TableByScript:
    """Return a table at which both have sat down."""
    match = TableByScript(created("thud", GAMES, position=position), GAMES)
    for player, name in ((0, "Ann"), (1, "Bob")):
        match.do(Sit(player, name.lower(), name), HOST)  # type: ignore[arg-type]
    return match


def test_a_match_is_written_as_far_as_it_went() -> None:
    match = table()
    match.play(*OPENING)
    assert FORM.write(match.match) == text_of((START, *OPENING))
    match.agree("count", 0)
    assert FORM.write(match.match) == text_of((START, *OPENING), (START,))
    for player in (0, 1):
        match.do(MakeReady(), player)  # type: ignore[arg-type]
    match.play("dK1-K5")
    match.do(Resign(), 0)

    text = FORM.write(match.match)

    assert text == text_of((START, *OPENING), (START, "dK1-K5"))
    assert FORM.read(text).legs == (OPENING, ("dK1-K5",))
    assert replayed(FORM.read(text)).legs_ended[0].scores == match.match.legs_ended[0].scores


def test_a_match_from_a_position_has_that_set_up_in_every_round() -> None:
    position = "T dA6,dE9,TC8,TD8,RH8"
    transcript = Transcript(Thud(), position, (("TC8-C9",), ("TD8-D9xE9",)), (LegStop(), None))
    text = FORM.write(replayed(transcript))
    assert text == text_of((position[2:], "TC8-C9"), (position[2:], "TD8-D9xE9"))
    assert FORM.read(text).position == position


def test_other_games_and_a_set_up_with_the_trolls_first_and_no_ply_cannot_be_written() -> None:
    with pytest.raises(FormatError, match="trolls move first"):
        FORM.write(table("T dA6,TC8,RH8").match)
    match = replayed(Transcript(Koom(), None, ((),)))
    with pytest.raises(FormatError) as refused:
        FORM.write(match)
    assert str(refused.value) == "a .thud file holds Thud and not Koom Valley Thud"


@pytest.mark.parametrize("step", ["one", "any", "all_or_none"])
def test_random_matches_are_read_as_they_were_written(step: Any) -> None:
    game, rng = Thud(step_captures=step, no_capture_limit=20), Random(step)
    legs = (_random_round(game, rng), _random_round(game, rng))
    match = replayed(Transcript(game, None, legs))
    assert match.ended is not None
    text = FORM.write(match)

    read = FORM.read(text)
    assert read.legs == legs
    assert FORM.write(replayed(read)) == text
    assert [moved.move for moved in from_transcript(read) if isinstance(moved, Moved)] == [*legs[0], *legs[1]]
    assert replayed(read).legs_ended[0].scores == match.legs_ended[0].scores


def _random_round(game: Thud, rng: Random) -> tuple[str, ...]:
    state, found = game.start(), []
    while not isinstance(game.turn(state), Over):
        moves = list(game.moves(state))
        move = rng.choice([move for move in moves if move.captured] or moves)
        found.append(game.format(state, move))
        state = game.play(state, move)
    return tuple(found)
