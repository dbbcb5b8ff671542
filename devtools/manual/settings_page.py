"""Write docs/operating/settings.md from the settings of the server. `./run manual` does that too."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from server.config.settings import Config, Setting, settings
from server.config.show import shown

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "operating" / "settings.md"
DEFAULTS_OF_THE_COMPUTER = {"data": "a folder of the user", "name": "the computer's name"}

HEAD = """# All settings and limits

Every setting of the server with its default. [Configure](configure.md) says where to write them. `./run manual` writes
this page from the program.

"Live" settings change while the server runs, after `systemctl reload` or the signal HUP. All others need a restart.

## Settings

A switch such as `--guests` has the opposite `--no-guests`. For a list, repeat the option, or separate the values in the
variable by commas.

"""
LIMITS = """
## Limits

They are in the table `[limits]` of the settings file. On the command line: `--limit connections=500`. As a variable:
`NETGAME_LIMITS_CONNECTIONS=500`. All limits are live.

A name that ends in `_burst` says how much may come at once, and the same name with `_per_minute` says how much comes
back each minute.

"""


def page() -> str:
    known = settings().values()
    return (
        HEAD
        + _table(each for each in known if not each.is_limit)
        + LIMITS
        + _limits(each for each in known if each.is_limit)
    )


def _table(listed: Iterable[Setting]) -> str:
    return _lines(
        ("setting", "default", "values", "live", "meaning", "option", "variable"),
        (
            (
                f"`{each.name}`", _default(each), each.expected, "live" if each.is_live else "", each.help,
                f"`{each.option}`", f"`{each.variable}`",
            )
            for each in listed
        ),
    )  # fmt: skip


def _limits(listed: Iterable[Setting]) -> str:
    return _lines(
        ("limit", "default", "unit", "values", "meaning"),
        (
            (f"`{each.name.removeprefix('limits.')}`", _default(each), each.unit, each.expected, each.help)
            for each in listed
        ),
    )


def _default(setting: Setting) -> str:
    return DEFAULTS_OF_THE_COMPUTER.get(setting.name) or f"`{shown(setting, Config())}`"


def _lines(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    def lines() -> Iterator[str]:
        yield " | ".join(("", *head, "")).strip()
        yield "|" + "---|" * len(head)
        for row in rows:
            yield " | ".join(("", *(cell.replace("|", "\\|") for cell in row), "")).strip()

    return "".join(f"{line}\n" for line in lines())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
