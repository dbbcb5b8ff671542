"""A computer player at a server: seats, invitations, rematches, and engines that fail."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from devtools.harness import PATIENCE_S
from devtools.harness.server.serving import dial, known, move_of, running, until
from netgame.games import GAMES
from netgame.match.digest import DIGEST_EVERY
from netgame.match.events import Ended, Event, Resumed
from netgame.players.manners import NO_CAPTURE_MOVES
from protocol import messages as m
from protocol.client import NewEvents, Session
from protocol.client import session as session_module
from protocol.engine import GRACE_S, engine_command, open_engine
from protocol.identity.device_key import DeviceKey
from server.app import Serving
from server.computer.dice import passing_links
from server.computer.player import CannotPlay, ComputerPlayer
from server.computer.seat import EngineSettings, description
from server.demo.__main__ import matches
from server.demo.player import DemoPlayer
from server.errors import leaves
from server.refusals import RATED_COMPUTER
from tests.other_rules import LosesDwarf, games_with
from tests.server.computer.engines import engine, open_first_move

GAME, PASSWORD = "clod", "a long password"
SHORTER = {
    "blooms": {"side": 4},
    "koom": {"no_progress_limit": 10, "battles": 1},
    "thud": {"no_capture_limit": 5, "battles": 1},
}
DIES = engine("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
CHEATS = engine("move = 'nonsense'")
STOPS = engine("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)")


@dataclass
class Hall:
    """A server, and a nursery for its players."""

    serving: Serving
    nursery: trio.Nursery

    async def person(self, name: str = "Ann") -> DemoPlayer:
        player = DemoPlayer(name, 1)
        await player.connect(known(self.serving), self.nursery, dial)
        await player.session.online()
        return player

    def computer(
        self,
        command: Sequence[str] = (),
        *,
        name: str = "Robbie",
        most: int = 4,
        grace_s: float = GRACE_S,
        **proof: Any,
    ) -> ComputerPlayer:
        opened = partial(open_engine, grace_s=grace_s) if command else open_first_move
        settings = EngineSettings(command, 1, pace_s=0.0, open=opened)
        text = description(1, "other" if command else "")
        device = DeviceKey.new()
        session = Session(known(self.serving), name, None, device=device, **proof, computer=text, dial=dial)
        return ComputerPlayer(session, settings, passing_links(), most, lambda table: None)

    async def error(self, *table: str, **how: bool) -> CannotPlay:
        """Run a computer player that cannot play, and return why."""
        with pytest.raises(ExceptionGroup) as caught:
            await self.computer().run(*table, **how)
        [error] = leaves(caught.value)
        assert isinstance(error, CannotPlay)
        return error


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    with trio.fail_after(PATIENCE_S):
        async with running(tmp_path, plain=False, computers="local") as serving, trio.open_nursery() as nursery:
            yield Hall(serving, nursery)
            nursery.cancel_scope.cancel()


def quick(key: str) -> dict[str, Any]:
    """Return options of a game with limits that end it soon."""
    return next(options for game, _variant, options in matches() if game.key == key) | SHORTER.get(key, {})


async def ended(hall: Hall, table: str) -> Ended:
    """Wait for the end of a match at the server."""
    watcher = await hall.person("Eve")
    played = await watcher.play(table)
    assert played.match.ended is not None
    return played.match.ended


async def test_a_computer_that_looks_for_opponents_plays_with_a_person_who_wants_one(hall: Hall) -> None:
    ann = await hall.person()
    hall.nursery.start_soon(partial(hall.computer(most=1).run, stays=True, seeks=True))
    await ann.session.seek(games=["thud"], clocks=["days 3"], computers_after=0)
    paired = await until(ann.session, lambda update: isinstance(update, m.SeekPaired))
    await ann.session.watch(paired.table)
    await ann.session.command(paired.table, m.SendResign, match=True)
    await ann.session.seek(games=["clod"], clocks=["days 3"], computers_after=0)
    again = await until(ann.session, lambda update: isinstance(update, m.SeekPaired))
    assert again.table != paired.table


@pytest.mark.slow
@pytest.mark.parametrize(
    "key", [key if key == "clod" else pytest.param(key, marks=pytest.mark.sweep) for key in sorted(GAMES)]
)
async def test_two_computers_play_a_whole_match_of_every_game(hall: Hall, key: str) -> None:
    ann = await hall.person()
    table = await ann.session.make_table(key, quick(key), player=0, ready=False)
    first, second = hall.computer(engine_command()), hall.computer(name="Marvin")
    hall.nursery.start_soon(first.run, table)
    await until(ann.session, lambda update: is_seated(update, table, 2))
    await ann.session.command(table, m.LeaveSeat)
    hall.nursery.start_soon(second.run, table)
    end = await ended(hall, table)
    assert end.reason in ("legs", "resigned")


async def test_two_computers_that_capture_nothing_agree_to_count(hall: Hall) -> None:
    ann = await hall.person()
    few = "d dF1,dG15,dN5,TH7,TB10,TN11,RH8"
    table = await ann.session.make_table("thud", {"battles": 1}, player=0, ready=False, position=few)
    hall.nursery.start_soon(hall.computer().run, table)
    await until(ann.session, lambda update: is_seated(update, table, 2))
    await ann.session.command(table, m.LeaveSeat)
    hall.nursery.start_soon(hall.computer(name="Marvin").run, table)

    assert (await ended(hall, table)).reason == "legs"
    assert sum(hall.serving.match(table).moved) == NO_CAPTURE_MOVES


async def test_it_goes_on_after_a_restart_of_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "FIRST_PAUSE_S", 0.01)
    admits: dict[str, Any] = {"plain": False, "computers": "local"}
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            async with running(tmp_path, **admits) as serving:
                hall = Hall(serving, nursery)
                ann = await hall.person()
                table = await ann.session.make_table("thud", {}, player=0, clock="sudden 3600")
                nursery.start_soon(hall.computer().run, table)
                await until(ann.session, lambda update: is_seated(update, table, 2))
                await ann.session.watch(table)
            async with running(tmp_path, port=serving.port, **admits):
                await until(ann.session, lambda update: has_event(update, Resumed))
                await ann.session.command(table, m.SendResign, match=True)
                await until(ann.session, lambda update: has_event(update, Ended))
            nursery.cancel_scope.cancel()


async def test_a_rated_match_counts_for_a_person_and_a_registered_computer_where_the_table_says_so(hall: Hall) -> None:
    ann = await hall.person()
    await ann.session.ask(m.SignUp(name="Ann", password=PASSWORD), m.SignedIn)
    async with trio.open_nursery() as visit:
        robbie = DemoPlayer("Robbie", 1)
        await robbie.connect(known(hall.serving), visit, dial)
        await robbie.session.ask(m.SignUp(name="Robbie", password=PASSWORD), m.SignedIn)
        visit.cancel_scope.cancel()
    table = await ann.session.make_table(GAME, quick(GAME), player=0, rated=True, rated_computers=True)
    hall.nursery.start_soon(hall.computer(password=PASSWORD).run, table)
    played = await ann.play(table)

    seats = [seat for seat in played.match.seats if seat]
    profiles = [await ann.session.ask(m.GetProfile(account=seat.account), m.Profile) for seat in seats]
    assert [(seat.name, seat.computer) for seat in seats] == [("Ann", ""), ("Robbie", "level 1")]
    assert [[standing.rating is not None for standing in profile.standings] for profile in profiles] == [[True], [True]]


async def test_where_it_cannot_play_it_says_why_and_without_an_unfinished_game_it_ends_when_it_only_finishes(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await hall.person(), await hall.person("Bob")
    await ann.session.ask(m.SignUp(name="Ann", password=PASSWORD), m.SignedIn)
    rated = await ann.session.make_table(GAME, {}, player=0, rated=True)
    assert (await hall.error(rated)).text.template == RATED_COMPUTER.template
    full = await ann.session.make_table(GAME, {}, player=0)
    await bob.session.command(full, m.TakeSeat)
    assert await hall.error(full)
    newer = await ann.session.make_table("thud", {}, player=0)
    with monkeypatch.context() as patch:
        patch.setattr("server.computer.player.GAMES", games_with(None))
        assert "update it" in str(await hall.error(newer))
    assert hall.serving.match(newer).seats[1] is None

    await hall.computer().run(stays=False)
    hall.serving.services.policy.computers = "off"
    assert await hall.error(stays=True)


async def test_it_leaves_a_table_before_the_start_when_it_is_stopped_and_after_the_end_by_itself(hall: Hall) -> None:
    async with trio.open_nursery() as visit:
        ann = DemoPlayer("Ann", 1)
        await ann.connect(known(hall.serving), visit, dial)
        await ann.session.online()
        table = await ann.session.make_table(GAME, {}, player=0, ready=False)
        computer = hall.computer()
        hall.nursery.start_soon(computer.run, table)
        await until(ann.session, lambda update: is_seated(update, table, 2))
        computer.stop()
        await until(ann.session, lambda update: is_seated(update, table, 1))

        table, left = await ann.session.make_table(GAME, quick(GAME), player=0), trio.Event()

        async def play() -> None:
            await hall.computer().run(table)
            left.set()

        hall.nursery.start_soon(play)
        played = await ann.play(table)
        visit.cancel_scope.cancel()
    await left.wait()
    assert [seat.computer for seat in played.match.seats if seat] == ["", "level 1"]


async def test_it_accepts_invitations_to_as_many_tables_as_it_may_and_says_why_it_declines_others(hall: Hall) -> None:
    ann = await hall.person()
    await ann.session.ask(m.SignUp(name="Ann", password=PASSWORD), m.SignedIn)
    hall.nursery.start_soon(partial(hall.computer(most=1).run, stays=True))
    account = (await until(ann.session, has_computer)).people[0].account
    rated = await ann.session.make_table(GAME, {}, player=0, rated=True)
    first, second = [await ann.session.make_table("thud", {}, player=0, access="invited") for _ in range(2)]

    async def answer(table: str) -> m.ChatLine:
        await ann.session.command(table, m.Invite, account=account)
        chat = await until(ann.session, lambda update: isinstance(update, m.Chat) and update.room == "direct")
        line: m.ChatLine = chat.lines[-1]
        return line

    assert (await answer(rated)).text == RATED_COMPUTER.template
    await ann.session.command(first, m.Invite, account=account)
    await until(ann.session, lambda update: is_seated(update, first, 2))
    assert (await answer(second)).account == account
    assert hall.serving.match(second).seats[1] is None  # type: ignore[union-attr]


async def test_it_accepts_a_rematch_and_plays_it(hall: Hall) -> None:
    ann = await hall.person()
    table = await ann.session.make_table(GAME, quick(GAME), player=0)
    hall.nursery.start_soon(hall.computer().run, table)
    await ann.play(table, stays=True)
    await ann.session.command(table, m.Rematch, swap=True)
    again = await ann.play(await ann.wait_for_rematch(table))
    assert again.match.created.previous == table
    assert again.match.ended is not None
    assert [seat.computer for seat in again.match.seats if seat] == ["level 1", ""]


@pytest.mark.parametrize("command", [DIES, CHEATS, STOPS], ids=["it dies", "it plays no legal move", "it stops"])
async def test_a_failed_engine_resigns_the_seat_and_says_why(hall: Hall, command: Sequence[str]) -> None:
    ann = await hall.person()
    table = await ann.session.make_table(GAME, quick(GAME), player=1)
    await ann.session.watch(table)
    hall.nursery.start_soon(hall.computer(command, grace_s=0.1).run, table)
    said = await until(
        ann.session, lambda update: isinstance(update, m.Chat) and update.room == "table" and update.lines != []
    )
    events = (await until(ann.session, lambda update: isinstance(update, NewEvents))).events

    assert said.lines[0].name == "Robbie"
    end = events[-1]
    assert (end.reason, end.player, end.winner) == ("resigned", 0, 1)


async def test_a_program_that_computes_another_board_says_so_and_resigns(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("server.computer.seat.GAMES", games_with(LosesDwarf))
    ann = await hall.person()
    table = await ann.session.make_table("thud", {}, player=0)
    await ann.session.watch(table)
    hall.nursery.start_soon(hall.computer().run, table)
    while (match := hall.serving.match(table)) is not None and match.ended is None:
        if match.phase == "playing" and match.state.seat == 0:
            move = move_of(match)
            await ann.session.command(table, m.SendMove, position=move.position, move=move.move)
        else:
            await until(ann.session, lambda update: isinstance(update, NewEvents))

    assert (match.ended.reason, match.ended.player) == ("resigned", 1)
    assert sum("another position of thud" in record.getMessage() for record in caplog.records) == 1
    assert len(match.history) >= DIGEST_EVERY


@pytest.mark.parametrize(
    ("level", "name", "text"),
    [(3, "", "level 3"), (None, "Thudder 2.1", "Thudder 2.1"), (2, "Thudder", "Thudder level 2"),
     (None, " Größe  ", "Gr e"), (None, "ü", "engine"), (None, "x" * 99, "x" * 40)],
)  # fmt: skip
def test_the_log_names_the_level_or_the_engine(level: int | None, name: str, text: str) -> None:
    assert description(level, name) == text


def is_seated(update: object, table: str, count: int) -> bool:
    return isinstance(update, m.Tables) and any(
        info.table == table and sum(seat is not None for seat in info.seats) == count for info in update.tables
    )


def has_event(update: object, kind: type[Event]) -> bool:
    return isinstance(update, NewEvents) and any(isinstance(event, kind) for event in update.events)


def has_computer(update: object) -> bool:
    return isinstance(update, m.People) and len(update.people) == 2 and update.people[0].computer != ""
