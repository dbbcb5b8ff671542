"""HAProxy with the settings of `deploy/haproxy`, in front of servers on this computer."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import trio

from devtools.harness.server.process import ROOT

PROGRAM = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
MISSING = "" if PROGRAM is not None else "NOT RUN: needs haproxy; sudo apt install haproxy"
FILE = ROOT / "deploy" / "haproxy" / "netgame.cfg"


class Balancer:
    """Made by `balancer`. Its port stays the same when it is killed and started again."""

    def __init__(self, folder: Path, public: socket.socket) -> None:
        self.port: int = public.getsockname()[1]
        self._folder, self._public = folder, public
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, unless it runs. Connections wait in the queue of the socket until it accepts them."""
        assert PROGRAM is not None, "the caller has to look at MISSING"
        if self._process is not None:
            return
        words = [PROGRAM, "-db", "-f", str(self._folder / "haproxy.cfg")]
        with (self._folder / "haproxy.log").open("ab") as log:
            self._process = subprocess.Popen(words, pass_fds=(self._public.fileno(),), stdout=log, stderr=log)

    def kill(self) -> None:
        """Kill the process. All connections through it break."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    async def ask(self, command: str) -> str:
        path = str(self._folder / "admin.sock")
        while True:
            try:
                stream = await trio.open_unix_socket(path)
                break
            except OSError:
                await trio.sleep(0.02)
        async with stream:
            await stream.send_all(command.encode() + b"\n")
            return b"".join([data async for data in stream]).decode()

    async def states(self) -> dict[str, str]:
        """Return the state of each server, such as UP or DOWN."""
        lines = (line.split(",") for line in (await self.ask("show stat")).splitlines() if line.startswith("servers,"))
        return {line[1]: line[17].split()[0] for line in lines if line[1] != "BACKEND"}


@contextmanager
def balancer(folder: Path, ports: Sequence[int], *, with_header: bool = True) -> Iterator[Balancer]:
    """Provide a balancer, not yet started, in front of those ports of this computer."""
    text = FILE.read_text("utf-8")
    with socket.create_server(("127.0.0.1", 0), backlog=1000) as public:
        text = re.sub(r"bind .*", f"bind fd@{public.fileno()}", text)
        text = text.replace("maxconn 20000", "maxconn 1000")  # more than a usual user may have
        text = re.sub(r"stats socket .*", f"stats socket {folder / 'admin.sock'} mode 600 level admin", text)
        text = re.sub(r"^    server .*\n", "", text, flags=re.MULTILINE)
        text += "".join(f"    server node{number} 127.0.0.1:{port}\n" for number, port in enumerate(ports, 1))
        if not with_header:
            text = text.replace(" send-proxy-v2", "").replace(" send-proxy", "")
        (folder / "haproxy.cfg").write_text(text, "utf-8")
        made = Balancer(folder, public)
        try:
            yield made
        finally:
            made.kill()
