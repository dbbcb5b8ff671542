"""Test vectors: positions and games that other programs computed."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[3] / "tests" / "netgame" / "games"


def vectors(game: str, name: str) -> Any:
    """Return the content of one file of vectors of that game."""
    file = FOLDER / game / "vectors" / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8"))


def digest(moves: Iterable[str]) -> str:
    """Return the hash that replaces a long list in the vectors: of the sorted moves, joined by newlines."""
    return hashlib.sha256("\n".join(sorted(moves)).encode()).hexdigest()
