"""What a release for Windows has beside the bundle's folder, and what that folder must not have."""

import io
import re
import shutil
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, MetadataPathFinder
from pathlib import Path

from deploy.windows.wine import HERE, ROOT, Failed, Wine, call

ICON = ROOT / "deploy/share/icons/hicolor/scalable/apps/io.github.netgame.Netgame.svg"
ICON_SIZES = (256, 128, 64, 48, 40, 32, 24, 20, 16)
BUILD = "build"  # the folder on drive C
# of a new Windows 10; api-ms-win-* are the names of sets of functions there, among them those of the C library
OF_WINDOWS = re.compile(
    r"api-ms-win-[\w-]+|advapi32|authz|bcrypt|bcryptprimitives|comctl32|comdlg32|crypt32|d3d11|d3d12|d3d9|dnsapi|dwmapi"
    r"|dwrite|dxgi|gdi32|icuuc|imm32|iphlpapi|kernel32|mpr|msvcrt|netapi32|ntdll|ntdsapi|ole32|oleaut32|pdh|powrprof|psapi"
    r"|rpcrt4|secur32|setupapi|shell32|shlwapi|uiautomationcore|user32|userenv|uxtheme|version|winhttp|winmm|ws2_32"
    r"|wtsapi32"
)
# what conditions of requirements ask
OF_PYTHON = {
    "implementation_name": "cpython", "os_name": "nt", "platform_machine": "AMD64", "platform_system": "Windows",
    "platform_python_implementation": "CPython", "python_full_version": "3.11.9", "python_version": "3.11",
    "sys_platform": "win32",
}  # fmt: skip
STAND_INS = {path.stem for path in (HERE / "stand_ins").iterdir()}


def make_icon(target: Path) -> None:
    """Write the program's drawing in all the sizes that Windows asks for."""
    from PIL import Image
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    drawing = QSvgRenderer(str(ICON))
    pictures = []
    for size in ICON_SIZES:
        picture = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(0)
        painter = QPainter(picture)
        drawing.render(painter)
        painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        picture.save(buffer, "PNG")  # type: ignore[call-overload]
        pictures.append(Image.open(io.BytesIO(buffer.data().data())))
    pictures[0].save(target, format="ICO", append_images=pictures[1:], sizes=[(size, size) for size in ICON_SIZES])


# ---- the folder of the bundle, made under Wine


def make_computer(wine: Wine, wheel: Path) -> Wine:
    """Return a computer with the wheel in Windows' Python, whose standard library is its own one."""
    computer = wine.copy("package")
    packages = computer.packages.rename(computer.folder / "packages")
    shutil.rmtree(computer.packages.parent)
    zipfile.ZipFile(wine.standard_library).extractall(computer.packages.parent)
    shutil.rmtree(computer.packages)
    packages.rename(computer.packages)
    (computer.packages / "netgame.pth").unlink(missing_ok=True)  # the checkout that `.ci/windows` tries
    pip = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile")
    call(sys.executable, *pip, "--target", computer.packages, wheel)
    remove_unneeded(computer.packages)
    return computer


def remove_unneeded(packages: Path) -> None:
    """Remove the tools of developers. PyInstaller would take those that libraries import for their own tests."""
    from packaging.requirements import Requirement
    from packaging.utils import NormalizedName, canonicalize_name

    found = MetadataPathFinder.find_distributions(MetadataPathFinder.Context(path=[str(packages)]))
    projects = {canonicalize_name(each.name): each for each in found}
    needed: set[tuple[NormalizedName, str]] = set()  # names and extras
    waiting = [Requirement("netgame[client,server,bundle]")]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in {"", *requirement.extras} - {extra for known, extra in needed if known == name}:
            needed.add((name, extra))
            more = [Requirement(line) for line in projects[name].requires or ()]
            waiting += [
                each for each in more if each.marker is None or each.marker.evaluate(OF_PYTHON | {"extra": extra})
            ]
    names = {name for name, _extra in needed}
    kept = {top for name in names for top in top_folders(projects[name])}
    for name in projects.keys() - names:
        for top in top_folders(projects[name]) - kept:
            path = packages / top
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def top_folders(project: Distribution) -> set[str]:
    """Return the names that a project has in the folder of packages."""
    return {file.parts[0] for file in project.files or ()} - {".."}


def build(computer: Wine, recipe: Path) -> Path:
    """Let PyInstaller make the folder of the bundle. Return it."""
    shutil.copytree(recipe, computer.drive / BUILD)
    words = ("-m", "PyInstaller", "--noconfirm", "--log-level=WARN", "netgame.spec")
    # an order of sets that is always the same makes the same files
    call(*computer.python(*words, environ={"PYTHONHASHSEED": "1"}, folder=BUILD))
    return computer.drive / BUILD / "dist/netgame"


def check(folder: Path) -> None:
    """Raise `Failed` if a file is a stand-in of Wine, or needs a library that a new Windows has not."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    if found := [path.name for path in files if path.stem in STAND_INS or has_stand_in(path)]:
        raise Failed(f"stand-ins for Wine are in the bundle: {', '.join(found)}")
    own = {path.name.lower() for path in files}
    for path in files:
        if path.suffix in (".exe", ".dll", ".pyd"):
            unknown = [name for name in imports(path) if name not in own and not OF_WINDOWS.fullmatch(Path(name).stem)]
            if unknown:
                raise Failed(f"{path.name} needs {', '.join(unknown)}, which Windows may not have")


def has_stand_in(path: Path) -> bool:
    data = path.read_bytes()
    return any(name.encode() in data for name in STAND_INS if name != "icuuc")  # Qt names the library of Windows


def imports(path: Path) -> Iterator[str]:
    """Yield the names of the libraries that a file needs when it is loaded."""
    for line in call("objdump", "-p", path).splitlines():
        if line.strip().startswith("DLL Name: "):
            yield line.split(": ")[1].strip().lower()


# ---- what people get


def pack(folder: Path, target: Path) -> Path:
    """Pack the folder with its name into a zip archive."""
    return Path(shutil.make_archive(str(target.parent / target.stem), "zip", folder.parent, folder.name))


def make_installer(folder: Path, version: str, target: Path, compressor: str = "lzma") -> Path:
    """Make the installer of the folder by NSIS. For a trial `zlib` is faster and packs larger."""
    values = {
        "VERSION": version, "NUMBERS": ".".join([*re.findall(r"\d+", version), "0", "0", "0"][:4]), "FOLDER": folder,
        "ICON": folder / "lib/netgame.ico", "COMPRESSOR": compressor, "OUTPUT": target,
    }  # fmt: skip
    call("makensis", "-V2", "-WX", *(f"-D{name}={value}" for name, value in values.items()), HERE / "installer.nsi")
    return target
