"""Every text of the window has a translation into German that fits. Other translations may be incomplete."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from devtools.words import FOLDER, PLURAL, TEMPLATE_FIRST, TERMINAL, compile_to, extract, load, main
from tests.project.sources import PACKAGES, Source, sources

FILES = sorted(FOLDER.glob("*.ts"))
SLOT = re.compile(r"\{\w+\}|%n")
NOTATION = re.compile(r"\b[A-Pa-p]\d{1,2}\b|\b[dTR]?[A-P]\d{1,2}(?:[-x][A-P]\d{1,2})+")
ENDS = (".", "?", "!", ":")


@pytest.fixture(scope="module")
def modules() -> list[Source]:
    """The modules with texts for the window, which are parsed once."""
    texts = rf"\b({'|'.join(('tr', *TEMPLATE_FIRST))})\(|{SLOT.pattern}"
    return [source for source in sources(*PACKAGES, mention=texts) if not TERMINAL.match(source.name)]


@pytest.mark.needs_qt
@pytest.mark.slow
def test_german_is_complete_and_up_to_date_and_english_has_only_plural_forms(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = main(["--check"])
    assert code == 0, f"./run words updates it: {capsys.readouterr().out}"
    assert all(PLURAL in source for source in load(FOLDER / "en.ts"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_has_the_slots_the_notation_and_the_edges_of_its_template(file: Path) -> None:
    pairs = [(message.source, form) for message in load(file).values() for form in message.forms if form]
    assert [pair for pair in pairs if len(set(map(frozen_parts, pair))) > 1] == []


def frozen_parts(text: str) -> object:
    """Return the parts that stay in every language: slots, moves and cells, spaces around, and the mark at the end."""
    inner = text.strip()
    end = inner[-1:] if inner.endswith(ENDS) else ""
    around = text.partition(inner)[::2] if inner else text
    return frozenset(SLOT.findall(text)), tuple(sorted(NOTATION.findall(text))), around, end, inner.endswith(" ...")


@pytest.mark.needs_qt
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_compiled_file_matches_its_source(file: Path, tmp_path: Path) -> None:
    compile_to(file, tmp_path / "made.qm")
    assert (tmp_path / "made.qm").read_bytes() == file.with_suffix(".qm").read_bytes(), "./run words compiles it"


@pytest.mark.needs_qt
@pytest.mark.slow
def test_every_string_with_slots_is_extracted(modules: list[Source]) -> None:
    """Such a string is a template: it belongs into a call of `tr`, `Text`, `N_` or an error class."""
    found, missed = extract(), []
    for source in modules:
        parts = {id(part) for node in source.nodes if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in source.nodes:
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in parts
                and re.search(r"[a-z]{2} [a-z]{2}.*\{[a-z]\w*\}|\{[a-z]\w*\} [a-z]{2}", node.value)
                and "`" not in node.value
                and node.value not in found
            ):
                missed.append(f"{source.name}:{node.lineno} {node.value}")
    assert missed == []


def test_the_argument_of_a_translating_call_is_one_literal(modules: list[Source]) -> None:
    """lupdate reads neither the branches of a conditional expression nor the inside of an f-string."""
    wrong = []
    for source in modules:
        inside = {id(part) for node in source.nodes if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
        for node in source.nodes:
            match node:
                case ast.Call(func=ast.Name(id=name), args=[template, *_]) if name in ("tr", *TEMPLATE_FIRST):
                    literals = [part for part in ast.walk(template) if isinstance(part, ast.Constant)]
                    is_text = isinstance(template, ast.Constant)
                    choices = isinstance(template, ast.IfExp | ast.BoolOp | ast.JoinedStr | ast.BinOp) and literals
                    if choices or (is_text and id(node) in inside):
                        wrong.append(f"{source.name}:{node.lineno}")
    assert wrong == []


def test_nothing_is_translated_while_a_module_is_imported(modules: list[Source]) -> None:
    """No translation is installed at that time."""
    at_import = [(source.name, node) for source in modules for node in _at_import(source.tree)]
    calls = [(name, node) for name, node in at_import if isinstance(node, ast.Call)]
    assert [f"{name}:{node.lineno}" for name, node in calls if ast.unparse(node.func) == "tr"] == []


def _at_import(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from _at_import(child)
