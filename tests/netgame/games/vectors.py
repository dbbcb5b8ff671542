"""The test vectors, and boards drawn as text."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "vectors"


def vectors(name: str) -> Any:
    """The content of one file of vectors."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def digest(moves: Iterable[str]) -> str:
    """What the vectors hold in place of long lists: of the sorted moves joined by newline."""
    return hashlib.sha256("\n".join(sorted(moves)).encode()).hexdigest()
