"""Simulated time, network and people: what is sent arrives, and members come crowded for two days, then by habit."""

from random import Random

import pytest
import trio

from devtools.simulation.attendance import BEGINS, CROWDED_DAYS, DAY_H, RHYTHMS, absence_s, is_free, pace
from devtools.simulation.decoding import SharedDecoder
from devtools.simulation.network import Pipe
from devtools.simulation.world import run, sleep_until
from protocol import messages as m
from protocol.framing import TO_CLIENT, Decoder, encode

DAYS = 400
FRAMES = encode(m.Notice(template="one")) + encode(m.Notice(template="two"))


def test_a_reader_that_comes_while_bytes_are_on_their_way_gets_them_when_they_arrive() -> None:
    async def main() -> tuple[bytes, float]:
        pipe = Pipe(Random(1), delay_s=10)
        pipe.put(b"bytes")
        await sleep_until(1)
        return await pipe.get(100), trio.current_time()

    data, at = run(1, main)

    assert data == b"bytes"
    assert at > 10


def test_bytes_that_fall_silent_arrive_later() -> None:
    async def main() -> float:
        pipe = Pipe(Random(1), delay_s=1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pipe.get, 100)
            await trio.lowlevel.checkpoint()
            pipe.put(b"bytes")
            pipe.be_silent(100)
        return trio.current_time()

    assert run(1, main) == 100


def test_a_cancelled_sleeper_does_not_hold_time_up() -> None:
    async def main() -> float:
        with trio.move_on_after(5):
            await sleep_until(1000)
        return trio.current_time()

    assert run(1, main) == 5


@pytest.mark.parametrize("size", [1, 7, len(FRAMES)])
def test_a_shared_decoder_decodes_as_the_real_one_does(size: int) -> None:
    shared, real = SharedDecoder(m.ToClient, TO_CLIENT), Decoder(m.ToClient, TO_CLIENT)
    pieces = [FRAMES[start : start + size] for start in range(0, len(FRAMES), size)]
    assert [frame for piece in pieces for frame in shared.feed(piece)] == list(real.feed(FRAMES))


def visits(rhythm: float) -> list[float]:
    """Return when a member comes after the crowded days, in hours since the midnight before the run."""
    chance, now_h, found = Random(5), BEGINS + DAY_H * CROWDED_DAYS, list[float]()
    while now_h < DAY_H * DAYS:
        now_h += 1 + absence_s((now_h - BEGINS) * 3600, chance, rhythm) / 3600
        found.append(now_h)
    return found


def test_members_come_as_often_as_is_their_habit() -> None:
    days = [len({int(at) // DAY_H for at in visits(rhythm)}) for rhythm in (max(RHYTHMS), 0.2, min(RHYTHMS))]
    assert days == sorted(days, reverse=True)
    assert days[0] > 0.6 * DAYS
    assert 1 < days[1] / DAYS * 7 < 2.5
    assert 0.5 < days[2] / DAYS * 30 < 2


def test_more_members_come_on_free_days_and_nobody_at_night_with_less_trouble_after_the_crowded_days() -> None:
    came = visits(0.2)
    free = [day for day in range(DAYS) if is_free(day)]
    on_free = [at for at in came if is_free(int(at) // DAY_H)]
    assert len(on_free) / len(free) > 1.2 * (len(came) - len(on_free)) / (DAYS - len(free))
    assert all(at % DAY_H > 10 or at % DAY_H < 2 for at in came)
    assert pace(0).trouble_s < pace(CROWDED_DAYS * DAY_H * 3600).trouble_s
