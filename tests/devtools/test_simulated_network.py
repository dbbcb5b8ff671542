"""The simulated time and network: what is sent arrives, whenever its reader comes."""

from random import Random

import pytest
import trio

from devtools.simulation.decoding import SharedDecoder
from devtools.simulation.network import Pipe
from devtools.simulation.world import run, sleep_until
from protocol import messages as m
from protocol.framing import TO_CLIENT, Decoder, encode

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
