"""A complete client: joins a waiting table, or makes one, and plays random moves until the match is over.

    .venv/bin/python examples/random_player.py 192.168.1.5 --game thud --name Ann

Start it twice, or play against it in the window. docs/developing/write-a-client.md explains it step by step.
"""

import argparse
import logging
import random
import secrets
from typing import Any

import trio

from netgame.game import Game, ToMove
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match, to_act
from netgame.match.commands import Command, Commit, MakeReady, Play, Resign, Reveal
from netgame.match.events import Created, Player
from netgame.players.dice_links import DiceLinks
from netgame.players.table_logs import TableLogs
from protocol import messages as m
from protocol.client import Address, NewEvents, Refusal, Server, Session
from protocol.identity.device_key import DeviceKey
from protocol.log_text import escaped

PLAYERS: tuple[Player, Player] = (0, 1)


def message_of(command: Command) -> tuple[type[m.TableCommand], dict[str, Any]]:
    """Return the message of a command, and its fields."""
    match command:
        case Commit(tip):
            return m.CommitDice, {"tip": tip}
        case Reveal(link):
            return m.RevealLink, {"link": link}
        case Play(position=position, move=move, link=link):
            return m.SendMove, {"position": position, "move": move, "link": link}
        case Resign(match=whole):
            return m.SendResign, {"match": whole}
    return m.ReadyUp, {}


def random_move(game: Game[Any, Any], state: Any) -> Any:
    """Click on cells at random until they make a move. Some games have far too many moves to list them all."""
    picked: tuple[Any, ...] = ()
    while True:
        selection = game.picks(state, picked)
        if selection.moves and (not selection.next or random.random() < 0.5):
            return random.choice(selection.moves)
        picked = (*selection.picked, random.choice(list(selection.next)))


async def find_table(session: Session, game: str) -> str:
    """Take the free seat of a waiting table; make a table if there is none."""
    for table in await (await session.online()).list_tables():
        players = [seat for seat in table.seats if seat is not None and seat.present]
        if (table.game, table.state, table.access, len(players)) == (game, "open", "open", 1):
            try:
                await session.command(table.table, m.TakeSeat)
                return table.table
            except Refusal as refusal:  # another player was faster
                print(escaped(f"{table.title}: {refusal}"))  # other people and the server write these
    return await session.make_table(game, options={}, title="Random moves")


async def play(session: Session, key: DeviceKey, table: str, most_moves: int) -> Match:
    """Follow the table's events; whenever it is our turn, move, or resign after `most_moves` moves."""
    assert session.signed_in is not None
    await session.watch(table)
    match: Match | None = None
    logs = TableLogs(key.public, key.sign, lambda: session.signing_key)  # what we sign
    links = DiceLinks(secrets.token_bytes(32), "", {}, logs)  # our part of the dice, where both programs draw them
    done = m.Done()  # the answer to our last command; its event may come after others
    async for update in session.updates:
        if not isinstance(update, NewEvents):
            continue
        links.follow(table, update.events)
        for event in update.events:  # the first event makes the match, each further one changes it
            if isinstance(event, Created):
                match = new_match(event, GAMES)
            else:
                assert match is not None
                match = evolve(match, event)
        assert match is not None
        if match.ended is not None:
            return match
        if match.number < done.number:
            continue
        player = PLAYERS[[seat.account if seat else None for seat in match.seats].index(session.signed_in.account)]
        command: Command | None = links.command(table, match, player)
        if command is None and match.phase == "between" and player not in match.ready:
            command = MakeReady()  # start the next leg, with the sides swapped
        elif command is None and to_act(match) == player and isinstance(match.turn, ToMove) and not match.paused:
            move = match.game.format(match.state, random_move(match.game, match.state))
            command = Play(match.position, move, link=links.for_move(table, match, player, move))
            if match.moved[player] >= most_moves:
                command = Resign(match=True)
        if command is not None:
            kind, fields = message_of(command)
            try:
                done = await session.command(table, kind, **fields, **logs.signature(table, match, player, command))
            except Refusal as refusal:  # a pause or the end was faster, and its event follows
                logging.info("%s", refusal)
    raise RuntimeError("the session ended before the match")


async def main(arguments: argparse.Namespace) -> None:
    address, _table = Address.parse(arguments.address)
    key = DeviceKey.new()  # a program that keeps it comes back as the same player
    session = Session(Server(None, (address,)), arguments.name, token=None, device=key)
    async with trio.open_nursery() as nursery:
        await nursery.start(session.run)  # connects and signs in, and again after a lost connection
        match = await play(session, key, await find_table(session, arguments.game), arguments.moves)
        nursery.cancel_scope.cancel()
    names = [seat.name if seat else "?" for seat in match.seats]
    assert match.ended is not None
    winner = "nobody" if match.ended.winner is None else names[match.ended.winner]
    print(escaped(f"{match.game.title}: {' against '.join(names)}, {sum(match.moved)} moves, the winner is {winner}"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play random moves at a netgame server.")
    parser.add_argument("address", help="of the server, for example 192.168.1.5 or localhost:7763")
    parser.add_argument("--game", default="clod", choices=GAMES)
    parser.add_argument("--name", default="Random")
    parser.add_argument("--moves", type=int, default=500, help="resign after this many own moves (%(default)s)")
    logging.basicConfig(level=logging.INFO)  # shows why there is no connection
    trio.run(main, parser.parse_args())
