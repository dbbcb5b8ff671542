"""The command's end of the control socket. Its calls block and it imports little, so that commands start fast."""

from pathlib import Path
from typing import Self

from protocol.control.endpoint import KIND, TIMEOUT_S, Kind, connect
from protocol.control.messages import AMBIGUOUS, MAX_LINE, Ambiguous, CommandError, Fields, decode_line, encode_line


class Client:
    """A connection to a running server; `NoServer` if there is none."""

    def __init__(self, path: Path, kind: Kind = KIND, timeout_s: float = TIMEOUT_S) -> None:
        self._sock, self._token = connect(path, kind, timeout_s)
        self._file = self._sock.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._file.close()
        self._sock.close()

    def request(self, do: str, **fields: object) -> tuple[list[Fields], Fields]:
        """Send a request and return the rows and the other fields of the answer; `CommandError` if it failed."""
        token = {"token": self._token} if self._token else {}
        rows: list[Fields] = []
        line = encode_line({"do": do, **fields, **token})
        if len(line) > MAX_LINE:  # the server would close the connection without an answer
            raise CommandError("That is too long: a server reads {kib} KiB in one request", kib=MAX_LINE // 1024)
        try:
            self._sock.sendall(line)
            while line := self._file.readline():
                answer = decode_line(line)
                if "row" in answer:
                    rows.append(answer["row"])
                elif "error" in answer:
                    kind = Ambiguous if answer.get("code") == AMBIGUOUS else CommandError
                    raise kind("{text}", text=str(answer["error"]))
                else:
                    return rows, dict(answer["ok"])
        except TimeoutError as error:
            raise CommandError("The server does not answer; look at its log") from error
        except OSError as error:
            raise CommandError("The connection to the server was lost ({reason})", reason=str(error)) from error
        raise CommandError("The server has stopped before it answered")

    def wait_for_end(self, seconds: float) -> None:
        """Wait until the server has released its folder; `CommandError` if that takes longer."""
        self._sock.settimeout(seconds)
        try:
            while self._sock.recv(4096):
                pass
        except TimeoutError as error:
            raise CommandError("The server still has not stopped; look at its log") from error
        except OSError:
            pass  # reset: the server is gone as well


def request(path: Path, do: str, **fields: object) -> tuple[list[Fields], Fields]:
    """Send one request to the server that listens at a path."""
    with Client(path) as client:
        return client.request(do, **fields)
