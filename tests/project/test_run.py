"""`./run`: the set-up survives interruptions, and commands report what they need."""

import ast
import importlib.machinery
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from devtools.harness import PATIENCE_S
from tests.project.checkout import EXTRAS, NEITHER, NOBODY_OFFERS, NOT_FAST, PYPROJECT, ROOT, Checkout

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the pipes of these tests are POSIX's")


@dataclass(frozen=True)
class Start:
    """A start of a checkout: its output, the parts installed after it, and the number of installations so far."""

    done: subprocess.CompletedProcess[str]
    installed: list[str]
    builds: int


@pytest.fixture(scope="module")
def first_starts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Checkout, list[Start]]:
    """A checkout in a folder with a space in its name, and its first starts."""
    checkout = Checkout(tmp_path_factory.mktemp("ready") / "my games")
    _write_tools(checkout)
    starts = []
    for word in ("server", "fast", "check"):
        starts.append(Start(checkout.run(word), checkout.installed, checkout.builds))
        checkout.is_quick = True
    return checkout, starts


@pytest.fixture(scope="module")
def ready(first_starts: tuple[Checkout, list[Start]]) -> Checkout:
    """A checkout with an environment that has everything."""
    return first_starts[0]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "checkout", is_quick=True)


@pytest.fixture
def door(tmp_path: Path) -> ModuleType:
    """`run` as a module, over a checkout that only has its two texts."""
    path = shutil.copy(ROOT / "run", tmp_path)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "constraints.txt").write_text("trio==0.35.0\n")
    loader = importlib.machinery.SourceFileLoader("netgame_run", str(path))
    spec = importlib.util.spec_from_loader("netgame_run", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_first_start_makes_the_environment_and_runs_the_command_in_it_and_a_second_one_installs_nothing(
    ready: Checkout, tmp_path: Path
) -> None:
    (tmp_path / "server.py").write_text("raise SystemExit('not ours')")
    before = ready.builds
    done, again = ready.run("server", "--port", "7", cwd=tmp_path), ready.run("setup")
    assert done.stdout.strip() == f"serving ['--port', '7'] {ready.folder / '.venv'}"
    assert (again.returncode, again.stderr, ready.builds) == (0, "", before)


@pytest.mark.slow
def test_the_compiler_and_the_tools_of_developers_are_added_on_request(
    first_starts: tuple[Checkout, list[Start]],
) -> None:
    served, added, checked = first_starts[1]
    assert served.done.stdout.startswith("serving"), served.done.stderr
    assert served.installed == ["client", "server"]
    assert (added.done.returncode, added.installed) == (0, ["client", "server", "fast"])
    assert "installing the tools of developers" in checked.done.stderr
    assert checked.installed == ["client", "server", "dev", "fast"]
    assert [start.builds for start in (served, added, checked)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("name", "old", "new", "is_stale"),
    [
        ("pyproject.toml", 'version = "1"', 'version = "2"', True),
        ("pyproject.toml", "requires = []", 'requires = ["hatchling"]', True),
        ("constraints.txt", "0.35.0", "0.36.0", True),
        ("pyproject.toml", "line-length = 120", "line-length = 100", False),
    ],
)
def test_what_is_installed_and_where_decides_whether_the_environment_is_stale(
    door: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str, is_stale: bool
) -> None:
    before = door.wanted()
    text = (tmp_path / name).read_text()
    assert old in text

    (tmp_path / name).write_text(text.replace(old, new))
    monkeypatch.setattr(sys, "version", "3.99.0")  # another Python in the path changes nothing
    changed = door.wanted()
    monkeypatch.setattr(door, "VENV", tmp_path / "elsewhere")

    assert (changed != before) == is_stale
    assert door.wanted() != changed


def test_a_newer_python_at_the_same_path_makes_the_environment_stale(door: ModuleType, tmp_path: Path) -> None:
    base, older, newer = (tmp_path / name for name in ("python3", "python3.11", "python3.13"))
    for path in (older, newer, tmp_path / ".venv" / "bin" / "python"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    base.symlink_to(older)
    door.write_stamp({"made of": door.wanted(), "extras": ["server"], "base": [str(base), str(older)]})
    before = door.is_ready(["server"])

    base.unlink()
    base.symlink_to(newer)

    assert before
    assert not door.is_ready(["server"])


@pytest.mark.slow
def test_a_stale_environment_is_made_again_and_keeps_the_tools_of_developers(ready: Checkout) -> None:
    stray, before = ready.folder / ".venv" / "stray", ready.builds
    stray.touch()
    ready.write("constraints.txt", "trio==0.35.1\n")
    done = ready.run("server")
    assert done.stdout.startswith("serving"), done.stderr
    assert (ready.builds, stray.exists()) == (before + 1, False)
    assert ready.installed == ["client", "server", "dev", "fast"]


@pytest.mark.sweep
def test_an_environment_may_have_a_pip_of_its_own(tmp_path: Path) -> None:
    done = Checkout(tmp_path / "checkout", own_pip=True).run("server")
    assert done.stdout.startswith("serving"), done.stderr


@pytest.mark.sweep
def test_an_environment_with_a_window_is_not_replaced_by_one_without(ready: Checkout) -> None:
    ready.is_quick = False
    ready.write("extras", NEITHER)
    ready.write("constraints.txt", "trio==0.35.2\n")

    done = ready.run("server")
    ready.write("extras", EXTRAS)
    ready.is_quick = True

    assert done.stdout.startswith("serving"), done.stderr
    assert "the window cannot be installed" not in done.stderr


@pytest.mark.sweep
def test_without_network_the_environment_of_before_is_used_if_it_has_what_is_needed(tmp_path: Path) -> None:
    Checkout(tmp_path / "before").run("server")
    shutil.move(tmp_path / "before", tmp_path / "after")
    checkout = Checkout(tmp_path / "newer", EXTRAS + NOBODY_OFFERS)
    shutil.move(tmp_path / "after" / ".venv", checkout.folder)

    used = checkout.run("server")
    checkout.write("pyproject.toml", PYPROJECT.replace('"1"', '"1"\ndependencies = ["a-library-that-nobody-offers"]'))
    needs_more = checkout.run("server")

    assert used.stdout == f"serving [] {checkout.folder / '.venv'}\n", used.stderr
    assert "environment of before" in used.stderr
    assert (needs_more.returncode, needs_more.stdout) == (1, ""), needs_more.stderr
    assert checkout.installed == ["client", "server"]


OFFLINE_PIP = """import sys
from pathlib import Path
with Path(__file__).with_name("calls").open("a") as calls:
    calls.write("x")
for left in range(5, 0, -1):
    print(f"WARNING: Retrying (Retry(total={left})) after connection broken", file=sys.stderr)
sys.exit(1)
"""


def test_without_network_pip_is_asked_once_and_one_line_says_it(
    door: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pip = tmp_path / "pip.py"
    pip.write_text(OFFLINE_PIP)

    with pytest.raises(door.CannotSetUp) as refused:
        door.install([sys.executable, pip], ["client"], None, [[], ["client"]])

    assert "network" in str(refused.value)
    assert capfd.readouterr().err == ""
    assert (tmp_path / "calls").read_text() == "x"


@pytest.mark.slow
def test_of_set_ups_at_once_one_makes_the_environment_and_that_of_another_checkout_leaves_it_alone(
    checkout: Checkout, tmp_path: Path
) -> None:
    other = Checkout(tmp_path / "other", is_quick=True)
    started = checkout.hold_up()
    first = checkout.start("setup")
    checkout.wait_for_build(started)
    second, third = checkout.start("setup"), other.start("setup", NETGAME_VENV=str(checkout.folder / ".venv"))
    waits = [process.stderr.readline() for process in (second, third) if process.stderr is not None]
    checkout.let_through(started)

    *_, (_, said) = [process.communicate(timeout=PATIENCE_S) for process in (first, second, third)]

    making = f"waiting for another ./run. Process {first.pid}: setting up {checkout.folder / '.venv'}"
    assert all(making in line for line in waits)
    assert [process.returncode for process in (first, second, third)] == [0, 0, 1]
    assert (checkout.builds, other.builds) == (1, 0)
    assert "belongs to" in said


@pytest.mark.parametrize("links", range(4))
def test_a_kill_while_the_new_environment_is_put_in_place_leaves_one_that_starts(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch, links: int
) -> None:
    def make(number: int) -> Path:
        folder: Path = door.VENV / str(number)
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").symlink_to(sys.executable)
        for name in ("lib", "include"):
            (folder / name).mkdir()
        (folder / "pyvenv.cfg").write_text("home = here")
        return folder

    facts = {"made of": door.wanted(), "extras": [], "base": [door.base_python(), os.path.realpath(door.base_python())]}
    door.put_in_place(make(1), {**facts, "folder": "1"})
    new, done = make(2), list[Path]()
    link = Path.replace

    def stop(path: Path, target: Path) -> Path:
        if len(done) == links:
            raise KeyboardInterrupt
        done.append(path)
        return link(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stop)
        with pytest.raises(KeyboardInterrupt):
            door.put_in_place(new, {**facts, "folder": "2"})

    assert door.is_ready([])
    assert (door.VENV / "pyvenv.cfg").exists()
    door.put_in_place(make(3), {**facts, "folder": "3"})
    assert door.is_ready([])
    names = {"bin", "lib", "include", "pyvenv.cfg", "3", door.STAMP.name}
    assert {entry.name for entry in door.VENV.iterdir()} == names


@pytest.mark.slow
def test_the_set_up_after_a_killed_one_waits_for_its_pip_and_starts_again(checkout: Checkout) -> None:
    started = checkout.hold_up()
    first = checkout.start("setup")
    checkout.wait_for_build(started)
    first.kill()  # its pip goes on
    first.wait(PATIENCE_S)
    second = checkout.start("server")
    assert second.stderr is not None
    waits = second.stderr.readline()
    os.close(started)
    (checkout.folder / "started").unlink()
    (checkout.folder / "gate").unlink()
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate(timeout=PATIENCE_S)

    shown, said = second.communicate(timeout=PATIENCE_S)

    assert "waiting" in waits
    assert second.returncode == 0, said
    assert shown.startswith("serving"), said


def test_a_folder_that_it_did_not_make_is_never_deleted(checkout: Checkout, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter").touch()
    done = checkout.run("setup", NETGAME_VENV=str(mine))
    assert done.returncode == 1
    assert "was not made by ./run" in done.stderr
    assert (mine / "letter").exists()


@pytest.mark.parametrize("is_link", [False, True])
def test_an_environment_of_another_checkout_is_left_alone(ready: Checkout, checkout: Checkout, is_link: bool) -> None:
    environment = ready.folder / ".venv"
    before = (environment / ".netgame.json").read_text()
    if is_link:
        (checkout.folder / ".venv").symlink_to(environment)

    done = checkout.run("setup", **({} if is_link else {"NETGAME_VENV": str(environment)}))

    assert done.returncode == 1
    assert "my%20games" in done.stderr
    assert ((environment / ".netgame.json").read_text(), checkout.builds) == (before, 0)


@pytest.mark.sweep
def test_where_neither_the_window_nor_the_compiler_can_be_installed_the_rest_is(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "checkout", NEITHER)

    served = checkout.run("server")
    window = checkout.run(QT_QPA_PLATFORM="offscreen")
    _write_tools(checkout)
    checked = checkout.run("check")
    asked = checkout.run("fast")

    assert served.stdout.startswith("serving"), served.stderr
    assert "the window cannot be installed here" in served.stderr
    assert window.returncode == 3
    assert "PySide6" in window.stderr
    assert "mypy --strict client_qt" not in checked.stdout
    assert "skipped, because PySide6 is not installed: mypy --strict client_qt" in checked.stderr
    assert "numba cannot be installed here" in checked.stderr
    assert asked.returncode == 1
    assert "numba could not be installed here" in asked.stderr


@pytest.mark.sweep
def test_where_the_compiler_cannot_be_installed_all_else_is(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "checkout", NOT_FAST)
    asked, window = checkout.run("fast"), checkout.run(QT_QPA_PLATFORM="offscreen")
    served = checkout.run("server")
    assert asked.returncode == 1
    assert "numba" in asked.stderr
    assert window.returncode != 3
    assert (served.stdout[:7], served.stderr) == ("serving", "")


@pytest.mark.slow
def test_check_goes_through_every_step_also_after_one_that_failed(ready: Checkout) -> None:
    _write_tools(ready)

    done = ready.run("check")

    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "ruff check --no-cache .",
        "ruff format --check .",
        "mypy --strict netgame protocol server examples",
        "mypy --strict client_qt",
        "contracts",
        *(
            f"mypy --strict --platform {system} --cache-dir .mypy_cache/{system} protocol server client_qt"
            for system in ("darwin", "win32")
            if system != sys.platform
        ),
    ]
    assert done.stderr.splitlines()[-1] == "run: check failed: ruff format --check"


def _write_tools(checkout: Checkout) -> None:
    """Install tools that print their arguments; the formatter reports a problem."""
    checkout.write("ruff.py", "import sys; print('ruff', *sys.argv[1:]); sys.exit('format' in sys.argv)")
    checkout.write("mypy.py", "import sys; print('mypy', *sys.argv[1:])")
    checkout.write("importlinter/cli.py", "def lint_imports_command(): print('contracts')")


def test_an_old_python_can_read_it_and_a_newer_python_that_does_not_start_is_passed_over(
    door: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ast.parse((ROOT / "run").read_text(), feature_version=(3, 7))
    for minor, text in ((14, "exit 127"), (13, 'test "$1" = -c || exit 7')):
        command = tmp_path / f"python3.{minor}"
        command.write_text(f"#!/bin/sh\n{text}\n")
        command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")

    with pytest.raises(SystemExit) as done:
        door.start_with_newer_python()

    assert done.value.code == 7


@pytest.mark.parametrize(
    ("words", "side_by_side"),
    [
        *((words, True) for words in ("", "--strict-qt -rs", "tests/client", "-k thud", "-x", "-q")),
        *(
            (words, False)
            for words in ("tests/x/test_y.py", "tests/x/test_y.py::test_z -x", "--pdb", "-n0", "-s", "--co")
        ),
    ],
)
def test_files_of_tests_run_side_by_side_in_one_process_more_than_cores_and_single_ones_in_one(
    door: ModuleType, monkeypatch: pytest.MonkeyPatch, words: str, side_by_side: bool
) -> None:
    monkeypatch.setattr(door, "cores", lambda: 4)
    processes = ["-n", "5", "--dist=loadfile", "--no-loadscope-reorder"] if side_by_side else []
    assert door.in_processes(words.split()) == [*processes, *words.split()]


def test_sweeps_run_with_all_and_where_tests_are_named(door: ModuleType) -> None:
    assert door.without_sweeps(["-q"]) == ["-m", "not sweep", "-q"]
    assert door.without_sweeps(["--all", "-q"]) == ["-q"]
    for words in (["-k", "thud"], ["tests/x/test_y.py"]):
        assert door.without_sweeps(words) == words


def test_the_help_names_every_command_and_where_nothing_can_be_started_it_points_to_another_one(
    door: ModuleType, checkout: Checkout, capsys: pytest.CaptureFixture[str]
) -> None:
    door.main(["help"])
    shown, unknown, no_screen = capsys.readouterr().out, checkout.run("play"), checkout.run()
    assert [name for name in door.COMMANDS if not name.startswith("-") and f"./run {name}" not in shown] == ["client"]
    assert (unknown.returncode, no_screen.returncode) == (2, 3)
    assert "./run help" in unknown.stderr
    assert all(words in no_screen.stderr for words in ("no screen", "./run demo"))
    assert not (checkout.folder / ".venv").exists()


@pytest.mark.slow
def test_signals_reach_the_command_itself(ready: Checkout) -> None:
    ready.write(
        "server/demo/__main__.py", "import sys, signal; print('up', file=sys.stderr, flush=True); signal.pause()"
    )
    demo = ready.start("demo")
    assert demo.stderr is not None
    assert demo.stderr.readline() == "up\n"

    demo.send_signal(signal.SIGTERM)
    demo.communicate(timeout=PATIENCE_S)

    assert demo.returncode == -signal.SIGTERM
