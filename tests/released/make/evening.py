"""An evening of a released version. `tests.released.make` copies this into its checkout, whose tests have the helpers."""
# ruff: noqa
# mypy: ignore-errors

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from netgame.game import ToMove
from netgame.games import GAMES
from netgame.match import evolve, new_match, to_act
from protocol import messages as m
from protocol.address import Address
from protocol.client import NewEvents, Server, Session
from protocol.identity.device_key import DeviceKey
from server.demo.player import random_move
from devtools.harness.server.process import ServerProcess
from devtools.harness.window.program import client, play_here, press, real_server, until
from devtools.harness.window.together import host, join_by_address, mover, number, play_one, port_of

OUT = Path(os.environ["RELEASED_FILES"])
PASSWORDS = {"Ann": "correct horse battery", "Bob": "battery horse correct"}
CHANCE = random.Random(1)
QUICK = ("--limit", "message_burst=1000000", "--limit", "move_burst=1000000", "--limit", "table_burst=1000")


class Player:
    """A client without a window that keeps up with the tables that it watches."""

    def __init__(self, port, name):
        server = Server(None, (Address("127.0.0.1", port),))
        password = PASSWORDS.get(name)
        device = DeviceKey.new() if password is None else None
        self.session = Session(
            server, name, None, device=device, password=password, sign_up=password is not None, label="attic"
        )
        self.matches = {}

    async def follow(self):
        async for update in self.session.updates:
            if isinstance(update, NewEvents):
                for event in update.events:
                    known = self.matches.get(update.table)
                    self.matches[update.table] = evolve(known, event) if known else new_match(event, GAMES)

    def is_to_move(self, table):
        match = self.matches.get(table)
        assert match is None or match.ended is None, "the dice have ended it early: try again"
        if match is None or match.phase != "playing" or not isinstance(match.turn, ToMove):
            return False
        seat = match.seats[to_act(match)]
        return seat is not None and seat.account == self.session.signed_in.account


async def sit(host, guest, game, **terms):
    table = await host.session.make_table(game, {}, f"{game} of two", 0, **terms)
    await guest.session.command(table, m.TakeSeat)
    return table


async def play(players, table, moves):
    for player in players:
        await player.session.watch(table)
    for _ in range(moves):
        player = await until(lambda: next((player for player in players if player.is_to_move(table)), None))
        match = player.matches[table]
        text = match.game.format(match.state, random_move(match.game, match.state, CHANCE))
        done = await player.session.command(table, m.SendMove, position=match.position, move=text)
        await until(lambda: all(player.matches[table].number >= done.number for player in players))
    await until(lambda: any(player.is_to_move(table) for player in players))


async def spend(data, *words):
    """Let people play at a server, and return what is to be found again."""
    serving = await ServerProcess.start(data, *QUICK, *words)
    facts = {"unfinished": {}, "finished": {}}
    async with trio.open_nursery() as nursery:
        ann, bob, cleo = players = [Player(serving.port, name) for name in ("Ann", "Bob", "Cleo")]
        for player in players:
            nursery.start_soon(player.session.run)
            nursery.start_soon(player.follow)
            await player.session.online()
        for game in GAMES:
            table = await sit(ann, bob, game, rated=True)
            await play((ann, bob), table, 4)
            await bob.session.command(table, m.SendResign, match=True)
            facts["finished"][game] = table
        for game in GAMES:
            table = await sit(ann, bob, game, rated=True)
            await play((ann, bob), table, 6)
            match = ann.matches[table]
            position = match.game.write_position(match.state)
            facts["unfinished"][game] = {"table": table, "position": position}
        timed = await sit(bob, cleo, "clod", clock="fischer 600+5", access="open", spectator_chat=True)
        await play((bob, cleo), timed, 3)
        facts["timed"] = timed
        facts["waiting"] = await cleo.session.make_table("thud", {}, "who dares", 0, access="code", code="sesame")
        accounts = {player.session.name: player.session.signed_in.account for player in players}
        await ann.session.say("lobby", "", "Good evening")
        await bob.session.say("table", timed, "Good luck")
        await ann.session.say("direct", "", "Later?", accounts["Bob"])
        await cleo.session.ask(m.Report(account=accounts["Bob"], text="He is slow"), m.Done)
        await ann.session.ask(m.MakePairingCode(), m.PairingCode)
        await ann.session.ask(m.SetRelation(account=accounts["Bob"], relation="follow"), m.Done)
        terms = m.GameTerms(game="thud", clock="days 3")
        await ann.session.challenge(accounts["Bob"], terms)
        facts["tournament"] = await bob.session.make_tournament(
            title="Autumn", format="swiss", game="koom", options={}, rounds=3
        )
        await ann.session.order_in(facts["tournament"], m.EnterTournament)
        facts["accounts"] = accounts
        nursery.cancel_scope.cancel()
    if "--database" not in words:
        backup = [sys.executable, "-m", "server", "backup", "--data", str(data), str(OUT / "server" / "backup.zip")]
        await trio.run_process(backup)
    code, log = await serving.end()
    assert code == 0, log
    return facts


def note(part, facts):
    file = OUT / "facts.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps({**known, part: facts}))


async def test_server(tmp_path):
    (OUT / "server").mkdir()
    note("server", await spend(OUT / "server" / "data"))


async def test_database(tmp_path):
    note("server", await spend(tmp_path / "data", "--database", os.environ["RELEASED_DATABASE"]))


@pytest.mark.qt_trio
async def test_window(theme, tmp_path):
    home = OUT / "window"
    async with (
        client(theme, home, "Ann", server_in=real_server) as ann,
        client(theme, home, "Bob", number=2) as bob,
    ):
        table = await host(ann)
        await join_by_address(bob, port_of(ann), table)
        await press(bob.window.join, "accept_server")
        await press(bob.window.join, "take_seat")
        await until(lambda: bob.window.page == "table" and number(bob) >= 4 and number(ann) >= 4)
        for _ in range(4):
            await play_one(await mover(ann, bob))
        for each, text in ((ann, "Strong."), (bob, "Hm…")):
            model = each.window.table.model
            model.comment(model.steps()[-1].event.number, (text,))
        for seed, game in enumerate(GAMES):
            mine = play_here(ann, game, 6, seed=seed)
            mine.comment(mine.steps()[-1].event.number, ("Here.",))
        over = play_here(ann, "clod", 1000)
        assert over.match.ended is not None
        await until(lambda: not any(entry.is_writing for entry in ann.local_controller.games._entries.values()))
        await until(lambda: list((home / "data" / "played").glob("*.netgame")))
        note("window", {"table": table, "games": list(GAMES)})
