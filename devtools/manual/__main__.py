"""`./run manual`: write what is generated from the server.

These are the manual page and the shell completions in deploy/share, the pages of settings and metrics in
docs/operating, and parts of PROTOCOL.md.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from argparse_manpage.manpage import Manpage

from devtools.manual import metrics_page, settings_page
from devtools.protocol_page import __main__ as protocol_page
from server.cli.main import completion, parser

ROOT = Path(__file__).parents[2]
SHARE = ROOT / "deploy" / "share"
PAGE = "man/man1/netgame-server.1"
COMPLETIONS = {  # the files in which systems look for them
    "bash": "bash-completion/completions/netgame-server",
    "zsh": "zsh/site-functions/_netgame-server",
    "fish": "fish/vendor_completions.d/netgame-server.fish",
}


def manual_page(parser: ArgumentParser) -> str:
    """Return the page in roff, without a date, so that it changes only with its content."""
    page = Manpage(
        parser,
        {
            "project_name": "netgame",
            "manual_title": "User Commands",
            "description": "host board games for two, without a window",
            "include": str(ROOT / "deploy" / "netgame-server.inc"),
        },
        format="single-commands-section",
    )
    page.date = ""
    return str(page)


def shared_files() -> dict[str, str]:
    """Return the page and the completions by their paths below `share`."""
    completions = {path: completion(parser(), shell) for shell, path in COMPLETIONS.items()}
    return {PAGE: manual_page(parser()), **completions}


def main() -> int:
    for path, text in shared_files().items():
        file = SHARE / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    settings_page.PAGE.write_text(settings_page.page(), encoding="utf-8")
    metrics_page.PAGE.write_text(metrics_page.page(), encoding="utf-8")
    protocol_page.main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
