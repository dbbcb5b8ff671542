"""`./run fuzz`: a short one, and that what it looks for would be found if it happened."""

import sys
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from devtools.fuzz.grammar import Grammar, framed
from devtools.fuzz.line import Line, Tally
from devtools.fuzz.mutations import MUTATIONS, bomb
from devtools.fuzz.players import Times
from devtools.fuzz.siege import Plan, besiege, differences, not_folding
from devtools.fuzz.victim import mistakes_in
from devtools.fuzz.words import World
from netgame.match.events import Moved, Seated
from protocol import messages as m
from protocol.errors import ProtocolError
from protocol.framing import TO_SERVER, UNSIGNED, Decoder, Malformed

FRAMES = 1000


@pytest.mark.skipif(sys.platform != "linux", reason="the attackers use addresses as Linux has them")
@pytest.mark.slow
@pytest.mark.sweep
def test_a_normal_game_goes_on_while_the_server_is_attacked(tmp_path: Path) -> None:
    report = trio.run(besiege, Plan(FRAMES, seed=4, silent=50, calm_moves=10), tmp_path)
    assert report.failures == []
    assert report.frames >= FRAMES
    assert report.attacked.taken
    assert report.let_in.taken
    assert report.plain()["game"]["p99_ms"] > 0


def test_what_the_grammar_calls_valid_is_taken_as_such_and_of_each_message_some_bodies_are_wrong() -> None:
    grammar, rng = Grammar(World(tables=["abc"], accounts=["x"])), Random(1)
    for tag in grammar.tags:
        for _ in range(20):
            [frame] = Decoder(m.ToServer, TO_SERVER).feed(framed(tag, 7, grammar.valid(tag, rng)))
            assert not isinstance(frame.message, Malformed), (frame, tag)
        frames = [next(Decoder(m.ToServer, 2**20).feed(framed(tag, 7, grammar.body(tag, rng)))) for _ in range(200)]
        assert {isinstance(frame.message, Malformed) for frame in frames} == {True, False}, tag


def test_broken_frames_and_bombs_end_a_connection_or_are_a_message() -> None:
    rng, codes = Random(1), set[str]()
    for number in range(2000):
        frame = framed("watch", number, {"table": "abc", "after": number})
        data = bomb(rng, UNSIGNED) if number % 2 else rng.choice(MUTATIONS)(frame, rng)
        try:
            list(Decoder(m.ToServer, UNSIGNED).feed(data))
        except ProtocolError as error:
            codes.add(error.code)
    assert codes == {"not_msgpack", "not_a_frame", "too_large"}


async def failures_of(*messages: tuple[str, int, dict[str, object]]) -> list[str]:
    """Return what is found when a server sends these at once and then ends."""
    tally, (server, client) = Tally(), trio.testing.memory_stream_one_way_pair()
    async with server:
        await server.send_all(b"".join(framed(*message) for message in messages))
    with trio.socket.socket() as sock:
        line = Line(client, sock, "talker", 3, tally)  # type: ignore[arg-type]
        line.asked = {10: "look", 300: "watch"}
        await line.read()
    return tally.failures


async def test_a_second_answer_is_found() -> None:
    assert await failures_of(("pong", 10, {}), ("pong", 300, {}), ("tables", 0, {"tables": []})) == []
    assert "a second time" in (await failures_of(("pong", 10, {}), ("pong", 10, {})))[0]


@pytest.mark.parametrize("said", [("closing", 0), ("refused", 10)])
async def test_a_mistake_of_the_server_that_is_told_is_found(said: tuple[str, int]) -> None:
    [failure] = await failures_of((*said, {"code": "internal", "template": "x"}))
    assert "made a mistake" in failure


def test_a_mistake_in_the_log_is_found(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_text(
        "INFO server.net.session: Eve came\nERROR server.app: no more connections: there are 10000\n"
        "Traceback (most recent call last):\nERROR server.net.session: 127.0.0.1\n"
    )
    assert [line.partition(" ")[0] for line in mistakes_in(log)] == ["server.log:3:", "server.log:4:"]


def test_times_are_told_by_their_quantiles() -> None:
    times = Times([float(number) for number in range(1, 101)])
    assert (times.quantile(0.5), times.quantile(0.99), times.quantile(1), Times().quantile(0.5)) == (50, 99, 100, 0)


def test_what_players_were_told_and_is_not_on_disk_is_found() -> None:
    seated = Seated(number=1, at=5, player=0, account="a", name="Ann")
    told, other = ({"t": [seated, Moved(number=2, at=6, player=0, move=move)]} for move in ("a1", "a2"))
    short = {"t": [seated]}

    assert not list(differences(told, told, told))
    assert not list(differences(short, short, told))
    for three in ((told, told, other), (told, told, short), (told, other, told)):
        assert len(list(differences(*three))) == 1
    assert list(not_folding(told))
