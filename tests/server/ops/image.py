"""Build and run a Containerfile without a container engine.

This computer's own system is the base image, each stage writes into a layer of its own, and the result runs
with its own processes and network.
"""

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.systems import why_not_as_root

PATH = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"  # of the base image
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy")
# holds the namespaces until its input is closed
HOLD = "mount --make-rprivate / && mount -t tmpfs tmpfs {top} && echo ready && read -r _"
# whether that will work, without a trace of it
TRIAL = """
mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay /mnt/root -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work
ip link set lo up
"""
ALONE = ("unshare", "--mount", "--net", "--pid", "--fork", "--kill-child")


class StepFailed(Exception):
    """A step failed; the message is its output."""


@dataclass(frozen=True)
class Line:
    """One instruction of a Containerfile."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """The arguments, written as a JSON list or as words."""
        return json.loads(self.text) if self.text.startswith("[") else shlex.split(self.text)


def lines_of(text: str) -> list[Line]:
    """Return the instructions in order, with continued lines joined."""
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    whole = kept.replace("\\\n", " ").splitlines()
    return [Line(*line.split(maxsplit=1)) for line in whole if line.strip()]


@dataclass
class Stage:
    """The file system of a stage, with its user, environment and command."""

    root: Path
    environ: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    folder: str = "/"
    user: str = "0:0"
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)


@cache
def why_not() -> str | None:
    """Return why this computer cannot do it, or None."""
    if reason := why_not_as_root("an image in namespaces", "unshare", "nsenter", "chroot", "ip"):
        return reason
    python = shutil.which("python3", path=PATH)
    asked = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
    if python is None or subprocess.run([python, "-c", asked], capture_output=True).returncode:
        return "NOT RUN: the system has no Python 3.11 with venv, which stands in for the one of the base image"
    tried = subprocess.run([*ALONE, "sh", "-ec", TRIAL], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"NOT RUN: this computer allows no such namespaces ({tried.stderr})"


class Engine:
    """Builds in namespaces that end with it; created by `engine`."""

    def __init__(self, pid: int, top: Path, context: Path) -> None:
        self._pid, self._top, self._context = pid, top, context
        self._stages: dict[str, Stage] = {}

    def build(self, text: str) -> Stage:
        """Build all stages and return the last one. `StepFailed` with the output of a failed step."""
        stage = None
        for line in lines_of(text):
            if line.name == "FROM":
                stage = self._begin(line.words)
            else:
                assert stage is not None
                self._step(stage, line)
        assert stage is not None
        return stage

    def running(self, stage: Stage) -> list[str]:
        """Return the command that runs the image, with processes and a loopback network of its own."""
        start = f"ip link set lo up && mount -t proc proc {stage.root}/proc && exec "
        return self.enter(*ALONE, "sh", "-c", start + shlex.join(chrooted(stage, stage.entrypoint + stage.command)))

    def enter(self, *words: str) -> list[str]:
        """Return the command that runs these words beside the stages, as root."""
        return ["nsenter", "-t", str(self._pid), "--mount", "--", *words]

    def _begin(self, words: list[str]) -> Stage:
        name = words[2] if len(words) > 2 else str(len(self._stages))
        folders = {part: self._top / name / part for part in ("upper", "work", "root")}
        self._do("mkdir", "-p", *map(str, folders.values()))
        layers = f"lowerdir=/,upperdir={folders['upper']},workdir={folders['work']}"
        self._do("mount", "-t", "overlay", "overlay", str(folders["root"]), "-o", layers)
        for special in ("/dev", "/proc"):
            self._do("mount", "--rbind", special, f"{folders['root']}{special}")
        self._stages[name] = Stage(folders["root"])
        return self._stages[name]

    def _step(self, stage: Stage, line: Line) -> None:
        match line.name:
            case "RUN":
                self._do(*chrooted(stage, ["sh", "-c", line.text]))
            case "COPY":
                self._copy(stage, line.words)
            case "ENV":
                stage.environ.update(word.split("=", 1) for word in line.words)
            case "WORKDIR":
                stage.folder = line.text
                self._do("mkdir", "-p", f"{stage.root}{stage.folder}")
            case "USER":
                stage.user = line.text
            case "ENTRYPOINT":
                stage.entrypoint = line.words
            case "CMD":
                stage.command = line.words
            case "HEALTHCHECK":
                stage.health = Line("CMD", line.text.partition("CMD ")[2]).words
            case "VOLUME" | "EXPOSE" | "STOPSIGNAL":
                pass
            case other:
                raise AssertionError(f"{other} is not known here")

    def _copy(self, stage: Stage, words: list[str]) -> None:
        source, taken = self._context, words
        if words[0].startswith("--from="):
            source, taken = self._stages[words[0].partition("=")[2]].root, words[1:]
        *what, target = taken
        to = f"{stage.root}{os.path.join(stage.folder, target)}"
        for each in what:
            place = f"{source}/{each.lstrip('/')}"
            # what is in a folder is copied, into the folder that is named
            self._do("cp", "-a", *(["-T"] if os.path.isdir(place) or "--from" in words[0] else []), place, to)

    def _do(self, *words: str) -> None:
        done = subprocess.run(self.enter(*words), capture_output=True, text=True)
        if done.returncode:
            raise StepFailed(f"{shlex.join(words)}\n{done.stdout}\n{done.stderr}")


@contextmanager
def engine(top: Path, context: Path) -> Iterator[Engine]:
    """Yield an engine with layers in memory, mounted at that folder in its own namespace."""
    words = ["unshare", "--mount", "--fork", "--kill-child", "sh", "-c", HOLD.format(top=shlex.quote(str(top)))]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        try:
            yield Engine(int(children[0]), top, context)
        finally:
            process.stdin.close()


def chrooted(stage: Stage, words: list[str]) -> list[str]:
    """Return the command that runs these words in a stage, as its user and with its environment."""
    environ = {**{name: os.environ[name] for name in PROXIES if name in os.environ}, **stage.environ}
    place = ["env", "-i", *(f"{name}={value}" for name, value in environ.items())]
    return [
        "chroot", f"--userspec={stage.user}", str(stage.root), *place, "sh", "-c", 'cd "$0" && exec "$@"', stage.folder,
        *words,
    ]  # fmt: skip
