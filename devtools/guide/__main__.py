"""`./run guide`: write the pages of the games and all pictures of the documents."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from client_qt.system_libraries import problem
from devtools.guide.pages import game_pages

ROOT = Path(__file__).parents[2]


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pages and the pictures. Return the exit code."""
    parser = argparse.ArgumentParser(prog="guide", description="The pages of the games, and all pictures of documents.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="where to write; by default the project")
    parser.add_argument("--only", metavar="NAME", default="", help="only pictures whose names have this in them")
    args = parser.parse_args(argv)
    for path, text in game_pages().items():
        file = args.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    missing = problem()
    if missing:
        sys.stderr.write(missing)
        return 3
    from devtools.guide.pictures import paint  # loads Qt

    for file in paint(args.folder, args.only):
        sys.stdout.write(f"{file.relative_to(args.folder)}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
