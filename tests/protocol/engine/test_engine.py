"""An engine is driven over its standard input and output, and ends with whoever opened it."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import trio

from devtools.harness import PATIENCE_S
from protocol.engine import Choice, EngineError, Limit, command_of, engine_command, open_engine

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "developing" / "write-a-player.md"
GRACE_S = PATIENCE_S  # of engines that must answer
limits_memory = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")


def script(*lines: str) -> Sequence[str]:
    """Return the command of an engine in Python that says its name and then runs these lines for each command."""
    body = ["import sys, time", "print('name Test', flush=True)", "input()", "for line in sys.stdin:"]
    return [sys.executable, "-c", "\n".join([*body, *(f"    {line}" for line in lines)])]


async def test_the_built_in_player_says_its_name_and_chooses_a_move_but_none_before_a_roll() -> None:
    async with open_engine(engine_command(), grace_s=GRACE_S) as engine:
        await engine.set_game("conquid", {})
        await engine.set_position(None, [])
        choice = await engine.choose(Limit(nodes=50, seed=1))

        await engine.set_game("clod", {})
        await engine.set_position(None, [])
        analysis = await engine.analyse(Limit(nodes=50), lambda _choice: None)
        with pytest.raises(EngineError):
            await engine.choose(Limit(nodes=50))

    assert analysis.move == ""
    assert analysis.value is not None
    assert engine.name.startswith("netgame ")
    assert choice.line[0] == choice.move
    assert choice.value is not None
    assert -1 < choice.value < 1
    assert choice.nodes == 50


async def test_an_analysis_reports_better_choices_until_it_is_cancelled_and_the_engine_stays_usable() -> None:
    reports: list[Choice] = []
    async with open_engine(engine_command(), grace_s=GRACE_S) as engine:
        await engine.set_game("blooms", {"side": 4})
        await engine.set_position(None, [])
        with trio.CancelScope() as scope:

            def report(choice: Choice) -> None:
                reports.append(choice)
                if len(reports) == 3:
                    scope.cancel()

            await engine.analyse(Limit(), report)
        await engine.set_position(None, [f"play {reports[-1].move}"])

        choice = await engine.choose(Limit(level=1))

    assert scope.cancelled_caught
    assert [report.nodes for report in reports] == sorted({report.nodes for report in reports})
    assert choice.move


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("sys.exit('out of ideas')", "out of ideas"),
        pytest.param("x = bytearray(2**28)", "MemoryError", marks=limits_memory),
    ],
)
async def test_an_engine_that_ends_or_takes_too_much_memory_is_an_error_with_its_last_message(
    line: str, reason: str
) -> None:
    async with open_engine(script(line), memory_mib=128, grace_s=GRACE_S) as engine:
        with pytest.raises(EngineError) as caught:
            await engine.set_game("clod", {})
    assert reason in str(caught.value.text.args["reason"])


@pytest.mark.parametrize("lines", [(), ("sys.stdout.close(); import os; os.close(1)",)], ids=["silent", "closed"])
async def test_an_engine_that_is_not_there_or_does_not_answer_is_an_error(lines: tuple[str, ...]) -> None:
    async with open_engine(script(*lines, "time.sleep(1000)"), grace_s=0.2) as engine:
        with pytest.raises(EngineError):
            await engine.choose(Limit(ms=1))
    with pytest.raises(EngineError):
        async with open_engine(["/nowhere/player"]):
            pass


@pytest.mark.parametrize(
    "answer", ["'hello'", "'error no'", "'move'", "'x' * 100_000", "'info value 2 line a'", "'info nodes x'"]
)
async def test_a_wrong_answer_is_an_error(answer: str) -> None:
    async with open_engine(script(f"print({answer}, flush=True)"), grace_s=GRACE_S) as engine:
        with pytest.raises(EngineError):
            await engine.choose(Limit(ms=1))


async def test_an_engine_gets_only_what_is_new_of_a_position_and_may_note_something_before_any_answer(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    lines = (
        f"open({str(log)!r}, 'a').write(line)",
        "print('note getting faster', flush=True)",
        "print('ok', flush=True)",
    )
    async with open_engine(script(*lines), grace_s=GRACE_S) as engine:
        await engine.set_game("clod", {"size": 8, "open": True, "limit": None})
        await engine.set_position("here", ["roll 1 2", "play a1", "roll 3 4", "play b2"])
        await engine.set_position("here", ["roll 1 2", "play c3"])
        await engine.set_position("here", ["roll 1 2", "play c3", "roll 5 5"])
        await engine.set_position("here", ["roll 1 2", "play c3"])
        await engine.set_position(None, [])

    assert engine.note == "getting faster"
    assert log.read_text().splitlines() == [
        "game clod", "option size 8", "option open yes", "option limit none",
        "start here", "roll 1 2", "play a1", "roll 3 4", "play b2",
        "back 3", "play c3",
        "roll 5 5",
        "back 1",
        "start",
        "quit",
    ]  # fmt: skip


async def test_the_program_of_the_page_runs(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PAGE.read_text("utf-8").rpartition("```python\n")[2].partition("```")[0], "utf-8")
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    with trio.fail_after(PATIENCE_S):
        done = await trio.run_process([sys.executable, str(program)], capture_stdout=True, env=environ)
    assert done.stdout.startswith(b"Choice(move='T")


async def test_a_cancelled_program_leaves_no_process() -> None:
    with trio.CancelScope() as scope:
        async with open_engine(script("time.sleep(1000)"), grace_s=GRACE_S) as engine:
            scope.cancel()
            await engine.choose(Limit())
    # the fixture of all modules looks for processes that are left
    assert scope.cancelled_caught


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has priority classes instead")
async def test_an_engine_has_a_lower_priority() -> None:
    command = script("import os; print('name', os.nice(0), flush=True)")
    async with open_engine(command, grace_s=GRACE_S) as engine:
        await engine.greet()
    assert int(engine.name) > os.nice(0)


CHILD = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
STARTS_CHILD = (  # in a session of its own; the name of the engine says both processes
    "import os, signal, subprocess, sys, time\n"
    f"child = subprocess.Popen([sys.executable, '-c', {CHILD!r}], start_new_session=True,"
    " stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "print('name', os.getpid(), child.pid, flush=True)\n"
)
KILLED = """
import sys, trio
from protocol.engine import Limit, open_engine
async def main():
    async with open_engine(sys.argv[1:]) as engine:
        print(engine.name, flush=True)
        await engine.choose(Limit())
trio.run(main)
"""
adopts_processes = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no subreapers, and no /proc")


async def until_ended(pids: Sequence[int]) -> None:
    """Return when all processes have ended. Init may reap them later."""
    with trio.fail_after(PATIENCE_S):
        while any(map(runs, pids)):
            await trio.sleep(0.01)


def runs(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # also between the opening and the reading
        return False


@adopts_processes
@pytest.mark.parametrize("end", ["input()", "input(); input()", "while True: time.sleep(1000)"])
async def test_no_process_of_an_engine_is_left_also_none_in_its_own_session(end: str) -> None:
    async with open_engine([sys.executable, "-c", STARTS_CHILD + end], grace_s=GRACE_S) as engine:
        pids = list(map(int, engine.name.split()))
    await until_ended(pids)


@adopts_processes
async def test_no_process_of_an_engine_is_left_when_its_program_is_killed() -> None:
    engine = [sys.executable, "-c", f"{STARTS_CHILD}while True: pass"]
    command, environ = [sys.executable, "-c", KILLED, *engine], {**os.environ, "PYTHONPATH": str(ROOT)}
    program = await trio.lowlevel.open_process(command, stdout=-1, env=environ)
    assert program.stdout is not None
    pids = list(map(int, (await program.stdout.receive_some()).split()))
    program.kill()
    await program.wait()
    await program.stdout.aclose()
    await until_ended(pids)


async def test_an_engine_that_writes_without_end_to_its_standard_error_has_to_wait(tmp_path: Path) -> None:
    written = tmp_path / "written"
    lines = ("sys.stderr.write('x' * 2**26)", f"open({str(written)!r}, 'w').close()", "print('ok', flush=True)")
    async with open_engine(script(*lines), grace_s=0.2) as engine:
        with pytest.raises(EngineError):
            await engine.set_game("clod", {})
    assert not written.exists()


def test_a_bundle_runs_its_command_line_program_as_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/netgame/netgame-server")
    program = str(Path("/opt/netgame/netgame-cli"))
    assert engine_command() == [program, "engine"]
    assert command_of(["player.py"]) == [program, "engine", "--file", "player.py"]
    assert command_of(["/opt/player", "--fast"]) == ["/opt/player", "--fast"]
