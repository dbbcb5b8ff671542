"""The server that hosts on this computer: a process of its own, which may outlive the window."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from client_qt.text.disk_words import disk_words
from client_qt.text.translation import tr
from netgame.text import Text, fill
from protocol.address import Address
from protocol.control.client import Client, request
from protocol.control.messages import CONTROL_FILE, CommandError
from protocol.discovery.interfaces import host_of, local_interfaces
from protocol.files import write_whole
from protocol.limits import Interfaces
from protocol.platform import make_private_folder

LOOPBACK, EVERYWHERE = ("127.0.0.1",), ("0.0.0.0", "::")
LOG_FILE = "server.log"
START_S, STOP_S, ANSWER_S = 30.0, 15.0, 15.0
IDLE_S = 60.0  # without a match and without a window that hosts, after which the server exits
MAX_ADDRESSES = 3  # a computer may have dozens


@dataclass(frozen=True)
class ServerStatus:
    """The answer of a server on its control socket."""

    port: int
    fingerprint: str
    addresses: tuple[str, ...] = ()  # those for other computers, best first
    name: str = ""
    since_ms: int = 0  # since 1970
    is_reached: bool = False  # has another computer connected?
    games: int = 0  # unfinished ones
    players: tuple[str, ...] = ()  # of each of them: "Ann and Bob"
    instance: str = ""  # of its data, in hexadecimal digits
    twins: tuple[str, ...] = ()  # addresses of other servers with the same identity
    host_name: str = ""  # of this computer, if it leads to one of the addresses

    def addresses_to_share(self) -> tuple[str, ...]:
        """The addresses, then the name of this computer on the network if others may use it."""
        name = (str(Address(self.host_name, self.port)),) if self.host_name else ()
        return (*self.addresses[:MAX_ADDRESSES], *name)


class CannotServe(Exception):
    """The server does not start or does not stop; `text` says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class HostedElsewhere(Exception):
    """Another window, or a server of an operator, uses the data folder."""

    def __init__(self, port: int, fingerprint: str) -> None:
        super().__init__(port, fingerprint)
        self.port, self.fingerprint = port, fingerprint


def server_command(arguments: Sequence[str]) -> list[str]:
    """Return the command that runs the server package. A bundle has a program for it, beside that of the window."""
    program = Path(sys.executable)
    if getattr(sys, "frozen", False):
        return [str(program.with_name(f"netgame-server{program.suffix}")), *arguments]
    return [sys.executable, "-m", "server", *arguments]


def server_environment() -> dict[str, str]:
    """Return the environment for that command, also for a program that runs from a checkout."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("NETGAME_")}
    package = str(Path(__file__).parents[2])
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, (package, environ.get("PYTHONPATH"))))
    environ["PYTHONSAFEPATH"] = "1"  # no modules from the data folder
    return environ


class ServerProcess:
    """Finds, starts and stops the server of a data folder. Its methods block; call them in a thread, one at a time.

    It is connected to the control socket of the server. While it holds the server, the server does not exit by itself.
    """

    def __init__(self, data: Path, interfaces: Interfaces, hosts: Sequence[str] = ()) -> None:
        self._data, self._interfaces = data, interfaces
        self._hosts = hosts or (LOOPBACK if interfaces == "lo" else EVERYWHERE)
        self._client: Client | None = None

    def find(self) -> ServerStatus | None:
        """Connect to the running server and hold it; None if none runs. `HostedElsewhere` if it cannot be held."""
        self.close()
        try:
            self._client = Client(self._data / CONTROL_FILE, timeout_s=ANSWER_S)
            status = _status_of(self._client)
            is_held = self._client.request("hold", on=True)[1]["held"]
        except CommandError:
            self.close()
            return None
        if not is_held:
            self.close()
            raise HostedElsewhere(status.port, status.fingerprint)
        return status

    def start(self, name: str, *, if_unfinished: bool = False) -> ServerStatus | None:
        """Start a server and hold it. `CannotServe` if it does not start.

        `if_unfinished`: start it only if the folder has unfinished matches; otherwise return None.
        """
        if if_unfinished and not any(self._data.glob("*.sqlite3")):
            return None  # nothing was ever hosted here
        arguments = [
            "run", "--json", "--exit-when-idle", str(IDLE_S), "--root", "--config", os.devnull, "--log-format", "text",
            "--computers", "local", "--tournaments", "anybody", f"--data={self._data.absolute()}", f"--name={name}",
            "--announce", self._interfaces,
            *(f"--host={host}" for host in self._hosts), *(["--if-unfinished"] if if_unfinished else []),
        ]  # fmt: skip
        try:
            line, exit_code = self._run(arguments)
        except OSError as error:
            raise CannotServe(Text("The server has not started ({reason})", {"reason": disk_words(error)})) from error
        if if_unfinished and not line and exit_code == 0:
            return None
        answer = json.loads(line or "{}")
        if "error" in answer:
            raise CannotServe(Text(answer["error"], answer["args"]))
        status = self.find()
        if status is None:
            raise CannotServe(Text("The server has not started; see {file}", {"file": str(self._data / LOG_FILE)}))
        if self._client is not None:
            with suppress(CommandError):  # the person at this computer sees its clock, so it is right
                self._client.request("clock", accept=True)
        return status

    def _run(self, arguments: Sequence[str]) -> tuple[bytes, int | None]:
        """Run a server. Return its first line, and its exit code if it has exited already."""
        try:
            make_private_folder(self._data)
            log, folder = open(self._data / LOG_FILE, "wb"), self._data  # noqa: SIM115
        except OSError:  # the server reports what is wrong with the folder
            log, folder = open(os.devnull, "wb"), None  # noqa: SIM115
        with log:
            process = subprocess.Popen(
                server_command(arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, cwd=folder,
                env=server_environment(), start_new_session=True,
                creationflags=getattr(subprocess, "DETACHED_PROCESS", 0),
            )  # fmt: skip
        assert process.stdout is not None
        limit = threading.Timer(START_S, process.kill)
        limit.start()
        with process.stdout:
            line = process.stdout.readline()
        if not line:
            process.wait()
        limit.cancel()
        threading.Thread(target=process.wait, daemon=True).start()  # reaps the process when it exits
        return line, process.returncode

    def status(self, *, hold: bool) -> ServerStatus | None:
        """Return the status, or None if the server has ended. Hold the server or let it exit when it is idle."""
        try:
            if self._client is not None:
                self._client.request("hold", on=hold)
                return _status_of(self._client)
        except CommandError:
            pass  # it has ended, or it has closed a connection that was silent while this computer slept
        try:
            return self.find()
        except HostedElsewhere:
            return None

    def continue_match(self, record: str, key: bytes) -> str:
        """Let the running server continue a match. It may be called beside the other methods.

        `CannotServe` if it is refused.
        """
        file = self._data / f"continued-{key.hex()[:8]}.netgame"
        try:
            write_whole(file, record.encode(), private=True, sync=False)
            answer = request(self._data / CONTROL_FILE, "continue", file=str(file.absolute()), key=key.hex())[1]
        except CommandError as error:
            raise CannotServe(error.text) from error
        except OSError as error:
            raise CannotServe(
                Text("The game cannot be handed over ({reason})", {"reason": disk_words(error)})
            ) from error
        finally:
            file.unlink(missing_ok=True)
        return str(answer["table"])

    def stop(self) -> None:
        """Stop the server in order: players are informed, and the games are kept. `CannotServe` if it does not stop."""
        if self._client is None or self.status(hold=False) is None:
            return
        try:
            self._client.request("drain", seconds=0)
            self._client.wait_for_end(STOP_S)
        except CommandError as error:
            raise CannotServe(error.text) from error
        finally:
            self.close()

    def make_new_identity(self) -> None:
        """Give the server, which must not run, a new identity. `CannotServe` if that fails."""
        arguments = ["identity", "new", f"--data={self._data.absolute()}", "--config", os.devnull]
        try:
            done = subprocess.run(
                server_command(arguments), stdin=subprocess.DEVNULL, capture_output=True, env=server_environment(),
                timeout=START_S, check=False, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            why = disk_words(error) if isinstance(error, OSError) else str(error)
            raise CannotServe(Text("The server has no new identity ({reason})", {"reason": why})) from error
        if done.returncode:
            why = done.stderr.decode(errors="replace").strip()
            raise CannotServe(Text("The server has no new identity ({reason})", {"reason": why}))

    def close(self) -> None:
        """Disconnect from the server, which keeps running."""
        if self._client is not None:
            self._client.close()
            self._client = None


def _names(players: Iterable[str]) -> str:
    first, *second = players
    return fill(tr("{first} and {second}"), {"first": first, "second": second[0]}) if second else first


def usable_name(name: str, addresses: Sequence[str]) -> str:
    """Return the name of this computer if it is one of a LAN and leads to one of these addresses. It blocks."""
    hosts = {Address.parse(address)[0].host for address in addresses}
    try:
        answers = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM) if name.endswith(".local") else []
    except (OSError, UnicodeError):  # the name is unknown, or a part has more than 63 letters
        return ""
    return name if hosts & {host_of(answer[4]).partition("%")[0] for answer in answers} else ""


def _status_of(client: Client) -> ServerStatus:
    status, rows = client.request("status")[1], client.request("tables")[0]
    virtual = {network.shared_host for network in local_interfaces("all") if network.kind == "virtual"}
    addresses = [text for text in status["addresses"] if Address.parse(text)[0].host not in virtual]
    others = [text for text in addresses if not Address.parse(text)[0].is_loopback]
    live = [row for row in rows if row["state"] in ("playing", "between")]
    return ServerStatus(
        port=status["port"],
        fingerprint=status["fingerprint"],
        addresses=tuple(others or addresses),
        name=status["name"],
        since_ms=status["since"],
        instance=status.get("instance", ""),
        twins=tuple(status.get("twins", ())),
        is_reached=status["reached"],
        games=len(live),
        players=tuple(_names(seat["name"] for seat in row["players"] if seat is not None) for row in live),
    )
