"""Every text that the window may show has a translation that fits; checked in the code and the files."""

import ast
import re
from pathlib import Path

import pytest

from tests.words import linguist
from tests.words.__main__ import FOLDER, main
from tests.words.reading import read
from tests.words.templates import ROOT, templates

FILES = sorted(FOLDER.glob("*.ts"))
SLOT = re.compile(r"\{\w+\}")
ENDS = ".?!:"


@pytest.fixture(scope="module")
def wanted() -> dict[str, tuple[str, ...]]:
    return templates()


def translated(file: Path) -> list[tuple[str, str]]:
    return [(one.source, one.translation) for one in linguist.load(file).values()]


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_template_in_the_code_has_its_translation(file: Path, wanted: dict[str, tuple[str, ...]]) -> None:
    there = linguist.load(file)
    missing = [source for source in wanted if source not in there]
    assert not missing, f"./run words adds them, and {file.name} wants their translation: {missing}"
    assert not there.keys() - wanted.keys(), "./run words drops them"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_translation_is_left_for_later(file: Path) -> None:
    assert [one.source for one in linguist.load(file).values() if not one.finished or not one.translation] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_has_the_slots_of_its_template(file: Path) -> None:
    wrong = [pair for pair in translated(file) if set(SLOT.findall(pair[0])) != set(SLOT.findall(pair[1]))]
    assert wrong == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_begins_and_ends_as_its_template_does(file: Path) -> None:
    def edges(text: str) -> tuple[str, str, str, bool]:
        left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
        end = text.rstrip()[-1:]
        return left, right, end if end in ENDS else "", text.rstrip().endswith(" ...")

    assert [pair for pair in translated(file) if edges(pair[0]) != edges(pair[1])] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_moves_and_cells_in_sentences_stay_as_they_are(file: Path) -> None:
    notation = re.compile(r"\b[A-Pa-p]\d{1,2}\b|\b[dTR]?[A-P]\d{1,2}(?:[-x][A-P]\d{1,2})+")
    wrong = [
        pair for pair in translated(file) if sorted(notation.findall(pair[0])) != sorted(notation.findall(pair[1]))
    ]
    assert wrong == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_compiled_file_is_that_of_the_source(file: Path, tmp_path: Path) -> None:
    program = linguist.compiler()
    if program is None:
        pytest.skip("pyside6-lrelease is not here")
    made = tmp_path / "made.qm"
    linguist.compile_to(program, file, made)
    assert made.read_bytes() == file.with_suffix(".qm").read_bytes(), "./run words compiles it"


@pytest.mark.slow
def test_the_command_finds_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().out


def test_no_words_are_asked_for_before_there_is_a_language() -> None:
    """A translation that is requested while a module is imported is always English."""
    early = []
    for file in sorted((ROOT / "client_qt").rglob("*.py")):
        for node in _at_import(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tr":
                early.append(f"{file.name}:{node.lineno}")
    assert early == []


def _at_import(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            found += [child, *_at_import(child)]
    return found


# ---- how templates are found


def found_in(folder: Path, code: str) -> set[str]:
    file = folder / "module.py"
    file.write_text(f"def tr(template): ...\nclass Text:\n    template: str\n{code}", encoding="utf-8")
    return set(read(folder, [file]))


def test_a_template_is_found_where_it_is_asked(tmp_path: Path) -> None:
    assert found_in(tmp_path, "print(tr('one') if x else tr('two' if y else 'three'))") == {"one", "two", "three"}


def test_a_template_is_found_through_the_argument_of_a_function(tmp_path: Path) -> None:
    code = "def shown(number, words='usual'):\n    return tr(words)\nshown(1, 'given')\nshown(2, words='named')"
    assert found_in(tmp_path, code) == {"usual", "given", "named"}


def test_a_template_is_found_through_a_class_and_its_heirs(tmp_path: Path) -> None:
    code = (
        "class Trouble(Exception):\n    def __init__(self, text):\n        self.text = Text(text)\n"
        "class Worse(Trouble):\n    pass\nraise Worse('it broke')"
    )
    assert found_in(tmp_path, code) == {"it broke"}


def test_a_template_is_found_through_a_field(tmp_path: Path) -> None:
    code = (
        "@dataclass\nclass Entry:\n    name: str\n    words: str\n"
        "ALL = (Entry('a', 'First'), Entry('b', words='Second'))\n"
        "def show(entry):\n    return tr(entry.words)"
    )
    assert found_in(tmp_path, code) == {"First", "Second"}


def test_a_template_is_found_in_a_list_of_pairs(tmp_path: Path) -> None:
    code = "PAIRS = (('key', 'Words'), ('other', 'More'))\ndef f():\n    for key, words in PAIRS:\n        tr(words)"
    assert found_in(tmp_path, code) == {"Words", "More"}


def test_strings_that_are_not_shown_are_left_out(tmp_path: Path) -> None:
    assert found_in(tmp_path, "log('not for people')\nx = {'key': 'value'}\ntr('for people')") == {"for people"}
