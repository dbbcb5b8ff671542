"""Records of every game: they read back, from the start or from a position, and any changed byte is detected."""

from typing import Any

import pytest

from devtools.harness.games.random_matches import RandomTable, random_log
from netgame.games import GAMES
from netgame.records.lines import RecordError
from netgame.records.reader import read_record
from netgame.records.writer import write_record

USUAL = [pytest.param(key, {}, id=key) for key in GAMES]
SUBSTITUTES = (0x01, 0x20, 0x80)


def refuses(data: bytes) -> bool:
    try:
        read_record(data, GAMES)
    except RecordError as error:
        return 1 <= error.line <= data.count(b"\n") + 1 and bool(str(error.reason))
    return False


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


@pytest.mark.slow
def test_no_byte_of_a_short_record_can_be_changed_left_out_or_put_in() -> None:
    data = write_record(random_log("clod", {}, seed=5, plies=2)).encode()

    for index, byte in enumerate(data):
        before, after = data[:index], data[index + 1 :]
        changed = [before + bytes([byte ^ bits]) + after for bits in SUBSTITUTES]
        put_in = [before + bytes([new, byte]) + after for new in b"0 \n"]
        assert all(map(refuses, [*changed, *put_in, before + after])), (index, bytes([byte]))
    assert all(refuses(data + bytes([new])) for new in range(256))
