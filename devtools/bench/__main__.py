"""`./run bench WHAT`: print one figure per line, with --json as an object each. Without WHAT it lists them."""

import importlib.util
import runpy
import sys

BENCHES = ("rules", "players", "kernels", "server", "cluster", "storage", "client", "proof", "pairings", "seeks")


def main(words: list[str]) -> None:
    known = [name for name in BENCHES if importlib.util.find_spec(f"devtools.bench.{name}")]
    if not words or words[0] not in known:
        sys.exit(f"usage: ./run bench {{{','.join(known)}}} [--json]")
    name, *arguments = words
    sys.argv = [f"./run bench {name}", *arguments]
    runpy.run_module(f"devtools.bench.{name}", run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
