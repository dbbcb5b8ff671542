"""Operations on accounts in the data folder of a stopped server."""

from pathlib import Path

import outcome
import trio

from netgame.games import GAMES
from protocol.control.messages import CommandError, Fields
from server.admin.control.requests import Answer
from server.admin.databases import check_owner, exists
from server.app import Services
from server.config.settings import Config
from server.errors import DataFolderBusy
from server.ops.counters import Counters
from server.ops.policy import Policy
from server.storage.data_folder import ACCOUNTS_FILE, check_database, hold
from server.storage.stores import open_stores
from server.tables.clock import Clock


def request_offline(config: Config, do: str, **fields: object) -> tuple[list[Fields], Fields]:
    """Carry out an operation on accounts in the data folder of a stopped server, with its services but no network.

    `user.add` makes the folder if it is missing. Accounts in a database that other servers may use are refused.
    """
    folder = config.data
    if config.database:
        raise CommandError(
            f"No server runs in {folder}. The accounts are in a database that other servers may use: start this "
            "server, or give the command where one runs"
        )
    if do != "user.add" and not exists(folder / ACCOUNTS_FILE):
        raise CommandError(f"There is no server data in {folder}")
    check_owner(folder)
    check_database(folder)
    try:
        with hold(folder):
            answer = trio.run(_carry_out, folder, do, fields)
    except DataFolderBusy as busy:
        raise CommandError(
            f"A server uses {folder} but takes no commands; it may be just starting. Try again, or look at its log"
        ) from busy
    return (answer, {}) if isinstance(answer, list) else ([], answer)


async def _carry_out(folder: Path, do: str, fields: Fields) -> Answer:
    async with open_stores(folder) as (store, accounts, social), trio.open_nursery() as nursery:
        services = Services("", GAMES, store, accounts, social, Clock(), Policy(), Counters())
        await nursery.start(services.run)
        operation = services.account_operations.operations[do]
        if fields.get("minutes") and services.timers.clock_doubt:
            operation = _refuse_date
        answer = await outcome.acapture(operation, fields)
        await services.drain()
        nursery.cancel_scope.cancel()
    return answer.unwrap()


async def _refuse_date(_request: Fields) -> Answer:
    raise CommandError(
        "The clock of this computer is far ahead of the time at which the server ran last, so the end of the ban is in "
        "doubt. Start the server, give 'clock --accept' if the clock is right, then repeat the command"
    )
