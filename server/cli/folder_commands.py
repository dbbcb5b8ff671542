"""The commands that read or write a data folder or database without a server: backups, checks, exports, identities."""

import argparse
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from server.cli.command import Commands, argument, config_of, format_size, format_time, note, say, say_json, say_result

PROGRESS_S = 10.0  # between two lines of progress
MAX_FINDINGS = 50  # printed


def add_folder_commands(commands: Commands) -> None:
    """Add backup, restore, verify, export, migrate-storage and those below `identity`."""
    add, replace = commands.add, argument("--force", action="store_true", help="replace the file if it exists")
    add("backup", "write the data folder into one file, with the server's private key, also while it runs", _backup,
        argument("file", type=Path, metavar="FILE", help="a new file, such as netgame.zip"), replace)  # fmt: skip
    add("restore", "restore a backup into a data folder that no server uses", _restore,
        argument("file", type=Path, metavar="FILE", help="a file that backup wrote"),
        argument("--force", action="store_true", help="move aside what the folder holds"))  # fmt: skip
    add("verify", "replay every match by the rules, also while the server runs; the exit code is 0 if all is well",
        _verify)  # fmt: skip
    add("export", "write finished matches and tournaments as files, also while the server runs", _export,
        argument("directory", type=Path, metavar="DIRECTORY",
                 help="files that exist are not written again"))  # fmt: skip
    add("migrate-storage", "copy games, accounts and chat between a data folder and a database, and compare both",
        _migrate_storage,
        argument("source", metavar="SOURCE", help="sqlite:FOLDER or postgresql://..., that no server uses"),
        argument("target", metavar="TARGET", help="the same, and empty"))  # fmt: skip
    add = commands.group("identity", "the identity of this server, which all servers of one service have").add
    add("export", "write certificate and key of this server into a file, for another server of the same service",
        _export_identity, replace,
        argument("file", type=Path, metavar="FILE", help="a new file, such as identity.pem"))  # fmt: skip
    add("import", "give this server, which must not run, the identity in a file", _import_identity,
        argument("--force", action="store_true", help="replace another identity, which is kept in the folder"),
        argument("file", type=Path, metavar="FILE", help="a file that export wrote"))  # fmt: skip
    add("new", "give this server, which must not run, a new identity: its data folder is a copy of another one",
        _new_identity)  # fmt: skip
    add("renew-signing-key", "make a new key that signs the matches which begin after the next start",
        _renew_signing_key)  # fmt: skip


# the modules behind these commands are imported when one is run, so that help starts fast


def _backup(args: argparse.Namespace) -> int:
    from server.admin.backup import backup

    contents = backup(_only_folder(args), args.file, force=args.force)
    size, outside = args.file.stat().st_size, _files_of_settings(args)
    line = f"{args.file} holds the data folder, {format_size(size)}, with the server's private key: keep it safe."
    if outside:
        line += f"\nNot in it, and to be kept as well: {', '.join(outside)}."
    return say_result(args, {"file": str(args.file), "size": size, **asdict(contents), "not_included": outside}, line)


def _restore(args: argparse.Namespace) -> int:
    from server.admin.restore import restore

    data = _only_folder(args)
    restored = restore(args.file, data, force=args.force)
    aside = str(restored.aside) if restored.aside else None
    line = f"{data} was restored to its state of {format_time(restored.contents.made)}."
    if aside is not None:
        line += f"\nIts earlier files are in {aside}."
    return say_result(args, {"folder": str(data), "aside": aside, **asdict(restored.contents)}, line)


def _verify(args: argparse.Namespace) -> int:
    from server.admin.verify import verify

    report = verify(_where(args), _Progress("tables"))
    if args.json:
        say_json(asdict(report))
    else:
        _say_findings(report.findings)
        checked = f"{report.tables} tables ({report.over} of them over), {report.events} events"
        say(f"{checked}: {f'{len(report.findings)} problems' if report.findings else 'all is well'}.")
    return 1 if report.findings else 0


def _export(args: argparse.Namespace) -> int:
    from server.admin.export import export

    done = export(_where(args), args.directory, _Progress("matches"))
    if args.json:
        say_json(asdict(done))
    else:
        _say_findings(done.findings)
        say(
            f"{done.written} records were written to {args.directory}, {done.existing} existed; "
            f"{done.unplayed} matches never started, and {len(done.findings)} could not be written. "
            f"{done.tournaments} tournaments were written."
        )
    return 1 if done.findings else 0


def _migrate_storage(args: argparse.Namespace) -> int:
    from server.admin.migrate_storage import migrate_storage, where_from

    migrated = migrate_storage(where_from(args.source), where_from(args.target), _Progress("tables"))
    counts = f"{migrated.tables} tables with {migrated.events} events and {migrated.rows} other rows"
    return say_result(args, asdict(migrated), f"{counts} were copied, and are the same in both.")


def _export_identity(args: argparse.Namespace) -> int:
    from server.admin.identity import export_identity

    fingerprint = export_identity(config_of(args), args.file, force=args.force)
    return say_result(
        args, {"file": str(args.file), "fingerprint": fingerprint},
        f"{args.file} holds the private key of the server {fingerprint}: keep it safe, and delete it after the import.",
    )  # fmt: skip


def _renew_signing_key(args: argparse.Namespace) -> int:
    from server.admin.identity import renew_signing_key

    public = renew_signing_key(config_of(args)).hex()
    return say_result(
        args, {"signing_key": public},
        f"Matches that begin after the next start are signed with the key {public}.\n"
        "Earlier matches name their own key, and can be verified as before.",
    )  # fmt: skip


def _new_identity(args: argparse.Namespace) -> int:
    from server.admin.identity import new_identity

    config = config_of(args)
    fingerprint, aside = new_identity(config)
    return say_result(
        args, {"fingerprint": fingerprint, "aside": str(aside)},
        f"The server in {config.data} is {fingerprint} from its next start on: a new server for its players.\n"
        f"Its earlier identity is in {aside}.",
    )  # fmt: skip


def _import_identity(args: argparse.Namespace) -> int:
    from server.admin.identity import import_identity

    config = config_of(args)
    fingerprint, aside = import_identity(config, args.file, force=args.force)
    line = f"The server in {config.data} is {fingerprint} from its next start on."
    if aside is not None:
        line += f"\nIts earlier identity is in {aside}."
    return say_result(args, {"fingerprint": fingerprint, "aside": str(aside) if aside else None}, line)


def _files_of_settings(args: argparse.Namespace) -> list[str]:
    """Return the settings file and the files that settings name: certificate, keys, passwords."""
    from server.config.loading import read_config
    from server.config.settings import settings

    config, sources = read_config(args)
    names = (name for name, setting in settings().items() if setting.kind is Path and name not in ("data", "control"))
    return [str(path) for path in (sources.file, *(getattr(config, name) for name in names)) if path is not None]


def _where(args: argparse.Namespace) -> Path | str:
    """Return where games and accounts are: at the address of a database, or in the data folder."""
    from server.storage.data_folder import check_database

    config = config_of(args)
    if not config.database:
        check_database(config.data)
    return config.database or config.data


def _only_folder(args: argparse.Namespace) -> Path:
    """Return the data folder; `AdminError` if games and accounts are in a database."""
    from server.admin.databases import AdminError
    from server.storage.data_folder import check_database

    config = config_of(args)
    if config.database:
        raise AdminError(
            "Games and accounts are in a database. Use pg_dump and pg_restore for them, and identity export for the key"
        )
    check_database(config.data)
    return config.data


def _say_findings(findings: Sequence[object]) -> None:
    for finding in findings[:MAX_FINDINGS]:
        say(str(finding))
    if len(findings) > MAX_FINDINGS:
        say(f"... and {len(findings) - MAX_FINDINGS} more")


class _Progress:
    """Prints the progress now and then."""

    def __init__(self, what: str) -> None:
        self._what, self._next = what, time.monotonic() + PROGRESS_S

    def __call__(self, done: int, all: int) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PROGRESS_S
            note(f"{done} of {all} {self._what}")
