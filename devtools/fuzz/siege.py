"""One whole run: server, normal game, attackers, and the checks afterwards."""

import json
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio

from devtools.faults.evidence import read_disk
from devtools.faults.player import Broken
from devtools.fuzz.players import Game, Times
from devtools.fuzz.victim import Victim
from devtools.harness.server.process import ROOT
from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match import replay
from netgame.match.events import Event
from protocol import messages as m
from protocol.address import Address
from protocol.client import Server, connect
from protocol.errors import WireError
from protocol.event_codec import event_from_bytes

LET_IN_WITHIN_S = 15.0
NEWCOMER_EVERY_S, NEWCOMER_AGAIN_S = 1.5, 0.3
GONE_WITHIN_S = 30.0  # until the server has closed the attackers' connections
MORE_FILES = 4  # more than before: the store opens some files when needed
MORE_MIB = (
    28.0  # more than before the attack, and what each million frames may add: tables with their matches stay in memory
)
MORE_MIB_PER_MILLION = 80.0
SLOWEST_P99_MS = 500.0  # a person hardly notices
SLOWEST_P99_RATIO = 25.0  # more than before the attack, on slow machines


@dataclass(frozen=True)
class Plan:
    """The plan of a run."""

    frames: int
    seed: int
    plain: bool = False
    silent: int = 1000
    calm_moves: int = 150  # before the attack, for comparison
    only: int | None = None
    server: tuple[str, ...] = ()  # further words of its command line


@dataclass
class SiegeResult:
    """The result of a run. `failures` must be empty."""

    seed: int
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0
    attack: dict[str, Any] = field(default_factory=dict)
    moves: int = 0
    matches: int = 0
    calm: Times = field(default_factory=Times)
    attacked: Times = field(default_factory=Times)
    let_in: Times = field(default_factory=Times)  # sign-in times of newcomers during the attack
    token: bytes = field(default_factory=lambda: secrets.token_bytes(m.TOKEN_BYTES))
    memory_mib: tuple[float, float] = (0.0, 0.0)
    files: tuple[int, int] = (0, 0)
    server_cpu_s: float = 0.0
    folded: int = 0

    @property
    def frames(self) -> int:
        """Frames that the attackers sent."""
        return sum(self.attack.get("frames", {}).values())

    def plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        told = {name: value for name, value in self.attack.items() if name not in ("failures", "failed")}
        return {
            "seed": self.seed,
            "frames_sent": self.frames,
            "connections_made": sum(self.attack.get("connections", {}).values()),
            "seconds": round(self.seconds, 1),
            **told,
            "game": {"matches": self.matches, "moves": self.moves, "calm": _times(self.calm), **_times(self.attacked)},
            "newcomers": _times(self.let_in),
            "server": {
                "memory_mib_before": self.memory_mib[0], "memory_mib_after": self.memory_mib[1],
                "files_before": self.files[0], "files_after": self.files[1], "cpu_s": round(self.server_cpu_s, 1),
            },
            "tables_folded": self.folded,
            "failures": self.failures,
        }  # fmt: skip


def _times(times: Times) -> dict[str, float]:
    return {
        "timed": len(times.taken),
        "p50_ms": round(times.quantile(0.5), 2),
        "p99_ms": round(times.quantile(0.99), 2),
        "worst_ms": round(times.quantile(1), 2),
    }


async def besiege(plan: Plan, folder: Path) -> SiegeResult:
    """Run everything in that folder, and leave server.log and attack.log there."""
    report = SiegeResult(plan.seed)
    words = ["--port", "0", *(["--plain"] if plan.plain else []), *plan.server]
    async with Victim.running(folder, words) as victim:
        game = Game(victim.port, plan.seed, plan.plain)
        try:
            async with trio.open_nursery() as nursery:
                await nursery.start(game.run)
                await _attack_around(plan, folder, victim, game, report)
        except* Broken as group:
            report.failures += [f"the normal game: {error}" for error in _leaves(group)]
        await _look_back(plan, victim, report)
    report.matches, report.moves = game.matches, game.moves
    _compare(game, folder / "data", report)
    return report


async def _attack_around(plan: Plan, folder: Path, victim: Victim, game: Game, report: SiegeResult) -> None:
    game.times = report.calm
    while game.moves < plan.calm_moves:
        await trio.sleep(0.05)
    game.times = report.attacked
    report.memory_mib, report.files = (_mib(victim), 0.0), (victim.files(), 0)
    cpu_s, began = victim.cpu_s(), trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_newcomers, plan, victim, report)
        report.attack = await _attack(plan, folder, victim)
        nursery.cancel_scope.cancel()
    report.seconds, report.server_cpu_s = trio.current_time() - began, victim.cpu_s() - cpu_s
    report.failures += report.attack["failures"]
    if report.attack["failed"] > len(report.attack["failures"]):
        report.failures.append(f"and {report.attack['failed'] - len(report.attack['failures'])} failures more")
    await _until_gone(victim, report)
    await _newcomer(plan, victim, report)
    game.stop()


async def _attack(plan: Plan, folder: Path, victim: Victim) -> dict[str, Any]:
    options = {
        "port": victim.port, "tls": not plan.plain, "seed": plan.seed, "frames": plan.frames, "storm": plan.silent,
        "only": plan.only, "journal": str(folder / "attack.log"),
    }  # fmt: skip
    done = await trio.run_process(
        [sys.executable, "-m", "devtools.fuzz.attack", json.dumps(options)],
        cwd=ROOT, capture_stdout=True, check=False,
    )  # fmt: skip
    if done.returncode:
        return {"failures": [f"the attackers gave up: {done.returncode}"], "failed": 1}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


async def _until_gone(victim: Victim, report: SiegeResult) -> None:
    """Wait until the server has closed all connections of the attackers."""
    before = report.files[0]
    with trio.move_on_after(GONE_WITHIN_S):
        while victim.is_alive and victim.files() > before + MORE_FILES:
            await trio.sleep(0.2)
    report.files = (before, victim.files())
    report.memory_mib = (report.memory_mib[0], _mib(victim))
    if report.files[1] > before + MORE_FILES:
        report.failures.append(f"the server has {report.files[1]} files open, and had {before} before the attack")
    most = report.memory_mib[0] + MORE_MIB + MORE_MIB_PER_MILLION * report.frames / 1_000_000
    if report.memory_mib[1] > most:
        report.failures.append(f"the server uses {report.memory_mib[1]} MiB; {most:.0f} would be all right")


async def _newcomers(plan: Plan, victim: Victim, report: SiegeResult) -> None:
    """Let new players connect and sign in again and again, until cancelled."""
    while True:
        await _newcomer(plan, victim, report)
        await trio.sleep(NEWCOMER_EVERY_S)


async def _newcomer(plan: Plan, victim: Victim, report: SiegeResult) -> None:
    """Connect like the program, with retries when refused. Always the same account, to keep the number of new ones
    low."""
    server, began = Server(None, (Address("127.0.0.1", victim.port),)), trio.current_time()
    errors = list[WireError]()
    with trio.move_on_after(LET_IN_WITHIN_S):
        while True:
            try:
                async with connect(server, plain=plan.plain) as connection:
                    await connection.ask(m.SignIn(name="Newcomer", token=report.token), m.SignedIn)
                    await connection.ask(m.ListTables(), m.Tables)
                report.let_in.taken.append(1000 * (trio.current_time() - began))
                return
            except WireError as error:
                errors.append(error)
                await trio.sleep(NEWCOMER_AGAIN_S)
    report.failures.append(f"somebody new is not let in within {LET_IN_WITHIN_S:.0f} s: {errors[-1:]!r}")


async def _look_back(plan: Plan, victim: Victim, report: SiegeResult) -> None:
    if not victim.is_alive:
        report.failures.append("the server has ended")
    elif (code := await victim.stop()) != 0:
        report.failures.append(f"told to stop, the server ended with {code}")
    report.failures += victim.mistakes()
    p99, most = report.attacked.quantile(0.99), max(SLOWEST_P99_MS, SLOWEST_P99_RATIO * report.calm.quantile(0.99))
    if p99 > most:
        report.failures.append(f"moves of the normal game took {p99:.0f} ms (p99), and {most:.0f} would be all right")
    if not report.attacked.taken:
        report.failures.append("the normal game did not go on during the attack")


def _compare(game: Game, data: Path, report: SiegeResult) -> None:
    """Check that the logs in the store are valid and match what both players received."""
    disk = read_disk(data)
    logs = {table: [event_from_bytes(row.body) for row in rows] for table, rows in disk.logs.items() if rows}
    found = [*not_folding(logs)]
    report.folded = len(logs) - len(found)
    first, second = ({table: seen.events for table, seen in player.seen.items()} for player in game.players)
    report.failures += [*found, *differences(first, second, logs)]


Logs = Mapping[str, Sequence[Event]]


def not_folding(logs: Logs) -> Iterator[str]:
    """Return the tables whose log breaks the rules."""
    for table, log in logs.items():
        try:
            replay(log, GAMES)
        except RulesError as error:
            yield f"table {table} does not fold: {error}"


def differences(first: Logs, second: Logs, kept: Logs) -> Iterator[str]:
    """Compare what the two players received with each other and with the store. Later events are only in the store."""
    for table in first.keys() | second.keys():
        told, other, log = first.get(table, ()), second.get(table, ()), kept.get(table, ())
        if list(told) != list(other):
            yield f"table {table}: the players were told {len(told)} and {len(other)} events, and not the same"
        if not told or list(told) != list(log[: len(told)]):
            yield f"table {table}: what the players were told is not what is on disk"


def _mib(victim: Victim) -> float:
    return round(victim.memory_kib() / 1024, 1)


def _leaves(group: BaseExceptionGroup[Broken]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error
