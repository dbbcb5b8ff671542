"""`./run words`: update the translation files from the code, and compile them.

--check writes nothing; its exit code says whether an update is needed.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.words import linguist
from tests.words.templates import ROOT, templates

FOLDER = ROOT / "client_qt" / "resources" / "i18n"


def main(argv: Sequence[str] | None = None) -> int:
    """Read, update, compile. Return the exit code."""
    parser = argparse.ArgumentParser(prog="words", description="The words of the window and their translations.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 where something is missing")
    args = parser.parse_args(argv)
    wanted = templates()
    missing = [update(file, wanted, args.check) for file in sorted(FOLDER.glob("*.ts"))]
    return 1 if args.check and any(missing) else 0


def update(file: Path, wanted: dict[str, tuple[str, ...]], check: bool) -> int:
    """Update one language. Return the number of templates without a finished translation."""
    old = linguist.load(file)
    new = linguist.updated(old, wanted)
    missing = [message for message in new.values() if not message.finished or not message.translation]
    gone = len(old.keys() - new.keys())
    sys.stdout.write(f"{file.name}: {len(new)} templates, {len(missing)} without a translation, {gone} dropped\n")
    for message in missing:
        sys.stdout.write(f"  {message.files[0]}: {message.source!r}\n")
    if check:
        return len(missing) + gone
    linguist.write(file, file.stem, new)
    program = linguist.compiler()
    if program is None:
        sys.stderr.write("pyside6-lrelease is not here: the .qm file stays as it is\n")
    else:
        linguist.compile_to(program, file, file.with_suffix(".qm"))
    return len(missing)


if __name__ == "__main__":
    sys.exit(main())
