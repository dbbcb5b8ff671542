import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import get_args

from protocol.messages.accounts import ModerationAction
from tests.project.sources import ROOT, sources

PAGE = ROOT / "docs" / "operating" / "logs.md"
Facts = dict[str, set[str]]


def in_the_code() -> Facts:
    """Return the events and facts of all calls of `security` in the server."""
    found: Facts = defaultdict(set)
    for source in sources("server"):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "security":
                for event in events(node.args[0]):
                    found[event] |= {keyword.arg for keyword in node.keywords if keyword.arg is not None}
    return dict(found)


def events(argument: ast.expr) -> Iterator[str]:
    """Yield the names of an event: a literal, or the actions of moderators."""
    if isinstance(argument, ast.Constant):
        yield str(argument.value)
    else:
        assert ast.unparse(argument) == "what", "an event is a word of ours, or one of Measure"
        yield from get_args(ModerationAction)


def on_the_page() -> Facts:
    rows = [line.split("|")[1:-1] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    words = [[re.findall(r"`(\w+)`", cell) for cell in (row[0], row[-1])] for row in rows]
    return {event: set(facts) for names, facts in words for event in names if facts}


def test_the_page_about_logs_names_every_security_event_and_its_facts_of_which_none_is_a_secret() -> None:
    known = in_the_code()
    assert on_the_page() == known
    assert not {name for name in set().union(*known.values()) if re.search("password|token|secret|key|hash", name)}
