"""The Python sources of the project, as texts and trees."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("netgame", "protocol", "server", "client_qt")


@dataclass(frozen=True)
class Source:
    """One file; `name` is its path from the root, with slashes."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(ROOT).as_posix()

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.name)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    def imports(self) -> Iterator[tuple[int, str]]:
        """Yield line and full name of every import."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = "." * node.level + (node.module or "")
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)

    def sayings(self) -> Iterator[tuple[int, str]]:
        """Yield line and text of every string that is not a docstring."""
        docstrings = {id(node.value) for node in self.nodes if isinstance(node, ast.Expr)}
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield node.lineno, node.value


_source = cache(Source)


def sources(*folders: str, mention: str = "") -> list[Source]:
    """Return the modules below these folders that mention a pattern. Parsing all takes seconds."""
    found = [_source(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [source for source in found if re.search(mention, source.text, re.IGNORECASE)]
