"""People who have not said who they are: few at a time, and not for long; and who sends too fast."""

from pathlib import Path

import trio
from trio.testing import MockClock

from protocol import messages as m
from protocol.client import Server, connect
from server.limits import Limits
from tests.server.serving import HURRIED, greeted, raw, running


async def test_few_may_stand_in_the_doorway_and_it_empties(tmp_path: Path) -> None:
    limits = Limits(unsigned=3, unsigned_per_lan_address=100)
    async with running(tmp_path, limits=limits) as serving:
        lines = [await greeted(serving) for _ in range(3)]
        shut = await raw(serving, greet=False)
        assert await shut.frame() is None
        await lines[0].ask(m.SignIn(name="Ann"))

        assert (await greeted(serving)).welcome.protocol == 1
        assert serving.house.meters.limits["unsigned"] == 1


async def test_one_address_has_a_share_of_the_doorway(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False, limits=Limits(unsigned_per_lan_address=2)) as serving:
        streams = [await trio.open_tcp_stream("127.0.0.1", serving.port) for _ in range(3)]
        assert await streams[2].receive_some(1) == b""
        assert serving.house.meters.limits["unsigned_per_address"] == 1
        for stream in streams:
            await stream.aclose()
        while serving.house.doorway.unsigned:
            await trio.testing.wait_all_tasks_blocked(0.001)
        async with connect(Server(serving.fingerprint, serving.addresses)):
            pass


async def test_who_does_not_sign_in_in_time_has_to_go(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path, limits=HURRIED) as serving:
        line = await greeted(serving)
        mock_clock.jump(10)
        await line.ask(m.Ping())
        mock_clock.jump(6)

        assert [message.code for message in await line.rest()] == ["not_signed_in"]  # type: ignore[attr-defined]


async def test_who_sends_too_fast_is_read_more_slowly_and_loses_nothing(tmp_path: Path, mock_clock: MockClock) -> None:
    async with running(tmp_path, limits=Limits(message_burst=20, message_per_minute=60)) as serving:
        line = await raw(serving, name="Ann")
        for id in range(100, 130):
            await line.send(m.Ping(), id)
        mock_clock.jump(1)
        answered = [frame.id for _ in range(15) if (frame := await line.frame()) is not None and frame.id >= 100]
        mock_clock.autojump_threshold = 0.01
        assert await line.reply(129) == m.Pong()

    assert answered == sorted(answered)
    assert serving.house.meters.limits["message"] > 0


async def test_it_is_known_whether_anybody_came_from_another_computer(tmp_path: Path) -> None:
    async with running(tmp_path) as serving:
        here = serving.house.doorway
        own = await greeted(serving)
        assert not here.reached

        far = await trio.open_tcp_stream("127.0.0.1", serving.port, local_address="127.0.0.2")
        await far.send_all(b"anything")
        while not here.reached:
            await trio.testing.wait_all_tasks_blocked(0.001)
        await far.aclose()
        assert own.welcome.protocol == 1
