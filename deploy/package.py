"""Build the files of a release: a wheel, a source archive, and a bundle that needs no Python. `./run package [DIR]`

The bundle is for the system that this runs on. `--windows` builds on Linux, under Wine, the bundle for Windows and its
installer, and nothing else.
"""

import argparse
import email
import email.message
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import Distribution, MetadataPathFinder
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from deploy.windows import release  # noqa: E402
from deploy.windows.wine import DEFAULT_FOLDER, Failed, Wine  # noqa: E402

BUNDLE = ROOT / "deploy/bundle"
PROGRAMS = ("netgame", "netgame-server", "netgame-cli")
WINDOWS = sys.platform == "win32"
TOOLS = {"objdump": "binutils", "strip": "binutils", "ldd": "libc-bin"}  # the Debian package of each
TOOLS_FOR_WINDOWS = {"objdump": "binutils", "makensis": "nsis"}  # beside those of deploy/windows/wine.py
LICENCE_FILES = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
QT_PAGE = "https://doc.qt.io/qt-6/licenses-used-in-qt.html"


def main(arguments: Sequence[str] | None = None) -> int:
    """Build everything. Return the exit code."""
    parser = argparse.ArgumentParser(prog="./run package", description=__doc__.splitlines()[0])
    parser.add_argument("folder", metavar="DIR", nargs="?", type=Path, default=ROOT / "dist", help="default: dist")
    parser.add_argument("--bundle-only", action="store_true", help="for a trial: only the bundle, packed fast")
    parser.add_argument("--windows", action="store_true", help="on Linux: the bundle and the installer for Windows")
    parser.add_argument("--wine", metavar="DIR", type=Path, default=DEFAULT_FOLDER, help="where Wine is kept")
    args = parser.parse_args(arguments)
    folder = args.folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        check_tools(TOOLS_FOR_WINDOWS if args.windows else TOOLS)
        with tempfile.TemporaryDirectory() as work:
            wheel, source, unpacked = build_wheel(Path(work))
            if args.windows:
                build_for_windows(folder, wheel, Path(work), Wine(args.wine.absolute()))
                return 0
            for path in () if args.bundle_only else (wheel, source):
                made(Path(shutil.copy(path, folder)))
            build_bundle(folder, wheel, Path(work), preset=1 if args.bundle_only else 6)
            if not args.bundle_only:
                try_container(unpacked)
    except Failed as failed:
        say(f"FAILED: {failed}")
        return 1
    return 0


def say(words: str) -> None:
    print(f"package: {words}", flush=True)


def call(*command: object, step: str, env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    """Run a command and return its output. `Failed` with its last lines."""
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=env, cwd=cwd,
    )  # fmt: skip
    if done.returncode:
        raise Failed(f"{step}\n" + "\n".join(done.stdout.splitlines()[-30:]))
    return done.stdout


def check_tools(tools: Mapping[str, str]) -> None:
    """Raise `Failed` if a program is missing that a later step needs."""
    missing = [name for name in tools if shutil.which(name) is None] if sys.platform == "linux" else []
    if missing:
        packages = " ".join(sorted({tools[name] for name in missing}))
        raise Failed(f"{', '.join(missing)} not found. On Debian or Ubuntu: sudo apt install {packages}")
    if shutil.which("git") and (ROOT / ".git").exists():
        changed = call("git", "status", "--porcelain", step="git cannot read the checkout")
        if changed:
            say("warning: the checkout has changes that are not committed; a release has none")


def made(path: Path, words: str = "") -> None:
    say(f"  made {path} ({path.stat().st_size / 1e6:.1f} MB{words})")


# ---- wheel and source archive


def build_wheel(work: Path) -> tuple[Path, Path, Path]:
    """Build the source archive, and the wheel from it. Return the wheel, the archive and its unpacked folder."""
    say("wheel and source archive")
    call(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", work, step="hatchling failed")
    [source] = work.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has no filters
        archive.extractall(work)
    unpacked = work / source.name.removesuffix(".tar.gz")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(work)]
    call(*build, step="the source archive does not build", cwd=unpacked)
    [wheel] = work.glob("*.whl")
    return wheel, source, unpacked


# ---- the bundle


def build_bundle(folder: Path, wheel: Path, work: Path, preset: int) -> None:
    """Build one archive with Python, Qt and all libraries. A higher preset packs smaller and takes longer."""
    version = wheel.name.split("-")[1]
    system = "windows-x86_64" if WINDOWS else f"{sys.platform}-{platform.machine()}".lower()
    name = f"netgame-{version}-{system}"
    say(f"bundle {name}: an environment with what the wheel needs")
    python = make_environment(wheel, work)
    say("bundle: PyInstaller")
    recipe = [
        "-m",
        "PyInstaller",
        "--noconfirm",
        "--log-level=WARN",
        recipe_in(work, for_windows=WINDOWS) / "netgame.spec",
    ]
    folders = [f"--distpath={work / 'dist'}", f"--workpath={work / 'build'}"]
    # an order of sets that is always the same makes the same files
    environ = {**os.environ, "PYTHONHASHSEED": "1", "PYINSTALLER_CONFIG_DIR": str(work / "cache")}
    call(python, *recipe, *folders, step="PyInstaller failed", env=environ)
    bundle = (work / "dist/netgame").rename(work / f"dist/netgame-{version}")
    if sys.platform == "linux":
        strip(bundle)
    add_files(bundle, this_python(), packages_of(site_packages(python)), for_windows=WINDOWS)
    check(bundle, version)
    check_data(bundle, wheel)
    size = sum(path.lstat().st_size for path in bundle.rglob("*")) / 1e6
    say(f"bundle: packing {size:.0f} MB")
    archive = pack(bundle, folder / name, preset)
    needs = f"; needs glibc {glibc_needed(bundle)} or newer" if sys.platform == "linux" else ""
    made(archive, f", unpacked {size:.0f} MB{needs}")


def build_for_windows(folder: Path, wheel: Path, work: Path, wine: Wine) -> None:
    """Build the archive and the installer for Windows by Windows' Python under Wine."""
    version = wheel.name.split("-")[1]
    name = f"netgame-{version}-windows-x86_64"
    say(f"bundle {name}: Windows' Python under Wine, with what the wheel needs")
    wine.make(say)
    computer = release.make_computer(wine, wheel)
    say("bundle: PyInstaller under Wine")
    made_by_pyinstaller = release.build(computer, recipe_in(work, for_windows=True))
    bundle = Path(shutil.copytree(made_by_pyinstaller, work / f"windows/netgame-{version}"))
    number = call(*computer.python("--version"), step="Windows' Python does not start").split()[-1]
    licence = computer.python_folder / "LICENSE.txt"
    add_files(bundle, (number, licence), packages_of(computer.packages), for_windows=True)
    check_data(bundle, wheel)
    release.check(bundle)
    size = sum(path.stat().st_size for path in bundle.rglob("*")) / 1e6
    say(f"bundle: packing {size:.0f} MB")
    made(release.pack(bundle, folder / f"{name}.zip"), f", unpacked {size:.0f} MB")
    made(release.make_installer(bundle, version, folder / f"{name}-setup.exe"))
    shutil.rmtree(computer.prefix)


def recipe_in(work: Path, for_windows: bool) -> Path:
    """Copy the recipe into a folder, for Windows with the icon of its programs. Return the folder."""
    recipe = Path(shutil.copytree(BUNDLE, work / "recipe"))
    if for_windows:
        release.make_icon(recipe / "netgame.ico")
    return recipe


def make_environment(wheel: Path, work: Path) -> Path:
    """Create an environment with the wheel, its extras and PyInstaller in the pinned versions; return its Python."""
    folder = work / "environment"
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if WINDOWS else "bin/python")
    base = getattr(sys, "_base_executable", sys.executable)
    pip = next((each for each in (sys.executable, base) if has_pip(each)), None)
    if pip is None:
        raise Failed("pip not found. On Debian or Ubuntu: sudo apt install python3-pip")
    constraints = (ROOT / "constraints.txt").as_uri()
    environ = {**os.environ, "PIP_CONSTRAINT": constraints, "PIP_BUILD_CONSTRAINT": constraints, "PIP_USER": "0"}
    wanted = f"netgame[client,server,bundle] @ {wheel.as_uri()}"
    install = ["-m", "pip", "--python", python, "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    call(pip, *install, wanted, step="pip could not install what the bundle contains", env=environ)
    return python


def has_pip(python: str) -> bool:
    return subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode == 0


def site_packages(python: Path) -> Path:
    where = "import sysconfig; print(sysconfig.get_path('platlib'))"
    return Path(call(python, "-c", where, step="the environment is broken").strip())


def packages_of(folder: Path) -> list[Distribution]:
    """Return the projects that are installed in a folder, sorted by name."""
    found = MetadataPathFinder.find_distributions(MetadataPathFinder.Context(path=[str(folder)]))
    return sorted(found, key=lambda each: each.name.lower())


def strip(bundle: Path) -> None:
    """Remove the symbols of the interpreter, which may come from a build with all of them. Wheels have none."""
    own = [*bundle.glob("lib/libpython*"), *bundle.glob("lib/python3*/lib-dynload/*.so")]
    call("strip", "--strip-unneeded", *own, step="strip failed")


def check(bundle: Path, version: str) -> None:
    """Start each program. `Failed` if one does not report its version."""
    for name in PROGRAMS:
        said = call(bundle / name, "--version", step=f"{name} of the bundle does not start")
        if said.split() != ["netgame", version]:
            raise Failed(f"{name} of the bundle is not version {version}: {said}")
    start_server(bundle)


def check_data(bundle: Path, wheel: Path) -> None:
    """Raise `Failed` if a file of the wheel is missing in the bundle."""
    if broken := [path.name for path in bundle.rglob("*") if not path.exists()]:
        raise Failed(f"links without a target: {', '.join(broken)}")
    names = [name.removeprefix("netgame_app/") for name in zipfile.ZipFile(wheel).namelist()]
    data = [name for name in names if not name.endswith((".py", ".ts")) and ".data/" not in name]
    if missing := [name for name in data if not (bundle / "lib" / name).exists()]:
        raise Failed(f"files of the wheel are not in the bundle: {', '.join(missing)}")


def start_server(bundle: Path) -> None:
    """Start the server and stop it. `Failed` if it does not say that it listens."""
    with tempfile.TemporaryDirectory() as data:
        options = ["--json", "--root", "--port", "0", "--host", "127.0.0.1", "--data", data, "--config", os.devnull]
        environ = {**os.environ, "NETGAME_LAN": "none"}
        with subprocess.Popen(
            [bundle / "netgame-server", "run", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ
        ) as server:
            assert server.stdout is not None
            assert server.stderr is not None
            line = server.stdout.readline()
            server.terminate()
            said = server.stderr.read().decode(errors="replace")
        if b'"port"' not in line:
            raise Failed(f"the server of the bundle does not start\n{said}")


def pack(bundle: Path, target: Path, preset: int) -> Path:
    """Pack the folder into an archive, as is usual on the system."""
    if WINDOWS:
        return Path(shutil.make_archive(str(target), "zip", bundle.parent, bundle.name))
    archive = target.with_name(f"{target.name}.tar.xz")
    with lzma.open(archive, "wb", preset=preset) as file, tarfile.open(fileobj=file, mode="w") as packed:
        packed.add(bundle, bundle.name, filter=owned_by_nobody)
    return archive


def owned_by_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


# ---- what a bundle has beside the programs


def add_files(bundle: Path, python: tuple[str, Path], packages: list[Distribution], for_windows: bool) -> None:
    """Add the page to read first, the licences, and for Linux the scripts that install it and the desktop entry."""
    for_linux = sys.platform == "linux" and not for_windows
    if for_windows:
        readme = (ROOT / "deploy/windows/README.txt").read_text("utf-8")
        (bundle / "README.txt").write_text(readme, "utf-8", newline="\r\n")
    if for_linux:
        shutil.copytree(BUNDLE / "folder", bundle, dirs_exist_ok=True)
        shutil.copytree(ROOT / "deploy/share", bundle / "share")
        page = bundle / "README.txt"
        page.write_text(page.read_text("utf-8").replace("{glibc}", glibc_needed(bundle)), "utf-8")
    licences = bundle / "licences"
    shutil.copytree(BUNDLE / "licences", licences)
    inside = [package for package in packages if is_inside(package, bundle)]
    copy_licences([python[1]], licences / "Python")
    lines = [f"Python {python[0]}: PSF-2.0"]
    lines += [f"{name}: {words}" for name, words in licences_of_packages(inside, licences)]
    if for_windows:
        lines.append(
            "vcruntime140*.dll, msvcp140*.dll: Microsoft Distributable Code; the text in Python tells its conditions"
        )
    if for_linux:
        lines += [f"{name}: a package of Debian" for name in licences_of_system(bundle, licences)]
    (licences / "README.txt").write_text(
        "What this program consists of, beside its own code (MIT). Each folder has the licences of one part.\n"
        "The parts are unchanged. Their projects publish the sources of these versions.\n"
        f"What Qt itself contains: {QT_PAGE}\n\n" + "\n".join(lines) + "\n",
        "utf-8",
    )


def this_python() -> tuple[str, Path]:
    """Return the version and the licence of the Python that runs this."""
    found = [path / "LICENSE.txt" for path in (Path(os.__file__).parent, Path(sys.base_prefix))]
    found.append(Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright"))
    for path in found:
        if path.exists():
            return platform.python_version(), path
    raise Failed("the licence of Python was not found")


def is_inside(package: Distribution, bundle: Path) -> bool:
    """Say whether the bundle has a part of an installed project. Of PyInstaller it has what starts the programs."""
    tops = {
        file.parts[0].removesuffix(".py") for file in package.files or () if file.parts[0] not in ("..", "__pycache__")
    }
    return package.name == "pyinstaller" or any(
        (bundle / "lib" / name).exists() for top in tops for name in (top, f"{top}.pyc")
    )


def licences_of_packages(packages: list[Distribution], folder: Path) -> Iterator[tuple[str, str]]:
    """Copy the licences of installed projects. Yield name and version, and what the project says."""
    for package in packages:
        said: email.message.Message = email.message_from_string(package.read_text("METADATA") or "")
        words = said["License-Expression"] or said["License"] or "see its folder"
        texts = [Path(str(file.locate())) for file in package.files or () if is_licence(str(file))]
        if package.name == "netgame" or copy_licences(texts, folder / package.name) or "LGPL" in words:
            yield f"{package.name} {package.version}", words.splitlines()[0]
        else:
            raise Failed(f"the licence of {package.name} was not found")
    own = [ROOT / "LICENSE", *(ROOT / "client_qt/resources/fonts").glob("OFL-*.txt")]
    copy_licences(own, folder / "netgame")


def is_licence(name: str) -> bool:
    path = Path(name)
    return ".dist-info" in name and LICENCE_FILES.search(path.name) is not None


def copy_licences(files: Sequence[Path], folder: Path) -> int:
    """Copy files into a new folder and return their number."""
    for number, file in enumerate(files):
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / file.name
        shutil.copy(file, target if not target.exists() else folder / f"{number}-{file.name}")
    return len(files)


def licences_of_system(bundle: Path, folder: Path) -> Iterator[str]:
    """Copy the licences of libraries that came from Debian packages. Yield the names and versions of the packages."""
    if shutil.which("dpkg-query") is None:
        say("warning: no dpkg-query, so the licences of the system's libraries are not in the bundle")
        return
    packages = set()
    for library in bundle.glob("lib/lib*.so*"):
        if not library.is_symlink() and not library.name.startswith("libpython"):
            found = subprocess.run(["dpkg-query", "--search", f"*/{library.name}"], capture_output=True, text=True)
            packages |= {line.split(":")[0] for line in found.stdout.splitlines()}
    for name in sorted(packages):
        text = Path(f"/usr/share/doc/{name}/copyright")
        copy_licences([text], folder / name)
        for common in re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text.read_text("utf-8", "replace")):
            (folder / "common").mkdir(exist_ok=True)
            shutil.copy(f"/usr/share/common-licenses/{common}", folder / "common")
        version = call("dpkg-query", "--show", "--showformat=${Version}", name, step="dpkg-query failed")
        yield f"{name} {version}"


def glibc_needed(bundle: Path) -> str:
    """Return the newest version of glibc that a file of the bundle asks for."""
    versions = {
        tuple(map(int, found.split(b".")))
        for path in bundle.rglob("*")
        if path.is_file() and not path.is_symlink() and (path.suffix == "" or ".so" in path.name)
        for found in re.findall(rb"GLIBC_(2\.\d+)", path.read_bytes())
    }
    return ".".join(map(str, max(versions)))


# ---- the container


def try_container(source: Path) -> None:
    """Follow the Containerfile of the unpacked source archive step by step, as far as this computer allows."""
    say("container: the steps of deploy/Containerfile, without a container engine")
    tests = ["-m", "pytest", "-q", "-rs", "tests/server/ops/test_container.py"]
    said = call(sys.executable, *tests, step="a step of deploy/Containerfile failed", cwd=source)
    skipped = sorted({line.partition("NOT RUN: ")[2] for line in said.splitlines() if "NOT RUN: " in line})
    say("  " + said.splitlines()[-1].strip("= "))
    for reason in skipped:
        say(f"  not run: {reason}")


if __name__ == "__main__":
    sys.exit(main())
