"""A PostgreSQL server of one's own, in a private folder and reached by a socket. No system service is touched."""

import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

USER = "netgame"  # the owner of everything in the private server
LOCKED_USER, LOCKED_PASSWORD = "locked", "open sesame"  # who needs a password
ENDING_MS = 60_000  # within that the process of a connection ends
OTHERS = ("postgres", "nobody")  # as whom root runs it, because PostgreSQL does not run as root
REMEDY = "sudo apt install postgresql"
SETTINGS = """
listen_addresses = ''
max_connections = 200
shared_buffers = 32MB
log_min_messages = fatal
"""
# these databases end with the tests, so they need not survive a crash of the computer
FAST_SETTINGS = "fsync = off\nfull_page_writes = off\n"
# tables with rows from the beginning, and the statement that restores them
FIRST_ROWS = {"alembic_version": "", "skeleton_rule": "", "log_version": "", "cursor": "UPDATE cursor SET ending = 0"}
# Waits until the process that starts it is gone for any reason: then the pipe on descriptor 3 ends.
WATCHER = """exec 3<&0 </dev/null
( trap '' HUP INT TERM
  while read -r line <&3; do :; done
  read -r pid <{folder}/data/postmaster.pid && kill -QUIT "$pid"
  for try in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf {folder} 2>/dev/null && [ ! -e {folder} ] && break
    sleep 1
  done
) >/dev/null 2>&1 &"""


def _programs() -> Path | None:
    """Return the folder of `initdb` and `pg_ctl`: where Debian has it, or on the PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _other_user() -> str | None:
    """Return as whom the server runs; None for the user of the tests."""
    if os.name == "nt" or os.geteuid() != 0:
        return None
    import pwd  # Windows has none

    for name in OTHERS:
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None


PROGRAMS, OTHER_USER = _programs(), _other_user()
MISSING = "" if PROGRAMS is not None else f"NOT RUN: needs PostgreSQL; {REMEDY}"
if os.name == "nt":
    MISSING = "NOT RUN: the tests reach PostgreSQL by a Unix socket"


class PrivatePostgres:
    """A running PostgreSQL server, made by `private_postgres`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names = 0

    def url(self, database: str = "postgres", user: str = USER, password: str = "") -> str:
        """Return the address of a database."""
        login = user + (f":{quote(password)}" if password else "")
        return f"postgresql://{login}@/{database}?host={quote(str(self.folder), safe='')}"

    def create(self, original: str = "") -> str:
        """Create an empty database, or a copy of the one at an address, and return its address."""
        self._names += 1
        name = f"tests{self._names}"
        template = urlsplit(original).path[1:] or "template1"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def empty(self, url: str) -> None:
        """End the connections to a database, and remove everything in it. Another new one would take much longer."""
        import psycopg

        with psycopg.connect(url, autocommit=True) as db:
            here = "datname = current_database() AND pid <> pg_backend_pid()"
            db.execute(f"SELECT pg_terminate_backend(pid, {ENDING_MS}) FROM pg_stat_activity WHERE {here}".encode())
            db.execute("DROP SCHEMA public CASCADE")
            db.execute("CREATE SCHEMA public")

    def clear(self, url: str) -> None:
        """Remove what stores have written into their tables. These stay, because making them takes long."""
        import psycopg

        with psycopg.connect(url, autocommit=True) as db:
            found = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            orders = [FIRST_ROWS.get(name, f"DELETE FROM {name}") for (name,) in found]
            db.execute(";".join(orders).encode())

    def execute(self, command: str) -> None:
        """Run one command outside the databases of the tests."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as db:
            db.execute(command.encode())

    @property
    def is_running(self) -> bool:
        """Whether it was started and not stopped since."""
        return (self.folder / "data" / "postmaster.pid").exists()

    def start(self) -> None:
        """Start it, and wait until it can be reached. Its processes are no children of this one."""
        log = self.folder / "log"
        self.run("pg_ctl", "start", "-w", "-t", "60", "-D", str(self.folder / "data"), "-l", str(log))

    def stop(self, mode: str = "fast") -> None:
        """Stop it: fast (ends connections), or immediate (as in a crash)."""
        self.run("pg_ctl", "stop", "-w", "-t", "60", "-m", mode, "-D", str(self.folder / "data"))

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs."""
        assert PROGRAMS is not None, "skipped otherwise"
        other = {} if OTHER_USER is None else {"user": OTHER_USER, "group": _group(OTHER_USER), "extra_groups": []}
        done = subprocess.run(
            [str(PROGRAMS / program), *words],
            cwd=self.folder,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,  # the server would keep the pipe
            stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            **other,  # type: ignore[call-overload]
        )
        if done.returncode:
            log = self.folder / "log"
            raise AssertionError(f"{program}: {done.stderr} {log.read_text() if log.exists() else ''}")


def _group(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


@contextmanager
def private_postgres(*, durable: bool = False) -> Iterator[PrivatePostgres]:
    """Start a server in a new folder. It ends and is removed with this block, also if this process is killed.

    `durable`: its commits reach the disk, as outside tests.
    """
    short = Path("/tmp")  # the path of a socket has at most 107 bytes
    folder = Path(tempfile.mkdtemp(prefix="netgame-postgres-", dir=short if short.is_dir() else None))
    if OTHER_USER is not None:
        shutil.chown(folder, OTHER_USER)
    server = PrivatePostgres(folder)
    watcher = ["sh", "-c", WATCHER.format(folder=shlex.quote(str(folder)))]
    with subprocess.Popen(watcher, stdin=subprocess.PIPE, start_new_session=True) as shell:
        shell.wait()  # its background process goes on
        try:
            data = str(folder / "data")
            server.run("initdb", "-D", data, "-U", USER, "--auth=trust", "-E", "UTF8", "--no-locale", "--no-sync")
            more = f"unix_socket_directories = '{folder}'\n" + ("" if durable else FAST_SETTINGS)
            with (folder / "data" / "postgresql.conf").open("a") as file:
                file.write(SETTINGS + more)
            (folder / "data" / "pg_hba.conf").write_text(
                f"local all {LOCKED_USER} scram-sha-256\nlocal all all trust\n"
            )
            server.start()
            yield server
            if server.is_running:
                server.stop("immediate")
        finally:
            assert shell.stdin is not None
            shell.stdin.close()  # the watcher does the rest
