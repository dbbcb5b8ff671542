"""`./run words`: extract the texts of the window from the code with `pyside6-lupdate`, update the translation files
`client_qt/resources/i18n/*.ts`, and compile them with `pyside6-lrelease`.

`--check` writes nothing. Its exit code says whether German is complete and up to date. `--add pt_BR` starts a language.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from netgame.formats.registry import FORMATS
from netgame.games import GAMES
from netgame.options import options_of

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "client_qt" / "resources" / "i18n"
CONTEXT = "words"  # of `client_qt.text.translation.tr`
PLURAL = "%n"
# lupdate extracts the first argument of each of these, beside `tr`
TEMPLATE_FIRST = (
    "Text", "N_", "IllegalMove", "NotationError", "OptionError", "ControlError", "CommandError", "NoServer",
    "AbsenceError", "LineError", "record_error", "FormatError", "PositionError", "StoreError", "DataFolderUnusable",
    "EngineError", "EngineRefused", "CannotPlay",
)  # fmt: skip
# commands of a terminal speak English
TERMINAL = re.compile(
    r"(server/(admin/|cli/|config/|demo/|ops/(?!limits|policy|memory)|__main__)"
    r"|netgame/(__main__|cli/(main|arguments|perft|engine))|client_qt/(system_libraries|__main__))"
)


@dataclass(frozen=True)
class Message:
    """A text, the files that contain it, and its translation: one form, or one for each plural form."""

    source: str
    files: tuple[str, ...]
    forms: tuple[str, ...] = ("",)
    is_finished: bool = False


def main(argv: Sequence[str] | None = None) -> int:
    """Extract, update, compile. Return the exit code."""
    parser = argparse.ArgumentParser(prog="words", description="The texts of the window and their translations.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if German is not up to date")
    parser.add_argument("--add", metavar="CODE", help="start a translation into another language, like fr or pt_BR")
    args = parser.parse_args(argv)
    if args.add and not (FOLDER / f"{args.add}.ts").exists():
        write(FOLDER / f"{args.add}.ts", {})
    found, exit_code = extract(), 0
    for file in sorted(FOLDER.glob("*.ts")):
        old = load(file)
        new = {
            source: replace(old.get(source, message), files=message.files)
            for source, message in found.items()
            if file.stem != "en" or PLURAL in source
        }
        missing = [message for message in new.values() if not message.is_finished]
        unused = len(old.keys() - new.keys())
        sys.stdout.write(f"{file.name}: {len(new)} texts, {len(missing)} without a translation, {unused} unused\n")
        if file.stem == "de":
            sys.stdout.writelines(f"  {message.files[0]}: {message.source!r}\n" for message in missing)
            exit_code = int(args.check and bool(missing or unused))
        if not args.check:
            write(file, new)
            compile_to(file, file.with_suffix(".qm"))
    return exit_code


def extract() -> dict[str, Message]:
    """Return every text that the window may show, by its source."""
    packages = ("netgame", "protocol", "server", "client_qt")
    paths = (path.relative_to(ROOT).as_posix() for name in packages for path in sorted((ROOT / name).rglob("*.py")))
    aliases = ",".join(f"tr+={name}" for name in TEMPLATE_FIRST)
    places: dict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        files, found = Path(folder) / "files.lst", Path(folder) / "found.ts"
        files.write_text("\n".join(path for path in paths if not TERMINAL.match(path)), encoding="utf-8")
        run_tool("lupdate", "-silent", f"@{files}", "-tr-function-alias", aliases, "-ts", str(found))
        for item in ElementTree.parse(found).getroot().iter("message"):
            for place in item.iter("location"):
                path = (found.parent / place.get("filename", "")).resolve().relative_to(ROOT)
                places[item.findtext("source", "")].add(path.as_posix())
    for word, name in game_words():
        places[word].add(name)
    texts = {source: files for source, files in places.items() if any(letter.isalpha() for letter in source)}
    return {source: Message(source, tuple(sorted(files))) for source, files in texts.items()}


def game_words() -> Iterator[tuple[str, str]]:
    """Yield the names that games and file formats declare in attributes, each with its file."""
    for game in GAMES.values():
        path = game.__module__.replace(".", "/") + ".py"
        options = options_of(game)
        labels = [label for option in options for label in (option.label, option.none, *option.choice_labels)]
        names = [*game.presets, *game.piece_names.values(), *game.buttons.values(), game.preview.caption]
        yield from ((word, path) for word in (game.title, *game.seats, *labels, *names))
    for form in FORMATS.values():
        yield form.title, type(form).__module__.replace(".", "/") + ".py"


def load(file: Path) -> dict[str, Message]:
    """Return the messages of a translation file, by source."""
    found = {}
    for item in ElementTree.parse(file).getroot().iter("message"):
        source, translation = item.findtext("source", ""), item.find("translation")
        assert translation is not None
        files = tuple(place.get("filename", "") for place in item.iter("location"))
        forms = tuple(form.text or "" for form in translation.iter("numerusform")) or (translation.text or "",)
        found[source] = Message(source, files, forms, translation.get("type") != "unfinished" and all(forms))
    return found


def write(file: Path, messages: dict[str, Message]) -> None:
    """Write messages in an order that changes little with the code: by first file, then by text."""
    root = ElementTree.Element("TS", version="2.1", language=file.stem, sourcelanguage="en")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    for message in sorted(messages.values(), key=lambda message: (message.files[:1], message.source)):
        item = ElementTree.SubElement(context, "message")
        for path in message.files:
            ElementTree.SubElement(item, "location", filename=f"../../../{path}")
        ElementTree.SubElement(item, "source").text = message.source
        translation = ElementTree.SubElement(item, "translation")
        if not message.is_finished:
            translation.set("type", "unfinished")
        if PLURAL in message.source:
            item.set("numerus", "yes")
            for form in message.forms:
                ElementTree.SubElement(translation, "numerusform").text = form or None
        else:
            translation.text = message.forms[0] or None
    ElementTree.indent(root, "    ")
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    file.write_text(head + ElementTree.tostring(root, "unicode") + "\n", encoding="utf-8")


def compile_to(source: Path, target: Path) -> None:
    """Compile a translation file into the form that the window reads."""
    run_tool("lrelease", "-silent", str(source), "-qm", str(target))


def run_tool(name: str, *arguments: str) -> None:
    """Run a tool of PySide6."""
    code = f"from PySide6.scripts.pyside_tool import {name}; {name}()"
    subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, check=True, timeout=60)


if __name__ == "__main__":
    sys.exit(main())
