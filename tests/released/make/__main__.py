"""`python -m tests.released.make COMMIT`: write what that commit's server, clients and windows leave on a disk.

The files go into `tests/released/at_COMMIT`: `server.zip` (a data folder and its backup), `window.zip` (a home folder
with two windows, one of which hosts), `postgres.sql.gz` where the commit knows PostgreSQL, and `facts.json`.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from devtools.harness.postgres import PROGRAMS, private_postgres

ROOT = Path(__file__).parents[3]
EVENING = Path(__file__).parent / "evening.py"
UNWANTED = (".lock", ".sock", "-shm")  # of running programs
PLACE = "tests/client/test_evening.py"  # where the release has its fixtures for windows


def main() -> None:
    """Write the files of a commit."""
    asked = argparse.ArgumentParser(prog="python -m tests.released.make", description=__doc__)
    asked.add_argument("commit", help="the commit of a released version")
    commit = subprocess.check_output(["git", "rev-parse", asked.parse_args().commit], cwd=ROOT, text=True)[:8]
    target = ROOT / "tests" / "released" / f"at_{commit}"
    with tempfile.TemporaryDirectory(prefix="netgame-released-") as name:
        work = Path(name)
        checkout = work / "checkout"
        subprocess.run(["git", "worktree", "add", "--detach", checkout, commit], cwd=ROOT, check=True)
        try:
            environ = {key: word for key, word in os.environ.items() if key != "NETGAME_VENV"}
            subprocess.run([sys.executable, "run", "setup"], cwd=checkout, env=environ, check=True)
            (checkout / PLACE).write_bytes(EVENING.read_bytes())
            _play(checkout, work, environ, "server or window")
            target.mkdir()
            facts = json.loads((work / "facts.json").read_text("utf-8"))
            for part in ("server", "window"):
                _pack(work / part, target / f"{part}.zip")
            if (checkout / "server" / "storage" / "postgres").exists():
                _make_dump(checkout, work, environ, target)
                facts["postgres"] = json.loads((work / "facts.json").read_text("utf-8"))["server"]
            (target / "facts.json").write_text(json.dumps(facts, indent=1), "utf-8")
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", checkout], cwd=ROOT, check=True)


def _play(checkout: Path, work: Path, environ: dict[str, str], which: str) -> None:
    """Let the programs of the release play; they write into `work`."""
    subprocess.run(
        [checkout / "run", "test", PLACE, "-k", which, "-p", "no:cacheprovider"],
        cwd=checkout, env={**environ, "RELEASED_FILES": str(work)}, check=True,
    )  # fmt: skip


def _make_dump(checkout: Path, work: Path, environ: dict[str, str], target: Path) -> None:
    with private_postgres() as postgres:
        url = postgres.create()
        _play(checkout, work, {**environ, "RELEASED_DATABASE": url}, "database")
        assert PROGRAMS is not None, "there is one"
        dump = subprocess.check_output([PROGRAMS / "pg_dump", "--no-owner", "--restrict-key=netgame", url])
    (target / "postgres.sql.gz").write_bytes(gzip.compress(dump, mtime=0))


def _pack(folder: Path, target: Path) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.endswith(UNWANTED):
                packed.write(path, path.relative_to(folder).as_posix())


if __name__ == "__main__":
    main()
