"""Files of Qt Linguist (`.ts`): read, update, write, compile."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

CONTEXT = "words"
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


@dataclass(frozen=True)
class Message:
    """A template with its translation ("" if there is none) and the files that contain it."""

    source: str
    translation: str = ""
    files: tuple[str, ...] = ()
    finished: bool = True


def load(file: Path) -> dict[str, Message]:
    """Return the messages of a file, by source."""
    found = {}
    for item in ElementTree.parse(file).getroot().iter("message"):
        source, translation = item.findtext("source", ""), item.find("translation")
        assert translation is not None
        files = tuple(place.get("filename", "") for place in item.iter("location"))
        finished = translation.get("type") != "unfinished"
        found[source] = Message(source, translation.text or "", files, finished)
    return found


def updated(old: Mapping[str, Message], templates: Mapping[str, tuple[str, ...]]) -> dict[str, Message]:
    """Return the messages for these templates: new ones without a translation, unused ones dropped."""
    kept = {source: old.get(source, Message(source, finished=False)) for source in templates}
    return {
        source: Message(source, kept[source].translation, files, kept[source].finished)
        for source, files in templates.items()
    }


def write(file: Path, language: str, messages: Mapping[str, Message]) -> None:
    """Write messages in an order that changes little with the code: by first file, then by text."""
    root = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ElementTree.SubElement(root, "context")
    ElementTree.SubElement(context, "name").text = CONTEXT
    for message in sorted(messages.values(), key=lambda one: (one.files[:1], one.source)):
        item = ElementTree.SubElement(context, "message")
        for place in message.files:
            ElementTree.SubElement(item, "location", filename=f"../../../{place}")
        ElementTree.SubElement(item, "source").text = message.source
        translation = ElementTree.SubElement(item, "translation")
        translation.text = message.translation or None
        if not message.finished:
            translation.set("type", "unfinished")
    ElementTree.indent(root, "    ")
    file.write_text(HEAD + ElementTree.tostring(root, "unicode") + "\n", encoding="utf-8")


def compiler() -> str | None:
    """Return the path of the compiler, which comes with PySide6."""
    beside = Path(sys.executable).parent / "pyside6-lrelease"
    return str(beside) if beside.exists() else shutil.which("pyside6-lrelease")


def compile_to(program: str, source: Path, target: Path) -> None:
    """Return the file in the compiled form that the window reads."""
    subprocess.run([program, "-silent", str(source), "-qm", str(target)], check=True, timeout=60)
