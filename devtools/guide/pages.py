"""The pages of the games in docs/guide/games. They are made from the rules of the games and from their options."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from devtools.words import FOLDER as TRANSLATIONS
from devtools.words import load
from netgame.games import GAMES
from netgame.options import OptionInfo, options_of

ROOT = Path(__file__).parents[2]
FOLDER = "docs/guide/games"
FENCE = "```"
Translate = Callable[[str], str]


@dataclass(frozen=True)
class Language:
    """The texts of a page that are not in the rules. A slot like {First game} is a word of the window."""

    suffix: str
    board: str  # the alternative text of a picture
    first_game: str
    options: str
    option: str
    values: str
    links: str  # to the page in the other language, with the slot {key}, and to the guide


ENGLISH = Language(
    "", "Board {n}",
    "The program shows you these turns on a real board, one by one: choose **{First game}** on the page **{Rules}**.",
    "Options on the page “{Host a game}”", "Option", "Values, the usual one first",
    "[Auf Deutsch]({key}.de.md) · [All games](../README.md#the-games)",
)  # fmt: skip
GERMAN = Language(
    ".de", "Brett {n}",
    "Das Programm zeigt dir diese Züge einen nach dem anderen auf einem echten Brett: wähle **{First game}** auf der"
    " Seite **{Rules}**.",
    "Optionen auf der Seite „{Host a game}“", "Option", "Werte, der übliche zuerst",
    "[In English]({key}.md) · [All games](../README.md#the-games)",
)  # fmt: skip


@dataclass(frozen=True)
class Board:
    """A board of the rules: the file of its picture, and its block as the rules have it."""

    picture: str
    info: str
    block: str


def game_pages() -> dict[str, str]:
    """Return the text of every page by its path."""
    german = {source: message.forms[0] for source, message in load(TRANSLATIONS / "de.ts").items()}
    pages = {}
    for key in GAMES:
        pages[f"{FOLDER}/{key}.md"] = _page(key, ENGLISH, lambda text: text)
        pages[f"{FOLDER}/{key}.de.md"] = _page(key, GERMAN, lambda text: german.get(text) or text)
    return pages


def boards() -> Iterator[tuple[str, Board]]:
    """Yield the key of the game with each of its boards."""
    for key in GAMES:
        found = [block for block in _blocks(_rules(key, "")) if block[0].startswith(f"{FENCE}position")]
        for number, (opening, *lines, _closing) in enumerate(found, 1):
            block = "\n".join(line.strip() for line in lines)
            yield key, Board(f"{FOLDER}/pictures/{key}-{number}.png", opening.removeprefix(FENCE), block)


def _rules(key: str, suffix: str) -> list[str]:
    return (ROOT / f"netgame/games/{key}/rules{suffix}.md").read_text(encoding="utf-8").splitlines()


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Yield each paragraph, heading and fenced block as its lines."""
    block: list[str] = []
    fenced = False
    for line in [*lines, ""]:
        fenced ^= line.startswith(FENCE)
        if line or fenced:
            block.append(line)
        elif block:
            yield block
            block = []


def _page(key: str, language: Language, tr: Translate) -> str:
    """Return the rules with pictures for boards, without the steps of the first game, and with the options."""
    parts = [f"<!-- Written by ./run guide from netgame/games/{key}/rules{language.suffix}.md -->"]
    number = 0
    sections: list[list[str]] = [[]]
    for block in _blocks(_rules(key, language.suffix)):
        text = "\n".join(block)
        if text.startswith("## "):
            sections.append([text])
        elif text.startswith(f"{FENCE}position"):
            number += 1
            sections[-1].append(f"![{language.board.format(n=number)}](pictures/{key}-{number}.png)")
        else:
            sections[-1].append(text)
        if text.startswith("# "):
            sections[-1].append(language.links.format(key=key))
    window = {words: tr(words) for words in ("First game", "Rules", "Host a game")}
    for section in sections:
        is_first_game = any(part.startswith(f"{FENCE}exercise") for part in section)
        parts += [section[0], language.first_game.format(**window)] if is_first_game else section
    if rows := [_row(info, tr) for info in options_of(GAMES[key])]:
        table = (f"| {language.option} | {language.values} |", "|---|---|", *rows)
        parts += [f"## {language.options.format(**window)}", "\n".join(table)]
    return "\n\n".join(parts) + "\n"


def _row(info: OptionInfo, tr: Translate) -> str:
    """Return an option as a row of a table: the values that the window offers, in words."""
    values: dict[object, str] = dict(zip(info.choices or info.offered, info.choice_labels, strict=True))
    if info.kind == "bool":
        values = {True: "yes", False: "no"}
    elif info.kind == "int" and not info.offered:
        span = f"{info.low} – {info.high}"
        values = {None: info.none, "": span} if info.optional else {info.default: f"{info.default} ({span})"}
    usual = values.pop(info.default)
    return f"| {tr(info.label)} | {'; '.join(map(tr, (usual, *values.values())))} |"
