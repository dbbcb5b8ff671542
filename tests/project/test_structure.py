"""Project rules that linters and import contracts cannot express."""

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from netgame.games import GAMES
from tests.project.sources import PACKAGES, ROOT, Source, sources

# in the server: two in supervision, two at a table, two of jobs of the store, one at the top of a session and one of a
# command of the operator; one at the top of a task of the window
BROAD_EXCEPTS = {"server": 8, "client_qt": 1}
# an exception is logged or raised
HANDLED = r"log\.exception|note_fault|\braise\b"
GAME_NAMES = rf"\b({'|'.join(GAMES)})\b"


def test_the_rules_package_imports_only_itself_and_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"netgame"}
    more = {
        "kernel.py": {"numba", "numpy"},  # an extra; only the engine imports a kernel
        "compiled_search.py": {"numpy"},  # only kernels import it
        "machine_code.py": {"numba", "numpy"},  # only kernels import it
        "octagon_kernel.py": {"numpy"},  # only kernels import it
        "compiling.py": {"platformdirs"},  # only where there is numba
        "ed25519.py": {"cryptography"},  # only for records with signatures
        "matching.py": {"networkx"},  # only where a tournament is paired
    }

    foreign = [
        f"{source.name}:{line} {name}"
        for source in sources("netgame")
        for line, name in source.imports()
        if name.split(".")[0] not in allowed | more.get(source.path.name, set())
    ]

    assert not foreign


def test_developer_programs_do_not_import_tests() -> None:
    imports = [(source, line, name) for source in sources("devtools") for line, name in source.imports()]
    assert not [f"{source.name}:{line} {name}" for source, line, name in imports if name.split(".")[0] == "tests"]


def test_no_game_is_named_outside_the_games() -> None:
    named = [
        f"{source.name}:{line} {text!r}"
        for source in sources(*PACKAGES, mention=GAME_NAMES)
        if not source.name.startswith("netgame/games/")
        for line, text in [*source.sayings(), *source.imports()]
        if re.search(GAME_NAMES, text, re.IGNORECASE) and text != "netgame.games.GAMES"
    ]

    assert not named, "a new game is one file and one word; what differs between games belongs to the game"


def test_broad_excepts_stand_in_few_places_and_log() -> None:
    modules = sources(*PACKAGES, mention=r"except\W*:|BaseException|\bException\b")
    found = [(source.name, handler) for source in modules for handler in broad_excepts(source)]

    places = Counter(name.partition("/")[0] for name, _ in found)
    assert places <= Counter(BROAD_EXCEPTS), [f"{name}:{handler.lineno}" for name, handler in found]
    assert not [
        f"{name}:{handler.lineno} does not log"
        for name, handler in found
        if not re.search(HANDLED, ast.unparse(handler))
    ]


def broad_excepts(source: Source) -> Iterator[ast.ExceptHandler]:
    """Yield those that do not only clean up and raise the exception again."""
    for node in source.nodes:
        if isinstance(node, ast.ExceptHandler):
            names = re.findall(r"\w+", ast.unparse(node.type)) if node.type is not None else ["Exception"]
            last = node.body[-1]
            raises_again = isinstance(last, ast.Raise) and last.exc is None
            if {"Exception", "BaseException"} & set(names) and not raises_again:
                yield node


def test_every_module_says_what_it_is_for() -> None:
    assert not [source.name for source in sources(*PACKAGES) if not source.text.startswith('"""')]


# trio.sleep may run under a clock that jumps; a wait of 0 only handles pending events
WAITS = re.compile(r"\b(time\.sleep|qtbot\.wait|QTest\.qWait)\((?!0\))")


def test_tests_wait_for_what_happens_and_not_for_time_to_pass() -> None:
    waiting = [
        f"{source.name}:{node.lineno}"
        for source in sources("tests", "devtools", mention=WAITS.pattern)
        for node in source.nodes
        if isinstance(node, ast.Call) and WAITS.match(ast.unparse(node))
    ]
    assert not waiting


def test_no_class_overrides_a_handler_of_all_events() -> None:
    """On Python 3.11 an exception of C code in a nested handler would end the process; use `EventFilter`."""
    assert not [source.name for source in sources(*PACKAGES, mention=r"def (event|viewportEvent)\(")]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_changes_no_line_ends_and_no_file_has_two_versions_of_a_line_and_the_program_run_is_executable() -> None:
    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        if "not a git repository" in done.stderr:
            pytest.skip("this is no git checkout")
        return done.stdout

    said = git("check-attr", "text", "eol", "--", "x.netgame", "run").splitlines()
    assert {"x.netgame: text: unset", "run: eol: lf"} <= set(said)
    assert git("grep", "-l", "-I", "-E", "^(<{7}|>{7}) ") == ""
    assert git("ls-files", "-s", "run").startswith("100755")
