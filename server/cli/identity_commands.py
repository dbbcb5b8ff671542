"""The commands that give several servers the same identity: those below `identity`."""

import argparse
from pathlib import Path

from server.cli.command import Commands, argument, config_of, say_result


def add_identity_commands(commands: Commands) -> None:
    """Add the commands below `identity`."""
    commands.add(
        "export", "write certificate and key of this server into a file, for another server of the same service",
        _export, argument("--force", action="store_true", help="replace the file if it exists"),
        argument("file", type=Path, metavar="FILE", help="a new file, such as identity.pem"),
    )  # fmt: skip
    commands.add(
        "import", "give this server, which must not run, the identity in a file", _import,
        argument("--force", action="store_true", help="replace another identity, which is kept in the folder"),
        argument("file", type=Path, metavar="FILE", help="a file that export wrote"),
    )  # fmt: skip


def _export(args: argparse.Namespace) -> int:
    from server.admin.identity import export_identity

    fingerprint = export_identity(config_of(args), args.file, force=args.force)
    return say_result(
        args, {"file": str(args.file), "fingerprint": fingerprint},
        f"{args.file} holds the private key of the server {fingerprint}: keep it safe, and delete it after the import.",
    )  # fmt: skip


def _import(args: argparse.Namespace) -> int:
    from server.admin.identity import import_identity

    config = config_of(args)
    fingerprint, aside = import_identity(config, args.file, force=args.force)
    line = f"The server in {config.data} is {fingerprint} from its next start on."
    if aside is not None:
        line += f"\nIts earlier identity is in {aside}."
    return say_result(args, {"fingerprint": fingerprint, "aside": str(aside) if aside else None}, line)
