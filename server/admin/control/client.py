"""The command's end of the control socket. Plain blocking calls: a command starts fast."""

from pathlib import Path

from server.admin.control.errors import ControlError
from server.admin.control.lines import Fields, line_of, message_of
from server.admin.control.socket_path import KIND, Kind, connected


class Client:
    """A connection to a running server; `NoServer` if there is none."""

    def __init__(self, path: Path, kind: Kind = KIND) -> None:
        self._sock, self._token = connected(path, kind)
        self._file = self._sock.makefile("rb")

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of it."""
        self._file.close()
        self._sock.close()

    def ask(self, do: str, **fields: object) -> tuple[list[Fields], Fields]:
        """Have something done: the rows of the answer, and what else it says. `ControlError` if it was not done."""
        token = {"token": self._token} if self._token else {}
        rows: list[Fields] = []
        try:
            self._sock.sendall(line_of({"do": do, **fields, **token}))
            while line := self._file.readline():
                answer = message_of(line)
                if "row" in answer:
                    rows.append(answer["row"])
                elif "error" in answer:
                    raise ControlError("{text}", text=str(answer["error"]))
                else:
                    return rows, dict(answer["ok"])
        except TimeoutError as error:
            raise ControlError("The server has not answered for a minute; look at its log") from error
        except OSError as error:
            raise ControlError("The server has broken off ({reason})", reason=str(error)) from error
        raise ControlError("The server has ended before it answered")

    def wait_for_end(self, seconds: float) -> None:
        """Until the server has let go of its folder; `ControlError` if that takes longer."""
        self._sock.settimeout(seconds)
        try:
            while self._sock.recv(4096):
                pass
        except TimeoutError as error:
            raise ControlError("The server still has not stopped; look at its log") from error
        except OSError:
            pass  # reset: it is gone as well


def asked(path: Path, do: str, **fields: object) -> tuple[list[Fields], Fields]:
    """Have one thing done by the server there."""
    with Client(path) as client:
        return client.ask(do, **fields)
