"""A trial of the release for Windows on a computer under Wine that has no Python, for `.ci/windows bundle`."""

import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from deploy.windows.release import make_installer
from deploy.windows.wine import HERE, ROOT, Failed, Wine, until
from protocol.control.client import Client
from protocol.control.messages import CONTROL_FILE, CommandError, Fields
from tests.window.screen import Screen, screen

PROGRAMS = ("netgame", "netgame-server", "netgame-cli")
INSTALLED = r"users\root\AppData\Local\Programs\netgame"  # on drive C
DATA = "users/root/AppData/Local/netgame"
PATIENCE_S = 180.0  # of a busy computer
# Thud: usual first moves of each side; the answers of the computer player leave some of them legal
MOVES = ("dF1-F2", "TG7-G6", "dG1-G2", "TH7-H6", "dK1-K2", "TI9-I10", "dJ1-J2", "TH9-H10")
COLOURS = 100  # a painted window has more
# what the installer registers: a key of HKEY_CURRENT_USER, and a part of its value
REGISTERED = {
    r"Software\Classes\netgame\shell\open\command": "netgame.exe",
    r"Software\Classes\netgame.record\shell\open\command": "netgame.exe",
    r"Software\Classes\.netgame": "netgame.record",
    r"Software\Microsoft\Windows\CurrentVersion\Uninstall\netgame": "uninstall.exe",
}


def try_release(wine: Wine, archive: Path, installer: Path, work: Path, say: Callable[[str], object]) -> None:
    """Unpack, install, host, join, move, upgrade during the match, and remove. `Failed` if something does not work."""
    work.mkdir(parents=True, exist_ok=True)
    with screen(work) as made:
        ann = Computer(wine.copy("ann", bare=True), made, work, say)
        shutil.copy(wine.python_folder / "icuuc.dll", ann.wine.drive / "windows/system32")  # Windows has one
        version = archive.name.split("-")[1]
        folder = ann.unpack(archive, work)
        for name in PROGRAMS:
            said = ann.run(rf"{folder}\{name}.exe", "--version").split()
            if said != ["netgame", version]:
                raise Failed(f"{name} of the archive says {said}")
        ann.run(rf"{folder}\netgame-cli.exe", "moves", "clod", "--json")
        say(f"each program of the archive starts: {version}")
        report = ann.run(rf"{folder}\netgame.exe", "--check", code=None)
        say(f"netgame --check says {len(report.splitlines())} lines")

        ann.install(installer)
        ann.check_registry(present=True)
        say("installed, with its links and files registered")
        with ann.window(rf"{INSTALLED}\netgame.exe"):
            table = ann.host()
            with opponent(ann, table, work):
                until(lambda: ann.table().get("state") == "playing", "the start of the game", PATIENCE_S)
                say("Ann hosts under Wine, a computer player of Linux has joined")
                ann.move()
                made.keep_picture(work / "bundle-window.png")
                newer = newer_installer(archive, work)
                ann.install(newer, code=1)
                say("the installer refuses to replace a program that runs")
                ann.end_programs()
                ann.install(newer)
                with ann.window(rf"{INSTALLED}\netgame.exe"):
                    until(lambda: both_here(ann.table()), "that both are back", PATIENCE_S)
                    ann.move()
                    made.keep_picture(work / "bundle-upgraded.png")
                    answer = ann.status()["version"]
                    if answer != f"{version}.1":
                        raise Failed(f"the server is version {answer}")
                    say("the game goes on in the newer version")
                    ann.remove(code=1)
                    say("the uninstaller refuses to remove a program that runs")
                    ann.end_programs()
        ann.remove()
        ann.check_registry(present=False)
        left = sorted(path.name for path in (ann.wine.drive / DATA).iterdir())
        say(f"removed; what is left: {left}")


class Computer:
    """Ann's computer: Windows without Python, and a screen."""

    def __init__(self, wine: Wine, display: Screen, work: Path, say: Callable[[str], object]) -> None:
        self.wine = wine
        self._screen, self._work, self._say = display, work, say

    def command(self, *words: object) -> list[str]:
        environ = {"DISPLAY": self._screen.environment["DISPLAY"], "NETGAME_LAN": "lo"}
        return self.wine.command(*words, environ=environ)

    def run(self, *words: object, code: int | None = 0) -> str:
        """Run a program to its end and return its output. `Failed` if its exit code is another one."""
        said = self._work / "said.txt"
        with said.open("wb") as file:  # a pipe would stay open as long as a server that the program starts
            done = subprocess.run(
                self.command(*words), stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                timeout=PATIENCE_S,
            )  # fmt: skip
        text = said.read_text("utf-8", "replace")
        if code is not None and done.returncode != code:
            raise Failed(f"exit code {done.returncode} of {words}: {text[-2000:]}")
        return text

    # ---- what is installed

    def unpack(self, archive: Path, work: Path) -> str:
        """Unpack an archive on drive C and return its folder."""
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(self.wine.drive)
            folder = packed.namelist()[0].split("/")[0]
        self._add_stand_ins(self.wine.drive / folder)
        return rf"C:\{folder}"

    def install(self, installer: Path, code: int = 0) -> None:
        shutil.copy(installer, self.wine.drive / "setup.exe")
        self.run(r"C:\setup.exe", "/S", code=code)
        if code == 0:
            self._add_stand_ins(self._installed)

    def remove(self, code: int = 0) -> None:
        """Uninstall. An uninstaller runs as a copy of itself; with _?= it is the process that ends last."""
        uninstaller = shutil.copy(self._installed / "uninstall.exe", self.wine.drive)
        self.run(rf"C:\{Path(uninstaller).name}", "/S", rf"_?=C:\{INSTALLED}", code=code)
        if code == 0 and self._installed.exists():
            raise Failed(f"the uninstaller leaves {[path.name for path in self._installed.iterdir()]}")

    @property
    def _installed(self) -> Path:
        return self.wine.drive / INSTALLED.replace("\\", "/")

    @staticmethod
    def _add_stand_ins(folder: Path) -> None:
        """Let this copy of the programs do without what Wine lacks: a source is found before its compiled module."""
        shutil.copy(HERE / "stand_ins/wine_stand_ins.py", folder / "lib")
        source = (ROOT / "deploy/bundle/environment.py").read_text("utf-8")
        (folder / "lib/environment.py").write_text(f"import wine_stand_ins\n{source}", "utf-8")

    def check_registry(self, present: bool) -> None:
        for key, value in REGISTERED.items():
            said = self.run("reg", "query", rf"HKCU\{key}", "/s", code=None)
            if (value in said) != present:
                raise Failed(f"the registry has {key}: {said}")
        link = "users/root/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/netgame.lnk"
        if (self.wine.drive / link).exists() != present:
            raise Failed("the entry of the start menu")

    # ---- the window

    @contextmanager
    def window(self, program: str) -> Iterator[None]:
        """Start the program and wait until its window is painted."""
        began = time.monotonic()
        with (self._work / "window.log").open("ab") as log:
            process = subprocess.Popen(self.command(rf"C:\{program}"), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            until(self._find_window, "the window", PATIENCE_S)
            until(lambda: self._colours() > COLOURS, "the painted window", PATIENCE_S)
            self._say(f"the window is painted after {time.monotonic() - began:.1f} s")
            yield
        except Exception:
            self._screen.keep_picture(self._work / "bundle-failed.png")
            raise
        finally:
            self.end_programs()
            process.wait(PATIENCE_S)

    def _find_window(self) -> str:
        words = ["xdotool", "search", "--onlyvisible", "--name", "netgame"]
        done = subprocess.run(words, env=self._screen.environment, capture_output=True, text=True)
        return done.stdout

    def _colours(self) -> int:
        words = ["import", "-silent", "-window", "root", "-format", "%k", "info:"]
        return int(subprocess.run(words, env=self._screen.environment, capture_output=True, text=True).stdout or 0)

    def host(self) -> str:
        """Host a game of Thud by keys, and return the table. A window that is busy may miss the first keys."""
        for _ in range(5):
            self._screen.press("Escape", "ctrl+n")
            time.sleep(3)
            self._screen.press("Right", "Right", "Right", "Right")
            time.sleep(3)
            self._screen.press("Return")
            with suppress(Failed):
                until(self.table, "Ann's table", within_s=40)
                return str(self.table()["table"])
        raise Failed("Ann could not host")

    def move(self) -> None:
        """Type moves until the server has accepted one."""
        before = self.table()["events"]
        for text in MOVES:
            time.sleep(1)
            self._screen.press("Escape", "F2")
            time.sleep(1)
            self._screen.press("slash")
            self._screen.write(text)
            self._screen.press("Return")
            with suppress(Failed):
                until(lambda: self.table().get("events", 0) > before, text, within_s=10)
                self._say(f"Ann has moved {text}")
                return
        raise Failed("Ann could not move")

    def end_programs(self) -> None:
        """Kill the window and its server, as a power cut would."""
        for name in ("netgame.exe", "netgame-server.exe"):
            self.run("taskkill", "/F", "/IM", name, code=None)

    # ---- its server, asked from Linux

    def _ask(self, command: str) -> tuple[list[Fields], Fields]:
        """Return the rows and the other fields of the answer of the server; nothing if none runs."""
        with suppress(CommandError), Client(self.wine.drive / DATA / "server" / CONTROL_FILE, "loopback") as client:
            return client.request(command)
        return [], {}

    def status(self) -> Fields:
        return self._ask("status")[1]

    def table(self) -> Fields:
        """Return the first table of the server; empty if there is none."""
        return next(iter(self._ask("tables")[0]), {})


@contextmanager
def opponent(ann: Computer, table: str, work: Path) -> Iterator[None]:
    """Let a computer player of this system take the free seat."""
    address = f"127.0.0.1:{ann.status()['port']}"
    words = [sys.executable, str(ROOT / "run"), "server", "computer", address, "--table", table, "--level", "1"]
    with (work / "opponent.log").open("wb") as log:
        process = subprocess.Popen([*words, "--folder", str(work / "opponent")], stdout=log, stderr=log)
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def both_here(table: Fields) -> bool:
    return bool(table) and all(player["here"] for player in table["players"])


def newer_installer(archive: Path, work: Path) -> Path:
    """Make the installer of the next version: the same files with another number."""
    version = archive.name.split("-")[1]
    target = work / "newer"
    shutil.rmtree(target, ignore_errors=True)
    zipfile.ZipFile(archive).extractall(target)
    [folder] = target.iterdir()
    module = folder / "lib/netgame/__init__"
    source = (ROOT / "netgame/__init__.py").read_text("utf-8").replace(f'"{version}"', f'"{version}.1"')
    module.with_suffix(".py").write_text(source, "utf-8")
    module.with_suffix(".pyc").unlink()
    return make_installer(folder, f"{version}.1", work / "newer-setup.exe", compressor="zlib")
