"""Records of every game: they read back, from the start or from a position, and any changed byte is detected."""

from typing import Any

import pytest

from netgame.games import GAMES
from netgame.match import replay
from netgame.match.events import Created, Event
from netgame.records.lines import RecordError
from netgame.records.reader import read_record
from netgame.records.writer import write_record
from tests.netgame.records.random_matches import RandomTable, every_variant, random_log

VARIANTS = [pytest.param(key, options, id=f"{key}-{name}") for key, name, options in every_variant()]
USUAL = [pytest.param(key, {}, id=key) for key in GAMES]
SUBSTITUTES = (0x01, 0x02, 0x20, 0x80)


def refuses(data: bytes) -> bool:
    try:
        read_record(data, GAMES)
    except RecordError as error:
        return 1 <= error.line <= data.count(b"\n") + 1 and bool(str(error.reason))
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("key", "options"), VARIANTS)
def test_a_whole_match_reads_back_to_its_log_and_its_board(key: str, options: dict[str, Any]) -> None:
    log = random_log(key, options, seed=1, plies=150, stop=True)

    read = read_record(write_record(log).encode(), GAMES)

    assert read == log
    assert replay(read, GAMES) == replay(log, GAMES)


@pytest.mark.parametrize(("key", "options"), USUAL)
def test_a_match_that_is_not_finished_reads_back_wherever_it_stops(key: str, options: dict[str, Any]) -> None:
    log = random_log(key, options, seed=2, plies=6)

    for length in range(1, len(log) + 1):
        assert read_record(write_record(log[:length]), GAMES) == log[:length]


@pytest.mark.parametrize(("key", "options"), USUAL)
def test_a_match_from_a_position_reads_back_with_it(key: str, options: dict[str, Any]) -> None:
    game = GAMES[key](**options)
    table = RandomTable(game, seed=3)
    table.play(4)
    position = game.write_position(table.match.state)
    played = RandomTable(game, seed=4, position=position)
    played.play(4)
    played.stop()

    read = read_record(write_record(played.log), GAMES)

    assert read == tuple(played.log)
    assert f"\nposition: {position}\n" in write_record(read)


@pytest.mark.parametrize(("key", "options"), USUAL)
def test_a_wrong_position_is_refused_by_its_line(key: str, options: dict[str, Any]) -> None:
    log = list(random_log(key, options, seed=3, plies=1))
    text = write_record(log)
    created = next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith("created: "))

    for position in ("x", "", "0" * 9000, "\x00", "\u0663", "1 " * 4000):
        with pytest.raises(RecordError) as caught:
            read_record(text.replace("\ncreated: ", f"\nposition: {position}\ncreated: ", 1), GAMES)
        assert caught.value.line == created


@pytest.mark.slow
def test_no_byte_of_a_short_record_can_be_changed_left_out_or_put_in() -> None:
    data = write_record(random_log("clod", {}, seed=5, plies=2)).encode()

    for index, byte in enumerate(data):
        before, after = data[:index], data[index + 1 :]
        changed = [before + bytes([byte ^ bits]) + after for bits in SUBSTITUTES]
        put_in = [before + bytes([new, byte]) + after for new in b"0 \n"]
        assert all(map(refuses, [*changed, *put_in, before + after])), (index, bytes([byte]))
    assert all(refuses(data + bytes([new])) for new in range(256))


@pytest.mark.parametrize(("key", "options"), USUAL)
def test_the_head_has_every_option_with_its_value(key: str, options: dict[str, Any]) -> None:
    log: tuple[Event, ...] = random_log(key, options, seed=8, plies=0)
    first = log[0]
    assert isinstance(first, Created)

    lines = write_record(log).split("\n")

    assert [line.split(":")[0] for line in lines if line.startswith("option ")] == [
        f"option {name}" for name in sorted(first.options)
    ]
    for name in first.options:
        (line,) = (line for line in lines if line.startswith(f"option {name}: "))
        with pytest.raises(RecordError):
            read_record("\n".join(other for other in lines if other != line), GAMES)
