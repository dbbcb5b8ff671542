"""Whether Windows opens netgame links and records with this program: entries of the registry for this user.

Sources: "Registering an Application to a URI Scheme" and "File Types" of Microsoft's documentation. An installer may
have made the same entries. On Linux the desktop reads the files of `deploy/share`.
"""

import sys
from pathlib import Path
from typing import Protocol

CLASSES = r"Software\Classes"
LINKS, RECORDS, ENDING = "netgame", "netgame.record", ".netgame"
COMMAND = r"shell\open\command"
_CHANGED = 0x08000000  # SHCNE_ASSOCCHANGED


class LinkOpener(Protocol):
    """The program that opens links and records."""

    def is_ours(self) -> bool:
        """Return whether it is this one."""

    def choose(self, ours: bool) -> None:
        """Make it this one, or none. `OSError` if the system refuses."""


def entries(program: Path) -> dict[str, dict[str, str]]:
    """Return the values of each key below `CLASSES` that let a program open links and records; "" is the default."""
    command = f'"{program}" -- "%1"'  # nothing in a link is an option
    return {
        LINKS: {"": "URL:netgame", "URL Protocol": ""},
        rf"{LINKS}\DefaultIcon": {"": f"{program},0"},
        rf"{LINKS}\{COMMAND}": {"": command},
        RECORDS: {"": "netgame record"},
        rf"{RECORDS}\DefaultIcon": {"": f"{program},0"},
        rf"{RECORDS}\{COMMAND}": {"": command},
        ENDING: {"": RECORDS},
    }


if sys.platform == "win32":
    import ctypes
    import winreg
    from contextlib import suppress

    class Registry:
        """The entries of this user."""

        def __init__(self, program: Path) -> None:
            self._program = program

        def is_ours(self) -> bool:
            return self._chosen() == self._program

        def choose(self, ours: bool) -> None:
            for key in (LINKS, RECORDS, ENDING):
                _delete(rf"{CLASSES}\{key}")
            for key, values in entries(self._program).items() if ours else ():
                with winreg.CreateKey(winreg.HKEY_CURRENT_USER, rf"{CLASSES}\{key}") as made:
                    for name, value in values.items():
                        winreg.SetValueEx(made, name, 0, winreg.REG_SZ, value)
            ctypes.windll.shell32.SHChangeNotify(_CHANGED, 0, None, None)

        def renew(self) -> None:
            """Choose this program in the place of one that was moved or removed."""
            chosen = self._chosen()
            if chosen is not None and not chosen.exists():
                with suppress(OSError):
                    self.choose(True)

        def _chosen(self) -> Path | None:
            try:
                command = winreg.QueryValue(winreg.HKEY_CURRENT_USER, rf"{CLASSES}\{LINKS}\{COMMAND}")
            except OSError:
                return None
            return Path(command.split('"')[1]) if command.startswith('"') else None

    def _delete(key: str) -> None:
        """Delete a key with all below it."""
        with suppress(FileNotFoundError):
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
                below = [winreg.EnumKey(opened, number) for number in range(winreg.QueryInfoKey(opened)[0])]
            for name in below:
                _delete(rf"{key}\{name}")
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)

    def link_opener() -> LinkOpener | None:
        """Return the entries for the program of this environment or release, if it has one."""
        program = Path(sys.executable).with_name("netgame.exe")
        if not program.exists():
            return None
        registry = Registry(program)
        registry.renew()
        return registry

else:

    def link_opener() -> LinkOpener | None:
        """Return None: the desktop reads entries that a package or `install.sh` has installed."""
        return None
