"""Which files have words for the window, and which of the strings found there are none."""

import re
from functools import cache
from pathlib import Path

from tests.words.reading import Found, read

ROOT = Path(__file__).parents[2]
PACKAGES = ("netgame", "protocol", "server", "client_qt")
# for whoever runs a server from a terminal, which speaks English; and words of staged pictures
OTHERS = re.compile(
    r"^(server/(admin/|cli/|config/|demo/|ops/(?!limits|policy|memory)|net/rtt|tables/alarms|__main__)"
    r"|netgame/(__main__|cli/(main|arguments|perft))|client_qt/(system_libraries|__main__))"
)
CODE = re.compile(
    r"[a-z0-9:.-]*(_[a-z0-9]+)+|.*%[sd].*|[A-Z]+(=\d)?|[-/:]\S+|.*\.\./.*|[dT] [dTR][A-P]\d.*|[a-z]+ \d+|\w+=\w+",
    re.DOTALL,
)  # names in the code, lines of a log
NAME = re.compile(
    r"[a-z-]+|[a-z]+\d+"
)  # "danger", "take-back": a name in the code, but where a translation is asked of it
SINGLE_WORDS = frozenset({"none", "usual"})  # words all the same that stand elsewhere


@cache
def templates() -> dict[str, tuple[str, ...]]:
    """Every template that the window may show, with the files in which it stands."""
    files = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    wanted = [file for file in files if not OTHERS.match(file.relative_to(ROOT).as_posix())]
    return {
        template: tuple(dict.fromkeys(found.file for found in places))
        for template, places in read(ROOT, wanted).items()
        if template in SINGLE_WORDS or _is_words(template, places)
    }


def _is_words(template: str, places: list[Found]) -> bool:
    return not CODE.fullmatch(template) and (any(found.direct for found in places) or not NAME.fullmatch(template))
